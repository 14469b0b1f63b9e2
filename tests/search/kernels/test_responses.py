"""Responses in bulk, where test_kernels.py does not test them: many pegs, many guesses, games that break the
contract."""

from __future__ import annotations

import random
from collections.abc import Callable

import numba
import numpy as np
import pytest
from toys import Echo

from strategist import make_game
from strategist.common.errors import SpecError, TooLargeError
from strategist.games.pegs.pegs import PegGame
from strategist.model.game import Game
from strategist.search.adapters.registry import make_source
from strategist.search.kernels.responses.responses import BLOCK, Source, response_table

both_kernels = pytest.mark.parametrize("scalar", [True, False], ids=["scalar", "vector"])


def source_of(game: PegGame, codes: list[tuple[int, ...]]) -> Source:
    """A source with only these codes of a game that has far too many."""
    digits = np.array(codes, dtype=np.uint8)
    counts = [[code.count(symbol) for code in codes] for symbol in range(game.symbols)]
    return make_source(make_game("mastermind(1,2)"))._replace(
        pegs=game.pegs,
        symbols=game.symbols,
        response_count=game.response_count,
        columns=np.vstack([digits.T, np.array(counts, dtype=np.uint8)]),
        digits=np.frombuffer(digits.tobytes(), dtype=np.uint8).reshape(digits.shape),
        guess_of_secret=np.arange(len(codes), dtype=np.int32),
        question_count=len(codes),
    )


@both_kernels
@pytest.mark.parametrize(("pegs", "colors"), [(7, 3), (9, 4), (12, 5), (15, 4), (20, 2)])
def test_responses_to_many_pegs_fit_in_a_byte(pegs: int, colors: int, scalar: bool) -> None:
    game = make_game(f"mastermind({pegs},{colors})")
    assert isinstance(game, PegGame)
    draws = random.Random(pegs)
    codes = [tuple(draws.randrange(colors) for _ in range(pegs)) for _ in range(60)]
    # Besides random codes, add neighbors, which agree in nearly every position.
    codes += [(*code[:-2], *reversed(code[-2:])) for code in codes[:20]] + [(0,) * pegs, (*[0] * (pegs - 1), 1)]
    plain = [[game.respond(guess, secret) for guess in codes] for secret in codes]
    assert response_table(source_of(game, codes), scalar).tolist() == plain


@both_kernels
def test_more_guesses_than_a_block_holds(scalar: bool) -> None:
    game = make_game("mastermind(4,6)")
    assert len(game.guesses) > BLOCK
    table = response_table(make_source(game), scalar)
    for secret in (0, 7, 650, 1295):
        plain = [game.respond(guess, game.secrets[secret]) for guess in game.guesses]
        assert table[secret].tolist() == plain


@pytest.mark.parametrize("game", ["mastermind(4,7)", "bulls-and-cows(4,9)", "mastermind(5,4,feedback=black)"])
def test_the_kernels_agree_on_whole_tables(game: str) -> None:
    source = make_source(make_game(game))
    table = response_table(source, False)
    assert np.array_equal(table, response_table(source, True))
    assert np.array_equal(table, table.T)


@both_kernels
@pytest.mark.parametrize("responses", [6, 256, 257, 300])
def test_a_table_is_as_wide_as_its_responses(responses: int, scalar: bool) -> None:
    game = Echo({"numbers": 41, "responses": responses})
    table = response_table(make_source(game), scalar)
    assert table.dtype == (np.uint8 if responses <= 256 else np.uint16)
    assert table.tolist() == [[game.respond(guess, secret) for guess in game.guesses] for secret in game.secrets]


def test_one_compilation_serves_peg_games_and_tables() -> None:
    pegs, table = make_source(make_game("mastermind(2,3)")), make_source(Echo({}))
    assert numba.typeof(pegs) == numba.typeof(table)


