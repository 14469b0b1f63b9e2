"""The memory of a search: what the process holds already, what it will allocate, and what is left for the memo."""

from __future__ import annotations

import hashlib
import math
import os
import sys
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import TooLargeError
from strategist.common.memory_sizes import MEGABYTE, format_size
from strategist.common.wording import counted
from strategist.model.game import Game
from strategist.search.adapters.registry import adapter_of
from strategist.search.kernels.cells.circuit import VECTOR_BYTES
from strategist.search.kernels.cells.distinct import column_vectors
from strategist.search.kernels.responses.responses import BLOCK, MEMORY_LIMIT
from strategist.search.state.memo import ENTRY_BYTES, empty, make_memo, widened
from strategist.search.state.problem import HASHES, NAMES
from strategist.search.state.result_log import RING_COLUMNS, RING_ROWS

_LEAST_ENTRIES = 1 << 16
"""With a memo of 2¹⁰ entries, the proof of Mastermind 4×7 takes a quarter more positions than with unlimited room."""
_MOST_ENTRIES = 1 << 26
"""One GiB: the most without a cap."""
_LARGEST_TABLE = 64 << 20
"""The entries of a table of responses up to which reading it beats computing them."""
_ROWS_IN_USE = 24
"""The rows of a desk that a search touches, with a margin: the deepest trees of proofs have about ten guesses."""
_LATER = 16 * MEGABYTE
_LATER_PER_SECRET = 1024
"""The bytes allocated after the memo: threads, batches of a journal, the tree that is extracted and written."""
_SLACK = 8 * MEGABYTE
"""Two runs of one command may differ by this much. The refusal adds it, so the cap that it names is accepted."""
_LEAST_TREE = 64 * MEGABYTE
"""The bytes that a tree may take at least."""
_INTERPRETER = 192 * MEGABYTE
"""The bytes of Python with NumPy, Numba and the kernels of the search, if no system call tells them."""


class Costs(NamedTuple):
    """What a search minimizes: the bounds of a memo depend on this and on the names of sets.

    Each guess counts ``unit`` for each secret, a last guess ``extra`` more, and the expected cost counts ``scale``; the
    guesses may be ``limited``, and the secrets ``staked``: of those the memo keeps values of 62 bits. A secret that is
    not found within the limit costs ``gone``: so much for each, and so much times its weight. By a ``tariff`` the first
    guess, the second, ... count so much for each secret, in place of ``unit``.
    """

    unit: int
    extra: int
    limited: bool
    scale: int = 0
    staked: bool = False
    gone: tuple[int, int] = (0, 0)
    tariff: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """A number of 63 bits that names the costs.

        >>> Costs(1, 0, False).number == 1 << 32, Costs(1, 0, False, 1, True).number >> 62
        (True, 1)
        """
        if not self.staked and not any(self.gone) and not self.tariff:
            return self.unit << 32 | self.extra << 1 | self.limited
        digest = hashlib.sha256(repr(tuple(self) if self.tariff else tuple(self)[:-1]).encode()).digest()
        return 1 << 62 | int.from_bytes(digest[:8], "big") >> 2


