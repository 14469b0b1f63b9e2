"""A search for the least depth looks for shallower trees, too: what it finds, and what that leaves unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest
from bothways import check_search, searched, table_game
from cases import Campaign, search_case
from sampling import CampaignNumbers

from strategist import compile_strategy, make_game, verify_strategy
from strategist.common.errors import InfeasibleError, SpecError
from strategist.files.strategy import encode
from strategist.model.game import Game
from strategist.model.tree import Claims
from strategist.search.run import stages
from strategist.search.run.descent import Descent
from strategist.search.run.root import Root, Run
from strategist.search.state.options import Options
from strategist.search.state.problem import NEVER, Problem
from strategist.search.state.start import start_of
from strategist.search.tasks.remote.instance import assemble, header_of
from strategist.search.tasks.supervise import StopSignal
from strategist.search.tasks.workers import Workers

MANY = 1 << 40


def descent_of(text: str, strategy: str = "optimal(depth)") -> Descent:
    game = make_game(text)
    chosen, start = searched(strategy, game), start_of(game)
    workers = assemble(game, chosen, Options(), start, StopSignal())
    root = Root(workers, chosen, start)
    return Descent(root, root.limit or root.deepest)


@pytest.mark.parametrize(
    ("text", "least", "depth", "positions"),
    [("mastermind(4,6,feedback=black)", 8, 9, 20_000), ("bulls-and-cows(4,10)", 6, 7, 20_000)],
)
def test_trees_are_found_that_the_proof_is_far_from(text: str, least: int, depth: int, positions: int) -> None:
    descent = descent_of(text)
    with descent.root.workers.pool:
        descent.pursue(least, positions)
    best = descent.root.best
    assert best.tree is not None and best.claims(best.tree).depth == best.depth == depth
    assert not descent.is_open(least) and descent.root.workers.nodes() < positions


@pytest.mark.parametrize(
    "text", ["mastermind(2,5)", "mastermind(3,4)", "bulls-and-cows(3,5)", "mastermind(3,3,goal=identify)"]
)
def test_a_round_of_all_guesses_that_finds_no_tree_is_a_proof(text: str) -> None:
    least = compile_strategy(text, "optimal(depth)").data.claims.depth
    descent = descent_of(text)
    with descent.root.workers.pool:
        descent.pursue(1, MANY)
    assert (descent.root.best.depth, descent.refuted) == (least, least - 1 if least > 2 else -1)


def test_a_limit_binds_and_no_tree_is_deeper() -> None:
    descent = descent_of("mastermind(4,4)", "optimal(depth,max_depth=5)")
    with descent.root.workers.pool:
        descent.pursue(3, MANY)
    assert (descent.root.best.depth or 9) <= 5


Interrupt = Callable[[int], list[str]]


@pytest.fixture
def interrupt(monkeypatch: pytest.MonkeyPatch) -> Interrupt:
    """Interrupt the first proofs of each search from now on before they have begun, so many of them, and give trees all
    the positions that they take. Returns the list of what went on."""
    found, prove = Descent.pursue, Root.run

    def install(times: int) -> list[str]:
        told: list[str] = []
        looking: list[Descent] = []
        may_stop: list[bool] = []
        stopped: list[Root] = []

        @contextmanager
        def for_positions(workers: Workers, count: int) -> Iterator[None]:
            may_stop.append(not looking and count < NEVER)
            yield
            may_stop.pop()

        def run(root: Root, problem: Problem, left: int, budget: int) -> Run:
            if may_stop and may_stop[-1] and sum(each is root for each in stopped) < times:
                stopped.append(root)
                return Run(False, budget, -1, 0)
            return prove(root, problem, left, budget)

        def pursue(descent: Descent, least: int, positions: int) -> None:
            told.append("trees")
            looking.append(descent)
            found(descent, least, MANY)
            looking.clear()
            told.extend(["refuted"] if descent.refuted >= least else [])

        monkeypatch.setattr(Workers, "for_positions", for_positions)
        monkeypatch.setattr(Root, "run", run)
        monkeypatch.setattr(Descent, "pursue", pursue)
        return told

    return install


def compiled(game: str, strategy: str, start: str = "", jobs: int = 1) -> bytes | str:
    try:
        return encode(compile_strategy(game, strategy, start=start, jobs=jobs).data)
    except (InfeasibleError, SpecError) as error:
        return str(error)


GAMES = [
    ("mastermind(4,4)", ""),
    ("mastermind(3,6)", "112:1b0w"),
    ("bulls-and-cows(3,6)", ""),
    ("mastermind(4,4,goal=identify)", ""),
    ("mastermind(3,4,feedback=black)", ""),
    ("grand-mastermind(2,3,3)", ""),
]


@pytest.mark.parametrize(("game", "start"), GAMES)
@pytest.mark.parametrize(
    "objectives",
    ["depth", "depth,total", "depth,worst", "lexicographic", "depth,max_depth=4", "depth,guesses=candidates"],
)
def test_interruptions_change_no_byte(game: str, start: str, objectives: str, interrupt: Interrupt) -> None:
    alone = compiled(game, f"optimal({objectives})", start)
    told = interrupt(1)
    for jobs in (1, 2):
        told.clear()
        assert compiled(game, f"optimal({objectives})", start, jobs) == alone


def test_hard_mode_and_first_guesses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, interrupt: Interrupt) -> None:
    monkeypatch.chdir(tmp_path)
    drawn = Random("descent")
    words = sorted({"".join(drawn.choice("aeirst") for _ in range(4)) for _ in range(90)})
    Path("words.txt").write_text("\n".join(words))
    cases = [
        ("words(answers=words.txt,length=4,hard=true)", "optimal(depth)"),
        ("words(answers=words.txt,length=4)", f"optimal(depth,first={words[5]})"),
    ]
    alone = [compiled(*each) for each in cases]
    told = interrupt(1)
    assert [compiled(*each) for each in cases] == alone and "trees" in told


def test_interrupted_searches_against_all_trees(
    campaign: Campaign, campaign_numbers: CampaignNumbers, interrupt: Interrupt
) -> None:
    told = interrupt(1)
    campaign(search_case, check_search, 100)
    assert told.count("trees") > len(campaign_numbers(100)) // 10


@pytest.mark.parametrize("objectives", ["depth", "depth,worst", "lexicographic"])
def test_what_is_refuted_on_the_way_down_is_not_proven_again(
    objectives: str, interrupt: Interrupt, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = compiled("mastermind(3,4)", f"optimal({objectives})")
    # As if counting proved next to nothing.
    monkeypatch.setattr(stages, "_fewest_levels", lambda chain, most: 2)
    told = interrupt(1)
    assert compiled("mastermind(3,4)", f"optimal({objectives})") == alone
    assert told == ["trees", "refuted"]


@pytest.mark.parametrize("deep", ["first", None])
@pytest.mark.parametrize("objectives", ["depth", "depth,worst"])
def test_a_stopped_search_is_not_worse_than_a_heuristic(
    deep: str | None, objectives: str, interrupt: Interrupt, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither with a deep tree of its own nor without any."""
    game = make_game("mastermind(4,4)")
    own = None if deep is None else compile_strategy(game, deep).data.tree
    grown = [compile_strategy(game, text).data.claims for text in ("minimax", "entropy", "most-parts")]
    assert min(grown, key=lambda each: each.total).depth > min(each.depth for each in grown)
    interrupt(1)

    def pursue(descent: Descent, least: int, positions: int) -> None:
        if own is not None:
            descent.root.best.offer(own)
        descent.root.workers.brake.pull()

    monkeypatch.setattr(Descent, "pursue", pursue)
    found = compile_strategy(game, f"optimal({objectives})").data
    assert found.stopped and found.bound == "upper" and verify_strategy(found).verified
    by = [each for each in ("depth", "worst_count", "total") if each != "worst_count" or "worst" in objectives]
    assert all(getattr(found.claims, name) == getattr(min(grown, key=_figures(by)), name) for name in by)


