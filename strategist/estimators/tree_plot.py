"""A fitted tree as a plot of matplotlib: a box for each node, colored by its heaviest class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from strategist.common.extras import require
from strategist.common.palette import piece_color
from strategist.estimators.equal_rows import heaviest
from strategist.estimators.fitted_tree import LEAF, FittedTree
from strategist.estimators.tree_text import Answers

_HALF_A_LEVEL = 0.5
_PALEST = 0.15
"""The share of color in the box of a node where no class is heavier than the others."""


def plot_tree(
    tree: FittedTree,
    questions: Sequence[str],
    answers: Answers,
    classes: Sequence[str],
    axes: Any,
    most: int | None,
) -> Any:
    """Draw a tree into ``axes``, or a new figure, down to a depth of ``most``; returns the axes.

    ``questions`` are the texts of all questions.
    """
    require("matplotlib")
    if axes is None:
        import matplotlib.pyplot as plt

        _, axes = plt.subplots()
    shown = [node for node, depth in enumerate(tree.depths) if most is None or depth <= most]
    places = _places(tree, set(shown))
    for node in shown:
        ends = tree.asks[node] == LEAF
        across, down = places[node], -tree.depths[node]
        kind = heaviest(tree.masses[node])
        text = classes[kind] if ends else questions[tree.asks[node]]
        share = tree.masses[node][kind] / sum(tree.masses[node].values())
        alone = 1 / len(classes)
        strength = _PALEST + (1 - _PALEST) * (share - alone) / (1 - alone) if len(classes) > 1 else 1.0
        box = {"boxstyle": "round", "facecolor": (piece_color(kind), max(_PALEST, strength) / 2), "edgecolor": "black"}
        axes.text(across, down, text, ha="center", va="center", bbox=box, zorder=3)
        for code, child in tree.children[node].items():
            if child in places:
                axes.plot([across, places[child]], [down, down - 1], color="gray", zorder=1)
                between = (across + places[child]) / 2, down - _HALF_A_LEVEL
                axes.text(*between, answers[tree.asks[node]][code], ha="center", va="center", size="small", zorder=2)
    axes.set_xlim(-1, max(places.values()) + 1)
    axes.set_ylim(-max(tree.depths[node] for node in shown) - _HALF_A_LEVEL, _HALF_A_LEVEL)
    axes.set_axis_off()
    return axes


def _places(tree: FittedTree, shown: set[int]) -> dict[int, float]:
    """How far to the right each node stands: side by side where nothing is below it, else amid what is.

    >>> tree = FittedTree([0, -1, -1], [{0: 1, 1: 2}, {}, {}], [0, 1, 1], [], [])
    >>> _places(tree, {0, 1, 2})
    {1: 0.0, 2: 1.0, 0: 0.5}
    """
    places: dict[int, float] = {}
    free = 0.0
    todo = [(0, False)]
    while todo:
        node, placed = todo.pop()
        below = [child for child in tree.children[node].values() if child in shown]
        if placed:
            places[node] = sum(places[child] for child in below) / len(below)
        elif below:
            todo += [(node, True), *((child, False) for child in reversed(below))]
        else:
            places[node] = free
            free += 1
    return places
