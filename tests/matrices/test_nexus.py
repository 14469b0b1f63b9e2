"""NEXUS: files of several programs' habits, hostile ones, and matrices that go out and come back."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from commonnexus import Nexus
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from refusals import little_memory, refused, refuses
from selection import examples

from strategist.common.errors import SpecError
from strategist.matrices.matrix import UNKNOWN, Cell, Character, Kind, Matrix, Read, Taxon
from strategist.matrices.nexus import nexus_pieces
from strategist.matrices.nexus.nexus_reader import read_nexus
from strategist.matrices.nexus.nexus_writer import nexus_text, write_nexus
from strategist.matrices.summed_remarks import SummedRemarks

pytestmark = pytest.mark.early

GAP = Cell(inapplicable=True)

FROGS = """#NEXUS
[Frogs of a pond [and of its shore]; see the book]
BEGIN TAXA;
  TITLE Pond;
  DIMENSIONS NTAX=3;
  TAXLABELS Rana_temporaria 'Bufo bufo (L.)' 'St. John''s frog';
END;
begin characters;
  TITLE  'Skin & sound';
  LINK TAXA = Pond;
  DIMENSIONS  NCHAR=4;
  FORMAT DATATYPE = STANDARD GAP = - MISSING = ? SYMBOLS = "  0 1 2" EQUATE="E=(01) e={12} x=?";
  CHARSTATELABELS
    1 skin /  smooth warty,
    2 'calls, if any' / 'a croak' _ laughs, 4 /  no yes
    ;
  MATRIX
  Rana_temporaria    0[a comment]1?(0 1)
  'Bufo bufo (L.)'   1{12}-E
  3 exx0
  ;
END;
BEGIN ASSUMPTIONS;
  OPTIONS DEFTYPE=unord;
  CHARSET head = 1-2;
  TYPESET * UNTITLED = unord: 1, ord: 2;
  EXSET * none = 3 - 3;
  EXSET other = 1;
  WTSET * heavy = 2: head;
END;
BEGIN TREES;
  TREE one = ((1,2),3);
