"""The words in the text of a program: lists of texts in quotes, as JSON, JavaScript and Python write them.

>>> words_in(["const words = ['crane', 'slate'];", "print('hello')"])
['crane', 'slate']
>>> words_in(["crane", "slate"]) is None
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from strategist.common.errors import SpecError

_SIGNS = re.compile(
    r"""
    (?P<text> (?P<quote>["'`]) (?: \\. | (?!(?P=quote))[^\\\n] )* (?P=quote) )
    | (?P<beside> [\s,]+ | //.* | \#.* | /\*(?s:.*?)(?:\*/|\Z) )
    | (?P<open> [\[({] )
    | (?P<close> [\])}] )
    | (?P<name> [^\W]+ )
    | (?P<other> . )
    """,
    re.VERBOSE,
)
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_PROGRAM = re.compile(
    r"""
    \A\s* [\[{] | \[ \s* ["'`]
    | ^[ \t]* (?: (?:export|const|let|var|val|my|static|final|public|private) [ \t]+ ){1,3} [\w$@%]+ [ \t]* =
    | ^[ \t]* [\w.$]+ (?: [ \t]* = [ \t]* ["'`\[({] | [ \t]+ = [ \t]+ [\w.]+ \( )
    """,
    re.VERBOSE | re.MULTILINE,
)
"""What no plain list holds: a bracket at its beginning, or before a quote; a name that is declared or set."""
_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))")


def words_in(lines: Iterable[str]) -> list[str] | None:
    """The texts of all lists of texts in a program, in their order; None for lines that are no program.

    Raises :class:`~strategist.common.errors.SpecError` for a program without such a list.
    """
    program = "\n".join(line.rstrip("\r\n") for line in lines if not line.lstrip().startswith("#"))
    if not _PROGRAM.search(program):
        return None
    found = [text for texts in _lists_in(program) for text in texts]
    if not found:
        raise SpecError(
            "expected a list of words, got a program without a list of words in quotes: save the words alone"
        )
    return found


def _lists_in(program: str) -> Iterator[list[str]]:
    """The lists that hold nothing but texts. A subscript is none, nor what is called or in round brackets alone."""
    texts: list[str] = []
    opening = before = ""
    for sign in _SIGNS.finditer(program):
        kind, text = str(sign.lastgroup), sign[0]
        if kind == "open":
            # A name or a bracket right before it: "table['crane']", "print('hello')".
            opening, texts = ("" if text != "{" and before in ("name", "close") else text), []
        elif kind == "text":
            texts.append(_plain(text[1:-1]))
        elif kind != "beside":
            if kind == "close" and text == _CLOSING.get(opening) and len(texts) > (text == ")"):
                yield texts
            opening, texts = "", []
        before = kind


def _plain(text: str) -> str:
    """A text in quotes without escapes."""

    def meant(escape: re.Match[str]) -> str:
        number = escape[1] or escape[2]
        return chr(int(number, 16)) if number else escape[3]

    # Letters beyond the first plane of Unicode are written as two halves.
    halves = _ESCAPED.sub(meant, text)
    return halves.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
