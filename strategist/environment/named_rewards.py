"""The rewards by their names."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from strategist.common.errors import SpecError
from strategist.common.quoting import did_you_mean, quoted
from strategist.environment.rewards import PerGuess, Reward, Shaped, Win
from strategist.model.game import Game

if TYPE_CHECKING:
    from strategist.files.values.value_file import ValueFile

REWARDS: dict[str, Callable[[Game], Reward]] = {kind.name: kind for kind in (PerGuess, Win, Shaped)}
REGRET = "regret"
"""The name of the reward that needs the search: :mod:`~strategist.environment.regret_reward`."""


def make_reward(reward: str | Reward, game: Game, cache: str | os.PathLike[str] | ValueFile | None = None) -> Reward:
    """The reward of a name, or the reward itself; ``cache`` is a value cache, for ``regret`` only.

    Raises :class:`~strategist.common.errors.SpecError`.

    >>> from strategist.games.catalog import make_game
    >>> make_reward("win", make_game("mastermind(4,6)")).name
    'win'
    """
    if reward == REGRET:
        from strategist.environment.regret_reward import Regret

        return Regret(game, cache)
    if cache is not None:
        raise SpecError("cache: expected reward=regret, which looks values up")
    if isinstance(reward, Reward):
        return reward
    if reward not in REWARDS:
        known = [*REWARDS, REGRET]
        raise SpecError(
            f"reward: expected one of {', '.join(known)}, got {quoted(str(reward))}{did_you_mean(str(reward), known)}"
        )
    return REWARDS[reward](game)
