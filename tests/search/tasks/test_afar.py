"""Proofs carried out by others: in whatever order, twice or late, they come to the bytes of one thread."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from crowds import crowd_of

from strategist import compile_strategy, make_game, make_strategy
from strategist.common.errors import ClusterError, InfeasibleError
from strategist.files.certificate_file import encode as encode_certificate
from strategist.files.strategy import decode, encode
from strategist.model.game import Game, History
from strategist.search.certify.certify import Certified, certifier
from strategist.search.exact import marks
from strategist.search.exact.results import name_of
from strategist.search.run import objectives
from strategist.search.run.simulation import stopped_after
from strategist.search.state import journal
from strategist.search.state.ledger import Ledger
from strategist.search.state.memory import Costs
from strategist.search.state.options import Options, Progress
from strategist.search.state.problem import ALL_TECHNIQUES, INFEASIBLE, INFEASIBLE_AT_STAKE, STOP, SYMMETRY
from strategist.search.state.record import SETS
from strategist.search.state.result_log import CHECK, GUESS, KEY, SIZE, logged, sealed_row
from strategist.search.state.start import start_of, whole_game
from strategist.search.tasks import threads
from strategist.search.tasks.remote.instance import assemble, instance_of
from strategist.search.tasks.remote.worker_process import ProofCrew
from strategist.search.tasks.supervise import StopSignal
from strategist.search.tasks.task import Search, Task, TaskProof, search_of
from strategist.search.tasks.workers import Workers


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask others about small games as if they were large, and divide what stands at their top."""
    monkeypatch.setattr(threads, "AFAR_FROM", 1 << 10)
    monkeypatch.setattr(marks, "DIVIDED_PAIRS", 1 << 10)
    monkeypatch.setattr(marks, "MARKED_FROM", 16)


def carried_out(
    monkeypatch: pytest.MonkeyPatch, game: str | Game, strategy: str, count: int, seed: int, **how: Any
) -> tuple[bytes | str, Any]:
    """What a compilation writes, or why it writes nothing, and the executor that carried out its tasks."""
    seen: list[Any] = []
    made = make_game(game) if isinstance(game, str) else game
    start: History = how.pop("start", ())
    options = how.pop("options", Options())
    how = {"positions": 200, **how}
    monkeypatch.setattr("strategist.cluster.crowd_for", lambda options: crowd_of(count, seed, seen=seen, **how))
    try:
        return encode(compile_strategy(made, make_strategy(strategy, made), start=start, options=options).data), seen[0]
    except InfeasibleError as error:
        return str(error), seen[0]


def alone(game: str, strategy: str, **how: Any) -> bytes | str:
    made = make_game(game)
    try:
        return encode(compile_strategy(made, make_strategy(strategy, made), **how).data)
    except InfeasibleError as error:
        return str(error)


