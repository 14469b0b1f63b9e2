"""The number of lines of a solitaire, as text and as a JSON object."""

from __future__ import annotations

from typing import Any

from strategist.choosing.shortest_lines import Lines, count_lines
from strategist.common.errors import StrategistError
from strategist.common.wording import counted
from strategist.model.solitaire import AnyGame, Solitaire


def line_counts(game: AnyGame) -> tuple[list[str], dict[str, Any]]:
    """The number of lines to the goal, as lines of a report and as a JSON object; both empty if it is no solitaire.

    If the lines cannot be counted, because they are too many or positions repeat, the report says so, and the values
    are None.

    >>> from strategist.games.solitaires import PegSwap
    >>> lines, record = line_counts(PegSwap({"left": 1, "right": 2}))
    >>> lines
    ['3 shortest lines; every line that reaches the goal has 5 moves']
    >>> record
    {'shortest_lines': 3, 'lines': 3, 'longest_line': 5, 'lines_equally_long': True}
    """
    if not isinstance(game, Solitaire):
        return [], {}
    try:
        found = count_lines(game)
    except StrategistError as error:
        return [f"shortest lines are not counted: {error}"], _record(None)
    return [_sentence(found)], _record(found)


def _sentence(found: Lines | None) -> str:
    if found is None:
        return "no line reaches the goal"
    shortest = counted(found.shortest_lines, "shortest line")
    if found.equal:
        return f"{shortest}; every line that reaches the goal has {counted(found.shortest, 'move')}"
    return f"{shortest}; {found.all_lines} lines reach the goal, the longest in {counted(found.longest, 'move')}"


def _record(found: Lines | None) -> dict[str, Any]:
    return {
        "shortest_lines": found and found.shortest_lines,
        "lines": found and found.all_lines,
        "longest_line": found and found.longest,
        "lines_equally_long": found and found.equal,
    }
