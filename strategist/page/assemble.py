"""Assemble the page: its template, styles, programs and data in one text."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Mapping
from functools import cache

from strategist.files.strategy import StrategyData
from strategist.games.titles import called
from strategist.page.facts import facts_of
from strategist.page.page_kinds import page_kind
from strategist.page.template import bare, fill, json_text, policy_of, program, source
from strategist.show.reports.report import bound_line, headline
from strategist.show.texts.kind_words import wording_of

_COMMON = (
    *("rules/tree", "rules/codes", "rules/wording", "rules/rules", "rules/book"),
    *(
        "rules/rows",
        "advice/symmetry",
        "advice/scores",
        "advice/field",
        "advice/worth",
        "advice/ranking",
        "advice/review",
        "advice/desk",
    ),
    *(
        "ui/view",
        "ui/share",
        "ui/entry",
        "ui/advice",
        "ui/verdict",
        "ui/answer",
        "ui/guess",
        "ui/rounds",
        "ui/link",
    ),
    *("ui/icicle", "ui/line", "ui/theme"),
)
"""The programs of every page, in the order of their dependencies."""


def page(
    data: StrategyData, home: str | None = None, title: str | None = None, pictures: Mapping[str, str] | None = None
) -> str:
    """The HTML page of a strategy; its text depends on the arguments alone.

    ``home`` is the address of the list of all strategies, for a page that is part of a site.
    ``title`` is the title of the page, by default a readable name of the game. ``pictures`` are those of
    :func:`~strategist.page.page_pictures.embedded`.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> text = page(data)
    >>> "<title>Mastermind, 1 peg, 2 colors · first</title>" in text
    True
    """
    name = called(data.game)
    heading = title or (name if name != data.game.spec else None)
    shown = {"pictures": dict(pictures)} if pictures else {}
    kind = page_kind(data)
    rule = wording_of(data.game).rule
    vendor, programs = _vendor(), _programs(kind.programs)
    style = bare("".join(map(source, ("css/base.css", "css/page.css", *kind.styles))))
    parts = {
        "TITLE": html.escape(title or f"{name} · {data.strategy}"),
        "DESCRIPTION": html.escape(f"{headline(data)}; {bound_line(data)}{rule and f'; {rule}'}"),
        "POLICY": policy_of(style, vendor, programs),
        "STYLE": style,
        "HOME": "" if home is None else f'<a class="home" href="{html.escape(home)}">All strategies</a>',
        "RULE": rule and f'<p id="rule">{html.escape(rule[0].upper() + rule[1:])}.</p>\n',
        "FACTS": json_text(facts_of(data) | ({"title": heading} if heading else {}) | shown),
        "FILE": base64.b64encode(kind.file()).decode(),
        "VENDOR": vendor,
        "PROGRAM": programs,
    }
    return fill("html/page.html", parts | {"HEAD": fill("html/head.html", parts)})


@cache
def _programs(own: tuple[str, ...]) -> str:
    return program(_COMMON + own)


@cache
def _vendor() -> str:
    """The text of the msgpack library, with its license."""
    # A debugger would look for the source map beside the page.
    library = re.sub(r"\n?//# sourceMappingURL=\S*\s*$", "", source("vendor/msgpack.min.js"))
    return f"/*! @msgpack/msgpack 3.1.3, ISC License\n\n{source('vendor/msgpack.LICENSE.txt').strip()}\n*/\n{library}\n"
