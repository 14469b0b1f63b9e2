"""The number of cells of every guess, for 64 guesses in each machine word.

A *plane* is a row of bits, one for each guess: "the symbol at position 2 is 5", "symbol 3 stands at least twice". For a
secret, the blacks of all guesses are the sum of ``pegs`` planes (guess and secret agree at position p), and the shared
symbols are the sum of ``pegs`` others (the j-th copy of a symbol in the secret meets a guess that has at least j of
it). Full adders made of AND, OR and XOR add them bit-sliced. Decoding the two sums gives one plane per response. OR-ing
these over the candidates gives one plane per cell: is it occupied? Counting these planes, again bit-sliced, gives the
number of cells of every guess.

The circuit has a fixed width of at most :data:`MOST_PEGS` pegs; missing pegs are empty planes. For other games, slower
kernels count the cells.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.circuit import (
    BLOCK_WORDS,
    LEVEL_BITS,
    MOST_PEGS,
    count_block_of_five,
    count_block_of_four,
)
from strategist.search.kernels.jit import borrowing, helper
from strategist.search.kernels.responses import PEGS, Source


@helper
def make_planes(source: Source) -> NDArray[np.uint64]:
    """The planes of one game, ``uint64[rows, words]``; no rows for a game that the circuit does not fit.

    Row ``p·symbols + c``: symbol c stands at position p. Row ``(pegs + j)·symbols + c``: symbol c stands more than j
    times. The last row is empty.
    """
    if source.kind != PEGS or source.pegs > MOST_PEGS:
        return np.zeros((0, 0), dtype=np.uint64)
    pegs, symbols = source.pegs, source.symbols
    count = source.columns.shape[1]
    words = (count + 64 * BLOCK_WORDS - 1) // (64 * BLOCK_WORDS) * BLOCK_WORDS
    planes = np.zeros((2 * pegs * symbols + 1, words), dtype=np.uint64)
    for guess in range(count):
        bit = np.uint64(1) << np.uint64(guess & 63)
        for p in range(pegs):
            symbol = source.digits[guess, p]
            planes[p * symbols + symbol, guess >> 6] |= bit
            for j in range(source.columns[pegs + symbol, guess]):
                planes[(pegs + j) * symbols + symbol, guess >> 6] |= bit
    return planes


@helper
def make_plane_rows(source: Source, planes: NDArray[np.uint64]) -> NDArray[np.int32]:
    """``int32[secrets, 10]``: the rows of ``planes`` that add up to a secret's blacks, and to its shared symbols."""
    if planes.shape[0] == 0:
        return np.zeros((0, 0), dtype=np.int32)
    pegs, symbols = source.pegs, source.symbols
    rows = np.full((len(source.guess_of_secret), 2 * MOST_PEGS), planes.shape[0] - 1, dtype=np.int32)
    for secret in range(rows.shape[0]):
        hidden = source.digits[secret]
        for p in range(pegs):
            copies = 0
            for q in range(p):
                copies += hidden[q] == hidden[p]
            rows[secret, p] = p * symbols + hidden[p]
            rows[secret, MOST_PEGS + p] = (pegs + copies) * symbols + hidden[p]
    return rows


@borrowing
def count_cells(
    planes: NDArray[np.uint64],
    plane_rows: NDArray[np.int32],
    pegs: int,
    candidates: NDArray[np.int32],
    levels: NDArray[np.uint64],
) -> None:
    """Count the cells of every guess over ``candidates`` into ``levels``, ``uint64[LEVEL_BITS, words]``, bit-sliced."""
    words = planes.shape[1]
    table, rows, members, result = (
        planes.ctypes.data,
        plane_rows.ctypes.data,
        candidates.ctypes.data,
        levels.ctypes.data,
    )
    for start in range(0, words, BLOCK_WORDS):
        if pegs <= 4:
            count_block_of_four(table, words, rows, members, len(candidates), start, result)
        else:
            count_block_of_five(table, words, rows, members, len(candidates), start, result)


@borrowing
def _list_bits(bits: np.uint64, word: int, count: int, found: NDArray[np.int32], size: int) -> int:
    """Append the guesses below ``count`` whose bits are set in a word; returns the new number of guesses."""
    guess = word * 64
    while bits and guess < count:
        if bits & np.uint64(1):
            found[size] = guess
            size += 1
        bits >>= np.uint64(1)
        guess += 1
    return size


@borrowing
def guesses_at_level(levels: NDArray[np.uint64], cells: int, count: int, found: NDArray[np.int32]) -> int:
    """Write the guesses with exactly ``cells`` cells into ``found``, ascending, and return their number."""
    size = 0
    words = (count + 63) // 64
    if len(levels) == LEVEL_BITS:
        # Straight-line code is several times faster than the loop.
        zero, one = np.uint64(0), np.uint64(1)
        digits = np.uint64(cells)
        flip0, flip1, flip2 = (digits & one) - one, (digits >> one & one) - one, (digits >> np.uint64(2) & one) - one
        flip3, flip4 = (digits >> np.uint64(3) & one) - one, (digits >> np.uint64(4) & one) - one
        level0, level1, level2, level3, level4 = levels[0], levels[1], levels[2], levels[3], levels[4]
        for word in range(words):
            bits = (level0[word] ^ flip0) & (level1[word] ^ flip1) & (level2[word] ^ flip2)
            bits &= (level3[word] ^ flip3) & (level4[word] ^ flip4)
            if bits != zero:
                size = _list_bits(bits, word, count, found, size)
        return size
    for word in range(words):
        bits = ~np.uint64(0)
        for level in range(len(levels)):
            plane = levels[level, word]
            bits &= plane if (cells >> level) & 1 else ~plane
        size = _list_bits(bits, word, count, found, size)
    return size


@borrowing
def guesses_from_level(levels: NDArray[np.uint64], cells: int, start: int, stop: int, found: NDArray[np.int32]) -> int:
    """The same for the guesses from ``start``, a multiple of 64, to ``stop`` with at least ``cells`` cells."""
    size = 0
    for word in range(start >> 6, (stop + 63) // 64):
        more, equal = np.uint64(0), ~np.uint64(0)
        for level in range(len(levels) - 1, -1, -1):
            plane = levels[level, word]
            if (cells >> level) & 1:
                equal &= plane
            else:
                more |= equal & plane
                equal &= ~plane
        size = _list_bits(more | equal, word, stop, found, size)
    return size
