"""Hostile and damaged files of DELTA: a matrix or an error of one line, in little time and memory."""

from __future__ import annotations

import re
import shutil
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from sampling import SomeOf

from strategist.common.errors import SpecError
from strategist.matrices.delta.delta import read_delta

POTS = Path(__file__).parent / "pots"
FILES = ("chars", "items", "specs", "tokey")
MILLION = 10**6
MANY = 10**5


@pytest.fixture
def pots(tmp_path: Path) -> Path:
    """A folder of pots that may be changed."""
    return Path(shutil.copytree(POTS, tmp_path / "pots"))


def refused(path: Path, message: str = "") -> str:
    """The only line of the error of a file."""
    with pytest.raises(SpecError) as caught:
        read_delta(path)
    told = str(caught.value)
    assert len(told.splitlines()) == 1 and told.isprintable() and len(told) < 600, told
    assert re.search(message, told), told
    return told


def read_or_refused(path: Path) -> None:
    try:
        read_delta(path)
    except SpecError as error:
        told = str(error)
        assert len(told.splitlines()) == 1 and told.isprintable() and len(told) < 600, told


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_cut_anywhere(pots: Path, name: str, some_of: SomeOf) -> None:
    whole = (pots / name).read_bytes()
    for size in some_of(range(len(whole)), 5):
        (pots / name).write_bytes(whole[:size])
        read_or_refused(pots / "tokey")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("flip", [0x01, 0x80])
def test_files_with_any_byte_flipped(pots: Path, name: str, flip: int, some_of: SomeOf) -> None:
    whole = (pots / name).read_bytes()
    for place in some_of(range(len(whole)), 5):
        changed = bytearray(whole)
        changed[place] ^= flip
        (pots / name).write_bytes(changed)
        read_or_refused(pots / "tokey")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "sign",
    ["\0", "<", ">", "<" * 2000, "\n*", "\n#", "/ ", "9" * 5000, "\u202e", "\u0661", "\u2028"],
)
def test_files_with_a_sign_anywhere(pots: Path, name: str, sign: str, some_of: SomeOf) -> None:
    whole = (pots / name).read_text("utf-8")
    for place in some_of(range(0, len(whole), 7), 4):
        (pots / name).write_text(whole[:place] + sign + whole[place:], "utf-8")
        read_or_refused(pots / "tokey")


def test_a_nul_is_told_with_its_line(pots: Path) -> None:
    (pots / "items").write_bytes((pots / "items").read_bytes().replace(b"# Vas", b"# V\0s"))
    assert refused(pots) == "items: line 19: expected text, got U+0000"


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "/etc/passwd",
        "..",
        ".",
        "",
        "..\\secret",
        "pots/../../secret",
        "link",
        "a" * 5000,
        "below/../../secret",
    ],
)
def test_files_outside_of_the_folder_are_not_read(pots: Path, name: str) -> None:
    (pots.parent / "secret").write_text("*HEADING a secret that nobody may read\n")
    (pots / "link").symlink_to(pots.parent / "secret")
    (pots / "tokey").write_text(f"*INPUT FILE {name}\n")
    try:
        read = read_delta(pots / "tokey")
    except SpecError as error:
        assert "expected a file in the same folder" in str(error) and "nobody may read" not in str(error)
    else:
        assert "not found" in read.remarks[0] and "nobody" not in read.matrix.title


def test_files_that_name_themselves_or_each_other(pots: Path) -> None:
    (pots / "tokey").write_text("*INPUT FILE TOKEY\n")
    assert "expected each file once, got 'TOKEY' again" in refused(pots / "tokey")
    (pots / "tokey").write_text("*INPUT FILE other\n*INPUT FILE other\n")
    (pots / "other").write_text("*COMMENT\n")
    assert refused(pots / "tokey").startswith("tokey: line 2: *INPUT FILE: expected each file once")
    for number in range(2000):
        (pots / f"chain{number}").write_text(f"*INPUT FILE chain{number + 1}\n")
    (pots / "chain2000").write_text("*HEADING the end\n")
    assert read_delta(pots / "chain0").matrix.title == "the end"


