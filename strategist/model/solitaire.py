"""The contract of a solitaire, the second kind of game: a start, the moves that are possible, a goal.

A solitaire has no secret and no responses, so a strategy is one *line* of moves from the start to the goal. In a
strategy file the line is a decision tree without branches: a move is a guess, and its response says that the line goes
on (:data:`MOVE_ON`) or that the goal is reached (:data:`LAST_MOVE`, the solved response). Both are masks of one bit.
The figures are those of a game with one secret: ``total`` and ``depth`` are the number of moves.
"""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from strategist.common.errors import CodeError, ResponseError
from strategist.common.quoting import quoted
from strategist.model.game import Game, History, Rules
from strategist.model.tree import Claims, DecisionTree

State = Any
Move = Any

MOVE_ON, LAST_MOVE = 0b01, 0b10
"""The masks of a slot in a line: before the last move, and at the last move."""


class Solitaire(Rules):
    """A puzzle for one player. ``guesses`` holds every move that its rules know, in a fixed order.

    Positions are hashable. Moves only go forward: no line meets the same position twice. The start is not solved.

    Examples
    --------
    >>> from strategist.games.catalog import make_solitaire
    >>> game = make_solitaire("pegswap(2,2)")
    >>> game.format_position(game.start), len(game.guesses)
    ('BB.RR', 14)
    """

    hides = False
    start: State
    response_count = 2
    move_noun = "move"

    @abstractmethod
    def successors(self, position: State) -> Sequence[tuple[int, State]]:
        """The possible moves at ``position``: (index of the move in ``guesses``, position after it), in a fixed order.

        Of all shortest lines, the compiled one takes the first possible move at each position.
        """

    @abstractmethod
    def solved(self, position: State) -> bool:
        """Whether ``position`` is the goal."""

    def dead(self, position: State) -> bool:
        """Whether no line from ``position`` reaches the goal, as far as a quick test can tell.

        A search prunes dead positions, so True must be right, and False is always allowed. Verifying does not call
        this method.
        """
        return False

    @abstractmethod
    def format_move(self, move: Move) -> str:
        """``move`` as it is written."""

    @abstractmethod
    def format_position(self, position: State) -> str:
        """The board, in one line."""

    def parse_history(self, text: str) -> History:
        """The empty history; raises :class:`~strategist.common.errors.ResponseError` for any other: a line begins at
        the start."""
        if text:
            raise ResponseError(f"{self.spec}: expected no history in a solitaire, got {quoted(text)}")
        return ()

    def format_history(self, history: History) -> str:
        """``history`` as :meth:`parse_history` reads it."""
        return ""

    def digest(self) -> bytes:
        """SHA-256 over the start and the moves in their order."""
        lines = [self.format_position(self.start), *map(self.format_move, self.guesses)]
        return hashlib.sha256("\n".join(lines).encode()).digest()


AnyGame = Game | Solitaire
"""A game of either kind."""


def line_tree(moves: Sequence[int]) -> DecisionTree:
    """The tree that a strategy file holds for a line of at least one move.

    >>> list(line_tree([4, 7]).masks)
    [1, 2]
    """
    return DecisionTree(moves, [MOVE_ON] * (len(moves) - 1) + [LAST_MOVE], Solitaire.response_count)


def line_claims(moves: int) -> Claims:
    """The figures of a line that reaches the goal in ``moves`` moves; 0 moves stand for a line that does not reach it.

    >>> line_claims(15).total, line_claims(0).lost
    (15, 1)
    """
    return Claims.of([0] * (moves - 1) + [1], lost=0) if moves else Claims.of([], lost=1)


def follow(game: Solitaire, line: Sequence[int]) -> Iterator[tuple[str, State]]:
    """Each move of a line as it is written, and the position after it, computed by the rules.

    Raises :class:`~strategist.common.errors.CodeError` at an impossible move.

    >>> from strategist.games.solitaires import PegSwap
    >>> game = PegSwap({"left": 1, "right": 1})
    >>> list(follow(game, [game.guesses.index(move) for move in ((0, 1), (2, 0), (1, 2))]))
    [('1 -> 2', '.BR'), ('3 -> 1', 'RB.'), ('2 -> 3', 'R.B')]
    """
    position = game.start
    for number, index in enumerate(line, 1):
        move = game.format_move(game.guesses[index])
        after = dict(game.successors(position)).get(index)
        if after is None:
            raise CodeError(f"move {number}: {move} is not possible at {game.format_position(position)}")
        position = after
        yield move, position
