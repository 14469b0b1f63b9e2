"""The commands by which records come from one person to another: submit, merge; and the check of one that was sent."""

from __future__ import annotations

from pathlib import Path

import click

from strategist.commands.shared.basics import EXIT_NO, JSON, print_json
from strategist.commands.shared.name_arguments import CertifiedFile
from strategist.common.wording import counted

LISTS = click.option(
    "--lists",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=".",
    help="The folder with the lists of words that the game is read from.",
)


@click.command()
@click.argument("file", nargs=-1, required=True, type=CertifiedFile())
@click.option(
    "-o",
    "--output",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=".",
    help="The folder to write to; by default this one.",
)
@LISTS
@JSON
@click.pass_context
def submit(context: click.Context, file: tuple[tuple[str, ...], ...], output: Path, lists: Path, as_json: bool) -> None:
    """Make a record of each tree among FILEs, check it, and write what to send.

    \b
    strategist compile "mastermind(3,7)" "optimal(total)" -o tree.msgpack --certificate tree.certificate
    strategist atlas submit tree.msgpack tree.certificate
    strategist atlas verify mastermind-3x7.optimal-total.zip

    A FILE is the tree of a search or the certificate of its bound; without one, the record states a value and no bound.
    What is written is one file for each record, with all that somebody else needs to check it.

    Exit status 1 if a tree does not verify, a certificate does not hold, or the register is contradicted.
    """
    from strategist.commands.atlas.submitted import news_of, read_files, submissions
    from strategist.commands.shared.certificates import check_with_bar
    from strategist.common.errors import ProofError
    from strategist.common.whole_files import write_file
    from strategist.files.atlas.register import register

    told = []
    try:
        made = [*submissions(read_files(path for each in file for path in each), check_with_bar, lists)]
    except ProofError as error:
        click.echo(str(error))
        context.exit(EXIT_NO)
    for each in made:
        possible, sentence = news_of(register(), each.record)
        path = output / f"{each.record.name}.zip"
        size = write_file(path, [each.encode()]) if possible else 0
        told.append({"name": each.record.name, "possible": possible, "sentence": sentence, "bytes": size})
        if not as_json:
            click.echo(sentence)
            if possible:
                click.echo(f"send {path} ({size} bytes); who gets it runs: strategist atlas verify {path}")
    if as_json:
        print_json(told)
    context.exit(0 if all(each["possible"] for each in told) else EXIT_NO)


@click.command()
@click.argument("file", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option("--into", required=True, type=click.Path(dir_okay=False), help="The register that takes them in.")
@LISTS
@JSON
@click.pass_context
def merge(context: click.Context, file: tuple[str, ...], into: str, lists: Path, as_json: bool) -> None:
    """Take what FILEs know more into a register: records that were sent, and other registers.

    \b
    strategist atlas merge mastermind-3x7.optimal-total.zip --into strategies/atlas.json
    strategist atlas merge other.json --into strategies/atlas.json

    A record that was sent is checked by its certificate first. Of a register its records are believed.

    Exit status 1 if some are left out, because they do not hold or contradict what is known.
    """
    from strategist.commands.atlas.taking_in import take_in
    from strategist.commands.shared.certificates import check_with_bar
    from strategist.files.atlas.register import Register, read_register, write_register

    told = read_register(into) if Path(into).exists() else Register([])
    told, count, faults = take_in(told, file, check_with_bar, lists)
    for each in faults:
        click.echo(f"strategist: {each}", err=True)
    if count:
        write_register(into, told)
    if as_json:
        print_json({"register": into, "changed": count, "faults": faults})
    else:
        click.echo(f"{counted(count, 'record')} new or better")
    context.exit(EXIT_NO if faults else 0)


def verify_sent(path: str, lists: Path, as_json: bool) -> int:
    """Check a record that was sent by its tree and its certificate alone, and tell; returns the exit status."""
    from strategist.commands.atlas.submitted import differences_of, news_of, read_submission
    from strategist.commands.shared.certificates import check_with_bar
    from strategist.common.errors import ProofError
    from strategist.files.atlas.register import register

    sent = read_submission(path)
    try:
        problems = [*differences_of(sent, check_with_bar, lists)]
    except ProofError as error:
        problems = [str(error)]
    possible, news = news_of(register(), sent.record)
    verified = possible and not problems
    sentence = f"verified: {news}" if verified else f"not verified: {news if not possible else sent.record.name}"
    if as_json:
        print_json({"name": sent.record.name, "verified": verified, "sentence": sentence, "problems": problems})
    else:
        click.echo(sentence)
        for each in problems:
            click.echo(f"  {each}")
    return 0 if verified else EXIT_NO
