"""The base of strategies that follow a written procedure instead of comparing cells."""

from __future__ import annotations

from typing import ClassVar

from strategist.choosing.strategy_contract import Strategy
from strategist.common.errors import SpecError
from strategist.games.pegs.codes import PegCode
from strategist.games.pegs.pegs import PegGame
from strategist.model.game import Game
from strategist.model.spec import Value


class Procedure(Strategy):
    """A player that follows rules, for games of pegs in which symbols repeat, answered in blacks and whites.

    ``needs_whites`` says whether it has nothing to go by where blacks alone are told. The procedure keeps no state
    between moves. It derives its state from the history.
    """

    game: PegGame
    needs_whites: ClassVar[bool] = True
    keeps_limits = False

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        if not (isinstance(game, PegGame) and game.repeats and (game.whites or not self.needs_whites)):
            wanted = "blacks, whites and repeated symbols" if self.needs_whites else "repeated symbols"
            raise SpecError(f"{self.name}: expected a game of pegs with {wanted}, got {game.spec}")
        super().__init__(game, values)

    def answer(self, response: int) -> tuple[int, int]:
        """The blacks and whites of a response."""
        blacks, whites = self.game.pairs[response]
        return blacks, whites or 0

    def halves(self, first: int, second: int) -> PegCode:
        """Half the pegs of one symbol, the rest of the other; after the last symbol, the first follows again.

        >>> from strategist.games.catalog import make_game
        >>> from strategist.choosing.procedures.hill_climb import HillClimb
        >>> HillClimb(make_game("mastermind(5,6)"), {}).halves(5, 6)
        (5, 5, 0, 0, 0)
        """
        pegs, symbols = self.game.pegs, self.game.symbols
        return (first % symbols,) * (pegs // 2) + (second % symbols,) * (pegs - pegs // 2)
