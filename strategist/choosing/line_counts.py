"""How many lines of moves reach the goal of a solitaire, and whether all of them are equally long.

A count over the graph of positions, not a formula: the lines from a position are those from its successors, each with
one move in front. Two lines are different if their moves are; a line ends where it first reaches the goal.
"""

from __future__ import annotations

from typing import NamedTuple

from strategist.choosing.shortest_lines import LOST, MOST_LISTED, explore
from strategist.common.errors import TooLargeError
from strategist.model.solitaire import Solitaire, State

MOST_BITS = 10_000
"""The most bits of a count, some 3,000 digits. Each position holds two counts, and Python prints at most
4,300 digits."""


class Lines(NamedTuple):
    """The lines from a position to the goal: the moves of the shortest and of the longest, and how many there are."""

    shortest: int
    longest: int
    shortest_lines: int
    all_lines: int

    @property
    def equal(self) -> bool:
        """Whether every line that reaches the goal has the same number of moves."""
        return self.shortest == self.longest


AT_GOAL = Lines(shortest=0, longest=0, shortest_lines=1, all_lines=1)


def count_lines(game: Solitaire, most: int = MOST_LISTED) -> Lines | None:
    """The lines from the start to the goal; None if it is proven that there is none. Counts are exact.

    Raises :class:`~strategist.common.errors.TooLargeError` beyond ``most`` positions, or beyond :data:`MOST_BITS` bits.

    >>> from strategist.games.solitaires import PegSwap
    >>> count_lines(PegSwap({"left": 3, "right": 3}))
    Lines(shortest=15, longest=15, shortest_lines=2, all_lines=2)
    """
    found: dict[State, Lines] = {}
    # A position comes behind all of its successors there. Lost ones, pruned or not, are on no line.
    for position, outlook in explore(game, most=most).items():
        if outlook.moves == 0:
            found[position] = AT_GOAL
        elif outlook != LOST:
            after = [found[each] for _, each in game.successors(position) if each in found]
            found[position] = _with_a_move(after)
            if found[position].all_lines.bit_length() > MOST_BITS:
                raise TooLargeError(f"{game.spec} has too many lines to count: expected at most 2^{MOST_BITS}")
    return found.get(game.start)


def _with_a_move(after: list[Lines]) -> Lines:
    """The lines from a position, from those behind each of its moves."""
    shortest = min(lines.shortest for lines in after)
    return Lines(
        shortest=shortest + 1,
        longest=max(lines.longest for lines in after) + 1,
        shortest_lines=sum(lines.shortest_lines for lines in after if lines.shortest == shortest),
        all_lines=sum(lines.all_lines for lines in after),
    )
