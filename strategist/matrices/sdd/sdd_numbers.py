"""Quantitative data in SDD: measures and the prefixes of units."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from strategist.matrices.matrix import Span

_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,2})?")
LEAST = ("Min", "MinOC")
LOW = ("UMethLower", "ObserverEstLower", "SDRangeLower", "PercLower", "ConfIntervalLower")
CENTRAL = ("Mean", "Median", "UMethCentral", "ObserverEstCentral", "Mode", "TrimMean", "GeoMean", "HMean", "InterqMean")
HIGH = ("UMethUpper", "ObserverEstUpper", "SDRangeUpper", "PercUpper", "ConfIntervalUpper")
MOST = ("Max", "MaxOC")
MEASURES = frozenset((*LEAST, *LOW, *CENTRAL, *HIGH, *MOST))
"""The measures that make a span."""
_PREFIXES = {
    "Tera": ("T", 12), "Giga": ("G", 9), "Mega": ("M", 6), "kilo": ("k", 3), "hecto": ("h", 2), "deca": ("da", 1),
    "noprefix": ("", 0), "": ("", 0), "deci": ("d", -1), "centi": ("c", -2), "milli": ("m", -3), "micro": ("µ", -6),
    "nano": ("n", -9), "pico": ("p", -12), "femto": ("f", -15), "atto": ("a", -18),
}  # fmt: skip


def number_in(text: str) -> Fraction | None:
    """The number in a text; None if there is none.

    >>> number_in(" 2.50"), number_in("-1e-2"), number_in("NaN")
    (Fraction(5, 2), Fraction(-1, 100), None)
    """
    text = text.strip()
    return Fraction(text) if _NUMBER.fullmatch(text) else None


def span_of(measures: Mapping[str, Fraction]) -> Span | None:
    """The span that measures give; a central one counts where there is no range. None where ends are out of order.

    >>> numbers = {"Min": Fraction(2), "UMethLower": Fraction(3), "UMethUpper": Fraction(5), "Mean": Fraction(4)}
    >>> span = span_of(numbers)
    >>> span and [str(number) for number in (span.least, span.low, span.high, span.most)]
    ['2', '3', '5', '5']
    """

    def first(names: tuple[str, ...]) -> Fraction | None:
        return next((measures[name] for name in names if name in measures), None)

    centre = first(CENTRAL)
    low = first(LOW + LEAST + HIGH + MOST if centre is None else LOW + LEAST)
    high = first(HIGH + MOST + LOW + LEAST if centre is None else HIGH + MOST)
    low, high = centre if low is None else low, centre if high is None else high
    if low is None or high is None:
        return None
    least, most = first(LEAST), first(MOST)
    least, most = low if least is None else least, high if most is None else most
    return Span(low, high, least, most) if least <= low <= high <= most else None


def prefixed(prefix: str, unit: str) -> str:
    """A unit with its prefix.

    >>> prefixed("milli", "m"), prefixed("", "cm")
    ('mm', 'cm')
    """
    return _PREFIXES.get(prefix, (prefix, 0))[0] + unit


def scale(prefix: str, usual: str) -> Fraction | None:
    """How many of the usual units one unit with another prefix is; None for a prefix that is not known.

    >>> scale("centi", "milli")
    Fraction(10, 1)
    """
    if prefix not in _PREFIXES or usual not in _PREFIXES:
        return None
    return Fraction(10) ** (_PREFIXES[prefix][1] - _PREFIXES[usual][1])
