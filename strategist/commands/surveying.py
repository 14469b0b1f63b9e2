"""The command that looks at a table before anything is compiled: look."""

from __future__ import annotations

import click

from strategist.commands.shared.basics import JSON, cores, jobs_option, print_json, seconds_option

_SECONDS = (20.0, 40.0)
"""The seconds of the search, and of a second one where the first has no shorter key than a heuristic."""


@click.command()
@click.argument("file")
@click.argument("parameter", nargs=-1)
@click.option("--sheet", metavar="NAME", help="The sheet of a workbook.")
@click.option("-o", "--output", metavar="OUT", help="Write the matrix: as NEXUS (OUT.nex), or as a folder of DELTA.")
@jobs_option("the search for the shortest key")
@seconds_option("Seconds of the search for the shortest key.  [20, or if that is not enough for one, 40 more]")
@JSON
def look(
    file: str,
    parameter: tuple[str, ...],
    sheet: str | None,
    output: str | None,
    jobs: int | None,
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Look at a table before it is compiled.

    FILE is a CSV text, a workbook, a NEXUS or SDD file, a folder of DELTA or a file of its directives. PARAMETERS are
    those of the game table, as NAME=VALUE; play ends where nobody can be excluded for sure unless goal= or narrow= says
    otherwise. The keys of two heuristics and of a search are compared by their sizes, and the last line compiles the
    shortest one.

    \b
    strategist look sample
    strategist look frogs.csv secrets=rows several=/ unknown=?
    strategist look frogs.xlsx --sheet adults secrets=rows numbers=all --json
    strategist look sample/tokey -o sample.nex
    """
    from strategist.games.table_of_file import given_parameters
    from strategist.show.survey.survey import survey
    from strategist.show.survey.survey_page import print_survey
    from strategist.show.texts.printing import console

    given = given_parameters(parameter if sheet is None else (*parameter, f"sheet={sheet}"))
    found = survey(file, given, searching=_SECONDS if time_limit is None else (time_limit,), jobs=jobs or cores())
    if output is not None:
        for remark in found.write(output):
            click.echo(f"strategist: {remark}", err=True)
    if as_json:
        print_json(found.record())
    else:
        print_survey(console(), found)
