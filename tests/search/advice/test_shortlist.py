"""Advice in games of too many guesses: the shortlist is what it says, and its advice holds by the rules."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from strategist import make_game, make_strategy, verify_strategy
from strategist.choosing.draws import draw, history_key
from strategist.choosing.heuristics import Heuristic
from strategist.model.position import Position
from strategist.search.advice import shortlist
from strategist.search.advice.advise import Advice, advise
from strategist.search.state.options import Options
from strategist.search.state.start import start_of

HISTORY = "1122:1b1w"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if 300 guesses were too many to look at."""
    monkeypatch.setattr(shortlist, "MOST_GUESSES", 300)


def advice(game_text: str, strategy_text: str, history: str, jobs: int = 1) -> Advice:
    game = make_game(game_text)
    start = start_of(game, game.parse_history(history))
    return advise(game, make_strategy(strategy_text, game), start, options=Options(jobs))


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    "strategy", ["minimax", "entropy(ties=random)", "most-parts(ties=cells)", "minimax(ties=highest)"]
)
@pytest.mark.parametrize("game", ["mastermind(4,6)", "mastermind(4,6,goal=identify)", "mastermind(4,6,turns=3)"])
def test_the_tree_of_a_shortlist_verifies(game: str, strategy: str) -> None:
    found = advice(game, strategy, HISTORY)
    assert found.considered is not None and found.ahead
    # All candidates are looked at, and a sample beside them.
    assert 208 < found.considered <= 508
    start = found.game.parse_history(HISTORY)
    data = found.data.__class__(found.game, strategy, found.data.tree, found.data.claims, start=start)
    assert verify_strategy(data).problems == []


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("ties", ["lowest", "highest", "random", "cells"])
@pytest.mark.parametrize("name", ["minimax", "entropy", "expected-size", "most-parts"])
def test_of_too_many_candidates_the_best_of_the_shortlist_is_chosen(
    name: str, ties: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shortlist, "MOST_PAIRS", 208 * 90)
    monkeypatch.setattr(shortlist, "_TOGETHER", 16)
    found = advice("mastermind(4,6)", f"{name}(ties={ties})", HISTORY, jobs=2)
    game = found.game
    assert found.guess is not None and not found.ahead
    start = start_of(game, game.parse_history(HISTORY))
    strategy = make_strategy(f"{name}(ties={ties})", game)
    assert isinstance(strategy, Heuristic)
    key = history_key(0, start.history, game.response_count)
    candidates = [int(start.candidates[place]) for place in {draw(key, number) % 208 for number in range(45)}]
    others = {draw(key + 1, number) % 1296 for number in range(45)}
    listed = sorted({*candidates, *others})
    assert found.considered == len(listed)
    # The plain heuristic, with nothing else permitted.
    monkeypatch.setattr(Heuristic, "permitted", lambda self, position: listed)
    assert game.guesses.index(found.guess) == strategy.choose(Position(start.history, start.candidates.tolist()))
    expected = Counter(game.respond(found.guess, secret) for secret in found.secrets)
    assert found.left == dict(sorted(expected.items()))


@pytest.mark.usefixtures("few")
def test_at_the_beginning_the_essentially_different_guesses_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = advice("mastermind(4,5)", "entropy", "")
    monkeypatch.setattr(shortlist, "MOST_PAIRS", 1000)
    found = advice("mastermind(4,5)", "entropy", "")
    assert (found.considered, found.ahead) == (5, False)
    assert found.guess == whole.guess


@pytest.mark.usefixtures("few")
def test_a_forced_opening_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    found = advice("mastermind(4,5)", "entropy(first=1231)", "")
    assert found.guess == (0, 1, 2, 0)


def test_a_sample_is_drawn_as_draws_are() -> None:
    expected = sorted({draw(77, number) % 1000 for number in range(200)})
    assert shortlist.sample_of(77, 1000, 200).tolist() == expected
    assert np.array_equal(shortlist.sample_of(77, 5, 200), np.arange(5))
