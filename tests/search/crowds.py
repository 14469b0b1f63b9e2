"""Crowds in one process: tasks are carried out one by one, in a random order, each by some crew."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.growth.crew import GrowingCrew
from strategist.search.options import Options
from strategist.search.proof.carried import Crowd
from strategist.search.proof.crew import Crew
from strategist.search.proof.executor import Executor
from strategist.search.proof.instance import Instance
from strategist.search.proof.memory import Costs
from strategist.search.proof.task import AnyProof, AnyTask


class Shuffled:
    """An executor that runs tasks in a random order, some of them twice, and hands in some of their results late.

    It is lost after ``lasts`` tasks.
    """

    divides = True

    def __init__(
        self, crews: Sequence[Any], random: Random, twice: float, late: float, sharing: bool, lasts: int
    ) -> None:
        self.crews = crews
        self.random = random
        self.twice, self.late, self.sharing = twice, late, sharing
        self.lasts = lasts
        self.turn, self.seed = 0, 0
        self.waiting: dict[int, AnyTask] = {}
        self.again: dict[int, AnyTask] = {}
        self.held: list[AnyProof] = []
        self.done = 0
        self.divided = 0

    def begin(self, turn: int, costs: Costs, seed: int, facts: Callable[[], NDArray[np.uint64]]) -> None:
        self.turn, self.seed = turn, seed
        for crew in self.crews:
            crew.begin(turn, costs, seed)
            crew.tell(turn, facts())

    def room(self, eager: bool) -> int:
        return 3 * len(self.crews) - len(self.waiting)

    def open(self, task: AnyTask) -> None:
        self.waiting[task.number] = task

    def proofs(self, seconds: float) -> Sequence[AnyProof]:
        if not self.waiting and not self.again:
            ready, self.held = self.held, []
            return ready
        task = self.random.choice([*self.waiting.values(), *self.again.values()])
        crew = self.random.choice(self.crews)
        proof = crew.carry_out(self.turn, self.seed, task)
        self.done += 1
        self.divided += not proof.finished
        self.waiting.pop(task.number, None)
        if self.again.pop(task.number, None) is None and self.random.random() < self.twice:
            self.again[task.number] = task
        if (self.waiting or self.again) and self.random.random() < self.late:
            self.held.append(proof)
            return []
        ready, self.held = [proof, *self.held], []
        self.random.shuffle(ready)
        return ready

    def tighten(self, number: int, best: int) -> None:
        if number in self.waiting:
            self.waiting[number] = self.waiting[number]._replace(best=best)

    def drop(self, number: int) -> None:
        self.waiting.pop(number, None)

    def share(self, rows: NDArray[np.uint64]) -> None:
        if self.sharing:
            for crew in self.crews:
                crew.tell(self.turn, rows)

    def end(self) -> None:
        self.waiting.clear()
        self.again.clear()

    def lost(self) -> bool:
        return self.done >= self.lasts

    def words(self) -> Mapping[str, Any]:
        return {"workers": len(self.crews), "tasks": len(self.waiting)}


def crowd_of(
    count: int,
    seed: int,
    twice: float = 0.1,
    late: float = 0.2,
    sharing: bool = True,
    lasts: int = sys.maxsize,
    seen: list[Any] | None = None,
) -> Crowd:
    """So many crews; ``seen`` collects their executors."""

    @contextmanager
    def crowd(instance: Instance, options: Options) -> Iterator[Executor[Any, Any]]:
        make = GrowingCrew if instance.kind == "growth" else Crew
        crews = [make(instance, replace(options, jobs=1, journal=None)) for _ in range(count)]
        executor = Shuffled(crews, Random(seed), twice, late, sharing, lasts)
        if seen is not None:
            seen.append(executor)
        yield executor

    return crowd