def _figures(names: Sequence[str]) -> Callable[[Claims], list[int]]:
    return lambda claims: [getattr(claims, name) for name in names]


def decoys() -> Game:
    """Six questions tell 64 secrets apart, but thirty others look better, and leave 33 together for ever."""
    bits = [[secret >> bit & 1 for secret in range(64)] for bit in range(6)]
    others = [[0 if secret < 33 else 2 if secret == 33 + at else 1 for secret in range(64)] for at in range(30)]
    return table_game([*bits, *others], "identify")


def test_a_round_of_few_guesses_proves_nothing_in_a_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It finds no tree though there is one, and the journal must not hold that against all guesses."""
    monkeypatch.setattr("strategist.search.run.root._MOST_OPENINGS", -1)
    game = decoys()
    chosen, start = searched("optimal(depth)", game), start_of(game)
    options = Options(journal=str(tmp_path / "journal"))
    workers = assemble(game, chosen, options, start, StopSignal())
    with workers.pool, workers.journaled(partial(header_of, workers, chosen, start), workers.count):
        root = Root(workers, chosen, start)
        narrow = root.run(workers.problem(0, 0, 6, 1), 6, 1)
        assert narrow.finished and narrow.opening < 0
        assert workers.known_bound(workers.problem(0, 0, 6), 6) == 0
        assert root.run(workers.problem(0, 0, 6), 6, 1).opening >= 0