SPECS = "*NUMBER OF CHARACTERS {}\n"
ITEMS = "*ITEM DESCRIPTIONS\n"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("items", lambda: ITEMS + "# a/\n" * MANY, "expected at most 65536 taxa, got 65537"),
        pytest.param(
            "items",
            lambda: ITEMS + "# a/\n" * MILLION,
            "expected at most 65536 taxa, got 65537",
            marks=pytest.mark.slow,
        ),
        ("chars", lambda: "*CHARACTER LIST\n" + "#1. a/\n" * MILLION, "expected 3 states of character 1, got 0"),
        ("specs", lambda: SPECS.format(MILLION), "expected at most 16384 characters, got 1000000"),
        ("specs", lambda: SPECS.format(10**8), "expected at most 16384 characters"),
        ("specs", lambda: SPECS.format("9" * MANY), "expected a whole number, got '999"),
        ("specs", lambda: SPECS.format(8) + "*NUMBERS OF STATES 1," + "9" * MANY, "a number from 1 to 4096"),
        ("specs", lambda: SPECS.format(8) + "*CHARACTER TYPES" + " 1-8,UM" * MANY, "character once, got 1 again"),
        pytest.param(
            "tokey",
            lambda: "*INAPPLICABLE CHARACTERS" + " 1,1:1-8" * MANY,
            "at most 4194304 dependent",
            marks=pytest.mark.slow,
        ),
        ("specs", lambda: SPECS.format(8) + "*SHOW a\n" * MANY, "at most 10000 directives"),
        ("specs", lambda: SPECS.format(8) + "*SPELL CHECK a\n" * MANY, "at most 10000 directives"),
        ("specs", lambda: "*" * MANY, "expected a directive of DELTA"),
        ("specs", lambda: "* " * MANY, "expected a directive of DELTA"),
        ("specs", lambda: " \t" * MANY, "expected a directive of DELTA"),
        ("items", lambda: ITEMS + "# a/\n8" + "<" * MANY, "expected > that ends a comment"),
        ("items", lambda: ITEMS + "# " + "<" * MANY, "expected a name that ends with /"),
        ("items", lambda: ITEMS + "# a/\n1,1" + "/1" * MANY + "/4", "expected a state from 1 to 3"),
        ("items", lambda: ITEMS + "# a/\n1,1" + "<a>" * MANY + "/4", "expected a state from 1 to 3"),
        ("items", lambda: ITEMS + "# a/\n4," + "1-" * MANY, "expected numbers of character 4"),
        ("items", lambda: ITEMS + "# a/\n4," + "9" * MANY, "expected numbers of character 4"),
        ("items", lambda: ITEMS + "# a/\n1,1<1" + "%" * MANY + ">/4", "expected a state from 1 to 3"),
        ("items", lambda: ITEMS + "# a/\n" + "1,1 " * MANY, "expected each character once"),
        ("items", lambda: ITEMS + "# a/\n" + " " * MANY + "x", "got 'x'"),
        ("items", lambda: ITEMS + "x " * MANY, "expected an item"),
        ("tokey", lambda: "*KEY STATES 1,1" + "/1" * MANY + "/4\n", "expected states from 1 to 3"),
        ("tokey", lambda: "*EXCLUDE CHARACTERS 1-8" + ":1-8" * MANY, "each character once"),
        ("tokey", lambda: "*TREAT CHARACTERS AS VARIABLE\n" + "#1. 1\n" * MANY, "each item from 1 to 5 once"),
    ],
)  # fmt: skip
def test_files_that_name_a_million_things(pots: Path, name: str, text: Callable[[], str], message: str) -> None:
    (pots / name).write_text(text())
    tracemalloc.start()
    try:
        refused(pots / "tokey", message)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 200 << 20, most


@pytest.mark.parametrize("depth", [MANY, pytest.param(MILLION, marks=pytest.mark.slow)])
def test_deep_comments_are_read(pots: Path, depth: int) -> None:
    deep = "<" * depth + ">" * depth
    (pots / "items").write_text(f"{ITEMS}# a {deep}/\n1,2{deep} 8{deep}\n")
    (pots / "tokey").write_text("*HEADING x\n")
    matrix = read_delta(pots / "tokey").matrix
    assert matrix.taxa[0].name == "a" and matrix.taxa[0].cells[0].states == (1,)
    assert len(matrix.taxa[0].cells[7].text) == 2 * depth - 2


def test_a_file_that_is_too_large(pots: Path) -> None:
    with (pots / "items").open("r+b") as stream:
        stream.truncate(1 << 40)
    assert refused(pots) == "items: expected a DELTA file of at most 63 MiB, got more"


@pytest.mark.parametrize("name", FILES[:3])
def test_missing_files(pots: Path, name: str) -> None:
    (pots / name).unlink()
    assert f"in the file {name}, or in one that it names, got none" in refused(pots)
    (pots / name).mkdir()
    refused(pots)
    refused(pots / "nothing")
    refused(pots / name)
