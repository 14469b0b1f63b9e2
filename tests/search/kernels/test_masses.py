"""Heuristics under chances and costs: the formulas, and the kernels against them."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import KNOWN_PETS, PETS, Echo, Singles, weighted

from strategist import compile_strategy, make_game, make_strategy
from strategist.choosing.heuristics import Entropy, ExpectedSize, Heuristic, Minimax, MostParts
from strategist.choosing.masses import EXACT_MASS, GAIN_BITS, LOG_BITS, WORST, interpolated, per_cost, rounded_mass
from strategist.files.strategy import encode
from strategist.model.game import Game
from strategist.model.position import Position
from strategist.search.compile.compile import compile_from
from strategist.search.growing.plans import make_plan
from strategist.search.state.start import Start, start_of

GAMES = [
    "mastermind(2,4)",
    "mastermind(3,3,turns=3)",
    "mastermind(3,3,feedback=black)",
    "mastermind(2,4,goal=identify)",
    "grand-mastermind(2,2,2)",
    "words",
]
TOYS = [PETS, KNOWN_PETS, Echo({})]
RULES = [
    "entropy",
    "expected-size",
    "minimax(per=cost)",
    "most-parts(per=cost)",
    "entropy(per=cost)",
    "expected-size(per=cost,guesses=candidates)",
    "entropy(per=cost,ties=highest)",
    "most-parts(ties=cells,per=cost)",
    "minimax(ties=cells,per=cost)",
    "entropy(sample=5,per=cost)",
    "expected-size(ties=random,seed=3)",
    "minimax",
]
SMALL, GREAT, WIDE = 9, 10**6, 10**12
"""The greatest weight: by it, masses are looked up, rounded to nothing, or rounded."""


def drawn(game: Game, greatest: int, seed: int = 1) -> Game:
    """The game with random weights, up to the greatest, of all magnitudes, and random costs."""
    draws = random.Random(f"{game.spec} {greatest} {seed}")
    weights = [1 + int(greatest ** draws.random()) for _ in game.secrets]
    return weighted(game, weights, [draws.randint(1, 4) for _ in range(game.question_count)])


def heuristic(name: str, game: Game) -> Heuristic:
    made = make_strategy(name, game)
    assert isinstance(made, Heuristic)
    return made


@pytest.mark.parametrize("greatest", [SMALL, GREAT, WIDE])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("game", [*map(make_game, GAMES), *TOYS], ids=lambda game: game.spec)
def test_kernels_grow_the_tree_of_the_specification(game: Game, rule: str, greatest: int) -> None:
    if not game.secrets_are_questions and "candidates" in rule:
        rule = rule.replace("guesses=candidates", "ties=lowest")
    made = drawn(game, greatest)
    strategy = make_strategy(rule, made)
    if len(made.secrets) > 100:
        # The plain way is slow: from a position.
        first = made.guesses[3]
        history = ((first, made.respond(first, made.secrets[5])),)
        start = start_of(made, history)
        fast, plain = (compile_from(made, strategy, start, plain=plain).data for plain in (False, True))
    else:
        fast, plain = (compile_strategy(made, strategy, plain=plain).data for plain in (False, True))
        assert encode(compile_strategy(made, strategy, merge=False).data) == encode(fast)
    assert list(fast.tree.guesses) == list(plain.tree.guesses)
    assert fast.claims == plain.claims


@pytest.mark.parametrize("rule", ["entropy", "expected-size", "minimax", "most-parts"])
@pytest.mark.parametrize("text", ["mastermind(3,4)", "mastermind(3,4,goal=identify)", "bulls-and-cows(3,6)", "words"])
def test_equal_chances_and_costs_change_no_guess(text: str, rule: str) -> None:
    game = make_game(text)
    plain = compile_strategy(game, rule).data
    same = weighted(game, [7] * len(game.secrets), [3] * game.question_count)
    for strategy in (rule, f"{rule}(per=cost)"):
        data = compile_strategy(same, strategy).data
        assert list(data.tree.guesses) == list(plain.tree.guesses)
        assert data.claims.expected == plain.claims.total


@pytest.mark.parametrize("rule", RULES)
def test_threads_change_nothing(rule: str) -> None:
    game = drawn(make_game("mastermind(3,4)"), GREAT)
    trees = [compile_strategy(game, rule, jobs=jobs).data.tree.guesses for jobs in (1, 2)]
    assert list(trees[0]) == list(trees[1])


def cells_of_masses(masses: Sequence[int]) -> list[tuple[int, int]]:
    return [(1, mass) for mass in masses]


@given(st.lists(st.integers(1, 2**45), min_size=2, max_size=30))
def test_entropy_is_that_of_the_chances(masses: list[int]) -> None:
    game = weighted(make_game("mastermind(1,30)"), [*masses, *[1] * (30 - len(masses))])
    score = Entropy(game, {}).score_masses(cells_of_masses(game.weights or ()))
    whole = sum(game.weights or ())
    exact = whole <= EXACT_MASS
    shift = 0 if exact else max(0, whole.bit_length() - 30)
    bits = 36 if exact else LOG_BITS
    left = score / 2**bits / (whole / 2**shift)
    spread = math.fsum(mass / whole * math.log2(mass / 2**shift) for mass in game.weights or ())
    assert math.isclose(left, spread, abs_tol=1e-4)


@given(st.integers(1, 2**30))
def test_logarithms_are_interpolated_closely(mass: int) -> None:
    assert math.isclose(interpolated(mass), mass * math.log2(mass) * 2**LOG_BITS, rel_tol=1e-7, abs_tol=mass * 8)


@given(st.integers(0, 59), st.integers(0, 59))
def test_no_score_of_the_kernels_needs_more_than_64_bits(one: int, other: int) -> None:
    small, whole = sorted((1 << one, (1 << other) + (1 << other) - 1))
    assert 0 <= interpolated(rounded_mass(small, whole)) + interpolated(rounded_mass(whole, whole)) < WORST


def test_expected_size_counts_what_is_left_under_the_chances() -> None:
    game = weighted(make_game("mastermind(1,3)"), [8, 1, 1])
    assert ExpectedSize(game, {}).score_masses([(1, 8), (2, 2)]) == 12
    assert ExpectedSize(game, {}).score([1, 2]) == 5


def test_gains_are_divided_by_costs() -> None:
    for before, scores in ((100, (90, 40)), (-1, (-2, -3)), (2**60, (2**59, 1))):
        for score in scores:
            exact = (before - score) / 7
            found = -per_cost(before, score, 10, 7) / 2 ** (GAIN_BITS - max(before, 10).bit_length())
            assert math.isclose(found, exact)


def test_a_dear_question_is_asked_where_it_tells_more_than_its_price() -> None:
    dear = weighted(KNOWN_PETS, costs=[1, 10, 1])
    assert dear.format_code(dear.guesses[make_strategy("entropy", dear).guess(Position((), range(4))) or 0]) == "gives"
    guess = make_strategy("entropy(per=cost)", dear).guess(Position((), range(4)))
    assert guess is not None and dear.format_code(dear.guesses[guess]) == "barks?"


def test_the_worst_case_and_the_number_of_answers_know_no_chances() -> None:
    game = make_game("mastermind(2,4)")
    for kind in (Minimax, MostParts, Singles):
        trees = [
            list(compile_strategy(made, kind(made, {}), plain=True).data.tree.guesses)
            for made in (game, weighted(game, range(1, 17)))
        ]
        assert trees[0] == trees[1]


def test_a_heuristic_of_another_package_can_be_divided_by_costs() -> None:
    game = weighted(make_game("mastermind(2,3)"), costs=[1 + number % 3 for number in range(9)])
    assert compile_strategy(game, Singles(game, {"per": "cost"})).data.claims.expected


def test_what_tells_nothing_apart_is_never_asked() -> None:
    """One secret outweighs the others by more than masses are kept apart: no question gains anything measurable."""
    game = weighted(KNOWN_PETS, weights=[10**15, 1, 1, 1])
    for strategy in ("entropy", "entropy(per=cost)", "expected-size"):
        data = compile_strategy(game, strategy).data
        assert data.claims.secrets == 4 and data.claims.depth <= 3
        assert list(data.tree.guesses) == list(compile_strategy(game, strategy, plain=True).data.tree.guesses)


def test_plans_hold_chances_only_where_they_count() -> None:
    game = weighted(make_game("mastermind(2,3)"), range(1, 10), range(1, 10))
    sizes = {
        text: (len(plan.chances), len(plan.costs))
        for text in ("minimax", "entropy", "entropy(per=cost)", "most-parts(per=cost)")
        for plan in [make_plan(game, make_strategy(text, game))]
    }
    assert list(sizes.values()) == [(0, 0), (9, 0), (9, 9), (0, 9)]


def test_chances_of_some_candidates() -> None:
    """The responses of a table are those of the candidates only: their weights must be, too."""
    game = drawn(make_game("words"), GREAT)
    strategy = make_strategy("entropy(per=cost)", game)
    some = Start((), np.arange(0, 60, 3, dtype=np.int32))
    fast, plain = (compile_from(game, strategy, some, plain=plain).data for plain in (False, True))
    assert list(fast.tree.guesses) == list(plain.tree.guesses) and fast.claims == plain.claims
