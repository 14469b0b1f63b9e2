"""A tree as a fit keeps it: what each node asks, where its answers lead, and the masses of the classes there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from strategist.estimators.equal_rows import EqualRows, Masses, heaviest
from strategist.estimators.feature_columns import Categories, Numbers
from strategist.estimators.fitted_game import Question
from strategist.games.tables.table import Table
from strategist.model.tree import GIVE_UP, DecisionTree

Encoded = Sequence[NDArray[np.int32] | NDArray[np.float64]]
"""The rows to be predicted, a column for each feature."""
LEAF = -1


@dataclass(frozen=True)
class FittedTree:
    """A tree whose nodes are numbered level by level, the root 0.

    ``asks`` holds the number of the question of each node, ``LEAF`` for none; ``children`` the nodes that its answers
    lead to, by their codes; ``masses`` those of the classes of the rows of the fit that come there; ``groups`` the
    numbers of the groups of equal rows that do.
    """

    asks: list[int]
    children: list[dict[int, int]]
    depths: list[int]
    masses: list[Masses]
    groups: list[list[int]]

    @property
    def leaves(self) -> list[int]:
        """The nodes that ask nothing."""
        return [node for node, question in enumerate(self.asks) if question == LEAF]

    def lost(self) -> list[int]:
        """The mass that each node would lose as a leaf: that of all classes but the heaviest."""
        return [sum(masses.values()) - max(masses.values()) for masses in self.masses]

    def pruned(self, asking: Sequence[bool]) -> FittedTree:
        """The tree in which only some nodes ask, numbered anew.

        >>> from collections import Counter
        >>> tree = FittedTree([0, 1, -1, -1, -1], [{0: 1, 1: 2}, {0: 3, 1: 4}, {}, {}, {}], [0, 1, 1, 2, 2],
        ...     [Counter({0: 2, 1: 1}), Counter({0: 1, 1: 1}), Counter({0: 1}), Counter({0: 1}), Counter({1: 1})],
        ...     [[0, 1, 2], [0, 1], [2], [0], [1]])
        >>> tree.pruned([True, False, False, False, False]).asks
        [0, -1, -1]
        """
        kept, new = [0], {0: 0}
        for node in kept:
            if asking[node]:
                for child in self.children[node].values():
                    new[child] = len(kept)
                    kept.append(child)
        return FittedTree(
            [self.asks[node] if asking[node] else LEAF for node in kept],
            [
                {code: new[child] for code, child in self.children[node].items()} if asking[node] else {}
                for node in kept
            ],
            [self.depths[node] for node in kept],
            [self.masses[node] for node in kept],
            [self.groups[node] for node in kept],
        )

    def node_of(
        self, columns: Sequence[Categories | Numbers], questions: Sequence[Question], encoded: Encoded, count: int
    ) -> NDArray[np.intp]:
        """The node at which each of ``count`` rows stops: a leaf, or one that has no child for the row's answer."""
        stops = np.zeros(count, dtype=np.intp)
        there = {0: np.arange(count)}
        for node, question in enumerate(self.asks):
            rows = there.pop(node, None)
            if rows is None:
                continue
            stops[rows] = node
            if question == LEAF:
                continue
            about = questions[question]
            codes = columns[about.feature].answers(encoded[about.feature][rows], about.threshold)
            for code in np.unique(codes).tolist():
                if (child := self.children[node].get(code)) is not None:
                    there[child] = rows[codes == code]
        return stops

    def paths(self) -> list[list[int]]:
        """The nodes on the way to each node, from the root to itself."""
        found: list[list[int]] = [[0] for _ in self.asks]
        for node, children in enumerate(self.children):
            for child in children.values():
                found[child] = [*found[node], child]
        return found


def root_alone(rows: EqualRows) -> FittedTree:
    """The tree that asks nothing."""
    every = list(range(len(rows.masses)))
    return FittedTree([LEAF], [{}], [0], [rows.summed(every)], [every])


def fitted(tree: DecisionTree, game: Table, rows: EqualRows, secrets: Sequence[int] | None = None) -> FittedTree:
    """A tree for the game of groups of equal rows, with what stands at each of its nodes: its slots, in their order.
    ``secrets`` are those that stand for the groups, if they are not the groups themselves."""
    count = len(tree)
    asks, depths = [LEAF] * count, [0] * count
    children: list[dict[int, int]] = [{} for _ in range(count)]
    groups: list[list[int]] = [[] for _ in range(count)]
    groups[0] = list(range(len(rows.masses)))
    for slot, guess in enumerate(tree.guesses):
        if guess == GIVE_UP or guess >= game.question_count:
            continue
        asks[slot] = guess
        responses, codes = game.row(guess), rows.codes[:, guess]
        for group in groups[slot]:
            child = tree.child(slot, responses[group if secrets is None else secrets[group]])
            assert child is not None  # the tree has a branch for every answer
            groups[child].append(group)
            children[slot][int(codes[group])] = child
            depths[child] = depths[slot] + 1
        # Siblings stand in the order of their slots.
        children[slot] = dict(sorted(children[slot].items(), key=lambda each: each[1]))
    return FittedTree(asks, children, depths, [rows.summed(there) for there in groups], groups)


def followed(tree: FittedTree, game: Table) -> DecisionTree:
    """A fitted tree as one for a game, in which all that stand at one leaf are of one class."""
    guesses, masks = [], []
    solved = 1 << game.response_count - 1
    for question, children, groups in zip(tree.asks, tree.children, tree.groups, strict=True):
        if question == LEAF:
            guesses.append(game.announcement(groups[0]))
            masks.append(solved)
        else:
            row = game.row(question)
            guesses.append(question)
            masks.append(sum(1 << row[tree.groups[child][0]] for child in children.values()))
    return DecisionTree(guesses, masks, game.response_count)


def kinds_at(tree: FittedTree, count: int) -> list[int]:
    """For each of ``count`` groups of equal rows, the class that the tree answers: the heaviest of its leaf."""
    kinds = [0] * count
    for leaf in tree.leaves:
        for group in tree.groups[leaf]:
            kinds[group] = heaviest(tree.masses[leaf])
    return kinds
