"""Nonsense on the command line: one line says what is wrong, at once, before any memory is allocated."""

from __future__ import annotations

import io
import math
import os
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from patience import PATIENCE
from preloaded import command

from strategist import compile_strategy, make_game, make_strategy
from strategist.commands.cli import main
from strategist.commands.shared.basics import MOST_JOBS
from strategist.common.errors import TooLargeError
from strategist.common.memory_sizes import parse_size
from strategist.search.compile.compile import compile_from
from strategist.search.run.objectives import warm_up_exact
from strategist.search.state.memory import resident_bytes
from strategist.search.state.options import Options
from strategist.search.state.start import Start

Run = Callable[..., tuple[int, str, str]]

SHIPPED = Path(__file__).parents[2] / "strategies"
KNUTH = str(SHIPPED / "mastermind-4x6.minimax.msgpack")
TREE = str(SHIPPED / "mastermind-3x6.optimal-total-depth.msgpack")
CERTIFICATE = str(SHIPPED / "mastermind-3x6.optimal-total-depth.certificate")
ANIMALS = ",cat,dog,hen\nbarks?,no,yes,no\nlegs,4,4,2\n"
MOST_MEMORY = 64 << 20
"""The most bytes that a refusal may allocate: nothing of the refused data."""


@pytest.fixture(scope="module", autouse=True)
def compiled_kernels() -> None:
    """Compile kernels beforehand: the line that says so would count as a complaint, and it is said once a process."""
    for strategy in ("optimal", "minimax"):
        compile_strategy("mastermind(2,3)", strategy)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line in its own folder: exit status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    # What takes long on a busy machine says so, which would count as a complaint, too.
    monkeypatch.setattr("strategist.commands.shared.work._FIRST_WORD", math.inf)
    Path("animals.csv").write_text(ANIMALS)
    Path("folder").mkdir()
    Path("bytes").write_bytes(b"\xff\x00")
    Path("workbook").write_bytes(b"PK\x03\x04 and much more")
    Path("utf-16").write_text(",cat,dog\nbarks?,no,yes\n", encoding="utf-16")
    Path("cp1252").write_text(",caf\xe9,dog\n", encoding="cp1252")
    Path("commas").write_text(',cat,dog\nbarks?,no,yes\np,"0,5","0,5"\n')
    Path("tiny").write_text(",cat,dog\nbarks?,no,yes\np,1e-300,1\n")
    Path("empty").touch()

    def call(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["strategist", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        with pytest.raises(SystemExit) as left:
            main()
        told = capsys.readouterr()
        return int(left.value.code or 0), told.out, told.err

    return call


def devices(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not all(map(os.path.exists, names)), reason=f"needs {' and '.join(names)}")


LONG = "x" * 1_000_000
NAME = "x" * 300
DEEP = "(" * 1_000_000
DIGITS = "9" * 5000

# The command line, and the text that its one line of complaint must contain.
REFUSED: list[tuple[tuple[str, ...], str]] = [
    (("compile", "", "first"), "expected a name such as mastermind(4,6)"),
    (("compile", DEEP, "first"), "expected a name such as mastermind(4,6)"),
    (("compile", f"mastermind{DEEP}", "first"), "expected NAME or NAME(…)"),
    (("compile", f"mastermind({'4,' * 500_000})", "first"), "between commas, got ''"),
    (("compile", f"mastermind({'4,' * 500_000}4)", "first"), "feedback must be one of both, black, got '4'"),
    (("compile", LONG, "first"), "unknown game"),
    (("compile", f"mastermind-{DIGITS}", "first"), "pegs must be a whole number"),
    (("compile", f"mastermind(pegs={DIGITS})", "first"), "pegs must be a whole number"),
    (("compile", "mastermind(٤,٦)", "first"), "pegs must be a whole number"),
    (("compile", 'mastermind(4,6,alphabet="123', "first"), "a quote is not closed"),
    (("compile", "mastermind", ""), "expected a name such as"),
    (("compile", "mastermind", f"optimal({'total,' * 500_000}depth)"), "the objective total stands there twice"),
    (("compile", "mastermind", f"first(seed={DIGITS})"), "seed must be a whole number"),
    (("compile", "mastermind", f"minimax(first={LONG})"), "expected symbols 123456"),
    (("compile", "mastermind", "optimal(max_depth=٣)"), "max_depth must be a whole number"),
    (("compile", "mastermind(2,3)", "optimal", "-j", "0"), "0 is not in the range"),
    (("compile", "mastermind(2,3)", "optimal", "-j", str(MOST_JOBS + 1)), f"not in the range 1<=x<={MOST_JOBS}"),
    (("compile", "mastermind(2,3)", "optimal", "-j", DIGITS), "is not a valid integer range"),
    (("compile", "mastermind(2,3)", "optimal", "--time-limit", "nan"), "expected a number of seconds, got nan"),
    (("advise", "mastermind(2,3)", "optimal", "--time-limit", "-nan"), "expected a number of seconds, got nan"),
    (("compile", "mastermind(2,3)", "optimal", "--time-limit", "-1"), "-1.0 is not in the range"),
    (("compile", "mastermind(2,3)", "optimal", "--time-limit", "-inf"), "-inf is not in the range"),
    (("compile", "mastermind(2,3)", "optimal", "--memory", "٤M"), "expected an amount of memory"),
    (("compile", "mastermind(2,3)", "first", "-o", "folder"), "expected a file, got a folder"),
    (("compile", "mastermind(2,3)", "first", "-o", NAME), "File name too long"),
    (("compile", "mastermind(2,3)", "first", "--given", LONG), "expected GUESS:RESPONSE"),
    (("compile", "mastermind(2,3)", "first", "--given", "11:0b0w 22:0b0w 33:0b0w"), "one answer must be wrong"),
    (("compile", "table(file=folder)", "first"), "folder: cannot read: Is a directory"),
    (("compile", "table(file=bytes)", "first"), "expected a table as UTF-8 text, got byte 0 = 0xff"),
    (("compile", "table(file=workbook)", "first"), "workbook: expected an Excel workbook (.xlsx), got no archive"),
    (("compile", "table(file=utf-16)", "first"), "utf-16: expected a table as UTF-8 text, got UTF-16: save it as"),
    (("compile", "table(file=cp1252)", "first"), "cp1252: expected a line for each question, got a line of secrets"),
    (("compile", "table(file=no such.csv)", "first"), "no such.csv: cannot read: No such file"),
    (("compile", "table(file=my (1).csv)", "first"), "a value that holds one of , ( ) = stands in double quotes"),
    (("compile", "table(file=commas,chance=p)", "first"), "3e-4, got '0,5': write 0.5"),
    (("compile", "table(file=tiny,chance=p)", "first"), "chances that add up to 10000000… (301 digits), too large"),
    (("compile", "words(answers=empty)", "first"), "empty: expected a list of words, got none"),
    (("advise", "mastermind", "first", "--candidates", ""), "expected a file or a pattern with ?, got ''"),
    (("advise", "mastermind", "first", "--candidates", LONG), "expected a file or a pattern with ?"),
    (("advise", "mastermind", "first", "--candidates", "?" * 1_000_000), "no secret that fits"),
    (("advise", "mastermind", "first", "--candidates", "bytes"), "bytes: expected a list of secrets as UTF-8 text"),
    (("advise", "mastermind", "first", "--candidates", "empty"), "no secret of the list is left"),
    (("verify", ""), "cannot read"),
    (("verify", "folder"), "cannot read: Is a directory"),
    (("verify", NAME), "File name too long"),
    (("show", "empty"), "expected a strategist file, got b''"),
    (("show", KNUTH, "--levels", DIGITS), "is not a valid integer range"),
    (("check", KNUTH, KNUTH), "expected one certificate, and at most one strategy file"),
    (("check", *[CERTIFICATE] * 1000), "at most one strategy file, got 1000 files"),
    (("check", CERTIFICATE, "bytes"), "bytes: byte 0: expected a strategist file"),
    (("play", "bytes"), "bytes: byte 0: expected a strategist file"),
    (("play", LONG), "is neither a file nor a known game"),
    (("play", KNUTH, "--secret", "٣٣٣٣"), "expected symbols 123456"),
    (("play", "mastermind", "--seed", DIGITS), "is not a valid integer"),
    (("play", "mastermind", "--secret-file", "folder"), "cannot read folder"),
    (("play", "mastermind", "--mode", "referee", "--names", f"{LONG},{LONG}"), "expected two different names"),
    (("show", "mastermind", ""), "expected 4 symbols, got 0"),
    (("compare", "mastermind", "first", "--first", ""), "expected 4 symbols, got 0"),
    (("show", DEEP), "expected a name such as"),
    (("export", TREE, "-o", "x.svg", "--depth", "0"), "0 is not in the range"),
    (("export", "--format", "chart", *[TREE] * 9, "-o", "x.svg"), "expected 1 to 8 strategies in one chart, got 9"),
]


@pytest.mark.parametrize(
    ("arguments", "message"), REFUSED, ids=[" ".join(each[:30] for each in arguments[:6]) for arguments, _ in REFUSED]
)
def test_nonsense_is_refused_in_one_line(run: Run, arguments: tuple[str, ...], message: str) -> None:
    before = sorted(Path().iterdir())
    status, said, complaint = run(*arguments)
    assert (status, said) == (2, "")
    assert complaint.startswith("strategist: error: ") and complaint.count("\n") == 1
    assert message in complaint
    assert sorted(Path().iterdir()) == before


# What will not fit: refused by arithmetic

TOO_LARGE: list[tuple[tuple[str, ...], str]] = [
    (("compile", "mastermind(10,8)", "optimal", "--memory", "1G"), "needs 112.0 GiB, expected at most 2"),
    (("compile", "mastermind(10,8)", "optimal"), "needs 112.0 GiB, expected at most 2"),
    (("compile", "mastermind(10,8)", "minimax"), "needs 112.0 GiB, expected at most 2"),
    (("compile", "mastermind(10,8)", "minimax", "--given", "1122112211:0b0w"), "expected at most 2"),
    (("compile", "mastermind(10,8)", "state-machine"), "expected at most 33554432 to look at one by one"),
    (("compile", "mastermind(7,8)", "optimal"), "an optimal search needs 2.0 GiB"),
    (("compile", "mastermind(7,8)", "feasible(max_depth=9)"), "an optimal search needs 2.0 GiB"),
    (("compile", "grand-mastermind(5,7,7)", "entropy"), "expected at most 2"),
    (("advise", "mastermind(10,8)", "minimax", "--candidates", "11111111??"), "needs 112.0 GiB"),
    (("advise", "mastermind(10,8)", "optimal", "--given", "1122112211:0b0w"), "needs 112.0 GiB"),
    (("advise", "mastermind(7,8)", "optimal", "--given", "3344334:0b0w"), "expected at most 512 candidates"),
    (("compare", "mastermind(10,8)", "minimax", "first"), "needs 112.0 GiB"),
    (("compile", "mastermind(7,8)", "blind"), "expected below 2000 by 2000; compare tells its figures without a tree"),
    (("advise", "mastermind(5,8)", "blind"), "a tree of blind follows 32768 codes through 32768 guesses"),
    (("show", "mastermind(10,8)"), "needs 112.0 GiB"),
    (("show", "mastermind(10,8)", "1122112211"), "needs 112.0 GiB"),
    (("play", "mastermind(10,8)", "--adversarial"), "too many to go through them all here"),
    (("play", "mastermind(10,8)", "--mode", "referee"), "too many to go through them all here"),
]


@pytest.mark.parametrize(("arguments", "message"), TOO_LARGE, ids=[" ".join(each) for each, _ in TOO_LARGE])
def test_what_will_not_fit_is_refused_before_memory_is_taken(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    status, complaint, peak = watched(run, *arguments)
    assert (status, complaint.count("\n")) == (2, 1)
    assert message in complaint
    assert peak < MOST_MEMORY


def watched(run: Run, *arguments: str) -> tuple[int, str, int]:
    """The status and the complaint of a command, and the peak memory of Python and NumPy."""
    tracemalloc.start()
    try:
        status, _, complaint = run(*arguments)
        return status, complaint, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.thorough
def test_behind_a_position_a_cap_is_for_the_whole_game_too() -> None:
    """A position keeps few responses, but those of two million codes are in memory for a moment."""
    game = make_game("mastermind(7,8)")
    strategy, start = make_strategy("optimal", game), Start((), np.arange(8, dtype=np.int32))
    warm_up_exact(game)
    tracemalloc.start()
    try:
        with pytest.raises(TooLargeError, match="memory: expected at least") as refused:
            compile_from(game, strategy, start, options=Options(memory=resident_bytes() + (50 << 20)))
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY // 4
    finally:
        tracemalloc.stop()
    told = re.search(r"at least (\d+M)", str(refused.value))
    assert told is not None
    compiled = compile_from(game, strategy, start, options=Options(memory=parse_size(told[1])))
    assert compiled.data.bound == "optimal"


# What never ends, or cannot be read twice


@devices("/dev/zero")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("verify", "/dev/zero"), "/dev/zero: byte 0: expected a strategist file, got b'"),
        (("show", "/dev/zero"), "/dev/zero: byte 0: expected a strategist file, got b'"),
        (("play", "/dev/zero"), "/dev/zero: byte 0: expected a strategist file, got b'"),
        (("export", "/dev/zero", "--format", "csv"), "/dev/zero: byte 0: expected a strategist file, got b'"),
        (
            ("export", "--format", "chart", "/dev/zero", "-o", "x.svg"),
            "/dev/zero: byte 0: expected a strategist file, got b'",
        ),
        (("check", "/dev/zero"), "expected one certificate"),
        (("check", CERTIFICATE, "/dev/zero"), "/dev/zero: byte 0: expected a strategist file, got b'"),
        (("compile", "table(file=/dev/zero)", "first"), "line 1: expected at most 16777216 characters in a line"),
        (("compile", "words(answers=/dev/zero)", "first"), "line 1: expected at most 16777216 characters in a line"),
        (("play", "mastermind", "--secret-file", "/dev/zero"), "expected a text file with a secret"),
        (("advise", "mastermind", "first", "--candidates", "/dev/zero"), "expected a file or a pattern"),
        (("compile", "mastermind(2,3)", "optimal", "--journal", "/dev/zero", "-o", "x"), "journal /dev/zero: "),
    ],
    ids=lambda each: " ".join(part for part in each if part != CERTIFICATE) if isinstance(each, tuple) else "",
)
def test_a_device_of_endless_zeros_is_given_up(run: Run, arguments: tuple[str, ...], message: str) -> None:
    status, complaint, peak = watched(run, *arguments)
    assert (status, complaint.count("\n")) == (2, 1)
    assert message in complaint
    # A line that is too long may take sixteen million characters and the bytes of the file.
    assert peak < 2 * MOST_MEMORY


