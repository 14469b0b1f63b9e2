"""Tables of proven totals: one size of a game down, the other across."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from strategist.common.numbers import shown
from strategist.files.strategy import StrategyData
from strategist.model.game import Rules
from strategist.model.objective import DEPTH, TOTAL


def proven_table(found: Sequence[tuple[StrategyData, str]]) -> str:
    """The least totals of a game by its two sizes, each with its least depth and a link to its strategy.

    Games with other options and strategies under restrictions are left out. The text is empty if there would be fewer
    than two entries.
    """
    cells: dict[tuple[int, int], str] = {}
    sizes: Sequence[str] = ()
    for data, address in found:
        place = _place(data)
        if place is None:
            continue
        sizes = _sizes(data.game)
        claims = data.claims
        total = f'<a href="{escape(address)}">{shown(claims.total)}</a>'
        cells[place] = f'{total} <span class="soft">/ {claims.depth}</span>'
    if len(cells) < 2:
        return ""
    downs, acrosses = (sorted({place[axis] for place in cells}) for axis in (0, 1))
    down, across = sizes
    head = "".join(f'<th scope="col">{each}</th>' for each in acrosses)
    body = "".join(
        f'<tr><th scope="row">{each}</th>'
        + "".join(f"<td>{cells.get((each, other), '')}</td>" for other in acrosses)
        + "</tr>"
        for each in downs
    )
    caption = f"Proven: the least total / the least depth with it; {escape(down)} down, {escape(across)} across"
    corner = f'<td class="soft">{escape(down)} ╲ {escape(across)}</td>'
    # On a narrow screen only the table scrolls, not the text above it; the keyboard can scroll it if it has the focus.
    return (
        f'<div class="proven"><p class="soft">{caption}</p><div role="group" tabindex="0" aria-label="proven totals">'
        f'<table aria-label="{caption}"><thead><tr>{corner}{head}</tr></thead><tbody>{body}</tbody></table></div></div>'
    )


def _place(data: StrategyData) -> tuple[int, int] | None:
    """The two sizes of the game if the strategy is proven for the whole game without restrictions; else None."""
    game, objective = data.game, data.objective or ""
    if data.bound != "optimal" or objective.partition(" ")[2] or objective.split(",")[:2] != [TOTAL.name, DEPTH.name]:
        return None
    if data.start or data.claims.lost:
        return None
    sizes = _sizes(game)
    others = [each for each in game.parameters if not each.size and each.shows(game.values[each.name])]
    if len(sizes) != 2 or others:
        return None
    first, second = (game.values[name] for name in sizes)
    return (first, second) if isinstance(first, int) and isinstance(second, int) else None


def _sizes(game: Rules) -> list[str]:
    return [parameter.name for parameter in game.parameters if parameter.size]
