"""The peg-swap puzzle, also known as toads and frogs played alone.

A row of ``left + 1 + right`` squares has black pieces on the left, red pieces on the right, and one blank square
between them. A piece steps to the blank square beside it, or hops over one piece of the other color into the blank
square behind it. Black moves only to the right, red only to the left. The goal is that the two colors have changed
places.

Every line to the goal has the same length, ``left · right + left + right`` moves, which is n(n+2) for n pieces of each
color. A black and a red piece can only pass each other by a hop, so there are ``left · right`` hops. Pieces of one
color keep their order, so each black piece moves ``right + 1`` squares and each red one ``left + 1``. A hop takes two
of these squares, a step one. The search does not know that: it tries all lines, and finds the same number.

A board is written as ``BBB.RRR``, and a move by the squares from and to, counted from 1: ``3 -> 4``. Moves are tried
from the lowest square on, so black moves first. There are two lines to the goal, which mirror each other, and the
search finds the one that begins with ``3 -> 4``.
"""

from __future__ import annotations

from collections.abc import Sequence

from strategist.model.solitaire import Solitaire
from strategist.model.spec import Parameter, Value

BLACK, RED, BLANK = "B", "R", "."


class PegSwap(Solitaire):
    """The peg-swap solitaire: black and red pieces change places by steps and hops over one another.

    A position is the board as it is written; a move is its two squares, counted from 0.

    >>> game = PegSwap({"left": 2, "right": 1})
    >>> game.start, [(game.format_move(game.guesses[move]), after) for move, after in game.successors(game.start)]
    ('BB.R', [('2 -> 3', 'B.BR'), ('4 -> 3', 'BBR.')])
    """

    name = "pegswap"
    look = "squares"
    parameters = (
        Parameter("left", int, 3, "black pieces, on the left", low=1, high=100, size=True),
        Parameter("right", int, 3, "red pieces, on the right", low=1, high=100, size=True),
    )

    start: str

    def __init__(self, values: dict[str, Value]) -> None:
        self.values = {parameter.name: parameter.default for parameter in self.parameters} | values
        left, right = int(self.values["left"] or 0), int(self.values["right"] or 0)
        self.start = BLACK * left + BLANK + RED * right
        self._goal = RED * right + BLANK + BLACK * left
        squares = range(len(self.start))
        self.guesses: Sequence[tuple[int, int]] = [
            (source, target) for source in squares for target in squares if 1 <= abs(source - target) <= 2
        ]
        self._index = {move: index for index, move in enumerate(self.guesses)}

    def successors(self, position: str) -> list[tuple[int, str]]:
        """The possible moves at ``position``, by the square that the piece leaves, ascending."""
        blank = position.index(BLANK)
        found = []
        for source in (blank - 2, blank - 1, blank + 1, blank + 2):
            piece, other = (BLACK, RED) if source < blank else (RED, BLACK)
            if not 0 <= source < len(position) or position[source] != piece:
                continue
            if abs(source - blank) == 2 and position[(source + blank) // 2] != other:
                continue
            low, high = sorted((source, blank))
            after = position[:low] + position[high] + position[low + 1 : high] + position[low] + position[high + 1 :]
            found.append((self._index[source, blank], after))
        return found

    def solved(self, position: str) -> bool:
        """Whether the two colors have changed places in ``position``."""
        return position == self._goal

    def dead(self, position: str) -> bool:
        """Whether two black pieces wall off a red one from the blank square, or two red pieces a black one.

        Suppose that the blank square is to the left of two adjacent black pieces. It moves right only when a red piece
        at most two squares to its right moves into it, so it never reaches the two pieces, or the squares beyond. The
        two only move into a blank square to their right. So they never move, and neither does any piece to their right.
        A red piece among those never gets to their left, as the goal demands. The mirror image holds, too.

        >>> game = PegSwap({"left": 3, "right": 3})
        >>> game.dead(".BBRBRR"), game.dead("BBRBRR."), game.dead("BB.BRRR")
        (True, True, False)
        """
        before, _, behind = position.partition(BLANK)
        wall = behind.find(BLACK * 2)
        if wall >= 0 and RED in behind[wall:]:
            return True
        wall = before.rfind(RED * 2)
        return wall >= 0 and BLACK in before[:wall]

    def format_move(self, move: tuple[int, int]) -> str:
        """The squares from and to, counted from 1."""
        return f"{move[0] + 1} -> {move[1] + 1}"

    def format_position(self, position: str) -> str:
        """The board as it is written, which is the position itself."""
        return position
