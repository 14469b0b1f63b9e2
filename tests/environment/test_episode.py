"""Episodes, rewards, and many games at once beside their plain twin."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from all_lies import doubtful_games
from hypothesis import given
from hypothesis import strategies as st
from shelf import first_wordle

from strategist import compile_strategy, make_game, make_strategy
from strategist.common.errors import SpecError
from strategist.environment import score
from strategist.environment.codemakers import Codemakers
from strategist.environment.episode import Episode
from strategist.environment.league.standings import make_league
from strategist.environment.many import ManyGames
from strategist.environment.named_rewards import REWARDS, make_reward
from strategist.environment.regret_reward import Regret
from strategist.environment.rewards import Shaped
from strategist.environment.steps import CUT_OFF
from strategist.files.strategy import StrategyData
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.endings import LOST
from strategist.model.game import Game
from strategist.model.position import Position, kind_of
from strategist.play.hidden import Adversary, FixedSecret, LyingSecret, hidden_secret
from strategist.search.advice.cached.move_values import Values

GAMES = (
    "mastermind(2,3)",
    "mastermind(2,3,turns=3)",
    "mastermind(2,3,goal=identify)",
    "mastermind(2,3,goal=identify,turns=2)",
    "bulls-and-cows(2,4)",
)


@given(
    spec=st.sampled_from(GAMES),
    reward=st.sampled_from(sorted(REWARDS)),
    seed=st.integers(0, 1 << 30),
    horizon=st.integers(1, 6),
)
def test_many_games_are_played_as_one_by_one(spec: str, reward: str, seed: int, horizon: int) -> None:
    game, draws = make_game(spec), random.Random(seed)
    many = ManyGames(game, 7, reward=reward, horizon=horizon, seed=seed)
    episodes = [Episode(game, FixedSecret(game, game.secrets[secret], 0), horizon) for secret in many.secrets.tolist()]
    rule = make_reward(reward, game)
    for _ in range(horizon + 2):
        guesses = [draws.randrange(len(game.guesses)) for _ in episodes]
        over = [episode.over for episode in episodes]
        steps, rewards = many.step(np.array(guesses))
        for place, episode in enumerate(episodes):
            if over[place]:
                assert rewards[place] == 0 and steps.guesses[place] == -1
                continue
            step = episode.guess(guesses[place])
            assert rewards[place] == pytest.approx(rule.of(step))
            assert (steps.before[place], steps.after[place]) == (step.before, step.after)
            assert (steps.won[place], steps.failed[place]) == (step.won, step.failed)
            assert steps.responses[place] == (-1 if step.response is None else step.response)
            assert many.over[place] == episode.over


@given(
    seed=st.integers(0, 1 << 30),
    options=st.sampled_from([{}, {"goal": "identify"}, {"turns": 3}, {"turns": 5, "goal": "identify"}]),
)
def test_many_games_in_hard_mode_are_played_as_one_by_one(seed: int, options: dict[str, Any]) -> None:
    """What each game allows is what the rules allow, and a guess that is not allowed counts and is not answered."""
    draws = random.Random(seed)
    words = sorted({"".join(draws.choices("aabc", k=4)) for _ in range(40)})
    secrets = draws.sample(words, len(words) // 2)
    game = Words({"hard": True, **options}, Lists(sorted(secrets), words))
    many = ManyGames(game, 5, horizon=6, seed=seed)
    episodes = [Episode(game, FixedSecret(game, game.secrets[secret], 0), 6) for secret in many.secrets.tolist()]
    rule, everything = make_reward("guesses", game), set(range(len(game.guesses)))
    for _ in range(7):
        masks = many.allowed
        assert masks is not None
        for mask, episode in zip(masks, episodes, strict=True):
            if not episode.over:
                announced = set(range(game.question_count, len(game.guesses)))
                fits = {guess for guess in everything - announced if episode.allowed(guess)}
                assert set(np.flatnonzero(mask).tolist()) == fits | announced
        over = [episode.over for episode in episodes]
        guesses = [draws.randrange(len(game.guesses)) for _ in episodes]
        steps, rewards = many.step(np.array(guesses))
        for place, episode in enumerate(episodes):
            if not over[place]:
                step = episode.guess(guesses[place])
                assert (steps.won[place], steps.failed[place], steps.illegal[place]) == (
                    step.won,
                    step.failed,
                    step.illegal,
                )
                assert steps.responses[place] == (-1 if step.response is None else step.response)
                assert (steps.before[place], steps.after[place]) == (step.before, step.after)
                assert rewards[place] == pytest.approx(rule.of(step)) and many.over[place] == episode.over


@pytest.mark.parametrize(("spec", "total"), [("mastermind(4,6)", 5625), ("mastermind(3,4)", 206)])
def test_perfect_play_earns_the_optimum_exactly(spec: str, total: int) -> None:
    data = compile_strategy(spec, "optimal").data
    assert data.claims.total == data.lower_bound == total
    assert earned_by(data) == Fraction(-total, data.claims.secrets)


@pytest.mark.slow
def test_perfect_play_earns_the_optimum_of_wordle() -> None:
    # That no first guess does better than salet is proven by a certificate: see test_published.py.
    game = make_game(f"words({first_wordle('solution_list')},{first_wordle('guess_list')})")
    data = compile_strategy(game, "optimal(first=salet)").data
    assert data.claims.total == data.lower_bound == 7920
    assert earned_by(data) == Fraction(-7920, 2315)


def earned_by(data: StrategyData) -> Fraction:
    """The mean return of a tree over all secrets, each played once, by the reward ``guesses``."""
    game = data.game
    assert isinstance(game, Game)
    count = len(game.secrets)
    many = ManyGames(game, count, reward="guesses")
    many.begin(secrets=np.arange(count))
    slots, earned = [0] * count, Fraction(0)
    while not many.over.all():
        steps, rewards = many.step(np.array([data.tree.guesses[slot] for slot in slots]))
        earned += Fraction(rewards.sum())
        for place in np.flatnonzero(~many.over).tolist():
            child = data.tree.child(slots[place], int(steps.responses[place]))
            assert child is not None
            slots[place] = child
    return earned / count


@given(seed=st.integers(0, 1 << 30), discount=st.sampled_from([1.0, 0.9]))
def test_shaping_changes_the_return_by_what_no_policy_changes(seed: int, discount: float) -> None:
    game, draws = make_game("mastermind(2,3)"), random.Random(seed)
    plain, shaped = make_reward("guesses", game), Shaped(game, discount)
    episode = Episode(game, FixedSecret(game, draws.choice(game.secrets), 0), 6)
    gained = 0.0
    while not episode.over:
        power = discount**episode.made
        step = episode.guess(draws.randrange(len(game.guesses)))
        gained += power * (shaped.of(step) - plain.of(step))
    # Minus the potential of the start.
    assert gained == pytest.approx(np.log(9) / np.log(game.response_count))


def test_what_ends_an_episode() -> None:
    game = make_game("mastermind(2,3)")
    cut = Episode(game, FixedSecret(game, (0, 0), 0), horizon=1)
    assert cut.guess(8).ending == CUT_OFF
    with pytest.raises(ValueError, match="the episode is over: cut off; expected a new one"):
        cut.guess(0)
    turns = make_game("mastermind(2,3,turns=1)")
    lost = Episode(turns, FixedSecret(turns, (0, 0), 0))
    assert lost.guess(8).ending == LOST
    with pytest.raises(IndexError, match="expected the index of a guess from 0 to 8, got 9"):
        Episode(game, FixedSecret(game, (0, 0), 0)).guess(9)


def test_a_right_announcement_takes_no_turn() -> None:
    game = make_game("mastermind(1,3,goal=identify,turns=2)")
    right = Episode(game, FixedSecret(game, (2,), 0))
    assert [right.guess(guess).ending for guess in (0, 1, 5)] == [None, None, "known"]


@pytest.mark.parametrize("spec", ["mastermind(2,3,goal=identify,turns=2)", "mastermind(2,3,goal=identify,lies=1)"])
def test_a_wrong_announcement_loses_and_a_right_one_wins(spec: str) -> None:
    game = make_game(spec)
    for code, ending in (("=13", "known"), ("=22", LOST)):
        episode = Episode(game, hidden_secret(game, game.parse_secret("13"), 0))
        assert episode.guess(game.guesses.index(game.parse_code(code))).ending == ending
    assert Episode(game, Adversary(game)).guess(game.guesses.index(game.parse_code("=13"))).ending == LOST


@pytest.mark.parametrize("secrets", ["uniform", "adversarial"])
def test_an_agent_that_takes_candidates_wins_against_every_liar(secrets: str, tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, tables=4):
        makers, player = Codemakers(game, secrets), make_strategy("minimax", game)
        for seed in range(5):
            hidden = makers.draw(random.Random(seed).randrange)
            assert isinstance(hidden, Adversary if secrets == "adversarial" else LyingSecret)
            episode = Episode(game, hidden, 30)
            while not episode.over:
                moves = tuple((game.guesses.index(guess), answer) for guess, answer in episode.history)
                left = kind_of(game).left(moves)
                assert left is not None and episode.left == len(left)
                guess = player.guess(Position(moves, left.candidates, left.labels))
                assert guess is not None
                step = episode.guess(guess)
                assert step.before == len(left)
            assert step.won, (game.spec, seed)


def test_a_guess_that_hard_mode_does_not_allow_counts_and_is_not_answered() -> None:
    game = make_game("wordle(hard=true)")
    episode = Episode(game, FixedSecret(game, game.secrets[0], 0))
    first = episode.guess(game.guesses.index(game.secrets[1]))
    refused = next(guess for guess in range(len(game.guesses)) if not episode.allowed(guess))
    step = episode.guess(refused)
    assert not first.illegal and step.illegal and step.response is None
    assert (episode.made, len(episode.history), step.after) == (2, 1, first.after)


def test_an_adversary_makes_every_game_as_long_as_the_optimum_of_the_depth() -> None:
    game = make_game("mastermind(3,4)")
    data = compile_strategy(game, "optimal(depth)").data
    episode, slot = Episode(game, Adversary(game)), 0
    while not episode.over:
        step = episode.guess(data.tree.guesses[slot])
        if step.response is not None and not episode.over:
            child = data.tree.child(slot, step.response)
            assert child is not None
            slot = child
    assert episode.ending == "solved" and episode.made <= data.claims.depth


def test_a_mixture_draws_each_kind_by_its_share() -> None:
    game: Game = make_game("mastermind(2,3)")
    makers, draws = Codemakers(game, {"uniform": 3, "adversarial": 1}), random.Random(1)
    kinds = [makers.draw_kind(draws.randrange) for _ in range(4000)]
    assert 850 < kinds.count("adversarial") < 1150


@pytest.mark.parametrize(
    ("secrets", "told"),
    [
        ("uniformly", "secrets: expected one of uniform, chances, adversarial, got 'uniformly'; did you mean uniform?"),
        ({"uniform": 0}, "secrets: expected a positive share of uniform, got 0"),
        ({"uniform": float("nan")}, "secrets: expected a positive share of uniform, got nan"),
        ({}, "secrets: expected one of uniform, chances, adversarial, got an empty mixture"),
        ("chances", "secrets=chances needs a game with chances, mastermind(pegs=2,colors=3) has none"),
    ],
)
def test_codemakers_that_cannot_be(secrets: str | dict[str, float], told: str) -> None:
    with pytest.raises(SpecError) as caught:
        Codemakers(make_game("mastermind(2,3)"), secrets)
    assert str(caught.value) == told


WITHOUT = "expected a game without, for a cache of values"


@pytest.mark.parametrize(
    ("make", "spec", "told"),
    [
        (Values, "several", f"has several answers to a question: {WITHOUT}"),
        (Values, "mastermind(2,3,lies=1)", f"has answers that may be false: {WITHOUT}"),
        (Regret, "mastermind(2,3,lies=1)", f"has answers that may be false: {WITHOUT}"),
        (Regret, "mastermind(2,3,goal=identify)", "ends when the secret is known: expected one to be guessed"),
        (make_league, "mastermind(2,3,lies=1)", f"has answers that may be false: {WITHOUT}"),
        (make_league, "mastermind(2,3,goal=identify)", "ends when the secret is known: expected a game without, for a"),
        (make_league, "mastermind(2,3,turns=4)", "has turns: expected a game without, for a league"),
        (make_league, "wordle(hard=true)", "restricts guesses: expected a game without hard mode, for a league"),
        (partial(score, history="11:0b0w"), "several", "has several answers to a question: expected a game with one"),
        (partial(ManyGames, games=2), "several", "has several answers to a question: expected episodes one by one"),
        (partial(ManyGames, games=2), "mastermind(2,3,lies=1)", "has answers that may be false: expected episodes one"),
    ],
)
def test_games_of_which_there_is_no_such_thing(make: Callable[[Game], object], spec: str, told: str) -> None:
    game = make_game("mastermind(2,3)" if spec == "several" else spec)
    game.several = game.several or spec == "several"
    with pytest.raises(SpecError) as caught:
        make(game)
    assert str(caught.value).startswith(f"{game.spec} {told}") and "\n" not in str(caught.value)


def test_many_games_that_cannot_be() -> None:
    with pytest.raises(SpecError, match="games: expected at least 1, got 0"):
        ManyGames(make_game("mastermind(2,3)"), 0)
    with pytest.raises(SpecError, match="secrets=adversarial: expected games one by one, got 2 at once"):
        ManyGames(make_game("mastermind(2,3)"), 2, secrets="adversarial")
    with pytest.raises(SpecError, match="expected at most 256 MiB"):
        ManyGames(make_game("mastermind(6,8)"), 2)
    many = ManyGames(make_game("mastermind(2,3)"), 2)
    with pytest.raises(ValueError, match=r"guesses: expected the shape \(2,\), got \(3,\)"):
        many.step(np.zeros(3, dtype=int))
    with pytest.raises(IndexError, match="guesses: expected indices from 0 to 8, got 9"):
        many.step(np.array([0, 9]))
    with pytest.raises(IndexError, match="guesses: expected whole numbers, got float64"):
        many.step(np.array([0, 0.5]))
    for secret in (-1, 9):
        with pytest.raises(IndexError, match=f"secrets: expected indices from 0 to 8, got {secret}"):
            many.begin(secrets=[0, secret])


def test_a_reward_that_is_not_known() -> None:
    with pytest.raises(SpecError, match="expected one of guesses, win, shaped, regret, got 'wins'"):
        make_reward("wins", make_game("mastermind(2,3)"))
    with pytest.raises(SpecError, match="discount: expected a number from 0 to 1, got 2"):
        Shaped(make_game("mastermind(2,3)"), 2)
