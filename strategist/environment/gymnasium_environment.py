"""One game as an environment of Gymnasium."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from strategist.environment.codemakers import UNIFORM, Codemakers
from strategist.environment.episode import Episode, horizon_of
from strategist.environment.named_rewards import make_reward
from strategist.environment.rewards import Reward
from strategist.environment.steps import CUT_OFF
from strategist.files.values.value_file import ValueFile
from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.play.hidden import Hidden, hidden_secret

EMPTY = -1
"""What stands in the rows of an observation that no guess has filled, and for an answer that was not given."""


_METADATA: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}


class GameEnvironment(gymnasium.Env[Any, Any]):
    """A game of deduction by the conventions of Gymnasium.

    An action is the index of a guess in ``game.guesses``. What is observed is the history: a row for each guess up to
    the horizon, with its index and its response, and -1 in the rows to come. Both are of a fixed shape, (horizon, 2).

    A guess that the rules do not allow (hard mode) is not answered, and counts: its row has the response -1, and
    ``info["illegal"]`` is true. ``info["action_mask"]``, where the game restricts guesses, says which are allowed. A
    wrong announcement ends the game as lost.

    Where the rules have turns, a game in which they are used up is ``terminated``; without, it is ``truncated`` at the
    horizon. ``info`` also has the number of candidates, the history as text, whether the guess was consistent, and at
    the end how it ended and what was hidden.

    Parameters
    ----------
    game : Game or str
        The game.
    secrets : str or mapping, default "uniform"
        ``"uniform"``, ``"chances"``, ``"adversarial"``, or a mixture of these: see
        :class:`~strategist.environment.codemakers.Codemakers`.
    turns : int, optional
        The horizon of a game without turns; by default 20.
    reward : str or Reward, default "guesses"
        ``"guesses"``, ``"win"``, ``"shaped"``, ``"regret"``, or a rule of one's own: see
        :mod:`~strategist.environment.rewards`.
    seed : int, optional
        The seed of the first :meth:`reset` that is given none.
    render_mode : str, optional
        ``"ansi"``: :meth:`render` returns the history as text.
    cache : path or ValueFile, optional
        A value cache, for ``reward="regret"``.

    Examples
    --------
    >>> environment = GameEnvironment("mastermind(4,6)")
    >>> observation, info = environment.reset(seed=1)
    >>> observation.shape, info["candidates"]
    ((20, 2), 1296)
    >>> observation, reward, terminated, truncated, info = environment.step(7)
    >>> reward, terminated, truncated, int(observation[0, 0]), int(observation[1, 0])
    (-1.0, False, False, 7, -1)
    """

    metadata = _METADATA

    def __init__(
        self,
        game: Game | str = "mastermind(4,6)",
        secrets: str | Mapping[str, float] = UNIFORM,
        turns: int | None = None,
        reward: str | Reward = "guesses",
        seed: int | None = None,
        render_mode: str | None = None,
        cache: str | os.PathLike[str] | ValueFile | None = None,
    ) -> None:
        self.game = make_game(game) if isinstance(game, str) else game
        self.horizon = horizon_of(self.game, turns)
        self.render_mode = render_mode
        self._makers = Codemakers(self.game, secrets)
        self._reward = make_reward(reward, self.game, cache)
        self._seed = seed
        self._episode: Episode | None = None
        self._seen = np.full((self.horizon, 2), EMPTY, dtype=np.int64)
        self.action_space = spaces.Discrete(len(self.game.guesses))
        self.observation_space = observed(self.game, self.horizon)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int64], dict[str, Any]]:
        """Begin a new game. ``options={"secret": "1122"}`` names the secret, instead of drawing one."""
        super().reset(seed=self._seed if seed is None else seed)
        self._seed = None
        if options and "secret" in options:
            hidden: Hidden = hidden_secret(self.game, self.game.parse_secret(str(options["secret"])), 0)
        else:
            hidden = self._makers.draw(lambda below: int(self.np_random.integers(below)))
        self._episode = Episode(self.game, hidden, self.horizon)
        self._seen = np.full((self.horizon, 2), EMPTY, dtype=np.int64)
        return self._seen.copy(), self._info(self._episode)

    def step(self, action: Any) -> tuple[NDArray[np.int64], float, bool, bool, dict[str, Any]]:
        """Make a guess, by its index.

        Returns the observation, the reward, whether the game has terminated, whether it is truncated, and more in a
        dict. Raises :class:`ValueError` before :meth:`reset` and after the end.
        """
        if self._episode is None:
            raise ValueError("expected reset() before the first step")
        episode, guess = self._episode, int(action)
        row = episode.made
        step = episode.guess(guess)
        if row < self.horizon:
            self._seen[row] = guess, EMPTY if step.response is None else step.response
        info = self._info(episode)
        reward = self._reward.of(step)
        info |= {"consistent": step.consistent, "illegal": step.illegal, **self._reward.details(step)}
        if step.ending is not None:
            info |= {"ending": step.ending, "secret": episode.hidden.tell(), "won": step.won}
        truncated = step.ending == CUT_OFF
        return self._seen.copy(), reward, episode.over and not truncated, truncated, info

    def _info(self, episode: Episode) -> dict[str, Any]:
        info: dict[str, Any] = {
            "candidates": episode.left,
            "guesses": episode.made,
            "history": self.game.format_history(episode.history),
        }
        if self.game.restricts:
            info["action_mask"] = self._mask(episode)
        return info

    def _mask(self, episode: Episode) -> NDArray[np.int8]:
        """1 for each guess that the rules allow, of shape (guesses,)."""
        codes = self.game.allowed(episode.history)
        if codes is None:
            return np.ones(len(self.game.guesses), dtype=np.int8)
        allowed = set(codes)
        return np.fromiter((code in allowed for code in self.game.guesses), dtype=np.int8, count=len(self.game.guesses))

    def render(self) -> str | None:
        """The history as text, a line for each guess, where ``render_mode="ansi"``."""
        if self.render_mode != "ansi":
            return None
        history = () if self._episode is None else self._episode.history
        return "\n".join(self.game.format_history((move,)) for move in history)


def observed(game: Game, horizon: int) -> spaces.Box:
    """The space of histories: for each guess up to the horizon its index and its response, or -1."""
    highest = np.array([len(game.guesses) - 1, game.response_count - 1], dtype=np.int64)
    return spaces.Box(EMPTY, np.tile(highest, (horizon, 1)), shape=(horizon, 2), dtype=np.int64)
