"""The page of the site that shows the atlas: maps of games, pegs by colors, and below them a table for each game.

Each record has an anchor, its name. Where its tree ships, it leads to a page on which it can be played.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

from atlas_tables import called

from strategist.files.atlas.entry import BOUNDED, OPEN, PROVEN, Record, told_status
from strategist.files.atlas.publications import SEARCHED
from strategist.files.atlas.register import FILE, Register, register
from strategist.files.atlas.scope import ASKED_FOR, VARIANTS, games, variant_of
from strategist.files.atlas.values import restrictions_of
from strategist.files.shipped import library
from strategist.games.catalog import make_game
from strategist.page.assemble import page

ROOT = Path(__file__).parents[2]
_SIGNS = {PROVEN: "●", BOUNDED: "◐", OPEN: "○"}
_FAMILIES = {"mastermind": "Mastermind", "bulls-and-cows": "Bulls and Cows"}
_RULES = {
    "": "",
    "feedback=black": ", only blacks told",
    "goal=identify": ", until the code is known",
}

FIRST, MAPS, RECORDS = "<!-- what is asked for most -->", "<!-- maps of the atlas -->", "<!-- records of the atlas -->"
WORDS = "<!-- records of games without pegs -->"
"""Where they stand in the page of the site."""


def write_atlas(target: Path, told: Register | None = None) -> None:
    """Fill the page of the atlas, and write the pages of trees, in the sources of the site, which are staged. The
    register is the one that ships, unless another is given."""
    told = told or register()
    (target / "extra").mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / "strategies" / FILE, target / "extra" / FILE)
    played = _write_trees(target / "static" / "made", told)
    text = (target / "atlas.md").read_text("utf-8")
    by_game: dict[str, list[Record]] = {}
    for each in told.records:
        by_game.setdefault(each.game, []).append(each)
    proven = sum(each.status == PROVEN for each in told.records)
    counted = f"The register has {len(told.records)} records, of which {proven} are proven."
    searched = f"Who published the first value of a record: *none found* means that these were searched: {SEARCHED}."
    maps = [*_maps(by_game), counted, searched]
    records, words = [], []
    for ours in by_game.values():
        (words if ours[0].pegs is None else records).append(_section(told, ours, played))
    for place, parts in ((FIRST, _asked_for(told)), (MAPS, maps), (RECORDS, records), (WORDS, words or ["None yet."])):
        if text.count(place) != 1:
            raise ValueError(f"atlas.md: expected {place} once")
        text = text.replace(place, "\n".join(parts))
    (target / "atlas.md").write_text(text, "utf-8")


def _write_trees(folder: Path, told: Register) -> dict[str, str]:
    """Write a page for each tree that ships and has a record; where each stands, by the name of the record."""
    folder.mkdir(parents=True, exist_ok=True)
    trees = {each.name: each for each in library()}
    found = {}
    for record in told.records:
        if record.file is not None:
            name = f"atlas-{record.name}.html"
            (folder / name).write_text(page(trees[record.file].data), "utf-8")
            found[record.name] = f"_static/made/{name}"
    return found


def _asked_for(told: Register) -> Iterator[str]:
    """A table of the records that are asked for most."""
    known = {each.name: each for each in told.records}
    rows = []
    for record in (known[name] for name in ASKED_FOR if name in known):
        name, value = record.objectives[0], record.values[record.objectives[0]]
        cells = (
            f"{name} {value:,}",
            "proven" if record.bounds[name] == value else f"at least {record.bounds[name]:,}",
            escape(record.first),
            escape(told.first_to_publish(record) or "none found"),
        )
        game = escape(called(record).replace("`", ""))
        head = f'<th scope="row"><a href="#{record.rules.slug}">{game}</a></th>'
        rows.append(head + cells_of(cells))
    yield from table_lines(("game", "best known", "status", "first guess", "first published by"), rows, " noted")


def table_lines(heads: Iterable[str], rows: Iterable[str], classes: str = "") -> Iterator[str]:
    """The lines of a table of a page, from the cells of each row; further ``classes`` stand behind a space."""
    yield from (f'<div class="table-wrapper container{classes}">', "<table>")
    yield "<thead><tr>" + "".join(f'<th scope="col">{head}</th>' for head in heads) + "</tr></thead>"
    yield "<tbody>"
    yield from (f"<tr>{row}</tr>" for row in rows)
    yield from ("</tbody>", "</table>", "</div>", "")


def cells_of(texts: Iterable[str]) -> str:
    """Cells of a row of a table."""
    return "".join(f"<td>{text}</td>" for text in texts)


def _maps(by_game: dict[str, list[Record]]) -> Iterator[str]:
    """A map for each family and each variant of its rules of which there is a record: the games that the atlas is to
    hold, and larger ones that have a record."""
    for variant in VARIANTS:
        for family, title in _FAMILIES.items():
            ours = [each for each in by_game if variant_of(each) == (family, variant)]
            cells = {_sizes(game.values): game.spec for game in games(variant) if game.name == family}
            cells |= {_sizes(by_game[each][0].parameters): each for each in ours}
            if ours:
                yield f"## {title}{_RULES[variant]}\n"
                yield _map(title, cells, by_game)


def _sizes(values: Mapping[str, object]) -> tuple[int, int]:
    colors = values.get("colors", values.get("symbols"))
    return int(str(values["pegs"])), int(str(colors))


def _map(title: str, cells: dict[tuple[int, int], str], by_game: dict[str, list[Record]]) -> str:
    """A table of games, pegs down and colors across. A cell shows its status by a sign and in words, not by color
    alone."""
    colors = sorted({color for _, color in cells})
    lines = [
        '<div class="table-wrapper container atlas">',
        "<table>",
        f"<caption>{title}, pegs down and colors across</caption>",
    ]
    heads = "".join(f'<th scope="col">{color}</th>' for color in colors)
    lines.append(f'<thead><tr><th scope="col"><span class="told">pegs</span></th>{heads}</tr></thead>')
    lines.append("<tbody>")
    for peg in sorted({peg for peg, _ in cells}):
        row = "".join(_cell(cells.get((peg, color)), by_game) for color in colors)
        lines.append(f'<tr><th scope="row">{peg}</th>{row}</tr>')
    lines += ["</tbody>", "</table>", "</div>", ""]
    return "\n".join(lines)


def _cell(game: str | None, by_game: dict[str, list[Record]]) -> str:
    if game is None:
        return "<td></td>"
    records = by_game.get(game, [])
    status = _status(records)
    sign = f'{_SIGNS[status]}<span class="told"> {status}</span>'
    if not records:
        return f'<td class="{status}">{sign}</td>'
    figures = " / ".join(_figure(records, objective) for objective in ("total", "depth"))
    return f'<td class="{status}"><a href="#{make_game(game).slug}">{sign} {figures}</a></td>'


def _status(records: Iterable[Record]) -> str:
    """The status of a game: whether the least total and the least depth are proven."""
    known = {name for each in records for name in each.objectives[:1] if each.bounds[name] == each.values[name]}
    return PROVEN if known >= {"total", "depth"} else BOUNDED if [*records] else OPEN


def _figure(records: Iterable[Record], objective: str) -> str:
    ours = [each for each in records if each.objectives[0] == objective and not restrictions_of(each.strategy)]
    if not ours:
        return "–"
    best = min(ours, key=lambda each: each.values[objective])
    value = str(best.values[objective])
    return value if any(each.bounds[objective] == best.values[objective] for each in ours) else f"<i>{value}</i>"


def _section(told: Register, records: list[Record], played: dict[str, str]) -> str:
    """The records of one game: a table, behind the lists of words that the game is read from."""
    first = records[0]
    lines = [f'<h3 id="{first.rules.slug}"><code>{escape(first.game)}</code></h3>']
    for name, words in first.lists.items():
        source = told.sources[words.source] if told.sources and words.source else "no public source known"
        file = f"<code>{escape(name)}</code>: {words.entries} words, {escape(source)}"
        lines.append(f"<p>{file}; SHA-256 <code>{words.sha256[:12]}</code></p>")
    heads = ("record", "values", "status", "depth", "histogram", "first guess", "published", "tree, SHA-256", "seconds")
    rows = []
    for each in records:
        name = f'<code id="{each.name}">{escape(each.strategy)}</code>'
        if each.name in played:
            name += f' <a href="{played[each.name]}">play {escape(each.strategy)}</a>'
        certificate = ""
        if (proof := each.certificate) is not None:
            copies = " with copies" if proof.copies else ""
            certificate = f"; certificate: {proof.entries} entries{copies} <code>{proof.file.sha256[:12]}</code>"
        cells = (
            name,
            " ".join(map(str, each.values.values())),
            f"{_SIGNS[each.status]} {told_status(each.values, each.bounds)}",
            f"{each.claims.depth} ({each.claims.worst_count})",
            " ".join(map(str, each.claims.histogram)) + (f", lost {each.claims.lost}" if each.claims.lost else ""),
            escape(each.first),
            escape(told.first_to_publish(each) or "none found"),
            f"<code>{each.tree.sha256[:12]}</code>{certificate}",
            "from its file" if each.measured is None else f"{each.measured.seconds:.2f}",
        )
        rows.append(cells_of(cells))
    return "\n".join([*lines, *table_lines(heads, rows)])
