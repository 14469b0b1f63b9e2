"""What the cells of many guesses give of what the guesses lack, found in few calls of a kernel: for certificates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import Indices
from strategist.checking.ground import Further
from strategist.search.certify.pricing import bills_of, in_rows, price_all
from strategist.search.certify.prover import NOT_WRITTEN, Key, Prover
from strategist.search.exact.solve import LOOK, PROVE

_BEST_SEEN = 5.5
"""The logarithm of the size of cells that are looked at first, where responses are a table."""


def effort(size: int) -> float:
    """How far the size of a cell is from the sizes at which a checker has least to do for what a look shows.

    The bound of a large cell rises most. But sorting the responses to all guesses takes the longer, for each secret,
    the more there are. With the lists of Wordle, a second of checking shows most at sets of 20 to 100.
    """
    return abs(math.log2(size) - _BEST_SEEN)


class Pricer(NamedTuple):
    """The order in which cells are asked, as in :class:`~strategist.search.certify.scribe.Scribe`: first ``by_looks``,
    or at once by exact costs; all that is asked for may be wanted of the ``largest`` alone. Of equal gains comes first
    the smallest cell where ``by_size``, else that of the lowest response."""

    prover: Prover
    by_looks: bool
    tabled: bool
    largest: bool
    by_size: bool

    def cells(
        self,
        found: Further,
        lacking: Indices,
        paths: list[tuple[int, ...]],
        below: Key,
        lows: Indices,
        missing: Indices,
    ) -> tuple[Indices, Indices]:
        """The cells of the guesses that lack something, guess by guess in the order in which they are demanded, and
        what each gives beyond ``lows``: ``int64`` each.

        ``lacking`` are the places of these guesses in ``found``, ascending, and ``paths`` lead to their cells; what
        every guess lacks is ``missing``, and the guesses left in all cells are those of ``below``.
        """
        among = np.flatnonzero(missing[found.pair_of] > 0)
        responses, sizes, pair_of = found.responses[among].astype(np.int64), found.sizes[among], found.pair_of[among]
        gains = np.zeros(len(found.names), dtype=np.int64)
        rows, lacks = in_rows(paths), missing.copy()
        bounds = responses if self.by_looks else lows[among]
        ascending = among[np.lexsort((responses, bounds, sizes, pair_of))]
        asked = [(PROVE, ascending)]
        if self.by_looks:
            looks: tuple[NDArray[Any], ...] = -responses, -sizes
            if self.tabled:
                looks = responses, sizes, np.array([*map(effort, sizes.tolist())])
            asked.insert(0, (LOOK, among[np.lexsort((*looks, pair_of))]))
        for mode, order in asked:
            # After looks, most guesses lack nothing more, and of many batches none does.
            still = lacks[lacking] > 0
            if not still.any():
                break
            asked_for = order[lacks[found.pair_of[order]] > 0]
            more = self._gains(mode, found, asked_for, lacking[still], rows[still], below, lows + gains, lacks)
            gains[asked_for] += more
            np.subtract.at(lacks, found.pair_of[asked_for], more)
        if self.largest or self.by_looks:
            # The largest gains first: a few positions are enough.
            tied = np.arange(len(among)) if self.by_size or not self.by_looks else ascending
            ascending = ascending[np.lexsort((tied, -gains[ascending], found.pair_of[ascending]))]
        return ascending, gains[ascending]

    def _gains(
        self,
        mode: int,
        found: Further,
        order: Indices,
        lacking: Indices,
        paths: NDArray[np.int32],
        below: Key,
        lows: Indices,
        lacks: Indices,
    ) -> Indices:
        """``int64[cells]``: what the cells in this order give, beyond ``lows``, until their guesses lack nothing."""
        prover, looks = self.prover, mode == LOOK
        names = list(map(found.names.__getitem__, order.tolist()))
        keys: Sequence[Any] = names
        # What a look shows is final, as an exact cost is.
        table: dict[Any, int] = prover.proven
        if looks or below[1] is not None or below[2]:
            keys = [(name, *below[1:]) for name in names]
            table = prover.seen if looks else prover.proven_under
        known = np.fromiter(map(table.get, keys, repeat(0)), dtype=np.int64, count=len(keys))
        if looks:
            known = -known
        members = prover.ground.members(b"".join(names)).astype(np.int32)
        bills = bills_of(found, order, lacking, paths, lacks[lacking], lows[order], known.copy(), members)
        whole = self.largest and not self.by_looks
        price_all(prover.workers, prover.alone if looks else prover.problem, bills, below[1] or 0, whole, mode)
        prover.workers.brake.heed(NOT_WRITTEN)
        changed = np.flatnonzero(bills.costs != known)
        costs = np.abs(bills.costs[changed]) if looks else bills.costs[changed]
        table.update(zip(map(keys.__getitem__, changed.tolist()), costs.tolist(), strict=True))
        return bills.gains
