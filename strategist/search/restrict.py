"""Rules that restrict guesses by what was revealed, for the kernels; ``Game.allowed`` is the specification."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.jit import borrowing
from strategist.search.responses import Source, respond_one

_PLACED = 2


@borrowing
def permits(source: Source, guess: int, past: int, response: int) -> bool:
    """Whether ``guess`` uses what ``response`` to the guess ``past`` has revealed."""
    letters, marks = source.letters, source.marks
    length = letters.shape[1]
    for p in range(length):
        if marks[response, p] == _PLACED and letters[guess, p] != letters[past, p]:
            return False
    for p in range(length):
        if marks[response, p]:
            letter = letters[past, p]
            needed = 0
            for q in range(length):
                needed += letters[past, q] == letter and marks[response, q] > 0
                needed -= letters[guess, q] == letter
            if needed > 0:
                return False
    return True


@borrowing
def list_permitted(source: Source, path: NDArray[np.int32], secret: int, found: NDArray[np.int32]) -> int:
    """The guesses that are allowed behind the guesses of ``path``, ascending, into ``found``; returns how many.

    ``secret`` is any candidate: all give the same responses to the path.
    """
    size = 0
    for guess in range(source.question_count):
        found[size] = guess
        size += 1
    # What was revealed last asks for most.
    for at in range(len(path) - 1, -1, -1):
        response = respond_one(source, path[at], secret)
        kept = 0
        for j in range(size):
            if permits(source, found[j], path[at], response):
                found[kept] = found[j]
                kept += 1
        size = kept
    return size
