"""Numbers and spans of numbers as people write them: ``4.2``, ``3-5``, ``(2-)3-5(-7)``, and bins such as ``~2``."""

from __future__ import annotations

import re
from fractions import Fraction

from strategist.common.errors import SpecError
from strategist.common.numbers import write_number
from strategist.common.quoting import quoted
from strategist.matrices.matrix import Bin, Span

# A cell has limited room for digits, so that no cell makes a number of millions of them.
_NUMBER = r"[+\-−]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,2})?"
_DASH = r"\s*[-–—]\s*"
_SPAN = re.compile(
    rf"(?:\(\s*(?P<least>{_NUMBER}){_DASH}\)\s*)?"
    rf"(?P<low>{_NUMBER})(?:{_DASH}(?P<high>{_NUMBER}))?"
    rf"(?:\s*\({_DASH}(?P<most>{_NUMBER})\s*\))?",
    re.ASCII,
)
_BIN = re.compile(
    rf"~\s*(?P<most>{_NUMBER})|(?P<least>{_NUMBER})\s*~|(?P<low>{_NUMBER})(?:{_DASH}(?P<high>{_NUMBER}))?"
)
_EXPECTED = "expected a number such as 4.2, or numbers such as 3-5 or (2-)3-5(-7)"
_ABOUT = re.compile(r"(?:ca\.?|c\.|circa|about|approx\.?|etwa|\+/-|[±~≈∼])\s*(?=[\d.(\[+\-−])", re.IGNORECASE)
_BRACKETS = re.compile(r"\[([^\[\]()]+)\]")
_GIVE = re.compile(rf"(?P<middle>{_NUMBER})\s*(?:±|\+/-)\s*(?P<give>{_NUMBER})", re.ASCII)
_END = re.compile(rf"(?P<sign><=|>=|[≤≥<>⩽⩾])\s*(?P<value>{_NUMBER})", re.ASCII)
ENDLESS = Fraction(10) ** 60
"""Where numbers end that have no end: no cell holds a number of so many digits."""


def read_span(text: str, comma: bool = False) -> Span:
    """The numbers of a text; with ``comma``, decimals may stand behind a comma.

    Raises :class:`~strategist.common.errors.SpecError`, without a place.

    >>> span = read_span("(2-)3-5(-7)")
    >>> [str(value) for value in (span.least, span.low, span.high, span.most)]
    ['2', '3', '5', '7']
    >>> read_span("4,2", comma=True) == read_span("4.2")
    True
    """
    found = _SPAN.fullmatch((text.replace(",", ".") if comma and "." not in text else text).strip())
    if found is None:
        point = "" if comma or "." in text else text.replace(",", ".").strip()
        hint = f": write {point}" if "," in text and point and _SPAN.fullmatch(point) else ""
        raise SpecError(f"{_EXPECTED}, got {quoted(text)}{hint}")
    low = _number(found["low"])
    high = low if found["high"] is None else _number(found["high"])
    least = low if found["least"] is None else _number(found["least"])
    most = high if found["most"] is None else _number(found["most"])
    if not least <= low <= high <= most:
        raise SpecError(f"expected ascending numbers, got {quoted(text)}")
    return Span(low, high, least, most)


def read_loose_span(text: str, comma: bool = False) -> Span:
    """The numbers of a text as people write them in tables: as :func:`read_span`, and ``c. 3``, ``≤ 4``, ``5±1`` and
    ``[80-90]``. What is said to be about a number is that number, and what is below 4 may be 4, so that nobody is
    excluded who should not be.

    Raises :class:`~strategist.common.errors.SpecError`, without a place.

    >>> [write_bin(Bin(span.low, span.high)) for span in map(read_loose_span, ("ca. 3", "5 ± 1", "[80-90]", "± 3-4"))]
    ['3', '4-6', '80-90', '3-4']
    >>> span = read_loose_span("≤ 4")
    >>> span.low == -ENDLESS, str(span.high)
    (True, '4')
    """
    tidy = text.strip()
    if found := _BRACKETS.fullmatch(tidy):
        tidy = found[1].strip()
    if comma and "." not in tidy:
        tidy = tidy.replace(",", ".")
    if found := _GIVE.fullmatch(tidy):
        middle, give = _number(found["middle"]), abs(_number(found["give"]))
        return Span(middle - give, middle + give, middle - give, middle + give)
    tidy = _ABOUT.sub("", tidy)
    if found := _END.fullmatch(tidy):
        value = _number(found["value"])
        low, high = (-ENDLESS, value) if found["sign"] in ("<", "<=", "≤", "⩽") else (value, ENDLESS)
        return Span(low, high, low, high)
    try:
        return read_span(tidy, comma)
    except SpecError:
        # The message quotes what stands in the table.
        return read_span(text, comma)


def read_bin(text: str) -> Bin:
    """A state of a key made of numbers; both its ends belong to it. Raises
    :class:`~strategist.common.errors.SpecError`.

    >>> [write_bin(read_bin(text)) for text in ("~2", "2-5", "5 ~", "7")]
    ['~2', '2-5', '5~', '7']
    """
    found = _BIN.fullmatch(text.strip())
    if found is None:
        raise SpecError(f"expected numbers such as ~2, 2-5 or 5~, got {quoted(text)}")
    if found["most"] is not None:
        return Bin(None, _number(found["most"]))
    if found["least"] is not None:
        return Bin(_number(found["least"]), None)
    low = _number(found["low"])
    high = low if found["high"] is None else _number(found["high"])
    if high < low:
        raise SpecError(f"expected ascending numbers, got {quoted(text)}")
    return Bin(low, high)


def write_bin(each: Bin) -> str:
    """A bin as :func:`read_bin` reads it."""
    if each.low is None or each.high is None:
        ends = ("" if end is None else write_signed(end) for end in (each.low, each.high))
        return "~".join(ends)
    low, high = write_signed(each.low), write_signed(each.high)
    return low if low == high else f"{low}-{high}"


def write_signed(value: Fraction) -> str:
    """A number of either sign, or 0: a decimal where there is one.

    >>> write_signed(Fraction(-1, 2)), write_signed(Fraction(30))
    ('-0.5', '30')
    """
    return f"-{write_number(-value)}" if value < 0 else write_number(value)


def _number(text: str) -> Fraction:
    return Fraction(text.replace("−", "-"))
