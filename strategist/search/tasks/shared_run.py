"""What a search shares while it runs: its journal, the processes that help, and what it tells who watches.

Nobody is given a part of the work: all processes search the same, each with all its threads and a memory of its own. So
nothing is lost with whoever dies, and whoever joins late only has to hear what is known. What took long to prove, each
tells the others by way of this process, as rows of a journal. Where nothing is known yet, their number decides with
which guesses and cells each begins (:mod:`~strategist.search.exact.marks`). The first that has come to an end ends the
work of all.
"""

from __future__ import annotations

import itertools
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.state.journal import Journal, least_nodes
from strategist.search.state.ledger import Ledger
from strategist.search.state.options import Options
from strategist.search.state.problem import LEAST_NODES, NEVER, RECALLED
from strategist.search.state.record import SETS, Record
from strategist.search.state.result_log import Logging
from strategist.search.tasks.executor import Crowd, Executor
from strategist.search.tasks.supervise import StopSignal

_WAIT_SECONDS = 0.05
_SECONDS_TO_END = 3.0
"""The time that others have, after a stop, to say what they have found."""

Learn = Callable[[NDArray[np.uint64]], object]


class SharedRun(ABC):
    """The part of a run that others see. What it proves are rows of ``record``; a ``header`` says which run it is."""

    record: Record = SETS

    def __init__(self, options: Options, brake: StopSignal) -> None:
        self.options, self.brake, self.shared = options, brake, brake.shared
        self.journal: Journal | None = None
        self.executor: Executor | None = None
        """The processes that help with a proof; None where there are none."""
        self.ledger: Ledger | None = None
        """What others have proven; it stays once they are gone: a certificate needs it again."""
        self.nodes_elsewhere = 0
        """The positions that others have examined."""
        self._numbers = itertools.count()

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
    def helped(
        self, crowd: Crowd | None, header: Callable[[], Mapping[str, str]], instance: Callable[[], Any]
    ) -> Iterator[None]:
        """Have a crowd, if there is one, help with the proofs of an ``instance`` within the block."""
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

    def prove_elsewhere(self, search: int, task: Any, learn: Learn, heard: Callable[[Any], object]) -> Any:
        """What all who help find of a task of the search of that number: in the end, or until a stop. ``learn`` takes
        the facts that they tell on the way, and ``heard`` what each has found of the task."""
        executor, ledger = self.executor, self.ledger
        assert executor is not None and ledger is not None  # others help
        task = task._replace(number=next(self._numbers), least_nodes=least_nodes(self.nodes()))
        if ledger.begin(search):
            executor.begin(ledger.turn, task.aim, ledger.seed, ledger.everything)
        found = task.undone()
        executor.open_to_all(task)
        try:
            while not found.finished and not self.brake.stopped:
                found = self._hear(executor, ledger, found, learn, heard)
                if executor.lost():
                    self.brake.pull()
            executor.drop(task.number)
            deadline = time.monotonic() + _SECONDS_TO_END
            while not found.finished and executor.awaits(task.number) and time.monotonic() < deadline:
                found = self._hear(executor, ledger, found, learn, heard)
        finally:
            executor.end()
        return found

    def _hear(
        self, executor: Executor, ledger: Ledger, found: Any, learn: Learn, heard: Callable[[Any], object]
    ) -> Any:
        """What is known of a task after hearing what others say."""
        for told in executor.proofs(_WAIT_SECONDS):
            self.nodes_elsewhere += told.nodes
            if not ledger.believes(told.worker):
                continue
            if told.rows:
                fresh = ledger.take(self.record.rows(told.rows), told.worker)
                if len(fresh):
                    learn(fresh)
                    executor.share(fresh)
            if told.number == found.number and not found.finished:
                found = found.joined(told)
                heard(told)
        return found
