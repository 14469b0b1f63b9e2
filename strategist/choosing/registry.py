"""Which strategies there are: the built-in ones and those that other packages offer.

A package adds its own through the entry point group ``strategist.strategies``: each entry is a subclass of
:class:`~strategist.choosing.heuristics.Strategy`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, cast, overload

from strategist.choosing.any_candidate import FirstCandidate, RandomCandidate
from strategist.choosing.blind import Blind
from strategist.choosing.dallwitz import Dallwitz
from strategist.choosing.heuristics import Entropy, ExpectedSize, Minimax, MostParts
from strategist.choosing.procedures.hill_climb import HillClimb
from strategist.choosing.procedures.monochrome import Monochrome
from strategist.choosing.procedures.pooling import Dorfman, Halving, Nested
from strategist.choosing.procedures.state_machine import StateMachine
from strategist.choosing.searched import Feasible, Optimal
from strategist.choosing.shortest_lines import ShortestLine
from strategist.choosing.strategy_contract import HIGHEST_SEED, Strategy
from strategist.common.errors import UnknownNameError
from strategist.common.plugins import load, misnamed, offered
from strategist.common.quoting import did_you_mean, quoted
from strategist.games.catalog import make_rules
from strategist.model.game import Game
from strategist.model.solitaire import AnyGame, Solitaire
from strategist.model.spec import bind, parse

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_STRATEGIES: tuple[type[Strategy], ...] = (
    FirstCandidate,
    RandomCandidate,
    Minimax,
    ExpectedSize,
    Entropy,
    MostParts,
    Dallwitz,
    StateMachine,
    HillClimb,
    Monochrome,
    Blind,
    Dorfman,
    Halving,
    Nested,
    Optimal,
    Feasible,
)


_BUILT_IN = {kind.name: kind for kind in _STRATEGIES}
_GROUP = "strategist.strategies"


def known_strategies() -> dict[str, type[Strategy]]:
    """All strategies by name. Raises :class:`~strategist.common.errors.SpecError` if a strategy of another package
    is broken.

    >>> sorted(known_strategies())[:2]
    ['blind', 'dallwitz']
    """
    # The name of a built-in strategy always means the built-in one.
    return {name: _foreign(entry) for name, entry in offered(_GROUP).items()} | _BUILT_IN


def built_in(strategy: Strategy) -> bool:
    """Whether a strategy is built in, not one of another package or a subclass.

    >>> from strategist.games.catalog import make_game
    >>> built_in(Minimax(make_game("mastermind"), {}))
    True
    """
    return type(strategy) in _STRATEGIES


def _foreign(entry: EntryPoint) -> type[Strategy]:
    # load has checked that the class is a subclass of Strategy.
    return cast(type[Strategy], load(entry, "strategy", Strategy))


@overload
def make_strategy(text: str, game: Game) -> Strategy: ...
@overload
def make_strategy(text: str, game: Solitaire) -> ShortestLine: ...
@overload
def make_strategy(text: str, game: AnyGame | str) -> Strategy | ShortestLine: ...
def make_strategy(text: str, game: AnyGame | str) -> Strategy | ShortestLine:
    """The strategy that a string names, for one game.

    Parameters
    ----------
    text : str
        A string such as ``"minimax"``, ``"entropy(first=1122)"`` or ``"optimal(total,depth)"``.
    game : Game, Solitaire or str
        The game, or the string that names it.

    Returns
    -------
    Strategy or ShortestLine
        The strategy, bound to the game; ``ShortestLine`` for a solitaire.

    Raises
    ------
    SpecError
        If the string names none, or one that means nothing in this game.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> make_strategy("minimax(candidates, first=1122)", make_game("mastermind")).spec
    'minimax(guesses=candidates,first=1122)'
    >>> make_strategy("optimal(total, depth, max_depth=6)", make_game("mastermind")).spec
    'optimal(total,depth,max_depth=6)'
    >>> make_strategy("optimal", "pegswap(3,3)").spec
    'optimal'
    """
    game = make_rules(game) if isinstance(game, str) else game
    arguments = parse(text, _BUILT_IN)
    if isinstance(game, Solitaire):
        if arguments.name != ShortestLine.name:
            raise UnknownNameError(
                f"{game.spec} is a solitaire: expected {ShortestLine.name}, got {quoted(arguments.name)}"
            )
        return ShortestLine(game, bind(arguments, ShortestLine.parameters))
    kind = _kind_of(arguments.name)
    return kind(game, bind(arguments, kind.parameters))


def recorded_strategy(text: str, game: Game) -> Strategy:
    """The strategy that a file names: what its string leaves out has the value of the time when the file was written.
    Raises :class:`~strategist.common.errors.SpecError`.

    >>> from strategist.games.catalog import make_game
    >>> recorded_strategy("hill-climb", make_game("mastermind")).spec
    'hill-climb(color=score)'
    >>> make_strategy("hill-climb", make_game("mastermind")).spec
    'hill-climb(color=blacks)'
    """
    arguments = parse(text, _BUILT_IN)
    kind = _kind_of(arguments.name)
    return kind(game, bind(arguments, kind.parameters, kind.unwritten))


def seeded_strategy(text: str, game: Game, seed: int | None) -> Strategy:
    """The strategy that a string names; if it draws and the string names no seed, it draws by ``seed``.

    None stands for a seed that nobody chose. Raises :class:`~strategist.common.errors.SpecError`, also for a seed that
    the strategy cannot take.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind")
    >>> [seeded_strategy(text, game, 7).spec for text in ("random", "random(seed=1)", "entropy")]
    ['random(seed=7)', 'random(seed=1)', 'entropy']
    """
    strategy = make_strategy(text, game)
    if not strategy.draws:
        return strategy
    arguments = parse(text, _BUILT_IN)
    (parameter,) = (parameter for parameter in strategy.parameters if parameter.name == "seed")
    if seed is None:
        highest = HIGHEST_SEED if parameter.high is None else parameter.high
        seed = random.randint(parameter.low or 0, highest)
    return type(strategy)(
        game, bind(arguments, strategy.parameters, {"seed": parameter.read(str(seed), strategy.name)})
    )


def _kind_of(name: str) -> type[Strategy]:
    """The strategy of this name; other packages are looked at only if no built-in strategy has it."""
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    foreign = offered(_GROUP)
    if name in foreign:
        return _foreign(foreign[name])
    if error := misnamed(_GROUP, name, "strategy"):
        raise error
    known = sorted([*_BUILT_IN, *foreign])
    meant = did_you_mean(name, known)
    raise UnknownNameError(f"unknown strategy {quoted(name)}: expected one of {', '.join(known)}{meant}")
