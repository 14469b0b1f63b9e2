"""What the commands that read files do with that of a mixture: verify, check, show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from strategist.commands.shared.basics import EXIT_NO, print_json
from strategist.commands.shared.work import progress_bar
from strategist.common.wording import counted

if TYPE_CHECKING:
    from strategist.checking.proof import Check
    from strategist.files.certificate import Certificate
    from strategist.files.mixtures.mixture import Mixture


def verify_mixture_file(mixture: Mixture, max_depth: int | None, as_json: bool) -> int:
    """Replay the trees of a mixture and tell what it costs; returns the exit status."""
    from strategist.checking.mixtures.bounds_of_value import verify_mixture
    from strategist.show.reports.value_report import mixed_sentence, mixture_lines, value_sentence, verified_record

    with progress_bar(total=len(mixture.trees), desc="verify", unit=" trees") as bar:
        found = verify_mixture(mixture, max_depth, lambda played: bar.update(played - bar.n))
    if as_json:
        print_json(verified_record(mixture, found))
    elif found.verified:
        click.echo(f"verified: {mixed_sentence(mixture)}")
        if max_depth is not None:
            within = counted(max_depth, mixture.game.move_noun)
            click.echo(f"guaranteed: every secret is found within {within}, whichever tree is drawn")
        claimed = value_sentence(mixture.game, mixture.lower, mixture.upper)
        click.echo(f"claimed: {claimed} (verifying does not check the lower bound)")
        for line in mixture_lines(mixture, found.costs):
            click.echo(line)
    else:
        click.echo(f"not verified: a mixture for {mixture.game.spec}")
        for problem in found.problems:
            click.echo(f"  {problem}")
    return 0 if found.verified else EXIT_NO


def check_mixture(mixture: Mixture, certificate: Certificate, check: Check, as_json: bool) -> int:
    """Tell what a checked certificate and the trees of a mixture show of the value; returns the exit status."""
    from strategist.checking.mixtures.bounds_of_value import lower_bound, verify_mixture
    from strategist.show.reports.value_report import check_record, value_proven

    lower = lower_bound(mixture, certificate)
    found = verify_mixture(mixture)
    proven, sentence = value_proven(mixture, found, check, lower)
    if as_json:
        print_json(check_record(mixture, found, check, lower))
    else:
        click.echo(sentence)
        for problem in [*check.problems, *found.problems]:
            click.echo(f"  {problem}")
    return 0 if proven else EXIT_NO


def show_mixture(mixture: Mixture, file: str, as_json: bool) -> None:
    """Tell what the file of a mixture claims."""
    from strategist.show.reports.value_report import mixture_lines, mixture_record, provenance_line, value_sentence
    from strategist.show.texts.printing import print_lines

    size = Path(file).stat().st_size
    if as_json:
        print_json(mixture_record(mixture) | {"bytes": size, "file": file})
        return
    claimed = f"claimed: {value_sentence(mixture.game, mixture.lower, mixture.upper)}"
    print_lines(claimed, *mixture_lines(mixture), provenance_line(mixture, file, size))
