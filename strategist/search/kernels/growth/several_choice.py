"""Choose questions at many positions at once where cells overlap, and find what can be learnt from them.

The rules of heuristics are specified in :mod:`strategist.choosing.heuristics`, what can be learnt in
:mod:`strategist.model.position`. Positions stand one after the other: the secrets of position p are those from
``begins[p]`` up to ``begins[p + 1]``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.growth.ties import best_of
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import HALT, borrowing, borrowing_kernel
from strategist.search.kernels.scores.several_scores import (
    SeveralAnswers,
    Tables,
    score_per_cost,
    score_several_cells,
)


@by_reference
class SeveralAsked(NamedTuple):
    """Positions, and the questions that may be asked at each of them."""

    begins: NDArray[np.int64]
    """``int64[positions + 1]``."""
    secrets: NDArray[np.int32]
    masses: NDArray[np.int64]
    """Of each of the secrets, as in :func:`~strategist.choosing.masses.scored_masses`."""
    first: NDArray[np.int64]
    """``int64[positions + 1]``: where the questions of each position begin."""
    questions: NDArray[np.int32]
    """Ascending within a position, of which each has one at least; scratch from then on."""
    keys: NDArray[np.uint64]
    """``uint64[positions]``: the words for draws among equals."""


@by_reference
class SeveralRule(NamedTuple):
    """A heuristic: its rule, how it breaks ties, and the cost of each question, empty where costs do not count."""

    rule: int
    ties: int
    costs: NDArray[np.int64]


@borrowing
def _score_at(
    told: SeveralAnswers,
    rule: SeveralRule,
    asked: SeveralAsked,
    place: int,
    tables: Tables,
    scores: NDArray[np.int64],
    cells: NDArray[np.int32],
) -> None:
    """Write the scores of the questions of a position, by the rule and by ``most-parts``."""
    low, high = asked.begins[place], asked.begins[place + 1]
    secrets, masses = asked.secrets[low:high], asked.masses[low:high]
    everything = np.int64(0)
    for mass in masses:
        everything += mass
    tables.values[: high - low] = -1
    before = np.int64(0)
    if len(rule.costs):
        nothing = told.kinds.shape[0] - 1
        before, _ = score_several_cells(told, rule.rule, nothing, secrets, masses, everything, tables)
    start = asked.first[place]
    for j in range(start, asked.first[place + 1]):
        question = asked.questions[j]
        score, count = score_several_cells(told, rule.rule, question, secrets, masses, everything, tables)
        if len(rule.costs):
            score = score_per_cost(before, score, high - low, rule.costs[question])
        scores[j - start] = score
        cells[j - start] = -count


@borrowing_kernel
def choose_several(
    told: SeveralAnswers,
    rule: SeveralRule,
    asked: SeveralAsked,
    low: int,
    high: int,
    tables: Tables,
    scores: NDArray[np.int64],
    cells: NDArray[np.int32],
    chosen: NDArray[np.int32],
    control: NDArray[np.int64],
) -> None:
    """Write the best question of each position from ``low`` up to ``high`` into ``chosen``; undefined after a stop.

    ``scores`` and ``cells`` are scratch for all questions.
    """
    for place in range(low, high):
        if control[HALT]:
            return
        _score_at(told, rule, asked, place, tables, scores, cells)
        start = asked.first[place]
        questions = asked.questions[start : asked.first[place + 1]]
        chosen[place], _ = best_of(rule.ties, questions, scores, cells, questions[:0], asked.keys[place])


@borrowing
def _apart(told: SeveralAnswers, kinds: NDArray[np.int32]) -> bool:
    """Whether two of some kinds have no answer in common."""
    words = told.answers.shape[1]
    for i in range(len(kinds)):
        for j in range(i):
            common = np.uint64(0)
            for word in range(words):
                common |= told.answers[kinds[i], word] & told.answers[kinds[j], word]
            if common == 0:
                return True
    return False


@borrowing_kernel
def examine_sets(
    told: SeveralAnswers,
    begins: NDArray[np.int64],
    secrets: NDArray[np.int32],
    tables: Tables,
    sure: bool,
    marks: NDArray[np.uint8],
    control: NDArray[np.int64],
) -> None:
    """Mark the questions in which the secrets of each set differ, ``uint8[sets, questions]``; or if it is to be
    ``sure``, those in which two of them have no answer in common.

    There are no marks before; they are undefined after a stop.
    """
    for place in range(len(begins) - 1):
        for question in range(marks.shape[1]):
            if control[HALT]:
                return
            used = 0
            for i in range(begins[place], begins[place + 1]):
                kind = told.kinds[question, secrets[i]]
                if tables.kind_sizes[kind] == 0:
                    tables.kind_sizes[kind] = 1
                    tables.used_kinds[used] = kind
                    used += 1
            for i in range(used):
                tables.kind_sizes[tables.used_kinds[i]] = 0
            if used > 1 and (not sure or _apart(told, tables.used_kinds[:used])):
                marks[place, question] = 1
