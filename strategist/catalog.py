"""Which games there are: the built-in rule sets and those that other packages offer.

A package adds its own through the entry point group ``strategist.games``: each entry is a subclass of
:class:`~strategist.game.Game` or :class:`~strategist.solitaire.Solitaire` that takes a dict of its parameters' values.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from strategist.errors import SpecError, UnknownNameError
from strategist.game import Game
from strategist.quoting import quoted
from strategist.solitaire import AnyGame, Solitaire
from strategist.spec import Value, bind, parse

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_BUILT_IN = ("mastermind", "bulls-and-cows", "ab", "grand-mastermind", "words", "table", "pegswap")


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


@functools.cache
def _foreign_games() -> dict[str, EntryPoint]:
    # importlib.metadata costs more than the rest of a start; most runs never get here.
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group="strategist.games")}


def _load(entry: EntryPoint) -> type[AnyGame]:
    try:
        kind = entry.load()
    except Exception as error:
        # Another package can fail in any way: catch everything and name the package.
        raise SpecError(f"game {entry.name!r}: cannot import {entry.value}: {error}") from error
    if not (isinstance(kind, type) and issubclass(kind, Game | Solitaire)):
        raise SpecError(f"game {entry.name!r}: expected {entry.value} to be a Game or a Solitaire, got {kind!r}")
    return kind


def known_games() -> dict[str, type[AnyGame]]:
    """All games by name. Raises :class:`~strategist.errors.SpecError` for one of another package that is broken.

    >>> sorted(known_games())[:2]
    ['ab', 'bulls-and-cows']
    """
    ours = {name: _built_in(name) for name in _BUILT_IN}
    return ours | {name: _load(entry) for name, entry in _foreign_games().items()}


def make_game(text: str) -> Any:
    """The game that a string names, an :data:`~strategist.solitaire.AnyGame`: which kind, only the string tells.

    Raises :class:`~strategist.errors.SpecError` when there is none.

    >>> make_game("mastermind-4x6").spec, make_game("ab").spec
    ('mastermind(pegs=4,colors=6)', 'ab(pegs=4,symbols=10)')
    """
    kind, values = read_game(text)
    return kind(values)


def read_game(text: str) -> tuple[type[AnyGame], dict[str, Value]]:
    """The kind of game that a string names and its parameters, before any game is made.

    >>> read_game("mastermind-4x6")[1]["colors"]
    6
    """
    arguments = parse(text, _BUILT_IN)
    name = arguments.name
    if name in _BUILT_IN:
        kind = _built_in(name)
    elif name in (foreign := _foreign_games()):
        kind = _load(foreign[name])
    else:
        known = ", ".join(sorted([*_BUILT_IN, *foreign]))
        raise UnknownNameError(f"unknown game {quoted(name)}: expected one of {known}")
    return kind, bind(arguments, kind.parameters)
