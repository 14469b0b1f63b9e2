"""How a heuristic rates questions about classes in bulk, by NumPy: all questions at a position at once.

The scores are those of :class:`~strategist.choosing.ratings.PlainRating`, to the last bit. At each position the masses
of the classes are counted in every cell of every question, in one pass over an array of questions × candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.heuristics import Entropy, ExpectedSize, Heuristic, Minimax, MostParts, Strategy
from strategist.choosing.masses import EXACT_MASS, LOG_BITS, MASS_BITS, STEP_BITS, WORST, per_cost
from strategist.choosing.ratings import PlainRating, Scores, rating_of
from strategist.model.game import Game
from strategist.model.position import Position
from strategist.search.adapters.registry import adapter_of
from strategist.search.adapters.tabled import TableAdapter
from strategist.search.kernels.scores.scores import weighted_logs
from strategist.search.kernels.scores.weighed_scores import log_table

Whole = NDArray[np.int64]

_AT_ONCE = 1 << 20
"""The most answers of candidates that are counted at once."""
_HALF = 32
"""Masses are added up in two halves of so many bits, because NumPy counts in doubles."""
_BETWEEN = MASS_BITS - STEP_BITS


def rates_classes(game: Game, strategy: Strategy) -> bool:
    """Whether questions are rated here: by a built-in heuristic, where it is enough to know the class.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind")
    >>> rates_classes(game, Minimax(game, {}))
    False
    """
    if type(strategy) not in _RULES or game.classes is None or rating_of(game) is not PlainRating:
        return False
    return isinstance(adapter_of(game), TableAdapter)


def rated_in_bulk(strategy: Heuristic) -> Heuristic:
    """A heuristic that chooses the same questions, and rates all of them at once.

    >>> from strategist.games.tables.sheet import Reading, make_sheet
    >>> from strategist.games.tables.table import Table
    >>> lines = [["", "bat", "bear", "hen"], ["wings", "yes", "no", "yes"], ["milk", "yes", "yes", "no"]]
    >>> sheet = make_sheet(list(enumerate([*lines, ["kind", "mammal", "mammal", "bird"]], 1)), Reading(kind="kind"))
    >>> strategy = Entropy(Table({"file": "kinds.csv", "goal": "class", "class": "kind"}, sheet), {})
    >>> bulk, position = rated_in_bulk(strategy), Position((), range(3))
    >>> bulk.rating_at(position).of_each([0, 1]) == [strategy.rating_at(position).of(each) for each in (0, 1)]
    True
    """
    return strategy.rated_by(partial(_BulkRating, _Answers(strategy)))


class _Cells(NamedTuple):
    """The cells of some questions at a position, one after the other: ``starts`` says where those of each begin.

    ``sizes`` and ``masses`` are arrays of cells × classes, of those classes alone that are left.
    """

    sizes: Whole
    masses: Whole
    starts: NDArray[np.intp]
    whole: int

    def summed(self, scores: Whole) -> Whole:
        """The sums of what the cells of each question score."""
        return np.asarray(np.add.reduceat(scores, self.starts))

    @property
    def held(self) -> Whole:
        """1 for each cell that holds any secret, else 0."""
        return np.where(self.sizes.any(axis=1), 1, 0)

    @property
    def mixed(self) -> NDArray[np.bool_]:
        """Whether each cell holds several classes."""
        return np.asarray((self.sizes > 0).sum(axis=1) > 1)


class _Answers:
    """The answers of a game as numbers of cells, and the masses of its secrets, for one heuristic."""

    def __init__(self, strategy: Heuristic) -> None:
        game = strategy.game
        assert game.classes is not None  # as rates_classes says
        adapter = adapter_of(game)
        assert isinstance(adapter, TableAdapter)
        secrets = np.arange(len(game.secrets), dtype=np.int32)
        columns = adapter.over(secrets)(np.arange(game.question_count, dtype=np.int32)).T
        numbered = [np.unique(column, return_inverse=True) for column in columns]
        counts = [len(values) for values, _ in numbered]
        self.starts = np.cumsum([0, *counts])[:-1]
        """The number of the first cell of each question."""
        self.counts = np.array(counts)
        self.cell_of = np.array([codes.reshape(-1) for _, codes in numbered], dtype=np.int32)
        """The cell, among those of its question, for each question and each secret."""
        self.kinds = np.array(game.classes)
        self.masses = None if game.weights is None else np.array(game.weights, dtype=np.int64)
        self.rule = _RULES[type(strategy)](sum(game.weights) if game.weights is not None else len(secrets))

    def score(self, candidates: Sequence[int], questions: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The score and the number of cells of each question, whatever it tells."""
        left = np.array(candidates, dtype=np.intp)
        present, kinds = np.unique(self.kinds[left], return_inverse=True)
        masses = None if self.masses is None else self.masses[left]
        step = max(1, _AT_ONCE // len(left))
        every = range(len(self.counts))
        for first in range(0, len(questions), step):
            here = questions[first : first + step]
            block = np.array(here, dtype=np.intp)
            # A heuristic mostly asks for all questions, and these need not be copied.
            answers = self.cell_of if here == every else self.cell_of[block]
            found = self._cells(answers[:, left], self.counts[block], kinds.reshape(-1), len(present), masses)
            count = found.summed(found.held)
            yield from zip(self.rule(found).tolist(), count.tolist(), strict=True)

    def _cells(
        self, answers: NDArray[np.int32], counts: Whole, kinds: Whole, classes: int, masses: Whole | None
    ) -> _Cells:
        starts = np.cumsum(counts) - counts
        cells = int(counts.sum())
        places = ((answers + starts[:, None]) * classes + kinds).reshape(-1)

        def added(numbers: Whole | None) -> Whole:
            weights = None if numbers is None else np.tile(numbers, len(answers))
            found = np.bincount(places, weights, minlength=cells * classes)
            return found.astype(np.int64).reshape(cells, classes)

        sizes = added(None)
        if masses is None:
            return _Cells(sizes, sizes, starts, answers.shape[1])
        low = added(masses & ((1 << _HALF) - 1))
        whole = int(masses.sum())
        high = added(masses >> _HALF) << _HALF if whole >> _HALF else 0
        return _Cells(sizes, low + high, starts, whole)


class _BulkRating(PlainRating):
    """The ratings of :class:`~strategist.choosing.ratings.PlainRating`, of all questions together."""

    def __init__(self, answers: _Answers, scores: Scores, position: Position, *, per_cost: bool) -> None:
        super().__init__(scores, position, per_cost=per_cost)
        self._answers = answers

    def of_each(self, questions: Sequence[int]) -> list[tuple[int, int]]:
        """See :class:`~strategist.choosing.ratings.Rating`."""
        found = self._answers.score(self.position.candidates, questions)
        if not self.per_cost:
            return [(score if cells > 1 else WORST, cells) for score, cells in found]
        before, left = self.undivided(), len(self.position.candidates)
        return [
            (per_cost(before, score, left, self.game.cost_of(question)) if cells > 1 else WORST, cells)
            for question, (score, cells) in zip(questions, found, strict=True)
        ]


def _largest(found: _Cells) -> Whole:
    sizes = np.where(found.mixed, found.sizes.sum(axis=1), 0)
    return np.asarray(np.maximum.reduceat(sizes, found.starts))


def _left(found: _Cells) -> Whole:
    products = np.where(found.mixed, found.sizes.sum(axis=1) * found.masses.sum(axis=1), 0)
    return found.summed(products)


def _parts(found: _Cells) -> Whole:
    return -found.summed(found.held)


def _missing(logs: Callable[[Whole, int], Whole], found: _Cells) -> Whole:
    within = logs(found.masses, found.whole).sum(axis=1)
    return found.summed(logs(found.masses.sum(axis=1), found.whole) - within)


def _entropy(whole: int) -> Callable[[_Cells], Whole]:
    if whole <= EXACT_MASS:
        exact = weighted_logs(whole)
        return partial(_missing, lambda masses, _: exact[masses])
    table = log_table()

    def interpolated(masses: Whole, left: int) -> Whole:
        shift = max(0, left.bit_length() - MASS_BITS)
        rounded = np.maximum(1, masses + (1 << shift >> 1) >> shift)
        # A number below 2⁵³ is a double, whose exponent is its number of bits.
        bits = np.frexp(rounded.astype(np.float64))[1].astype(np.int64) - 1
        rest = (rounded << MASS_BITS >> bits) - (1 << MASS_BITS)
        step, between = rest >> _BETWEEN, rest & ((1 << _BETWEEN) - 1)
        below = table[step]
        logs = (
            (bits << LOG_BITS) + below + ((table[np.minimum(step + 1, len(table) - 1)] - below) * between >> _BETWEEN)
        )
        return np.asarray(np.where(masses > 0, rounded * logs, 0))

    return partial(_missing, interpolated)


_RULES: dict[type[Strategy], Callable[[int], Callable[[_Cells], Whole]]] = {
    Minimax: lambda _: _largest,
    ExpectedSize: lambda _: _left,
    Entropy: _entropy,
    MostParts: lambda _: _parts,
}
"""How each heuristic scores cells, for secrets of so much mass in all."""
