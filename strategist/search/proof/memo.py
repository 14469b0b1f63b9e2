"""The transposition table of the exact search: the proven bounds of sets of candidates, shared by all threads.

A set is named by two independent 64-bit words, each the XOR of random words of its members. The whole of one and 28
bits of the other must agree. So with 10¹⁰ probes into 10⁷ entries, fewer than one search in 10¹⁰ meets a false entry.

An entry is two words, the key XOR the data and the data (Hyatt and Mann 2002). A reader that gets its two words from
different writers sees a key that does not match, so no lock is needed. The data hold 28 bits of the second word, 4 bits
of worth, a value of 31 bits and one bit for whether the value is exact or a lower bound. Where secrets have chances or
questions have costs, the memo is *wide*: a third word, in the XOR as well, holds a value of 62 bits and that last bit.
Four entries share a line, which is a cache line unless the memo is wide. A fifth replaces the one of least worth: three
entries of each line keep the results that took long to prove, and the fourth takes every new one. With 2¹⁰ entries, the
proof of Mastermind 4×7 takes 1.23 times as many positions as with unlimited room.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.atomic import read
from strategist.search.kernels.jit import borrowing, inlined

ENTRY_BYTES = 16
_WAYS = 4
_WIDE = 3
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


def widened(memo: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The memory of a memo as a wide one, ``uint64[lines, 4, 3]``; it must be emptied for it. Kernels tell the two by
    the number of their dimensions, before they are compiled.

    >>> widened(make_memo(12)).shape
    (2, 4, 3)
    """
    words = memo.reshape(-1)
    lines = len(words) // (_WAYS * _WIDE)
    return words[: lines * _WAYS * _WIDE].reshape(lines, _WAYS, _WIDE)


@inlined
def _line(memo: NDArray[np.uint64], key: np.uint64) -> np.uint64:
    """The first entry of the line of a key. The upper half of the key, which is random, selects the line."""
    lines = np.uint64(len(memo)) // np.uint64(_WAYS) if memo.ndim == 2 else np.uint64(len(memo))
    return ((key >> np.uint64(32)) * lines >> np.uint64(32)) * np.uint64(_WAYS)


@inlined
def _word(memo: NDArray[np.uint64], entry: np.uint64, word: int) -> Any:
    """One word of an entry, read once and whole, because other threads write."""
    return read(memo, np.int64(entry) * (2 if memo.ndim == 2 else _WIDE) + word)


@inlined
def _value(memo: NDArray[np.uint64], entry: np.uint64, data: np.uint64) -> np.uint64:
    """The value of an entry with these data, and the bit below it."""
    if memo.ndim == 2:
        return data & np.uint64(0xFFFFFFFF)
    return np.uint64(_word(memo, entry, 2))


@inlined
def _sum(memo: NDArray[np.uint64], data: np.uint64, value: np.uint64) -> np.uint64:
    """What the first word of an entry holds beside the key."""
    if memo.ndim == 2:
        return data
    return data ^ (value * np.uint64(0x9E3779B97F4A7C15))


@borrowing
def probe(memo: NDArray[np.uint64], key: np.uint64, check: np.uint64) -> Any:
    """The entry of a set: twice its value, plus one if that is exact; :data:`MISS` if there is none."""
    line = _line(memo, key)
    for way in range(_WAYS):
        at = line + np.uint64(way)
        data = _word(memo, at, 1)
        value = _value(memo, at, data)
        if _word(memo, at, 0) ^ _sum(memo, data, value) == key and data >> _CHECK == check >> _CHECK:
            return np.int64(value)
    return MISS


@inlined
def worth_of(nodes: int) -> int:
    """The worth of an entry that took ``nodes`` positions to prove: the number of bits of ``nodes``, at most 15."""
    worth = 1
    while nodes > 1 and worth < MOST_WORTH:
        nodes >>= 1
        worth += 1
    return worth


@inlined
def _write(memo: NDArray[np.uint64], entry: np.uint64, key: np.uint64, data: np.uint64, value: np.uint64) -> None:
    if memo.ndim == 2:
        memo[entry, 0] = key ^ (data | value)
        memo[entry, 1] = data | value
    else:
        line, way = entry // np.uint64(_WAYS), entry % np.uint64(_WAYS)
        memo[line, way, 0] = key ^ _sum(memo, data, value)
        memo[line, way, 1] = data
        memo[line, way, 2] = value


@borrowing
def store(memo: NDArray[np.uint64], key: np.uint64, check: np.uint64, value: Any, exact: Any, worth: Any) -> None:
    """Store a value, or a lower bound, of a set; it replaces the entry of the same set."""
    line = _line(memo, key)
    chosen, least = line, np.uint64(MOST_WORTH + 1)
    for way in range(_WAYS):
        at = line + np.uint64(way)
        known = _word(memo, at, 1)
        if known == 0 or _word(memo, at, 0) ^ _sum(memo, known, _value(memo, at, known)) == key:
            chosen = at
            break
        kept = known >> _WORTH & np.uint64(MOST_WORTH)
        if kept < least:
            chosen, least = at, kept
    data = check >> _CHECK << _CHECK | np.uint64(worth) << _WORTH
    _write(memo, chosen, key, data, np.uint64(2 * value + exact))
