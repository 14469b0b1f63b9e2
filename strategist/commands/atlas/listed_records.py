"""The records of the atlas as a table and as JSON objects, all or some of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rich.table import Table

from strategist.files.atlas.entry import OPEN, Record, colors_of, record_name, told_status
from strategist.files.atlas.entry_json import to_json
from strategist.files.atlas.publications import SEARCHED
from strategist.files.atlas.register import Register
from strategist.files.atlas.scope import ASKED_FOR, tasks
from strategist.files.atlas.values import told as told_value
from strategist.games.catalog import read_game
from strategist.model.objective import DEPTH


class Wanted(NamedTuple):
    """What records are asked for; None for no condition. ``value`` is the text of one of the values of the
    objectives."""

    game: str | None = None
    pegs: int | None = None
    colors: int | None = None
    objective: str | None = None
    status: str | None = None
    value: str | None = None

    def holds(self, game: str, objectives: str, values: Iterable[str]) -> bool:
        """Whether a game and its objectives are among them, whatever is known of these."""
        parameters = read_game(game)[1]
        return (
            (self.game is None or self.game in game)
            and (self.pegs is None or parameters.get("pegs") == self.pegs)
            and (self.colors is None or colors_of(parameters) == self.colors)
            and (self.objective is None or objectives == self.objective)
            and (self.value is None or self.value in values)
        )


def entries(told: Register, wanted: Wanted) -> list[dict[str, Any]]:
    """The JSON objects of the records that are wanted, those that are asked for most before all others, or of what the
    register lacks if open ones are wanted.

    >>> from strategist.files.atlas.register import register
    >>> [each["name"] for each in entries(register(), Wanted(objective="total,depth", game="(pegs=4,colors=6)"))]
    ['mastermind-4x6.optimal-total-depth']
    """
    if wanted.status == OPEN:
        return list(_missing(told, wanted))
    place = {name: at for at, name in enumerate(ASKED_FOR)}
    return [
        record_json(told, each)
        for each in sorted(told.records, key=lambda each: place.get(each.name, len(place)))
        if wanted.status in (None, each.status)
        and wanted.holds(each.game, ",".join(each.objectives), map(str, each.values.values()))
    ]


def record_json(told: Register, record: Record) -> dict[str, Any]:
    """The JSON object of a record, with ``published``: who published its first value before, or None."""
    return to_json(record) | {"published": told.first_to_publish(record)}


def _missing(told: Register, wanted: Wanted) -> Iterable[dict[str, Any]]:
    known = {each.name for each in told.records}
    for task in tasks():
        name = record_name(task.game, task.strategy)
        if name not in known and wanted.holds(task.game, ",".join(task.objectives), ()):
            yield {"name": name, "game": task.game, "strategy": task.strategy, "proven": {"status": OPEN}}


def atlas_table(found: Iterable[dict[str, Any]]) -> Table:
    """The objects of :func:`entries` as a table."""
    table = Table(box=None, pad_edge=False, caption_justify="left")
    table.add_column("record", overflow="fold")
    for name in ("values", DEPTH.name, "worst"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("status")
    table.add_column("first published by", overflow="fold")
    for each in found:
        proven = each["proven"]
        if proven["status"] == OPEN:
            table.add_row(each["name"], "", "", "", OPEN, "")
            continue
        values = " ".join(map(told_value, proven["values"].values()))
        figures = values, str(proven[DEPTH.name]), str(proven["worst_count"])
        status = told_status(proven["values"], proven["bounds"])
        if each["published"] is None:
            table.caption = f"none found: searched were {SEARCHED}"
        table.add_row(each["name"], *figures, status, each["published"] or "none found")
    return table
