"""The best of all decision trees, found by making every one: the specification of the exact search.

This file is simple so that it is easy to trust. A tree is a guess and, for each response that some candidate gives, a
tree for the candidates that give it. :func:`all_trees` makes every combination of subtrees, from the leaves upwards,
and uses only the rules: ``Game.respond`` and ``Game.allowed``. Tests compare the compiled search
(:mod:`~strategist.search.run.objectives`) with this file. Its work grows exponentially with the number of secrets.

Where it is enough to know a class, a set of one class is a leaf, and all its secrets are found there.

A tree that loses secrets is one that finds them all, cut off where the turns end.

Two kinds of trees are left out, and neither changes the optimum. Only one tree is kept for each *histogram* together
with the expected cost, since every figure follows from histogram and expected cost. No tree makes a guess that tells
nothing: without it each secret is found one guess earlier and saves its cost, and where the rules restrict guesses, a
shorter history never allows fewer. A forced first guess (``first=``) is made in any case, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from typing import NamedTuple

from strategist.choosing.ratings import cells_of
from strategist.choosing.searched import SearchedStrategy, figures_of
from strategist.common.errors import TooLargeError
from strategist.model.game import Game
from strategist.model.position import Position
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Weighed

MOST_SECRETS = 50
"""With more secrets, hardly any game is small enough."""
MOST_COMBINATIONS = 10_000_000
"""The most steps. One step is one combination of trees; this many take less than a minute and a gigabyte."""

Past = tuple[tuple[int, int], ...]
"""A history in numbers, as in :class:`~strategist.choosing.heuristics.Position`."""
Figures = tuple[int, tuple[int, ...], tuple[int, ...]]
"""The chances times the costs of all questions on the way, summed over the secrets; and the number of secrets found at
each guess, including announcements, and their chances. In a game without chances and costs the first is 0, and the
chances are left out unless secrets may be lost."""


class Tree(NamedTuple):
    """A guess, and the tree after each possible response, by response; None after the solved one."""

    guess: int
    branches: tuple[tuple[int, Tree | None], ...]


def best_tree(strategy: SearchedStrategy, position: Position) -> DecisionTree:
    """The best tree for the objectives of ``strategy`` from a position on; of equal trees, the first that is made.

    Raises :class:`~strategist.common.errors.InfeasibleError` if no tree keeps within the restrictions of the strategy,
    and :class:`~strategist.common.errors.TooLargeError`.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.choosing.searched import Optimal
    >>> game = make_game("mastermind(2,3)")
    >>> best_tree(Optimal(game, {"objectives": "depth,total"}), Position((), range(9))).histogram()
    [1, 4, 4]
    """
    game, made = strategy.game, len(position.history)
    limit = strategy.max_depth(made)
    # To announce what is known takes no turn.
    if limit == 0 and not game.is_pure(position.candidates):
        raise strategy.infeasible(0, made)
    kept = []
    mass = sum(map(game.weight_of, position.candidates))
    for (expected, histogram, masses), tree in all_trees(strategy, position).items():
        lost = lost_mass = 0
        if strategy.loses and limit is not None:
            # An announcement takes no turn.
            in_time = limit + game.announces
            lost, lost_mass = sum(histogram[in_time:]), sum(masses[in_time:])
            expected = sum(mass * (at - game.announces) for at, mass in enumerate(masses[:in_time], 1))
            histogram = histogram[:in_time]
        claims = Claims.of_moves(histogram, lost, game.announces)
        if game.weighted:
            claims = replace(claims, weighed=Weighed(mass - lost_mass, 0, expected, lost_mass))
        if limit is None or claims.depth <= limit:
            kept.append((figures_of(claims, strategy.objectives, limit or 0, game, made), tree))
    if not kept:
        raise strategy.infeasible(limit or len(position.candidates), made)
    _, best = min(kept, key=lambda each: each[0])
    return _lay_out(best, game, limit if strategy.loses else None)


def all_trees(strategy: SearchedStrategy, position: Position) -> dict[Figures, Tree]:
    """Each expected cost with each histogram that a tree from a position on can have, with one tree that has them.

    The trees make the guesses that ``strategy`` may make; its objectives and its ``max_depth`` are ignored. Raises
    :class:`~strategist.common.errors.TooLargeError`.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.choosing.searched import Optimal
    >>> game = make_game("bulls-and-cows(2,3)")
    >>> sorted(all_trees(Optimal(game, {}), Position((), range(6))))
    [(0, (1, 1, 4), ()), (0, (1, 2, 3), ()), (0, (1, 3, 2), ())]
    """
    game = strategy.game
    weighs = game.weighted and strategy.loses
    count = len(position.candidates)
    if count > MOST_SECRETS:
        raise TooLargeError(f"{game.spec}: all trees are made for at most {MOST_SECRETS} secrets, got {count}")
    combinations = 0

    def price(guess: int, cells: dict[int, list[int]]) -> int:
        """What a question costs, for all secrets of its cells."""
        if not game.weighted:
            return 0
        return game.cost_of(guess) * sum(game.weight_of(secret) for cell in cells.values() for secret in cell)

    def masses(found: Sequence[int]) -> tuple[int, ...]:
        """The chances of secrets that are found now, if they matter."""
        return (sum(map(game.weight_of, found)),) if weighs else ()

    @cache
    def trees(candidates: tuple[int, ...], history: Past) -> dict[Figures, Tree]:
        """All trees for some candidates; ``history`` is empty unless it restricts guesses."""
        if game.is_pure(candidates):
            return {
                (0, (len(candidates),), masses(candidates)): Tree(
                    game.announcement(candidates[0]), ((game.response_count - 1, None),)
                )
            }
        found: dict[Figures, Tree] = {}
        for guess in _guesses(strategy, Position(history, candidates)):
            cells = cells_of(game, guess, candidates)
            if len(cells) > 1 or game.response_count - 1 in cells:
                found = trees_that_begin(guess, cells, history) | found
        return found

    def trees_that_begin(guess: int, cells: dict[int, list[int]], history: Past) -> dict[Figures, Tree]:
        """Every choice of one tree for each cell of a guess."""
        nonlocal combinations
        asked = price(guess, cells)
        chosen: dict[Figures, tuple[tuple[int, Tree | None], ...]] = {(asked, (), ()): ()}
        for response, cell in sorted(cells.items()):
            below: dict[Figures, Tree | None] = {(0, (1,), masses(cell)): None}
            if not game.solved(response):
                past = (*history, (guess, response)) if game.restricts else ()
                below = {
                    (cost, (0, *found), (0, *weights) if weighs else ()): tree
                    for (cost, found, weights), tree in trees(tuple(cell), past).items()
                }
            combinations += len(chosen) * len(below)
            if combinations > MOST_COMBINATIONS:
                raise TooLargeError(
                    f"{game.spec}: all trees are made in at most {MOST_COMBINATIONS} steps, too few for {count} secrets"
                )
            chosen = {
                _add(before, behind): (*branches, (response, tree))
                for before, branches in chosen.items()
                for behind, tree in below.items()
            }
        return {figures: Tree(guess, branches) for figures, branches in chosen.items()}

    if strategy.opening is not None and not position.history:
        return trees_that_begin(strategy.opening, cells_of(game, strategy.opening, position.candidates), ())
    return trees(tuple(position.candidates), position.history if game.restricts else ())


def _guesses(strategy: SearchedStrategy, position: Position) -> Sequence[int]:
    """The guesses that may be made at a position, ascending."""
    permitted = strategy.permitted(position)
    if not strategy.candidates_only:
        return permitted
    game = strategy.game
    possible = {game.guesses.index(game.secrets[secret]) for secret in position.candidates}
    return [guess for guess in permitted if guess in possible]


def _add(one: Figures, other: Figures) -> Figures:
    return one[0] + other[0], _sums(one[1], other[1]), _sums(one[2], other[2])


def _sums(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip_longest(one, other, fillvalue=0)))


def _lay_out(tree: Tree, game: Game, turns: int | None) -> DecisionTree:
    """A tree level by level; after ``turns`` guesses it gives up."""
    guesses: list[int] = []
    masks: list[int] = []
    level, made = [tree], 0
    while level:
        if made == turns:
            lost = Tree(GIVE_UP, ())
            level = [each if each.guess >= game.question_count else lost for each in level]
        guesses += [each.guess for each in level]
        masks += [sum(1 << response for response, _ in each.branches) for each in level]
        level = [below for each in level for _, below in each.branches if below is not None]
        made += 1
    return DecisionTree(guesses, masks, game.response_count)
