"""Write down the tree that a search has found."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.proof.problem import Problem
from strategist.search.proof.workers import TOGETHER_FROM, Workers
from strategist.tree import GIVE_UP, Claims, DecisionTree
from strategist.weighing import claims_of

_NONE = -2
"""No guess reaches what was expected."""


def extract(workers: Workers, problem: Problem, opening: int, limit: int | None, cost: int) -> DecisionTree | None:
    """The tree of least cost that begins with ``opening``; None if the extraction was interrupted, too.

    Every guess is the first of equals in the order of search, so the tree depends on exact costs only; the contents of
    the memo change only the time that it takes. ``cost`` is the cost that the search has found.
    """
    # A stop may have ended the search, but the tree that it found must still be written down.
    with workers.brake.held_open():
        tree = _grow(workers, problem, opening, limit)
    if tree is None:
        return None
    found = cost_of(claims_of(workers.game, tree, workers.secrets), problem)
    if found != cost:
        if workers.journal is not None:
            raise workers.journal.contradicted(f"the tree costs {found}, expected {cost}")
        raise RuntimeError(f"the tree costs {found}, the search said {cost}: this is a bug, please report it")
    return tree


def cost_of(claims: Claims, problem: Problem) -> int:
    """The cost of a tree with these figures in a search."""
    limit = len(problem.least) - 1
    last = claims.worst_count if problem.limited and claims.depth == limit else 0
    scale = problem.stakes.scale if problem.stakes else 0
    each, weight = problem.gone
    if claims.lost and problem.limited:
        mass = claims.lost if claims.weighed is None else claims.weighed.lost
        lost = claims.lost * (limit * problem.unit + each) + mass * (limit * scale + weight)
    else:
        lost = 0
    return problem.unit * claims.total + problem.extra * last + scale * claims.expected + lost


def _grow(workers: Workers, problem: Problem, opening: int, limit: int | None) -> DecisionTree | None:
    game = workers.game
    names = workers.guess_names.tolist()
    guesses: list[int] = []
    masks: list[int] = []
    level: list[tuple[tuple[int, ...], NDArray[np.int32]]] = [((), workers.everything)]
    while level:
        below = []
        for path, candidates in level:
            guess = _best_guess(workers, problem, path, candidates, (limit or 0) - len(path)) if path else opening
            if workers.stopped():
                return None
            if guess == _NONE and workers.journal is not None:
                raise workers.journal.contradicted("no guess reaches what was expected")
            guesses.append(names[guess] if guess != GIVE_UP else GIVE_UP)
            masks.append(0)
            if guess == GIVE_UP:
                continue
            if guess >= workers.source.question_count or (workers.settled(candidates) and path):
                masks[-1] = 1 << (game.response_count - 1)
                continue
            answers = workers.responses(guess, candidates)
            for response in np.unique(answers).tolist():
                masks[-1] |= 1 << response
                if not game.solved(response):
                    below.append(((*path, guess), candidates[answers == response]))
        level = below
    return DecisionTree(guesses, masks, game.response_count)


def _best_guess(
    workers: Workers, problem: Problem, path: tuple[int, ...], candidates: NDArray[np.int32], left: int
) -> int:
    if problem.limited and left == 0 and not (workers.game.announces and workers.settled(candidates)):
        # Nothing is left to a search that may not lose any.
        return GIVE_UP if any(problem.gone) else _NONE
    if workers.settled(candidates):
        return int(workers.source.guess_of_secret[candidates[0]])
    if len(candidates) <= problem.known_size:
        # They stand heaviest first.
        return int(workers.source.question_of_secret[candidates[0]])
    left = left if problem.limited else 0
    budget = problem.infeasible
    if len(candidates) >= TOGETHER_FROM:
        # With the cost known first, most guesses that come before the best one are refuted early.
        budget = workers.solve(problem, path, candidates, left, budget).bound + 1
    guess = workers.decide(problem, path, candidates, left, budget)
    return guess if guess >= 0 else _NONE
