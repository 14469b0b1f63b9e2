"""Choose questions at many positions at once where answers may be false, and find what is behind their answers.

The rules of heuristics are specified in :mod:`strategist.choosing.heuristics`, the cells in
:mod:`strategist.model.position`. Positions stand one after the other: the suspects of position p are those from
``begins[p]`` up to ``begins[p + 1]``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.masses import WORST
from strategist.search.kernels.growth.slots import mix
from strategist.search.kernels.growth.ties import CELLS, DRAWN, LOWEST, best_of
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import HALT, borrowing, borrowing_kernel
from strategist.search.kernels.scores.lies_scores import LiesAnswers, LiesRoom, score_lies, score_shown, weigh_position
from strategist.search.kernels.scores.scores import MINIMAX


@by_reference
class LiesAsked(NamedTuple):
    """Positions, one after the other."""

    begins: NDArray[np.int64]
    """``int64[positions + 1]``."""
    secrets: NDArray[np.int32]
    """Ascending within a position."""
    lied: NDArray[np.uint8]
    """The lies told if it is the secret."""
    keys: NDArray[np.uint64]
    """``uint64[positions]``: the words for draws among equals; empty where nothing is drawn."""


@by_reference
class LiesRule(NamedTuple):
    """A heuristic."""

    rule: int
    ties: int
    candidates_only: bool
    question_of_secret: NDArray[np.int32]
    """``int32[secrets]``, ascending: the question that is the code of a secret; empty where no secret can be asked."""


@borrowing
def _score_at(told: LiesAnswers, rule: LiesRule, asked: LiesAsked, place: int, scratch: LiesRoom) -> int:
    """Write the first questions of a position and their scores, by the rule and by ``most-parts``; returns the number
    of these questions. The others are no better."""
    low, high = asked.begins[place], asked.begins[place + 1]
    secrets, lied = asked.secrets[low:high], asked.lied[low:high]
    everything, liars, more, shift = weigh_position(told, lied, scratch)
    counts = rule.ties == CELLS
    questions = len(secrets) if rule.candidates_only else told.truths.shape[0]
    for j in range(questions):
        scratch.questions[j] = rule.question_of_secret[secrets[j]] if rule.candidates_only else j
    best, floor = np.int64(WORST), np.int64(-1)
    if len(told.shown) and not counts and not told.announces and not rule.candidates_only:
        # No question is better than one behind whose answers one suspect is left at most.
        floor = np.int64(1 if rule.rule == MINIMAX else 0)
        best = _score_shown(told, rule, secrets, shift, scratch)
        if best <= floor:
            return questions
    for j in range(questions):
        question = scratch.questions[j]
        if len(told.shown):
            score, cells = score_shown(told, rule.rule, question, secrets, shift, best, scratch)
            if score < best:
                best = score
        else:
            score, cells = score_lies(
                told, rule.rule, question, secrets, lied, everything, liars, more, shift, counts, scratch
            )
        scratch.scores[j] = score
        scratch.cells[j] = -cells
        if score == floor and rule.ties == LOWEST:
            return j + 1
    return questions


@borrowing
def _score_shown(told: LiesAnswers, rule: LiesRule, secrets: NDArray[np.int32], shift: Any, scratch: LiesRoom) -> Any:
    """Write the scores of the suspects as questions, ``WORST`` for all others; returns the best."""
    best = np.int64(WORST)
    scratch.scores[:] = WORST
    for secret in secrets:
        question = rule.question_of_secret[secret]
        score, _ = score_shown(told, rule.rule, question, secrets, shift, best, scratch)
        scratch.scores[question] = score
        if score < best:
            best = score
    return best


@borrowing
def _mark(told: LiesAnswers, rule: LiesRule, asked: LiesAsked, place: int, mark: int, scratch: LiesRoom) -> None:
    """Mark the questions that may end play at a position, or take the marks away."""
    if not told.announces:
        for i in range(asked.begins[place], asked.begins[place + 1]):
            scratch.marks[rule.question_of_secret[asked.secrets[i]]] = mark


@borrowing_kernel
def choose_under_lies(
    told: LiesAnswers,
    rule: LiesRule,
    asked: LiesAsked,
    low: int,
    high: int,
    scratch: LiesRoom,
    chosen: NDArray[np.int32],
    control: NDArray[np.int64],
) -> None:
    """Write the best question of each position from ``low`` up to ``high`` into ``chosen``, -1 where no question tells
    anything; undefined after a stop."""
    for place in range(low, high):
        if control[HALT]:
            return
        questions = _score_at(told, rule, asked, place, scratch)
        _mark(told, rule, asked, place, 1, scratch)
        asks = scratch.questions[:questions]
        key = asked.keys[place] if rule.ties == DRAWN else np.uint64(0)
        best, score = best_of(rule.ties, asks, scratch.scores, scratch.cells, scratch.marks, key)
        chosen[place] = -1 if score == WORST else best
        _mark(told, rule, asked, place, 0, scratch)


@borrowing
def _count_cells(told: LiesAnswers, asked: LiesAsked, place: int, question: int, sizes: NDArray[np.int64]) -> int:
    """Add the sizes of the cells of a question but the solved one; returns the place of the suspect that the question
    is, or -1."""
    row, liars, own = told.truths[question], 0, -1
    for i in range(asked.begins[place], asked.begins[place + 1]):
        truth = row[asked.secrets[i]]
        solved = truth == told.solved
        if solved:
            own = i
        if len(told.shown):
            for at in range(told.shown.shape[1]):
                answer = told.shown[truth, at]
                if solved or answer < 0:
                    break
                sizes[answer] += 1
        elif asked.lied[i] < told.lies:
            if not (solved and told.admits):
                liars += 1
        elif not solved:
            sizes[truth] += 1
    if liars:
        for at in range(told.begins[question], told.begins[question + 1]):
            sizes[told.answers[at]] += liars
    return own


@borrowing_kernel
def count_branches(
    told: LiesAnswers,
    asked: LiesAsked,
    guesses: NDArray[np.int32],
    branches: NDArray[np.int64],
    members: NDArray[np.int64],
    wins: NDArray[np.uint8],
    sizes: NDArray[np.int64],
    control: NDArray[np.int64],
) -> None:
    """Count the cells of the question asked at each position in which play goes on, and their suspects; and tell
    whether it can be right. ``sizes`` is scratch of zeros; a guess of -1 asks nothing. Undefined after a stop."""
    for place in range(len(guesses)):
        if control[HALT]:
            return
        if guesses[place] < 0:
            continue
        wins[place] = _count_cells(told, asked, place, guesses[place], sizes) >= 0
        for answer in range(told.solved):
            if sizes[answer]:
                branches[place] += 1
                members[place] += sizes[answer]
                sizes[answer] = 0


@by_reference
class Cells(NamedTuple):
    """The cells of the questions asked at positions, in the order of the positions, then of the answers."""

    begins: NDArray[np.int64]
    """``int64[cells + 1]``."""
    secrets: NDArray[np.int32]
    lied: NDArray[np.uint8]
    answers: NDArray[np.int32]
    """``int32[cells]``."""
    names: NDArray[np.uint64]
    """``uint64[cells, 2]``: the sum of the words of the suspects."""
    keys: NDArray[np.uint64]
    """``uint64[cells]``: the words for draws among equals; empty where nothing is drawn."""


@borrowing_kernel
def fill_branches(
    told: LiesAnswers,
    asked: LiesAsked,
    guesses: NDArray[np.int32],
    words: NDArray[np.uint64],
    places: NDArray[np.int64],
    cells: Cells,
    control: NDArray[np.int64],
) -> None:
    """Fill the cells that :func:`count_branches` has counted.

    ``words`` are ``uint64[lies + 1, secrets, 2]``, of each suspect; ``places`` is scratch, zeros. Undefined after a
    stop.
    """
    cell = 0
    for place in range(len(guesses)):
        if control[HALT]:
            return
        question = guesses[place]
        if question < 0:
            continue
        own = _count_cells(told, asked, place, question, places)
        # From here on, a place is the number of the cell, plus one.
        first = cell
        for answer in range(told.solved):
            if places[answer]:
                cells.begins[cell + 1] = cells.begins[cell] + places[answer]
                cells.answers[cell] = answer
                if len(cells.keys):
                    move = np.uint64(question) * np.uint64(told.solved + 1) + np.uint64(answer)
                    cells.keys[cell] = asked.keys[place] + mix(move)
                cell += 1
                places[answer] = cell
        # The begins are moved on while cells are filled, and moved back at the end.
        start = cells.begins[first]
        row = told.truths[question]
        for i in range(asked.begins[place], asked.begins[place + 1]):
            secret, lied = asked.secrets[i], asked.lied[i]
            truth = row[secret]
            if len(told.shown):
                if i != own:
                    for at in range(told.shown.shape[1]):
                        answer = told.shown[truth, at]
                        if answer < 0:
                            break
                        _enter(cells, words, places[answer] - 1, secret, lied)
            elif lied < told.lies and not (i == own and told.admits):
                for at in range(told.begins[question], told.begins[question + 1]):
                    answer = told.answers[at]
                    _enter(cells, words, places[answer] - 1, secret, lied if answer == truth else lied + 1)
            elif i != own:
                _enter(cells, words, places[truth] - 1, secret, lied)
        for at in range(cell - 1, first, -1):
            cells.begins[at] = cells.begins[at - 1]
        cells.begins[first] = start
        for at in range(first, cell):
            places[cells.answers[at]] = 0


@borrowing
def _enter(cells: Cells, words: NDArray[np.uint64], cell: int, secret: int, lied: int) -> None:
    """Enter a suspect into a cell."""
    cells.secrets[cells.begins[cell]] = secret
    cells.lied[cells.begins[cell]] = lied
    cells.begins[cell] += 1
    cells.names[cell, 0] += words[lied, secret, 0]
    cells.names[cell, 1] += words[lied, secret, 1]
