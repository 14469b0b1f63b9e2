"""Positions of a search for several answers: what an answer leads to, its name, and what is known of it at once.

A position is a set of secrets, a mass for each of them where an objective counts masses, and the questions asked before
that may not be asked again. Masses are divided by that of the lowest secret, so only their proportions matter. Of the
questions asked, those in which the secrets left do not differ are left out: such a question tells nothing now, and
nothing of any part of these secrets, so whether it was asked changes neither what may be asked nor where play ends.
"""

from __future__ import annotations

import numpy as np

from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.several_answers.several_arrays import (
    BRIEF,
    COST,
    COUNT,
    EVEN,
    GONE,
    NODES,
    SeveralArrays,
    SeveralMemo,
    SeveralScratch,
)
from strategist.search.several_answers.several_bounds import (
    below_first,
    beside_picked,
    gather,
    huffman,
    kinds_left,
    least_depth,
    least_questions,
    need_each,
    surely_lost,
)
from strategist.search.several_answers.several_costs import GARBLED, LARGE, NOT_LESS, clear, compare, copy
from strategist.search.several_answers.several_memo import EXACT, LOWER, NEVER, keep, least_part, recall
from strategist.search.several_answers.several_words import (
    differ,
    first_of,
    has,
    inverse,
    is_at_end,
    lowest,
    minus,
    plus,
    size_of,
    times,
)

_ONE, _NONE = np.uint64(1), np.uint64(0)
_A, _B, _C = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_MOST_WORK = 1 << 14
"""What secrets need is counted where these, times the questions and the words of a set, are no more, and at the root:
else it takes longer than it saves."""
_29, _31, _32 = np.uint64(29), np.uint64(31), np.uint64(32)


@inlined
def mixed(word: np.uint64) -> np.uint64:
    """A word of which every bit depends on every bit of another."""
    word = (word ^ (word >> _31)) * _B
    word = (word ^ (word >> _29)) * _C
    return word ^ (word >> _32)


@borrowing
def enter(arrays: SeveralArrays, desk: SeveralScratch, level: int, question: int, cell: int) -> bool:
    """Make the position behind an answer to a question, one level below; returns whether any secret gives it."""
    below = level + 1
    some = _NONE
    for word in range(arrays.words):
        rest = desk.left[level, word] & arrays.cells[cell, word]
        desk.left[below, word] = rest
        some |= rest
    if some == _NONE:
        return False
    desk.factor[below], desk.factor_r[below], desk.factor_i[below] = 1.0, _ONE, _ONE
    if arrays.massed:
        _weigh(arrays, desk, level, cell)
    if arrays.asked_words > 0:
        first = first_of(desk.left, below)
        for word in range(arrays.asked_words):
            rest = desk.asked[level, word]
            if question >> 6 == word:
                rest |= _ONE << np.uint64(question & 63)
            kept = _NONE
            while rest:
                bit = rest & (~rest + _ONE)
                rest ^= bit
                if differ(arrays, desk, below, 64 * word + lowest(bit), first):
                    kept |= bit
            desk.asked[below, word] = kept
    return True


@borrowing
def _weigh(arrays: SeveralArrays, desk: SeveralScratch, level: int, cell: int) -> None:
    """The masses of the secrets that give an answer."""
    below, count = level + 1, 0
    for at in range(desk.masses[level]):
        secret = desk.members[level, at]
        if not has(desk.left, below, secret):
            continue
        desk.members[below, count] = secret
        if arrays.scaled:
            desk.mass[below, count] = desk.mass[level, at] * arrays.chance[cell, secret]
            desk.mass_r[below, count] = times(desk.mass_r[level, at], arrays.chance_r[cell, secret])
            desk.mass_h[below, count] = desk.mass_h[level, at] + arrays.chance_h[cell, secret]
        else:
            desk.mass[below, count] = desk.mass[level, at]
            desk.mass_r[below, count] = desk.mass_r[level, at]
        count += 1
    desk.masses[below] = count
    if arrays.scaled:
        scale(arrays, desk, below)
    total_up(arrays, desk, below)


@borrowing
def scale(arrays: SeveralArrays, desk: SeveralScratch, level: int) -> None:
    """Divide all masses at a level by the first of them, which is its factor."""
    mass, mass_r, hashed = desk.mass[level, 0], desk.mass_r[level, 0], desk.mass_h[level, 0]
    inverted = inverse(mass_r)
    desk.factor[level], desk.factor_r[level], desk.factor_i[level] = mass, mass_r, inverted
    # The word of the factor is kept at a place that no name reads: all masses are told relative to the first.
    desk.bare[level] = hashed
    for at in range(desk.masses[level]):
        desk.mass[level, at] /= mass
        desk.mass_r[level, at] = times(desk.mass_r[level, at], inverted)
        desk.mass_h[level, at] -= hashed


