"""The rules of a game as a prompt tells them: what is hidden, what may be asked, and what an answer means."""

from __future__ import annotations

from collections.abc import Iterator

from strategist.common.wording import counted, plural
from strategist.games.pegs.grand import GrandMastermind
from strategist.games.pegs.pegs import PegGame
from strategist.games.tables.table import Table
from strategist.games.titles import called
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.model.position import kind_of
from strategist.show.texts.kind_words import wording_of

_MOST_NAMES = 60
"""Up to that many questions and secrets of a table are listed."""


def rules_in_words(game: Game) -> str:
    """The rules of a game in a few lines of English.

    >>> from strategist.games.catalog import make_game
    >>> print(rules_in_words(make_game("bulls-and-cows(3,6)")))
    Bulls and Cows, 3 pegs, 6 symbols: find the secret code of 3 symbols.
    A guess is a code of 3 of the symbols 0 1 2 3 4 5, none of them twice, such as 012. 120 secrets are possible.
    The answer 1b1c: 1 symbol is right and in its place (bulls), 1 more is right, but elsewhere (cows).
    The guess that is the secret wins.
    """
    return "\n".join(_lines(game))


def _lines(game: Game) -> Iterator[str]:
    known = "" if not game.announces else f"know the {game.known_noun}"
    if isinstance(game, Words):
        yield from _of_words(game)
    elif isinstance(game, PegGame) and not isinstance(game, GrandMastermind):
        yield from _of_pegs(game)
    elif isinstance(game, Table):
        yield from _of_table(game)
    else:
        yield f"{called(game)}: find the secret. {game.summary()}".rstrip()
        yield f"A guess is such as {_example(game)}. {_count(game)}"
        answers = [game.format_response(each) for each in range(min(game.response_count, 10))]
        yield f"Answers are such as {', '.join(answers)}."
    if kind_of(game).settles:
        yield "A secret may have one of several answers to a question; asked again, it gives the same one."
    if rule := wording_of(game).rule:
        yield f"{rule[:1].upper()}{rule[1:]}."
    if game.announces:
        example = game.format_code(game.guesses[game.question_count])
        yield f"The game ends when you {known} and announce it, such as {example}. A wrong announcement loses."
    else:
        yield "The guess that is the secret wins."


def _of_pegs(game: PegGame) -> Iterator[str]:
    yield f"{called(game)}: find the secret code of {counted(game.pegs, 'symbol')}."
    twice = "which may stand more than once" if game.repeats else "none of them twice"
    symbols = " ".join(game.alphabet.symbols)
    code = f"a code of {game.pegs} of the symbols {symbols}, {twice}"
    yield f"A guess is {code}, such as {_example(game)}. {_count(game)}"
    if not game.whites:
        yield "The answer is the number of symbols that are right and in their place."
        return
    right, other = ("bulls", "cows") if not game.repeats else ("blacks", "whites")
    # The last response but one that holds both, so that both numbers are explained.
    shown = game.format_response(game.pairs.index((1, 1))) if (1, 1) in game.pairs else game.format_response(0)
    if (1, 1) in game.pairs:
        yield (
            f"The answer {shown}: 1 symbol is right and in its place ({right}), 1 more is right, but elsewhere "
            f"({other})."
        )
    else:
        yield f"The answer {shown} counts symbols that are right in their place ({right}), or elsewhere ({other})."


def _of_words(game: Words) -> Iterator[str]:
    letters = game.marking.letters
    yield f"{called(game)}: find the secret word of {counted(letters, 'letter')}."
    yield f"A guess is a word of the list of {game.question_count}, such as {_example(game)}. {_count(game)}"
    kind = game.values["feedback"]
    if kind == "wordle":
        yield (
            "The answer has a mark for each letter: g, green, it stands there; y, yellow, the word holds it elsewhere; "
            "-, grey, the word holds it no more often than it is marked."
        )
    elif kind == "mastermind":
        yield "The answer counts the letters in their place (b), and the other letters in common (w)."
    else:
        yield "The answer is the number of letters in common, wherever they stand."
    if game.hard:
        yield ("Hard mode: in all later guesses a green letter must stay in its place, and a yellow one be used again.")


def _of_table(game: Table) -> Iterator[str]:
    noun = game.known_noun
    yield f"{called(game)}: find out the {noun} by questions."
    questions = [game.format_code(each) for each in game.guesses[: min(game.question_count, _MOST_NAMES)]]
    more = "" if game.question_count <= _MOST_NAMES else f", and {game.question_count - _MOST_NAMES} more"
    yield f"The questions are: {', '.join(questions)}{more}. {_count(game)}"
    if len(game.secrets) <= _MOST_NAMES:
        yield f"The {plural('secret')} are: {', '.join(map(game.format_secret, game.secrets))}."
    answers = [game.format_response(each) for each in range(min(game.response_count - 1, _MOST_NAMES))]
    yield f"Answers are: {', '.join(answers)}."


def _example(game: Game) -> str:
    return game.format_code(game.guesses[0])


def _count(game: Game) -> str:
    count = len(game.secrets)
    return f"{count} secrets are possible." if count != 1 else "1 secret is possible."
