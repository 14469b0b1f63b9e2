"""What a position costs at least, by counting. Each bound is a function; ``README.md`` says why each holds.

*Kinds* are what has to be told apart: secrets, or classes. Where play may end with several, two secrets that may stand
at one end (their answers overlap in every question, or they have one class) are joined, and all that are joined by way
of others: each end lies within one kind. There, secrets of which no two are joined are counted as well: no end is that
of two of them.
"""

from __future__ import annotations

import numpy as np

from strategist.search.kernels.numba.jit import borrowing
from strategist.search.kernels.responses.peg_codes import popcount
from strategist.search.several_answers.several_arrays import SeveralArrays, SeveralScratch
from strategist.search.several_answers.several_costs import GARBLED
from strategist.search.several_answers.several_words import first_of, has, lowest, meets, minus, plus, size_of, times

_ONE, _NONE = np.uint64(1), np.uint64(0)


@borrowing
def kinds_left(arrays: SeveralArrays, desk: SeveralScratch, level: int) -> int:
    """The number of kinds at a level; where play may end with several, of secrets that all have ends of their own."""
    if arrays.narrow != 0:
        return _picked(arrays, desk, level, -1)
    if not arrays.by_class:
        return size_of(desk.left, level)
    found = 0
    for kind in range(arrays.kinds.shape[0]):
        if meets(desk.left, level, arrays.kinds, kind):
            found += 1
    return found


@borrowing
def gather(arrays: SeveralArrays, desk: SeveralScratch, level: int, even: bool) -> int:
    """Write the mass of each kind into ``leaves``, or that of secrets that are all as likely; returns their number."""
    if arrays.narrow != 0:
        return _joined(arrays, desk, level, 1 if even else 0)
    kinds = arrays.kinds.shape[0]
    for kind in range(kinds if arrays.by_class else 0):
        desk.leaves[kind], desk.leaves_r[kind] = 0.0, _NONE
    for at in range(desk.masses[level]):
        secret = desk.members[level, at]
        kind = arrays.kind[secret] if arrays.by_class else at
        if not arrays.by_class:
            desk.leaves[kind], desk.leaves_r[kind] = 0.0, _NONE
        _pour(arrays, desk, level, at, kind, even)
    if not arrays.by_class:
        return desk.masses[level]
    found = 0
    for kind in range(kinds):
        if desk.leaves[kind] > 0.0:
            desk.leaves[found], desk.leaves_r[found] = desk.leaves[kind], desk.leaves_r[kind]
            found += 1
    return found


@borrowing
def _pour(arrays: SeveralArrays, desk: SeveralScratch, level: int, at: int, into: int, even: bool) -> None:
    """Add the mass of one of the members to a leaf."""
    from_even = desk.mass[level, at] * arrays.even[desk.members[level, at]] if even else desk.mass[level, at]
    residue = times(desk.mass_r[level, at], arrays.even_r[desk.members[level, at]]) if even else desk.mass_r[level, at]
    desk.leaves[into] += from_even
    desk.leaves_r[into] = plus(desk.leaves_r[into], residue)


@borrowing
def _joined(arrays: SeveralArrays, desk: SeveralScratch, level: int, even: int) -> int:
    """The number of sets of secrets that are joined; writes their masses into ``leaves``, unless ``even`` is -1."""
    kinds = 0
    for word in range(arrays.words):
        desk.found[0, word] = desk.left[level, word]
    rest = True
    while rest:
        for word in range(arrays.words):
            desk.found[1, word] = desk.found[2, word] = _NONE
        secret = first_of(desk.found, 0)
        desk.found[1, secret >> 6] = _ONE << np.uint64(secret & 63)
        going = True
        while going:
            # Row 1 holds those that are joined, row 2 those of them whose own neighbours are joined, too.
            going = False
            for word in range(arrays.words):
                fresh = desk.found[1, word] & ~desk.found[2, word]
                while fresh:
                    going = True
                    member = 64 * word + lowest(fresh)
                    fresh &= fresh - _ONE
                    desk.found[2, word] |= _ONE << np.uint64(member & 63)
                    for other in range(arrays.words):
                        desk.found[1, other] |= arrays.together[member, other] & desk.found[0, other]
        if even >= 0:
            desk.leaves[kinds], desk.leaves_r[kinds] = 0.0, _NONE
            for at in range(desk.masses[level]):
                if has(desk.found, 1, desk.members[level, at]):
                    _pour(arrays, desk, level, at, kinds, even == 1)
        kinds += 1
        rest = False
        for word in range(arrays.words):
            desk.found[0, word] &= ~desk.found[1, word]
            rest = rest or desk.found[0, word] != _NONE
    return kinds


