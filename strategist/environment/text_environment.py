"""A game as a conversation: a prompt, what a model replies, and what it is told."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from strategist.common.errors import CodeError
from strategist.common.wording import counted
from strategist.environment.codemakers import UNIFORM, Codemakers
from strategist.environment.episode import HORIZON, Episode
from strategist.environment.named_rewards import make_reward
from strategist.environment.replies import read_guess
from strategist.environment.rewards import Reward
from strategist.environment.rules_in_words import rules_in_words
from strategist.environment.steps import Step
from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.play.hidden import Hidden, hidden_secret

if TYPE_CHECKING:
    from strategist.files.values.value_file import ValueFile


@dataclass(frozen=True)
class ToldMove:
    """What a reply has led to.

    Attributes
    ----------
    text : str
        What the model is told next.
    reward : float
        The reward of the reply.
    over : bool
        Whether the game has ended.
    step : Step or None
        What the guess has led to; None where the reply holds no guess.
    """

    text: str
    reward: float
    over: bool
    step: Step | None


class TextEnvironment:
    """A game that a language model plays by writing.

    A reply without a guess, or with one that the rules do not allow, is told what is wrong. It takes a turn, as a
    guess does, unless ``forgive`` such replies in a row have not been made yet; a forgiven one has the reward 0.

    Parameters
    ----------
    game : Game or str
        The game.
    secrets : str or mapping, default "uniform"
        See :class:`~strategist.environment.codemakers.Codemakers`.
    turns : int, optional
        The most guesses of a game without turns; by default 20.
    reward : str or Reward, default "guesses"
        See :mod:`~strategist.environment.rewards`.
    seed : int, default 0
        The seed of the secrets: equal seeds give equal games.
    forgive : int, default 0
        How many bad replies in a row take no turn.
    cache : path or ValueFile, optional
        A value cache, for ``reward="regret"``.

    Examples
    --------
    >>> environment = TextEnvironment("mastermind(2,3)", seed=1)
    >>> print(environment.begin(secret="13"))
    Mastermind, 2 pegs, 3 colors: find the secret code of 2 symbols.
    A guess is a code of 2 of the symbols 1 2 3, which may stand more than once, such as 11. 9 secrets are possible.
    The answer 0b0w counts symbols that are right in their place (blacks), or elsewhere (whites).
    The guess that is the secret wins.
    You have 20 guesses. Reply with one guess, as <guess>11</guess>.
    >>> environment.reply("Let me try <guess>1 2</guess>.").text
    '12: 1b0w'
    >>> told = environment.reply("<guess>14</guess>")
    >>> told.text, told.reward
    ("mastermind(pegs=2,colors=3): code '14': expected symbols 123, got '4'", -1.0)
    >>> environment.reply("13 must be it").text
    '13: 2b0w. Solved in 3 guesses.'
    """

    def __init__(
        self,
        game: Game | str,
        secrets: str | Mapping[str, float] = UNIFORM,
        turns: int | None = None,
        reward: str | Reward = "guesses",
        seed: int = 0,
        forgive: int = 0,
        cache: str | os.PathLike[str] | ValueFile | None = None,
    ) -> None:
        self.game = make_game(game) if isinstance(game, str) else game
        self.horizon = self.game.turns or turns or HORIZON
        self._makers = Codemakers(self.game, secrets)
        self._reward = make_reward(reward, self.game, cache)
        self._random = random.Random(seed)
        self._forgive = forgive
        self._forgiven = 0
        self.episode: Episode | None = None
        self.lines: list[str] = []
        """What was told in this game, a line for each reply."""

    def begin(self, secret: str | None = None, seed: int | None = None) -> str:
        """Begin a new game, with a drawn secret or the one that is named; returns the prompt. Behind a ``seed`` of its
        own, this game and those that follow are drawn as by a new environment of that seed."""
        game = self.game
        if seed is not None:
            self._random = random.Random(seed)
        if secret is None:
            hidden: Hidden = self._makers.draw(self._random.randrange)
        else:
            hidden = hidden_secret(game, game.parse_secret(secret), 0)
        self.episode = Episode(game, hidden, self.horizon)
        self.lines = []
        self._forgiven = 0
        return self.prompt

    @property
    def prompt(self) -> str:
        """The rules, the number of guesses, and how a reply is to be written."""
        game = self.game
        lost = "" if game.turns is None else "; after them the game is lost"
        example = game.format_code(game.guesses[0])
        turns = f"You have {counted(self.horizon, game.move_noun)}{lost}."
        return f"{rules_in_words(game)}\n{turns} Reply with one guess, as <guess>{example}</guess>."

    @property
    def history(self) -> str:
        """What was told so far, a line for each reply."""
        return "\n".join(self.lines)

    def reply(self, text: str) -> ToldMove:
        """Take a reply of the model. Raises :class:`ValueError` before :meth:`begin` and after the end."""
        episode, game = self.episode, self.game
        if episode is None:
            raise ValueError("expected begin() before the first reply")
        if episode.over:
            raise ValueError(f"the game is over: {episode.ending}; expected begin()")
        try:
            guess = read_guess(game, text)
            if not episode.allowed(guess):
                raise CodeError(f"{game.format_code(game.guesses[guess])} is not allowed after what was revealed")
        except CodeError as error:
            return self._bad(episode, str(error))
        self._forgiven = 0
        step = episode.guess(guess)
        line = f"{game.format_code(game.guesses[guess])}: {self._answer(step)}"
        return self._told(line, step)

    def _answer(self, step: Step) -> str:
        if step.response is not None:
            return self.game.format_response(step.response)
        return "right" if step.won else "wrong"

    def _bad(self, episode: Episode, why: str) -> ToldMove:
        """What becomes of a reply without an allowed guess."""
        if self._forgiven < self._forgive:
            self._forgiven += 1
            self.lines.append(why)
            return ToldMove(why, 0.0, False, None)
        self._forgiven = 0
        return self._told(why, episode.waste())

    def _told(self, line: str, step: Step) -> ToldMove:
        episode = self.episode
        assert episode is not None  # a reply was taken
        if step.ending is not None:
            made = counted(episode.made, self.game.move_noun)
            if step.won:
                line = f"{line}. {step.ending.capitalize()} in {made}."
            else:
                line = f"{line}. {step.ending.capitalize()} after {made}: the secret was {episode.hidden.tell()}."
        self.lines.append(line)
        return ToldMove(line, self._reward.of(step), episode.over, step)