CASES = [
    ("mastermind(4,5)", "optimal(total,depth,worst)"),
    ("bulls-and-cows(3,8)", "optimal(depth,total)"),
    ("mastermind(3,6)", "optimal(total,max_depth=5)"),
    ("bulls-and-cows(3,7)", "optimal(depth,worst,total)"),
    ("mastermind(4,4)", "optimal(total,guesses=candidates)"),
    ("mastermind(3,5,goal=identify)", "optimal(total)"),
    ("mastermind(4,4)", "optimal(total,first=1123)"),
    ("mastermind(4,5)", "optimal(total,width=2)"),
    ("mastermind(4,6)", "feasible(max_depth=5)"),
    ("words", "optimal(total)"),
]


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize(("game", "strategy"), CASES)
def test_any_number_of_crews_in_any_order(
    game: str, strategy: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = alone(game, strategy)
    found, executor = carried_out(monkeypatch, game, strategy, count, seed=count)
    assert found == expected
    assert executor.done > 0


@pytest.mark.thorough
def test_many_tasks_that_come_back_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    case, unfinished = ("mastermind(4,6)", "optimal(total)"), 0
    expected = alone(*case)
    # On a busy machine, whoever interrupts tasks may come too late to all of a run.
    for seed in range(20):
        found, executor = carried_out(monkeypatch, *case, 3, seed, twice=0.3, late=0.5, positions=20)
        assert found == expected
        unfinished += executor.unfinished
        if unfinished and seed >= 2:
            break
    assert unfinished > 0


@pytest.mark.thorough
def test_rounds_and_bounds_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A round of a few guesses and the bound of all of them are two searches, with one memo."""
    monkeypatch.setattr("strategist.search.run.root.PAYS_FROM", 0)
    for case in (("mastermind(4,5)", "optimal(total)"), ("mastermind(4,4)", "optimal(total,depth)")):
        expected = alone(*case)
        for seed in range(3):
            found, _ = carried_out(monkeypatch, *case, 2, seed)
            assert found == expected


def test_the_search_of_a_problem() -> None:
    _, workers = crew_of("mastermind(3,4)")
    for search in (Search(1, 0, None, 0), Search(3, 1, 5, 0), Search(1, 0, None, 4)):
        assert search_of(workers.problem(*search[:-1])) == search


def test_without_sharing(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = alone("bulls-and-cows(4,7)", "optimal(total,depth)")
    found, _ = carried_out(monkeypatch, "bulls-and-cows(4,7)", "optimal(total,depth)", 3, 5, sharing=False)
    assert found == expected


def test_a_crowd_that_is_lost_ends_the_search_like_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("mastermind(4,5)")
    best = alone("mastermind(4,5)", "optimal(total)")
    for lasts in (1, 5):
        found, executor = carried_out(monkeypatch, game, "optimal(total)", 2, 3, lasts=lasts)
        assert isinstance(found, bytes) and found != best
        data = decode(found)
        assert data.bound == "upper" and data.lower_bound is not None
        assert data.lower_bound <= 2463 <= data.claims.total
        assert executor.done == lasts


def test_from_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("mastermind(4,6)")
    start = game.parse_history("1122:1b1w")
    expected = encode(compile_strategy(game, make_strategy("optimal(total)", game), start=start).data)
    found, executor = carried_out(monkeypatch, game, "optimal(total)", 2, 1, start=start)
    assert found == expected and executor.done > 0


def test_a_journal_beside_a_crowd(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(journal, "_LEAST_NODES", 8)
    case = ("mastermind(4,5)", "optimal(total,depth)")
    options = Options(journal=str(tmp_path / "journal"))
    expected = alone(*case)
    first, one = carried_out(monkeypatch, *case, 2, 1, options=options)
    second, two = carried_out(monkeypatch, *case, 3, 2, options=options)
    assert first == second == expected
    # Almost everything was known.
    assert two.nodes < one.nodes / 2
    # And it serves one machine.
    assert alone(*case, options=options) == expected


def test_a_certificate_uses_what_others_have_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for the depth has emptied the memo since. The certificate is the same, with less work."""
    case, found, nodes = ("mastermind(4,5)", "optimal(total,depth)"), [], []

    def watched(workers: Workers, *others: Any) -> Any:
        certify = certifier(workers, *others)

        def run(progress: Progress | None) -> Certified:
            before = workers.nodes()
            certified = certify(progress)
            nodes.append(workers.nodes() - before)
            return certified

        return run

    monkeypatch.setattr(objectives, "certifier", watched)
    for crowd in (None, crowd_of(2, 1)):
        monkeypatch.setattr("strategist.cluster.crowd_for", lambda options, crowd=crowd: crowd)
        compiled = compile_strategy(*case, options=Options(certificate=True))
        assert compiled.certify is not None
        found.append(encode_certificate(compiled.certify(None).certificate))
    assert found[0] == found[1] and nodes[1] < 0.8 * nodes[0]


def whole(workers: Workers) -> Task:
    """The task to search all secrets for the least total."""
    return Task(3, Search(1, 0, None, 0), (), workers.everything.tobytes(), 0, INFEASIBLE)


def crew_of(text: str) -> tuple[ProofCrew, Workers]:
    game = make_game(text)
    strategy, start = make_strategy("optimal", game), start_of(game)
    workers = assemble(game, strategy, Options(), start, StopSignal())
    return ProofCrew(instance_of(workers, strategy, start), Options()), workers


@pytest.mark.parametrize("processes", [2, 3, 50])
def test_whatever_a_process_begins_with_it_comes_to_the_cost(processes: int) -> None:
    """Nobody hears of the others: what is left to them is searched in the end."""
    cost = compile_strategy("mastermind(4,4)", "optimal(total)").data.claims.total
    for process in range(0, processes, max(1, processes // 4)):
        crew, workers = crew_of("mastermind(4,4)")
        task = whole(workers)._replace(process=process, processes=processes)
        proof = crew.carry_out(1, 7, task)
        assert proof.finished and proof.exact and proof.bound == cost


def test_a_task_of_an_earlier_turn_is_left_alone() -> None:
    crew, workers = crew_of("mastermind(3,4)")
    task = whole(workers)
    later = task._replace(number=4, search=Search(1, 1, 6, 0), left=6)
    assert crew.carry_out(2, 7, later).finished
    assert not crew.carry_out(1, 7, task).finished


def test_a_crew_that_stops_knows_its_bound() -> None:
    crew, workers = crew_of("mastermind(4,5)")
    with stopped_after(crew, 30):
        proof = crew.carry_out(1, 7, whole(workers))
    assert 0 < proof.bound <= 2463 and (proof.finished or not proof.exact)


def test_positions_that_are_told_on_the_way_are_not_told_again() -> None:
    crew, _ = crew_of("mastermind(4,5)")
    assert crew.now() is None
    told: list[TaskProof] = []
    ended = threading.Event()

    def ask() -> None:
        while not ended.is_set():
            told.extend(each for each in (crew.now(),) if each is not None)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        proof = crew.carry_out(1, 7, whole(crew.workers))
    finally:
        ended.set()
        asking.join()
    assert proof.finished and proof.nodes + sum(each.nodes for each in told) == crew.workers.nodes()
    assert all(each.number == 3 and each.reached >= proof.bound for each in told)


def test_what_one_task_has_reached_is_not_told_of_the_next() -> None:
    """A search that is stopped would take it for the cost of a tree: in another set, or for another objective."""
    crew, workers = crew_of("mastermind(3,4)")
    assert crew.carry_out(1, 7, whole(workers)).reached == 206
    crew.take(whole(workers)._replace(number=4))
    told = crew.now()
    assert told is not None and (told.number, told.reached, told.guess) == (4, INFEASIBLE_AT_STAKE, -1)


@pytest.mark.parametrize(
    ("name", "value"), [("Python", "3.1"), ("strategist", "0.0"), ("kernels", "0"), ("rules", "9"), ("names", "x")]
)
def test_who_has_another_version_is_refused_by_name(name: str, value: str) -> None:
    crew, _ = crew_of("mastermind(2,3)")
    facts = tuple((each, value if each == name else was) for each, was in crew.instance.facts)
    with pytest.raises(ClusterError, match=f"expected {name} '{value}', got '"):
        ProofCrew(crew.instance._replace(facts=facts), Options())


@pytest.mark.parametrize("left", [0, 3])
@pytest.mark.parametrize("size", [20, 40])
@pytest.mark.parametrize("width", [0, 2])
def test_the_names_of_sets_are_those_of_the_kernels(left: int, size: int, width: int) -> None:
    game = make_game("mastermind(3,5)")
    # With symmetries, a set is named together with its images.
    options = Options(journal="logs only", techniques=ALL_TECHNIQUES & ~SYMMETRY)
    workers = Workers(game, whole_game(game), options, StopSignal())
    problem = workers.problem(1, 0, left or None, width)
    workers.shared[:] = 0
    candidates = np.arange(3, 3 + size, dtype=np.int32)
    workers.solve(problem, (), candidates, left, problem.infeasible)
    *_, last = logged(workers.desks[0], 0)
    assert last[SIZE] == size and (last[KEY], last[CHECK]) == name_of(problem, candidates, left)


def test_a_row_with_a_wrong_seal_is_left_out() -> None:
    crew, _ = crew_of("mastermind(3,4)")
    ledger = Ledger(SETS, {"game": "any"})
    assert ledger.begin(Costs(1, 0, False).number) and not ledger.begin(Costs(1, 0, False).number)
    rows = sealed_row(ledger.seed, 1, 2, 0, 64, 9)
    ledger.enter(rows)
    assert len(ledger.take(rows)) == 1
    rows = rows.copy()
    rows[0, GUESS] += 1
    assert len(ledger.take(rows)) == 0 and ledger.refused == 1
    crew.begin(1, Costs(1, 0, False), ledger.seed)
    assert crew.tell(1, ledger.everything()) == 2
    assert crew.tell(1, rows) == 0 and crew.tell(0, ledger.everything()) == 0


def test_a_stop_that_comes_late_does_not_reach_the_next_task() -> None:
    """The next task is taken between the look at the number of the task at hand and the stop that is meant for it."""
    crew, workers = crew_of("mastermind(2,3)")
    task = whole(workers)
    cells: list[Any] = [crew.take(task)]

    class Number(int):
        """The number of a task; while it is compared, the next task is taken."""

        def __eq__(self, other: object) -> bool:
            cells.append(crew.take(task._replace(number=self + 1)))
            return int(self) == other

        __hash__ = int.__hash__

    crew.stop(Number(3))
    assert [int(each[STOP]) for each in cells] == [1, 0]