@borrowing
def _picked(arrays: SeveralArrays, desk: SeveralScratch, level: int, even: int) -> int:
    """The number of secrets that are picked, of which no two are joined: those that leave most others, or the heaviest
    first, whose masses are written into ``leaves``, if ``even`` is not -1. They are left in the last set of ``found``.
    """
    count = 0
    for word in range(arrays.words):
        desk.found[0, word] = desk.left[level, word]
        desk.found[2, word] = _NONE
    while size_of(desk.found, 0) > 0:
        secret = _fewest_joined(arrays, desk) if even < 0 else _heaviest(arrays, desk, level, even, count)
        for word in range(arrays.words):
            desk.found[0, word] &= ~arrays.together[secret, word]
        desk.found[0, secret >> 6] &= ~(_ONE << np.uint64(secret & 63))
        desk.found[2, secret >> 6] |= _ONE << np.uint64(secret & 63)
        count += 1
    return count


@borrowing
def _fewest_joined(arrays: SeveralArrays, desk: SeveralScratch) -> int:
    """The secret in the first set of ``found`` that is joined with the fewest there; the lowest of several."""
    best, fewest = -1, 1 << 30
    for word in range(arrays.words):
        rest = desk.found[0, word]
        while rest:
            secret = 64 * word + lowest(rest)
            rest &= rest - _ONE
            for other in range(arrays.words):
                desk.found[1, other] = desk.found[0, other] & arrays.together[secret, other]
            joined = size_of(desk.found, 1)
            if joined < fewest:
                best, fewest = secret, joined
    return best


@borrowing
def _heaviest(arrays: SeveralArrays, desk: SeveralScratch, level: int, even: int, to: int) -> int:
    """The secret in the first set of ``found`` with the greatest mass, which is written into a leaf."""
    best, most = -1, -1.0
    for at in range(desk.masses[level]):
        if has(desk.found, 0, desk.members[level, at]):
            mass = desk.mass[level, at] * (arrays.even[desk.members[level, at]] if even == 1 else 1.0)
            if mass > most:
                best, most = at, mass
    desk.leaves[to], desk.leaves_r[to] = 0.0, _NONE
    _pour(arrays, desk, level, best, to, even == 1)
    return desk.members[level, best]


@borrowing
def below_first(
    arrays: SeveralArrays, desk: SeveralScratch, level: int, branches: int, even: bool
) -> tuple[float, np.uint64]:
    """What secrets cost at least, of which no two may stand at one end, below the first question."""
    count = _picked(arrays, desk, level, 1 if even else 0)
    if count <= 1:
        return 0.0, _NONE
    return huffman(arrays, desk, count, branches, False)


