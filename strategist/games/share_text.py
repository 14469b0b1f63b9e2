"""A game as a text to send to others: its answers as colored squares, without the guesses, which would give it away."""

from __future__ import annotations

import re
from collections.abc import Iterator

from strategist.common.wording import counted
from strategist.games.pegs.grand import GrandMastermind
from strategist.games.pegs.pegs import PegGame
from strategist.games.titles import called
from strategist.games.words.words import Words
from strategist.model import endings
from strategist.model.game import Code, Game, History, Response

SQUARES = "⬛🟨🟩"
"""The squares of the marks 0 (nowhere), 1 (elsewhere) and 2 (in its place)."""
HALF = "🟧"
"""The square of a half, in games in which a peg can be half right."""
_COUNTS = re.compile(r"(?:\d+[a-z]?)+")
"""Responses that count what is right, what is elsewhere and what is half right, in this order. What a table answers may
be spelled like them."""


def share_text(game: Game, history: History, ending: str | None, *, whose: str = "", plain: bool = False) -> str:
    """A line on how the game ended, and a line for each guess.

    ``ending`` is ``solved``, ``known``, ``lost``, or None for a game that goes on. ``whose`` guesses they were is
    said where it is given. A line holds a square for each letter of a word, or for each peg of a code, those in
    their places first; ``plain`` takes the response as it is written instead, which reads well aloud and everywhere.
    Games whose answers are of other kinds, such as tables, have the first line only: their answers tell nothing
    without the questions.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6,turns=8)")
    >>> print(share_text(game, game.parse_history("1122:1b0w 1345:1b2w 1436:4b0w"), "solved"))
    Mastermind, 4 pegs, 6 colors, 8 turns: solved in 3 of 8 guesses
    🟩⬛⬛⬛
    🟩🟨🟨⬛
    🟩🟩🟩🟩
    >>> words = make_game("words")
    >>> print(share_text(words, words.parse_history("crane:-y--g"), None, whose="your guesses", plain=True))
    Wordle, your guesses: 1 guess so far
    -y--g
    """
    lines = [f"{called(game)}{f', {whose}' if whose else ''}: {_ended(game, len(history), ending)}"]
    return "\n".join([*lines, *_rows(game, history, plain)])


def _ended(game: Game, made: int, ending: str | None) -> str:
    moves = counted(made, game.move_noun)
    if ending is None:
        return f"{moves} so far"
    if ending == endings.SOLVED:
        return f"solved in {moves if game.turns is None else f'{made} of {counted(game.turns, game.move_noun)}'}"
    return f"{ending} after {moves}"


def _rows(game: Game, history: History, plain: bool) -> Iterator[str]:
    rows = [squares(game, guess, response) for guess, response in history]
    if None not in rows:
        yield from (game.format_response(response) for _, response in history) if plain else filter(None, rows)


def squares(game: Game, guess: Code, response: Response) -> str | None:
    """The squares of one response; None where it is of another kind.

    >>> from strategist.games.catalog import make_game
    >>> for text in ("ab(4,10)", "words(feedback=jotto)", "mastermind(4,6,feedback=black)", "grand-mastermind(3,2,2)"):
    ...     game = make_game(text)
    ...     print(squares(game, game.guesses[0], 3), game.format_response(3))
    🟨🟨⬛⬛ 0a2b
    🟨🟨🟨⬛⬛ 3
    🟩🟩🟩⬛ 3
    🟧🟧🟧 0b0w3h
    """
    marks = game.marks(response)
    if marks is not None:
        return "".join(SQUARES[mark] for mark in marks)
    width = len(game.pieces(guess))
    if game.is_right(guess, response):
        return SQUARES[2] * width
    text = game.format_response(response)
    if not isinstance(game, PegGame | GrandMastermind | Words) or not _COUNTS.fullmatch(text):
        return None
    counts = [int(number) for number in re.findall(r"\d+", text)]
    # The one number of Jotto counts letters wherever they stand.
    kinds = [SQUARES[1]] if game.values.get("feedback") == "jotto" else [SQUARES[2], SQUARES[1], HALF]
    if len(counts) > len(kinds) or sum(counts) > width:
        return None
    told = "".join(kind * count for kind, count in zip(kinds, counts, strict=False))
    return told + SQUARES[0] * (width - sum(counts))
