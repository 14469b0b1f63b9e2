"""The game in a real terminal: colors, widths, and ways to leave."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from patience import PATIENCE

COLOR = re.compile(r"\x1b\[[0-9;]*m")
CTRL_C, CTRL_D = b"\x03", b"\x04"
ARROW_UP, ARROW_LEFT, ARROW_RIGHT, BACKSPACE = b"\x1b[A", b"\x1b[D", b"\x1b[C", b"\x7f"


class Terminal:
    """A process in a pseudo-terminal."""

    def __init__(self, *arguments: str, columns: int = 80, **environment: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        known = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        colors = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONIOENCODING": "utf-8"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "strategist", "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**known, **colors, **environment},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.said = ""
        self._heard = 0

    def wait_for(self, text: str) -> str:
        """Read until ``text`` appears; returns the output since the last call, up to there."""
        between_colors = r"(?:\x1b\[[0-9;]*m)*".join(map(re.escape, text))
        begin, end = self._heard, time.monotonic() + PATIENCE
        while not (match := re.compile(between_colors).search(self.said, begin)):
            assert time.monotonic() < end and self._read(), f"expected {text!r} after {self.said!r}"
        self._heard = match.end()
        return self.said[begin : self._heard]

    def enter(self, line: str) -> None:
        self.press(line.encode() + b"\n")

    def press(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def status(self) -> int:
        """The exit status, after all output has been read."""
        while self._read():
            pass
        return self._process.wait(timeout=PATIENCE)

    def left_by(self, key: bytes) -> int:
        """Press a key until the process ends; its exit status. Between a prompt and the wait for a key, Python notices
        Ctrl-C only with the next one."""
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < end:
            self.press(key)
            while self._read(10):
                pass
        return self.status()

    def left_at_the_next_prompt(self) -> int:
        """Wait for the next prompt and end the input; the exit status."""
        self.wait_for("your guess: ")
        self.press(CTRL_D)
        return self.status()

    def close(self) -> None:
        """End the process, however far the test got."""
        os.close(self._master)
        self._process.kill()
        self._process.wait()

    def _read(self, seconds: float = PATIENCE) -> bool:
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 4096)
        except OSError:
            return False
        self.said += data.decode(errors="replace")
        return bool(data)


Open = Callable[..., Terminal]


@pytest.fixture
def play() -> Iterator[Open]:
    """Opens terminals, and closes them at the end."""
    terminals: list[Terminal] = []

    def open_one(*arguments: str, columns: int = 80, **environment: str) -> Terminal:
        terminals.append(Terminal(*arguments, columns=columns, **environment))
        return terminals[-1]

    yield open_one
    for terminal in terminals:
        terminal.close()


def guess(terminal: Terminal, code: str, response: str, noun: str = "your guess: ") -> str:
    terminal.wait_for(noun)
    terminal.enter(code)
    return terminal.wait_for(response)


@pytest.mark.parametrize(
    ("game", "secret", "code", "response", "shown"),
    [
        ("mastermind(4,6)", "1213", "1122", "1b2w", " 1  1  2  2  ●○○ 1b2w"),
        ("words", "apple", "alert", "gyy--", " A  L  E  R  T  gyy--"),
        ("grand-mastermind(2,2,2)", "B2A2", "A1A2", "1b0w0h", " A1  A2  ● 1b0w0h"),
    ],
)
def test_pegs_and_tiles_are_colored_and_still_say_everything(
    play: Open, game: str, secret: str, code: str, response: str, shown: str
) -> None:
    terminal = play(game, "--secret", secret)
    said = guess(terminal, code, response)
    assert "48;2;" in said
    assert shown in COLOR.sub("", said)
    assert terminal.left_at_the_next_prompt() == 0


def test_tiles_are_in_the_capitals_of_their_words(play: Open, tmp_path: Path) -> None:
    (tmp_path / "tr").write_text("sınır sinir bilir", encoding="utf-8")
    terminal = play(f"words({tmp_path}/tr)", "--secret", "SINIR")
    assert " S  İ  N  İ  R  g-g-g" in COLOR.sub("", guess(terminal, "SİNİR", "g-g-g"))
    assert terminal.left_by(CTRL_C) == 130


def test_digits_stay_plain(play: Open) -> None:
    terminal = play("bulls-and-cows(4,10)", "--secret", "9876")
    said = guess(terminal, "0123", "0b0c")
    assert "48;2;" not in said and "guess 1 0123 0b0c" in COLOR.sub("", said)
    assert terminal.left_by(CTRL_C) == 130


def test_squares_have_numbers(play: Open) -> None:
    terminal = play("pegswap(2,2)")
    said = terminal.wait_for("your move: ")
    assert "48;2;" in said and " B  B  .  R  R" in COLOR.sub("", said) and " 1  2  3  4  5" in COLOR.sub("", said)
    terminal.enter("quit")
    assert terminal.status() == 0


@pytest.mark.parametrize(
    ("options", "environment"), [(["--plain"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})]
)
def test_colors_can_be_switched_off(play: Open, options: list[str], environment: dict[str, str]) -> None:
    terminal = play("mastermind(4,6)", "--secret", "1213", *options, **environment)
    guess(terminal, "1122", "guess 1: 1122 → 1b2w")
    terminal.wait_for("your guess: ")
    assert "\x1b" not in terminal.said
    terminal.press(CTRL_D)
    assert terminal.status() == 0


@pytest.mark.parametrize(
    ("columns", "lines"), [(20, ["guess 1", " 1  1  2  2", "●○○", "1b2w"]), (10, ["guess 1", "1122", "●○○", "1b2w"])]
)
def test_a_narrow_terminal_stands_the_parts_below_each_other(play: Open, columns: int, lines: list[str]) -> None:
    terminal = play("mastermind(4,6)", "--secret", "1213", columns=columns)
    said = COLOR.sub("", guess(terminal, "1122", "1b2w"))
    assert [line.rstrip() for line in said.splitlines()][-4:] == lines
    assert terminal.left_at_the_next_prompt() == 0


def test_ctrl_c_leaves_without_a_traceback(play: Open) -> None:
    terminal = play("mastermind(4,6)", "--mode", "referee")
    terminal.wait_for("Ann guesses: ")
    assert terminal.left_by(CTRL_C) == 130
    assert "Traceback" not in terminal.said and "strategist: interrupted" in terminal.said


@pytest.mark.parametrize(("key", "status"), [(CTRL_C, 130), (CTRL_D, 0)])
def test_a_match_is_left_in_the_second_game(play: Open, key: bytes, status: int) -> None:
    """Ctrl-C leaves at once; at the end of the input the score is told."""
    terminal = play("mastermind(3,4)", "--mode", "referee", "--games", "2")
    for prompt, line in (("Ann guesses: ", "123"), ("Bob answers 123: ", "3b"), ("Bob guesses: ", "444")):
        terminal.wait_for(prompt)
        terminal.enter(line)
    assert "score: Ann found 1 of 1 secret in 1 guess; Bob has not guessed yet" in terminal.said
    terminal.wait_for("Ann answers 444: ")
    assert terminal.left_by(key) == status
    assert ("the match ends in game 2 of 2: nobody wins" in terminal.said) == (key == CTRL_D)
    assert "Traceback" not in terminal.said


def test_ctrl_d_after_a_refusal_is_status_2(play: Open) -> None:
    terminal = play("mastermind(4,6)")
    terminal.wait_for("your guess: ")
    terminal.enter("what")
    terminal.wait_for("expected symbols")
    assert terminal.left_at_the_next_prompt() == 2


def test_a_person_may_be_refused_more_often_than_a_script(play: Open) -> None:
    terminal = play("mastermind(4,6)", "--secret", "1213")
    terminal.wait_for("your guess: ")
    for _ in range(110):
        terminal.enter("?!")
        terminal.wait_for("your guess: ")
    terminal.enter("1213")
    terminal.wait_for("solved in 1 guess")
    # On a terminal, a review is offered then.
    terminal.wait_for("an empty line ends: ")
    terminal.enter("")
    assert terminal.status() == 0


def test_a_line_is_edited_and_comes_back(play: Open) -> None:
    terminal = play("mastermind(4,6)", "--secret", "1213")
    terminal.wait_for("your guess: ")
    terminal.press(b"112" + ARROW_LEFT + b"2" + ARROW_RIGHT + b"2" + BACKSPACE + b"\n")
    terminal.wait_for("1b2w")
    terminal.wait_for("your guess: ")
    terminal.press(ARROW_UP + b"\n")
    terminal.wait_for("was guess 1, answered")
    assert terminal.left_at_the_next_prompt() == 2


def test_long_lines_break_between_words(play: Open) -> None:
    terminal = play("mastermind(4,6)", "--secret", "1213", columns=40)
    terminal.wait_for("your guess: ")
    terminal.enter("left")
    terminal.wait_for("…")
    said = COLOR.sub("", terminal.said).replace("\r", "").partition("…")[0].splitlines()
    listed = said[next(place for place, line in enumerate(said) if line.startswith("1296 candidates left")) :]
    assert len(listed) > 3 and all(len(line) <= 40 and line.split()[-1] in line for line in listed)
    assert all(len(code) == 4 for line in listed[1:] for code in line.split())
    assert terminal.left_by(CTRL_C) == 130


def test_a_black_is_black_on_any_terminal(play: Open) -> None:
    terminal = play("mastermind(4,6)", "--secret", "1213")
    said = guess(terminal, "1122", "1b2w")
    # The key pegs bring their own ground: the color of the text would make a black white on a dark terminal.
    for color, peg in (("0;0;0", "●"), ("255;255;255", "○○")):
        assert re.search(rf"38;2;{color};48;2;\d+;\d+;\d+m{peg}", said)
    assert terminal.left_at_the_next_prompt() == 0
