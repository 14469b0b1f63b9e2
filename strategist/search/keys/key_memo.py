"""The memo of a search for keys: what is proven of positions, exact costs or lower bounds.

A position has a name of two words; both must agree, so with 10¹⁰ look-ups into 10⁸ entries fewer than one search in
10¹⁹ meets a false entry. A full memo asks to be made larger. Where it may not grow, a new entry takes the place of an
old one.
"""

from __future__ import annotations

import numpy as np

from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel
from strategist.search.keys.ground_of_keys import FULL, MAY_GROW, Desk, Ground, KeyMemo
from strategist.search.keys.key_sets import whole

NEVER, LOWER, EXACT = 0, 1, 2
"""What is known of a position: that no tree keeps the restrictions; a lower bound of its cost; its cost."""

_NONE = np.uint64(0)
_TRIES = 8


@borrowing
def recall(ground: Ground, desk: Desk, memo: KeyMemo, level: int, to: int) -> int:
    """Copy what the memo knows of the position at a level into a vector; returns its kind, -1 for nothing."""
    name, check = desk.name[level, 0], desk.name[level, 1]
    mask = np.uint64(memo.told.shape[0] - 1)
    for step in range(_TRIES):
        slot = whole((name + np.uint64(step)) & mask)
        if memo.names[slot, 0] == _NONE:
            return -1
        if memo.names[slot, 0] == name and memo.names[slot, 1] == check:
            for part in range(ground.parts):
                desk.value[to, part] = memo.value[slot, part]
                desk.value_r[to, part] = memo.value_r[slot, part]
                desk.slack[to, part] = memo.slack[slot, part]
            desk.depth[to] = memo.told[slot] >> 2
            return memo.told[slot] & 3
    return -1


@borrowing
def least_part(desk: Desk, name: np.uint64, check: np.uint64) -> float:
    """What a search for the first sum alone has proven of it, by the name of a position there; 0 for nothing."""
    mask = np.uint64(desk.part_least.shape[0] - 1)
    for step in range(_TRIES):
        slot = whole((name + np.uint64(step)) & mask)
        if desk.part_names[slot, 0] == name and desk.part_names[slot, 1] == check:
            return desk.part_least[slot]
    return 0.0


@borrowing
def keep(ground: Ground, desk: Desk, memo: KeyMemo, level: int, kind: int, source: int) -> None:
    """Keep what was proven of the position at a level."""
    name, check = desk.name[level, 0], desk.name[level, 1]
    mask = np.uint64(memo.told.shape[0] - 1)
    at = -1
    for step in range(_TRIES):
        slot = whole((name + np.uint64(step)) & mask)
        free = memo.names[slot, 0] == _NONE
        if not free and kind == LOWER and _knows_more(ground, desk, memo, level, slot, source):
            return
        if free or (memo.names[slot, 0] == name and memo.names[slot, 1] == check):
            at = slot
            if free:
                memo.used[0] += 1
                if 2 * memo.used[0] > memo.told.shape[0]:
                    desk.own[FULL] = desk.own[MAY_GROW]
            break
    if at < 0:
        # The last words of the name choose the entry that is replaced.
        at = whole((name + (check & np.uint64(_TRIES - 1))) & mask)
        desk.own[FULL] = desk.own[MAY_GROW]
    memo.names[at, 0], memo.names[at, 1] = name, check
    for part in range(ground.parts):
        memo.value[at, part] = desk.value[source, part]
        memo.value_r[at, part] = desk.value_r[source, part]
        memo.slack[at, part] = desk.slack[source, part]
    memo.told[at] = desk.depth[source] << 2 | kind


@borrowing
def _knows_more(ground: Ground, desk: Desk, memo: KeyMemo, level: int, slot: int, source: int) -> bool:
    """Whether an entry is of the position at a level, and a lower bound that looks no less than another."""
    if memo.names[slot, 0] != desk.name[level, 0] or memo.names[slot, 1] != desk.name[level, 1]:
        return False
    if memo.told[slot] & 3 != LOWER:
        return False
    for part in range(ground.parts):
        if memo.value[slot, part] != desk.value[source, part]:
            return memo.value[slot, part] > desk.value[source, part]
    return memo.told[slot] >> 2 >= desk.depth[source]


@borrowing_kernel
def move(old: KeyMemo, new: KeyMemo) -> int:
    """Copy all entries of a memo into a larger one that is empty; returns their number."""
    mask = np.uint64(new.told.shape[0] - 1)
    moved = 0
    for slot in range(old.told.shape[0]):
        if old.names[slot, 0] == _NONE:
            continue
        for step in range(_TRIES):
            to = whole((old.names[slot, 0] + np.uint64(step)) & mask)
            if new.names[to, 0] == _NONE:
                new.names[to, 0], new.names[to, 1] = old.names[slot, 0], old.names[slot, 1]
                for part in range(old.value.shape[1]):
                    new.value[to, part] = old.value[slot, part]
                    new.value_r[to, part] = old.value_r[slot, part]
                    new.slack[to, part] = old.slack[slot, part]
                new.told[to] = old.told[slot]
                moved += 1
                break
    new.used[0] = moved
    return moved
