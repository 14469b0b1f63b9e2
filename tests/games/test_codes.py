"""Code spaces: a code from its index and an index from its code, without storing codes."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategist.games.pegs.codes import CodeSpace

pytestmark = pytest.mark.early


@st.composite
def spaces(draw: st.DrawFn, most_pegs: int = 20, most_symbols: int = 60) -> CodeSpace:
    """Any code space that has a code; most are far too large to list."""
    pegs = draw(st.integers(1, most_pegs))
    repeats = draw(st.booleans())
    leading_zero = draw(st.booleans())
    fewest = max(1 if repeats else pegs, 1 if leading_zero else 2)
    symbols = draw(st.integers(fewest, max(fewest, most_symbols)))
    return CodeSpace(pegs, symbols, repeats=repeats, leading_zero=leading_zero)


@given(spaces(), st.data())
def test_index_and_code_round_trip(space: CodeSpace, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, space.length - 1))
    code = space[index]
    assert code in space
    assert space.index(code) == index
    assert space[index - space.length] == code


@given(spaces(most_pegs=4, most_symbols=5))
def test_the_order_is_counting_order(space: CodeSpace) -> None:
    digits = itertools.product(range(space.symbols), repeat=space.pegs)
    expected = [code for code in digits if code in space]
    assert list(space) == expected == sorted(expected)
    assert len(space) == len(expected)
    # Compare the computation without a list, and the list that replaces it after the first access.
    assert [space._compute(index) for index in range(len(space))] == expected
    assert [space[index] for index in range(len(space))] == expected
    assert space.index_bytes() == bytes(itertools.chain.from_iterable(expected))
    assert space[1::2] == expected[1::2]


@pytest.mark.parametrize(
    "space", [CodeSpace(2, 3, repeats=True), CodeSpace(12, 30, repeats=False)], ids=["kept", "big"]
)
def test_an_index_out_of_range_raises(space: CodeSpace) -> None:
    for index in (space.length, -space.length - 1):
        with pytest.raises(IndexError):
            space[index]


@pytest.mark.parametrize(
    "code", [(0, 1), (0, 1, 2, 3), (0, 1, 9), (0, 1, -1), [0, 1, 2], "012", None, (0, 1, 1), (0, 1, 2.0), (0, 1, "2")]
)
def test_what_is_no_code_is_not_in_the_space(code: object) -> None:
    space = CodeSpace(3, 5, repeats=False)
    assert code not in space
    assert space.count(code) == 0
    with pytest.raises(ValueError, match="is not in this code space"):
        space.index(code)


def test_without_a_leading_zero_the_codes_are_the_numbers_that_people_write() -> None:
    space = CodeSpace(2, 10, repeats=True, leading_zero=False)
    assert [10 * tens + ones for tens, ones in space] == list(range(10, 100))
    assert (0, 1) not in space
    assert space.count((1, 0)) == 1
