"""The circuit that counts the cells of 512 guesses at once, made of AND, OR, XOR and NOT on machine vectors.

The first functions are plain Python and work on anything with bitwise operators: on Python's integers or NumPy's
arrays, as in the tests, and on values of LLVM's intermediate representation, from which :func:`count_cells_of_block`
builds machine code. LLVM's own vectoriser produces much slower code from the same formulas in loops: here the twenty
cells stay in registers through the whole loop over the candidates.
"""

from __future__ import annotations

import ctypes
import functools
import math
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import machine_code

if TYPE_CHECKING:
    from llvmlite import ir

MOST_PEGS = 8
BLOCK_WORDS = 8
"""64-bit words in a vector."""
BLOCK_GUESSES = 64 * BLOCK_WORDS
ROW_ENTRIES = 2 * MOST_PEGS
VECTOR_BYTES = 8 * BLOCK_WORDS

Bits = TypeVar("Bits", bound=Any)


def level_bits(pegs: int) -> int:
    """The number of bits that hold a number of cells: 27 of six pegs, 44 of eight.

    >>> level_bits(6), level_bits(7)
    (5, 6)
    """
    return 5 if pegs <= 6 else 6


def full_adder(x: Bits, y: Bits, z: Bits) -> tuple[Bits, Bits]:
    """Sum and carry of three bits.

    >>> full_adder(0b0011, 0b0101, 0b1001)
    (15, 1)
    """
    return x ^ y ^ z, (x & y) | (z & (x ^ y))


def one_hot(bits: Sequence[Bits]) -> list[Bits]:
    """The planes "the sum of the bits is k" for each k from 0 to the number of bits.

    >>> [f"{plane & 0b111:03b}" for plane in one_hot([0b011, 0b001])]
    ['100', '010', '001']
    """
    digits = count_planes(bits)
    counts = []
    for number in range(len(bits) + 1):
        literals = [digit if (number >> place) & 1 else ~digit for place, digit in enumerate(digits)]
        counts.append(functools.reduce(operator.and_, literals))
    return counts


def occupied_cells(blacks: Sequence[Bits], shared: Sequence[Bits]) -> list[Bits]:
    """One plane for each possible response: the guesses that get it from this secret.

    ``blacks`` are the planes whose sum is the number of blacks, ``shared`` those whose sum is that of shared symbols.
    """
    pegs = len(blacks)
    of_blacks, of_shared = one_hot(blacks), one_hot(shared)
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


class Vector:
    """A value of the intermediate representation with the operators above."""

    def __init__(self, builder: ir.IRBuilder, value: Any) -> None:
        self.builder = builder
        self.value = value

    def __and__(self, other: Vector) -> Vector:
        return Vector(self.builder, self.builder.and_(self.value, other.value))

    def __or__(self, other: Vector) -> Vector:
        return Vector(self.builder, self.builder.or_(self.value, other.value))

    def __xor__(self, other: Vector) -> Vector:
        return Vector(self.builder, self.builder.xor(self.value, other.value))

    def __invert__(self) -> Vector:
        return Vector(self.builder, self.builder.not_(self.value))


@functools.cache
def whole(bits: int = 64) -> ir.IntType:
    """The type of whole numbers. Here and below, llvmlite is imported only to compile."""
    from llvmlite import ir

    return ir.IntType(bits)


@functools.cache
def lanes(bits: int, count: int) -> ir.VectorType:
    """The type of vectors of whole numbers."""
    from llvmlite import ir

    return ir.VectorType(whole(bits), count)


def block_type() -> ir.VectorType:
    """The type of the planes of one block."""
    return lanes(64, BLOCK_WORDS)


def nothing(kind: Any) -> Any:
    """The zero of a type."""
    from llvmlite import ir

    return ir.Constant(kind, None)


def constant(value: Any, kind: Any = None) -> Any:
    """A number for the machine, or some: a word, if no other type is named."""
    from llvmlite import ir

    return ir.Constant(kind or whole(), value)


def place_at(builder: ir.IRBuilder, base: Any, index: Any, size: int) -> Any:
    """The address of entry ``index`` of an array at ``base`` whose entries have ``size`` bytes."""
    return builder.add(base, builder.mul(index, constant(size)))


def load_index(builder: ir.IRBuilder, place: Any) -> Any:
    """An ``int32`` as a word."""
    return builder.sext(builder.load(builder.inttoptr(place, whole(32).as_pointer())), whole())


def load_vector(builder: ir.IRBuilder, place: Any) -> Vector:
    """The 512 bits at an address."""
    return Vector(builder, builder.load(builder.inttoptr(place, block_type().as_pointer()), align=8))


def store_vector(vector: Vector, place: Any) -> None:
    """Write 512 bits to an address."""
    vector.builder.store(vector.value, vector.builder.inttoptr(place, block_type().as_pointer()), align=8)


