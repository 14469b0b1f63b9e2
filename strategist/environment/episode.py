"""One game as an agent meets it, guess by guess: what is answered, and when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from strategist.common.errors import SpecError
from strategist.environment.steps import CUT_OFF, NONE, Step
from strategist.model.endings import KNOWN, LOST, SOLVED
from strategist.model.game import Code, Game, History, Response
from strategist.play.hidden import Hidden
from strategist.play.standing import first_standing

HORIZON = 20
"""The guesses after which an episode is cut off, where neither the rules nor the caller say."""


def horizon_of(game: Game, turns: int | None) -> int:
    """The guesses after which an episode is cut off: those of the rules, of the caller, or :data:`HORIZON`. Raises
    :class:`~strategist.common.errors.SpecError` for turns that are not those of the rules.

    >>> from strategist.games.catalog import make_game
    >>> [horizon_of(make_game(text), None) for text in ("mastermind(4,6)", "mastermind(4,6,turns=5)")]
    [20, 5]
    """
    if turns is not None and turns < 1:
        raise SpecError(f"turns: expected at least 1, got {turns}")
    if turns is not None and game.turns is not None and turns != game.turns:
        raise SpecError(f"turns: {game.spec} has {game.turns}, got {turns}")
    return game.turns or turns or HORIZON


class _Known(NamedTuple):
    """What is known before a guess: the moves, the candidates, and the turns that passed without an answer."""

    history: History
    left: Sequence[Code]
    wasted: int


class Episode:
    """One game of an agent against a codemaker.

    A guess that the rules do not allow after the history (hard mode) is not answered, but counts as a guess. A wrong
    announcement loses. Where the rules have turns, the episode is lost after them; without, it is cut off after
    ``horizon`` guesses, which says nothing of the game.

    Parameters
    ----------
    game : Game
        The game.
    hidden : FixedSecret, LyingSecret or Adversary
        What answers.
    horizon : int, default 20
        The most guesses of a game without turns.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> from strategist.play.hidden import FixedSecret
    >>> game = make_game("mastermind(4,6)")
    >>> episode = Episode(game, FixedSecret(game, game.parse_code("4563")))
    >>> step = episode.guess(game.parse_question("1234"))
    >>> game.format_response(step.response), step.before, step.after, step.ending
    ('0b2w', 1296, 312, None)
    >>> episode.guess(game.parse_question("4563")).ending
    'solved'
    """

    def __init__(self, game: Game, hidden: Hidden, horizon: int = HORIZON) -> None:
        self.game = game
        self.hidden = hidden
        self.horizon = horizon if game.turns is None else game.turns
        self.history: History = ()
        """The guesses that were answered, oldest first."""
        self.made = 0
        """The guesses made, those that were not allowed included."""
        self.ending: str | None = None
        self._standing = first_standing(game)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ending is not None

    @property
    def _left(self) -> Sequence[Code]:
        return self._standing.codes

    @property
    def left(self) -> int:
        """The number of candidates."""
        return len(self._left)

    def allowed(self, guess: int) -> bool:
        """Whether the rules allow a guess, by its index, after the history."""
        codes = self.game.allowed(self.history) if self.game.restricts else None
        return codes is None or self.game.guesses[guess] in codes

    def guess(self, guess: int) -> Step:
        """Make a guess, by its index in ``game.guesses``.

        Raises :class:`IndexError` for a number that is no guess, and :class:`ValueError` where the game is over.
        """
        game = self.game
        if self.over:
            raise ValueError(f"the episode is over: {self.ending}; expected a new one")
        if not 0 <= guess < len(game.guesses):
            raise IndexError(f"expected the index of a guess from 0 to {len(game.guesses) - 1}, got {guess}")
        code, known = game.guesses[guess], self._known
        announced = game.announces and guess >= game.question_count
        if not announced and not self.allowed(guess):
            return self.waste(guess)
        self.made += 1
        if announced:
            return self._announce(guess, known)
        consistent = game.named(code) in self._left
        response = self.hidden.respond(code)
        self.history = (*self.history, (code, response))
        if game.solved(response):
            return self._step(guess, response, known, 0, consistent, SOLVED)
        self._standing = self._standing.after(code, response)
        return self._step(guess, response, known, len(self._left), consistent, None)

    def waste(self, guess: int = NONE) -> Step:
        """Let a turn pass for a guess that is not allowed, or for what is no guess."""
        known = self._known
        self.made += 1
        return replace(self._step(guess, None, known, len(self._left), False, None), illegal=True)

    @property
    def _known(self) -> _Known:
        return _Known(self.history, self._left, self.made - len(self.history))

    def _announce(self, guess: int, known: _Known) -> Step:
        """The end of a game in which it is enough to know: an announcement is right, or loses."""
        game, code = self.game, self.game.guesses[guess]
        consistent = any(game.solved(game.respond(code, secret)) for secret in self._left)
        right = game.solved(self.hidden.respond(code))
        after = 0 if right else len(known.left)
        return self._step(guess, None, known, after, consistent, KNOWN if right else LOST)

    def _step(
        self, guess: int, response: Response | None, known: _Known, after: int, consistent: bool, ending: str | None
    ) -> Step:
        if ending is None and self.made >= self.horizon and not (self.game.announces and self._is_known()):
            ending = CUT_OFF if self.game.turns is None else LOST
        self.ending = ending
        return Step(
            guess,
            response,
            len(known.left),
            after,
            consistent,
            ending,
            history=known.history,
            candidates=known.left,
            wasted=known.wasted,
        )

    def _is_known(self) -> bool:
        """Whether an announcement, which takes no turn, is right."""
        game = self.game
        return game.is_pure([game.secrets.index(secret) for secret in self._left])
