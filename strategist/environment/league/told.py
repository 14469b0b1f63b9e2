"""What a player took beside the least possible, and the league of a game: JSON objects, and lines."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from strategist.common.wording import counted, plural
from strategist.environment.league.playing_out import Played
from strategist.environment.league.regrets import Costly, Regrets
from strategist.environment.league.standings import League
from strategist.model.game import Game
from strategist.model.objective import TOTAL
from strategist.model.tree import exact
from strategist.show.reports.report import figures_record
from strategist.show.texts.weighed import in_json, weighed_record

if TYPE_CHECKING:
    from rich.table import Table

MOST_MOVES = 10
"""The costliest moves that are listed."""
_MOST_LOST = 10


def player_record(game: Game, name: str, played: Played, regrets: Regrets, seconds: float) -> dict[str, Any]:
    """The JSON object of a player.

    It has the figures of a strategy, and in ``moves`` the costliest moves, at most ten. Figures of regret that are no
    whole numbers are texts such as ``13/5``.
    """
    claims = played.claims
    return {
        "strategy": name,
        "secrets": len(game.secrets),
        **figures_record(claims),
        "histogram": list(map(in_json, claims.histogram)),
        **weighed_record(game, claims),
        "asked": len(played.moves),
        "horizon": played.horizon,
        "least": None if regrets.least is None else in_json(exact(regrets.least)),
        "regret": in_json(exact(regrets.total)),
        "unknown": regrets.unknown,
        "regret_by_turn": {str(turn): in_json(exact(regret)) for turn, regret in regrets.by_turn.items()},
        "moves": [_move_record(game, each) for each in regrets.costly[:MOST_MOVES]],
        "seconds": seconds,
    }


def _move_record(game: Game, costly: Costly) -> dict[str, Any]:
    return {
        "given": game.format_history(costly.move.history),
        "guess": game.format_code(game.guesses[costly.move.guess]),
        "best": game.format_code(game.guesses[costly.best]),
        "left": len(costly.move.left),
        "regret": in_json(exact(costly.regret)),
    }


def player_lines(game: Game, name: str, played: Played, regrets: Regrets) -> Iterator[str]:
    """What a player took beside the least possible, and which moves cost most, as lines.

    >>> from strategist.environment.league.playing_out import play_out
    >>> from strategist.environment.league.regrets import regrets_of
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> played = play_out(game, lambda history: game.guesses.index(game.consistent(history)[0]))
    >>> print("\\n".join(player_lines(game, "first", played, regrets_of(game, played))))
    first: asked at 9 positions
    the best possible tree takes 21, which is 3 less
    regret by turn: 1: 3, 2: 0, 3: 0, 4: 0
    regret left guess better
         3    9 11    12     at the beginning
    """
    noun = plural(game.move_noun)
    yield f"{name}: asked at {counted(len(played.moves), 'position')}"
    if played.lost:
        named = ", ".join(game.format_secret(game.secrets[secret]) for secret in played.lost[:_MOST_LOST])
        more = f" and {len(played.lost) - _MOST_LOST} more" if len(played.lost) > _MOST_LOST else ""
        yield f"lost, not found within {played.horizon} {noun}: {named}{more}"
    if regrets.least is not None:
        # Where secrets are lost, the total counts the others only.
        less = "" if played.lost or game.uneven else f", which is {_shown(played.claims.total - regrets.least)} less"
        yield f"the best possible tree takes {_shown(regrets.least)}{less}"
    if regrets.unknown:
        moves = counted(len(played.moves), "move")
        yield f"regret is not known for {regrets.unknown} of {moves}: exact values take longer (--time-limit)"
    if regrets.by_turn:
        turns = ", ".join(f"{turn}: {_shown(regret)}" for turn, regret in regrets.by_turn.items())
        yield f"regret by turn: {turns}"
    yield from _costly_lines(game, regrets.costly[:MOST_MOVES])


def _costly_lines(game: Game, costly: tuple[Costly, ...]) -> Iterator[str]:
    if not costly:
        return
    rows = [
        (
            _shown(each.regret),
            str(len(each.move.left)),
            game.format_code(game.guesses[each.move.guess]),
            game.format_code(game.guesses[each.best]),
            f"after {game.format_history(each.move.history)}" if each.move.history else "at the beginning",
        )
        for each in costly
    ]
    heads = ("regret", "left", "guess", "better", "")
    wide = [max(len(row[column]) for row in [heads, *rows]) for column in range(4)]
    for row in [heads, *rows]:
        first, second, third, fourth = (row[column] for column in range(4))
        line = f"{first:>{wide[0]}} {second:>{wide[1]}} {third:<{wide[2]}} {fourth:<{wide[3]}} {row[4]}"
        yield line.rstrip()


def _shown(value: Fraction | int) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.4f}"


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


def league_table(league: League) -> Table:
    """The league as a table, a row for each player.

    >>> from strategist.environment.league.standings import make_league
    >>> from strategist.games.catalog import make_game
    >>> table = league_table(make_league(make_game("mastermind(2,3)"), ["minimax"]))
    >>> [list(column.cells) for column in table.columns][:2]
    [['any guess', 'minimax', 'any candidate'], ['9.0000', '2.6667', '2.4815']]
    """
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("player", overflow="fold")
    for name in ("mean", "worst", "regret"):
        table.add_column(name, justify="right")
    for each in league.standings:
        figures = (float(league.mean(each)), "-" if each.worst is None else each.worst, float(league.regret(each)))
        table.add_row(each.player, *(f"{told:.4f}" if isinstance(told, float) else str(told) for told in figures))
    return table
