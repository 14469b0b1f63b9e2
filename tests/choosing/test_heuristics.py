"""The score of each strategy, and its choice among equals."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategist import make_game, make_strategy
from strategist.choosing.any_candidate import FirstCandidate
from strategist.choosing.heuristics import Entropy, ExpectedSize, Heuristic, Minimax, MostParts
from strategist.choosing.registry import known_strategies
from strategist.model.position import Position

pytestmark = pytest.mark.early

MASTERMIND = make_game("mastermind(4,6)")
SMALL = make_game("mastermind(2,4)")
START = Position((), range(16))


def chosen(text: str, position: Position = START) -> str:
    """The guess that a strategy chooses in the small game."""
    guess = make_strategy(text, SMALL).guess(position)
    assert guess is not None
    return SMALL.format_code(SMALL.guesses[guess])


@pytest.mark.parametrize(
    ("sizes", "largest", "squares", "parts"),
    [((1,), 1, 1, 1), ((6, 1, 1, 1, 1, 1, 1), 6, 42, 7), ((3, 3, 2, 2, 2), 3, 30, 5), ((256, 256, 1), 256, 131_073, 3)],
)
def test_scores(sizes: tuple[int, ...], largest: int, squares: int, parts: int) -> None:
    scores = [kind(MASTERMIND, {}).score(sizes) for kind in (Minimax, ExpectedSize, MostParts)]
    assert scores == [largest, squares, -parts]


def test_entropy_ranks_exact_ties_as_ties() -> None:
    entropy = Entropy(MASTERMIND, {})
    assert entropy.score((6, 1, 1, 1, 1, 1, 1)) == entropy.score((3, 3, 2, 2, 2))
    assert entropy.score((6, 4, 2, 1, 1)) == entropy.score((4, 4, 3, 3))
    # The floating-point sums of these two are not equal.
    assert sum(m * math.log2(m) for m in (6, 4, 2, 1, 1)) != sum(m * math.log2(m) for m in (4, 4, 3, 3))


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=30))
def test_entropy_is_the_sum_of_weighted_logarithms(sizes: list[int]) -> None:
    exact = math.fsum(m * math.log2(m) for m in sizes)
    assert math.isclose(Entropy(MASTERMIND, {}).score(sizes) / 2**36, exact, rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("counting", ["11", "12", "13", "14", "21"]),
        ("reversed", ["44", "43", "42", "41", "34"]),
        ("last-fastest", ["11", "12", "13", "14", "21"]),
        ("first-fastest", ["11", "21", "31", "41", "12"]),
    ],
)
def test_orders_of_enumeration(order: str, expected: list[str]) -> None:
    left = list(range(16))
    taken = []
    for _ in expected:
        taken.append(chosen(f"first(order={order})", Position((), left)))
        left.remove(SMALL.guesses.index(SMALL.parse_code(taken[-1])))
    assert taken == expected


def test_a_shuffled_order_is_one_order_for_the_whole_game() -> None:
    strategy = make_strategy("first(order=shuffle,seed=4)", SMALL)
    assert isinstance(strategy, FirstCandidate)
    ranks = strategy.ranks()
    assert sorted(ranks) == list(range(16))
    assert ranks != list(range(16))
    assert make_strategy("first(order=shuffle,seed=5)", SMALL).ranks() != ranks  # type: ignore[attr-defined]


def test_random_draws_every_candidate_and_the_same_one_for_the_same_history() -> None:
    draws = [chosen(f"random(seed={seed})", Position((), [1, 2, 3, 5])) for seed in range(40)]
    assert set(draws) == {"12", "13", "14", "22"}
    one = Position(((0, 1), (5, 2)), [1, 2, 3, 6])
    other = Position(((5, 2), (0, 1)), [1, 2, 3, 6])
    assert [chosen(f"random(seed={seed})", one) for seed in range(9)] == [
        chosen(f"random(seed={seed})", other) for seed in range(9)
    ]


def scores_of_all(name: str, candidates: Sequence[int]) -> dict[int, int]:
    """The score of every guess of the small game, by the rules."""
    strategy = make_strategy(name, SMALL)
    assert isinstance(strategy, Heuristic)
    found = {}
    for guess, code in enumerate(SMALL.guesses):
        cells: dict[int, int] = {}
        for secret in candidates:
            response = SMALL.respond(code, SMALL.secrets[secret])
            cells[response] = cells.get(response, 0) + 1
        found[guess] = strategy.score(cells.values())
    return found


@pytest.mark.parametrize("name", ["minimax", "expected-size", "entropy", "most-parts"])
@given(left=st.sets(st.integers(0, 15), min_size=1))
def test_ties_go_where_the_option_says(name: str, left: set[int]) -> None:
    candidates = sorted(left)
    position = Position(((0, 0),), candidates)
    scores = scores_of_all(name, candidates)
    best = [guess for guess in scores if scores[guess] == min(scores.values())]
    best = [guess for guess in best if guess in left] or best

    def index_chosen(options: str) -> int | None:
        return make_strategy(f"{name}({options})", SMALL).guess(position)

    assert index_chosen("") == best[0]
    assert index_chosen("ties=highest") == best[-1]
    assert index_chosen("ties=random,seed=1") in best
    assert index_chosen("guesses=candidates") in left


def test_more_cells_break_ties_before_candidates_do() -> None:
    # Among the guesses with equal minimax scores, the first one has fewer cells than some other.
    plain = make_strategy("minimax", MASTERMIND)
    more = make_strategy("minimax(ties=cells)", MASTERMIND)
    history = MASTERMIND.parse_history("1122:0b1w")
    left = [MASTERMIND.secrets.index(code) for code in MASTERMIND.consistent(history)]
    position = Position(((MASTERMIND.guesses.index((0, 0, 1, 1)), 1),), left[:24])

    def cells(guess: int | None) -> list[int]:
        assert guess is not None
        responses = [MASTERMIND.respond(MASTERMIND.guesses[guess], MASTERMIND.secrets[secret]) for secret in left[:24]]
        return sorted(responses.count(response) for response in set(responses))

    few, many = cells(plain.guess(position)), cells(more.guess(position))
    assert few[-1] == many[-1]
    assert len(few) < len(many)


def test_the_opening_is_forced_at_the_first_guess_only() -> None:
    assert chosen("minimax(first=44)") == "44"
    assert chosen("minimax(first=44)", Position(((0, 0),), [5])) == "22"


def test_every_strategy_has_a_name_and_a_summary() -> None:
    for name, kind in known_strategies().items():
        assert kind.name == name
        assert kind.summary
        assert all(parameter.help for parameter in kind.parameters)
