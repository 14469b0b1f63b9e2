"""The data that the threads of one search share without locks, and the two atomic operations on them.

The accesses that race, and why each race is harmless:

==================  =======================================================================================
where threads are   ``marks``: counted up and down by :func:`fetch_add`. What is read late changes the order of the
                    work, nothing else.
stop                ``shared[STOP]``: the supervising thread writes it, kernels :func:`read` it. A kernel that reads it
                    late stops later; the result that it returns once it has read 1 is a proven bound. A tree that is
                    too deep sets it, too, and ``TOO_DEEP``; both only go from 0 to 1 while kernels run.
the memo            two words per entry, the name XOR the data and the data (Hyatt and Mann 2002). Two words from
                    different writers do not match and are a miss; an entry that is lost is proven again. :func:`read`
                    reads each word whole and once, so the word that was compared is the word that is used.
the logs            one writer and one reader each. ``own[LOGGED]`` counts rows after they are written, ``own[READ]``
                    after they are copied. If a counter is read late, a row is left for later or left out. The seal at
                    the end of a row reveals a torn one.
thresholds          ``shared[LEAST_NODES]`` changes while kernels run: a few rows more or fewer are logged.
counters            ``own[NODES]`` and the like have one writer; progress shows some recent value.
==================  =======================================================================================

Everything else is written before the threads start or belongs to one thread: ``SEED`` changes only
between searches, ``RECALLED`` and the numbers of processes change the order of the work alone, and each desk has one
kernel at a time.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing, machine_code

if TYPE_CHECKING:
    from llvmlite import ir

_WORD_BYTES = 8


def _pointer(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
    """The address of word ``arguments[1]`` of a contiguous array, counted through all its dimensions."""
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.gep(array.data, [arguments[1]])


_AT_ONCE = threading.Lock()


def _plain_fetch_add(words: Any, at: int, amount: int) -> Any:
    # Python changes threads between any two of its steps.
    with _AT_ONCE:
        before = words.flat[at]
        words.flat[at] += amount
    return before


def _plain_read(words: Any, at: Any) -> Any:
    return words.flat[at]


@machine_code(_plain_fetch_add)
def _fetch_add(context: Any, words: Any, at: Any, amount: Any) -> Any:
    from numba import types

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return builder.atomic_rmw("add", _pointer(context, builder, signature, arguments), arguments[2], "seq_cst")

    return types.int64(words, types.int64, types.int64), generate


@machine_code(_plain_read)
def read(context: Any, words: Any, at: Any) -> Any:
    """Word ``at`` of a contiguous array of 64-bit words, whole and read once; for kernels only."""
    from numba import types

    kind = words.dtype

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_pointer(context, builder, signature, arguments), "monotonic", _WORD_BYTES)

    return kind(words, types.int64), generate


@borrowing
def fetch_add(words: NDArray[np.int64], at: int, amount: int) -> int:
    """Add to a cell in one step; returns the value before.

    >>> cells = np.array([3, 7])
    >>> fetch_add(cells, 1, 2), cells.tolist()
    (7, [3, 9])
    """
    return _fetch_add(words, at, amount)
