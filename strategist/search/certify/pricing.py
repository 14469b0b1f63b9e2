"""Prove the costs of many small sets in one call of a kernel: for certificates, which need those of millions.

Python takes longer to call :func:`~strategist.search.exact.solve.solve` than this takes to solve a small set.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import INFINITE
from strategist.search.adapters.registry import kind_of
from strategist.search.bounds.stakes import never
from strategist.search.exact.results import name_of_set
from strategist.search.exact.solve import PROVE, solve
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import borrowing_kernel, warm_up
from strategist.search.state.problem import DEPTH, STOP, Desk, Problem
from strategist.search.tasks.workers import Workers


@by_reference
class Bills(NamedTuple):
    """Guesses that lack something, each with the cells that may give it, in this order.

    ``missing`` is ``int64[guesses]``, what each guess lacks; ``lasts``, ``int64[guesses]``, is where its cells end;
    ``paths``, ``int32[guesses, moves]``, are the guesses that lead to them, the last one repeated. ``lows`` is
    ``int64[cells]``, the part of its cost that each cell gives already; ``costs``, ``int64[cells]``, is what is known
    of this cost: a bound, 0 for none, or an exact cost as a negative number. ``ends``, ``int64[cells]``, is where the
    candidates of each cell end in ``members``, an ``int32`` array.
    """

    missing: NDArray[np.int64]
    lasts: NDArray[np.int64]
    paths: NDArray[np.int32]
    lows: NDArray[np.int64]
    costs: NDArray[np.int64]
    ends: NDArray[np.int64]
    members: NDArray[np.int32]


@borrowing_kernel
def price(problem: Problem, desk: Desk, bills: Bills, left: int, whole: int, first: int, last: int) -> None:
    """Fill in the costs of cells of the guesses from ``first`` to ``last``, until each guess has what it lacks. There
    are ``left`` guesses left in each cell; what cannot be done costs ``INFINITE``.

    A cell is asked for what its guess still lacks, or where ``whole`` is 1, for all that it lacks without the cells
    before."""
    # Constants would have other types, for which all of ``solve`` would be compiled again.
    none: Any = np.int64(0)
    mode: Any = np.int64(PROVE)
    cell = bills.lasts[first - 1] if first else 0
    begin = bills.ends[cell - 1] if cell else 0
    infeasible = never(problem.stakes)
    moves = bills.paths.shape[1]
    desk.own[DEPTH] = moves
    for guess in range(first, last):
        lack = bills.missing[guess]
        for move in range(moves):
            desk.path[move] = bills.paths[guess, move]
        while cell < bills.lasts[guess]:
            end = bills.ends[cell]
            if lack > 0 and problem.shared[STOP] == 0:
                wanted = bills.lows[cell] + (bills.missing[guess] if whole else lack)
                known = bills.costs[cell]
                if 0 <= known < wanted:
                    for place in range(begin, end):
                        desk.pool[0, place - begin] = bills.members[place]
                    key, check = name_of_set(problem.words, bills.members[begin:end])
                    budget = min(wanted, infeasible)
                    bound, exact = solve(problem, desk, none, none, end - begin, key, check, left, budget, mode)
                    known = -bound if exact else bound
                    if bound >= infeasible:
                        known = INFINITE
                    bills.costs[cell] = known
                lack -= min(lack, max(0, abs(known) - bills.lows[cell]))
            cell += 1
            begin = end


def in_rows(paths: Sequence[Sequence[int]]) -> NDArray[np.int32]:
    """``int32[paths, moves]``: some paths, each filled up with its last guess.

    >>> in_rows([(1,), (2, 3)]).tolist()
    [[1, 1], [2, 3]]
    """
    longest = max(map(len, paths), default=0)
    filled = [(*path, *repeat(path[-1], longest - len(path))) for path in paths]
    return np.array(filled, dtype=np.int32).reshape(len(paths), longest)


def price_all(workers: Workers, problem: Problem, bills: Bills, left: int, whole: bool = False) -> None:
    """Fill in all costs where ``left`` guesses are left in each cell, by all threads: see :func:`price`."""
    of_all = int(whole)
    warm_up(f"pricing-{kind_of(workers.game)}", lambda: price(problem, workers.desks[0], bills, left, of_all, 0, 0))
    ends = np.linspace(0, len(bills.missing), len(workers.desks) + 1).astype(int).tolist()
    parts = zip(workers.desks, ends[:-1], ends[1:], strict=True)
    for each in [
        workers.pool.submit(price, problem, desk, bills, left, of_all, first, last) for desk, first, last in parts
    ]:
        each.result()
