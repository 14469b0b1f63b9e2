"""What cells of numbers answer: to "below T?", and to "which of these spans?".

A cell of numbers is made of *pieces*, pairs of a lowest and a highest number, both included. A taxon may show any
number in them, so to "below T?" a cell answers yes if all its numbers are below T, no if all are T or above, and either
if there are numbers on both sides. Two cells are told apart for sure by T if one answers yes and the other no.

A threshold matters by where it stands among the ends of cells. Between a highest number and the next lowest one, it
tells apart for sure all that any threshold near it does; nowhere else are thresholds needed.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from enum import Enum
from fractions import Fraction

from strategist.matrices.matrix import Bin, Span

Piece = tuple[Fraction, Fraction]
"""The lowest and the highest number."""


def pieces_of(spans: Iterable[Span], extremes: bool) -> tuple[Piece, ...]:
    """The pieces of a cell, with the extremes of its spans, or without them.

    >>> from strategist.matrices.spans import read_span
    >>> [(int(low), int(high)) for low, high in pieces_of([read_span("3-5(-7)")], extremes=True)]
    [(3, 7)]
    """
    return tuple((span.least, span.most) if extremes else (span.low, span.high) for span in spans)


class Side(Enum):
    """On which side of a threshold the numbers of a cell are."""

    BELOW = "below"
    NOT_BELOW = "at it or above"
    EITHER = "on both sides"
    UNKNOWN = "unknown"


def sides_of(pieces: Sequence[Piece], thresholds: Sequence[Fraction]) -> list[Side]:
    """The side of a cell for each of the thresholds, which ascend.

    >>> [side.name for side in sides_of([(Fraction(3), Fraction(5))], [Fraction(3), Fraction(5), Fraction(6)])]
    ['NOT_BELOW', 'EITHER', 'BELOW']
    """
    if not pieces:
        return [Side.UNKNOWN] * len(thresholds)
    first = bisect_right(thresholds, min(low for low, _ in pieces))
    last = bisect_right(thresholds, max(high for _, high in pieces))
    return [Side.NOT_BELOW] * first + [Side.EITHER] * (last - first) + [Side.BELOW] * (len(thresholds) - last)


def bins_of(pieces: Sequence[Piece], bins: Sequence[Bin]) -> list[int]:
    """The numbers of the bins that hold a number of the cell. A number at the end of two bins belongs to both.

    >>> from strategist.matrices.spans import read_bin
    >>> bins_of([(Fraction(3), Fraction(5))], list(map(read_bin, ("~2", "2-5", "5~"))))
    [1, 2]
    """
    return [
        place
        for place, each in enumerate(bins)
        if any(
            (each.high is None or low <= each.high) and (each.low is None or each.low <= high) for low, high in pieces
        )
    ]


def useful_thresholds(cells: Iterable[Sequence[Piece]], most: int) -> tuple[list[Fraction], int]:
    """Thresholds that tell cells apart for sure, ascending, and how many there are without a limit.

    Of more than ``most`` those are taken, one after the other, that tell most pairs of cells apart which those before
    do not. Takes n log n steps for n cells, on the average of where thresholds fall.

    >>> cells = [[(Fraction(low), Fraction(high))] for low, high in ((1, 3), (2, 4), (5, 9), (10, 10))]
    >>> [[str(each) for each in useful_thresholds(cells, most)[0]] for most in (9, 1)]
    [['5', '10'], ['5']]
    """
    ends = [(min(low for low, _ in cell), max(high for _, high in cell)) for cell in cells if cell]
    lows, highs = sorted(low for low, _ in ends), sorted(high for _, high in ends)
    gaps = []
    for low in sorted(set(lows)):
        below = bisect_left(highs, low)
        # The next lowest number behind the highest one before has to be this.
        if below and lows[bisect_left(lows, low) - 1] <= highs[below - 1]:
            gaps.append((highs[below - 1], low))
    taken = range(len(gaps)) if len(gaps) <= most else _best(gaps, lows, highs, most)
    return [_short(*gaps[place]) for place in taken], len(gaps)


def _best(gaps: Sequence[Piece], lows: Sequence[Fraction], highs: Sequence[Fraction], most: int) -> list[int]:
    """The gaps to take, ascending: each splits a run of gaps between two that were taken before."""
    # Up to a gap so many cells end, and so many begin behind it.
    ended = [bisect_left(highs, low) for _, low in gaps]
    begun = [bisect_left(lows, low) for _, low in gaps]

    def split(first: int, end: int) -> tuple[int, int, int, int]:
        """The best gap of a run from ``first`` to before ``end``, by the number of pairs, negative, that are new."""
        before = ended[first - 1] if first else 0
        after = begun[end] if end < len(gaps) else len(lows)

        # A pair is new if no gap at either end of the run lies between its cells.
        def pairs(place: int) -> int:
            return (ended[place] - before) * (after - begun[place])

        best = max(range(first, end), key=pairs)
        return -pairs(best), best, first, end

    runs = [split(0, len(gaps))]
    taken: list[int] = []
    while runs and len(taken) < most:
        _, best, first, end = heapq.heappop(runs)
        taken.append(best)
        for run in ((first, best), (best + 1, end)):
            if run[0] < run[1]:
                heapq.heappush(runs, split(*run))
    return sorted(taken)


def _short(below: Fraction, above: Fraction) -> Fraction:
    """The roundest number above the first and at most the second; of several, the one next to the middle.

    >>> [str(_short(Fraction(one), Fraction(other))) for one, other in (("140", "260"), ("4.2", "5.1"), ("3", "4"))]
    ['200', '5', '4']
    """
    step = Fraction(10) ** len(str(int(max(abs(below), abs(above)))))
    while True:
        first, last = below // step + 1, above // step
        if first <= last:
            return min(max(round((below + above) / 2 / step), first), last) * step
        step /= 10
