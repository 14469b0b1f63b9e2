"""Texts that somebody else wrote: which of them may be printed as they are, and how messages quote them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

_MOST_QUOTED = 100
_MOST_LISTED = 300
"""The most characters of one quoted text, and of a list of accepted texts."""

_COMMANDS = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""Categories of Unicode that are not text: control characters, formats, surrogates, ends of lines and paragraphs.

Formats are invisible, and some change the direction of the text around them."""

_JOINERS = frozenset("\u200c\u200d")
"""The two formats that spelling needs: Persian words and many emoji contain them. They move no other character."""


def unprintable(text: str) -> str | None:
    r"""The first character of ``text`` that must not reach a terminal, as ``U+202E``; None where there is none.

    On a terminal, control characters are commands, a line break can forge a line, and some formats reverse the text.

    >>> unprintable("¿qué?"), unprintable("two\nlines"), unprintable("dog\u202egod")
    (None, 'U+000A', 'U+202E')
    """
    if text.isprintable():
        return None
    found = (mark for mark in text if unicodedata.category(mark) in _COMMANDS and mark not in _JOINERS)
    return next((f"U+{ord(mark):04X}" for mark in found), None)


def shortened(text: str, most: int = _MOST_QUOTED) -> str:
    """``text``, or its beginning and its end if it is longer than ``most`` characters.

    >>> shortened("abcdefghij", 7)
    'abcd…ij'
    """
    if len(text) <= most:
        return text
    end = (most - 1) // 3
    return f"{text[: most - 1 - end]}…{text[len(text) - end :]}"


def quoted(value: object) -> str:
    r"""A text or another value as messages quote it: in one line of about a hundred characters, whatever it holds.

    >>> quoted("1122\x1b[2J"), len(quoted("x" * 10**6))
    ("'1122\\x1b[2J'", 100)
    """
    return shortened(repr(value))


def did_you_mean(text: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name, if it looks like a known one; else nothing.

    >>> did_you_mean("mastermnd", ["mastermind", "words"]), did_you_mean("chess", ["mastermind", "words"])
    ('; did you mean mastermind?', '')
    """
    if len(text) > _MOST_QUOTED:
        return ""
    # Imported here, because it takes longer than all that a game needs to begin.
    from difflib import get_close_matches

    near = get_close_matches(text, list(known), n=1, cutoff=0.7)
    return f"; did you mean {near[0]}?" if near else ""


def listed(texts: Sequence[str], most: int = 20) -> str:
    """The first of the accepted texts, as messages list them, and the number of all if some are left out.

    >>> listed(["cat", "dog"]), listed("abcdef", most=3)
    ('cat, dog', 'a, b, c, … (6 in all)')
    """
    some: list[str] = []
    room = _MOST_LISTED
    for text in texts[:most]:
        some.append(shortened(text))
        room -= len(some[-1])
        if room < 0:
            break
    return ", ".join(some) + (f", … ({len(texts)} in all)" if len(some) < len(texts) else "")
