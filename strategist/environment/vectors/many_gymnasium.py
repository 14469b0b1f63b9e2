"""Many games at once as a vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from strategist.environment.codemakers import UNIFORM
from strategist.environment.episode import horizon_of
from strategist.environment.gymnasium_environment import EMPTY, observed
from strategist.environment.many import ManyGames
from strategist.environment.rewards import Reward
from strategist.games.catalog import make_game
from strategist.model.game import Game


class ManyGamesEnvironment(VectorEnv[Any, Any, Any]):
    """Games of one kind as a vector environment: what :class:`~.gymnasium_environment.GameEnvironment` is for one.

    A game that has ended begins anew with the next step (``AutoresetMode.NEXT_STEP``): its action is not used then, and
    its reward is 0.

    ``infos`` holds arrays of shape (games,): the number of ``candidates``, the ``guesses`` made, and behind a step
    whether each game was ``won`` by it and whether its guess was ``illegal``; where the game restricts guesses, also
    ``action_mask``, of shape (games, guesses), 1 for each that is allowed.

    Parameters
    ----------
    game : Game or str
        The game: see :class:`~strategist.environment.many.ManyGames`.
    num_envs : int
        How many games are played at once.
    secrets, turns, reward, seed
        As in :class:`~.gymnasium_environment.GameEnvironment`; without an adversary.

    Examples
    --------
    >>> environment = ManyGamesEnvironment("mastermind(4,6)", num_envs=4)
    >>> observations, infos = environment.reset(seed=1)
    >>> observations, rewards, terminated, truncated, infos = environment.step(np.array([7, 7, 7, 7]))
    >>> observations.shape, rewards.tolist(), infos["candidates"].shape
    ((4, 20, 2), [-1.0, -1.0, -1.0, -1.0], (4,))
    """

    def __init__(
        self,
        game: Game | str = "mastermind(4,6)",
        num_envs: int = 1,
        secrets: str | Mapping[str, float] = UNIFORM,
        turns: int | None = None,
        reward: str | Reward = "guesses",
        seed: int | None = None,
    ) -> None:
        self.game = make_game(game) if isinstance(game, str) else game
        horizon = horizon_of(self.game, turns)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.games = ManyGames(self.game, num_envs, secrets=secrets, reward=reward, horizon=horizon, seed=seed or 0)
        self._rows = np.arange(num_envs)
        self._seen = np.full((num_envs, self.games.horizon, 2), EMPTY, dtype=np.int64)
        self.single_observation_space = observed(self.game, self.games.horizon)
        self.single_action_space = spaces.Discrete(len(self.game.guesses))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int64], dict[str, Any]]:
        """Begin all games anew. By a list of seeds, each game is drawn as a
        :class:`~.gymnasium_environment.GameEnvironment` draws it that is given its seed."""
        if seed is not None:
            self.games.reseed(seed)
        self.games.begin()
        self._seen[:] = EMPTY
        return self._seen.copy(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Make a guess in each game, by its index; a game that was over begins anew."""
        games, over = self.games, self.games.over.copy()
        steps, rewards = games.step(np.asarray(actions))
        going = self._rows[~over]
        places = games.made[going] - 1
        # A right announcement behind the last turn has no row.
        kept = places < games.horizon
        self._seen[going[kept], places[kept], 0] = steps.guesses[going[kept]]
        self._seen[going[kept], places[kept], 1] = steps.responses[going[kept]]
        if over.any():
            games.begin(over)
            self._seen[over] = EMPTY
        lost = steps.failed & (steps.turns_used_up | (steps.guesses >= self.game.question_count))
        infos = self._infos() | {"won": steps.won, "illegal": steps.illegal}
        return self._seen.copy(), rewards, steps.won | lost, steps.failed & ~lost, infos

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {"candidates": self.games.left.copy(), "guesses": self.games.made.copy()}
        if (allowed := self.games.allowed) is not None:
            infos["action_mask"] = allowed.astype(np.int8)
        return infos
