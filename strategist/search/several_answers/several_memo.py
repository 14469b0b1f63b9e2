"""The memo of a search for several answers: exact costs of positions, or lower bounds, shared by all threads.

A position has a name of two words; both must agree, so with 10¹⁰ look-ups into 10⁸ entries fewer than one search in
10¹⁹ meets a false entry. A full memo asks to be made larger. Where it may not grow, a new entry takes the place of an
old one.

An entry is a row of words. Its second is the second word of the name XOR a digest of the words that tell something
(Hyatt and Mann 2002). Words of different writers do not fit, and are a miss, so no lock is needed.
"""

from __future__ import annotations

import numpy as np

from strategist.search.kernels.numba.atomic import read
from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel, plain
from strategist.search.several_answers.several_arrays import (
    AT_CHECK,
    AT_NAME,
    AT_TOLD,
    AT_WORTH,
    FIRST,
    FULL,
    LOGGED,
    LOGS,
    MAY_GROW,
    NODES,
    ROW_WORDS,
    Doubles,
    SeveralArrays,
    SeveralMemo,
    SeveralScratch,
    Words,
)
from strategist.search.several_answers.several_arrays import READ as TAKEN
from strategist.search.several_answers.several_words import whole
from strategist.search.state.problem import LEAST_NODES, SEED
from strategist.search.state.result_log import mix, seal_of

NEVER, LOWER, EXACT = 0, 1, 2
"""What is known of a position: that no tree keeps the restrictions; a lower bound of its cost; its cost."""

_ZERO = 1 << 50
"""The depth 0 in an entry, where no depth is negative."""

_NONE = np.uint64(0)
_KIND, _TWO = np.uint64(3), np.uint64(2)
_SIGN = np.uint64(1 << 63)
_TRIES = 8


@borrowing
def recall(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, level: int, to: int, word: np.uint64) -> int:
    """Copy what the memo knows of the position at a level into a vector; returns its kind, -1 for nothing. With a
    ``word`` other than 0, it is what :func:`keep_beside` has kept."""
    name, check = desk.name[level, 0] ^ word, desk.name[level, 1]
    mask, width = np.uint64(memo.words.shape[0] - 1), memo.words.shape[1]
    for step in range(_TRIES):
        start = whole((name + np.uint64(step)) & mask) * width
        entry = read(memo.words, start + AT_NAME)
        if entry == _NONE:
            return -1
        if entry != name:
            continue
        told = read(memo.words, start + AT_TOLD)
        digest, at = mix(name, told), start + FIRST
        for part in range(arrays.parts):
            value, value_r, slack = read(memo.words, at), read(memo.words, at + 1), read(memo.words, at + 2)
            digest = mix(mix(mix(digest, value), value_r), slack)
            desk.value_words[to, part], desk.slack_words[to, part] = value, slack
            desk.value_r[to, part] = value_r
            at += 3
        if read(memo.words, start + AT_CHECK) ^ digest == check:
            desk.depth[to] = whole(told >> _TWO) - _ZERO
            return whole(told & _KIND)
    return -1


@borrowing
def note(
    arrays: SeveralArrays,
    desk: SeveralScratch,
    written: int,
    read: int,
    seed: np.uint64,
    key: np.uint64,
    check: np.uint64,
    told: np.uint64,
    worth: np.uint64,
    source: int,
) -> int:
    """Log a vector, if there is room; returns the number of rows written so far."""
    if written - read >= desk.ring.shape[0]:
        return written
    row = desk.ring[written % desk.ring.shape[0]]
    row[AT_NAME], row[AT_CHECK], row[AT_TOLD], row[AT_WORTH] = key, check, told, worth
    at = FIRST
    for part in range(arrays.parts):
        row[at], row[at + 1] = desk.value_words[source, part], desk.value_r[source, part]
        row[at + 2] = desk.slack_words[source, part]
        at += 3
    row[ROW_WORDS - 1] = seal_of(seed, row)
    return written + 1


