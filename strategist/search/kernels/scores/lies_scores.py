"""Scores of questions where answers may be false: the kernels.

:mod:`strategist.choosing.lies.berlekamp` is their specification. In the cell of an answer every suspect weighs at least
what it weighs after a lie. So a cell weighs what all suspects weigh after a lie, and for those who give the answer the
difference: a question costs one addition for each suspect, however many answers it has.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.lies.berlekamp import MISSING_BITS
from strategist.choosing.masses import LOG_BITS, WORST
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel, inlined
from strategist.search.kernels.scores.scores import MINIMAX
from strategist.search.kernels.scores.weighed_scores import interpolated_log, shift_of

FEW = 32
"""Up to so many secrets, answers are read from the columns."""
_UNIT = LOG_BITS - MISSING_BITS


@by_reference
class LiesAnswers(NamedTuple):
    """What all secrets answer to all questions, and what they may answer instead."""

    truths: NDArray[Any]
    """``unsigned[questions, secrets]``: the true answers."""
    columns: NDArray[Any]
    """``unsigned[secrets, questions]``: the same. Of few secrets they stand together here."""
    begins: NDArray[np.int32]
    """``int32[questions + 1]``: where the answers that a question can get begin in the next array."""
    answers: NDArray[np.int32]
    """Ascending within a question, without the solved one."""
    shown: NDArray[np.int32]
    """``int32[responses, n]``: what may be shown for each true answer where rows hold a falsehood each, ascending, then
    -1; without rows where answers are lies."""
    solved: int
    """The solved answer."""
    admits: bool
    """Whether the right guess is always admitted."""
    announces: bool
    lies: int
    ways: NDArray[np.int64]
    """``int64[questions, lies + 1]``: the weight of a suspect with so many more questions and lies left."""
    room: NDArray[np.int64]
    """``int64[questions]``: the most that a position may weigh with so many questions left."""
    logs: NDArray[np.int64]
    """:func:`~strategist.search.kernels.scores.weighed_scores.log_table`."""


@by_reference
class LiesRoom(NamedTuple):
    """LiesRoom of one thread. ``masses`` and ``sizes`` are zeros between two questions."""

    masses: NDArray[np.int64]
    """``int64[responses]``: of the suspects that give an answer, what they weigh more than after a lie."""
    sizes: NDArray[np.int64]
    """``int64[responses]``: the suspects that are in the cell of an answer only because they give it."""
    true: NDArray[np.int64]
    """``int64[lies + 1]``: the weight of a suspect that gives the answer, by the lies told."""
    false: NDArray[np.int64]
    """``int64[lies + 1]``: the weight of a suspect that does not."""
    used: NDArray[np.int32]
    """``int32[responses]``: the true answers that suspects give."""
    more: NDArray[np.int64]
    """``int64[secrets]``: for each suspect of the position the difference of these two."""
    questions: NDArray[np.int32]
    scores: NDArray[np.int64]
    cells: NDArray[np.int32]
    marks: NDArray[np.uint8]
    """``uint8[questions]``: whether a question may end play at the position."""


def make_scratch(told: LiesAnswers) -> LiesRoom:
    """LiesRoom for one thread."""
    questions, secrets = told.truths.shape
    return LiesRoom(
        np.zeros(told.solved + 1, dtype=np.int64),
        np.zeros(told.solved + 1, dtype=np.int64),
        np.zeros(told.lies + 1, dtype=np.int64),
        np.zeros(told.lies + 1, dtype=np.int64),
        np.zeros(told.solved + 1, dtype=np.int32),
        np.zeros(secrets, dtype=np.int64),
        np.zeros(questions, dtype=np.int32),
        np.zeros(questions, dtype=np.int64),
        np.zeros(questions, dtype=np.int32),
        np.zeros(questions, dtype=np.uint8),
    )


@borrowing
def weigh_position(told: LiesAnswers, lied: NDArray[np.uint8], scratch: LiesRoom) -> tuple[Any, Any, Any, Any]:
    """Weigh the suspects of a position, of which the lies told are given: what all of them weigh after a lie, how many
    of them may lie, what all of them weigh more if they give the answer, and by how many bits masses are rounded for
    ``entropy``."""
    questions, whole = -1, np.int64(0)
    while questions < 0 or whole > told.room[questions]:
        questions += 1
        whole = np.int64(0)
        for lies in lied:
            whole += told.ways[questions, told.lies - lies]
    after = max(0, questions - 1)
    for lies in range(told.lies + 1):
        scratch.true[lies] = told.ways[after, told.lies - lies]
        scratch.false[lies] = told.ways[after, told.lies - lies - 1] if lies < told.lies else 0
    everything, liars, more = np.int64(0), np.int64(0), np.int64(0)
    for i in range(len(lied)):
        lies = lied[i]
        scratch.more[i] = scratch.true[lies] - scratch.false[lies]
        more += scratch.more[i]
        everything += scratch.false[lies]
        if lies < told.lies:
            liars += 1
    return everything, liars, more, shift_of(whole)


@inlined
def _rounded(mass: Any, shift: Any) -> Any:
    return max(np.int64(1), (mass + ((np.int64(1) << shift) >> 1)) >> shift)


@borrowing
def _score_cells(
    told: LiesAnswers,
    rule: int,
    answers: NDArray[np.int32],
    everything: Any,
    liars: int,
    solved_mass: Any,
    shift: Any,
    scratch: LiesRoom,
) -> tuple[Any, Any]:
    """The score of a question from the masses and the sizes of its cells, and the number of cells; the scratch is
    cleared. ``solved_mass`` is the mass of the suspect that the question itself is, or -1."""
    heaviest, missing, together, cells = np.int64(0), np.int64(0), np.int64(0), 0
    if solved_mass >= 0:
        cells = 1
        together = _rounded(solved_mass, shift)
    known_mass, known_log = np.int64(-1), np.int64(0)
    for answer in answers:
        size = liars + scratch.sizes[answer]
        if size == 0:
            continue
        mass = everything + scratch.masses[answer]
        scratch.sizes[answer] = 0
        scratch.masses[answer] = 0
        cells += 1
        goes_on = size > 1 or not told.announces
        if rule == MINIMAX:
            if goes_on and mass > heaviest:
                heaviest = mass
            continue
        mass = _rounded(mass, shift)
        together += mass
        if goes_on:
            if mass != known_mass:
                known_mass, known_log = mass, interpolated_log(told.logs, mass, 0)
            missing += known_log
    if rule == MINIMAX:
        return heaviest, cells
    unit = together << _UNIT
    return (2 * missing + unit) // (2 * unit), cells


@inlined
def _truth(told: LiesAnswers, question: int, secret: int, few: bool) -> Any:
    """The true answer of a secret."""
    return told.columns[secret, question] if few else told.truths[question, secret]


@borrowing
def score_lies(
    told: LiesAnswers,
    rule: int,
    question: int,
    secrets: NDArray[np.int32],
    lied: NDArray[np.uint8],
    everything: Any,
    liars: int,
    more: Any,
    shift: Any,
    count_cells: bool,
    scratch: LiesRoom,
) -> tuple[Any, Any]:
    """The score of a question where answers may be lies, and the number of its cells if they are to be counted.

    ``WORST`` for a question with an answer that leaves the position as it was."""
    count = len(secrets)
    few = count <= FEW
    own = -1
    top = np.int64(0)
    for i in range(count):
        truth = _truth(told, question, secrets[i], few)
        if truth == told.solved:
            own = i
        else:
            mass = scratch.masses[truth] + scratch.more[i]
            scratch.masses[truth] = mass
            if mass > top:
                top = mass
    # If all suspects give one answer, nothing follows from it.
    alike = own < 0 and (count == 1 or top == more)
    solved_mass = np.int64(-1)
    if own >= 0:
        solved_mass = scratch.true[lied[own]]
        if told.admits:
            everything -= scratch.false[lied[own]]
            if lied[own] < told.lies:
                liars -= 1
    answers = told.answers[told.begins[question] : told.begins[question + 1]]
    simple = rule == MINIMAX and not count_cells and count > 1 and (liars > 1 or not told.announces)
    if alike or simple:
        if count < len(answers):
            for i in range(count):
                truth = _truth(told, question, secrets[i], few)
                if truth != told.solved:
                    scratch.masses[truth] = 0
        else:
            for answer in answers:
                scratch.masses[answer] = 0
        if alike:
            return np.int64(WORST), 0
        return everything + top, 0
    if liars < 2:
        for i in range(count):
            if lied[i] == told.lies and i != own:
                scratch.sizes[_truth(told, question, secrets[i], few)] += 1
    return _score_cells(told, rule, answers, everything, liars, solved_mass, shift, scratch)


@borrowing
def score_shown(
    told: LiesAnswers, rule: int, question: int, secrets: NDArray[np.int32], shift: Any, best: Any, scratch: LiesRoom
) -> tuple[Any, Any]:
    """The score of a question where each of several answers holds a falsehood, and the number of its cells.

    ``WORST`` for a question with an answer that leaves the position as it was, and by ``minimax`` for one whose score
    is above ``best``."""
    count = len(secrets)
    few = count <= FEW
    # The suspects by their true answers first: there are far fewer of these.
    limit = best if rule == MINIMAX else np.int64(count)
    used, together, cells = 0, np.int64(0), 0
    for i in range(count):
        truth = _truth(told, question, secrets[i], few)
        if truth == told.solved:
            cells, together = 1, np.int64(1)
            continue
        size = scratch.masses[truth] + 1
        scratch.masses[truth] = size
        if size == 1:
            scratch.used[used] = truth
            used += 1
        # They give one answer in common at least. A cell of one suspect may be one where play ends.
        elif size > limit:
            limit = np.int64(-1)
            break
    seen = 0
    while seen < used and limit >= 0:
        truth = scratch.used[seen]
        seen += 1
        for place in range(told.shown.shape[1]):
            answer = told.shown[truth, place]
            if answer < 0:
                break
            size = scratch.sizes[answer] + scratch.masses[truth]
            scratch.sizes[answer] = size
            if size > limit and size > 1:
                limit = np.int64(-1)
    heaviest, missing, alike = np.int64(0), np.int64(0), limit < 0
    for i in range(used):
        truth = scratch.used[i]
        scratch.masses[truth] = 0
        if i >= seen:
            continue
        for place in range(told.shown.shape[1]):
            answer = told.shown[truth, place]
            if answer < 0:
                break
            size = scratch.sizes[answer]
            if size == 0:
                continue
            scratch.sizes[answer] = 0
            alike |= size == count
            cells += 1
            if size > 1 or not told.announces:
                heaviest = max(heaviest, size)
                if rule != MINIMAX and size > 1:
                    missing += interpolated_log(told.logs, size, shift)
            together += _rounded(size, shift)
    if alike:
        return np.int64(WORST), 0
    if rule == MINIMAX:
        return heaviest, cells
    unit = together << _UNIT
    return (2 * missing + unit) // (2 * unit), cells


@borrowing_kernel
def score_under_lies(
    told: LiesAnswers,
    rule: int,
    secrets: NDArray[np.int32],
    lied: NDArray[np.uint8],
    asked: NDArray[np.int32],
    scratch: LiesRoom,
    scores: NDArray[np.int64],
) -> None:
    """Write the scores of some questions at one position, whose suspects are ascending, each with the lies told.

    ``WORST`` for a question with an answer that leaves the position as it was."""
    everything, liars, more, shift = weigh_position(told, lied, scratch)
    for j in range(len(asked)):
        if len(told.shown):
            scores[j], _ = score_shown(told, rule, asked[j], secrets, shift, np.int64(WORST), scratch)
        else:
            scores[j], _ = score_lies(
                told, rule, asked[j], secrets, lied, everything, liars, more, shift, False, scratch
            )
