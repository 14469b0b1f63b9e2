"""Compiling: the kernel against plain Python, strategies and games of other packages, progress and limits."""

from __future__ import annotations

import time
from itertools import product

import pytest
from bothways import grown_alike
from hypothesis import given, settings
from hypothesis import strategies as st
from selection import examples
from toys import ConsistentEcho, Echo, Erratic

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.choosing.heuristics import Strategy
from strategist.common.errors import SpecError, StrategistError, TooLargeError
from strategist.files.strategy import encode
from strategist.model.position import Position
from strategist.model.tree import GIVE_UP
from strategist.search.kernels.growth.grow import SCORED_BY_PLANES
from strategist.search.state.options import Progress

HEURISTICS = ["minimax", "expected-size", "entropy", "most-parts"]


# Beyond SCORED_BY_PLANES candidates a heuristic scores every guess; below it goes by planes, where a game has them.
# Beyond 255 candidates a byte does not count them.
LARGE = [
    *(("mastermind(3,6)", strategy) for strategy in HEURISTICS),
    ("bulls-and-cows(3,7)", "minimax"),
    ("mastermind(4,4)", "entropy"),
    ("mastermind(4,4,feedback=black)", "most-parts"),
    ("mastermind(5,3)", "minimax"),
    ("mastermind(8,2)", "expected-size"),
    ("bulls-and-cows(4,6,leading_zero=false)", "entropy"),
    ("mastermind(3,6,goal=identify)", "entropy"),
    ("bulls-and-cows(3,7,goal=identify)", "entropy(guesses=candidates)"),
    ("mastermind(5,3,goal=identify)", "minimax(ties=cells)"),
    ("mastermind(4,4,goal=identify)", "first(order=first-fastest)"),
    ("mastermind(4,4,goal=identify)", "random(seed=3)"),
    ("mastermind(4,4,feedback=black,goal=identify,turns=3)", "most-parts"),
    ("grand-mastermind(3,2,3,goal=identify)", "entropy"),
    ("grand-mastermind(3,2,3,goal=identify)", "first"),
]


# The same of every heuristic, as for mastermind(3,6).
EVERY = [
    (text, strategy)
    for text in ("bulls-and-cows(3,7)", "mastermind(3,6,goal=identify)")
    for strategy in HEURISTICS
    if (text, strategy) not in LARGE
]


@pytest.mark.parametrize(
    ("text", "strategy"), [*LARGE, *(pytest.param(*each, marks=pytest.mark.slow) for each in EVERY)]
)
def test_the_ways_agree_on_games_of_many_candidates(text: str, strategy: str) -> None:
    game = make_game(text)
    assert len(game.secrets) > SCORED_BY_PLANES
    assert verify_strategy(grown_alike(game, strategy)).verified


@pytest.mark.parametrize("text", ["mastermind(3,6)", "bulls-and-cows(3,7)"])
@pytest.mark.parametrize(
    "strategy",
    [
        "minimax(guesses=candidates)",
        "expected-size(ties=highest)",
        "entropy(ties=random,seed=9)",
        "minimax(ties=cells)",
        "entropy(guesses=candidates,ties=cells)",
        "first(order=shuffle,seed=1)",
        "random(seed=11)",
    ],
)
def test_the_ways_agree_on_every_option(text: str, strategy: str) -> None:
    grown_alike(make_game(text), strategy)


@pytest.mark.parametrize("opening", ["111", "234", "112", "343"])
@pytest.mark.parametrize("strategy", ["minimax", "entropy", "first", "random"])
def test_the_ways_agree_on_every_opening(opening: str, strategy: str) -> None:
    data = grown_alike(make_game("mastermind(3,4)"), f"{strategy}(first={opening})")
    assert data.game.format_code(data.game.guesses[data.tree.guesses[0]]) == opening


@settings(max_examples=examples(40))
@given(
    pegs=st.integers(1, 4),
    symbols=st.integers(2, 5),
    rules=st.sampled_from(["mastermind({},{}", "bulls-and-cows({},{}", "bulls-and-cows({},{},leading_zero=false"]),
    black=st.booleans(),
    turns=st.none() | st.integers(1, 4),
    name=st.sampled_from(HEURISTICS),
    ties=st.sampled_from(["lowest", "highest", "random", "cells"]),
    guesses=st.sampled_from(["all", "candidates"]),
)
def test_the_ways_agree_on_any_small_game(
    pegs: int, symbols: int, rules: str, black: bool, turns: int | None, name: str, ties: str, guesses: str
) -> None:
    options = ",feedback=black" * black + (f",turns={turns}" if turns else "") + ")"
    text = rules.format(min(pegs, symbols), symbols) + options
    data = grown_alike(make_game(text), f"{name}(guesses={guesses},ties={ties})")
    assert verify_strategy(data).verified


# Responses that fit in one machine word, in two, and in more than a byte; more guesses than secrets.
@pytest.mark.parametrize(("numbers", "responses"), [(30, 6), (30, 64), (31, 65), (30, 256), (31, 257), (301, 300)])
@pytest.mark.parametrize(
    "strategy", [*HEURISTICS, "first", "random(seed=2)", "entropy(guesses=candidates,ties=random)"]
)
def test_a_game_without_a_kernel_works_with_every_strategy(responses: int, numbers: int, strategy: str) -> None:
    data = grown_alike(Echo({"numbers": numbers, "responses": responses}), strategy)
    assert verify_strategy(data).verified
    assert data.claims.secrets == (numbers + 1) // 2


