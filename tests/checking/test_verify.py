"""Verifying finds every fault of a wrong tree, and no fault in a right one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from toys import Echo

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.checking.verify import Verification
from strategist.files.strategy import StrategyData
from strategist.games.pegs.pegs import Mastermind
from strategist.model.game import Code, History
from strategist.model.tree import GIVE_UP, Claims, DecisionTree

pytestmark = [pytest.mark.early, pytest.mark.usefixtures("both_ways")]

Compile = Callable[[str, str], StrategyData]

# Mastermind with two pegs of two colors, 12 asked first; its responses are 0b0w 0b1w 1b0w 0b2w 2b0w.
#
#   slot 0: 12 ─ 1b0w ─ slot 1: 11 ─ 0b0w ─ slot 3: 22
#            └── 0b2w ─ slot 2: 21
GUESSES, MASKS = (1, 0, 2, 3), (0b11100, 0b10001, 0b10000, 0b10000)
FIGURES = Claims.of([1, 2, 1], lost=0)


def small(
    guesses: tuple[int, ...] = GUESSES, masks: tuple[int, ...] = MASKS, claims: Claims = FIGURES, start: str = ""
) -> StrategyData:
    """The small tree, or a variant of it."""
    game = make_game("mastermind(2,2)")
    return StrategyData(game, "some", DecisionTree(guesses, masks, 5), claims, start=game.parse_history(start))


def problems(data: StrategyData, max_depth: int | None = None) -> str:
    """All problems, in one text."""
    found: Verification = verify_strategy(data, max_depth)
    assert found.verified == (not found.problems)
    return "; ".join(found.problems)


def test_a_right_tree_has_no_problems() -> None:
    found = verify_strategy(small(), max_depth=3)
    assert found.verified
    assert found.claims == FIGURES
    assert found.lost_examples == []


TREES = [
    ("mastermind(3,4)", "minimax"),
    ("mastermind(3,4)", "random(seed=2)"),
    ("bulls-and-cows(3,6)", "entropy(guesses=candidates)"),
    ("bulls-and-cows(3,5,leading_zero=false)", "first"),
    ("mastermind(3,4,feedback=black)", "most-parts"),
    ("mastermind(3,4,turns=3)", "first"),
    ("ab(2,5)", "optimal(total)"),
]


@cache
def plainly(game: str, strategy: str) -> StrategyData:
    """The tree of a strategy without kernels, which may still be compiled while these tests run."""
    return compile_strategy(game, strategy, plain=True).data


@pytest.fixture
def compiled() -> Compile:
    return plainly


@pytest.mark.parametrize(("game", "strategy"), TREES)
def test_what_is_compiled_verifies(compiled: Compile, game: str, strategy: str) -> None:
    data = compiled(game, strategy)
    found = verify_strategy(data)
    assert found.verified, found.problems
    assert found.claims == data.claims


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"total": 7}, "total: claimed 7, found 8"),
        ({"depth": 2}, "depth: claimed 2, found 3"),
        ({"worst_count": 2}, "worst_count: claimed 2, found 1"),
        ({"lost": 1}, "lost: claimed 1, found 0"),
        ({"histogram": (1, 1, 2)}, "histogram: claimed 1 1 2, found 1 2 1"),
    ],
)
def test_each_wrong_claim_is_found(changes: dict[str, int], found: str) -> None:
    assert problems(small(claims=replace(FIGURES, **changes))) == found  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("guesses", "masks", "claims", "found"),
    [
        # 22 has no branch after 11.
        ((1, 0, 2), (0b11100, 0b10000, 0b10000), Claims.of([1, 2], 0), "secret 22: no branch for 0b0w at guess 2, 11"),
        # No secret gives 0b0w to 12, but there is a branch for it.
        ((1, 3, 0, 2, 3), (0b11101, 16, 0b10001, 16, 16), FIGURES, "dead branch: no secret reaches slot 1"),
        # 11 cannot be the secret after 0b2w, but the mask says that it can.
        ((1, 0, 0, 3, 2), (0b11100, 0b10001, 0b10100, 16, 16), Claims.of([1, 1, 2], 0), "no secret is solved by 11 at"),
        # The guess that should find 22 is a different one.
        ((1, 0, 2, 2), MASKS, FIGURES, "secret 22: no branch for 1b0w at guess 3, 21"),
        # Two of the branches have changed places.
        ((1, 2, 0, 3), (0b11100, 0b10000, 0b10001, 16), FIGURES, "secret 11: no branch for 1b0w at guess 2, 21"),
        # Asking the same again tells nothing.
        ((1, 1, 2), (0b11100, 0b10000, 0b10000), Claims.of([1, 1], 0), "secret 11: no branch for 1b0w at guess 2, 12"),
    ],
    ids=["missing branch", "dead branch", "dead end", "changed guess", "swapped branches", "repeated guess"],
)
def test_a_wrong_tree_is_found(guesses: tuple[int, ...], masks: tuple[int, ...], claims: Claims, found: str) -> None:
    assert found in problems(small(guesses, masks, claims))


@pytest.mark.parametrize(("game", "strategy"), TREES)
def test_any_changed_leaf_is_found(compiled: Compile, game: str, strategy: str) -> None:
    data = compiled(game, strategy)
    tree = data.tree
    for slot in [slot for slot, mask in enumerate(tree.masks) if mask == tree.solved_bit]:
        guesses = list(tree.guesses)
        guesses[slot] = (guesses[slot] + 1) % len(data.game.guesses)
        assert problems(replace(data, tree=DecisionTree(guesses, tree.masks, tree.response_count)))


@pytest.mark.parametrize(("game", "strategy"), TREES)
def test_any_wrong_end_is_found(compiled: Compile, game: str, strategy: str) -> None:
    data = compiled(game, strategy)
    tree = data.tree
    for slot in [slot for slot, mask in enumerate(tree.masks) if mask not in (0, tree.solved_bit)]:
        masks = list(tree.masks)
        masks[slot] ^= tree.solved_bit
        assert problems(replace(data, tree=DecisionTree(tree.guesses, masks, tree.response_count)))


def test_the_depth_that_is_asked_for_must_be_kept() -> None:
    assert problems(small(), max_depth=3) == ""
    assert problems(small(), max_depth=2) == "2 guesses are not guaranteed: the tree needs up to 3"


def test_a_lost_secret_is_no_guarantee() -> None:
    gives_up = small((1, 0, 2, GIVE_UP), (0b11100, 0b10001, 0b10000, 0), Claims.of([1, 2], lost=1))
    assert problems(gives_up) == ""
    assert verify_strategy(gives_up).lost_examples == ["22"]
    assert problems(gives_up, max_depth=9).endswith("the tree needs up to 2 and loses 1 secret")


def test_a_lost_secret_that_is_not_claimed_is_found() -> None:
    gives_up = small((1, 0, 2, GIVE_UP), (0b11100, 0b10001, 0b10000, 0), Claims.of([1, 2], lost=0))
    assert problems(gives_up) == "lost: claimed 0, found 1"


def test_more_guesses_than_turns_are_found(compiled: Compile) -> None:
    data = compiled("mastermind(3,4)", "first")
    assert "more than the 2 guesses that the rules allow" in problems(
        replace(data, game=make_game("mastermind(3,4,turns=2)"))
    )


def test_problems_without_end_are_summed_up(compiled: Compile) -> None:
    data = compiled("mastermind(3,4)", "first")
    found = verify_strategy(replace(data, game=make_game("mastermind(3,4,turns=1)"))).problems
    assert len(found) == 11
    assert found[-1].startswith("and ")
    assert found[-1].endswith(" problems more")


def test_a_tree_may_start_from_a_position() -> None:
    # After 12 was answered by 1b0w only 11 and 22 are left.
    from_there = small((0, 3), (0b10001, 0b10000), Claims.of([1, 1], 0), start="12:1b0w")
    assert problems(from_there) == ""
    assert "secret 12: no branch" in problems(replace(from_there, start=()))


def test_every_secret_is_played() -> None:
    played: list[Code] = []

    class Heard(Mastermind):
        def respond(self, guess: Code, secret: Code) -> int:
            played.append(secret)
            return super().respond(guess, secret)

    data = small()
    verify_strategy(replace(data, game=Heard({"pegs": 2, "colors": 2})))
    assert list(dict.fromkeys(played)) == [(0, 0), (0, 1), (1, 0), (1, 1)]


class OneStepEcho(Echo):
    """Each number asked must be larger than the one before."""

    def allowed(self, history: History) -> list[Code] | None:
        return list(range(history[-1][0] + 1, len(self.guesses))) if history else None


def test_a_guess_that_the_rules_do_not_allow_is_found() -> None:
    game = OneStepEcho({"numbers": 12, "responses": 6})
    rising = compile_strategy(game, make_strategy("first", game)).data
    assert problems(rising) == ""
    falling = compile_strategy(game, make_strategy("first(order=reversed)", game)).data
    assert "is not allowed after the history" in problems(falling)


def test_the_rules_are_asked_and_nothing_else(compiled: Compile) -> None:
    # A file whose game answers differently from the one that was searched.
    data = compiled("mastermind(2,4)", "minimax")
    assert problems(replace(data, game=make_game("mastermind(2,4,feedback=black)")))
