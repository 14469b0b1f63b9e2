"""The next guess of a strategy where answers may be false, without a tree."""

from __future__ import annotations

from strategist.choosing.heuristics import Position, Strategy
from strategist.model.game import Game
from strategist.model.lies.answer_bits import AnswerBits, suspects_in
from strategist.model.tree import GIVE_UP
from strategist.search.advice.lies.suspect_comparison import sets_after
from strategist.search.growing.suspect_positions import Grower, warm_up_suspects
from strategist.search.growing.told_tables import grows_suspects, told_once
from strategist.search.kernels.numba.jit import control_cells, run_kernel
from strategist.search.state.position import Start


def guess_in_doubt(game: Game, strategy: Strategy, start: Start) -> int | None:
    """The index of the next guess of a strategy, as its tree has it; None to give up.

    Raises :class:`~strategist.common.errors.TooLargeError` where a table of all answers does not fit in the memory.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.position import start_of
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> start = start_of(game, game.parse_history("12:1b0w"))
    >>> game.format_code(game.guesses[guess_in_doubt(game, make_strategy("entropy", game), start)])
    '13'
    """
    left = suspects_in(sets_after(game, AnswerBits(game), start))
    position = Position(start.history, left.secrets, None, left)
    opens = strategy.opening is not None and not start.history
    if opens or game.is_pure(left.secrets) or not grows_suspects(game, strategy):
        return strategy.guess(position)
    warm_up_suspects(game)
    control = control_cells()
    grower = Grower(game, strategy, control, 1, 1, told_once(game))
    guess = run_kernel(lambda: grower.first_guess(left, start), control)
    return None if guess == GIVE_UP else int(guess)
