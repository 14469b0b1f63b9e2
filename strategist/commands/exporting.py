"""The commands that make files for people and other programs: export, plot."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from strategist.commands.work import refuse_unwritable

if TYPE_CHECKING:
    from strategist.files.strategy import StrategyData

Render = Callable[["StrategyData", int | None], Iterable[bytes]]


class Format(NamedTuple):
    """How a format is made, whether it is text for the screen, and whether it can stop at a depth."""

    render: Render
    printable: bool
    cut: bool = True


def _html(data: StrategyData, depth: int | None) -> Iterable[bytes]:
    from strategist.page import page

    return [page(data).encode()]


def _dot(data: StrategyData, depth: int | None) -> Iterable[bytes]:
    from strategist.show.export import dot

    return map(str.encode, dot(data, depth))


def _graphml(data: StrategyData, depth: int | None) -> Iterable[bytes]:
    from strategist.show.export import graphml

    return map(str.encode, graphml(data, depth))


def _json(data: StrategyData, depth: int | None) -> Iterable[bytes]:
    from strategist.show.export import node_link

    return map(str.encode, node_link(data, depth))


def _csv(data: StrategyData, depth: int | None) -> Iterable[bytes]:
    from strategist.show.export import table

    return map(str.encode, table(data))


def _picture(form: str) -> Render:
    def render(data: StrategyData, depth: int | None) -> Iterable[bytes]:
        from strategist.show.pictures.tree import tree_picture

        picture = tree_picture(data, form, depth)
        if depth is None and picture.shown < picture.levels:
            noun = "levels" if data.game.hides else "moves"
            text = f"strategist: the picture shows {picture.shown} of {picture.levels} {noun}: --depth shows others"
            click.echo(text, err=True)
        return [picture.contents]

    return render


FORMATS: dict[str, Format] = {
    "html": Format(_html, printable=False, cut=False),
    "dot": Format(_dot, printable=True),
    "graphml": Format(_graphml, printable=True),
    "json": Format(_json, printable=True),
    "csv": Format(_csv, printable=True, cut=False),
    "svg": Format(_picture("svg"), printable=True),
    "png": Format(_picture("png"), printable=False),
}


@click.command()
@click.argument("file", type=click.Path())
@click.option("--format", "form", type=click.Choice(list(FORMATS)), help="By default the suffix of the output.")
@click.option("-o", "--output", type=click.Path(), help="The file to write; by default text is printed.")
@click.option("--depth", type=click.IntRange(min=1), help="Levels of the tree, or moves of a line.")
def export(file: str, form: str | None, output: str | None, depth: int | None) -> None:
    """Write the strategy of FILE in another format: a web page, a picture, or for Graphviz, networkx, a spreadsheet.

    \b
    strategist export knuth.msgpack --format html
    strategist export knuth.msgpack -o knuth.png
    strategist export knuth.msgpack --format dot --depth 2 | dot -Tpdf -o knuth.pdf
    strategist export knuth.msgpack --format csv

    A picture of a large tree shows as many levels as can be read, unless --depth says how many.
    """
    from strategist.files.strategy import read_strategy

    name = form or _suffix(output, FORMATS, "a --format, or an output")
    chosen = FORMATS[name]
    if depth is not None and not chosen.cut:
        raise click.UsageError(f"{name} has no --depth: it holds all of the strategy")
    if output is None and not chosen.printable:
        output = f"{Path(file).stem}.{name}"
    if output is not None:
        refuse_unwritable(output)
    data = read_strategy(file)
    _put(chosen.render(data, depth), output)


@click.command()
@click.argument("file", nargs=-1, required=True, type=click.Path())
@click.option("-o", "--output", required=True, type=click.Path(), help="The chart to write: .svg or .png.")
def plot(file: tuple[str, ...], output: str) -> None:
    """Draw the histograms of the strategies in each FILE side by side, with their averages.

    \b
    strategist plot minimax.msgpack entropy.msgpack -o chart.svg

    Strategies of different numbers of secrets are compared in percent.
    """
    from strategist.files.strategy import read_strategy
    from strategist.show.pictures.canvas import PICTURES
    from strategist.show.pictures.histograms import histogram_plot

    form = _suffix(output, PICTURES, "an output")
    refuse_unwritable(output)
    _put([histogram_plot([read_strategy(path) for path in file], form)], output)


def _suffix(output: str | None, known: Iterable[str], expected: str) -> str:
    """The format that a file name ends in."""
    suffix = "" if output is None else Path(output).suffix.removeprefix(".").lower()
    if suffix not in known:
        got = "neither" if output is None else repr(output)
        raise click.UsageError(f"expected {expected} that ends in one of {', '.join(known)}, got {got}")
    return suffix


def _put(chunks: Iterable[bytes], output: str | None) -> None:
    """Write a file and say how large it is, or print."""
    from strategist.files.writing import write_file

    if output is not None:
        size = write_file(output, chunks)
        click.echo(f"{output}: {size} bytes")
        return
    sys.stdout.buffer.writelines(chunks)
