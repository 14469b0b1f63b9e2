"""Responses of Grand Mastermind in bulk; the rule is told, and specified, in :mod:`strategist.games.pegs.grand`.

A code is spelled in two digits a peg, its color and, counted on from the colors, its shape. The pegs that are used up
are bits, one for each place: first those of the blacks, then those of the whites, in the guess and in the secret.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing

MOST_PEGS = 8
"""As many places as a byte has bits."""
SCRATCH_ROWS = 4
"""Rows of a block that :func:`fill_grand_row` writes to: they stand behind the digits."""


def spell(kinds: NDArray[np.uint8], shapes: int, colors: int) -> NDArray[np.uint8]:
    """The digits of codes, ``uint8[codes, 2·pegs]``, from the kinds of their pegs.

    >>> spell(np.array([[0, 5]], dtype=np.uint8), shapes=3, colors=2).tolist()  # A1 and B3
    [[0, 2, 1, 4]]
    """
    digits = np.empty((len(kinds), 2 * kinds.shape[1]), dtype=np.uint8)
    digits[:, 0::2] = kinds // shapes
    digits[:, 1::2] = colors + kinds % shapes
    return digits


def number_keys(keys: list[tuple[int, int, int]], pegs: int) -> NDArray[np.uint8]:
    """``uint8[(pegs + 1)³]``, the response of each number of blacks, whites and halves, read as digits of one number.

    >>> number_keys([(0, 0, 0), (0, 0, 1), (1, 0, 0)], 1).tolist()
    [0, 1, 0, 0, 2, 0, 0, 0]
    """
    base = pegs + 1
    numbers = np.zeros(base**3, dtype=np.uint8)
    for response, (blacks, whites, halves) in enumerate(keys):
        numbers[(blacks * base + whites) * base + halves] = response
    return numbers


@borrowing
def respond_grand(digits: NDArray[np.uint8], numbers: Any, pegs: int, guess: int, secret: int) -> int:
    """The response to one guess: the scalar kernel. Where ``numbers`` is an empty tuple, there is nothing to compute,
    and the compiler leaves the rest out."""
    if len(numbers) == 0:
        return 0
    asked, hidden = digits[guess], digits[secret]
    blacks, whites, halves = 0, 0, 0
    used_asked, used_hidden = 0, 0
    for p in range(pegs):
        if asked[2 * p] == hidden[2 * p] and asked[2 * p + 1] == hidden[2 * p + 1]:
            blacks += 1
            used_asked |= 1 << p
    used_hidden = used_asked
    for p in range(pegs):
        if (used_asked >> p) & 1:
            continue
        for q in range(pegs):
            free = not (used_hidden >> q) & 1
            if free and asked[2 * p] == hidden[2 * q] and asked[2 * p + 1] == hidden[2 * q + 1]:
                whites += 1
                used_asked |= 1 << p
                used_hidden |= 1 << q
                break
    for p in range(pegs):
        if not ((used_asked | used_hidden) >> p) & 1:
            halves += asked[2 * p] == hidden[2 * p] or asked[2 * p + 1] == hidden[2 * p + 1]
    return numbers[(blacks * (pegs + 1) + whites) * (pegs + 1) + halves]


@borrowing
def fill_grand_row(
    hidden: NDArray[np.uint8],
    numbers: Any,
    pegs: int,
    count: int,
    block: NDArray[np.uint8],
    row: NDArray[Any],
) -> None:
    """The responses of one secret to the guesses whose digits stand in ``block``: the vector kernel."""
    if len(numbers) == 0:
        return
    places = 2 * pegs
    used_asked, used_hidden, blacks, others = block[places], block[places + 1], block[places + 2], block[places + 3]
    zero, one = np.uint8(0), np.uint8(1)
    for j in range(count):
        used_asked[j] = zero
        blacks[j] = zero
        others[j] = zero
    for p in range(pegs):
        colors, shapes = block[2 * p], block[2 * p + 1]
        color, shape, bit = hidden[2 * p], hidden[2 * p + 1], np.uint8(1 << p)
        for j in range(count):
            same = (colors[j] == color) & (shapes[j] == shape)
            used_asked[j] |= bit if same else zero
            blacks[j] += one if same else zero
    for j in range(count):
        used_hidden[j] = used_asked[j]
    for p in range(pegs):
        colors, shapes, asked_bit = block[2 * p], block[2 * p + 1], np.uint8(1 << p)
        for q in range(pegs):
            if q == p:
                continue
            color, shape, hidden_bit = hidden[2 * q], hidden[2 * q + 1], np.uint8(1 << q)
            for j in range(count):
                free = ((used_asked[j] & asked_bit) | (used_hidden[j] & hidden_bit)) == zero
                white = free & (colors[j] == color) & (shapes[j] == shape)
                used_asked[j] |= asked_bit if white else zero
                used_hidden[j] |= hidden_bit if white else zero
                others[j] += one if white else zero
    base = np.uint8(pegs + 1)
    # Whites and halves as the two digits of one number: below 81, so that it stays in eight bits.
    for j in range(count):
        others[j] *= base
    for p in range(pegs):
        colors, shapes = block[2 * p], block[2 * p + 1]
        color, shape, bit = hidden[2 * p], hidden[2 * p + 1], np.uint8(1 << p)
        for j in range(count):
            free = ((used_asked[j] | used_hidden[j]) & bit) == zero
            half = free & ((colors[j] == color) | (shapes[j] == shape))
            others[j] += one if half else zero
    square = (pegs + 1) * (pegs + 1)
    for j in range(count):
        row[j] = numbers[int(blacks[j]) * square + int(others[j])]
