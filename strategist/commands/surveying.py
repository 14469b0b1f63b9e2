"""The command that looks at a table before anything is compiled: look."""

from __future__ import annotations

import click

from strategist.commands.shared.basics import JSON, print_json
from strategist.common.errors import SpecError
from strategist.common.quoting import quoted


@click.command()
@click.argument("file")
@click.argument("parameter", nargs=-1)
@click.option("--sheet", metavar="NAME", help="The sheet of a workbook.")
@click.option("-o", "--output", metavar="OUT", help="Write the matrix: as NEXUS (OUT.nex), or as a folder of DELTA.")
@JSON
def look(file: str, parameter: tuple[str, ...], sheet: str | None, output: str | None, as_json: bool) -> None:
    """Look at a table before it is compiled.

    FILE is a CSV text, a workbook, a NEXUS or SDD file, a folder of DELTA or a file of its directives. PARAMETERS are
    those of the game table, as NAME=VALUE; play ends where nobody can be excluded for sure unless goal= or narrow= says
    otherwise.

    \b
    strategist look sample
    strategist look frogs.csv secrets=rows several=/ unknown=?
    strategist look frogs.xlsx --sheet adults secrets=rows numbers=all --json
    strategist look sample/tokey -o sample.nex
    """
    given: dict[str, str] = {}
    for text in parameter if sheet is None else (*parameter, f"sheet={sheet}"):
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise SpecError(f"expected parameters such as secrets=rows, got {quoted(text)}")
        if name in given:
            raise SpecError(f"expected {name}= once, got it twice")
        given[name] = value
    from strategist.show.survey.survey import survey
    from strategist.show.survey.survey_page import print_survey
    from strategist.show.texts.printing import console

    found = survey(file, given)
    if output is not None:
        for remark in found.write(output):
            click.echo(f"strategist: {remark}", err=True)
    if as_json:
        print_json(found.record())
    else:
        print_survey(console(), found)
