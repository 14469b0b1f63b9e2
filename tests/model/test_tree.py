"""The flat, breadth-first tree."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from strategist.files.strategy import StrategyData
from strategist.model.tree import GIVE_UP, Claims, DecisionTree

# Mastermind with two pegs of two colors, 12 asked first; its responses are 0b0w 0b1w 1b0w 0b2w 2b0w.
#
#   slot 0: 12 ─ 1b0w ─ slot 1: 11 ─ 0b0w ─ slot 3: 22
#            └── 0b2w ─ slot 2: 21
TREE = DecisionTree(guesses=[1, 0, 2, 3], masks=[0b11100, 0b10001, 0b10000, 0b10000], response_count=5)


def test_children_are_found_by_counting() -> None:
    assert len(TREE) == 4
    assert [TREE.child(0, response) for response in range(5)] == [None, None, 1, 2, None]
    assert [TREE.child(1, response) for response in range(5)] == [3, None, None, None, None]
    assert list(TREE.first_child) == [1, 3, 4, 4, 4]


def test_responses_of_a_slot_include_the_solved_one() -> None:
    assert [TREE.responses(slot) for slot in range(4)] == [[2, 3, 4], [0, 4], [4], [4]]
    assert all(TREE.solves(slot) for slot in range(4))


def test_levels_of_the_tree_and_of_a_subtree() -> None:
    assert list(TREE.levels()) == [range(1), range(1, 3), range(3, 4)]
    assert list(TREE.levels(1)) == [range(1, 2), range(3, 4)]
    assert TREE.histogram() == [1, 2, 1]


def test_walking_is_depth_first_in_the_order_of_responses() -> None:
    assert list(TREE.walk()) == [
        (0, 0, ()),
        (1, 1, ((1, 2),)),
        (3, 2, ((1, 2), (0, 0))),
        (2, 1, ((1, 3),)),
    ]


def test_giving_up_ends_a_branch_and_solves_nothing() -> None:
    tree = DecisionTree(guesses=[1, GIVE_UP, 2], masks=[0b11100, 0, 0b10000], response_count=5)
    assert tree.histogram() == [1, 1]
    assert tree.responses(1) == []
    assert not tree.solves(1)


def test_a_strategy_that_gives_up_at_once_has_one_slot() -> None:
    tree = DecisionTree([GIVE_UP], [0], 5)
    assert (len(tree), tree.histogram(), list(tree.walk())) == (1, [0], [(0, 0, ())])


@pytest.mark.parametrize(
    ("game", "strategy"),
    [("mastermind(3,4)", "entropy"), ("bulls-and-cows(3,6)", "first"), ("mastermind(3,4,turns=3)", "minimax")],
)
def test_the_ways_through_a_tree_agree(compiled: Callable[[str, str], StrategyData], game: str, strategy: str) -> None:
    tree = compiled(game, strategy).tree
    walked = list(tree.walk())
    assert sorted(slot for slot, _, _ in walked) == list(range(len(tree)))
    depth_of = {slot: depth for depth, level in enumerate(tree.levels()) for slot in level}
    for slot, depth, history in walked:
        assert depth == len(history) == depth_of[slot]
        at: int | None = 0
        for guess, response in history:
            assert at is not None
            assert tree.guesses[at] == guess
            at = tree.child(at, response)
        assert at == slot


@pytest.mark.parametrize(
    ("histogram", "lost", "figures", "average"),
    [
        ([1, 4, 2], 0, (15, 3, 2), 15 / 7),
        ([1, 4, 2, 0, 0], 3, (15, 3, 2), 15 / 7),
        ([0, 0, 5], 0, (15, 3, 5), 3.0),
        ([], 4, (0, 0, 0), None),
        ([0], 4, (0, 0, 0), None),
    ],
)
def test_figures_count_solved_secrets_only(
    histogram: list[int], lost: int, figures: tuple[int, int, int], average: float | None
) -> None:
    claims = Claims.of(histogram, lost)
    assert (claims.total, claims.depth, claims.worst_count) == figures
    assert claims.average == average
    assert claims.lost == lost
    assert claims.secrets == sum(histogram) + lost
    assert claims.histogram[-1:] != (0,)
