"""Write a strategy as a module in JavaScript or in Python.

A module knows no rules: it follows the tree, and holds the texts of the guesses and responses that occur there. In
JavaScript the tree is walked by the program of the page, ``js/rules/tree.js``; in Python by ``lone_player.py``, whose
text it is.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from strategist.common.errors import SpecError
from strategist.files.envelope import width_of
from strategist.files.strategy import StrategyData
from strategist.files.tree_columns import columns_of
from strategist.model.endings import announced
from strategist.model.game import Game
from strategist.model.refusals import refuse
from strategist.model.solitaire import Solitaire
from strategist.page.rule_facts import foreign_names
from strategist.page.template import json_text, source
from strategist.show.reports.report import bound_line, headline
from strategist.show.slots.who_stands import stands_of

_EMPTY = "STRATEGY: dict[str, Any] = {}"
"""Where the text of ``lone_player.py`` is filled in."""
_LICENSE = "Written by strategist. MIT License."


def javascript_module(data: StrategyData) -> Iterator[str]:
    """An ES module of a strategy: ``start()`` begins a game. Types stand in comments, as TypeScript reads them.

    Raises :class:`~strategist.common.errors.SpecError` for the line of a solitaire.

    >>> from strategist import compile_strategy
    >>> text = "".join(javascript_module(compile_strategy("mastermind(1,2)", "first").data))
    >>> "export function start()" in text
    True
    """
    yield f"// {headline(data)}; {bound_line(data)}\n// {_LICENSE}\n\n"
    facts = "".join(f"  {name}: {json_text(told)},\n" for name, told in _facts(data).items())
    yield f"const STRATEGY = {{\n{facts}}};\n\n"
    yield f"{source('js/rules/tree.js')}\n{source('js/embedded/player.js')}"


def python_module(data: StrategyData) -> Iterator[str]:
    """A Python module of a strategy that imports the standard library alone: ``start()`` begins a game.

    Raises :class:`~strategist.common.errors.SpecError` for the line of a solitaire.

    >>> from strategist import compile_strategy
    >>> module = {}
    >>> exec("".join(python_module(compile_strategy("mastermind(1,2)", "first").data)), module)
    >>> play = module["start"]()
    >>> play.guess, list(play.responses)
    ('1', ['0b0w', '1b0w'])
    >>> play.respond("0b0w")
    >>> play.guess
    '2'
    """
    text = (Path(__file__).parent / "lone_player.py").read_text(encoding="utf-8")
    facts = "".join(f"    {name!r}: {told!r},\n" for name, told in _facts(data).items())
    yield f"# {headline(data)}; {bound_line(data)}\n# {_LICENSE}\n\n"
    yield text.replace(_EMPTY, f"{_EMPTY[:-1]}\n{facts}}}", 1)


def _facts(data: StrategyData) -> dict[str, Any]:
    """What a module knows: names that both languages have."""
    game = data.game
    if isinstance(game, Solitaire):
        raise SpecError(f"{game.spec} is a solitaire: expected a game in which something is hidden")
    refuse(game, "a text that names secrets")
    guesses, inner, masks, links = columns_of(data.tree, game)
    # Where slots are shared, a file compresses two columns.
    columns = {"guesses": guesses, "masks": zlib.decompress(masks) if links else masks, "inner": inner}
    columns["links"] = zlib.decompress(links) if links else b""
    named = foreign_names(game, data)
    return {
        "game": game.spec,
        "strategy": data.strategy,
        "start": game.format_history(data.start),
        "guessCount": len(game.guesses),
        "responseCount": game.response_count,
        "columns": {name: base64.b64encode(column).decode() for name, column in columns.items()},
        "widths": _widths(data, game),
        "names": named["names"],
        "responses": named["responses"],
        "ends": _ends(data, game),
    }


def _widths(data: StrategyData, game: Game) -> dict[str, int]:
    """The bytes of each number of the columns that hold numbers."""
    least = -(-game.response_count // 8)
    mask = next((size for size in (1, 2, 4, 8) if least <= size), least)
    return {"guesses": width_of(len(game.guesses) + 1), "masks": mask, "links": width_of(len(data.tree))}


def _ends(data: StrategyData, game: Game) -> dict[int, str]:
    """What is known at each slot where play ends before a guess: the secret, its class, or all that are left."""
    if not game.announces:
        return {}
    left = {}
    if game.narrow is not None:
        left = {stand.slot: [game.secrets[secret] for secret in stand.left.parts] for stand in stands_of(game, data)}
    return {
        slot: announced(game, guess, left.get(slot, ()))
        for slot, guess in enumerate(data.tree.guesses)
        if guess >= game.question_count
    }
