"""The commands that read a strategy file: verify, show."""

from __future__ import annotations

from pathlib import Path

import click

from strategist.commands.shared.basics import EXIT_NO, JSON, cores, jobs_option, mixture_at, print_json, start_text
from strategist.commands.shared.mixture_files import show_mixture, verify_mixture_file
from strategist.commands.shared.name_arguments import STRATEGY_FILE
from strategist.commands.shared.progress_bars import progress_bar
from strategist.common.wording import counted


@click.command()
@click.argument("file", type=STRATEGY_FILE)
@click.option("--max-depth", type=click.IntRange(min=1), help="Ask whether this number of guesses is guaranteed.")
@jobs_option("a large tree's replay")
@JSON
@click.pass_context
def verify(context: click.Context, file: str, max_depth: int | None, jobs: int | None, as_json: bool) -> None:
    """Replay FILE against every secret by the rules alone.

    Where answers may be false, every secret is played with every way of
    lying. The exit status is 1 if it does not hold what it claims.

    \b
    strategist verify knuth.msgpack --max-depth 5
    """
    from strategist.checking.verify import verify_strategy
    from strategist.files.strategy import read_strategy
    from strategist.model.game import Game

    if (mixture := mixture_at(file)) is not None:
        context.exit(verify_mixture_file(mixture, max_depth, as_json))
    data = read_strategy(file)

    total = data.claims.secrets if data.game.hides else None
    with progress_bar(total=total, desc="verify", unit=" secrets") as bar:
        result = verify_strategy(
            data, max_depth, jobs=jobs or cores(), progress=lambda played: bar.update(played - bar.n)
        )
    from strategist.show.report import bound_line, headline, record, verdict

    if as_json:
        print_json(record(data, result.claims) | verdict(result))
    elif result.verified:
        click.echo(f"verified: {data.game.spec} {data.strategy}")
        click.echo(headline(data, result.claims))
        if result.claims.lost:
            some = isinstance(data.game, Game) and (data.game.several or data.game.doubtful)
            click.echo(f"{'can be ' if some else ''}lost, for example: {', '.join(result.lost_examples)}")
        if max_depth is not None:
            kept = "every secret is found" if data.game.hides else "the goal is reached"
            click.echo(f"guaranteed: {kept} within {counted(max_depth, data.game.move_noun)}")
        click.echo(bound_line(data))
        if result.games is not None:
            games = counted(result.games, "game")
            click.echo(f"played: {games}, each secret with each way of lying; lies that help nobody are played, too")
    else:
        click.echo(f"not verified: {data.game.spec} {data.strategy}")
        for problem in result.problems:
            click.echo(f"  {problem}")
    context.exit(0 if result.verified else EXIT_NO)


@click.command()
@click.argument("file", type=STRATEGY_FILE)
@click.option("--levels", type=click.IntRange(min=0), default=2, show_default=True, help="Levels of the tree to show.")
@JSON
def show(file: str, levels: int, as_json: bool) -> None:
    """Show what FILE holds: claims, histogram, the first guesses.

    FILE may be a certificate, too: then it shows what that claims.

    \b
    strategist show strategies/mastermind-4x6.minimax.msgpack --levels 2
    """
    from strategist.files.envelope import writer
    from strategist.files.strategy import read_strategy
    from strategist.model.game import Game
    from strategist.show.lies.left_at_slots import legend_of, rule_of_lies
    from strategist.show.line_count_report import line_counts
    from strategist.show.report import at_once_lines, bars, bound_line, console, headline, record, tree_view
    from strategist.show.weighed import rounding_lines

    if _is_certificate(file):
        _show_certificate(file, as_json)
        return
    if (mixture := mixture_at(file)) is not None:
        show_mixture(mixture, file, as_json)
        return
    data = read_strategy(file)
    provenance = {
        "start": data.game.format_history(data.start),
        "generator": writer(data.generator),
        "format": data.version,
        "rules": data.game.rules_version,
        "nodes": len(data.tree),
        "bytes": Path(file).stat().st_size,
        "file": file,
    }
    lines, counts = line_counts(data.game)
    if as_json:
        print_json(record(data) | counts | provenance)
        return
    out = console()
    out.print(f"{data.game.spec} {data.strategy}" + start_text(data), markup=False)
    out.print(f"claims {headline(data)}")
    out.print(bound_line(data), markup=False)
    for line in at_once_lines(data):
        out.print(line, markup=False)
    for line in rounding_lines(data.game):
        out.print(line, markup=False)
    for line in [*lines, *bars(data)]:
        out.print(line)
    if isinstance(data.game, Game) and data.game.doubtful:
        out.print(f"{rule_of_lies(data.game)}; {legend_of(data.game)}", markup=False)
    if levels:
        out.print(tree_view(data, levels))
    out.print(
        f"{file}: {provenance['bytes']} bytes, {counted(len(data.tree), 'node')}, format {data.version}, "
        f"rules {data.game.rules_version}, written by {writer(data.generator)}",
        markup=False,
    )


def _is_certificate(file: str) -> bool:
    from strategist.files.envelope import CERTIFICATE_BEGINS

    # A pipe cannot be read twice, and reading an invalid file as a strategy reports what is wrong.
    if not Path(file).is_file():
        return False
    try:
        with open(file, "rb") as opened:
            return opened.read(len(CERTIFICATE_BEGINS)) == CERTIFICATE_BEGINS
    except OSError:
        return False


def _show_certificate(file: str, as_json: bool) -> None:
    from strategist.files.certificate import read_certificate
    from strategist.show.certificates.certified import certificate_lines, certificate_record
    from strategist.show.report import console

    certificate, size = read_certificate(file), Path(file).stat().st_size
    if as_json:
        print_json(certificate_record(certificate) | {"bytes": size, "file": file})
        return
    for line in certificate_lines(certificate, file, size):
        console().print(line, markup=False)
