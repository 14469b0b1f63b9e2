"""The tree of any strategy where cells overlap (``Game.several``), grown level by level by calling the strategy.

Only proportions of masses matter, so many positions are equal: a strategy that does not draw chooses once for all of
them. A strategy that asks what tells nothing, because it was asked before, is an error: it would never end.
"""

from __future__ import annotations

from collections.abc import Callable

from strategist.choosing.heuristics import Position, Strategy
from strategist.common.errors import NoCandidateError, StrategistError
from strategist.model.game import Game, Response
from strategist.model.left import Left, cells_left, ending, left_after
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.search.state.position import Start


def grow_overlapping(
    game: Game, strategy: Strategy, start: Start, tell: Callable[[int], object] | None = None
) -> DecisionTree:
    """The tree of a strategy from a position on. ``tell`` is called with the number of secrets that stand at a leaf.

    Raises :class:`~strategist.common.errors.NoCandidateError` if no secret is left.
    """
    strategy = strategy.for_tree()
    begin = left_after(game, start.history, start.candidates.tolist())
    if begin is None:
        raise NoCandidateError(f"{game.spec}: no secret agrees with the history")
    choices: dict[Left, int | None] = {}
    guesses: list[int] = []
    masks: list[int] = []
    resolved: set[int] = set()
    level = [(start.history, begin.left)]
    while level:
        below = []
        for history, left in level:
            guess = _choice(game, strategy, history, left, choices)
            guesses.append(GIVE_UP if guess is None else guess)
            if guess is None or guess >= game.question_count:
                masks.append(0 if guess is None else 1 << game.response_count - 1)
                resolved.update(left.secrets)
            else:
                cells = cells_left(game, left, guess)
                masks.append(sum(1 << response for response in cells))
                below += [((*history, (guess, response)), cell.left) for response, cell in cells.items()]
        if tell is not None:
            tell(len(resolved))
        level = below
    return DecisionTree(guesses, masks, game.response_count)


def _choice(
    game: Game,
    strategy: Strategy,
    history: tuple[tuple[int, Response], ...],
    left: Left,
    choices: dict[Left, int | None],
) -> int | None:
    """The guess of a strategy at a position; None if it gives up, or has no turn left."""
    if game.turns is not None and len(history) >= game.turns:
        # To announce what is known takes no turn.
        return ending(game, left)
    # A draw depends on the history, and so does an opening.
    shared = bool(history) and not strategy.draws
    if shared and left in choices:
        return choices[left]
    guess = strategy.guess(Position(history, left.secrets, left))
    if guess is not None and any(guess == asked for asked, _ in history):
        text = game.format_code(game.guesses[guess])
        raise StrategistError(f"{strategy.spec}: asks {text} again, which tells nothing")
    if shared:
        choices[left] = guess
    return guess
