"""strategist: compile, verify and play complete decision trees for games of deduction.

The names below are loaded when they are first used: ``import strategist`` alone imports nothing, playing a compiled
tree imports msgpack and nothing heavier, and only compiling imports NumPy and Numba.

>>> import strategist
>>> game = strategist.make_game("mastermind(3,4)")
>>> strategy = strategist.make_strategy("entropy", game)
>>> data = strategist.compile_strategy(game, strategy).data
>>> data.claims.total, strategist.verify_strategy(data).verified
(208, True)
>>> play = strategist.CompiledStrategy(data).start()
>>> play.guess
'123'
"""

from __future__ import annotations

from importlib import import_module

from strategist.shown import show_with

# As typing has it. To import that takes longer than all the rest, and Ctrl-C is not answered before that is done.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from strategist.catalog import make_game, make_rules, make_solitaire
    from strategist.choosing.registry import make_strategy
    from strategist.errors import StrategistError
    from strategist.files.strategy import read_strategy, write_strategy
    from strategist.player import CompiledStrategy, open_strategy
    from strategist.search.compile import compile_strategy
    from strategist.verify import verify_strategy

__all__ = [
    "CompiledStrategy",
    "StrategistError",
    "compile_strategy",
    "make_game",
    "make_rules",
    "make_solitaire",
    "make_strategy",
    "open_strategy",
    "read_strategy",
    "verify_strategy",
    "write_strategy",
]

_HOMES = {
    "CompiledStrategy": "player",
    "StrategistError": "errors",
    "compile_strategy": "search.compile",
    "make_game": "catalog",
    "make_rules": "catalog",
    "make_solitaire": "catalog",
    "make_strategy": "choosing.registry",
    "open_strategy": "player",
    "read_strategy": "files.strategy",
    "verify_strategy": "verify",
    "write_strategy": "files.strategy",
}


def _html(thing: object) -> str:
    from strategist.show.notebook import html

    return html(thing)


def _svg(thing: object) -> str:
    from strategist.show.notebook import svg

    return svg(thing)


show_with(_html, _svg)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'strategist' has no attribute {name!r}")
    return getattr(import_module(f"strategist.{_HOMES[name]}"), name)
