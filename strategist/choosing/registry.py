"""Which strategies there are."""

from __future__ import annotations

from typing import overload

from strategist.choosing.heuristics import (
    Entropy,
    ExpectedSize,
    FirstCandidate,
    Minimax,
    MostParts,
    RandomCandidate,
    Strategy,
)
from strategist.choosing.hillclimb import HillClimb
from strategist.choosing.lines import ShortestLine
from strategist.choosing.searched import Feasible, Optimal
from strategist.choosing.statemachine import StateMachine
from strategist.errors import UnknownNameError
from strategist.game import Game
from strategist.quoting import quoted
from strategist.solitaire import AnyGame, Solitaire
from strategist.spec import bind, parse

_STRATEGIES: tuple[type[Strategy], ...] = (
    FirstCandidate,
    RandomCandidate,
    Minimax,
    ExpectedSize,
    Entropy,
    MostParts,
    StateMachine,
    HillClimb,
    Optimal,
    Feasible,
)


def known_strategies() -> dict[str, type[Strategy]]:
    """All strategies by name."""
    return {kind.name: kind for kind in _STRATEGIES}


@overload
def make_strategy(text: str, game: Game) -> Strategy: ...
@overload
def make_strategy(text: str, game: Solitaire) -> ShortestLine: ...
@overload
def make_strategy(text: str, game: AnyGame) -> Strategy | ShortestLine: ...
def make_strategy(text: str, game: AnyGame) -> Strategy | ShortestLine:
    """The strategy that a string names, for ``game``; :class:`~strategist.errors.SpecError` when there is none.

    >>> from strategist.catalog import make_game
    >>> make_strategy("minimax(candidates, first=1122)", make_game("mastermind")).spec
    'minimax(guesses=candidates,first=1122)'
    >>> make_strategy("optimal(total, depth, max_depth=6)", make_game("mastermind")).spec
    'optimal(total,depth,max_depth=6)'
    >>> make_strategy("optimal", make_game("pegswap")).spec
    'optimal'
    """
    known = known_strategies()
    arguments = parse(text, known)
    if isinstance(game, Solitaire):
        if arguments.name != ShortestLine.name:
            raise UnknownNameError(
                f"{game.spec} is a solitaire: expected {ShortestLine.name}, got {quoted(arguments.name)}"
            )
        return ShortestLine(game, bind(arguments, ShortestLine.parameters))
    kind = known.get(arguments.name)
    if kind is None:
        raise UnknownNameError(f"unknown strategy {quoted(arguments.name)}: expected one of {', '.join(sorted(known))}")
    return kind(game, bind(arguments, kind.parameters))
