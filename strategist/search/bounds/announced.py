"""Bounds where secrets have chances or questions have costs, and a secret is announced once it is known.

The secrets are the leaves of a tree in which a question costs at least the worths of all leaves below it. The least sum
over all trees with at most R branches is that of Huffman ("A Method for the Construction of Minimum-Redundancy Codes",
1952). Where only a number of secrets and their summed worth are known, let each leaf first pay only the least worth v
of all: that is v times the least total of n secrets. What it is worth beyond v, it pays once at least, because two
secrets need a question.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.bounds.question_costs import least_cost_of_asking
from strategist.search.bounds.stakes import never
from strategist.search.bounds.uniform import even_spread, questions_below
from strategist.search.kernels.numba.jit import borrowing, inlined
from strategist.search.state.problem import Problem


@borrowing
def huffman(queue: NDArray[np.uint64], leaves: int, branches: int) -> int:
    """The least sum, over all trees with at most ``branches`` branches, of the worths below each question.

    ``queue`` begins with the worths of the leaves, largest first, and has room for as many numbers behind them. The
    sums of merged nodes are queued there in ascending order, so the least two ends are compared and no heap is needed
    (van Leeuwen, "On the construction of Huffman trees", 1976). The first merge takes as many as leave a multiple of
    ``branches - 1``, which is Huffman's padding with leaves of no worth. With one branch no question divides anything:
    the tables by size say that the set is infeasible, and this adds 0.

    >>> huffman(np.array([5, 2, 1, 0, 0, 0], dtype=np.uint64), 3, 2)
    11
    """
    cost: int = 0
    if leaves < 2 or branches < 2:
        return cost
    leaf, head, tail = leaves - 1, leaves, leaves
    nodes, taken = leaves, 2 + (leaves - 2) % (branches - 1)
    while nodes > 1:
        merged = np.uint64(0)
        for _ in range(taken):
            if head < tail and (leaf < 0 or queue[head] <= queue[leaf]):
                merged += queue[head]
                head += 1
            else:
                merged += queue[leaf]
                leaf -= 1
        queue[tail] = merged
        tail += 1
        cost += int(merged)
        nodes -= taken - 1
        taken = branches
    return cost


@borrowing
def huffman_of_set(stakes: Any, branches: int, candidates: NDArray[np.int32], queue: NDArray[np.uint64]) -> int:
    """The least cost of the questions of a set at stake: :func:`huffman` over its worths. ``queue`` is scratch."""
    for place in range(len(candidates)):
        queue[place] = np.uint64(stakes.worth[candidates[place]])
    return huffman(queue, len(candidates), branches)


@inlined
def lightest_throughout(stakes: Any, size: int, worth: int, lightest: int) -> int:
    """The least cost of ``size`` secrets, two or more, of the summed ``worth``, of which the least is ``lightest``.

    All pay the least worth for each question, and the rest of their own once. It needs no list of the secrets, so a
    cell can be summed up while a guess is split.
    """
    cost: int = worth - size * lightest + lightest * stakes.rounds[size]
    return cost


@borrowing
def lightest_throughout_cells(
    problem: Problem, stakes: Any, next_left: int, candidates: NDArray[np.int32], cells: int
) -> int:
    """The least cost of a question with ``cells`` cells.

    :func:`lightest_throughout` of an even spread over the cells, with the questions that tell the secrets of the cells
    apart. Of more secrets than cells, at most ``cells - 1`` stand in a cell of their own: all others pay the rest of
    their worth for one question more. Whatever question it is, it costs no less than the cheapest.
    """
    size = len(candidates)
    counted = even_spread(problem.even, 0, next_left, size, cells, False, never(stakes))
    if counted >= never(stakes):
        return counted
    lightest = stakes.worth[candidates[size - 1]]
    mass: int = 0
    for place in range(size):
        worth = stakes.worth[candidates[place]]
        mass += stakes.weights[candidates[place]]
        if size > cells and place >= cells - 1:
            counted += worth - lightest
    low, larger = divmod(size, cells)
    below = (cells - larger) * stakes.even[low] + questions_below(size, cells, problem.source.response_count)
    if larger:
        below += larger * stakes.even[low + 1]
    return min(counted + lightest * below + least_cost_of_asking(problem.unit, stakes, size, mass), never(stakes))
