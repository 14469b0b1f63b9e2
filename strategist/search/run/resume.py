"""The journal of one search: its file, the header that it must have, and the time that it is open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from strategist.choosing.searched import SearchedStrategy
from strategist.search.state.journal import Journal
from strategist.search.state.problem import LEAST_NODES, NEVER, RECALLED
from strategist.search.state.start import Start
from strategist.search.tasks.remote.instance import header_of
from strategist.search.tasks.workers import Workers


@contextmanager
def resumed(workers: Workers, strategy: SearchedStrategy, start: Start) -> Iterator[None]:
    """Keep the journal that the options name, if any, open within the block.

    Raises :class:`~strategist.common.errors.JournalError` if it cannot be opened. If it cannot be written at the end, a
    remark says so: the search has its result.
    """
    path = workers.options.journal
    if path is None:
        yield
        return
    workers.journal = Journal(path, header_of(workers, strategy, start), workers.count)
    workers.standing.kept_only = True
    try:
        yield
        workers.journal.keep(workers.desks, workers.shared, workers.nodes())
    finally:
        workers.shared[LEAST_NODES], workers.shared[RECALLED] = NEVER, 0
        journal, workers.journal = workers.journal, None
        workers.standing.kept_only = False
        journal.close()
