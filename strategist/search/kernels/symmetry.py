"""Which guesses are the same guess.

A permutation of positions and symbols that leaves every guess of the history as it is maps candidates to candidates and
keeps responses. Guesses that it maps onto each other (an *orbit*) have cells of the same sizes. Of each orbit the
guess of the lowest index is kept, so a search that breaks ties by index finds the same guess with and without the
reduction. :func:`orbit_minima` is the specification, in plain Python.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.game import Game, Symmetry
from strategist.search.kernels.jit import borrowing, helper, inlined, kernel
from strategist.search.kernels.responses import TABLE, Source

_MOST_PERMUTATIONS = 5040
"""With more than seven positions only symbols are permuted. A subset of the symmetries is correct, too; it only merges
fewer guesses."""


class Group(NamedTuple):
    """The symmetries of one game for the kernels.

    ``permutations`` is ``int8[count, pegs]``, the identity first, and empty where there are none; ``classes`` is
    ``int16[symbols]``: symbols of one class may be renamed, and class -1 holds those that may not.
    """

    permutations: NDArray[np.int8]
    classes: NDArray[np.int16]


def position_permutations(symmetry: Symmetry, pegs: int) -> list[tuple[int, ...]]:
    """All permutations of positions within their classes, the identity first; the identity alone if there are too
    many."""
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
        return Group(np.empty((0, 1), dtype=np.int8), np.empty(0, dtype=np.int16))
    classes = np.full(source.symbols, -1, dtype=np.int16)
    for number, members in enumerate(game.symmetry.symbols):
        classes[list(members)] = number
    return Group(np.array(position_permutations(game.symmetry, source.pegs), dtype=np.int8), classes)


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


def _renaming(permutation: Sequence[int], past: Iterable[Sequence[int]], symmetry: Symmetry) -> dict[int, int] | None:
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


def fixing(symmetry: Symmetry, past: Sequence[Sequence[int]], pegs: int, symbols: int) -> list[tuple[int, ...]]:
    """Generators of the symmetries that leave every past guess as it is.

    Each is a permutation of positions followed by one of symbols: the code c becomes the code whose symbol at place p
    is ``symbols[c[positions[p]]]``. The identity is left out.

    >>> from strategist.catalog import make_game
    >>> fixing(make_game("mastermind(2,4)").symmetry, [(0, 1)], 2, 4)
    [(1, 0, 1, 0, 2, 3), (0, 1, 0, 1, 3, 2)]
    """
    identity = (*range(pegs), *range(symbols))
    found = []
    for permutation in position_permutations(symmetry, pegs):
        renaming = _renaming(permutation, past, symmetry)
        if renaming is not None:
            found.append((*permutation, *(renaming.get(symbol, symbol) for symbol in range(symbols))))
    used = {symbol for code in past for symbol in code}
    for members in symmetry.symbols:
        free = [symbol for symbol in members if symbol not in used]
        for one, other in itertools.pairwise(free):
            images = list(identity)
            images[pegs + one], images[pegs + other] = other, one
            found.append(tuple(images))
    return [each for each in found if each != identity]


class Stabilizer(NamedTuple):
    """What is left of a group at one position, after its history.

    The first ``permutations``, as many as :func:`find_stabilizer` says, are those that, with the renaming in the same
    row of ``renamings`` (-1 for a symbol that was never guessed), fix every guess of the history. ``unused`` holds, a
    row a class, the symbols never guessed, ascending. ``names`` and ``taken`` are scratch.
    """

    permutations: NDArray[np.int8]
    renamings: NDArray[np.int64]
    unused: NDArray[np.int64]
    names: NDArray[np.int64]
    taken: NDArray[np.int64]


@helper
def make_stabilizer(group: Group) -> Stabilizer:
    """Room for the symmetries of one position after another."""
    symbols = len(group.classes)
    return Stabilizer(
        np.empty(group.permutations.shape, dtype=np.int8),
        np.empty((len(group.permutations), symbols), dtype=np.int64),
        np.empty((symbols, symbols), dtype=np.int64),
        np.empty(symbols, dtype=np.int64),
        np.empty(symbols, dtype=np.int64),
    )


@helper
def reduce_guesses(source: Source, group: Group, path: NDArray[np.int32], found: NDArray[np.int32]) -> int:
    """The guesses that stand for all others, ascending, into ``found``; returns how many.

    ``path`` holds the guesses of the history.
    """
    stabilizer = make_stabilizer(group)
    permutations = find_stabilizer(source, group, path, stabilizer)
    size = 0
    for guess in range(source.columns.shape[1]):
        if not has_lower_image(source, group, stabilizer, permutations, guess):
            found[size] = guess
            size += 1
    return size


@borrowing
def find_stabilizer(source: Source, group: Group, path: NDArray[np.int32], stabilizer: Stabilizer) -> int:
    """The symmetries of a position into ``stabilizer``; returns how many there are."""
    used, taken = stabilizer.names, stabilizer.taken
    used[:] = 0
    for guess in path:
        for p in range(source.pegs):
            used[source.digits[guess, p]] = 1
    for kind in range(source.symbols):
        count = 0
        for symbol in range(source.symbols):
            if group.classes[symbol] == kind and not used[symbol]:
                stabilizer.unused[kind, count] = symbol
                count += 1
    size = 0
    for index in range(len(group.permutations)):
        renaming = stabilizer.renamings[size]
        for symbol in range(source.symbols):
            renaming[symbol] = -1 if group.classes[symbol] >= 0 else symbol
        taken[:] = 0
        fits = True
        for guess in path:
            code = source.digits[guess]
            for p in range(source.pegs):
                old, new = code[group.permutations[index, p]], code[p]
                if renaming[old] == -1 and not taken[new] and group.classes[old] == group.classes[new]:
                    renaming[old] = new
                    taken[new] = 1
                if renaming[old] != new:
                    fits = False
                    break
            if not fits:
                break
        if fits:
            for p in range(source.pegs):
                stabilizer.permutations[size, p] = group.permutations[index, p]
            size += 1
    return size


@borrowing
def has_lower_image(source: Source, group: Group, stabilizer: Stabilizer, permutations: int, guess: int) -> bool:
    """Whether one of the first ``permutations`` permutations of the stabilizer maps ``guess`` to a lower one."""
    for index in range(permutations):  # noqa: SIM110 (kernels know no generators)
        if _image_is_lower(source, group, stabilizer, index, guess):
            return True
    return False


@inlined
def _image_is_lower(source: Source, group: Group, stabilizer: Stabilizer, index: int, guess: int) -> bool:
    """Whether one symmetry of the history maps ``guess`` to a lower one."""
    names, taken = stabilizer.names, stabilizer.taken
    for symbol in range(source.symbols):
        names[symbol] = stabilizer.renamings[index, symbol]
    for kind in range(len(taken)):
        taken[kind] = 0
    for p in range(source.pegs):
        symbol = source.digits[guess, stabilizer.permutations[index, p]]
        name = names[symbol]
        if name < 0:
            # Symbols never guessed take the lowest names of their class in the order in which they come.
            kind = group.classes[symbol]
            name = stabilizer.unused[kind, taken[kind]]
            taken[kind] += 1
            names[symbol] = name
        same = source.digits[guess, p]
        if name != same:
            return name < same
    return False


@kernel
def representatives(source: Source, group: Group, path: NDArray[np.int32]) -> NDArray[np.int32]:
    """The guesses that stand for all others after the guesses of ``path``, ascending."""
    found = np.empty(source.columns.shape[1], dtype=np.int32)
    return found[: reduce_guesses(source, group, path, found)]
