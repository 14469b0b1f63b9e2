"""Which of the cores that are known a certificate lists: a few that leave no guess unrefuted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.search.exact.cores import Bits, Marks, Members, is_inside
from strategist.search.kernels.numba.jit import borrowing_kernel
from strategist.search.kernels.responses.peg_codes import popcount


@borrowing_kernel
def choose_cores(
    bits: Bits,
    ends: NDArray[np.int64],
    members: Members,
    inside: Marks,
    have: Marks,
    lacking: NDArray[np.uint64],
    listed: NDArray[np.int64],
    taken: NDArray[np.int64],
) -> int:
    """Write some of the cores whose members are all ``inside`` into ``taken``, and return their number.

    Together they leave no bit ``lacking``, as far as all can. Each time the one is taken with most new bits for each
    member that is new. ``have`` marks the members that are there already, and in the end those of all cores that were
    taken. Nothing is left in ``lacking`` but what no core has. ``listed`` is scratch for the cores.
    """
    count = 0
    for core in range(len(ends)):
        if is_inside(ends, members, inside, core):
            listed[count] = core
            count += 1
    size = 0
    while True:
        best, most, price = -1, 0, 1
        begin, count = count, 0
        for core in listed[:begin]:
            gain = 0
            for word in range(len(lacking)):
                gain += popcount(bits[core, word] & lacking[word])
            # What adds nothing now adds nothing later.
            if gain == 0:
                continue
            listed[count] = core
            count += 1
            cost = 1
            for place in range(ends[core - 1] if core else 0, ends[core]):
                cost += not have[members[place]]
            if gain * price > most * cost:
                best, most, price = core, gain, cost
        if best < 0:
            return size
        taken[size] = best
        size += 1
        for place in range(ends[best - 1] if best else 0, ends[best]):
            have[members[place]] = True
        for word in range(len(lacking)):
            lacking[word] &= ~bits[best, word]
