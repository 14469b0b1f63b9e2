"""The symmetries that leave past guesses as they are, as certificates name them.

Each is a permutation of positions followed by one of symbols: the code c becomes the code whose symbol at place p is
``symbols[c[positions[p]]]``. The identity is left out.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Symmetry
from strategist.search.kernels.symmetry.same_guesses import MOST_PERMUTATIONS, position_permutations


def fixing(symmetry: Symmetry, past: Sequence[Sequence[int]], pegs: int, symbols: int) -> list[tuple[int, ...]]:
    """All permutations of positions that, each with a renaming, leave every past guess as it is, and the exchanges of
    symbols that none of these holds; of more than seven positions those permutations that are within blocks.

    >>> from strategist.games.catalog import make_game
    >>> fixing(make_game("mastermind(2,4)").symmetry, [(0, 1)], 2, 4)
    [(1, 0, 1, 0, 2, 3), (0, 1, 0, 1, 3, 2)]
    """
    identity = (*range(pegs), *range(symbols))
    positions, names = _permutations_fixing(symmetry, tuple(map(tuple, past)), pegs, symbols)
    renamed = np.where(names < 0, np.arange(symbols), names)
    found = [tuple(each) for each in np.hstack((positions, renamed)).tolist()]
    found += _exchanges_of_symbols(symmetry, past, pegs, symbols)
    return [each for each in found if each != identity]


def generators_fixing(
    symmetry: Symmetry, past: Sequence[Sequence[int]], pegs: int, symbols: int
) -> list[tuple[int, ...]]:
    """Generators of all the symmetries of :func:`fixing`, whatever the number of positions, and few of them.

    Positions at which every past guess has the same symbol as at another one may be exchanged with it. For each
    renaming of the symbols of the past that some permutation of positions makes good, one such permutation is enough.

    >>> from strategist.games.catalog import make_game
    >>> generators_fixing(make_game("mastermind(3,2)").symmetry, [(0, 0, 1)], 3, 2)
    [(1, 0, 2, 0, 1)]
    """
    found = [
        *_exchanges_of_positions(symmetry, past, pegs, symbols),
        *_exchanges_of_symbols(symmetry, past, pegs, symbols),
    ]
    for names, positions in _renamings_fixing(symmetry, tuple(map(tuple, past)), pegs):
        renamed = dict(names)
        found.append((*positions, *(renamed.get(symbol, symbol) for symbol in range(symbols))))
    identity = (*range(pegs), *range(symbols))
    return [each for each in found if each != identity]


def _exchanges_of_symbols(
    symmetry: Symmetry, past: Sequence[Sequence[int]], pegs: int, symbols: int
) -> Iterator[tuple[int, ...]]:
    """The exchanges of two symbols of a class that no past guess holds."""
    used = {symbol for code in past for symbol in code}
    for members in symmetry.symbols:
        yield from _neighbors([pegs + symbol for symbol in members if symbol not in used], pegs, symbols)


def _exchanges_of_positions(
    symmetry: Symmetry, past: Sequence[Sequence[int]], pegs: int, symbols: int
) -> Iterator[tuple[int, ...]]:
    """The exchanges of two positions of a class at which each past guess has one symbol."""
    columns = [*zip(*past, strict=True)] if past else [()] * pegs
    for members in symmetry.positions:
        alike = defaultdict[object, list[int]](list)
        for position in members:
            alike[columns[position]].append(position)
        for some in alike.values():
            yield from _neighbors(some, pegs, symbols)


def _neighbors(places: Sequence[int], pegs: int, symbols: int) -> Iterator[tuple[int, ...]]:
    """The symmetries that exchange each place with the next one of some: positions, or symbols behind these."""
    for one, other in itertools.pairwise(places):
        images = [*range(pegs), *range(symbols)]
        images[one], images[other] = images[other], images[one]
        yield tuple(images)


Renaming = tuple[tuple[int, int], ...]
"""The new names of symbols, each as (symbol, name), ascending."""


@lru_cache(1 << 14)
def _renamings_fixing(
    symmetry: Symmetry, past: tuple[tuple[int, ...], ...], pegs: int
) -> list[tuple[Renaming, tuple[int, ...]]]:
    """The renamings of the symbols of past guesses that, each with the permutation of positions beside it, leave these
    as they are. Each goes on from one that leaves the guesses before the last one as they are."""
    if not past:
        return [((), tuple(range(pegs)))]
    before = _renamings_fixing(symmetry, past[:-1], pegs)
    new = sorted(set(past[-1]) - {symbol for symbol, _ in before[0][0]})
    parts = [[symbol for symbol in new if symbol in members] for members in symmetry.symbols]
    parts += [[symbol] for symbol in new if not any(symbol in members for members in symmetry.symbols)]
    columns, found = [*zip(*past, strict=True)], list[tuple[Renaming, tuple[int, ...]]]()
    for names, _ in before:
        for choice in itertools.product(*map(itertools.permutations, parts)):
            renamed = (*names, *zip(itertools.chain(*parts), itertools.chain(*choice), strict=True))
            positions = _made_good(symmetry, columns, dict(renamed))
            if positions is not None:
                found.append((renamed, positions))
    return found[:MOST_PERMUTATIONS]


def _made_good(symmetry: Symmetry, columns: Sequence[tuple[int, ...]], names: dict[int, int]) -> tuple[int, ...] | None:
    """A permutation of positions that, with a renaming, leaves past guesses as they are, whose symbols at each position
    are its column; None if none does."""
    classes = [*symmetry.positions, *([place] for place in _alone(symmetry, len(columns)))]
    positions = list(range(len(columns)))
    for members in classes:
        sources = defaultdict[tuple[int, ...], list[int]](list)
        for source in reversed(members):
            sources[tuple(names[symbol] for symbol in columns[source])].append(source)
        for place in members:
            if not sources[columns[place]]:
                return None
            positions[place] = sources[columns[place]].pop()
    return tuple(positions)


def _alone(symmetry: Symmetry, pegs: int) -> list[int]:
    """The positions of no class."""
    return [place for place in range(pegs) if not any(place in members for members in symmetry.positions)]


@lru_cache(1 << 14)
def _permutations_fixing(
    symmetry: Symmetry, past: tuple[tuple[int, ...], ...], pegs: int, symbols: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """``int64[count, pegs]`` and ``int64[count, symbols]``: the permutations of positions that, with a renaming of the
    symbols of the past guesses, leave these as they are; and this renaming, -1 for other symbols.

    Few of them leave the guesses before the last one as they are: the last guess is tried with these alone.
    """
    if not past:
        positions = np.array(position_permutations(symmetry, pegs))
        return positions, np.full((len(positions), symbols), -1)
    positions, names = _permutations_fixing(symmetry, past[:-1], pegs, symbols)
    names = names.copy()
    classes = np.arange(len(symmetry.symbols), len(symmetry.symbols) + symbols)
    for number, members in enumerate(symmetry.symbols):
        classes[list(members)] = number
    code = np.array(past[-1])
    for position, new in enumerate(past[-1]):
        rows, old = np.arange(len(positions)), code[positions[:, position]]
        named = names[rows, old]
        free = (named < 0) & (classes[old] == classes[new]) & ~(names == new).any(axis=1)
        names[rows, old] = new
        fits = free | (named == new)
        positions, names = positions[fits], names[fits]
    return positions, names
