"""Check certificates with a progress bar, and write none without saying whether it holds."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from strategist.commands.shared.work import progress_bar, share_bar
from strategist.common.errors import (
    MissingLibraryError,
    OutOfTimeError,
    ProofError,
    StrategyFileError,
    TooLargeError,
)
from strategist.common.extras import how_to_install, require
from strategist.common.quoting import quoted
from strategist.common.wording import counted

if TYPE_CHECKING:
    from strategist.checking.proof import Check
    from strategist.files.certificate import Certificate
    from strategist.search.state.options import Progress


def _share(context: click.Context, parameter: click.Parameter, text: str | None) -> float | None:
    """A share such as ``10%`` or ``0.1``, as a number."""
    if text is None:
        return None
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise click.BadParameter(f"expected a share such as 10% or 100%, got {quoted(text)}")
    return share


CERTIFY = click.option(
    "--certify",
    metavar="SHARE",
    callback=_share,
    help="Believe no worker: check the proof, or a share of its claims, such as 10%; see the tutorial on clusters.",
)
UNCHECKED = click.option("--unchecked", is_flag=True, help="Do not wait for the check of the certificate.")

_LONG = 10.0
"""The seconds of checking from which on they are told beforehand."""
_MANY = 1000
"""The entries from which on their number is told where the seconds are not known."""
_SECONDS = {1: 6e-9, 2: 14e-9, 7: 6e-9, 4: 8e-5, 5: 1.5e-5}
"""The seconds that each question at a position takes to check, by the version of the certificate. They were measured
where both are many: of totals and depths for five pegs of five colors, for four of eight, and for four of ten different
digits; of sizes for two pegs of eight and nine colors; of one lie for three pegs of four colors."""


class Written(NamedTuple):
    """What came of a certificate: what it lists, and why it does not hold. ``checked`` says whether anybody has looked;
    one that does not hold is removed."""

    path: str
    entries: int
    listed: str
    size: int
    checked: bool
    problems: Sequence[str] = ()

    @property
    def line(self) -> str:
        """The line about it for people."""
        told = "checked: the bound holds" if self.checked else "not checked"
        return f"{self.path}: {self.size} bytes, {counted(self.entries, self.listed)}, {told}"

    def record(self) -> dict[str, Any]:
        """What a JSON object tells of it."""
        if self.problems:
            return {"certificate_problems": list(self.problems)}
        return {
            "certificate": self.path,
            "entries": self.entries,
            "certificate_bytes": self.size,
            "certificate_checked": self.checked,
        }


def certify_with_bar(
    prove: Callable[[Progress | None], Certificate], bound: str, path: str, unchecked: bool
) -> Written | None:
    """Write the certificate of a lower bound, as ``prove`` gives it, with a progress bar, and check the file that was
    written, unless that is not wanted.

    Returns None if the time limit stopped the certificate, too. One that does not hold is removed, and one with a gap
    not written; standard error says so.
    """
    from strategist.files.certificate_file import write_certificate

    if not sys.stderr.isatty():
        click.echo(f"strategist: writing {path}, the certificate of the bound {bound} …", err=True)
    try:
        with share_bar("certificate") as bar:
            certificate = prove(bar)
    except OutOfTimeError as error:
        click.echo(f"strategist: {error}; without --time-limit, or with a longer one, {path} is written", err=True)
        return None
    except ProofError as error:
        _ask_for_a_report(f"{path} is not written: {error}")
        return Written(path, 0, "position", 0, False, [str(error)])
    size = write_certificate(path, certificate)
    written = Written(path, len(certificate), certificate.listed, size, False)
    return written if unchecked else _checked(written, certificate)


def _checked(written: Written, certificate: Certificate) -> Written:
    """The same certificate after its check, by what stands in its file where that is no pipe."""
    from strategist.files.certificate_file import read_certificate

    path = written.path
    _tell_the_wait(path, certificate)
    try:
        found = check_with_bar(read_certificate(path) if os.path.isfile(path) else certificate)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{path} is written, but not checked") from None
    except TooLargeError as error:
        click.echo(f"strategist: {path} is not checked: {error}", err=True)
        return written
    except StrategyFileError as error:
        problems = [str(error)]
    else:
        problems = found.problems
    if problems:
        if os.path.isfile(path):
            with suppress(FileNotFoundError):
                os.unlink(path)
        _ask_for_a_report(f"{path} does not hold, and is removed: {problems[0]}")
    return written._replace(checked=not problems, problems=problems)


def _ask_for_a_report(what: str) -> None:
    click.echo(f"strategist: {what.removesuffix(_REPORT)}{_REPORT}", err=True)


_REPORT = ": this is a bug, please report it"


def _tell_the_wait(path: str, certificate: Certificate) -> None:
    """Say before a check that it will take long, if it will."""
    count, rate = counted(len(certificate), certificate.listed), _SECONDS.get(certificate.version)
    told = count
    if rate is not None:
        seconds = rate * len(certificate) * certificate.game.question_count
        told = f"{count}, some {seconds:.0f} s" if seconds >= _LONG else ""
    elif len(certificate) < _MANY:
        told = ""
    if told:
        click.echo(f"strategist: checking {path}, {told} (--unchecked leaves that out) …", err=True)


def check_with_bar(certificate: Certificate, jobs: int = 1) -> Check:
    """The result of the fast checker, or of the plain one if NumPy is not installed."""
    try:
        require("numpy")
    except MissingLibraryError:
        from strategist.checking.check_plain import check_plainly
        from strategist.checking.proof import Check

        click.echo(
            f"strategist: checking {counted(len(certificate), certificate.listed)} in plain Python, which may take "
            f"fifty times as long; for the fast checker: {how_to_install('search')}",
            err=True,
        )
        return Check(certificate.bound, len(certificate), check_plainly(certificate))

    from strategist.checking.check import check_certificate

    def progress(items: Sequence[int]) -> Iterable[int]:
        bar: Iterable[int] = progress_bar(items, desc="check", delay=0)
        return bar

    return check_certificate(certificate, progress, jobs)
