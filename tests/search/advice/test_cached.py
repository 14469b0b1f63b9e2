"""Values of moves, looked up and searched, beside a plain search; and the names of positions beside plain ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from strategist import make_game
from strategist.choosing.luck_and_skill import value_of, worth_of
from strategist.choosing.plain_values import Plainly, least
from strategist.files.values.read_plainly import name_plainly
from strategist.files.values.value_file import ValueFile, write_cache
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.model.position import Position
from strategist.search.advice.cached.building import build_values
from strategist.search.advice.cached.hits import hit_rates
from strategist.search.advice.cached.move_values import BOUNDED, CACHED, SEARCHED, Cells, Values
from strategist.search.advice.cached.position_names import Moves
from strategist.search.state.start import Start, start_of

WORDS = [one + two + three for one in "abc" for two in "abd" for three in "ac"]


def game_of(text: str) -> Game:
    if text == "hard words":
        return Words({"hard": True, "turns": 4}, Lists(WORDS[::2], WORDS))
    return Words({}, Lists(WORDS[::2], WORDS)) if text == "words" else make_game(text)


GAMES = [
    "mastermind(2,4)",
    "mastermind(3,3)",
    "mastermind(2,4,turns=3)",
    "mastermind(3,3,feedback=black)",
    "bulls-and-cows(2,5)",
    "bulls-and-cows(3,4,leading_zero=false)",
    "grand-mastermind(2,2,2)",
    "mastermind(2,4,goal=identify)",
    "words",
    "hard words",
]


def positions(game: Game, count: int) -> Iterator[Start]:
    """Random positions after up to three guesses that the rules allow, where play goes on."""
    drawn = random.Random(game.spec)
    while count:
        secret, history, made = drawn.choice(game.secrets), (), drawn.randint(0, 3)
        for _ in range(made if game.turns is None else min(made, game.turns - 1)):
            allowed = game.allowed(history)
            guess = drawn.choice(game.guesses[: game.question_count] if allowed is None else allowed)
            history = (*history, (guess, game.respond(guess, secret)))
        if not any(game.solved(response) for _, response in history):
            count -= 1
            yield start_of(game, history)


def moves_at(game: Game, start: Start, drawn: random.Random) -> int:
    allowed = game.allowed(tuple((game.guesses[guess], response) for guess, response in start.history))
    return drawn.randrange(game.question_count) if allowed is None else game.guesses.index(drawn.choice(allowed))


@pytest.mark.parametrize("text", GAMES)
def test_names_are_those_of_the_specification(text: str) -> None:
    game = game_of(text)
    values = Values(game)
    for start in positions(game, 60):
        names = values.names(Cells.alone(start))
        history = tuple((game.guesses[guess], response) for guess, response in start.history)
        told = name_plainly(game, history, start.candidates.tolist())
        assert (int(names.keys[0]), int(names.checks[0])) == told


@pytest.mark.parametrize("text", GAMES)
def test_a_guess_keeps_its_worth_where_a_position_is_called_otherwise(text: str) -> None:
    game, drawn = game_of(text), random.Random(1)
    values = Values(game)
    for start in positions(game, 40):
        guess = drawn.randrange(game.question_count)
        image = values.namer.image_of(start.candidates, guess)
        assert values.namer.guess_of(start.candidates, image) == guess


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def cache_of(game: Game, folder: Path, **limits: int) -> ValueFile:
    path = folder / "values.cache"
    write_cache(path, build_values(game, **limits).encode())
    return ValueFile(path, game)


def agree(game: Game, values: Values, count: int) -> dict[str, int]:
    """Values of random moves at random positions beside those of a search over all trees; where they were from."""
    plainly = Plainly(game, least(game, 1 << 40))
    drawn, sources = random.Random(2), dict.fromkeys((CACHED, SEARCHED, BOUNDED), 0)
    for start in positions(game, count):
        position, guess = Position(start.history, start.candidates.tolist()), moves_at(game, start, drawn)
        if plainly.known(position):
            continue
        found = values.move(start, guess)
        worth, value = worth_of(plainly, position, guess), value_of(plainly, position)
        sources[found.by] += 1
        assert found.worth[0] <= worth <= found.worth[1]
        assert found.least[0] <= value <= found.least[1]
        assert found.regret_bounds[0] <= worth - value <= found.regret_bounds[1]
        if found.exact:
            assert (found.worth[0], found.least[0], found.regret) == (worth, value, worth - value)
        if found.best is not None:
            assert found.least[0] <= worth_of(plainly, position, found.best) <= found.least[1]
    return sources


@pytest.mark.thorough
@pytest.mark.parametrize("text", GAMES)
def test_regrets_are_those_of_the_plain_search(text: str, folder: Path) -> None:
    game = game_of(text)
    assert agree(game, Values(game), 60)[BOUNDED] == 0
    some = agree(game, Values(game, cache_of(game, folder, positions=12)), 60)
    assert some[CACHED] > 20 and some[BOUNDED] == 0
    # Nothing is searched: what the file does not hold is bounded.
    agree(game, Values(game, cache_of(game, folder, positions=12), seconds=0), 30)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["mastermind(3,3)", "mastermind(2,6)", "bulls-and-cows(2,5)", "hard words"])
def test_ten_thousand_regrets_are_those_of_the_plain_search(text: str, folder: Path) -> None:
    game = game_of(text)
    sources = agree(game, Values(game, cache_of(game, folder, positions=100)), 10_000)
    assert sources[BOUNDED] == 0 and sum(sources.values()) > 9_000


@pytest.mark.parametrize("text", ["mastermind(3,4)", "bulls-and-cows(3,5)", "words"])
def test_players_hit_what_sensible_play_reaches(text: str, folder: Path) -> None:
    game = game_of(text)
    rates = hit_rates(cache_of(game, folder), 60)
    assert list(rates) == ["random", "consistent", "optimal"]
    assert rates["optimal"].rate == 1 and rates["optimal"].moves >= 60
    assert rates["consistent"].rate > 0.9 and rates["random"].moves > rates["optimal"].moves
    few = hit_rates(cache_of(game, folder, positions=1), 60)
    assert few["consistent"].rate < 0.7
    assert few == hit_rates(cache_of(game, folder, positions=1), 60)


def test_the_first_position_of_a_large_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is bounded where some openings are not followed, and exact where all kinds are, or where it is asked for."""
    game = make_game("mastermind(3,4)")
    monkeypatch.setattr("strategist.search.advice.cached.building._SOLVED_PAIRS", 40 * 64)
    limits: list[dict[str, int]] = [{"openings": 2}, {}, {"openings": 2, "whole": True}]
    for limit, told in zip(limits, (BOUNDED, CACHED, CACHED), strict=True):
        cache = cache_of(game, folder, **limit)
        cost, by = Values(game, cache).cost(start_of(game))
        assert by == told and cost.lower <= 206 <= cost.upper <= 210
        assert cost.exact == (by == CACHED) and game.format_code(game.guesses[cost.guess]) == "112"


def test_time_limits_what_is_searched() -> None:
    game = make_game("mastermind(4,6)")
    found = Values(game, seconds=0).move(start_of(game), game.parse_question("1122"))
    assert found.by == BOUNDED and found.least[0] <= Fraction(5625, 1296) <= found.least[1]
    assert found.worth[0] <= Fraction(5702, 1296) <= found.worth[1]


def test_moves_are_of_indices() -> None:
    # A position is known by its moves and by its candidates, which need not be looked for again.
    game = make_game("mastermind(2,3)")
    moves: Moves = ((0, 1),)
    after = Start(moves, np.array([1, 2, 3, 6], dtype=np.int32))
    assert Values(game).cost(after)[0] == Values(game).cost(start_of(game, game.parse_history("11:1b0w")))[0]
