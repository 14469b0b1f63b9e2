"""DELTA is read as its guide describes it: states, numbers, implicit values, dependent characters, keys."""

from __future__ import annotations

import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from strategist.common.errors import SpecError
from strategist.matrices.delta.delta import read_delta
from strategist.matrices.delta.directive_names import IGNORED, READ, REMARKED, known_name
from strategist.matrices.matrix import Bin, Cell, Control, Matrix, Read, Span

POTS = Path(__file__).parent / "pots"


@pytest.fixture
def pots(tmp_path: Path) -> Path:
    """A folder of pots that may be changed."""
    return Path(shutil.copytree(POTS, tmp_path / "pots"))


def changed(folder: Path, name: str, *pairs: tuple[str, str]) -> Read:
    """The matrix after texts in a file are replaced."""
    text = (folder / name).read_text("utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    (folder / name).write_text(text, "utf-8")
    return read_delta(folder / "tokey")


def span(text: str) -> Span:
    least, low, high, most = (Fraction(each) for each in text.split())
    return Span(low, high, least, most)


def cells(matrix: Matrix, number: int) -> list[Cell]:
    """The cells of a character."""
    return [taxon.cells[number - 1] for taxon in matrix.taxa]


def test_characters_have_names_states_and_units() -> None:
    matrix = read_delta(POTS).matrix
    assert matrix.title == "Garden pots"
    assert [each.name for each in matrix.characters] == [
        "glaze", "walls", "number of holes", "height", "handles (presence)", "handles (form)", "rim of the saucer",
        "maker",
    ]  # fmt: skip
    assert matrix.characters[0].states == ("none", r"\i{}terra\i0{} white", "green and/or blue")
    assert matrix.characters[5].states == ("a loop (open)", "a loop (closed)", "a knob")
    assert matrix.characters[3].unit == "cm"
    assert matrix.characters[4].implicit == 1
    assert matrix.characters[4].controls == (Control(frozenset({1}), (5, 6)),)
    kinds = "UNORDERED ORDERED WHOLE REAL UNORDERED UNORDERED UNORDERED TEXT"
    assert [each.kind.name for each in matrix.characters] == kinds.split()


def test_items_have_names_and_variants_have_the_values_of_the_item_before() -> None:
    matrix = read_delta(POTS).matrix
    names = [taxon.name for taxon in matrix.taxa]
    assert names == [r"\i{}Olla\i0{} major", "Olla minor", "Olla minor (tall)", "Crater", "Vas"]
    assert cells(matrix, 1)[2] == Cell(states=(0, 1, 2)) and cells(matrix, 4)[2] == Cell(spans=(span("20 20 30 30"),))
    assert cells(matrix, 8)[0] == Cell(text="Smith & sons <now closed>")


def test_states() -> None:
    matrix = read_delta(POTS).matrix
    assert cells(matrix, 1) == [
        Cell(states=(0, 2)),
        Cell(states=(0, 1, 2)),
        Cell(states=(0, 1, 2)),
        Cell(states=(1,)),
        Cell(states=(2,), inapplicable=True),
    ]
    assert [cell.states for cell in cells(matrix, 2)] == [(0, 1), (2,), (2,), (), ()]
    assert cells(matrix, 6)[0] == Cell(states=(0, 2))
    shared = Cell(states=(0, 1), shares=(Fraction(9, 10), Fraction(1, 10)))
    assert cells(matrix, 5) == [
        Cell(states=(0,)),
        Cell(states=(1,), implicit=True),
        Cell(states=(0,)),
        Cell(states=(1,)),
        shared,
    ]


def test_numbers() -> None:
    matrix = read_delta(POTS).matrix
    assert [cell.spans for cell in cells(matrix, 3)] == [
        (span("1 1 1 1"),),
        (span("0 0 0 0"), span("2 2 4 4")),
        (span("0 0 0 0"), span("2 2 4 4")),
        (),
        # The middle of three numbers is left out.
        (span("1 1 4 4"),),
    ]
    assert cells(matrix, 3)[3] == Cell(inapplicable=True)
    assert cells(matrix, 4)[0].spans == (span("2 3 5 7.5"),)


def test_what_others_make_inapplicable() -> None:
    read = read_delta(POTS)
    # U and what is coded stand as they are.
    assert [cell.inapplicable for cell in cells(read.matrix, 6)] == [False, True, False, False, False]
    assert [cell.inapplicable for cell in cells(read.matrix, 7)] == [False, False, False, True, False]
    assert "items: line 16: coded, though another character makes it inapplicable" in " ".join(read.remarks)


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        # Both states of the first item rule character 7.
        ("6,1:7 6,3:7", "- ? ? 1 2"),
        ("6,1:7 6,2:7", "? ? ? 1 2"),
        ("5,1:6 6,1:7", "? ? - 1 2"),
        ("5,1:5:7", "? ? - 1 2"),
        ("6,1:7 7,1:6", "? ? ? 1 2"),
    ],
)
def test_rules_of_one_character_are_joined_and_pass_on(pots: Path, rules: str, told: str) -> None:
    items = "# a/\n6,1/3\n# b/\n7,U\n# c/\n5,1\n# d/\n6,2 7,1\n# e/\n6,1 7,2\n"
    (pots / "items").write_text(f"*ITEM DESCRIPTIONS\n{items}")
    (pots / "specs").write_text(
        (pots / "specs").read_text().replace("5,2:6:7", rules).replace("*IMPLICIT VALUES 5,2", "")
    )
    values = cells(read_delta(pots).matrix, 7)
    assert [
        "-" if each.inapplicable else str(each.states[0] + 1) if each.states else "?" for each in values
    ] == told.split()


