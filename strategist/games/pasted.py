"""A game played elsewhere, as people copy it: rows of colored squares, with words beside them or without, the texts
that sites share, and lines of guesses with their answers.

Each line is read by itself. What counts is a guess alone, a row alone, or both with blanks, a colon or an arrow between
them, behind a number of the line or of the guess; everything else is what people write around it. Guesses and rows that
stand apart, as many of each, belong together in their order.

Squares have the colors of Wordle, those of its high contrast (🟧 in its place, 🟦 elsewhere) and those of Nerdle (🟪).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from strategist.common.errors import CodeError, ResponseError, SpecError, StrategistError
from strategist.common.quoting import quoted
from strategist.games.share_text import squares
from strategist.model.game import Code, Game, Response

MOST_CHARACTERS = 1 << 16
"""The most characters of a text that somebody pastes."""
_ROW = re.compile(r"(?:[⬛⬜🟨🟩🟧🟦🟪]\ufe0f?\s?)+")
_OTHERS = str.maketrans("⬜🟪🟦", "⬛🟨🟨", "\ufe0f \t")
_ORDER = "🟩🟨🟧⬛"
_BEFORE = re.compile(
    r"\A\s*(?:(?:guess|question|row|line|turn|try)?\s*\d+(?:\s*[.):]|/\d+:?)\s+|(?:guess|row)\s*\d*\s*[:.]\s+|[*•>]\s+)",
    re.IGNORECASE,
)
"""A number or a sign of a list, before what counts."""
_MARKS = frozenset("gybxw")
"""Letters that stand for marks."""
_APART = re.compile(r"\s*(?:→|->|=>|:|\|+|\s)\s*")


class Row(NamedTuple):
    """A guess, a response, or both, and the line of the text where it stands."""

    guess: Code | None
    response: Response | None
    line: int


def read_pasted(game: Game, text: str) -> list[Row]:
    """The rows of a text, in their order. Raises :class:`~strategist.common.errors.SpecError` if there are none, and
    for a row that this game cannot show.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("words")
    >>> rows = read_pasted(game, "Wordle 1,234 3/6\\n\\n⬛🟨⬛⬛🟩 CRANE\\n2. store: y--yg\\nhorse\\nPhew!")
    >>> [(row.guess, row.response is None, row.line) for row in rows]
    [('crane', False, 3), ('store', False, 4), ('horse', True, 5)]
    """
    if len(text) > MOST_CHARACTERS:
        raise SpecError(f"expected a text of at most {MOST_CHARACTERS} characters, got {len(text)}")
    read_row = _reader_of_rows(game)
    rows = [row for number, line in enumerate(text.splitlines(), 1) for row in _read_line(game, line, number, read_row)]
    if not rows:
        raise SpecError(f"{game.spec}: expected rows of squares or lines such as {_example(game)}, got none")
    return _joined(rows)


def _example(game: Game) -> str:
    guess, secret = game.guesses[0], game.secrets[-1]
    return quoted(f"{game.format_code(guess)} {game.format_response(game.admitted(guess, secret)[0])}")


def _reader_of_rows(game: Game) -> Callable[[str, int], Response]:
    """A function that reads a row of squares in a line."""
    known: dict[str, Response] = {}

    def read(row: str, line: int) -> Response:
        if game.marks(0) is not None:
            try:
                return game.parse_response(row)
            except ResponseError as error:
                raise SpecError(f"line {line}: {error}") from None
        plain = row.translate(_OTHERS)
        if not known:
            known.update((told, each) for each in _responses(game) if (told := squares(game, game.guesses[0], each)))
        # Where squares count, their order says nothing.
        counts = "".join(sorted(plain, key=_ORDER.find))
        if counts not in known:
            raise SpecError(f"line {line}: {game.spec}: no answer is shown as {quoted(plain)}")
        return known[counts]

    return read


def _responses(game: Game) -> Iterator[Response]:
    # An answer that several rows could mean, an anagram or the word itself, is the one that ends the game.
    yield from range(game.response_count)


def _read_line(game: Game, line: str, number: int, read_row: Callable[[str, int], Response]) -> Iterator[Row]:
    plain = line.replace("|", " ").strip()
    found = _ROW.search(plain)
    if found is not None:
        beside = f"{plain[: found.start()]} {plain[found.end() :]}".strip(" \t:→->=")
        guess = _guess(game, beside) or _guess(game, _BEFORE.sub("", f"{beside} ").strip())
        # One square in a sentence is no row.
        if guess is not None or not any(map(str.isalpha, beside)) or len(found[0].translate(_OTHERS)) > 1:
            yield Row(guess, read_row(found[0], number), number)
        return
    # What looks like the number of a line may be a code.
    for text in dict.fromkeys((plain, _BEFORE.sub("", plain))):
        guess = _guess(game, text)
        row = _with_answer(game, text, number) if guess is None else Row(guess, None, number)
        if row is not None:
            yield row
            return


def _with_answer(game: Game, text: str, number: int) -> Row | None:
    """A guess with its answer behind it."""
    for gap in _APART.finditer(text):
        guess = _guess(game, text[: gap.start()])
        told = text[gap.end() :].split(" (")[0].strip()
        if guess is None or not told:
            continue
        try:
            return Row(guess, game.parse_answer(guess, told), number)
        except StrategistError as error:
            # A sentence may begin with a word of the game.
            if " " not in told and (not told.isalpha() or set(told.lower()) <= _MARKS):
                raise SpecError(f"line {number}: {error}") from None
    return None


def _guess(game: Game, text: str) -> Code | None:
    try:
        return game.guesses[game.parse_question(text)] if text else None
    except (StrategistError, ValueError):
        return None


def _joined(rows: list[Row]) -> list[Row]:
    """Guesses and responses that stand apart, as many of each, put together; or the rows as they are."""
    alone = [row for row in rows if row.response is None]
    told = [row for row in rows if row.guess is None]
    if not alone or len(alone) != len(told):
        return rows
    guesses = iter(alone)
    return [
        row if row.guess is not None else row._replace(guess=next(guesses).guess) for row in rows if row not in alone
    ]


def with_guesses(game: Game, rows: list[Row], guesses: Iterable[Code]) -> list[Row]:
    """The rows with these guesses where they have none. Raises :class:`~strategist.common.errors.SpecError` unless
    there are as many."""
    left = list(guesses)
    bare = [row for row in rows if row.guess is None]
    if len(left) != len(bare):
        raise SpecError(f"expected a {game.move_noun} for each row that has none, {len(bare)}, got {len(left)}")
    following = iter(left)
    return [row if row.guess is not None else row._replace(guess=next(following)) for row in rows]


def with_answers(game: Game, rows: list[Row], secret: Code | None) -> list[Row]:
    """The rows with the answers of a secret where they have none. Raises
    :class:`~strategist.common.errors.ResponseError` where the secret is not known, and where it may answer in several
    ways."""
    found = []
    for row in rows:
        if row.response is None and row.guess is not None:
            possible = () if secret is None else game.admitted(row.guess, secret)
            if len(possible) != 1:
                why = "the secret is not known" if secret is None else "several rows can be shown"
                told = quoted(game.format_code(row.guess))
                raise ResponseError(f"line {row.line}: expected an answer beside {told}: {why}")
            row = row._replace(response=possible[0])
        found.append(row)
    return found


def guesses_that_give(game: Game, row: Row, secret: Code) -> list[Code]:
    """The guesses to which a secret gives the response of a row; raises
    :class:`~strategist.common.errors.CodeError` if there are none.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> guesses_that_give(game, Row(None, game.parse_response("1b0w"), 1), game.parse_secret("11"))
    [(0, 1), (0, 2), (1, 0), (2, 0)]
    """
    questions = (game.guesses[at] for at in range(game.question_count))
    found = [guess for guess in questions if row.response in game.admitted(guess, secret)]
    if not found:
        assert row.response is not None  # a row without a guess has a response
        told = f"no {game.move_noun} gets {game.format_response(row.response)}"
        raise CodeError(f"line {row.line}: {told} if {game.format_secret(secret)} is the secret")
    return found
