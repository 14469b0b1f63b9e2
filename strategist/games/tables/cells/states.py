"""Cells of a table that hold several states, that are unknown, or to which a question does not apply.

``a/b`` holds two states, with equal chances, and ``a:0.7/b:0.3`` two with chances of their own, of which only the
proportions matter. An *unknown* cell holds every answer that known cells of its question hold, with equal chances or in
proportion to theirs; where no cell is known, the text for unknown cells is the only answer. Where a question does *not
apply*, that is an answer of its own, or unknown. An answer ``cannot_tell``, with a chance, may be added to every cell.

A cell is read in two steps. What it says by itself (:meth:`States.read`) needs no other cell. What an unknown cell
holds depends on the others of its question (:meth:`States.question`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from strategist.common.errors import SpecError, told_at
from strategist.common.numbers import read_number, rounded
from strategist.common.quoting import quoted, unprintable
from strategist.games.tables.lexicon import name_of
from strategist.matrices.marked_text import tidy
from strategist.model.spec import Parameter, Value

MOST_ANSWERS = (1 << 16) - 1
"""The most different answers of one table: responses are pairs of bytes, and one says that the secret is found."""
MOST_STATES = 1 << 20
"""The most states in all different cells of one table."""
CANNOT_TELL = "cannot_tell"
"""The answer of a person who cannot tell."""
EMPTY = "empty"
"""The value of ``unknown=`` and ``inapplicable=`` that stands for empty cells."""

PARAMETERS = (
    Parameter("several", str, None, "what separates the states of a cell: signs such as /, or words", named=True),
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

CELLS = Parameter(
    "cells",
    str,
    None,
    "how cells are read that do not hold one answer each: several:/ unknown:? inapplicable:-",
    named=True,
    parts=tuple(each.name for each in PARAMETERS),
    bundle=True,
)

Chances = Mapping[str, Fraction]
"""The chance of each answer, by its text; they add up to 1."""
Shares = Mapping[str, Fraction]
"""The share of each state of a cell, by its text; rounded shares add up to nearly 1, others to 1."""

_MOST_BITS = 300
"""The chances of a cell are fractions of whole numbers of at most that many bits. 40 decimal places need 133."""
_MOST_BITS_TO_ROUND = 20_000
_SEPARATOR = re.compile(r"[^\W\d_]+|\S")
"""A word, or a sign, that separates states."""
_CHANCE_ALONE = re.compile(r"[-+.\d]")
"""How the text behind the colon of a cell begins, if it is meant as a chance."""


@dataclass(frozen=True)
class States:
    """How cells are read; see :data:`PARAMETERS`. ``separator`` stands between the states of a cell; ``unknown`` and
    ``inapplicable`` are canonical, or empty texts."""

    separator: str | None = None
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

    @cached_property
    def _between(self) -> re.Pattern[str] | None:
        return None if self.separator is None else separator_pattern(self.separator)

    def explains(self, cell: str) -> bool:
        """Whether a cell is read as unknown, as inapplicable or as several states.

        >>> [States("/", "?").explains(cell) for cell in ("?", "a/b", "a|b", "-")]
        [True, True, False, False]
        """
        return cell in (self.unknown, self.inapplicable) or bool(self._between and self._between.search(cell))

    def read(self, cell: str) -> Shares | None:
        """What a cell, a canonical text, says by itself; None for unknown.

        Raises :class:`~strategist.common.errors.SpecError`, without a place, for a cell that cannot be read.

        >>> {text: str(share) for text, share in States("/|").read("a:1_/_b:3|c:4").items()}
        {'a': '1/8', 'b': '3/8', 'c': '1/2'}
        """
        if cell == self.unknown:
            return None
        if cell == self.inapplicable:
            return {cell or EMPTY: Fraction(1)} if self.applies_not else None
        if self._between is None:
            return {cell: Fraction(1)}
        count = 1 + sum(1 for _ in self._between.finditer(cell))
        if count > MOST_ANSWERS:
            raise SpecError(f"expected a cell of at most {MOST_ANSWERS} states, got {count}")
        if count == 1:
            return {self._alone(cell): Fraction(1)}
        parts = [part.strip("_") for part in self._between.split(cell)]
        told = [part.rpartition(":") for part in parts]
        with_chances = [bool(colon) for _, colon, _ in told]
        if any(with_chances) and not all(with_chances):
            raise SpecError(f"expected a chance for each state or for none, got {quoted(cell)}")
        names = [state.rstrip("_") if colon else last for state, colon, last in told]
        for name in names:
            if not name:
                raise SpecError(f"expected a state on both sides of each of {self.separator}, got {quoted(cell)}")
            if name == self.unknown or (name == self.inapplicable and not self.applies_not):
                raise SpecError(f"expected states that are known, or {quoted(name)} alone, got {quoted(cell)}")
        if len(set(names)) < count:
            raise SpecError(f"expected each state once, got {quoted(cell)}")
        if not any(with_chances):
            return dict.fromkeys(names, Fraction(1, count))
        return dict(zip(names, self._shares([last for _, _, last in told], cell), strict=True))

    def written(self, cell: str, shares: Shares) -> Iterator[tuple[str, str]]:
        r"""The states of ``shares`` that a cell, a marked text, writes otherwise than in their canonical form, each
        with its marked text.

        >>> how = States("/ or")
        >>> dict(how.written("dark red:1 or white:3", how.read("dark_red:1_or_white:3")))
        {'dark_red': 'dark red'}
        """
        parts = [cell] if self.separator is None else separator_pattern(self.separator, " ").split(cell)
        for part in parts:
            for text in (part, part.rpartition(":")[0]):
                if (name := name_of(text).strip("_")) in shares:
                    if (found := tidy(text).strip("_ ")) != name:
                        yield name, found
                    break

    def _alone(self, cell: str) -> str:
        """The one state of a cell, which may have the chance 1."""
        state, colon, chance = cell.rpartition(":")
        if not colon or not _CHANCE_ALONE.match(chance.lstrip("_")):
            return cell
        if not state.strip("_") or read_number(_number(chance)) != 1:
            expected = "expected several states with chances, or one with the chance 1"
            raise SpecError(f"{expected}, got {quoted(cell)}; where cells hold several states, ':' tells chances")
        return state.rstrip("_")

    def _shares(self, texts: Sequence[str], cell: str) -> Sequence[Fraction]:
        """Chances as they are written, scaled so that they add up to 1, and rounded as asked for."""
        most = _MOST_BITS if self.digits is None else _MOST_BITS_TO_ROUND
        numbers = _in_proportion([read_number(_number(text)) for text in texts], most)
        if numbers is None:
            rounds = "" if self.digits else "; digits=N rounds them to N decimal places"
            raise SpecError(f"expected chances with fewer digits, got {quoted(cell)}{rounds}")
        whole = sum(numbers)
        shares = [Fraction(number, whole) for number in numbers]
        return shares if self.digits is None else rounded(shares, Fraction(1), self.digits)

    def question(self, cells: Mapping[int, int], shares: Sequence[Shares | None]) -> dict[int, Chances]:
        """What each cell of one question holds, by its number.

        ``shares[cell]`` is what the cell says by itself, and ``cells[cell]`` tells how often it stands in the question.
        Raises :class:`~strategist.common.errors.SpecError`, without a place, if chances would have too many digits.

        >>> how = States("/", "?", by_known=True)
        >>> held = how.question({0: 2, 1: 1, 2: 1}, [how.read(cell) for cell in ("a", "a/b", "?")])
        >>> [{text: str(chance) for text, chance in cell.items()} for cell in held.values()]
        [{'a': '1'}, {'a': '1/2', 'b': '1/2'}, {'a': '5/6', 'b': '1/6'}]
        """
        held: dict[int, Chances] = {}
        for cell in cells:
            if (own := shares[cell]) is not None:
                held[cell] = self._finished(own)
        if len(held) < len(cells):
            unknown = self._finished(self._unknown(cells, shares))
            held |= {cell: unknown for cell in cells if cell not in held}
        return held

    def alike(self, cells: Mapping[int, int], shares: Sequence[Shares | None]) -> dict[int, Hashable]:
        """A value for each cell of one question, equal for cells that hold the same answers with the same chances.

        Where unknown cells follow the frequencies of known ones, an unknown cell is equal to unknown cells alone:
        frequencies change where secrets that are alike become one, and may not decide which are.
        """
        if self.by_known:
            return {cell: None if (own := shares[cell]) is None else _key(self._finished(own)) for cell in cells}
        return {cell: _key(held) for cell, held in self.question(cells, shares).items()}

    def _unknown(self, cells: Mapping[int, int], shares: Sequence[Shares | None]) -> Shares:
        """What an unknown cell of a question holds, before ``cannot_tell`` is added."""
        known: dict[str, Fraction] = {}
        for cell, times in cells.items():
            for answer, share in (shares[cell] or {}).items():
                known[answer] = known.get(answer, Fraction(0)) + share * times if self.by_known else Fraction(1)
                if known[answer].denominator.bit_length() > _MOST_BITS:
                    raise SpecError("expected chances with fewer digits where unknown_as adds them up")
        if not known:
            return {self.unknown or EMPTY if self.unknown is not None else self.inapplicable or EMPTY: Fraction(1)}
        numbers = _in_proportion(list(known.values()), _MOST_BITS)
        if numbers is None:
            raise SpecError("expected chances with fewer digits where unknown_as adds them up")
        whole = sum(numbers)
        chances = [Fraction(number, whole) for number in numbers]
        if self.digits is not None:
            chances = rounded(chances, Fraction(1), self.digits)
        return dict(zip(known, chances, strict=True))

    def _finished(self, shares: Shares) -> Chances:
        """Chances that add up to 1, with that of an answer that tells nothing."""
        whole = sum(shares.values(), Fraction(0))
        if whole == 1 and not self.cannot_tell:
            return shares
        found = {text: share / whole * (1 - self.cannot_tell) for text, share in shares.items()}
        if self.cannot_tell:
            found[CANNOT_TELL] = found.get(CANNOT_TELL, Fraction(0)) + self.cannot_tell
        return found


def _key(held: Chances) -> Hashable:
    return frozenset(held.items())


def _number(text: str) -> str:
    return text.replace("_", " ")


def _in_proportion(values: Sequence[Fraction], most_bits: int) -> list[int] | None:
    """Positive numbers as whole numbers in the same proportion; None if these need more than ``most_bits`` bits.

    It ends before a number grows far beyond that.
    """
    common = 1
    for value in values:
        common = math.lcm(common, value.denominator)
        if common.bit_length() > most_bits or value.numerator.bit_length() > most_bits:
            return None
    numbers = [value.numerator * (common // value.denominator) for value in values]
    divisor = math.gcd(*numbers)
    return None if (sum(numbers) // divisor).bit_length() > most_bits else [number // divisor for number in numbers]


def separator_pattern(separator: str, blank: str = "_") -> re.Pattern[str]:
    """What separates states in a canonical cell: each sign of ``separator``, and each word of it between blanks.

    ``blank`` is what stands for a blank.

    >>> separator_pattern("/| or").split("a/b_|_c_OR_d")
    ['a', 'b_', '_c', 'd']
    """
    found = _SEPARATOR.findall(separator)
    return re.compile(
        "|".join(f"{blank}{each}{blank}" if each.isalpha() else re.escape(each) for each in found), re.IGNORECASE
    )


def canonical_separators(text: str) -> str:
    """Separators in their one written form: signs, then words, each once and in order.

    Raises :class:`~strategist.common.errors.SpecError` for what separates no states.

    >>> canonical_separators("or | /"), canonical_separators("/"), canonical_separators("and,or")
    ('/| or', '/', ', and or')
    """
    found = sorted({each.lower() for each in _SEPARATOR.findall(text)})
    if not found or any(each in ":_" or each.isdigit() for each in found) or unprintable(text):
        raise SpecError(f"table: expected signs such as / or |, or words such as or, as several, got {quoted(text)}")
    words = [each for each in found if each.isalpha()]
    return " ".join(["".join(each for each in found if not each.isalpha()), *words]).lstrip()


def canonical_states(values: Mapping[str, Value]) -> dict[str, Value]:
    """The values of :data:`PARAMETERS` that are texts, where they are given, in their one written form.

    Raises :class:`~strategist.common.errors.SpecError`.

    >>> canonical_states({"several": "| /", "unknown": "not  known", "cannot_tell": None})
    {'several': '/|', 'unknown': 'not_known'}
    """
    found: dict[str, Value] = {}
    if values.get("several") is not None:
        found["several"] = canonical_separators(str(values["several"]))
    for key in ("unknown", "inapplicable", CANNOT_TELL):
        if values.get(key) is not None:
            words = str(values[key]).split()
            found[key] = (" " if key == CANNOT_TELL else "_").join(words)
            if not words:
                raise SpecError(f"table: expected a text as {key}, got nothing; {key}={EMPTY} means empty cells")
    return found


def states_of(values: Mapping[str, Value]) -> States | None:
    """How the cells of a game with these parameters are read; None where each holds one answer.

    Raises :class:`~strategist.common.errors.SpecError`.

    >>> states_of({"several": "/"}).separator, states_of({})
    ('/', None)
    """
    given = canonical_states(values)
    texts = {key: "" if given.get(key) == EMPTY else given.get(key) for key in ("unknown", "inapplicable")}
    as_unknown = values.get("inapplicable_as") == "unknown"
    by_known = values.get("unknown_as") == "known"
    if as_unknown and texts["inapplicable"] is None:
        raise SpecError("table: expected a text as inapplicable beside inapplicable_as")
    if by_known and texts["unknown"] is None and not as_unknown:
        raise SpecError("table: expected a text as unknown beside unknown_as")
    if not given:
        return None
    if texts["unknown"] is not None and texts["unknown"] == texts["inapplicable"]:
        raise SpecError("table: expected one text for unknown and another for inapplicable, got the same")
    digits = None if values.get("digits") is None else int(values["digits"] or 0)
    share = _share(str(given[CANNOT_TELL]), digits) if CANNOT_TELL in given else Fraction(0)
    unknown, inapplicable = (None if text is None else str(text) for text in texts.values())
    separator = None if "several" not in given else str(given["several"])
    return States(separator, unknown, by_known, inapplicable, not as_unknown, share, digits)


def _share(text: str, digits: int | None) -> Fraction:
    """The chance of ``cannot_tell``, rounded as asked for, but neither to nothing nor to 1."""
    with told_at(f"table: {CANNOT_TELL}"):
        share = read_number(text)
    if share >= 1:
        raise SpecError(f"table: expected a chance below 1 as {CANNOT_TELL}, got {text}")
    if digits is not None:
        share = min(rounded([share], Fraction(1), digits)[0], 1 - Fraction(1, 10**digits))
    if share.denominator.bit_length() > _MOST_BITS:
        raise SpecError(f"table: expected a chance with fewer digits as {CANNOT_TELL}, got {quoted(text)}")
    return share
