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
    # A name that is imported as itself is one of this module for type checkers, which do not run the line of __all__.
    from typing import Any

    from strategist import errors as errors
    from strategist.checking.check import check_certificate as check_certificate
    from strategist.checking.verify import Verification as Verification
    from strategist.checking.verify import verify_strategy as verify_strategy
    from strategist.choosing.luck_and_skill import Review as Review
    from strategist.choosing.registry import make_strategy as make_strategy
    from strategist.choosing.shortest_lines import ShortestLine as ShortestLine
    from strategist.choosing.strategy_contract import Strategy as Strategy
    from strategist.common.errors import StrategistError as StrategistError
    from strategist.estimators.classifier import StrategyClassifier as StrategyClassifier
    from strategist.estimators.identifier import StrategyIdentifier as StrategyIdentifier
    from strategist.files.certificate import Certificate as Certificate
    from strategist.files.certificate_file import read_certificate as read_certificate
    from strategist.files.certificate_file import write_certificate as write_certificate
    from strategist.files.player import CompiledStrategy as CompiledStrategy
    from strategist.files.player import Play as Play
    from strategist.files.player import open_strategy as open_strategy
    from strategist.files.shipped import library as library
    from strategist.files.strategy import StrategyData as StrategyData
    from strategist.files.strategy import read_strategy as read_strategy
    from strategist.files.strategy import write_strategy as write_strategy
    from strategist.files.transcript import Transcript as Transcript
    from strategist.games.catalog import make_game as make_game
    from strategist.games.catalog import make_rules as make_rules
    from strategist.games.catalog import make_solitaire as make_solitaire
    from strategist.games.tables.sources.from_data import table as table
    from strategist.model.game import Game as Game
    from strategist.model.solitaire import Solitaire as Solitaire
    from strategist.model.tree import Claims as Claims
    from strategist.model.tree import DecisionTree as DecisionTree
    from strategist.search.advice.explaining import Explanation as Explanation
    from strategist.search.advice.explaining import explain as explain
    from strategist.search.advice.ranking import Ranking as Ranking
    from strategist.search.advice.ranking import rank as rank
    from strategist.search.advice.review import review as review
    from strategist.search.compile.compile import compile_strategy as compile_strategy
    from strategist.search.compile.compiled import Compiled as Compiled
    from strategist.search.state.options import Options as Options
    from strategist.show.formats.frames import to_dot as to_dot
    from strategist.show.formats.frames import to_frame as to_frame
    from strategist.show.formats.frames import to_networkx as to_networkx
    from strategist.show.records.as_dict import to_dict as to_dict
    from strategist.show.records.checked import Checked as Checked
    from strategist.show.records.checked import check as check
    from strategist.show.records.schema import json_schema as json_schema

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
    "Strategy": "choosing.strategy_contract",
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
    "read_certificate": "files.certificate_file",
    "read_strategy": "files.strategy",
    "review": "search.advice.review",
    "table": "games.tables.sources.from_data",
    "to_dict": "show.records.as_dict",
    "to_dot": "show.formats.frames",
    "to_frame": "show.formats.frames",
    "to_networkx": "show.formats.frames",
    "verify_strategy": "checking.verify",
    "write_certificate": "files.certificate_file",
    "write_strategy": "files.strategy",
}
"""Where each public name is defined; ``errors`` is a module."""

__all__ = sorted([*_HOMES, "errors"])


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
