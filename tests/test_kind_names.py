"""One word for each kind of answers: ``one``, ``several``, ``lies``. No file, folder, class or function of the package
is called by a word of before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import strategist

PACKAGE = Path(strategist.__file__).parent

FORBIDDEN = (
    "keys",  # several: printed keys are one use of it
    "overlapping",  # several
    "doubt", "doubts", "doubtful",  # lies
    "suspect", "suspects",  # lies: candidates
    "told lies",  # lies: the label of a candidate is the number of lies told
)  # fmt: skip
"""Words, singly or one behind the other, with what they were said for."""
HONEST = {
    "_check_keys": "names in objects of JSON",
    "_keys": "key pegs, printed keys, numbers that codes are sorted by",
    "_possible_keys": "key pegs",
    "_read_keys": "key pegs",
    "number_keys": "key pegs",
    "_doubt": "how sure the source of a value is",
    "doubtful": "a name that users know",
    "suspects": "a name that users know, until 0.5",
    "suspects_left": "a name that users know, until 0.5",
}

_DEFINED = re.compile(r"^ *(?:class|(?:async )?def) (\w+)", re.MULTILINE)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def words_of(name: str) -> str:
    """The words of a name, in lower case, with blanks around each.

    >>> words_of("_MassKeys"), words_of("told_lies")
    (' mass keys ', ' told lies ')
    """
    return f" {' '.join(word.lower() for word in _WORD.findall(name))} "


def names() -> Iterator[str]:
    for path in PACKAGE.rglob("*.py"):
        yield path.stem
        yield path.parent.name
        yield from _DEFINED.findall(path.read_text("utf-8"))


def test_kinds_have_one_name() -> None:
    found = {name for name in names() if any(f" {word} " in words_of(name) for word in FORBIDDEN)}
    assert found == set(HONEST)
