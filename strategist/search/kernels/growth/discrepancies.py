"""Trees that follow a heuristic but for a few discrepancies: the kernel.

At each set, questions are ranked by how much their answers tell about the secret, or its class, for what they cost. A
tree with d *discrepancies* asks the best one, with d left behind each answer, or the second, with d - 1 left, and so
on. With none it is the tree of the heuristic ``entropy``, and each more finds a better tree, or none, until no tree is
better. What a set costs is remembered with the discrepancies that were tried there, so that rounds with more and more
of them end soon, and any of them may be cut short.

Source: Harvey, Ginsberg (1995), Limited discrepancy search; Korf (1996), Improved limited discrepancy search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.atomic import read
from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel, inlined
from strategist.search.kernels.scores.weighed_scores import interpolated_log

UNKNOWN = -1
"""The cost of a set of which no tree is known."""
MOST_TRIED = 64
"""The most questions that are ranked at a set."""
EXAMINED, MOST_EXAMINED, HELD = 0, 1, 2
"""The sets examined by a round, the most, and the sets that are remembered."""
_ENDLESS = 1 << 62


class Asked(NamedTuple):
    """What the questions tell, and cost. Asking one costs ``unit`` for each secret that is left, and its ``prices``
    times the summed ``masses`` of these."""

    answers: NDArray[Any]
    """``unsigned[questions, secrets]``."""
    kinds: NDArray[np.int32]
    """The class of each secret; none where each secret is asked for."""
    worth: NDArray[np.int64]
    """What the cheapest question costs for each secret: the masses by which information is measured."""
    unit: int
    masses: NDArray[np.int64]
    prices: NDArray[np.int64]
    openings: NDArray[np.int32]
    """The questions to try at first."""
    words: NDArray[np.uint64]
    """``uint64[secrets, 2]``: random words that name sets."""
    logs: NDArray[np.int64]
    """``m·log₂ m`` in fixed point for each mass m of worth, or what
    :func:`~strategist.search.kernels.scores.weighed_scores.interpolated_log` needs, if masses are ``wide``."""
    wide: bool
    shift: int
    unit_cost: float
    """What a unit of missing information costs at least."""
    classes: int


class Known(NamedTuple):
    """What is known of sets, by their names: the least cost so far, its question, and the discrepancies tried."""

    names: NDArray[np.uint64]
    costs: NDArray[np.int64]
    questions: NDArray[np.int32]
    tried: NDArray[np.int32]


class Desk(NamedTuple):
    """Room to work in: the sets on the way, and what is counted for one question, or kept of the best at each level."""

    pool: NDArray[np.int32]
    in_cell: NDArray[np.int64]
    in_class: NDArray[np.int64]
    best: NDArray[np.int32]
    ranks: NDArray[np.float64]
    missing: NDArray[np.int64]
    state: NDArray[np.int64]


@inlined
def _times_log(asked: Asked, mass: Any) -> Any:
    return interpolated_log(asked.logs, mass, asked.shift) if asked.wide else asked.logs[mass]


@borrowing
def _place_of(known: Known, key: np.uint64, check: np.uint64) -> Any:
    """Where a set is remembered, or would be."""
    place: Any = np.int64(key >> np.uint64(8)) % len(known.names)
    while known.tried[place] >= 0 and (known.names[place, 0] != key or known.names[place, 1] != check):
        place += 1
        if place == len(known.names):
            place = 0
    return place


@borrowing_kernel
def question_at(known: Known, key: np.uint64, check: np.uint64) -> int:
    """The question of the best tree that is known for a set, :data:`UNKNOWN` if none is."""
    place = _place_of(known, key, check)
    return known.questions[place] if known.tried[place] >= 0 else UNKNOWN


@borrowing_kernel
def move(before: Known, after: Known) -> None:
    """Remember what is known in more room."""
    for old in range(len(before.names)):
        if before.tried[old] >= 0:
            place = _place_of(after, before.names[old, 0], before.names[old, 1])
            after.names[place, 0], after.names[place, 1] = before.names[old, 0], before.names[old, 1]
            after.costs[place], after.questions[place] = before.costs[old], before.questions[old]
            after.tried[place] = before.tried[old]


@borrowing
def _is_over(asked: Asked, candidates: NDArray[np.int32]) -> bool:
    """Whether nothing is left to be asked."""
    if len(asked.kinds) == 0:
        return len(candidates) == 1
    for secret in candidates:  # noqa: SIM110 (kernels know no generators)
        if asked.kinds[secret] != asked.kinds[candidates[0]]:
            return False
    return True


@borrowing
def _missing_at(asked: Asked, desk: Desk, candidates: NDArray[np.int32]) -> Any:
    """The information that is missing about the secret of a set, or its class, times the summed worth."""
    whole, within = np.int64(0), np.int64(0)
    for secret in candidates:
        whole += asked.worth[secret]
        if len(asked.kinds):
            desk.in_class[asked.kinds[secret]] += asked.worth[secret]
        else:
            within += _times_log(asked, asked.worth[secret])
    if len(asked.kinds):
        for secret in candidates:
            within += _times_log(asked, desk.in_class[asked.kinds[secret]])
            desk.in_class[asked.kinds[secret]] = 0
    return _times_log(asked, whole) - within


@borrowing
def _missing_behind(asked: Asked, desk: Desk, candidates: NDArray[np.int32], question: Any) -> tuple[Any, bool]:
    """:func:`_missing_at` summed over the cells of a question, and whether it has more than one."""
    row, in_cell, in_class = asked.answers[question], desk.in_cell, desk.in_class
    told, missing = False, np.int64(0)
    for secret in candidates:
        cell, worth = np.int64(row[secret]), asked.worth[secret]
        told |= row[secret] != row[candidates[0]]
        in_cell[cell] += worth
        if len(asked.kinds):
            in_class[cell * asked.classes + asked.kinds[secret]] += worth
        else:
            missing -= _times_log(asked, worth)
    for secret in candidates:
        cell = np.int64(row[secret])
        missing += _times_log(asked, in_cell[cell])
        in_cell[cell] = 0
        if len(asked.kinds):
            of_class = cell * asked.classes + asked.kinds[secret]
            missing -= _times_log(asked, in_class[of_class])
            in_class[of_class] = 0
    return missing, told


@borrowing
def _cost_of(asked: Asked, candidates: NDArray[np.int32], question: Any) -> int:
    mass = np.int64(0)
    for secret in candidates:
        mass += asked.masses[secret]
    cost: int = asked.unit * len(candidates) + asked.prices[question] * mass
    return cost


@borrowing
def _same_cells(asked: Asked, desk: Desk, candidates: NDArray[np.int32], one: Any, other: Any) -> bool:
    """Whether each answer to one question is one to the other, and the other way round."""
    first, second, same = asked.answers[one], asked.answers[other], True
    for _ in range(2):
        for secret in candidates:
            known = desk.in_cell[first[secret]]
            if known == 0:
                desk.in_cell[first[secret]] = second[secret] + 1
            elif known != second[secret] + 1:
                same = False
        for secret in candidates:
            desk.in_cell[first[secret]] = 0
        first, second = second, first
    return same


@borrowing
def _rank(asked: Asked, desk: Desk, level: int, candidates: NDArray[np.int32], most: int) -> int:
    """Write the ``most`` best questions at a set to ``desk.best[level]``, and return how many there are."""
    best, ranks, missing = desk.best[level], desk.ranks[level], desk.missing[level]
    before, count = _missing_at(asked, desk, candidates), 0
    everything = level > 0
    for place in range(len(asked.answers) if everything else len(asked.openings)):
        question = place if everything else np.int64(asked.openings[place])
        behind, told = _missing_behind(asked, desk, candidates, question)
        if not told:
            continue
        rank = -(before - behind) / _cost_of(asked, candidates, question)
        if count == most and rank >= ranks[count - 1]:
            continue
        alike = False
        for other in range(count):
            equal = ranks[other] == rank and asked.prices[best[other]] == asked.prices[question]
            alike |= equal and _same_cells(asked, desk, candidates, question, best[other])
        if alike:
            continue
        if count < most:
            count += 1
        at = count - 1
        while at > 0 and ranks[at - 1] > rank:
            best[at], ranks[at], missing[at] = best[at - 1], ranks[at - 1], missing[at - 1]
            at -= 1
        best[at], ranks[at], missing[at] = question, rank, behind
    return count


@borrowing
def _distribute(row: NDArray[Any], pool: NDArray[np.int32], low: int, size: int, free: int) -> None:
    """Write the cells of a question at a set to ``pool[free:]``, one after the other; the place behind is scratch."""
    rest, filled = free + size, free
    for place in range(size):
        pool[rest + place] = pool[low + place]
    left = size
    while left > 0:
        answer, kept = row[pool[rest]], 0
        for place in range(rest, rest + left):
            secret = pool[place]
            if row[secret] == answer:
                pool[filled] = secret
                filled += 1
            else:
                pool[rest + kept] = secret
                kept += 1
        left = kept


@borrowing_kernel
def least_within(
    asked: Asked,
    known: Known,
    desk: Desk,
    stop: NDArray[np.int64],
    low: int,
    size: int,
    free: int,
    level: int,
    discrepancies: int,
) -> int:
    """The least cost of the set ``desk.pool[low : low + size]`` within so many discrepancies, or less if that is known;
    :data:`UNKNOWN` if the round was cut short before any tree was found. ``desk.pool[free:]`` is free, and a number in
    ``stop`` ends the round."""
    candidates = desk.pool[low : low + size]
    if _is_over(asked, candidates):
        return 0
    key, check = np.uint64(0), np.uint64(0)
    for secret in candidates:
        key ^= asked.words[secret, 0]
        check ^= asked.words[secret, 1]
    place = _place_of(known, key, check)
    best: Any = _ENDLESS
    chosen: Any = UNKNOWN
    if known.tried[place] >= 0:
        best, chosen = known.costs[place], np.int64(known.questions[place])
        if known.tried[place] > discrepancies:
            return best
    state = desk.state
    full = 2 * state[HELD] > len(known.names) or free + 2 * size > len(desk.pool) or level >= len(desk.best)
    if full or state[EXAMINED] >= state[MOST_EXAMINED] or read(stop, 0):
        state[MOST_EXAMINED] = 0
        return UNKNOWN if chosen < 0 else best
    state[EXAMINED] += 1
    count = _rank(asked, desk, level, candidates, min(MOST_TRIED, discrepancies + 1))
    for rank in range(count):
        question = np.int64(desk.best[level, rank])
        cost, rest = _cost_of(asked, candidates, question), desk.missing[level, rank]
        if cost + rest * asked.unit_cost > best - 1:
            continue
        row = asked.answers[question]
        _distribute(row, desk.pool, low, size, free)
        start, end = free, free + size
        while start < end and cost + rest * asked.unit_cost <= best - 1:
            behind = start + 1
            while behind < end and row[desk.pool[behind]] == row[desk.pool[start]]:
                behind += 1
            rest -= _missing_at(asked, desk, desk.pool[start:behind])
            found = least_within(asked, known, desk, stop, start, behind - start, end, level + 1, discrepancies - rank)
            if found < 0:
                break
            cost += found
            start = behind
        if start == end and cost < best:
            best, chosen = cost, question
    if chosen < 0:
        return UNKNOWN
    # What is behind the answers has been remembered meanwhile.
    place = _place_of(known, key, check)
    if known.tried[place] < 0:
        known.names[place, 0], known.names[place, 1], known.tried[place] = key, check, 0
        state[HELD] += 1
    known.costs[place], known.questions[place] = best, chosen
    if state[MOST_EXAMINED]:
        known.tried[place] = discrepancies + 1
    return best
