"""A kernel is kept as soon as it is ready: who ends a run meanwhile waits for the rest alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from nested_kernels import NESTED
from patience import PATIENCE

from strategist.search.kernels.numba import jit

pytestmark = pytest.mark.skipif(jit.INTERPRETED, reason="Python runs the kernels")

CALLERS = f"""{NESTED}
@borrowing_kernel
def twice(numbers):
    return 2 * total(numbers, 0)
"""
RUN = """
import os, signal, sys, threading
import numpy as np
import callers
from strategist.search.kernels.numba import jit, second, waiting

second.ALLOWED = False

def end():
    # A function is ready once the caller is kept: it is a part of what the caller calls.
    if any("twice" in file.name for file in jit.CACHE.folder.glob("*.kernel")):
        os.kill(os.getpid(), int(sys.argv[1]))
        threading.Event().wait()

if len(sys.argv) > 1:
    waiting._listening.append(end)
jit.warm_up("twice", lambda: print(callers.twice(np.arange(5, dtype=np.int32))))
print(callers.twice.compiled, callers.total.compiled, "numba" in sys.modules)
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with two kernels, one of which calls the other."""
    (tmp_path / "callers.py").write_text(CALLERS)
    (tmp_path / "run.py").write_text(RUN)
    return tmp_path


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Call the caller in a process of its own, which a signal may end."""
    environment = os.environ | {"XDG_CACHE_HOME": str(home / "cache")}
    command = [sys.executable, str(home / "run.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=PATIENCE)


def kept(home: Path) -> list[Path]:
    return sorted((home / "cache").rglob("*.kernel"))


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT], ids=lambda ending: ending.name)
def test_a_run_that_is_ended_keeps_what_is_done(home: Path, ending: signal.Signals) -> None:
    ended = run(home, str(int(ending)))
    assert ended.returncode != 0 and ended.stdout == ""
    (caller,) = kept(home)
    whole = caller.read_bytes()
    # The missing callee is compiled alone.
    assert run(home).stdout.split() == ["20", "0", "1", "True"]
    assert len(kept(home)) == 2 and caller.read_bytes() == whole
    # What is kept is loaded without the compiler.
    assert run(home).stdout.split() == ["20", "0", "0", "False"]


def test_a_callee_that_is_damaged_is_compiled_alone(home: Path) -> None:
    run(home)
    callee = next(file for file in kept(home) if "total" in file.name)
    whole = callee.read_bytes()
    callee.write_bytes(whole[:-1])
    again = run(home)
    assert again.stdout.split() == ["20", "0", "1", "True"]
    assert "damaged" in again.stderr
    assert run(home).stdout.split() == ["20", "0", "0", "False"]
