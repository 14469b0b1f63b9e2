"""The transposition table of the exact search: what is proven of sets of candidates, shared by all threads.

A set is named by two independent 64-bit words, each the XOR of random words of its members: the whole of one and
28 bits of the other must agree, so that of 10¹⁰ probes into 10⁷ entries fewer than one in 10¹⁰ searches meets a false
one.

An entry is two words, the key XOR the data and the data (Hyatt and Mann 2002): a reader that meets the halves of two
writers sees a key that does not fit, so no lock is needed. The data hold 28 bits of the second word, 4 of worth, a
value of 31 bits and whether the value is exact or a lower bound. Four entries share a cache line; when a fifth comes,
the one of the least worth is lost: three of each line keep what took long to prove, and the fourth takes what comes.
With 2¹⁰ entries, Mastermind 4×7 is proven in 1.23 times as many positions as with all the room that it wants.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.atomic import read
from strategist.search.kernels.jit import borrowing, inlined

ENTRY_BYTES = 16
_WAYS = 4
_LINE_BYTES = _WAYS * ENTRY_BYTES
MOST_WORTH = 15
MISS = -1

_CHECK = np.uint64(36)
_WORTH = np.uint64(32)


def make_memo(entries: int) -> NDArray[np.uint64]:
    """An empty table of at most ``entries`` entries of 16 bytes, at least one cache line, aligned to cache lines.

    >>> make_memo(1001).shape
    (1000, 2)
    """
    lines = max(1, entries // _WAYS)
    room = np.zeros((lines + 1) * _LINE_BYTES // 8, dtype=np.uint64)
    skipped = -room.ctypes.data % _LINE_BYTES // 8
    return room[skipped : skipped + lines * _LINE_BYTES // 8].reshape(-1, 2)


@inlined
def _line(memo: NDArray[np.uint64], key: np.uint64) -> np.uint64:
    """The first entry of the cache line of a key: its upper half, which is random, as a share of all lines."""
    lines = np.uint64(len(memo)) // np.uint64(_WAYS)
    return ((key >> np.uint64(32)) * lines >> np.uint64(32)) * np.uint64(_WAYS)


@inlined
def _half(memo: NDArray[np.uint64], entry: np.uint64, half: int) -> Any:
    """One word of an entry, as it is at one moment: other threads write."""
    return read(memo, np.int64(entry) * 2 + half)


@borrowing
def probe(memo: NDArray[np.uint64], key: np.uint64, check: np.uint64) -> Any:
    """What is known of a set: twice its value, plus one if that is exact; :data:`MISS` if nothing is."""
    line = _line(memo, key)
    for way in range(_WAYS):
        at = line + np.uint64(way)
        data = _half(memo, at, 1)
        if _half(memo, at, 0) ^ data == key and data >> _CHECK == check >> _CHECK:
            return np.int64(data & np.uint64(0xFFFFFFFF))
    return MISS


@inlined
def worth_of(nodes: int) -> int:
    """The worth of an entry that took ``nodes`` positions to prove: the number of bits of ``nodes``, at most 15."""
    worth = 1
    while nodes > 1 and worth < MOST_WORTH:
        nodes >>= 1
        worth += 1
    return worth


@borrowing
def store(memo: NDArray[np.uint64], key: np.uint64, check: np.uint64, value: Any, exact: Any, worth: Any) -> None:
    """Keep a value, or a lower bound, of a set; what was known of the same set is replaced."""
    line = _line(memo, key)
    chosen, least = line, np.uint64(MOST_WORTH + 1)
    for way in range(_WAYS):
        at = line + np.uint64(way)
        known = _half(memo, at, 1)
        if known == 0 or _half(memo, at, 0) ^ known == key:
            chosen = at
            break
        kept = known >> _WORTH & np.uint64(MOST_WORTH)
        if kept < least:
            chosen, least = at, kept
    data = check >> _CHECK << _CHECK | np.uint64(worth) << _WORTH | np.uint64(2 * value + exact)
    memo[chosen, 0] = key ^ data
    memo[chosen, 1] = data