@devices("/dev/stdin", "/dev/fd")
def test_pipes_are_read_as_files_are() -> None:
    """Each pipe is read once, because a second reading would find nothing."""
    tree, certificate = Path(TREE).read_bytes(), Path(CERTIFICATE).read_bytes()
    assert "verified: mastermind" in through_pipes(["verify", "/dev/stdin"], tree)
    assert "claims 216 secrets" in through_pipes(["show", "/dev/stdin"], tree)
    assert "solved in" in through_pipes(["play", "/dev/stdin", "--secret", "123"], tree)
    assert "optimal in total" in through_pipes(["check", "/dev/fd/3", "/dev/stdin"], certificate, tree)
    assert "3 secrets" in through_pipes(["play", "table(file=/dev/stdin)", "--seed", "1"], ANIMALS.encode())
    assert "2 secrets" in through_pipes(["play", "words(answers=/dev/stdin)", "--seed", "1"], b"cat\ndog\n")


def through_pipes(arguments: list[str], stdin: bytes, third: bytes | None = None) -> str:
    """The output of a command that reads standard input and, in an interpreter of its own, file descriptor 3, both of
    them pipes."""
    if third is None:
        done = subprocess.run([*command(), *arguments], input=stdin, capture_output=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        return done.stdout.decode()
    reading, writing = os.pipe()
    # The text is smaller than the pipe, so all of it is written before anybody reads.
    assert os.write(writing, third) == len(third)
    os.close(writing)
    run = "sys.argv[0] = 'strategist'; from strategist.commands.cli import main; main()"
    code = f"import os, sys; os.dup2({reading}, 3); {run}"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], input=stdin, capture_output=True, pass_fds=[reading], timeout=PATIENCE
    )
    os.close(reading)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


