"""Find, for many guesses in one call of a kernel, a cell that alone proves a depth: for certificates.

The search under a limit costs nothing, or cannot be done (:class:`~strategist.search.certify.prover.Prover`). So a
guess lacks 1, and the first cell that gives it is one that needs more guesses than the limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

import numpy as np

from strategist.checking.counted_bounds import INFINITE, Indices
from strategist.checking.ground import Further
from strategist.search.certify.pricing import bills_of, in_rows, price_all
from strategist.search.certify.prover import Prover


def deep_cells(
    prover: Prover, found: Further, pairs: Indices, needed: Indices, paths: Sequence[Sequence[int]], large_first: bool
) -> Indices:
    """``int64[pairs]``: the first cell, by size and then by response, that needs as many guesses as its guess asks for,
    as a place in ``found``; -1 where none does. The smallest sizes are first, or with ``large_first`` the largest.

    ``pairs`` are places of guesses in ``found``, ascending, ``needed`` the numbers of guesses, and ``paths`` the
    guesses that lead to their cells.
    """
    chosen = np.full(len(pairs), -1, dtype=np.int64)
    for each in np.unique(needed).tolist():
        of_these = np.flatnonzero(needed == each)
        paths_to = [paths[at] for at in of_these.tolist()]
        chosen[of_these] = _deep_cells(prover, found, pairs[of_these], each, paths_to, large_first)
    return chosen


def _deep_cells(
    prover: Prover, found: Further, pairs: Indices, needed: int, paths: Sequence[Sequence[int]], large_first: bool
) -> Indices:
    among = np.zeros(len(found.guesses), dtype=np.bool_)
    among[pairs] = True
    order = np.flatnonzero(among[found.pair_of])
    sizes = -found.sizes[order] if large_first else found.sizes[order]
    order = order[np.lexsort((found.responses[order], sizes, found.pair_of[order]))]
    firsts = np.searchsorted(found.pair_of[order], pairs, side="left")
    names = list(map(found.names.__getitem__, order.tolist()))
    known = np.fromiter(map(prover.proven.get, names, repeat(0)), dtype=np.int64, count=len(names))
    nothing, costs = np.zeros_like(known), np.where(known >= needed, INFINITE, 0)
    lacking = np.ones(len(pairs), dtype=np.int64)
    members = prover.ground.members(b"".join(names)).astype(np.int32)
    bills = bills_of(found, order, pairs, in_rows(paths), lacking, nothing, costs, members)
    price_all(prover.workers, prover.problem, bills, needed - 1)
    deep = bills.costs >= INFINITE
    for at in np.flatnonzero(deep & (known < needed)).tolist():
        prover.proven[names[at]] = needed
    # Behind the first one of a guess no other was asked for, but it may be known.
    places = np.append(np.flatnonzero(deep), len(order))
    first = places[np.searchsorted(places, firsts)]
    return np.where(first < bills.lasts, np.append(order, -1)[first], -1)
