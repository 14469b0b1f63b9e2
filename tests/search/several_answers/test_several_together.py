"""The search for several answers by threads and by other processes: the bytes of one thread, whoever comes late, twice,
or never. Journals are in ``tests/search/state/test_journal.py``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from crowds import crowd_of
from random_several import key_case, vague
from sampling import CampaignNumbers

from strategist import compile_strategy, make_game, make_strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import ClusterError, InfeasibleError
from strategist.files.strategy import encode
from strategist.model.game import Game
from strategist.search.several_answers import several_arrays, several_stage
from strategist.search.several_answers.several_arrays import AT_CHECK, AT_NAME, AT_TOLD, FIRST, ROW_WORDS, make_memo
from strategist.search.several_answers.several_desks import Found, What
from strategist.search.several_answers.several_game import answers_of, masses_at
from strategist.search.several_answers.several_memo import EXACT, LOWER, put_back
from strategist.search.several_answers.sharing.several_record import header_of
from strategist.search.several_answers.sharing.several_run import SeveralRun
from strategist.search.several_answers.sharing.several_task import SeveralTask
from strategist.search.several_answers.sharing.several_worker import SeveralCrew
from strategist.search.state import journal
from strategist.search.state.options import Options
from strategist.search.state.result_log import seals
from strategist.search.state.start import start_of
from strategist.search.tasks.remote.instance import make_instance

CASES = 60
LISTS = [
    "optimal(expected)",
    "optimal(size)",
    "optimal(size,expected)",
    "optimal(depth,size)",
    "optimal(expected,depth)",
]


@pytest.fixture
def everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share every search, mark every position, look for what others have found at each, and tell every proof."""
    monkeypatch.setattr(journal, "_LEAST_NODES", 0)
    monkeypatch.setattr(several_arrays, "MARKED_SIZE", 1)
    monkeypatch.setattr(several_arrays, "LOOKS", 1)
    monkeypatch.setattr(several_stage, "ALONE", 0)


def by_others(monkeypatch: pytest.MonkeyPatch, count: int, **how: Any) -> list[Any]:
    """Have searches on a cluster carried out by so many crews; returns the list of their executors."""
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