def echo_with(**changes: object) -> Game:
    """The game echo with some of its parts replaced."""
    game = Echo({"numbers": 10, "responses": 6})
    for name, value in changes.items():
        setattr(game, name, value)
    return game


@pytest.mark.parametrize(
    ("respond", "message"),
    [
        (lambda guess, secret: 6, "0 to 0: expected 5, got 6"),
        (lambda guess, secret: 7 if guess else 5, "1 to 0: expected a response below 5, got 7"),
        (lambda guess, secret: -1 if guess > secret else 5, "1 to 0: expected a response below 5, got -1"),
        (lambda guess, secret: 5, "1 to 0: expected a response below 5, got 5"),
        (lambda guess, secret: 0, "0 to 0: expected 5, got 0"),
    ],
)
def test_a_response_out_of_range_never_reaches_a_kernel(respond: Callable[[int, int], int], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        make_source(echo_with(respond=respond))


class Rowed(Echo):
    """The game echo with the kernel ``rows``, whose rows may be spoiled."""

    kernel = "rows"

    def __init__(self, spoil: Callable[[list[int]], object]) -> None:
        super().__init__({"numbers": 10, "responses": 6})
        self.spoil = spoil

    def row(self, guess: int) -> object:
        row = [self.respond(self.guesses[guess], secret) for secret in self.secrets]
        return self.spoil(row) if guess == 1 else row


ROWS: dict[str, tuple[Callable[[list[int]], object], str]] = {
    "too high": (lambda row: [*row[:-1], 6], "1 to 8: expected a response below 5, got 6"),
    "beyond a byte": (lambda row: [256, *row[1:]], "1 to 0: expected a response below 5, got 256"),
    "negative": (lambda row: [row[0], -1, *row[2:]], "1 to 2: expected a response below 5, got -1"),
    "solved, but it is not": (lambda row: [5, *row[1:]], "1 to 0: expected a response below 5, got 5"),
    "too short": (lambda row: row[1:], r"the row of 1: expected 5 responses, got int64 of shape \(4,\)"),
    "bytes": (bytes, "the row of 1: expected 5 responses, got"),
    "fractions": (lambda row: [0.5] * 5, r"the row of 1: expected 5 responses, got float64 of shape \(5,\)"),
}


@pytest.mark.parametrize("some", [False, True])
@pytest.mark.parametrize("spoil", ROWS)
def test_a_row_that_breaks_the_contract_never_reaches_a_kernel(spoil: str, some: bool) -> None:
    candidates = np.array([0, 1, 4], dtype=np.int32) if some else None
    assert make_source(Rowed(list), candidates).columns.shape == (3 if some else 5, 10)
    change, message = ROWS[spoil]
    with pytest.raises(SpecError, match=rf"^echo\(numbers=10,responses=6\): {message}"):
        make_source(Rowed(change), candidates)


def test_secrets_must_be_guesses_in_the_same_order() -> None:
    with pytest.raises(SpecError, match="secret 12 cannot be guessed"):
        make_source(echo_with(secrets=[2, 12]))
    with pytest.raises(SpecError, match="in the order in which they stand among the guesses"):
        make_source(echo_with(secrets=[4, 2]))


@pytest.mark.parametrize("text", ["mastermind(9,10)", "bulls-and-cows(6,36)"])
def test_a_game_beyond_memory_is_refused_before_anything_is_made(text: str) -> None:
    with pytest.raises(TooLargeError, match=r"needs \d+\.\d GiB, expected at most 2"):
        make_source(make_game(text))


def test_a_table_beyond_memory_is_refused_before_anything_is_asked() -> None:
    with pytest.raises(TooLargeError, match=r"needs 4\.\d GiB"):
        make_source(Echo({"numbers": 10**5, "responses": 6}))


def test_more_responses_than_two_bytes_hold_are_refused() -> None:
    with pytest.raises(TooLargeError, match="has 65537 responses"):
        make_source(Echo({"responses": 2**16 + 1}))
