"""The questions at the beginning, divided among the threads of this process, or the processes of a cluster.

Each takes the next question and proves what it costs, or that it costs no less than the best one so far. When a better
one is found, the others begin theirs again, for less: they know what they have proven. When all have come back, one
thread searches as it would have alone, and finds the most of it in the memo: so trees and figures depend on no number
of threads or processes, on no order in which these come to their ends, and on nobody who has proven what.

Threads here share a memo. A process elsewhere has a memo of its own. It tells what took long to prove, as rows of a
journal, which find their way into the memo of this process, into the journal, and to all others.
"""

from __future__ import annotations

import itertools
from typing import Any

from strategist.search.several_answers.several_arrays import FIXED, OPENING, UNSURE
from strategist.search.several_answers.several_desks import Found, StagePosition
from strategist.search.several_answers.several_memo import EXACT, LOWER
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.several_answers.sharing.desks_here import DesksHere
from strategist.search.several_answers.sharing.several_record import KEYS, number_of
from strategist.search.several_answers.sharing.several_task import SeveralProof, SeveralTask
from strategist.search.several_answers.solve_several import LOOK, PROVE, search
from strategist.search.state.journal import least_nodes
from strategist.search.state.ledger import Ledger
from strategist.search.tasks.executor import Executor

ALONE = 1 << 12
"""As long as a budget takes no more positions, nobody else is asked."""
_WAIT_SECONDS = 0.05


class Together:
    """What lets others prove what the first questions cost, in all searches of a run: an ``executor``, whose facts the
    ``ledger`` enters; without one the threads of this process, which need none."""

    def __init__(self, executor: Executor[SeveralTask, Any] | None, ledger: Ledger | None) -> None:
        self._executor, self._ledger = executor, ledger
        self._numbers = itertools.count()
        self._stage: SeveralStage | None = None

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
            self._stage = stage
            executor = self._executor or DesksHere(stage, root)
            if self._ledger is not None and self._ledger.begin(number_of(stage.arrays)):
                executor.begin(self._ledger.turn, None, self._ledger.seed, self._ledger.everything)
            stage.open_bounds, stage.begun, stage.listed = bounds, 0, len(bounds)
            try:
                self._prove(stage, executor, bounds, best)
            finally:
                executor.end()
        if stage.brake.stopped:
            return False
        stage.open_bounds, stage.begun, stage.listed = None, 0, 0
        return True

    def _prove(
        self, stage: SeveralStage, executor: Executor[SeveralTask, Any], bounds: dict[int, Found], best: Found
    ) -> None:
        pending = list(bounds)
        asked: dict[int, int] = {}
        while (pending or asked) and not stage.brake.stopped:
            while pending and executor.room() > 0:
                number = next(self._numbers)
                asked[number] = question = pending.pop(0)
                executor.open(SeveralTask(number, stage.what, question, best, least_nodes(stage.nodes)))
            for proof in executor.proofs(_WAIT_SECONDS):
                # Rows of a task that was given up, or comes twice, are facts, too.
                self._take(stage, executor, proof)
                question = asked.pop(proof.number, -1)
                if question < 0 or not isinstance(proof, SeveralProof):
                    continue
                if not proof.finished:
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

    def _take(self, stage: SeveralStage, executor: Executor[SeveralTask, Any], proof: Any) -> None:
        stage.nodes_elsewhere += proof.nodes
        if self._ledger is not None and proof.rows:
            rows = self._ledger.take(KEYS.rows(proof.rows))
            if len(rows):
                stage.take(rows)
                executor.share(rows)


def questions_at(stage: SeveralStage, root: StagePosition, budget: Found) -> dict[int, Found]:
    """The questions that are not decided at once, those that look cheapest first, with what each costs at least."""
    desk = stage.desk
    stage.sit(root)
    stage.allow(budget)
    desk.own[OPENING] = -1
    desk.guess[0, :] = -1.0
    if search(stage.arrays, desk, stage.memo_for(PROVE, desk), root.left, -1, LOOK) != LOWER:
        return {}
    found = {}
    for at in range(stage.arrays.questions):
        if desk.guess[0, at] < 0.0:
            break
        question = int(desk.listed[0, at])
        found[question] = float(desk.guess[0, at]), stage.read(FIXED + at)
    return {question: bound for question, (_, bound) in sorted(found.items(), key=lambda each: (each[1][0], each[0]))}


def is_less(found: Found, best: Found) -> bool:
    """Whether a cost looks less: any budget that some tree keeps will do."""
    return (*found.sums, found.depth) < (*best.sums, best.depth)
