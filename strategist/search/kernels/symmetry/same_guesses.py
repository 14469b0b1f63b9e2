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
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import SpecError
from strategist.model.game import Game, Symmetry
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import apart, borrowing
from strategist.search.kernels.responses.responses import Source
from strategist.search.kernels.symmetry.guess_images import lowest_images
from strategist.search.kernels.symmetry.listed import has_lower_listed, listed_of_history
from strategist.search.kernels.symmetry.place_classes import classes_of_places

MOST_PERMUTATIONS = 5040
"""With more than seven positions only some are permuted, and positions that may be exchanged are looked for. A part of
the symmetries is correct, too; it only merges fewer guesses."""
_MOST_IN_BLOCKS = 120
"""Beside exchanges, further permutations merge few guesses, and each takes its time at every position."""

_NONE_LISTED = np.empty((0, 0), dtype=np.int32)


@by_reference
class Group(NamedTuple):
    """The symmetries of one game for the kernels.

    Codes are spelled in digits: ``digits`` is ``uint8[guesses, places]``, ``hidden`` the same for the secrets, both
    ascending as rows. ``permutations`` is ``int8[count, places]``, the identity first, and empty where there are no
    symmetries; ``classes`` is ``int16[symbols]``: symbols of one class may be renamed. Together with permutation i,
    class k becomes class ``maps[i, k]``, ``int16[count, classes]``. ``place_classes`` and ``bases`` are those of
    :func:`.place_classes.classes_of_places`. ``keys`` is ``uint64[secrets]``, the digits times
    ``weights`` summed up, ascending; empty where they do not fit. ``whole`` says that the secrets are all of a game:
    the symmetries of a history are known, then, without a look at the candidates. ``moves`` says that there are keys,
    and that some symmetry is not the identity. ``partial`` says that permutations are left out, because they are too
    many: positions that may be exchanged are looked for then, too.

    A table of answers has symmetries of no such form: they are listed (:mod:`.listed`). ``moved`` is
    ``int32[symmetries, secrets]`` and ``images`` ``int32[guesses, symmetries]``, the image of each under each of them;
    then there are no digits, and ``moves`` says that all are listed. Both are empty in a game of codes.
    """

    permutations: NDArray[np.int8]
    maps: NDArray[np.int16]
    classes: NDArray[np.int16]
    place_classes: NDArray[np.int16]
    bases: NDArray[np.int16]
    digits: NDArray[np.uint8]
    hidden: NDArray[np.uint8]
    keys: NDArray[np.uint64]
    weights: NDArray[np.uint64]
    whole: bool
    moves: bool
    partial: bool
    moved: NDArray[np.int32]
    images: NDArray[np.int32]


@lru_cache
def position_permutations(symmetry: Symmetry, pegs: int) -> tuple[tuple[int, ...], ...]:
    """Permutations of positions within their classes, the identity first: all of them, or if those are too many, all
    within blocks of the classes.

    >>> len(position_permutations(Symmetry((tuple(range(4)),), ()), 4))
    24
    >>> len(position_permutations(Symmetry((tuple(range(9)),), ()), 9))
    120
    """
    identity = tuple(range(pegs))
    found = []
    for choice in itertools.product(*(itertools.permutations(members) for members in _blocks(symmetry.positions))):
        image = list(identity)
        for members, moved in zip(_blocks(symmetry.positions), choice, strict=True):
            for position, source in zip(members, moved, strict=True):
                image[position] = source
        found.append(tuple(image))
    return tuple(found)


