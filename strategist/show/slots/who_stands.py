"""Who may be at each slot of a tree, how likely they are there, and where play ends undecided or before a question."""

from __future__ import annotations

from collections.abc import Iterator

from strategist.common.errors import TooLargeError
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.goal import Narrow
from strategist.model.tree import GIVE_UP
from strategist.model.trees.stands import Parts, SeveralWalk, Stand
from strategist.show.texts.names import said

_HELPLESS = {
    Narrow.SURE: "none is sure to exclude any of those that are left",
    Narrow.ALIKE: "to each that was not asked, all that are left answer alike",
}
"""Why no question is asked although not all is known."""


def stands_of(game: Game, data: StrategyData, before: int | None = None) -> Iterator[Stand[Parts]]:
    """The secrets that may be at each slot, in a game of several answers, and how likely each is to be there: see
    :mod:`strategist.model.trees.stands`. Only of the slots before that one, where one is given.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2,goal=identify)", "first").data
    >>> [stand.left.reach for stand in stands_of(data.game, data)][1]
    {1: Fraction(1, 1)}
    """
    candidates = [game.secrets.index(code) for code in game.consistent(data.start)]
    moves = [(game.guesses.index(code), response) for code, response in data.start]
    walk = SeveralWalk(game, data.tree)
    return walk.stands(walk.begin(candidates, moves), before)


def undecided_ends(game: Game, data: StrategyData, before: int | None = None) -> dict[int, str]:
    """The names of the secrets left at each slot where play ends undecided, marked texts; empty where it never does.
    Only of the slots before that one, where one is given.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2,goal=identify)", "first").data
    >>> undecided_ends(data.game, data)
    {}
    """
    if game.narrow is None:
        return {}
    ends = (stand for stand in stands_of(game, data, before) if data.tree.guesses[stand.slot] == game.undecided)
    return {
        stand.slot: " or ".join(game.shown_secret(game.secrets[secret]) for secret in stand.left.parts)
        for stand in ends
    }


MOST_SHOWN = 1 << 20
"""The slots of a tree that a graph or a picture may have: each takes more than a kilobyte there."""


def nothing_asked(data: StrategyData) -> str | None:
    """Why the tree of a game with a hidden secret ends where it begins; None if it asks anything.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(1,1,goal=identify)")
    >>> nothing_asked(StrategyData(game, "optimal(total)", DecisionTree([1], [0], 2), Claims.of([], 0, known=1)))
    'no guess is needed: the secret is 1'
    """
    game, tree = data.game, data.tree
    if not isinstance(game, Game):
        return None
    root = tree.guesses[0]
    if root == GIVE_UP:
        over = game.turns is not None and len(data.start) >= game.turns
        return f"no {game.move_noun} is made: {'no turn is left' if over else f'{data.strategy} gives up here'}"
    if root < game.question_count or not game.announces:
        return None
    if game.narrow is not None and root == game.undecided:
        return f"no {game.move_noun} is asked: {_HELPLESS[game.narrow]}"
    return f"no {game.move_noun} is needed: the {game.known_noun} is {said(game).secret(game.guesses[root])}"


def check_size(slots: int, what: str) -> None:
    """Raise :class:`~strategist.common.errors.TooLargeError` for a tree with too many slots to show it whole.

    >>> check_size(2 << 20, "a picture")
    Traceback (most recent call last):
    ...
    strategist.common.errors.TooLargeError: a picture of 2097152 slots does not fit: expected at most 1048576
    """
    if slots > MOST_SHOWN:
        raise TooLargeError(f"{what} of {slots} slots does not fit: expected at most {MOST_SHOWN}")
