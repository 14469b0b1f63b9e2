"""Cells of a table that hold several states, that are unknown, or to which a question does not apply.

``a/b`` holds two states, with equal chances, and ``a:0.7/b:0.3`` two with chances of their own, of which only the
proportions matter. An *unknown* cell holds every answer that known cells of its question hold, with equal chances or in
proportion to theirs; where no cell is known, the text for unknown cells is the only answer. Where a question does *not
apply*, that is an answer of its own, or unknown. An answer ``cannot_tell``, with a chance, may be added to every cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from strategist.common.errors import SpecError
from strategist.common.numbers import read_number, rounded
from strategist.common.quoting import quoted
from strategist.model.spec import Parameter, Value

CANNOT_TELL = "cannot_tell"
"""The answer of a person who cannot tell."""
EMPTY = "empty"
"""The value of ``unknown=`` and ``inapplicable=`` that stands for empty cells."""

PARAMETERS = (
    Parameter("several", str, None, "what separates the states of a cell that holds several, such as /", named=True),
    Parameter("unknown", str, None, f"the text of cells that are not known; {EMPTY} for empty cells", named=True),
    Parameter(
        "unknown_as",
        str,
        "equal",
        "the chances of the answers of an unknown cell: equal, or as among the known cells",
        choices=("equal", "known"),
        named=True,
    ),
    Parameter(
        "inapplicable",
        str,
        None,
        f"the text of cells to which a question does not apply; {EMPTY} for empty cells",
        named=True,
    ),
    Parameter(
        "inapplicable_as",
        str,
        "answer",
        "what such a cell is: an answer of its own, or unknown",
        choices=("answer", "unknown"),
        named=True,
    ),
    Parameter(CANNOT_TELL, str, None, f"the chance that a question is answered {CANNOT_TELL}", named=True),
)

Chances = dict[str, Fraction]
"""The chance of each answer, by its text; they add up to 1."""


@dataclass(frozen=True)
class States:
    """How cells are read; see :data:`PARAMETERS`. ``unknown`` and ``inapplicable`` are canonical, or empty texts."""

    several: str | None = None
    unknown: str | None = None
    by_known: bool = False
    inapplicable: str | None = None
    applies_not: bool = False
    """Whether an inapplicable cell is an answer of its own."""
    cannot_tell: Fraction = Fraction(0)
    digits: int | None = None

    @property
    def reads_empty(self) -> bool:
        """Whether empty cells are read."""
        return "" in (self.unknown, self.inapplicable)

    def row(self, cells: Sequence[str]) -> list[Chances]:
        """What each cell of one question holds.

        Raises :class:`~strategist.common.errors.SpecError`, without a place, for a cell that cannot be read.

        >>> [{text: str(p) for text, p in cell.items()} for cell in States("/", "?").row(["a", "a/b", "?"])]
        [{'a': '1'}, {'a': '1/2', 'b': '1/2'}, {'a': '1/2', 'b': '1/2'}]
        """
        spelled = {cell: self._cell(cell) for cell in dict.fromkeys(cells)}
        known: Chances = {}
        for cell in cells:
            for answer, chance in (spelled[cell] or {}).items():
                known[answer] = known.get(answer, Fraction(0)) + (chance if self.by_known else 1)
        if not self.by_known:
            known = dict.fromkeys(known, Fraction(1))
        unknown = self._finished(known or {self.unknown or self.inapplicable or EMPTY: Fraction(1)})
        finished = {cell: unknown if held is None else self._finished(held) for cell, held in spelled.items()}
        return [finished[cell] for cell in cells]

    def _cell(self, cell: str) -> Chances | None:
        """What a cell says by itself; None for unknown."""
        if cell == self.unknown:
            return None
        if cell == self.inapplicable:
            return {cell or EMPTY: Fraction(1)} if self.applies_not else None
        if self.several is None or self.several not in cell:
            return {cell: Fraction(1)}
        parts = [part.strip("_") for part in cell.split(self.several)]
        told = [part.rpartition(":") for part in parts]
        with_chances = [colon for _, colon, _ in told]
        if any(with_chances) and not all(with_chances):
            raise SpecError(f"expected a chance for each state or for none, got {quoted(cell)}")
        found: Chances = {}
        for state, colon, last in told:
            name = state.strip("_") if colon else last
            if not name:
                raise SpecError(f"expected a state on both sides of {quoted(self.several)}, got {quoted(cell)}")
            found[name] = found.get(name, Fraction(0)) + (read_number(last) if colon else 1)
        return found

    def _finished(self, held: Mapping[str, Fraction]) -> Chances:
        """Chances that add up to 1, rounded as asked for, with that of an answer that tells nothing."""
        whole = sum(held.values(), Fraction(0))
        chances = [chance / whole for chance in held.values()]
        if self.digits is not None:
            chances = rounded(chances, Fraction(1), self.digits)
            whole = sum(chances, Fraction(0))
            chances = [chance / whole for chance in chances]
        found = {text: chance * (1 - self.cannot_tell) for text, chance in zip(held, chances, strict=True)}
        if self.cannot_tell:
            found[CANNOT_TELL] = found.get(CANNOT_TELL, Fraction(0)) + self.cannot_tell
        return found


def states_of(values: Mapping[str, Value]) -> States | None:
    """How the cells of a game with these parameters are read; None where each holds one answer.

    Raises :class:`~strategist.common.errors.SpecError`.

    >>> states_of({"several": "/"}).several, states_of({})
    ('/', None)
    """
    texts = {
        key: None if values.get(key) is None else "" if values[key] == EMPTY else "_".join(str(values[key]).split())
        for key in ("unknown", "inapplicable")
    }
    chance = values.get(CANNOT_TELL)
    if values.get("several") is None and chance is None and all(text is None for text in texts.values()):
        return None
    share = Fraction(0) if chance is None else read_number(str(chance))
    if share >= 1:
        raise SpecError(f"table: expected a chance below 1 as {CANNOT_TELL}, got {chance}")
    several = values.get("several")
    if several is not None and (not str(several).strip() or set(str(several)) & set(":_\t")):
        raise SpecError(f"table: expected a sign such as / or | as several, got {quoted(str(several))}")
    if texts["unknown"] is not None and texts["unknown"] == texts["inapplicable"]:
        raise SpecError("table: expected one text for unknown and another for inapplicable, got the same")
    digits = values.get("digits")
    return States(
        None if several is None else str(several).strip(),
        texts["unknown"],
        values.get("unknown_as") == "known",
        texts["inapplicable"],
        values.get("inapplicable_as", "answer") == "answer",
        share,
        None if digits is None else int(digits),
    )
