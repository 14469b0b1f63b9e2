"""Every way of lying through a tree: a *path* is a secret with the answers that it gives, some of them false.

A secret has a path for each way of lying, so there may be far more of them than secrets. They are counted before one is
built: the paths behind a slot are those behind its branches and those that end there, also where slots are shared.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from strategist.common.errors import StrategyFileError, TooLargeError
from strategist.files.strategy import StrategyData
from strategist.model.game import Code, Game, Response
from strategist.model.lies.answer_bits import AnswerBits
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.show.slots.left_at_slots import positions_at

MOST_PATHS = 1 << 20
"""The most paths that a table may have, a row each."""


class Way(NamedTuple):
    """A secret, the questions asked with what was answered, the numbers of the false answers, counted from 1, and
    whether the secret is found."""

    secret: Code
    moves: tuple[tuple[int, Response], ...]
    false: tuple[int, ...]
    solved: bool


def ways_behind(game: Game, data: StrategyData) -> list[int]:
    """The number of paths behind each slot, by slot.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(1,2,goal=identify,lies=1)")
    >>> tree = DecisionTree([0, 0, 0, 3, 0, 0, 2, 3, 2, 3, 2], [3, 3, 3, 4, 3, 3, *[4] * 5], response_count=3)
    >>> ways_behind(game, StrategyData(game, "first", tree, Claims.of([0, 0, 2], 0)))
    [6, 3, 3, 1, 2, 2, 1, 1, 1, 1, 1]
    """
    tree, found = data.tree, ends_at(game, data)
    for slot in range(len(tree) - 1, -1, -1):
        found[slot] += sum(map(found.__getitem__, tree.children(slot)))
    return found


def ends_at(game: Game, data: StrategyData) -> list[int]:
    """The number of secrets that are found or lost at each slot itself, by slot.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(1,2,goal=identify,lies=1)")
    >>> tree = DecisionTree([0, 0, 0, 3, 0, 0, 2, 3, 2, 3, 2], [3, 3, 3, 4, 3, 3, *[4] * 5], response_count=3)
    >>> ends_at(game, StrategyData(game, "first", tree, Claims.of([0, 0, 2], 0)))
    [0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1]
    """
    tree = data.tree
    if _finds_one(game, tree):
        return [int(tree.solves(slot)) for slot in range(len(tree))]
    return _ending_at(game, data)


def _finds_one(game: Game, tree: DecisionTree) -> bool:
    """Whether one secret ends at every slot at which any does."""
    return game.classes is None and GIVE_UP not in tree.guesses


def _ending_at(game: Game, data: StrategyData) -> list[int]:
    tree = data.tree
    answers = AnswerBits(game, len(tree))
    found = [0] * len(tree)
    for slot, sets in positions_at(game, data):
        guess = tree.guesses[slot]
        if guess != GIVE_UP and guess < game.question_count:
            sets = answers.cell(sets, guess, game.response_count - 1) if tree.solves(slot) else ()
        found[slot] = reduce(or_, sets, 0).bit_count()
    return found


def ways_of_lying(game: Game, data: StrategyData) -> Iterator[Way]:
    """The paths of every secret that is possible where the tree starts, in the game's order; those of one secret by
    the answers, the lowest first.

    Raises :class:`~strategist.common.errors.TooLargeError` for more paths than a table may have, and
    :class:`~strategist.common.errors.StrategyFileError` when the tree has no branch for an answer.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(1,2,goal=identify,lies=1)")
    >>> tree = DecisionTree([0, 0, 0, 3, 0, 0, 2, 3, 2, 3, 2], [3, 3, 3, 4, 3, 3, *[4] * 5], response_count=3)
    >>> ways = list(ways_of_lying(game, StrategyData(game, "first", tree, Claims.of([0, 0, 2], 0))))
    >>> len(ways), ways[0]
    (6, Way(secret=(0,), moves=((0, 0), (0, 1), (0, 1)), false=(1,), solved=True))
    """
    count = ways_behind(game, data)[0]
    if count > MOST_PATHS:
        raise TooLargeError(
            f"a table of {count} paths, one for each secret and way of lying, does not fit: expected at most "
            f"{MOST_PATHS}"
        )
    return _ways(game, data)


def _ways(game: Game, data: StrategyData) -> Iterator[Way]:
    tree = data.tree
    for secret in game.consistent(data.start):
        todo: list[tuple[int, int, Way]] = [(0, game.lies_in(data.start, secret) or 0, Way(secret, (), (), False))]
        while todo:
            slot, told, way = todo.pop()
            guess = game.question_count if slot < 0 else tree.guesses[slot]
            if guess == GIVE_UP or guess >= game.question_count:
                yield way._replace(solved=guess != GIVE_UP)
                continue
            longer = []
            for response in sorted(game.can_get(game.guesses[guess])):
                more = game.lies_told(game.guesses[guess], secret, response)
                if more is None or told + more > game.lies:
                    continue
                number = len(way.moves) + 1
                after = way._replace(moves=(*way.moves, (guess, response)), false=(*way.false, *[number] * more))
                longer.append((_behind(game, data, slot, after), told + more, after))
            todo += reversed(longer)


def _behind(game: Game, data: StrategyData, slot: int, way: Way) -> int:
    """The slot behind the last answer of a path; -1 if that ends play."""
    _, response = way.moves[-1]
    if game.solved(response):
        return -1
    child = data.tree.child(slot, response)
    if child is None:
        raise StrategyFileError(
            f"the tree has no branch for secret {game.format_secret(way.secret)} with answer "
            f"{game.format_response(response)} at guess {len(way.moves)}: expected one that verifies"
        )
    return child
