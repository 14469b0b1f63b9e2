"""Environments by Gymnasium's own checker, and beside plain episodes."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env

from strategist.common.errors import SpecError
from strategist.environment import REGISTERED, make_environment


@pytest.mark.parametrize("name", sorted(REGISTERED))
def test_every_registered_environment_passes_the_checker(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped)


@pytest.mark.parametrize(
    "options",
    [
        {"game": "mastermind(3,4,goal=identify)"},
        {"game": "mastermind(2,3)", "secrets": "adversarial"},
        {"game": "mastermind(2,3)", "reward": "regret"},
        {"game": "mastermind(2,3)", "secrets": {"uniform": 1, "adversarial": 1}, "reward": "shaped"},
        {"game": "grand-mastermind(2,3,3)", "reward": "win", "turns": 5, "render_mode": "ansi"},
    ],
)
def test_other_environments_pass_the_checker(options: dict[str, Any]) -> None:
    check_env(gymnasium.make("strategist/game-v0", **options).unwrapped)


def test_gymnasium_imports_the_module_that_an_id_names() -> None:
    name = "strategist.environment:strategist/mastermind-v0"
    code = f"import gymnasium; print(gymnasium.make('{name}').reset(seed=1)[1]['candidates'])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "1296\n"


def test_an_episode_from_reset_to_the_end() -> None:
    environment = make_environment("mastermind(2,3)", turns=4, render_mode="ansi")
    with pytest.raises(ValueError, match=r"expected reset\(\) before the first step"):
        environment.step(0)
    observation, _ = environment.reset(options={"secret": "13"})
    assert (observation == -1).all()
    environment.step(0)
    observation, reward, terminated, truncated, info = environment.step(2)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert observation.tolist() == [[0, 2], [2, 4], [-1, -1], [-1, -1]]
    assert (info["ending"], info["secret"], info["history"]) == ("solved", "13", "11:1b0w 13:2b0w")
    assert environment.render() == "11:1b0w\n13:2b0w"


def test_a_game_is_cut_off_at_the_horizon_and_lost_after_its_turns() -> None:
    endless = make_environment("mastermind(2,3)", turns=1)
    endless.reset(options={"secret": "13"})
    assert endless.step(0)[1:4] == (-2.0, False, True)
    turns = make_environment("mastermind(2,3,turns=1)")
    turns.reset(options={"secret": "13"})
    assert turns.step(0)[1:4] == (-2.0, True, False)


def test_equal_seeds_give_equal_games() -> None:
    secrets = set()
    for _ in range(2):
        environment = make_environment("mastermind(4,6)", turns=1)
        environment.reset(seed=7)
        secrets.add(environment.step(0)[4]["secret"])
    assert len(secrets) == 1


def test_the_mask_holds_what_hard_mode_allows() -> None:
    environment = make_environment("wordle(hard=true)")
    environment.reset(options={"secret": environment.game.secrets[0]})
    assert environment.step(5)[4]["action_mask"].sum() < len(environment.game.guesses)


def test_many_environments_are_stepped_as_many_single_ones() -> None:
    many = gymnasium.make_vec("strategist/game-v0", num_envs=5, game="mastermind(2,3)", turns=3)
    observations, infos = many.reset(seed=3)
    assert many.observation_space.contains(observations) and infos["candidates"].tolist() == [9] * 5
    secrets = many.unwrapped.games.secrets.copy()  # type: ignore[attr-defined]
    draws = np.random.default_rng(0)
    actions = draws.integers(9, size=(3, 5))
    singles = []
    for place in range(5):
        single = make_environment("mastermind(2,3)", turns=3)
        single.reset(options={"secret": single.game.format_secret(single.game.secrets[secrets[place]])})
        singles.append(single)
    over = np.zeros(5, dtype=bool)
    for row in actions:
        observations, rewards, terminated, truncated, _ = many.step(row)
        for place in np.flatnonzero(~over).tolist():
            seen, reward, ended, cut, _ = singles[place].step(row[place])
            assert (rewards[place], terminated[place], truncated[place]) == (reward, ended, cut)
            assert observations[place].tolist() == seen.tolist()
        over |= terminated | truncated
    assert over.all()


def test_each_game_of_many_may_have_a_seed_of_its_own() -> None:
    """It is the game that a single environment of that seed plays, and so are those that follow."""
    many = gymnasium.make_vec("strategist/mastermind-v0", num_envs=3)
    games = many.unwrapped.games  # type: ignore[attr-defined]
    singles = [make_environment("mastermind(4,6)") for _ in range(3)]
    for seeds in ([5, 6, 7], [7, 5, 5]):
        many.reset(seed=seeds)
        for single, seed in zip(singles, seeds, strict=True):
            single.reset(seed=seed)
        for _ in range(2):
            drawn = [games.game.format_secret(games.game.secrets[each]) for each in games.secrets.tolist()]
            assert drawn == [each._episode.hidden.tell() for each in singles]  # type: ignore[union-attr]
            games.begin()
            for single in singles:
                single.reset()
    first, *others = (many.reset(seed=[None, 1, 1])[0].tolist() for _ in range(2))
    assert first == others[0]  # nothing is told before a guess
    with pytest.raises(ValueError, match=r"^seed: expected one number, or 3, got 2$"):
        many.reset(seed=[1, 2])


def test_many_games_in_hard_mode_tell_what_is_allowed_and_what_was_won() -> None:
    many = gymnasium.make_vec("strategist/wordle-hard-v0", num_envs=4)
    single = make_environment("words(length=5,hard=true,turns=6)")
    _, infos = many.reset(seed=[1, 2, 3, 4])
    assert infos["action_mask"].all() and infos["action_mask"].shape == (4, len(single.game.guesses))
    guesses = [100, 2000, 300, many.unwrapped.games.secrets[3]]  # type: ignore[attr-defined]
    guesses[3] = single.game.guesses.index(single.game.secrets[guesses[3]])
    _, _, terminated, truncated, infos = many.step(np.array(guesses))
    assert infos["won"].tolist() == [False, False, False, True] == terminated.tolist() and not truncated.any()
    for place in range(3):
        single.reset(seed=place + 1)
        *_, info = single.step(guesses[place])
        assert (infos["action_mask"][place] == info["action_mask"]).all()
    wrong = int(np.flatnonzero(infos["action_mask"][0] == 0)[0])
    observations, rewards, *_, infos = many.step(np.array([wrong, 100, 200, 300]))
    assert infos["illegal"].tolist()[0] and rewards[0] == -1 and observations[0, 1].tolist() == [wrong, -1]


def test_games_that_are_over_begin_anew_with_the_next_step() -> None:
    many = gymnasium.make_vec("strategist/game-v0", num_envs=3, game="mastermind(2,3)", turns=1)
    many.reset(seed=3)
    _, rewards, terminated, truncated, _ = many.step(np.zeros(3, dtype=int))
    assert (terminated | truncated).all() and rewards.all()
    observations, rewards, terminated, truncated, infos = many.step(np.zeros(3, dtype=int))
    assert (observations == -1).all() and not rewards.any() and not (terminated | truncated).any()
    assert infos["guesses"].tolist() == [0] * 3 and infos["candidates"].tolist() == [9] * 3


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"turns": 0}, "turns: expected at least 1, got 0"),
        ({"game": "mastermind(2,3,turns=4)", "turns": 5}, "turns: mastermind(pegs=2,colors=3,turns=4) has 4, got 5"),
    ],
)
def test_environments_that_cannot_be(options: dict[str, Any], told: str) -> None:
    with pytest.raises(SpecError) as caught:
        make_environment(**({"game": "mastermind(2,3)"} | options))
    assert str(caught.value) == told
