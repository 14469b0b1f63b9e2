"""The command that does not trust any search: check."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import click

from strategist.commands.shared.basics import EXIT_NO, JSON, MOST_JOBS, print_json
from strategist.commands.shared.certificates import check_with_bar
from strategist.commands.shared.mixture_files import check_mixture
from strategist.commands.shared.name_arguments import CertifiedFile
from strategist.common.extras import require

if TYPE_CHECKING:
    from strategist.files.certificate import Certificate
    from strategist.files.mixtures.mixture import Mixture
    from strategist.files.strategy import StrategyData


@click.command()
@click.argument("file", nargs=-1, required=True, type=CertifiedFile())
@click.option("--explain", is_flag=True, help="Tell which positions or cores the certificate lists, with an example.")
@click.option(
    "-j", "--jobs", type=click.IntRange(1, MOST_JOBS), default=1, help="Processes of the check; by default one."
)
@click.option("--proven", is_flag=True, help="Let the program check that Coq has proven right, where it is built.")
@JSON
@click.pass_context
def check(
    context: click.Context,
    file: tuple[tuple[str, ...], ...],
    explain: bool,
    jobs: int,
    proven: bool,
    as_json: bool,
) -> None:
    """Check the certificate of a lower bound by the rules alone.

    Beside a strategy file, this says whether its tree is optimal.

    \b
    strategist check best.certificate
    strategist check best.msgpack best.certificate
    strategist check mastermind-4x6.optimal-total-depth-worst
    strategist check mastermind-4x4.optimal --explain
    strategist check value.msgpack value.certificate

    A name of the library stands for the strategy and its certificate.

    Where NumPy is not installed, a plain checker does it, which takes long for large certificates.

    Exit status 1 if the certificate does not hold, or is not enough for the tree.
    """
    from strategist.checking.mixtures.bounds_of_value import lower_bound
    from strategist.checking.pairing import moves_between
    from strategist.checking.verify import verify_strategy
    from strategist.commands.shared.by_proof import check_by_proof
    from strategist.files.boards_proof import holds_boards
    from strategist.files.mixtures.mixture import Mixture
    from strategist.show.certificates.optimality import optimality, optimality_record

    paths = tuple(chain.from_iterable(file))
    if proven:
        if explain or as_json or jobs > 1:
            raise click.UsageError("--proven prints one sentence: it goes with no other option")
        context.exit(check_by_proof(paths))
    if len(paths) == 1 and holds_boards(paths[0]):
        from strategist.commands.boards.board_commands import check_boards_file

        context.exit(check_boards_file(paths[0], as_json))
    if explain:
        require("numpy")
    certificate, data = _read(paths)
    if isinstance(data, Mixture):
        if explain:
            raise click.UsageError("--explain makes no sense with a mixture: name the certificate alone")
        # The work may take long, so files that do not belong together are refused first.
        lower_bound(data, certificate)
        context.exit(check_mixture(data, certificate, check_with_bar(certificate, jobs), as_json))
    if data is not None:
        # The work may take long, so files that do not belong together are refused first.
        moves_between(certificate, data)
    found = check_with_bar(certificate, jobs)
    verification = None if data is None else verify_strategy(data)
    good, sentence = optimality(certificate, found, data, verification)
    if as_json:
        from strategist.show.certificates.certified import explained_record

        told = explained_record(certificate) if explain else {}
        print_json(optimality_record(certificate, found, data, verification) | told)
    else:
        click.echo(sentence)
        for problem in [*found.problems, *(verification.problems if verification else ())]:
            click.echo(f"  {problem}")
        if explain:
            from strategist.show.certificates.certified import explained_lines

            for line in explained_lines(certificate):
                click.echo(line)
    context.exit(0 if good else EXIT_NO)


def _read(files: tuple[str, ...]) -> tuple[Certificate, StrategyData | Mixture | None]:
    """A certificate, and a strategy file or a mixture if there is one, in either order."""
    from strategist.files import certificate_file
    from strategist.files import strategy as strategyfile
    from strategist.files.envelope import BEGINNING, decode_named, read_named
    from strategist.files.mixtures import mixture

    if len(files) > 2:
        raise click.UsageError(f"expected one certificate, and at most one strategy file, got {len(files)} files")
    # Each file is read once, because a pipe cannot be read again.
    contents = [(path, read_named(path, BEGINNING)) for path in files]
    certificates = [(path, each) for path, each in contents if certificate_file.is_certificate(each)]
    others = [(path, each) for path, each in contents if not certificate_file.is_certificate(each)]
    if len(certificates) != 1 or len(others) > 1:
        raise click.UsageError(f"expected one certificate, and at most one strategy file, got {' '.join(files)}")
    data: StrategyData | Mixture | None = None
    if others:
        if mixture.is_mixture(others[0][1]):
            data = decode_named(*others[0], mixture.decode)
        else:
            data = decode_named(*others[0], strategyfile.decode)
    return decode_named(*certificates[0], certificate_file.decode), data
