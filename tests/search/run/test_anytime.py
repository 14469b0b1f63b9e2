"""Rounds of a few guesses and rising bounds: what they find, what they leave unchanged, and what a stop leaves."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from bothways import check_search, crew_of, searched
from cases import Campaign, search_case

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.common.errors import InfeasibleError
from strategist.files.strategy import StrategyData, encode
from strategist.search.exact.marks import MARKED_FROM
from strategist.search.exact.narrow import MANY
from strategist.search.exact.solve import PROVE
from strategist.search.exact.split import ORDER, met_before
from strategist.search.run import anytime
from strategist.search.state import memory
from strategist.search.state.options import Options
from strategist.search.state.problem import (
    ALL_TECHNIQUES,
    HASHES,
    INFEASIBLE,
    STOP,
    SYMMETRY,
    Problem,
    Scratch,
)
from strategist.search.tasks.workers import Workers


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin every search with rounds, however small the game is."""
    monkeypatch.setattr("strategist.search.run.root.PAYS_FROM", 0)


def narrow(text: str, width: int, jobs: int = 1) -> StrategyData:
    options = Options(jobs=jobs)
    return compile_strategy(text, f"optimal(total,width={width})", options=options).data


@pytest.mark.parametrize("width", [1, 2, 3])
def test_a_round_finds_what_its_few_guesses_come_to(width: int) -> None:
    game = make_game("mastermind(4,4)")
    # Symmetry leaves out guesses before they are counted; without it, all guesses are different.
    workers = crew_of(game, Options(techniques=ALL_TECHNIQUES & ~SYMMETRY))
    problem, exact = workers.problem(1, 0, None, width), workers.problem(1, 0, None)
    solved = game.response_count - 1

    @cache
    def cost(candidates: tuple[int, ...]) -> int:
        here = np.array(candidates, dtype=np.int32)
        if len(candidates) < MANY:
            return workers.solve(exact, (), here, 0, INFEASIBLE).bound
        tries = []
        for guess in range(len(game.guesses)):
            answers = workers.responses(guess, here)
            cells = [tuple(here[answers == answer].tolist()) for answer in range(solved)]
            kept = [cell for cell in cells if cell]
            if len(np.unique(answers)) > 1:
                tries.append((sum(int(problem.estimate[len(cell)]) for cell in kept), guess, kept))
        different: dict[frozenset[tuple[int, ...]], list[tuple[int, ...]]] = {}
        for _, _, kept in sorted(tries):
            different.setdefault(frozenset(kept), kept)
        wide = width * (8 if len(candidates) < 2 * MANY else 2 if len(candidates) < 8 * MANY else 1)
        return len(here) + min(sum(map(cost, kept)) for kept in list(different.values())[:wide])

    with workers.pool:
        for opening in (0, 1, 6, 27):
            answers = workers.responses(opening, workers.everything)
            for answer in np.unique(answers).tolist():
                cell = workers.everything[answers == answer]
                if len(cell) >= MANY:
                    found = workers.solve(problem, (opening,), cell, 0, INFEASIBLE)
                    assert found.exact and found.bound == cost(tuple(cell.tolist()))


@pytest.mark.parametrize("text", ["mastermind(4,5)", "bulls-and-cows(3,8)", "mastermind(4,4,goal=identify)", "words"])
def test_a_width_is_a_strategy_like_any_other(text: str) -> None:
    files = [encode(narrow(text, 2, jobs)) for jobs in (1, 2, 4)]
    assert files[0] == files[1] == files[2]
    trees = [narrow(text, width) for width in (1, 2, 4)]
    totals = [tree.claims.total for tree in trees]
    assert totals == sorted(totals, reverse=True)
    for tree in trees:
        assert verify_strategy(tree).verified and tree.bound == "upper"
        assert tree.lower_bound is not None and tree.lower_bound <= totals[-1]


