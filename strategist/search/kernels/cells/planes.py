"""The number of cells of every guess, for 64 guesses in each machine word.

A *plane* is a row of bits, one for each guess: "the symbol at position 2 is 5", "symbol 3 stands at least twice". For a
secret, the blacks of all guesses are the sum of ``pegs`` planes (guess and secret agree at position p), and the shared
symbols are the sum of ``pegs`` others (the j-th copy of a symbol in the secret meets a guess that has at least j of
it). Full adders made of AND, OR and XOR add them bit-sliced. Decoding the two sums gives one plane per response. OR-ing
them over the candidates gives one plane per cell: is it occupied? Counting the planes of cells, bit-sliced, gives the
number of cells of every guess.

To count the candidates in each cell instead, the planes of a response are added up
(:mod:`~strategist.search.kernels.cells.tally`).

There are circuits for four, five, six and eight pegs; missing pegs are empty planes. For other games, slower kernels
count the cells.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.cells.circuit import (
    BLOCK_GUESSES,
    BLOCK_WORDS,
    MOST_PEGS,
    ROW_ENTRIES,
    VECTOR_BYTES,
    count_block_of_eight,
    count_block_of_five,
    count_block_of_four,
    count_block_of_six,
)
from strategist.search.kernels.cells.tally import (
    ADDED,
    ADDED_BITS,
    SUMS,
    add_cells,
    bytes_of_counters,
    fetch_early,
    sums_of_eight,
    sums_of_five,
    sums_of_four,
    sums_of_six,
)
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import borrowing, inlined, plain
from strategist.search.kernels.responses.peg_codes import popcount
from strategist.search.kernels.responses.responses import PEGS, Source

COUNTER_BITS = 24
"""The most bits of a counter: enough for 16 million candidates."""
_EARLY = 16
"""So many guesses before their planes are gathered, their rows are fetched: as many as a processor fetches at once."""


def aligned_words(*shape: int) -> NDArray[np.uint64]:
    """Zeros, ``uint64[shape]``, that begin where a cache line does: a vector across two lines takes twice as long."""
    words = np.zeros(math.prod(shape) + BLOCK_WORDS, dtype=np.uint64)
    skipped = -words.ctypes.data % VECTOR_BYTES // 8
    return words[skipped : skipped + math.prod(shape)].reshape(shape)


@inlined
def has_planes(source: Source) -> bool:
    """Whether the circuits fit a game."""
    return source.kind == PEGS and source.pegs <= MOST_PEGS


@inlined
def cell_count(source: Source) -> int:
    """The number of responses to a question; a game that announces its secrets has one more, to announcements."""
    return source.pegs * (source.pegs + 3) // 2


@inlined
def level_count(source: Source) -> int:
    """The number of bits that hold a number of cells."""
    return 5 if source.pegs <= 6 else 6


def no_planes() -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """The planes and plane rows of a game that has none."""
    return np.zeros((0, 0, BLOCK_WORDS), dtype=np.uint64), np.zeros((0, 0), dtype=np.int32)


def make_planes(source: Source) -> NDArray[np.uint64]:
    """The planes of one game, ``uint64[blocks, rows, BLOCK_WORDS]``; no blocks for a game that the circuits do not fit.

    Row ``p·symbols + c``: symbol c stands at position p. Row ``(pegs + j)·symbols + c``: symbol c stands more than j
    times. The last row is empty. The rows of one block are together, in the first-level cache.
    """
    if not plain(has_planes)(source):
        return no_planes()[0]
    pegs, symbols, columns = source.pegs, source.symbols, source.columns
    blocks = -(-columns.shape[1] // BLOCK_GUESSES)
    planes = aligned_words(blocks, 2 * pegs * symbols + 1, BLOCK_WORDS)
    whole = np.zeros(blocks * BLOCK_GUESSES, dtype=np.bool_)
    for p in range(pegs):
        for symbol in range(symbols):
            for row, marked in ((p, columns[p] == symbol), (pegs + p, columns[pegs + symbol] > p)):
                whole[: len(marked)] = marked
                bits = np.packbits(whole, bitorder="little").view("<u8")
                planes[:, row * symbols + symbol] = bits.reshape(blocks, BLOCK_WORDS)
    return planes


def make_plane_rows(source: Source) -> NDArray[np.int32]:
    """``int32[secrets, 16]``: the rows of planes that add up to a secret's blacks, and to its shared symbols.

    They are also the rows in which the same code, as a guess, has its bit.
    """
    if not plain(has_planes)(source):
        return no_planes()[1]
    pegs, symbols = source.pegs, source.symbols
    secrets = len(source.guess_of_secret)
    rows = np.full((secrets, 2 * MOST_PEGS), 2 * pegs * symbols, dtype=np.int32)
    hidden = source.digits[:secrets].astype(np.int32)
    for p in range(pegs):
        copies = (hidden[:, :p] == hidden[:, p : p + 1]).sum(axis=1, dtype=np.int32)
        rows[:, p] = p * symbols + hidden[:, p]
        rows[:, MOST_PEGS + p] = (pegs + copies) * symbols + hidden[:, p]
    return rows


@borrowing
def count_cells(
    planes: NDArray[np.uint64],
    plane_rows: NDArray[np.int32],
    pegs: int,
    candidates: NDArray[np.int32],
    levels: NDArray[np.uint64],
) -> None:
    """Count the cells of every guess over ``candidates`` into ``levels``, bit-sliced.

    ``levels`` is ``uint64[level_count, blocks · BLOCK_WORDS]``.
    """
    for block in range(len(planes)):
        _count_block(planes[block], plane_rows, pegs, candidates, levels, block)


@borrowing
def _count_block(
    planes: NDArray[np.uint64],
    plane_rows: NDArray[np.int32],
    pegs: int,
    candidates: NDArray[np.int32],
    levels: NDArray[np.uint64],
    block: int,
) -> None:
    """:func:`count_cells` for one block, of which ``planes`` are those."""
    rows, members, count = plane_rows.ctypes.data, candidates.ctypes.data, len(candidates)
    stride = 8 * levels.shape[1]
    table = planes.ctypes.data
    result = levels.ctypes.data + VECTOR_BYTES * block
    if pegs <= 4:
        count_block_of_four(table, rows, members, count, result, stride)
    elif pegs == 5:
        count_block_of_five(table, rows, members, count, result, stride)
    elif pegs == 6:
        count_block_of_six(table, rows, members, count, result, stride)
    else:
        count_block_of_eight(table, rows, members, count, result, stride)


@borrowing
def count_cells_in_order(
    planes: NDArray[np.uint64],
    plane_rows: NDArray[np.int32],
    pegs: int,
    symbols: int,
    candidates: NDArray[np.int32],
    pairs: NDArray[np.int16],
    levels: NDArray[np.uint64],
    scratch: NDArray[np.uint64],
) -> None:
    """:func:`count_cells`, but a guess in which the second symbol of some of the ``pairs`` stands and the first does
    not has no cells. ``scratch`` is ``uint64[BLOCK_WORDS]`` or more."""
    left_out = scratch[:BLOCK_WORDS]
    for block in range(len(planes)):
        of_block = planes[block]
        left_out[:] = np.uint64(0)
        for pair in range(len(pairs)):
            # The rows of guesses in which a symbol stands at all.
            first, second = of_block[pegs * symbols + pairs[pair, 0]], of_block[pegs * symbols + pairs[pair, 1]]
            for word in range(BLOCK_WORDS):
                left_out[word] |= second[word] & ~first[word]
        all_left_out = ~np.uint64(0)
        for word in range(BLOCK_WORDS):
            all_left_out &= left_out[word]
        begin = block * BLOCK_WORDS
        if all_left_out == ~np.uint64(0):
            for level in range(len(levels)):
                levels[level, begin : begin + BLOCK_WORDS] = np.uint64(0)
            continue
        _count_block(of_block, plane_rows, pegs, candidates, levels, block)
        for level in range(len(levels)):
            of_level = levels[level]
            for word in range(BLOCK_WORDS):
                of_level[begin + word] &= ~left_out[word]


@by_reference
class Tally(NamedTuple):
    """Scratch of :func:`tally_sizes`; empty arrays where a game has no planes."""

    plane_rows: NDArray[np.int32]
    gathered: NDArray[np.uint64]
    """``uint64[rows, BLOCK_WORDS]``, the planes of one block of listed guesses."""
    sums: NDArray[np.uint64]
    """``uint64[2, SUMS, ADDED, BLOCK_WORDS]``."""
    counters: NDArray[np.uint64]
    """``uint64[cells · COUNTER_BITS, BLOCK_WORDS]``."""


def make_tally(source: Source, plane_rows: NDArray[np.int32]) -> Tally:
    """Scratch for one thread."""
    used = len(plane_rows) > 0
    return Tally(
        plane_rows,
        aligned_words(2 * source.pegs * source.symbols + 1 if used else 0, BLOCK_WORDS),
        aligned_words(2, SUMS, ADDED, BLOCK_WORDS),
        aligned_words(plain(cell_count)(source) * COUNTER_BITS if used else 0, BLOCK_WORDS),
    )


@borrowing
def gather_planes(tally: Tally, pegs: int, guesses: NDArray[np.int32]) -> None:
    """Make the planes of a block of at most 512 guesses."""
    gathered = tally.gathered
    gathered[:] = 0
    for j in range(len(guesses)):
        # The rows of listed guesses are anywhere in a table that no near cache holds.
        early = np.int64(guesses[min(j + _EARLY, len(guesses) - 1)])
        fetch_early(tally.plane_rows.ctypes.data + 4 * ROW_ENTRIES * early)
        bit = np.uint64(1) << np.uint64(j & 63)
        rows = tally.plane_rows[guesses[j]]
        for p in range(pegs):
            gathered[rows[p], j >> 6] |= bit
            gathered[rows[MOST_PEGS + p], j >> 6] |= bit


@borrowing
def tally_sizes(
    tally: Tally,
    pegs: int,
    cells: int,
    planes: NDArray[np.uint64],
    candidates: NDArray[np.int32],
    sizes: NDArray[np.uint8],
) -> int:
    """The number of candidates in each of the ``cells`` of the guesses of one block, ``planes``.

    Byte b of the numbers is in ``sizes[b]``, ``uint8[3, cells, 512]``; returns how many bytes they need.
    """
    count = len(candidates)
    bits = ADDED_BITS
    while count >> bits:
        bits += 1
    counters = tally.counters
    counters[: cells * bits] = 0
    table, rows, members, sums = (
        planes.ctypes.data,
        tally.plane_rows.ctypes.data,
        candidates.ctypes.data,
        tally.sums.ctypes.data,
    )
    of_one_sum = VECTOR_BYTES * ADDED
    for first in range(0, count, ADDED):
        some = min(ADDED, count - first)
        if some < ADDED:
            # The candidates behind the last one are in no cell.
            tally.sums[1] = 0
        if pegs <= 4:
            sums_of_four(table, rows, members + 4 * first, some, sums)
        elif pegs == 5:
            sums_of_five(table, rows, members + 4 * first, some, sums)
        elif pegs == 6:
            sums_of_six(table, rows, members + 4 * first, some, sums)
        else:
            sums_of_eight(table, rows, members + 4 * first, some, sums)
        cell = 0
        for shared in range(pegs):
            place = counters.ctypes.data + VECTOR_BYTES * cell * bits
            add_cells(sums + of_one_sum * (SUMS + shared), sums, shared + 1, place, bits)
            cell += shared + 1
        # There is no response with all symbols shared and all but one in place.
        for black in range(pegs + 1):
            if black != pegs - 1:
                place = counters.ctypes.data + VECTOR_BYTES * cell * bits
                add_cells(sums + of_one_sum * (SUMS + pegs), sums + of_one_sum * black, 1, place, bits)
                cell += 1
    used = 0
    for low in range(0, bits, 8):
        for cell in range(cells):
            place = counters.ctypes.data + VECTOR_BYTES * (cell * bits + low)
            bytes_of_counters(place, min(8, bits - low), sizes[used, cell].ctypes.data)
        used += 1
    return used


@borrowing
def _list_bits(bits: np.uint64, word: int, count: int, found: NDArray[np.int32], size: int) -> int:
    """Append the guesses below ``count`` whose bits are set in a word; returns the new number of guesses."""
    one = np.uint64(1)
    while bits:
        # The bits below the lowest one that is set.
        below = (bits & (~bits + one)) - one
        guess = word * 64 + popcount(below)
        if guess >= count:
            break
        found[size] = guess
        size += 1
        bits &= bits - one
    return size


@borrowing
def guesses_at_level(levels: NDArray[np.uint64], cells: int, count: int, found: NDArray[np.int32]) -> int:
    """Write the guesses with exactly ``cells`` cells into ``found``, ascending, and return their number."""
    size = 0
    words = (count + 63) // 64
    if len(levels) == 5:
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
def most_cells_at(levels: NDArray[np.uint64], scratch: NDArray[np.uint64]) -> int:
    """The largest number of cells of any guess. ``scratch`` has room for as many words as a level.

    A bit behind the last guess stands for no guess: its number of cells is 1, which no guess falls short of.
    """
    words = levels.shape[1]
    best = scratch[:words]
    best[:] = ~np.uint64(0)
    most = 0
    for level in range(len(levels) - 1, -1, -1):
        # The guesses whose higher digits are the largest, and which of them have this digit.
        plane, any_set = levels[level], np.uint64(0)
        for word in range(words):
            any_set |= best[word] & plane[word]
        if any_set:
            most |= 1 << level
            for word in range(words):
                best[word] &= plane[word]
    return most


@borrowing
def guesses_from_level(levels: NDArray[np.uint64], cells: int, start: int, stop: int, found: NDArray[np.int32]) -> int:
    """Write the guesses from ``start`` to ``stop`` with at least ``cells`` cells into ``found``, ascending, and return
    their number. ``start`` is a multiple of 64."""
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
