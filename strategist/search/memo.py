"""The transposition table of the exact search: what is proven of sets of candidates, shared by all threads.

A set is named by two independent 64-bit words, each the XOR of random words of its members: the whole of one and
half of the other must agree, so that of 10¹⁰ probes into 10⁷ entries fewer than one in 10¹¹ searches meets a false one.

An entry is two words, the key XOR the data and the data (Hyatt and Mann 2002): a reader that meets the halves of two
writers sees a key that does not fit, so no lock is needed. The data hold half of the second word, a value of 31 bits
and whether the value is exact or a lower bound. Four entries share a cache line; the fourth is lost when a fifth comes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.jit import borrowing, inlined

_WAYS = 4
MISS = -1


def make_memo(bits: int) -> NDArray[np.uint64]:
    """An empty table of ``2**bits`` entries of 16 bytes."""
    return np.zeros((1 << bits, 2), dtype=np.uint64)


@inlined
def _line(memo: NDArray[np.uint64], key: np.uint64) -> np.uint64:
    """The first entry of the cache line of a key."""
    spread = (key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(20)
    return spread & np.uint64(len(memo) - 1) & ~np.uint64(_WAYS - 1)


@borrowing
def probe(memo: NDArray[np.uint64], key: np.uint64, check: np.uint64) -> Any:
    """What is known of a set: twice its value, plus one if that is exact; :data:`MISS` if nothing is."""
    line = _line(memo, key)
    for way in range(_WAYS):
        at = line + np.uint64(way)
        data = memo[at, 1]
        if memo[at, 0] ^ data == key and data >> np.uint64(32) == check >> np.uint64(32):
            return np.int64(data & np.uint64(0xFFFFFFFF))
    return MISS


@borrowing
def store(memo: NDArray[np.uint64], key: np.uint64, check: np.uint64, value: int, exact: int) -> None:
    """Keep a value, or a lower bound, of a set; what was known of the same set is replaced."""
    line = _line(memo, key)
    data = (check >> np.uint64(32)) << np.uint64(32) | np.uint64(2 * value + exact)
    chosen = line + (key & np.uint64(_WAYS - 1))
    for way in range(_WAYS):
        at = line + np.uint64(way)
        if memo[at, 1] == 0 or memo[at, 0] ^ memo[at, 1] == key:
            chosen = at
            break
    memo[chosen, 0] = key ^ data
    memo[chosen, 1] = data
