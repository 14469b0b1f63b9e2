"""The least total for several boards: guesses summed over all combinations of secrets.

The secrets of boards are independent, so what is left is a product: a set of candidates for each board that is not
solved. The least total V of sets C1, …, Ck, with n = |C1|…|Ck| combinations, is

    V(C1, …, Ck) = min over guesses of n + sum over combinations of cells of V(cells),

where a cell of the right answer leaves its board out, and V() = 0. V does not depend on the order of the sets.

A lower bound (:func:`bound_of`): each combination takes at least as many guesses as it has different secrets, and one
more unless the first guess is one of them; with k boards the first guess is one of them in at most as many combinations
as the best guess meets.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from strategist.search.compile.boards.board_desk import BoardDesk, Candidates

Sets = tuple[tuple[int, ...], ...]
"""The candidates of each board that is not solved, in ascending order of the sets."""


def bound_of(sets: Sets) -> int:
    """A lower bound of the total; exact for one board of at most two candidates.

    >>> bound_of(((3,),)), bound_of(((3, 4),)), bound_of(((3,), (3,))), bound_of(((3,), (4,)))
    (1, 3, 1, 2)
    >>> bound_of(((3, 4), (5, 6)))
    10
    """
    n = math.prod(map(len, sets))
    most_met = max(
        n - math.prod(len(each) - (code in each) for each in sets) for code in {code for each in sets for code in each}
    )
    return different(sets) + n - most_met


def different(sets: Sets) -> int:
    """The number of different secrets, summed over all combinations.

    >>> different(((1, 2), (2, 3)))
    7
    """
    n = math.prod(map(len, sets))
    codes = {code for each in sets for code in each}
    return sum(n - math.prod(len(each) - (code in each) for each in sets) for code in codes)


class Halted(Exception):
    """The search has been stopped."""


class Least:
    """Least totals, remembered: exact values of sets, each with a best guess. Raises :class:`Halted` once ``halted``
    says so.

    >>> from strategist.games.boards import Boards
    >>> from strategist.games.catalog import make_game
    >>> least = Least(BoardDesk(Boards(make_game("mastermind(2,2)"), 2)))
    >>> least.value(((0, 1, 2, 3),)), least.value(((0, 1, 2, 3),) * 2)
    (8, 42)
    """

    def __init__(self, desk: BoardDesk, halted: Callable[[], bool] = lambda: False) -> None:
        self._desk = desk
        self._halted = halted
        self._game = desk.boards.game
        self.known: dict[Sets, tuple[int, int]] = {(): (0, -1)}
        """The least total of sets, and a best guess."""

    def best(self, left: Sequence[Candidates]) -> int:
        """A best guess, as an index, for the candidates of the boards that are not solved."""
        sets = tuple(sorted(tuple(each.tolist()) for each in left))
        self.value(sets)
        return self.known[sets][1]

    def value(self, sets: Sets) -> int:
        """The least total of some sets, which stand in order."""
        if sets in self.known:
            return self.known[sets][0]
        if self._halted():
            raise Halted
        n = math.prod(map(len, sets))
        least, best = 0, -1
        for bound, guess, cells in self._guesses(sets, n):
            if best >= 0 and bound >= least:
                break
            total = n
            # The largest first: they exceed the bound soonest.
            rest = bound - n
            for cell, lowest in cells:
                total += self.value(cell)
                rest -= lowest
                if best >= 0 and total + rest >= least:
                    break
            else:
                if best < 0 or total < least:
                    least, best = total, guess
        self.known[sets] = least, best
        return least

    def _guesses(self, sets: Sets, n: int) -> list[tuple[int, int, list[tuple[Sets, int]]]]:
        """The guesses that tell something, each with a lower bound of its total and with the combinations of cells it
        leaves, in ascending order of the bounds; of guesses that do the same, the lowest."""
        codes = sorted({code for each in sets for code in each})
        answers = self._desk.answers(codes)
        place = {code: at for at, code in enumerate(codes)}
        labels = answers.T
        # Guesses with the same cells do the same; the right answer is told apart. A cell is named by its first code.
        alike = np.argmax(labels[:, :, None] == labels[:, None, :], axis=2).astype(np.int16)
        alike[labels == self._game.response_count - 1] = -1
        _, firsts = np.unique(alike, axis=0, return_index=True)
        found = []
        solved = self._game.response_count - 1
        for guess in np.sort(firsts).tolist():
            told = labels[guess].tolist()
            divided = []
            for each in sets:
                cells: dict[int, list[int]] = {}
                for code in each:
                    cells.setdefault(told[place[code]], []).append(code)
                divided.append([() if response == solved else tuple(cell) for response, cell in cells.items()])
            if all(cells == [each] for cells, each in zip(divided, sets, strict=True)):
                continue
            left = [tuple(sorted(filter(None, cells))) for cells in product(*divided)]
            bounded = sorted(((cell, bound_of(cell) if cell else 0) for cell in left), key=lambda pair: -pair[1])
            found.append((n + sum(bound for _, bound in bounded), guess, bounded))
        # By nothing that is remembered: so the best guess does not depend on what was asked before.
        return sorted(found, key=lambda each: each[0])
