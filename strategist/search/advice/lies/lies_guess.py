"""The next guess of a strategy where answers may be false, without a tree."""

from __future__ import annotations

from dataclasses import replace

from strategist.choosing.heuristics import Strategy
from strategist.model.game import Game
from strategist.model.lies.answer_bits import AnswerBits, lies_in_bits
from strategist.model.tree import GIVE_UP
from strategist.search.advice.lies.lies_comparison import sets_after
from strategist.search.growing.lies_growth import LiesGrower, warm_up_lies_growth
from strategist.search.growing.lies_tables import grows_lies, lies_once
from strategist.search.kernels.numba.jit import control_cells, run_kernel
from strategist.search.state.start import Start


def guess_under_lies(game: Game, strategy: Strategy, start: Start) -> int | None:
    """The index of the next guess of a strategy, as its tree has it; None to give up.

    Raises :class:`~strategist.common.errors.TooLargeError` where a table of all answers does not fit in the memory.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> start = start_of(game, game.parse_history("12:1b0w"))
    >>> game.format_code(game.guesses[guess_under_lies(game, make_strategy("entropy", game), start)])
    '13'
    """
    left = lies_in_bits(sets_after(game, AnswerBits(game), start))
    position = replace(left, history=start.history)
    opens = strategy.opening is not None and not start.history
    if opens or game.is_pure(left.candidates) or not grows_lies(game, strategy):
        return strategy.guess(position)
    warm_up_lies_growth(game)
    control = control_cells()
    grower = LiesGrower(game, strategy, control, 1, 1, lies_once(game))
    guess = run_kernel(lambda: grower.first_guess(left, start), control)
    return None if guess == GIVE_UP else int(guess)
