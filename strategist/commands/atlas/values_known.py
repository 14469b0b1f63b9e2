"""The command ``atlas`` and those below it: compare, show, verify, submit, merge."""

from __future__ import annotations

from pathlib import Path

import click

from strategist.commands.atlas.sending import LISTS, merge, submit, verify_sent
from strategist.commands.shared.basics import (
    EXIT_NO,
    FORM,
    JOBS,
    JSON,
    MEMORY,
    cores,
    print_json,
    seconds_option,
    table_form,
)
from strategist.commands.shared.name_arguments import GAME
from strategist.files.atlas.entry import STATUSES
from strategist.model.objective import TOTAL


@click.group(invoke_without_command=True)
@click.option("--game", metavar="TEXT", help="Only games whose string holds this: mastermind, feedback=black.")
@click.option("--pegs", type=int, metavar="N", help="Only codes of this length.")
@click.option("--colors", "--symbols", type=int, metavar="N", help="Only codes of so many colors or symbols.")
@click.option("--objective", metavar="TEXT", help="Only these objectives, such as total,depth.")
@click.option("--status", type=click.Choice(STATUSES), help="Only records of this status; open: what is still to do.")
@click.option("--is", "value", metavar="N", help="Only records that have this value: is it new?")
@FORM
@JSON
@click.pass_context
def atlas(
    context: click.Context,
    game: str | None,
    pegs: int | None,
    colors: int | None,
    objective: str | None,
    status: str | None,
    value: str | None,
    form: str,
    as_json: bool,
) -> None:
    """List what is proven of games, from the register that ships.

    \b
    strategist atlas --game mastermind --objective total --pegs 4
    strategist atlas --is 34444
    strategist atlas --status open
    strategist atlas --game mastermind --pegs 4 --format latex
    strategist atlas compare "bulls-and-cows(5,8)" 34444
    strategist atlas show mastermind-4x6.optimal-total
    strategist atlas verify mastermind-4x6.optimal-total

    A value is proven when a search has run to its end. Of a record that is bounded, the value of the best tree and a
    proven bound are known.
    """
    if context.invoked_subcommand is not None:
        if (game, pegs, colors, objective, status, value) != (None,) * 6 or as_json or form != "text":
            raise click.UsageError(f"options of the list make no sense before {context.invoked_subcommand}")
        return
    from strategist.commands.atlas.listed_records import Wanted, atlas_table, entries
    from strategist.files.atlas.register import register
    from strategist.files.atlas.values import canonical_objectives, read_value
    from strategist.show.texts.tabulated import print_table

    form = table_form(form, as_json)
    value = None if value is None else ":".join(map(str, read_value(value)))
    objective = None if objective is None else ",".join(canonical_objectives(objective))
    found = entries(register(), Wanted(game, pegs, colors, objective, status, value))
    if as_json:
        print_json(found)
    elif found:
        table = atlas_table(found)
        print_table(table, form, after=[] if form == "text" or table.caption is None else [str(table.caption)])
    else:
        alone = (game, pegs, colors, objective, status) == (None,) * 5
        none = "no record" if value is None else f"no record has the value {value}"
        click.echo(f"{none}: it is new to this register" if value is not None and alone else none)


@atlas.command()
@click.argument("game", type=GAME)
@click.argument("value")
@click.option(
    "--objective",
    default=TOTAL.name,
    show_default=True,
    help="What the value is the least of; depth,total: of the total, among trees of least depth.",
)
@JSON
@click.pass_context
def compare(context: click.Context, game: str, value: str, objective: str, as_json: bool) -> None:
    """Say whether VALUE is known for GAME, worse, better, or impossible.

    \b
    strategist atlas compare "mastermind(4,6)" 5625
    strategist atlas compare "mastermind(4,6)" 4 --objective depth
    strategist atlas compare "mastermind(4,6)" 5626 --objective depth,total
    strategist atlas compare "mastermind(4,6)" 539:671:77:8 --objective lexicographic

    The value of lexicographic is the numbers of secrets at all levels, from the deepest to the second guess.
    Exit status 1 if it contradicts a proof.
    """
    from strategist.files.atlas.entry_json import to_json
    from strategist.files.atlas.opinion import IMPOSSIBLE, opinion
    from strategist.files.atlas.register import register
    from strategist.files.atlas.values import canonical_objectives, read_value

    found = opinion(register(), game, canonical_objectives(objective), read_value(value))
    if as_json:
        record = None if found.record is None else to_json(found.record)
        print_json({"verdict": found.verdict, "sentence": found.sentence, "record": record})
    else:
        click.echo(found.sentence)
    context.exit(EXIT_NO if found.verdict == IMPOSSIBLE else 0)


@atlas.command()
@click.argument("record")
@JSON
def show(record: str, as_json: bool) -> None:
    """Show a RECORD in full: what it states, what that rests on, how to check it and how to cite it.

    \b
    strategist atlas show mastermind-4x6.optimal-total-depth
    """
    from strategist.commands.atlas.listed_records import record_json
    from strategist.commands.atlas.one_record import lines_of
    from strategist.files.atlas.register import register

    told = register()
    known = told.find(record)
    if as_json:
        print_json(record_json(told, known))
    else:
        for line in lines_of(told, known):
            click.echo(line)


@atlas.command()
@click.argument("record")
@LISTS
@click.option("--certificate", is_flag=True, help="Write a certificate and check it, also if the record has none.")
@JOBS
@seconds_option("Seconds after which the search is stopped.")
@MEMORY
@JSON
@click.pass_context
def verify(
    context: click.Context,
    record: str,
    lists: Path,
    certificate: bool,
    jobs: int | None,
    time_limit: float | None,
    memory: int | None,
    as_json: bool,
) -> None:
    """Search again for all that a RECORD says is proven, and compare.

    \b
    strategist atlas verify mastermind-4x4.optimal-total-depth
    strategist atlas verify mastermind-3x7.optimal-total.zip
    strategist atlas verify bulls-and-cows-4x10.optimal-depth --time-limit 600

    Games of words are searched with the lists that the record names, if their SHA-256 is the same.

    The tree is compiled and replayed, the certificate written and checked, and the files compared by their SHA-256. Of
    a record with a gap it is checked that a search does not contradict it.

    The file of a record that was sent (strategist atlas submit) is checked by its certificate alone, without a search.

    Exit status 1 if something differs, or the time was not enough.
    """
    if Path(record).is_file():
        context.exit(verify_sent(record, lists, as_json))
    from strategist.choosing.registry import make_strategy
    from strategist.commands.atlas.repeating import repeat
    from strategist.commands.shared.work import at_work
    from strategist.files.atlas.listed_words import ensure_lists, make_from_lists
    from strategist.files.atlas.register import register
    from strategist.search.state.options import Options

    known = register().find(record)
    options = Options(jobs or cores(), time_limit, memory, certificate=certificate or known.certificate is not None)
    ensure_lists(known.lists, lists)
    game = make_from_lists(known.game, lists)
    with at_work(game, make_strategy(known.strategy, game), options) as shown:
        found = repeat(known, shown, lists)
    if as_json:
        print_json(found.told())
    else:
        click.echo(found.sentence)
        for problem in found.problems:
            click.echo(f"  {problem}")
    context.exit(0 if found.repeated else EXIT_NO)


atlas.add_command(submit)
atlas.add_command(merge)
