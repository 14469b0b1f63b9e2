"""Kernels: a second process finds their machine code; how they run, and how they are stopped."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from strategist import compile_strategy
from strategist.__main__ import main
from strategist.common.errors import JournalError
from strategist.search.compile import growers
from strategist.search.kernels.numba import jit
from strategist.search.kernels.numba.jit import DONE, HALT, control_cells, run_kernel

ALL_KERNELS = """
import json
import sys
import numpy as np
from strategist import compile_strategy, make_game, make_strategy
from strategist.search.adapters.registry import make_source
from strategist.search.exact import decide, solve as branch
from strategist.search.kernels.growth import grow
from strategist.search.state import result_log as log
from strategist.search.kernels.scores import scores as partition
from strategist.search.kernels.responses import responses
from strategist.search.kernels.symmetry import same_guesses as symmetry
from strategist.search.advice.openings import essentially_different, first_partitions

game = make_game("mastermind(3,4)")
data = compile_strategy(game, "entropy").data
best = compile_strategy(game, "optimal(total)").data
openings = essentially_different(game)
partitions = first_partitions(game, openings)
table = responses.response_table(make_source(game), False)
kernels = [grow.follow, branch.solve, partition.fill_cell_table, responses.fill_table, symmetry.reduce_guesses,
           decide.decide_each, log.recall]
print(json.dumps({
    "results": [data.claims.total, best.claims.total, openings, partitions, int(table.sum())],
    "imported": sorted({"numba", "numba.core"} & sys.modules.keys()),
    "misses": [kernel.compiled for kernel in kernels],
}))
"""


def in_a_new_process(program: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a fresh interpreter; it must succeed without warnings."""
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def test_a_second_process_runs_the_code_that_the_first_has_compiled() -> None:
    first = json.loads(in_a_new_process(ALL_KERNELS).stdout)
    again = in_a_new_process(ALL_KERNELS)
    second = json.loads(again.stdout)
    assert second["results"] == first["results"]
    assert second["misses"] == [0] * 7
    assert first["imported"] or not any(first["misses"])
    assert second["imported"] == []
    assert again.stderr == ""


def test_a_warm_up_is_run_once_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_warm", set())
    runs: list[str] = []
    for name in ("some", "some", "others"):
        jit.warm_up(name, lambda name=name: runs.append(name))
    assert runs == ["some", "others"]


def test_a_warm_up_that_fails_is_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_warm", set())
    runs: list[str] = []

    def fail() -> None:
        runs.append("failed")
        raise ValueError("in the kernel")

    for _ in range(2):
        with pytest.raises(ValueError, match="in the kernel"):
            jit.warm_up("some", fail)
    assert len(runs) == 2


MISTAKABLE: list[tuple[BaseException, str]] = [
    (EOFError("Ran out of input"), "EOFError Ran out of input"),
    (KeyboardInterrupt(), "KeyboardInterrupt"),
    (OSError(errno.ENOSPC, "No space left on device"), "OSError [Errno 28] No space left on device"),
    (BrokenPipeError(errno.EPIPE, "Broken pipe"), "BrokenPipeError [Errno 32] Broken pipe"),
    (SystemExit(0), "SystemExit 0"),
]


@pytest.mark.parametrize(("error", "told"), MISTAKABLE, ids=[told for _, told in MISTAKABLE])
def test_trouble_with_kernels_is_told_as_what_it_is(
    error: BaseException, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(game: object, divided: bool) -> None:
        def run() -> None:
            raise error

        jit.warm_up("such", run)

    monkeypatch.setattr(growers, "warm_up_for", fail)
    monkeypatch.setattr(sys, "argv", ["strategist", "compile", "mastermind(2,3)", "minimax", "-o", os.devnull])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert capsys.readouterr() == ("", f"strategist: error: kernels: {told}\n")


@pytest.mark.parametrize("error", [ValueError("in the kernel"), JournalError("journal x: in use")])
def test_an_exception_in_the_kernel_is_raised_here_as_it_is(error: Exception) -> None:
    def fail() -> None:
        raise error

    with pytest.raises(type(error), match=str(error)):
        run_kernel(fail, control_cells())


def test_a_kernel_runs_in_a_thread_and_its_result_comes_back() -> None:
    assert run_kernel(threading.current_thread, control_cells()) is not threading.main_thread()


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
        while not control[HALT]:
            time.sleep(0.001)
        ended.append(True)

    def interrupt(_: int) -> None:
        raise error

    with pytest.raises(error):
        run_kernel(work, control, interrupt)
    assert ended == [True]


def test_a_long_search_can_be_interrupted() -> None:
    # What compiles the kernels does not count.
    compile_strategy("mastermind(2,3)", "entropy(ties=cells)")

    def interrupt(share: float, words: object) -> None:
        raise KeyboardInterrupt

    begin = time.process_time()
    with pytest.raises(KeyboardInterrupt):
        compile_strategy("mastermind(5,8)", "entropy(ties=cells)", progress=interrupt)
    # The whole search would take minutes; a stopped one only finishes the current guess.
    assert time.process_time() - begin < 10
    assert not [thread for thread in threading.enumerate() if thread.name == "strategist-kernel"]


def test_control_cells_are_fresh() -> None:
    cells = control_cells()
    assert cells.dtype == np.int64
    assert not cells.any()
    assert not np.shares_memory(cells, control_cells())