# At the prompt


BLANKS = b"1b   " * 100 + b"x\n"
"""Blanks that a backtracking pattern could divide among its parts in more ways than there are atoms."""


@pytest.mark.parametrize(
    ("game", "line", "message"),
    [
        ("mastermind(2,3)", BLANKS, "expected a response such as 1b2w"),
        ("bulls-and-cows(2,3)", BLANKS, "expected a response such as 1b2c"),
        ("bulls-and-cows(2,3)", b"1  bulls ,  " * 60 + b"x\n", "expected a response such as 1b2c"),
        ("grand-mastermind(2,1,2)", BLANKS, "expected keys such as 0b1w2h"),
        ("mastermind(2,3)", b"9" * 900 + b"\n", "expected a response such as 1b2w"),
        ("mastermind(2,3)", b"\xff\xfe\n", "expected a response such as"),
        ("mastermind(2,3)", b"1b" * 100_000 + b"\n", "expected a line of at most 1000 characters"),
        ("mastermind(2,3)", "٣ ٣\n".encode(), "cannot be: expected one of"),
    ],
)
def test_a_line_that_is_no_response_is_refused_at_once(run: Run, game: str, line: bytes, message: str) -> None:
    assert run("compile", game, "first", "-o", "tree.msgpack")[0] == 0
    status, _, complaint = run("play", "tree.msgpack", stdin=line)
    assert status == 2
    assert message in complaint and complaint.count("\n") == 1


