"""Nonsense on the command line: one line says what is wrong, at once, before any memory is allocated."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from patience import PATIENCE
from preloaded import command
from said import run

from strategist import compile_strategy, make_game, make_strategy
from strategist.common.errors import TooLargeError
from strategist.common.memory_sizes import parse_size
from strategist.search.compile.compile import compile_from
from strategist.search.run.objectives import warm_up_exact
from strategist.search.state.memory import resident_bytes
from strategist.search.state.options import Options
from strategist.search.state.start import Start

SHIPPED = Path(__file__).parents[2] / "strategies"
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


@pytest.fixture(autouse=True)
def animals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("animals.csv").write_text(ANIMALS)


def devices(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not all(map(os.path.exists, names)), reason=f"needs {' and '.join(names)}")


# What will not fit, refused by arithmetic, or never ends

TOO_LARGE = """
compile mastermind(10,8) optimal --memory 1G | needs 112.0 GiB, expected at most 2
compile mastermind(10,8) optimal | needs 112.0 GiB, expected at most 2
compile mastermind(10,8) minimax | needs 112.0 GiB, expected at most 2
compile mastermind(10,8) minimax --given 1122112211:0b0w | expected at most 2
compile mastermind(10,8) state-machine | expected at most 33554432 to look at one by one
compile mastermind(7,8) optimal | an optimal search needs 2.0 GiB
compile mastermind(7,8) feasible(max_depth=9) | an optimal search needs 2.0 GiB
compile grand-mastermind(5,7,7) entropy | expected at most 2
advise mastermind(10,8) minimax --candidates 11111111?? | needs 112.0 GiB
advise mastermind(10,8) optimal --given 1122112211:0b0w | needs 112.0 GiB
advise mastermind(7,8) optimal --given 3344334:0b0w | expected at most 512 candidates
compare mastermind(10,8) minimax first | needs 112.0 GiB
compile mastermind(7,8) blind | expected below 2000 by 2000; compare tells its figures without a tree
advise mastermind(5,8) blind | a tree of blind follows 32768 codes through 32768 guesses
show mastermind(10,8) | needs 112.0 GiB
show mastermind(10,8) 1122112211 | needs 112.0 GiB
play mastermind(10,8) --adversarial | too many to go through them all here
play mastermind(10,8) --mode referee | too many to go through them all here
"""
ENDLESS = """
verify /dev/zero | /dev/zero: byte 0: expected a strategist file, got b'
show /dev/zero | /dev/zero: byte 0: expected a strategist file, got b'
play /dev/zero | /dev/zero: byte 0: expected a strategist file, got b'
export /dev/zero --format csv | /dev/zero: byte 0: expected a strategist file, got b'
export --format chart /dev/zero -o x.svg | /dev/zero: byte 0: expected a strategist file, got b'
check /dev/zero | expected one certificate
check CERTIFICATE /dev/zero | /dev/zero: byte 0: expected a strategist file, got b'
compile table(file=/dev/zero) first | line 1: expected at most 16777216 characters in a line
compile words(answers=/dev/zero) first | line 1: expected at most 16777216 characters in a line
play mastermind --secret-file /dev/zero | expected a text file with a secret
advise mastermind first --candidates /dev/zero | expected a file or a pattern
compile mastermind(2,3) optimal --journal /dev/zero -o x | journal /dev/zero:
"""
"""A device of endless zeros is given up."""
LINES = TOO_LARGE.strip().splitlines()
LINES += [pytest.param(line, marks=devices("/dev/zero")) for line in ENDLESS.strip().splitlines()]


@pytest.mark.parametrize("line", LINES)
def test_what_will_not_fit_or_never_ends_is_refused_before_memory_is_taken(line: str) -> None:
    command, _, message = line.partition(" | ")
    status, complaint, peak = watched(*command.replace("CERTIFICATE", CERTIFICATE).split())
    assert (status, complaint.count("\n")) == (2, 1)
    assert message in complaint
    # A line that is too long may take sixteen million characters and the bytes of the file.
    assert peak < MOST_MEMORY * (2 if "/dev/zero" in command else 1)


def watched(*arguments: str) -> tuple[int, str, int]:
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


# What cannot be read twice


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
def test_a_line_that_is_no_response_is_refused_at_once(game: str, line: bytes, message: str) -> None:
    assert run("compile", game, "first", "-o", "tree.msgpack")[0] == 0
    status, _, complaint = run("play", "tree.msgpack", stdin=line)
    assert status == 2
    assert message in complaint and complaint.count("\n") == 1


def test_a_line_that_is_no_move_is_refused_at_once() -> None:
    status, _, complaint = run("play", "pegswap", stdin=b"1   " * 240 + b"x\n")
    assert status == 2 and "is not possible" in complaint


def test_a_long_history_of_a_game_that_restricts_guesses() -> None:
    Path("words.txt").write_text("abbey\nbobby\ncabby\nkkkkk\n")
    given = ("--given", "kkkkk:----- " * 50)
    for strategy in ("entropy", "optimal(total)", "optimal(depth)"):
        status, said, complaint = run("advise", "words(answers=words.txt,hard=true)", strategy, *given)
        assert (status, complaint) == (0, "")
        assert said.startswith("3 secrets left: abbey bobby cabby\n")


def test_no_limit_is_a_limit() -> None:
    status, said, _ = run("compile", "mastermind(2,3)", "optimal", "--time-limit", "inf", "-o", "x.msgpack")
    assert status == 0 and "proven 21" in said


def test_a_tree_is_shown_as_far_as_it_can_be_read() -> None:
    assert run("compile", "table(file=animals.csv)", "first", "-o", "tree.msgpack")[0] == 0
    assert run("show", "tree.msgpack", "--levels", "9" * 30)[0] == 0
    Path("chain.csv").write_text(
        "," + ",".join(f"s{n}" for n in range(150)) + "\n" + "q," + ",".join(str(n) for n in range(150)) + "\n"
    )
    assert run("compile", "table(file=chain.csv)", "first", "-o", "tree.msgpack")[0] == 0
    said = run("show", "tree.msgpack", "--levels", "150")[1]
    assert said.count("and more levels") == 1
    assert run("show", "tree.msgpack", "--levels", "40")[1].count("and more levels") == 0


def test_the_partitions_of_all_guesses_may_be_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strategist.search.advice.openings.MEMORY_LIMIT", 1000)
    status, _, complaint = run("show", "table(file=animals.csv)")
    assert status == 0
    monkeypatch.setattr("strategist.search.advice.openings.MEMORY_LIMIT", 500)
    status, _, complaint = run("show", "table(file=animals.csv)")
    assert status == 2 and "name some guesses" in complaint
