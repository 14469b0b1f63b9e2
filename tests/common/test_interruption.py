"""Ctrl-C while the command starts: one line and status 130, at whatever point it comes.

The process sends the signal to itself when it imports a certain module, so nothing here depends on time.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

INTERRUPTING = """
import os, signal, sys

def watch(event, arguments):
    if event == "import" and arguments[0] == os.environ["INTERRUPT_AT"]:
        os.kill(os.getpid(), signal.SIGINT)

sys.addaudithook(watch)
"""
COMPILE = ["compile", "mastermind(2,3)", "minimax", "-o", "tree.msgpack"]
BEGINNINGS = {"module": ["-m", "strategist"], "script": ["-c", "from strategist.__main__ import main; main()"]}


@pytest.fixture
def python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An interpreter in an empty folder that is interrupted when it imports ``$INTERRUPT_AT``."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(INTERRUPTING)
    monkeypatch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
    # Without machine code the same modules are imported, only sooner.
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.chdir(tmp_path)
    return [sys.executable]


@pytest.mark.parametrize("beginning", BEGINNINGS.values(), ids=BEGINNINGS)
@pytest.mark.parametrize(
    "module", ["strategist.commands.cli", "click", "numpy", "ctypes", "strategist.search.compile.compile"]
)
def test_ctrl_c_while_starting_is_one_line(
    beginning: list[str], module: str, python: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INTERRUPT_AT", module)
    done = subprocess.run([*python, *beginning, *COMPILE], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "strategist: interrupted\n")
    assert not (tmp_path / "tree.msgpack").exists()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_standard_streams_may_be_closed(closed: str, python: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INTERRUPT_AT", "click")
    done = subprocess.run(
        ["sh", "-c", f"{python[0]} -m strategist list games {closed}"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == ("" if closed.startswith("2") else "strategist: interrupted\n")


def test_who_ignores_the_signal_is_not_interrupted(python: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As under nohup, and for a command with an ampersand in a script."""
    monkeypatch.setenv("INTERRUPT_AT", "click")
    command = f"trap '' INT; {python[0]} -m strategist list games"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "mastermind" in done.stdout


def test_the_installed_command_begins_here() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, function = project["scripts"]["strategist"].partition(":")
    assert module == "strategist.__main__"
    assert callable(getattr(importlib.import_module(module), function))
