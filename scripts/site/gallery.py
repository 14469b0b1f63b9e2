"""Make every picture and page that the command line makes, and a page that shows each with the lines that make it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ZOO = """,             cat, dog, hen, shark, cow, newt
has fur?,     yes, yes, no,  no,    yes, no
barks?,       no,  yes, no,  no,    no,  no
legs,         4,   4,   2,   0,     4,   4
gives milk?,  yes, yes, no,  no,    yes, no
eats,         mice,bones,corn,fish, grass,worms
"""
"""The table of some of the pictures."""


class Picture(NamedTuple):
    """Something that is made: a heading, the lines that make it, the file, and what can be seen in it."""

    title: str
    lines: tuple[str, ...]
    file: str
    alt: str


PICTURES = (
    Picture(
        "A strategy as a picture",
        ("strategist export mastermind-3x6.opt -o tree.svg --depth 3",),
        "tree.svg",
        "An icicle: each guess is a column, each response a cell that is as high as its number of codes",
    ),
    Picture(
        "On a sheet of paper",
        ("strategist export mastermind-4x6.minimax -o knuth.png --size a5 --landscape",),
        "knuth.png",
        "The first guesses of Knuth's strategy on a sheet in landscape format",
    ),
    Picture(
        "Histograms of strategies, side by side",
        (
            "strategist plot mastermind-4x6.minimax mastermind-4x6.entropy "
            "mastermind-4x6.optimal-total-depth-worst -o histograms.svg",
        ),
        "histograms.svg",
        "Three histograms: how many of the 1,296 codes each strategy finds at which guess",
    ),
    Picture(
        "How a search went",
        (
            'strategist compile "mastermind(4,5)" "optimal(total)" -o best.msgpack --trace trace.csv',
            "strategist plot trace.csv -o trace.svg",
        ),
        "trace.svg",
        "Two lines over time: the total of the best tree so far falls, the proven bound rises until they meet",
    ),
    Picture(
        "A tree for Graphviz",
        (
            'strategist compile "mastermind(2,3)" "optimal(total)" -o small.msgpack',
            "strategist export small.msgpack -o small.dot",
        ),
        "small.dot",
        "The description of a graph in the language of Graphviz",
    ),
    Picture(
        "The picture of a table's strategy",
        (
            'strategist compile "table(file=zoo.csv,goal=identify)" "optimal(total)" -o zoo.msgpack',
            "strategist export zoo.msgpack -o zoo.svg",
        ),
        "zoo.svg",
        "An icicle of questions about animals, with a cell for each answer",
    ),
    Picture("A key to be printed", ("strategist export zoo.msgpack --format key -o key.txt",), "key.txt", "A key"),
    Picture("A key with links", ("strategist export zoo.msgpack --format key -o key.html",), "key.html", "A key"),
    Picture("A page that plays", ("strategist export mastermind-4x6.minimax -o page.html",), "page.html", "A page"),
    Picture("A page for a table", ("strategist export zoo.msgpack -o table.html",), "table.html", "A page"),
    Picture("A row for each secret", ("strategist export zoo.msgpack -o rows.csv",), "rows.csv", "A table"),
)
_SHOWN_AS_TEXT = {".dot", ".txt", ".csv"}


def make_gallery(target: Path) -> None:
    """Fill the folder ``target`` with all pictures, and with the page ``index.md`` that shows them."""
    target.mkdir(parents=True, exist_ok=True)
    (target / "zoo.csv").write_text(ZOO, "utf-8")
    parts = [
        "# Gallery",
        "Every kind of picture and of page that can be made, with the lines that make it. `zoo.csv` is this table:",
        f"```text\n{ZOO}```",
    ]
    for picture in PICTURES:
        for line in picture.lines:
            command = [sys.executable, "-c", f"import shlex,sys; from strategist.__main__ import main; "
                       f"sys.argv = shlex.split({line!r}); main()"]  # fmt: skip
            subprocess.run(command, cwd=target, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        parts += [f"## {picture.title}", "```console", *(f"$ {line}" for line in picture.lines), "```"]
        parts.append(_shown(picture, target / picture.file))
    (target / "index.md").write_text("\n".join(parts) + "\n", "utf-8")


def _shown(picture: Picture, made: Path) -> str:
    if made.suffix in _SHOWN_AS_TEXT:
        return f"```text\n{made.read_text('utf-8')}```\n"
    if made.suffix == ".html":
        return (
            f'\n<iframe src="{_STATIC}/{made.name}" title="{picture.title}" loading="lazy"></iframe>\n\n'
            f'<a href="{_STATIC}/{made.name}">{picture.title}, alone</a>\n'
        )
    return f"![{picture.alt}]({made.name})\n"


_STATIC = "../_static/gallery"
"""Where the pages stand that Sphinx copies as they are."""
