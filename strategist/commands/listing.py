"""The commands that say what there is, and how to cite it: list, cite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from strategist.commands.shared.basics import JSON, print_json
from strategist.model.spec import parts_of

if TYPE_CHECKING:
    from strategist.model.spec import Parameter


@click.command()
@click.argument("section", type=click.Choice(["games", "strategies", "library"]), required=False)
@JSON
def list(section: str | None, as_json: bool) -> None:
    """List games, strategies, and the library of those that ship.

    Games and strategies are listed with their parameters. Every command that takes a FILE takes a name of the library.

    \b
    strategist list
    strategist list games
    strategist list library
    strategist play mastermind-4x6.minimax
    """
    if section is not None:
        told, show = _SECTIONS[section]()
        if as_json:
            print_json(told)
        else:
            show()
        return
    sections = {name: make() for name, make in _SECTIONS.items()}
    if as_json:
        print_json({name: told for name, (told, _) in sections.items()})
        return
    for place, (name, (_, show)) in enumerate(sections.items()):
        click.echo(("\n" if place else "") + name.upper())
        show()


@click.command()
@click.option(
    "--format", "form", type=click.Choice(["bibtex", "text", "cff"]), default="bibtex", help="How it is written."
)
def cite(form: str) -> None:
    """Print how to cite this program.

    \b
    strategist cite >> references.bib
    strategist cite --format text

    A proven value is cited by its record, too: strategist atlas show RECORD.
    """
    from strategist.show.texts.citation import WAYS, installed

    click.echo(WAYS[form](installed()), nl=False)


def _games() -> _Section:
    from strategist.games.catalog import known_games

    return _kinds((kind.name, kind.summary(), kind.declared()) for kind in known_games().values())


def _strategies() -> _Section:
    from strategist.choosing.registry import known_strategies

    return _kinds((kind.name, kind.summary, kind.parameters) for kind in known_strategies().values())


def _library() -> _Section:
    from strategist.files.shipped import library
    from strategist.show.reports.shelf import shelf_record, shelf_table
    from strategist.show.texts.printing import console

    records = [shelf_record(each) for each in library()]
    return records, lambda: console().print(shelf_table(records))


_Section = tuple[Any, Callable[[], None]]
"""The JSON value of a section, and what prints it."""
_SECTIONS: dict[str, Callable[[], _Section]] = {"games": _games, "strategies": _strategies, "library": _library}


def _kinds(kinds: Iterable[tuple[str, str, Iterable[Parameter]]]) -> _Section:
    """Names, descriptions and parameters."""
    listed = [(name, text, [*parameters]) for name, text, parameters in kinds]
    described = [
        {
            "name": name,
            "summary": text,
            "parameters": [
                {
                    "name": parameter.name,
                    "type": parameter.kind.__name__,
                    "default": parameter.default,
                    "choices": [*parameter.choices],
                    "help": parameter.help,
                }
                for parameter in parameters
            ],
        }
        for name, text, parameters in listed
    ]

    def show() -> None:
        for name, text, parameters in listed:
            click.echo(f"{name}: {text}")
            for parameter, indent, equals in _in_order(parameters):
                default = "" if parameter.default is None else parameter.write(parameter.default)
                called = parameter.name + (equals if default or equals == ":" else "") + default
                choices = f" ({'|'.join(parameter.choices)})" if parameter.choices else ""
                click.echo(f"{indent}{called}{choices}  {parameter.help}")

    return described, show


def _in_order(parameters: Iterable[Parameter]) -> Iterator[tuple[Parameter, str, str]]:
    """Parameters, how far they are indented, and what stands before a value; those that the text of another one may
    give stand below that one."""
    known = {parameter.name: parameter for parameter in parameters}
    hidden = parts_of(known.values())
    for parameter in known.values():
        if parameter.name not in hidden:
            yield parameter, "    ", "="
            for part in parameter.parts:
                yield known[part], "        ", ":"
