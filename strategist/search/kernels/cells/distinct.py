"""The number of different responses among some candidates, for every guess, by a sorting network.

The responses of one candidate to 64 guesses are a vector of 64 bytes (or to 32 guesses, if responses take two bytes).
Sorting the vectors of all candidates, each lane on its own, takes only the minimum and the maximum of two vectors, an
instruction each. In a sorted column, each response that differs from the one above is a new one.

Sixteen vectors, a *chunk*, are sorted in registers by odd-even merges (Batcher 1968). Longer columns are merged from
chunks by bitonic networks (Batcher 1968) whose comparators all put the lesser vector first: the chunks that are missing
at the end, as if they held something larger than all responses, need no place. The last chunk is filled up with the
last candidate, once more: that is no new response.

So n candidates take about ``log²(n)/2`` instructions each for 64 guesses. Comparing all pairs of them would take n, and
marking the responses of one guess after the other some hundreds.

As in :mod:`~strategist.search.kernels.cells.circuit`, the networks are plain Python and run on machine vectors, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.cells.circuit import VECTOR_BYTES, constant, lanes, memory, nothing, place_at, whole
from strategist.search.kernels.cells.planes import aligned_words
from strategist.search.kernels.numba.jit import borrowing, machine_code

if TYPE_CHECKING:
    from llvmlite import ir

CHUNK = 16
"""The vectors that are sorted in registers."""
_CHUNK_BYTES = CHUNK * VECTOR_BYTES
_WIDTH = 16
"""The vectors of one candidate that are read in one go: the memory is read in runs of a kilobyte."""
_ROOM = 1 << 16
"""The vectors of scratch that are enough to read so much at once, 4 MiB, unless a column alone takes more."""

Pairs = list[tuple[int, int]]


def sorting_network(size: int) -> Pairs:
    """The comparators that sort ``size`` vectors, a power of two, by odd-even merges (Batcher 1968).

    >>> sorting_network(4)
    [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)]
    """

    def merge(low: int, count: int, step: int) -> Iterator[tuple[int, int]]:
        if 2 * step < count:
            yield from merge(low, count, 2 * step)
            yield from merge(low + step, count, 2 * step)
            yield from ((i, i + step) for i in range(low + step, low + count - step, 2 * step))
        else:
            yield low, low + step

    def sort(low: int, count: int) -> Iterator[tuple[int, int]]:
        if count > 1:
            yield from sort(low, count // 2)
            yield from sort(low + count // 2, count // 2)
            yield from merge(low, count, 1)

    return list(sort(0, size))


def cleaning_network(size: int) -> Pairs:
    """The comparators that sort ``size`` vectors, a power of two, that first rise and then fall, or the other way.

    >>> cleaning_network(4)
    [(0, 2), (1, 3), (0, 1), (2, 3)]
    """
    steps = [1 << bit for bit in reversed(range(size.bit_length() - 1))]
    return [(i, i + step) for step in steps for i in range(size) if not i & step]


_CLEAN = cleaning_network(CHUNK)
_CLEAN_BOTH = _CLEAN + [(CHUNK + low, CHUNK + high) for low, high in _CLEAN]
_SIDE_BY_SIDE = [(i, CHUNK + i) for i in range(CHUNK)]
_CROSSED = [(i, 2 * CHUNK - 1 - i) for i in range(CHUNK)]


def _type_of(columns: Any) -> ir.VectorType:
    """The vectors of an array of responses, by its type in Numba."""
    bits = columns.dtype.bitwidth
    return lanes(bits, 8 * VECTOR_BYTES // bits)


def _vectors(columns: NDArray[Any], place: int, count: int) -> NDArray[Any]:
    """The vectors at an address, as an array."""
    return memory(place, np.ctypeslib.as_ctypes_type(columns.dtype), count, VECTOR_BYTES // columns.itemsize)


def _load(builder: ir.IRBuilder, kind: ir.VectorType, place: Any) -> Any:
    return builder.load(builder.inttoptr(place, kind.as_pointer()), align=1)


def _store(builder: ir.IRBuilder, vector: Any, place: Any) -> None:
    builder.store(vector, builder.inttoptr(place, vector.type.as_pointer()), align=1)


def _exchange(builder: ir.IRBuilder, kind: ir.VectorType, chunks: Sequence[Any], pairs: Pairs) -> None:
    """Emit comparators of the vectors in some chunks."""
    places = [builder.add(chunk, constant(VECTOR_BYTES * number)) for chunk in chunks for number in range(CHUNK)]
    vectors = [_load(builder, kind, place) for place in places]
    for low, high in pairs:
        one, other = vectors[low], vectors[high]
        less = builder.icmp_unsigned("<", one, other)
        vectors[low], vectors[high] = builder.select(less, one, other), builder.select(less, other, one)
    for vector, place in zip(vectors, places, strict=True):
        _store(builder, vector, place)


def _exchange_plainly(columns: NDArray[Any], chunks: Sequence[int], pairs: Pairs) -> None:
    """Apply comparators to the vectors of some chunks, on NumPy arrays: what the code of :func:`_exchange` does."""
    vectors = [vector for chunk in chunks for vector in _vectors(columns, chunk, CHUNK)]
    for low, high in pairs:
        one, other = vectors[low], vectors[high]
        one[:], other[:] = np.minimum(one, other), np.maximum(one, other)


def _make_order(pairs: Pairs) -> Any:
    @machine_code(lambda columns, chunk: _exchange_plainly(columns, (chunk,), pairs))
    def order(context: Any, columns: Any, chunk: Any) -> Any:
        from numba import types

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:
            _exchange(builder, _type_of(columns), arguments[1:], pairs)
            return context.get_dummy_value()

        return types.void(columns, types.int64), generate

    return order


def _make_order_of_two(pairs: Pairs) -> Any:
    @machine_code(lambda columns, one, other: _exchange_plainly(columns, (one, other), pairs))
    def order(context: Any, columns: Any, one: Any, other: Any) -> Any:
        from numba import types

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:
            _exchange(builder, _type_of(columns), arguments[1:], pairs)
            return context.get_dummy_value()

        return types.void(columns, types.int64, types.int64), generate

    return order


sort_chunk = _make_order(sorting_network(CHUNK))
"""Sort the vectors of a chunk. Here and below: the first argument is an array that tells the type of the responses, the
others are addresses of chunks."""
clean_chunk = _make_order(_CLEAN)
"""Sort the vectors of a chunk that first rise and then fall, or first fall and then rise."""
compare_chunks = _make_order_of_two(_SIDE_BY_SIDE)
"""Put the lesser of each two vectors into the first chunk: of the first vectors, the second ones, and so on."""
compare_crossed = _make_order_of_two(_CROSSED)
"""Put the lesser of each two vectors into the first chunk: of the first vector of one chunk and the last of the other,
and so on."""
clean_two = _make_order_of_two(_SIDE_BY_SIDE + _CLEAN_BOTH)
"""Sort the vectors of two chunks that, one behind the other, rise and then fall, or the other way."""
merge_two = _make_order_of_two(_CROSSED + _CLEAN_BOTH)
"""Sort the vectors of two chunks, each of them sorted."""


def _copy_plainly(columns: NDArray[Any], source: int, target: int) -> None:
    _vectors(columns, target, 1)[:] = _vectors(columns, source, 1)


@machine_code(_copy_plainly)
def copy_vector(context: Any, columns: Any, source: Any, target: Any) -> Any:
    """Copy the vector at one address to another."""
    from numba import types

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:
        _store(builder, _load(builder, _type_of(columns), arguments[1]), arguments[2])
        return context.get_dummy_value()

    return types.void(columns, types.int64, types.int64), generate


def _count_plainly(columns: NDArray[Any], column: int, count: int, counts: int) -> None:
    vectors = _vectors(columns, column, count)
    found = memory(counts, np.ctypeslib.as_ctypes_type(np.uint16), vectors.shape[1])
    found[:] = 1 + (vectors[1:] != vectors[:-1]).sum(axis=0)


@machine_code(_count_plainly)
def count_steps(context: Any, columns: Any, column: Any, count: Any, counts: Any) -> Any:
    """Count the different responses in each lane of sorted vectors.

    Arguments: an array that tells the type of the responses, the address of the vectors, their number, at least two,
    and the address of the result, ``uint16`` for each lane.
    """
    from numba import types

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:
        _, column, count, counts = arguments
        kind = _type_of(columns)
        before = builder.block
        first = _load(builder, kind, column)
        loop = builder.append_basic_block("vector")
        behind = builder.append_basic_block("behind")
        builder.branch(loop)
        builder.position_at_end(loop)
        index, above, steps = builder.phi(whole()), builder.phi(kind), builder.phi(kind)
        vector = _load(builder, kind, place_at(builder, column, index, VECTOR_BYTES))
        # A lane of n bits holds the number of steps between 2ⁿ different responses.
        counted = builder.add(steps, builder.zext(builder.icmp_unsigned("!=", vector, above), kind))
        following = builder.add(index, constant(1))
        counter = steps, nothing(kind), counted
        for phi, start, then in ((index, constant(1), following), (above, first, vector), counter):
            phi.add_incoming(start, before)
            phi.add_incoming(then, loop)
        builder.cbranch(builder.icmp_signed("<", following, count), loop, behind)
        builder.position_at_end(behind)
        wide = lanes(16, kind.count)
        widened = counted if kind == wide else builder.zext(counted, wide)
        _store(builder, builder.add(widened, constant([1] * kind.count, wide)), counts)
        return context.get_dummy_value()

    return types.void(columns, types.int64, types.int64, types.int64), generate


def rounded_up(guesses: int) -> int:
    """The places for the counts of ``guesses`` guesses: whole vectors.

    >>> rounded_up(1), rounded_up(128)
    (64, 128)
    """
    return -(-guesses // VECTOR_BYTES) * VECTOR_BYTES


def column_vectors(secrets: int) -> int:
    """The vectors of scratch for up to ``secrets`` candidates.

    >>> column_vectors(20), column_vectors(100_000)
    (512, 100000)
    """
    vectors = -(-secrets // CHUNK) * CHUNK
    return min(_WIDTH * vectors, max(vectors, _ROOM))


def make_columns(secrets: int, kind: Any) -> NDArray[Any]:
    """Scratch of :func:`count_distinct` for up to ``secrets`` candidates and responses of the dtype ``kind``."""
    return aligned_words(column_vectors(secrets), VECTOR_BYTES // 8).view(kind)


@borrowing
def _sort_column(columns: NDArray[Any], place: int, chunks: int) -> None:
    """Sort the vectors of the first ``chunks`` chunks."""
    for chunk in range(chunks):
        sort_chunk(columns, place + _CHUNK_BYTES * chunk)
    run = 1
    while run < chunks:
        # Merge every two sorted runs of ``run`` chunks; the second one may be shorter.
        for first in range(0, chunks - run, 2 * run):
            if run == 1:
                merge_two(columns, place + _CHUNK_BYTES * first, place + _CHUNK_BYTES * (first + 1))
                continue
            end = min(first + 2 * run, chunks)
            for chunk in range(2 * (first + run) - end, first + run):
                other = 2 * (first + run) - 1 - chunk
                compare_crossed(columns, place + _CHUNK_BYTES * chunk, place + _CHUNK_BYTES * other)
            step = run >> 1
            while step > 1:
                for chunk in range(first, end - step):
                    if (chunk - first) & step == 0:
                        compare_chunks(columns, place + _CHUNK_BYTES * chunk, place + _CHUNK_BYTES * (chunk + step))
                step >>= 1
            for chunk in range(first, end - 1, 2):
                clean_two(columns, place + _CHUNK_BYTES * chunk, place + _CHUNK_BYTES * (chunk + 1))
            if (end - first) & 1:
                clean_chunk(columns, place + _CHUNK_BYTES * (end - 1))
        run *= 2


@borrowing
def count_distinct(
    rows: NDArray[Any], candidates: NDArray[np.int32], columns: NDArray[Any], counts: NDArray[np.uint16]
) -> None:
    """Write the number of different responses of the candidates to each guess into ``counts``.

    ``rows`` is ``uint8|uint16[secrets, guesses]``, in C order. ``counts`` has :func:`rounded_up` places: what stands
    behind the last guess means nothing, but is never more than 1. ``columns`` is that of :func:`make_columns`.
    """
    size, guesses = len(candidates), rows.shape[1]
    vectors = (size + CHUNK - 1) // CHUNK * CHUNK
    lanes = columns.shape[1]
    width = min(_WIDTH, len(columns) // vectors)
    place, of_column = columns.ctypes.data, VECTOR_BYTES * vectors
    tail = guesses % lanes
    for start in range(0, guesses - tail, width * lanes):
        some = min(width, (guesses - tail - start) // lanes)
        for number in range(vectors):
            source = rows[candidates[min(number, size - 1)], start:].ctypes.data
            target = place + VECTOR_BYTES * number
            for column in range(some):
                copy_vector(columns, source + VECTOR_BYTES * column, target + of_column * column)
        for column in range(some):
            _sort_column(columns, place + of_column * column, vectors // CHUNK)
            found = counts[start + column * lanes :].ctypes.data
            count_steps(columns, place + of_column * column, vectors, found)
    if tail:
        # A whole vector would reach behind the end of the rows.
        for number in range(vectors):
            columns[number] = 0
            for lane in range(tail):
                columns[number, lane] = rows[candidates[min(number, size - 1)], guesses - tail + lane]
        _sort_column(columns, place, vectors // CHUNK)
        count_steps(columns, place, vectors, counts[guesses - tail :].ctypes.data)
