"""Files are read only as far as needed: the magic first, then no more than the limits allow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from refusals import refused, refuses
from selection import examples

from strategist import read_strategy
from strategist.common import text_files, whole_files
from strategist.common.errors import StrategyFileError, TooLargeError
from strategist.common.text_files import read_lines, split_lines
from strategist.files.certificate_file import read_certificate
from strategist.games.tables import sheet
from strategist.games.tables.layout import Places
from strategist.games.tables.sheet import make_sheet
from strategist.games.tables.sources import csv_cells
from strategist.games.tables.sources.table_files import read_csv
from strategist.games.words import word_lists
from strategist.games.words.dictionaries import lists_for
from strategist.games.words.word_lists import read_words

pytestmark = pytest.mark.early

Written = Callable[[str], str]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Write a text and return the path of its file."""

    def write(text: str) -> str:
        path = tmp_path / "file.txt"
        path.write_bytes(text.encode())
        return str(path)

    return write


# Bytes


def test_of_a_foreign_file_the_beginning_is_read(tmp_path: Path) -> None:
    path = tmp_path / "zeros"
    path.write_bytes(bytes(1000))
    assert whole_files.read_file(path) == bytes(1000)
    assert whole_files.read_file(path, b"\x95") == bytes(64)
    assert whole_files.read_file(path, bytes(64)) == bytes(1000)
    path.write_bytes(b"\x95")
    assert whole_files.read_file(path, b"\x95\xaa") == b"\x95"


def test_a_file_beyond_all_sizes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_files, "MOST_BYTES", 1 << 20)
    path = tmp_path / "large.msgpack"
    path.write_bytes(b"\x95\xaastrategist\x01" + bytes(1 << 20))
    refuses(whole_files.read_file, path, told="expected a file of at most 1 MiB", error=TooLargeError)
    refuses(read_strategy, path, told=r"large\.msgpack: expected a file of at most 1 MiB", error=StrategyFileError)
    # A foreign file is refused as foreign, however large it is.
    refuses(read_certificate, path, told=r"large\.msgpack: byte 0: expected a certificate", error=StrategyFileError)
    path.write_bytes(bytes(1 << 20))
    assert len(whole_files.read_file(path)) == 1 << 20


def test_what_is_no_path_cannot_be_read() -> None:
    with pytest.raises(StrategyFileError, match="cannot read: embedded null byte"):
        read_strategy("a\0b")


# Lines


PIECES = ["a", ",", "\r", "\n", "\r\n", "é", "😀", "\ufeff", "xxxxx", "\u2028"]


@settings(max_examples=examples(300), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.sampled_from([1, 2, 3, 5, 1 << 20]))
def test_lines_do_not_depend_on_how_a_file_is_read(
    written: Written, monkeypatch: pytest.MonkeyPatch, text: str, chunk: int
) -> None:
    monkeypatch.setattr(text_files, "_CHUNK", chunk)
    assert list(read_lines(written(text), "text")) == list(split_lines(text.removeprefix("\ufeff")))


@pytest.mark.parametrize("chunk", [1, 3, 4, 1 << 20])
def test_a_byte_that_is_no_text_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    monkeypatch.setattr(text_files, "_CHUNK", chunk)
    path = tmp_path / "bad.txt"
    for contents, message in (
        ("aé😀".encode() + b"\xffz", "got byte 7 = 0xff"),
        ("\ufeffaé".encode() + b"\xff", "got byte 6 = 0xff"),
        ("é".encode() + b"\xf0\x9f\x98", "got byte 2 = 0xf0"),
    ):
        path.write_bytes(contents)
        with refused(f"^expected a text as UTF-8 text, {message}: save it in UTF-8$"):
            list(read_lines(str(path), "text"))


def test_a_line_may_be_too_long(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_files, "MOST_LINE", 10)
    monkeypatch.setattr(text_files, "_CHUNK", 4)
    assert list(read_lines(written("1234567890\nab\r\n"), "table")) == ["1234567890\n", "ab\r\n"]
    lines = read_lines(written("ab\n" + "x" * 1000), "table")
    assert next(lines) == "ab\n"
    refuses(next, lines, told=r"^line 2: expected at most 10 characters in a line of a table, got more")


def test_lines_may_be_too_many(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_files, "MOST_LINES", 10)
    monkeypatch.setattr(text_files, "_CHUNK", 4)
    path = written("\n" * 1000)
    refuses(lists_for, str(path), None, None, told=r"file\.txt: expected a list of words of at most 10 lines, got more")
    refuses(read_csv, path, told=r"file\.txt: expected a table of at most 10 lines, got more")


def test_a_row_may_go_on_for_too_many_lines(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_cells, "MOST_LINE", 40)
    rows = ',a,"b\nc"\n' + "".join(f"q{n},y,n\n" for n in range(50))
    assert read_csv(written(rows)).secrets == ["a", "b_c"]
    with refused(r"line \d+: expected rows of at most 40 characters, got more"):
        read_csv(written(",a,b\n" + 'q,"x\n",' * 50))


# Rows and words: no more are looked at than may be there


def counted(rows: Iterator[object], most: int) -> Iterator[object]:
    for number, row in enumerate(rows, 1):
        assert number <= most, "it goes on reading what it will refuse"
        yield row


def test_questions_may_be_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MOST_NAMES", 100)

    def rows() -> Iterator[tuple[int, list[str]]]:
        yield 1, ["", "a", "b"]
        for number in range(2, 1_000_000):
            yield number, [f"q{number}", "yes", "no"]

    with refused(r"^line 102: expected at most 100 questions, got more$"):
        make_sheet(counted(rows(), 102))  # type: ignore[arg-type]


def test_secrets_may_be_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MOST_NAMES", 100)
    with refused(r"^line 1: expected at most 100 secrets, got 101$"):
        make_sheet([(1, ["", *(f"s{n}" for n in range(101))])])


def test_words_may_be_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_lists, "MOST_NAMES", 26 * 26)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = [one + two for one in letters for two in letters]
    assert len(read_words(words)) == 26 * 26
    more = counted(iter(["éé", *words]), 26 * 26 + 1)
    with refused(r"^line 677: expected at most 676 words, got more$"):
        read_words(more)  # type: ignore[arg-type]


def test_spellings_of_one_answer_are_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "_MOST_SPELLINGS", 10)
    answers = sheet._Answers()
    rows = [[f"yes{' ' * blanks}", "no"] for blanks in range(100)]
    numbers = {tuple(answers.read_row(2, "q", ["a", "b"], row, Places(1, [2, 3]))) for row in rows}
    assert (numbers, answers.texts) == ({(0, 1)}, ["yes", "no"])
    assert len(answers) <= 11
