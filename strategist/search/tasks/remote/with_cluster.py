"""The time that a search is carried out by others, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from strategist.choosing.searched import SearchedStrategy
from strategist.search.state.options import Options
from strategist.search.state.start import Start
from strategist.search.tasks.executor import Executor
from strategist.search.tasks.ledger import Ledger
from strategist.search.tasks.remote.instance import Instance, header_of, instance_of
from strategist.search.tasks.workers import Workers

Crowd = Callable[[Instance, Options], AbstractContextManager[Executor[Any, Any]]]
"""Gathers those who will carry out the tasks of a search, and sends them away at the end."""


@contextmanager
def carried(workers: Workers, strategy: SearchedStrategy, start: Start, crowd: Crowd | None) -> Iterator[None]:
    """Have the tasks of a search carried out by a crowd, if there is one, within the block."""
    if crowd is None:
        yield
        return
    ledger = workers.ledger = Ledger(header_of(workers, strategy, start), workers.journal)
    try:
        with crowd(instance_of(workers, strategy, start), workers.options) as executor:
            workers.executor = executor
            yield
    finally:
        workers.executor = workers.ledger = None
        workers.remembered = ledger.known
