"""Rewards of regret: what they sum up to, beside a plain search, and where they are from."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from strategist import make_game
from strategist.choosing.luck_and_skill import value_of, worth_of
from strategist.choosing.plain_values import Plainly, least
from strategist.common.errors import SpecError
from strategist.environment import TextEnvironment, make_environment
from strategist.environment.episode import Episode
from strategist.environment.many import ManyGames
from strategist.environment.named_rewards import make_reward
from strategist.environment.regret_reward import Regret
from strategist.files.values.value_file import write_cache
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game, History
from strategist.model.position import Position
from strategist.play.hidden import FixedSecret
from strategist.search.advice.cached.building import build_values


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("values") / "values.cache"
    write_cache(path, build_values(make_game("mastermind(3,4)")).encode())
    return path


def first_candidate(game: Game, history: History) -> int:
    return game.guesses.index(game.consistent(history)[0])


@pytest.mark.parametrize("looked_up", [False, True])
def test_regrets_add_up_to_what_a_player_takes_beyond_the_best(looked_up: bool, cache: Path) -> None:
    game = make_game("mastermind(3,4)")
    rule, regret, guesses = Regret(game, cache if looked_up else None), Fraction(0), 0
    for secret in game.secrets:
        episode = Episode(game, FixedSecret(game, secret, 0))
        while not episode.over:
            step = episode.guess(first_candidate(game, episode.history))
            told = rule.told(step)
            assert told.bounds == (told.regret, told.regret) and told.by == ("cache" if looked_up else "search")
            regret, guesses = regret + told.regret, guesses + 1
    assert guesses - regret == 206


@pytest.mark.parametrize("name", ["mastermind(2,4)", "mastermind(2,4,turns=3)", "hard"])
def test_regrets_are_those_of_the_plain_search_also_where_turns_pass_in_vain(name: str) -> None:
    words = [one + two + three for one in "abc" for two in "abd" for three in "ac"]
    game = Words({"hard": True, "turns": 4}, Lists(words[::2], words)) if name == "hard" else make_game(name)
    plainly, rule, drawn = Plainly(game, least(game, 1 << 40)), Regret(game), random.Random(name)
    wasted = 0
    for _ in range(60):
        episode = Episode(game, FixedSecret(game, drawn.choice(game.secrets), 0), 5)
        while not episode.over:
            step = episode.waste() if drawn.random() < 0.2 else episode.guess(drawn.randrange(len(game.guesses)))
            wasted += step.illegal
            if game.restricts and step.wasted:
                # The plain search knows no turns that passed: a game with fewer of them is another one.
                continue
            moves = tuple((game.guesses.index(guess), answer) for guess, answer in step.history)
            passed = tuple((0, 0) for _ in range(step.wasted))
            position = Position((*passed, *moves), [game.secrets.index(code) for code in step.candidates])
            value = value_of(plainly, position)
            if not step.illegal:
                right = worth_of(plainly, position, step.guess) - value
            elif game.turns is None:
                right = Fraction(1)
            elif game.restricts:
                continue
            else:
                later = Position((*passed, (0, 0), *moves), position.candidates)
                right = 1 + value_of(plainly, later) - value
            assert rule.told(step).regret == right
    assert wasted > 20


def test_info_says_where_a_regret_is_from(cache: Path) -> None:
    pytest.importorskip("gymnasium")
    environment = make_environment("mastermind(3,4)", reward="regret", cache=str(cache))
    environment.reset(options={"secret": "134"})
    _, reward, _, _, info = environment.step(0)
    assert reward == -27 / 64 and info["regret_by"] == "cache"
    assert info["regret"] == 27 / 64 and info["regret_bounds"] == (27 / 64, 27 / 64)
    assert "regret" not in make_environment("mastermind(3,4)").reset()[1]


def test_a_reply_without_a_guess_costs_a_turn(cache: Path) -> None:
    environment = TextEnvironment("mastermind(3,4)", reward="regret", cache=cache)
    environment.begin(secret="134")
    assert [environment.reply(text).reward for text in ("nothing", "111", "112")][:2] == [-1.0, -27 / 64]


def test_what_is_not_found_in_time_is_bounded() -> None:
    game = make_game("mastermind(4,6)")
    rule = Regret(game, seconds=0)
    episode = Episode(game, FixedSecret(game, game.secrets[5], 0))
    told = rule.told(episode.guess(game.parse_question("1111")))
    low, high = told.bounds
    assert told.by == "bounds" and low <= Fraction(6318 - 5625, 1296) <= high and low <= told.regret <= high


def test_what_goes_together(cache: Path) -> None:
    game = make_game("mastermind(3,4)")
    with pytest.raises(SpecError, match="cache: expected reward=regret, which looks values up"):
        make_reward("win", game, cache)
    with pytest.raises(SpecError, match="reward=regret: expected games one by one, got 2 at once"):
        ManyGames(game, 2, reward="regret")
    with pytest.raises(SpecError, match="expected a value cache of mastermind"):
        make_reward("regret", make_game("mastermind(2,3)"), cache)
