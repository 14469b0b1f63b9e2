"""The tree that positions unfold to where answers may be false, of which each may stand at many slots, and its figures.

Slots are counted before any is made: of a tree that would have too many, each position becomes one slot. Figures are
taken from the positions of each level, not from slots:
:mod:`strategist.model.trees.figures` is the specification.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, packed
from strategist.search.growing.lies_growth import LiesGrown


def lies_slots(found: LiesGrown) -> int:
    """The number of slots of the whole tree."""
    slots = 0
    level: NDArray[Any] = np.zeros(len(found))
    level[0] = 1
    while level.any():
        slots += int(level.sum())
        level = np.bincount(found.children, np.repeat(level, np.diff(found.begins)), len(found))
    return slots


def unfolded_lies(game: Game, found: LiesGrown) -> DecisionTree:
    """The whole tree, which records the secrets that each slot solves."""
    return _tree(game, found, np.concatenate(list(_levels(found))), None)


def shared_lies(game: Game, found: LiesGrown) -> DecisionTree:
    """The tree with one slot for each position, which records the secrets that each slot solves.

    A slot is as deep as the longest way to it, and slots stand in the order of their depths: so each stands before
    those that it leads to.
    """
    depth = np.zeros(len(found), dtype=np.int64)
    for made, here in enumerate(_reached(found)):
        depth[here] = made
    numbers = np.argsort(depth, kind="stable")
    slots = np.empty(len(found), dtype=np.int32)
    slots[numbers] = np.arange(len(found), dtype=np.int32)
    branches = np.diff(found.begins)[numbers]
    ends = np.cumsum(branches)
    within = np.arange(ends[-1]) - np.repeat(ends - branches, branches)
    links = slots[found.children[np.repeat(found.begins[:-1][numbers], branches) + within]]
    shares = len(links) != len(found) - 1
    return _tree(game, found, numbers, packed("i", links) if shares else None)


def _reached(found: LiesGrown) -> Iterator[NDArray[np.bool_]]:
    """For each number of guesses, which positions they may lead to."""
    parents = np.repeat(np.arange(len(found)), np.diff(found.begins))
    here = np.zeros(len(found), dtype=np.bool_)
    here[0] = True
    while here.any():
        yield here
        behind = np.zeros(len(found), dtype=np.bool_)
        behind[found.children[here[parents]]] = True
        here = behind


def _tree(game: Game, found: LiesGrown, numbers: NDArray[Any], links: Sequence[int] | None) -> DecisionTree:
    """The tree whose slots are these positions."""
    solved = game.response_count - 1
    guesses = packed("i", found.guesses[numbers])
    if game.response_count <= 64:
        masks = np.zeros(len(found), dtype=np.uint64)
        parents = np.repeat(np.arange(len(found)), np.diff(found.begins))
        np.bitwise_or.at(masks, parents, np.uint64(1) << found.answers.astype(np.uint64))
        masks[found.solves >= 0] |= np.uint64(1 << solved)
        tree = DecisionTree(guesses, packed("Q", masks[numbers]), game.response_count, links)
    else:
        wide = [sum(1 << answer for answer in row.tolist()) for row in np.split(found.answers, found.begins[1:-1])]
        wide = [mask | (1 << solved if secret >= 0 else 0) for mask, secret in zip(wide, found.solves, strict=True)]
        tree = DecisionTree(guesses, [wide[each] for each in numbers.tolist()], game.response_count, links)
    each = [(secret,) for secret in range(len(game.secrets))] + [()]
    tree.note_solved([each[secret] for secret in found.solves[numbers].tolist()], packed("i", found.sizes[numbers]))
    return tree


def _levels(found: LiesGrown) -> Iterator[NDArray[np.int32]]:
    """The positions of all slots, level by level."""
    sizes = np.diff(found.begins)
    level = np.zeros(1, dtype=np.int32)
    while len(level):
        yield level
        branches = sizes[level]
        ends = np.cumsum(branches)
        within = np.arange(ends[-1]) - np.repeat(ends - branches, branches)
        level = found.children[np.repeat(found.begins[level], branches) + within]


def lies_claims(game: Game, found: LiesGrown) -> Claims:
    """The figures of the whole tree, in which every secret is found: each at the most guesses that it can need."""
    latest = np.full(len(game.secrets), -1, dtype=np.int64)
    for made, here in enumerate(_reached(found)):
        assert not (here & (found.guesses == GIVE_UP)).any()
        solved = found.solves[here]
        solved = solved[solved >= 0]
        latest[solved] = made + (0 if game.announces else 1)
    histogram = np.bincount(latest[latest >= 0]).tolist()
    return Claims.of(histogram[1:], 0, sum(histogram[:1]))
