"""The progress bar on a terminal: nothing of it is left when the report begins."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from patience import PATIENCE

import strategist
from strategist import make_game, make_strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.commands.shared.work import _search_words, _teller_of

# The program goes on until the bar appears, however late that is.
PROGRAM = """
import sys
from strategist.commands.shared.work import {bar}

class Heard:
    def __init__(self, stream):
        self.stream, self.said = stream, ""
    def write(self, text):
        self.said += text
        return self.stream.write(text)
    def __getattr__(self, name):
        return getattr(self.stream, name)

sys.stderr = Heard(sys.stderr)
with {bar}({arguments}) as show:
    share = 0.0
    while "%" not in sys.stderr.said:
        share = min(0.99, share + 0.01)
        show(share, {words})
print("mastermind(pegs=4,colors=7) optimal(total)")
"""
SHARE = {
    "bar": "share_bar",
    "arguments": "'optimal(total,depth)'",
    "words": "{'best': 20471, 'bound': 19876, 'nodes/s': '228795'}",
}
SECRETS = {"bar": "_secrets_bar", "arguments": "2401, 'minimax'", "words": "{'resolved': int(2401 * share)}"}


def screen(said: str, columns: int) -> list[str]:
    """The lines that a terminal shows: a carriage return goes back, and a full line waits for one more character."""
    lines, column = [[" "] * columns], 0
    for character in said:
        if character == "\r":
            column = 0
        elif character == "\n":
            lines.append([" "] * columns)
        else:
            if column == columns:
                lines.append([" "] * columns)
                column = 0
            lines[-1][column] = character
            column += 1
    return ["".join(line).rstrip() for line in lines]


def said_on_a_terminal(program: str, columns: int) -> str:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    known = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    process = subprocess.Popen([sys.executable, "-c", program], stdout=slave, stderr=slave, env=known)
    os.close(slave)
    said = b""
    while True:
        try:
            chunk = os.read(master, 1 << 16)
        except OSError:
            # So a terminal ends on Linux.
            break
        if not chunk:
            break
        said += chunk
    os.close(master)
    assert process.wait(timeout=PATIENCE) == 0, said.decode()
    return said.decode()


@pytest.mark.parametrize("columns", [40, 80, 110])
@pytest.mark.parametrize("case", [SHARE, SECRETS], ids=["share", "secrets"])
def test_the_report_begins_on_a_clean_line(case: dict[str, str], columns: int) -> None:
    said = said_on_a_terminal(PROGRAM.format(**case), columns)
    assert "%" in said
    first, *others = [line for line in screen(said, columns) if line]
    assert (first + "".join(others)) == "mastermind(pegs=4,colors=7) optimal(total)"


KERNELS = """
import pathlib, sys, time
from strategist.search.kernels.numba.ahead import planned
from strategist.search.kernels.numba.waiting import bar_of_compilation, tell

kept = [pathlib.Path(sys.argv[1], str(number)) for number in range(2)]
planned._counted[:] = [planned.Missing(path, 1.0) for path in (*kept, None)]
written, write = "", sys.stderr.write
def heard(text):
    global written
    written += text
    return write(text)
sys.stderr.write = heard
with bar_of_compilation():
    for number in range(3):
        while f"compiling kernel {number + 1} of 3" not in written:
            tell()
            time.sleep(0.01)
        kept[min(number, 1)].touch()
print("done")
"""


def test_a_terminal_shows_which_kernel_is_compiled(tmp_path: Path) -> None:
    program = KERNELS.replace("sys.argv[1]", repr(str(tmp_path)))
    assert [line for line in screen(said_on_a_terminal(program, 80), 80) if line] == ["done"]


def test_levels_are_told_as_numbers_of_secrets() -> None:
    game = make_game("mastermind(2,3)")
    histogram, total = (make_strategy(f"optimal({each})", game) for each in ("lexicographic", "total"))
    assert isinstance(histogram, SearchedStrategy) and isinstance(total, SearchedStrategy)
    told = _teller_of(game, histogram, ())
    assert told is not None and told(4 * 5 + 4) == "4 at guess 3, 4 at guess 2"
    after = _teller_of(game, histogram, game.parse_history("12:0b1w"))
    assert after is not None and after(1) == "1 at guess 2"
    assert _teller_of(game, total, ()) is None
    words = _search_words(
        {"objective": "lexicographic", "best": 24, "bound": 20, "nodes": 9}, "lexicographic", 1.0, told
    )
    assert words == {"best": "4 at guess 3, 4 at guess 2", "bound": "4 at guess 3, 0 at guess 2", "nodes/s": "9"}


THREADLESS = """
import sys, threading

def start(thread):
    raise RuntimeError("can't start new thread")

threading.Thread.start = start
from strategist.commands.cli import cli
cli(sys.argv[1:])
"""


@pytest.mark.parametrize("words", [["verify", "--jobs", "1"], ["check"]], ids=["verify", "check"])
def test_bars_do_without_threads_where_none_can_be_started(words: list[str]) -> None:
    """As in a browser. A thread of tqdm's watches bars; without it, tqdm warns, with the path of our source."""
    program = [sys.executable, "-c", THREADLESS, *words, "mastermind-4x4.optimal-total-depth"]
    done = subprocess.run(program, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "") and "total" in done.stdout


def test_every_bar_is_made_in_one_place() -> None:
    """But that of the compiler, which runs in a thread itself, and that of a fit, which no command starts."""
    package = Path(strategist.__file__).parent
    made = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if "import tqdm" in path.read_text("utf-8")
    }
    assert made == {"search/kernels/numba/waiting.py", "estimators/fit_options.py"}
