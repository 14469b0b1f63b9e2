"""The questions that a search under lies has in hand at a position, the best first, and the cells of one of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.exact.lazy_heap import make_heap
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.lies.lies_arrays import LiesArrays, LiesScratch
from strategist.search.lies.lies_positions import count_cells, mixed, name_partition, out_of_reach
from strategist.search.several_answers.several_words import whole

_NONE = np.uint64(0)
QUESTION_BITS = 24
"""The bits of the number of a question behind its rank."""
QUESTION = (1 << QUESTION_BITS) - 1
_HEAVIEST = (1 << 38) - 1


@borrowing
def are_few(arrays: LiesArrays, size: int, questions: int) -> bool:
    """Whether so many candidates can be asked one after the other, and the right guess is always admitted."""
    return arrays.solved >= 0 and not arrays.denies and size <= questions


@inlined
def candidates_come_first(arrays: LiesArrays) -> bool:
    """Whether candidates are tried as questions before all others."""
    return len(arrays.free) > 0 and len(arrays.own) > 0


@borrowing
def list_questions(arrays: LiesArrays, desk: LiesScratch, level: int, questions: int, among: NDArray[np.int32]) -> int:
    """Put the questions that counting leaves in the heap of a level, and return how many there are. ``among`` are the
    questions that may be asked; all where it is empty. Where rows hold a falsehood each, ``desk.kept`` are those that
    part the position in different ways, with those that counting has put out of reach: no others need be asked below.
    """
    for slot in range(desk.seen.shape[1]):
        desk.seen[level, slot] = _NONE
    listed, asked = 0, len(among) if len(among) else arrays.truth.shape[0]
    desk.kept_count[level] = 0
    for at in range(asked):
        question = among[at] if len(among) else at
        if len(arrays.free):
            heaviest, word = _shown_cells(arrays, desk, level, question, questions)
        else:
            heaviest, word = _cells(arrays, desk, level, question, questions)
        if heaviest >= 0 and is_seen(desk.seen[level], word):
            continue
        if len(arrays.free):
            desk.kept[level * arrays.truth.shape[0] + desk.kept_count[level]] = question
            desk.kept_count[level] += 1
        if heaviest < 0:
            continue
        desk.heap[level, listed] = min(heaviest, _HEAVIEST) << QUESTION_BITS | question
        listed += 1
        if len(arrays.free) and are_few(arrays, heaviest, questions - 1):
            return _only(desk, level, question)
    make_heap(desk.heap[level], listed)
    return listed


@borrowing
def list_candidates(arrays: LiesArrays, desk: LiesScratch, level: int, questions: int) -> int:
    """The same of the candidates as questions, where each row holds a falsehood."""
    listed = 0
    for place in range(desk.size[level]):
        question = arrays.own[desk.candidates[level, place]]
        heaviest, _ = _shown_cells(arrays, desk, level, question, questions)
        if heaviest < 0:
            continue
        desk.heap[level, listed] = heaviest << QUESTION_BITS | question
        listed += 1
        if are_few(arrays, heaviest, questions - 1):
            return _only(desk, level, question)
    make_heap(desk.heap[level], listed)
    return listed


@borrowing
def _only(desk: LiesScratch, level: int, question: int) -> int:
    """Have one question in hand, behind whose responses nothing is to be searched."""
    desk.heap[level, 0] = question
    return 1


@borrowing
def is_seen(seen: NDArray[np.uint64], word: np.uint64) -> bool:
    """Whether a word is in a table; it is from now on. Places without one are zeros."""
    mask = np.uint64(len(seen) - 1)
    slot = whole(word & mask)
    while seen[slot] != _NONE and seen[slot] != word:
        slot = whole((np.uint64(slot) + np.uint64(1)) & mask)
    met = seen[slot] == word
    seen[slot] = word
    return met


@borrowing
def _cells(arrays: LiesArrays, desk: LiesScratch, level: int, question: int, questions: int) -> tuple[int, np.uint64]:
    """The weight of the heaviest cell of a question, -1 if counting puts a cell out of reach, and the word of all."""
    count_cells(arrays, desk, level, question)
    heaviest = 0
    for response in range(arrays.can.shape[1]):
        if not arrays.can[question, response]:
            continue
        if arrays.counts and out_of_reach(arrays, desk.cells, response, questions - 1):
            return -1, _NONE
        weight = 0
        for left in range(arrays.lies + 1):
            weight += desk.cells[response, left] * arrays.ranks[questions, left]
        heaviest = max(heaviest, weight)
    return heaviest, name_partition(arrays, desk, level, question)


@borrowing
def _shown_cells(
    arrays: LiesArrays, desk: LiesScratch, level: int, question: int, questions: int
) -> tuple[int, np.uint64]:
    """The same where each row holds a falsehood, by the number of candidates in a cell; cells of
    one candidate do not count for the word."""
    used, heaviest, fits = 0, 0, True
    for place in range(desk.size[level]):
        secret = desk.candidates[level, place]
        truth = arrays.truth[question, secret]
        if truth == arrays.solved:
            continue
        word = arrays.words[secret, 0, 0]
        for at in range(arrays.first_free[truth], arrays.first_free[truth + 1]):
            response = arrays.free[at]
            if not desk.sizes[response]:
                desk.touched[used] = response
                used += 1
            desk.sizes[response] += 1
            desk.mark[response] ^= word
            heaviest = max(heaviest, desk.sizes[response])
        if heaviest * arrays.weights[questions - 1, 0] > arrays.capacity[questions - 1, 0] and arrays.counts:
            fits = False
            break
    total = _NONE
    for at in range(used):
        response = desk.touched[at]
        if desk.sizes[response] > 1 or arrays.solved < 0:
            total += mixed(desk.mark[response])
        desk.sizes[response] = 0
        desk.mark[response] = _NONE
    return (heaviest if fits else -1), total | np.uint64(1)


@borrowing
def order_cells(arrays: LiesArrays, desk: LiesScratch, level: int, question: int, questions: int) -> int:
    """Put the cells of a question in ``desk.order``, the heaviest first, without those that need no search; returns how
    many there are."""
    count_cells(arrays, desk, level, question)
    cells = 0
    for response in range(arrays.can.shape[1]):
        if not arrays.can[question, response]:
            continue
        weight, size = 0, 0
        for left in range(arrays.lies + 1):
            weight += desk.cells[response, left] * arrays.ranks[questions, left]
            size += desk.cells[response, left]
        if not size or are_few(arrays, size, questions - 1):
            continue
        entry = -(min(weight, _HEAVIEST) << QUESTION_BITS | response)
        place = cells
        while place and desk.order[level, place - 1] > entry:
            desk.order[level, place] = desk.order[level, place - 1]
            place -= 1
        desk.order[level, place] = entry
        cells += 1
    return cells
