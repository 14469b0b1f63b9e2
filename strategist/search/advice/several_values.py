"""The rules of V where answers may be one of several: positions with their masses, for reviews.

A candidate counts as much as its weight times the chances of the answers so far, and stands behind every answer that it
may give. The specification of each rule stands in :mod:`strategist.choosing.plain_values`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from strategist.choosing.masses import scored_masses
from strategist.choosing.plain_values import (
    bits_among,
    by_heuristic,
    cheapest_question,
    estimate,
    in_vain,
    mass_after,
)
from strategist.common.errors import InfeasibleError, OutOfTimeError
from strategist.model.game import Game
from strategist.model.position import Position, kind_of
from strategist.model.tree import GIVE_UP, Claims, Figure
from strategist.search.advice.searched_values import Estimated, Exactly, Found, Heuristically, Located, taken
from strategist.search.compile.compile import compile_from
from strategist.search.state.options import Options
from strategist.search.state.start import Start

_FEW_PAIRS = 1 << 10
"""Pairs of a game with turns that is solved by trying everything."""


class _Several(Located):
    """The positions of a game in which an answer may be one of several."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._lefts: dict[tuple[tuple[int, int], ...], Position] = {}

    def left(self, position: Start) -> Position:
        """The masses at a position, which its history leads to."""
        found = self._lefts.get(position.history)
        if found is None:
            found = kind_of(self.game).left(position.history, position.candidates.tolist())
            assert found is not None  # the candidates agree with the history
            self._lefts[position.history] = found
        return found

    def split(self, position: Start, guess: int) -> dict[int, Start]:
        """The positions behind a guess, by ascending response. What has been answered is settled."""
        told = dict(position.history).get(guess)
        if told is not None:
            return {told: Start((*position.history, (guess, told)), position.candidates)}
        found = {}
        for response, cell in kind_of(self.game).cells(self.left(position), guess).items():
            history = *position.history, (guess, response)
            self._lefts[history] = cell.position
            found[response] = Start(history, np.array(cell.position.candidates, dtype=np.int32))
        return found

    def known(self, position: Start) -> bool:
        """Whether play ends: one secret is left, or one class, or nothing more can be known."""
        return kind_of(self.game).ending(self.left(position)) is not None

    def undecided(self, position: Start) -> Sequence[int]:
        """The candidates where play ends because nothing more can be known; else none."""
        candidates: list[int] = position.candidates.tolist()
        return () if self.game.is_pure(candidates) or not self.known(position) else candidates

    def mass(self, position: Start) -> Figure:
        """The weights of the candidates, each times the chance of its answers so far."""
        return mass_after(self.game, position.history, position.candidates.tolist())

    def _key(self, position: Start) -> object:
        return self.left(position), self._past(position)

    def _plain(self, position: Start) -> Position:
        return replace(self.left(position), history=position.history)


class SeveralHeuristically(Heuristically, _Several):
    """Values from the trees of a heuristic, each of which is grown once."""

    def _value(self, position: Start) -> Fraction:
        return self._tree(position)[1]

    def _found(self, position: Start, opening: int | None) -> Found:
        game, strategy = self.game, self._strategy
        data = compile_from(game, strategy, position, options=Options(self._jobs)).data
        guess, claims = data.tree.guesses[0], data.claims
        if game.costs is not None and claims.lost:
            # Figures count what was spent on solved secrets only.
            return by_heuristic(strategy)(self._plain(position))
        if guess == GIVE_UP:
            guess = cheapest_question(game)
        return guess, taken(game, claims, _mass_of(claims, position), len(position.history))


class SeveralExactly(Exactly, _Several):
    """Values from the best possible trees. Raises :class:`OutOfTimeError` if they are not found within ``seconds``."""

    def _value(self, position: Start) -> Fraction:
        return self._tree(position)[1]

    def _tree(self, position: Start) -> Found:
        game, left = self.game, self.left(position)
        if in_vain(game, left):
            return self._least(self._plain(position))
        # No way through a tree asks a question that tells nothing, or one question twice: then turns take nothing away.
        if game.turns is None or len(kind_of(game).telling(left)) <= game.turns - len(position.history):
            try:
                return self._endless_tree(position)
            except InfeasibleError:
                # Nothing but the end of all turns ends some games.
                pass
        if len(position.candidates) * game.question_count > _FEW_PAIRS:
            raise OutOfTimeError(f"with turns={game.turns} exact values are found in very small games only")
        return self._least(self._plain(position))

    def _mass_of(self, claims: Claims, position: Start) -> Figure:
        return _mass_of(claims, position)

    def _warm_up(self, position: Start) -> None:
        compile_from(self._endless, self._optimal, Start(position.history, position.candidates[:1]))


class SeveralEstimated(Estimated, _Several):
    """Values from the masses of the candidates, at the rate of the best first question."""

    def _value(self, position: Start) -> Fraction:
        return estimate(self.game, len(position.history), *self._missing(position), self._bits)

    def _told(self, start: Start, question: int) -> float:
        cells = self.split(start, question).values()
        left = math.fsum(float(self.mass(cell) / self.mass(start)) * self._missing(cell)[0] for cell in cells)
        return self._missing(start)[0] - left

    def _missing(self, position: Start) -> tuple[float, Fraction]:
        left, classes = self.left(position), self.game.classes
        masses: dict[int, int] = {}
        for secret, mass in zip(left.candidates, scored_masses(left), strict=True):
            kind = secret if classes is None else classes[secret]
            masses[kind] = masses.get(kind, 0) + mass
        return bits_among(list(masses.values()))


def _mass_of(claims: Claims, position: Start) -> Figure:
    """The mass that the figures of a tree count."""
    weighed = claims.weighed
    return len(position.candidates) if weighed is None else weighed.mass + weighed.lost
