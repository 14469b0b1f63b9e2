"""A game as an environment of OpenEnv (the package openenv-core): an action is a reply, an observation is what is told.

>>> from strategist.environment.adapters.open_env import OpenGame, Reply
>>> environment = OpenGame("mastermind(2,3)")
>>> environment.reset(seed=1).done, environment.step(Reply(text="no guess")).reward
(False, -1.0)
"""

from __future__ import annotations

from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

from strategist.environment.text_environment import TextEnvironment
from strategist.model.game import Game


class Reply(Action):
    """What a model writes."""

    text: str


class Told(Observation):
    """What a model is told: the prompt first, then the answers."""

    text: str


class OpenGame(Environment[Reply, Told, State]):
    """Options are those of :class:`~strategist.environment.text_environment.TextEnvironment`."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: Game | str = "mastermind(4,6)", **options: Any) -> None:
        super().__init__()
        self._text, self._state = TextEnvironment(game, **options), State()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Told:
        """Begin a game, by a ``seed`` of its own or with the ``secret`` that is named."""
        self._state = State(episode_id=episode_id)
        return Told(text=self._text.begin(options.get("secret"), seed))

    def step(self, action: Reply, timeout_s: float | None = None, **options: Any) -> Told:
        """Take a reply."""
        told = self._text.reply(action.text)
        self._state.step_count += 1
        return Told(text=told.text, reward=told.reward, done=told.over)

    @property
    def state(self) -> State:
        """The name of the episode, and the number of replies."""
        return self._state
