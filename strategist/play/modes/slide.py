"""A person plays a solitaire: moves the pieces, with hints and undo."""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence

from strategist.common.errors import CodeError
from strategist.common.quoting import quoted
from strategist.common.wording import counted
from strategist.model.solitaire import Solitaire, State, follow
from strategist.play.board import Board
from strategist.play.prompt import Command, Talk


class Sliding:
    """One solitaire, move by move. ``line`` is a line that reaches the goal, for hints, or empty.

    >>> from strategist.games.solitaires import PegSwap
    >>> from strategist.play.board import PlainBoard
    >>> lines = iter(["1 -> 2", "hint", "3", "2"])
    >>> talk = Talk(print, lambda prompt: next(lines), print)
    >>> Sliding(PegSwap({"left": 1, "right": 1}), talk, PlainBoard()).play()
    start   B.R
    move 1: 1 -> 2   .BR
    3 -> 1 begins a shortest line to the goal: 2 moves
    move 2: 3 -> 1   RB.
    move 3: 2 -> 3   R.B
    solved in 3 moves
    """

    def __init__(self, game: Solitaire, talk: Talk, board: Board, line: Sequence[int] = ()) -> None:
        self.game = game
        self._talk = talk
        self._board = board
        self._positions: list[State] = [game.start]
        self._moves: list[int] = []
        self._next = _moves_left(game, line)
        self._commands = {
            "hint": Command("the next move of a shortest line to the goal", self._hint),
            "undo": Command("take back your last move", self._undo),
            "board": Command("draw the board again", lambda _: [self._drawn()]),
        }

    def play(self) -> None:
        """Ask for moves until the goal is reached. Raises :class:`~strategist.play.prompt.Leave`."""
        game = self.game
        self._talk.say(self._drawn())
        while not game.solved(self._positions[-1]):
            if not game.successors(self._positions[-1]):
                self._talk.say("no move is possible here: undo takes the last one back")
            move = self._talk.ask("your move: ", self._read, self._commands, noun="move")
            if move is not None:
                self._moves.append(move)
                self._positions.append(dict(game.successors(self._positions[-1]))[move])
                self._talk.say(self._drawn())
        self._talk.say(f"solved in {counted(len(self._moves), 'move')}")

    def _read(self, text: str) -> int:
        """The move that ``text`` means: written out, as two numbers, or as the first number if that is unique."""
        moves = {index: self._format(index) for index, _ in self.game.successors(self._positions[-1])}
        numbers = re.findall(r"[0-9]+", text)
        meant = [index for index, move in moves.items() if move == text]
        if not meant and re.fullmatch(r"[0-9]++(?:(?:\s*+(?:->|→|-|,)\s*+|\s++)[0-9]++)*+", text):
            written = {index: re.findall(r"[0-9]+", move) for index, move in moves.items()}
            meant = [index for index, found in written.items() if found[: len(numbers)] == numbers]
        if len(meant) != 1:
            possible = ", ".join(moves.values()) or "none"
            raise CodeError(f"move {quoted(text)} is not possible: expected one of {possible}")
        return meant[0]

    def _format(self, move: int) -> str:
        return self.game.format_move(self.game.guesses[move])

    def _drawn(self) -> str:
        made = len(self._moves)
        label = f"move {made}: {self._format(self._moves[-1])}" if made else "start"
        return self._board.squares(self.game, label, self._positions[-1])

    def _undo(self, _: str) -> bool:
        if not self._moves:
            raise CodeError("undo: there is no move to take back")
        self._moves.pop()
        self._positions.pop()
        self._talk.say(self._drawn())
        return True

    def _hint(self, _: str) -> list[str]:
        position = self._positions[-1]
        if position not in self._next:
            self._next |= _outlooks(self.game, position)
        first, moves = self._next[position]
        if first is None:
            return ["this position is lost: no line of moves reaches the goal from here; undo goes back"]
        return [f"{self._format(first)} begins a shortest line to the goal: {counted(moves, 'move')}"]


Outlooks = dict[State, tuple[int | None, int]]
"""The first move of a shortest line from a position, None where it is lost, and the number of its moves."""


def _moves_left(game: Solitaire, line: Sequence[int]) -> Outlooks:
    """The outlooks of the positions along a line that reaches the goal."""
    positions = [game.start, *(position for _, position in follow(game, line))]
    return {
        position: (move, len(line) - made) for made, (position, move) in enumerate(zip(positions, line, strict=False))
    }


def _outlooks(game: Solitaire, position: State) -> Outlooks:
    """The outlooks that a search from a position finds; it prunes, so that a hundred pieces a side are fast."""
    from strategist.choosing.shortest_lines import explore

    from_here = copy.copy(game)
    from_here.start = position
    return {where: (outlook.first, outlook.moves or 0) for where, outlook in explore(from_here).items()}
