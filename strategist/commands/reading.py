"""The commands that read a strategy file: verify, show; the latter shows games, too."""

from __future__ import annotations

import os
from pathlib import Path

import click

from strategist.commands.shared.basics import (
    EXIT_NO,
    FORM,
    GIVEN,
    JSON,
    begins_with,
    cores,
    is_mixture,
    jobs_option,
    make_deduction_game,
    mixture_at,
    no_solitaire,
    print_json,
    start_text,
    table_form,
)
from strategist.commands.shared.mixture_files import show_mixture, verify_mixture_file
from strategist.commands.shared.name_arguments import FILE_OR_GAME, STRATEGY_FILE, open_game
from strategist.commands.shared.shown_games import show_partition, show_positions
from strategist.commands.shared.work import progress_bar
from strategist.common.wording import counted


@click.command()
@click.argument("file", type=STRATEGY_FILE)
@click.option("--max-depth", type=click.IntRange(min=1), help="Ask whether this number of guesses is guaranteed.")
@jobs_option("a large tree's replay")
@FORM
@JSON
@click.pass_context
def verify(
    context: click.Context, file: str, max_depth: int | None, jobs: int | None, form: str, as_json: bool
) -> None:
    """Replay FILE against every secret by the rules alone.

    Where answers may be false, every secret is played with every way of
    lying. The exit status is 1 if it does not hold what it claims.

    \b
    strategist verify knuth.msgpack --max-depth 5
    strategist verify knuth.msgpack --format markdown
    """
    from strategist.checking.verify import verify_strategy
    from strategist.files.strategy import read_strategy

    form = table_form(form, as_json)
    if (mixture := mixture_at(file)) is not None:
        if form != "text":
            raise click.UsageError(f"--format {form}: expected one strategy, got a mixture of several")
        context.exit(verify_mixture_file(mixture, max_depth, as_json))
    data = read_strategy(file)

    total = data.claims.secrets if data.game.hides else None
    with progress_bar(total=total, desc="verify", unit=" secrets") as bar:
        result = verify_strategy(
            data, max_depth, jobs=jobs or cores(), progress=lambda played: bar.update(played - bar.n)
        )
    from strategist.show.reports.report import bound_line, headline, record, verdict
    from strategist.show.slots.who_stands import nothing_asked

    if as_json:
        print_json(record(data, result.claims) | verdict(result))
    elif form != "text":
        from strategist.show.reports.comparison_table import verified_table
        from strategist.show.texts.tabulated import print_table

        print_table(verified_table(data, result), form, data.game.spec, [bound_line(data), *result.problems])
    elif result.verified:
        click.echo(f"verified: {data.game.spec} {data.strategy}")
        click.echo(headline(data, result.claims))
        if result.claims.lost:
            # A secret may be lost by some answers, and found by others.
            some = result.claims.can_lose or result.games is not None
            click.echo(f"{'can be ' if some else ''}lost, for example: {', '.join(result.lost_examples)}")
        if max_depth is not None:
            kept = "every secret is found" if data.game.hides else "the goal is reached"
            click.echo(f"guaranteed: {kept} within {counted(max_depth, data.game.move_noun)}")
        click.echo(bound_line(data))
        if (why := nothing_asked(data)) is not None:
            click.echo(why)
        if result.games is not None:
            games = counted(result.games, "game")
            click.echo(f"played: {games}, each secret with each way of lying; lies that help nobody are played, too")
    else:
        click.echo(f"not verified: {data.game.spec} {data.strategy}")
        for problem in result.problems:
            click.echo(f"  {problem}")
    context.exit(0 if result.verified else EXIT_NO)


@click.command()
@click.argument("what", metavar="FILE|GAME", type=FILE_OR_GAME)
@click.argument("guess", nargs=-1)
@click.option("--levels", type=click.IntRange(min=0), help="Levels of the tree in FILE to show.  [2]")
@GIVEN
@JSON
def show(what: str, guess: tuple[str, ...], levels: int | None, given: str, as_json: bool) -> None:
    """Show what FILE holds, or how guesses divide the secrets of GAME.

    Of a strategy it shows the claims, the histogram and the first guesses, of a certificate what that claims.

    \b
    strategist show strategies/mastermind-4x6.minimax.msgpack --levels 2
    strategist show "mastermind(4,6,alphabet=letters)"
    strategist show bulls-and-cows 0123
    strategist show "mastermind(4,6)" 1314 2234 --given "1122:1b1w"
    strategist show pegswap-3x3

    Of a game it shows how many secrets each response to GUESS leaves; without a GUESS, to each essentially different
    one. A FILE with a GUESS stands for its game. Of a solitaire it shows the next move at every position that can be
    reached, and which of them are lost.
    """
    from strategist.files.shipped import find_file
    from strategist.model.solitaire import Solitaire

    asked = bool(guess or given)
    file = what if os.path.exists(what) else None
    if file is None or asked:
        made, data = (make_deduction_game(what), None) if is_mixture(what) else open_game(what)
        file = None if data is None else os.fspath(find_file(what))
    if file is not None and not asked:
        _show_file(file, 2 if levels is None else levels, as_json)
    elif levels is not None:
        raise click.UsageError("--levels: expected a FILE without a guess and without --given")
    elif isinstance(made, Solitaire) and not asked:
        show_positions(made, as_json)
    else:
        show_partition(no_solitaire(made), guess, given, as_json)


def _show_file(file: str, levels: int, as_json: bool) -> None:
    """Print what a file holds."""
    from strategist.files.envelope import CERTIFICATE_BEGINS, writer
    from strategist.files.strategy import read_strategy
    from strategist.show.reports.line_count_report import line_counts
    from strategist.show.reports.report import record, told_lines
    from strategist.show.reports.tree_levels import tree_view
    from strategist.show.texts.kind_words import wording_of
    from strategist.show.texts.printing import console, print_lines

    if begins_with(file, CERTIFICATE_BEGINS):
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
    head, *others = told_lines(data, lines)
    print_lines(f"{data.game.spec} {data.strategy}" + start_text(data), f"claims {head}", *others)
    if (wording := wording_of(data.game)).rule:
        print_lines(f"{wording.rule}; {wording.legend}")
    if levels:
        console().print(tree_view(data, levels))
    print_lines(
        f"{file}: {provenance['bytes']} bytes, {counted(len(data.tree), 'node')}, format {data.version}, "
        f"rules {data.game.rules_version}, written by {writer(data.generator)}",
    )


def _show_certificate(file: str, as_json: bool) -> None:
    from strategist.files.certificate_file import read_certificate
    from strategist.show.certificates.certified import certificate_lines, certificate_record
    from strategist.show.texts.printing import print_lines

    certificate, size = read_certificate(file), Path(file).stat().st_size
    if as_json:
        print_json(certificate_record(certificate) | {"bytes": size, "file": file})
        return
    print_lines(*certificate_lines(certificate, file, size))
