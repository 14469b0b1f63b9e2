"""Pairs of secrets that no question is sure to tell apart, where answers may be one of several."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import islice

from strategist.model.game import Game, Response


def evasive(game: Game) -> frozenset[Response]:
    """The answers that every secret may give to every question, such as that one cannot tell.

    >>> from strategist.games.catalog import make_game
    >>> evasive(make_game("mastermind(2,3,goal=identify)"))
    frozenset()
    """
    found: frozenset[Response] | None = None
    for guess in game.guesses[: game.question_count]:
        for code in game.secrets:
            given = frozenset(answer.response for answer in game.answers(guess, code))
            found = given if found is None else found & given
            if not found:
                return frozenset()
    return found or frozenset()


def never_apart(game: Game, ignored: Container[Response] = ()) -> list[tuple[int, int]]:
    """The pairs of secrets, by their indices, whose answers overlap in every question: no question is sure to tell them
    apart. Where secrets have classes, the pairs of different classes. Some answers may be ``ignored``.

    >>> from strategist.games.catalog import make_game
    >>> never_apart(make_game("mastermind(2,3,goal=identify)"))
    []
    """
    return sorted(pair for start, rows in _overlaps(game, ignored) for pair in _pairs(start, rows))


def first_never_apart(game: Game, most: int) -> tuple[list[tuple[int, int]], int]:
    """The first pairs of :func:`never_apart`, at most that many, and how many there are: of many secrets there may be
    too many to list.

    >>> from strategist.games.catalog import make_game
    >>> first_never_apart(make_game("mastermind(2,3,goal=identify)"), 3)
    ([], 0)
    """
    first: list[tuple[int, int]] = []
    count = 0
    for start, rows in _overlaps(game, ()):
        count += sum(others.bit_count() for _, others in rows)
        # The squares of one row stand side by side, and each is in order.
        first = sorted([*first, *islice(_pairs(start, rows), most)])[:most]
    return first, count


def _pairs(start: int, rows: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for secret, others in rows:
        while others:
            yield secret, start + (others & -others).bit_length() - 1
            others &= others - 1


_SIDE = 1 << 14
"""The pairs of secrets are looked at in squares with that side, 32 MiB of bits each."""


def _overlaps(game: Game, ignored: Container[Response]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """The pairs of :func:`never_apart`, in squares: the first secret of the columns, and for some secrets, ascending,
    which of these columns behind the secret make a pair with it, as bits."""
    count = len(game.secrets)
    for top in range(0, count, _SIDE):
        for start in range(top, count, _SIDE):
            rows = range(top, min(top + _SIDE, count))
            columns = range(start, min(start + _SIDE, count))
            if found := _overlaps_in(game, rows, columns, ignored):
                yield start, found


def _overlaps_in(game: Game, rows: range, columns: range, ignored: Container[Response]) -> list[tuple[int, int]]:
    """The secrets of ``rows`` with a bit for each of those of ``columns`` that is never told from them for sure."""
    start, everyone = columns.start, (1 << len(columns)) - 1
    left = {row: everyone if row < start else everyone & -(2 << row - start) for row in rows}
    if game.classes is not None:
        same: dict[int, int] = {}
        for column in columns:
            same[game.classes[column]] = same.get(game.classes[column], 0) | 1 << column - start
        left = {row: others & ~same.get(game.classes[row], 0) for row, others in left.items()}
    left = {row: others for row, others in left.items() if others}
    for guess in game.guesses[: game.question_count]:
        if not left:
            break
        given: dict[Response, int] = {}
        for column in columns:
            for answer in game.answers(guess, game.secrets[column]):
                if answer.response not in ignored:
                    given[answer.response] = given.get(answer.response, 0) | 1 << column - start
        kept: dict[int, int] = {}
        for row, others in left.items():
            together = 0
            for answer in game.answers(guess, game.secrets[row]):
                together |= given.get(answer.response, 0)
            if others := others & together:
                kept[row] = others
        left = kept
    return list(left.items())
