"""A printed key as a web page, to be read on a screen and to be printed."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from strategist.files.strategy import StrategyData
from strategist.show.formats.key import Lead, printed_key
from strategist.show.formats.key_as_text import NOTHING
from strategist.show.texts.names import html


def key_page(data: StrategyData, title: str | None = None) -> Iterator[str]:
    """A key as a web page, in chunks: each number links to its couplet, and each couplet links back.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,3)", "first").data
    >>> print(list(key_page(data))[-3], end="")
    <li id="c2" value="2"><h2>2</h2> <a href="#c1">from 1</a>
    <dl><div><dt>0b0w</dt><dd>3</dd></div><div><dt>1b0w</dt><dd>2</dd></div></dl></li>
    """
    key = printed_key(data, title)
    yield _PAGE_HEAD.format(title=escape(key.heading))
    yield ("" if key.only is None else f"<p>{NOTHING}: {html(key.only)}</p>\n") + "<ol>\n"
    for couplet in key.couplets:
        back = f' <a href="#c{couplet.above}">from {couplet.above}</a>' if couplet.above else ""
        place = f'id="c{couplet.number}" value="{couplet.number}"'
        leads = "".join(map(_lead, couplet.leads))
        yield f"<li {place}><h2>{html(couplet.question)}</h2>{back}\n<dl>{leads}</dl></li>\n"
    yield "</ol>\n"
    for name, lines in key.behind:
        listed = "".join(f"<li>{html(line)}</li>\n" for line in lines)
        yield f"<h2>{escape(name)}</h2>\n<ul>\n{listed}</ul>\n"
    yield "<footer>\n" + "".join(f"<p>{escape(line)}</p>\n" for line in key.told) + "</footer>\n"


def _lead(lead: Lead) -> str:
    """A lead in a line of its own, and what confirms it below, over the whole width."""
    to = f'<a href="#c{lead.number}">{lead.number}</a>' if lead.number else html(lead.name)
    also = f'<dd class="also">{html(lead.confirming)}</dd>' if lead.confirming else ""
    return f"<div><dt>{html(lead.answer)}</dt><dd>{to}</dd>{also}</div>"


_PAGE_HEAD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
* {{ box-sizing: border-box; }}
body {{ font: 1rem/1.4 system-ui, sans-serif; max-width: 44rem; margin: 1rem auto; padding: 0 1rem; }}
h1 {{ font-size: 1.25rem; overflow-wrap: anywhere; }}
h2 {{ font-size: 1rem; display: inline; }}
ol {{ padding-left: 2.5rem; }}
li {{ margin: 1rem 0; break-inside: avoid; }}
li:target {{ outline: 2px solid; outline-offset: .25rem; }}
ul li {{ margin: .25rem 0; }}
dl {{ margin: .25rem 0 0; }}
dl div {{ display: flex; flex-wrap: wrap; align-items: baseline; margin: .2rem 0; }}
dt {{ max-width: 100%; }}
dd {{ margin: 0; flex: 1 1 8rem; display: flex; align-items: baseline; text-align: right; overflow-wrap: anywhere; }}
dd::before {{ content: ""; flex: 1 0 1.5rem; border-bottom: 1px dotted; margin: 0 .5rem; opacity: .5; }}
dd.also {{ flex: 1 0 100%; display: block; text-align: left; font-size: .85rem; opacity: .8; padding-left: 1rem; }}
dd.also::before {{ content: none; }}
footer {{ border-top: 1px solid; margin-top: 2rem; font-size: .8rem; opacity: .8; overflow-wrap: anywhere; }}
@media print {{ a {{ color: inherit; text-decoration: none; }} }}
</style>
<h1>{title}</h1>
"""
