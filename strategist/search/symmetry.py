"""Which guesses are the same guess.

Two reductions, both exact for every score that looks at the sizes of cells:

* A permutation of positions and symbols that leaves every guess of the history as it is maps candidates to candidates and
  keeps responses. Guesses that it maps onto each other (an *orbit*) have cells of the same sizes.
* A symbol that no candidate holds is as good as any other such symbol: exchanging one for the other changes no response.

Of each set of equivalent guesses the one of the lowest index is kept, so a search that breaks ties by index finds
the same guess with and without the reduction. :func:`orbit_minima` is the specification of the first, in plain Python; the
kernel does both.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.game import Game, Symmetry
from strategist.search.jit import helper
from strategist.search.responses import TABLE, Source

_MOST_PERMUTATIONS = 5040
"""Beyond seven positions only symbols are permuted: any set of symmetries is exact, more of them only merge more."""


class Group(NamedTuple):
    """The symmetries of one game for the kernels.

    ``permutations`` is ``int8[count, pegs]``, the identity first; ``classes`` is ``int16[symbols]``: symbols of one class
    may be renamed, and class -1 holds those that may not; ``repeats`` says whether a code may hold a symbol twice.
    """

    permutations: NDArray[np.int8]
    classes: NDArray[np.int16]
    repeats: bool


def position_permutations(symmetry: Symmetry, pegs: int) -> list[tuple[int, ...]]:
    """All permutations of positions within their classes, the identity first; the identity alone if there are too many."""
    identity = tuple(range(pegs))
    if math.prod(math.factorial(len(members)) for members in symmetry.positions) > _MOST_PERMUTATIONS:
        return [identity]
    found = []
    for choice in itertools.product(*(itertools.permutations(members) for members in symmetry.positions)):
        image = list(identity)
        for members, moved in zip(symmetry.positions, choice, strict=True):
            for position, source in zip(members, moved, strict=True):
                image[position] = source
        found.append(tuple(image))
    return found


def make_group(game: Game, source: Source, merge: bool = True) -> Group:
    """The group of a game; no permutations at all where none are described, or with ``merge=False``."""
    if game.symmetry is None or source.kind == TABLE or not merge:
        return Group(np.empty((0, 1), dtype=np.int8), np.empty(0, dtype=np.int16), True)
    classes = np.full(source.symbols, -1, dtype=np.int16)
    for number, members in enumerate(game.symmetry.symbols):
        classes[list(members)] = number
    permutations = np.array(position_permutations(game.symmetry, source.pegs), dtype=np.int8)
    repeats = bool(np.any(source.columns[source.pegs :] > 1))
    return Group(permutations, classes, repeats)


def orbit_minima(game: Game, guesses: Iterable[int], history: Sequence[int] = ()) -> list[int]:
    """Those of ``guesses`` that no symmetry maps to one of lower index, when ``history`` has been guessed.

    >>> from strategist.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> [game.format_code(game.guesses[index]) for index in orbit_minima(game, range(1296))]
    ['1111', '1112', '1122', '1123', '1234']
    """
    if game.symmetry is None:
        return list(guesses)
    past = [game.guesses[index] for index in history]
    codes = {index: game.guesses[index] for index in guesses}
    pegs = len(game.guesses[0])
    for permutation in position_permutations(game.symmetry, pegs):
        renaming = _renaming(permutation, past, game.symmetry)
        if renaming is None:
            continue
        codes = {
            index: code
            for index, code in codes.items()
            if _least_image(code, permutation, renaming, game.symmetry) >= code
        }
    return list(codes)


def _renaming(
    permutation: Sequence[int], past: Iterable[Sequence[int]], symmetry: Symmetry
) -> dict[int, int] | None:
    """The renaming of symbols that, after ``permutation``, leaves all past guesses as they are; None if none does."""
    class_of = {symbol: members for members in symmetry.symbols for symbol in members}
    renaming: dict[int, int] = {}
    for code in past:
        for position, source in enumerate(permutation):
            old, new = code[source], code[position]
            same_class = old == new or (old in class_of and class_of[old] == class_of.get(new))
            if not same_class or renaming.setdefault(old, new) != new:
                return None
    return renaming if len(set(renaming.values())) == len(renaming) else None


def _least_image(
    code: Sequence[int], permutation: Sequence[int], renaming: dict[int, int], symmetry: Symmetry
) -> tuple[int, ...]:
    """The least code that ``code`` can become: symbols that were never guessed take the lowest free names, in order."""
    names = dict(renaming)
    free = {}
    for members in symmetry.symbols:
        unused = iter([symbol for symbol in members if symbol not in renaming])
        free.update(dict.fromkeys(members, unused))
    image = []
    for source in permutation:
        symbol = code[source]
        if symbol not in names:
            names[symbol] = next(free[symbol]) if symbol in free else symbol
        image.append(names[symbol])
    return tuple(image)


@helper
def reduce_guesses(
    source: Source, group: Group, path: NDArray[np.int32], candidates: NDArray[np.int32], found: NDArray[np.int32]
) -> int:
    """The guesses that stand for all others, ascending, into ``found``; returns how many.

    ``path`` holds the guesses of the history.
    """
    count = source.columns.shape[1]
    if len(group.permutations) == 0:
        for guess in range(count):
            found[guess] = guess
        return count
    symbols = source.symbols
    valid, renamings, used = _stabilizer(source, group, path)
    absent = np.ones(symbols, dtype=np.bool_)
    for secret in candidates:
        for p in range(source.pegs):
            absent[source.digits[secret, p]] = False
    # rank of an absent symbol among those of its class; -1 where exchanging is not allowed
    order = np.full(symbols, -1, dtype=np.int64)
    for symbol in range(symbols):
        if absent[symbol] and group.classes[symbol] >= 0:
            order[symbol] = 0
            for other in range(symbol):
                order[symbol] += absent[other] and group.classes[other] == group.classes[symbol]
    names = np.empty(symbols, dtype=np.int64)
    size = 0
    for guess in range(count):
        code = source.digits[guess]
        keep = _lowest_absent(code, order, group)
        for index in range(len(valid)):
            if not keep:
                break
            keep = not _has_lower_image(code, group, valid[index], renamings[index], used, names)
        if keep:
            found[size] = guess
            size += 1
    return size


@helper
def _stabilizer(
    source: Source, group: Group, path: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """The permutations that, with a renaming, fix all guesses of the path; their renamings; the symbols guessed."""
    symbols = source.symbols
    used = np.zeros(symbols, dtype=np.bool_)
    for guess in path:
        for p in range(source.pegs):
            used[source.digits[guess, p]] = True
    valid = np.empty(len(group.permutations), dtype=np.int64)
    renamings = np.empty((len(group.permutations), symbols), dtype=np.int64)
    size = 0
    taken = np.empty(symbols, dtype=np.bool_)
    for index in range(len(group.permutations)):
        renaming = renamings[size]
        renaming[:] = -1
        taken[:] = False
        fits = True
        for guess in path:
            code = source.digits[guess]
            for p in range(source.pegs):
                old, new = code[group.permutations[index, p]], code[p]
                if renaming[old] == -1 and not taken[new]:
                    same = group.classes[old] == group.classes[new] and group.classes[old] >= 0
                    if old == new or same:
                        renaming[old] = new
                        taken[new] = True
                if renaming[old] != new:
                    fits = False
                    break
            if not fits:
                break
        if fits:
            valid[size] = index
            size += 1
    return valid[:size], renamings[:size], used


@helper
def _lowest_absent(code: NDArray[np.uint8], order: NDArray[np.int64], group: Group) -> bool:
    """Whether the symbols of ``code`` that no candidate holds are the lowest that could stand there.

    Where symbols repeat, one absent symbol of each class does for all; elsewhere they are the first ones, in order.
    """
    for p in range(len(code)):
        rank = order[code[p]]
        if rank > 0 and group.repeats:
            return False
        if rank >= 0 and not group.repeats:
            for q in range(p):
                rank -= order[code[q]] >= 0 and group.classes[code[q]] == group.classes[code[p]]
            if rank != 0:
                return False
    return True


@helper
def _has_lower_image(
    code: NDArray[np.uint8],
    group: Group,
    permutation: int,
    renaming: NDArray[np.int64],
    used: NDArray[np.bool_],
    names: NDArray[np.int64],
) -> bool:
    """Whether one symmetry of the history maps ``code`` to a lower one. ``names`` is scratch."""
    names[:] = renaming
    for p in range(len(code)):
        symbol = code[group.permutations[permutation, p]]
        if names[symbol] == -1:
            names[symbol] = symbol
            if group.classes[symbol] >= 0:
                # The lowest name of the class that neither the history nor this code has taken.
                for name in range(len(names)):
                    if group.classes[name] == group.classes[symbol] and not used[name]:
                        free = True
                        for other in range(len(names)):
                            if other != symbol and names[other] == name:
                                free = False
                        if free:
                            names[symbol] = name
                            break
        if names[symbol] != code[p]:
            return names[symbol] < code[p]
    return False
