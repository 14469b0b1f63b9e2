"""Threads that search the same position under lies: same bytes, sound bounds, no mark left, whoever was faster."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest
from all_lies import doubtful_games
from inpython import in_python
from sampling import CampaignNumbers
from switching import printed_by
from test_search_lies import fibbles

from strategist import compile_strategy, make_game
from strategist.common.errors import InfeasibleError
from strategist.files import certificate_file
from strategist.files.strategy import encode
from strategist.model.game import Game
from strategist.model.position import kind_of
from strategist.search.lies import depth_prover, lies_arrays, search_lies
from strategist.search.lies.depth_prover import Prover, Stopped
from strategist.search.lies.plain_lies import PlainLies
from strategist.search.lies.refuted_at_once import is_refuted
from strategist.search.state.options import Options
from strategist.search.state.problem import STOP
from strategist.search.tasks.supervise import StopSignal


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mark every position, look for what others have found at each of them, and ask others to help at once."""
    monkeypatch.setattr(lies_arrays, "MARKED_SIZE", 1)
    monkeypatch.setattr(lies_arrays, "LOOKS", 1)
    monkeypatch.setattr(lies_arrays, "WORTH", 1)
    monkeypatch.setattr(depth_prover, "_QUICK", 1)


def written(game: Game, strategy: str, jobs: int) -> tuple[bytes, bytes] | str:
    """The file of a search and its certificate, or why there is no tree."""
    try:
        found = compile_strategy(game, strategy, options=Options(jobs=jobs, certificate=strategy.startswith("optimal")))
    except InfeasibleError as error:
        return str(error)
    if found.data.lower_bound is None:
        return encode(found.data), b""
    return encode(found.data), certificate_file.encode(found.prove(checked=True))


@pytest.fixture
def games(tmp_path: Path, campaign_numbers: CampaignNumbers) -> list[Game]:
    lying = [game for game in doubtful_games(tmp_path, 30) if not game.fibs]
    every = [*lying, *fibbles(), make_game("mastermind(3,3,lies=1)")]
    random.Random(5).shuffle(every)
    return [every[number % len(every)] for number in campaign_numbers(len(every), 8)]


@pytest.mark.parametrize("widths", [(1, 2, 4, 8), ()], ids=["among few first", "among all at once"])
def test_any_number_of_threads_finds_the_bytes_of_one(
    widths: tuple[int, ...], games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_lies, "_WIDTHS", widths)
    # Of all positions but the least, so that one question of each kind is tried there.
    monkeypatch.setattr(depth_prover, "_SMALL", 4)
    for game in games:
        for strategy in ("optimal(depth)", "feasible(max_depth=4)"):
            files = {written(game, strategy, jobs) for jobs in (1, 2, 4, 16)}
            assert len(files) == 1, (game.spec, strategy)


def test_threads_decide_as_the_rules_do(games: list[Game]) -> None:
    for game in games:
        plain, prover, left = PlainLies(game), Prover(game, StopSignal(), jobs=4), kind_of(game).begin()
        for _ in range(random.Random(game.spec).randint(0, 2)):
            left = next(iter(plain.cells(left, 0).values()), left)
        for questions in range(5):
            assert prover.within(prover.place_of(left), questions) == plain.within(left, questions), game.spec


@pytest.mark.parametrize(
    "spec", ["mastermind(2,4,lies=2)", "mastermind(3,4,lies=1)", "mastermind(2,5,lies=1,honest=yes)"]
)
def test_many_threads_find_the_opening_of_one(spec: str) -> None:
    game = make_game(spec)
    place = Prover(game, StopSignal()).place_of(kind_of(game).begin())
    for questions in range(4, 9):
        alone, *others = (
            Prover(game, StopSignal(), jobs=jobs).opening(place, questions, True) for jobs in (1, 4, 16, 16)
        )
        assert set(others) == {alone}, questions


def test_a_stop_at_any_moment_leaves_what_is_true_and_no_mark() -> None:
    game, dice, ended = make_game("mastermind(2,4,lies=3)"), random.Random(3), 0
    least, brake = 9, StopSignal()
    prover = Prover(game, brake, jobs=4)
    place = prover.place_of(kind_of(game).begin())
    for attempt in range(40):
        if attempt % 8 == 0:
            # What is known by now would be found at once.
            prover = Prover(game, brake, jobs=4)
        questions = least - attempt % 2
        stop = threading.Timer(dice.random() ** 3 / 10, brake.pull)
        stop.start()
        try:
            assert (prover.opening(place, questions, True) is not None) == (questions == least)
            ended += 1
        except Stopped:
            pass
        stop.cancel()
        stop.join()
        brake.pulled, brake.shared[STOP] = False, 0
        assert not prover._marks.any()
    assert ended


@pytest.mark.parametrize("size", [0, 2])
def test_a_refuted_position_that_is_counted_and_not_written_yet_refutes_nothing(size: int) -> None:
    game = make_game("mastermind(2,4,lies=1)")
    prover = Prover(game, StopSignal(), jobs=2)
    prover.sit(prover.place_of(kind_of(game).begin()))
    prover.desk.core_count[5], prover.desk.core_size[5, 0] = 1, size
    assert not in_python(is_refuted)(prover.arrays, prover.desk, 0, 5)


def test_a_search_that_is_stopped_tells_a_bound_that_holds() -> None:
    found = compile_strategy("mastermind(4,5,lies=1)", "optimal(depth)", options=Options(jobs=4, time_limit=0.3))
    assert found.data.lower_bound is not None and 4 <= found.data.lower_bound <= 7 <= found.data.claims.depth


PROGRAM = """
import sys
from strategist import make_game
from strategist.model.position import kind_of
from strategist.search.lies import depth_prover, lies_arrays
from strategist.search.lies.depth_prover import Prover
from strategist.search.tasks.supervise import StopSignal

lies_arrays.MARKED_SIZE = lies_arrays.LOOKS = lies_arrays.WORTH = depth_prover._QUICK = 1
sys.setswitchinterval(1e-6)
for spec in ("mastermind(2,3,lies=1)", "mastermind(2,3,lies=2)", "mastermind(2,4,lies=1)"):
    game = make_game(spec)
    place = Prover(game, StopSignal()).place_of(kind_of(game).begin())
    for questions in range(3, 7):
        alone = Prover(game, StopSignal()).opening(place, questions, True)
        for depth_prover.MARKS in (1, 1 << 14):
            # With one mark for all, threads put off everything, and then are all at the same questions.
            for jobs in (4, 16):
                assert Prover(game, StopSignal(), jobs=jobs).opening(place, questions, True) == alone
print("the same")
"""


@pytest.mark.thorough
def test_threads_that_change_at_every_step() -> None:
    """Kernels run by Python, which changes its thread within a microsecond, and asserts that no mark is left."""
    assert printed_by(PROGRAM) == "the same\n"
