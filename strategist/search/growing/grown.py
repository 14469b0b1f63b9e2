"""Positions that are numbered once each and how they lead to each other, and the tree that they unfold to.

Each may stand at many slots of the tree. Slots are counted before any is made. Where there would be too many, a tree
may share them: then each position is one slot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game
from strategist.model.tree import GIVE_UP, DecisionTree, packed

_EXACT = 1 << 53
"""From here on a float is no number of slots."""


@dataclass(frozen=True)
class Grown:
    """Different positions, the first of which is the start, and how they lead to each other."""

    guesses: NDArray[np.int32]
    """The guess, an announcement or ``GIVE_UP``."""
    sizes: NDArray[np.int32]
    """The candidates of each position."""
    solves: NDArray[np.int32]
    """The place in ``solvers`` of the secrets that the guess solves, or -1."""
    begins: NDArray[np.int64]
    """Where the answers after which play goes on begin in the next two arrays; one more than there are positions."""
    answers: NDArray[np.int32]
    """Ascending within a position."""
    children: NDArray[np.int32]
    """The positions that they lead to."""
    solvers: Sequence[tuple[int, ...]]
    """Sets of secrets that are solved together; the last is empty."""

    def __len__(self) -> int:
        return len(self.guesses)

    @property
    def branches(self) -> NDArray[np.int64]:
        """The number of answers of each position."""
        return np.diff(self.begins)

    @property
    def parents(self) -> NDArray[np.intp]:
        """The positions to which the answers belong."""
        return np.repeat(np.arange(len(self)), self.branches)

    def behind(self, numbers: NDArray[Any]) -> NDArray[np.int32]:
        """What some positions lead to, one after the other."""
        branches = self.branches[numbers]
        ends = np.cumsum(branches)
        within = np.arange(ends[-1]) - np.repeat(ends - branches, branches)
        return self.children[np.repeat(self.begins[:-1][numbers], branches) + within]

    def reached(self) -> Iterator[NDArray[np.bool_]]:
        """For each number of guesses, which positions they may lead to."""
        parents = self.parents
        here = np.zeros(len(self), dtype=np.bool_)
        here[0] = True
        while here.any():
            yield here
            behind = np.zeros(len(self), dtype=np.bool_)
            behind[self.children[here[parents]]] = True
            here = behind

    def downwards(self) -> NDArray[np.intp]:
        """All positions, each before those that it leads to: by the longest way to it."""
        depth = np.zeros(len(self), dtype=np.int64)
        for made, here in enumerate(self.reached()):
            depth[here] = made
        return np.argsort(depth, kind="stable")


def slots_of(found: Grown) -> int:
    """The number of slots of the whole tree."""
    slots, parents = 0, found.parents
    level: NDArray[Any] = np.zeros(len(found))
    level[0] = 1
    while level.any() and slots < _EXACT:
        slots += int(level.sum())
        level = np.bincount(found.children, level[parents], len(found))
    if slots < _EXACT:
        return slots
    counts = [1] * len(found)
    begins, children = found.begins.tolist(), found.children.tolist()
    for number in reversed(found.downwards().tolist()):
        counts[number] += sum(counts[child] for child in children[begins[number] : begins[number + 1]])
    return counts[0]


def unfolded(game: Game, found: Grown) -> DecisionTree:
    """The whole tree, which records the secrets that each slot solves."""
    return _tree(game, found, np.concatenate(list(_levels(found))), None)


def shared(game: Game, found: Grown) -> DecisionTree:
    """The tree with one slot for each position, which records the secrets that each slot solves.

    A slot is as deep as the longest way to it, and slots stand in the order of their depths: so each stands before
    those that it leads to.
    """
    numbers = found.downwards()
    slots = np.empty(len(found), dtype=np.int32)
    slots[numbers] = np.arange(len(found), dtype=np.int32)
    links = slots[found.behind(numbers)]
    shares = len(links) != len(found) - 1
    return _tree(game, found, numbers, packed("i", links) if shares else None)


def _levels(found: Grown) -> Iterator[NDArray[np.int32]]:
    """The positions of all slots, level by level."""
    level = np.zeros(1, dtype=np.int32)
    while len(level):
        yield level
        level = found.behind(level)


def _tree(game: Game, found: Grown, numbers: NDArray[Any], links: Sequence[int] | None) -> DecisionTree:
    """The tree whose slots are these positions."""
    solved = game.response_count - 1
    guesses, solves = packed("i", found.guesses[numbers]), found.solves >= 0
    if game.response_count <= 64:
        masks = np.zeros(len(found), dtype=np.uint64)
        np.bitwise_or.at(masks, found.parents, np.uint64(1) << found.answers.astype(np.uint64))
        masks[solves] |= np.uint64(1 << solved)
        tree = DecisionTree(guesses, packed("Q", masks[numbers]), game.response_count, links)
    else:
        wide = [sum(1 << answer for answer in row.tolist()) for row in np.split(found.answers, found.begins[1:-1])]
        wide = [mask | (1 << solved if solving else 0) for mask, solving in zip(wide, solves.tolist(), strict=True)]
        tree = DecisionTree(guesses, [wide[each] for each in numbers.tolist()], game.response_count, links)
    each = [found.solvers[place] for place in found.solves[numbers].tolist()]
    tree.note_solved(each, packed("i", _solved_under(found)[numbers]))
    return tree


def _solved_under(found: Grown) -> NDArray[np.int32]:
    """The number of secrets that are solved at each position or below it, each of them counted once."""
    if not (found.guesses == GIVE_UP).any():
        return found.sizes
    bits = [0] * len(found)
    begins, children, solves = found.begins.tolist(), found.children.tolist(), found.solves.tolist()
    for number in reversed(found.downwards().tolist()):
        together = sum(1 << secret for secret in found.solvers[solves[number]])
        for child in children[begins[number] : begins[number + 1]]:
            together |= bits[child]
        bits[number] = together
    return np.array([each.bit_count() for each in bits], dtype=np.int32)
