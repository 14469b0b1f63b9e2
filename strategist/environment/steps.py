"""What a guess has led to, in one game or in many at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from strategist.model.endings import KNOWN, LOST, SOLVED
from strategist.model.game import Code, History, Response

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NONE = -1
"""The index of what is no guess."""
CUT_OFF = "cut off"
"""The ending of an episode whose horizon is reached: the rules would let it go on."""


@dataclass(frozen=True)
class Step:
    """What one guess has led to.

    Attributes
    ----------
    guess : int
        The index of the guess in ``game.guesses``; -1 for a reply that held none.
    response : int or None
        What was answered; None where nothing was: the guess was not allowed, or is an announcement.
    before, after : int
        The numbers of candidates around the guess; 0 after a guess that was right.
    consistent : bool
        Whether the guess could have been the secret, by all that was answered before.
    ending : str or None
        ``"solved"``, ``"known"`` (where that is enough), ``"lost"`` (turns used up, or a wrong announcement) or
        ``"cut off"`` (at the horizon); None where the game goes on.
    illegal : bool
        Whether the rules did not allow the guess.
    history : history
        The guesses that were answered before, oldest first.
    candidates : sequence of codes
        What could be the secret before the guess; empty in a step of many games at once.
    wasted : int
        The turns before that passed without an answer.
    """

    guess: int
    response: Response | None
    before: int
    after: int
    consistent: bool
    ending: str | None
    illegal: bool = False
    history: History = ()
    candidates: Sequence[Code] = ()
    wasted: int = 0

    @property
    def won(self) -> bool:
        """Whether the secret, or what is to be known of it, was found."""
        return self.ending in (SOLVED, KNOWN)

    @property
    def failed(self) -> bool:
        """Whether the game has ended without that."""
        return self.ending in (LOST, CUT_OFF)


@dataclass(frozen=True)
class Steps:
    """What one guess in each of many games has led to; all arrays are of shape (games,).

    Attributes
    ----------
    guesses, responses : ndarray of int32
        The indices of the guesses, and the responses; -1 in a game that was over before.
    before, after : ndarray of int32
        The numbers of candidates around the guess; 0 after a guess that was right.
    won, failed : ndarray of bool
        Whether the game has ended with this guess, with the secret or without.
    illegal : ndarray of bool
        Whether the rules did not allow the guess.
    turns_used_up : bool
        Whether a game that fails is lost by the rules, not cut off at the horizon.
    """

    guesses: NDArray[np.int32]
    responses: NDArray[np.int32]
    before: NDArray[np.int32]
    after: NDArray[np.int32]
    won: NDArray[np.bool_]
    failed: NDArray[np.bool_]
    illegal: NDArray[np.bool_]
    turns_used_up: bool

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether the game has ended with this guess."""
        over: NDArray[np.bool_] = self.won | self.failed
        return over

    def some(self, which: NDArray[np.bool_]) -> Steps:
        """The steps of some games only."""
        return replace(self, **{name: array[which] for name, array in self._arrays().items()})

    def each(self) -> Iterator[Step]:
        """The steps one by one. Whether a guess was consistent is not known here: False."""
        ending = LOST if self.turns_used_up else CUT_OFF
        rows = zip(*(array.tolist() for array in self._arrays().values()), strict=True)
        for guess, response, before, after, won, failed, illegal in rows:
            yield Step(guess, response, before, after, False, SOLVED if won else ending if failed else None, illegal)

    def _arrays(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "turns_used_up"}