@borrowing
def total_up(arrays: SeveralArrays, desk: SeveralScratch, level: int) -> None:
    """Sum the masses at a level."""
    mass, mass_r, even, even_r = 0.0, _NONE, 0.0, _NONE
    for at in range(desk.masses[level]):
        secret = desk.members[level, at]
        mass += desk.mass[level, at]
        mass_r = plus(mass_r, desk.mass_r[level, at])
        even += desk.mass[level, at] * arrays.even[secret]
        even_r = plus(even_r, times(desk.mass_r[level, at], arrays.even_r[secret]))
    desk.sums[level, 0], desk.sums[level, 1] = mass, even
    desk.sums_r[level, 0], desk.sums_r[level, 1] = mass_r, even_r


@borrowing
def bare_name(arrays: SeveralArrays, desk: SeveralScratch, level: int) -> tuple[np.uint64, np.uint64]:
    """Two words for the secrets left at a level."""
    one, other = _A, _C
    for word in range(arrays.words):
        one = mixed(one ^ desk.left[level, word])
        other = (other ^ desk.left[level, word]) * _A
        other ^= other >> _31
    return one, other


@borrowing
def name(arrays: SeveralArrays, desk: SeveralScratch, level: int, left: int) -> np.uint64:
    """Set the name of the position at a level, with so many questions left; returns a word for its secrets and masses,
    whatever was asked."""
    one, other = bare_name(arrays, desk, level)
    bare = one
    if arrays.scaled:
        sum_one, sum_other = _NONE, _NONE
        for at in range(1, desk.masses[level]):
            secret = desk.members[level, at]
            sum_one += mixed(desk.mass_h[level, at] ^ arrays.names[0, secret])
            sum_other += mixed(desk.mass_h[level, at] ^ arrays.names[1, secret])
        one, other = mixed(one ^ sum_one), mixed(other + sum_other)
        bare = one ^ mixed(desk.bare[level] + _B)
    if not arrays.spares:
        for word in range(arrays.asked_words):
            one = mixed(one + desk.asked[level, word])
            other = mixed(other ^ (desk.asked[level, word] * _A))
    if arrays.limited:
        one, other = mixed(one + np.uint64(left + 1)), mixed(other + np.uint64(left + 1))
    # No name begins with a word that is 0: such an entry of the memo is empty.
    desk.name[level, 0], desk.name[level, 1] = one | _ONE, other
    return bare


@borrowing
def give_up(arrays: SeveralArrays, desk: SeveralScratch, level: int, left: int, to: int) -> None:
    """Set a vector to the cost of a position where play stops with so many questions left: all masses are lost."""
    clear(arrays, desk, to, -LARGE if arrays.deep else 0)
    for part in range(arrays.parts):
        kind = arrays.part[part]
        if kind == COUNT:
            continue
        side = 1 if kind == EVEN else 0
        many = 1 if kind == GONE else left + 1
        desk.value[to, part] = many * desk.sums[level, side]
        desk.value_r[to, part] = times(np.uint64(many), desk.sums_r[level, side])


@borrowing
def probe(
    arrays: SeveralArrays,
    desk: SeveralScratch,
    memo: SeveralMemo,
    level: int,
    left: int,
    branches: int,
    cheapest: int,
    to: int,
) -> int:
    """What is known of the position at a level, which has its name, without a search: sets a vector, and returns its
    kind.

    No question here has more than ``branches`` cells or is cheaper than the question ``cheapest``.
    """
    if arrays.asks and size_of(desk.left, level) == 1:
        return _last_guess(arrays, desk, level, left, to)
    known = recall(arrays, desk, memo, level, to, _NONE)
    if known in (EXACT, NEVER) or (known == LOWER and arrays.keeps_counted):
        return known
    if is_at_end(arrays, desk, level):
        if arrays.late > 0 and left < arrays.late:
            return NEVER
        clear(arrays, desk, to, 0)
        return EXACT
    if arrays.limited and left == 0:
        if not arrays.loses:
            return NEVER
        give_up(arrays, desk, level, left, to)
        return EXACT
    kinds = kinds_left(arrays, desk, level)
    depth = max(1, least_depth(kinds, branches, arrays.asks))
    if arrays.limited and not arrays.loses and depth > left:
        return NEVER
    at = desk.stride * (level + 1) - 1
    counted(arrays, desk, level, left, branches, cheapest, kinds, depth, at)
    if arrays.spares and arrays.massed:
        one, other = bare_name(arrays, desk, level)
        if arrays.limited:
            one, other = mixed(one + np.uint64(left + 1)), mixed(other + np.uint64(left + 1))
        least = least_part(desk, one | _ONE, other)
        if least > desk.value[at, 0]:
            desk.value[at, 0], desk.value_r[at, 0] = least, np.uint64(least)
    if known < 0 or compare(arrays, desk, at, to) == NOT_LESS:
        copy(arrays, desk, to, at)
    if arrays.keeps_counted:
        desk.begun[level] = desk.own[NODES]
        keep(arrays, desk, memo, level, LOWER, to)
    return LOWER


