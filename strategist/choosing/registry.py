"""Which strategies there are: the built-in ones and those that other packages offer.

A package adds its own through the entry point group ``strategist.strategies``: each entry is a subclass of
:class:`~strategist.choosing.heuristics.Strategy`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, overload

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
from strategist.plugins import load, offered
from strategist.quoting import quoted
from strategist.solitaire import AnyGame, Solitaire
from strategist.spec import bind, parse

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

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


_BUILT_IN = {kind.name: kind for kind in _STRATEGIES}
_GROUP = "strategist.strategies"


def known_strategies() -> dict[str, type[Strategy]]:
    """All strategies by name. Raises :class:`~strategist.errors.SpecError` for one of another package that is broken.

    >>> sorted(known_strategies())[:2]
    ['entropy', 'expected-size']
    """
    # A name of ours always means ours.
    return {name: _foreign(entry) for name, entry in offered(_GROUP).items()} | _BUILT_IN


def built_in(strategy: Strategy) -> bool:
    """Whether a strategy is one of ours, not one of another package or a subclass.

    >>> from strategist.catalog import make_game
    >>> built_in(Minimax(make_game("mastermind"), {}))
    True
    """
    return type(strategy) in _STRATEGIES


def _foreign(entry: EntryPoint) -> type[Strategy]:
    # load has seen to it that the class is one.
    return cast(type[Strategy], load(entry, "strategy", Strategy))


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
    >>> from strategist.catalog import make_solitaire
    >>> make_strategy("optimal", make_solitaire("pegswap")).spec
    'optimal'
    """
    arguments = parse(text, _BUILT_IN)
    if isinstance(game, Solitaire):
        if arguments.name != ShortestLine.name:
            raise UnknownNameError(
                f"{game.spec} is a solitaire: expected {ShortestLine.name}, got {quoted(arguments.name)}"
            )
        return ShortestLine(game, bind(arguments, ShortestLine.parameters))
    kind = _kind_of(arguments.name)
    return kind(game, bind(arguments, kind.parameters))


def _kind_of(name: str) -> type[Strategy]:
    """The strategy of this name; other packages are looked at only if it is none of ours."""
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    foreign = offered(_GROUP)
    if name in foreign:
        return _foreign(foreign[name])
    known = ", ".join(sorted([*_BUILT_IN, *foreign]))
    raise UnknownNameError(f"unknown strategy {quoted(name)}: expected one of {known}")
