"""What kernels are told of a built-in heuristic: its plan, and the ground on which its tree grows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.any_candidate import FirstCandidate, RandomCandidate
from strategist.choosing.dallwitz import Dallwitz
from strategist.choosing.draws import history_key
from strategist.choosing.heuristics import Entropy, ExpectedSize, Heuristic, Minimax, MostParts, Strategy
from strategist.choosing.masses import EXACT_MASS
from strategist.common.errors import TooLargeError
from strategist.model.game import Game
from strategist.search.adapters.registry import kind_of, small_game, source_at
from strategist.search.growing.growing import LEAST_WORK, GrowthArrays, grow_tree
from strategist.search.kernels.growth.grow import FIRST, RANDOM, Plan
from strategist.search.kernels.growth.ties import CELLS, DRAWN, HIGHEST, LOWEST
from strategist.search.kernels.numba.jit import control_cells, run_kernel, warm_up
from strategist.search.kernels.responses.responses import Source
from strategist.search.kernels.scores.scores import ENTROPY, EXPECTED_SIZE, MINIMAX, MOST_PARTS, weighted_logs
from strategist.search.kernels.scores.weighed_scores import EXPECTED_LEFT, MASS_ENTROPY, WIDE_ENTROPY, log_table
from strategist.search.kernels.symmetry.same_guesses import make_group
from strategist.search.state.start import Start, start_of

RULES: dict[type[Strategy], int] = {
    FirstCandidate: FIRST,
    RandomCandidate: RANDOM,
    Minimax: MINIMAX,
    ExpectedSize: EXPECTED_SIZE,
    Entropy: ENTROPY,
    MostParts: MOST_PARTS,
}
"""The strategies that kernels know."""
TIES = {"lowest": LOWEST, "highest": HIGHEST, "random": DRAWN, "cells": CELLS}

_NO_LIMIT = 1 << 30
_MOST_ENTROPY_SECRETS = 1 << 22
"""With more, sums of weighted logarithms would not fit in 64 bits."""


def by_kernel(game: Game, strategy: Strategy) -> bool:
    """Whether compiled code grows the tree of a strategy.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind")
    >>> by_kernel(game, Minimax(game, {}))
    True
    """
    known = not game.restricts or game.revealed() is not None
    return type(strategy) in RULES and known and game.classes is None and not game.several and not game.doubtful


def grows_several(game: Game, strategy: Strategy) -> bool:
    """Whether the positions of a strategy's tree are grown once each, by the code for games of several answers.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind")
    >>> grows_several(game, Minimax(game, {}))
    False
    """
    return game.several and (type(strategy) in RULES or type(strategy) is Dallwitz) and not game.restricts


def ground_of(
    game: Game, strategy: Strategy, start: Start, jobs: int, merge: bool = True
) -> tuple[GrowthArrays, Plan, NDArray[np.int32]]:
    """All that it takes to grow the tree of a strategy from a position on: the candidates stand by their places."""
    return _ground(game, source_at(game, start.candidates), strategy, start, jobs, merge)


def _ground(
    game: Game,
    source_of: tuple[Source, NDArray[np.int32]],
    strategy: Strategy,
    start: Start,
    jobs: int,
    merge: bool,
) -> tuple[GrowthArrays, Plan, NDArray[np.int32]]:
    """``source_of`` is what :func:`~strategist.search.adapters.registry.source_at` says of the candidates."""
    source, candidates = source_of
    plan = make_plan(game, strategy, start.history)
    if isinstance(strategy, Heuristic):
        plan = plan._replace(samples_first=not strategy.scores_all_first(len(candidates)))
    if len(source.guess_of_secret) < len(game.secrets):
        if len(plan.ranks) and game.secrets_are_questions:
            plan = plan._replace(ranks=plan.ranks[start.candidates])
        if len(plan.chances):
            plan = plan._replace(chances=plan.chances[start.candidates])
    # The symmetries of the whole game do not hold for an arbitrary set of candidates.
    group = make_group(game, source, merge and len(start.candidates) == len(game.secrets))
    return GrowthArrays(source, group, control_cells(), jobs), plan, candidates


def may_divide(game: Game, jobs: int) -> bool:
    """Whether ``jobs`` threads divide positions of a game among them: not those of small games."""
    return jobs > 1 and len(game.secrets) * game.question_count >= LEAST_WORK


def warm_up_for(game: Game, divided: bool = False) -> None:
    """Compile the kernels for this kind of game by growing the tree of a small one.

    Most trees need one kernel. The others, which take as long to compile, are for positions that are ``divided``.
    """

    def run() -> None:
        small, source = small_game(game)
        start = start_of(small)
        jobs = 2 if divided else 1
        ground, plan, candidates = _ground(small, (source, start.candidates), Minimax(small, {}), start, jobs, True)
        if game.weights is not None:
            plan = plan._replace(chances=np.empty(0, dtype=np.int64))
        # Divided as far as possible: so all kernels are compiled before several threads call them.
        run_kernel(lambda: grow_tree(ground, plan, candidates, 0), ground.control)

    warm_up(f"grow-{kind_of(game)}-{game.weights is None}-{divided}", run, aided=True)


def make_plan(game: Game, strategy: Strategy, history: tuple[tuple[int, int], ...] = ()) -> Plan:
    """The data that the kernel needs about a built-in strategy after a history.

    Raises :class:`~strategist.common.errors.TooLargeError` for ``entropy`` with too many secrets.
    """
    rule = RULES[type(strategy)]
    values = strategy.values
    if rule == ENTROPY and len(game.secrets) > _MOST_ENTROPY_SECRETS:
        raise TooLargeError(
            f"entropy needs at most {_MOST_ENTROPY_SECRETS} secrets, {game.spec} has {len(game.secrets)}"
        )
    weights = np.empty(0, dtype=np.int64)
    if game.weights is not None and rule in (ENTROPY, EXPECTED_SIZE):
        whole = sum(game.weights)
        if rule == EXPECTED_SIZE:
            rule = EXPECTED_LEFT
        elif whole <= EXACT_MASS:
            rule, weights = MASS_ENTROPY, weighted_logs(whole)
        else:
            rule, weights = WIDE_ENTROPY, log_table()
    elif rule == ENTROPY:
        weights = weighted_logs(len(game.secrets))
    by_mass = rule in (EXPECTED_LEFT, MASS_ENTROPY, WIDE_ENTROPY)
    ranks = strategy.ranks() if isinstance(strategy, FirstCandidate) else []
    return Plan(
        rule=rule,
        candidates_only=isinstance(strategy, Heuristic) and values["guesses"] == "candidates",
        ties=TIES[str(values.get("ties", "lowest"))],
        past=np.array([guess for guess, _ in history], dtype=np.int32),
        key=np.uint64(history_key(int(values.get("seed") or 0), history, game.response_count)),
        opening=-1 if strategy.opening is None or history else strategy.opening,
        turns=_NO_LIMIT if game.turns is None else max(0, game.turns - len(history)),
        weights=weights,
        ranks=np.array(ranks, dtype=np.int32),
        sample=int(values.get("sample") or 0),
        samples_first=False,
        chances=() if game.weights is None else np.array(game.weights if by_mass else [], dtype=np.int64),
        costs=np.array((game.costs or []) if values.get("per") == "cost" else [], dtype=np.int64),
    )