@borrowing
def _last_guess(arrays: SeveralArrays, desk: SeveralScratch, level: int, left: int, to: int) -> int:
    """The cost of naming the one secret that is left."""
    if arrays.limited and left == 0:
        if not arrays.loses:
            return NEVER
        give_up(arrays, desk, level, left, to)
        return EXACT
    if left <= arrays.late and arrays.late > 0:
        return NEVER
    question = arrays.own[first_of(desk.left, level)]
    clear(arrays, desk, to, 1 if arrays.deep else 0)
    for part in range(arrays.parts):
        if arrays.part[part] == COST:
            desk.value[to, part] = arrays.cost[question] * desk.sums[level, 0]
            desk.value_r[to, part] = times(arrays.cost_r[question], desk.sums_r[level, 0])
        elif arrays.part[part] == EVEN:
            desk.value[to, part], desk.value_r[to, part] = desk.sums[level, 1], desk.sums_r[level, 1]
    return EXACT


@borrowing
def counted(
    arrays: SeveralArrays,
    desk: SeveralScratch,
    level: int,
    left: int,
    branches: int,
    cheapest: int,
    kinds: int,
    depth: int,
    to: int,
) -> None:
    """Set a vector to what a position that is not at its end costs at least, by counting."""
    clear(arrays, desk, to, 0)
    if arrays.deep:
        desk.depth[to] = -LARGE if arrays.loses else depth
    for part in range(arrays.parts):
        kind = arrays.part[part]
        if kind == COUNT:
            # Where secrets may be lost, play may stop at once.
            questions = 0 if arrays.loses else max(1, least_questions(kinds, branches, arrays.asks))
            desk.value[to, part], desk.value_r[to, part] = float(questions), np.uint64(questions)
        elif kind == GONE:
            count = gather(arrays, desk, level, False)
            desk.value[to, part], desk.value_r[to, part] = surely_lost(arrays, desk, count, branches, left)
        else:
            mass_at_least(arrays, desk, level, branches, cheapest, kind == EVEN, to, part)


@borrowing
def mass_at_least(
    arrays: SeveralArrays,
    desk: SeveralScratch,
    level: int,
    branches: int,
    cheapest: int,
    even: bool,
    to: int,
    part: int,
) -> None:
    """Set a part of a vector to the least sum of mass times questions, or times their costs if not ``even``."""
    _least_mass(arrays, desk, level, branches, even, to, part)
    if not even:
        desk.value[to, part] *= arrays.cost[cheapest]
        desk.value_r[to, part] = times(desk.value_r[to, part], arrays.cost_r[cheapest])
    work = desk.masses[level] * arrays.questions * arrays.words if level > 0 else 0
    if not arrays.needs or work > _MOST_WORK or desk.own[BRIEF]:
        return
    garbled = need_each(arrays, desk, level, cheapest, even)
    for picked in range(2 if arrays.narrow != 0 else 1):
        needed, needed_r = beside_picked(arrays, desk, level, branches, cheapest, even, picked == 1)
        if garbled:
            needed *= 1.0 - 4.0 * arrays.error
        if needed > desk.value[to, part] * (1.0 + 4.0 * arrays.error):
            desk.value[to, part], desk.value_r[to, part] = needed, needed_r


@borrowing
def _least_mass(
    arrays: SeveralArrays, desk: SeveralScratch, level: int, branches: int, even: bool, to: int, part: int
) -> None:
    """Set a part of a vector to the least sum of mass times questions: at least one question for each secret, as many
    as Huffman's tree has where all are found, and two for all but one where the guess may be the secret."""
    side = 1 if even else 0
    mass, mass_r = desk.sums[level, side], desk.sums_r[level, side]
    if arrays.loses:
        pass
    elif arrays.asks:
        # One secret at most is named by the first guess. Take it for the heaviest.
        at, most, most_r = 0, 0.0, _NONE
        count = gather(arrays, desk, level, even)
        for at in range(count):
            if desk.leaves[at] > most:
                most, most_r = desk.leaves[at], desk.leaves_r[at]
        for at in range(count):
            if most - desk.leaves[at] <= arrays.error * most and desk.leaves_r[at] != most_r:
                # Which one is the heaviest, doubles do not tell.
                most *= 1.0 + 4.0 * arrays.error
                most_r = plus(most_r, GARBLED)
                break
        mass_r = plus(mass_r, minus(mass_r, most_r))
        mass += mass - most
    else:
        count = gather(arrays, desk, level, even)
        first, first_r = mass, mass_r
        if count > 1:
            mass, mass_r = huffman(arrays, desk, count, branches, True)
        if arrays.narrow != 0:
            below, below_r = below_first(arrays, desk, level, branches, even)
            if first + below > mass * (1.0 + 4.0 * arrays.error):
                mass, mass_r = first + below, plus(first_r, below_r)
    desk.value[to, part], desk.value_r[to, part] = mass, mass_r