def _blocks(classes: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Parts of the classes whose permutations are few enough: from each class as many positions as are possible, then
    from those that are left."""
    every = math.prod(math.factorial(len(members)) for members in classes)
    blocks, left = [], every if every <= MOST_PERMUTATIONS else _MOST_IN_BLOCKS
    rest = [members for members in classes if members]
    while rest:
        members, *rest = rest
        size = next(size for size in range(len(members), 0, -1) if math.factorial(size) <= left)
        left //= math.factorial(size)
        blocks.append(members[:size])
        if size < len(members):
            rest.append(members[size:])
    return [members for members in blocks if len(members) > 1]


def _all_permuted(symmetry: Symmetry) -> bool:
    """Whether no permutation of the positions of a class is left out."""
    return _blocks(symmetry.positions) == [members for members in symmetry.positions if len(members) > 1]


Element = tuple[tuple[int, ...], tuple[int, ...]]
"""A permutation of positions, and the number of the class that each class of symbols becomes."""


def elements(symmetry: Symmetry, places: int) -> list[Element]:
    """What the moves of a symmetry make of its permutations, the identity first; symbols of a class are alike.

    Fewer than there are if those are too many.

    >>> elements(Symmetry((), ((0, 1), (2, 3)), (((1, 0, 3, 2), (1, 0)),)), 4)
    [((0, 1, 2, 3), (0, 1)), ((1, 0, 3, 2), (1, 0))]
    """
    same = tuple(range(len(symmetry.symbols)))
    found = [(permutation, same) for permutation in position_permutations(symmetry, places)]
    known = set(found)
    for permutation, classes in found:
        for positions, images in symmetry.moves:
            other = (tuple(permutation[p] for p in positions), tuple(images[each] for each in classes))
            if other not in known and len(found) < MOST_PERMUTATIONS:
                known.add(other)
                found.append(other)
    return found


def make_group(game: Game, source: Source, merge: bool = True) -> Group:
    """The group of a game; no permutations at all where none are described, or with ``merge=False``."""
    if game.symmetry is None or game.restricts or not len(source.digits) or not merge:
        return no_group()
    return group_of(game.symmetry, source.symbols, source.digits, source.digits, whole=True)


def no_group() -> Group:
    """No symmetry at all, in arrays of the types that kernels are compiled for."""
    nothing = np.empty((0, 1), dtype=np.uint8)
    nothing.setflags(write=False)
    return Group(
        permutations=np.empty((0, 1), dtype=np.int8),
        maps=np.empty((0, 0), dtype=np.int16),
        classes=np.empty(0, dtype=np.int16),
        place_classes=np.empty(0, dtype=np.int16),
        bases=np.empty(0, dtype=np.int16),
        digits=nothing,
        hidden=nothing,
        keys=np.empty(0, dtype=np.uint64),
        weights=np.empty(0, dtype=np.uint64),
        whole=False,
        moves=False,
        partial=False,
        moved=_NONE_LISTED,
        images=_NONE_LISTED,
    )


def group_of(
    symmetry: Symmetry, symbols: int, digits: NDArray[np.uint8], hidden: NDArray[np.uint8], *, whole: bool
) -> Group:
    """The symmetries of codes that are spelled in ``digits``; ``hidden`` are those of the secrets.

    Raises :class:`~strategist.common.errors.SpecError` if the secrets are not in ascending order of their digits: the
    kernels find a code by bisection.
    """
    places = digits.shape[1]
    # A symbol of no class is a class of its own.
    classes = np.full(symbols, -1, dtype=np.int16)
    for number, members in enumerate(symmetry.symbols):
        classes[list(members)] = number
    alone = np.flatnonzero(classes < 0)
    classes[alone] = len(symmetry.symbols) + np.arange(len(alone))
    found = elements(symmetry, places)
    maps = np.tile(np.arange(len(symmetry.symbols) + len(alone), dtype=np.int16), (len(found), 1))
    maps[:, : len(symmetry.symbols)] = [images for _, images in found]
    keys, weights = _keys(hidden, symbols)
    place_classes, bases = classes_of_places(symmetry, found, places, maps.shape[1])
    return Group(
        permutations=np.array([permutation for permutation, _ in found], dtype=np.int8),
        maps=maps,
        classes=classes,
        place_classes=place_classes,
        bases=bases,
        digits=digits,
        hidden=hidden,
        keys=keys,
        weights=weights,
        whole=whole,
        moves=len(keys) > 0 and (len(found) > 1 or len(set(classes.tolist())) < symbols),
        partial=not _all_permuted(symmetry),
        moved=_NONE_LISTED,
        images=_NONE_LISTED,
    )


def _keys(hidden: NDArray[np.uint8], symbols: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Each code as one number, and what each place weighs in it; no keys if they need more than 64 bits."""
    places = hidden.shape[1]
    weights = np.array([symbols ** (places - 1 - p) % 2**64 for p in range(places)], dtype=np.uint64)
    keys = hidden.astype(np.uint64) @ weights if symbols**places <= 2**64 else np.empty(0, dtype=np.uint64)
    descents = np.flatnonzero(keys[1:] <= keys[:-1])
    if len(descents):
        before, after = (".".join(map(str, code)) for code in hidden[descents[0] :][:2].tolist())
        raise SpecError(f"expected secrets in ascending order of their digits, got {after} after {before}")
    return keys, weights


def orbit_minima(game: Game, guesses: Iterable[int], history: Sequence[int] = ()) -> list[int]:
    """The guesses among ``guesses`` that no symmetry maps to a lower index, when ``history`` has been guessed.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> [game.format_code(game.guesses[index]) for index in orbit_minima(game, range(1296))]
    ['1111', '1112', '1122', '1123', '1234']
    """
    if game.symmetry is None:
        return list(guesses)
    symmetry = game.symmetry
    past = [game.spelled(game.guesses[index]) for index in history]
    codes = {index: tuple(game.spelled(game.guesses[index])) for index in guesses}
    places = len(game.spelled(game.guesses[0]))
    for permutation, classes in elements(symmetry, places):
        renaming = _renaming(permutation, past, symmetry, classes)
        if renaming is None:
            continue
        codes = {
            index: code
            for index, code in codes.items()
            if _least_image(code, permutation, renaming, symmetry, classes) >= code
        }
    return list(codes)


def _renaming(
    permutation: Sequence[int], past: Iterable[Sequence[int]], symmetry: Symmetry, classes: Sequence[int]
) -> dict[int, int] | None:
    """The renaming of symbols that, after ``permutation``, leaves all past guesses as they are; None if none does.

    ``classes`` says which class each class becomes.
    """
    class_of = {symbol: number for number, members in enumerate(symmetry.symbols) for symbol in members}
    renaming: dict[int, int] = {}
    for code in past:
        for position, source in enumerate(permutation):
            old, new = code[source], code[position]
            fits = classes[class_of[old]] == class_of.get(new) if old in class_of else old == new
            if not fits or renaming.setdefault(old, new) != new:
                return None
    return renaming if len(set(renaming.values())) == len(renaming) else None


def _least_image(
    code: Sequence[int],
    permutation: Sequence[int],
    renaming: dict[int, int],
    symmetry: Symmetry,
    classes: Sequence[int],
) -> tuple[int, ...]:
    """The least code that ``code`` can become: symbols that were never guessed take the lowest free names, in order."""
    names = dict(renaming)
    taken = set(renaming.values())
    free = {}
    for members, number in zip(symmetry.symbols, classes, strict=True):
        unused = iter([symbol for symbol in symmetry.symbols[number] if symbol not in taken])
        free.update(dict.fromkeys(members, unused))
    image = []
    for source in permutation:
        symbol = code[source]
        if symbol not in names:
            names[symbol] = next(free[symbol]) if symbol in free else symbol
        image.append(names[symbol])
    return tuple(image)


@by_reference
class Stabilizer(NamedTuple):
    """What is left of a group at one position; a row for each level of a search, and one for what has no levels.

    Symbols fall into *kinds*, ``kind_of[row, symbol]``. The ``sizes[row, kind]`` symbols ``members[row, kind]``,
    ascending, may be renamed among themselves at will. Each of the ``permutations[row]`` that are left is followed by
    a renaming under which kind k becomes kind ``targets[row, permutation, k]``. Where permutations are left out, the
    positions p and ``next_alike[row, p]``, if that is not -1, may be exchanged. Of listed symmetries
    ``kept[row]`` holds the numbers of those that are left. The rest is scratch.
    """

    permutations: NDArray[np.int8]
    targets: NDArray[np.int16]
    kind_of: NDArray[np.int16]
    members: NDArray[np.int16]
    sizes: NDArray[np.int16]
    next_alike: NDArray[np.int16]
    names: NDArray[np.int16]
    taken: NDArray[np.int16]
    kind_of_class: NDArray[np.int16]
    occurrences: NDArray[np.int32]
    symbol_words: NDArray[np.uint64]
    place_words: NDArray[np.uint64]
    pair_words: NDArray[np.uint64]
    positions: NDArray[np.int16]
    pairs: NDArray[np.int16]
    image: NDArray[np.int16]
    kinds_of_image: NDArray[np.int16]
    kept: NDArray[np.int32]
    member: NDArray[np.uint8]


def make_stabilizer(group: Group, rows: int) -> Stabilizer:
    """Room for the symmetries of one position a row."""
    symbols = len(group.classes)
    count, places = group.permutations.shape
    return Stabilizer(
        np.empty((rows, count, places), dtype=np.int8),
        np.empty((rows, count, symbols), dtype=np.int16),
        np.empty((rows, symbols), dtype=np.int16),
        np.empty((rows, symbols, symbols), dtype=np.int16),
        np.empty((rows, symbols), dtype=np.int16),
        np.full((rows, places), -1, dtype=np.int16),
        np.empty(symbols, dtype=np.int16),
        np.empty(symbols, dtype=np.int16),
        np.empty(symbols, dtype=np.int16),
        np.empty((symbols, places), dtype=np.int32),
        np.empty(symbols, dtype=np.uint64),
        np.empty(places, dtype=np.uint64),
        np.empty((symbols, places), dtype=np.uint64),
        np.empty(places, dtype=np.int16),
        np.empty((symbols, 2), dtype=np.int16),
        np.empty(places, dtype=np.int16),
        np.empty(places, dtype=np.int16),
        np.empty((rows, len(group.moved)), dtype=np.int32),
        np.zeros(group.moved.shape[1], dtype=np.uint8),
    )


@apart
def reduce_guesses(group: Group, path: NDArray[np.int32], stabilizer: Stabilizer, found: NDArray[np.int32]) -> int:
    """The guesses that stand for all others, ascending, into ``found``; returns how many.

    ``path`` holds the guesses of the history; ``stabilizer`` is scratch.
    """
    permutations = find_stabilizer(group, path, stabilizer, 0)
    size = 0
    # Guesses have digits, or else listed images.
    for guess in range(len(group.digits) + len(group.images)):
        if not has_lower_image(group, stabilizer, 0, permutations, guess):
            found[size] = guess
            size += 1
    return size


@borrowing
def add_symbol(stabilizer: Stabilizer, row: int, kind: int, symbol: int) -> None:
    """Put a symbol into a kind; symbols come in ascending order."""
    stabilizer.kind_of[row, symbol] = kind
    stabilizer.members[row, kind, stabilizer.sizes[row, kind]] = symbol
    stabilizer.sizes[row, kind] += 1


@borrowing
def find_stabilizer(group: Group, path: NDArray[np.int32], stabilizer: Stabilizer, row: int) -> int:
    """The symmetries of a history into a row of ``stabilizer``: those that leave every guess of ``path`` as it is.

    Returns how many permutations there are; 0 if no guess has an image but itself. A symbol that was guessed is a kind
    of its own.
    """
    if len(group.moved):
        return listed_of_history(group, path, stabilizer, row)
    names, taken, kind_of_class = stabilizer.names, stabilizer.taken, stabilizer.kind_of_class
    symbols, places = len(group.classes), group.permutations.shape[1]
    for symbol in range(symbols):
        taken[symbol] = 0
        kind_of_class[symbol] = -1
        stabilizer.sizes[row, symbol] = 0
    for guess in path:
        for p in range(places):
            taken[group.digits[guess, p]] = 1
    kinds = 0
    for symbol in range(symbols):
        kind = kinds
        if not taken[symbol]:
            if kind_of_class[group.classes[symbol]] < 0:
                kind_of_class[group.classes[symbol]] = kinds
            kind = kind_of_class[group.classes[symbol]]
        add_symbol(stabilizer, row, kind, symbol)
        kinds += kind == kinds
    size = 0
    for index in range(len(group.permutations)):
        maps = group.maps[index]
        for symbol in range(symbols):
            names[symbol] = -1
            taken[symbol] = 0
        fits = True
        for guess in path:
            code = group.digits[guess]
            for p in range(places):
                old, new = code[group.permutations[index, p]], code[p]
                if names[old] == -1 and not taken[new] and maps[group.classes[old]] == group.classes[new]:
                    names[old] = new
                    taken[new] = 1
                if names[old] != new:
                    fits = False
                    break
            if not fits:
                break
        if fits:
            targets = stabilizer.targets[row, size]
            for symbol in range(symbols):
                kind = stabilizer.kind_of[row, symbol]
                if names[symbol] >= 0:
                    targets[kind] = stabilizer.kind_of[row, names[symbol]]
                else:
                    targets[kind] = kind_of_class[maps[group.classes[symbol]]]
            for p in range(places):
                stabilizer.permutations[row, size, p] = group.permutations[index, p]
            size += 1
    exchanged = group.partial and _pair_columns(group, path, stabilizer, row)
    return 0 if size == 1 and kinds == symbols and not exchanged else size


@borrowing
def _pair_columns(group: Group, path: NDArray[np.int32], stabilizer: Stabilizer, row: int) -> bool:
    """Pair each position with the next one of its class that has the same symbol in every guess of ``path``; returns
    whether there is any pair."""
    places, found = group.permutations.shape[1], False
    for p in range(places):
        stabilizer.next_alike[row, p] = -1
        for q in range(p + 1, places):
            alike = group.place_classes[p] == group.place_classes[q]
            for guess in path:
                alike &= group.digits[guess, p] == group.digits[guess, q]
            if alike:
                stabilizer.next_alike[row, p] = q
                found = True
                break
    return found


@borrowing
def has_lower_image(group: Group, stabilizer: Stabilizer, row: int, permutations: int, guess: int) -> bool:
    """Whether an exchange or one of the first ``permutations`` permutations of the stabilizer maps ``guess`` to a lower
    one."""
    if len(group.images):
        return has_lower_listed(group, stabilizer, row, permutations, guess)
    code, kind_of, members = group.digits[guess], stabilizer.kind_of[row], stabilizer.members[row]
    if group.partial:
        for p in range(len(code)):
            if stabilizer.next_alike[row, p] >= 0 and code[stabilizer.next_alike[row, p]] < code[p]:
                return True
    image, kinds = stabilizer.image, stabilizer.kinds_of_image
    for index in range(permutations):
        permutation, targets = stabilizer.permutations[row, index], stabilizer.targets[row, index]
        # Most images differ from the guess at the first or second place: nothing is prepared for the others.
        for p in range(len(permutation)):
            symbol = code[permutation[p]]
            kind, name, taken = targets[kind_of[symbol]], np.int16(-1), 0
            for q in range(p):
                if code[permutation[q]] == symbol:
                    name = image[q]
                    break
                taken += kinds[q] == kind
            kinds[p] = -1
            if name < 0:
                # The symbols of a kind take its lowest names in the order in which they come.
                kinds[p] = kind
                name = members[kind, taken]
            image[p] = name
            same = code[p]
            if name < same:
                return True
            if name > same:
                break
    return False


def representatives(group: Group, path: NDArray[np.int32]) -> NDArray[np.int32]:
    """The guesses that stand for all others after the guesses of ``path``, ascending."""
    found = np.empty(len(group.digits) + len(group.images), dtype=np.int32)
    return found[: reduce_guesses(group, path, make_stabilizer(group, 1), found)]


def first_guesses(game: Game, group: Group) -> NDArray[np.int32]:
    """The first guesses that stand for all others, ascending, in a game with a group of all its secrets.

    The permutations of the group may be a part of all that there are; here all of them count.
    """
    found = representatives(group, np.empty(0, dtype=np.int32))
    if game.symmetry is None or not len(group.keys) or _all_permuted(game.symmetry):
        return found
    return np.intersect1d(found, lowest_images(game.symmetry, group.digits))
