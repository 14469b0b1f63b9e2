"""The search for several answers by other processes: the bytes of one thread, whoever comes late, twice, or never."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from crowds import crowd_of
from patience import PATIENCE
from random_several import key_case
from sampling import CampaignNumbers

from strategist import compile_strategy, make_game, make_strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import ClusterError, InfeasibleError, SpecError
from strategist.files.strategy import decode, encode
from strategist.model.game import Game
from strategist.search.several_answers.several_arrays import AT_CHECK, AT_NAME, AT_TOLD, FIRST, ROW_WORDS, make_memo
from strategist.search.several_answers.several_desks import Found, What
from strategist.search.several_answers.several_game import answers_of, masses_at
from strategist.search.several_answers.several_memo import EXACT, LOWER, put_back
from strategist.search.several_answers.sharing import several_on_cluster
from strategist.search.several_answers.sharing.several_journal import header_of
from strategist.search.several_answers.sharing.several_worker import SeveralCrew, SeveralTask
from strategist.search.state import journal
from strategist.search.state.memory import Costs
from strategist.search.state.options import Options
from strategist.search.state.result_log import seals
from strategist.search.state.start import start_of
from strategist.search.tasks.remote.instance import make_instance

CASES = 60
STRATEGY = "optimal(depth,size)"
LISTS = [
    "optimal(expected)",
    "optimal(size)",
    "optimal(size,expected)",
    "optimal(depth,size)",
    "optimal(expected,depth)",
]


@pytest.fixture
def everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Divide every search, and tell every proof."""
    monkeypatch.setattr(journal, "_LEAST_NODES", 0)
    monkeypatch.setattr(several_on_cluster, "ALONE", 0)


def vague(folder: Path, secrets: int = 14, questions: int = 12, doubt: float = 0.35, more: str = "") -> Game:
    """A table that takes a search some thousands of positions."""
    drawn = Random(f"vague {secrets} {questions}")

    def cell() -> str:
        return "?" if drawn.random() < doubt else "/".join(drawn.sample("abc", 1 + (drawn.random() < 0.15)))

    lines = [["", *(f"s{at}" for at in range(secrets))]]
    lines += [[f"q{q}", *(cell() for _ in range(secrets))] for q in range(questions)]
    file = folder / "vague.csv"
    file.write_text("\n".join(map(",".join, lines)))
    return make_game(f"table({file},goal=narrow,several=/,unknown=?{more})")


def by_others(monkeypatch: pytest.MonkeyPatch, count: int, **how: Any) -> list[Any]:
    """Have searches carried out by so many crews; returns the list of their executors."""
    seen: list[Any] = []
    monkeypatch.setattr(
        "strategist.cluster.crowd_for", lambda options: options.cluster and crowd_of(count, 7, seen=seen, **how)
    )
    return seen


def told(game: Game, strategy: str, start: Any = (), **options: Any) -> bytes | str:
    """The bytes of a result, or why there is none."""
    try:
        return encode(compile_strategy(game, strategy, options=Options(**options), start=start).data)
    except InfeasibleError as error:
        return str(error)


