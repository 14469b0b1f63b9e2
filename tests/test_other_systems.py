"""What is known to differ elsewhere, simulated: a system without fork, locks of files, signals of Unix and processor
affinity, and with a console that writes few characters."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".github" / "workflows"

ELSEWHERE = """
import sys
sys.modules |= dict.fromkeys(["fcntl", "resource", "pwd", "grp", "termios", "readline"], None)
import os, signal
for name in ("fork", "forkpty", "register_at_fork", "sched_getaffinity", "getloadavg", "killpg", "setsid"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGHUP", "SIGKILL", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGCHLD", "setitimer", "alarm", "pthread_sigmask"):
    if hasattr(signal, name):
        delattr(signal, name)
sys.argv = ["strategist", *sys.argv[1:]]
from strategist.commands.cli import main
main()
"""
COMMANDS = [
    (["verify", "mastermind-4x6.minimax"], "total 5801"),
    (["show", "mastermind-4x6.minimax", "--levels", "1"], "1122"),
    (["play", "mastermind-4x6.minimax", "--secret", "4563"], "solved in 4 guesses"),
    (["play", "mastermind(3,4)", "--mode", "answer", "--secret", "134", "--strategy", "entropy"], "solved"),
    (["check", "mastermind-4x4.optimal-total-depth"], "optimal in total"),
    (["check", "mastermind-4x4.optimal-total-depth", "--jobs", "2"], "optimal in total"),
    (["compile", "mastermind(3,4)", "minimax", "-o", "a.msgpack"], "total 216"),
    (["compile", "mastermind(3,4)", "optimal(total)", "-o", "b.msgpack", "--journal", "b.journal"], "proven 206"),
    (["compare", "mastermind(2,3)", "entropy", "--format", "markdown"], "| entropy | 21 |"),
    (["export", "mastermind-4x4.optimal", "--format", "csv"], "secret,outcome"),
    (["look", str(ROOT / "tests" / "fixtures" / "animals.csv")], "questions"),
    (["atlas", "--game", "mastermind(pegs=4,colors=6)", "--objective", "total"], "5625"),
]


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "utf-8"])
@pytest.mark.parametrize(("words", "told"), COMMANDS, ids=lambda each: each[0] if isinstance(each, list) else None)
def test_commands_run_where_a_system_has_less(words: list[str], told: str, encoding: str, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *words],
        cwd=tmp_path,
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "0"},
    )
    out, err = (each.decode(encoding) for each in (ran.stdout, ran.stderr))
    assert ran.returncode == 0 and told in out and "Traceback" not in err, err


@pytest.mark.thorough
def test_an_installation_is_tried_by_the_script_of_the_workflow() -> None:
    ran = subprocess.run([sys.executable, ROOT / "scripts" / "smoke"], capture_output=True, text=True)
    assert ran.returncode == 0 and ran.stdout.splitlines()[-1].endswith(" passed, 0 failed"), ran.stdout


def test_the_workflow_tries_what_may_be_used_and_classifiers_claim_what_was_tried() -> None:
    text = (FOLDER / "ci.yml").read_text("utf-8")
    for each in ("ubuntu-latest", "macos-latest", "windows-latest", '"3.11"', '"3.12"', '"3.13"', '"3.14"', "lowest"):
        assert each in text
    told: Any = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    claimed = {each for each in told["classifiers"] if each.startswith(("Operating System", "Programming Language"))}
    # Whoever adds one has seen it pass in the matrix.
    assert claimed == {"Operating System :: POSIX :: Linux", "Programming Language :: Python :: 3.11"}
    assert "has been tried on Linux with Python 3.11" in (ROOT / "README.md").read_text("utf-8").replace("\n", " ")
