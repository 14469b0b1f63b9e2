"""Positions under lies in compiled code: their cells, their names, and what counting proves of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.lies.lies_arrays import LiesArrays, LiesScratch

_NONE = np.uint64(0)


@inlined
def mixed(word: np.uint64) -> np.uint64:
    """A word stirred well: the finalizer of splitmix64 (Steele, Lea and Flood 2014)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@borrowing
def is_at_end(arrays: LiesArrays, desk: LiesScratch, level: int) -> bool:
    """Whether play ends at a position by an announcement: all candidates are of one kind."""
    if arrays.solved >= 0:
        return False
    first, place = arrays.kinds[desk.candidates[level, 0]], 1
    while place < desk.size[level] and arrays.kinds[desk.candidates[level, place]] == first:
        place += 1
    return place == desk.size[level]


@borrowing
def out_of_reach(arrays: LiesArrays, cells: NDArray[np.int64], response: int, questions: int) -> bool:
    """Whether counting proves that a cell, whose candidates are counted by lies left in ``cells[response]``, needs more
    than so many questions."""
    if len(arrays.others):
        liars = 0
        for left in range(1, arrays.lies + 1):
            liars += cells[response, left]
        if cells[response, 0] > arrays.others[questions, liars]:
            return True
    for most in range(arrays.lies + 1):
        total = 0
        for left in range(arrays.lies + 1):
            total += cells[response, left] * arrays.weights[questions, min(left, most)]
        if total > arrays.capacity[questions, most]:
            return True
    return False


@borrowing
def count_cells(arrays: LiesArrays, desk: LiesScratch, level: int, question: int) -> None:
    """Count the candidates of each cell of a question by lies left, in ``desk.cells``."""
    responses = arrays.can.shape[1]
    count, cells = desk.counted, desk.cells
    for response in range(responses):
        for left in range(arrays.lies + 1):
            count[response, left] = 0
            cells[response, left] = 0
    for place in range(desk.size[level]):
        secret = desk.candidates[level, place]
        count[arrays.truth[question, secret], desk.left[level, place]] += 1
    if len(arrays.free):
        for truth in range(responses):
            if truth != arrays.solved and count[truth, 0]:
                for at in range(arrays.first_free[truth], arrays.first_free[truth + 1]):
                    cells[arrays.free[at], 0] += count[truth, 0]
        return
    for left in range(arrays.lies + 1):
        more = 0
        if left < arrays.lies:
            for truth in range(responses):
                if truth != arrays.solved or arrays.denies:
                    more += count[truth, left + 1]
        for response in range(responses):
            if arrays.can[question, response]:
                cells[response, left] = count[response, left] + more
                if left < arrays.lies:
                    cells[response, left] -= count[response, left + 1]


@borrowing
def name_partition(arrays: LiesArrays, desk: LiesScratch, level: int, question: int) -> np.uint64:
    """A word for the cells of a question: of two questions with the same word, one is enough. The order of the
    responses does not count."""
    mark = desk.mark
    every, gone = _NONE, _NONE
    responses = arrays.can.shape[1]
    for response in range(responses):
        mark[response] = _NONE
    for place in range(desk.size[level]):
        secret, left = desk.candidates[level, place], desk.left[level, place]
        truth = arrays.truth[question, secret]
        word = arrays.words[secret, left, 0]
        lied = _NONE
        if left > 0 and (truth != arrays.solved or arrays.denies):
            lied = arrays.words[secret, left - 1, 0]
            every ^= lied
        if truth == arrays.solved:
            gone ^= word
        else:
            mark[truth] ^= word ^ lied
    total = mixed(gone)
    for response in range(responses):
        if arrays.can[question, response]:
            word = mark[response] ^ every
            if word != _NONE:
                total += mixed(word)
    return total


@borrowing
def enter_cell(arrays: LiesArrays, desk: LiesScratch, level: int, question: int, response: int) -> None:
    """Put the cell of a question and a response at the level below."""
    below, size = level + 1, 0
    for place in range(desk.size[level]):
        secret, left = desk.candidates[level, place], desk.left[level, place]
        truth = arrays.truth[question, secret]
        if len(arrays.free):
            kept = False
            if truth != arrays.solved:
                for at in range(arrays.first_free[truth], arrays.first_free[truth + 1]):
                    kept |= arrays.free[at] == response
            if not kept:
                continue
        elif truth != response:
            left -= 1
            if left < 0 or (truth == arrays.solved and not arrays.denies):
                continue
        desk.candidates[below, size] = secret
        desk.left[below, size] = left
        size += 1
    desk.size[below] = size


@borrowing
def name_position(arrays: LiesArrays, desk: LiesScratch, level: int, which: int) -> np.uint64:
    """The word of a position: there are two."""
    total = _NONE
    for place in range(desk.size[level]):
        total ^= arrays.words[desk.candidates[level, place], desk.left[level, place], which]
    return total
