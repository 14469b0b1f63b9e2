"""The built-in strategies, their declarations, and the ranking of guesses by heuristics: the specification.

A heuristic compares the *cells* of guesses: the candidates left after each response, including the solved one.
:func:`score` turns the sizes of the cells into an int, and smaller is better. Ties go to a candidate before a
non-candidate, then to the lowest index, unless ``ties=`` says otherwise. Chances and costs: see
:mod:`strategist.choosing.masses`; answers that may be false: :mod:`strategist.choosing.lies.berlekamp`. The compiled
kernels compute the same scores in bulk, and tests compare them with this file.

Sources: minimax, Knuth (1977), The computer as Master Mind; expected size, Irving (1979), Towards an optimum Mastermind
strategy; entropy, Neuwirth (1982), Some strategies for Mastermind; most parts, Kooi (2005), Yet another Mastermind
strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cached_property
from typing import Self

from strategist.choosing.classes import ClassCell, mixed
from strategist.choosing.draws import draw, history_key
from strategist.choosing.lies.berlekamp import heaviest, missing_on_average
from strategist.choosing.masses import (
    EXACT_MASS,
    WORST,
    SeveralCells,
    expected_left,
    interpolated,
    missing_information,
    rounded_mass,
    sizes_of,
    weighted_log,
)
from strategist.choosing.ratings import Rating, Scores, rating_of
from strategist.choosing.strategy_contract import FIRST_PARAMETER as FIRST_PARAMETER
from strategist.choosing.strategy_contract import GUESSES_PARAMETER, SEED_PARAMETER
from strategist.choosing.strategy_contract import Strategy as Strategy
from strategist.common.errors import SpecError
from strategist.model.game import Game
from strategist.model.position import Moves as Moves
from strategist.model.position import Position as Position
from strategist.model.position import kind_of
from strategist.model.spec import Parameter, Value

_TIES = Parameter(
    "ties",
    str,
    "lowest",
    "among equal scores, candidates first: the lowest or highest index, a seeded draw, or first of all more cells",
    choices=("lowest", "highest", "random", "cells"),
)
_SAMPLE = Parameter(
    "sample", int, None, "where more guesses are allowed, score only this many, drawn, beside the candidates", low=1
)
_PER = Parameter("per", str, "guess", "cost: compare what guesses gain for their cost", choices=("guess", "cost"))
SAMPLED_BESIDE = 4
"""Up to this multiple of the sample, all candidates are scored, too; of more candidates, a sample of equal size
is drawn."""


class Heuristic(Strategy, Scores):
    """The guess whose cells have the best score."""

    parameters = (GUESSES_PARAMETER, FIRST_PARAMETER, _TIES, SEED_PARAMETER, _SAMPLE, _PER)
    doubts = False

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        super().__init__(game, values)
        if self.values["per"] == "cost" and game.answer_costs is not None:
            raise SpecError(f"{self.name}: per=cost needs answers that cost nothing, got {game.spec}")
        kind = rating_of(game)
        self._rating: Callable[..., Rating] = kind
        for name, usual in kind.usual.items():
            if self.values[name] != usual:
                raise SpecError(
                    f"{self.name}: {name}={self.values[name]} cannot stand beside answers that may be false"
                )

    @property
    def draws(self) -> bool:
        """Whether ties are decided by the seed, or a sample is drawn by it."""
        return self.values["ties"] == "random" or self.values["sample"] is not None

    def rating_at(self, position: Position) -> Rating:
        """How it rates the questions at a position.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("mastermind(2,3)")
        >>> Minimax(game, {}).rating_at(Position((), range(9))).of(0)
        (4, 3)
        """
        return self._rating(self, kind_of(self.game).at(position), per_cost=self.values["per"] == "cost")

    def rated_by(self, rating: Callable[..., Rating]) -> Self:
        """The heuristic that rates questions in another way, which has the same results."""
        found = copy(self)
        found._rating = rating
        return found

    def _sampled(self, position: Position, possible: Sequence[int], everything: Sequence[int]) -> Sequence[int]:
        """The guesses that are scored, ascending: ``everything``, or with ``sample=`` some of it.

        ``possible`` are the candidates as guesses. All first guesses are scored if symmetries make few of them.
        """
        count = self.values["sample"]
        if not isinstance(count, int) or len(everything) <= count:
            return everything
        if not position.history and self.scores_all_first(len(position.candidates)):
            return everything
        key = draw(history_key(int(self.values["seed"] or 0), position.history, self.game.response_count), count)
        drawn = {everything[draw(key, number) % len(everything)] for number in range(count)}
        if len(possible) > SAMPLED_BESIDE * count:
            possible = [possible[draw(key, count + number) % len(possible)] for number in range(count)]
        return sorted(drawn | set(possible).intersection(everything))

    def scores_all_first(self, candidates: int) -> bool:
        """Whether no sample is taken of the first guesses: symmetries of the whole game make few of them."""
        return self.game.symmetry is not None and candidates == len(self.game.secrets)

    def choose(self, position: Position) -> int | None:
        """The guess with the best score; ties are decided as ``ties=`` says. None if no question tells anything, or
        none is allowed."""
        game, rating = self.game, self.rating_at(position)
        # What can only be announced has no guess of its own, and neither has a secret where its class is announced.
        asked = game.secrets_are_questions and game.classes is None
        possible = [game.guesses.index(game.secrets[each]) for each in position.candidates] if asked else []
        candidates_only = self.values["guesses"] == "candidates"
        permitted = () if candidates_only and not game.limits else self.permitted(position)
        everything = rating.among(permitted)
        if candidates_only:
            everything = [each for each in possible if not game.limits or each in permitted]
        # A guess that may end the game comes first among equals; where knowing is enough, no question does.
        marked = set() if game.announces else set(possible)
        ranked: dict[tuple[int, int, bool], list[int]] = {}
        scored = self._sampled(position, possible, everything)
        for guess, (score, count) in zip(scored, rating.of_each(scored), strict=True):
            cells = -count if self.values["ties"] == "cells" else 0
            ranked.setdefault((score, cells, guess not in marked), []).append(guess)
        best = min(ranked, default=(WORST, 0, True))
        stuck = not ranked or (game.announces and best[0] == WORST)
        return None if stuck else self._among(sorted(ranked[best]), position)

    def _among(self, best: Sequence[int], position: Position) -> int:
        """One of equal guesses, ascending, as ``ties=`` says."""
        match self.values["ties"]:
            case "highest":
                return best[-1]
            case "random":
                key = history_key(int(self.values["seed"] or 0), position.history, self.game.response_count)
                return best[draw(key, 0) % len(best)]
        return best[0]


class Minimax(Heuristic):
    """Knuth's rule: the largest cell as small as possible."""

    name = "minimax"
    summary = "the largest cell as small as possible (Knuth 1977)"
    doubts = True

    def score(self, sizes: Iterable[int]) -> int:
        """The size of the largest cell."""
        return max(sizes)

    def score_under_lies(self, cells: Sequence[tuple[int, bool]], whole: int) -> int:
        """The weight of the heaviest cell where play goes on."""
        return heaviest(cells)

    def score_classes(self, cells: Sequence[ClassCell]) -> int:
        """The size of the largest cell of several classes; 0 if there is none."""
        return max(mixed(cell)[0] for cell in cells)


