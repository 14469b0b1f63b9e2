"""The command that believes no search: check."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

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
    from strategist.report import optimality, optimality_record
    from strategist.verify import verify_strategy

    def progress(items: Sequence[int]) -> Iterable[int]:
        bar: Iterable[int] = tqdm(items, desc="check", disable=None, leave=False)
        return bar

    certificate, data = _read(file)
    if data is not None:
        _compare(certificate, data)
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
    from strategist import certificate, strategyfile
    from strategist.envelope import BEGINNING, decode_named, read_named

    if len(files) > 2:
        raise click.UsageError(f"expected one certificate, and at most one strategy file, got {len(files)} files")
    # Each is read once: a pipe has nothing to say to whoever comes again.
    contents = [(path, read_named(path, BEGINNING)) for path in files]
    certificates = [(path, each) for path, each in contents if certificate.is_certificate(each)]
    others = [(path, each) for path, each in contents if not certificate.is_certificate(each)]
    if len(certificates) != 1 or len(others) > 1:
        raise click.UsageError(f"expected one certificate, and at most one strategy file, got {' '.join(files)}")
    data = decode_named(*others[0], strategyfile.decode) if others else None
    return decode_named(*certificates[0], certificate.decode), data


def _compare(certificate: Certificate, data: StrategyData) -> None:
    """Refuse files that speak of different things."""
    pairs: list[tuple[str, Any, Any]] = [
        ("game", certificate.game.spec, data.game.spec),
        ("codes", certificate.game.digest().hex()[:16], data.game.digest().hex()[:16]),
        ("start", certificate.game.format_history(certificate.start), data.game.format_history(data.start)),
    ]
    for what, one, other in pairs:
        if one != other:
            raise StrategistError(f"the files differ in {what}: the certificate has {one!r}, the strategy {other!r}")
