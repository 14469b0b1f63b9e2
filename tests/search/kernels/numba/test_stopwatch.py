"""The time of a search does not count what its kernels take to be compiled."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from numba.core import event

from strategist import compile_strategy
from strategist.files.trace import read_trace
from strategist.search.kernels.numba import stopwatch
from strategist.search.kernels.numba.stopwatch import Stopwatch, seconds_of_compiling
from strategist.search.state.options import Options


class Clock:
    """A clock that goes on only when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(stopwatch.time, "perf_counter", found)
    return found


def test_the_watch_stands_still_while_the_compiler_works(clock: Clock) -> None:
    watch = Stopwatch()
    clock.now += 3
    with event.trigger_event("numba:compiler_lock"):
        clock.now += 20
        assert watch.seconds == 3
        with event.trigger_event("numba:compiler_lock"):
            clock.now += 5
    clock.now += 1
    assert watch.seconds == 4


def test_two_threads_in_the_compiler_are_counted_once(clock: Clock) -> None:
    before, inside, leave = seconds_of_compiling(), threading.Event(), threading.Event()

    def compile_something() -> None:
        with event.trigger_event("numba:compiler_lock"):
            inside.set()
            leave.wait()

    other = threading.Thread(target=compile_something)
    other.start()
    inside.wait()
    clock.now += 2
    with event.trigger_event("numba:compiler_lock"):
        clock.now += 2
    clock.now += 2
    leave.set()
    other.join()
    clock.now += 9
    assert seconds_of_compiling() - before == 6


def test_neither_figures_nor_limits_nor_traces_count_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A compiler that takes an hour each time that anybody looks at the watch."""
    hours: list[float] = []

    def another_hour() -> float:
        hours.append(3600.0)
        return sum(hours)

    trace = tmp_path / "trace.csv"
    monkeypatch.setattr(stopwatch, "seconds_of_compiling", another_hour)
    options = Options(time_limit=600, trace=str(trace))
    compiled = compile_strategy("mastermind(3,4)", "optimal(total)", options=options)
    assert compiled.data.bound == "optimal" and hours
    assert compiled.seconds < 600
    assert read_trace(trace)[-1].seconds < 3600
