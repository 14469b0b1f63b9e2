"""The list of all strategies of a site: a search, tables of proven totals, and a table for each family of games."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from strategist.common.numbers import shown
from strategist.common.wording import counted, plural
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.objective import FIGURES, head_of
from strategist.model.spec import Value
from strategist.page.bars import bars_svg
from strategist.page.icon import icon_svg
from strategist.page.proven import proven_table
from strategist.page.template import fill, program, source, source_hash
from strategist.show.reports.report import bound_line
from strategist.show.texts.in_units import bound_text

_COLUMNS = ("strategy", "histogram", *map(head_of, FIGURES[:-1]), "bound", "files")


class Download(NamedTuple):
    """A file of the site for download: its address and its size in bytes."""

    address: str
    size: int


class Entry(NamedTuple):
    """One strategy of the site: its name and contents, the address of its page, its file, its certificate or None."""

    name: str
    data: StrategyData
    page: str
    file: Download
    certificate: Download | None


def index(entries: Iterable[Entry]) -> str:
    """The HTML page that lists strategies; without its program, only the search is missing.

    >>> "<h1>Compiled strategies</h1>" in index([])
    True
    """
    ordered = sorted(entries, key=_order)
    families = [_family(name, list(each)) for name, each in groupby(ordered, key=lambda entry: entry.data.game.name)]
    programs, style = program(("ui/theme", "ui/index")), source("css/base.css") + source("css/index.css")
    policy = (
        "default-src 'none'; img-src 'self' data:; base-uri 'none'; form-action 'none'; manifest-src 'self'; "
        f"worker-src 'self'; script-src {source_hash(programs)}; style-src {source_hash(style)}"
    )
    count = len({entry.data.game.spec for entry in ordered})
    summary = (
        f"{counted(len(ordered), 'strategy')} for {counted(count, 'game')}, each with its whole decision tree: "
        "play it, walk through it, take its file."
    )
    parts = {
        "POLICY": policy,
        "SUMMARY": escape(summary),
        "ICON": f"data:image/svg+xml;base64,{base64.b64encode(icon_svg().encode()).decode()}",
        "STYLE": style,
        "FAMILIES": "\n".join(families),
        "PROGRAM": programs,
    }
    return fill("html/index.html", parts)


def _order(entry: Entry) -> tuple[object, ...]:
    """The sort key of an entry: name and sizes of the game, proven strategies first, fewest lost, fewest guesses."""
    game, claims = entry.data.game, entry.data.claims
    sizes = [_number(game.values[parameter.name]) for parameter in game.parameters if parameter.size]
    figures = (claims.lost, claims.total, claims.depth, claims.worst_count)
    return game.name, sizes, game.spec, entry.data.bound != "optimal", figures, entry.name


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0


def _family(name: str, entries: Sequence[Entry]) -> str:
    """The section of the games of one name."""
    kind = entries[0].data.game.summary()
    groups = groupby(entries, key=lambda entry: entry.data.game.spec)
    head = "".join(f'<th role="columnheader" scope="col">{name}</th>' for name in _COLUMNS)
    title = escape(name)
    return (
        f'<section class="family card" aria-labelledby="{title}"><h2 id="{title}">{title}</h2>'
        f'<p class="soft">{escape(kind)}</p>{proven_table([(entry.data, entry.page) for entry in entries])}'
        f'<table class="list" role="table" aria-labelledby="{title}">'
        f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>'
        + "".join(_group(spec, list(each)) for spec, each in groups)
        + "</table></section>"
    )


def _group(spec: str, entries: Sequence[Entry]) -> str:
    """The strategies of one game."""
    game = entries[0].data.game
    size = counted(len(game.secrets), "secret") if isinstance(game, Game) else counted(len(game.guesses), "move")
    heading = (
        f'<tr role="row"><th role="rowheader" scope="rowgroup" colspan="{len(_COLUMNS)}">{_breakable(spec)} '
        f'<span class="soft">{size}</span></th></tr>'
    )
    return f'<tbody class="game" role="rowgroup">{heading}{"".join(map(_row, entries))}</tbody>'


def _row(entry: Entry) -> str:
    data, claims = entry.data, entry.data.claims
    game = data.game
    start = game.format_history(data.start)
    proven = data.bound == "optimal"
    words = [entry.name, game.spec, data.strategy, start, "proven" if proven else "upper bound"]
    words += ["certificate"] if entry.certificate else []
    average = "none" if claims.average is None else f"{claims.average:.3f}"
    lost = f'<small class="bad">lost {shown(claims.lost)}</small>' if claims.lost else ""
    figures = (shown(claims.total) + lost, average, str(claims.depth), str(claims.worst_count))
    if not game.hides:
        figures = ("", "", f"{claims.depth} {plural(game.move_noun)}", "")
    after = f'<small class="soft">from {escape(start)}</small>' if start else ""
    cells = [
        f'<th role="rowheader" scope="row"><a href="{escape(entry.page)}">{_breakable(data.strategy)}</a>{after}</th>',
        _cell("histogram", bars_svg(claims, game.move_noun) if game.hides else ""),
        *(_cell(name, figure, "number") for name, figure in zip(_COLUMNS[2:6], figures, strict=True)),
        _cell("bound", _bound(data)),
        _cell("files", _files(entry)),
    ]
    return f'<tr role="row" data-words="{escape(" ".join(words).lower())}">{"".join(cells)}</tr>'


def _cell(name: str, contents: str, kind: str = "") -> str:
    """A cell with the name of its column, which narrow screens show."""
    empty = "" if contents else " empty"
    return f'<td role="cell" class="{name.replace(" ", "-")} {kind}{empty}" data-label="{name}">{contents}</td>'


def _bound(data: StrategyData) -> str:
    if data.bound == "optimal":
        return f'<span class="badge">proven</span><small class="soft">{_breakable(data.objective or "")}</small>'
    below = f'<small class="soft">at least {bound_text(data)}</small>' if data.lower_bound is not None else ""
    return f'<span title="{escape(bound_line(data))}">upper bound</span>{below}'


def _files(entry: Entry) -> str:
    links = [_link("strategy", entry, entry.file)]
    if entry.certificate is not None:
        links.append(_link("certificate", entry, entry.certificate))
    return "".join(links)


def _link(noun: str, entry: Entry, file: Download) -> str:
    whose = f'<span class="heard"> of {escape(entry.name)}</span>'
    return f'<a class="file" href="{escape(file.address)}" download>{noun} {_size(file.size)}{whose}</a>'


def _size(count: int) -> str:
    return f"{count} B" if count < 1000 else f"{count / 1000:.1f} kB" if count < 1e6 else f"{count / 1e6:.1f} MB"


def _breakable(text: str) -> str:
    """An escaped text with line breaks allowed after commas and opening parentheses."""
    return escape(text).replace(",", ",<wbr>").replace("(", "(<wbr>")
