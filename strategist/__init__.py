"""strategist: compile, verify and play complete decision trees for games of deduction.

The names below are loaded when they are first used: ``import strategist`` alone imports nothing, playing a compiled
tree imports msgpack and nothing heavier, and only compiling imports NumPy, and Numba where no machine code is kept yet.

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

from strategist.common.notebook_hooks import show_with
from strategist.common.old_names import forward

# As in typing. Importing typing takes longer than all the rest, and Ctrl-C is not handled until that is done.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from strategist import errors as errors
    from strategist.checking.check import check_certificate
    from strategist.checking.verify import Verification, verify_strategy
    from strategist.choosing.heuristics import Strategy
    from strategist.choosing.luck_and_skill import Review
    from strategist.choosing.registry import make_strategy
    from strategist.choosing.shortest_lines import ShortestLine
    from strategist.common.errors import StrategistError
    from strategist.estimators.classifier import StrategyClassifier
    from strategist.estimators.identifier import StrategyIdentifier
    from strategist.files.certificate import Certificate, read_certificate, write_certificate
    from strategist.files.player import CompiledStrategy, Play, open_strategy
    from strategist.files.shipped import library
    from strategist.files.strategy import StrategyData, read_strategy, write_strategy
    from strategist.files.transcript import Transcript
    from strategist.games.catalog import make_game, make_rules, make_solitaire
    from strategist.games.from_data import table
    from strategist.model.game import Game
    from strategist.model.solitaire import Solitaire
    from strategist.model.tree import Claims, DecisionTree
    from strategist.search.advice.explaining import Explanation, explain
    from strategist.search.advice.ranking import Ranking, rank
    from strategist.search.advice.review import review
    from strategist.search.compile.compile import compile_strategy
    from strategist.search.compile.compiled import Compiled
    from strategist.search.state.options import Options
    from strategist.show.formats.frames import to_dot, to_frame, to_networkx
    from strategist.show.records.as_dict import to_dict
    from strategist.show.records.checked import Checked, check
    from strategist.show.records.schema import json_schema

_HOMES = {
    "Certificate": "files.certificate",
    "Checked": "show.records.checked",
    "Claims": "model.tree",
    "Compiled": "search.compile.compiled",
    "CompiledStrategy": "files.player",
    "DecisionTree": "model.tree",
    "Explanation": "search.advice.explaining",
    "Game": "model.game",
    "Options": "search.state.options",
    "Play": "files.player",
    "Ranking": "search.advice.ranking",
    "Review": "choosing.luck_and_skill",
    "ShortestLine": "choosing.shortest_lines",
    "Solitaire": "model.solitaire",
    "StrategistError": "common.errors",
    "Strategy": "choosing.heuristics",
    "StrategyClassifier": "estimators.classifier",
    "StrategyData": "files.strategy",
    "StrategyIdentifier": "estimators.identifier",
    "Transcript": "files.transcript",
    "Verification": "checking.verify",
    "check": "show.records.checked",
    "check_certificate": "checking.check",
    "compile_strategy": "search.compile.compile",
    "explain": "search.advice.explaining",
    "json_schema": "show.records.schema",
    "library": "files.shipped",
    "make_game": "games.catalog",
    "make_rules": "games.catalog",
    "make_solitaire": "games.catalog",
    "make_strategy": "choosing.registry",
    "open_strategy": "files.player",
    "rank": "search.advice.ranking",
    "read_certificate": "files.certificate",
    "read_strategy": "files.strategy",
    "review": "search.advice.review",
    "table": "games.from_data",
    "to_dict": "show.records.as_dict",
    "to_dot": "show.formats.frames",
    "to_frame": "show.formats.frames",
    "to_networkx": "show.formats.frames",
    "verify_strategy": "checking.verify",
    "write_certificate": "files.certificate",
    "write_strategy": "files.strategy",
}
"""Where each public name is defined; ``errors`` is a module."""

__all__ = [
    "Certificate",
    "Checked",
    "Claims",
    "Compiled",
    "CompiledStrategy",
    "DecisionTree",
    "Explanation",
    "Game",
    "Options",
    "Play",
    "Ranking",
    "Review",
    "ShortestLine",
    "Solitaire",
    "StrategistError",
    "Strategy",
    "StrategyClassifier",
    "StrategyData",
    "StrategyIdentifier",
    "Transcript",
    "Verification",
    "check",
    "check_certificate",
    "compile_strategy",
    "errors",
    "explain",
    "json_schema",
    "library",
    "make_game",
    "make_rules",
    "make_solitaire",
    "make_strategy",
    "open_strategy",
    "rank",
    "read_certificate",
    "read_strategy",
    "review",
    "table",
    "to_dict",
    "to_dot",
    "to_frame",
    "to_networkx",
    "verify_strategy",
    "write_certificate",
    "write_strategy",
]


def _html(thing: object) -> str:
    from strategist.show.notebook import html

    return html(thing)


def _svg(thing: object) -> str:
    from strategist.show.notebook import svg

    return svg(thing)


def _markdown(thing: object) -> str:
    from strategist.show.notebook import markdown

    return markdown(thing)


def _text(thing: object) -> str:
    from strategist.show.notebook import text

    return text(thing)


show_with(_html, _svg, _markdown, _text)
forward()


def __getattr__(name: str) -> Any:
    if name == "errors":
        return import_module("strategist.errors")
    if name not in _HOMES:
        raise AttributeError(f"module 'strategist' has no attribute {name!r}")
    try:
        return getattr(import_module(f"strategist.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:
        from strategist.common.extras import missing_library

        raise missing_library(error.name) or error from None


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
