"""What a search shares while it runs: its journal, those who carry out tasks for it, and what it tells who watches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from strategist.search.state.journal import Journal
from strategist.search.state.ledger import Ledger
from strategist.search.state.options import Options
from strategist.search.state.problem import INFEASIBLE_AT_STAKE, LEAST_NODES, NEVER, RECALLED
from strategist.search.state.record import SETS, Record
from strategist.search.state.result_log import Logging
from strategist.search.tasks.executor import Crowd, Helpers
from strategist.search.tasks.supervise import StopSignal


class SharedRun(ABC):
    """The part of a run that others see. What it proves are rows of ``record``; a ``header`` says which run it is."""

    record: Record = SETS

    def __init__(self, options: Options, brake: StopSignal) -> None:
        self.options, self.brake, self.shared = options, brake, brake.shared
        self.journal: Journal | None = None
        self.executor: Helpers[Any, Any] | None = None
        """Who carries out the tasks of a proof; None for the threads here."""
        self.ledger: Ledger | None = None
        """What others have proven; it stays once they are gone: a certificate needs it again."""
        self.nodes_elsewhere = 0
        """The positions that others have examined."""
        self.reached_elsewhere = INFEASIBLE_AT_STAKE
        """The least cost that others have met at the set that they search now."""

    @abstractmethod
    def nodes(self) -> int:
        """The positions examined so far."""

    @abstractmethod
    def logging(self) -> Sequence[Logging]:
        """The desks whose logs belong in the journal."""

    @abstractmethod
    def words_now(self) -> tuple[float, dict[str, Any]] | None:
        """The share of the work that is done and the words of a report, now; None between two searches."""

    def tick(self) -> None:
        """The periodic work of the supervising thread: write the journal, report progress.

        Raises :class:`~strategist.common.errors.JournalError` once if the journal cannot be written.
        """
        report = self.words_now()
        # The thread that searches opens and closes it.
        journal = self.journal
        if journal is not None:
            words = report[1] if report else {}
            # What is told now must be there before.
            journal.keep(self.logging(), self.shared, self.nodes(), (words.get("best"), words.get("bound")))
            journal.heed()
        if report is not None and self.options.progress is not None:
            self.options.progress(*report)

    def shared_words(self) -> dict[str, Any]:
        """The words of a report about the journal and those who help."""
        read = {} if self.journal is None else {"from journal": self.journal.rows_read}
        return {**({} if self.executor is None else self.executor.words()), **read}

    @contextmanager
    def journaled(self, header: Callable[[], Mapping[str, str]], secrets: int) -> Iterator[None]:
        """Keep the journal that the options name, if any, open within the block.

        Raises :class:`~strategist.common.errors.JournalError` if it cannot be opened. If it cannot be written at the
        end, a remark says so: the search has its result.
        """
        path = self.options.journal
        if path is None:
            yield
            return
        journal = self.journal = Journal(path, header(), secrets, self.record)
        try:
            yield
            journal.keep(self.logging(), self.shared, self.nodes())
        finally:
            self.shared[LEAST_NODES], self.shared[RECALLED] = NEVER, 0
            self.journal = None
            journal.close()

    @contextmanager
    def carried(
        self, crowd: Crowd | None, header: Callable[[], Mapping[str, str]], instance: Callable[[], Any]
    ) -> Iterator[None]:
        """Have the tasks of an ``instance`` carried out by a crowd, if there is one, within the block."""
        if crowd is None:
            yield
            return
        self.ledger = Ledger(self.record, header(), self.journal)
        try:
            with crowd(instance(), self.options) as executor:
                self.executor = executor
                yield
        finally:
            self.executor = None
