"""Telling players which answers must have been lies, where answers may be false: as soon as it is certain, and when the
game is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from strategist.model.game import Code, Game, History
from strategist.model.lies.accused import accusations
from strategist.play.prompt import Say
from strategist.show.moves.lines_of_lies import lies_lines, line_of_accusations, sure_lies_line

Left = Callable[[], Sequence[Code]]
"""The candidates, found where they are needed: in a game without lies they may be too many to find."""


class CertainLies:
    """Says which answers of one player were lies for sure or can have been, whenever that has become another thing.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> lies, history = CertainLies(game, print, "your"), game.parse_history("11:0b0w 23:0b0w")
    >>> for made in (1, 2, 2): lies.heed(history[:made], lambda: game.consistent(history[:made]))
    one of your answers was a lie: answer 2 (23:0b0w)
    """

    def __init__(self, game: Game, say: Say, whose: str = "") -> None:
        self._game = game
        self._say = say
        self._whose = whose
        self._told: list[tuple[int, ...]] = []

    def heed(self, history: History, left: Left) -> None:
        """Say so if what the candidates accuse is not what was said last."""
        if not self._game.lies:
            return
        found = accusations(self._game, history, left())
        places = [each.places for each in found]
        if places != self._told and (line := line_of_accusations(self._game, history, found, self._whose)):
            self._say(line)
        self._told = places


def lies_afterwards(game: Game, history: History, left: Left) -> list[str]:
    """What can be said of lies when a game is over: which answers they were, or of which answers some were; nothing
    where answers are always true.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> history = game.parse_history("11:0b0w 23:0b0w")
    >>> lies_afterwards(game, history, lambda: game.consistent(history))
    ['one answer was a lie: answer 2 (23:0b0w)']
    """
    if not game.doubtful:
        return []
    candidates = left()
    if len(candidates) == 1:
        return lies_lines(game, history, candidates[0])
    line = sure_lies_line(game, history, candidates)
    return [] if line is None else [line]
