"""A matrix that goes out as DELTA comes back equal, whatever it holds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refuses

from strategist.common.errors import OutputError
from strategist.matrices.delta.delta import read_delta
from strategist.matrices.delta.delta_cells import cells_of, rules_for
from strategist.matrices.delta.delta_writing import write_delta
from strategist.matrices.matrix import Bin, Cell, Character, Control, Kind, Matrix, Span, Taxon

POTS = Path(__file__).parent / "pots"
SIGNS = "ab1.,;:/<>*#()-&~\\'{} \u00e9\u00a0\u0416"
NAMES = st.one_of(
    st.text(st.sampled_from(SIGNS), max_size=12),
    st.sampled_from([r"\i{}Poa\i0{} annua", "<5 mm", "*SHOW", "a *CHARACTER LIST", "# x/", "a/ b /", "a  b "]),
    st.sampled_from([r"\'3c", r"\'e9", "Ã©", "#TIME", "a #DATE"]),
)
NUMBERS = st.fractions(-50, 500, max_denominator=8).filter(lambda value: value.denominator in (1, 2, 4, 5, 8))
GRADES = st.none() | st.fractions(0, 10, max_denominator=4).filter(lambda value: value.denominator != 3)


@st.composite
def spans(draw: st.DrawFn, whole: bool) -> Span:
    one = st.integers(-9, 99).map(Fraction) if whole else NUMBERS
    least, low, high, most = sorted(draw(st.lists(one, min_size=4, max_size=4)))
    return Span(low, high, least if draw(st.booleans()) else low, most if draw(st.booleans()) else high)


@st.composite
def bins(draw: st.DrawFn) -> Bin:
    low, high = sorted(draw(st.tuples(NUMBERS, NUMBERS)))
    return Bin(low if draw(st.booleans()) else None, high if draw(st.booleans()) else None)


@st.composite
def characters(draw: st.DrawFn, number: int) -> Character:
    kind = draw(st.sampled_from(Kind))
    states = tuple(draw(st.lists(NAMES, min_size=1, max_size=4))) if kind.categorical else ()
    subsets = st.lists(st.integers(0, max(len(states) - 1, 0)), min_size=1, unique=True)
    key_state = bins() if kind.numeric else subsets.map(tuple)
    control = st.builds(
        Control,
        subsets.map(frozenset),
        st.lists(st.integers(0, number - 1), min_size=1, unique=True).map(tuple),
    )
    return Character(
        draw(NAMES),
        kind,
        states,
        draw(NAMES) if kind.numeric else "",
        draw(st.none() | st.integers(0, len(states) - 1)) if kind.categorical else None,
        tuple(draw(st.lists(control, max_size=2))) if kind.categorical else (),
        draw(st.booleans()),
        draw(GRADES),
        () if kind is Kind.TEXT else tuple(draw(st.lists(key_state, max_size=3))),
        draw(st.booleans()),
    )


@st.composite
def cells(draw: st.DrawFn, character: Character) -> Cell:
    inapplicable = draw(st.booleans())
    if character.kind is Kind.TEXT:
        return Cell(text=draw(NAMES), inapplicable=inapplicable)
    if character.kind.numeric:
        return Cell(
            spans=tuple(draw(st.lists(spans(character.kind is Kind.WHOLE), max_size=2))), inapplicable=inapplicable
        )
    states = draw(st.lists(st.integers(0, len(character.states) - 1), unique=True))
    if states and draw(st.booleans()):
        share = st.fractions(Fraction(1, 100), 3, max_denominator=100)
        shares = draw(st.lists(share, min_size=len(states), max_size=len(states)))
        return Cell(states=tuple(states), shares=tuple(shares))
    return Cell(states=tuple(states), inapplicable=inapplicable)


@st.composite
def matrices(draw: st.DrawFn) -> Matrix:
    number = draw(st.integers(0, 4))
    every = [draw(characters(number)) for _ in range(number)]
    implicit = {
        index: Cell(states=(each.implicit,), implicit=True)
        for index, each in enumerate(every)
        if each.implicit is not None
    }
    taxa = []
    for _ in range(draw(st.integers(0, 3))):
        coded = {index: draw(cells(each)) for index, each in enumerate(every) if draw(st.booleans())}
        # What is not coded is implicit or inapplicable.
        own, _ = cells_of(coded, implicit, number, rules_for(every, 1))
        taxa.append(Taxon(draw(NAMES), own, draw(GRADES)))
    return Matrix(draw(NAMES), tuple(every), tuple(taxa))


@given(matrices())
def test_what_goes_out_comes_back_equal(matrix: Matrix) -> None:
    with TemporaryDirectory() as folder:
        write_delta(matrix, folder)
        read = read_delta(Path(folder, "tokey"))
    assert read.matrix == matrix
    assert all("coded, though" in remark for remark in read.remarks), read.remarks


def test_pots_come_back_equal(tmp_path: Path) -> None:
    matrix = read_delta(POTS / "tokey").matrix
    write_delta(matrix, str(tmp_path / "new" / "pots"))
    assert read_delta(tmp_path / "new" / "pots" / "tokey").matrix == matrix
    assert max(map(len, (tmp_path / "new" / "pots" / "items").read_text().splitlines())) < 80


def test_code_pages(tmp_path: Path) -> None:
    for name, encoding in (("pot émaillé", "cp1252"), ("Ã©", "utf-8"), ("Ж", "utf-8")):
        write_delta(Matrix(name, (), ()), str(tmp_path))
        assert name in (tmp_path / "specs").read_bytes().decode(encoding)
        assert read_delta(tmp_path).matrix.title == name


@pytest.mark.parametrize(
    "matrix",
    [
        Matrix("bell\a", (), ()),
        Matrix("", (Character("no states", Kind.ORDERED),), ()),
        Matrix("", (Character("a", Kind.REAL, key_states=(Bin(None, Fraction(1, 3)),)),), ()),
        Matrix("", (Character("a", Kind.REAL),), (Taxon("a", (Cell(spans=(Span(*[Fraction(1, 3)] * 4),)),)),)),
        Matrix("", (Character("a", Kind.ORDERED, ("b",)),), (Taxon("a", (Cell((0,), (Fraction(1, 10**50),)),)),)),
    ],
)
def test_what_delta_cannot_hold_is_refused(matrix: Matrix, tmp_path: Path) -> None:
    refuses(write_delta, matrix, str(tmp_path / "out"), told=r"^DELTA: .*expected")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refuses(write_delta, Matrix("", (), ()), str(tmp_path / "file" / "folder"), told="cannot write", error=OutputError)
