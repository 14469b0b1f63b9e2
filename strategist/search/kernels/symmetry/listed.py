"""Symmetries that are listed one by one, as those of a table are: which of them hold at a position, and which guesses
they make equal.

A symmetry of the list that maps the *set of candidates* onto itself makes a guess and its image equal. All that hold
are found by trying each; of a guess with a lower image under one of them, this image, or one below it, is looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing, inlined


@borrowing
def listed_of_history(group: Any, path: NDArray[np.int32], stabilizer: Any, row: int) -> int:
    """The symmetries that leave every guess of ``path`` as it is, into a row of ``stabilizer``; returns how many."""
    kept, size = stabilizer.kept[row], 0
    for number in range(len(kept)):
        fits = True
        for guess in path:
            fits &= group.images[guess, number] == guess
        if fits:
            kept[size] = number
            size += 1
    return size


@borrowing
def listed_of_set(group: Any, candidates: NDArray[np.int32], stabilizer: Any, row: int) -> int:
    """The symmetries that map ``candidates`` onto themselves, into a row of ``stabilizer``; returns how many."""
    kept, member, size = stabilizer.kept[row], stabilizer.member, 0
    for secret in candidates:
        member[secret] = 1
    for number in range(len(kept)):
        moved, fits = group.moved[number], True
        for secret in candidates:
            if not member[moved[secret]]:
                fits = False
                break
        if fits:
            kept[size] = number
            size += 1
    for secret in candidates:
        member[secret] = 0
    return size


@inlined
def has_lower_listed(group: Any, stabilizer: Any, row: int, count: int, guess: int) -> bool:
    """Whether one of the first ``count`` symmetries in a row of the stabilizer maps ``guess`` to a lower one."""
    images = group.images[guess]
    for number in stabilizer.kept[row, :count]:  # noqa: SIM110 (kernels know no generators)
        if images[number] < guess:
            return True
    return False


@inlined
def _mixed(word: np.uint64) -> np.uint64:
    """A word in which each bit depends on all bits of another (the finalizer of SplitMix64, Steele and others 2014)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@borrowing
def name_by_list(group: Any, candidates: NDArray[np.int32]) -> tuple[np.uint64, np.uint64]:
    """The two words that name a set and its images under symmetries that are all listed: the least of those of its
    images."""
    key, check = np.uint64(0), np.uint64(0)
    for number in range(-1, len(group.moved)):
        of_image, beside = np.uint64(0), np.uint64(0)
        for secret in candidates:
            image = secret if number < 0 else group.moved[number, secret]
            word = _mixed(np.uint64(image + 1))
            of_image ^= word
            beside += word * (word ^ (word >> np.uint64(32)))
        if number < 0 or of_image < key or (of_image == key and beside < check):
            key, check = of_image, beside
    return key, check
