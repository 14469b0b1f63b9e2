"""A ranking of guesses as a table, and as a JSON object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from strategist.wording import counted

if TYPE_CHECKING:
    from strategist.search.ranking import RankedGuess, Ranking


def ranking_title(ranking: Ranking) -> str:
    """What is left, and how many guesses were compared."""
    compared = f"{counted(ranking.considered, 'guess')} compared"
    how = ", a sample" if ranking.sampled else ""
    return f"{counted(ranking.candidates, 'secret')} left, {compared}{how}"


def ranking_table(ranking: Ranking) -> Table:
    """A row for each of the best guesses, and below them one for each guess that was asked for."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    table.add_column("guess")
    for label in ("guesses", "at most left", "left", "bits", "cells"):
        table.add_column(label, justify="right")
    table.add_column("")
    for place, row in enumerate(ranking.best, 1):
        _add(table, f"{place}.", row)
    if ranking.own:
        table.add_section()
        places = {row.code: place for place, row in enumerate(ranking.best, 1)}
        for row in ranking.own:
            _add(table, f"{places[row.code]}." if row.code in places else "", row)
    return table


def _add(table: Table, place: str, row: RankedGuess) -> None:
    further = "" if row.further is None else f"{'' if row.by == 'exact' else '~ '}{row.further:.3f}"
    figures = (further, str(row.worst), f"{row.expected_left:.2f}", f"{row.bits:.2f}", str(len(row.left)))
    note = "may be the secret" if row.candidate else ""
    table.add_row(place, Text(row.text), *figures, note)


def ranking_record(ranking: Ranking) -> dict[str, Any]:
    """The JSON object of a ranking."""
    game = ranking.game
    return {
        "game": game.spec,
        "given": game.format_history(ranking.history),
        "secrets": ranking.candidates,
        "considered": ranking.considered,
        "sampled": ranking.sampled,
        "best": [_record(ranking, row) for row in ranking.best],
        "own": [_record(ranking, row) for row in ranking.own],
    }


def _record(ranking: Ranking, row: RankedGuess) -> dict[str, Any]:
    return {
        "guess": row.text,
        "left": {ranking.game.format_response(response): size for response, size in row.left.items()},
        "candidate": row.candidate,
        "worst": row.worst,
        "expected_left": row.expected_left,
        "bits": row.bits,
        "further": row.further,
        "by": row.by,
    }
