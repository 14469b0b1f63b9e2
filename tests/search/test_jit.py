"""Kernels: where their machine code is kept, that a second process finds it there, and how they are stopped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from strategist import compile_strategy, make_game, make_strategy
from strategist.search import jit
from strategist.search.jit import DONE, STOP, control_cells, run_kernel

ALL_KERNELS = """
import json
import numpy as np
from strategist import compile_strategy, make_game, make_strategy
from strategist.search import branch, grow, log, partition, responses, symmetry
from strategist.search.openings import essentially_different, first_partitions

game = make_game("mastermind(3,4)")
data = compile_strategy(game, make_strategy("entropy", game)).data
best = compile_strategy(game, make_strategy("optimal(total)", game)).data
openings = essentially_different(game)
partitions = first_partitions(game, openings)
table = responses.response_table(responses.make_source(game), False)
kernels = [grow.grow, branch.solve, partition.cell_table, responses.response_table, symmetry.representatives,
           branch.remember, log.recall]
print(json.dumps({
    "results": [data.claims.total, best.claims.total, openings, partitions, int(table.sum())],
    "hits": [sum(kernel.stats.cache_hits.values()) for kernel in kernels],
    "misses": [sum(kernel.stats.cache_misses.values()) for kernel in kernels],
}))
"""

ONE_SMALL_KERNEL = """
from strategist import make_game
from strategist.search.jit import CACHE_FOLDER
from strategist.search.openings import essentially_different

print(CACHE_FOLDER)
print(*essentially_different(make_game("mastermind(4,6)")))
"""


def in_a_new_process(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a fresh interpreter; it must succeed, and warn of nothing."""
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | environment)


def test_a_second_process_runs_the_code_that_the_first_has_compiled() -> None:
    first = json.loads(in_a_new_process(ALL_KERNELS).stdout)
    again = in_a_new_process(ALL_KERNELS)
    second = json.loads(again.stdout)
    assert second["results"] == first["results"]
    assert second["misses"] == [0] * 7
    assert all(second["hits"])
    assert again.stderr == ""


def test_without_a_cache_folder_the_temporary_one_is_used(tmp_path: Path) -> None:
    unwritable = tmp_path / "file"
    unwritable.write_text("in the way: not even root can make a folder here")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {"XDG_CACHE_HOME": str(unwritable), "TMPDIR": str(temporary)}
    run = in_a_new_process(ONE_SMALL_KERNEL, **environment)
    folder, openings = run.stdout.splitlines()
    assert Path(folder).is_relative_to(temporary)
    assert openings == "0 1 7 8 51"
    assert "compiling kernels for their first use" in run.stderr
    # The folder serves the next process, too.
    again = in_a_new_process(ONE_SMALL_KERNEL, **environment)
    assert again.stdout == run.stdout
    assert again.stderr == ""


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """An empty user's cache folder and an empty temporary one."""
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    return home, temporary


def test_the_users_cache_folder_comes_first(homes: tuple[Path, Path]) -> None:
    home, _ = homes
    folder = jit._cache_folder()
    assert folder.parent == home / "strategist"
    assert jit._cache_folder() == folder
    assert list(folder.iterdir()) == []


def test_a_folder_of_somebody_else_is_not_used(homes: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    home, temporary = homes
    monkeypatch.setattr(os, "getuid", lambda: os.stat(home).st_uid + 1)
    folder = jit._cache_folder()
    assert folder.parent == temporary
    assert folder.name.startswith("strategist-")
    assert list(folder.iterdir()) == []


def test_the_name_of_the_folder_depends_on_every_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("jit.py", "grow.py"):
        (tmp_path / name).write_text(f"# {name}\n")
    monkeypatch.setattr(jit, "__file__", str(tmp_path / "jit.py"))
    before = jit._digest()
    (tmp_path / "grow.py").write_text("# another kernel\n")
    assert jit._digest() != before


def test_a_warm_up_is_announced_once_and_run_once_a_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(jit, "CACHE_FOLDER", tmp_path)
    runs: list[str] = []
    for warm in (set[str](), set[str]()):  # two processes, one after the other
        monkeypatch.setattr(jit, "_warm", warm)
        jit.warm_up("some", lambda: runs.append("some"))
        jit.warm_up("some", lambda: runs.append("again"))
    assert runs == ["some", "some"]
    assert capsys.readouterr().err.count("compiling kernels") == 1


def test_a_kernel_runs_in_a_thread_and_its_result_comes_back() -> None:
    assert run_kernel(threading.current_thread, control_cells()) is not threading.main_thread()


def test_an_exception_in_the_kernel_is_raised_here() -> None:
    def fail() -> None:
        raise ValueError("in the kernel")

    with pytest.raises(ValueError, match="in the kernel"):
        run_kernel(fail, control_cells())


def test_progress_is_what_the_kernel_publishes() -> None:
    control = control_cells()
    reports: list[int] = []

    def work() -> None:
        control[DONE] = 7
        while not reports:
            time.sleep(0.001)

    run_kernel(work, control, reports.append)
    assert set(reports) == {7}


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_an_interruption_stops_the_kernel_and_waits_for_it(error: type[BaseException]) -> None:
    control, ended = control_cells(), []

    def work() -> None:
        while not control[STOP]:
            time.sleep(0.001)
        ended.append(True)

    def interrupt(_: int) -> None:
        raise error

    with pytest.raises(error):
        run_kernel(work, control, interrupt)
    assert ended == [True]


def test_a_long_search_can_be_interrupted() -> None:
    game = make_game("mastermind(5,8)")

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        compile_strategy(game, make_strategy("entropy(ties=cells)", game), progress=interrupt)
    # All of it would take minutes; what remains is the guess that was being looked for.
    assert time.monotonic() - begin < 10
    assert not [thread for thread in threading.enumerate() if thread.name == "strategist-kernel"]


def test_control_cells_are_fresh() -> None:
    cells = control_cells()
    assert cells.dtype == np.int64
    assert not cells.any()
    assert not np.shares_memory(cells, control_cells())
