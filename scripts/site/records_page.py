"""What the page of records takes from the register: the proven values that nobody is known to have published, and the
sequences that they make.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from pathlib import Path

from atlas_page import cells_of, table_lines
from atlas_sequences import of_register
from atlas_tables import called

from strategist.files.atlas.entry import PROVEN, Record
from strategist.files.atlas.register import Register, register
from strategist.files.atlas.scope import VARIANTS, variant_of
from strategist.files.atlas.values import restrictions_of
from strategist.model.objective import DEPTH, LEXICOGRAPHIC, TOTAL

FEWEST_CODES = 1_000
"""Records of smaller games are proven in less than a second by anybody who asks, and are not listed."""
NOTED, SEQUENCES = "<!-- records of note -->", "<!-- sequences of the atlas -->"
"""Where both stand in the page of the site."""
_HEADINGS = {
    TOTAL.name: "Least totals",
    DEPTH.name: "Least depths",
    LEXICOGRAPHIC.name: "Best histograms",
}


def write_records(target: Path, told: Register | None = None) -> None:
    """Fill the page of records in the sources of the site, which are staged."""
    known = register() if told is None else told
    page = target / "records.md"
    text = page.read_text("utf-8")
    for place, lines in ((NOTED, [*noted_lines(known)]), (SEQUENCES, [*sequence_lines(known)])):
        if text.count(place) != 1:
            raise ValueError(f"records.md: expected {place} once")
        text = text.replace(place, "\n".join(lines))
    page.write_text(text, "utf-8")


def noted(told: Register, objective: str) -> list[Record]:
    """The proven records of one objective alone of which no earlier source was found, of games with many codes: those
    of the usual rules first."""
    found = []
    for each in told.records:
        alone = each.objectives == (objective,) and each.status == PROVEN and not restrictions_of(each.strategy)
        if alone and each.claims.secrets >= FEWEST_CODES and told.first_to_publish(each) is None:
            found.append(each)
    return sorted(found, key=lambda each: VARIANTS.index((variant_of(each.game) or ("", VARIANTS[-1]))[1]))


def noted_lines(told: Register) -> Iterator[str]:
    """A table for each objective."""
    for objective, heading in _HEADINGS.items():
        if records := noted(told, objective):
            yield from (f"### {heading}", "")
            heads = ("game and record", "codes", "the least", *(("on average",) if objective == TOTAL.name else ()))
            yield from table_lines((*heads, "rests on", "seconds"), map(_row, records), " noted")


def _row(record: Record) -> str:
    value = record.values[record.objectives[0]]
    cells = [f"{record.claims.secrets:,}", str(value)]
    if record.objectives[0] == TOTAL.name:
        cells.append(f"{float(Fraction(value, int(record.claims.secrets))):.4f}")
    certificate, measured = record.certificate, record.measured
    if certificate is None:
        cells.append("the search")
    else:
        listed = f"{certificate.entries:,} entries{' with copies' if certificate.copies else ''}"
        cells.append(f"a certificate of {listed}, <code>{certificate.file.sha256[:12]}</code>")
    cells.append("" if measured is None else f"{measured.seconds:,.1f}")
    game, name = escape(called(record).replace("`", "")), escape(record.name)
    head = f'<th scope="row"><a href="atlas.html#{name}">{game}</a><br><code>{name}</code></th>'
    return head + cells_of(cells)


def sequence_lines(told: Register) -> Iterable[str]:
    """A line for each sequence: its name, its terms, and the index of the first."""
    for each in of_register(told):
        first, *_ = each.terms
        yield f"* {each.name} From n = {first}: {', '.join(map(str, each.terms.values()))}."
