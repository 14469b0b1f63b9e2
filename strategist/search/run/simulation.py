"""What a proof would take on many workers: real ones of one thread each, in turn, in a time that positions count.

Each worker is at the task of all for so many positions; then all hear what the others have found, and go on. That is a
cluster whose messages take as long as these positions, on processors that are all as fast. It leaves out what is lost
where a worker is interrupted, which has to look at the top of the tree again, and what the coordinator itself does.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.searched import SearchedStrategy
from strategist.model.game import Game
from strategist.search.run.objectives import search
from strategist.search.state.options import Options
from strategist.search.state.start import start_of
from strategist.search.tasks.executor import Executor
from strategist.search.tasks.remote.crew import ProvingCrew
from strategist.search.tasks.remote.instance import Instance
from strategist.search.tasks.remote.worker_process import ProofCrew

_LOOK_SECONDS = 0.0005


class Simulation(NamedTuple):
    """What a proof takes on some ``workers``, in positions: ``time`` those that one of them examines until the end, on
    average, ``positions`` those of all workers; and the ``rows`` of facts that each has told the others."""

    workers: int
    time: int
    positions: int
    rows: int


def simulate(game: Game, strategy: SearchedStrategy, workers: int, positions: int) -> Simulation:
    """The proof of a strategy on so many workers, which hear of each other every so many ``positions``.

    >>> from strategist import make_game, make_strategy
    >>> game = make_game("mastermind(3,5)")
    >>> simulate(game, make_strategy("optimal(total)", game), 2, 1000).workers
    2
    """
    turns: list[_Turns] = []

    @contextmanager
    def crowd(instance: Instance, options: Options) -> Iterator[Executor]:
        alone = replace(options, jobs=1)
        first = ProofCrew(instance, alone)
        others = [ProofCrew(instance, alone, first) for _ in range(workers - 1)]
        turns.append(_Turns([first, *others], positions))
        yield turns[0]

    outcome = search(game, strategy, Options(), start_of(game), crowd)
    here = outcome.nodes - turns[0].told_positions
    # What is small, the coordinator searches alone.
    return Simulation(workers, turns[0].time + here, turns[0].positions + here, turns[0].rows)


class _Turns:
    """An executor whose crews are at the task of all in turn, each for so many positions."""

    def __init__(self, crews: Sequence[ProofCrew], slice_positions: int) -> None:
        self._crews, self._slice = crews, slice_positions
        self._task: Any = None
        self._turn = self._seed = 0
        self.time = self.positions = self.rows = 0
        self.told_positions = 0
        """The positions that were reported: also those behind the end of whoever came first."""

    def begin(self, turn: int, search: Any, seed: int, facts: Callable[[], NDArray[np.uint64]]) -> None:
        """Turn to another search."""
        self._turn, self._seed = turn, seed
        for crew in self._crews:
            crew.begin(turn, search, seed)
            crew.tell(turn, facts())

    def room(self) -> int:
        """0: no task is for one process."""
        return 0

    def open(self, task: Any) -> None:
        """Never called: there is no room."""
        raise AssertionError("a proof has opened a task for one process")

    def open_to_all(self, task: Any) -> None:
        """Take the task of all."""
        self._task = task

    def dismiss(self, worker: str) -> None:
        """Do nothing: nobody lies here."""

    def awaits(self, number: int) -> bool:
        """False: nobody is at a task between two turns."""
        return False

    def proofs(self, seconds: float) -> Sequence[Any]:
        """One turn of each crew, and what each has found."""
        found, took = [], []
        for process, crew in enumerate(self._crews):
            task = self._task._replace(process=process, processes=len(self._crews))
            with stopped_after(crew, self._slice):
                found.append(crew.carry_out(self._turn, self._seed, task))
            took.append(found[-1].nodes)
        ends = [nodes for nodes, proof in zip(took, found, strict=True) if proof.finished]
        # Who is interrupted late, on a busy machine, has gone further than the others.
        counted = [min(nodes, *ends) for nodes in took] if ends else took
        self.time += sum(counted) // len(counted)
        self.positions += sum(counted)
        self.told_positions += sum(took)
        return found

    def drop(self, number: int) -> None:
        """Do nothing: no crew is at a task between two turns."""

    def share(self, rows: NDArray[np.uint64]) -> None:
        """Tell all crews of facts."""
        self.rows += len(rows)
        for crew in self._crews:
            crew.tell(self._turn, rows)

    def end(self) -> None:
        """Give up the task of all."""
        self._task = None

    def lost(self) -> bool:
        """False: the crews are those of this process."""
        return False

    def words(self) -> Mapping[str, Any]:
        """The number of workers."""
        return {"workers": len(self._crews)}


@contextmanager
def stopped_after(crew: ProvingCrew, positions: int) -> Iterator[None]:
    """Within the block, stop what a crew is at soon after it has examined so many positions; for 0, never."""
    if not positions:
        yield
        return
    last, done = crew.nodes() + positions, threading.Event()

    def watch() -> None:
        while not done.wait(_LOOK_SECONDS):
            if crew.nodes() >= last:
                crew.stop()

    watcher = threading.Thread(target=watch, name="strategist-watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
