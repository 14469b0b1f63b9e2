"""The command that believes no search: check."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from strategist.commands.shared import EXIT_NO, JSON, print_json
from strategist.errors import StrategistError

if TYPE_CHECKING:
    from strategist.certificate import Certificate
    from strategist.strategyfile import StrategyData


@click.command()
@click.argument("file", nargs=-1, required=True, type=click.Path())
@JSON
@click.pass_context
def check(context: click.Context, file: tuple[str, ...], as_json: bool) -> None:
    """Check a certificate, by the rules of the game alone; beside a strategy file, whether its tree is optimal.

    \b
    strategist check best.certificate
    strategist check best.msgpack best.certificate

    Exit status 1 if the certificate does not hold, or is not enough for the tree.
    """
    from tqdm import tqdm

    from strategist.check import check_certificate
    from strategist.pairing import refuse_unlike
    from strategist.report import optimality, optimality_record
    from strategist.verify import verify_strategy

    def progress(items: Sequence[int]) -> Iterable[int]:
        bar: Iterable[int] = tqdm(items, desc="check", disable=None, leave=False)
        return bar

    certificate, data = _read(file)
    if data is not None:
        # The work may take long: what does not belong together is refused before.
        refuse_unlike(certificate, data)
    found = check_certificate(certificate, progress)
    verification = None if data is None else verify_strategy(data)
    proven, sentence = optimality(certificate, found, data, verification)
    if as_json:
        print_json(optimality_record(certificate, found, data, verification))
    else:
        click.echo(sentence)
        for problem in [*found.problems, *(verification.problems if verification else ())]:
            click.echo(f"  {problem}")
    context.exit(0 if proven else EXIT_NO)


def _read(files: tuple[str, ...]) -> tuple[Certificate, StrategyData | None]:
    """A certificate, and a strategy file if there is one, in either order."""
    from strategist.certificate import is_certificate, read_certificate
    from strategist.strategyfile import read_strategy

    certificates = [path for path in files if is_certificate(_beginning(path))]
    others = [path for path in files if path not in certificates]
    if len(certificates) != 1 or len(others) > 1:
        raise click.UsageError(f"expected one certificate, and at most one strategy file, got {' '.join(files)}")
    data = read_strategy(others[0]) if others else None
    return read_certificate(certificates[0]), data


def _beginning(path: str) -> bytes:
    try:
        with Path(path).open("rb") as stream:
            return stream.read(32)
    except OSError as error:
        raise StrategistError(f"{path}: cannot read: {error.strerror or error}") from None
