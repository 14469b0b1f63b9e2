"""The questions at the beginning, divided among the processes of a cluster, as threads divide them
(:mod:`~strategist.search.several_answers.sharing.several_threads`).

Each process has a memo of its own. It tells what took long to prove, as rows of a journal, which find their way into
the memo of this process, into the journal, and to all others. When all questions have come back, one thread searches
as it would have alone, and finds the most of it in the memo: so neither tree nor figures depend on who has proven what.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import numpy as np

from strategist.search.several_answers.several_arrays import AT_WORTH, ROW_WORDS, UNSURE, Words, make_ring
from strategist.search.several_answers.several_desks import Found, StagePosition
from strategist.search.several_answers.several_memo import EXACT
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.several_answers.sharing.several_journal import number_of
from strategist.search.several_answers.sharing.several_threads import is_less, questions_at
from strategist.search.several_answers.sharing.several_worker import SeveralProof, SeveralTask
from strategist.search.state.journal import Journal, identity_of, least_nodes, seed_of
from strategist.search.state.memory import Costs
from strategist.search.state.result_log import seals
from strategist.search.tasks.executor import Executor
from strategist.search.tasks.ledger import MOST_TOLD
from strategist.search.tasks.task import TaskProof

ALONE = 1 << 12
"""As long as a budget takes no more positions, nobody else is asked."""
_WAIT_SECONDS = 0.05


class SeveralOnCluster:
    """What lets others prove what the first questions cost, in all searches of a run; ``header`` is that of its
    journals."""

    def __init__(
        self,
        executor: Executor[SeveralTask, SeveralProof | TaskProof],
        header: Mapping[str, str],
        journal: Journal | None,
    ) -> None:
        self.executor = executor
        self._identity = identity_of(header)
        self._journal = journal
        self._numbers = itertools.count()
        self._stage: SeveralStage | None = None
        self._turn = self._seed = 0
        self._told: list[Words] = []
        self.refused = 0
        """The rows that came with a seal that does not fit."""

    def prove(self, stage: SeveralStage, root: StagePosition, budget: Found) -> bool:
        """Let the memo learn what the questions at a position cost below a budget; returns whether the search may go
        on, which it may not if it was stopped.

        Raises :class:`~strategist.common.errors.ClusterError` if the cluster has failed.
        """
        known = stage.best
        # Budgets rise: once one took longer, those behind it do, too.
        if stage is not self._stage and stage.attempt(root, budget, ALONE) >= 0:
            return True
        best = budget if stage.best is known or stage.best is None else stage.best
        bounds = {} if stage.brake.stopped else questions_at(stage, root, best)
        if len(bounds) > 1:
            self._turn_to(stage)
            stage.open_bounds, stage.begun, stage.listed = bounds, 0, len(bounds)
            try:
                self._prove(stage, bounds, best)
            finally:
                self.executor.end()
        if stage.brake.stopped:
            return False
        stage.open_bounds, stage.begun, stage.listed = None, 0, 0
        return True

    def _turn_to(self, stage: SeveralStage) -> None:
        if stage is self._stage:
            return
        self._stage = stage
        self._turn += 1
        self._seed = seed_of(self._identity, number_of(stage.arrays))
        self._told = [] if self._journal is None else list(self._journal.stored())
        self.executor.begin(self._turn, Costs(0, 0, False), self._seed, self._facts)

    def _facts(self) -> Words:
        """What a process should know when it joins; what took longest, if that is too much."""
        rows = np.concatenate([make_ring(0), *self._told])
        return rows if len(rows) <= MOST_TOLD else rows[np.argsort(rows[:, AT_WORTH], kind="stable")[-MOST_TOLD:]]

    def _prove(self, stage: SeveralStage, bounds: dict[int, Found], best: Found) -> None:
        executor, pending = self.executor, list(bounds)
        asked: dict[int, int] = {}
        while (pending or asked) and not stage.brake.stopped:
            while pending and executor.room(False) > 0:
                number = next(self._numbers)
                asked[number] = question = pending.pop(0)
                executor.open(SeveralTask(number, stage.what, question, best, least_nodes(stage.nodes)))
            for proof in executor.proofs(_WAIT_SECONDS):
                # Rows of a task that was given up, or comes twice, are facts, too.
                self._take(stage, proof)
                question = asked.pop(proof.number, -1)
                if question < 0 or not isinstance(proof, SeveralProof):
                    continue
                if proof.kind < 0:
                    pending.insert(0, question)
                    continue
                stage.desk.own[UNSURE] += proof.unsure
                del bounds[question]
                stage.begun += 1
                if proof.kind == EXACT and proof.found is not None and is_less(proof.found, best):
                    best = stage.best = proof.found
                    stage.opening = question
                    # The others begin theirs again, for less: they know what they have proven.
                    for number in asked:
                        executor.drop(number)
                    pending[:0] = asked.values()
                    asked.clear()
            if executor.lost():
                stage.brake.pull()

    def _take(self, stage: SeveralStage, proof: SeveralProof | TaskProof) -> None:
        stage.nodes_elsewhere += proof.nodes
        rows = np.frombuffer(proof.rows, dtype=np.uint64).reshape(-1, ROW_WORDS)
        fit = rows[:, -1] == seals(self._seed, rows)
        self.refused += int(np.count_nonzero(~fit))
        rows = rows[fit]
        if not len(rows):
            return
        stage.take(rows)
        self._told.append(rows)
        self.executor.share(rows)
        if self._journal is not None:
            self._journal.add(rows)
