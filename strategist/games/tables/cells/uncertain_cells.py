"""Answers of a table that look as if they stood for several answers, or for none that is known.

Unless a table is read otherwise (:mod:`strategist.games.tables.cells.states`), it has one answer in each cell, always
true. Keys and matrices of traits hold other cells as well: ``?`` and ``NA`` where nothing is known, ``-`` where a
question does not apply, ``1/2`` for either of two states, ``20-30`` for a range. Each of them is then an answer of its
own, and proofs rest on that reading, so the user is told of them, and of the parameters that read them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from strategist.common.quoting import listed, quoted, shortened
from strategist.common.wording import counted
from strategist.games.tables.cells.number_parameters import ALL
from strategist.games.tables.cells.states import States, canonical_separators
from strategist.model.spec import quote

_UNKNOWN = frozenset(("?", "na", "n/a", "#n/a", "nan", "null"))
_INAPPLICABLE = frozenset("-–—")
_SEVERAL = re.compile(r"[/|&]|_or_")
_NUMBER = r"\d+(?:[.,]\d+)?"
_RANGE = re.compile(rf"(?:\({_NUMBER}[-–]\)_?)?{_NUMBER}_?[-–]_?{_NUMBER}(?:_?\([-–]{_NUMBER}\))?")
_MOST_ANSWERS = 200
"""A question with more different answers than these names things or measures them: none of them is a list."""
_FEWEST_WITH_DASH = 3
"""A question with fewer different answers than these that has a dash among them means no by the dash."""

_MOST_NAMED = 3
"""The most questions that advice names."""

_KINDS = ("several", "unknown", "inapplicable", "range")


def uncertain_answers(
    questions: Sequence[str],
    answers: Sequence[str],
    rows: Sequence[Sequence[int]],
    states: States | None = None,
    noun: str = "question",
) -> str | None:
    """One line about the answers that look like several, unknown or inapplicable ones; None if there are none.

    ``rows[q][s]`` is the answer to question q for secret s, an index into ``answers``. What ``states`` explains is not
    told. ``noun`` is what a question is called.

    >>> print(uncertain_answers(["lamp"], ["1/2", "1", "2"], [[0, 1, 2]]).partition(";")[0])
    question lamp holds 1/2 in 1 cell: several=/ reads it as several states
    """
    kinds = [None if states is not None and states.explains(answer) else _looks_like(answer) for answer in answers]
    if not any(kinds):
        return None
    found: dict[str, list[tuple[str, list[str], int]]] = {kind: [] for kind in _KINDS}
    for question, row in zip(questions, rows, strict=True):
        used = dict.fromkeys(row)
        if len(used) > _MOST_ANSWERS or not any(kinds[answer] for answer in used):
            continue
        texts = {answers[answer] for answer in used}
        for kind in _KINDS:
            odd = [answer for answer in used if kinds[answer] == kind and _is_uncertain(answers[answer], kind, texts)]
            if odd:
                count = sum(row.count(answer) for answer in odd)
                found[kind].append((question, [answers[answer] for answer in odd], count))
    read = "" if states is None else states.separator or ""
    told = [_told(kind, places, noun, read) for kind, places in found.items() if places]
    if not told:
        return None
    cells = sum(count for places in found.values() for _, _, count in places)
    return f"{'; '.join(told)}; as it stands, {'it is an answer' if cells == 1 else 'each is an answer'} of its own"


def _told(kind: str, places: Sequence[tuple[str, list[str], int]], noun: str, read: str) -> str:
    """What is told of one kind: the first question with its uncertain answers, and how many others there are.

    ``read`` are the separators of states that are read, which must go on being read.
    """
    question, texts, count = places[0]
    others = sum(cells for _, _, cells in places[1:])
    more = f", and {others} of {counted(len(places) - 1, f'other {noun}')}" if others else ""
    it = "it" if len(texts) == 1 and not others else "them"
    every = [text for _, some, _ in places for text in some]
    if kind == "several":
        signs = dict.fromkeys(sign.strip("_") for text in every for sign in _SEVERAL.findall(text))
        advice = f"several={quote(canonical_separators(' '.join([read, *signs])))} reads {it} as several states"
    elif kind == "range":
        names = ";".join(name for name, _, _ in places) if len(places) <= _MOST_NAMED else ALL
        advice = f"numbers={quote(names)} reads {it} as numbers"
    else:
        advice = f"{kind}={quote(every[0])} reads {it if len(set(every)) == 1 else quoted(every[0])} as {kind}"
    return f"{noun} {shortened(question)} holds {listed(texts, 3)} in {counted(count, 'cell')}{more}: {advice}"


def _looks_like(answer: str) -> str | None:
    """What an answer may mean, one of ``_KINDS``; None for an answer like any other."""
    if answer.lower() in _UNKNOWN:
        return "unknown"
    if answer in _INAPPLICABLE:
        return "inapplicable"
    if _RANGE.fullmatch(answer):
        return "range"
    return "several" if _SEVERAL.search(answer) else None


def _is_uncertain(answer: str, kind: str, texts: set[str]) -> bool:
    """Whether an answer that looks uncertain is so among all answers to its question.

    A colour ``black/white`` is a list only where a secret is ``black`` or ``white`` alone. A dash beside a plus, or
    beside one other answer, means no.
    """
    if kind == "inapplicable":
        return len(texts) >= _FEWEST_WITH_DASH and not any(text.startswith("+") for text in texts)
    if kind != "several":
        return True
    parts = [part.strip("_") for part in _SEVERAL.split(answer)]
    return all(part.isdecimal() for part in parts) or not texts.isdisjoint(parts)