def resident_bytes() -> int:
    """The memory that this process holds now, or its peak if the system tells only that.

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


def holds_table(game: Game, candidates: int) -> bool:
    """Whether a proof about ``candidates`` candidates holds a table of their responses.

    >>> from strategist.games.catalog import make_game
    >>> holds_table(make_game("mastermind(4,9)"), 6561), holds_table(make_game("mastermind(4,10)"), 10_000)
    (True, False)
    """
    large = candidates == len(game.secrets) and candidates * game.question_count > _LARGEST_TABLE
    return not (large and adapter_of(game).in_words)


def table_bytes(game: Game, candidates: int) -> int:
    """The bytes of the responses of ``candidates`` candidates to all guesses: one table, or also its transpose."""
    if not holds_table(game, candidates):
        return 0
    adapter = adapter_of(game)
    once = adapter.computed and adapter.symmetric and candidates == len(game.secrets)
    return candidates * game.question_count * (1 if once else 2) * (2 if game.response_count > 256 else 1)


def refuse_large_search(game: Game, secrets: int, guesses: int) -> None:
    """Raise :class:`~strategist.common.errors.TooLargeError` if the responses and lists of a search would not fit."""
    needed = 2 * secrets * guesses * (2 if game.response_count > 256 else 1)
    what = "the responses of an optimal search need"
    if not holds_table(game, secrets):
        needed, what = desk_bytes(secrets, guesses, game.response_count), "an optimal search needs"
    if needed > MEMORY_LIMIT - (512 << 20):
        raise TooLargeError(f"{game.spec}: {what} {needed / 2**30:.1f} GiB")


def desk_bytes(secrets: int, guesses: int, responses: int) -> int:
    """The bytes of its :class:`~strategist.search.state.problem.Desk` that a thread touches: only those pages count."""
    row = 36 * guesses + 4 * secrets + 64 * responses + 8 * HASHES
    block = 4 * BLOCK * responses + VECTOR_BYTES * column_vectors(secrets)
    return _ROWS_IN_USE * row + block + 8 * RING_COLUMNS * RING_ROWS + 32 * NAMES


def room_for_memo(cap: int, to_come: int, secrets: int) -> int:
    """The number of entries of a memo with which the whole process stays within ``cap`` bytes.

    ``to_come`` is the number of bytes that desks, and tables not made yet, will take. Raises
    :class:`~strategist.common.errors.TooLargeError`, which names the smallest cap that is enough.
    """
    taken = resident_bytes() + to_come + _LATER + _LATER_PER_SECRET * secrets
    entries = (cap - taken) // ENTRY_BYTES
    if entries < _LEAST_ENTRIES:
        least = taken + _LEAST_ENTRIES * ENTRY_BYTES + _SLACK
        raise TooLargeError(f"memory: expected at least {format_size(least)} for this search, got {format_size(cap)}")
    return entries


def room_for_tree(cap: int | None, budget: int, table: int, threads: int) -> int:
    """The bytes that a tree may take, at most ``budget``, so that the whole process stays within ``cap`` bytes.

    ``table`` is the number of bytes that come besides it. Raises
    :class:`~strategist.common.errors.TooLargeError`, which names the smallest cap that is enough.
    """
    if cap is None:
        return budget
    least = resident_bytes() + table + _LEAST_TREE
    if least > cap:
        raise TooLargeError(
            f"memory: expected at least {format_size(least)} for this tree by {counted(threads, 'thread')}, "
            f"got {format_size(cap)}"
        )
    return min(budget, cap - least + _LEAST_TREE)


class MemoRoom:
    """The one memo of a chain of searches, emptied whenever the costs change.

    It grows with the work. Without a cap, how far follows from the numbers of secrets and guesses, up to one GiB.
    """

    def __init__(self, secrets: int, guesses: int, desks: int, cap: int | None) -> None:
        """Make room for a game with numbers of secrets and guesses, whose desks will take ``desks`` bytes."""
        entries = 1 << max(14, math.ceil(math.log2(secrets * guesses / 4 + 1)))
        entries = min(_MOST_ENTRIES if cap is None else room_for_memo(cap, desks, secrets), entries)
        self._table = make_memo(entries)
        self._memo = self._table
        self._costs: Costs | None = None

    def forget(self) -> None:
        """Have the memo emptied for the next costs, also if they are the same."""
        self._costs = None

    def memo(self, costs: Costs) -> tuple[NDArray[np.uint64], bool]:
        """The memo for ``costs``, and whether it was emptied for them, which makes earlier memos invalid."""
        changed = costs != self._costs
        if changed:
            self._costs = costs
            self._memo = widened(self._table) if costs.staked else self._table
            empty(self._memo)
        return self._memo, changed
