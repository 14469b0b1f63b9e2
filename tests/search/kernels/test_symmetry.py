"""The guesses that symmetry makes equal, and the symmetries that leave guesses as they are: against the whole group."""

from __future__ import annotations

import itertools
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from partial_groups import few_permutations
from selection import examples
from toys import Echo

from strategist import make_game
from strategist.checking.images import Images
from strategist.choosing.ratings import cell_sizes
from strategist.common.errors import SpecError
from strategist.games.pegs.pegs import PegGame
from strategist.model.game import Game, Symmetry
from strategist.search.adapters.registry import make_source
from strategist.search.advice.openings import essentially_different, first_partitions
from strategist.search.kernels.symmetry.fixing import fixing, generators_fixing
from strategist.search.kernels.symmetry.guess_images import orbits
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


def whole_group(game: Game) -> list[tuple[int, ...]]:
    """Every symmetry of a game: positions and then symbols, all permuted in their classes."""
    fixed, pegs, symbols = int("leading_zero=false" in game.spec), len(game.guesses[0]), 1 + max(map(max, game.guesses))
    moved, named = (
        [(*range(fixed), *each) for each in itertools.permutations(range(fixed, count))] for count in (pegs, symbols)
    )
    return [(*positions, *names) for positions in moved for names in named]


def group_by_place(game: Game) -> list[tuple[int, ...]]:
    """Every symmetry of codes with other names of symbols at each position."""
    pegs, symbols = len(game.guesses[0]), 1 + max(map(max, game.guesses))
    found = []
    for positions in itertools.permutations(range(pegs)):
        for choice in itertools.product(itertools.permutations(range(symbols)), repeat=pegs):
            new = {positions[p]: [p * symbols + name for name in names] for p, names in enumerate(choice)}
            found.append((*positions, *itertools.chain.from_iterable(new[p] for p in range(pegs))))
    return found


def image(symmetry: tuple[int, ...], code: Code) -> Code:
    return tuple(symmetry[len(code) + code[place]] for place in symmetry[: len(code)])


def fixing_all(group: list[tuple[int, ...]], past: list[Code]) -> list[tuple[int, ...]]:
    """The symmetries of a group that leave past guesses as they are."""
    return [each for each in group if all(image(each, code) == code for code in past)]


def minima_by_brute_force(game: Game, history: tuple[int, ...]) -> list[int]:
    """The guesses that no symmetry that fixes the history maps to a lower one."""
    codes = [tuple(game.spelled(code)) for code in game.guesses]
    group = group_by_place(game) if "feedback=black" in game.spec else whole_group(game)
    stabilizer = fixing_all(group, [codes[index] for index in history])
    return [i for i, code in enumerate(codes) if all(image(each, code) >= code for each in stabilizer)]


@pytest.mark.parametrize("text", GAMES)
@settings(max_examples=examples(15))
@given(data=st.data())
def test_exactly_the_lowest_of_each_orbit_is_kept(text: str, data: st.DataObject) -> None:
    game = make_game(text)
    history = tuple(data.draw(st.lists(st.integers(0, len(game.guesses) - 1), max_size=3)))
    expected = minima_by_brute_force(game, history)
    assert orbit_minima(game, range(len(game.guesses)), history) == expected
    assert kept(game, history) == expected


@pytest.mark.parametrize(
    "text",
    [
        "mastermind(4,6)",
        "mastermind(4,5,feedback=black)",
        "bulls-and-cows(4,7)",
        "bulls-and-cows(4,6,leading_zero=false)",
    ],
)
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


FIXED = [
    "mastermind(4,2)",
    "mastermind(3,4)",
    "mastermind(5,3)",
    "bulls-and-cows(3,5)",
    "bulls-and-cows(4,5,leading_zero=false)",
    "bulls-and-cows(5,5)",
]


def generated(symmetries: set[tuple[int, ...]], pegs: int) -> set[tuple[int, ...]]:
    """All products of some symmetries."""
    found, todo = set[tuple[int, ...]](), list(symmetries)
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            for other in symmetries:
                names = one[pegs:]
                todo.append((*(other[place] for place in one[:pegs]), *(names[name] for name in other[pegs:])))
    found.discard((*range(pegs), *range(len(next(iter(symmetries), ())) - pegs)))
    return found


@pytest.mark.parametrize("text", FIXED)
def test_all_symmetries_that_leave_guesses_as_they_are_are_generated(text: str) -> None:
    game, random = make_game(text), Random(5)
    assert game.symmetry is not None
    pegs, symbols = len(game.guesses[0]), 1 + max(map(max, game.guesses))
    for count in (0, 1, 1, 2, 2, 3):
        past = [random.choice(game.guesses) for _ in range(count)]
        expected = {each for each in fixing_all(whole_group(game), past) if each != (*range(pegs), *range(symbols))}
        for named in (fixing, generators_fixing):
            found = set(named(game.symmetry, past, pegs, symbols))
            assert found <= expected
            assert generated(found, pegs) == expected


@pytest.mark.parametrize("text", ["mastermind(6,3)", "mastermind(8,2)", "bulls-and-cows(6,6)"])
def test_few_symmetries_make_as_many_guesses_equal_as_all_permutations(text: str) -> None:
    game, random = make_game(text), Random(6)
    assert game.symmetry is not None
    pegs, symbols = len(game.guesses[0]), 1 + max(map(max, game.guesses))
    for count in (0, 1, 2, 3):
        past = [random.choice(game.guesses) for _ in range(count)]
        lowest = []
        for named in (fixing, generators_fixing):
            found = list(map(bytes, named(game.symmetry, past, pegs, symbols)))
            lowest.append(Images(game, found).lowest(tuple(range(len(found)))))
        # Of eight pegs only the permutations within blocks are tried one by one.
        assert (lowest[1] <= lowest[0]).all()
        if pegs < 8:
            assert (lowest[1] == lowest[0]).all()


@pytest.mark.parametrize("name", ["mastermind(3,3)", "mastermind(2,5)", "bulls-and-cows(3,5)"])
def test_images_keep_all_responses(name: str) -> None:
    game = make_game(name)
    assert game.symmetry is not None
    found = list(orbits(game.symmetry, make_source(game).digits))
    count = len(game.secrets)
    assert sorted(image for orbit in found for image in orbit.images.tolist()) == list(range(count))
    assert [int(orbit.images[0]) for orbit in found] == orbit_minima(game, range(count))
    answers = np.array([[game.respond(guess, code) for code in game.secrets] for guess in game.secrets])
    for orbit in found:
        for image, names in zip(orbit.images, orbit.maps, strict=True):
            assert names[orbit.images[0]] == image
            assert np.array_equal(answers[np.ix_(names, names)], answers)
