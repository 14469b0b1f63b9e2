"""The tree that positions unfold to, of which each may stand at many slots, and its figures.

Slots are counted before any is made. Figures are summed over positions and depths, not over slots: at a position all
masses are in proportion, so that one factor says how likely its slots are together.
:mod:`strategist.model.trees.figures` is the specification.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Figure, Weighed, exact, packed
from strategist.search.growing.several_growth import SeveralGrown


def downwards(found: SeveralGrown) -> list[int]:
    """All positions, each before those that it leads to.

    A question that tells anything excludes a secret, or can tell no more. Only the start may ask another.
    """
    rest = sorted(
        range(1, len(found)), key=lambda each: (len(found.secrets[each]), found.open[each].bit_count()), reverse=True
    )
    return [0, *rest]


def slots_of(found: SeveralGrown) -> int:
    """The number of slots of the whole tree."""
    slots = [1] * len(found)
    for number in reversed(downwards(found)):
        slots[number] += sum(slots[child] for child in found.children[number])
    return slots[0]


def unfolded(game: Game, found: SeveralGrown) -> DecisionTree:
    """The whole tree, which records the secrets that each slot solves."""
    numbers = np.concatenate(list(_levels(found)))
    solved_bit = 1 << game.response_count - 1
    guesses = np.array(found.guesses, dtype=np.int32)
    announces = [guess != GIVE_UP and guess >= game.question_count for guess in found.guesses]
    masks = [solved_bit if ends else bits for ends, bits in zip(announces, found.responses, strict=True)]
    if game.response_count <= 64:
        tree = DecisionTree(
            packed("i", guesses[numbers]), packed("Q", np.array(masks, dtype=np.uint64)[numbers]), game.response_count
        )
    else:
        slots = numbers.tolist()
        tree = DecisionTree(packed("i", guesses[numbers]), [masks[each] for each in slots], game.response_count)
    none: tuple[int, ...] = ()
    solved = [secrets if ends else none for ends, secrets in zip(announces, found.secrets, strict=True)]
    under = _solved_under(found, solved)
    tree.note_solved([solved[each] for each in numbers.tolist()], packed("i", under[numbers]))
    return tree


def _levels(found: SeveralGrown) -> Iterator[NDArray[np.int32]]:
    """The positions of all slots, level by level."""
    sizes = np.array([len(each) for each in found.children], dtype=np.int64)
    begins = np.concatenate([[0], np.cumsum(sizes)])
    children = np.array([child for each in found.children for child in each], dtype=np.int32)
    level = np.zeros(1, dtype=np.int32)
    while len(level):
        yield level
        branches = sizes[level]
        ends = np.cumsum(branches)
        within = np.arange(ends[-1]) - np.repeat(ends - branches, branches)
        level = children[np.repeat(begins[level], branches) + within]


def _solved_under(found: SeveralGrown, solved: list[tuple[int, ...]]) -> NDArray[np.int32]:
    """The number of secrets that are solved at each position or below it, each of them counted once."""
    bits = [0] * len(found)
    for number in reversed(downwards(found)):
        together = sum(1 << secret for secret in solved[number])
        for child in found.children[number]:
            together |= bits[child]
        bits[number] = together
    return np.array([each.bit_count() for each in bits], dtype=np.int32)


class _Reach(NamedTuple):
    """The slots of a position: by depth how likely they are together, and the same times what was spent before."""

    by_depth: dict[int, Fraction]
    spent: list[Fraction]


def several_claims(game: Game, found: SeveralGrown) -> Claims:
    """The figures of the whole tree."""
    reach: dict[int, _Reach] = {0: _Reach({0: _whole(game, found)}, [Fraction(0)])}
    by_depth: dict[int, Fraction] = {}
    deepest: dict[int, set[int]] = {}
    lose: set[int] = set()
    lost = solved = questions = expected = lost_mass = Fraction(0)
    for number in downwards(found):
        guess, secrets = found.guesses[number], found.secrets[number]
        mine = reach.pop(number)
        together = sum(mine.by_depth.values(), Fraction(0))
        if guess != GIVE_UP and guess < game.question_count:
            cost = mine.spent[0] + together * game.cost_of(guess)
            for child, (numerator, denominator) in zip(found.children[number], found.factors[number], strict=True):
                factor = Fraction(numerator, denominator)
                there = reach.setdefault(child, _Reach({}, [Fraction(0)]))
                for depth, likely in mine.by_depth.items():
                    there.by_depth[depth + 1] = there.by_depth.get(depth + 1, Fraction(0)) + likely * factor
                there.spent[0] += cost * factor
            continue
        each, mass = _number(game, found, number), Fraction(sum(found.masses[number]))
        mass = each if game.weights is None else mass
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
    known = len(deepest.get(0, ()))
    claims = Claims.of(histogram, lost, known, len(deepest.get(depth, ())), len(lose))
    if not game.weighted:
        return claims
    return replace(claims, weighed=Weighed(*map(exact, (solved, questions, expected, lost_mass))))


def _number(game: Game, found: SeveralGrown, number: int) -> Fraction:
    """The number of secrets at a position whose factor is 1: a secret counts by its chance, whatever its weight."""
    masses = found.masses[number]
    if game.weights is None:
        return Fraction(sum(masses))
    secrets = found.secrets[number]
    return sum((Fraction(m, game.weight_of(s)) for s, m in zip(secrets, masses, strict=True)), Fraction(0))


def _whole(game: Game, found: SeveralGrown) -> Fraction:
    """How likely the start is: together its secrets count as many as they are."""
    return len(found.secrets[0]) / _number(game, found, 0)
