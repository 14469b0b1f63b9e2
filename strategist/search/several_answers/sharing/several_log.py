"""The latest results of a thread of the search for keys, on their way to a journal.

It is a ring of rows as that of the exact search (:mod:`~strategist.search.state.result_log`): the kernel writes,
another thread reads, and a row that is read while it is written does not fit its seal.
"""

from __future__ import annotations

import numpy as np

from strategist.search.kernels.numba.jit import borrowing
from strategist.search.several_answers.several_arrays import (
    AT_CHECK,
    AT_NAME,
    AT_TOLD,
    AT_WORTH,
    FIRST,
    MOST_PARTS,
    SeveralArrays,
    SeveralScratch,
    Words,
)
from strategist.search.state.result_log import seal_of

RING_ROWS = 8192
ROW_WORDS = FIRST + 3 * MOST_PARTS + 1
"""A row is an entry of the memo, but that its check word holds no digest; the seal stands last."""


def make_ring(rows: int) -> Words:
    """A log of ``rows`` rows; with 0 rows it keeps nothing."""
    return np.zeros((rows, ROW_WORDS), dtype=np.uint64)


@borrowing
def note(
    ground: SeveralArrays,
    desk: SeveralScratch,
    written: int,
    read: int,
    seed: np.uint64,
    key: np.uint64,
    check: np.uint64,
    told: np.uint64,
    worth: np.uint64,
    source: int,
) -> int:
    """Log a vector, if there is room; returns the number of rows written so far."""
    if written - read >= desk.ring.shape[0]:
        return written
    row = desk.ring[written % desk.ring.shape[0]]
    row[AT_NAME], row[AT_CHECK], row[AT_TOLD], row[AT_WORTH] = key, check, told, worth
    at = FIRST
    for part in range(ground.parts):
        row[at], row[at + 1] = desk.value_words[source, part], desk.value_r[source, part]
        row[at + 2] = desk.slack_words[source, part]
        at += 3
    row[ROW_WORDS - 1] = seal_of(seed, row)
    return written + 1
