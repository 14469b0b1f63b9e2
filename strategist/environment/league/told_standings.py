"""The league of a game, as a JSON object and as a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from strategist.environment.league.standings import League
from strategist.model.objective import TOTAL
from strategist.model.tree import exact
from strategist.show.texts.weighed import in_json


def league_record(league: League) -> dict[str, Any]:
    """The JSON object of a league; totals that are no whole numbers are texts such as ``67/3``.

    >>> from strategist.environment.league.standings import make_league
    >>> from strategist.games.catalog import make_game
    >>> league_record(make_league(make_game("mastermind(2,3)"), ["minimax"]))["players"][1]
    {'player': 'minimax', 'total': 24, 'mean': 2.6666666666666665, 'worst': 4, 'regret': 0.3333333333333333}
    """
    return {
        "least": in_json(exact(league.least)),
        "players": [
            {
                "player": each.player,
                TOTAL.name: in_json(exact(each.total)),
                "mean": float(league.mean(each)),
                "worst": each.worst,
                "regret": float(league.regret(each)),
            }
            for each in league.standings
        ],
    }


def league_lines(league: League) -> Iterator[str]:
    """The league as a table, a line for each player.

    >>> from strategist.environment.league.standings import make_league
    >>> from strategist.games.catalog import make_game
    >>> print("\\n".join(league_lines(make_league(make_game("mastermind(2,3)"), ["minimax"]))))
    player             mean  worst    regret
    any guess        9.0000      -    6.6667
    minimax          2.6667      4    0.3333
    any candidate    2.4815      4    0.1481
    """
    wide = max(len("player"), *(len(each.player) for each in league.standings))
    yield f"{'player':<{wide}} {'mean':>9} {'worst':>6} {'regret':>9}"
    for each in league.standings:
        worst = "-" if each.worst is None else str(each.worst)
        yield (f"{each.player:<{wide}} {float(league.mean(each)):9.4f} {worst:>6} {float(league.regret(each)):9.4f}")
