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

A memo begins small, so that it stays in the caches of the processor and little of it is zeroed. It doubles once the
number of replaced entries reaches a threshold (``_PATIENCE``). Lines stand in parts of one size. A key selects a line
in each part by its upper half, and one of the parts in use, a power of two, by its lowest bits. To double, every entry
whose next bit is set moves by as many parts as are in use, and then the new parts are used. The thread that reaches the
threshold doubles the table. Other threads go on meanwhile, and may store entries where nobody will look for them. The
head of a memo, its first two lines, holds the size and number of the parts and the number of replaced entries.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.atomic import fetch_add, read
from strategist.search.kernels.numba.jit import borrowing, inlined

ENTRY_BYTES = 16
_WAYS = 4
_WIDE = 3
_LINE_BYTES = _WAYS * ENTRY_BYTES
MOST_WORTH = 15
MISS = -1

_CHECK = np.uint64(36)
_WORTH = np.uint64(32)

_PART, _MASK = 0, 1
"""The words of the first line: the lines of a part, and the number of parts in use less one."""
_HEAD_LINES = 2
"""The second line begins with the number of entries replaced, which threads write: others read the first one often."""
_FIRST_LINES = 1 << 11
"""The least number of lines of a part, if the memo has room for them."""
_SAMPLED = np.uint64(15)
"""One replacement in 16 is counted, as the unused bits of the check have it."""
_PATIENCE = 1
"""Counted replacements for each line in use after which a memo doubles: four replacements for each entry."""


def make_memo(entries: int) -> NDArray[np.uint64]:
    """An empty table of at most ``entries`` entries of 16 bytes, at least one cache line, aligned to cache lines.

    >>> make_memo(1001).shape
    (1008, 2)
    """
    lines = max(1, entries // _WAYS) + _HEAD_LINES
    # The system provides pages when they are first touched: unused ones cost nothing.
    room = np.empty((lines + 1) * _LINE_BYTES // 8, dtype=np.uint64)
    skipped = -room.ctypes.data % _LINE_BYTES // 8
    memo = room[skipped : skipped + lines * _LINE_BYTES // 8].reshape(-1, 2)
    empty(memo)
    return memo


def widened(memo: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The memory of a memo of 12 entries or more as a wide one, ``uint64[lines, 4, 3]``; it must be emptied for it.
    Kernels tell the two by the number of their dimensions, before they are compiled.

    >>> widened(make_memo(12)).shape
    (3, 4, 3)
    """
    words = memo.reshape(-1)
    lines = len(words) // (_WAYS * _WIDE)
    return words[: lines * _WAYS * _WIDE].reshape(lines, _WAYS, _WIDE)


def empty(memo: NDArray[np.uint64]) -> None:
    """Empty a memo, whatever its memory holds: only the lines in use have to be zero."""
    lines = part = (len(memo) // _WAYS if memo.ndim == 2 else len(memo)) - _HEAD_LINES
    while part >= 2 * _FIRST_LINES:
        part //= 2
    words = memo.reshape(-1)
    words[: len(words) // (lines + _HEAD_LINES) * (part + _HEAD_LINES)] = 0
    words[_PART] = part


def lines_in_use(memo: NDArray[np.uint64]) -> int:
    """The lines in which entries are kept now.

    >>> lines_in_use(make_memo(1 << 20)), lines_in_use(make_memo(4000))
    (2048, 1000)
    """
    part, mask = memo.reshape(-1)[[_PART, _MASK]].tolist()
    return part * (mask + 1)


@inlined
def _line(memo: NDArray[np.uint64], key: np.uint64) -> np.uint64:
    """The first entry of the line of a key."""
    part, mask = read(memo, _PART), read(memo, _MASK)
    line = ((key >> np.uint64(32)) * part >> np.uint64(32)) + part * (key & mask)
    return (line + np.uint64(_HEAD_LINES)) * np.uint64(_WAYS)


@inlined
def _word(memo: NDArray[np.uint64], entry: np.uint64, word: int) -> Any:
    """One word of an entry, read once and whole, because other threads write."""
    return read(memo, np.int64(entry) * (2 if memo.ndim == 2 else _WIDE) + word)


@inlined
def _value(memo: NDArray[np.uint64], entry: np.uint64, data: np.uint64) -> np.uint64:
    """The value of an entry with ``data``, and the bit below it."""
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


@inlined
def _clear(memo: NDArray[np.uint64], entry: np.uint64) -> None:
    _write(memo, entry, np.uint64(0), np.uint64(0), np.uint64(0))


@borrowing
def store(memo: NDArray[np.uint64], key: np.uint64, check: np.uint64, value: Any, exact: Any, worth: Any) -> None:
    """Store a value, or a lower bound, of a set; it replaces the entry of the same set."""
    line = _line(memo, key)
    chosen, least = line, np.uint64(MOST_WORTH + 1)
    replaced = True
    for way in range(_WAYS):
        at = line + np.uint64(way)
        known = _word(memo, at, 1)
        if known == 0 or _word(memo, at, 0) ^ _sum(memo, known, _value(memo, at, known)) == key:
            chosen, replaced = at, False
            break
        kept = known >> _WORTH & np.uint64(MOST_WORTH)
        if kept < least:
            chosen, least = at, kept
    data = check >> _CHECK << _CHECK | np.uint64(worth) << _WORTH
    _write(memo, chosen, key, data, np.uint64(2 * value + exact))
    if replaced and check & _SAMPLED == 0:
        _count(memo)


@borrowing
def _count(memo: NDArray[np.uint64]) -> None:
    """Count an entry that was replaced, and double the memo when the count reaches the threshold."""
    words: Any = memo
    counter = _WAYS * (2 if memo.ndim == 2 else _WIDE)
    count = fetch_add(words, counter, 1) + 1
    parts = read(memo, _MASK) + np.uint64(1)
    used = read(memo, _PART) * parts
    lines = np.uint64(len(memo) // _WAYS if memo.ndim == 2 else len(memo)) - np.uint64(_HEAD_LINES)
    # Only one thread counts this number. Without more room, the count goes on and never comes to it again.
    if count != int(used) * _PATIENCE or np.uint64(2) * used > lines:
        return
    moved = used * np.uint64(_WAYS)
    for place in range(int(moved)):
        entry = np.uint64(place) + np.uint64(_HEAD_LINES * _WAYS)
        data = _word(memo, entry, 1)
        value = _value(memo, entry, data)
        key = _word(memo, entry, 0) ^ _sum(memo, data, value)
        if data != 0 and (key & parts) != 0:
            _write(memo, entry + moved, key, data, value)
            _clear(memo, entry)
        else:
            _clear(memo, entry + moved)
    # Whoever sees the new parts must see them written.
    fetch_add(words, _MASK, int(parts))
    _clear(memo, np.uint64(_WAYS))
