"""Hostile and damaged files of DELTA: a matrix or an error of one line, in little time and memory."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from refusals import little_memory, one_line

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


def told(path: Path, message: str = "") -> str:
    """The only line of the error of a file."""
    with pytest.raises(SpecError, match=message or None) as caught:
        read_delta(path)
    return one_line(caught.value, longest=600)


def test_a_nul_is_told_with_its_line(pots: Path) -> None:
    (pots / "items").write_bytes((pots / "items").read_bytes().replace(b"# Vas", b"# V\0s"))
    assert told(pots) == "items: line 19: expected text, got U+0000"


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
    assert "expected each file once, got 'TOKEY' again" in told(pots / "tokey")
    (pots / "tokey").write_text("*INPUT FILE other\n*INPUT FILE other\n")
    (pots / "other").write_text("*COMMENT\n")
    assert told(pots / "tokey").startswith("tokey: line 2: *INPUT FILE: expected each file once")
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
    with little_memory(200):
        told(pots / "tokey", message)


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
    assert told(pots) == "items: expected a DELTA file of at most 63 MiB, got more"


@pytest.mark.parametrize("name", FILES[:3])
def test_missing_files(pots: Path, name: str) -> None:
    (pots / name).unlink()
    assert f"in the file {name}, or in one that it names, got none" in told(pots)
    (pots / name).mkdir()
    told(pots)
    told(pots / "nothing")
    told(pots / name)
