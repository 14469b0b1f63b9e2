"""What a cell says of a question, and the signs by which that is written: between states, and for cells that are
unknown or to which the question does not apply."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from strategist.common.errors import SpecError
from strategist.common.numbers import in_whole_numbers
from strategist.common.quoting import quoted, shortened
from strategist.games.tables.cells.states import EMPTY, separator_pattern
from strategist.games.tables.lexicon import canonical
from strategist.model.spec import Value

SEPARATORS = "/|;&+~^"
"""What separates states: the first of these signs that stands in no state."""
UNKNOWN = ("?", "??", "unknown", "not known")
INAPPLICABLE = ("-", "--", "inapplicable", "does not apply")
"""What stands for unknown and inapplicable cells: the first of these texts that is no state."""


class Answers(NamedTuple):
    """What a cell of a question says: states, marked, and their shares if they differ; nothing at all is unknown."""

    states: tuple[str, ...] = ()
    shares: tuple[Fraction, ...] = ()
    inapplicable: bool = False


@dataclass(frozen=True)
class Signs:
    """The texts that stand in cells, each None where it is not needed; an empty text is that of empty cells."""

    separator: str | None = None
    unknown: str | None = None
    inapplicable: str | None = None
    applies_not: bool = True
    """Whether an inapplicable cell is an answer of its own."""

    def write(self, answers: Answers) -> str:
        """A cell as text.

        >>> Signs("/", "?", "-").write(Answers(("red", "white"), inapplicable=True))
        'red/white/-'
        """
        states = list(answers.states)
        if answers.inapplicable and (self.applies_not or not states):
            states.append(self.inapplicable or "")
        elif answers.inapplicable or not states:
            # Where nothing applies to some of a taxon, and that is unknown, any answer is possible.
            return (self.unknown if self.unknown is not None else self.inapplicable) or ""
        elif answers.shares and len(states) > 1:
            numbers, _ = in_whole_numbers(answers.shares)
            states = [f"{state}:{number}" for state, number in zip(states, numbers, strict=True)]
        return joint_of(self.separator).join(states)


def joint_of(separator: str | None) -> str:
    """What to write between states that ``separator`` separates: its first sign, or word.

    >>> joint_of("/| or"), joint_of("or"), joint_of(None)
    ('/', ' or ', '')
    """
    if not separator:
        return ""
    return f" {separator.split()[0]} " if separator[0].isalpha() else separator[0]


def free_separator(texts: Collection[str]) -> str:
    """The first of the :data:`SEPARATORS` that stands in none of these texts; raises
    :class:`~strategist.common.errors.SpecError` if there is none.

    >>> free_separator({"dark/light", "red"})
    '|'
    """
    for sign in SEPARATORS:
        if not any(sign in text for text in texts):
            return sign
    raise SpecError(f"each of {SEPARATORS} stands in a state: expected several= with another sign")


def signs_of(
    values: Mapping[str, Value], cells: Collection[Answers], texts: Collection[str]
) -> tuple[Signs, dict[str, Value]]:
    """The signs for these cells, and the parameters of them that are not given by ``values``.

    ``texts`` are plain texts that must not be read as signs. Raises :class:`~strategist.common.errors.SpecError` if a
    sign that is given, or each that may be chosen, stands among them.
    """
    as_unknown = values.get("inapplicable_as") == "unknown"
    needed = {
        "several": any(
            len(each.states) > 1 if not each.inapplicable else each.states and not as_unknown for each in cells
        ),
        "unknown": values.get("unknown_as") == "known"
        or any(not each.states and not each.inapplicable for each in cells),
        "inapplicable": as_unknown or any(each.inapplicable for each in cells),
    }
    names = {canonical(text) for text in texts}
    signs: dict[str, str | None] = {}
    filled: dict[str, Value] = {}
    for key, wanted in needed.items():
        if (given := values.get(key)) is not None:
            signs[key] = _checked(key, str(given), names)
        elif wanted:
            free = free_separator(names) if key == "several" else _free_text(key, names)
            filled[key] = signs[key] = free
    separator, unknown, inapplicable = (signs.get(key) for key in needed)
    return Signs(separator, unknown, inapplicable, not as_unknown), filled


def _free_text(key: str, names: Collection[str]) -> str:
    """What stands for unknown, or inapplicable, cells."""
    for text in map(canonical, UNKNOWN if key == "unknown" else INAPPLICABLE):
        if text not in names:
            return text
    raise SpecError(f"expected {key}= with a text that is no state")


def _checked(key: str, given: str, names: Collection[str]) -> str:
    """A sign that is given, as it stands in cells; raises :class:`~strategist.common.errors.SpecError` if a state would
    be read as several, as unknown or as inapplicable."""
    between = separator_pattern(given) if key == "several" else None
    for name in sorted(names):
        if between.search(name) if between else name == canonical(given):
            raise SpecError(f"expected {key}= that stands in no state, got {quoted(given)}, as in {shortened(name)}")
    return "" if given == EMPTY and key != "several" else given
