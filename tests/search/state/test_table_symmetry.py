"""The symmetries of tables: found, listed, and used at positions, held to what trying all permutations finds."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest
from bothways import table_game
from planted import Rows, coins, generators, planted_rows, symmetries_by_trying

from strategist.search.kernels.numba.jit import plain
from strategist.search.kernels.symmetry.listed import name_by_list
from strategist.search.kernels.symmetry.same_guesses import Group, first_guesses
from strategist.search.kernels.symmetry.set_symmetry import representatives_at
from strategist.search.state import automorphisms as finding
from strategist.search.state.automorphisms import Move, TableMoves, automorphisms, listed
from strategist.search.state.start import position_of, start_of, whole_game

FANO = ((0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5))
"""The lines of the plane of seven points: any two points are alike, and 168 of all 5,040 permutations keep lines."""


def moves_of(rows: Rows, kinds: list[int] | None = None, costs: list[int] | None = None) -> TableMoves:
    table = np.array(rows, dtype=np.uint8).T
    of_secrets, of_questions = np.array(kinds or [0] * len(table)), np.array(costs or [0] * len(rows))
    return TableMoves(np.ascontiguousarray(table), of_secrets, of_questions)


def check_moves(rows: Rows, found: list[Move]) -> None:
    """Each is a permutation of secrets and one of questions that keep every answer."""
    for secrets, questions in found:
        assert sorted(secrets) == list(range(len(rows[0])))
        assert sorted(questions) == list(range(len(rows)))
        for question, row in enumerate(rows):
            assert all(rows[questions[question]][secrets[secret]] == answer for secret, answer in enumerate(row))


@pytest.mark.parametrize("number", range(60))
def test_all_symmetries_are_found(number: int) -> None:
    random = Random(f"found {number}")
    secrets = random.randint(2, 7)
    rows = planted_rows(random, generators(random, secrets), secrets)
    kinds = [random.randrange(2) for _ in range(secrets)] if random.random() < 0.3 else [0] * secrets
    costs = [random.randint(1, 2) for _ in rows] if random.random() < 0.3 else [1] * len(rows)
    every = symmetries_by_trying(rows, kinds, costs)
    generated, order = automorphisms(moves_of(rows, kinds, costs))
    assert order == len(every)
    check_moves(rows, generated)
    moves, whole = listed(generated, order, 5040)
    assert whole
    check_moves(rows, moves)
    identity = tuple(range(secrets))
    assert {tuple(each.secrets.tolist()) for each in moves} == every - {identity}
    few, whole = listed(generated, order, 5)
    assert whole == (order <= 6)
    assert len(few) <= 5
    check_moves(rows, few)


def test_colors_of_questions_count_where_pairs_of_secrets_are_alike() -> None:
    rows = [[int(point in line) for point in range(7)] for line in FANO]
    moves = moves_of(rows)
    assert automorphisms(moves).order == 168
    assert moves.by_questions


def test_effort_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [[int(point in line) for point in range(7)] for line in FANO]
    monkeypatch.setattr(finding, "_EFFORT", 200)
    generated, order = automorphisms(moves_of(rows))
    assert order < 168
    check_moves(rows, generated)


def test_exchanges_are_listed_where_all_are_too_many() -> None:
    pairs = list(combinations(range(8), 2))
    rows = [
        [int(bool({*pair} & {*asked})) for pair in pairs]
        for size in (1, 2, 3)
        for asked in combinations(range(8), size)
    ]
    generated, order = automorphisms(moves_of(rows))
    assert order == 40320
    moves, whole = listed(generated, order, 100)
    assert (len(moves), whole) == (28, False)
    check_moves(rows, moves)


def test_first_guesses_of_coins_are_one_for_each_size() -> None:
    game = coins(6)
    group = whole_game(game).group
    sizes = [(int(guess) + 1).bit_count() for guess in first_guesses(game, group)]
    # Of six coins a set of five holds a false one for sure.
    assert [size for size in sizes if size < 5] == [1, 2, 3, 4]


def test_guesses_at_a_set_are_the_lowest_of_their_images() -> None:
    game = coins(5)
    group = whole_game(game).group
    assert group.moves  # all 119 are listed
    for seed in range(20):
        some = np.array(sorted(Random(seed).sample(range(10), 4)), dtype=np.int32)
        keeping = [number for number, moved in enumerate(group.moved) if set(moved[some]) == set(some)]
        lowest = [guess for guess in range(31) if all(group.images[guess, each] >= guess for each in keeping)]
        assert representatives_at(group, some).tolist() == lowest


def names(group: Group, candidates: list[int]) -> tuple[int, int]:
    with np.errstate(over="ignore"):
        key, check = plain(name_by_list)(group, np.array(candidates, dtype=np.int32))
    return int(key), int(check)


def test_sets_share_a_name_if_and_only_if_they_are_images() -> None:
    group = whole_game(coins(5)).group
    random = Random(5)
    for _ in range(30):
        one, other = (sorted(random.sample(range(10), 3)) for _ in range(2))
        images = [set(one), *(set(moved[one].tolist()) for moved in group.moved)]
        assert (names(group, one) == names(group, other)) == (set(other) in images)


def test_positions_have_symmetries_of_their_own() -> None:
    game = coins(6)
    start = start_of(game, ((game.guesses[2], 0),))  # one of the first two coins is false
    group = position_of(game, start.candidates).group
    # Four coins are left of which nothing is known, and the two may be exchanged.
    assert len(group.moved) == 2 * 24 - 1


def test_a_table_without_symmetries_has_none() -> None:
    group = whole_game(table_game([[0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 1, 1]], "identify")).group
    assert not len(group.moved)
    assert not group.moves
