"""A preloaded process does what an interpreter of its own does."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from preloaded import HERE, command

PROGRAM = """
import os, sys

print(sys.argv[1:], os.getcwd(), os.environ["WORD"], sys.stdin.encoding, sys.stdin.errors, sys.stdin.name)
print(sys.stdin and sys.stdin.read(), file=sys.stderr)
what = sys.argv[1]
if what == "raise":
    raise ValueError("no")
if what == "signal":
    os.kill(os.getpid(), 9)
if what == "wait":
    print("waiting", flush=True)
    import signal
    signal.pause()
sys.exit(None if what == "none" else what if what == "words" else int(what))
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return path


def both(program: Path, what: str, **how: Any) -> list[tuple[int, str, str]]:
    """Exit status, standard output and the last line of standard error, of an interpreter and of a preloaded one."""
    how = {"text": True, "input": "in\n", "cwd": program.parent, "env": os.environ | {"WORD": "w\u00f6rd"}} | how
    lines = [sys.executable, str(program)], command(program)
    done = [subprocess.run([*line, what, "b c"], capture_output=True, **how) for line in lines]
    return [(each.returncode, each.stdout, each.stderr.splitlines()[-1]) for each in done]


@pytest.mark.parametrize("what", ["0", "3", "none", "words", "raise", "signal"])
def test_it_ends_as_an_interpreter_does(program: Path, what: str) -> None:
    own, preloaded = both(program, what)
    assert own == preloaded
    assert own[0] == {"3": 3, "words": 1, "raise": 1, "signal": -signal.SIGKILL}.get(what, 0)


def test_its_streams_are_those_of_an_interpreter(program: Path) -> None:
    for encoding in ("latin-1:replace", "utf-8"):
        environment = os.environ | {"WORD": "word", "PYTHONIOENCODING": encoding}
        own, preloaded = both(program, "0", env=environment)
        assert own == preloaded and own[0] == 0


def test_a_signal_reaches_the_command(program: Path) -> None:
    with subprocess.Popen(
        [*command(program), "wait"], env=os.environ | {"WORD": ""}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and b"waiting\n" in iter(process.stdout.readline, b"")
        process.send_signal(signal.SIGTERM)
        assert process.wait() == -signal.SIGTERM


def test_a_signal_reaches_the_command_before_its_number_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # The address of a socket has to be short.
    errand = [sys.executable, "-I", "-S", str(HERE / "errand.py"), "socket", "a command"]
    asleep = [sys.executable, "-c", "import time; time.sleep(60)"]
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        listening.listen()
        with subprocess.Popen(errand) as process, subprocess.Popen(asleep) as named, listening.accept()[0] as client:
            assert client.recv(8)
            process.send_signal(signal.SIGTERM)
            client.sendall(named.pid.to_bytes(8, "little"))
            assert named.wait() == -signal.SIGTERM
            client.sendall(int(signal.SIGTERM).to_bytes(8, "little"))
            assert process.wait() == -signal.SIGTERM


@pytest.mark.parametrize("arguments", ["verify nothing.msgpack", "partition mastermind(2,3)", "compile chess minimax"])
def test_a_command_says_what_one_in_an_interpreter_says(arguments: str, tmp_path: Path) -> None:
    interpreter = [sys.executable, "-m", "strategist"]
    # Only the first command may say that it compiles kernels.
    lines = interpreter, interpreter, command()
    done = [subprocess.run([*line, *arguments.split()], capture_output=True, cwd=tmp_path) for line in lines]
    own, preloaded = ((each.returncode, each.stdout, each.stderr) for each in done[1:])
    assert own == preloaded
