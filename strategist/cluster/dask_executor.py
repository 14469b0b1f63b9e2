"""An executor on a cluster of Dask, whose client :mod:`~strategist.cluster.dask_client` makes.

A separate thread runs the event loop of the client. The search passes it tasks and takes their results through queues;
neither waits for the other. The coordinator gives each worker a task for each of its threads and one more, or one that
all workers are at, with all their threads. Every fifth of a second it sends each worker new facts, and receives what
was proven there (:mod:`~strategist.cluster.worker_side`).

*Faults.* The tasks of a worker that has left, or that has not answered for some seconds, are carried out by others,
under new keys. If it answers after all, both answers hold. The scheduler keeps no state. A worker is admitted once its
versions and its rules match ours; otherwise it is reported, and not asked again. If the scheduler is lost, the search
ends with the results so far.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import sys
import threading
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.cluster import worker_side
from strategist.cluster.address import Address
from strategist.cluster.dask_client import SchedulerGone, connected, first_line, workers_of
from strategist.cluster.worker_list import Mate, Mates
from strategist.common.errors import ClusterError, StrategistError
from strategist.search.state.options import Options
from strategist.search.tasks.remote.instance import Instance
from strategist.search.tasks.task import TaskProof

_PULSE_SECONDS = 0.2
_SILENT_SECONDS = 10.0
"""A worker that does not answer a pulse within this time counts as silent."""
_LONELY_SECONDS = 3.0
"""After this time without workers, a message on standard error says so."""
_CLOSE_SECONDS = 5.0
_Note = Callable[[Mate, Sequence[Any], Sequence[Any] | None], None]


class Distributed:
    """The workers of a cluster, as an executor of tasks. It is connected within a ``with`` block."""

    def __init__(self, address: Address, instance: Instance, options: Options, sharing: bool = True) -> None:
        self._address = address
        self._instance = instance
        self._options = options
        self._run = f"{instance.digest}-{uuid.uuid4().hex[:8]}"
        self._mates = Mates(sharing)
        self._lock = threading.RLock()
        self._incoming: SimpleQueue[Any] = SimpleQueue()
        self._search: tuple[int, Any, int, Callable[[], NDArray[np.uint64]]] | None = None
        self._connected: Future[None] = Future()
        self._failure: ClusterError | None = None
        self._opened = False
        self._lost = False
        self._refused: set[str] = set()
        self._attempts = 0
        self.dashboard = ""
        self._thread = threading.Thread(target=self._live, name="strategist-cluster", daemon=True)

    def __enter__(self) -> Distributed:
        if self._address.risky:
            _say(
                f"{self._address}: anybody in between can read this, and whoever reaches it can have its workers "
                "execute anything: prefer tls://"
            )
        self._thread.start()
        self._connected.result()
        return self

    def __exit__(self, *exception: object) -> None:
        # The loop has already ended if the scheduler is lost.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._leaving.set)
        self._thread.join(2 * _CLOSE_SECONDS)

    # Called by the search.

    def begin(self, turn: int, search: Any, seed: int, facts: Callable[[], NDArray[np.uint64]]) -> None:
        """Turn to a search: drop all tasks; workers get the rows of ``facts`` when they join."""
        with self._lock:
            self._mates.forget()
            self._search = turn, search, seed, facts
        self._wake()

    def room(self) -> int:
        """The number of tasks that can be opened now."""
        with self._lock:
            return self._mates.room()

    def open(self, task: Any) -> None:
        """Add a task to those that wait for a worker."""
        with self._lock:
            self._mates.open[task.number] = task
            self._mates.waiting.append(task.number)
        self._opened = True

    def open_to_all(self, task: Any) -> None:
        """Have all workers be at a task, and those that come later."""
        with self._lock:
            self._mates.shared = task
        self._opened = True

    def dismiss(self, worker: str) -> None:
        """Have nothing to do any more with a worker, also if it comes back under its address."""
        with self._lock:
            self._refused.add(worker)
            mate = self._mates.all.pop(worker, None)
            if mate is not None:
                self._mates.release(mate)
        self._wake()

    def awaits(self, number: int) -> bool:
        """Whether some worker is still at a task of all, and answers."""
        with self._lock:
            return any(mate.shared == number and mate.at_it and mate.able for mate in self._mates.all.values())

    def proofs(self, seconds: float) -> Sequence[Any]:
        """The results that have arrived, after waiting for at most ``seconds``.

        Raises :class:`~strategist.common.errors.ClusterError` if the cluster has failed.
        """
        if self._opened:
            # Opened tasks are announced together, so that they form batches.
            self._opened = False
            self._wake()
        found: list[Any] = []
        with contextlib.suppress(Empty):
            found.append(self._incoming.get(timeout=seconds))
            while True:
                found.append(self._incoming.get_nowait())
        if self._failure is not None:
            raise self._failure
        return found

    def drop(self, number: int) -> None:
        """Give up a task, because its result no longer matters; whoever is at it hears of that at once."""
        with self._lock:
            self._mates.drop(number)
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._hurry)

    def share(self, rows: NDArray[np.uint64]) -> None:
        """Send rows of facts to all workers, with their next pulses."""
        with self._lock:
            self._mates.share(rows)

    def end(self) -> None:
        """Give up all tasks."""
        with self._lock:
            self._mates.end()
        self._wake()

    def lost(self) -> bool:
        """Whether the scheduler is lost, so that no task will be carried out any more."""
        return self._lost

    def words(self) -> Mapping[str, Any]:
        """The figures of a progress report: answering workers, open tasks, the address of the dashboard."""
        with self._lock:
            count = sum(not mate.silent for mate in self._mates.all.values())
            return {"workers": count, "tasks": len(self._mates.open), "dashboard": self.dashboard}

    @property
    def bytes_told(self) -> int:
        """The bytes of facts sent to workers."""
        return self._mates.bytes_told

    # Run by the thread of the event loop.

    def _live(self) -> None:
        try:
            asyncio.run(self._main())
        except ClusterError as error:
            self._fail(error)
        except Exception as error:
            # Closing a client whose scheduler is lost may raise an error.
            if not self._lost:
                self._fail(ClusterError(f"cluster {self._address}: {type(error).__name__}: {error}"))

    def _fail(self, error: ClusterError) -> None:
        self._failure = error
        if not self._connected.done():
            self._connected.set_exception(error)

    def _wake(self) -> None:
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._news.set)

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._news, self._leaving, self._urgent = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._chores: set[asyncio.Task[None]] = set()
        async with contextlib.AsyncExitStack() as stack:
            self._client = await connected(self._address, self._options.jobs, stack)
            self.dashboard = self._client.dashboard_link or ""
            self._connected.set_result(None)
            try:
                await self._attend()
            except SchedulerGone as reason:
                _say(f"cluster {self._address}: the scheduler is gone ({reason})")
                self._lost = True
            finally:
                # The search is over: results that are still outstanding do not matter.
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(self._dismiss(), _CLOSE_SECONDS)
                for chore in list(self._chores):
                    chore.cancel()

    def _hurry(self) -> None:
        """Have all pulses be sent now."""
        self._urgent.set()
        self._urgent = asyncio.Event()

    async def _attend(self) -> None:
        """Until the search ends, admit new workers, hand out tasks, and release the tasks of workers that leave."""
        lonely_since, said = time.monotonic(), False
        looked, present = -math.inf, {}
        while not self._leaving.is_set():
            if time.monotonic() > looked + _PULSE_SECONDS:
                present, looked = await workers_of(self._client), time.monotonic()
            with self._lock:
                for address in [address for address in self._mates.all if address not in present]:
                    self._mates.release(self._mates.all.pop(address))
                for address, threads in present.items():
                    if address not in self._mates.all and address not in self._refused:
                        mate = self._mates.all[address] = Mate(address, threads)
                        self._start(self._tend(mate))
                alone = not any(mate.ready and not mate.silent for mate in self._mates.all.values())
            if not alone:
                lonely_since, said = time.monotonic(), False
            elif not said and not self._mates.all and time.monotonic() > lonely_since + _LONELY_SECONDS:
                said = True
                _say(f"cluster {self._address}: waiting for workers (Ctrl-C ends the search)")
            self._hand_out()
            waits = [asyncio.ensure_future(self._news.wait()), asyncio.ensure_future(self._leaving.wait())]
            _, pending = await asyncio.wait(waits, timeout=_PULSE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            for each in pending:
                each.cancel()
            self._news.clear()

    async def _tend(self, mate: Mate) -> None:
        """Admit a worker, and exchange messages with it until it leaves."""
        try:
            await self._submit(
                mate, "admit", worker_side.admit, self._run, self._instance, mate.threads, self._options.memory
            )
        except Exception as error:
            # A worker that has died meanwhile was not refused: it may come back under this address.
            present = await workers_of(self._client)
            with self._lock:
                known = self._mates.all.pop(mate.address, None) is not None
            if known and mate.address in present and not self._leaving.is_set():
                self._report_unfit(mate, error)
            return
        while self._mates.all.get(mate.address) is mate and not self._leaving.is_set():
            try:
                await asyncio.wait_for(self._exchange(mate), _SILENT_SECONDS)
                mate.silent = False
            except ClusterError:
                # The process was restarted under its old address: it must be admitted again.
                with self._lock:
                    self._mates.release(mate)
                    self._mates.all.pop(mate.address, None)
            except Exception:
                with self._lock:
                    mate.silent = True
                    self._mates.release(mate)
            self._news.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._urgent.wait(), _PULSE_SECONDS)

    def _report_unfit(self, mate: Mate, error: Exception) -> None:
        """Report why a worker is refused; the search fails if all local workers are."""
        self._refused.add(mate.address)
        line = f"worker {mate.address} is refused: {first_line(error)}"
        if len(self._refused) == self._address.workers:
            self._fail(ClusterError(f"cluster {self._address}: {line}"))
        else:
            _say(f"cluster: {line}")

    async def _exchange(self, mate: Mate) -> None:
        """Send a worker the current search if it does not know it, else a pulse; queue the rows of facts it returns."""
        search = self._search
        if search is None:
            return
        turn, what, seed, facts = search
        if not mate.ready:
            with self._lock:
                self._mates.welcome(mate)
                mate.ready = False
            rows = facts().tobytes()
            await self._ask(mate, worker_side.turn_to, self._run, turn, what, seed, rows)
            with self._lock:
                mate.ready = self._search is search
            self._news.set()
            return
        with self._lock:
            news = self._mates.news(mate, turn)
        rows, now = await self._ask(mate, worker_side.pulse, self._run, news)
        if self._search is search:
            if rows:
                self._incoming.put(TaskProof(-1, rows=rows, worker=mate.address))
            if now is not None:
                self._incoming.put(now._replace(worker=mate.address))

    async def _ask(self, mate: Mate, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in the event loop of a worker."""
        answers = await self._client.run(function, *arguments, workers=[mate.address])
        return answers[mate.address]

    def _hand_out(self) -> None:
        """Give waiting tasks to workers that have room."""
        with self._lock:
            while self._search is not None and (batch := self._mates.batch()) is not None:
                mate, numbers = batch
                tasks = [self._mates.open[number] for number in numbers]
                self._start(self._follow(mate, tasks, self._search, self._mates.take))
            for mate in self._mates.all.values():
                if self._search is not None and (task := self._mates.begun(mate)) is not None:
                    self._start(self._follow(mate, [task], self._search, self._mates.come_back))

    async def _follow(self, mate: Mate, tasks: list[Any], search: tuple[int, Any, int, Any], note: _Note) -> None:
        """Wait for the results of a batch of tasks, or of the task that all are at, and have them noted."""
        try:
            proofs = await self._submit(mate, "tasks", worker_side.carry_out, self._run, search[0], search[2], tasks)
        except Exception as error:
            with self._lock:
                note(mate, tasks, None)
            self._note_error(error)
            return
        with self._lock:
            note(mate, tasks, proofs)
        if self._search is search:
            for proof in proofs:
                self._incoming.put(proof._replace(worker=mate.address))
        self._news.set()

    def _note_error(self, error: Exception) -> None:
        """Fail on an error of the search itself, but not on one of the network or of a dying worker."""
        if isinstance(error, StrategistError) and not isinstance(error, ClusterError):
            self._fail(ClusterError(str(error)))
        self._news.set()

    async def _submit(self, mate: Mate, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Run a function in a thread of one worker, under a new key."""
        self._attempts += 1
        future = self._client.submit(
            function,
            *arguments,
            key=f"strategist-{what}-{self._run}-{self._attempts}",
            workers=[mate.address],
            allow_other_workers=False,
            pure=False,
        )
        gone = asyncio.ensure_future(self._gone(mate))
        result = asyncio.ensure_future(_awaited(future))
        try:
            await asyncio.wait([gone, result], return_when=asyncio.FIRST_COMPLETED)
            if not result.done():
                raise ClusterError("the worker is gone")
            return result.result()
        finally:
            for each in (gone, result):
                each.cancel()
            # This cancels a task that has not begun; a running task is stopped by a pulse.
            with contextlib.suppress(Exception):
                future.release()

    async def _gone(self, mate: Mate) -> None:
        """Wait until a worker is no longer listed."""
        while self._mates.all.get(mate.address) is mate:
            await asyncio.sleep(_PULSE_SECONDS)

    async def _dismiss(self) -> None:
        """Tell all workers that the search is over."""
        if not self._address.workers and self._mates.all:
            await self._client.run(worker_side.leave, self._run, workers=list(self._mates.all), on_error="ignore")

    def _start(self, chore: Awaitable[None]) -> None:
        started = asyncio.ensure_future(chore)
        self._chores.add(started)
        started.add_done_callback(self._chores.discard)


async def _awaited(future: Any) -> Any:
    return await future


def _say(line: str) -> None:
    print(f"strategist: {line}", file=sys.stderr, flush=True)
