"""The command that works beforehand: prepare. It compiles kernels, or writes down what positions cost."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from strategist.commands.shared.basics import JSON, make_deduction_game, print_json
from strategist.commands.shared.name_arguments import GAME_OR_KIND
from strategist.commands.shared.outputs import check_outputs
from strategist.commands.shared.work import progress_bar
from strategist.common.errors import SpecError
from strategist.common.memory_sizes import format_size
from strategist.common.quoting import did_you_mean, quoted
from strategist.common.wording import counted

VALUES = {"openings": 64, "positions": 30_000, "whole": False, "hits": 200}
"""The options of ``--values``, and what they are without being given."""


@click.command()
@click.argument("what", metavar="[GAME|KIND]...", nargs=-1, type=GAME_OR_KIND)
@click.option("--values", is_flag=True, help="Write down what the positions of GAME cost; see below.")
@click.option("-o", "--output", type=click.Path(), help="The file of --values; by default named after the game.")
@click.option("--openings", type=click.IntRange(min=1), help="The most first guesses of --values.  [64]")
@click.option("--positions", type=click.IntRange(min=1), help="The most positions of --values.  [30000]")
@click.option("--whole", is_flag=True, default=None, help="Solve the first position exactly, however large.")
@click.option("--hits", type=click.IntRange(min=0), help="Games to count hits of --values in.  [200]")
@JSON
def prepare(what: tuple[str, ...], values: bool, output: str | None, as_json: bool, **more: int | None) -> None:
    """Do beforehand what games and searches need.

    What a search needs comes with the package on Linux and x86-64. Elsewhere it is compiled when it is first needed,
    which takes seconds. This compiles all of it, or what some games need, kinds of games (codes, words, hard, tables,
    grand), or of work (heuristics, optimal, certificates, advice).

    \b
    strategist prepare
    strategist prepare "mastermind(4,6)"
    strategist prepare words hard advice
    strategist prepare "mastermind(4,6)" --values -o values.cache
    strategist review "mastermind(4,6)" --given "1122:1b0w 1345:1b2w" --cache values.cache

    With --values it writes a file instead, with the positions that sensible play reaches, each with the guesses that
    the best tree takes from there on, or bounds. Reviews, scores, rewards and the server look them up, and any number
    of processes share the file. Then three players, one that guesses anything, one that guesses any candidate, and one
    that makes a best guess, play some games, and it says how many of their moves were looked up, of those with more
    than two candidates.
    """
    given = {name: value for name, value in more.items() if value is not None}
    if values:
        if len(what) != 1:
            raise click.UsageError(f"expected one GAME, got {len(what)}")
        told = VALUES | given
        whole = bool(told["whole"])
        write_values(what[0], output, told["openings"], told["positions"], whole, told["hits"], as_json)
        return
    for name in ["output"] * (output is not None) + list(given):
        raise click.UsageError(f"--{name} needs --values")
    warm_up(what, as_json)


def warm_up(what: tuple[str, ...], as_json: bool) -> None:
    """Compile what some games, kinds of games or kinds of work need; all of it if none is named."""
    from strategist.search.advice.warmup import kept, steps
    from strategist.search.kernels.numba.jit import CACHE
    from strategist.search.kernels.numba.stopwatch import seconds_of_compiling
    from strategist.search.kernels.numba.switch import RELEASE

    todo = list(steps(tuple(map(_kind, what))))
    before, begin = kept()[0], seconds_of_compiling()
    with progress_bar(todo, desc="prepare", unit=" steps", delay=0, dynamic_ncols=True) as bar:
        for step in bar:
            bar.set_postfix_str(step.name)
            step.run()
    seconds, (files, size) = seconds_of_compiling() - begin, kept()
    if as_json:
        folder = None if CACHE.folder is None else str(CACHE.folder)
        print_json({"compiled": files - before, "seconds": seconds, "kept": files, "bytes": size, "folder": folder})
        return
    if not RELEASE:
        click.echo("nothing to compile: the pack has all of it")
        return
    if CACHE.folder is None:
        click.echo(f"kernels were compiled in {seconds:.1f} s, but cannot be kept: no cache folder can be written")
        return
    made = counted(files - before, "kernel")
    click.echo(f"{made} compiled in {seconds:.1f} s" if files > before else "nothing to compile")
    click.echo(f"{CACHE.folder}: {counted(files, 'kernel')}, {format_size(size)}")


def _kind(text: str) -> str:
    """A kind of games or of work, or the kind of a game."""
    from strategist.games.catalog import names_of_games
    from strategist.model.spec import parse
    from strategist.search.advice.warmup import GAMES, WORK, kind_of

    kinds, games = (*GAMES, *WORK), names_of_games()
    if text in kinds:
        return text
    if os.path.isfile(text) or (name := parse(text, games).name) in games:
        return kind_of(make_deduction_game(text))
    meant = did_you_mean(name, [*kinds, *games])
    raise SpecError(f"expected a game, or kinds of {', '.join(kinds)}, got {quoted(text)}{meant}")


def write_values(
    game: str, output: str | None, openings: int, positions: int, whole: bool, hits: int, as_json: bool
) -> None:
    """Write down what the positions of a game cost."""
    from strategist.files.values.value_file import ValueFile, write_cache
    from strategist.search.advice.cached.building import build_values
    from strategist.search.advice.cached.hits import hit_rates
    from strategist.search.kernels.numba.stopwatch import Stopwatch
    from strategist.show.reports.cache_report import cache_lines, cache_record
    from strategist.show.texts.printing import print_lines

    made = make_deduction_game(game)
    path = output or f"{made.slug}.cache"
    check_outputs(path)
    watch = Stopwatch()
    with _bar(positions) as tell:
        built = build_values(made, openings, positions, whole, tell)
    size = write_cache(path, built.encode())
    seconds = watch.seconds
    rates = hit_rates(ValueFile(path, made), hits)
    record = cache_record(built, path, size, seconds, rates)
    if as_json:
        print_json(record)
        return
    print_lines(*cache_lines(record))


@contextmanager
def _bar(positions: int) -> Iterator[Callable[[int], object]]:
    """Show how many positions there are."""
    with progress_bar(total=positions, unit=" positions", delay=0.5) as bar:
        yield lambda count: bar.update(count - bar.n)
