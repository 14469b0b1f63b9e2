"""The figures of the tree that positions unfold to, summed over positions and depths, not over slots.

:mod:`strategist.model.trees.figures` is the specification.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from strategist.model.game import Game
from strategist.model.tree import GIVE_UP, Claims, Figure, Weighed, exact
from strategist.search.growing.grown import Grown


@dataclass(frozen=True)
class MassesGrown(Grown):
    """Positions of masses."""

    secrets: list[tuple[int, ...]]
    masses: list[tuple[int, ...]]
    factors: list[tuple[int, int]]
    """Of each answer: by how much the masses of its child have been divided, numerator and denominator."""


class _Reach(NamedTuple):
    """The slots of a position: by depth how likely they are together, and the same times what was spent before."""

    by_depth: dict[int, Fraction]
    spent: list[Fraction]


def expected_claims(game: Game, found: MassesGrown) -> Claims:
    """The figures of the whole tree, in which each secret may stand at several slots.

    At a position all masses are in proportion, so that one factor says how likely its slots are together.
    """
    reach: dict[int, _Reach] = {0: _Reach({0: _whole(game, found)}, [Fraction(0)])}
    by_depth: dict[int, Fraction] = {}
    deepest: dict[int, set[int]] = {}
    lose: set[int] = set()
    lost = solved = questions = expected = lost_mass = Fraction(0)
    guesses, begins, children = found.guesses.tolist(), found.begins.tolist(), found.children.tolist()
    for number in found.downwards().tolist():
        guess, secrets = guesses[number], found.secrets[number]
        mine = reach.pop(number)
        together = sum(mine.by_depth.values(), Fraction(0))
        if guess != GIVE_UP and guess < game.question_count:
            cost = mine.spent[0] + together * game.cost_of(guess)
            for at in range(begins[number], begins[number + 1]):
                factor = Fraction(*found.factors[at])
                there = reach.setdefault(children[at], _Reach({}, [Fraction(0)]))
                for depth, likely in mine.by_depth.items():
                    there.by_depth[depth + 1] = there.by_depth.get(depth + 1, Fraction(0)) + likely * factor
                there.spent[0] += cost * factor
            continue
        each, mass = _number(game, found, number), Fraction(sum(found.masses[number]))
        mass = each if game.weights is None else mass
        if guess != GIVE_UP and game.erring is not None:
            # All but the secret that is named are lost, after as many questions.
            named = guess - game.question_count
            right = Fraction(found.masses[number][secrets.index(named)])
            questions += sum(likely * depth for depth, likely in mine.by_depth.items()) * (mass - right)
            expected += mine.spent[0] * (mass - right)
            lost += together * (each - right / game.weight_of(named))
            lost_mass += together * (mass - right)
            lose.update(secret for secret in secrets if secret != named)
            each, mass, secrets = right / game.weight_of(named), right, (named,)
        if guess == GIVE_UP:
            lost += together * each
            lost_mass += together * mass
            lose.update(secrets)
            continue
        for depth, likely in mine.by_depth.items():
            by_depth[depth] = by_depth.get(depth, Fraction(0)) + likely * each
            questions += likely * mass * depth
            deepest.setdefault(depth, set()).update(secrets)
        solved += together * mass
        expected += mine.spent[0] * mass
    depth = max(by_depth, default=0)
    histogram: list[Figure] = [by_depth.get(at, 0) for at in range(1, depth + 1)]
    claims = Claims.of(histogram, lost, exact(by_depth.get(0, 0)), len(deepest.get(depth, ())), len(lose))
    if not game.weighted:
        return claims
    return replace(claims, weighed=Weighed(*map(exact, (solved, questions, expected, lost_mass))))


def _number(game: Game, found: MassesGrown, number: int) -> Fraction:
    """The number of secrets at a position whose factor is 1: a secret counts by its chance, whatever its weight."""
    masses = found.masses[number]
    if game.weights is None:
        return Fraction(sum(masses))
    secrets = found.secrets[number]
    return sum((Fraction(m, game.weight_of(s)) for s, m in zip(secrets, masses, strict=True)), Fraction(0))


def _whole(game: Game, found: MassesGrown) -> Fraction:
    """How likely the start is: together its secrets count as many as they are."""
    return len(found.secrets[0]) / _number(game, found, 0)


def latest_claims(game: Game, found: Grown) -> Claims:
    """The figures of the whole tree, in which every secret is found: each at the most guesses that it can need."""
    latest = np.full(len(game.secrets), -1, dtype=np.int64)
    for made, here in enumerate(found.reached()):
        assert not (here & (found.guesses == GIVE_UP)).any()
        solved = found.solves[here]
        solved = solved[solved >= 0]
        latest[solved] = made + (0 if game.announces else 1)
    histogram = np.bincount(latest[latest >= 0]).tolist()
    return Claims.of(histogram[1:], 0, sum(histogram[:1]))
