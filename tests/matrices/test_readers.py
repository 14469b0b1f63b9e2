"""Which format a file has is told by what it holds; a matrix goes out and comes back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from refusals import refused, refuses

from strategist.games.catalog import make_game
from strategist.matrices.matrix import Cell, Character, Kind, Matrix, Taxon
from strategist.matrices.readers import format_of, formats, read_matrix, read_sheet, write_matrix
from strategist.show.survey.survey import survey

pytestmark = pytest.mark.early

MATRIX = Matrix(
    "",
    (
        Character("flower colour", Kind.UNORDERED, ("dark red", "white")),
        Character("leaves", Kind.ORDERED, ("round", "oval", "long")),
    ),
    (
        Taxon("Rosa canina", (Cell(states=(0, 1)), Cell(states=(2,)))),
        Taxon("Lilium", (Cell(states=(1,)), Cell())),
        Taxon("Iris", (Cell(inapplicable=True), Cell(states=(0,)))),
    ),
)


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (b"#NEXUS\nBEGIN DATA;", "NEXUS"),
        (b"\xef\xbb\xbf\n #nexus", "NEXUS"),
        (b'<?xml version="1.0"?>', "SDD"),
        (b" <!-- by hand --><Datasets>", "SDD"),
        (b"<Datasets xmlns='x'>", "SDD"),
        (b"*SHOW ~ Grasses\n", "DELTA"),
        (b"\n\n *NUMBER OF CHARACTERS 89\n", "DELTA"),
        (b"*INPUT FILE specs", "DELTA"),
        (b"", None),
        (b",cat,dog\nbarks,no,yes\n", None),
        (b"*ITEM,cat,dog\nbarks,no,yes\n", None),
        (b"*name;cat;dog\nbarks;no;yes\n", None),
        (b"<b>,cat,dog\n", None),
        (b"\x00\xff*", None),
    ],
)
def test_formats_are_told_by_what_files_hold(tmp_path: Path, start: bytes, expected: str | None) -> None:
    path = tmp_path / "some.csv"
    path.write_bytes(start)
    found = format_of(str(path))
    assert (None if found is None else found.name) == expected
    if expected is None:
        assert read_matrix(str(path)) is None
        return
    refuses(read_matrix, str(path), "1", told=f"^some.csv: expected a workbook beside sheet=, got {expected}$")


def test_any_archive_is_taken_for_a_workbook(tmp_path: Path) -> None:
    path = tmp_path / "some.csv"
    path.write_bytes(b"PK\x03\x04")
    found = format_of(str(path))
    assert found is not None and found.name == "workbook" and read_matrix(str(path), "1") is None
    refuses(read_sheet, str(path), told=r"^some\.csv: expected an Excel workbook")


def test_what_is_not_there_is_no_matrix(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no such", "a\0b"):
        assert format_of(str(path)) is read_matrix(str(path)) is read_sheet(str(path)) is None


@pytest.mark.parametrize("name", ["Items", "CHARS.TXT", "specs.txt"])
def test_a_folder_of_delta_holds_a_file_of_delta(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    found = format_of(str(tmp_path))
    assert found is not None and found.name == "DELTA"


@pytest.mark.parametrize("name", ["herbs.nex", "herbs.NEXUS", "herbs", "herbs.d"])
def test_a_matrix_comes_back(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "herbs.d":
        path.mkdir()
    assert write_matrix(MATRIX, str(path)) == ()
    read = read_matrix(str(path))
    found = format_of(str(path))
    assert found is not None and found.name == ("NEXUS" if "." in name and name != "herbs.d" else "DELTA")
    assert read is not None and replace(read.matrix, title="") == MATRIX
    # Through the other format, too.
    other = tmp_path / ("other" if found.name == "NEXUS" else "other.nex")
    write_matrix(read.matrix, str(other))
    again = read_matrix(str(other))
    assert again is not None and replace(again.matrix, title="") == MATRIX


def test_other_endings_are_refused(tmp_path: Path) -> None:
    with refused(r"^expected a name that ends in \.nex, or a folder for DELTA, got .*\.sdd'$"):
        write_matrix(MATRIX, str(tmp_path / "herbs.sdd"))


@pytest.mark.usefixtures("installed_formats")
def test_a_package_offers_its_formats_through_entry_points(tmp_path: Path) -> None:
    assert [each.name for each in formats()] == ["traits", "stripes", "DELTA", "NEXUS", "SDD", "workbook"]
    path = tmp_path / "pets.txt"
    path.write_text("#traits barks flies\ncat no no\ndog yes no\nowl no yes\n", "utf-8")
    game = make_game(f"table({path},goal=identify)")
    assert [game.format_code(code) for code in game.guesses] == ["barks", "flies", "=cat", "=dog", "=owl"]
    found = survey(str(path), {}, seconds=0.1)
    copy = tmp_path / "copy.traits"
    assert found.format == "traits" and found.write(str(copy)) == ["titles are left out"]
    assert copy.read_bytes() == path.read_bytes()
    refuses(make_game, f"table({path},sheet=1)", told=r"pets\.txt: expected a workbook beside sheet=, got traits$")
    refuses(found.write, "pets.sdd", told=r"ends in \.traits or \.nex, or a folder for DELTA, got")
    # Formats of other packages are asked first, for one of ours takes any XML.
    for name, text in (("rows.csv", "|cat|dog\nbarks|no|yes"), ("rows.xml", "<?xml stripes|cat|dog\nbarks|no|yes")):
        (tmp_path / name).write_text(text, "utf-8")
        game = make_game(f"table({tmp_path / name},goal=identify)")
        assert [game.format_code(code) for code in game.guesses] == ["barks", "=cat", "=dog"]
    (tmp_path / "folder").mkdir()
    refuses(make_game, f"table({tmp_path / 'folder'})", told=r"holds none of the files traits, chars, items and specs$")


@pytest.mark.usefixtures("broken_formats")
def test_a_broken_format_is_told_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "pets.csv"
    path.write_text(",cat,dog\nbarks,no,yes\n", "utf-8")
    with refused(r"^format 'spare': expected foreign_formats:Traits to have the name 'spare'"):
        make_game(f"table({path})")
