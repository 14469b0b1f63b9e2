"""The environment of a game, and the names by which Gymnasium makes environments."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from strategist.common.extras import missing_library
from strategist.environment.codemakers import UNIFORM

if TYPE_CHECKING:
    from strategist.environment.gymnasium_environment import GameEnvironment
    from strategist.environment.rewards import Reward
    from strategist.files.values.value_file import ValueFile
    from strategist.model.game import Game

REGISTERED = {
    "strategist/mastermind-v0": "mastermind(pegs=4,colors=6)",
    "strategist/mastermind-small-v0": "mastermind(pegs=3,colors=4)",
    "strategist/bulls-and-cows-v0": "bulls-and-cows(pegs=4,symbols=10)",
    "strategist/wordle-v0": "words(length=5,turns=6)",
    "strategist/wordle-hard-v0": "words(length=5,hard=true,turns=6)",
    "strategist/game-v0": "mastermind(pegs=4,colors=6)",
}
"""The ids of environments, with their games. The last is for any game: ``gymnasium.make(id, game="ab(4,8)")``."""
_HOME = "strategist.environment"


def make_environment(
    game: Game | str,
    *,
    secrets: str | Mapping[str, float] = UNIFORM,
    turns: int | None = None,
    reward: str | Reward = "guesses",
    seed: int | None = None,
    render_mode: str | None = None,
    cache: str | os.PathLike[str] | ValueFile | None = None,
) -> GameEnvironment:
    """A game as an environment of Gymnasium: see :class:`~.gymnasium_environment.GameEnvironment`.

    Raises :class:`~strategist.common.errors.MissingLibraryError` where Gymnasium is missing, and
    :class:`~strategist.common.errors.SpecError` for values that cannot be.

    >>> environment = make_environment("mastermind(3,4)", reward="win", turns=6)
    >>> int(environment.action_space.n), environment.observation_space.shape
    (64, (6, 2))
    """
    try:
        from strategist.environment.gymnasium_environment import GameEnvironment
    except ModuleNotFoundError as error:
        raise missing_library(error.name) or error from None
    return GameEnvironment(game, secrets, turns, reward, seed, render_mode, cache)


def register() -> None:
    """Tell Gymnasium the names of :data:`REGISTERED`."""
    import gymnasium

    for name, game in REGISTERED.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{_HOME}.gymnasium_environment:GameEnvironment",
                vector_entry_point=f"{_HOME}.vectors.many_gymnasium:ManyGamesEnvironment",
                kwargs={"game": game},
            )
