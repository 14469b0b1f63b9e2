"""The command that makes files for people and other programs: export."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from strategist.commands.shared.basics import first_given
from strategist.commands.shared.name_arguments import FILE_OR_BOARDS, names_only_boards
from strategist.commands.shared.outputs import check_outputs
from strategist.common.errors import StrategistError
from strategist.common.memory_sizes import MEGABYTE, format_size
from strategist.common.wording import counted

if TYPE_CHECKING:
    from strategist.files.strategy import StrategyData
    from strategist.show.pictures.paper_sizes import Size

KEY_SUFFIX = ".txt"
KEY_SUFFIXES = (".md", ".tex", ".docx")
"""The ends of names of files that are keys, whatever format is named; a web page may be one."""
_LARGE_PAGE = 32 * MEGABYTE

Render = Callable[..., Iterable[bytes]]
"""A function of a strategy and a depth; for a picture, also of its size."""


class Format(NamedTuple):
    """An export format: its rendering function, whether it is text for the screen, and the options it takes."""

    render: Render
    printable: bool
    cut: bool = True
    """Whether it can be cut at a depth."""
    sized: bool = False
    """Whether it is a picture, which can have a given size."""
    titled: bool = False
    """Whether it can have a given title."""


def _html(
    data: StrategyData, depth: int | None, title: str | None = None, pictures: str | None = None
) -> Iterable[bytes]:
    from strategist.page import page
    from strategist.page.page_pictures import embedded

    shown = None if pictures is None else embedded(data.game, pictures)
    contents = page(data, title=title, pictures=shown).encode()
    if len(contents) > _LARGE_PAGE:
        click.echo(f"strategist: a page of {format_size(len(contents))}B takes long to open", err=True)
    return [contents]


def _text(form: str) -> Render:
    def render(data: StrategyData, depth: int | None) -> Iterable[bytes]:
        if form in ("js", "py"):
            from strategist.page.embedding.embedded import javascript_module, python_module

            return map(str.encode, (javascript_module if form == "js" else python_module)(data))
        from strategist.show.formats.export import dot, graphml, node_link, table

        if form == "csv":
            return map(str.encode, table(data))
        return map(str.encode, {"dot": dot, "graphml": graphml, "json": node_link}[form](data, depth))

    return render


def _key(data: StrategyData, depth: int | None, title: str | None = None, suffix: str = KEY_SUFFIX) -> Iterable[bytes]:
    """A key; a very long one is preceded by a warning on standard error."""
    from strategist.show.formats import key, key_as_document, key_as_markup, key_as_page, key_as_text

    if (count := key.couplet_count(data)) >= key.MANY:
        click.echo(f"strategist: a key of {counted(count, 'couplet')} is long to read", err=True)
    if suffix == ".docx":
        return key_as_document.key_document(data, title)
    forms = {".html": key_as_page.key_page, ".md": key_as_markup.key_markdown, ".tex": key_as_markup.key_latex}
    return map(str.encode, forms.get(suffix, key_as_text.key_text)(data, title))


def _picture(form: str) -> Render:
    def render(data: StrategyData, depth: int | None, size: Size | None = None) -> Iterable[bytes]:
        from strategist.show.pictures.tree_picture import tree_picture

        picture = tree_picture(data, form, depth, size)
        if depth is None and picture.shown < picture.levels:
            noun = "levels" if data.game.hides else "moves"
            text = f"strategist: the picture shows {picture.shown} of {picture.levels} {noun}: --depth shows others"
            click.echo(text, err=True)
        return [picture.contents]

    return render


FORMATS: dict[str, Format] = {
    "html": Format(_html, printable=False, cut=False, titled=True),
    "dot": Format(_text("dot"), printable=True),
    "graphml": Format(_text("graphml"), printable=True),
    "json": Format(_text("json"), printable=True),
    "csv": Format(_text("csv"), printable=True, cut=False),
    "js": Format(_text("js"), printable=True, cut=False),
    "py": Format(_text("py"), printable=True, cut=False),
    "key": Format(_key, printable=True, cut=False, titled=True),
    "svg": Format(_picture("svg"), printable=True, sized=True),
    "png": Format(_picture("png"), printable=False, sized=True),
    "pdf": Format(_picture("pdf"), printable=False, sized=True),
}


CHART = "chart"
"""The format of what is drawn of several files as well as of one: histograms, or how searches went."""


def sized(command: Callable[..., None]) -> Callable[..., None]:
    """A decorator that adds the options for the size of a picture."""
    landscape = "Wider than high: turns --size; alone, a4."
    command = click.option("--landscape", is_flag=True, help=landscape)(command)
    return click.option("--size", "paper", help="Size of a picture: a4, letter, 297x210mm, 16x9in.")(command)


def picture_size(paper: str | None, landscape: bool) -> Size | None:
    """The size of the picture by the options; None if they do not set it."""
    from strategist.show.pictures.paper_sizes import read_size

    return read_size(paper if paper is not None else "a4", landscape) if paper is not None or landscape else None


@click.command()
@click.argument("files", metavar="[FILE]...", nargs=-1, type=FILE_OR_BOARDS)
@click.option("--library", "whole", is_flag=True, help="A site of all strategies that ship, in the folder of -o.")
@click.option("--format", "form", type=click.Choice([*FORMATS, CHART]), help="By default the suffix of the output.")
@click.option("-o", "--output", type=click.Path(), help="The file to write; by default text is printed.")
@click.option("--depth", type=click.IntRange(min=1), help="Levels of the tree, or moves of a line.")
@click.option("--title", help="What a web page or a key is called; by default its game.")
@click.option(
    "--pictures", type=click.Path(), metavar="FOLDER|FILE", help="Pictures for the page of a table; see below."
)
@sized
def export(
    files: tuple[str, ...],
    whole: bool,
    form: str | None,
    output: str | None,
    depth: int | None,
    title: str | None,
    pictures: str | None,
    paper: str | None,
    landscape: bool,
) -> None:
    """Write FILE as a web page, a picture, a key, a table or a chart.

    \b
    strategist export knuth.msgpack --format html
    strategist export knuth.msgpack -o knuth.html --title "Crack the code"
    strategist export knuth.msgpack -o knuth.png
    strategist export knuth.msgpack -o knuth.pdf --size a3 --landscape
    strategist export knuth.msgpack --format dot --depth 2 | dot -Tpng -o graph.png
    strategist export knuth.msgpack --format csv
    strategist export knuth.msgpack -o knuth.js
    strategist export knuth.msgpack -o knuth.py
    strategist export zoo.msgpack --format key
    strategist export zoo.msgpack --format key -o zoo.html
    strategist export zoo.msgpack -o zoo.docx
    strategist export knuth.msgpack --format chart -o chart.svg
    strategist export minimax.msgpack entropy.msgpack -o chart.pdf --size 16x9in
    strategist export trace.csv -o gap.svg
    strategist export "boards(wordle,4)" -o quordle.html
    strategist export --library -o site/

    js is an ES module, py a file of Python: each holds the tree and a player, and depends on nothing.

    A key is numbered couplets to be printed: text, or by the end of the output a web page (.html), Markdown (.md),
    LaTeX (.tex) or a document (.docx).

    The page of a table shows pictures of items and answers: files in a FOLDER that are called so, the column image of a
    table in a FILE, or the media objects of SDD. Files are embedded, addresses are linked.

    A picture of a large tree shows as many levels as can be read, unless --depth says how many. It is as large as its
    texts need, unless --size says how large. Then texts that would not fit are made smaller or shortened.

    Of several FILEs a picture shows the histograms side by side, with the averages; in percent where the numbers of
    secrets differ. Of a search with compile --trace, its best tree and its bound are drawn over time; several are
    compared by their gaps in percent.
    """
    from strategist.files.strategy import read_strategy
    from strategist.files.trace import is_trace

    if whole:
        given = {"FILE": files or None, "--format": form, "--depth": depth, "--title": title, "--pictures": pictures}
        given |= {"--size": paper, "--landscape": landscape or None}
        if name := first_given(given):
            raise click.UsageError(f"--library has no {name}: it writes a site of all strategies that ship")
        _put_library(output)
        return
    if not files:
        raise click.UsageError("expected a FILE or --library, got neither")
    if names_only_boards(files[0]):
        from strategist.commands.boards.board_commands import export_boards

        if len(files) > 1:
            raise click.UsageError(f"expected one game of several boards, got {len(files)} arguments")
        export_boards(files[0], form, output, title)
        return
    if form == CHART or (form is None and (len(files) > 1 or is_trace(files[0]))):
        if name := first_given({"--depth": depth, "--title": title, "--pictures": pictures}):
            raise click.UsageError(f"chart has no {name}: it shows no moves")
        if output is None:
            raise click.UsageError("expected an output for a chart, as in -o chart.svg")
        draw_chart(files, output, picture_size(paper, landscape))
        return
    if len(files) > 1:
        raise click.UsageError(f"{form}: expected one FILE, got {len(files)}: only a {CHART} takes several")
    (file,) = files
    suffix = "" if output is None else Path(output).suffix.lower()
    keyed = form is None and suffix in KEY_SUFFIXES
    name = form or ("key" if keyed else _suffix(output, FORMATS, "a --format, or an output"))
    chosen = FORMATS[name]
    if name == "key":
        chosen = chosen._replace(render=partial(_key, suffix=suffix))
    if depth is not None and not chosen.cut:
        raise click.UsageError(f"{name} has no --depth: it holds all of the strategy")
    if title is not None and not chosen.titled:
        raise click.UsageError(f"{name} has no --title: expected html or key")
    if pictures is not None:
        if name != "html":
            raise click.UsageError(f"{name} has no --pictures: expected html")
        chosen = chosen._replace(render=partial(_html, pictures=pictures))
    size = picture_size(paper, landscape)
    if size is not None and not chosen.sized:
        raise click.UsageError(f"{name} has no --size and no --landscape: it is no picture")
    if output is None and not chosen.printable:
        output = f"{Path(file).stem}.{name}"
    if output is not None:
        check_outputs(output)
    data = read_strategy(file)
    more = (size,) if chosen.sized else (title,) if chosen.titled else ()
    _put(chosen.render(data, depth, *more), output)


def draw_chart(paths: Sequence[str], output: str, size: Size | None) -> None:
    """Draw the histograms of strategies side by side, with their averages; of traces, how searches went."""
    from strategist.files.trace import is_trace
    from strategist.show.pictures.canvas import PICTURES

    form = _suffix(output, PICTURES, "an output")
    check_outputs(output)
    traces = [path for path in paths if is_trace(path)]
    if not traces:
        from strategist.files.strategy import read_strategy
        from strategist.show.pictures.histograms import histogram_plot

        _put([histogram_plot([read_strategy(path) for path in paths], form, size)], output)
        return
    if len(traces) < len(paths):
        other = next(path for path in paths if path not in traces)
        raise StrategistError(f"expected strategy files or traces, got both: {other} and {traces[0]}")
    from strategist.show.pictures.trace_picture import read_named_trace, trace_plot

    _put([trace_plot([read_named_trace(path) for path in paths], form, size)], output)


def _put_library(folder: str | None) -> None:
    """Write the site of the library, and report how large it is."""
    from strategist.files.shipped import library
    from strategist.page.mirror import own_folder, write_site
    from strategist.page.site import site

    if not folder:
        raise click.UsageError("expected a folder for --library, as in -o site/")
    own_folder(folder)
    shipped = library()
    if not shipped:
        raise StrategistError("no strategies ship with this installation: there is nothing to export")
    files = site(shipped)
    size = write_site(folder, files)
    click.echo(f"{folder}: {counted(len(shipped), 'strategy')}, {counted(len(files), 'file')}, {size} bytes")


def _suffix(output: str | None, known: Iterable[str], expected: str) -> str:
    """The format that the suffix of a file name names."""
    suffix = "" if output is None else Path(output).suffix.removeprefix(".").lower()
    if suffix not in known:
        got = "neither" if output is None else repr(output)
        raise click.UsageError(f"expected {expected} that ends in one of {', '.join(known)}, got {got}")
    return suffix


def _put(chunks: Iterable[bytes], output: str | None) -> None:
    """Write a file and report its size, or print."""
    from strategist.common.whole_files import write_file

    if output is not None:
        size = write_file(output, chunks)
        click.echo(f"{output}: {size} bytes")
        return
    sys.stdout.buffer.writelines(chunks)
