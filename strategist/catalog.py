"""Which games there are: the built-in rule sets and those that other packages offer.

A package adds its own through the entry point group ``strategist.games``: each entry is a subclass of
:class:`~strategist.game.Game` that takes a dict of its parameters' values.
"""

from __future__ import annotations

import functools

from strategist.errors import UnknownNameError
from strategist.game import Game
from strategist.games.pegs import AB, BullsAndCows, Mastermind
from strategist.games.table import Table
from strategist.spec import Value, bind, parse

_BUILT_IN: tuple[type[Game], ...] = (Mastermind, BullsAndCows, AB, Table)


@functools.cache
def _foreign_games() -> dict[str, type[Game]]:
    # importlib.metadata costs more than the rest of a start; most runs never get here.
    from importlib.metadata import entry_points

    return {entry.name: entry.load() for entry in entry_points(group="strategist.games")}


def known_games() -> dict[str, type[Game]]:
    """All games by name.

    >>> sorted(known_games())[:2]
    ['ab', 'bulls-and-cows']
    """
    return {kind.name: kind for kind in _BUILT_IN} | _foreign_games()


def make_game(text: str) -> Game:
    """The game that a string names; :class:`~strategist.errors.SpecError` when there is none.

    >>> make_game("mastermind-4x6").spec, make_game("ab").spec
    ('mastermind(pegs=4,colors=6)', 'ab(pegs=4,symbols=10)')
    """
    kind, values = read_game(text)
    return kind(values)


def read_game(text: str) -> tuple[type[Game], dict[str, Value]]:
    """The kind of game that a string names and its parameters, before any game is made.

    >>> read_game("mastermind-4x6")[1]["colors"]
    6
    """
    built_in = {kind.name: kind for kind in _BUILT_IN}
    arguments = parse(text, built_in)
    kind = built_in.get(arguments.name) or known_games().get(arguments.name)
    if kind is None:
        raise UnknownNameError(f"unknown game {arguments.name!r}: expected one of {', '.join(sorted(known_games()))}")
    return kind, bind(arguments, kind.parameters)