@borrowing
def need_each(arrays: SeveralArrays, desk: SeveralScratch, level: int, cheapest: int, even: bool) -> bool:
    """Write into ``needed`` what each secret left needs at least, in questions if ``even``, else in their costs, until
    all are excluded that may not stand at an end with it. Returns whether some of it was lowered, and is garbled.

    An answer of the secret excludes those that do not give it, and what it answers to one question says nothing of what
    it answers to another. So a question excludes no more of them, on the average, than it would as the first. And
    where no answer to the first question excludes them all, a second one follows.
    """
    garbled = False
    unit, unit_r = (1.0, _ONE) if even else (arrays.cost[cheapest], arrays.cost_r[cheapest])
    for at in range(desk.masses[level]):
        secret = desk.members[level, at]
        others = 0
        for word in range(arrays.words):
            end = arrays.together[secret, word] if arrays.narrow != 0 else arrays.kinds[arrays.kind[secret], word]
            desk.found[1, word] = desk.left[level, word] & ~end
            others += popcount(desk.found[1, word])
        if others == 0:
            # The first question is asked all the same.
            desk.needed[at], desk.needed_r[at] = unit, unit_r
            continue
        least, least_r, rate = 2.0 * unit, plus(unit_r, unit_r), np.inf
        for question in range(arrays.questions):
            if has(desk.asked, level, question):
                continue
            some, alone, alone_r = 0.0, 0.0, _NONE
            for cell in range(arrays.first_cell[question], arrays.first_cell[question + 1]):
                if not has(arrays.cells, cell, secret):
                    continue
                out = 0
                for word in range(arrays.words):
                    out += popcount(desk.found[1, word] & ~arrays.cells[cell, word])
                some += out * arrays.chance[cell, secret]
                if out == others:
                    alone += arrays.chance[cell, secret]
                    alone_r = plus(alone_r, arrays.chance_r[cell, secret])
            if some > 0.0:
                price, price_r = (1.0, _ONE) if even else (arrays.cost[question], arrays.cost_r[question])
                rate = min(rate, price / some)
                cost = price + (1.0 - alone) * unit
                cost_r = plus(price_r, times(minus(_ONE, alone_r), unit_r))
                if abs(cost - least) <= arrays.error * least and cost_r != least_r:
                    # Which one is less, doubles do not tell.
                    least, least_r = min(cost, least) * (1.0 - 4.0 * arrays.error), plus(cost_r, GARBLED)
                    garbled = True
                elif cost < least:
                    least, least_r = cost, cost_r
        if others * rate > least * (1.0 + 4.0 * arrays.error):
            least, least_r = others * rate * (1.0 - 4.0 * arrays.error), GARBLED
            garbled = True
        desk.needed[at], desk.needed_r[at] = least, least_r
    return garbled


@borrowing
def beside_picked(
    arrays: SeveralArrays, desk: SeveralScratch, level: int, branches: int, cheapest: int, even: bool, picks: bool
) -> tuple[float, np.uint64]:
    """What all secrets need by themselves, or, if it ``picks`` some of which no two may stand at one end, what these
    cost together, and what the others need.

    A tree for all secrets is one for some of them, too, and what all cost in it is the sum of what parts of them cost.
    """
    total, total_r = 0.0, _NONE
    if picks:
        count = _picked(arrays, desk, level, 1 if even else 0)
        if count > 1:
            total, total_r = huffman(arrays, desk, count, branches, True)
        elif count == 1:
            total, total_r = desk.leaves[0], desk.leaves_r[0]
        if not even:
            total, total_r = total * arrays.cost[cheapest], times(total_r, arrays.cost_r[cheapest])
    for at in range(desk.masses[level]):
        secret = desk.members[level, at]
        if picks and has(desk.found, 2, secret):
            continue
        mass, mass_r = desk.mass[level, at], desk.mass_r[level, at]
        if even:
            mass, mass_r = mass * arrays.even[secret], times(mass_r, arrays.even_r[secret])
        total += mass * desk.needed[at]
        total_r = plus(total_r, times(mass_r, desk.needed_r[at]))
    return total, total_r


