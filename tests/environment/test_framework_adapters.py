"""Adapters to frameworks, by the packages themselves: through each, perfect play earns exactly the proven optimum."""

from __future__ import annotations

import asyncio
import doctest
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from strategist import open_strategy
from strategist.files.player import Play

BEST = "mastermind-4x6.optimal-total-depth-worst"
LEAST = Fraction(-5625, 1296)

Talk = Callable[[Callable[[str], str]], float]
"""Plays a game with a player, a function from what it is told to its reply, and returns what it has earned."""


class Perfect:
    """A player that follows the best tree: it replies to what it is told, as a model does."""

    def __init__(self) -> None:
        self.play: Play = open_strategy(BEST).start()

    def __call__(self, told: str) -> str:
        # The prompt comes first; then what is told is a guess with its answer.
        if "Reply with one guess" not in told:
            self.play.respond(told.rpartition(": ")[2])
        return f"I think that it is <guess>{self.play.guess}</guess>"


def secrets() -> Iterator[str]:
    game = open_strategy(BEST).game
    return map(game.format_code, game.secrets)


@pytest.fixture
def open_env() -> Any:
    pytest.importorskip("openenv.core", reason="the adapter of OpenEnv is not tried: openenv-core is not installed")
    return import_module("strategist.environment.adapters.open_env")


@pytest.fixture
def text_arena() -> Any:
    pytest.importorskip("textarena", reason="the adapter of TextArena is not tried: textarena is not installed")
    return import_module("strategist.environment.adapters.text_arena")


@pytest.fixture
def for_verifiers() -> Any:
    verifiers = pytest.importorskip("verifiers", reason="that of verifiers is not tried: verifiers is not installed")
    if not hasattr(verifiers, "MultiTurnEnv"):
        pytest.skip("the adapter of verifiers is not tried: it is for versions 0.1")
    return import_module("strategist.environment.adapters.for_verifiers")


@pytest.fixture
def verifiers_taskset() -> Any:
    pytest.importorskip("verifiers.v1", reason="the taskset of verifiers is not tried: version 0.4 is not installed")
    return import_module("strategist.environment.adapters.verifiers_taskset")


def test_perfect_play_through_openenv(open_env: Any) -> None:
    environment, earned = open_env.OpenGame("mastermind(4,6)"), 0.0
    for secret in secrets():
        player, told = Perfect(), environment.reset(episode_id=secret, secret=secret)
        assert (told.done, told.reward) == (False, None)
        while not told.done:
            told = environment.step(open_env.Reply(text=player(told.text)))
            earned += told.reward
        assert environment.state.episode_id == secret and environment.state.step_count <= 6
    assert Fraction(earned) / 1296 == LEAST


def test_openenv_draws_by_seeds_and_takes_json(open_env: Any) -> None:
    first, second = open_env.OpenGame("mastermind(3,4)"), open_env.OpenGame("mastermind(3,4)")
    replies = [open_env.Reply.model_validate({"text": each}) for each in ("112", "nothing", "[223]")]

    def told(environment: Any, seed: int) -> list[Any]:
        return [environment.reset(seed=seed).model_dump(), *(environment.step(each).model_dump() for each in replies)]

    assert told(first, 7) == told(second, 7)
    assert len({str(told(first, seed)) for seed in range(5)}) > 1


def test_perfect_play_through_textarena(text_arena: Any) -> None:
    import textarena

    environment, earned = textarena.make("strategist-v0", game="mastermind(4,6)"), 0.0
    for secret in secrets():
        player, done = Perfect(), False
        environment.reset(num_players=1, secret=secret)
        while not done:
            _, seen = environment.get_observation()
            done, _ = environment.step(player(seen[-1][1]))
        rewards, info = environment.close()
        assert "Solved in" in info[0]["reason"]
        earned += rewards[0]
    assert Fraction(earned) / 1296 == LEAST


def test_textarena_draws_by_seeds(text_arena: Any) -> None:
    import textarena

    environment = textarena.make("strategist-v0", game="mastermind(3,4)")

    def told(seed: int) -> Any:
        environment.reset(num_players=1, seed=seed)
        environment.step("112")
        return environment.get_observation()[1]

    assert told(3) == told(3) and len({str(told(seed)) for seed in range(5)}) > 1


def test_perfect_play_through_verifiers(for_verifiers: Any) -> None:
    """By its own loop of messages and its own rubric; the model is the player."""
    environment = for_verifiers.load_environment("mastermind(4,6)")
    rows = environment.get_dataset()
    assert len(rows) == 1296

    async def earned(row: Any) -> float:
        state: Any = {"info": row["info"], "prompt": row["prompt"], "trajectory": [], "final_env_response": None}
        await environment.setup_state(state)
        player, messages = Perfect(), list(row["prompt"])
        while state["final_env_response"] is None:
            messages.append({"role": "assistant", "content": player(messages[-1]["content"])})
            messages += await environment.env_response(messages, state)
        paid = [
            func
            for each in environment.rubric.rubrics
            for func, weight in zip(each.funcs, each.weights, strict=True)
            if weight
        ]
        return float(sum(func(state) for func in paid))

    async def all_earned() -> float:
        return float(sum([await earned(row) for row in rows]))

    assert Fraction(asyncio.run(all_earned())) / 1296 == LEAST


class Seat:
    """A seat whose agent is a player: it opens the conversation by a reply to the prompt."""

    def __init__(self, player: Callable[[str], str], trace: Any) -> None:
        self._player, self.trace = player, trace

    @asynccontextmanager
    async def interaction(self, task: Any) -> AsyncIterator[Any]:
        self._prompt = task.data.prompt_text
        yield self

    async def turn(self, told: str | None = None) -> Any:
        return SimpleNamespace(terminated=False, last_reply=self._player(self._prompt if told is None else told))


def test_perfect_play_through_a_taskset_of_verifiers(
    verifiers_taskset: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by the loaders of verifiers under the name of a package, with its own tasks, environment and traces."""
    import verifiers.v1 as vf

    (tmp_path / "games_of_strategist.py").write_text(
        "from strategist.environment.adapters.verifiers_taskset import *\n"
        "from strategist.environment.adapters.verifiers_taskset import __all__ as __all__\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    config = vf.taskset_config_type("games-of-strategist").model_validate({"id": "games-of-strategist"})
    assert vf.environment_class("games-of-strategist") is verifiers_taskset.GameEnv
    tasks = list(vf.load_taskset(config))
    assert len(tasks) == 1296 and len({each.key for each in tasks}) == 1296

    async def earned(task: Any) -> float:
        trace = vf.Trace.model_construct(rewards={})
        await verifiers_taskset.GameEnv.run(None, task, SimpleNamespace(player=Seat(Perfect(), trace)))
        return float(trace.reward)

    async def all_earned() -> float:
        return float(sum([await earned(task) for task in tasks]))

    assert Fraction(asyncio.run(all_earned())) / 1296 == LEAST


def test_a_taskset_of_verifiers_draws_by_seeds(verifiers_taskset: Any) -> None:
    config = verifiers_taskset.GameConfig(game="mastermind(3,4)", games=5)
    first, again = (list(verifiers_taskset.GameTaskset(config)) for _ in range(2))
    assert [each.hash for each in first] == [each.hash for each in again]
    assert [each.data.begun for each in first] == [{"seed": seed} for seed in range(5)]


@pytest.mark.parametrize("name", ["open_env", "text_arena", "for_verifiers"])
def test_examples_run(name: str, request: pytest.FixtureRequest) -> None:
    module = request.getfixturevalue(name)
    assert doctest.testmod(module).failed == 0
