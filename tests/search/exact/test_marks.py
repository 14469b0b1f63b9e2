"""Threads that search the same tree: same bytes, sound bounds, no mark left, whoever was faster."""

from __future__ import annotations

import random
import threading

import pytest
from bothways import separated, table_game
from cases import OBJECTIVES, OBJECTIVES_AT_STAKE, Campaign, Case
from switching import printed_by
from toys import weighted

from strategist import compile_strategy, make_game, make_strategy
from strategist.common.errors import InfeasibleError
from strategist.files.strategy import encode
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.search.exact import marks
from strategist.search.state.memo import empty
from strategist.search.state.options import Options
from strategist.search.state.problem import ALL_TECHNIQUES, STOP, UNWIND
from strategist.search.state.start import whole_game
from strategist.search.tasks.supervise import StopSignal
from strategist.search.tasks.workers import Workers


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mark every set that can be marked, and look for what others have found at each position."""
    monkeypatch.setattr(marks, "MARKED_FROM", 1)
    monkeypatch.setattr(marks, "LOOK_EVERY", 1)


def marked_case(number: int) -> Case:
    """A search with sets that are marked: of a table, of codes or words, with chances, costs, limits and turns."""
    dice = random.Random(f"marked {number}")
    kind = dice.random()
    if kind < 0.6:
        secrets, questions = dice.randint(34, 90), dice.randint(8, 60)
        answers = dice.choice((3, 4, 5, 8))
        rows = separated([[dice.randrange(answers) for _ in range(secrets)] for _ in range(questions)])
        game: Game = table_game(rows, dice.choice(("ask", "identify")))
        if kind < 0.3:
            weights = [dice.randint(1, 9) for _ in range(secrets)] if kind < 0.2 else None
            costs = [dice.randint(1, 4) for _ in range(game.question_count)] if kind > 0.1 else None
            game = weighted(game, weights, costs)
    elif kind < 0.8:
        game = make_game(
            dice.choice(("mastermind(3,4", "mastermind(3,5", "bulls-and-cows(3,5", "mastermind(4,3"))
            + dice.choice((")", ",goal=identify)", ",feedback=black)", ",turns=4)"))
        )
    else:
        words = sorted({"".join(dice.choices("abcd", k=4)) for _ in range(dice.randint(60, 120))})
        game = Words({"hard": dice.random() < 0.5}, Lists(words, ()))
    listed = [dice.choice(OBJECTIVES_AT_STAKE if game.weighted else OBJECTIVES)]
    listed += [f"max_depth={dice.randint(3, 6)}"] * (dice.random() < 0.3)
    listed += [f"width={dice.randint(1, 4)}"] * (listed == ["total"] and dice.random() < 0.5)
    techniques = ALL_TECHNIQUES if dice.random() < 0.7 else dice.randint(0, ALL_TECHNIQUES)
    strategy = make_strategy(f"optimal({','.join(listed)})", game)
    return Case(strategy, (), Options(jobs=dice.choice((2, 4, 16)), techniques=techniques))


def compiled(case: Case, jobs: int) -> bytes | str:
    options = Options(jobs=jobs, techniques=case.options.techniques)
    try:
        return encode(compile_strategy(case.game, case.strategy, options=options).data)
    except InfeasibleError as error:
        return str(error)


def test_any_number_of_threads_finds_the_bytes_of_one(campaign: Campaign) -> None:
    def check(number: int, case: Case) -> None:
        assert compiled(case, case.options.jobs) == compiled(case, 1)

    campaign(marked_case, check, 60)


@pytest.mark.parametrize("objectives", ["total", "depth,total", "total,depth,worst"])
@pytest.mark.parametrize("text", ["mastermind(4,5)", "bulls-and-cows(4,6)", "mastermind(3,6,goal=identify)"])
def test_more_threads_than_cores_find_the_bytes_of_one(text: str, objectives: str) -> None:
    game = make_game(text)
    strategy = make_strategy(f"optimal({objectives})", game)
    files = {encode(compile_strategy(game, strategy, options=Options(jobs=jobs)).data) for jobs in (1, 2, 16)}
    assert len(files) == 1


@pytest.mark.parametrize("width", [0, 2])
@pytest.mark.parametrize("text", ["mastermind(4,5)", "bulls-and-cows(4,6)"])
def test_a_stop_at_any_moment_leaves_true_bounds_and_no_mark(text: str, width: int) -> None:
    game, dice, ended = make_game(text), random.Random(3), 0
    cost = compile_strategy(game, "optimal(total)").data.claims.total
    brake = StopSignal()
    workers = Workers(game, whole_game(game), Options(jobs=4), brake)
    with workers.pool:
        for _ in range(40):
            problem = workers.problem(1, 0, None, width)
            empty(problem.memo)
            stop = threading.Timer(dice.random() ** 3 / 10, brake.pull)
            stop.start()
            proof = workers.solve(problem, (), workers.everything, 0, problem.infeasible)
            stop.cancel()
            stop.join()
            brake.pulled, brake.shared[STOP] = False, 0
            assert not workers.marks.any()
            assert proof.bound <= proof.reached
            # Few guesses prove nothing of all.
            assert cost <= proof.reached and (width or proof.bound <= cost)
            ended += proof.exact
    assert ended


def test_a_stop_on_the_way_back_to_a_row_ends_nothing_in_the_next_call() -> None:
    """Others have settled a set, and a stop ends the search before it has come back there."""
    game = make_game("mastermind(4,5)")
    cost = compile_strategy(game, "optimal(total)").data.claims.total
    workers = Workers(game, whole_game(game), Options(), StopSignal())
    with workers.pool:
        for row in (1, 2, 0):
            problem = workers.problem(1, 0, None)
            empty(problem.memo)
            workers.desks[0].own[UNWIND] = row
            proof = workers.solve(problem, (), workers.everything, 0, problem.infeasible)
            assert proof.exact and proof.bound == proof.reached == cost


PROGRAM = """
import sys
from strategist import compile_strategy
from strategist.files.strategy import encode
from strategist.search.exact import marks
from strategist.search.state.options import Options

marks.MARKED_FROM = marks.LOOK_EVERY = 1
sys.setswitchinterval(1e-6)
for game in ("mastermind(3,4)", "bulls-and-cows(2,7)"):
    assert len({encode(compile_strategy(game, "optimal", options=Options(jobs=jobs)).data) for jobs in (1, 4)}) == 1
print("the same")
"""


@pytest.mark.thorough
def test_threads_that_change_at_every_step() -> None:
    """Kernels run by Python, which changes its thread within a microsecond, and asserts that no mark is left."""
    assert printed_by(PROGRAM) == "the same\n"
