"""A game as an environment of verifiers, as ``load_environment`` of versions 0.1 returns one.

Each row of its data is a game with a seed of its own, or with each secret once, and the reward of a rollout is the sum
of those of all replies.
"""

from __future__ import annotations

from typing import Any

import verifiers as vf
from datasets import Dataset

from strategist.environment.text_environment import TextEnvironment
from strategist.games.catalog import make_game


def load_environment(game: str = "mastermind(4,6)", games: int | None = None, **options: Any) -> vf.Environment:
    """An environment of ``games`` games, the first of the seed 0; of all secrets, each once, where none is given.

    ``options`` are those of :class:`~strategist.environment.text_environment.TextEnvironment`.
    """
    rules = make_game(game)
    begun: list[dict[str, Any]] = [{"seed": seed} for seed in range(games or 0)]
    if games is None:
        begun = [{"secret": rules.format_secret(each)} for each in rules.secrets]
    prompt = TextEnvironment(rules, **options).begin(rules.format_secret(rules.secrets[0]))
    rows = [{"prompt": [{"role": "user", "content": prompt}], "answer": "", "info": each} for each in begun]
    return _Conversations(rules, options, dataset=Dataset.from_list(rows), rubric=vf.Rubric(funcs=[_earned]))


def _earned(state: Any) -> float:
    return float(state["earned"])


class _Conversations(vf.MultiTurnEnv):
    """A conversation for each game."""

    def __init__(self, game: Any, options: dict[str, Any], **more: Any) -> None:
        super().__init__(max_turns=-1, **more)
        self._game, self._options = game, options

    async def setup_state(self, state: Any) -> None:
        """Begin the game of a row."""
        state["game"], state["earned"] = TextEnvironment(self._game, **self._options), 0.0
        state["game"].begin(**{name: each for name, each in state["info"].items() if each is not None})

    async def env_response(self, messages: Any, state: Any, **more: Any) -> Any:
        """What is told to the last reply."""
        last = messages[-1]
        told = state["game"].reply(str(last["content"] if isinstance(last, dict) else last.content))
        state["earned"] += told.reward
        answer = [{"role": "user", "content": told.text}]
        if told.over:
            state["final_env_response"] = answer
        return answer
