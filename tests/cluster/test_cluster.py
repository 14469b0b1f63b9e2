"""Real clusters of a few processes on this machine: the bytes of one thread, whatever is killed."""

from __future__ import annotations

import importlib
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE

from strategist import compile_strategy
from strategist.cluster import crowd_for
from strategist.cluster.address import read_address
from strategist.cluster.worker_list import Mate, Mates
from strategist.common.errors import SpecError
from strategist.files.strategy import encode
from strategist.search.state.options import Options
from strategist.search.state.problem import INFEASIBLE
from strategist.search.state.result_log import make_ring
from strategist.search.tasks.task import Search, Task, TaskProof

GAME, STRATEGY = "mastermind(4,6)", "optimal(total,depth)"


def command(
    folder: Path, *options: str, game: str = GAME, strategy: str = STRATEGY
) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "strategist", "compile", game, strategy, "-o", "x.msgpack", *options]
    return subprocess.run(line, capture_output=True, text=True, cwd=folder, timeout=PATIENCE)


@pytest.mark.parametrize(
    "text", ["", "local", "local:0", "local:-1", "local:5000", "tcp://x", "http://x:1", "tcp://x:0"]
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(SpecError, match=r"^cluster: expected "):
        crowd_for(Options(cluster=text))


@pytest.mark.parametrize("text", ["local:1", "tls://scheduler:8786", "tcp://[::1]:8786", "tcp://10.0.0.1:1"])
def test_what_is_an_address(text: str) -> None:
    assert str(read_address(text)) == text


def test_what_nobody_carries_out_is_refused(tmp_path: Path) -> None:
    done = command(tmp_path, "--cluster", "local:1", game="mastermind(2,3)", strategy="blind")
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert "--cluster: expected a search or a heuristic that runs compiled, got blind" in done.stderr
    for game, strategy, plain in (("mastermind(2,3)", "minimax", True), ("pegswap", "optimal", False)):
        with pytest.raises(SpecError, match="cluster: expected a search"):
            compile_strategy(game, strategy, plain=plain, options=Options(cluster="local:1"))


def test_where_nobody_answers_is_one_line(tmp_path: Path) -> None:
    done = command(tmp_path, "--cluster", "tcp://127.0.0.1:9", game="mastermind(3,4)")
    assert done.returncode == 2
    (line,) = [line for line in done.stderr.splitlines() if "kernels" not in line]
    assert line.startswith("strategist: error: cluster tcp://127.0.0.1:9: expected a scheduler that answers, got: ")


def test_without_distributed_the_extra_is_named(tmp_path: Path) -> None:
    program = "import sys; sys.modules['distributed'] = None; from strategist.__main__ import main; main()"
    line = [sys.executable, "-c", program, "compile", "mastermind(2,3)", "optimal", "--cluster", "local:1"]
    done = subprocess.run(line, capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE)
    assert done.returncode == 2
    assert "a cluster needs Dask's distributed: pip install 'strategist-compiler[cluster]'" in done.stderr


def task(number: int) -> Task:
    return Task(number, Search(1, 0, None, 0), (), b"", 0, INFEASIBLE)


def test_the_tasks_of_a_lost_worker_go_to_others() -> None:
    mates = Mates(sharing=True)
    one, other = Mate("a", 1, ready=True), Mate("b", 1, ready=True)
    mates.all = {"a": one, "b": other}
    assert mates.room() == 4
    for number in range(3):
        mates.open[number] = task(number)
        mates.waiting.append(number)
    for _ in range(3):
        batch = mates.batch()
        assert batch is not None and len(batch[1]) == 1
    assert (one.tasks, other.tasks) == ([0, 2], [1])
    one.silent = True
    mates.release(one)
    assert mates.waiting == [0, 2] and mates.room() == -1
    mates.done(0)
    mates.drop(1)
    assert mates.waiting == [2] and other.dropped == [1] and list(mates.open) == [2]


def test_short_tasks_travel_in_batches() -> None:
    mates = Mates(sharing=True)
    mates.all = {name: Mate(name, 1, ready=True) for name in "ab"}
    assert mates.room() == 4
    for _ in range(200):
        mates.took(0.01)
    assert 100 < mates.room() <= 4 * 64
    for number in range(20):
        mates.open[number] = task(number)
        mates.waiting.append(number)
    batches = []
    while (batch := mates.batch()) is not None:
        batches.append(batch[1])
    assert [len(numbers) for numbers in batches] == [5, 5, 5, 5]
    assert [number for numbers in batches for number in numbers] == list(range(20))
    # Who has not begun some of a batch gives them back, to be carried out first.
    one = mates.all["a"]
    mates.done(0)
    mates.waiting = [77]
    mates.release(one, batches[0])
    assert mates.waiting == [1, 2, 3, 4, 77] and one.tasks == batches[2]
    for _ in range(200):
        mates.took(30.0)
    one.batches = 0
    assert mates.room() == 2 - 5 and mates.batch() == (one, [1])


def test_a_task_of_all_is_given_to_each_worker_once_with_its_place() -> None:
    mates = Mates(sharing=True)
    one, other, late = Mate("a", 2, ready=True), Mate("b", 1, ready=True), Mate("c", 1)
    mates.all = {each.address: each for each in (one, other, late)}
    mates.shared = task(5)
    begun = [mates.begun(mate) for mate in (one, other, one, late)]
    assert [each and (each.number, each.process, each.processes) for each in begun] == [
        (5, 0, 1),
        (5, 1, 2),
        None,
        None,
    ]
    # Whoever is there hears with the next pulse that there are more now.
    assert [mates.place(mate) for mate in (one, other, late)] == [(0, 2), (1, 2), (0, 1)]
    late.ready, one.silent = True, True
    assert mates.begun(late).number == 5 and mates.news(late, 1)[3:] == (1, 2)
    mates.drop(5)
    assert mates.shared is None and [each.dropped for each in (one, other, late)] == [[5], [5], [5]]
    mates.shared = task(6)
    assert mates.begun(other).number == 6
    mates.end()
    assert mates.shared is None and other.dropped == [5, 6] and late.dropped == [5]


def test_a_worker_that_is_at_the_next_task_of_all_comes_back_from_the_one_before() -> None:
    mates = Mates(sharing=True)
    one = mates.all["a"] = Mate("a", 2, ready=True)
    for number in (5, 6):
        mates.shared = task(number)
        assert mates.begun(one).number == number
    mates.come_back(one, [task(5)], [TaskProof(5, nodes=1)])
    assert one.at_it and one.batches == 0
    mates.come_back(one, [task(5)], None)
    assert one.at_it and one.ready
    mates.come_back(one, [task(6)], [TaskProof(6, nodes=1)])
    assert not one.at_it and one.shared == 6 and one.batches == 0
    mates.shared = task(7)
    assert mates.begun(one).number == 7
    mates.come_back(one, [task(7)], None)
    assert (one.at_it, one.ready, one.shared) == (False, False, -1)


def test_each_worker_is_told_each_row_once() -> None:
    mates = Mates(sharing=True)
    mates.share(make_ring(5))
    mate = mates.all["a"] = Mate("a", 1)
    mates.welcome(mate)
    assert mates.news(mate, 1).rows == b""
    mates.share(make_ring(3))
    mates.share(make_ring(20_000))
    told = [len(mates.news(mate, 1).rows) // 72 for _ in range(5)]
    assert sum(told) == 20_003 and told[-1] == 0 and max(told) == 8192
    mates.forget()
    assert not mate.ready
    mates.welcome(mate)
    mates.share(make_ring(2))
    assert len(mates.news(mate, 2).rows) == 2 * 72


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 4])
def test_any_number_of_processes(count: int, tmp_path: Path, compiled: Any) -> None:
    done = command(tmp_path, "--cluster", f"local:{count}")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "x.msgpack").read_bytes() == encode(compiled(GAME, STRATEGY))


@pytest.mark.slow
def test_the_tree_of_a_heuristic(tmp_path: Path, compiled: Any) -> None:
    done = command(tmp_path, "--cluster", "local:2", game="mastermind(5,8)", strategy="entropy")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "x.msgpack").read_bytes() == encode(compiled("mastermind(5,8)", "entropy"))


def test_only_workers_are_deaf_to_ctrl_c() -> None:
    heard = signal.getsignal(signal.SIGINT)
    importlib.reload(importlib.import_module("strategist.cluster.ignore_interrupts"))
    assert signal.getsignal(signal.SIGINT) is heard
