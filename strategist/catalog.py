"""The known games: the built-in rule sets and those that other packages offer.

A package adds its own through the entry point group ``strategist.games``: each entry is a subclass of
:class:`~strategist.game.Game` or :class:`~strategist.solitaire.Solitaire` that takes a dict of its parameters' values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from strategist.errors import SpecError, UnknownNameError
from strategist.game import Game
from strategist.plugins import load, misnamed, offered
from strategist.quoting import quoted
from strategist.solitaire import AnyGame, Solitaire
from strategist.spec import Value, bind, parse

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_BUILT_IN = ("mastermind", "bulls-and-cows", "ab", "grand-mastermind", "words", "table", "pegswap")
_GROUP = "strategist.games"


def _built_in(name: str) -> type[AnyGame]:
    """One built-in game. Its rules are imported on demand, because playing a file needs only one game."""
    match name:
        case "grand-mastermind":
            from strategist.games.grand import GrandMastermind

            return GrandMastermind
        case "words":
            from strategist.games.words import Words

            return Words
        case "table":
            from strategist.games.table import Table

            return Table
        case "pegswap":
            from strategist.games.pegswap import PegSwap

            return PegSwap
    from strategist.games.pegs import AB, BullsAndCows, Mastermind

    kinds: dict[str, type[AnyGame]] = {kind.name: kind for kind in (Mastermind, BullsAndCows, AB)}
    return kinds[name]


def _foreign(entry: EntryPoint) -> type[AnyGame]:
    # load has checked that the class is a subclass of one of these.
    return cast("type[AnyGame]", load(entry, "game", Game, Solitaire))


def known_games() -> dict[str, type[AnyGame]]:
    """All games by name. Raises :class:`~strategist.errors.SpecError` if a game of another package is broken.

    >>> sorted(known_games())[:2]
    ['ab', 'bulls-and-cows']
    """
    ours = {name: _built_in(name) for name in _BUILT_IN}
    # The name of a built-in game always means the built-in game.
    return {name: _foreign(entry) for name, entry in offered(_GROUP).items()} | ours


def make_game(text: str) -> Game:
    """The game of deduction that a string names.

    Raises :class:`~strategist.errors.SpecError` if there is none, and for a solitaire, which :func:`make_solitaire`
    makes.

    >>> make_game("mastermind-4x6").spec, make_game("ab").spec
    ('mastermind(pegs=4,colors=6)', 'ab(pegs=4,symbols=10)')
    """
    kind, values = read_game(text)
    if issubclass(kind, Solitaire):
        raise SpecError(
            f"{kind.name} is a solitaire: expected a game in which something is hidden; make_solitaire makes it"
        )
    return kind(values)


def make_solitaire(text: str) -> Solitaire:
    """The solitaire that a string names.

    Raises :class:`~strategist.errors.SpecError` if there is none, and for a game of deduction.

    >>> make_solitaire("pegswap-3x2").spec
    'pegswap(left=3,right=2)'
    """
    kind, values = read_game(text)
    if issubclass(kind, Game):
        raise SpecError(f"expected a solitaire such as pegswap(3,3), got {kind.name}; make_game makes it")
    return kind(values)


def make_rules(text: str) -> AnyGame:
    """The game that a string names, of either kind; raises :class:`~strategist.errors.SpecError` if there is none.

    >>> make_rules("mastermind-4x6").spec, make_rules("pegswap").spec
    ('mastermind(pegs=4,colors=6)', 'pegswap(left=3,right=3)')
    """
    kind, values = read_game(text)
    return kind(values)


def read_game(text: str) -> tuple[type[AnyGame], dict[str, Value]]:
    """The class of the game that a string names and its parameters, without making the game.

    >>> read_game("mastermind-4x6")[1]["colors"]
    6
    """
    arguments = parse(text, _BUILT_IN)
    name = arguments.name
    if name in _BUILT_IN:
        kind = _built_in(name)
    elif name in (foreign := offered(_GROUP)):
        kind = _foreign(foreign[name])
    elif error := misnamed(_GROUP, name, "game"):
        raise error
    else:
        known = ", ".join(sorted([*_BUILT_IN, *foreign]))
        raise UnknownNameError(f"unknown game {quoted(name)}: expected one of {known}")
    return kind, bind(arguments, kind.parameters)
