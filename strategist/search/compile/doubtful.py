"""The tree of any strategy where answers may be false (``Game.doubtful``), grown level by level by calling the
strategy.

Many histories leave the same suspects with the same lies told. A strategy that does not draw chooses once for all of
them.
"""

from __future__ import annotations

from collections.abc import Callable

from strategist.choosing.heuristics import Position, Strategy
from strategist.common.errors import EndlessError, NoCandidateError
from strategist.model.game import Game, Response
from strategist.model.lies.suspects import Suspects, cells_of_suspects, suspects_left
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.search.state.position import Start

_MOST_WASTED = 100
"""The most answers in a row that may tell nothing: a strategy that asks more in vain would never end."""


def grow_doubtful(
    game: Game, strategy: Strategy, start: Start, tell: Callable[[int], object] | None = None
) -> DecisionTree:
    """The tree of a strategy from a position on. ``tell`` is called with the number of secrets that stand at a leaf.

    Raises :class:`~strategist.common.errors.NoCandidateError` if no secret is left, and
    :class:`~strategist.common.errors.EndlessError` if the strategy goes on asking what tells nothing.
    """
    strategy = strategy.for_tree()
    begin = suspects_left(game, start.history, start.candidates.tolist())
    if begin is None:
        raise NoCandidateError(f"{game.spec}: no secret agrees with the history")
    choices: dict[Suspects, int | None] = {}
    guesses: list[int] = []
    masks: list[int] = []
    resolved: set[int] = set()
    level = [(start.history, begin, 0)]
    while level:
        below = []
        for history, left, wasted in level:
            if wasted > _MOST_WASTED:
                past = game.format_history(tuple((game.guesses[guess], response) for guess, response in history[:3]))
                raise EndlessError(f"{strategy.spec}: {wasted} answers in a row tell nothing, after {past} …")
            guess = _choice(strategy, history, left, choices)
            guesses.append(GIVE_UP if guess is None else guess)
            masks.append(0)
            if guess is None:
                resolved.update(left.secrets)
            elif guess >= game.question_count:
                masks[-1] = 1 << game.response_count - 1
                resolved.update(left.secrets)
            else:
                for response, cell in cells_of_suspects(game, left, guess).items():
                    masks[-1] |= 1 << response
                    if game.solved(response):
                        resolved.update(cell.secrets)
                    else:
                        below.append(((*history, (guess, response)), cell, 0 if cell != left else wasted + 1))
        if tell is not None:
            tell(len(resolved))
        level = below
    return DecisionTree(guesses, masks, game.response_count)


def _choice(
    strategy: Strategy,
    history: tuple[tuple[int, Response], ...],
    left: Suspects,
    choices: dict[Suspects, int | None],
) -> int | None:
    """The guess of a strategy at a position; None if it gives up."""
    # A draw depends on the history, and so does an opening.
    shared = bool(history) and not strategy.draws
    if shared and left in choices:
        return choices[left]
    guess = strategy.guess(Position(history, left.secrets, None, left))
    if shared:
        choices[left] = guess
    return guess
