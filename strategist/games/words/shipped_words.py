"""The lists of English words that ship, one for each number of letters; ``data/scowl.txt`` says where they are from.

A file is one line, compressed by gzip: all words in order, each as the number of letters that it shares with the word
before, and its other letters; in capitals, if the word is an answer. ``scripts/build_words`` makes them.
"""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from strategist.common.errors import SpecError
from strategist.common.wording import counted
from strategist.games.words.word_lists import Lists

DATA = Path(__file__).parent / "data"
LENGTHS = range(4, 9)
"""The numbers of letters for which there is a list."""


def shipped_lists(length: int) -> Lists:
    """The list of words of ``length`` letters; raises :class:`~strategist.common.errors.SpecError` if none ships.

    >>> lists = shipped_lists(5)
    >>> "crane" in lists.secrets, "cranes" in lists.guesses, "salet" in lists.guesses
    (True, False, True)
    >>> len(lists.secrets), len(lists.guesses)
    (3264, 11409)
    """
    if length not in LENGTHS:
        raise SpecError(
            f"words of {LENGTHS[0]} to {LENGTHS[-1]} letters ship, there is no list of {counted(length, 'letter')}: "
            "expected answers=FILE"
        )
    return unfold_lists((DATA / f"scowl-{length}.gz").read_bytes())


def fold_lists(lists: Lists) -> bytes:
    """The contents of a file."""
    told, before = [], ""
    for word in lists.guesses:
        shared = next(
            (at for at, (one, other) in enumerate(zip(before, word, strict=False)) if one != other), len(before)
        )
        told.append(f"{shared}{word[shared:].upper() if word in lists.secrets else word[shared:]}")
        before = word
    return gzip.compress("".join(told).encode(), mtime=0)


def unfold_lists(contents: bytes) -> Lists:
    """The lists in the contents of a file.

    >>> unfold_lists(fold_lists(Lists(["crane", "crate"], ["crank"])))
    Lists(answers=['crane', 'crate'], others=['crank'])
    """
    answers: list[str] = []
    others: list[str] = []
    word = ""
    for shared, rest in re.findall("([0-9])([A-Za-z]+)", gzip.decompress(contents).decode()):
        word = word[: int(shared)] + rest.lower()
        (answers if rest.isupper() else others).append(word)
    return Lists(answers, others)