def test_others_change_no_byte(
    everything: None, tmp_path: Path, campaign_numbers: CampaignNumbers, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = by_others(monkeypatch, 3, twice=0.3, late=0.3)
    for number in campaign_numbers(CASES):
        case = key_case(number, tmp_path, moved=True)
        strategy = case.spec if case.start else case.spec.replace(f",first={case.first}", "")
        alone = told(case.game, strategy, case.start)
        path = str(tmp_path / f"journal{number}")
        for options in ({}, {"journal": path}, {"journal": path}):
            found = told(case.game, strategy, case.start, cluster="local:1", **options)
            assert found == alone, f"{number}: {strategy} for {case.game.spec}, {options}"
    assert sum(executor.done for executor in seen) > len(seen)


@pytest.mark.parametrize("sharing", [False, True])
@pytest.mark.parametrize("more", ["", ",narrow=sure"])
@pytest.mark.parametrize("strategy", LISTS)
def test_any_order(
    strategy: str, more: str, sharing: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: Any
) -> None:
    monkeypatch.setattr(several_on_cluster, "ALONE", 0)
    # Without sure answers, the smaller table takes tens of thousands of positions.
    size = (20, 16) if more or request.config.getoption("--slow") else (12, 10)
    game = vague(tmp_path, *size, more=more)
    seen = by_others(monkeypatch, 2, twice=0.2, late=0.3, sharing=sharing)
    alone = compile_strategy(game, strategy)
    found = compile_strategy(game, strategy, options=Options(cluster="local:1"))
    assert encode(found.data) == encode(alone.data)
    assert seen[0].done


@pytest.mark.thorough
def test_what_others_leave_to_do_is_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere: list[int] = []
    take = several_on_cluster.SeveralOnCluster._take

    def taken(self: Any, stage: Any, proof: Any) -> None:
        take(self, stage, proof)
        elsewhere.append(proof.nodes)

    monkeypatch.setattr(several_on_cluster.SeveralOnCluster, "_take", taken)
    game = vague(tmp_path, 20, 16)
    by_others(monkeypatch, 2, twice=0)
    alone = compile_strategy(game, STRATEGY)
    found = compile_strategy(game, STRATEGY, options=Options(cluster="local:1"))
    assert encode(found.data) == encode(alone.data)
    assert sum(elsewhere) > 0.7 * found.nodes and found.nodes < 3 * alone.nodes


def test_a_crowd_that_is_lost_leaves_a_tree_and_a_bound(
    everything: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = vague(tmp_path)
    whole = compile_strategy(game, "optimal(expected)").data
    assert whole.lower_bound is not None
    for lasts in (1, 5, 25, 60):
        by_others(monkeypatch, 2, lasts=lasts)
        found = compile_strategy(game, "optimal(expected)", options=Options(cluster="local:1")).data
        assert found.stopped and found.lower_bound is not None and found.bounded_figure is not None
        assert found.lower_bound <= whole.lower_bound <= found.bounded_figure


def crew_of(game: Game, strategy: str = "optimal(expected)", **facts: str) -> SeveralCrew:
    made, start = make_strategy(strategy, game), start_of(game)
    assert isinstance(made, SearchedStrategy)
    header = header_of(game, made, start, answers_of(game), masses_at(game, start))
    return SeveralCrew(make_instance(game, made, start, {**header, **facts}, "keys"), Options())


def test_a_crew_drops_a_task_and_begins_again(tmp_path: Path) -> None:
    crew = crew_of(vague(tmp_path))
    task = SeveralTask(1, What(("expected",), False, None, 0), 0, Found((1e9,), (10**9,), -(1 << 40)), 1)
    crew.stop(1)
    begun = crew.carry_out(1, 5, task)
    # It was dropped before the turn in which it comes.
    assert begun.finished and begun.kind == EXACT and begun.rows
    crew.stop(2)
    assert not crew.carry_out(1, 5, task._replace(number=2)).finished
    assert crew.carry_out(2, 5, task._replace(number=2)).found == begun.found
    assert not crew.carry_out(1, 5, task._replace(number=3)).finished
    crew.start_again()
    assert crew.carry_out(1, 5, task._replace(number=3)).found == begun.found


def test_rows_with_another_seal_are_refused(tmp_path: Path) -> None:
    crew = crew_of(vague(tmp_path))
    crew.begin(1, Costs(0, 0, False), 5)
    rows = np.ones((3, ROW_WORDS), dtype=np.uint64)
    assert crew.tell(1, rows) == 0
    rows[:, -1] = seals(5, rows)
    assert crew.tell(2, rows) == 0
    assert crew.tell(1, rows) == 3


def test_a_row_that_says_more_takes_the_place_of_one_that_says_less() -> None:
    memo, entry = make_memo(1, 8), np.zeros(7, dtype=np.uint64)
    rows = np.zeros((1, ROW_WORDS), dtype=np.uint64)
    rows[0, AT_NAME], rows[0, AT_CHECK] = 77, 99
    said = [(LOWER, 3.0, 3.0), (LOWER, 2.0, 3.0), (LOWER, -1.0, 3.0), (LOWER, 4.0, 4.0), (EXACT, 5.0, 5.0)]
    for kind, value, known in [*said, (LOWER, 6.0, 5.0), (EXACT, 5.0, 5.0)]:
        rows[0, AT_TOLD] = kind
        rows[0, FIRST] = np.float64(value).view(np.uint64)
        put_back(memo, rows, entry, 1)
        (slot,) = np.flatnonzero(memo.words[:, 0])
        assert memo.words[slot, FIRST].view(np.float64) == known and memo.used[0] == 1


def test_who_has_another_table_proves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ClusterError, match="expected names 'other', got '"):
        crew_of(vague(tmp_path), names="other")
    with pytest.raises(ClusterError, match="expected rules '9', got '"):
        crew_of(vague(tmp_path), rules="9")


def test_a_first_question_is_not_divided(tmp_path: Path) -> None:
    game = vague(tmp_path)
    with pytest.raises(SpecError, match=r"cluster: expected a search that may begin with any question, got optimal\("):
        compile_strategy(game, "optimal(size,first=q1)", options=Options(cluster="local:1"))


@pytest.mark.slow
@pytest.mark.parametrize("strategy", LISTS)
def test_two_processes(strategy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(several_on_cluster, "ALONE", 0)
    for game in (vague(tmp_path), make_game("mastermind(2,4)")):
        if game.several or "size" in strategy:
            assert told(game, strategy, cluster="local:2") == told(game, strategy)


def command(*options: str) -> list[str]:
    game = "table(vague.csv,goal=narrow,several=/,unknown=?)"
    line = ["-m", "strategist", "compile", game, STRATEGY, "-o", "x.msgpack", "--cluster", "local:2"]
    return [sys.executable, *line, *options]


def workers(of: int) -> list[int]:
    """The worker processes that a process has started."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == of and b"spawn_main" in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
    return found


def pages(journal: Path) -> int:
    """How many pages the log of a journal has: what others have proven has come back."""
    log = Path(f"{journal}-wal")
    return log.stat().st_size >> 12 if log.exists() else 0


@pytest.mark.slow
@pytest.mark.parametrize("sign", ["kill", "ctrl-c"])
def test_a_worker_dies_or_the_search_is_stopped(sign: str, tmp_path: Path) -> None:
    game = vague(tmp_path, 20, 16)
    with subprocess.Popen(command("--journal", "j"), cwd=tmp_path, start_new_session=True) as process:
        try:
            deadline = time.monotonic() + PATIENCE
            while pages(tmp_path / "j") < 20:
                assert process.poll() is None and time.monotonic() < deadline
                time.sleep(0.05)
            if sign == "kill":
                os.kill(workers(process.pid)[0], signal.SIGKILL)
            else:
                process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    data = decode((tmp_path / "x.msgpack").read_bytes())
    assert data.stopped == (sign == "ctrl-c")
    whole = compile_strategy(game, STRATEGY).data
    if sign == "kill":
        assert data.tree.guesses == whole.tree.guesses and data.claims == whole.claims
    else:
        assert data.lower_bound is not None and whole.lower_bound is not None
        assert data.lower_bound <= whole.lower_bound
