"""The answers of all questions as an array, what a set of questions tells apart, and what keeps every answer.

With permutations of codes that keep every answer, sets of questions need to be looked at only up to symmetry. Each is
tested with every question and every candidate. They may be more than the symmetries that a game names: where only
blacks are told, the symbols of each position can be renamed by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.checking.ground import table_by_rules
from strategist.model.game import Game
from strategist.search.state.automorphisms import generators_of

_MOST_SORTED = 1 << 23
"""The answers that are sorted at once."""
_MOST_TESTED = 1 << 28
"""The answers that may be looked at to test permutations."""


class Partitions:
    """What each question answers for each candidate, and which candidates need to be told apart.

    Parameters
    ----------
    game : Game
        A game of one true answer to each question.
    candidates : sequence of int
        The secrets that may be hidden, by index.

    Attributes
    ----------
    table : uint8 or uint16 [questions, candidates]
        The answers.
    classes : int64[candidates]
        Candidates of one class need not be told apart; each is a class of its own where a game has no classes.
    """

    def __init__(self, game: Game, candidates: Sequence[int]) -> None:
        self.table: NDArray[Any] = np.ascontiguousarray(table_by_rules(game, candidates).T)
        of = None if game.classes is None else [game.classes[secret] for secret in candidates]
        self.classes: NDArray[np.int64] = np.unique(
            np.arange(len(candidates)) if of is None else np.asarray(of), return_inverse=True
        )[1].reshape(-1)
        self.plain = game.classes is None
        self.span = int(self.table.max(initial=0)) + 1
        """More than every answer, as a number."""

    @cached_property
    def most_cells(self) -> int:
        """The most cells that a question makes."""
        return int(self.cells().max(initial=1))

    def codes(self, questions: Iterable[int]) -> NDArray[np.int64]:
        """``int64[candidates]``: the number of the cell that holds each candidate after some questions.

        >>> from strategist.games.catalog import make_game
        >>> Partitions(make_game("mastermind(1,3)"), range(3)).codes([1]).tolist()
        [0, 1, 0]
        """
        codes = np.zeros(self.table.shape[1], dtype=np.int64)
        for question in questions:
            codes = np.unique(codes * self.span + self.table[question], return_inverse=True)[1].reshape(-1)
        return codes

    def mixed(self, codes: NDArray[np.int64]) -> int:
        """How far cells are from telling all candidates apart: 0 if they do."""
        classes = int(self.classes.max()) + 1
        return len(np.unique(codes * classes + self.classes)) - len(np.unique(codes))

    def tells_all(self, questions: Iterable[int]) -> bool:
        """Whether no two candidates of different classes give the same answers to all these questions."""
        return self.mixed(self.codes(questions)) == 0

    def left_by(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """``int64[questions]``: :meth:`mixed` after one question more, for each question."""
        found = np.empty(len(self.table), dtype=np.int64)
        width = max(1, _MOST_SORTED // len(codes))
        classes = int(self.classes.max()) + 1
        for start in range(0, len(found), width):
            cells = codes * self.span + self.table[start : start + width]
            if self.plain:
                found[start : start + width] = len(codes) - _different(cells)
            else:
                found[start : start + width] = _different(cells * classes + self.classes) - _different(cells)
        return found

    def cells(self) -> NDArray[np.int64]:
        """``int64[questions]``: how many cells each question makes."""
        return np.array([len(np.unique(row)) for row in self.table], dtype=np.int64)


def _different(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many different numbers each row holds."""
    narrow = rows.astype(np.int32) if rows.max(initial=0) < 1 << 31 else rows
    narrow.sort(axis=1)
    found: NDArray[np.int64] = 1 + np.count_nonzero(narrow[:, 1:] != narrow[:, :-1], axis=1)
    return found


def labels(row: NDArray[Any]) -> NDArray[np.int64]:
    """The number of the cell of each candidate, in the order in which cells are met.

    >>> labels(np.array([7, 3, 7, 5])).tolist()
    [0, 1, 0, 2]
    """
    _, first, of = np.unique(row, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[of.reshape(-1)]


def first_of_partitions(table: NDArray[Any]) -> list[int]:
    """The first question of each partition of the candidates, ascending; ``table`` is ``[questions, candidates]``.

    >>> first_of_partitions(np.array([[0, 1, 1], [5, 2, 2], [0, 0, 1]]))
    [0, 2]
    """
    known: dict[bytes, int] = {}
    for question, row in enumerate(table):
        known.setdefault(labels(row).tobytes(), question)
    return list(known.values())


class Moves(NamedTuple):
    """A permutation of the questions, ``int64[questions]``, and of the secrets, ``int64[secrets]``, that together keep
    every answer."""

    questions: NDArray[np.int64]
    secrets: NDArray[np.int64]


def permutations_of(game: Game, table: NDArray[Any]) -> list[Moves]:
    """Permutations that keep the answers ``[questions, secrets]`` of all secrets of a game: exchanges of two positions,
    of two symbols, and of two symbols at one position; where codes are no sequences of small whole numbers, those that
    generate the symmetries of the table. There are none of a game with classes.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,2)")
    >>> [each.questions.tolist() for each in permutations_of(game, Partitions(game, range(4)).table)]
    [[0, 2, 1, 3], [3, 2, 1, 0]]
    """
    if game.classes is not None:
        return []
    if game.code_symmetry is None:
        found = generators_of(table.T)
        return [Moves(each.questions.astype(np.int64), each.secrets.astype(np.int64)) for each in found]
    questions: list[tuple[int, ...]] = [tuple(code) for code in game.guesses[: game.question_count]]
    secrets: list[tuple[int, ...]] = [tuple(code) for code in game.secrets]
    asked = {code: index for index, code in enumerate(questions)}
    hidden = {code: index for index, code in enumerate(secrets)}
    kept: list[Moves] = []
    tests = _MOST_TESTED // table.size
    for exchange in _exchanges(questions):
        if tests <= 0:
            break
        tests -= 1
        of_questions = [asked.get(_image(code, exchange), -1) for code in questions]
        of_secrets = [hidden.get(_image(code, exchange), -1) for code in secrets]
        if min(of_questions) >= 0 and min(of_secrets) >= 0:
            moved = np.array(of_questions)
            if np.array_equal(table[moved][:, of_secrets], table):
                kept.append(Moves(moved, np.array(of_secrets)))
    return kept


Exchange = tuple[str, int, int, int]
"""What is exchanged: ``positions``, or ``symbols`` (at one position, or at all where it is -1), and the two."""


def _exchanges(codes: Sequence[tuple[int, ...]]) -> Iterator[Exchange]:
    for one, other in combinations(range(len(codes[0])), 2):
        yield ("positions", -1, one, other)
    symbols = sorted({symbol for code in codes for symbol in code})
    for one, other in combinations(symbols, 2):
        yield ("symbols", -1, one, other)
    for position in range(len(codes[0])):
        for one, other in combinations(symbols, 2):
            yield ("symbols", position, one, other)


def _image(code: tuple[int, ...], exchange: Exchange) -> tuple[int, ...]:
    kind, where, one, other = exchange
    swapped = {one: other, other: one}
    if kind == "positions":
        return tuple(code[swapped.get(at, at)] for at in range(len(code)))
    return tuple(swapped.get(each, each) if where in (-1, at) else each for at, each in enumerate(code))
