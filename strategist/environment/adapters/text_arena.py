"""A game as a single-player game of TextArena (the package textarena). Importing this tells TextArena its name.

>>> import textarena
>>> from strategist.environment.adapters import text_arena
>>> environment = textarena.make("strategist-v0", game="mastermind(2,3)")
>>> environment.reset(num_players=1, seed=1)
>>> environment.step("<guess>12</guess>")[0]
False
"""

from __future__ import annotations

from typing import Any

import textarena as ta

from strategist.environment.text_environment import TextEnvironment
from strategist.model.game import Game

NAME = "strategist-v0"


class TextArenaGame(ta.Env):
    """Options are those of :class:`~strategist.environment.text_environment.TextEnvironment`. The reward of the player
    is the sum of those of all replies."""

    def __init__(self, game: Game | str = "mastermind(4,6)", **options: Any) -> None:
        super().__init__()
        self._text = TextEnvironment(game, **options)

    def reset(self, num_players: int, seed: int | None = None, secret: str | None = None) -> None:
        """Begin a game, by a ``seed`` of its own or with the ``secret`` that is named."""
        prompt, self._earned = self._text.begin(secret, seed), 0.0
        self.state = ta.SinglePlayerState(num_players=num_players, seed=seed)
        self.state.reset(game_state={}, player_prompt_function=lambda player_id, game_state: prompt)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take a reply."""
        self.state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=self.state.current_player_id)
        told = self._text.reply(action)
        self._earned += told.reward
        self.state.add_observation(told.text, ta.ObservationType.GAME_MESSAGE)
        if told.over:
            self.state.set_outcome(reward=self._earned, reason=told.text)
        done, info = self.state.step()
        return done, info


if NAME not in ta.envs.registration.ENV_REGISTRY:
    ta.register(NAME, TextArenaGame)
