"""Sets of characters in NEXUS: ``1 4-7 10-.\\3 all``, names of sets, names of characters."""

from __future__ import annotations

import re
from collections.abc import Mapping

_RANGE = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}|\.)(?:\\([0-9]{1,9}))?)?")
_LOOSE = re.compile(r"\s*([-\\])\s*")


def read_set(text: str, names: Mapping[str, int], sets: Mapping[str, int], count: int) -> int | None:
    r"""The characters of a set, the bit of the index of each; None if it is not understood.

    ``names`` holds the indices of characters, ``sets`` the bits of sets, both by names in small letters, and ``count``
    is the number of all characters.

    >>> bin(read_set("1 3 - 7\\2 LEAF", {"leaf": 8}, {}, 10))
    '0b101010101'
    >>> read_set("1-99", {}, {}, 10) is None, bin(read_set("8-.", {}, {}, 10))
    (True, '0b1110000000')
    """
    found = 0
    for word in dict.fromkeys(_LOOSE.sub(r"\1", text).lower().split()):
        key = word.replace("_", " ")
        if match := _RANGE.fullmatch(word):
            first = int(match[1])
            last = count if match[2] == "." else int(match[2] or first)
            step = int(match[3] or 1)
            if not (1 <= first <= last <= count and step):
                return None
            found |= _every(step, len(range(first, last + 1, step))) << (first - 1)
        elif key == "all":
            found |= _every(1, count)
        elif key in sets:
            found |= sets[key]
        elif key in names:
            found |= 1 << names[key]
        else:
            return None
    return found


def _every(step: int, number: int) -> int:
    """Some bits, one every so many places."""
    return ((1 << step * number) - 1) // ((1 << step) - 1)
