"""The guesses that are the same by a symmetry of one set of candidates.

A permutation of positions and symbols that maps a *set of candidates* onto itself makes guesses equal there, whatever
the history. After ``ABC?`` in Bulls and Cows with 26 letters, 23 candidates are left, and all their last letters are
alike: of 43,056 guesses that partition them differently, seven are essentially different.

First the symbols are grouped: two symbols are of one kind if exchanging them maps the set onto itself. Then one
renaming is tried for each permutation of positions. It maps each kind to a kind that occurs equally often at each
position. Every symmetry is checked by mapping each candidate. Symmetries that need another renaming are not found,
which is correct, because any subset of the symmetries may be used. :func:`symmetries_of_set` is the specification, in
plain Python.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game
from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel, inlined
from strategist.search.kernels.symmetry.listed import listed_of_set
from strategist.search.kernels.symmetry.same_guesses import (
    Group,
    Stabilizer,
    add_symbol,
    elements,
    has_lower_image,
    make_stabilizer,
)


def symmetries_of_set(
    game: Game, candidates: Iterable[Sequence[int]]
) -> Iterator[tuple[tuple[int, ...], dict[int, int]]]:
    """All symmetries of a game that map a set of codes onto itself, each a permutation of positions and a renaming.

    The code spelled c becomes the one whose symbol at place p is the new name of ``c[permutation[p]]``.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("bulls-and-cows(2,4)")
    >>> len(list(symmetries_of_set(game, [(0, 1), (0, 2), (0, 3)])))
    6
    """
    kept = {tuple(game.spelled(code)) for code in candidates}
    assert game.symmetry is not None
    symbols = game.symmetry.symbols
    for permutation, classes in elements(game.symmetry, len(game.spelled(game.guesses[0]))):
        for choice in itertools.product(*(itertools.permutations(symbols[number]) for number in classes)):
            names = dict(zip(itertools.chain(*symbols), itertools.chain(*choice), strict=True))
            if {tuple(names.get(code[p], code[p]) for p in permutation) for code in kept} == kept:
                yield permutation, names


@inlined
def _holds(group: Group, candidates: NDArray[np.int32], key: np.uint64) -> bool:
    """Whether the code of this key is one of the candidates, which stand in ascending order."""
    low, high = 0, len(candidates)
    while low < high:
        middle = (low + high) >> 1
        if group.keys[candidates[middle]] < key:
            low = middle + 1
        else:
            high = middle
    return low < len(candidates) and group.keys[candidates[low]] == key


@borrowing
def _may_exchange(group: Group, candidates: NDArray[np.int32], one: int, other: int) -> bool:
    """Whether exchanging two symbols maps the set onto itself."""
    up = np.uint64(other) - np.uint64(one)
    for secret in candidates:
        key = group.keys[secret]
        image = key
        for p in range(group.hidden.shape[1]):
            symbol = group.hidden[secret, p]
            if symbol == one:
                image += up * group.weights[p]
            elif symbol == other:
                image -= up * group.weights[p]
        if image != key and not _holds(group, candidates, image):
            return False
    return True


@borrowing
def _find_kinds(group: Group, candidates: NDArray[np.int32], stabilizer: Stabilizer, row: int) -> int:
    """Group the symbols that may be exchanged into kinds; returns how many kinds there are."""
    symbols, places = stabilizer.occurrences.shape
    occurrences = stabilizer.occurrences
    for symbol in range(symbols):
        stabilizer.sizes[row, symbol] = 0
        for p in range(places):
            occurrences[symbol, p] = 0
    for secret in candidates:
        for p in range(places):
            occurrences[group.hidden[secret, p], p] += 1
    kinds = 0
    for symbol in range(symbols):
        found = kinds
        for kind in range(kinds):
            first = stabilizer.members[row, kind, 0]
            alike = group.classes[first] == group.classes[symbol]
            absent = True
            for p in range(places):
                alike &= occurrences[first, p] == occurrences[symbol, p]
                absent &= occurrences[first, p] == 0
            if alike and (absent or _may_exchange(group, candidates, first, symbol)):
                found = kind
                break
        add_symbol(stabilizer, row, found, symbol)
        kinds += found == kinds
    return kinds


@borrowing
def pair_absent_symbols(group: Group, candidates: NDArray[np.int32], stabilizer: Stabilizer) -> int:
    """Write pairs of symbols into ``stabilizer.pairs``, each the next above the other of those of its class that no
    candidate has, and return how many there are.

    Exchanging the two maps every candidate onto itself, so a guess with the second symbol and without the first one has
    a lower image with the same cells.
    """
    symbols, places = stabilizer.occurrences.shape
    present, latest = stabilizer.taken, stabilizer.names
    missing = symbols
    for symbol in range(symbols):
        present[symbol] = 0
        latest[symbol] = -1
    for secret in candidates:
        for p in range(places):
            symbol = group.hidden[secret, p]
            missing -= 1 - present[symbol]
            present[symbol] = 1
        if missing < 2:
            return 0
    pairs = 0
    for symbol in range(symbols):
        if not present[symbol]:
            # There are no more classes than symbols.
            kind = group.classes[symbol]
            if latest[kind] >= 0:
                stabilizer.pairs[pairs, 0], stabilizer.pairs[pairs, 1] = latest[kind], symbol
                pairs += 1
            latest[kind] = symbol
    return pairs


@borrowing
def _rename(group: Group, stabilizer: Stabilizer, row: int, index: int, size: int, kinds: int) -> bool:
    """Find a kind for each kind to become after permutation ``index``, into ``targets[row, size]``, and the names of
    all symbols; returns whether every kind has one."""
    permutation, maps = group.permutations[index], group.maps[index]
    taken, names, occurrences = stabilizer.taken, stabilizer.names, stabilizer.occurrences
    for kind in range(kinds):
        taken[kind] = 0
    for kind in range(kinds):
        first = stabilizer.members[row, kind, 0]
        found = -1
        for other in range(kinds):
            if taken[other] or stabilizer.sizes[row, kind] != stabilizer.sizes[row, other]:
                continue
            image = stabilizer.members[row, other, 0]
            alike = maps[group.classes[first]] == group.classes[image]
            for p in range(len(permutation)):
                alike &= occurrences[image, p] == occurrences[first, permutation[p]]
            if alike:
                found = other
                break
        if found < 0:
            return False
        taken[found] = 1
        stabilizer.targets[row, size, kind] = found
        for at in range(stabilizer.sizes[row, kind]):
            names[stabilizer.members[row, kind, at]] = stabilizer.members[row, found, at]
    return True


@borrowing
def _keeps_set(group: Group, candidates: NDArray[np.int32], index: int, names: NDArray[np.int16]) -> bool:
    """Whether permutation ``index`` and a renaming map the set onto itself."""
    permutation = group.permutations[index]
    for secret in candidates:
        image = np.uint64(0)
        for p in range(len(permutation)):
            image += np.uint64(names[group.hidden[secret, permutation[p]]]) * group.weights[p]
        if image != group.keys[secret] and not _holds(group, candidates, image):
            return False
    return True


@borrowing
def find_set_stabilizer(group: Group, candidates: NDArray[np.int32], stabilizer: Stabilizer, row: int) -> int:
    """Symmetries that map ``candidates``, ascending, onto themselves, into a row of ``stabilizer``.

    Returns how many permutations there are; 0 if no guess has an image but itself.
    """
    if len(group.moved):
        return listed_of_set(group, candidates, stabilizer, row)
    if len(group.keys) == 0:
        return 0
    kinds = _find_kinds(group, candidates, stabilizer, row)
    size = 0
    for index in range(len(group.permutations)):
        fits = _rename(group, stabilizer, row, index, size, kinds)
        # The first permutation is the identity, and its renaming is the identity too: no check is needed.
        if fits and (index == 0 or _keeps_set(group, candidates, index, stabilizer.names)):
            for p in range(group.permutations.shape[1]):
                stabilizer.permutations[row, size, p] = group.permutations[index, p]
            size += 1
    exchanged = group.partial and _pair_positions(group, candidates, stabilizer, row)
    return 0 if size == 1 and kinds == len(group.classes) and not exchanged else size


@borrowing
def _pair_positions(group: Group, candidates: NDArray[np.int32], stabilizer: Stabilizer, row: int) -> bool:
    """Pair each position with the next one of its class that may be exchanged with it: that maps the set onto itself.
    Returns whether there is any pair."""
    places, found = group.permutations.shape[1], False
    for p in range(places):
        stabilizer.next_alike[row, p] = -1
        for q in range(p + 1, places):
            if group.place_classes[p] == group.place_classes[q] and _may_exchange_places(group, candidates, p, q):
                stabilizer.next_alike[row, p] = q
                found = True
                break
    return found


@borrowing
def _may_exchange_places(group: Group, candidates: NDArray[np.int32], one: int, other: int) -> bool:
    """Whether exchanging two positions maps the set onto itself."""
    down = group.weights[one] - group.weights[other]
    for secret in candidates:
        left, right = np.uint64(group.hidden[secret, one]), np.uint64(group.hidden[secret, other])
        # Differences wrap around, and so does their sum.
        if left != right and not _holds(group, candidates, group.keys[secret] + (right - left) * down):
            return False
    return True


def representatives_at(group: Group, candidates: NDArray[np.int32]) -> NDArray[np.int32]:
    """The guesses that stand for all others at a set of candidates, ascending."""
    found = np.empty(len(group.digits) + len(group.images), dtype=np.int32)
    return found[: list_representatives_at(group, candidates, make_stabilizer(group, 1), found)]


@borrowing_kernel
def list_representatives_at(
    group: Group, candidates: NDArray[np.int32], stabilizer: Stabilizer, found: NDArray[np.int32]
) -> int:
    """Write the guesses that stand for all others at a set of candidates into ``found``, ascending; returns how many
    there are."""
    permutations = find_set_stabilizer(group, candidates, stabilizer, 0)
    size = 0
    for guess in range(len(group.digits) + len(group.images)):
        if not has_lower_image(group, stabilizer, 0, permutations, guess):
            found[size] = guess
            size += 1
    return size
