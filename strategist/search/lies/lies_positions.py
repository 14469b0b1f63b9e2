"""Positions under lies in compiled code: their cells, their names, and what counting proves of them."""

from __future__ import annotations

import numpy as np

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
def is_at_end(ground: LiesArrays, desk: LiesScratch, level: int) -> bool:
    """Whether play ends at a position by an announcement: all suspects are of one kind."""
    if ground.solved >= 0:
        return False
    first, place = ground.kinds[desk.suspects[level, 0]], 1
    while place < desk.size[level] and ground.kinds[desk.suspects[level, place]] == first:
        place += 1
    return place == desk.size[level]


@borrowing
def out_of_reach(ground: LiesArrays, desk: LiesScratch, response: int, questions: int) -> bool:
    """Whether counting proves that a cell, whose suspects are counted by lies left in ``desk.cells[response]``, needs
    more than so many questions."""
    for most in range(ground.lies + 1):
        total = 0
        for left in range(ground.lies + 1):
            total += desk.cells[response, left] * ground.weights[questions, min(left, most)]
        if total > ground.capacity[questions, most]:
            return True
    return False


@borrowing
def count_cells(ground: LiesArrays, desk: LiesScratch, level: int, question: int) -> None:
    """Count the suspects of each cell of a question by lies left, in ``desk.cells``."""
    responses = ground.can.shape[1]
    count, cells = desk.counted, desk.cells
    for response in range(responses):
        for left in range(ground.lies + 1):
            count[response, left] = 0
            cells[response, left] = 0
    for place in range(desk.size[level]):
        secret = desk.suspects[level, place]
        count[ground.truth[question, secret], desk.left[level, place]] += 1
    if len(ground.free):
        for truth in range(responses):
            if truth != ground.solved and count[truth, 0]:
                for at in range(ground.first_free[truth], ground.first_free[truth + 1]):
                    cells[ground.free[at], 0] += count[truth, 0]
        return
    for left in range(ground.lies + 1):
        more = 0
        if left < ground.lies:
            for truth in range(responses):
                if truth != ground.solved or ground.denies:
                    more += count[truth, left + 1]
        for response in range(responses):
            if ground.can[question, response]:
                cells[response, left] = count[response, left] + more
                if left < ground.lies:
                    cells[response, left] -= count[response, left + 1]


@borrowing
def name_partition(ground: LiesArrays, desk: LiesScratch, level: int, question: int) -> np.uint64:
    """A word for the cells of a question: of two questions with the same word, one is enough. The order of the
    responses does not count."""
    mark = desk.mark
    every, gone = _NONE, _NONE
    responses = ground.can.shape[1]
    for response in range(responses):
        mark[response] = _NONE
    for place in range(desk.size[level]):
        secret, left = desk.suspects[level, place], desk.left[level, place]
        truth = ground.truth[question, secret]
        word = ground.words[secret, left, 0]
        lied = _NONE
        if left > 0 and (truth != ground.solved or ground.denies):
            lied = ground.words[secret, left - 1, 0]
            every ^= lied
        if truth == ground.solved:
            gone ^= word
        else:
            mark[truth] ^= word ^ lied
    total = mixed(gone)
    for response in range(responses):
        if ground.can[question, response]:
            word = mark[response] ^ every
            if word != _NONE:
                total += mixed(word)
    return total


@borrowing
def enter_cell(ground: LiesArrays, desk: LiesScratch, level: int, question: int, response: int) -> None:
    """Put the cell of a question and a response at the level below."""
    below, size = level + 1, 0
    for place in range(desk.size[level]):
        secret, left = desk.suspects[level, place], desk.left[level, place]
        truth = ground.truth[question, secret]
        if len(ground.free):
            kept = False
            if truth != ground.solved:
                for at in range(ground.first_free[truth], ground.first_free[truth + 1]):
                    kept |= ground.free[at] == response
            if not kept:
                continue
        elif truth != response:
            left -= 1
            if left < 0 or (truth == ground.solved and not ground.denies):
                continue
        desk.suspects[below, size] = secret
        desk.left[below, size] = left
        size += 1
    desk.size[below] = size


@borrowing
def name_position(ground: LiesArrays, desk: LiesScratch, level: int, which: int) -> np.uint64:
    """The word of a position: there are two."""
    total = _NONE
    for place in range(desk.size[level]):
        total ^= ground.words[desk.suspects[level, place], desk.left[level, place], which]
    return total