@borrowing
def keep(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, level: int, kind: int, source: int) -> None:
    """Keep what was proven of the position at a level, and log it if that took long enough."""
    name, check = desk.name[level, 0], desk.name[level, 1]
    worth = np.uint64(desk.own[NODES] - desk.begun[level])
    at, is_there = _place_for(desk, memo, name, check)
    if is_there:
        if kind == LOWER and _knows_more(arrays, desk, memo, at, source):
            return
        worth += memo.words[at, AT_WORTH]
    told = np.uint64(desk.depth[source] + _ZERO) << _TWO | np.uint64(kind)
    if desk.own[LOGS] and worth >= np.uint64(read(desk.shared, LEAST_NODES)):
        seed = np.uint64(read(desk.shared, SEED))
        desk.own[LOGGED] = note(arrays, desk, desk.own[LOGGED], desk.own[TAKEN], seed, name, check, told, worth, source)
        if kind == LOWER:
            # It is logged again when as much was searched for a higher bound.
            worth = _NONE
    _write(arrays, desk, memo, at, name, check, told, worth, source)


@borrowing
def keep_beside(
    arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, level: int, kind: int, source: int, word: np.uint64
) -> None:
    """Keep what is known beside that of the position at a level, for the threads that are there, too: its name with a
    ``word`` says what it is."""
    name, check = desk.name[level, 0] ^ word, desk.name[level, 1]
    at, _ = _place_for(desk, memo, name, check)
    told = np.uint64(desk.depth[source] + _ZERO) << _TWO | np.uint64(kind)
    _write(arrays, desk, memo, at, name, check, told, _NONE, source)


@borrowing
def _place_for(desk: SeveralScratch, memo: SeveralMemo, name: np.uint64, check: np.uint64) -> tuple[int, bool]:
    """The place of an entry in the memo, and whether it is there; if the memo is full, it should be made larger."""
    mask = np.uint64(memo.words.shape[0] - 1)
    for step in range(_TRIES):
        slot = whole((name + np.uint64(step)) & mask)
        entry = memo.words[slot, AT_NAME]
        if entry == name:
            return slot, True
        if entry == _NONE:
            memo.used[0] += 1
            if 2 * memo.used[0] > memo.words.shape[0]:
                desk.own[FULL] |= desk.own[MAY_GROW]
            return slot, False
    desk.own[FULL] |= desk.own[MAY_GROW]
    # The last words of the name choose the entry that is replaced.
    return whole((name + (check & np.uint64(_TRIES - 1))) & mask), False


@borrowing
def _write(
    arrays: SeveralArrays,
    desk: SeveralScratch,
    memo: SeveralMemo,
    at: int,
    name: np.uint64,
    check: np.uint64,
    told: np.uint64,
    worth: np.uint64,
    source: int,
) -> None:
    """Write a vector at a place of the memo."""
    digest, word = mix(name, told), FIRST
    for part in range(arrays.parts):
        value, value_r, slack = (
            desk.value_words[source, part],
            desk.value_r[source, part],
            desk.slack_words[source, part],
        )
        digest = mix(mix(mix(digest, value), value_r), slack)
        memo.words[at, word], memo.words[at, word + 1], memo.words[at, word + 2] = value, value_r, slack
        word += 3
    memo.words[at, AT_TOLD], memo.words[at, AT_WORTH] = told, worth
    memo.words[at, AT_CHECK], memo.words[at, AT_NAME] = check ^ digest, name


@borrowing
def _knows_more(arrays: SeveralArrays, desk: SeveralScratch, memo: SeveralMemo, slot: int, source: int) -> bool:
    """Whether an entry of the position is more than a lower bound, as another thread may have proven meanwhile, or one
    that looks no less than another."""
    told = memo.words[slot, AT_TOLD]
    if told & _KIND != np.uint64(LOWER):
        return True
    word = FIRST
    for part in range(arrays.parts):
        # Doubles that are not negative are in the order of their bits.
        if memo.words[slot, word] != desk.value_words[source, part] and desk.value[source, part] >= 0.0:
            return memo.words[slot, word] > desk.value_words[source, part]
        word += 3
    return whole(told >> _TWO) - _ZERO >= desk.depth[source]


