"""The command that compiles the kernels beforehand: warmup."""

from __future__ import annotations

import click

from strategist.commands.shared.basics import JSON, print_json
from strategist.commands.shared.progress_bars import progress_bar
from strategist.common.memory_sizes import format_size
from strategist.common.wording import counted


@click.command()
@click.argument("kinds", metavar="[KIND]...", nargs=-1)
@JSON
def warmup(kinds: tuple[str, ...], as_json: bool) -> None:
    """Compile beforehand what games and searches need.

    Without it, each is compiled when it is first needed, which takes seconds. KIND is a kind of games (codes, words,
    hard, tables, grand), or of work (heuristics, optimal, certificates, advice).

    \b
    strategist warmup
    strategist warmup codes
    strategist warmup words hard advice
    """
    from strategist.search.advice.warmup import kept, steps
    from strategist.search.kernels.numba.jit import CACHE_FOLDER
    from strategist.search.kernels.numba.stopwatch import seconds_of_compiling

    todo = list(steps(kinds))
    before, begin = kept()[0], seconds_of_compiling()
    with progress_bar(todo, desc="warmup", unit=" steps", delay=0, dynamic_ncols=True) as bar:
        for step in bar:
            bar.set_postfix_str(step.name)
            step.run()
    seconds, (files, size) = seconds_of_compiling() - begin, kept()
    if as_json:
        folder = None if CACHE_FOLDER is None else str(CACHE_FOLDER)
        print_json({"compiled": files - before, "seconds": seconds, "kept": files, "bytes": size, "folder": folder})
        return
    if CACHE_FOLDER is None:
        click.echo(f"kernels were compiled in {seconds:.1f} s, but cannot be kept: no cache folder can be written")
        return
    made = counted(files - before, "kernel")
    click.echo(f"{made} compiled in {seconds:.1f} s" if files > before else "nothing to compile")
    click.echo(f"{CACHE_FOLDER}: {counted(files, 'kernel')}, {format_size(size)}")
