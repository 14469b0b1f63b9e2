"""The command that finds the value of a game: value."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from strategist.commands.shared.basics import (
    EXIT_NO,
    JOBS,
    JSON,
    MEMORY,
    cores,
    make_deduction_game,
    print_json,
    seconds_option,
)
from strategist.commands.shared.certificates import UNCHECKED, certify_with_bar
from strategist.commands.shared.name_arguments import GAME
from strategist.commands.shared.work import refuse_same, refuse_unwritable
from strategist.common.numbers import shown
from strategist.common.wording import counted

if TYPE_CHECKING:
    from strategist.search.compile.value.value import Told

VALUE_TIME_LIMIT = seconds_option("Seconds after which the searches end, with bounds of the value; inf for never.")


@click.command()
@click.argument("game", type=GAME)
@click.option("-o", "--output", type=click.Path(), help="The file to write; by default named after the game.")
@JOBS
@VALUE_TIME_LIMIT
@MEMORY
@click.option("--certificate", type=click.Path(), metavar="FILE", help="Write down why no value is lower; see check.")
@UNCHECKED
@JSON
@click.pass_context
def value(
    context: click.Context,
    game: str,
    output: str | None,
    jobs: int | None,
    time_limit: float | None,
    memory: int | None,
    certificate: str | None,
    unchecked: bool,
    as_json: bool,
) -> None:
    """Find the value of GAME, against the worst mixture of codes.

    The value is the fewest guesses on average against that mixture. A codemaker who knows how you play does not hide
    all codes equally often. The file holds the best mixture of trees against that, and the codemaker's best chances.

    \b
    strategist value "mastermind(4,6)" -o value.msgpack --certificate value.certificate
    strategist verify value.msgpack
    strategist check value.msgpack value.certificate
    strategist play value.msgpack --seed 7
    strategist play value.msgpack --mode guess
    strategist advise value.msgpack --given "1122:1b1w"

    Ctrl-C or --time-limit stop it with bounds of the value.
    """
    from strategist.common.interrupts import deferred
    from strategist.files.mixtures.mixture import write_mixture
    from strategist.search.compile.value.value import find_value
    from strategist.search.state.options import Options
    from strategist.show.mixtures.value_report import mixture_lines, mixture_record, value_sentence
    from strategist.show.report import print_line

    made = make_deduction_game(game)
    path = output or f"{made.slug}.value.msgpack"
    refuse_unwritable(path)
    refuse_same(output=path, certificate=certificate)
    if certificate is not None:
        refuse_unwritable(certificate)
    elif unchecked:
        raise click.UsageError("--unchecked needs --certificate")
    options = Options(jobs or cores(), time_limit, memory, certificate=certificate is not None)
    with _told() as told:
        found = find_value(made, options, told)
    mixture = found.mixture
    with deferred():
        size = write_mixture(path, mixture)
    extra = {"rounds": found.rounds, "seconds": found.seconds, "bytes": size, "file": path}
    if not as_json:
        print_line(value_sentence(made, mixture.lower, mixture.upper))
        if len(mixture.hidden) == 1:
            print_line("all codes are of one class, so that this is the least average")
        for line in mixture_lines(mixture):
            print_line(line)
        print_line(f"{path}: {size} bytes, {counted(found.rounds, 'round')} in {found.seconds:.3f} s")
    written = None
    if certificate is not None:
        written = certify_with_bar(found.prove, shown(mixture.lower), certificate, unchecked)
    if as_json:
        print_json(mixture_record(mixture) | extra | (written.record() if written else {}))
    elif written and not written.problems:
        print_line(written.line)
    context.exit(EXIT_NO if written and written.problems else 0)


@contextmanager
def _told() -> Iterator[Told | None]:
    """What shows both bounds while the searches go on: a line on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return

    def show(rounds: int, lower: Fraction, upper: Fraction) -> None:
        bounds = f"value between {float(lower):.6f} and {float(upper):.6f}"
        click.echo(f"\r{counted(rounds, 'round')}: {bounds}", nl=False, err=True)

    yield show
    click.echo("\r" + " " * 72 + "\r", nl=False, err=True)
