"""Responses and symmetries of Grand Mastermind in compiled code, beside its rules."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest
from bothways import grown_alike, result, searched
from hypothesis import given, settings
from hypothesis import strategies as st
from selection import examples

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.games.pegs.grand import GrandMastermind
from strategist.model.game import Game
from strategist.search.adapters.registry import make_source
from strategist.search.advice.advise import advise
from strategist.search.compile.compile import compile_from, start_for
from strategist.search.kernels.responses.responses import GRAND, TABLE, response_table, responses_to
from strategist.search.kernels.symmetry.same_guesses import make_group, orbit_minima, representatives
from strategist.search.kernels.symmetry.set_symmetry import representatives_at, symmetries_of_set
from strategist.search.state.start import start_of

SMALL = ["grand-mastermind(1,2,3)", "grand-mastermind(2,3,3)", "grand-mastermind(3,2,2)", "grand-mastermind(3,2,3)"]
LARGE = "grand-mastermind(4,5,5)"
HISTORY = "A1B2C3D4:0b1w2h A2B3D5E5:1b0w1h C4A2E5B5:0b1w1h"


@pytest.mark.parametrize("scalar", [False, True], ids=["vector", "scalar"])
@pytest.mark.parametrize("text", [*SMALL, "grand-mastermind(4,2,2)", "grand-mastermind(5,1,3)"])
def test_every_response_is_that_of_the_rules(text: str, scalar: bool) -> None:
    game = make_game(text)
    source = make_source(game)
    assert source.kind == GRAND
    plain = [[game.respond(guess, secret) for guess in game.guesses] for secret in game.secrets]
    assert response_table(source, scalar).tolist() == plain


@pytest.mark.parametrize("text", ["grand-mastermind(6,2,2)", "grand-mastermind(7,2,1)", "grand-mastermind(8,1,3)"])
def test_responses_of_long_codes(text: str) -> None:
    game = make_game(text)
    source = make_source(game)
    drawn = random.Random(5)
    secrets = np.array(sorted(drawn.sample(range(len(game.secrets)), 20)), dtype=np.int32)
    rows = responses_to(source, secrets)
    for row, secret in enumerate(secrets.tolist()):
        for guess in drawn.sample(range(len(game.guesses)), 100):
            assert rows[row, guess] == game.respond(game.guesses[guess], game.secrets[secret])


def test_codes_too_long_for_the_kernel_are_asked_for() -> None:
    game = make_game("grand-mastermind(9,1,2)")
    assert make_source(game, np.arange(3, dtype=np.int32)).kind == TABLE


def maps_of(game: Game) -> Iterator[dict[tuple[int, ...], tuple[int, ...]]]:
    """Every symmetry that the game describes, as a map from codes to codes."""
    code_of = {tuple(game.spelled(code)): code for code in game.guesses}
    for permutation, names in symmetries_of_set(game, game.secrets):
        images = {code: tuple(names[spelled[p]] for p in permutation) for spelled, code in code_of.items()}
        yield {code: code_of[image] for code, image in images.items()}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        # Renamings of colors and of shapes; the exchange of both; the two positions of a code of two.
        ("grand-mastermind(2,2,3)", 2 * 6 * 2),
        ("grand-mastermind(2,3,3)", 6 * 6 * 2 * 2),
        ("grand-mastermind(3,2,2)", 2 * 2 * 2),
        ("grand-mastermind(3,2,3)", 2 * 6),
    ],
)
def test_the_symmetries_that_are_described_keep_every_response(text: str, count: int) -> None:
    game = make_game(text)
    found = list(maps_of(game))
    assert len(found) == count
    pairs = list(itertools.product(game.guesses, game.secrets))
    for image in found:
        for guess, secret in random.Random(6).sample(pairs, min(len(pairs), 1000)):
            assert game.respond(image[guess], image[secret]) == game.respond(guess, secret)


def test_positions_are_not_alike_where_the_leftmost_goes_first() -> None:
    game = make_game("grand-mastermind(3,2,2)")
    one, other = game.parse_code("A1A1B1"), game.parse_code("B2A2A1")
    assert game.respond(one, other) != game.respond(one[::-1], other[::-1])


@pytest.mark.parametrize("text", SMALL)
@settings(max_examples=examples(10))
@given(data=st.data())
def test_the_lowest_of_each_orbit_is_kept(text: str, data: st.DataObject) -> None:
    game = make_game(text)
    history = data.draw(st.lists(st.integers(0, len(game.guesses) - 1), max_size=2))
    past = [game.guesses[index] for index in history]
    fixing = [image for image in maps_of(game) if all(image[code] == code for code in past)]
    expected = [index for index, code in enumerate(game.guesses) if all(image[code] >= code for image in fixing)]
    assert orbit_minima(game, range(len(game.guesses)), history) == expected
    group = make_group(game, make_source(game))
    assert representatives(group, np.array(history, dtype=np.int32)).tolist() == expected


def test_all_symmetries_of_colors_and_shapes_are_found_at_a_set() -> None:
    game = make_game("grand-mastermind(2,3,3)")
    group = make_group(game, make_source(game))
    for chosen in (lambda code: code[0] == 0, lambda code: code[0] // 3 == 1, lambda code: code[0] == code[1]):
        some = [index for index, code in enumerate(game.secrets) if chosen(code)]
        secrets = {game.secrets[index] for index in some}
        maps = [image for image in maps_of(game) if {image[code] for code in secrets} == secrets]
        expected = [index for index, code in enumerate(game.guesses) if all(image[code] >= code for image in maps)]
        assert representatives_at(group, np.array(some, dtype=np.int32)).tolist() == expected


@pytest.mark.parametrize("strategy", ["entropy", "minimax", "most-parts(ties=highest)", "first", "random(seed=3)"])
@pytest.mark.parametrize("text", ["grand-mastermind(2,3,3)", "grand-mastermind(3,2,2)"])
def test_heuristics_grow_the_trees_of_their_specification(text: str, strategy: str) -> None:
    grown_alike(make_game(text), strategy)


@pytest.mark.parametrize("text", ["grand-mastermind(1,2,3)", "grand-mastermind(2,2,2)"])
def test_optimal_trees_are_as_good_as_all_trees(text: str) -> None:
    game = make_game(text)
    strategy = searched("optimal(total,depth)", game)
    assert result(strategy) == result(strategy, plain=True)


@pytest.mark.parametrize(
    ("strategy", "total", "depth"),
    [("minimax", 28217, 5), ("expected-size", 27382, 5), ("entropy", 27282, 5), ("most-parts", 27403, 5)],
)
def test_heuristics_of_three_colors_and_shapes(strategy: str, total: int, depth: int) -> None:
    data = compile_strategy("grand-mastermind(4,3,3)", strategy).data
    assert (data.claims.total, data.claims.depth) == (total, depth)
    assert verify_strategy(data).verified


@pytest.mark.parametrize(
    ("text", "history"),
    [
        ("grand-mastermind(3,4,4)", "A1B2C3:0b1w1h A2B3D4:1b0w1h"),
        pytest.param(LARGE, f"{HISTORY} A4C2B5B1:0b0w1h", marks=pytest.mark.slow),
    ],
    ids=["small", "published"],
)
def test_a_position_of_a_game(text: str, history: str) -> None:
    game = make_game(text)
    assert isinstance(game, GrandMastermind)
    start = start_of(game, game.parse_history(history))
    size = len(start.candidates)
    assert 10 < size < 100
    entropy, best = (advise(game, make_strategy(name, game), start) for name in ("entropy", "optimal(total)"))
    assert best.data.bound == "optimal"
    assert best.data.claims.total <= entropy.data.claims.total
    for advice in (entropy, best):
        assert sum(advice.left.values()) == size
        assert verify_strategy(advice.data).verified or not advice.data.start


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "total", "depth"), [("first", 2780306, 11), ("random", 2558765, 10)])
def test_trees_of_the_published_game(strategy: str, total: int, depth: int) -> None:
    game = make_game(LARGE)
    made = make_strategy(strategy, game)
    data = compile_from(game, made, start_for(game, made)).data
    assert (data.claims.total, data.claims.depth, data.claims.secrets) == (total, depth, 390_625)
