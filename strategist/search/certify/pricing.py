"""Prove the costs of many small sets in one call of a kernel: for certificates, which need those of millions.

Python takes longer to call :func:`~strategist.search.exact.solve.solve` than this takes to solve a small set.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import INFINITE, Indices
from strategist.checking.ground import Further
from strategist.search.adapters.registry import kind_of
from strategist.search.bounds.stakes import never
from strategist.search.exact.results import name_of_set
from strategist.search.exact.solve import LOOK, PROVE, solve
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import borrowing_kernel, warm_up
from strategist.search.state.problem import DEPTH, STOP, Problem, Scratch
from strategist.search.tasks.workers import Workers


@by_reference
class Bills(NamedTuple):
    """Guesses that lack something, each with the cells that may give it, in this order.

    ``missing`` is ``int64[guesses]``, what each guess lacks; ``lasts``, ``int64[guesses]``, is where its cells end;
    ``paths``, ``int32[guesses, moves]``, are the guesses that lead to them, the last one repeated. ``lows`` is
    ``int64[cells]``, the part of its cost that each cell gives already; ``costs``, ``int64[cells]``, is what is known
    of this cost: a bound, 0 for none, or an exact cost as a negative number. ``gains``, ``int64[cells]``, is what each
    cell that was asked for gives beyond its part. ``ends``, ``int64[cells]``, is where the candidates of each cell end
    in ``members``, an ``int32`` array.
    """

    missing: NDArray[np.int64]
    lasts: NDArray[np.int64]
    paths: NDArray[np.int32]
    lows: NDArray[np.int64]
    costs: NDArray[np.int64]
    gains: NDArray[np.int64]
    ends: NDArray[np.int64]
    members: NDArray[np.int32]


@borrowing_kernel
def price(
    problem: Problem, desk: Scratch, bills: Bills, left: int, whole: int, mode: int, first: int, last: int
) -> None:
    """Fill in costs and gains of cells of the guesses from ``first`` to ``last``, until each guess has what it lacks.
    There are ``left`` guesses left in each cell; what cannot be done costs ``INFINITE``.

    A cell is asked for what its guess still lacks, or where ``whole`` is 1, for all that it lacks without the cells
    before. In the mode ``LOOK`` a cell gives what a look shows, whatever is wanted of it."""
    # A constant would have another type, for which all of ``solve`` would be compiled again.
    none: Any = np.int64(0)
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
                    budget = min(wanted, infeasible) if mode == PROVE else infeasible
                    bound, exact = solve(problem, desk, none, none, end - begin, key, check, left, budget, mode)
                    known = -bound if exact else bound
                    if bound >= infeasible:
                        known = INFINITE
                    bills.costs[cell] = known
                found = abs(known) if mode == LOOK else min(abs(known), wanted)
                bills.gains[cell] = max(0, found - bills.lows[cell])
                lack -= bills.gains[cell]
            cell += 1
            begin = end


def bills_of(
    found: Further,
    order: Indices,
    pairs: Indices,
    paths: NDArray[np.int32],
    missing: Indices,
    lows: Indices,
    costs: Indices,
    members: NDArray[np.int32],
) -> Bills:
    """The bills of the guesses at the places ``pairs`` in ``found``, ascending, of which ``order`` lists the cells,
    guess by guess. ``missing`` and ``paths`` stand beside ``pairs``, ``lows`` and ``costs`` beside ``order``, and
    ``members`` are the candidates of these cells, one after the other."""
    return Bills(
        missing=missing,
        lasts=np.searchsorted(found.pair_of[order], pairs, side="right"),
        paths=paths,
        lows=lows,
        costs=costs,
        gains=np.zeros(len(order), dtype=np.int64),
        ends=np.cumsum(found.sizes[order]),
        members=members,
    )


def in_rows(paths: Sequence[Sequence[int]]) -> NDArray[np.int32]:
    """``int32[paths, moves]``: some paths, each filled up with its last guess.

    >>> in_rows([(1,), (2, 3)]).tolist()
    [[1, 1], [2, 3]]
    """
    longest = max(map(len, paths), default=0)
    filled = [(*path, *repeat(path[-1], longest - len(path))) for path in paths]
    return np.array(filled, dtype=np.int32).reshape(len(paths), longest)


def price_all(
    workers: Workers, problem: Problem, bills: Bills, left: int, whole: bool = False, mode: int = PROVE
) -> None:
    """Fill in all costs and gains where ``left`` guesses are left in each cell, by all threads: see :func:`price`."""
    how = left, int(whole), mode
    warm_up(f"pricing-{kind_of(workers.game)}", lambda: price(problem, workers.desks[0], bills, *how, 0, 0))
    ends = np.linspace(0, len(bills.missing), len(workers.desks) + 1).astype(int).tolist()
    parts = zip(workers.desks, ends[:-1], ends[1:], strict=True)
    for each in [workers.pool.submit(price, problem, desk, bills, *how, first, last) for desk, first, last in parts]:
        each.result()
