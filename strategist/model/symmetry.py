"""The symmetries of a game: permutations that keep every response, and the part of them that keeps chances
and costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

Spelled = tuple[int, ...]

_MOST_CODES = 1 << 16
"""With more codes that have chances or costs, no symmetry is looked for."""


@dataclass(frozen=True)
class Symmetry:
    """Permutations of positions and of symbols, each within its classes, that keep every response.

    Every code is spelled as a sequence of small ints (``Game.spelled``). Permuting the positions of one class in every
    code, or renaming the symbols of one class among themselves, maps codes to codes and keeps every response, and all
    chances and costs. So do the ``moves``: the symbol at position p becomes that at ``positions[p]``, and the i-th
    symbol of class k becomes the i-th of class ``classes[k]``. Spelled codes are in ascending order.
    """

    positions: tuple[tuple[int, ...], ...]
    symbols: tuple[tuple[int, ...], ...]
    moves: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    """Further symmetries, each as ``(positions, classes)``."""


def kept_by(symmetry: Symmetry, numbers: Sequence[Mapping[Spelled, int]]) -> Symmetry | None:
    """The part of a symmetry that keeps every number of some maps from spelled codes to numbers; None for no part.

    Two positions of a class stay in one class if exchanging them keeps all numbers, and so do two symbols. If that
    leaves less than all of a symmetry, its moves are left out, too: any part of the symmetries may be used.

    >>> whole = Symmetry(positions=((0, 1),), symbols=((0, 1, 2),))
    >>> codes = [(one, other) for one in range(3) for other in range(3)]
    >>> kept_by(whole, [{code: 1 + code.count(2) for code in codes}])
    Symmetry(positions=((0, 1),), symbols=((0, 1),), moves=())
    """
    if sum(map(len, numbers)) > _MOST_CODES:
        return None

    def exchange_positions(one: int, other: int) -> bool:
        def image(code: Spelled) -> Spelled:
            swapped = list(code)
            swapped[one], swapped[other] = code[other], code[one]
            return tuple(swapped)

        return all(each.get(image(code)) == number for each in numbers for code, number in each.items())

    def exchange_symbols(one: int, other: int) -> bool:
        names = {one: other, other: one}
        return all(
            each.get(tuple(names.get(symbol, symbol) for symbol in code)) == number
            for each in numbers
            for code, number in each.items()
        )

    def keeps_move(positions: tuple[int, ...], classes: tuple[int, ...]) -> bool:
        names = {
            symbol: symmetry.symbols[classes[number]][place]
            for number, members in enumerate(symmetry.symbols)
            for place, symbol in enumerate(members)
        }
        return all(
            each.get(tuple(names.get(code[p], code[p]) for p in positions)) == number
            for each in numbers
            for code, number in each.items()
        )

    if (
        all(exchange_positions(*pair) for members in symmetry.positions for pair in pairwise(members))
        and all(exchange_symbols(*pair) for members in symmetry.symbols for pair in pairwise(members))
        and all(keeps_move(*move) for move in symmetry.moves)
    ):
        return symmetry
    positions = _refined(symmetry.positions, exchange_positions)
    symbols = _refined(symmetry.symbols, exchange_symbols)
    return Symmetry(positions, symbols) if positions or symbols else None


def _refined(classes: Sequence[Sequence[int]], alike: Callable[[int, int], bool]) -> tuple[tuple[int, ...], ...]:
    """The classes of members that are alike, without those of one member. To be alike is transitive."""
    found: list[tuple[int, ...]] = []
    for members in classes:
        groups: list[list[int]] = []
        for member in members:
            group = next((group for group in groups if alike(group[0], member)), None)
            if group is None:
                groups.append([member])
            else:
                group.append(member)
        found += [tuple(group) for group in groups if len(group) > 1]
    return tuple(found)
