"""A name that sets of codes share if a symmetry of the game maps one onto the other.

The least cost of a set is that of its images, so the memo needs one entry for all of them. The permutation of positions
and the renaming of symbols are chosen by the set itself: positions and symbols are described by how often they occur,
then by the codes in which they occur (color refinement; Weisfeiler and Leman 1968), and stand in the order of these
descriptions. The name is a hash of the *image* of the set under this permutation and renaming, not of the descriptions.
So two sets of one name have a common image, whatever the descriptions say. Where descriptions tie, two images of a set
may get different names: then the memo misses, which is correct.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel, inlined
from strategist.search.kernels.symmetry.listed import name_by_list
from strategist.search.kernels.symmetry.same_guesses import Group, Stabilizer

_SECOND = np.uint64(0xD1B54A32D192ED03)
_FIRST = np.uint64(0x9E3779B97F4A7C15)
_OCCURS = np.uint64(1) << np.uint64(63)


@inlined
def _mixed(word: np.uint64) -> np.uint64:
    """A word in which each bit depends on all bits of another (the finalizer of SplitMix64, Steele and others 2014)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@inlined
def _stirred(word: np.uint64) -> np.uint64:
    """A word for descriptions, which need not be as good as names."""
    return (word ^ (word >> np.uint64(32))) * _SECOND


@borrowing
def _describe(group: Group, candidates: NDArray[np.int32], stabilizer: Stabilizer) -> None:
    """Describe the symbols that occur in a set and the positions, into ``symbol_words`` and ``place_words``; the word
    of a symbol that does not occur is 0."""
    symbols, places = stabilizer.occurrences.shape
    occurrences, of_symbol, of_place = stabilizer.occurrences, stabilizer.symbol_words, stabilizer.place_words
    together = stabilizer.pair_words
    for symbol in range(symbols):
        of_symbol[symbol] = np.uint64(0)
        for p in range(places):
            occurrences[symbol, p] = 0
    for p in range(places):
        of_place[p] = np.uint64(0)
    for secret in candidates:
        for p in range(places):
            occurrences[group.hidden[secret, p], p] += 1
    # First by how often symbols occur at a position, and positions hold symbols. Squares, because the numbers of a
    # position always have the same sum.
    for symbol in range(symbols):
        for p in range(places):
            square = np.uint64(occurrences[symbol, p]) * np.uint64(occurrences[symbol, p])
            of_symbol[symbol] += square
            of_place[p] += square
    for symbol in range(symbols):
        for p in range(places):
            number = np.uint64(occurrences[symbol, p])
            together[symbol, p] = _stirred((of_symbol[symbol] * _SECOND ^ of_place[p]) * _FIRST + number)
        of_symbol[symbol] = np.uint64(0)
    for p in range(places):
        of_place[p] = np.uint64(0)
    # Then by the codes in which they occur.
    for secret in candidates:
        word = np.uint64(0)
        for p in range(places):
            word += together[group.hidden[secret, p], p]
        word = _stirred(word)
        for p in range(places):
            product = word * together[group.hidden[secret, p], p]
            of_symbol[group.hidden[secret, p]] += product
            of_place[p] += product
    for symbol in range(symbols):
        for p in range(places):
            if occurrences[symbol, p]:
                of_symbol[symbol] |= _OCCURS


@inlined
def _put_in_order(
    order: NDArray[np.int16], count: int, item: int, classes: NDArray[np.int16], words: NDArray[np.uint64]
) -> None:
    """Put an item among the first ``count`` of ``order``, which ascend by class, and in a class by word."""
    place = count
    while place > 0:
        before = order[place - 1]
        if classes[before] < classes[item] or (classes[before] == classes[item] and words[before] <= words[item]):
            break
        order[place] = before
        place -= 1
    order[place] = item


@borrowing
def name_of_image(group: Group, candidates: NDArray[np.int32], stabilizer: Stabilizer) -> tuple[np.uint64, np.uint64]:
    """The two words that name a set and its images under the symmetries of a game, whose group ``moves``."""
    if len(group.moved):
        return name_by_list(group, candidates)
    _describe(group, candidates, stabilizer)
    of_symbol, of_place = stabilizer.symbol_words, stabilizer.place_words
    order, names, positions = stabilizer.taken, stabilizer.names, stabilizer.positions
    symbols, places = stabilizer.occurrences.shape
    for p in range(places):
        _put_in_order(positions, p, p, group.place_classes, of_place)
    found = 0
    for symbol in range(symbols):
        if of_symbol[symbol]:
            _put_in_order(order, found, symbol, group.classes, of_symbol)
            found += 1
    # The first symbols of each class are the new names, in this order, from the base of the class on.
    following = 0
    for place in range(found):
        symbol = order[place]
        kind = group.classes[symbol]
        if place > 0 and group.classes[order[place - 1]] != kind:
            following = 0
        while group.classes[following] != kind:
            following += 1
        names[symbol] = following - group.bases[kind]
        following += 1
    key, check = np.uint64(0), np.uint64(0)
    for secret in candidates:
        # The digits of a code fit in a word where a group has keys.
        image = np.uint64(0)
        for p in range(places):
            image += np.uint64(names[group.hidden[secret, positions[p]]]) * group.weights[p]
        word = _mixed(image + np.uint64(1))
        key ^= word
        check += word * _stirred(word)
    return key, check


@borrowing_kernel
def name_each(
    group: Group,
    members: NDArray[np.int32],
    ends: NDArray[np.int64],
    stabilizer: Stabilizer,
    names: NDArray[np.uint64],
) -> None:
    """Write the names of sets that stand one after the other in ``members`` into ``names``, ``uint64[2, sets]``."""
    begin = 0
    for place in range(len(ends)):
        names[0, place], names[1, place] = name_of_image(group, members[begin : ends[place]], stabilizer)
        begin = ends[place]
