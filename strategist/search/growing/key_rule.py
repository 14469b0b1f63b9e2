"""The rule of DELTA's program KEY where cells overlap, for all questions of a position at once, by NumPy.

:mod:`strategist.choosing.dallwitz` is the specification; this computes the same whole numbers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.dallwitz import (
    IMPROPER,
    IMPROPER_FACTOR,
    MOST_PART,
    MOST_VARIABLE,
    UNIT_BITS,
    VARIABLE,
    Dallwitz,
)
from strategist.search.growing.several_tables import Answers


class KeyRule:
    """Chooses the questions of one key, position by position: what it has used already is cheaper."""

    def __init__(self, strategy: Dallwitz, answers: Answers) -> None:
        told = answers.told
        self._told, self._classes = told, told.classes
        questions = told.kinds.shape[0]
        first_kinds = told.kinds.min(axis=1)
        owner = np.zeros(len(told.shapes), dtype=np.int64)
        owner[first_kinds[1:]] = 1
        owner = np.cumsum(owner)
        self._kind_of = np.repeat(np.arange(len(told.shapes)), np.diff(told.begins))
        """For each answer of each kind: the kind."""
        asked = owner[self._kind_of]
        counts = np.zeros(questions, dtype=np.int64)
        np.maximum.at(counts, asked, told.cells + 1)
        self._begins = np.concatenate([[0], np.cumsum(counts)])[:-1]
        """Where the answers of each question begin among all of them."""
        self._answer_of = self._begins[asked] + told.cells
        self._answers = int(counts.sum())
        self._inapplicable = np.zeros(self._answers, dtype=np.bool_)
        """Which answers say that a question does not apply."""
        responses = np.array([each.response for held in answers.held for each in held], dtype=np.int64)
        if strategy.game.inapplicable is not None:
            self._inapplicable[self._answer_of[responses == strategy.game.inapplicable]] = True
        self._frequencies = np.array(strategy.frequencies, dtype=np.float64)
        self._logs = np.array(strategy.logarithms, dtype=np.int64)
        self._penalties = strategy.penalties
        self._excludes_variable = strategy.excludes_variable
        full, reduced = strategy.costs
        self._costs, self._reduced = np.array(full, dtype=np.int64), np.array(reduced, dtype=np.int64)
        self._chosen: dict[tuple[tuple[int, ...], bytes], int] = {}

    def note_used(self, question: int) -> None:
        """Make a question cheaper that the key has from now on."""
        self._costs[question] = self._reduced[question]

    def choose(self, secrets: tuple[int, ...], options: NDArray[np.int32]) -> int:
        """The best of some questions, ascending, each of which tells something about some secrets, ascending."""
        key = secrets, options.tobytes()
        if key not in self._chosen:
            self._chosen[key] = int(options[self._best(np.array(secrets), options)])
            self.note_used(self._chosen[key])
        return self._chosen[key]

    def _best(self, secrets: NDArray[np.int64], options: NDArray[np.int32]) -> int:
        """The place of the best question: :meth:`~strategist.choosing.dallwitz.Dallwitz.choose` says which it is."""
        kinds = self._told.kinds[options[:, None], secrets].ravel()
        sizes = self._by_answer(kinds, None)
        masses = self._by_answer(kinds, np.tile(self._frequencies[secrets], len(options)))
        logs = self._logs[sizes]
        if len(self._classes):
            logs = np.where(self._pure(kinds, np.tile(self._classes[secrets], len(options))), 0, logs)
        count = len(secrets)
        spread, whole, repeated, improper, lacking = (
            np.add.reduceat(each, self._begins)[options]
            for each in (masses * logs, masses, sizes, (sizes == count).astype(np.int64), sizes * self._inapplicable)
        )
        repeated -= count
        varied = self._penalties[count] * np.minimum(repeated * (1 + IMPROPER_FACTOR * improper), MOST_VARIABLE)
        costs = self._costs[options]
        divisions = np.minimum((2 * spread + whole) // (2 * whole) + varied, MOST_PART)
        scores = np.minimum((costs << UNIT_BITS) // costs.min(), MOST_PART) + divisions
        scores += np.where(improper > 0, IMPROPER, 0)
        if self._excludes_variable:
            scores += np.where(repeated > 0, VARIABLE, 0)
        # argmin takes the first among equals.
        best = np.argmin(np.where(lacking == 0, scores, np.iinfo(np.int64).max))
        if lacking[best] or divisions[best] >= self._logs[count]:
            best = np.argmin(scores)
        return int(best)

    def _by_answer(self, kinds: NDArray[np.int32], weights: NDArray[np.float64] | None) -> NDArray[np.int64]:
        """``int64[answers]``: how many secrets may give each answer, or what they weigh; below 2⁵³, so exact."""
        by_kind = np.bincount(kinds, weights, len(self._told.shapes))
        return np.bincount(self._answer_of, by_kind[self._kind_of], self._answers).astype(np.int64)

    def _pure(self, kinds: NDArray[np.int32], classes: NDArray[np.int32]) -> NDArray[np.bool_]:
        """``bool[answers]``: whether the secrets that may give an answer are of one class."""
        least = np.full(len(self._told.shapes), np.iinfo(np.int32).max, dtype=np.int32)
        most = np.full(len(self._told.shapes), -1, dtype=np.int32)
        np.minimum.at(least, kinds, classes)
        np.maximum.at(most, kinds, classes)
        low = np.full(self._answers, np.iinfo(np.int32).max, dtype=np.int32)
        high = np.full(self._answers, -1, dtype=np.int32)
        np.minimum.at(low, self._answer_of, least[self._kind_of])
        np.maximum.at(high, self._answer_of, most[self._kind_of])
        return np.asarray(low == high)
