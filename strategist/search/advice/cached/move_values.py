"""What a move is worth: looked up in a value cache, searched, or bounded, and it says which; by that, a rule of V."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.luck_and_skill import BOUNDS, regret_of
from strategist.common.errors import OutOfTimeError
from strategist.files.values.value_file import ValueFile
from strategist.model.bulk import bulk_rules
from strategist.model.game import Game
from strategist.model.refusals import refuse
from strategist.search.advice.cached.position_names import Moves, Namer, Names
from strategist.search.advice.cached.set_costs import Cost, SetCosts, known_cost
from strategist.search.advice.responses_at import answers_of
from strategist.search.advice.valuing.searched_values import Found, Located
from strategist.search.kernels.numba.stopwatch import Stopwatch
from strategist.search.state.start import Start

CACHED, SEARCHED, BOUNDED = "cache", "search", BOUNDS
"""Where a value is from: all of it from the cache or from counting one or two candidates, some of it searched, or some
of it not known exactly."""
_PAIRS_A_SECOND = 1 << 23
"""Pairs of a candidate and a question up to which a search may come to its end in a second; with more, none begins."""
_MOST_REMEMBERED = 1 << 20
"""The costs of positions that are kept after they were searched."""


@dataclass(frozen=True)
class MoveValue:
    """What a guess is worth at a position, and what the best one is; all figures are guesses from there on.

    Attributes
    ----------
    worth : tuple of Fraction
        Bounds of the expected number of guesses if this one is made and play goes on as well as can be. A lost game
        counts one guess more than there are turns.
    least : tuple of Fraction
        Bounds of the same for the best guess.
    best : int or None
        The best guess that is known, where one is named.
    by : str
        ``"cache"``, ``"search"`` or ``"bounds"``.
    """

    worth: tuple[Fraction, Fraction]
    least: tuple[Fraction, Fraction]
    best: int | None
    by: str

    @property
    def exact(self) -> bool:
        """Whether all figures are exact."""
        return self.by != BOUNDED

    @property
    def regret(self) -> Fraction:
        """What the guess costs beside the best one that is known: between the bounds, and exact where they agree."""
        return regret_of(self.worth[1], self.least[1])

    @property
    def regret_bounds(self) -> tuple[Fraction, Fraction]:
        """Bounds of the regret."""
        low, high = self.worth
        return regret_of(low, min(self.least[1], high)), regret_of(high, self.least[0])


class Cells(NamedTuple):
    """Sets behind some moves and a ``guess``, which is None for a position itself, without the set that is guessed
    right.

    ``members`` are the candidates, set by set, each ascending; ``ends`` is where each set ends, ``responses`` what its
    members answer to the guess.
    """

    moves: Moves
    guess: int | None
    members: NDArray[np.int32]
    ends: NDArray[np.int64]
    sizes: NDArray[np.int64]
    responses: NDArray[np.int64]

    @classmethod
    def alone(cls, position: Start) -> Cells:
        """A position as the only set."""
        size = np.array([len(position.candidates)])
        return cls(position.history, None, position.candidates, size, size, np.zeros(1, dtype=np.int64))

    def behind(self, cell: int) -> Start:
        """The position of a set."""
        end = int(self.ends[cell])
        members = self.members[end - int(self.sizes[cell]) : end]
        if self.guess is None:
            return Start(self.moves, members)
        return Start((*self.moves, (self.guess, int(self.responses[cell]))), members)

    @property
    def made(self) -> int:
        """The guesses made when the sets are reached."""
        return len(self.moves) + (self.guess is not None)


class _Sum(NamedTuple):
    """Bounds of the costs of some sets together, and where they are from."""

    lower: int
    upper: int
    by: str


class Values:
    """What the positions and moves of a game are worth.

    Parameters
    ----------
    game : Game
        The game: each question has one answer, which is true, and all secrets and questions weigh alike.
    cache : ValueFile, optional
        Where values are looked up first.
    seconds : float, default 2.0
        Seconds that may be searched for a move; what is not found then is bounded. 0 for no search.

    Raises
    ------
    SpecError
        For another game.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("mastermind(3,4)")
    >>> found = Values(game).move(start_of(game), game.parse_question("111"))
    >>> found.worth, found.least, found.regret, found.by, game.format_code(game.guesses[found.best])
    ((Fraction(233, 64), Fraction(233, 64)), (Fraction(103, 32), Fraction(103, 32)), Fraction(27, 64), 'search', '112')
    """

    def __init__(self, game: Game, cache: ValueFile | None = None, seconds: float = 2.0) -> None:
        refuse(game, "a cache of values")
        self.game = game
        self.cache = cache
        self.seconds = seconds
        self.namer = Namer(game)
        self._rules = bulk_rules(game, 1 << 20)
        self._searching: SetCosts | None = None
        self._remembered: dict[tuple[int, int, int], Cost] = {}

    def cells(self, position: Start, guess: int) -> Cells:
        """The candidates grouped by their responses to a guess."""
        game, candidates = self.game, position.candidates
        answers = answers_of(game, self._rules, guess, candidates)
        order = np.argsort(answers, kind="stable")
        answers = answers[order]
        # The solved response is the last one.
        count = int(np.searchsorted(answers, game.response_count - 1))
        answers = answers[:count]
        ends = np.flatnonzero(answers[1:] != answers[:-1]) + 1
        if count:
            ends = np.append(ends, count)
        return Cells(
            position.history, guess, candidates[order[:count]], ends, np.diff(ends, prepend=0), answers[ends - 1]
        )

    def counted(self, cells: Cells) -> tuple[int, NDArray[np.bool_]]:
        """What the sets cost together that need no search, and which sets these are, ``bool[sets]``."""
        left = None if self.game.turns is None else self.game.turns - cells.made
        total, counted = 0, np.zeros(len(cells.ends), dtype=np.bool_)
        for size in (1, 2) if left != 0 else np.unique(cells.sizes).tolist():
            known = known_cost(self.game, size, left)
            if known is not None:
                here = cells.sizes == size
                total += known * int(np.count_nonzero(here))
                counted |= here
        return total, counted

    def names(self, cells: Cells) -> Names:
        """The names of the positions of all sets."""
        keys, checks = self.namer.names(cells.members, cells.ends)
        rests = np.array(self._rests(cells), dtype=np.uint64)
        return Names(keys ^ rests[:, 0], checks ^ rests[:, 1])

    def _rests(self, cells: Cells) -> list[tuple[int, int]]:
        rest, game = self.namer.rest, self.game
        if not game.restricts:
            # The guesses left are the same behind any response.
            return [rest(cells.behind(0).history)]
        return [rest(cells.behind(cell).history) for cell in range(len(cells.ends))]

    def cost(self, position: Start) -> tuple[Cost, str]:
        """The cost of a position, summed over its candidates, with the best guess where one is named, and where it is
        from."""
        cells = Cells.alone(position)
        found = self._sum(cells, Stopwatch())
        return Cost(found.lower, found.upper, self._best(cells)), found.by

    def move(self, position: Start, guess: int, named: bool = True) -> MoveValue:
        """What a question is worth at a position, by its index, where one more guess is allowed at least.

        The best guess is ``named`` at the price of a look-up more.
        """
        watch, size = Stopwatch(), len(position.candidates)
        alone = Cells.alone(position)
        least, behind = self._sum(alone, watch), self._sum(self.cells(position, guess), watch)
        low, high = behind.lower + size, behind.upper + size
        upper, best = min(least.upper, high), guess
        if least.upper <= high:
            best = self._best(alone) if named else -1
        return MoveValue(
            (Fraction(low, size), Fraction(high, size)),
            (Fraction(min(least.lower, upper), size), Fraction(upper, size)),
            None if best < 0 else best,
            max(least.by, behind.by, key=(CACHED, SEARCHED, BOUNDED).index),
        )

    def forget(self) -> None:
        """Forget what was searched, so that it is searched again."""
        self._remembered.clear()

    def _best(self, cells: Cells) -> int:
        """The best guess that is known at a position, -1 where none is named."""
        candidates = cells.members
        if len(candidates) < 3 and not self.game.announces:
            return self.game.guesses.index(self.game.secrets[int(candidates[0])])
        names = self.names(cells)
        image: int | None = None
        if self.cache is not None:
            _, _, places = self.cache.find(names.keys, names.checks, cells.sizes)
            if places[0] >= 0:
                image = self.cache.guess_at(int(places[0]))
        name = *names.at(0), len(candidates)
        if image is None and name in self._remembered and self._remembered[name].guess >= 0:
            image = self._remembered[name].guess
        return -1 if image is None else self.namer.guess_of(candidates, image)

    def _sum(self, cells: Cells, watch: Stopwatch) -> _Sum:
        """What all sets cost together."""
        by = SEARCHED if self.cache is None else CACHED
        total, counted = self.counted(cells)
        rest = np.flatnonzero(~counted)
        if not len(rest):
            return _Sum(total, total, by)
        names, lower, upper = self.names(cells), total, total
        keys, checks, sizes = names.keys[rest], names.checks[rest], cells.sizes[rest]
        missing = np.ones(len(rest), dtype=np.bool_)
        if self.cache is not None:
            lowers, uppers, places = self.cache.find(keys, checks, sizes)
            missing = places < 0
            lower, upper = lower + int(lowers[~missing].sum()), upper + int(uppers[~missing].sum())
        for place in np.flatnonzero(missing).tolist():
            by = SEARCHED
            name = *names.at(int(rest[place])), int(sizes[place])
            cost = self._missing(name, cells.behind(int(rest[place])), watch)
            lower, upper = lower + cost.lower, upper + cost.upper
        return _Sum(lower, upper, by if lower == upper else BOUNDED)

    def _missing(self, name: tuple[int, int, int], position: Start, watch: Stopwatch) -> Cost:
        """The cost of what the cache does not hold: searched while there is time, else bounded. Its guess is called as
        in the image that names the position."""
        if name in self._remembered:
            return self._remembered[name]
        if self._searching is None:
            self._searching = SetCosts(self.game)
        seconds, candidates = self.seconds - watch.seconds, position.candidates
        try:
            if len(candidates) * self.game.question_count > seconds * _PAIRS_A_SECOND:
                raise OutOfTimeError("expected a smaller set")
            cost = self._searching.cost(position.history, candidates, seconds)
        except OutOfTimeError:
            return self._searching.bounds(position.history, candidates)
        if len(self._remembered) >= _MOST_REMEMBERED:
            self.forget()
        if cost.guess >= 0:
            cost = cost._replace(guess=self.namer.image_of(candidates, cost.guess))
        self._remembered[name] = cost
        return cost


class LookedUp(Located):
    """Values that a cache holds; what it does not hold is searched, or bounded from above."""

    def __init__(self, values: Values) -> None:
        super().__init__(values.game)
        self._values = values
        self.exact = True
        """Whether all values so far are exact."""

    def _value(self, position: Start) -> Fraction:
        cost, by = self._values.cost(position)
        self.exact &= by != BOUNDED
        return Fraction(cost.upper, len(position.candidates))

    def best(self, position: Start, guess: int) -> Found:
        """The best guess that is known, with its worth."""
        named = self._values.cost(position)[0].guess
        return (guess, self.worth(position, guess)) if named < 0 else (named, self.value(position))
