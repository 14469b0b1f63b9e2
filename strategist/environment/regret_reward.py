"""The reward that is minus the regret of each guess: what it costs beside the best one, looked up or searched."""

from __future__ import annotations

import copy
import os
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from strategist.common.errors import SpecError
from strategist.environment.rewards import Reward
from strategist.environment.steps import NONE, Step
from strategist.model.game import Game
from strategist.model.refusals import refuse

if TYPE_CHECKING:
    from strategist.files.values.value_file import ValueFile
    from strategist.search.advice.cached.move_values import Values
    from strategist.search.state.start import Start


class ToldRegret(NamedTuple):
    """A regret, its bounds, and where it is from: ``"cache"``, ``"search"`` or ``"bounds"``."""

    regret: Fraction
    bounds: tuple[Fraction, Fraction]
    by: str


class Regret(Reward):
    """Minus the regret of each guess: 0 for a best one.

    The regrets of a policy add up, on average over all secrets, to what it takes beyond the best possible play. A guess
    that is not allowed, and a reply without one, cost what a turn costs.

    Parameters
    ----------
    game : Game
        A game in which the secret is to be guessed; each question has one answer, which is true, and all secrets and
        questions weigh alike.
    cache : path or ValueFile, optional
        A value cache, where values are looked up first.
    seconds : float, default 2.0
        Seconds that may be searched for a guess. What is not found then is bounded, and the regret is what the best
        trees that are known say.

    Raises
    ------
    SpecError
        For another game, and for a cache of another game.
    StrategyFileError
        For a file that is no value cache.

    Examples
    --------
    >>> from strategist.environment.episode import Episode
    >>> from strategist.games.catalog import make_game
    >>> from strategist.play.hidden import FixedSecret
    >>> game = make_game("mastermind(3,4)")
    >>> episode = Episode(game, FixedSecret(game, game.parse_code("134")))
    >>> step = episode.guess(game.parse_question("111"))
    >>> Regret(game).told(step)
    ToldRegret(regret=Fraction(27, 64), bounds=(Fraction(27, 64), Fraction(27, 64)), by='search')
    """

    name = "regret"
    one_by_one = True

    def __init__(
        self, game: Game, cache: str | os.PathLike[str] | ValueFile | None = None, seconds: float = 2.0
    ) -> None:
        # Here, because other rewards need no NumPy.
        from strategist.files.values.value_file import open_cache

        super().__init__(game)
        refuse(game, "a cache of values")
        if game.announces:
            raise SpecError(f"{game.spec} ends when the secret is known: expected one to be guessed, for reward=regret")
        self._cache = None if cache is None else open_cache(cache, game)
        self._seconds = seconds
        self._values: dict[int, Values] = {}
        self._last: tuple[Step, ToldRegret] | None = None

    def of(self, step: Step) -> float:
        """Minus the regret of one guess."""
        return -float(self.told(step).regret)

    def details(self, step: Step) -> dict[str, Any]:
        """The regret, its bounds, and where it is from."""
        told = self.told(step)
        return {"regret": float(told.regret), "regret_bounds": tuple(map(float, told.bounds)), "regret_by": told.by}

    def told(self, step: Step) -> ToldRegret:
        """The regret of one guess, as fractions."""
        if self._last is None or self._last[0] is not step:
            self._last = step, self._found(step)
        return self._last[1]

    def _found(self, step: Step) -> ToldRegret:
        position = _position(self.game, step)
        if step.guess == NONE or step.illegal:
            return self._wasted(position, step.wasted)
        found = self._at(step.wasted).move(position, step.guess, named=False)
        return ToldRegret(found.regret, found.regret_bounds, found.by)

    def _wasted(self, position: Start, wasted: int) -> ToldRegret:
        """A turn that passes costs one, and leaves one fewer where there are turns."""
        if self.game.turns is None:
            return ToldRegret(Fraction(1), (Fraction(1), Fraction(1)), "search" if self._cache is None else "cache")
        size = len(position.candidates)
        (before, by), (after, other) = (self._at(gone).cost(position) for gone in (wasted, wasted + 1))
        low, high = after.lower - before.upper + size, after.upper - before.lower + size
        told = Fraction(after.upper - before.upper + size, size)
        return ToldRegret(told, (Fraction(low, size), Fraction(high, size)), max(by, other, key=_doubt))

    def _at(self, wasted: int) -> Values:
        """The values where some turns have passed in vain."""
        from strategist.search.advice.cached.move_values import Values

        game = self.game
        if game.turns is None:
            wasted = 0
        if wasted not in self._values:
            if game.turns is not None and wasted:
                fewer = game.turns - wasted
                game = copy.copy(game)
                game.turns = fewer
            self._values[wasted] = Values(game, self._cache, self._seconds)
        return self._values[wasted]


def _doubt(by: str) -> int:
    return ("cache", "search", "bounds").index(by)


def _position(game: Game, step: Step) -> Start:
    """The position of a step: indices of what was guessed, and of what is left."""
    import numpy as np

    from strategist.model.bulk import SomeCodes
    from strategist.search.state.start import Start

    left = step.candidates
    if not len(left):
        raise SpecError("reward=regret: expected games that are played one by one")
    if left is game.secrets:
        candidates = np.arange(len(left), dtype=np.int32)
    elif isinstance(left, SomeCodes):
        candidates = np.array(left.indices, dtype=np.int32)
    else:
        candidates = np.array([game.secrets.index(code) for code in left], dtype=np.int32)
    return Start(tuple((game.guesses.index(guess), answer) for guess, answer in step.history), candidates)
