"""The commands that compile: compile, compare."""

from __future__ import annotations

import os
import re
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from strategist.commands.shared.basics import (
    EXIT_NO,
    FORM,
    GIVEN,
    JOBS,
    JSON,
    MEMORY,
    TIME_LIMIT,
    cores,
    game_and_strategy,
    jobs_option,
    make_deduction_game,
    print_json,
    seconds_option,
    start_text,
    table_form,
)
from strategist.commands.shared.certificates import CERTIFY, UNCHECKED, Written, certify_with_bar
from strategist.commands.shared.name_arguments import GAME, STRATEGY, STRATEGY_OR_VALUE, VALUE, names_boards
from strategist.commands.shared.table_arguments import TakesTables
from strategist.commands.shared.work import (
    compile_with_bar,
    draw_with_bar,
    takes_memory,
)
from strategist.common.errors import OutOfTimeError, RefutedError
from strategist.common.interrupts import deferred
from strategist.common.wording import counted

_REGRET_SECONDS = 10.0
"""Seconds of search for the regrets of a player, without ``--time-limit``."""

if TYPE_CHECKING:
    from strategist.choosing.heuristics import Strategy
    from strategist.model.game import Game
    from strategist.search.state.options import Options


@click.command(cls=TakesTables)
@click.argument("game", type=GAME)
@click.argument("strategy", type=STRATEGY_OR_VALUE)
@click.option("-o", "--output", type=click.Path(), help="The file to write; by default named after both.")
@GIVEN
@JOBS
@TIME_LIMIT
@MEMORY
@click.option(
    "--journal", type=click.Path(), metavar="FILE", help="Keep the proofs of an optimal search, and continue from them."
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Work by local:N processes, or by a cluster, tls://HOST:PORT; --jobs is of each.",
)
@CERTIFY
@click.option("--trace", type=click.Path(), metavar="FILE", help="Write tree and bound over time, as CSV; see export.")
@click.option(
    "--certificate",
    type=click.Path(),
    metavar="FILE",
    help="Write down why no tree is better, or none below the lower bound; see check.",
)
@UNCHECKED
@click.option(
    "--copies/--no-copies", default=None, help="Whether it proves one of all positions that are alike.  [--copies]"
)
@click.option("--overwrite", is_flag=True, help="Replace a better tree of the same search by a worse one, too.")
@JSON
@click.pass_context
def compile(
    context: click.Context,
    game: str,
    strategy: str,
    output: str | None,
    given: str,
    jobs: int | None,
    time_limit: float | None,
    memory: int | None,
    journal: str | None,
    cluster: str | None,
    certify: float | None,
    trace: str | None,
    certificate: str | None,
    unchecked: bool,
    copies: bool | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Compile STRATEGY, or the value, of GAME into a file.

    \b
    strategist compile "mastermind(4,6)" minimax -o knuth.msgpack
    strategist compile bulls-and-cows-4x10 "entropy(first=0123)"
    strategist compile "mastermind(4,6)" "optimal(total,depth,worst)"
    strategist compile "mastermind(4,6)" minimax --given "1122:1b1w"
    strategist compile frogs.xlsx secrets=rows several=/ "optimal(size,expected)" -o frogs.msgpack
    strategist compile "mastermind(4,6)" optimal -o best.msgpack --certificate best.certificate
    strategist compile "mastermind(4,6)" value -o value.msgpack --certificate value.certificate

    GAME may be a file with a table, and its parameters behind it, as NAME=VALUE: see look.

    A search for an optimal tree that is stopped, by Ctrl-C or the time limit, keeps the best tree so far and says
    how far it is from what is proven. With --journal, the same command goes on from there, even after kill -9. A file
    that holds a better tree of the same search is kept. A certificate behind a search that the time limit stopped has
    as much time again, ten seconds at least. It is checked when it is written; --unchecked leaves that out. One that
    does not hold is removed, and the exit status is 1.
    With --cluster, other processes or machines carry out the proof, or grow the tree of a heuristic; the file has
    the same bytes.
    --trace writes down how the tree and the bound came closer.

    The value of a game is the fewest guesses on average against the worst mixture of codes: a codemaker who knows how
    you play does not hide all codes equally often. Its file holds the best mixture of trees against that, and the
    codemaker's best chances; verify, check, play and advise take it. Ctrl-C or --time-limit stop it with bounds.
    """
    if names_boards(game) and strategy == "optimal":
        from strategist.commands.boards.board_commands import compile_boards

        compile_boards(game, output, as_json)
        return
    if strategy == VALUE:
        from strategist.commands.valuing import compile_value

        others = {"given": given, "journal": journal, "cluster": cluster, "certify": certify, "trace": trace}
        for name, told in (others | {"copies": copies, "no-copies": copies is False, "overwrite": overwrite}).items():
            if told:
                raise click.UsageError(f"{VALUE} has no --{name}: expected a strategy")
        held = compile_value(game, output, jobs, time_limit, memory, certificate, unchecked, as_json)
        context.exit(0 if held else EXIT_NO)
    from strategist.choosing.searched import SearchedStrategy
    from strategist.commands.shared.outputs import better_there, check_outputs
    from strategist.files.strategy import write_strategy
    from strategist.search.state.options import Options
    from strategist.show.reports.line_count_report import line_counts
    from strategist.show.reports.report import record, told_lines
    from strategist.show.texts.in_units import bound_text
    from strategist.show.texts.printing import print_lines

    made, chosen = game_and_strategy(game, strategy)
    history = made.parse_history(given)
    behind = ".after-" + re.sub(r"[^0-9A-Za-z]+", "-", made.format_history(history)) if history else ""
    path = output or f"{made.slug}.{chosen.slug}{behind}.msgpack"
    check_outputs(path, journal=journal, trace=trace, certificate=certificate)
    if certificate is None and (copies is not None or unchecked):
        option = "--unchecked" if copies is None else "--copies" if copies else "--no-copies"
        raise click.UsageError(f"{option} needs --certificate")
    # A cluster has enough processes: one thread each.
    threads = jobs or (cores() if cluster is None else 1)
    options = Options(threads, time_limit, memory, journal, trace, copies=copies is not False)
    options = replace(options, certificate=certificate is not None, cluster=cluster, certify=certify)
    try:
        compiled = compile_with_bar(made, chosen, options, history)
    except RefutedError as error:
        if certificate is not None:
            written = certify_with_bar(error.prove, str(error.bound), certificate, unchecked)
            if written is not None and not written.problems:
                click.echo(f"strategist: {written.line}", err=True)
        raise
    if certificate is not None and compiled.certify is None:
        click.echo(f"strategist: {certificate} is not written: there is no bound to certify", err=True)
        certificate = None

    def certified() -> Written | None:
        """What :func:`certify_with_bar` returns; None also where nobody asks for a certificate."""
        if certificate is None:
            return None
        return certify_with_bar(compiled.prove, bound_text(compiled.data), certificate, unchecked)

    kept = None
    if isinstance(chosen, SearchedStrategy) and not overwrite:
        kept = better_there(path, compiled.data, chosen)
    with deferred():
        size = os.path.getsize(path) if kept else write_strategy(path, compiled.data)
    if kept:
        click.echo(f"strategist: {path} is kept: it holds {kept}; --overwrite replaces it", err=True)
    lines, counts = line_counts(made)
    if as_json:
        extra = {"seconds": compiled.seconds, "nodes": compiled.nodes, "bytes": size, "file": path}
        if kept:
            extra["kept"] = True
        written = certified()
        print_json(record(compiled.data) | counts | extra | (written.record() if written else {}))
        context.exit(EXIT_NO if written and written.problems else 0)
    print_lines(f"{made.spec} {chosen.spec}" + start_text(compiled.data), *told_lines(compiled.data, lines))
    saved = f"{size} bytes, kept" if kept else f"{size} bytes"
    print_lines(f"{path}: {saved}, {counted(compiled.nodes, 'node')} in {compiled.seconds:.3f} s")
    # The certificate comes last, after the tree is written, because it may take longer than the search.
    if (written := certified()) is not None:
        if written.problems:
            context.exit(EXIT_NO)
        print_lines(written.line)


@click.command(cls=TakesTables)
@click.argument("game", type=GAME)
@click.argument("strategy", nargs=-1, type=STRATEGY)
@click.option("--player", "players", multiple=True, metavar="FILE|COMMAND", help="A player of one's own; see below.")
@click.option(
    "--move-time", type=click.FloatRange(min=0.01, max=86400), help="Seconds that a move of --player may take.  [10]"
)
@seconds_option("Seconds of each optimal search, and [10] of search for the regrets of --player; inf for no limit.")
@MEMORY
@click.option("--league", is_flag=True, help="Players of known strength, with exact figures; see below.")
@click.option("--first", metavar="CODE|all", help="Force this first guess, or try every essentially different one.")
@click.option("--seeds", type=int, metavar="N", help="Strategies that draw, each under N seeds: mean and spread.")
@jobs_option("an optimal search, and of --seeds")
@FORM
@JSON
def compare(
    game: str,
    strategy: tuple[str, ...],
    players: tuple[str, ...],
    move_time: float | None,
    time_limit: float | None,
    memory: int | None,
    league: bool,
    first: str | None,
    seeds: int | None,
    jobs: int | None,
    form: str,
    as_json: bool,
) -> None:
    """Print the figures of several strategies side by side.

    \b
    strategist compare mastermind minimax entropy most-parts
    strategist compare mastermind "minimax(guesses=candidates)" --first all
    strategist compare mastermind random "entropy(ties=random)" --seeds 100
    strategist compare "mastermind(5,8)" blind random
    strategist compare "mastermind(5,8)" minimax "optimal(total)" --time-limit 20
    strategist compare mastermind minimax --player my_player.py --player "node player.js"
    strategist compare "mastermind(3,4)" --league
    strategist compare mastermind minimax entropy --format latex

    A player is a Python file with a function guess(history), or a program that reads positions and writes guesses, a
    line each. It is asked once at each position that it reaches, and the moves that cost it most are listed.

    A league has players that draw any guess, or any candidate, and strategies, the best one among them: the mean over
    all secrets and draws, exactly, the worst case, and the mean beside the best possible tree's.

    A search that the time limit stopped has the figures of its best tree; what is proven then stands beside them.

    The figures of blind follow from the number of codes. No tree is made for them, so there may be as many codes as
    a game can have.
    """
    from strategist.choosing.registry import make_strategy
    from strategist.choosing.searched import SearchedStrategy
    from strategist.model.objective import SIZE
    from strategist.search.advice.openings import with_first
    from strategist.search.state.options import Options
    from strategist.show.reports.comparison_table import comparison_table
    from strategist.show.texts.tabulated import print_table

    form = table_form(form, as_json)
    effort = {"--move-time": move_time, "--time-limit": time_limit, "--memory": memory}
    limited = [option for option, value in effort.items() if value is not None]
    if league:
        if players or seeds is not None or first is not None:
            raise click.UsageError("--league: expected neither --player nor --seeds nor --first")
        if limited:
            raise click.UsageError(f"--league: its figures are exact, expected no {limited[0]}")
        _compare_league(make_deduction_game(game), strategy, jobs or cores(), form, as_json)
        return
    if not strategy and not players:
        raise click.UsageError("expected a STRATEGY or a --player")
    made = make_deduction_game(game)
    if players and (seeds is not None or first is not None):
        raise click.UsageError("--player: a player draws and begins by itself, expected neither --seeds nor --first")
    if seeds is not None and limited:
        raise click.UsageError(f"--seeds: expected no {limited[0]}")
    if not players and move_time is not None:
        raise click.UsageError("--move-time: expected a --player")
    chosen = [variant for text in strategy for variant in with_first(made, make_strategy(text, made), first)]
    if time_limit is not None and not players and not any(isinstance(each, SearchedStrategy) for each in chosen):
        raise click.UsageError("--time-limit: expected a --player or a search, optimal(…) or feasible(…)")
    if memory is not None and not any(takes_memory(made, each) for each in chosen):
        raise click.UsageError("--memory: expected a search or a heuristic that runs compiled")
    if seeds is not None:
        _compare_draws(made, chosen, seeds, jobs or cores(), form, as_json)
        return
    # Players come first: they may be wrong, and strategies may take long.
    told = [_played(made, each, move_time, time_limit, jobs or cores()) for each in players]
    records = [_record(made, each, Options(jobs or cores(), time_limit, memory)) for each in chosen]
    ranked = [each for each, _ in told]
    if as_json:
        print_json({"game": made.spec, "strategies": records} | ({"players": ranked} if players else {}))
        return
    more = [SIZE.name] * any(SIZE.name in each for each in records)
    more += ["proven"] * any("proven" in each for each in records)
    after = [each for each in (_in_comparisons(made)[1],) if each is not None]
    if form == "text":
        after += [line for _, lines in told for line in ["", *lines]]
    before = f"{made.spec}: {counted(len(made.secrets), 'secret')}"
    print_table(comparison_table([*records, *ranked], [*more, "seconds"]), form, before, after)


def _played(
    game: Game, player: str, move_time: float | None, time_limit: float | None, jobs: int
) -> tuple[dict[str, Any], list[str]]:
    """The record of a player of one's own, and the lines about it."""
    from strategist.environment.league.playing_out import play_out
    from strategist.environment.league.program_player import MOVE_SECONDS, ProgramPlayer
    from strategist.environment.league.regrets import regrets_of
    from strategist.environment.league.told import player_lines, player_record

    begin = time.perf_counter()
    with ProgramPlayer(game, player, MOVE_SECONDS if move_time is None else move_time) as program:
        played = play_out(game, program.guess)
    seconds = time.perf_counter() - begin
    regrets = regrets_of(game, played, _REGRET_SECONDS if time_limit is None else time_limit, jobs)
    record = player_record(game, player, played, regrets, seconds)
    return record, list(player_lines(game, player, played, regrets))


def _in_comparisons(game: Game) -> tuple[bool, str | None]:
    """Whether trees are also compared by what is to be printed, as keys are; and what is said below a comparison."""
    from strategist.model.position import by_kind

    under_lies = "each secret counts once, at the most that it can need over all lies"
    return by_kind(game, one=(False, None), several=(True, None), lies=(False, under_lies))


def _is_open(told: dict[str, Any]) -> bool:
    """Whether a record is that of a search that has not proven its tree to be the best one, or has none."""
    return bool(told["stopped"]) or (told["lower_bound"] is not None and told["bound"] != "optimal")


def _record(game: Game, strategy: Strategy, options: Options) -> dict[str, Any]:
    """The figures of one strategy, and the seconds they took; it heeds those of the options that apply to it."""
    from strategist.choosing.blind import Blind
    from strategist.choosing.searched import SearchedStrategy
    from strategist.model.trees.figures import with_size
    from strategist.search.kernels.numba.stopwatch import Stopwatch
    from strategist.show.reports.report import baseline_record, proven_text, record, record_without_tree

    if isinstance(strategy, Blind):
        return baseline_record(strategy) | {"seconds": 0.0, "nodes": 0}
    if not isinstance(strategy, SearchedStrategy):
        options = replace(options, time_limit=None)
    if not takes_memory(game, strategy):
        options = replace(options, memory=None)
    watch = Stopwatch()
    try:
        compiled = compile_with_bar(game, strategy, options)
    except OutOfTimeError as error:
        if not isinstance(strategy, SearchedStrategy):
            raise
        click.echo(f"strategist: {error}", err=True)
        return record_without_tree(strategy) | {"seconds": watch.seconds}
    data = compiled.data
    sized, _ = _in_comparisons(game)
    told = record(data, with_size(data.claims, data.tree) if sized else None)
    if sized or _is_open(told):
        told["proven"] = proven_text(data)
    return told | {"seconds": compiled.seconds, "nodes": compiled.nodes}


def _compare_league(game: Game, strategies: tuple[str, ...], jobs: int, form: str, as_json: bool) -> None:
    """Print the league of a game."""
    from strategist.environment.league.standings import STRATEGIES, make_league
    from strategist.environment.league.told import league_record, league_table
    from strategist.show.texts.tabulated import print_table

    found = make_league(game, strategies or STRATEGIES, jobs)
    if as_json:
        print_json({"game": game.spec, "strategies": [], "league": league_record(found)})
        return
    print_table(league_table(found), form, f"{game.spec}: {counted(len(game.secrets), 'secret')}")


def _compare_draws(game: Game, strategies: list[Strategy], seeds: int, jobs: int, form: str, as_json: bool) -> None:
    """Print the figures of strategies under several seeds. The output depends neither on the jobs nor on the time."""
    from strategist.search.advice.seeds import seeds_from
    from strategist.show.reports.seed_figures import draws_lines, draws_record, draws_table
    from strategist.show.texts.tabulated import print_table

    for each in strategies:
        # All strategies are checked before the first one is drawn.
        seeds_from(each, seeds)
    drawn = [draw_with_bar(game, each, seeds, jobs) for each in strategies]
    if as_json:
        print_json({"game": game.spec, "strategies": [draws_record(each) for each in drawn]})
        return
    before = f"{game.spec}: {counted(len(game.secrets), 'secret')}, {counted(seeds, 'seed')}"
    bars = [line for draws in drawn for line in ["", *draws_lines(draws)]] if form == "text" else []
    print_table(draws_table(drawn), form, before, bars)
