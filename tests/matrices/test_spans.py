"""Numbers and spans as people write them, and thresholds between them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from refusals import refuses

from strategist.common.errors import SpecError
from strategist.matrices.matrix import Bin, Span
from strategist.matrices.spans import read_bin, read_span, write_bin, write_signed
from strategist.matrices.thresholds import Piece, Side, bins_of, pieces_of, sides_of, useful_thresholds

pytestmark = pytest.mark.early


def span(*numbers: str) -> Span:
    """The span of a lowest and a highest number, with the extremes behind them, if there are any."""
    low, high, least, most = map(Fraction, (*numbers, *numbers[:2])[:4])
    return Span(low, high, least, most)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4.2", span("4.2", "4.2")),
        (" 4. ", span("4", "4")),
        (".5", span("0.5", "0.5")),
        ("-3", span("-3", "-3")),
        ("−3–−1", span("-3", "-1")),
        ("-5--3", span("-5", "-3")),
        ("3 - 5", span("3", "5")),
        ("3—5", span("3", "5")),
        ("4e-2", span("0.04", "0.04")),
        ("2e-3-1", span("0.002", "1")),
        ("(2-)3-5(-7)", span("3", "5", "2", "7")),
        ("(2-) 3", span("3", "3", "2", "3")),
        ("3( - 7 )", span("3", "3", "3", "7")),
    ],
)
def test_spans_are_read(text: str, expected: Span) -> None:
    assert read_span(text) == expected


NO_NUMBERS = (
    *(
        "",
        "x",
        "--",
        "-",
        "3-",
        "1e999",
        "(((",
        "(" * 10**5,
        "3-5-7",
        "(2)3",
        "(2-)",
        "3)",
        "1/2",
        "5 cm",
        "~3",
        "1" * 41,
    ),
    *("nan", "inf", "٣", "1_000", "1,000.5", "3-5(-", "0x10", "1e", "\0"),
)


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_number_is_refused(text: str) -> None:
    for comma in (False, True):
        with pytest.raises(SpecError, match=r"^expected a number such as 4\.2") as caught:
            read_span(text, comma)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", ["5-3", "(4-)3", "3-5(-4)", "3--5"])
def test_numbers_ascend(text: str) -> None:
    refuses(read_span, text, told=r"^expected ascending numbers, got ")


def test_decimals_stand_behind_a_comma_where_that_is_so() -> None:
    assert read_span("(1,5-)2-3,25", comma=True) == span("2", "3.25", "1.5", "3.25")
    refuses(read_span, "4,2", told=r"got '4,2': write 4\.2$")
    refuses(read_span, "1.000,5", told=r"got '1\.000,5'$", comma=True)


@pytest.mark.parametrize("text", ["", "~", "2-1", "~2~", "a", "1-2-3", "2/3"])
def test_bad_bins_are_refused(text: str) -> None:
    refuses(read_bin, text, told="expected")


numbers = st.fractions(min_value=-20, max_value=20, max_denominator=10).map(
    lambda value: Fraction(round(value * 10), 10)
)
pieces = st.tuples(numbers, numbers).map(lambda pair: (min(pair), max(pair)))
cells = st.lists(pieces, max_size=3)


@given(st.lists(numbers, min_size=4, max_size=4))
def test_spans_and_bins_are_read_as_they_are_written(values: list[Fraction]) -> None:
    least, low, high, most = sorted(values)
    text = [write_signed(value) for value in (least, low, high, most)]
    assert read_span(f"({text[0]}-){text[1]}-{text[2]}(-{text[3]})") == Span(low, high, least, most)
    for each in (Bin(low, high), Bin(None, low), Bin(low, None), Bin(low, low)):
        assert read_bin(write_bin(each)) == each


SIDES = {
    (True, False): Side.BELOW,
    (False, True): Side.NOT_BELOW,
    (True, True): Side.EITHER,
    (False, False): Side.UNKNOWN,
}
"""By whether there are numbers below the threshold, and others."""
GRID = [Fraction(value, 20) for value in range(-420, 421)]
"""All numbers of the tests, and one between any two of them."""


def shown(cell: list[Piece]) -> list[Fraction]:
    """The numbers of the grid that a taxon with this cell may show."""
    return [value for value in GRID if any(low <= value <= high for low, high in cell)]


@given(cells, numbers, numbers)
def test_answers_are_those_of_the_numbers_that_a_taxon_may_show(
    cell: list[Piece], threshold: Fraction, other: Fraction
) -> None:
    values = shown(cell)
    for each, side in zip(sorted({threshold, other}), sides_of(cell, sorted({threshold, other})), strict=True):
        assert side is SIDES[any(value < each for value in values), any(value >= each for value in values)]
    low, high = sorted((threshold, other))
    bins = [Bin(None, low), Bin(low, high), Bin(high, None)]
    held = [
        place
        for place, each in enumerate(bins)
        if any(
            (each.low is None or each.low <= value) and (each.high is None or value <= each.high) for value in values
        )
    ]
    assert bins_of(cell, bins) == held


def parted(taxa: list[list[Piece]], threshold: Fraction) -> set[tuple[int, int]]:
    """The pairs of cells that a threshold tells apart for sure, the one below it first."""
    sides = [sides_of(cell, [threshold])[0] for cell in taxa]
    below = [place for place, side in enumerate(sides) if side is Side.BELOW]
    others = [place for place, side in enumerate(sides) if side is Side.NOT_BELOW]
    return {(one, other) for one in below for other in others}


@given(st.lists(cells, max_size=8))
@example([[(Fraction(1), Fraction(3))], [(Fraction(3), Fraction(5))]])
def test_thresholds_tell_apart_all_that_any_threshold_does(taxa: list[list[Piece]]) -> None:
    found, count = useful_thresholds(taxa, 100)
    assert found == sorted(set(found)) and count == len(found)
    kept = [parted(taxa, threshold) for threshold in found]
    assert all(kept)
    for value in GRID:
        assert any(parted(taxa, value) <= pairs for pairs in kept) or not parted(taxa, value)
    # None of them is of no use beside another.
    assert not any(one <= other for one in kept for other in kept if one is not other)


@given(st.lists(cells, max_size=8), st.integers(0, 4))
def test_few_thresholds_are_those_that_tell_most_apart(taxa: list[list[Piece]], most: int) -> None:
    every, count = useful_thresholds(taxa, 100)
    found, possible = useful_thresholds(taxa, most)
    assert possible == count and len(found) == min(most, count) and set(found) <= set(every)
    if most >= count:
        return
    best: set[tuple[int, int]] = set()
    for _ in range(most):
        gain = max(len(parted(taxa, threshold) - best) for threshold in every)
        chosen = [each for each in found if len(parted(taxa, each) - best) == gain]
        assert chosen
        if len(chosen) > 1:
            # Which of several is taken first is not tested.
            return
        best |= parted(taxa, chosen[0])


def test_thresholds_are_round_numbers() -> None:
    taxa = [pieces_of([read_span(text)], extremes=True) for text in ("1.25", "1.75-140", "260-420(-500)", "501.5-503")]
    assert list(map(write_signed, useful_thresholds(taxa, 9)[0])) == ["1.5", "200", "501"]
    taxa = [pieces_of([read_span(text)], extremes=False) for text in ("1-2(-9)", "3-4")]
    assert list(map(write_signed, useful_thresholds(taxa, 9)[0])) == ["3"]
    taxa = [pieces_of([read_span(text)], extremes=True) for text in ("-5", "7", "1e-99")]
    assert list(map(write_signed, useful_thresholds(taxa, 9)[0])) == ["0", "4"]
