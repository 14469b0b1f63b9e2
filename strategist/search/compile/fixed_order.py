"""The tree of a player that guesses in one order, whatever is answered: of :class:`~strategist.choosing.blind.Blind`.

To grow it as that of any strategy would keep a history of hundreds of guesses at each of a million slots, and would
take a long run of guesses that tell nothing for a player that never ends. Here each level has one guess.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from strategist.choosing.blind import Blind
from strategist.choosing.heuristics import cells_of
from strategist.common.errors import TooLargeError
from strategist.model.game import Game
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.search.state.position import Start

MOST_CODES = 2000
"""The number of codes from which on a tree is refused: it would have two million slots."""


def refuse_large_tree(game: Game, strategy: Blind, start: Start) -> None:
    """Raise :class:`~strategist.common.errors.TooLargeError` for a tree that is too large to be of use.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.position import start_of
    >>> game = make_game("bulls-and-cows(4,10)")
    >>> refuse_large_tree(game, Blind(game, {}), start_of(game))
    Traceback (most recent call last):
    ...
    strategist.common.errors.TooLargeError: bulls-and-cows(pegs=4,symbols=10): a tree of blind follows 5040 codes \
through \
5040 guesses: expected below 2000 by 2000; compare tells its figures without a tree
    """
    codes, levels = len(start.candidates), _levels(game, start)
    if codes * levels >= MOST_CODES * MOST_CODES:
        raise TooLargeError(
            f"{game.spec}: a tree of {strategy.name} follows {codes} codes through {levels} guesses: "
            f"expected below {MOST_CODES} by {MOST_CODES}; compare tells its figures without a tree"
        )


def _levels(game: Game, start: Start) -> int:
    """The most guesses that it makes from a position."""
    codes, turns = len(game.secrets), game.turns
    return codes if turns is None else min(codes, max(0, turns - len(start.history)))


def grow_in_order(
    game: Game, strategy: Blind, start: Start, tell: Callable[[int], object] | None = None
) -> DecisionTree:
    """The tree of a strategy that guesses in one order, grown level by level. ``tell`` is called with the number of
    codes resolved.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.position import start_of
    >>> game = make_game("mastermind(2,3)")
    >>> grow_in_order(game, Blind(game, {}), start_of(game)).histogram()
    [1, 1, 1, 1, 1, 1, 1, 1, 1]
    """
    refuse_large_tree(game, strategy, start)
    guesses: list[int] = []
    masks: list[int] = []
    level = [start.candidates.tolist()]
    for guess in islice(strategy.order(start.history), _levels(game, start)):
        below = []
        for codes in level:
            mask = 0
            for response, cell in sorted(cells_of(game, guess, codes).items()):
                mask |= 1 << response
                if not game.solved(response):
                    below.append(cell)
            guesses.append(guess)
            masks.append(mask)
        level = below
        if tell is not None:
            tell(len(start.candidates) - sum(map(len, level)))
    guesses += [GIVE_UP] * len(level)
    masks += [0] * len(level)
    return DecisionTree(guesses, masks, game.response_count)
