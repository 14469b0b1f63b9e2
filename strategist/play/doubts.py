"""Telling players which answers must have been lies, where answers may be false: as soon as it is certain, and when the
game is over."""

from __future__ import annotations

from collections.abc import Sequence

from strategist.model.game import Code, Game, History
from strategist.model.lies.accused import accusations
from strategist.play.prompt import Say
from strategist.show.moves.told_lies import lies_lines, line_of_accusations, sure_lies_line


class Doubts:
    """Says which answers of one player were lies for sure or can have been, whenever that has become another thing.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> doubts, history = Doubts(game, print, "your"), game.parse_history("11:0b0w 23:0b0w")
    >>> for made in (1, 2, 2): doubts.heed(history[:made], game.consistent(history[:made]))
    one of your answers was a lie: answer 2 (23:0b0w)
    """

    def __init__(self, game: Game, say: Say, whose: str = "") -> None:
        self._game = game
        self._say = say
        self._whose = whose
        self._told: list[tuple[int, ...]] = []

    def heed(self, history: History, left: Sequence[Code]) -> None:
        """Say so if what the candidates accuse is not what was said last."""
        found = accusations(self._game, history, left)
        places = [each.places for each in found]
        if places != self._told and (line := line_of_accusations(self._game, history, found, self._whose)):
            self._say(line)
        self._told = places


def lies_afterwards(game: Game, history: History, left: Sequence[Code]) -> list[str]:
    """What can be said of lies when a game is over: which answers they were, or of which answers some were.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> history = game.parse_history("11:0b0w 23:0b0w")
    >>> lies_afterwards(game, history, game.consistent(history))
    ['one answer was a lie: answer 2 (23:0b0w)']
    """
    if len(left) == 1:
        return lies_lines(game, history, left[0])
    line = sure_lies_line(game, history, left)
    return [] if line is None else [line]
