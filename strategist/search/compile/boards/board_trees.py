"""Trees for several boards: of the least total, or where the search is stopped, of the heuristic for boards.

The candidates at a position are all combinations of those of each board, because secrets are drawn apart from each
other and each board answers by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from strategist.choosing.searched import SearchedStrategy
from strategist.choosing.strategy_contract import Strategy
from strategist.games.boards import NAME
from strategist.games.boards_game import BoardsGame, Question
from strategist.model.game import Game
from strategist.model.position import Position
from strategist.model.tree import DecisionTree
from strategist.search.compile.boards.board_desk import BoardDesk, Candidates
from strategist.search.compile.boards.choosing_for_boards import Choice
from strategist.search.compile.boards.least_for_boards import Halted, Least, bound_of
from strategist.search.compile.grow_plainly import grow_plainly
from strategist.search.run.objectives import Outcome
from strategist.search.state.options import Options
from strategist.search.state.problem import STOP
from strategist.search.state.start import Start
from strategist.search.tasks.supervise import StopSignal, supervise

Choose = Callable[[list[Candidates], int], int]
"""The index of the code that is guessed, by the candidates of each board, none once it is solved, and by the guesses
made."""


class _ByChoice(Strategy):
    """Asks what a function chooses."""

    name, parameters = NAME, ()
    summary = "the code that tells most of all boards, or takes the fewest guesses in all"

    def __init__(self, game: BoardsGame, choose: Choose) -> None:
        super().__init__(game, {})
        self._boards, self._choose = game, choose

    def choose(self, position: Position) -> int:
        """See :class:`~strategist.choosing.strategy_contract.Strategy`."""
        game = self._boards
        now_open = game.open_after(tuple((game.guesses[guess], response) for guess, response in position.history))
        code = self._choose(left_at(game, position.candidates, now_open), len(position.history))
        return game.guesses.index(Question(game.inner.guesses[code], now_open))


def left_at(game: BoardsGame, candidates: Sequence[int], now_open: Sequence[int]) -> list[Candidates]:
    """The candidates of each board, none once it is solved, where some combinations are left.

    >>> from strategist.games.catalog import make_game
    >>> [each.tolist() for each in left_at(make_game('boards("mastermind(1,3)",2)'), [3, 4], (1,))]
    [[], [0, 1]]
    """
    each = len(game.inner.secrets)
    places = np.unravel_index(np.asarray(candidates, dtype=np.int64), (each,) * game.number)
    return [
        np.unique(place).astype(np.int32) if at in now_open else np.empty(0, dtype=np.int32)
        for at, place in enumerate(places)
    ]


def search_boards(game: Game, strategy: SearchedStrategy, options: Options, start: Start) -> Outcome:
    """The tree of the least total from a position on; one of a heuristic with a bound if the search was stopped.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game('boards("mastermind(2,2)",2)')
    >>> search_boards(game, make_strategy("optimal(total)", game), Options(), start_of(game)).lower_bound
    42
    """
    assert isinstance(game, BoardsGame)  # the engine fits no other
    desk = BoardDesk(game.boards)
    brake = StopSignal(time_limit=options.time_limit)
    least = Least(desk, lambda: bool(brake.shared[STOP]))
    left = left_at(game, start.candidates.tolist(), game.open_after(start.moves(game)))
    sets = tuple(sorted(tuple(each.tolist()) for each in left if len(each)))

    def grown(choose: Choose) -> DecisionTree:
        return grow_plainly(game, _ByChoice(game, choose), start)

    def outcome() -> Outcome:
        try:
            bound, closed = least.value(sets), True
            tree = grown(lambda left, _: least.best([each for each in left if len(each)]))
        except Halted:
            bound, closed = bound_of(sets), False
            tree = grown(Choice(desk).next_guess)
        return Outcome(tree, strategy.objective(), bound, closed, len(least.known), stopped=not closed)

    return supervise(outcome, brake)
