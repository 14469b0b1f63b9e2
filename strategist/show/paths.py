"""The path of every secret through a decision tree, with responses computed by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from strategist.errors import StrategyFileError
from strategist.files.strategy import StrategyData
from strategist.game import Code, Game
from strategist.tree import GIVE_UP


class Path(NamedTuple):
    """The slots that play visits while ``secret`` is hidden, the first one included, and whether the last solves it."""

    secret: Code
    slots: tuple[int, ...]
    solved: bool


def secret_paths(game: Game, data: StrategyData) -> Iterator[Path]:
    """The path of every secret that is possible where the tree starts, in the game's order.

    Raises :class:`~strategist.errors.StrategyFileError` when the tree has no branch for a response.

    >>> from strategist.catalog import make_game
    >>> from strategist.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(pegs=1,colors=2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> list(secret_paths(game, StrategyData(game, "first", tree, Claims.of([1, 1], 0))))
    [Path(secret=(0,), slots=(0,), solved=True), Path(secret=(1,), slots=(0, 1), solved=True)]
    """
    tree = data.tree
    for secret in game.consistent(data.start) if data.start else game.secrets:
        slots = [0]
        solved = False
        while not solved and tree.guesses[slots[-1]] != GIVE_UP:
            slot = slots[-1]
            response = game.respond(game.guesses[tree.guesses[slot]], secret)
            if not tree.masks[slot] >> response & 1:
                raise StrategyFileError(
                    f"the tree has no branch for secret {game.format_secret(secret)} at guess {len(slots)}: "
                    "expected one that verifies"
                )
            solved = game.solved(response)
            child = tree.child(slot, response)
            if child is not None:
                slots.append(child)
        yield Path(secret, tuple(slots), solved)


def candidate_counts(game: Game, data: StrategyData) -> list[int]:
    """The number of secrets that are possible at each slot: those solved there or below, and those lost below.

    >>> from strategist.catalog import make_game
    >>> from strategist.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(pegs=1,colors=3)")
    >>> tree = DecisionTree(guesses=[0, GIVE_UP], masks=[0b11, 0], response_count=2)
    >>> candidate_counts(game, StrategyData(game, "first", tree, Claims.of([1], 2)))
    [3, 2]
    """
    counts = list(map(data.tree.solved_under, range(len(data.tree))))
    if data.claims.lost:
        # Lost secrets stand at no slot of the tree, so their paths come from the rules.
        for path in secret_paths(game, data):
            if not path.solved:
                for slot in path.slots:
                    counts[slot] += 1
    return counts
