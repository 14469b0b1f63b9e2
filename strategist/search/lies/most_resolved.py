"""The most candidates that any position can hold that is resolved within so many questions, by the sizes of cells.

The volume bound (:mod:`strategist.model.lies.volume`) knows how many answers there are. But few secrets give some of
them truly, and that holds for candidates, too. Let f(q, x) be the most candidates without a lie left beside x with one,
in any position that is resolved within q questions. A question parts the x into the k of each cell who tell the truth,
and they have told a lie in all other cells. So a cell of c secrets with k of them holds x - k who have lied now, and at
most min(c - k, f(q - 1, k) - (x - k)) others. The others of all cells, and the candidate that the question may name,
add up to f(q, x), the k to x. For any price of a k, no shares of x bring more than each cell brings at its best, with
that price for each k, less the price of x: by weak duality, so no shares are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

_PRICES = 48
_EACH, _STEP = 64, 1.1
"""The bound is worked out for each number of candidates up to the first, and then for steps of so much more."""
_NEVER = -(1 << 40)


def most_resolved(truth: NDArray[Any], solved: int, denies: bool, levels: int) -> NDArray[np.int64]:
    """``int64[levels + 1, secrets + 1]``: the most candidates without a lie left that stand beside so many with one, in
    a position that is resolved within so many questions; -1 where there is none.

    ``truth[questions, secrets]`` are the true responses, ``solved`` the one that ends play, -1 where that is an
    announcement, and ``denies`` says whether the right guess may be denied.

    >>> truth = np.array([[3, 0, 1], [0, 3, 1], [0, 1, 3]])
    >>> most_resolved(truth, 3, False, 3).tolist()
    [[0, -1, -1, -1], [1, 0, -1, -1], [3, 2, 0, -1], [3, 2, 1, 0]]
    """
    asks, secrets = solved >= 0, truth.shape[1]
    everybody = secrets - np.arange(secrets + 1)
    found = np.full((levels + 1, secrets + 1), -1, dtype=np.int64)
    found[0, :2] = (0, -1) if asks else (1, 0)
    cells = np.unique(_largest_cells(truth, solved), return_counts=True)
    for left in range(1, levels + 1):
        within = found[left - 1]
        if (within == everybody).all():
            found[left] = everybody
            continue
        # Who has a lie left also stands for one who has none.
        together = np.full(secrets + 1, secrets, dtype=np.int64)
        for liars in _steps(secrets):
            most = _others(within, cells, liars, liars) + asks
            if asks and liars:
                most = max(most, _others(within, cells, liars - 1, liars if denies else liars - 1))
            together[liars] = liars + most if most >= 0 else -1
            if most < 0:
                break
        together = np.minimum.accumulate(together)
        found[left] = np.maximum(np.minimum(together + everybody - secrets, everybody), -1)
    return found


def _largest_cells(truth: NDArray[Any], solved: int) -> NDArray[np.int64]:
    """How many secrets the largest cell of any question holds, how many the second of any, and so on."""
    found = np.zeros(int(truth.max()) + 1, dtype=np.int64)
    for row in truth:
        sizes = np.bincount(row, minlength=len(found))
        if solved >= 0:
            sizes[solved] = 0
        found = np.maximum(found, np.sort(sizes)[::-1])
    return found[found > 0]


def _steps(secrets: int) -> Iterator[int]:
    liars = 0
    while liars <= secrets:
        yield liars
        liars = liars + 1 if liars < _EACH else int(liars * _STEP)


def _others(
    within: NDArray[np.int64], cells: tuple[NDArray[np.int64], NDArray[np.int64]], kept: int, lying: int
) -> int:
    """The most candidates without a lie left who can be in the cells of a question, where ``kept`` with one are shared
    out, and in each cell those of ``lying`` who are not its own have lied; less than 0 where there is no room for them.
    ``within`` is what a cell can hold, and ``cells`` are the sizes of cells and how many have each."""
    sizes, many = cells
    own = np.arange(min(kept, int(sizes.max(initial=0))) + 1)
    room = within[own] - (lying - own)
    own, room = own[room >= 0], room[room >= 0]
    if not len(own):
        return -1
    others = np.minimum(room, sizes[:, np.newaxis] - own)
    others[others < 0] = _NEVER
    prices = np.unique(np.geomspace(1, len(within), _PRICES).astype(np.int64)) - 1
    return min(int((many * (others + price * own).max(axis=1)).sum()) - int(price) * kept for price in prices)