END;
"""


def data(matrix: str, layout: str = 'SYMBOLS="012"', width: int = 2, taxa: int = 2, more: str = "") -> str:
    """A NEXUS file with a block DATA."""
    sizes = f"DIMENSIONS NTAX={taxa} NCHAR={width};"
    return f"#NEXUS\nBEGIN DATA;\n{sizes}\nFORMAT {layout};\n{more}\nMATRIX\n{matrix}\n;\nEND;\n"


def read(tmp_path: Path, text: str | bytes) -> Read:
    path = tmp_path / "frogs.nex"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_nexus(path)


def states(tmp_path: Path, text: str | bytes) -> list[list[Cell]]:
    return [list(taxon.cells) for taxon in read(tmp_path, text).matrix.taxa]


def cells(*numbers: int) -> list[Cell]:
    return [Cell(states=(number,)) for number in numbers]


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    found = read(tmp_path, FROGS)
    matrix = found.matrix
    assert matrix.title == "Skin & sound"
    assert [taxon.name for taxon in matrix.taxa] == ["Rana temporaria", "Bufo bufo (L.)", "St. John's frog"]
    assert matrix.characters == (
        Character("skin", Kind.UNORDERED, ("smooth", "warty", "2")),
        Character("calls, if any", Kind.ORDERED, ("a croak", "1", "laughs")),
        Character("character 3", Kind.UNORDERED, (), excluded=True),
        Character("character 4", Kind.UNORDERED, ("no", "yes")),
    )
    both, late = Cell(states=(0, 1)), Cell(states=(1, 2))
    assert [taxon.cells for taxon in matrix.taxa] == [
        (*cells(0, 1), UNKNOWN, both),
        (*cells(1), late, GAP, both),
        (late, UNKNOWN, UNKNOWN, *cells(0)),
    ]
    assert found.remarks == (
        "frogs.nex: line 19: uncertain states {…} are read like (…)",
        "frogs.nex: line 31: block left out: TREES",
        "frogs.nex: line 28: command left out: EXSET other = 1",
        "frogs.nex: line 29: weight left out: 2",
    )


def test_a_dash_beside_another_sign_of_gaps_does_not_apply(tmp_path: Path) -> None:
    """As in matrices whose authors copied the command FORMAT from another file."""
    text = (
        "#NEXUS\nBEGIN DATA;\nDIMENSIONS NTAX=2 NCHAR=2;\nFORMAT DATATYPE=STANDARD GAP=x MISSING=?;\n"
        "MATRIX\na 0-\nb x1\n;\nEND;\n"
    )
    found = read(tmp_path, text)
    assert [[cell.inapplicable for cell in taxon.cells] for taxon in found.matrix.taxa] == [
        [False, True],
        [True, False],
    ]
    assert list(found.remarks) == ["frogs.nex: line 6: - is no sign of the file, and is read as inapplicable"]


def test_signs_are_what_the_format_says(tmp_path: Path) -> None:
    assert states(tmp_path, data("a 0-\nb -?")) == [[*cells(0), GAP], [GAP, UNKNOWN]]
    assert states(tmp_path, data("a 0-\nb -n", 'SYMBOLS="-0" MISSING=N')) == [cells(1, 0), [*cells(0), UNKNOWN]]
    assert states(tmp_path, data("a aB\nb Ab", 'SYMBOLS="AB"')) == [cells(0, 1), cells(0, 1)]
    assert states(tmp_path, data("a aB\nb Ab", 'RESPECTCASE SYMBOLS="AabB"')) == [cells(1, 3), cells(0, 2)]
    assert states(tmp_path, data("a 0.\nb ..", 'SYMBOLS="01." ')) == [cells(0, 2), cells(2, 2)]
    assert states(tmp_path, data("a 01\nb .0", 'SYMBOLS="01" MATCHCHAR=.')) == [cells(0, 1), cells(0, 0)]
    assert states(tmp_path, data("a 23\nb 30", 'SYMBOLS="0~3"')) == [cells(2, 3), cells(3, 0)]
    assert states(tmp_path, data("a 1a\nb 0b", "MISSING=?")) == [cells(1, 10), cells(0, 11)]
    assert states(tmp_path, data("a (0,1)(0-)\nb (1 0 1)(?1)")) == [
        [Cell(states=(0, 1)), Cell(states=(0,), inapplicable=True)],
        [Cell(states=(1, 0)), UNKNOWN],
    ]


def test_rows_are_told_apart(tmp_path: Path) -> None:
    there = [cells(0, 1, 2, 0), cells(1, 1, 0, 0)]
    assert states(tmp_path, data("a 01 20 b\n1 1\n0 0", width=4)) == there
    interleaved = "a 01\nb 11\n\na 20\nb 00\n"
    assert states(tmp_path, data(interleaved, "INTERLEAVE", width=4)) == there
    assert states(tmp_path, data(interleaved, "INTERLEAVE=yes", width=4).replace("\n", "\r")) == there
    assert states(tmp_path, data("'a'0120\n'b'1100", "INTERLEAVE=no", width=4).replace("\n", "\r\n")) == there


def test_names_are_kept_as_people_write_them(tmp_path: Path) -> None:
    labels = "CHARLABELS [1] a-b _ ; STATELABELS 1 'up_per' low_er, 2 _ <3mm,;"
    matrix = read(tmp_path, "\ufeff" + data("P._annua 01\n'Poa_\\i{}é' 10", more=labels)).matrix
    assert [taxon.name for taxon in matrix.taxa] == ["P. annua", "Poa_\\i{}é"]
    assert [(each.name, each.states) for each in matrix.characters] == [
        ("a-b", ("up_per", "low er")),
        ("character 2", ("0", "<3mm")),
    ]


def test_code_page_1252_is_read_and_said(tmp_path: Path) -> None:
    found = read(tmp_path, data("Poé 01\nb 10").encode("cp1252"))
    assert found.matrix.taxa[0].name == "Poé"
    assert found.remarks == ("frogs.nex: line 7: no UTF-8 text: read in code page 1252: byte 0xe9",)


def test_the_first_block_with_states_is_read(tmp_path: Path) -> None:
    dna = data("a AC\nb GT", "DATATYPE=DNA")
    found = read(tmp_path, dna + data("a 01\nb 10").removeprefix("#NEXUS") + data("a 00\nb 00").removeprefix("#NEXUS"))
    assert found.matrix.taxa[1].cells == tuple(cells(1, 0))
    assert found.remarks == (
        "frogs.nex: line 2: matrix left out, of the type: DNA",
        "frogs.nex: line 22: further matrix left out: DATA",
    )
    refuses(read, tmp_path, dna, told=r"^frogs.nex: line 2: expected DATATYPE=STANDARD, .*, got 'DNA'$")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected #NEXUS, got ''"),
        ("a,b\n1,2\n", "line 1: expected #NEXUS, got 'a,b"),
        ("#NEXUS\n", "expected a block DATA or CHARACTERS, got none"),
        ("#NEXUS\nMATRIX;", "line 2: expected BEGIN and the name of a block, got 'MATRIX'"),
        (data("a 01\nb 1"), "line 8: expected 2 cells in the row of 'b', got fewer"),
        (data("a 01\nb 101"), "line 8: expected 2 cells in the row of 'b', got more"),
        (data("a 01\nb 10\nc 11"), "line 2: expected 2 rows, which NTAX says, got 3"),
        (data("a 01\na 10"), "line 8: expected a row for each taxon, got 'a' twice"),
        (data("a 01\nb 19"), "line 8: expected a state among '012', got '9'"),
        (data("a 01\nb (1"), "line 8: expected 2 cells in the row of 'b', got fewer"),
        (data("a 01\nb ((0)1"), "line 8: expected ) after a set of states, got '('"),
        (data("a 01\nb ()1"), "line 8: expected a state in brackets, got none"),
        (data("a 01\nb '1'"), "line 8: expected signs of states, got '1'"),
        (data("a .1\nb 11", "MATCHCHAR=."), "line 7: expected a cell of the first taxon to repeat, got '.'"),
        (data(""), "line 6: expected rows in MATRIX, got none"),
        (data("a 01\nb [1;"), "line 8: expected the end of a comment or of a quoted word that begins here"),
        (data("a 01\nb'1 11"), "line 8: expected a blank before a quoted word, got none"),
        (data("a 01\nb 11", "TRANSPOSE"), "line 4: expected a matrix with a row and its name for each taxon"),
        (data("a 01\nb 11", "MISSING=??"), "line 4: expected one sign after MISSING=, got '??'"),
        (data("a 01\nb 11", 'SYMBOLS="00"'), "line 4: expected different signs after SYMBOLS=, got '\"00\"'"),
        (data("a 01\nb 11", 'EQUATE="E=!"'), "line 4: expected signs with their states in EQUATE"),
        (data("a 01\nb 11", 'EQUATE="E=(0'), "line 4: expected settings such as MISSING=?"),
        (data("a 01\nb 11", "ITEMS=(MIN MAX)"), "line 4: expected ITEMS=STATES"),
        (data("a 01\nb 11", more="CHARLABELS a b c;"), "line 5: expected the number of a character, 1 to 2, got '3'"),
        (data("a 01\nb 11", more="CHARSTATELABELS 1 a b;"), "line 5: expected a comma or a slash"),
        (data("a 01\nb 11", more="STATELABELS 1 a / b;"), "line 5: expected names of states, got a slash"),
        (data("a 01\nb 11", taxa=10**8), "line 3: expected at most 65536 taxa, got 100000000"),
        (data("a 01\nb 11", width=10**8), "line 3: expected at most 16384 characters, got 100000000"),
        (data("a 01\nb 11", width=0), "line 6: expected NCHAR=… in DIMENSIONS before this command, got none"),
        (data("a 01\nb 11").replace("END;", ""), "line 2: expected END of the block 'DATA' that begins here"),
        (data("a 01\nb 11").replace("END;", "BEGIN X;"), "line 10: expected END of the block 'DATA'"),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SpecError) as error:
        read(tmp_path, text)
    assert str(error.value).startswith(f"frogs.nex: {message}")
    assert "\n" not in str(error.value)


def hostile(size: int) -> dict[str, str]:
    """Files that name so many things, and others that are large in another way."""
    return {
        "rows": data("\n".join(f"t{number} 01" for number in range(size // 4)), taxa=size // 5),
        "labels": f"#NEXUS BEGIN TAXA; TAXLABELS {' t' * size}; END;",
        "comments": "#NEXUS " + "[" * 10**6,
        "brackets": "#NEXUS BEGIN DATA; " + "(" * 10**5,
        "sets": data("a " + "(" * 10**6),
        "states": data("a (" + "01" * 10**6),
        "equate": data("a 01\nb 11", 'EQUATE="' + "E=0 " * 10**6),
        "names": data("a 01\nb 11", more="CHARSTATELABELS " + "1 a / b," * (size // 3) + ";"),
    }


@pytest.mark.thorough
@pytest.mark.parametrize("name", hostile(1))
def test_hostile_files_take_little_memory(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # With the limit of commands lowered, a quarter of the words goes beyond it.
    monkeypatch.setattr(nexus_pieces, "_MOST_WORDS", nexus_pieces._MOST_WORDS // 4)
    with little_memory(120), refused(longest=300):
        read(tmp_path, hostile(75_000)[name])


@pytest.mark.parametrize("name", ["rows", "labels", "names"])
@pytest.mark.slow
def test_larger_files_take_little_memory(tmp_path: Path, name: str) -> None:
    with little_memory(120), refused(longest=300):
        read(tmp_path, hostile(300_000)[name])


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "frogs.nex"
    with path.open("wb") as stream:
        stream.truncate(1 << 30)
    refuses(read_nexus, path, told=r"^frogs.nex: expected a NEXUS file of at most 4 MiB, got more$")


NAMES = st.text(string.ascii_letters + "0123456789 '_[]();,/=\\{}-é", min_size=1, max_size=8).filter(str.strip)


@st.composite
def matrices(draw: st.DrawFn) -> Matrix:
    characters = tuple(
        Character(
            draw(NAMES),
            draw(st.sampled_from((Kind.UNORDERED, Kind.ORDERED))),
            tuple(draw(st.lists(NAMES, min_size=1, max_size=draw(st.sampled_from((2, 4, 40, 62)))))),
            excluded=draw(st.booleans()),
        )
        for _ in range(draw(st.integers(1, 5)))
    )
    names = draw(st.lists(NAMES, min_size=1, max_size=5, unique=True))

    def cell(character: Character) -> Cell:
        coded = st.lists(st.integers(0, len(character.states) - 1), max_size=4, unique=True)
        return Cell(states=tuple(draw(coded)), inapplicable=draw(st.booleans()))

    taxa = tuple(Taxon(name, tuple(map(cell, characters))) for name in names)
    return Matrix(draw(st.just("") | NAMES), characters, taxa)


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(matrix=matrices())
def test_a_matrix_goes_out_and_comes_back(tmp_path: Path, matrix: Matrix) -> None:
    path = tmp_path / "frogs.nex"
    assert all("commands" in remark for remark in write_nexus(matrix, path))
    found = read_nexus(path)
    assert found.matrix == matrix
    assert found.remarks == ()


def test_another_reader_reads_what_is_written() -> None:
    characters = Character("skin", Kind.UNORDERED, ("smooth", "warty")), Character("St.", Kind.ORDERED, ("a", "b", "c"))
    rows = ((0,), (1, 2)), ((1,), ()), ((), (2,))
    taxa = tuple(Taxon(f"Rana {number}", tuple(Cell(states=found) for found in row)) for number, row in enumerate(rows))
    text = nexus_text(Matrix("", characters, taxa), SummedRemarks("x.nex"))
    there = Nexus(text).CHARACTERS.get_matrix()
    assert {name: dict(row) for name, row in there.items()} == {
        "Rana 0": {"skin": "0", "St.": ("1", "2")},
        "Rana 1": {"skin": "1", "St.": None},
        "Rana 2": {"skin": None, "St.": "2"},
    }


def test_what_is_not_held_is_told(tmp_path: Path) -> None:
    characters = (
        Character("height", Kind.REAL, unit="mm"),
        Character("\\i{}skin\\i0{}", Kind.UNORDERED, ("a", "b"), implicit=0),
        Character("many", Kind.UNORDERED, tuple(map(str, range(63)))),
    )
    taxon = Taxon("Rana", (UNKNOWN, Cell(states=(0,), implicit=True), UNKNOWN))
    path = tmp_path / "frogs.nex"
    assert write_nexus(Matrix("", characters, (taxon,)), path) == (
        "frogs.nex: character of real numbers left out: height",
        "frogs.nex: character of more than 62 states left out: many",
        "frogs.nex: implicit state left out, of the character: skin",
        "frogs.nex: commands for italics or signs, which other programs show as they are: \\i{}skin\\i0{}",
        "frogs.nex: implicit state written like others: Rana",
    )
    assert [character.name for character in read_nexus(path).matrix.characters] == ["\\i{}skin\\i0{}"]