def test_applicable_characters_are_the_other_states(pots: Path) -> None:
    read = changed(pots, "specs", ("*DEPENDENT CHARACTERS 5,2:6:7", "*APPLICABLE CHARACTERS 1,1:6 1,2:6:7"))
    assert read.matrix.characters[0].controls == (Control(frozenset({2}), (5,)), Control(frozenset({0, 2}), (6,)))


def test_what_a_key_needs() -> None:
    matrix = read_delta(POTS / "tokey").matrix
    assert matrix.title == "Garden pots"
    assert [number for number, each in enumerate(matrix.characters, 1) if each.excluded] == [7]
    assert [number for number, each in enumerate(matrix.characters, 1) if each.normal] == [4]
    assert [each.reliability for each in matrix.characters[:4]] == [7, 7, None, Fraction(5, 2)]
    assert [taxon.abundance for taxon in matrix.taxa] == [8, None, None, 3, 3]
    assert matrix.characters[0].key_states == ((0,), (1, 2))
    assert matrix.characters[1].key_states == ((0, 1), (2,))
    five, ten = Fraction(5), Fraction(10)
    assert matrix.characters[3].key_states == (Bin(None, five), Bin(five, ten), Bin(ten, None))


def test_other_directives_of_keys(pots: Path) -> None:
    more = """*CHARACTER WEIGHTS 1,8 2,0.25
*INCLUDE CHARACTERS 1-4
*INCLUDE ITEMS 1-4
*EXCLUDE ITEMS 2
*TREAT CHARACTERS AS VARIABLE
#1. 1 4
#4. 6:7
*TREAT UNKNOWN AS INAPPLICABLE
"""
    read = changed(pots, "tokey", ("*EXCLUDE CHARACTERS 7\n", more), ("*CHARACTER RELIABILITIES 1-2,7 4,2.5", ""))
    matrix = read.matrix
    assert [each.reliability for each in matrix.characters[:3]] == [8, 3, None]
    assert [each.excluded for each in matrix.characters] == [False] * 4 + [True] * 4
    assert [taxon.name for taxon in matrix.taxa] == [r"\i{}Olla\i0{} major", "Olla minor (tall)", "Crater"]
    assert cells(matrix, 1)[0] == Cell(states=(0, 1, 2)) and cells(matrix, 4)[0] == Cell(inapplicable=True)
    assert cells(matrix, 7)[2] == Cell(states=(0, 1))
    assert cells(matrix, 2)[2] == Cell(inapplicable=True)
    assert any("*EXCLUDE ITEMS: 1 of 4 items is left out" in remark for remark in read.remarks)


def test_directives_are_read_ignored_or_remarked(pots: Path) -> None:
    assert not (READ & IGNORED or READ & set(REMARKED) or IGNORED & set(REMARKED))
    assert known_name(("COMMENT", "CHARACTER", "LIST")) == ("COMMENT", 1)
    more = "*RBASE 1.2\n*COMMENT of * a *star\n*PRINT WIDTH 78\n*SPELL CHECK on\n*char rel 1,4\n*INPUT FILE missing\n"
    read = changed(pots, "tokey", ("*CHARACTER RELIABILITIES 1-2,7 4,2.5\n", more), ("KEY STATES 1", "KEY STATES\n1"))
    assert read.matrix.characters[0].reliability == 4
    told = [remark for remark in read.remarks if remark.startswith("tokey")]
    assert told == [
        "tokey: line 8: *RBASE is given to the strategy that makes a key",
        "tokey: line 11: directive that is not known, left out: SPELL CHECK on",
        "tokey: line 13: file that is not found, left out: missing",
    ]


