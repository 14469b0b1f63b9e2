"""Files of all formats, cut anywhere and with any byte flipped: a matrix, or an error of one line."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import pytest
from refusals import flipped, tried
from sampling import SomeOf
from test_nexus import FROGS as NEXUS_FROGS
from test_sdd import FROGS as SDD_FROGS
from test_workbook import SHEET, frogs_in, packed

from strategist.matrices.delta.delta import read_delta
from strategist.matrices.nexus.nexus_reader import read_nexus
from strategist.matrices.sdd.sdd_reader import read_sdd
from strategist.matrices.workbook import workbook_rows

pytestmark = pytest.mark.early

POTS = Path(__file__).parent / "pots"
DELTA = ("chars", "items", "specs", "tokey")


class Sample(NamedTuple):
    """A whole file, and how it is read: an error begins with the name of the file, but in DELTA."""

    path: Path
    read: Callable[[Path], object]
    cuts: Sequence[int]
    """Where it is cut. A file of DELTA may end where a directive does; no other is read then."""
    places: Sequence[int]
    """The bytes that are flipped."""

    def reads(self, contents: bytes) -> bool:
        """Whether other contents of the file are read."""
        self.path.write_bytes(contents)
        begins = "" if self.path.name in DELTA else f"{self.path.name}: "
        return tried(lambda: self.read(self.path), begins) is not None


@pytest.fixture
def sample(request: pytest.FixtureRequest, tmp_path: Path, some_of: SomeOf) -> Sample:
    match request.param:
        case "nexus":
            path, frogs = tmp_path / "frogs.nex", NEXUS_FROGS.encode()
            path.write_bytes(frogs)
            cuts = some_of(range(frogs.index(b"BEGIN ASSUMPTIONS") - 2), 3)
            return Sample(path, read_nexus, cuts, some_of(range(len(frogs)), 3))
        case "sdd":
            path, frogs = tmp_path / "frogs.xml", SDD_FROGS.encode()
            path.write_bytes(frogs)
            cuts = range(0, len(frogs) - len("</Datasets>\n"), 7)
            return Sample(path, read_sdd, cuts, some_of(range(len(frogs)), 3))
        case "workbook":
            frogs = frogs_in(tmp_path).read_bytes()
            # Most bytes are of compressed parts, which have checksums; fewer of them are tried than of the directory.
            directory = frogs.index(b"PK\x01\x02")
            places = (*range(0, directory, 6), *range(directory, len(frogs)))
            return Sample(tmp_path / "frogs.xlsx", workbook_rows, range(0, len(frogs), 97), some_of(places, 3))
    path = Path(shutil.copytree(POTS, tmp_path / "pots")) / request.param
    some = some_of(range(path.stat().st_size), 5)
    return Sample(path, lambda path: read_delta(path.with_name("tokey")), some, some)


OTHERS = pytest.mark.parametrize("sample", ["nexus", "sdd", "workbook"], indirect=True)
OF_DELTA = pytest.mark.parametrize("sample", DELTA, indirect=True)


@OTHERS
def test_a_file_that_is_cut_is_refused(sample: Sample) -> None:
    whole = sample.path.read_bytes()
    for length in sample.cuts:
        assert not sample.reads(whole[:length]), length


@OF_DELTA
def test_a_file_of_delta_that_is_cut_gives_a_matrix_or_one_line(sample: Sample) -> None:
    whole = sample.path.read_bytes()
    for length in sample.cuts:
        sample.reads(whole[:length])


@OTHERS
def test_a_flipped_byte_gives_a_matrix_or_one_line(sample: Sample, bits: int = 0x01) -> None:
    whole = sample.path.read_bytes()
    for place in sample.places:
        sample.reads(flipped(whole, place, bits))


@OF_DELTA
@pytest.mark.parametrize("bits", [0x01, 0x80])
def test_a_flipped_byte_of_delta_gives_a_matrix_or_one_line(sample: Sample, bits: int) -> None:
    test_a_flipped_byte_gives_a_matrix_or_one_line(sample, bits)


def test_a_flipped_byte_within_a_sheet_gives_rows_or_one_line(tmp_path: Path, some_of: SomeOf) -> None:
    frogs = frogs_in(tmp_path)
    with ZipFile(frogs) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, step in ((SHEET, 1), ("xl/workbook.xml", 3), ("xl/_rels/workbook.xml.rels", 3)):
        for place in some_of(range(0, len(parts[name]), step), 5):
            packed(frogs, parts | {name: flipped(parts[name], place)})
            tried(lambda: workbook_rows(frogs), "frogs.xlsx: ")


@OF_DELTA
@pytest.mark.parametrize(
    "sign", ["\0", "<", ">", "<" * 2000, "\n*", "\n#", "/ ", "9" * 5000, "\u202e", "\u0661", "\u2028"]
)
def test_a_sign_anywhere_in_a_file_of_delta_gives_a_matrix_or_one_line(
    sample: Sample, sign: str, some_of: SomeOf
) -> None:
    whole = sample.path.read_text("utf-8")
    for place in some_of(range(0, len(whole), 7), 4):
        sample.reads((whole[:place] + sign + whole[place:]).encode())