def load_summands(
    builder: ir.IRBuilder, pegs: int, planes: Any, rows: Any, candidates: Any, index: Any
) -> tuple[list[Vector], list[Vector]]:
    """The planes that add up to the blacks of a candidate, and to its shared symbols."""
    row = place_at(builder, rows, load_index(builder, place_at(builder, candidates, index, 4)), 4 * ROW_ENTRIES)

    def load(entry: int) -> Vector:
        plane = load_index(builder, builder.add(row, constant(4 * entry)))
        return load_vector(builder, place_at(builder, planes, plane, VECTOR_BYTES))

    return [load(p) for p in range(pegs)], [load(MOST_PEGS + p) for p in range(pegs)]


def memory(address: int, kind: Any, *shape: int) -> NDArray[Any]:
    """The numbers at an address, as an array."""
    return np.frombuffer((kind * math.prod(shape)).from_address(address), dtype=kind).reshape(shape)


def summands_at(
    pegs: int, planes: int, rows: int, candidates: int, index: int
) -> tuple[list[NDArray[Any]], list[NDArray[Any]]]:
    """The planes that :func:`load_summands` loads, as NumPy arrays: the specification in Python."""
    candidate = int(memory(candidates + 4 * index, ctypes.c_int32, 1)[0])
    entries = memory(rows + 4 * ROW_ENTRIES * candidate, ctypes.c_int32, ROW_ENTRIES).tolist()
    found = [memory(planes + VECTOR_BYTES * row, ctypes.c_uint64, BLOCK_WORDS) for row in entries]
    return found[:pegs], found[MOST_PEGS : MOST_PEGS + pegs]


def _generate(builder: ir.IRBuilder, pegs: int, arguments: Sequence[Any]) -> None:
    """Emit a loop over the candidates with the cells in registers, then the count of the cells."""
    planes, rows, candidates, count, levels, stride = arguments
    before = builder.block
    loop = builder.append_basic_block("candidate")
    behind = builder.append_basic_block("counted")
    builder.branch(loop)
    builder.position_at_end(loop)
    index = builder.phi(whole())
    index.add_incoming(constant(0), before)
    met = [builder.phi(block_type()) for _ in occupied_cells([0] * pegs, [0] * pegs)]
    blacks, shared = load_summands(builder, pegs, planes, rows, candidates, index)
    occupied = []
    for known, cell in zip(met, occupied_cells(blacks, shared), strict=True):
        occupied.append(Vector(builder, known) | cell)
        known.add_incoming(nothing(block_type()), before)
        known.add_incoming(occupied[-1].value, loop)
    following = builder.add(index, constant(1))
    index.add_incoming(following, loop)
    builder.cbranch(builder.icmp_signed("<", following, count), loop, behind)
    builder.position_at_end(behind)
    digits = count_planes(occupied)
    for level in range(level_bits(pegs)):
        digit = digits[level] if level < len(digits) else Vector(builder, nothing(block_type()))
        store_vector(digit, builder.add(levels, builder.mul(stride, constant(level))))


def _spelled_out(pegs: int) -> Callable[..., None]:
    """A function in Python, on NumPy arrays, that does what the code of :func:`_generate` does."""

    def counter(planes: int, rows: int, candidates: int, count: int, levels: int, stride: int) -> None:
        met: list[Any] = [0 for _ in occupied_cells([0] * pegs, [0] * pegs)]
        for index in range(count):
            cells = occupied_cells(*summands_at(pegs, planes, rows, candidates, index))
            met = [known | cell for known, cell in zip(met, cells, strict=True)]
        digits = count_planes(met)
        for level in range(level_bits(pegs)):
            plane = memory(levels + stride * level, ctypes.c_uint64, BLOCK_WORDS)
            plane[:] = digits[level] if level < len(digits) else 0

    return counter


def _make_counter(pegs: int) -> Any:
    @machine_code(_spelled_out(pegs))
    def counter(context: Any, planes: Any, rows: Any, candidates: Any, count: Any, levels: Any, stride: Any) -> Any:
        from numba import types

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
            _generate(builder, pegs, arguments)
            return context.get_dummy_value()

        return types.void(*(types.int64,) * 6), generate

    return counter


count_block_of_four = _make_counter(4)
"""Count the cells of the guesses in one block, for up to four pegs.

Arguments: the addresses of the planes of the block, of ``plane_rows`` and of the candidates, the number of candidates
(at least one), the address of the first plane of ``levels``, and the bytes from one of them to the next, as in
:mod:`~strategist.search.kernels.cells.planes`."""
count_block_of_five = _make_counter(5)
"""Count the cells of the guesses in one block, for five pegs; the arguments are those of ``count_block_of_four``."""
count_block_of_six = _make_counter(6)
"""Count the cells of the guesses in one block, for six pegs; the arguments are those of ``count_block_of_four``."""
count_block_of_eight = _make_counter(8)
"""Count the cells of the guesses in one block, for seven or eight pegs; the arguments are those of
``count_block_of_four``."""
