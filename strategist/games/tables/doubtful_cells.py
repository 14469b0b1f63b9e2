"""Answers of a table that look as if they stood for several answers, or for none that is known.

A table is read with one answer in each cell, always true. Keys and matrices of traits hold other cells as well: ``?``
and ``NA`` where nothing is known, ``1/2`` for either of two states, ``20-30`` for a range. Each of them is read as an
answer of its own, and proofs rest on that reading, so the user is told of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from strategist.common.quoting import listed, quoted, shortened
from strategist.common.wording import counted

_UNKNOWN = frozenset(("?", "na", "n/a", "#n/a", "nan", "null"))
_SEVERAL = re.compile(r"[/|&]|_or_")
_RANGE = re.compile(r"\d+(?:\.\d+)?_?[-–]_?\d+(?:\.\d+)?")
_MOST_ANSWERS = 200
"""A question with more different answers than these names things or measures them: none of them is a list."""


def doubtful(questions: Sequence[str], answers: Sequence[str], rows: Sequence[Sequence[int]]) -> str | None:
    """One line about the answers that look like several or unknown ones; None if there are none.

    ``rows[q][s]`` is the answer to question q for secret s, an index into ``answers``.

    >>> print(doubtful(["lamp"], ["1/2", "1", "2"], [[0, 1, 2]]).partition(", and")[0])
    1 cell of question lamp ('1/2') looks like several answers or an unknown one
    """
    found: list[tuple[str, str, int]] = []
    looks_doubtful = [_looks_doubtful(answer) for answer in answers]
    if not any(looks_doubtful):
        return None
    for question, row in zip(questions, rows, strict=True):
        used = dict.fromkeys(row)
        if len(used) <= _MOST_ANSWERS:
            texts = {answers[answer] for answer in used}
            odd = {answer for answer in used if looks_doubtful[answer] and _is_doubtful(answers[answer], texts)}
            if odd:
                examples = listed([quoted(answers[answer]) for answer in used if answer in odd], 3)
                found.append((question, examples, sum(answer in odd for answer in row)))
    return _told(found) if found else None


def _told(found: Sequence[tuple[str, str, int]]) -> str:
    """The line about questions, examples of their doubtful answers, and how many cells hold one."""
    question, examples, count = found[0]
    one = count == 1 and len(found) == 1
    others = sum(cells for _, _, cells in found[1:])
    more = f" and {others} of {counted(len(found) - 1, 'other question')}" if others else ""
    return (
        f"{counted(count, 'cell')} of question {shortened(question)} ({examples}){more} "
        f"{'looks' if one else 'look'} like several answers or an unknown one, and {'is' if one else 'are'} taken for "
        f"{'an answer of its own' if one else 'answers of their own'}; a later version will read such cells"
    )


def _looks_doubtful(answer: str) -> bool:
    return answer.lower() in _UNKNOWN or bool(_RANGE.fullmatch(answer) or _SEVERAL.search(answer))


def _is_doubtful(answer: str, texts: set[str]) -> bool:
    """Whether an answer is unknown, a range of numbers, or made of numbers or of other answers to the question.

    A colour ``black/white`` is a list only where a secret is ``black`` or ``white`` alone.
    """
    if answer.lower() in _UNKNOWN or _RANGE.fullmatch(answer):
        return True
    parts = [part.strip("_") for part in _SEVERAL.split(answer)]
    return all(part.isdecimal() for part in parts) or not texts.isdisjoint(parts)
