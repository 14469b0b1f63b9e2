"""The layout of the icicle picture of a decision tree.

Each number of guesses made is a column. All columns list the secrets in the same order from top to bottom, so the cells
of a guess lie beside it, and the height of a cell is its number of candidates. A guess that can be the secret leaves a
cell of one secret, which is solved.

Where a secret may give one of several answers, cells overlap. Then the height of a cell is the expected number of its
secrets: a secret that reaches it with a chance of one half counts one half. These heights add up again.

Where answers may be false, a secret stands in several cells, too. Then the height of a cell is its number of paths, a
secret with a way of lying each: these add up, and a part of the picture that is high holds many lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.tree import DecisionTree
from strategist.show.slots.left_at_slots import sizes_at, sizes_text
from strategist.show.slots.paths import MOST_SHOWN, candidate_counts, refuse_large, stands_of
from strategist.show.slots.ways_of_lying import ways_behind


class IcicleCell(NamedTuple):
    """The candidates at one slot, or a secret that the guess of the previous slot has solved."""

    level: int
    """Its column, from 0: the number of guesses before."""
    top: float
    """The number of secrets above it."""
    size: float
    """The number of secrets that it holds; the expected one where secrets may give several answers; the number of
    paths where answers may be false."""
    slot: int | None
    """None for a secret that is solved."""
    response: int | None
    """The response that led here; None at the root."""
    average: float | None
    """The guess at which its secrets are solved on average, counted from 1, or where answers may be false at the
    latest; None where all are lost."""
    secrets: int = 1
    """The number of secrets that may be there."""
    text: str = ""
    """Their number as it is written; where answers may be false, by the number of lies."""


def icicle(game: Game, data: StrategyData, depth: int | None = None) -> list[list[IcicleCell]]:
    """The cells of the first ``depth`` columns, column by column, from top to bottom. Of a tree that shares slots, no
    more columns than a picture may have cells.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import Claims
    >>> game = make_game("mastermind(pegs=1,colors=2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> for column in icicle(game, StrategyData(game, "first", tree, Claims.of([1, 1], 0))):
    ...     print([(cell.top, cell.size, cell.slot, cell.average) for cell in column])
    [(0, 2, 0, 1.5)]
    [(0, 1, 1, 2.0), (1, 1, None, 1)]
    """
    refuse_large(len(data.tree), "a picture")
    measures = _measures_of(game, data)
    columns: list[list[IcicleCell]] = []
    column, cells = [measures.cell(0, 0, 0, None)], 1
    while column and (depth is None or len(columns) < depth):
        columns.append(column)
        cells += sum(len(data.tree.responses(cell.slot)) for cell in column if cell.slot is not None)
        if data.tree.links is not None and cells > MOST_SHOWN:
            break
        column = [cell for parent in column for cell in _cells(data.tree, measures, parent)]
    return columns


def rows_of(columns: Sequence[Sequence[IcicleCell]]) -> float:
    """The number of rows, each as high as the least cell, that all secrets take; no cell of whole secrets is less.

    >>> rows_of([[IcicleCell(0, 0, 3, 0, None, 1)], [IcicleCell(1, 0, 2.5, 1, 0, 1), IcicleCell(1, 2.5, 0.5, 2, 1, 1)]])
    6.0
    """
    return columns[0][0].size / min((1, *(cell.size for column in columns for cell in column if cell.size)))


class _Measures(NamedTuple):
    """What is told of each slot, by slot."""

    sizes: Sequence[float]
    counts: Sequence[int]
    texts: Sequence[str] | None
    averages: Sequence[float | None]
    relative: bool
    """Whether averages are counted from the slot on, because it may be of several levels."""

    def cell(self, level: int, top: float, slot: int, response: int | None) -> IcicleCell:
        average, count = self.averages[slot], self.counts[slot]
        if average is not None and self.relative:
            average += level
        text = str(count) if self.texts is None else self.texts[slot]
        return IcicleCell(level, top, self.sizes[slot], slot, response, average, count, text)


def _measures_of(game: Game, data: StrategyData) -> _Measures:
    if game.doubtful:
        sizes = sizes_at(game, data)
        texts = list(map(sizes_text, sizes))
        return _Measures(ways_behind(game, data), list(map(sum, sizes)), texts, latest_solved(data.tree), relative=True)
    counts = candidate_counts(game, data)
    expected, averages = _expected(game, data) if game.several else (counts, average_solved(data.tree))
    return _Measures(expected, counts, None, averages, relative=False)


def _cells(tree: DecisionTree, measures: _Measures, parent: IcicleCell) -> list[IcicleCell]:
    """The cells beside one cell; none beside a leaf."""
    slot, level, top = parent.slot, parent.level + 1, parent.top
    if slot is None or tree.masks[slot] in (0, tree.solved_bit):
        return []
    cells = []
    for response, child in tree.branches(slot):
        cells.append(measures.cell(level, top, child, response))
        top += measures.sizes[child]
    if tree.solves(slot):
        cells.append(IcicleCell(level, top, 1, None, tree.response_count - 1, level))
    return cells


def _expected(game: Game, data: StrategyData) -> tuple[list[float], list[float | None]]:
    """The expected number of secrets at each slot, and the guess at which they are solved on average, as
    :func:`average_solved` counts it."""
    tree = data.tree
    there, solved, totals = ([Fraction(0)] * len(tree) for _ in range(3))
    for stand in stands_of(game, data):
        there[stand.slot] = stand.number
        if tree.solves(stand.slot):
            solved[stand.slot] = there[stand.slot]
            totals[stand.slot] = there[stand.slot] * (stand.asked + 1)
    for slot in range(len(tree) - 1, -1, -1):
        below = slice(tree.first_child[slot], tree.first_child[slot + 1])
        solved[slot] += sum(solved[below])
        totals[slot] += sum(totals[below])
    averages = [float(total / number) if number else None for total, number in zip(totals, solved, strict=True)]
    return list(map(float, there)), averages


def average_solved(tree: DecisionTree) -> list[float | None]:
    """The guess, counted from 1, at which the secrets at or below each slot are solved on average; None if none is.

    >>> from strategist.model.tree import GIVE_UP
    >>> average_solved(DecisionTree(guesses=[0, 1, GIVE_UP], masks=[0b111, 0b100, 0], response_count=3))
    [1.5, 2.0, None]
    """
    totals = [0] * len(tree)
    for number, level in reversed(list(enumerate(tree.levels(), 1))):
        for slot in level:
            totals[slot] = number * tree.solved_at(slot) + sum(totals[child] for _, child in tree.branches(slot))
    solved = map(tree.solved_under, range(len(tree)))
    return [total / count if count else None for total, count in zip(totals, solved, strict=True)]


def latest_solved(tree: DecisionTree) -> list[float | None]:
    """The guess, counted from 1 at each slot, at which the last of the secrets at or below it is solved; None if none
    is.

    >>> from strategist.model.tree import GIVE_UP
    >>> latest_solved(DecisionTree(guesses=[0, 1, GIVE_UP], masks=[0b111, 0b100, 0], response_count=3))
    [2, 1, None]
    """
    latest: list[float | None] = [1 if tree.solves(slot) else None for slot in range(len(tree))]
    for slot in range(len(tree) - 1, -1, -1):
        below = [found + 1 for child in tree.children(slot) if (found := latest[child]) is not None]
        if below:
            latest[slot] = max(below)
    return latest


def legible_depth(columns: Sequence[Sequence[IcicleCell]], least: float) -> int:
    """The number of columns in which half of the secrets are in cells of size ``least`` or more; at least 2.

    >>> cells = [[IcicleCell(0, 0, 9, 0, None, 3)], [IcicleCell(1, 0, 9, 1, 0, 3)]]
    >>> cells.append([IcicleCell(2, n, 1, n + 2, 0, 3) for n in range(9)])
    >>> legible_depth(cells, 1), legible_depth(cells, 2)
    (3, 2)
    """
    for depth, column in enumerate(islice(columns, 2, None), 2):
        large = sum(cell.size for cell in column if cell.size >= least)
        if 2 * large < sum(cell.size for cell in column):
            return depth
    return len(columns)