def test_threads_others_and_journals_change_no_byte(
    everything: None, tmp_path: Path, campaign_numbers: CampaignNumbers, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = by_others(monkeypatch, 3, twice=0.3, late=0.3, positions=20)
    for number in campaign_numbers(CASES):
        case = key_case(number, tmp_path, moved=True)
        here, there = {"journal": str(tmp_path / f"here{number}")}, {"journal": str(tmp_path / f"there{number}")}
        alone = told(case.game, case.spec, case.start)
        for options in ({"jobs": 2}, {"jobs": 16}, {"jobs": 4, **here}, here, {"jobs": 2, **here}):
            found = told(case.game, case.spec, case.start, **options)
            assert found == alone, f"{number}: {case.spec} for {case.game.spec}, {options}"
        for options in ({}, there, there):
            found = told(case.game, case.spec, case.start, cluster="local:1", **options)
            assert found == alone, f"{number}: {case.spec} for {case.game.spec}, {options}"
    assert sum(executor.done for executor in seen) > len(seen)


@pytest.mark.parametrize("number", [139, 162])
def test_a_journal_knows_what_stands_behind_a_first_question_that_tells_nothing(
    everything: None, number: int, tmp_path: Path
) -> None:
    case, path = key_case(number, tmp_path, moved=True), str(tmp_path / "journal")
    assert case.first
    found = {
        told(case.game, case.spec, **options) for options in (dict[str, Any](), {"journal": path}, {"journal": path})
    }
    assert len(found) == 1


@pytest.mark.parametrize("jobs", [2, 4, 16])
@pytest.mark.parametrize("strategy", ["optimal(expected)", "optimal(size)", "optimal(depth,size)"])
def test_threads_find_the_same_tree(strategy: str, jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(several_stage, "ALONE", 0)
    game = vague(tmp_path, 12, 10)
    alone, together = (compile_strategy(game, strategy, options=Options(jobs=each)) for each in (1, jobs))
    assert encode(alone.data) == encode(together.data)
    assert alone.nodes > 1000 and together.nodes < 1.5 * alone.nodes


@pytest.mark.parametrize("sharing", [False, True])
@pytest.mark.parametrize("more", ["", ",narrow=sure"])
@pytest.mark.parametrize("strategy", LISTS)
def test_others_find_the_same_tree_in_any_order(
    strategy: str, more: str, sharing: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: Any
) -> None:
    monkeypatch.setattr(several_stage, "ALONE", 0)
    # Without sure answers, the smaller table takes tens of thousands of positions.
    size = (20, 16) if more or request.config.getoption("--slow") else (12, 10)
    game = vague(tmp_path, *size, more=more)
    seen = by_others(monkeypatch, 2, twice=0.2, late=0.3, sharing=sharing, positions=1000)
    assert told(game, strategy, cluster="local:1") == told(game, strategy)
    assert seen[0].done


@pytest.mark.thorough
def test_what_is_left_to_do_is_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of the positions are searched by others, before the search here that makes the result."""
    done: list[int] = []
    prove = SeveralRun.elsewhere

    def counted(self: SeveralRun, stage: Any, *given: Any) -> bool:
        before = self.nodes()
        goes_on = prove(self, stage, *given)
        done.append(self.nodes() - before)
        return goes_on

    monkeypatch.setattr(SeveralRun, "elsewhere", counted)
    game, strategy = vague(tmp_path), "optimal(depth,size)"
    by_others(monkeypatch, 2, twice=0)
    alone = compile_strategy(game, strategy)
    found = compile_strategy(game, strategy, options=Options(cluster="local:1"))
    assert encode(found.data) == encode(alone.data)
    assert sum(done) > 0.7 * found.nodes and found.nodes < 3 * alone.nodes


def test_a_crowd_that_is_lost_leaves_a_tree_and_a_bound(
    everything: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = vague(tmp_path, 14, 12)
    whole = compile_strategy(game, "optimal(expected)").data
    assert whole.lower_bound is not None
    for lasts in (1, 2, 5, 9):
        by_others(monkeypatch, 2, lasts=lasts, positions=10)
        found = compile_strategy(game, "optimal(expected)", options=Options(cluster="local:1")).data
        assert found.stopped and found.lower_bound is not None and found.bounded_figure is not None
        assert found.lower_bound <= whole.lower_bound <= found.bounded_figure


def crew_of(game: Game, strategy: str = "optimal(expected)", jobs: int = 1, **facts: str) -> SeveralCrew:
    made, start = make_strategy(strategy, game), start_of(game)
    assert isinstance(made, SearchedStrategy)
    header = header_of(game, made, start, answers_of(game), masses_at(game, start))
    return SeveralCrew(make_instance(game, made, start, {**header, **facts}, "keys"), Options(jobs=jobs))


def test_a_crew_drops_a_task_and_begins_again(tmp_path: Path) -> None:
    crew = crew_of(vague(tmp_path, 14, 12))
    task = SeveralTask(1, What(("expected",), False, None, 0), Found((1e9,), (10**9,), -(1 << 40)))
    crew.stop(1)
    begun = crew.carry_out(1, 5, task)
    # It was dropped before the turn in which it comes.
    assert begun.finished and begun.kind == EXACT and begun.rows and begun.opening >= 0
    crew.stop(2)
    assert not crew.carry_out(1, 5, task._replace(number=2)).finished
    assert crew.carry_out(2, 5, task._replace(number=2)).found == begun.found
    assert not crew.carry_out(1, 5, task._replace(number=3)).finished
    crew.start_again()
    assert crew.carry_out(1, 5, task._replace(number=3)).found == begun.found


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("processes", [2, 3, 50])
def test_whatever_a_process_begins_with_it_comes_to_the_cost(processes: int, jobs: int, tmp_path: Path) -> None:
    """Nobody hears of the others: what is left to them is searched in the end."""
    game, what = vague(tmp_path, 12, 10), What(("expected",), False, None, 0)
    found = set()
    for process in range(0, processes, max(1, processes // 3)):
        budget = Found((1e9,), (10**9,), -(1 << 40))
        proof = crew_of(game, jobs=jobs).carry_out(1, 5, SeveralTask(1, what, budget, -1, 1, process, processes))
        assert proof.finished and proof.kind == EXACT and proof.found is not None
        found.add(proof.found.residues)
    assert len(found) == 1


def test_rows_with_another_seal_are_refused(tmp_path: Path) -> None:
    crew = crew_of(vague(tmp_path, 14, 12))
    crew.begin(1, None, 5)
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
    game = vague(tmp_path, 14, 12)
    for name, value in (("names", "other"), ("rules", "9")):
        with pytest.raises(ClusterError, match=f"expected {name} '{value}', got '"):
            crew_of(game, **{name: value})


@pytest.mark.slow
@pytest.mark.parametrize("strategy", LISTS)
def test_two_processes(strategy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(several_stage, "ALONE", 0)
    for game in (vague(tmp_path, 14, 12), make_game("mastermind(2,4)")):
        if game.several or "size" in strategy:
            assert told(game, strategy, cluster="local:2") == told(game, strategy)
