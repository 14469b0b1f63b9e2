"""The questions that a search under lies has in hand at a position, the best first, and the cells of one of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.exact.lazy_heap import make_heap
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.lies.lies_arrays import LiesArrays, LiesScratch
from strategist.search.lies.lies_positions import count_cells, mixed, name_partition, out_of_reach
from strategist.search.several_answers.several_sets import whole

_NONE = np.uint64(0)
QUESTION_BITS = 24
"""The bits of the number of a question behind its rank."""
QUESTION = (1 << QUESTION_BITS) - 1
_HEAVIEST = (1 << 38) - 1


@borrowing
def are_few(ground: LiesArrays, size: int, questions: int) -> bool:
    """Whether so many suspects can be asked one after the other, and the right guess is always admitted."""
    return ground.solved >= 0 and not ground.denies and size <= questions


@inlined
def candidates_come_first(ground: LiesArrays) -> bool:
    """Whether suspects are tried as questions before all others."""
    return len(ground.free) > 0 and len(ground.own) > 0


@borrowing
def list_questions(ground: LiesArrays, desk: LiesScratch, level: int, questions: int, among: NDArray[np.int32]) -> int:
    """Put the questions that counting leaves in the heap of a level, and return how many there are. ``among`` are the
    questions that may be asked; all where it is empty. Where rows hold a falsehood each, ``desk.kept`` are those that
    part the position in different ways, with those that counting has put out of reach: no others need be asked below.
    """
    for slot in range(desk.seen.shape[1]):
        desk.seen[level, slot] = _NONE
    listed, asked = 0, len(among) if len(among) else ground.truth.shape[0]
    desk.kept_count[level] = 0
    for at in range(asked):
        question = among[at] if len(among) else at
        if len(ground.free):
            heaviest, word = _shown_cells(ground, desk, level, question, questions)
        else:
            heaviest, word = _cells(ground, desk, level, question, questions)
        if heaviest >= 0 and _is_seen(desk, level, word):
            continue
        if len(ground.free):
            desk.kept[level * ground.truth.shape[0] + desk.kept_count[level]] = question
            desk.kept_count[level] += 1
        if heaviest < 0:
            continue
        desk.heap[level, listed] = min(heaviest, _HEAVIEST) << QUESTION_BITS | question
        listed += 1
        if len(ground.free) and are_few(ground, heaviest, questions - 1):
            return _only(desk, level, question)
    make_heap(desk.heap[level], listed)
    return listed


@borrowing
def list_candidates(ground: LiesArrays, desk: LiesScratch, level: int, questions: int) -> int:
    """The same of the suspects as questions, where each row holds a falsehood."""
    listed = 0
    for place in range(desk.size[level]):
        question = ground.own[desk.suspects[level, place]]
        heaviest, _ = _shown_cells(ground, desk, level, question, questions)
        if heaviest < 0:
            continue
        desk.heap[level, listed] = heaviest << QUESTION_BITS | question
        listed += 1
        if are_few(ground, heaviest, questions - 1):
            return _only(desk, level, question)
    make_heap(desk.heap[level], listed)
    return listed


@borrowing
def _only(desk: LiesScratch, level: int, question: int) -> int:
    """Have one question in hand, behind whose responses nothing is to be searched."""
    desk.heap[level, 0] = question
    return 1


@borrowing
def _is_seen(desk: LiesScratch, level: int, word: np.uint64) -> bool:
    """Whether the cells of a question, by their word, have been met at a level; they have been from now on."""
    mask = np.uint64(desk.seen.shape[1] - 1)
    slot = whole(word & mask)
    while desk.seen[level, slot] != _NONE and desk.seen[level, slot] != word:
        slot = whole((np.uint64(slot) + np.uint64(1)) & mask)
    if desk.seen[level, slot] == word:
        return True
    desk.seen[level, slot] = word
    return False


@borrowing
def _cells(ground: LiesArrays, desk: LiesScratch, level: int, question: int, questions: int) -> tuple[int, np.uint64]:
    """The weight of the heaviest cell of a question, -1 if counting puts a cell out of reach, and the word of all."""
    count_cells(ground, desk, level, question)
    heaviest = 0
    for response in range(ground.can.shape[1]):
        if not ground.can[question, response]:
            continue
        if ground.counts and out_of_reach(ground, desk, response, questions - 1):
            return -1, _NONE
        weight = 0
        for left in range(ground.lies + 1):
            weight += desk.cells[response, left] * ground.weights[questions, left]
        heaviest = max(heaviest, weight)
    return heaviest, name_partition(ground, desk, level, question)


@borrowing
def _shown_cells(
    ground: LiesArrays, desk: LiesScratch, level: int, question: int, questions: int
) -> tuple[int, np.uint64]:
    """The same where each row holds a falsehood, by the number of suspects in a cell; cells of
    one suspect do not count for the word."""
    used, heaviest, fits = 0, 0, True
    for place in range(desk.size[level]):
        secret = desk.suspects[level, place]
        truth = ground.truth[question, secret]
        if truth == ground.solved:
            continue
        word = ground.words[secret, 0, 0]
        for at in range(ground.first_free[truth], ground.first_free[truth + 1]):
            response = ground.free[at]
            if not desk.sizes[response]:
                desk.touched[used] = response
                used += 1
            desk.sizes[response] += 1
            desk.mark[response] ^= word
            heaviest = max(heaviest, desk.sizes[response])
        if heaviest * ground.weights[questions - 1, 0] > ground.capacity[questions - 1, 0] and ground.counts:
            fits = False
            break
    total = _NONE
    for at in range(used):
        response = desk.touched[at]
        if desk.sizes[response] > 1 or ground.solved < 0:
            total += mixed(desk.mark[response])
        desk.sizes[response] = 0
        desk.mark[response] = _NONE
    return (heaviest if fits else -1), total | np.uint64(1)


@borrowing
def order_cells(ground: LiesArrays, desk: LiesScratch, level: int, question: int, questions: int) -> int:
    """Put the cells of a question in ``desk.order``, the heaviest first, without those that need no search; returns how
    many there are."""
    count_cells(ground, desk, level, question)
    cells = 0
    for response in range(ground.can.shape[1]):
        if not ground.can[question, response]:
            continue
        weight, size = 0, 0
        for left in range(ground.lies + 1):
            weight += desk.cells[response, left] * ground.weights[questions, left]
            size += desk.cells[response, left]
        if not size or are_few(ground, size, questions - 1):
            continue
        entry = -(min(weight, _HEAVIEST) << QUESTION_BITS | response)
        place = cells
        while place and desk.order[level, place - 1] > entry:
            desk.order[level, place] = desk.order[level, place - 1]
            place -= 1
        desk.order[level, place] = entry
        cells += 1
    return cells
