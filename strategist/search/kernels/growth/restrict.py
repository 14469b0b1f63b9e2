"""The rules that restrict guesses by earlier responses, as in Wordle's hard mode, for the kernels.

``Game.allowed`` is the specification.

``letters`` and ``marks`` are those of a :class:`~strategist.search.kernels.responses.responses.Source`. Where they are
empty tuples the compiler knows that nothing restricts guesses, and leaves the rest out.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.growth.slots import mix
from strategist.search.kernels.numba.jit import borrowing
from strategist.search.kernels.responses.responses import Source, respond_one

_PLACED = 2


@borrowing
def permits(letters: Any, marks: Any, guess: int, past: int, response: int) -> bool:
    """Whether ``guess`` uses what ``response`` to the guess ``past`` has revealed."""
    length = letters.shape[1]
    for p in range(length):
        if marks[response, p] == _PLACED and letters[guess, p] != letters[past, p]:
            return False
    for p in range(length):
        if marks[response, p]:
            letter = letters[past, p]
            held = 0
            for q in range(length):
                held += letters[guess, q] == letter
            if held < _copies(letters, marks, past, response, letter):
                return False
    return True


@borrowing
def allow(
    letters: Any,
    marks: Any,
    answers: NDArray[Any],
    path: NDArray[np.int32],
    made: int,
    secret: int,
    allowed: NDArray[np.uint8],
    row: int,
) -> None:
    """Mark the guesses allowed after those of ``path``, of which ``made`` come before row 0, in ``allowed[row]``.

    Row 0 checks all guesses of the path. Every other row checks only the last one, because the row above has checked
    the rest.
    """
    if len(letters) == 0:
        return
    here = allowed[row]
    first = 0
    if row == 0:
        here[:] = 1
    else:
        above = allowed[row - 1]
        for guess in range(len(here)):
            here[guess] = above[guess]
        first = made + row - 1
    for at in range(made + row - 1, first - 1, -1):
        response = answers[path[at], secret]
        for guess in range(len(here)):
            if here[guess] and not permits(letters, marks, guess, path[at], response):
                here[guess] = 0


@borrowing
def name_restriction(
    letters: Any, marks: Any, answers: NDArray[Any], path: NDArray[np.int32], secret: int, salt: np.uint64
) -> np.uint64:
    """A word for the restriction that the guesses of ``path`` impose: equal where the same guesses are allowed.

    ``salt`` is drawn from the lists of words (:mod:`~strategist.search.state.random_words`), so no list can be made for
    chosen names.
    """
    if len(letters) == 0:
        return np.uint64(0)
    length = letters.shape[1]
    name = np.uint64(0)
    for p in range(length):
        for at in range(len(path)):
            if marks[answers[path[at], secret], p] == _PLACED:
                name ^= mix(salt ^ np.uint64(256 * p + int(letters[path[at], p])))
                break
    for at in range(len(path)):
        response = answers[path[at], secret]
        for p in range(length):
            if marks[response, p] == 0:
                continue
            letter = letters[path[at], p]
            needed = _copies(letters, marks, path[at], response, letter)
            known = False
            # Each letter is named once, by the first guess and position that demand the most copies of it.
            for earlier in range(len(path)):
                other = _copies(letters, marks, path[earlier], answers[path[earlier], secret], letter)
                known |= other > needed or (other == needed and earlier < at)
            for q in range(p):
                known |= letters[path[at], q] == letter and marks[response, q] > 0
            if not known:
                name ^= mix(salt ^ np.uint64(65536 + 256 * needed + int(letter)))
    return name


@borrowing
def _copies(letters: Any, marks: Any, guess: int, response: int, letter: int) -> int:
    """The number of copies of a letter that a response has revealed."""
    count = 0
    for p in range(letters.shape[1]):
        count += letters[guess, p] == letter and marks[response, p] > 0
    return count


@borrowing
def list_permitted(
    source: Source, letters: Any, marks: Any, path: NDArray[np.int32], secret: int, found: NDArray[np.int32]
) -> int:
    """Write the guesses allowed after the guesses of ``path`` into ``found``, ascending, and return their number.

    ``secret`` is any candidate, because all give the same responses to the path.
    """
    size = 0
    for guess in range(source.question_count):
        found[size] = guess
        size += 1
    if len(letters) == 0:
        return size
    # The last response excludes the most guesses, so check it first.
    for at in range(len(path) - 1, -1, -1):
        response = respond_one(source, path[at], secret)
        kept = 0
        for j in range(size):
            if permits(letters, marks, found[j], path[at], response):
                found[kept] = found[j]
                kept += 1
        size = kept
    return size
