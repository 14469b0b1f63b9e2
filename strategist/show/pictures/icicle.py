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
from itertools import islice
from typing import NamedTuple

from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.tree import DecisionTree
from strategist.show.slots.at_slots import Shown, at_slots
from strategist.show.slots.who_stands import MOST_SHOWN, check_size


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

    >>> from strategist.model.tree import Claims
    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> for column in icicle(data.game, data):
    ...     print([(cell.top, cell.size, cell.slot, cell.average) for cell in column])
    [(0, 2, 0, 1.5)]
    [(0, 1, 1, 2.0), (1, 1, None, 1)]
    """
    check_size(len(data.tree), "a picture")
    shown = at_slots(game, data).shown()
    columns: list[list[IcicleCell]] = []
    column, cells = [_cell(shown, 0, 0, 0, None)], 1
    while column and (depth is None or len(columns) < depth):
        columns.append(column)
        cells += sum(len(data.tree.responses(cell.slot)) for cell in column if cell.slot is not None)
        if data.tree.links is not None and cells > MOST_SHOWN:
            break
        column = [cell for parent in column for cell in _cells(data.tree, shown, parent)]
    return columns


def rows_of(columns: Sequence[Sequence[IcicleCell]]) -> float:
    """The number of rows, each as high as the least cell, that all secrets take; no cell of whole secrets is less.

    >>> rows_of([[IcicleCell(0, 0, 3, 0, None, 1)], [IcicleCell(1, 0, 2.5, 1, 0, 1), IcicleCell(1, 2.5, 0.5, 2, 1, 1)]])
    6.0
    """
    return columns[0][0].size / min((1, *(cell.size for column in columns for cell in column if cell.size)))


def _cell(shown: Shown, level: int, top: float, slot: int, response: int | None) -> IcicleCell:
    average = shown.averages[slot]
    if average is not None and shown.relative:
        average += level
    return IcicleCell(level, top, shown.sizes[slot], slot, response, average, shown.counts[slot], shown.texts(slot))


def _cells(tree: DecisionTree, shown: Shown, parent: IcicleCell) -> list[IcicleCell]:
    """The cells beside one cell; none beside a leaf."""
    slot, level, top = parent.slot, parent.level + 1, parent.top
    if slot is None or tree.masks[slot] in (0, tree.solved_bit):
        return []
    cells = []
    for response, child in tree.branches(slot):
        cells.append(_cell(shown, level, top, child, response))
        top += shown.sizes[child]
    if tree.solves(slot):
        cells.append(IcicleCell(level, top, 1, None, tree.response_count - 1, level))
    return cells


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
