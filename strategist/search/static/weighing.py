"""Whether so many questions can tell all candidates apart, by weights of pairs: for large tables.

Give weights to some open pairs. A set of k questions that tells all of them apart tells apart all of their weight, so
the k questions that tell most of it apart do so together, each of them at least. If they do not, there is no such set.
And a question that, with the k - 1 best beside it, does not reach the whole weight is in no such set: it is ruled out.
What is left is divided by one pair: each set holds one of the questions that tell it apart.

The best weights are a linear program, which is solved by HiGHS through SciPy, with more questions and more pairs as
they are needed. Its floating-point numbers only say where to look: weights are rounded to whole numbers, and what they
prove is reckoned with these.

Sources: the linear program is the dual of the fractional cover, L. Lovász, "On the ratio of optimal integral and
fractional covers", Discrete Mathematics 13 (1975); ruling out is reduced cost fixing, G. B. Dantzig, D. R. Fulkerson
and S. M. Johnson, "Solution of a large-scale traveling-salesman problem", Operations Research 2 (1954).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import MissingLibraryError
from strategist.common.extras import how_to_install
from strategist.search.certify.certify_sets import RefutedSet
from strategist.search.static.exchanging import MOST_STEPS, open_pairs
from strategist.search.static.partitions import Partitions, first_of_partitions
from strategist.search.static.proving import Proving

_MOST_LOOKED_AT = 10**11
"""Pairs of candidates times questions up to which weights are tried."""
_POOL = 40_000
"""The pairs that are looked at: those that the fewest questions tell apart, and those that a set leaves together."""
_FIRST_PAIRS, _MORE_PAIRS = 400, 200
_FIRST_QUESTIONS, _MORE_QUESTIONS = 250, 60
_ROUNDS = 30
"""How often pairs or questions are added to a linear program at most."""
_SCALE = 10**6
"""The weight that no question tells more apart, nearly, in whole numbers."""
_BLOCK = 1024
_SLACK = 1e-6

Numbers = NDArray[np.int64]


class TooLargeToWeigh(Exception):
    """The table is too large."""


class Weighing(Proving):
    """The search for sets of a number of questions.

    Parameters
    ----------
    partitions : Partitions
        The answers.
    left : callable
        It is called at each node, and may raise an exception.

    Raises :class:`TooLargeToWeigh`, and :class:`~strategist.common.errors.MissingLibraryError` without SciPy.
    """

    steps = MOST_STEPS

    def __init__(self, partitions: Partitions, left: Callable[[], object]) -> None:
        super().__init__(left)
        try:
            import scipy.optimize as solver
        except ImportError:
            need = "proofs about questions of a large table need SciPy"
            raise MissingLibraryError(f"{need}: {how_to_install('static')}") from None
        candidates = len(partitions.classes)
        if candidates * candidates // 2 * len(partitions.table) > _MOST_LOOKED_AT:
            raise TooLargeToWeigh
        self.solver: Any = solver
        self.partitions = partitions
        self.questions = np.zeros(0, dtype=np.int64)
        """The first question of each partition."""

    def _start(self, top: RefutedSet, count: int) -> list[int] | None:
        if not len(self.questions):
            # This takes long for large tables, and is not needed before.
            self.questions = np.array(first_of_partitions(self.partitions.table))
            self.answers = np.ascontiguousarray(self.partitions.table[self.questions].T)
            self.ones, self.others = self._hardest()
        return self._branch(top, [], np.arange(len(self.questions)), count)

    def _hardest(self) -> tuple[Numbers, Numbers]:
        classes, found = self.partitions.classes, []
        for one, row in enumerate(self.answers):
            others = one + 1 + np.flatnonzero(classes[one + 1 :] != classes[one])
            told = np.count_nonzero(self.answers[others] != row, axis=1)
            found.append(np.stack([told, np.full(len(others), one), others]))
            self.left()
        told, ones, others = np.concatenate(found, axis=1)
        order = np.argsort(told, kind="stable")[:_POOL]
        return ones[order], others[order]

    def _branch(self, node: RefutedSet, asked: list[int], allowed: Numbers, more: int) -> list[int] | None:
        """Questions that tell all apart: these, and so many more of those that are allowed; None if there are none,
        and ``node`` then says why."""
        self.left()
        self.nodes += 1
        pairs = self._open(asked)
        if not len(pairs):
            return self.questions[asked].tolist()
        if more == 0:
            return None
        answers = np.ascontiguousarray(self.answers[:, allowed])
        tellers = self._tellers(answers, pairs)
        pairs = pairs[np.argsort(tellers, kind="stable")]
        rows, weights = self._weigh(answers, pairs, more)
        told = weights @ self._tell(answers, rows).astype(np.int64)
        best = np.sort(told)[::-1]
        whole, kept = int(weights.sum()), told + int(best[: more - 1].sum()) >= weights.sum()
        out = int(best[:more].sum()) < whole
        if out or np.count_nonzero(kept) <= 0.9 * len(kept):
            if self.keeps:
                ends = zip(self.ones[rows].tolist(), self.others[rows].tolist(), weights.tolist(), strict=True)
                node.weights = list(ends)
            if out:
                return None
            below = RefutedSet(0)
            found = self._branch(below, asked, allowed[kept], more)
            if found is None and self.keeps:
                node.below.append(below)
            return found
        hardest = pairs[:1]
        node.pair = int(self.ones[hardest[0]]), int(self.others[hardest[0]])
        tried = np.flatnonzero(self._tell(answers, hardest)[0])
        ruled_out = np.zeros(len(allowed), dtype=np.bool_)
        for each in tried[np.argsort(-told[tried], kind="stable")].tolist():
            ruled_out[each] = True
            partition = int(allowed[each])
            below = RefutedSet(int(self.questions[partition]))
            # The question itself is asked, and tells no open pair apart any more.
            found = self._branch(below, [*asked, partition], allowed[~ruled_out], more - 1)
            if found is not None:
                return found
            if self.keeps:
                node.below.append(below)
        return None

    def _open(self, asked: list[int]) -> Numbers:
        """The pairs of the pool that are together; if there are none, others join it."""
        pairs = self._together(asked)
        if not len(pairs):
            ones, others = open_pairs(self.partitions, self.questions[asked].tolist())
            self.ones = np.concatenate([self.ones, np.minimum(ones, others)])
            self.others = np.concatenate([self.others, np.maximum(ones, others)])
            pairs = self._together(asked)
        return pairs

    def _together(self, asked: list[int]) -> Numbers:
        together = np.ones(len(self.ones), dtype=np.bool_)
        for each in asked:
            row = self.answers[:, each]
            together &= row[self.ones] == row[self.others]
        return np.flatnonzero(together)

    def _tell(self, answers: NDArray[Any], pairs: Numbers) -> NDArray[np.bool_]:
        """``bool[pairs, allowed]``: which questions tell which pairs apart."""
        told: NDArray[np.bool_] = answers[self.ones[pairs]] != answers[self.others[pairs]]
        return told

    def _tellers(self, answers: NDArray[Any], pairs: Numbers) -> Numbers:
        """How many questions tell each pair apart."""
        blocks = (pairs[at : at + _BLOCK] for at in range(0, len(pairs), _BLOCK))
        return np.concatenate([np.count_nonzero(self._tell(answers, block), axis=1) for block in blocks])

    def _weigh(self, answers: NDArray[Any], pairs: Numbers, more: int) -> tuple[Numbers, Numbers]:
        """Some of these pairs, of which the first are told apart by the fewest questions, with whole weights: so good
        that ``more`` questions are refuted, if linear programs find such."""
        rows = pairs[:_FIRST_PAIRS]
        best: tuple[float, Numbers, NDArray[np.float64]] | None = None
        tell = self._tell(answers, rows)
        active = np.argsort(-np.count_nonzero(tell, axis=0), kind="stable")[:_FIRST_QUESTIONS]
        for _ in range(_ROUNDS):
            self.left()
            result = self.solver.linprog(
                -np.ones(len(rows)),
                A_ub=tell[:, active].T.astype(np.float64),
                b_ub=np.ones(len(active)),
                bounds=(0, None),
                method="highs",
            )
            if result.x is None:
                break
            weights = np.maximum(result.x, 0)
            told = weights @ tell
            most = float(told.max())
            if most > 0 and (best is None or weights.sum() / most > best[0]):
                best = weights.sum() / most, rows, weights / most
            if best is not None and best[0] > more * (1 + _SLACK):
                break
            beyond = np.argsort(-told, kind="stable")[:_MORE_QUESTIONS]
            beyond = np.setdiff1d(beyond[told[beyond] > 1 + _SLACK], active)
            if len(beyond):
                active = np.concatenate([active, beyond])
                continue
            # The questions as the program mixes them tell some pairs apart too little.
            mixed = self._tell(answers[:, active], pairs) @ -result.ineqlin.marginals
            short = np.argsort(mixed, kind="stable")[:_MORE_PAIRS]
            short = np.setdiff1d(pairs[short[mixed[short] < 1 - _SLACK]], rows)
            if not len(short):
                break
            rows = np.concatenate([rows, short])
            tell = self._tell(answers, rows)
        if best is None:
            return rows, np.ones(len(rows), dtype=np.int64)
        whole = np.rint(best[2] * _SCALE).astype(np.int64)
        return best[1][whole > 0], whole[whole > 0]
