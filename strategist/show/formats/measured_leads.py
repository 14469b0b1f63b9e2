"""Questions about a threshold, ``height < 5 cm``, as a printed key says them: ``height: under 5 cm; 5 cm or more``.

A question is one by its text and its answers alone, so it is known in files of every version.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from strategist.model.game import Response
from strategist.show.texts.names import Names, plain

_THRESHOLD = re.compile(r"(?P<column>\S.*?) < (?P<value>-?\d+(?:\.\d+|/[1-9]\d*)?)(?P<unit> \S.*)?")
_BELOW, _NOT_BELOW = "yes", "no"
NOT_APPLICABLE = "does not apply"
"""The answer where a question does not apply, which files write by a sign."""


class Threshold(NamedTuple):
    """A threshold of a column of numbers, as a question names it; the texts are marked."""

    column: str
    value: Fraction
    written: str
    unit: str

    @property
    def below(self) -> str:
        """The numbers below it, in words."""
        return f"under {self.written}{self.unit}"

    @property
    def above(self) -> str:
        """The others, in words."""
        return f"{self.written}{self.unit} or more"


def threshold_of(question: str) -> Threshold | None:
    """The threshold that a question asks about; None for another question.

    >>> found = threshold_of("height < 2.5 cm")
    >>> found.column, found.below, found.above
    ('height', 'under 2.5 cm', '2.5 cm or more')
    """
    found = _THRESHOLD.fullmatch(question)
    if found is None:
        return None
    return Threshold(found["column"], Fraction(found["value"]), found["value"], found["unit"] or "")


class MeasuredQuestion:
    """The question of a couplet and the answers that lead on: in words, where it is about a threshold, or does not
    apply; else as they are written."""

    def __init__(self, names: Names[str], guess: int, responses: Sequence[Response]) -> None:
        game = names.game
        self._names = names
        self.text = names.code(game.guesses[guess])
        self._words: Mapping[str, str] = {}
        marked = game.shown_code(game.guesses[guess])
        told = {plain(game.shown_response(each)) for each in responses}
        if (found := threshold_of(marked)) is not None and told & {_BELOW, _NOT_BELOW}:
            self.text = names.medium(found.column)
            self._words = {_BELOW: names.medium(found.below), _NOT_BELOW: names.medium(found.above)}

    def answer(self, response: Response) -> str:
        """An answer."""
        if response == self._names.game.inapplicable:
            return NOT_APPLICABLE
        text = plain(self._names.game.shown_response(response))
        return self._words.get(text) or self._names.response(response)


@dataclass
class _Range:
    """The tightest thresholds of one column, each with whether it is new."""

    low: tuple[Threshold, bool] | None = None
    high: tuple[Threshold, bool] | None = None
    order: list[int] = field(default_factory=list)

    def take(self, threshold: Threshold, below: bool, new: bool) -> None:
        """Take a threshold if it is tighter. Of equal ones that counts which is not new."""
        side = self.high if below else self.low
        tighter = side is None or (threshold.value < side[0].value if below else threshold.value > side[0].value)
        if side is not None and threshold.value == side[0].value:
            tighter = side[1] and not new
        if tighter and below:
            self.high = threshold, new
        elif tighter:
            self.low = threshold, new

    def words(self) -> str:
        """What is new, in words; empty if nothing is."""
        low = self.low[0] if self.low is not None and self.low[1] else None
        high = self.high[0] if self.high is not None and self.high[1] else None
        if low is not None and high is not None:
            return f"{low.column} {low.written} to under {high.written}{high.unit}"
        one = low or high
        return "" if one is None else f"{one.column} {one.above if one is low else one.below}"


def told_at_once(pairs: Iterable[tuple[str, str]], known: Iterable[tuple[str, str]]) -> list[str]:
    """Questions and their answers, all marked texts, in words: of the thresholds of one column only the tightest count,
    and of these only those that what is ``known`` does not imply.

    >>> told_at_once([("wings", "no"), ("legs < 3", "no"), ("legs < 5", "no"), ("legs < 9", "yes")], [])
    ['wings no', 'legs 5 to under 9']
    >>> told_at_once([("legs < 3", "no"), ("legs < 9", "yes")], [("legs < 4", "no")])
    ['legs under 9']
    """
    ranges: dict[tuple[str, str], _Range] = {}
    told: list[str | _Range] = []
    for new, some in ((True, pairs), (False, known)):
        for question, answer in some:
            found = threshold_of(question) if answer in (_BELOW, _NOT_BELOW) else None
            if found is None:
                told += [f"{question} {answer}"] if new else []
                continue
            key = found.column, found.unit
            if key not in ranges:
                ranges[key] = _Range()
                told.append(ranges[key])
            ranges[key].take(found, answer == _BELOW, new)
    texts = (each if isinstance(each, str) else each.words() for each in told)
    return [text for text in texts if text]
