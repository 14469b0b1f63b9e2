"""Remarks on what a reader leaves out, similar ones summed, so that a large file gives a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from strategist.common.quoting import quoted


@dataclass
class SummedRemarks:
    """Remarks in the order of their first cases.

    >>> remarks = SummedRemarks("frogs.nex")
    >>> remarks.add("command left out", "OPTIONS", 7)
    >>> remarks.add("command left out", "PAIRS", 9)
    >>> remarks.add("no state set has the name *", "EXSET", 12)
    >>> remarks.lines()[0]
    'frogs.nex: line 7: command left out: OPTIONS; 2 in all'
    """

    label: str
    """What the file is called."""
    _first: dict[str, str] = field(default_factory=dict)
    _count: dict[str, int] = field(default_factory=dict)

    def add(self, what: str, case: str = "", line: int | None = None) -> None:
        """Remark a case of something; its first case is named, with its line."""
        if what not in self._first:
            where = self.label if line is None else f"{self.label}: line {line}"
            self._first[what] = f"{where}: {what}{f': {_short(case)}' if case else ''}"
        self._count[what] = self._count.get(what, 0) + 1

    def lines(self) -> Sequence[str]:
        """The remarks, a line each."""
        return tuple(
            first + (f"; {self._count[what]} in all" if self._count[what] > 1 else "")
            for what, first in self._first.items()
        )


def _short(case: str) -> str:
    """A text of a file as a remark holds it: as it is where that is one short line."""
    return case if len(case) <= 60 and case.isprintable() else quoted(case)
