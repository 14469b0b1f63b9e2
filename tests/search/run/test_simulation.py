"""The simulation of more workers: real ones, in turn, in a time that positions count."""

from __future__ import annotations

import pytest

from strategist import make_game, make_strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.search.exact import marks
from strategist.search.run.objectives import search
from strategist.search.run.simulation import Simulation, simulate
from strategist.search.state.options import Options
from strategist.search.state.start import start_of
from strategist.search.tasks import threads

GAME = make_game("mastermind(4,7)")


@pytest.fixture(autouse=True)
def small_games_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "AFAR_FROM", 1 << 16)
    monkeypatch.setattr(marks, "DIVIDED_PAIRS", 1 << 17)


def simulated(workers: int, positions: int) -> Simulation:
    strategy = make_strategy("optimal(total)", GAME)
    assert isinstance(strategy, SearchedStrategy)
    return simulate(GAME, strategy, workers, positions)


def test_one_worker_takes_what_a_thread_takes() -> None:
    strategy = make_strategy("optimal(total)", GAME)
    assert isinstance(strategy, SearchedStrategy)
    alone = search(GAME, strategy, Options(), start_of(GAME), None).nodes
    found = simulated(1, 0)
    assert found.time == found.positions and 0.8 * alone < found.time < 1.25 * alone


def test_several_share_the_work_and_what_they_know() -> None:
    one, several = simulated(1, 0), simulated(4, 10_000)
    assert several.rows > 0 and several.time <= several.positions < 4 * one.positions
    # Whoever interrupts them may come late on a busy machine, and then they hear of each other late, too.
    assert several.time < one.time
