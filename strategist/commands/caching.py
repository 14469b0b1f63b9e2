"""The command that writes down what positions cost: cache."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from strategist.commands.shared.basics import JSON, make_deduction_game, print_json
from strategist.commands.shared.name_arguments import GAME
from strategist.commands.shared.progress_bars import progress_bar
from strategist.commands.shared.work import refuse_unwritable


@click.command()
@click.argument("game", type=GAME)
@click.option("-o", "--output", type=click.Path(), help="The file to write; by default named after the game.")
@click.option("--openings", type=click.IntRange(min=1), default=64, show_default=True, help="The most first guesses.")
@click.option("--positions", type=click.IntRange(min=1), default=30_000, show_default=True, help="The most positions.")
@click.option("--whole", is_flag=True, help="Solve the first position exactly, however large.")
@click.option("--hits", type=click.IntRange(min=0), default=200, show_default=True, help="Games to count hits in.")
@JSON
def cache(game: str, output: str | None, openings: int, positions: int, whole: bool, hits: int, as_json: bool) -> None:
    """Write down what the positions of GAME cost.

    The file holds the positions that sensible play reaches, each with the guesses that the best tree takes from there
    on, or bounds. Reviews, scores, rewards and the server look them up, and any number of processes share the file.

    \b
    strategist cache "mastermind(4,6)" -o values.cache
    strategist review "mastermind(4,6)" --given "1122:1b0w 1345:1b2w" --cache values.cache

    Then three players, one that guesses anything, one that guesses any candidate, and one that makes a best guess, play
    some games, and it says how many of their moves were looked up, of those with more than two candidates.
    """
    from strategist.files.values.value_file import ValueFile, write_cache
    from strategist.search.advice.cached.building import build_values
    from strategist.search.advice.cached.hits import hit_rates
    from strategist.show.cache_report import cache_lines, cache_record
    from strategist.show.report import print_line

    made = make_deduction_game(game)
    path = output or f"{made.slug}.cache"
    refuse_unwritable(path)
    begin = time.perf_counter()
    with _bar(positions) as tell:
        built = build_values(made, openings, positions, whole, tell)
    size = write_cache(path, built.encode())
    seconds = time.perf_counter() - begin
    rates = hit_rates(ValueFile(path, made), hits)
    record = cache_record(built, path, size, seconds, rates)
    if as_json:
        print_json(record)
        return
    for line in cache_lines(record):
        print_line(line)


@contextmanager
def _bar(positions: int) -> Iterator[Callable[[int], object]]:
    """Show how many positions there are."""
    with progress_bar(total=positions, unit=" positions", delay=0.5) as bar:
        yield lambda count: bar.update(count - bar.n)
