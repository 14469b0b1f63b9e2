"""What a search shares while it runs: its journal, the crowd that proves first questions, and what it tells those who
watch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from strategist.choosing.searched import SearchedStrategy
from strategist.model.game import Answer, Game
from strategist.search.several_answers.several_arrays import BEGUN, LISTED
from strategist.search.several_answers.several_desks import Found
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.several_answers.sharing.several_journal import KEYS, header_of, number_of
from strategist.search.several_answers.sharing.several_on_cluster import SeveralOnCluster
from strategist.search.state.journal import Journal
from strategist.search.state.options import Options
from strategist.search.state.start import Start
from strategist.search.tasks.remote.instance import make_instance
from strategist.search.tasks.remote.with_cluster import Crowd
from strategist.search.tasks.supervise import StopSignal


@dataclass
class Standing:
    """What is known so far, for those who watch."""

    objective: str | None = None
    stage: SeveralStage | None = None
    nodes: int = 0


class SharedRun:
    """The part of a run that others see; ``answers`` and ``masses`` are set before anything is shared."""

    answers: Sequence[Sequence[Sequence[Answer]]]
    masses: Mapping[int, Fraction]

    def __init__(
        self,
        game: Game,
        strategy: SearchedStrategy,
        options: Options,
        start: Start,
        brake: StopSignal,
        crowd: Crowd | None,
    ) -> None:
        self.game, self.strategy, self.options, self.start, self.brake = game, strategy, options, start, brake
        self.crowd = crowd
        self.standing = Standing()
        self.journal: Journal | None = None
        self.others: SeveralOnCluster | None = None
        self.recording: SeveralStage | None = None
        """The search that is recorded in the journal."""
        self.told: tuple[SeveralStage, Found | None, Found] | None = None
        """What was reported last."""

    def tick(self) -> None:
        """Write the journal, and report the progress: what is told now is there before.

        Raises :class:`~strategist.common.errors.JournalError` once if the journal cannot be written.
        """
        standing, progress = self.standing, self.options.progress
        stage = standing.stage
        told = None if stage is None else (stage, stage.best, stage.bound)
        # The thread that searches opens and closes both.
        journal, recording = self.journal, self.recording
        if journal is not None and recording is not None:
            journal.keep(recording.desks, self.brake.shared, self.nodes(), at_once=told != self.told)
            journal.heed()
            self.told = told
        if progress is None or stage is None or told is None:
            return
        # Without an objective there is nothing to come closer to.
        words: dict[str, Any] = {"best": "-", "bound": "-"}
        if standing.objective is not None:
            _, best, bound = told
            words["objective"] = standing.objective
            words["best"] = "-" if best is None else _told(best.sums[0] if best.sums else best.depth)
            words["bound"] = _told(bound.sums[0] if bound.sums else bound.depth)
        words["nodes"] = standing.nodes + stage.nodes
        begun, listed = stage.desk.own[BEGUN], stage.desk.own[LISTED]
        if stage.open_bounds is not None:
            begun, listed = stage.begun, stage.listed
        if self.journal is not None:
            words["from journal"] = self.journal.rows_read
        if self.others is not None:
            words.update(self.others.executor.words())
        progress(float(begun / listed) if listed else 0.0, words)

    @contextmanager
    def journaled(self) -> Iterator[None]:
        """Keep the journal that the options name, if any, open within the block.

        Raises :class:`~strategist.common.errors.JournalError`.
        """
        path = self.options.journal
        if path is None:
            yield
            return
        journal = self.journal = Journal(path, self._header(), len(self.game.secrets), KEYS)
        try:
            yield
        finally:
            self.journal = None
            journal.close()

    @contextmanager
    def carried(self) -> Iterator[None]:
        """Have first questions proven by the crowd, if there is one, within the block."""
        if self.crowd is None:
            yield
            return
        header = self._header()
        instance = make_instance(self.game, self.strategy, self.start, header, kind="keys")
        with self.crowd(instance, self.options) as executor:
            self.others = SeveralOnCluster(executor, header, self.journal)
            try:
                yield
            finally:
                self.others = None

    def _header(self) -> dict[str, str]:
        return header_of(self.game, self.strategy, self.start, self.answers, self.masses)

    @contextmanager
    def recorded(self, stage: SeveralStage) -> Iterator[None]:
        """Let a search begin with what the journal knows, and write there what it proves."""
        journal, shared = self.journal, self.brake.shared
        if journal is None:
            yield
            return
        outer, self.recording = self.recording, stage
        if outer is not None:
            journal.keep(outer.desks, shared, self.nodes())
        journal.seal_for(number_of(stage.arrays), shared)
        batches = list(journal.stored())
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

    def nodes(self) -> int:
        """The positions searched so far."""
        return self.standing.nodes + (0 if self.standing.stage is None else self.standing.stage.nodes)


def _told(value: float) -> float | int:
    return round(value) if abs(value - round(value)) < 1e-6 else round(value, 3)
