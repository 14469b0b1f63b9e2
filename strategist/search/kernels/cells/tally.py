"""The circuit that counts how many candidates are in each cell of 512 guesses at once.

The planes of a response, one for each candidate, are added up in bit-sliced counters. Carry-save adders take sixteen
candidates at a time (Harley and Seal): eight, four, two and one full adders for the four lowest bits of a counter, and
one carry into the higher ones. A full adder is two instructions for 512 guesses. A counter of bytes takes two for 64.

As in :mod:`~strategist.search.kernels.cells.circuit`, the formulas are plain Python and run on machine vectors, too.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from strategist.search.kernels.cells.circuit import (
    BLOCK_GUESSES,
    BLOCK_WORDS,
    MOST_PEGS,
    VECTOR_BYTES,
    Bits,
    Vector,
    block_type,
    constant,
    full_adder,
    lanes,
    load_summands,
    load_vector,
    memory,
    nothing,
    one_hot,
    place_at,
    store_vector,
    summands_at,
    whole,
)
from strategist.search.kernels.numba.jit import machine_code

if TYPE_CHECKING:
    from llvmlite import ir

ADDED_BITS = 4
ADDED = 1 << ADDED_BITS
"""The candidates that are added up together."""
SUMS = MOST_PEGS + 1
"""The sums from none to all pegs; in the scratch of the kernels, each has :data:`ADDED` planes."""


def add_planes(counters: Sequence[Bits], planes: Sequence[Bits]) -> tuple[list[Bits], Bits]:
    """Add sixteen planes to counters of four bits: their new bits, the lowest first, and what is carried over.

    >>> add_planes([1, 1, 1, 1], [1] + [0] * 15)
    ([0, 0, 0, 0], 1)
    """
    sums, planes = [], list(planes)
    for counter in counters:
        carries = []
        for one, other in zip(planes[::2], planes[1::2], strict=True):
            counter, carry = full_adder(counter, one, other)
            carries.append(carry)
        sums.append(counter)
        planes = carries
    return sums, planes[0]


def _generate_sums(builder: ir.IRBuilder, pegs: int, arguments: Sequence[Any]) -> None:
    planes, rows, candidates, count, sums = arguments
    before = builder.block
    loop = builder.append_basic_block("candidate")
    behind = builder.append_basic_block("behind")
    builder.branch(loop)
    builder.position_at_end(loop)
    index = builder.phi(whole())
    index.add_incoming(constant(0), before)
    for first, bits in zip((0, SUMS), load_summands(builder, pegs, planes, rows, candidates, index), strict=True):
        for number, plane in enumerate(one_hot(bits)):
            offset = constant(VECTOR_BYTES * ADDED * (first + number))
            store_vector(plane, builder.add(place_at(builder, sums, index, VECTOR_BYTES), offset))
    following = builder.add(index, constant(1))
    index.add_incoming(following, loop)
    builder.cbranch(builder.icmp_signed("<", following, count), loop, behind)
    builder.position_at_end(behind)


def _spell_out_sums(pegs: int) -> Callable[..., None]:
    def sums_of(planes: int, rows: int, candidates: int, count: int, sums: int) -> None:
        found = memory(sums, ctypes.c_uint64, 2, SUMS, ADDED, BLOCK_WORDS)
        for index in range(count):
            for half, bits in zip(found, summands_at(pegs, planes, rows, candidates, index), strict=True):
                for number, plane in enumerate(one_hot(bits)):
                    half[number, index] = plane

    return sums_of


def _make_sums(pegs: int) -> Any:
    @machine_code(_spell_out_sums(pegs))
    def sums_of(context: Any, planes: Any, rows: Any, candidates: Any, count: Any, sums: Any) -> Any:
        from numba import types

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
            _generate_sums(builder, pegs, arguments)
            return context.get_dummy_value()

        return types.void(*(types.int64,) * 5), generate

    return sums_of


sums_of_four = _make_sums(4)
"""Write which guesses of a block have how many blacks with each of some candidates, and how many shared symbols.

