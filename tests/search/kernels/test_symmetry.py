"""The guesses that symmetry makes equal, against the whole group written out."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from partial_groups import few_permutations
from selection import examples
from toys import Echo

from strategist import make_game
from strategist.choosing.ratings import cell_sizes
from strategist.common.errors import SpecError
from strategist.games.pegs.pegs import PegGame
from strategist.model.game import Game, Symmetry
from strategist.search.adapters.registry import make_source
from strategist.search.advice.openings import essentially_different, first_partitions
from strategist.search.kernels.symmetry.same_guesses import (
    group_of,
    make_group,
    orbit_minima,
    position_permutations,
    representatives,
)

Code = tuple[int, ...]

GAMES = [
    "mastermind(2,4)",
    "mastermind(3,3)",
    "mastermind(4,2)",
    "mastermind(3,3,feedback=black)",
    "bulls-and-cows(3,4)",
    "bulls-and-cows(2,4,leading_zero=false)",
    "bulls-and-cows(3,4,leading_zero=false)",
]


def kept(game: Game, history: tuple[int, ...], merge: bool = True) -> list[int]:
    """The guesses that the kernel keeps."""
    source = make_source(game)
    path = np.array(history, dtype=np.int32)
    return [int(guess) for guess in representatives(make_group(game, source, merge), path)]


def whole_group(game: PegGame) -> Iterator[dict[Code, Code]]:
    """Every symmetry of a game as a map from codes to codes: all positions and symbols permuted in their classes."""
    fixed = 0 if game.values.get("leading_zero", True) else 1
    for positions in itertools.permutations(range(fixed, game.pegs)):
        for symbols in itertools.permutations(range(fixed, game.symbols)):
            moved = [*range(fixed), *positions]
            named = [*range(fixed), *symbols]
            yield {code: tuple(named[code[p]] for p in moved) for code in game.guesses}


def minima_by_brute_force(game: PegGame, history: tuple[int, ...]) -> list[int]:
    """The guesses that no symmetry that fixes the history maps to a lower one."""
    past = [game.guesses[index] for index in history]
    stabilizer = [image for image in whole_group(game) if all(image[code] == code for code in past)]
    return [i for i, code in enumerate(game.guesses) if all(image[code] >= code for image in stabilizer)]


@pytest.mark.parametrize("text", GAMES)
@settings(max_examples=examples(15))
@given(data=st.data())
def test_exactly_the_lowest_of_each_orbit_is_kept(text: str, data: st.DataObject) -> None:
    game = make_game(text)
    assert isinstance(game, PegGame)
    history = tuple(data.draw(st.lists(st.integers(0, len(game.guesses) - 1), max_size=3)))
    expected = minima_by_brute_force(game, history)
    assert orbit_minima(game, range(len(game.guesses)), history) == expected
    assert kept(game, history) == expected


@pytest.mark.parametrize("text", ["mastermind(4,6)", "bulls-and-cows(4,7)", "bulls-and-cows(4,6,leading_zero=false)"])
@settings(max_examples=examples(15))
@given(data=st.data())
def test_the_kernel_keeps_what_the_specification_keeps(text: str, data: st.DataObject) -> None:
    game = make_game(text)
    history = tuple(data.draw(st.lists(st.integers(0, len(game.guesses) - 1), max_size=3)))
    assert kept(game, history) == orbit_minima(game, range(len(game.guesses)), history)


@pytest.mark.parametrize("history", ["", "1122:1b1w", "1123:0b2w", "1122:1b0w 1344:1b1w"])
def test_for_each_guess_dropped_a_lower_one_has_the_same_cells(history: str) -> None:
    game = make_game("mastermind(4,4)")
    moves = game.parse_history(history)
    candidates = game.consistent(moves)
    shapes: dict[int, list[int]] = {}
    for index, guess in enumerate(game.guesses):
        sizes = cell_sizes(game, guess, candidates)
        shapes[index] = [sizes[response] for response in range(game.response_count)]
    stands_for = kept(game, tuple(game.guesses.index(guess) for guess, _ in moves))
    for index, shape in shapes.items():
        assert any(shapes[other] == shape for other in stands_for if other <= index)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mastermind(4,6)", ["1111", "1112", "1122", "1123", "1234"]),
        ("mastermind(5,8)", ["11111", "11112", "11122", "11123", "11223", "11234", "12345"]),
        ("mastermind(4,2)", ["1111", "1112", "1122"]),
        ("bulls-and-cows(4,10)", ["0123"]),
        ("bulls-and-cows(4,10,leading_zero=false)", ["1023", "1234"]),
        # There are too many positions to permute all of them at once.
        ("mastermind(8,2)", ["11111111", "11111112", "11111122", "11111222", "11112222"]),
        ("mastermind(9,2,feedback=black)", ["111111111", "111111112", "111111122", "111111222", "111112222"]),
    ],
)
def test_essentially_different_first_guesses(text: str, expected: list[str]) -> None:
    game = make_game(text)
    assert [game.format_code(game.guesses[index]) for index in essentially_different(game)] == expected


def test_with_many_positions_a_group_within_blocks_is_left() -> None:
    """Products of two permutations are among them."""
    symmetry = make_game("mastermind(9,2)").symmetry
    assert symmetry is not None
    permutations = position_permutations(symmetry, 9)
    assert len(set(permutations)) == len(permutations) == 120 and permutations[0] == tuple(range(9))
    some = permutations[:: len(permutations) // 40]
    assert {tuple(one[place] for place in other) for one in some for other in some} <= set(permutations)


@pytest.mark.parametrize("text", ["mastermind(4,3)", "mastermind(5,2)", "bulls-and-cows(3,5,leading_zero=false)"])
@settings(max_examples=examples(15))
@given(data=st.data())
def test_where_permutations_are_left_out_the_lowest_of_each_orbit_is_kept_and_few_others(
    text: str, data: st.DataObject
) -> None:
    game = make_game(text)
    assert isinstance(game, PegGame)
    history = tuple(data.draw(st.lists(st.integers(0, len(game.guesses) - 1), max_size=3)))
    expected = set(minima_by_brute_force(game, history))
    with few_permutations(1):
        standing = kept(game, history)
    assert expected <= set(standing)
    # Positions that all guesses leave alike are exchanged: each guess that is kept ascends there.
    columns = [[game.guesses[index][place] for index in history] for place in range(game.pegs)]
    fixed = 0 if game.values.get("leading_zero", True) else 1
    for one, other in itertools.combinations(range(fixed, game.pegs), 2):
        if columns[one] == columns[other]:
            assert all(game.guesses[guess][one] <= game.guesses[guess][other] for guess in standing)


def test_games_without_symmetries_keep_every_guess() -> None:
    game = Echo({"numbers": 7, "responses": 6})
    assert essentially_different(game) == list(range(7))
    assert orbit_minima(game, [1, 3, 5]) == [1, 3, 5]


def test_without_merging_there_is_no_group() -> None:
    game = make_game("mastermind(3,3)")
    assert len(make_group(game, make_source(game), merge=False).permutations) == 0


def test_the_identity_comes_first() -> None:
    symmetry = make_game("bulls-and-cows(4,6,leading_zero=false)").symmetry
    assert symmetry is not None
    permutations = position_permutations(symmetry, 4)
    assert permutations[0] == (0, 1, 2, 3)
    assert sorted(permutations) == [(0, *rest) for rest in itertools.permutations((1, 2, 3))]


@pytest.mark.parametrize("game", [make_game("mastermind(3,4)"), Echo({"responses": 300})], ids=["pegs", "echo"])
def test_partitions_of_first_guesses_add_up_to_the_secrets(game: Game) -> None:
    guesses = range(0, len(game.guesses), 5)
    for guess, sizes in zip(guesses, first_partitions(game, guesses), strict=True):
        assert sum(sizes) == len(game.secrets)
        assert sizes[-1] == (game.guesses[guess] in game.secrets)


def test_codes_in_another_order_than_their_digits_are_refused() -> None:
    digits = np.array([[0, 0], [1, 0], [0, 1]], dtype=np.uint8)
    with pytest.raises(SpecError, match=r"^expected secrets in ascending order of their digits, got 0\.1 after 1\.0$"):
        group_of(Symmetry((), ((0, 1),)), 2, digits, digits, whole=True)
