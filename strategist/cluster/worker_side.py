"""What runs in a worker process of a cluster: the crew of one search, and the calls that reach it.

The state is that of the process, one search at a time: a worker that turns to another search forgets the one before.
Tasks run in a thread of Dask's worker. :func:`pulse` runs in its event loop, beside a task, and only sets cells and
copies rows.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from strategist.cluster.growth.growth_worker import GrowingCrew
from strategist.common.errors import ClusterError
from strategist.search.kernels.numba import second
from strategist.search.run.objectives import warm_up_exact
from strategist.search.several_answers.search_several import warm_up_several
from strategist.search.several_answers.sharing.several_worker import SeveralCrew
from strategist.search.state.options import Options
from strategist.search.tasks.remote.crew import Crew, ProvingCrew
from strategist.search.tasks.remote.instance import Instance
from strategist.search.tasks.remote.worker_process import ProofCrew

BATCH_SECONDS = 1.0
"""After this time no further task of a batch is begun, because other workers may be free for it."""


class _Station(NamedTuple):
    run: str
    crew: Crew


_lock = threading.Lock()
_station: _Station | None = None


class Pulse(NamedTuple):
    """The coordinator's periodic message to a worker: new facts, tasks that were given up, and which it is among the
    processes that are at the same task."""

    turn: int
    rows: bytes = b""
    dropped: tuple[int, ...] = ()
    process: int = 0
    processes: int = 1


def admit(run: str, instance: Instance, threads: int, memory: int | None) -> int:
    """Prepare this process for a run; returns the number of threads.

    ``run`` is the name of one run of a coordinator, ``memory`` the bytes that this process may take.

    Raises :class:`~strategist.common.errors.ClusterError` if the versions or the rules of this process
    differ from the coordinator's.
    """
    global _station
    # All workers of a machine begin at the same time: no core waits for a second compiler.
    second.ALLOWED = False
    with _lock:
        if _station is None or _station.crew.instance != instance or _station.crew.threads != threads:
            if _station is not None:
                _station.crew.stop()
            _station = None
            _station = _Station(run, _crew_for(instance, threads, memory))
        elif _station.run != run:
            _station.crew.start_again()
            _station = _Station(run, _station.crew)
        return threads


def carry_out(run: str, turn: int, seed: int, tasks: Sequence[Any]) -> list[Any]:
    """Carry out tasks of an admitted run, at least the first, and return their results.

    After :data:`BATCH_SECONDS` no further task is begun, so there may be fewer results than tasks. Raises
    :class:`~strategist.common.errors.ClusterError` if this process is not admitted to the run.
    """
    crew, deadline = _crew(run), time.monotonic() + BATCH_SECONDS
    proofs: list[Any] = []
    for task in tasks:
        if proofs and time.monotonic() > deadline:
            break
        proofs.append(crew.carry_out(turn, seed, task))
    return proofs


def pulse(run: str, told: Pulse) -> tuple[bytes, Any]:
    """Take a coordinator's message of a run; returns the bytes of the rows found here since the last pulse, and what
    else is to be told of the task at hand."""
    station = _station
    if station is None or station.run != run:
        return b"", None
    crew = station.crew
    for number in told.dropped:
        crew.stop(number)
    if not isinstance(crew, ProvingCrew):
        return b"", None
    if told.rows:
        crew.tell(told.turn, crew.record.rows(told.rows))
    crew.place(told.process, told.processes)
    return crew.hear().tobytes(), crew.now()


def turn_to(run: str, turn: int, search: Any, seed: int, rows: bytes) -> None:
    """Turn to a search of a run, with the rows of facts known so far.

    Raises :class:`~strategist.common.errors.ClusterError` if this process is not admitted to the run.
    """
    crew = _crew(run)
    crew.begin(turn, search, seed)
    if isinstance(crew, ProvingCrew):
        crew.tell(turn, crew.record.rows(rows))


def leave(run: str) -> None:
    """Stop a run, and release its memory."""
    global _station
    station = _station
    if station is not None and station.run == run:
        station.crew.stop()
        _station = None


def nothing(number: int) -> int:
    """An empty task, to measure the overhead of a task."""
    return number


def _crew_for(instance: Instance, threads: int, memory: int | None) -> Crew:
    if instance.kind == "growth":
        return GrowingCrew(instance, Options(jobs=threads, memory=memory))
    if instance.kind == "keys":
        warm_up_several(recalls=True)
        return SeveralCrew(instance, Options(jobs=threads, memory=memory))
    crew = ProofCrew(instance, Options(jobs=threads, memory=memory, techniques=instance.techniques))
    warm_up_exact(crew.workers.game, crew.strategy.objectives, recalls=True)
    return crew


def _crew(run: str) -> Crew:
    station = _station
    if station is None or station.run != run:
        raise ClusterError("not admitted to this search")
    return station.crew
