"""What a run of a search for several answers shares: what it proves, and what it tells those who watch."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from strategist.choosing.searched import SearchedStrategy
from strategist.model.game import Answer, Game
from strategist.search.several_answers.several_arrays import BEGUN, LISTED, UNSURE, SeveralScratch
from strategist.search.several_answers.several_desks import Found
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.several_answers.sharing.several_record import KEYS, header_of, number_of
from strategist.search.several_answers.sharing.several_task import SeveralProof, SeveralTask
from strategist.search.state.options import Options
from strategist.search.state.start import Start
from strategist.search.tasks.remote.instance import Instance, make_instance
from strategist.search.tasks.shared_run import SharedRun
from strategist.search.tasks.supervise import StopSignal


@dataclass
class Standing:
    """What is known so far, for those who watch."""

    objective: str | None = None
    stage: SeveralStage | None = None
    nodes: int = 0


class SeveralRun(SharedRun):
    """The part of a run that others see; ``answers`` and ``masses`` are set before anything is shared."""

    record = KEYS
    answers: Sequence[Sequence[Sequence[Answer]]]
    masses: Mapping[int, Fraction]

    def __init__(
        self, game: Game, strategy: SearchedStrategy, options: Options, start: Start, brake: StopSignal
    ) -> None:
        super().__init__(options, brake)
        self.game, self.strategy, self.start = game, strategy, start
        self.standing = Standing()
        self.recording: SeveralStage | None = None
        """The search that is recorded in the journal."""

    def nodes(self) -> int:
        """The positions searched so far."""
        here = self.standing.nodes + (0 if self.standing.stage is None else self.standing.stage.nodes)
        return here + self.nodes_elsewhere

    def logging(self) -> Sequence[SeveralScratch]:
        """The desks of the search that is recorded."""
        return [] if self.recording is None else self.recording.desks

    def words_now(self) -> tuple[float, dict[str, Any]] | None:
        """The share of the work that is done and the words of a report, now; None between two searches."""
        standing = self.standing
        stage = standing.stage
        if stage is None:
            return None
        # Without an objective there is nothing to come closer to.
        words: dict[str, Any] = {"best": "-", "bound": "-"}
        if standing.objective is not None:
            best, bound = stage.first_of_best(), stage.bound
            words["objective"] = standing.objective
            words["best"] = "-" if best is None else _told(best)
            words["bound"] = _told(bound.sums[0] if bound.sums else bound.depth)
        words["nodes"] = self.nodes()
        begun, listed = stage.desk.own[BEGUN], stage.desk.own[LISTED]
        return float(begun / listed) if listed else 0.0, {**words, **self.shared_words()}

    def header(self) -> dict[str, str]:
        """Which search it is."""
        return header_of(self.game, self.strategy, self.start, self.answers, self.masses)

    def instance(self) -> Instance:
        """What is searched, as a value."""
        return make_instance(self.game, self.strategy, self.start, self.header(), kind="keys")

    def elsewhere(self, stage: SeveralStage, only: int, budget: Found) -> int:
        """Let the memo learn what the processes that help find below a budget, with ``only`` one question to begin
        with, or -1 for all; returns the kind of what is known in the end.

        If there is a tree, the search here goes on as it would have alone, and finds in the memo what took long: so
        trees and figures depend on no number of processes, and on nobody who has proven what.

        Raises :class:`~strategist.common.errors.ClusterError` if the cluster has failed.
        """

        def heard(told: SeveralProof) -> None:
            stage.desk.own[UNSURE] += told.finished and told.unsure
            if told.found is not None:
                stage.note(told.found, told.opening)

        task = SeveralTask(0, stage.what, budget, only)
        found: SeveralProof = self.prove_elsewhere(number_of(stage.arrays), task, stage.take, heard)
        return found.kind

    @contextmanager
    def recorded(self, stage: SeveralStage) -> Iterator[None]:
        """Let a search begin with what the journal knows, and write there what it proves."""
        journal, shared = self.journal, self.shared
        if journal is None:
            yield
            return
        outer, self.recording = self.recording, stage
        if outer is not None:
            journal.keep(outer.desks, shared, self.nodes())
        batches = list(journal.begin(number_of(stage.arrays), shared))
        stage.recalled(batches, sum(map(len, batches)))
        try:
            yield
        finally:
            # A certificate may search on, after the journal is closed.
            stage.logged = False
            journal.keep(stage.desks, shared, self.nodes())
            self.recording = outer
            if outer is not None:
                journal.seal_for(number_of(outer.arrays), shared)


def _told(value: float) -> float | int | str:
    if math.isinf(value):
        return "-"
    return round(value) if abs(value - round(value)) < 1e-6 else round(value, 3)
