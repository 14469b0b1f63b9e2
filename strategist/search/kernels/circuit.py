"""The circuit that counts the cells of 512 guesses at once, made of AND, OR, XOR and NOT on machine vectors.

The first functions are plain Python and work on anything that has these operators: on Python's integers or NumPy's
arrays, as in the tests, and on values of LLVM's intermediate representation, from which :func:`count_cells_of_block`
builds machine code. LLVM's own vectoriser produces much slower code from the same formulas in loops: here the twenty
cells stay in registers through the whole loop over the candidates.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import types
from numpy.typing import NDArray

from strategist.search.kernels.jit import machine_code

MOST_PEGS = 5
BLOCK_WORDS = 8
"""64-bit words in a vector."""
ROW_ENTRIES = 2 * MOST_PEGS
LEVEL_BITS = 5
"""The number of bits that hold a number of cells."""

Bits = TypeVar("Bits", bound=Any)


def full_adder(x: Bits, y: Bits, z: Bits) -> tuple[Bits, Bits]:
    """Sum and carry of three bits.

    >>> full_adder(0b0011, 0b0101, 0b1001)
    (15, 1)
    """
    return x ^ y ^ z, (x & y) | (z & (x ^ y))


def _one_hot(bits: Sequence[Bits]) -> list[Bits]:
    """For four or five bits, the planes "their sum is k" for each k from 0 to the number of bits."""
    s, c = full_adder(bits[0], bits[1], bits[2])
    if len(bits) == 4:
        b0, d = s ^ bits[3], s & bits[3]
    else:
        b0, d = full_adder(s, bits[3], bits[4])
    b1, b2 = c ^ d, c & d
    high = b1 | b2
    counts = [~(b0 | high), b0 & ~high, b1 & ~b0, b1 & b0]
    return [*counts, b2] if len(bits) == 4 else [*counts, b2 & ~b0, b2 & b0]


def occupied_cells(blacks: Sequence[Bits], shared: Sequence[Bits]) -> list[Bits]:
    """One plane for each possible response: the guesses that get it from this secret.

    ``blacks`` are the planes whose sum is the number of blacks, ``shared`` those whose sum is that of shared symbols.
    """
    pegs = len(blacks)
    of_blacks, of_shared = _one_hot(blacks), _one_hot(shared)
    # There is no response with all symbols shared and all but one in place.
    pairs = [(s, b) for s in range(pegs + 1) for b in range(s + 1) if (s, b) != (pegs, pegs - 1)]
    return [of_shared[s] if s == 0 else of_shared[s] & of_blacks[b] for s, b in pairs]


def count_planes(planes: Sequence[Bits]) -> list[Bits]:
    """The binary digits of the number of planes that are set, the lowest first.

    >>> count_planes([0b11, 0b01, 0b01, 0b01, 0b01, 0b11])
    [0, 3, 1]
    """
    digits = []
    column = list(planes)
    while column:
        carries = []
        while len(column) > 2:
            s, c = full_adder(column.pop(), column.pop(), column.pop())
            column.insert(0, s)
            carries.append(c)
        if len(column) == 2:
            carries.append(column[0] & column[1])
            column = [column[0] ^ column[1]]
        digits.append(column[0])
        column = carries
    return digits


class _Vector:
    """A value of the intermediate representation with the operators above."""

    def __init__(self, builder: ir.IRBuilder, value: Any) -> None:
        self.builder = builder
        self.value = value

    def __and__(self, other: _Vector) -> _Vector:
        return _Vector(self.builder, self.builder.and_(self.value, other.value))

    def __or__(self, other: _Vector) -> _Vector:
        return _Vector(self.builder, self.builder.or_(self.value, other.value))

    def __xor__(self, other: _Vector) -> _Vector:
        return _Vector(self.builder, self.builder.xor(self.value, other.value))

    def __invert__(self) -> _Vector:
        return _Vector(self.builder, self.builder.not_(self.value))


_WORD = ir.IntType(64)
_INDEX = ir.IntType(32)
_VECTOR = ir.VectorType(_WORD, BLOCK_WORDS)
_NOTHING = ir.Constant(_VECTOR, None)


def _generate(builder: ir.IRBuilder, pegs: int, arguments: Sequence[Any]) -> None:
    """Emit a loop over the candidates with the cells in registers, then the count of the cells."""
    planes, words, rows, candidates, count, start, levels = arguments

    def constant(value: int) -> Any:
        return ir.Constant(_WORD, value)

    def address(base: Any, index: Any, size: int) -> Any:
        return builder.add(base, builder.mul(index, constant(size)))

    def load_index(place: Any) -> Any:
        return builder.sext(builder.load(builder.inttoptr(place, _INDEX.as_pointer())), _WORD)

    def load_plane(row: Any) -> _Vector:
        place = address(planes, builder.add(builder.mul(row, words), start), 8)
        return _Vector(builder, builder.load(builder.inttoptr(place, _VECTOR.as_pointer()), align=8))

    before = builder.block
    loop = builder.append_basic_block("candidate")
    behind = builder.append_basic_block("counted")
    builder.branch(loop)
    builder.position_at_end(loop)
    index = builder.phi(_WORD)
    index.add_incoming(constant(0), before)
    met = [builder.phi(_VECTOR) for _ in occupied_cells([0] * pegs, [0] * pegs)]
    row = address(rows, load_index(address(candidates, index, 4)), 4 * ROW_ENTRIES)
    summands = [load_plane(load_index(builder.add(row, constant(4 * k)))) for k in range(ROW_ENTRIES)]
    occupied = []
    for known, cell in zip(met, occupied_cells(summands[:pegs], summands[MOST_PEGS : MOST_PEGS + pegs]), strict=True):
        occupied.append(_Vector(builder, known) | cell)
        known.add_incoming(_NOTHING, before)
        known.add_incoming(occupied[-1].value, loop)
    following = builder.add(index, constant(1))
    index.add_incoming(following, loop)
    builder.cbranch(builder.icmp_signed("<", following, count), loop, behind)
    builder.position_at_end(behind)
    digits = count_planes(occupied)
    for level in range(LEVEL_BITS):
        place = address(levels, builder.add(builder.mul(constant(level), words), start), 8)
        digit = digits[level].value if level < len(digits) else _NOTHING
        builder.store(digit, builder.inttoptr(place, _VECTOR.as_pointer()), align=8)


def _memory(address: int, kind: Any, count: int) -> NDArray[Any]:
    """The ``count`` numbers at an address, as an array."""
    return np.frombuffer((kind * count).from_address(address), dtype=kind)


def _spelled_out(pegs: int) -> Callable[..., None]:
    """The same as the code of :func:`_generate`, in Python and on NumPy's vectors."""

    def counter(planes: int, words: int, rows: int, candidates: int, count: int, start: int, levels: int) -> None:
        def vector(base: int, row: int) -> NDArray[Any]:
            return _memory(base + 8 * (row * words + start), ctypes.c_uint64, BLOCK_WORDS)

        met: list[Any] = [0 for _ in occupied_cells([0] * pegs, [0] * pegs)]
        for candidate in _memory(candidates, ctypes.c_int32, count).tolist():
            plane_rows = _memory(rows + 4 * ROW_ENTRIES * candidate, ctypes.c_int32, ROW_ENTRIES).tolist()
            summands = [vector(planes, row) for row in plane_rows]
            cells = occupied_cells(summands[:pegs], summands[MOST_PEGS : MOST_PEGS + pegs])
            met = [known | cell for known, cell in zip(met, cells, strict=True)]
        digits = count_planes(met)
        for level in range(LEVEL_BITS):
            vector(levels, level)[:] = digits[level] if level < len(digits) else 0

    return counter


def _make_counter(pegs: int) -> Any:
    @machine_code(_spelled_out(pegs))
    def counter(
        context: Any, planes: Any, words: Any, rows: Any, candidates: Any, count: Any, start: Any, levels: Any
    ) -> Any:
        def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
            _generate(builder, pegs, arguments)
            return context.get_dummy_value()

        return types.void(*(types.int64,) * 7), generate

    return counter


count_block_of_four = _make_counter(4)
"""Count the cells of the guesses in one block, for up to four pegs.

Arguments: the address of ``planes``, its number of words per row, the addresses of ``plane_rows`` and of the
candidates, the number of candidates (at least one), the first word of the block, the address of ``levels``, as in
:mod:`~strategist.search.kernels.planes`."""
count_block_of_five = _make_counter(5)
"""The same for five pegs."""
