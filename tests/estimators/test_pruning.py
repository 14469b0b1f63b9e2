"""Pruning, held to all prunings of small trees."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from strategist.estimators.pruning import prune

Tree = tuple[list[list[int]], list[int], list[int]]


def random_tree(draw: Random) -> Tree:
    """The children, the mass lost and the depth of each node of a tree, level by level."""
    children: list[list[int]] = []
    depths, lost = [0], [draw.randint(4, 12)]
    while len(children) < len(depths):
        node = len(children)
        below = draw.choice([0, 2, 2, 3]) if len(depths) < 9 and lost[node] else 0
        children.append(list(range(len(depths), len(depths) + below)))
        left = lost[node]
        for _ in range(below):
            depths.append(depths[node] + 1)
            lost.append(draw.randint(0, left))
            left -= lost[-1]
    return children, lost, depths


def prunings(children: list[list[int]], node: int = 0) -> Iterator[frozenset[int]]:
    """The nodes that ask, of every pruning of the tree below a node."""
    yield frozenset()
    if children[node]:
        for below in product(*(list(prunings(children, child)) for child in children[node])):
            yield frozenset({node}).union(*below)


@pytest.mark.parametrize("number", range(200))
def test_the_best_of_all_prunings_is_found(number: int) -> None:
    draw = Random(number)
    children, lost, depths = random_tree(draw)
    price = Fraction(draw.randint(0, 6), draw.randint(1, 3))
    depth = draw.choice([None, 0, 1, 2])
    most = draw.choice([None, 1, 2, 3, 4, 5])

    def leaves(asking: frozenset[int]) -> list[int]:
        there = {0}.union(*(children[node] for node in asking))
        return [node for node in there if node not in asking]

    def cost(asking: frozenset[int]) -> tuple[Fraction, int]:
        return sum(lost[leaf] for leaf in leaves(asking)) + price * len(asking), len(asking)

    allowed = [
        each
        for each in prunings(children)
        if (depth is None or max(depths[leaf] for leaf in leaves(each)) <= depth)
        and (most is None or len(leaves(each)) <= most)
    ]
    found = frozenset(node for node, asks in enumerate(prune(children, lost, depths, price, depth, most)) if asks)
    assert found in allowed
    assert cost(found) == min(map(cost, allowed))
