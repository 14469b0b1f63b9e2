"""How many cells every guess has, 64 guesses in each machine word.

A *plane* is a row of bits, one for each guess: "the symbol at position 2 is 5", "symbol 3 stands at least twice". For a
secret, the blacks of all guesses are the sum of ``pegs`` planes (guess and secret agree at position p), and the shared
symbols are the sum of ``pegs`` others (the j-th copy of a symbol in the secret meets a guess that has at least j of
it). Adding them bit-sliced, in full adders made of AND, OR and XOR, and decoding the two sums gives one plane a
response; OR-ing those over the candidates gives one plane a cell: is it occupied? Counting these planes, again
bit-sliced, gives the number of cells of every guess.

One guess and one secret cost about a hundredth of a nanosecond here; a look-up in a response table costs thirty times
that. The price is that a straight-line circuit has a fixed width: at most :data:`MOST_PEGS` pegs, missing ones being
empty planes. Other games count cells by the slower kernel in ``partition.py``.

Two conditions make LLVM turn the circuit into full-width vectors (512 bits where the processor has them): everything
lies in *one* scratch array, at offsets that are constants.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.jit import borrowing, helper
from strategist.search.responses import PEGS, Source

MOST_PEGS = 5
W = 32
"""Words in a block: 2,048 guesses."""

SCRATCH_WORDS = 30 * W
_BLACK, _SHARED, _CELLS = 0, 5 * W, 10 * W
"""Where the planes of the circuit stand in scratch: five and five summands, then the twenty cells."""

LEVEL_BITS = 5
"""Planes that hold a number of cells."""


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
    words = (count + 64 * W - 1) // (64 * W) * W
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
def _occupy(a: NDArray[np.uint64]) -> None:
    """The circuit: add the summands of one secret and mark the cell of each guess in the block as occupied."""
    for w in range(W):
        # Five bits to a sum of three bits: two full adders, then the carries.
        x, y, z = a[_BLACK + w], a[_BLACK + W + w], a[_BLACK + 2 * W + w]
        s = x ^ y ^ z
        c = (x & y) | (z & (x ^ y))
        x, y = a[_BLACK + 3 * W + w], a[_BLACK + 4 * W + w]
        b0 = s ^ x ^ y
        d = (x & y) | (s & (x ^ y))
        b1 = c ^ d
        b2 = c & d
        x, y, z = a[_SHARED + w], a[_SHARED + W + w], a[_SHARED + 2 * W + w]
        s = x ^ y ^ z
        c = (x & y) | (z & (x ^ y))
        x, y = a[_SHARED + 3 * W + w], a[_SHARED + 4 * W + w]
        t0 = s ^ x ^ y
        d = (x & y) | (s & (x ^ y))
        t1 = c ^ d
        t2 = c & d
        # Decode both sums; blacks never exceed shared symbols, so the high bit of one decides about the other.
        none = ~(b0 | b1 | b2)
        one = b0 & ~b1 & ~b2
        two = b1 & ~b0
        three = b0 & b1
        four = b2 & ~b0
        shared1 = t0 & ~t1 & ~t2
        shared2 = t1 & ~t0
        shared3 = t0 & t1
        shared4 = t2 & ~t0
        shared5 = t2 & t0
        a[_CELLS + w] |= ~(t0 | t1 | t2)
        a[_CELLS + W + w] |= shared1 & none
        a[_CELLS + 2 * W + w] |= shared1 & one
        a[_CELLS + 3 * W + w] |= shared2 & none
        a[_CELLS + 4 * W + w] |= shared2 & one
        a[_CELLS + 5 * W + w] |= shared2 & two
        a[_CELLS + 6 * W + w] |= shared3 & none
        a[_CELLS + 7 * W + w] |= shared3 & one
        a[_CELLS + 8 * W + w] |= shared3 & two
        a[_CELLS + 9 * W + w] |= shared3 & three
        a[_CELLS + 10 * W + w] |= shared4 & none
        a[_CELLS + 11 * W + w] |= shared4 & one
        a[_CELLS + 12 * W + w] |= shared4 & two
        a[_CELLS + 13 * W + w] |= shared4 & three
        a[_CELLS + 14 * W + w] |= shared4 & four
        a[_CELLS + 15 * W + w] |= shared5 & none
        a[_CELLS + 16 * W + w] |= shared5 & one
        a[_CELLS + 17 * W + w] |= shared5 & two
        a[_CELLS + 18 * W + w] |= shared5 & three
        a[_CELLS + 19 * W + w] |= shared5 & b2 & b0


@borrowing
def _count_cells(a: NDArray[np.uint64]) -> None:
    """Add the twenty cell planes; the five planes of the sum go to the first rows of scratch."""
    for w in range(W):
        n0 = np.uint64(0)
        n1 = np.uint64(0)
        n2 = np.uint64(0)
        n3 = np.uint64(0)
        n4 = np.uint64(0)
        for cell in range(20):
            c0 = a[_CELLS + cell * W + w]
            c1 = n0 & c0
            n0 ^= c0
            c2 = n1 & c1
            n1 ^= c1
            c3 = n2 & c2
            n2 ^= c2
            c4 = n3 & c3
            n3 ^= c3
            n4 ^= c4
        a[w] = n0
        a[W + w] = n1
        a[2 * W + w] = n2
        a[3 * W + w] = n3
        a[4 * W + w] = n4


@borrowing
def count_cells(
    planes: NDArray[np.uint64],
    plane_rows: NDArray[np.int32],
    candidates: NDArray[np.int32],
    scratch: NDArray[np.uint64],
    levels: NDArray[np.uint64],
) -> None:
    """Count the cells of every guess over ``candidates`` into ``levels``, ``uint64[LEVEL_BITS, words]``, bit-sliced.

    ``scratch`` has :data:`SCRATCH_WORDS` words.
    """
    for start in range(0, planes.shape[1], W):
        scratch[_CELLS:] = 0
        for secret in candidates:
            for k in range(2 * MOST_PEGS):
                plane = planes[plane_rows[secret, k]]
                for w in range(W):
                    scratch[k * W + w] = plane[start + w]
            _occupy(scratch)
        _count_cells(scratch)
        for level in range(LEVEL_BITS):
            for w in range(W):
                levels[level, start + w] = scratch[level * W + w]


@borrowing
def _list_bits(bits: np.uint64, word: int, count: int, found: NDArray[np.int32], size: int) -> int:
    """Append the guesses below ``count`` whose bits are set in a word; returns how many there are then."""
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
    """The guesses with exactly ``cells`` cells, ascending, into ``found``; returns how many."""
    size = 0
    for word in range((count + 63) // 64):
        bits = ~np.uint64(0)
        for level in range(len(levels)):
            plane = levels[level, word]
            bits &= plane if (cells >> level) & 1 else ~plane
        size = _list_bits(bits, word, count, found, size)
    return size


@borrowing
def guesses_from_level(
    levels: NDArray[np.uint64], cells: int, start: int, stop: int, found: NDArray[np.int32]
) -> int:
    """The guesses from ``start``, a multiple of 64, up to ``stop`` with at least ``cells`` cells, as above."""
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