class ExpectedSize(Heuristic):
    """The expected number of candidates left, times n: the sum of the squared sizes. With chances, times their sum."""

    name = "expected-size"
    summary = "as few candidates left as possible on average (Irving 1979)"
    weighs = True

    def score(self, sizes: Iterable[int]) -> int:
        """The sum of the squared sizes of the cells."""
        return sum(size * size for size in sizes)

    def score_masses(self, cells: Sequence[tuple[int, int]]) -> int:
        """The sum of size times mass over the cells."""
        return sum(size * mass for size, mass in cells)

    def score_classes(self, cells: Sequence[ClassCell]) -> int:
        """The sum of size times mass over the cells of several classes."""
        return sum(size * mass for size, mass in map(mixed, cells))

    def score_several(self, found: SeveralCells) -> int:
        """The expected number of secrets left."""
        return expected_left(sizes_of(self.game, found), found.whole)


class Entropy(Heuristic):
    """The most information: the sum of m·log₂ m as small as possible, m being the size of a cell, or its mass."""

    name = "entropy"
    summary = "as much information as possible (Neuwirth 1982)"
    weighs = True
    doubts = True

    def score(self, sizes: Iterable[int]) -> int:
        """The sum of m·log₂ m over the sizes of the cells, in fixed point."""
        return sum(map(weighted_log, sizes))

    def score_masses(self, cells: Sequence[tuple[int, int]]) -> int:
        """The sum of m·log₂ m over the masses of the cells, in fixed point."""
        if self._whole_mass <= EXACT_MASS:
            return sum(weighted_log(mass) for _, mass in cells)
        whole = sum(mass for _, mass in cells)
        return sum(interpolated(rounded_mass(mass, whole)) for _, mass in cells)

    def score_classes(self, cells: Sequence[ClassCell]) -> int:
        """The information about the class that is missing after the answer, times the mass, in fixed point."""
        masses = [[mass for _, mass in cell.values()] for cell in cells]
        if self._whole_mass <= EXACT_MASS:
            return sum(weighted_log(sum(cell)) - sum(map(weighted_log, cell)) for cell in masses)
        whole = sum(map(sum, masses))

        def information(mass: int) -> int:
            return interpolated(rounded_mass(mass, whole))

        return sum(information(sum(cell)) - sum(map(information, cell)) for cell in masses)

    def score_under_lies(self, cells: Sequence[tuple[int, bool]], whole: int) -> int:
        """What is missing on average behind the answer."""
        return missing_on_average(cells, whole)

    def score_several(self, found: SeveralCells) -> int:
        """The information that is missing after the answer."""
        return missing_information(found)

    @cached_property
    def _whole_mass(self) -> int:
        return len(self.game.secrets) if self.game.weights is None else sum(self.game.weights)


class MostParts(Heuristic):
    """The most cells: as many different responses as possible."""

    name = "most-parts"
    summary = "as many different responses as possible (Kooi 2005)"

    def score(self, sizes: Iterable[int]) -> int:
        """Minus the number of cells that are not empty."""
        return -sum(1 for size in sizes if size)

    def score_classes(self, cells: Sequence[ClassCell]) -> int:
        """Minus the number of cells."""
        return -len(cells)

    def score_several(self, found: SeveralCells) -> int:
        """Minus the number of cells."""
        return -len(found.cells)