def test_a_line_that_is_no_move_is_refused_at_once(run: Run) -> None:
    status, _, complaint = run("play", "pegswap", stdin=b"1   " * 240 + b"x\n")
    assert status == 2 and "is not possible" in complaint


def test_a_long_history_of_a_game_that_restricts_guesses(run: Run) -> None:
    Path("words.txt").write_text("abbey\nbobby\ncabby\nkkkkk\n")
    given = ("--given", "kkkkk:----- " * 50)
    for strategy in ("entropy", "optimal(total)", "optimal(depth)"):
        status, said, complaint = run("advise", "words(answers=words.txt,hard=true)", strategy, *given)
        assert (status, complaint) == (0, "")
        assert said.startswith("3 secrets left: abbey bobby cabby\n")


def test_no_limit_is_a_limit(run: Run) -> None:
    status, said, _ = run("compile", "mastermind(2,3)", "optimal", "--time-limit", "inf", "-o", "x.msgpack")
    assert status == 0 and "proven 21" in said


def test_a_tree_is_shown_as_far_as_it_can_be_read(run: Run) -> None:
    assert run("compile", "table(file=animals.csv)", "first", "-o", "tree.msgpack")[0] == 0
    assert run("show", "tree.msgpack", "--levels", "9" * 30)[0] == 0
    Path("chain.csv").write_text(
        "," + ",".join(f"s{n}" for n in range(150)) + "\n" + "q," + ",".join(str(n) for n in range(150)) + "\n"
    )
    assert run("compile", "table(file=chain.csv)", "first", "-o", "tree.msgpack")[0] == 0
    said = run("show", "tree.msgpack", "--levels", "150")[1]
    assert said.count("and more levels") == 1
    assert run("show", "tree.msgpack", "--levels", "40")[1].count("and more levels") == 0


def test_the_partitions_of_all_guesses_may_be_too_many(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strategist.search.advice.openings.MEMORY_LIMIT", 1000)
    status, _, complaint = run("show", "table(file=animals.csv)")
    assert status == 0
    monkeypatch.setattr("strategist.search.advice.openings.MEMORY_LIMIT", 500)
    status, _, complaint = run("show", "table(file=animals.csv)")
    assert status == 2 and "name some guesses" in complaint
