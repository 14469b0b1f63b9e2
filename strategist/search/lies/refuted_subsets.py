"""Positions that are known to need more questions, and the positions that hold one of them.

A position holds another one if it has all suspects of that one, each with as many lies left at least. Whoever resolves
it resolves the other one by the same questions, because all that may be answered there may be answered here. So where
a few suspects need more than so many questions, every position that holds them does, however large it is.
"""

from __future__ import annotations

from strategist.search.kernels.numba.jit import borrowing
from strategist.search.lies.lies_arrays import NODES, LiesScratch

_REPLACED = 64
"""Where there is no room, one of so many positions that come last makes way."""


@borrowing
def is_refuted(desk: LiesScratch, level: int, questions: int) -> bool:
    """Whether the position at a level holds one that is known to need more than so many questions."""
    size, found = desk.size[level], -1
    for place in range(size):
        desk.at[desk.suspects[level, place]] = desk.left[level, place] + 1
    for core in range(desk.core_count[questions]):
        held, inside = desk.core_size[questions, core], True
        if held > size:
            continue
        for place in range(held):
            if desk.at[desk.core_candidates[questions, core, place]] <= desk.core_left[questions, core, place]:
                inside = False
                break
        if inside:
            found = core
            break
    for place in range(size):
        desk.at[desk.suspects[level, place]] = 0
    if found > 0:
        # What has served moves to the front.
        _exchange(desk, questions, found, found * 3 // 4)
    return found >= 0


@borrowing
def _exchange(desk: LiesScratch, questions: int, one: int, other: int) -> None:
    size, with_size = desk.core_size[questions, one], desk.core_size[questions, other]
    desk.core_size[questions, one], desk.core_size[questions, other] = with_size, size
    for place in range(max(size, with_size)):
        suspect, left = desk.core_candidates[questions, one, place], desk.core_left[questions, one, place]
        desk.core_candidates[questions, one, place] = desk.core_candidates[questions, other, place]
        desk.core_left[questions, one, place] = desk.core_left[questions, other, place]
        desk.core_candidates[questions, other, place], desk.core_left[questions, other, place] = suspect, left


@borrowing
def note_refuted(desk: LiesScratch, level: int, questions: int) -> None:
    """Note that the position at a level is proven to need more than so many questions; a large one is not noted."""
    size, core = desk.size[level], desk.core_count[questions]
    if size > desk.core_candidates.shape[2]:
        return
    if core < desk.core_size.shape[1]:
        desk.core_count[questions] += 1
    else:
        core -= 1 + desk.own[NODES] % _REPLACED
    desk.core_size[questions, core] = size
    for place in range(size):
        desk.core_candidates[questions, core, place] = desk.suspects[level, place]
        desk.core_left[questions, core, place] = desk.left[level, place]