@pytest.mark.parametrize(
    ("text", "strategy"),
    [
        *product(
            (
                "mastermind(4,6)",
                "bulls-and-cows(4,7)",
                "bulls-and-cows(4,7,leading_zero=false)",
                "mastermind(4,6,goal=identify)",
            ),
            HEURISTICS,
        ),
        ("mastermind(4,6)", "expected-size(first=1112)"),
    ],
)
def test_merging_by_symmetry_changes_no_byte(text: str, strategy: str) -> None:
    game = make_game(text)
    assert encode(compile_strategy(game, strategy).data) == encode(compile_strategy(game, strategy, merge=False).data)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_out_of_turns_the_secrets_left_are_lost(turns: int) -> None:
    unlimited = compile_strategy(g := make_game("mastermind(3,4)"), make_strategy("minimax", g)).data.claims
    data = grown_alike(make_game(f"mastermind(3,4,turns={turns})"), "minimax")
    assert data.claims.histogram == unlimited.histogram[:turns]
    assert data.claims.lost == 64 - sum(unlimited.histogram[:turns])
    assert (GIVE_UP in data.tree.guesses) == (data.claims.lost > 0)


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("text", ["mastermind(3,4)", "mastermind(3,4,turns=2)"])
def test_progress_counts_secrets_and_ends_with_all_of_them_lost_or_not(text: str, plain: bool) -> None:
    reports: list[tuple[float, int]] = []
    told: Progress = lambda share, words: reports.append((share, words["resolved"]))  # noqa: E731
    compile_strategy(text, "entropy", plain=plain, progress=told)
    assert reports == sorted(reports)
    assert all(share == resolved / 64 for share, resolved in reports)
    assert reports[-1] == (1.0, 64)


@settings(max_examples=examples(40))
@given(
    text=st.sampled_from(["mastermind(2,3)", "bulls-and-cows(2,4)", "mastermind(3,2,turns=4)", "ab(3,4)"]),
    seed=st.integers(0, 1000),
    patience=st.integers(0, 8),
)
def test_any_strategy_makes_a_complete_tree_with_true_figures(text: str, seed: int, patience: int) -> None:
    game = make_game(text)
    data = compile_strategy(game, Erratic(game, {"seed": seed, "patience": patience})).data
    assert data.strategy.startswith("erratic(") == (seed != 0 or patience != 6)
    assert verify_strategy(data).verified


class LikeFirst(Strategy):
    """A subclass of no built-in strategy: it is called at each position, not grown by the kernel."""

    name = "like-first"
    summary = "the first candidate"
    parameters = ()

    def choose(self, position: Position) -> int:
        return self.game.guesses.index(self.game.secrets[position.candidates[0]])


def test_a_strategy_from_elsewhere_is_asked_at_each_position() -> None:
    game = make_game("mastermind(3,4)")
    ours = compile_strategy(game, "first")
    theirs = compile_strategy(game, LikeFirst(game, {}))
    assert theirs.data.tree.guesses == ours.data.tree.guesses
    assert theirs.data.tree.masks == ours.data.tree.masks
    assert theirs.nodes == ours.nodes == len(ours.data.tree)


class Stubborn(LikeFirst):
    """A strategy that repeats its guess for ever."""

    def choose(self, position: Position) -> int:
        return 0


def test_a_strategy_that_never_gets_on_is_refused() -> None:
    game = make_game("mastermind(2,3)")
    with pytest.raises(StrategistError, match="101 guesses in a row exclude no secret, after 11:0b0w"):
        compile_strategy(game, Stubborn(game, {}))


def test_where_the_rules_restrict_guesses_the_kernel_is_not_used() -> None:
    game = ConsistentEcho({"numbers": 30, "responses": 6})
    data = compile_strategy(game, "minimax(guesses=candidates,first=3)").data
    assert verify_strategy(data).verified
    straying = compile_strategy(game, Erratic(game, {"seed": 1, "patience": 6})).data
    assert any("is not allowed after the history" in problem for problem in verify_strategy(straying).problems)


@pytest.mark.parametrize(
    ("text", "strategy", "message"),
    [
        *(("mastermind(9,10)", strategy, None) for strategy in HEURISTICS),
        ("bulls-and-cows(5,24)", "entropy", "entropy needs at most 4194304 secrets"),
    ],
)
def test_a_game_beyond_memory_is_too_large(text: str, strategy: str, message: str | None) -> None:
    with pytest.raises(TooLargeError, match=message):
        compile_strategy(text, strategy)


def test_a_game_that_breaks_the_contract_is_refused() -> None:
    game = Echo({"numbers": 10, "responses": 6})
    game.secrets = [0, 2, 99]
    with pytest.raises(SpecError, match="secret 99 cannot be guessed"):
        compile_strategy(game, "minimax")


def test_the_same_strategy_gives_the_same_bytes() -> None:
    game = make_game("bulls-and-cows(4,7)")
    for text in ("random(seed=3)", "entropy(ties=random,seed=3)"):
        once, again = (encode(compile_strategy(game, text).data) for _ in range(2))
        assert once == again
        assert once != encode(compile_strategy(game, text.replace("3", "4")).data)


def test_what_it_took_is_told() -> None:
    begin = time.perf_counter()
    compiled = compile_strategy("mastermind(3,4)", "minimax")
    assert compiled.nodes == len(compiled.data.tree)
    assert 0 < compiled.seconds < time.perf_counter() - begin
