"""Trees of heuristics grown by others: in whatever order, twice or late, they are those of one thread."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from crowds import crowd_of

from strategist import compile_strategy, make_game, make_strategy
from strategist.choosing.heuristics import Strategy
from strategist.cluster.growth import growth_on_cluster
from strategist.cluster.growth.growth_task import GrowTask
from strategist.cluster.growth.growth_worker import GrowingCrew
from strategist.common.errors import ClusterError, SpecError
from strategist.files.strategy import encode
from strategist.games.every_game.chances import with_chances
from strategist.model.game import Game
from strategist.search.state.options import Options
from strategist.search.state.start import start_of
from strategist.search.tasks.remote.instance import Instance, identity_of, make_instance

CASES = [
    ("mastermind(3,5)", "entropy"),
    ("mastermind(3,5)", "entropy(ties=highest)"),
    ("mastermind(3,5)", "minimax(ties=random,seed=5)"),
    ("mastermind(3,5)", "most-parts(ties=cells)"),
    ("mastermind(3,5)", "expected-size(guesses=candidates)"),
    ("mastermind(3,5)", "minimax(first=123)"),
    ("mastermind(3,5)", "entropy(sample=6)"),
    ("mastermind(3,4,turns=3)", "minimax"),
    ("mastermind(2,4,goal=identify)", "entropy"),
    ("bulls-and-cows(3,6)", "minimax"),
    ("words", "most-parts"),
    ("mastermind(3,5)", "first"),
    ("mastermind(3,5)", "random(seed=3)"),
]


def growth_of(game: Game, text: str) -> Instance:
    """The growing of a heuristic's tree."""
    strategy = make_strategy(text, game)
    assert isinstance(strategy, Strategy)
    return make_instance(game, strategy, start_of(game), identity_of(game), "growth", 1)


def grown(
    monkeypatch: pytest.MonkeyPatch, game: Game | str, strategy: str, count: int, **how: Any
) -> tuple[bytes, Any]:
    """What a compilation by others writes, who score in small parts, and their executor."""
    seen: list[Any] = []
    start = how.pop("start", "")
    monkeypatch.setattr("strategist.cluster.crowd_for", lambda options: crowd_of(count, count, seen=seen, **how))
    parts = partial(growth_on_cluster.grow_by_others, least_work=200, pairs_of_a_part=1000)
    monkeypatch.setattr(growth_on_cluster, "grow_by_others", parts)
    made = make_game(game) if isinstance(game, str) else game
    options = Options(cluster="local:1")
    data = compile_strategy(made, strategy, start=made.parse_history(start), options=options).data
    return encode(data), seen[0]


@pytest.mark.parametrize("count", [3])
@pytest.mark.parametrize(("game", "strategy"), CASES)
def test_any_number_of_crews_in_any_order(
    game: str, strategy: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = encode(compile_strategy(game, strategy).data)
    found, executor = grown(monkeypatch, game, strategy, count, twice=0.3, late=0.3)
    assert found == expected and executor.done > 0


@pytest.mark.parametrize("strategy", ["entropy", "expected-size(ties=highest)"])
def test_chances_of_a_file_travel_with_the_game(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_chances(make_game("mastermind(3,5)"), {"112": 50, "123": 35, "*": 1})
    expected = encode(compile_strategy(game, strategy).data)
    assert expected != encode(compile_strategy("mastermind(3,5)", strategy).data)
    found, executor = grown(monkeypatch, game, strategy, 2)
    assert found == expected and executor.done > 0


def test_from_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("mastermind(4,5)")
    expected = encode(compile_strategy(game, "entropy", start=game.parse_history("1123:1b1w")).data)
    found, executor = grown(monkeypatch, "mastermind(4,5)", "entropy", 2, start="1123:1b1w")
    assert found == expected and executor.done > 10


def test_a_crowd_that_is_lost_leaves_no_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ClusterError, match="lost before the tree was complete"):
        grown(monkeypatch, "mastermind(3,5)", "entropy", 2, lasts=3)


def test_what_a_process_was_told_to_leave_is_not_finished() -> None:
    game = make_game("mastermind(3,4)")
    instance = growth_of(game, "entropy")
    crew = GrowingCrew(instance, Options())
    task = GrowTask(1, ())
    crew.begin(1, None, 0)
    crew.stop(1)
    assert not crew.carry_out(1, 0, task).finished
    whole = crew.carry_out(1, 0, task._replace(number=2))
    assert (
        whole.finished
        and whole.tree is not None
        and len(whole.tree[0]) == 4 * len(compile_strategy(game, "entropy").data.tree)
    )
    crew.stop()
    assert not crew.carry_out(1, 0, task._replace(number=3)).finished
    crew.start_again()
    assert crew.carry_out(1, 0, task).finished


def test_more_parts_than_guesses() -> None:
    game = make_game("mastermind(2,2)")
    crew = GrowingCrew(growth_of(game, "minimax"), Options())
    parts = [crew.carry_out(1, 0, GrowTask(part, (), part, 9)) for part in range(9)]
    best = min(each.order for each in parts if each.order)
    assert any(not each.order for each in parts)
    assert np.frombuffer(next(each.guesses for each in parts if each.order == best), dtype=np.int32).tolist() == [
        compile_strategy(game, "minimax").data.tree.guesses[0]
    ]


def test_who_has_other_rules_grows_nothing() -> None:
    game = make_game("mastermind(2,3)")
    instance = growth_of(game, "entropy")
    facts = tuple((name, "9" if name == "rules" else value) for name, value in instance.facts)
    with pytest.raises(ClusterError, match="expected rules '9', got '"):
        GrowingCrew(instance._replace(facts=facts), Options())


@pytest.mark.parametrize("strategy", ["monochrome", "blind"])
def test_what_runs_in_plain_python_is_refused(strategy: str) -> None:
    with pytest.raises(SpecError, match="expected a search or a heuristic that runs compiled"):
        compile_strategy("mastermind(2,3)", strategy, options=Options(cluster="local:1"))
