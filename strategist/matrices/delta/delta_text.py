r"""Texts in DELTA: comments in angle brackets, which nest, and names that end with a slash.

Signs that would be read as something else are written by their codes, such as ``\'3c`` for ``<``, as RTF has them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from strategist.matrices.marked_text import plain

_BLANKS = re.compile(r"[ \t\n\r\f\v]+")
_END = re.compile(r"[<>]|\n[ \t]*#|/(?=\s|\Z)", re.ASCII)
_BRACKET = re.compile(r"[<>]")
_BEFORE_SIGN = re.compile(r" (?=[,;.:)](?: |$))")
_CODE = re.compile(r"\\'([2-6][0-9a-fA-F]|7[0-9a-eA-E])")
_CODED = re.compile(r"[<>]|(?<![^ ])[*#]|/(?= )|(?<![^ ]) | (?![^ ])|\\(?='(?:[2-6][0-9a-fA-F]|7[0-9a-eA-E]))")


def tidy(text: str) -> str:
    """A text in one line with single blanks, and the signs that its codes stand for."""
    return _CODE.sub(lambda found: chr(int(found[1], 16)), " ".join(_BLANKS.split(text)).strip(" "))


def coded(text: str) -> str:
    r"""A text as :func:`tidy` reads it back, whatever it holds.

    >>> coded("<5 mm, #1"), tidy(coded("<5 mm, #1"))
    ("\\'3c5 mm, \\'231", '<5 mm, #1')
    """
    return _CODED.sub(lambda found: f"\\'{ord(found[0]):02x}", text)


def phrase_end(text: str, start: int) -> int | None:
    """Where the slash stands that ends a phrase, outside of comments and before a blank; None if there is none.

    A line that begins with # begins another phrase.
    """
    depth = 0
    for found in _END.finditer(text, start):
        match found[0]:
            case "<":
                depth += 1
            case ">":
                depth = max(depth - 1, 0)
            case "/":
                if not depth:
                    return found.start()
            case _:
                return None
    return None


def parts(text: str) -> Iterator[tuple[bool, str]]:
    """The pieces of a text, and whether each is a comment, without its brackets. A comment that does not end is text.

    >>> list(parts("a <b <c>> d"))
    [(False, 'a '), (True, 'b <c>'), (False, ' d')]
    """
    depth, start = 0, 0
    for found in _BRACKET.finditer(text):
        if found[0] == "<":
            depth += 1
            if depth == 1:
                if found.start() > start:
                    yield False, text[start : found.start()]
                start = found.end()
        elif depth:
            depth -= 1
            if not depth:
                yield True, text[start : found.start()]
                start = found.end()
    if depth:
        yield False, text[start - 1 :]
    elif start < len(text):
        yield False, text[start:]


def without_comments(text: str) -> str:
    """A text without its comments."""
    return "".join(piece for comment, piece in parts(text) if not comment)


def names_of(texts: Sequence[str]) -> list[str]:
    """Names without their comments, which stand in parentheses where two names would be one without them.

    Where nothing else is left, a name is its comment. Comments in comments are notes of the author, and stand in names
    only where there is nothing else.

    >>> names_of(["leaf blades <shape>", "leaf blades <width>", "<longevity>", "culms <height <old>>"])
    ['leaf blades (shape)', 'leaf blades (width)', 'longevity', 'culms']
    """
    short = [_short(text) for text in texts]
    count = Counter(plain(name) for name in short)
    return [_long(text) if count[plain(name)] > 1 else name for text, name in zip(texts, short, strict=True)]


def _short(text: str) -> str:
    kept = _BEFORE_SIGN.sub("", tidy(without_comments(text))) if "<" in text else tidy(text)
    if plain(kept):
        return kept
    outer = tidy(" ".join(without_comments(piece) for _, piece in parts(text)))
    return outer if plain(outer) else tidy(_BRACKET.sub("", text))


def _long(text: str) -> str:
    if not plain(tidy(without_comments(text))):
        return _short(text)
    said = (f"({tidy(without_comments(piece))})" if comment else piece for comment, piece in parts(text))
    return tidy("".join(piece for piece in said if piece != "()"))