def test_a_width_of_all_guesses_finds_the_optimum() -> None:
    best = compile_strategy("mastermind(4,4)", "optimal(total)").data
    assert narrow("mastermind(4,4)", 256).claims.total == best.claims.total


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("mastermind(2,3,goal=identify)", "12:1b0w 13:1b0w 22:0b0w"),
        ("table(file=kinds.csv,goal=class,class=kind,secrets=rows)", "color:red"),
    ],
)
def test_where_nothing_is_left_to_ask_a_width_bounds_nothing(
    text: str, given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kinds.csv").write_text("name,color,kind\na,red,x\nb,red,x\nc,blue,y\n")
    game = make_game(text)
    compiled = compile_strategy(game, "optimal(total,width=1)", start=game.parse_history(given))
    assert compiled.data.claims.total == compiled.data.lower_bound == 0


def test_widths_of_threes_are_whole_rounds() -> None:
    assert narrow("mastermind(4,5)", 3).claims.total <= narrow("mastermind(4,5)", 2).claims.total


@pytest.mark.parametrize(
    "text",
    [
        "mastermind(4,4)",
        "mastermind(3,6)",
        "bulls-and-cows(3,8)",
        "mastermind(4,4,goal=identify)",
        "mastermind(3,5,feedback=black)",
        "grand-mastermind(2,3,3)",
    ],
)
@pytest.mark.parametrize("objectives", ["total", "total,depth,worst", "total,max_depth=5", "total,guesses=candidates"])
def test_rounds_change_no_byte_of_a_proof(text: str, objectives: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(text)
    strategy = searched(f"optimal({objectives})", game)

    def compiled() -> bytes | str:
        try:
            return encode(compile_strategy(game, strategy).data)
        except InfeasibleError as error:
            return str(error)

    alone = compiled()
    monkeypatch.setattr("strategist.search.run.root.PAYS_FROM", 0)
    assert compiled() == alone


def test_rounds_against_all_trees(campaign: Campaign, always: None) -> None:
    campaign(search_case, check_search, 100)


def test_a_search_without_a_table_of_responses_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("mastermind(4,5)")
    strategies = [make_strategy(text, game) for text in ("optimal(total,depth)", "optimal(total,width=2)")]
    held = [encode(compile_strategy(game, each).data) for each in strategies]
    monkeypatch.setattr(memory, "_LARGEST_TABLE", 0)
    assert [encode(compile_strategy(game, each).data) for each in strategies] == held


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("width", [0, 1, 2, 8])
def test_a_stop_that_cuts_the_list_of_guesses_proves_nothing(width: int, jobs: int) -> None:
    """The guesses that a round has not listed are not refuted, whatever else it knows."""
    workers = crew_of(make_game("mastermind(4,4)"), Options(jobs=jobs))
    with workers.pool:
        problem = workers.problem(1, 0, None, width)
        for before in (False, True):
            if before and width:
                # The cost of half the width is known.
                workers.solve(workers.problem(1, 0, None, width // 2), (), workers.everything, 0, INFEASIBLE)
            workers.shared[STOP] = 1
            stopped = workers.solve(problem, (), workers.everything, 0, INFEASIBLE)
            workers.shared[STOP] = 0
            counted = int(problem.least[0, 256])
            assert not stopped.exact and counted <= stopped.bound < 905
        assert workers.solve(problem, (), workers.everything, 0, INFEASIBLE).bound >= 905


def test_a_stop_in_a_round_leaves_a_tree_of_the_cost_that_was_found(
    always: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped when threads begin with a large set, at each such set in turn."""
    call, sets, last = Workers.call, [0], [1]

    def stopping(workers: Workers, problem: Problem, desk: Scratch, *others: Any) -> Callable[[], tuple[int, bool]]:
        inner = call(workers, problem, desk, *others)

        def run() -> tuple[int, bool]:
            sets[0] += desk is workers.desks[0]
            if sets[0] >= last[0]:
                workers.brake.pull()
            return inner()

        return run if problem.width and others[-1] == PROVE and len(others[1]) >= MARKED_FROM else inner

    monkeypatch.setattr(Workers, "call", stopping)
    stopped, found = 0, None
    while found is None or found.stopped:
        sets[0] = 0
        found = compile_strategy("bulls-and-cows(4,7)", "optimal(total,width=8)", jobs=2).data
        assert verify_strategy(found).verified
        stopped += found.stopped
        last[0] += 1
    assert stopped > 10


def test_which_guesses_are_forgotten_depends_on_them_alone() -> None:
    """A search of a few different guesses must try the same ones, however many positions went before."""
    random, guesses, used = np.random.default_rng(3), 600, 4
    cells, hashes = np.zeros((6, used), dtype=np.int64), np.zeros((2, used), dtype=np.uint64)
    cells[ORDER] = np.arange(used)
    words = random.integers(1, 2**63, size=(guesses, used), dtype=np.uint64)
    prices = random.integers(1, 9, size=guesses).astype(np.uint64) << np.uint64(33)
    seen = np.zeros(HASHES, dtype=np.uint64)

    def forgotten(stamp: int) -> list[int]:
        met = []
        for guess in [*range(guesses), *range(guesses)]:
            hashes[0] = words[guess]
            met.append(bool(met_before(seen, cells, hashes, used, prices[guess], np.uint64(stamp))))
        assert not any(met[:guesses])
        return [guess for guess in range(guesses) if not met[guesses + guess]]

    first = forgotten(1)
    assert 0 < len(first) < guesses / 4
    assert all(forgotten(stamp) == first for stamp in range(2, 5))


def test_a_stop_keeps_the_best_tree_and_the_bound(always: None) -> None:
    seen: list[tuple[Any, int]] = []

    def stop_at_the_first_tree(share: float, words: Mapping[str, Any]) -> None:
        seen.append((words["best"], words["bound"]))
        if words["best"] != "-":
            raise KeyboardInterrupt

    options = Options(progress=stop_at_the_first_tree)
    with pytest.raises(KeyboardInterrupt):
        compile_strategy("mastermind(5,5)", "optimal(total)", options=options)
    bounds = [bound for _, bound in seen if bound]
    assert bounds == sorted(bounds) and bounds[0] > 12_000


def test_the_bound_never_falls_and_the_best_never_rises(always: None) -> None:
    seen: list[tuple[int, int]] = []

    def note(share: float, words: Mapping[str, Any]) -> None:
        best = INFEASIBLE if words["best"] == "-" else words["best"]
        seen.append((best, words["bound"]))

    data = compile_strategy("mastermind(4,6)", "optimal(total)", progress=note).data
    assert data.bound == "optimal" and data.claims.total == 5625
    assert [best for best, _ in seen] == sorted((best for best, _ in seen), reverse=True)
    assert all(bound <= 5625 <= best for best, bound in seen)


@pytest.mark.parametrize("seed", range(2))
def test_steps_of_the_bound_that_are_cut_short_leave_the_proof_as_it_is(
    seed: int, always: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, pauses, pause = random.Random(seed), [], Workers.for_work

    def briefly(workers: Workers, count: int) -> AbstractContextManager[None]:
        pauses.append(count)
        return pause(workers, dice.randrange(20_000))

    game = make_game("mastermind(4,6)")
    alone = encode(compile_strategy(game, "optimal(total)").data)
    monkeypatch.setattr(Workers, "for_work", briefly)
    monkeypatch.setattr("strategist.search.tasks.supervise._POLL_SECONDS", 0.001)
    monkeypatch.setattr(anytime, "_LEAST", 0)
    assert encode(compile_strategy(game, "optimal(total)", jobs=1 + seed % 2).data) == alone
    assert pauses


class Watched(anytime.Anytime):
    """Tells the widths of its rounds and the bounds that rise from there."""

    done: ClassVar[list[tuple[str, int]]]
    slow = 0.0

    def _round(self, width: int) -> None:
        self.done.append(("round", width))
        time.sleep(self.slow)
        super()._round(width)

    def _raise(self) -> None:
        self.done.append(("bound", self.reached.bound))
        super()._raise()


@pytest.fixture
def watched(always: None, monkeypatch: pytest.MonkeyPatch) -> type[Watched]:
    monkeypatch.setattr("strategist.search.run.stages.Anytime", Watched)
    monkeypatch.setattr(Watched, "done", [], raising=False)
    return Watched


def test_what_is_done_does_not_depend_on_the_speed(watched: type[Watched], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workers, "for_work", lambda workers, count: nullcontext())
    monkeypatch.setattr(anytime, "_LEAST", 0)
    monkeypatch.setattr(anytime, "_REACH", 0)
    done = []
    for slow in (0.0, 0.2):
        watched.slow = slow
        compile_strategy("mastermind(4,6)", "optimal(total)", jobs=1)
        done.append(watched.done[:])
        watched.done.clear()
    assert done[0] == done[1] and {kind for kind, _ in done[0]} == {"round", "bound"}


def test_a_proof_within_reach_waits_for_no_rounds(watched: type[Watched]) -> None:
    """Nor does it examine many more positions than without any: 599,108."""
    assert compile_strategy("mastermind(4,7)", "optimal(total)", jobs=1).nodes < 700_000
    assert max(width for kind, width in watched.done if kind == "round") <= 4


@pytest.mark.parametrize("openings", [-1, 64])
def test_bounds_that_rise_to_the_optimum_find_its_tree(
    openings: int, watched: type[Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a single round, whose tree is not the best one."""
    monkeypatch.setattr("strategist.search.run.root._MOST_OPENINGS", openings)
    game = make_game("mastermind(4,6)")
    alone = encode(compile_strategy(game, "optimal(total)").data)
    first = narrow("mastermind(4,6)", 1).claims.total
    watched.done.clear()
    for name, value in {"_REACH": 1 << 62, "_CLOSE": 1 << 40, "_BOUNDS_FIRST": 1 << 40}.items():
        monkeypatch.setattr(anytime, name, value)
    found = compile_strategy(game, "optimal(total)").data
    assert encode(found) == alone and found.claims.total < first
    assert [width for kind, width in watched.done if kind == "round"] == [1]


def test_the_widths_of_rounds_double() -> None:
    assert anytime._widths(8, 5) == [1, 2, 4, 5] and anytime._widths(1, 5) == [1]


@pytest.mark.parametrize(("turns", "rounds"), [(3, 0), (4, 1)])
def test_no_rounds_are_made_where_cells_decide_what_is_lost(
    turns: int, rounds: int, always: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    class Counted(anytime.Anytime):
        def run(self, width: int | None = None) -> anytime.Approach:
            # Kernels are compiled by a search in which nothing is lost.
            made.extend([self] if any(self.costs.gone) else [])
            return super().run(width)

    monkeypatch.setattr("strategist.search.run.stages.Anytime", Counted)
    found = compile_strategy(f"mastermind(3,4,turns={turns})", "optimal(lost)").data
    assert len(made) == rounds and found.bound == "optimal"
    assert found.claims.lost == (21 if turns == 3 else 0)
