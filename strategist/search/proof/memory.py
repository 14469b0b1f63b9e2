"""How much memory a search may take: what the process holds already, what will come, and what is left for the memo."""

from __future__ import annotations

import math
import os
import sys

import numpy as np
from numpy.typing import NDArray

from strategist.errors import TooLargeError
from strategist.game import Game
from strategist.search.kernels.responses import BLOCK, MEMORY_LIMIT
from strategist.search.proof.memo import ENTRY_BYTES, make_memo
from strategist.search.proof.problem import HASHES
from strategist.search.proof.ring import RING_COLUMNS, RING_ROWS
from strategist.sizes import MEGABYTE, format_size

_LEAST_ENTRIES = 1 << 16
"""Mastermind 4×7 is proven with a memo of 2¹⁰ entries in a quarter more positions than with all the room it wants."""
_MOST_ENTRIES = 1 << 26
"""One GiB: the most without a cap."""
_ROWS_IN_USE = 24
"""Rows of a desk that a search touches, with a margin: the deepest trees of proofs have about ten guesses."""
_LATER = 16 * MEGABYTE
_LATER_PER_SECRET = 1024
"""What is allocated after the memo: threads, batches of a journal, the tree that is extracted and written."""
_SLACK = 8 * MEGABYTE
"""Two runs of one command may differ by this much. The refusal adds it, so that the cap that it names is accepted."""
_INTERPRETER = 192 * MEGABYTE
"""Python with NumPy and Numba and the kernels of the search, where no system call tells."""


Costs = tuple[int, int, bool]
"""Unit, extra cost, and whether guesses are limited: what the bounds of a memo depend on, besides the sets' names."""


def resident_bytes() -> int:
    """The memory that this process holds now; where the system tells the peak only, that.

    >>> resident_bytes() > 10_000_000
    True
    """
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        pass
    try:
        import resource
    except ImportError:
        return _INTERPRETER
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def table_bytes(game: Game, candidates: int) -> int:
    """The bytes of the responses of ``candidates`` candidates to all guesses: one table, or also its transpose."""
    once = game.kernel == "pegs" and candidates == len(game.secrets)
    return candidates * len(game.guesses) * (1 if once else 2) * (2 if game.response_count > 256 else 1)


def refuse_large_search(game: Game, secrets: int, guesses: int) -> None:
    """Raise :class:`~strategist.errors.TooLargeError` where an exact search could not hold its responses."""
    needed = 2 * secrets * guesses * (2 if game.response_count > 256 else 1)
    if needed > MEMORY_LIMIT - (512 << 20):
        raise TooLargeError(f"{game.spec}: the responses of an optimal search need {needed / 2**30:.1f} GiB")


def desk_bytes(secrets: int, guesses: int, responses: int) -> int:
    """What one thread touches of its :class:`~strategist.search.proof.problem.Desk`: pages count when touched."""
    row = 36 * guesses + 4 * secrets + 64 * responses + 8 * HASHES
    return _ROWS_IN_USE * row + 4 * BLOCK * responses + 8 * RING_COLUMNS * RING_ROWS


def room_for_memo(cap: int, to_come: int, secrets: int) -> int:
    """The entries that the memo may have so that the whole process stays within ``cap`` bytes.

    ``to_come`` is what desks, and tables not made yet, will take. Raises :class:`~strategist.errors.TooLargeError`,
    which names the smallest cap that is enough.
    """
    taken = resident_bytes() + to_come + _LATER + _LATER_PER_SECRET * secrets
    entries = (cap - taken) // ENTRY_BYTES
    if entries < _LEAST_ENTRIES:
        least = taken + _LEAST_ENTRIES * ENTRY_BYTES + _SLACK
        raise TooLargeError(f"memory: expected at least {format_size(least)} for this search, got {format_size(cap)}")
    return entries


class MemoRoom:
    """The one memo of a chain of searches, emptied whenever the costs change.

    Without a cap its size follows from the numbers of secrets and guesses, as measured on Bulls and Cows 4×10. It is
    four times as large if the number of guesses is limited, and at most one GiB.
    """

    def __init__(self, secrets: int, guesses: int, desks: int, cap: int | None) -> None:
        """Make room for a game of these numbers of secrets and guesses, whose desks will take ``desks`` bytes."""
        wanted = 1 << max(12, math.ceil(math.log2(secrets * guesses / 2 + 1)))
        if cap is None:
            self._entries = {limited: min(_MOST_ENTRIES, wanted << 2 * limited) for limited in (False, True)}
        else:
            self._entries = dict.fromkeys((False, True), min(room_for_memo(cap, desks, secrets), 4 * wanted))
        # The system provides pages when they are first touched: unused ones cost nothing.
        self._table = make_memo(self._entries[True])
        self._costs: Costs | None = None

    def memo(self, costs: Costs) -> tuple[NDArray[np.uint64], bool]:
        """The memo of these costs, and whether it was emptied for them; those handed out before are void then."""
        changed = costs != self._costs
        if changed:
            if self._costs is not None:
                self._now(self._costs).fill(0)
            self._costs = costs
        return self._now(costs), changed

    def _now(self, costs: Costs) -> NDArray[np.uint64]:
        return self._table[: self._entries[costs[2]]]
