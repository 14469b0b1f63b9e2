"""Good trees at once, in turn with the proof, where secrets or their classes are announced.

Such games are mostly tables of yes/no questions: a guess has few cells, sizes of sets say little about their cost, and
a proof seldom ends. So trees come from rounds of more and more discrepancies from a heuristic
(:mod:`~strategist.search.kernels.growth.discrepancies`). The first rounds take milliseconds. Then the proof gets as
many positions as the last rounds took, at least a few, and what it has proven stays in the memo for the next turn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from strategist.choosing.masses import FRACTION_BITS, LOG_BITS, MASS_BITS
from strategist.choosing.searched import Optimal
from strategist.model.tree import DecisionTree
from strategist.search.kernels.growth.discrepancies import (
    EXAMINED,
    HELD,
    MOST_EXAMINED,
    MOST_TRIED,
    UNKNOWN,
    Asked,
    Desk,
    Known,
    least_within,
    move,
    question_at,
)
from strategist.search.kernels.scores.scores import weighted_logs
from strategist.search.kernels.scores.weighed_scores import log_table
from strategist.search.run.anytime import Approach
from strategist.search.run.extract import Slot, write_down
from strategist.search.run.root import Root
from strategist.search.state.problem import STOP, Problem
from strategist.search.tasks.workers import Workers

_PAYS_FROM = 1_000
"""Pairs of a secret and a question from which on first trees pay: a smaller game is proven before."""
_AT_LEAST, _OF_PROOF = 1_000, 2_000
"""The fewest sets of a turn of rounds, and the fewest positions of one of the proof."""
_FEW_SETS, _MOST_SETS, _MOST_CAPPED = 1 << 12, 1 << 20, 1 << 16
"""The room for sets at first, and the most: 40 MiB with what is moved, or 3 MiB where the memory of the search is
limited. With them full, the proof goes on alone."""
_MOST_CELLS = 1 << 22
"""The most pairs of an answer and a class, for each of which there is a counter."""
_MOST_LISTED = 1 << 13
"""Up to this mass of all secrets, logarithms are listed."""
_LEVELS, _POOL = 512, 64
"""Sets deeper than that are left out, and so are those for which a pool of so many times all secrets is too small."""


def pays(root: Root, problem: Problem) -> bool:
    """Whether to begin with first trees."""
    workers, strategy = root.workers, root.strategy
    announced = problem.announces and not problem.limited and not any(problem.gone) and not problem.tariff
    free = isinstance(strategy, Optimal) and strategy.width is None and not strategy.candidates_only
    large = workers.count * workers.source.question_count >= _PAYS_FROM
    counted = workers.source.response_count * (1 if workers.kinds is None else workers.leaves) <= _MOST_CELLS
    # With planes, the cells of all guesses are counted together: the proof has ended before a round has.
    held = counted and len(workers.answers) > 0 and not len(problem.source.letters) and not len(workers.planes)
    return announced and free and large and held and not problem.extra and not root.settled


def approach(root: Root, problem: Problem, *, alone: bool = True) -> Approach:
    """The best tree, its cost and the bound, when the proof has ended, when no round finds more, or after a stop. Not
    ``alone``, because others will look for better trees, it returns after the first rounds."""
    workers, reached = root.workers, Approach(root, problem, root.lower_bound or 0)
    rounds = Rounds(workers, problem, root.openings)

    def take(tree: DecisionTree | None) -> None:
        reached.take(tree)
        workers.report(problem, problem.left, 0.0, reached.cost, reached.bound)

    while not workers.stopped():
        examined = 0
        while examined < _AT_LEAST and not rounds.ended and not workers.stopped():
            examined += rounds.deepen()
            if 0 <= rounds.found < reached.cost:
                # To write the tree down may take longer than the round.
                workers.report(problem, problem.left, 0.0, rounds.found, reached.bound)
        take(rounds.tree(reached.cost))
        if not alone or rounds.ended or workers.stopped():
            break
        with workers.for_positions(max(examined, _OF_PROOF)):
            result = root.run(problem, problem.left, min(problem.infeasible, reached.cost + 1))
        reached.bound = max(reached.bound, min(result.lower_bound, reached.cost))
        if result.opening >= 0 and result.cost < reached.cost:
            take(root.extract(problem, result.opening, result.cost))
        if result.finished:
            break
    return reached


def compile_rounds(root: Root, problem: Problem) -> None:
    """Run all kernels once, in a small game."""
    rounds = Rounds(root.workers, problem, root.openings)
    rounds.deepen()
    rounds.enlarge()
    rounds.tree(problem.infeasible)


class Rounds:
    """Rounds of discrepancies in one search."""

    def __init__(self, workers: Workers, problem: Problem, openings: Sequence[int]) -> None:
        self._workers, self.problem = workers, problem
        questions, count = workers.source.question_count, workers.count
        answers = np.ascontiguousarray(workers.answers[:questions])
        kinds = np.empty(0, dtype=np.int32) if workers.kinds is None else workers.kinds
        classes = int(kinds.max(initial=0)) + 1
        scale = problem.stakes.scale if problem.stakes else 0
        masses = scale * workers.weights.astype(np.int64)
        prices = workers.costs.astype(np.int64) if len(workers.costs) else np.ones(questions, dtype=np.int64)
        worth = problem.unit + masses * int(prices.min())
        whole = int(worth.sum())
        wide = whole > _MOST_LISTED
        shift = max(0, whole.bit_length() - MASS_BITS) if wide else 0
        most = max(2, *(len(np.unique(row)) for row in answers))
        one_bit = 2.0**shift / (1 << (LOG_BITS if wide else FRACTION_BITS))
        cells = workers.source.response_count
        self._asked = Asked(
            answers=answers,
            kinds=kinds,
            worth=worth,
            unit=problem.unit,
            masses=masses,
            prices=prices,
            openings=np.array(openings, dtype=np.int32),
            words=workers.words,
            logs=log_table() if wide else weighted_logs(whole),
            wide=wide,
            shift=shift,
            # Rounded down: sums of logarithms that are rounded must not refute a tree.
            unit_cost=one_bit / math.log2(most) * (1 - 1e-6),
            classes=classes,
        )
        levels = min(count, _LEVELS)
        self._desk = Desk(
            np.zeros(count * _POOL, dtype=np.int32),
            np.zeros(cells, dtype=np.int64),
            np.zeros(max(cells, 1) * classes, dtype=np.int64),
            np.zeros((levels, MOST_TRIED), dtype=np.int32),
            np.zeros((levels, MOST_TRIED), dtype=np.float64),
            np.zeros((levels, MOST_TRIED), dtype=np.int64),
            np.zeros(3, dtype=np.int64),
        )
        self._known = _empty(_FEW_SETS)
        self._most_sets = _MOST_SETS if workers.options.memory is None else _MOST_CAPPED
        self._discrepancies, self.found = 0, UNKNOWN
        self.ended = False

    def deepen(self) -> int:
        """One more discrepancy; returns the number of sets that were examined, at least 1."""
        workers, state = self._workers, self._desk.state
        state[EXAMINED], state[MOST_EXAMINED] = 0, _MOST_SETS
        self._desk.pool[: workers.count] = workers.everything
        self.found = least_within(
            self._asked,
            self._known,
            self._desk,
            workers.shared[STOP : STOP + 1],
            0,
            workers.count,
            workers.count,
            0,
            self._discrepancies,
        )
        if state[MOST_EXAMINED]:
            self._discrepancies += 1
            self.ended = self._discrepancies == MOST_TRIED
        elif 2 * state[HELD] > len(self._known.names) and len(self._known.names) < self._most_sets:
            self.enlarge()
        else:
            self.ended = True
        return max(1, int(state[EXAMINED]))

    def enlarge(self) -> None:
        """Make more room for what is known."""
        larger = _empty(4 * len(self._known.names))
        move(self._known, larger)
        self._known = larger

    def tree(self, below: int) -> DecisionTree | None:
        """The best tree that is known, if it costs less than ``below``."""
        if not 0 <= self.found < below:
            return None
        return write_down(self._workers, self._choose)

    def _choose(self, level: Sequence[Slot]) -> list[int] | None:
        workers, chosen = self._workers, []
        for slot in level:
            if workers.settled(slot.candidates):
                chosen.append(int(workers.source.guess_of_secret[slot.candidates[0]]))
                continue
            key, check = np.bitwise_xor.reduce(workers.words[slot.candidates])
            chosen.append(question_at(self._known, key, check))
            if chosen[-1] == UNKNOWN:
                return None
        return chosen


def _empty(sets: int) -> Known:
    return Known(
        np.zeros((sets, 2), dtype=np.uint64),
        np.zeros(sets, dtype=np.int64),
        np.zeros(sets, dtype=np.int32),
        np.full(sets, -1, dtype=np.int32),
    )