def test_a_file_is_completed_by_those_beside_it(pots: Path) -> None:
    whole = read_delta(pots).matrix
    assert read_delta(pots / "items").matrix == whole == read_delta(pots / "specs").matrix
    (pots / "chars").rename(pots / "CHARS")
    (pots / "specs").rename(pots / "Specs.txt")
    assert read_delta(pots).matrix == whole


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "utf-8-sig"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_code_pages_and_ends_of_lines(pots: Path, encoding: str, end: str) -> None:
    for name in ("chars", "items", "specs", "tokey"):
        text = (pots / name).read_text("utf-8").replace("glaze", "émail “œ”").replace("\n", end)
        (pots / name).write_bytes(text.encode(encoding) + b"\x1a")
    read = read_delta(pots / "tokey")
    assert read.matrix.characters[0].name == "émail “œ”"
    assert any(
        remark.startswith("items: line 6: comments of cells are left out: 1,1/3<rarely <very>>; 4")
        for remark in read.remarks
    )


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("specs", "CHARACTERS 8\n", "CHARACTERS x\n", "specs: line 3: .*a whole number, got 'x'"),
        ("specs", "2,OM", "2,XX", "specs: line 7: .*got 'XX'"),
        ("specs", "2,OM", "99,OM", "specs: line 7: .*expected characters from 1 to 8, got '99'"),
        ("specs", "2,OM", "3,OM", "specs: line 7: .*each character once, got 3 again"),
        ("specs", "5,2:6:7", "4,2:6", "specs: line 10: .*expected one character that has states, got '4'"),
        ("specs", "5,2:6:7", "5,3:6", "specs: line 10: .*expected states from 1 to 2, got '3'"),
        ("specs", "5,2\n", "3,2\n", "specs: line 9: .*"),
        ("specs", "*DEPENDENT", "*SHOW a\n*NUMBERS OF STATES\n*DEPENDENT",
         "specs: line 11: .*expected it once, got it again.*specs, line 8"),
        ("chars", "       3. a knob/\n", "", "chars: line 23: .*expected 3 states of character 6, got 2"),
        ("chars", "#2. walls", "#3. walls", "chars: .*"),
        ("chars", "#8. <maker>/", "", "chars: line 3: .*expected 8 characters, got no #8"),
        ("chars", "<maker>/", "<maker>", "chars: line 33: .*expected a text that ends with /"),
        ("items", "3,0/2-4", "3,0/4-2", "items: line 11: .*expected ascending numbers, got '4-2'"),
        ("items", "3,0/2-4", "3,2.5", "items: line 11: .*expected whole numbers of character 3, got '2.5'"),
        ("items", "3,0/2-4", "3,a", "items: line 11: .*got 'a'"),
        ("items", "3,0/2-4", "1,2", "items: line 11: .*expected each character once in an item, got 1 again"),
        ("items", "1,2 3,-", "1,4 3,-", "items: line 17: .*expected a state from 1 to 3 of character 1"),
        ("items", "1,2 3,-", "1,2, 3,-", "items: line 17: .*got '2,'"),
        ("items", "1,2 3,-", "9,2 3,-", "items: line 17: .*expected the number of a character, from 1 to 8"),
        ("items", "closed>>", "closed>", "items: line 7: .*expected > that ends a comment"),
        ("items", "# Crater/", "# Crater", "items: line 16: .*expected a name that ends with /"),
        ("items", "8<Smith", "8,5<Smith", "items: line 7: .*expected a text in angle brackets, got ',5'"),
        ("tokey", "1-2,7 4,2.5", "1-2,11", "tokey: line 8: .*expected a number from 0 to 10, got '11'"),
        ("tokey", "4,~5/", "4,~5-6/", "tokey: line 10: .*got '~5-6'"),
        ("tokey", "4,~5/", "8,~5/", "tokey: line 10: .*expected a character of states or numbers, got 8"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(pots: Path, name: str, old: str, new: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        changed(pots, name, (old, new))
    assert re.match(message, str(caught.value)), caught.value


def test_a_character_may_stand_twice_where_that_is_accepted(pots: Path) -> None:
    (pots / "items").write_text("*ITEM DESCRIPTIONS\n# a/\n1,2 1,3\n")
    (pots / "specs").write_text((pots / "specs").read_text() + "*ACCEPT DUPLICATE VALUES\n")
    assert cells(read_delta(pots).matrix, 1) == [Cell(states=(2,))]
