"""A game as a taskset of verifiers, as versions 0.4 have them: the game plays the user.

A taskset has the name of a package. One of one line is enough, ``from
strategist.environment.adapters.verifiers_taskset import *``. Each task is a game with a seed of its own, or with each
secret once, and the reward of a trace is the sum of those of all replies.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf

from strategist.environment.text_environment import TextEnvironment
from strategist.games.catalog import make_game

__all__ = ["GameConfig", "GameEnv", "GameEnvConfig", "GameTaskset"]


class GameConfig(vf.TasksetConfig):
    """``games`` games of ``game``, the first of the seed 0; of all secrets, each once, where none is given.

    ``options`` are those of :class:`~strategist.environment.text_environment.TextEnvironment`.
    """

    game: str = "mastermind(4,6)"
    games: int | None = None
    options: dict[str, Any] = {}  # noqa: RUF012  # pydantic copies it


class GameData(vf.TaskData):
    """The game, its options, and its seed or its secret."""

    game: str
    options: dict[str, Any]
    begun: dict[str, Any]


class GameTask(vf.Task[GameData, vf.State, vf.TaskConfig]):
    """One game."""


class GameEnvConfig(vf.EnvConfig):
    """The seat of the player."""

    player: vf.AgentConfig = vf.AgentConfig()


class GameEnv(vf.Env[GameEnvConfig]):
    """A conversation for each game."""

    async def run(self, task: Any, agents: Any) -> None:
        """Answer each reply of the player, until the game is over."""
        game = TextEnvironment(make_game(task.data.game), **task.data.options)
        game.begin(**task.data.begun)
        earned = 0.0
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                told = game.reply(segment.last_reply)
                earned += told.reward
                if told.over:
                    break
                segment = await interaction.turn(told.text)
        interaction.trace.record_reward("earned", earned, 1.0)


class GameTaskset(vf.Taskset[GameTask, GameConfig]):
    """The games, each with the prompt that says the rules."""

    def load(self) -> Iterator[GameTask]:
        """A task for each game."""
        config = self.config
        rules = make_game(config.game)
        begun: list[dict[str, Any]] = [{"seed": seed} for seed in range(config.games or 0)]
        if config.games is None:
            begun = [{"secret": rules.format_secret(each)} for each in rules.secrets]
        for each in begun:
            prompt = TextEnvironment(rules, **config.options).begin(**each)
            data = GameData(prompt=prompt, game=rules.spec, options=config.options, begun=each)
            yield GameTask(data, config.task)