For up to four pegs. Arguments: the addresses of the planes of the block, of ``plane_rows`` and of the candidates, the
number of candidates, from 1 to :data:`ADDED`, and the address of ``uint64[2, SUMS, ADDED, BLOCK_WORDS]``, the result: a
plane for blacks (0) or shared symbols (1), each sum and each candidate. Other planes are left as they are."""
sums_of_five = _make_sums(5)
"""Write the sums of the guesses of a block, for five pegs; the arguments are those of ``sums_of_four``."""
sums_of_six = _make_sums(6)
"""Write the sums of the guesses of a block, for six pegs; the arguments are those of ``sums_of_four``."""
sums_of_eight = _make_sums(8)
"""Write the sums of the guesses of a block, for seven or eight pegs; the arguments are those of ``sums_of_four``."""


def _spell_out_fetch(place: Any) -> None:
    """Nothing can be seen of it."""


@machine_code(_spell_out_fetch)
def fetch_early(context: Any, place: Any) -> Any:
    """Have the processor fetch the line of its cache at an address, for a look at it soon."""
    from llvmlite import ir
    from numba import types

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        number, pointer = whole(32), whole(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        name = "llvm.prefetch.p0"
        fetch = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        # To read data that is read again.
        settings = [constant(value, number) for value in (0, 3, 1)]
        builder.call(fetch, [builder.inttoptr(arguments[0], pointer), *settings])
        return context.get_dummy_value()

    return types.void(types.int64), generate


def _generate_cells(builder: ir.IRBuilder, arguments: Sequence[Any]) -> None:
    shared, blacks, cells, counters, bits = arguments
    of_shared = [load_vector(builder, builder.add(shared, constant(VECTOR_BYTES * k))) for k in range(ADDED)]
    before = builder.block
    each = builder.append_basic_block("cell")
    carrying = builder.append_basic_block("carrying")
    carry_on = builder.append_basic_block("carry")
    done = builder.append_basic_block("done")
    behind = builder.append_basic_block("behind")
    builder.branch(each)

    builder.position_at_end(each)
    cell = builder.phi(whole())
    cell.add_incoming(constant(0), before)
    black = place_at(builder, blacks, cell, VECTOR_BYTES * ADDED)
    counter = builder.add(counters, builder.mul(builder.mul(cell, bits), constant(VECTOR_BYTES)))
    low = [builder.add(counter, constant(VECTOR_BYTES * bit)) for bit in range(ADDED_BITS)]
    planes = [
        plane & load_vector(builder, builder.add(black, constant(VECTOR_BYTES * k)))
        for k, plane in enumerate(of_shared)
    ]
    digits, carried = add_planes([load_vector(builder, place) for place in low], planes)
    for digit, place in zip(digits, low, strict=True):
        store_vector(digit, place)
    builder.branch(carrying)

    builder.position_at_end(carrying)
    bit = builder.phi(whole())
    carry = builder.phi(block_type())
    bit.add_incoming(constant(ADDED_BITS), each)
    carry.add_incoming(carried.value, each)
    builder.cbranch(builder.icmp_signed("<", bit, bits), carry_on, done)

    builder.position_at_end(carry_on)
    place = place_at(builder, counter, bit, VECTOR_BYTES)
    digit = load_vector(builder, place)
    store_vector(digit ^ Vector(builder, carry), place)
    bit.add_incoming(builder.add(bit, constant(1)), carry_on)
    carry.add_incoming((digit & Vector(builder, carry)).value, carry_on)
    builder.branch(carrying)

    builder.position_at_end(done)
    following = builder.add(cell, constant(1))
    cell.add_incoming(following, done)
    builder.cbranch(builder.icmp_signed("<", following, cells), each, behind)
    builder.position_at_end(behind)


def _spell_out_cells(shared: int, blacks: int, cells: int, counters: int, bits: int) -> None:
    of_shared = memory(shared, ctypes.c_uint64, ADDED, BLOCK_WORDS)
    of_blacks = memory(blacks, ctypes.c_uint64, cells, ADDED, BLOCK_WORDS)
    counts = memory(counters, ctypes.c_uint64, cells, bits, BLOCK_WORDS)
    for cell in range(cells):
        digits, carry = add_planes(list(counts[cell, :ADDED_BITS]), list(of_shared & of_blacks[cell]))
        counts[cell, :ADDED_BITS] = digits
        for digit in counts[cell, ADDED_BITS:]:
            digit[:], carry = digit ^ carry, digit & carry


@machine_code(_spell_out_cells)
def add_cells(context: Any, shared: Any, blacks: Any, cells: Any, counters: Any, bits: Any) -> Any:
    """Add sixteen candidates to the cells of one number of shared symbols.

    Arguments: the address of the planes of that number, of those of no blacks, the number of cells (of no blacks, one,
    …), the address of their counters, ``uint64[cells, bits, BLOCK_WORDS]``, and ``bits``, at least :data:`ADDED_BITS`.
    """
    from numba import types

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        _generate_cells(builder, arguments)
        return context.get_dummy_value()

    return types.void(*(types.int64,) * 5), generate


def _generate_bytes(builder: ir.IRBuilder, arguments: Sequence[Any]) -> None:
    counters, bits, numbers = arguments
    from llvmlite.ir import Undefined

    byte, row = whole(8), lanes(8, 64)
    for word in range(BLOCK_WORDS):
        before = builder.block
        head = builder.append_basic_block("head")
        loop = builder.append_basic_block("bit")
        behind = builder.append_basic_block("behind")
        builder.branch(head)
        builder.position_at_end(head)
        bit, weight, total = builder.phi(whole()), builder.phi(byte), builder.phi(row)
        bit.add_incoming(constant(0), before)
        weight.add_incoming(constant(1, byte), before)
        total.add_incoming(nothing(row), before)
        builder.cbranch(builder.icmp_signed("<", bit, bits), loop, behind)
        builder.position_at_end(loop)
        place = builder.add(place_at(builder, counters, bit, VECTOR_BYTES), constant(8 * word))
        mask = builder.load(builder.inttoptr(place, whole().as_pointer()), align=8)
        set_lanes = builder.bitcast(mask, lanes(1, 64))
        anything = constant(Undefined, row)
        first = builder.insert_element(anything, weight, constant(0, whole(32)))
        weights = builder.shuffle_vector(first, anything, nothing(lanes(32, 64)))
        bit.add_incoming(builder.add(bit, constant(1)), loop)
        weight.add_incoming(builder.shl(weight, constant(1, byte)), loop)
        total.add_incoming(builder.or_(total, builder.select(set_lanes, weights, nothing(row))), loop)
        builder.branch(head)
        builder.position_at_end(behind)
        place = builder.add(numbers, constant(64 * word))
        builder.store(total, builder.inttoptr(place, row.as_pointer()), align=1)


def _spell_out_bytes(counters: int, bits: int, numbers: int) -> None:
    planes = memory(counters, ctypes.c_uint8, bits, VECTOR_BYTES)
    spread = np.unpackbits(planes, axis=1, bitorder="little") << np.arange(bits, dtype=np.uint8)[:, None]
    memory(numbers, ctypes.c_uint8, BLOCK_GUESSES)[:] = np.bitwise_or.reduce(spread, axis=0)


@machine_code(_spell_out_bytes)
def bytes_of_counters(context: Any, counters: Any, bits: Any, numbers: Any) -> Any:
    """Write bit-sliced counters as one byte for each guess of a block.

    Arguments: the address of their lowest bits, the number of bits, from 1 to 8, and the address of the bytes.
    """
    from numba import types

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        _generate_bytes(builder, arguments)
        return context.get_dummy_value()

    return types.void(*(types.int64,) * 3), generate
