"""Put the page together: its template, styles, programs and data into one text."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from functools import cache
from pathlib import Path

from strategist.files.strategy import StrategyData, encode
from strategist.page.facts import facts_of
from strategist.show.report import bound_line, headline

_HERE = Path(__file__).parent

_SCRIPTS = ("tree", "codes", "rules", "book", "view", "entry", "answer", "guess", "icicle", "line", "app")
"""The programs of the page in the order in which they build on one another."""


def page(data: StrategyData) -> str:
    """The HTML page of a strategy; the same strategy gives the same text.

    >>> from strategist.catalog import make_game
    >>> from strategist.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(pegs=1,colors=2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> text = page(StrategyData(game, "first", tree, Claims.of([1, 1], 0)))
    >>> "<title>mastermind(pegs=1,colors=2) · first</title>" in text
    True
    """
    vendor, program, style = _vendor(), _program(), _text("page.css")
    policy = (
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
        f"script-src {_hash(vendor)} {_hash(program)}; style-src {_hash(style)}"
    )
    parts = {
        "TITLE": html.escape(f"{data.game.spec} · {data.strategy}"),
        "DESCRIPTION": html.escape(f"{headline(data)}; {bound_line(data)}"),
        "POLICY": policy,
        "STYLE": style,
        "FACTS": _json(facts_of(data)),
        "FILE": base64.b64encode(encode(data)).decode(),
        "VENDOR": vendor,
        "PROGRAM": program,
    }
    # In one pass: what has been filled in is not searched again.
    return re.sub(r"\{\{([A-Z]+)\}\}", lambda match: parts[match[1]], _text("page.html"))


def _json(value: object) -> str:
    """JSON that may stand within a script element: without ``<`` there is no way out of it."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash(text: str) -> str:
    """The source expression of a Content Security Policy that allows an element of exactly this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _text(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


@cache
def _vendor() -> str:
    """The msgpack library under its license."""
    # A debugger would look for the source map beside the page.
    library = re.sub(r"\n?//# sourceMappingURL=\S*\s*$", "", _text("vendor/msgpack.min.js"))
    return f"/*! @msgpack/msgpack 3.1.3, ISC License\n\n{_text('vendor/msgpack.LICENSE.txt').strip()}\n*/\n{library}\n"


@cache
def _program() -> str:
    """Our own programs, in a scope of their own."""
    parts = [f"// {name}.js\n{_text(f'{name}.js').strip()}\n" for name in _SCRIPTS]
    return '(() => {\n"use strict";\n\n' + "\n".join(parts) + "})();\n"
