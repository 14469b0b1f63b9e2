"""A second process compiles some kernels, and nothing is lost if it cannot."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from nested_kernels import NESTED
from patience import PATIENCE

from strategist.search.kernels.numba import codecache, jit, second
from strategist.search.kernels.numba.waiting import on_each_function

pytestmark = pytest.mark.skipif(jit.INTERPRETED, reason="Python runs the kernels")

SOURCE = f"""{NESTED}
@borrowing_kernel
def twice(numbers):
    return 2 * total(numbers, 0) + add(numbers[0], 0)

@borrowing_kernel
def thrice(numbers):
    return 3 * total(numbers, 1)
"""
NUMBERS = np.arange(5, dtype=np.int32)

_names = (f"strategist_twins_{number}" for number in count())


def wait_for(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder, for this process and the one that it starts."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(jit, "CACHE", codecache.Cache())
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1}, raising=False)
    monkeypatch.setattr(codecache, "_told", set())
    monkeypatch.setattr(jit, "_warm", set())
    monkeypatch.setattr(second, "ALLOWED", True)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.fixture
def twins(home: Path) -> Iterator[Any]:
    """A module of throw-away kernels that no process has compiled."""
    name = next(_names)
    (home / f"{name}.py").write_text(SOURCE)
    yield importlib.import_module(name)
    del sys.modules[name]


def compiled_by(run: Callable[[], object]) -> int:
    """How many functions this process compiles in a warm-up that may have a second compiler."""
    counted: list[None] = []
    with on_each_function(lambda: counted.append(None)):
        jit.warm_up("twins", run, aided=True)
    assert second._compiler is None
    return len(counted)


def saved() -> list[str]:
    assert jit.CACHE.folder is not None
    return sorted(file.name.split(".")[1].split("-")[0] for file in jit.CACHE.folder.glob("*.kernel"))


def asked(twins: Any) -> second._Compiler:
    """The second compiler, which has been asked for the kernel that is compiled apart."""
    jit.foresee(twins.total, NUMBERS, 0)
    assert second._compiler is not None
    return second._compiler


def test_what_the_second_process_has_begun_is_not_compiled_here(twins: Any) -> None:
    processes: list[subprocess.Popen[bytes]] = []

    def run() -> None:
        compiler = asked(twins)
        processes.append(compiler._process)
        wait_for(lambda: bool(compiler._said))
        assert twins.twice(NUMBERS) == 20

    # The caller, its entry, and the function that is a part of it.
    assert compiled_by(run) == 3
    assert twins.total.compiled == 0
    assert saved() == ["total", "twice"]
    assert processes[0].returncode is not None
    # Another caller loads what is compiled apart; another process loads all of it before the code that calls it.
    assert twins.thrice(NUMBERS) == 33
    program = f"""
import numpy as np, {twins.__name__} as twins
print(twins.twice(np.arange(5, dtype=np.int32)), twins.thrice(np.arange(5, dtype=np.int32)))
print(*(each.compiled for each in (twins.total, twins.twice, twins.thrice)))
"""
    environment = os.environ | {"PYTHONPATH": str(Path(twins.__file__).parent)}
    again = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert (again.stdout, again.stderr) == ("20 33\n0 0 0\n", "")


@pytest.mark.parametrize("harm", ["killed", "stopped", "refused", "forbidden", "no core"])
def test_without_its_help_all_is_compiled_here(twins: Any, harm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError("no more processes")

    def run() -> None:
        if harm in ("killed", "stopped"):
            asked(twins)._process.send_signal(signal.SIGKILL if harm == "killed" else signal.SIGSTOP)
        assert twins.twice(NUMBERS) == 20

    if harm == "refused":
        monkeypatch.setattr(subprocess, "Popen", refuse)
    if harm == "forbidden":
        monkeypatch.setattr(second, "ALLOWED", False)
    if harm == "no core":
        monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0}, raising=False)
    assert compiled_by(run) == 5
    assert saved() == ["total", "twice"]


def test_one_that_falls_silent_is_not_waited_for_for_ever(twins: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second, "_PATIENCE_SECONDS", 0.1)

    def run() -> None:
        compiler = asked(twins)
        compiler._process.send_signal(signal.SIGSTOP)
        # As if it had begun.
        compiler._said.add((second._BEGUN, 0))
        assert twins.twice(NUMBERS) == 20

    assert compiled_by(run) == 5


def test_nothing_is_started_where_nothing_could_be_saved(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "CACHE", codecache.Cache(lambda: None))
    name = next(_names)
    (home / f"{name}.py").write_text(SOURCE)
    twins = importlib.import_module(name)

    def run() -> None:
        jit.foresee(twins.total, NUMBERS, 0)
        assert twins.twice(NUMBERS) == 20
        assert second._compiler is None

    assert compiled_by(run) == 5


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for the process in /proc")
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
def test_it_ends_with_the_first_process(home: Path, ending: signal.Signals) -> None:
    program = """
import os
import signal
from strategist.search.kernels.numba import jit, second
os.sched_getaffinity = lambda process: {0, 1}
def run():
    second.start()
    print(second._compiler._process.pid, flush=True)
    signal.pause()
jit.warm_up("sleep", run, aided=True)
"""
    first = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert first.stdout is not None
    with first.stdout as lines:
        process = Path("/proc") / lines.readline().decode().strip() / "stat"
    assert process.exists()
    first.send_signal(ending)
    first.wait(PATIENCE)
    # Where nobody asks how it has ended, something of it stays.
    wait_for(lambda: not process.exists() or ") Z " in process.read_text())
