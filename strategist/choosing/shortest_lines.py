"""The search of a solitaire: a shortest line to the goal, the outlook of every position that can be reached, and how
many lines reach the goal.

The search is depth-first and visits each position once: the *outlook* of a position follows from the outlooks of its
successors. The search leaves out only lines through positions that the rules show to be dead, and those do not reach
the goal. So the line that it finds is proven to be shortest.

How many lines there are is a count over the graph of positions, not a formula: the lines from a position are those from
its successors, each with one move in front. Two lines are different if their moves are; a line ends where it first
reaches the goal.
"""

from __future__ import annotations

import time
from typing import ClassVar, NamedTuple

from strategist.common.errors import EndlessError, InfeasibleError, TooLargeError
from strategist.model.solitaire import Solitaire, State
from strategist.model.spec import Named, Parameter, Value

MOST_POSITIONS = 1 << 21
"""The most positions of one search; they take about a gigabyte."""
MOST_LISTED = 1 << 19
"""The most positions of a list for people; more are refused within about ten seconds."""
MOST_BITS = 10_000
"""The most bits of a count, some 3,000 digits. Each position holds two counts, and Python prints at most
4,300 digits."""


class Outlook(NamedTuple):
    """The least number of moves from a position to the goal, and the first of them as an index into ``guesses``.

    Both are None if the goal is out of reach: the position is lost. At the goal the number is 0, and there is no
    first move.
    """

    moves: int | None
    first: int | None


LOST = Outlook(None, None)


class ShortestLine(Named):
    """The one strategy of a solitaire: a shortest line of moves, proven.

    Examples
    --------
    >>> from strategist.choosing.registry import make_strategy
    >>> make_strategy("optimal", "pegswap(2,2)").spec
    'optimal'
    """

    name = "optimal"
    parameters: ClassVar[tuple[Parameter, ...]] = ()

    def __init__(self, game: Solitaire, values: dict[str, Value]) -> None:
        self.game = game
        self.values = values


class Line(NamedTuple):
    """A shortest line: its moves as indices into ``guesses``, and the cost of finding it."""

    moves: list[int]
    positions: int
    seconds: float


def shortest_line(game: Solitaire) -> Line:
    """A shortest line from the start to the goal, the first in the order of the moves.

    Raises :class:`~strategist.common.errors.InfeasibleError` if there is none, which is proven.

    >>> from strategist.games.solitaires import PegSwap
    >>> game = PegSwap({"left": 1, "right": 1})
    >>> [game.format_move(game.guesses[move]) for move in shortest_line(game).moves]
    ['1 -> 2', '3 -> 1', '2 -> 3']
    """
    begin = time.perf_counter()
    outlooks = explore(game)
    if outlooks[game.start] == LOST:
        raise InfeasibleError(f"{game.spec}: proven: no line of moves reaches the goal")
    moves = []
    position = game.start
    while (first := outlooks[position].first) is not None:
        moves.append(first)
        position = dict(game.successors(position))[first]
    return Line(moves, len(outlooks), time.perf_counter() - begin)


def explore(game: Solitaire, *, prune: bool = True, most: int | None = None) -> dict[State, Outlook]:
    """The outlook of every position that is reached from the start.

    With ``prune``, dead positions count as lost and are not explored, so positions behind them are missing. Without it,
    every position that can be reached is there. Each position comes behind all of its successors. Raises
    :class:`~strategist.common.errors.EndlessError` if a position comes back on its own line, and
    :class:`~strategist.common.errors.TooLargeError` beyond ``most`` positions, or :data:`MOST_POSITIONS`.

    >>> from strategist.games.solitaires import PegSwap
    >>> outlooks = explore(PegSwap({"left": 3, "right": 3}), prune=False)
    >>> len(outlooks), sum(outlook == LOST for outlook in outlooks.values())
    (72, 42)
    """
    most = MOST_POSITIONS if most is None else min(most, MOST_POSITIONS)
    known: dict[State, Outlook] = {}
    entered: set[State] = set()
    stack = [game.start]
    while stack:
        position = stack.pop()
        if position in known:
            continue
        if game.solved(position):
            known[position] = Outlook(0, None)
        elif prune and game.dead(position):
            known[position] = LOST
        else:
            successors = game.successors(position)
            unknown = [after for _, after in successors if after not in known]
            if not unknown:
                known[position] = _best([(move, known[after]) for move, after in successors])
                continue
            if position in entered:
                raise EndlessError(f"{game.spec}: the position {game.format_position(position)} comes back")
            entered.add(position)
            if len(entered) > most:
                raise TooLargeError(f"{game.spec} has too many positions: expected at most {most}")
            # The position is visited again when all that is above it on the stack is known.
            stack.append(position)
            stack.extend(reversed(unknown))
    return known


def _best(options: list[tuple[int, Outlook]]) -> Outlook:
    """The outlook that follows from those after each move; of equal moves, the first."""
    reach = [(outlook.moves + 1, at, move) for at, (move, outlook) in enumerate(options) if outlook.moves is not None]
    if not reach:
        return LOST
    moves, _, first = min(reach)
    return Outlook(moves, first)


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
