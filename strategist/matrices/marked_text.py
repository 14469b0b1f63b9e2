r"""Names with the commands for italics and accents that DELTA takes from RTF: ``\i{}Poa\i0{} annua``.

What is shown is made of runs of text, slanted or not. What is typed, and what stands in a string, is the text alone.
Other commands of the list below are left out, and what is no such command is text. Marked text holds a backslash that
must not begin a command as ``\'5c``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

COLON = "\u2236"
"""What stands for a colon in names of tables, whose histories have colons behind questions."""
_SIGNS = {
    "endash": "–", "emdash": "—", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "bullet": "•", "tab": " ", "line": " ", "par": " ",
}  # fmt: skip
_SILENT = "b|b0|ul|ul0|ulnone|plain|super|sub|nosupersub|scaps|scaps0|f[0-9]+|fs[0-9]+|cf[0-9]+"
_COMMAND = re.compile(
    rf"\\(?:(?P<italic>i0?)|(?P<sign>{'|'.join(_SIGNS)})|(?P<silent>{_SILENT}))(?:\{{\}}|[ ](?=.)|(?![A-Za-z0-9]))"
    r"|\\'(?P<byte>[0-9a-fA-F]{2})|\\u(?P<code>-?[0-9]{1,6})(?:\\'[0-9a-fA-F]{2}|\?|\{\}| )?"
)
_MOST_CODE = 0x10FFFF
_ENDED = re.compile(r"\\(?:[A-Za-z]+-?[0-9]*)\{\}")
"""A command with the end that DELTA's files give it, which no text has by chance."""


class Run(NamedTuple):
    """A piece of text in one script."""

    text: str
    italic: bool


def runs(text: str) -> list[Run]:
    r"""The pieces of a marked text, neighbours of one script joined.

    >>> runs(r"\i{}Poa\i0{} annua L.")
    [Run(text='Poa', italic=True), Run(text=' annua L.', italic=False)]
    >>> runs(r"Carex \'e9t\u233?e")[0].text
    'Carex étée'
    """
    if "\\" not in text:
        return [Run(text, False)] if text else []
    return [
        Run("".join(run.text for run in same), italic)
        for italic, same in groupby(_pieces(text), lambda run: run.italic)
    ]


def plain(text: str) -> str:
    r"""The text without its commands, and with single blanks.

    >>> plain(r"\i{}Poa\i0{}  annua"), plain("C:\\image")
    ('Poa annua', 'C:\\image')
    """
    return " ".join((text if "\\" not in text else "".join(run.text for run in _pieces(text))).split())


def tidy(text: str) -> str:
    r"""The marked text in its one written form: italics, which end in ``{}``, are its only commands, and blanks are
    single ones.

    >>> tidy(r"  \i Carex\i0  \'e9t\'e9 "), tidy("dark  red"), tidy("C:\\tab")
    ('\\i{}Carex\\i0{} été', 'dark red', 'C:')
    """
    if "\\" not in text:
        return " ".join(text.split())
    found: list[str] = []
    blank = True
    for run in runs(text):
        words = " ".join(run.text.split())
        begins, ends = run.text[:1].isspace(), run.text[-1:].isspace()
        if words:
            gap = " " if begins and not blank else ""
            found.append(gap + (rf"\i{{}}{literal(words)}\i0{{}}" if run.italic else literal(words)))
            blank = False
        if ends and not blank:
            found.append(" ")
            blank = True
    return "".join(found).strip()


def literal(text: str) -> str:
    r"""The marked text that is read as this text: nothing in it is a command.

    >>> literal("a|b"), literal(r"C:\tab"), plain(literal(r"C:\tab"))
    ('a|b', "C:\\'5ctab", 'C:\\tab')
    """
    return text.replace("\\", r"\'5c") if "\\" in text and _COMMAND.search(text) else text


def told_by_ends(text: str) -> str:
    r"""The marked text of a text of unknown origin: it has commands only if one of them ends in ``{}``.

    >>> told_by_ends(r"\i{}Poa\i0{} annua"), told_by_ends(r"C:\tab")
    ('\\i{}Poa\\i0{} annua', "C:\\'5ctab")
    """
    return text if _ENDED.search(text) else literal(text)


def _pieces(text: str) -> Iterator[Run]:
    italic, place = False, 0
    for match in _COMMAND.finditer(text):
        if match.start() > place:
            yield Run(text[place : match.start()], italic)
        place = match.end()
        if match["italic"]:
            italic = match["italic"] == "i"
        elif match["sign"]:
            yield Run(_SIGNS[match["sign"]], italic)
        elif match["byte"]:
            yield Run(bytes([int(match["byte"], 16)]).decode("cp1252", "replace"), italic)
        elif match["code"]:
            code = int(match["code"]) % 0x10000 if match["code"].startswith("-") else int(match["code"])
            yield Run(chr(code) if code <= _MOST_CODE and not 0xD800 <= code < 0xE000 else "\ufffd", italic)
    if place < len(text):
        yield Run(text[place:], italic)