@borrowing
def least_questions(kinds: int, branches: int, asks: bool) -> int:
    """The questions of a tree with an end for each of some kinds. A question with b branches adds b - 1 ends; where a
    guess may be the secret, it finds one more."""
    if kinds <= 1:
        return 0
    gain = max(1, branches) if asks else max(1, branches - 1)
    return max(1, (kinds - 1 + gain - 1) // gain)


@borrowing
def least_depth(kinds: int, branches: int, asks: bool) -> int:
    """The depth of a tree with an end for each of some kinds."""
    depth, room = (1, 1) if asks else (0, 1)
    while room < kinds:
        depth += 1
        if asks:
            room = 1 + room * branches
            if branches <= 1:
                return kinds
        else:
            room = room * max(2, branches)
    return depth


@borrowing
def huffman(
    arrays: SeveralArrays, desk: SeveralScratch, count: int, branches: int, root: bool
) -> tuple[float, np.uint64]:
    """The least sum over some leaves of mass times depth, where a node has up to so many branches (Huffman 1952); if
    not ``root``, times the depth below the first node.

    ``leaves`` holds the masses. If doubles do not tell the order of two of them, the bound is lowered and its residue
    is garbled: another order could make a lesser tree.
    """
    branches = max(2, branches)
    if count <= 1:
        return 0.0, _NONE
    sort_leaves(desk, count)
    garbled = False
    for at in range(1, count):
        if desk.leaves[at] - desk.leaves[at - 1] <= arrays.error * desk.leaves[at]:
            garbled = garbled or desk.leaves_r[at] != desk.leaves_r[at - 1]
    total, total_r = 0.0, _NONE
    leaf, node, end = 0, count, count
    rest = count
    # The first node takes as many as let all others be full.
    wanted = (count - 2) % (branches - 1) + 2
    while rest > 1:
        mass, mass_r = 0.0, _NONE
        for _ in range(wanted):
            from_leaves = node >= end
            if not from_leaves and leaf < count:
                one, other = desk.leaves[leaf], desk.leaves[node]
                from_leaves = one <= other
                if abs(one - other) <= arrays.error * other:
                    garbled = garbled or desk.leaves_r[leaf] != desk.leaves_r[node]
            if from_leaves:
                at = leaf
                leaf += 1
            else:
                at = node
                node += 1
            mass += desk.leaves[at]
            mass_r = plus(mass_r, desk.leaves_r[at])
        desk.leaves[end], desk.leaves_r[end] = mass, mass_r
        end += 1
        rest -= wanted - 1
        if root or rest > 1:
            total += mass
            total_r = plus(total_r, mass_r)
        wanted = branches
    if garbled:
        return total * (1.0 - 4.0 * arrays.error), plus(total_r, GARBLED)
    return total, total_r


@borrowing
def sort_leaves(desk: SeveralScratch, count: int) -> None:
    """Sort the masses in ``leaves``, ascending (Shell's sort)."""
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for at in range(gap, count):
            mass, mass_r = desk.leaves[at], desk.leaves_r[at]
            to = at
            while to >= gap and desk.leaves[to - gap] > mass:
                desk.leaves[to], desk.leaves_r[to] = desk.leaves[to - gap], desk.leaves_r[to - gap]
                to -= gap
            desk.leaves[to], desk.leaves_r[to] = mass, mass_r
        gap //= 3


@borrowing
def surely_lost(
    arrays: SeveralArrays, desk: SeveralScratch, count: int, branches: int, left: int
) -> tuple[float, np.uint64]:
    """The mass that is lost at least, where ``leaves`` holds the masses of some kinds: a tree has no more ends than
    its questions have branches, and each end finds one kind. If there are more kinds than ends, something is lost, and
    the end where it is lost finds nothing."""
    ends = 1
    for _ in range(left):
        ends *= max(2, branches)
        if ends >= count:
            return 0.0, _NONE
    sort_leaves(desk, count)
    total, total_r = 0.0, _NONE
    at = count - ends + 1
    for each in range(at):
        total += desk.leaves[each]
        total_r = plus(total_r, desk.leaves_r[each])
    if at == count:
        return total, total_r
    # Another order of masses that doubles do not tell apart could lose less.
    if desk.leaves[at] - desk.leaves[at - 1] <= arrays.error * desk.leaves[at] and (
        desk.leaves_r[at] != desk.leaves_r[at - 1]
    ):
        return total * (1.0 - 4.0 * arrays.error), plus(total_r, GARBLED)
    return total, total_r
