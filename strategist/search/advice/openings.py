"""First guesses: the essentially different ones, and their partitions of the secrets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from strategist.choosing.heuristics import Strategy
from strategist.common.errors import SpecError, TooLargeError
from strategist.model.game import Game
from strategist.model.refusals import refuse
from strategist.search.adapters.registry import make_source
from strategist.search.kernels.numba.jit import warm_up
from strategist.search.kernels.responses.responses import MEMORY_LIMIT, Source
from strategist.search.kernels.scores.scores import cell_table
from strategist.search.kernels.symmetry.same_guesses import Group, first_guesses, make_group, no_group, representatives

_BYTES_OF_A_CELL = 24
"""The bytes of one cell size, in an array and in a list."""


def essentially_different(game: Game, make: Callable[[Game, Source], Group] = make_group) -> list[int]:
    """The lowest first guess of each set that symmetry makes equal, that of the group that ``make`` makes; indices into
    ``game.guesses``.

    >>> from strategist.games.catalog import make_game
    >>> essentially_different(make_game("bulls-and-cows"))
    [0]
    """
    group = no_group() if game.symmetry is None else make(game, make_source(game))
    if not len(group.permutations):
        return list(range(game.question_count))
    warm_up("representatives", lambda: representatives(group, np.empty(0, dtype=np.int32)))
    return [int(guess) for guess in first_guesses(game, group)]


def first_partitions(game: Game, guesses: Sequence[int]) -> list[list[int]]:
    """For each first guess, the number of secrets left after each response.

    Raises :class:`~strategist.common.errors.TooLargeError` if the table would not fit into memory.

    >>> from strategist.games.catalog import make_game
    >>> first_partitions(make_game("mastermind(4,6)"), [0])
    [[625, 0, 500, 0, 0, 150, 0, 0, 0, 20, 0, 0, 0, 1]]
    """
    refuse(game, "the table of first questions")
    needed = _BYTES_OF_A_CELL * len(guesses) * game.response_count
    if needed > MEMORY_LIMIT:
        raise TooLargeError(
            f"{game.spec}: {len(guesses)} guesses by {game.response_count} responses need {needed / 2**30:.1f} GiB, "
            f"expected at most {MEMORY_LIMIT >> 30}: name some guesses"
        )
    source = make_source(game)
    asked = np.array(guesses, dtype=np.int32)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    warm_up(f"partition-{source.columns.dtype}", lambda: cell_table(source, asked[:1], secrets[:1]))
    return [[int(size) for size in sizes] for sizes in cell_table(source, asked, secrets)]


def with_first(game: Game, strategy: Strategy, first: str | None) -> list[Strategy]:
    """``strategy`` with a forced first guess: one code, ``all`` essentially different ones, or None for no change.

    Raises :class:`~strategist.common.errors.SpecError` for a strategy whose first guess is its own.
    """
    if first is None:
        return [strategy]
    if "first" not in strategy.values:
        raise SpecError(f"{strategy.spec} takes no first guess: it makes its own")
    codes = [game.parse_code(first)] if first != "all" else [game.guesses[i] for i in essentially_different(game)]
    return [type(strategy)(game, strategy.values | {"first": game.format_code(code)}) for code in codes]
