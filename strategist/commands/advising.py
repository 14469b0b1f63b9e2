"""The command that recommends a guess at a position: advise."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from strategist.commands.shared.basics import (
    GIVEN,
    JOBS,
    JSON,
    MEMORY,
    TIME_LIMIT,
    USED,
    cores,
    make_deduction_game,
    print_json,
)
from strategist.commands.shared.name_arguments import GAME, STRATEGY, names_boards
from strategist.commands.shared.table_arguments import TakesTables
from strategist.commands.shared.work import at_work
from strategist.common.errors import SpecError, StrategistError
from strategist.common.quoting import quoted
from strategist.common.wording import plural

if TYPE_CHECKING:
    from strategist.choosing.heuristics import Strategy
    from strategist.model.game import Code, Game
    from strategist.search.advice.drawing import Seen
    from strategist.search.advice.ranking import Ranking
    from strategist.search.state.options import Options
    from strategist.search.state.start import Start

_LIST = "list of secrets"
_SECONDS = 2.0
"""The seconds for a ranking after its first figures, without ``--time-limit``."""
_RANKED_BY = "entropy"


@click.command(cls=TakesTables)
@click.argument("game", type=GAME)
@click.argument("strategy", type=STRATEGY, required=False)
@GIVEN
@click.option("--candidates", metavar="FILE|PATTERN", help='Only these secrets: a list in a file, or, e.g., "ABC?".')
@USED
@click.option("--strategy", "named", metavar="STRATEGY", help="The same as STRATEGY; without one, entropy.")
@click.option("--top", type=click.IntRange(1, 1000), default=10, show_default=True, help="Rank so many guesses.")
@click.option("--guess", "mine", multiple=True, metavar="CODE", help="Rank this guess, too; as often as you like.")
@click.option("--next-only", is_flag=True, help="Only rank guesses: do not work out what they will take from here.")
@JOBS
@TIME_LIMIT
@MEMORY
@JSON
def advise(
    game: str,
    strategy: str | None,
    named: str | None,
    given: str,
    candidates: str | None,
    used: str | None,
    top: int,
    mine: tuple[str, ...],
    next_only: bool,
    jobs: int | None,
    time_limit: float | None,
    memory: int | None,
    as_json: bool,
) -> None:
    """Rank the best guesses at a position.

    The last lines say what STRATEGY guesses next, and how many guesses that will take.

    \b
    strategist advise "mastermind(4,6)" --given "1122:1b1w" --guess 3456
    strategist advise "mastermind(4,6)" minimax --given "1122:1b1w 3456:0b2w"
    strategist advise "bulls-and-cows(4,26,alphabet=letters)" minimax --candidates "ABC?"
    strategist advise frogs.csv secrets=rows several=/ --given "skin:warty"

    Without STRATEGY, guesses are ranked by entropy, and for two seconds, or --time-limit, better figures replace the
    first ones.
    """
    from strategist.choosing.registry import make_strategy
    from strategist.games.used_before import read_used
    from strategist.search.advice.ranking import own_guess
    from strategist.search.advice.shipped.shipped_openings import shipped_opening
    from strategist.search.compile.engines import kernels_for
    from strategist.search.state.options import Options

    if strategy is not None and named is not None:
        raise click.UsageError(f"expected one strategy, got {strategy} and {named}")
    strategy = strategy or named
    if names_boards(game):
        from strategist.commands.boards.board_commands import advise_boards

        advise_boards(game, strategy, given, top, as_json)
        return
    made = make_deduction_game(game)
    chosen = make_strategy(strategy or _RANKED_BY, made)
    position = _position(made, chosen, given, candidates, strategy is None)
    for guess in mine:
        own_guess(made, made.parse_history(given), guess)
    records: dict[str, Any] = {}
    before = frozenset() if used is None else read_used(made, used)
    if not as_json:
        _say_left(made, position, before)
    threads = jobs or cores()
    # With a strategy, its tree gives more figures, and exact ones.
    seconds = (_SECONDS if strategy is None else 0.0) if time_limit is None else time_limit
    ships = _is_whole(made, position.start) and shipped_opening(made, chosen) is not None
    further = ["opening"] if ships and not mine else ["ranking", *(["advice"] if seconds else [])]
    ahead = None if next_only or ships else chosen
    with kernels_for(made, ahead, threads, further=further):
        if not _known(made, position) or mine or next_only:
            from strategist.show.moves.ranking_table import ranking_record

            where = position if candidates is None else position.start
            ranking = _ranked(made, chosen, given, where, top, mine, seconds, as_json)
            records = ranking_record(ranking)
        if not next_only:
            # The time for a ranking is no limit for a heuristic, which cannot be stopped.
            limit = None if records and _ranks(chosen) else time_limit
            options = Options(threads, limit, memory)
            advice = _looked_ahead(made, chosen, position, options, strategy is not None, as_json)
            if strategy is not None:
                records = advice | ({"ranking": records} if records else {})
            else:
                records |= {"advice": advice}
    if as_json:
        print_json(records)


def _position(game: Game, strategy: Strategy, given: str, candidates: str | None, ranks: bool) -> Seen:
    """The position, with a sample of its candidates if only a ranking is needed and all of them would take long."""
    from strategist.search.advice.drawing import Seen, seen
    from strategist.search.compile.compile import start_for

    history = game.parse_history(given)
    if candidates is None and ranks:
        return seen(game, history)
    start = start_for(game, strategy, history, narrowed=candidates is not None)
    return Seen.all_of(start if candidates is None else _only(game, start, candidates))


def _say_left(game: Game, position: Seen, used: frozenset[Code]) -> None:
    from strategist.games.used_before import used_lines
    from strategist.show.moves.advice_lines import left_by_class, left_line, lines_under_lies
    from strategist.show.texts.printing import console

    for line in (left_line(game, position), *left_by_class(game, position), *lines_under_lies(game, position)):
        console().print(line, markup=False)
    left = [game.secrets[at] for at in position.start.candidates]
    for line in used_lines(game, used, left):
        console().print(line, markup=False)


def _is_whole(game: Game, start: Start) -> bool:
    """Whether nothing is asked yet, and no secret is left out."""
    return not start.history and len(start.candidates) == len(game.secrets)


def _known(game: Game, position: Seen) -> bool:
    """Whether one candidate is left, or one class in a game of classes."""
    return position.left == 1 or position.tells_class(game)


def _ranks(strategy: Strategy) -> bool:
    from strategist.search.advice.comparing import can_rank

    return can_rank(strategy)


def _ranked(
    game: Game,
    strategy: Strategy,
    given: str,
    position: Seen | Start,
    top: int,
    mine: tuple[str, ...],
    seconds: float,
    quiet: bool,
) -> Ranking:
    """The last ranking within the time limit; each one replaces the one before on screen, and Ctrl-C keeps the last."""
    from strategist.choosing.registry import make_strategy
    from strategist.search.advice.ranking import rankings
    from strategist.show.moves.ranking_table import ranking_lines

    by = strategy if _ranks(strategy) else make_strategy(_RANKED_BY, game)
    found: Ranking | None = None
    with _replaced(quiet) as show:
        try:
            for found in rankings(game, given, start=position, top=top, guesses=mine, strategy=by, seconds=seconds):
                show(ranking_lines(found))
        except KeyboardInterrupt:
            if found is None:
                raise
    assert found is not None  # there is always a first one
    return found


@contextmanager
def _replaced(quiet: bool) -> Iterator[Callable[[list[str]], None]]:
    """A function that replaces the lines shown before on a terminal; elsewhere only the final lines are printed."""
    from strategist.show.texts.printing import console

    last: list[str] = []

    def keep(lines: list[str]) -> None:
        last[:] = lines

    if quiet:
        yield keep
        return
    out = console()
    if not out.is_terminal:
        yield keep
    else:
        from rich.live import Live
        from rich.text import Text

        with Live(console=out, transient=True, auto_refresh=False) as live:

            def show(lines: list[str]) -> None:
                keep(lines)
                live.update(Text("\n".join(lines)), refresh=True)

            yield show
    for line in last:
        out.print(line, markup=False)
    # The reader of a pipe should not wait for the next lines.
    sys.stdout.flush()


def _looked_ahead(
    game: Game, strategy: Strategy, position: Seen, options: Options, named: bool, quiet: bool
) -> dict[str, Any]:
    """The figures of the strategy from here on; a default strategy is left out if they would take minutes."""
    from strategist.search.advice.advise import AHEAD_UNDER_LIES, pairs_of
    from strategist.search.advice.advise import advise as advise_at
    from strategist.search.advice.shipped.shipped_openings import shipped_advice
    from strategist.search.advice.shortlist import MOST_PAIRS, needs_shortlist
    from strategist.show.moves.advice_lines import advice_lines, advice_record, ahead_lines
    from strategist.show.texts.printing import console

    start, out = position.start, console()
    many = needs_shortlist(game, strategy, start) and len(start.candidates) ** 2 > MOST_PAIRS
    many |= game.doubtful and pairs_of(game, start) > AHEAD_UNDER_LIES
    if not named and (position.sampled or many):
        if not quiet:
            out.print(f"further {plural(game.move_noun)}: not searched from so many candidates")
        return {}
    advice = shipped_advice(game, strategy) if _is_whole(game, start) else None
    if advice is None:
        with at_work(game, strategy, options, len(start.candidates), spoken=True) as watched:
            advice = advise_at(game, strategy, start, options=watched)
    if not quiet:
        for line in advice_lines(advice)[1:] if named or _known(game, position) else ahead_lines(advice):
            out.print(line, markup=False)
    return advice_record(advice)


def _only(game: Game, start: Start, candidates: str) -> Start:
    """The position restricted to the candidates of a file or a pattern."""
    from strategist.common.text_files import read_lines
    from strategist.search.advice.advise import choose_candidates, match_candidates

    if os.path.isfile(candidates):
        try:
            return choose_candidates(game, start, chain.from_iterable(map(str.split, read_lines(candidates, _LIST))))
        except SpecError as error:
            raise SpecError(f"{candidates}: {error}") from None
    if "?" not in candidates:
        raise StrategistError(f"--candidates: expected a file or a pattern with ?, got {quoted(candidates)}")
    return match_candidates(game, start, candidates)
