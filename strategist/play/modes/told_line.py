"""Print the line of a solitaire, move by move with the board."""

from __future__ import annotations

from collections.abc import Sequence

from strategist.common.wording import counted
from strategist.model.solitaire import Solitaire, follow
from strategist.play.prompt import Say


def play_line(game: Solitaire, line: Sequence[int], say: Say) -> None:
    """Show the board, and every move of the line with the board after it.

    >>> from strategist.games.solitaires import PegSwap
    >>> game = PegSwap({"left": 1, "right": 1})
    >>> play_line(game, [game.guesses.index(move) for move in ((0, 1), (2, 0), (1, 2))], print)
    start: B.R
    move 1: 1 -> 2   .BR
    move 2: 3 -> 1   RB.
    move 3: 2 -> 3   R.B
    solved in 3 moves
    """
    say(f"start: {game.format_position(game.start)}")
    position = game.start
    for number, (move, position) in enumerate(follow(game, line), 1):
        say(f"move {number}: {move}   {game.format_position(position)}")
    moves = counted(len(line), "move")
    say(f"solved in {moves}" if game.solved(position) else f"not solved after {moves}")
