"""The command that tells what to guess at a position: advise."""

from __future__ import annotations

import os
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from strategist.commands.naming import GAME, STRATEGY
from strategist.commands.shared import (
    GIVEN,
    JOBS,
    JSON,
    MEMORY,
    TIME_LIMIT,
    cores,
    make_deduction_game,
    print_json,
)
from strategist.commands.work import at_work
from strategist.errors import SpecError, StrategistError
from strategist.quoting import quoted

if TYPE_CHECKING:
    from strategist.choosing.heuristics import Strategy
    from strategist.game import Game
    from strategist.search.position import Start
    from strategist.search.ranking import Ranking

_LIST = "list of secrets"
_SECONDS = 2.0
"""What a ranking may take after its first figures, without ``--time-limit``."""
_TOP = 10
_RANKED_BY = "entropy"


@click.command()
@click.argument("game", type=GAME)
@click.argument("strategy", type=STRATEGY, required=False)
@GIVEN
@click.option("--candidates", metavar="FILE|PATTERN", help='Only these secrets: a list in a file, or, e.g., "ABC?".')
@click.option("--top", type=click.IntRange(1, 1000), metavar="N", help="Rank the N best guesses; 10 without STRATEGY.")
@click.option("--guess", "mine", multiple=True, metavar="CODE", help="Rank this guess, too; as often as you like.")
@JOBS
@TIME_LIMIT
@MEMORY
@JSON
def advise(
    game: str,
    strategy: str | None,
    given: str,
    candidates: str | None,
    top: int | None,
    mine: tuple[str, ...],
    jobs: int | None,
    time_limit: float | None,
    memory: int | None,
    as_json: bool,
) -> None:
    """Rank the best guesses at a position; with STRATEGY, say what it guesses next and how many guesses that will take.

    \b
    strategist advise "mastermind(4,6)" --given "1122:1b1w" --guess 3456
    strategist advise "mastermind(4,6)" minimax --given "1122:1b1w 3456:0b2w"
    strategist advise "bulls-and-cows(4,26,alphabet=letters)" minimax --candidates "ABC?"
    """
    from strategist.choosing.registry import make_strategy
    from strategist.search.compile import start_for
    from strategist.search.options import Options
    from strategist.show.report import advice_lines, advice_record, console

    made = make_deduction_game(game)
    chosen = make_strategy(strategy or _RANKED_BY, made)
    start = start_for(made, chosen, made.parse_history(given), narrowed=candidates is not None)
    if candidates is not None:
        start = _only(made, start, candidates)
    records: dict[str, Any] = {}
    out = console()
    if strategy is None or top is not None or mine:
        from strategist.show.ranking import ranking_record, ranking_table, ranking_title

        seconds = _SECONDS if time_limit is None else time_limit
        ranking = _ranked(made, chosen, given, start if candidates is not None else None, top or _TOP, mine, seconds)
        records = ranking_record(ranking)
        if not as_json:
            out.print(ranking_title(ranking), markup=False)
            out.print(ranking_table(ranking))
    if strategy is not None:
        from strategist.search.advise import advise as advise_at
        from strategist.search.comparing import can_rank

        # The time for a ranking is no limit for a heuristic, which is not stopped.
        limit = None if records and can_rank(chosen) else time_limit
        with at_work(made, chosen, Options(jobs or cores(), limit, memory)) as options:
            advice = advise_at(made, chosen, start, options=options)
        records = advice_record(advice) | ({"ranking": records} if records else {})
        if not as_json:
            for line in advice_lines(advice):
                out.print(line, markup=False)
    if as_json:
        print_json(records)


def _ranked(
    game: Game, strategy: Strategy, given: str, start: Start | None, top: int, mine: tuple[str, ...], seconds: float
) -> Ranking:
    """The last ranking that there is time for; Ctrl-C keeps the one before."""
    from strategist.choosing.registry import make_strategy
    from strategist.search.comparing import can_rank
    from strategist.search.ranking import rankings

    by = strategy if can_rank(strategy) else make_strategy(_RANKED_BY, game)
    found: list[Ranking] = []
    try:
        found.extend(rankings(game, given, start=start, top=top, guesses=mine, strategy=by, seconds=seconds))
    except KeyboardInterrupt:
        if not found:
            raise
    return found[-1]


def _only(game: Game, start: Start, candidates: str) -> Start:
    """The position with the candidates of a file, or of a pattern."""
    from strategist.games.texts import read_lines
    from strategist.search.advise import choose_candidates, match_candidates

    if os.path.isfile(candidates):
        try:
            return choose_candidates(game, start, chain.from_iterable(map(str.split, read_lines(candidates, _LIST))))
        except SpecError as error:
            raise SpecError(f"{candidates}: {error}") from None
    if "?" not in candidates:
        raise StrategistError(f"--candidates: expected a file or a pattern with ?, got {quoted(candidates)}")
    return match_candidates(game, start, candidates)
