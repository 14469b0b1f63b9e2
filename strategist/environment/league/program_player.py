"""A player that is a program: it reads positions and writes guesses, a line each.

The program is told the game first, ``game mastermind(pegs=4,colors=6)``, which it does not answer. Each line after
that is ``guess`` with the history, ``guess 1122:1b1w 3456:0b2w``, and is answered by one line, the next guess.
Positions come in any order, and each one comes once: what is guessed depends on the history alone. The program ends
when its standard input does.
"""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from strategist.common.errors import CodeError, PlayerError, StrategistError
from strategist.common.quoting import quoted, shortened
from strategist.environment.league import function_player
from strategist.model.game import Game, History

MOVE_SECONDS = 10.0
"""The seconds that a move may take."""
_MOST_BYTES = 1 << 12
"""The longest line that is read."""
_PATIENCE = 1.0
"""Seconds within which a program whose input has ended is to end, too."""


class ProgramPlayer:
    """A player in a process of its own, which ends with the ``with`` block, with all processes that it has started.

    Parameters
    ----------
    game : Game
        The game.
    player : str
        A Python file, ``my_player.py``, with a function ``guess(history)``, or the command line of a program.
    seconds : float, default 10.0
        The seconds that a move may take.

    Raises
    ------
    PlayerError
        If the program cannot be started, and by :meth:`guess`.
    """

    def __init__(self, game: Game, player: str, seconds: float = MOVE_SECONDS) -> None:
        self.name = player
        self._game = game
        self._seconds = seconds
        self._read = b""
        words = self._words(player)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (open as long as the process)
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            self._errors.close()
            raise self._error(f"cannot be started: {error.strerror or error}") from None

    def _words(self, player: str) -> list[str]:
        """The command line."""
        if player.endswith(".py"):
            if not Path(player).is_file():
                raise self._error("there is no such file")
            return [sys.executable, "-P", function_player.__file__, player]
        try:
            words = shlex.split(player)
        except ValueError as error:
            raise self._error(f"expected a command line: {error}") from None
        if not words:
            raise self._error("expected a Python file or a command line")
        return words

    def __enter__(self) -> Self:
        self._send(f"game {self._game.spec}", "")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        process = self._process
        assert process.stdin is not None and process.stdout is not None  # both are pipes
        process.stdin.close()
        try:
            if kind is None:
                process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            pass
        finally:
            self._end()
            process.stdout.close()
            self._errors.close()

    def _end(self) -> None:
        """End the process and those that it has started, which are of one session."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self._process.kill()
        self._process.wait()

    def guess(self, history: History) -> int:
        """The index of the guess after a history.

        Raises :class:`~strategist.common.errors.PlayerError` for a program that ends or takes too long, and for what is
        no guess of the game or not allowed there.
        """
        game = self._game
        past = game.format_history(history)
        self._send(f"guess {past}".rstrip(), past)
        text = self._line(past).decode("utf-8", "replace").strip()
        try:
            code = game.parse_code(text)
            if code not in game.guesses:
                raise CodeError(f"{quoted(text)} is no guess")
        except (StrategistError, ValueError) as error:
            why = str(error).removeprefix(f"{game.spec}: ")
            raise self._error(f"expected a guess, got {quoted(text)}: {why}", past) from None
        if game.restricts:
            allowed = game.allowed(history)
            if allowed is not None and code not in allowed:
                raise self._error(f"{quoted(text)} is not allowed", past)
        return game.guesses.index(code)

    def _send(self, line: str, past: str) -> None:
        assert self._process.stdin is not None  # a pipe
        try:
            self._process.stdin.write(f"{line}\n".encode())
        except BrokenPipeError:
            raise self._ended(past) from None

    def _line(self, past: str) -> bytes:
        """The next line of the program's output, within the seconds of a move."""
        stream = self._process.stdout
        assert stream is not None  # a pipe
        due = time.monotonic() + self._seconds
        with selectors.DefaultSelector() as selector:
            selector.register(stream, selectors.EVENT_READ)
            while b"\n" not in self._read:
                if len(self._read) > _MOST_BYTES:
                    raise self._error(f"expected a guess on a line, got {len(self._read)} bytes without an end", past)
                if not selector.select(max(0.0, due - time.monotonic())):
                    raise self._error(f"expected a guess within {self._seconds:g} seconds, got none", past)
                part = stream.read(_MOST_BYTES)
                if not part:
                    raise self._ended(past)
                self._read += part
        line, _, self._read = self._read.partition(b"\n")
        return line

    def _ended(self, past: str) -> PlayerError:
        """The error of a program that has ended, with the last line of its complaints."""
        try:
            status = self._process.wait(_PATIENCE)
            ending = f"it was ended by signal {-status}" if status < 0 else f"it ended with status {status}"
        except subprocess.TimeoutExpired:
            ending = "it closed its output"
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - _MOST_BYTES))
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        told = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return self._error(f"expected a guess, but {ending}{told and f': {shortened(told)}'}", past)

    def _error(self, what: str, past: str | None = None) -> PlayerError:
        where = "" if past is None else f" after {past}" if past else " at the beginning"
        return PlayerError(f"player {self.name}{where}: {what}")
