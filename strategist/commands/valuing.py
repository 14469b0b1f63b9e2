"""What ``compile GAME value`` does: it finds the value of a game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from strategist.commands.shared.basics import cores, make_deduction_game, print_json
from strategist.commands.shared.certificates import certify_with_bar
from strategist.commands.shared.outputs import check_outputs
from strategist.common.numbers import shown
from strategist.common.wording import counted

if TYPE_CHECKING:
    from strategist.search.compile.value.value import TellValue


def compile_value(
    game: str,
    output: str | None,
    jobs: int | None,
    time_limit: float | None,
    memory: int | None,
    certificate: str | None,
    unchecked: bool,
    as_json: bool,
) -> bool:
    """Find the value of a game and write the mixture that proves it. Returns whether a certificate that is wanted
    holds."""
    from strategist.common.interrupts import deferred
    from strategist.files.mixtures.mixture import write_mixture
    from strategist.search.compile.value.value import find_value
    from strategist.search.state.options import Options
    from strategist.show.reports.value_report import mixture_lines, mixture_record, value_sentence
    from strategist.show.texts.printing import print_lines

    made = make_deduction_game(game)
    path = output or f"{made.slug}.value.msgpack"
    check_outputs(path, certificate=certificate)
    if certificate is None and unchecked:
        raise click.UsageError("--unchecked needs --certificate")
    options = Options(jobs or cores(), time_limit, memory, certificate=certificate is not None)
    with _told() as told:
        found = find_value(made, options, told)
    mixture = found.mixture
    with deferred():
        size = write_mixture(path, mixture)
    extra = {"rounds": found.rounds, "seconds": found.seconds, "bytes": size, "file": path}
    if not as_json:
        print_lines(value_sentence(made, mixture.lower, mixture.upper))
        if len(mixture.hidden) == 1:
            print_lines("all codes are of one class, so that this is the least average")
        print_lines(*mixture_lines(mixture))
        print_lines(f"{path}: {size} bytes, {counted(found.rounds, 'round')} in {found.seconds:.3f} s")
    written = None
    if certificate is not None:
        written = certify_with_bar(found.prove, shown(mixture.lower), certificate, unchecked)
    if as_json:
        print_json(mixture_record(mixture) | extra | (written.record() if written else {}))
    elif written and not written.problems:
        print_lines(written.line)
    return written is None or not written.problems


@contextmanager
def _told() -> Iterator[TellValue | None]:
    """What shows both bounds while the searches go on: a line on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return

    def show(rounds: int, lower: Fraction, upper: Fraction) -> None:
        bounds = f"value between {float(lower):.6f} and {float(upper):.6f}"
        click.echo(f"\r{counted(rounds, 'round')}: {bounds}", nl=False, err=True)

    yield show
    click.echo("\r" + " " * 72 + "\r", nl=False, err=True)