@borrowing
def least_part(desk: SeveralScratch, name: np.uint64, check: np.uint64) -> float:
    """What a search for the first sum alone has proven of it, by the name of a position there; 0 for nothing."""
    mask = np.uint64(desk.part_least.shape[0] - 1)
    for step in range(_TRIES):
        slot = whole((name + np.uint64(step)) & mask)
        if desk.part_names[slot, 0] == name and desk.part_names[slot, 1] == check:
            return desk.part_least[slot]
    return 0.0


def least_of(memo: SeveralMemo) -> tuple[Words, Doubles]:
    """The names in the memo of a search for one sum, ``uint64[slots, 2]``, and what each costs at least."""
    words = memo.words
    digest: Words = words[:, AT_NAME]
    for column in (AT_TOLD, FIRST, FIRST + 1, FIRST + 2):
        digest = plain(mix)(digest, words[:, column])
    never = words[:, AT_TOLD] & _KIND == np.uint64(NEVER)
    least = np.where(never, 0.0, np.ascontiguousarray(words[:, FIRST]).view(np.float64))
    return np.stack((words[:, AT_NAME], words[:, AT_CHECK] ^ digest), axis=1), least


@borrowing_kernel
def move(old: SeveralMemo, new: SeveralMemo) -> int:
    """Copy all entries of a memo into a larger one that is empty; returns their number."""
    moved = 0
    for slot in range(old.words.shape[0]):
        if old.words[slot, AT_NAME] != _NONE:
            moved += _place(new.words, old.words[slot])
    new.used[0] = moved
    return moved


@borrowing
def _place(words: Words, entry: Words) -> int:
    """Put an entry where its name is looked for; returns how many places it has taken that were free."""
    mask = np.uint64(words.shape[0] - 1)
    for step in range(_TRIES):
        to = whole((entry[AT_NAME] + np.uint64(step)) & mask)
        if words[to, AT_NAME] == _NONE:
            for word in range(words.shape[1]):
                words[to, word] = entry[word]
            return 1
    return 0


@borrowing
def _slot_of(words: Words, name: np.uint64) -> int:
    """Where the entry of a name stands, -1 for nowhere."""
    mask = np.uint64(words.shape[0] - 1)
    for step in range(_TRIES):
        slot = whole((name + np.uint64(step)) & mask)
        if words[slot, AT_NAME] == name:
            return slot
        if words[slot, AT_NAME] == _NONE:
            return -1
    return -1


@borrowing
def _says_more(words: Words, slot: int, entry: Words) -> bool:
    """Whether an entry says more of a position than the one that stands there."""
    if words[slot, AT_TOLD] & _KIND != np.uint64(LOWER):
        return False
    if entry[AT_TOLD] & _KIND != np.uint64(LOWER):
        return True
    for word in range(FIRST, words.shape[1], 3):
        # Doubles that are not negative are in the order of their bits; those that are have the highest.
        known, told = words[slot, word] + _SIGN, entry[word] + _SIGN
        if known != told:
            return told > known
    return entry[AT_TOLD] > words[slot, AT_TOLD]


@borrowing_kernel
def put_back(memo: SeveralMemo, rows: Words, entry: Words, parts: int) -> int:
    """Put rows of a log, of vectors with so many parts, into a memo, as far as there is room; returns how many have
    taken places that were free. A row of a position that the memo knows takes its place if it says more. ``entry`` is
    scratch, one entry."""
    put = 0
    for row in range(rows.shape[0]):
        name, told = rows[row, AT_NAME], rows[row, AT_TOLD]
        digest = mix(name, told)
        for word in range(3 * parts):
            entry[FIRST + word] = rows[row, FIRST + word]
            digest = mix(digest, rows[row, FIRST + word])
        entry[AT_NAME], entry[AT_CHECK] = name, rows[row, AT_CHECK] ^ digest
        entry[AT_TOLD], entry[AT_WORTH] = told, _NONE
        slot = _slot_of(memo.words, name)
        if slot < 0:
            put += _place(memo.words, entry)
        elif _says_more(memo.words, slot, entry):
            for word in range(memo.words.shape[1]):
                memo.words[slot, word] = entry[word]
    memo.used[0] += put
    return put
