"""What the workers of a cluster have told, checked before a bound rests on it.

A worker could tell a bound that is too high, and what others prove from it would be as false. So once the bound of the
first objective is proven, this process writes the certificate of it from all that was told, and the checker that shares
nothing with the search looks at its claims: whatever the proof rests on is among them. A position whose claim does not
hold is one of which somebody has told too much: whose rows come first among those from which its false bound follows.
Whoever that is is named and not believed any more, and the proof begins anew: what others have told since may rest on
it. The objectives after the first one are searched here alone, for no certificate states them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from strategist.checking.check import check_certificate
from strategist.choosing.searched import Optimal
from strategist.common.errors import InfeasibleError, OutOfTimeError, ProofError
from strategist.common.side_remarks import aside
from strategist.model.objective import DEPTH, LEXICOGRAPHIC
from strategist.search.certify.certify import limits_of, listed
from strategist.search.certify.demand import Demand
from strategist.search.certify.prover import Key
from strategist.search.certify.scribe import Scribe
from strategist.search.run.extract import Contradiction
from strategist.search.run.root import Root
from strategist.search.state.memo import empty


def believed(root: Root, stage: Callable[[], bool]) -> bool:
    """Run the stage of the first objective until its bound has been checked; returns whether it was closed.

    A search that is stopped before has no bound. Raises :class:`~strategist.common.errors.ProofError` if a proof to
    which nobody else has contributed does not hold.
    """
    workers = root.workers
    if root.strategy.objectives[0] == LEXICOGRAPHIC.name:
        # Its certificate is about strategies of the least depth, and does not say why that is the least.
        workers.executor = None
    while workers.executor is not None:
        try:
            closed = stage()
            liars = [] if workers.stopped() else _liars(root, closed)
        except (Contradiction, InfeasibleError):
            # What is too cheap, or cannot be, no certificate shows: who has told it is not known.
            liars = [""]
        except (KeyboardInterrupt, OutOfTimeError):
            closed, liars = False, []
        if workers.stopped():
            root.lower_bound = None
            return False
        if not liars:
            workers.executor = None
            return closed
        _begin_anew(root, liars)
    return stage()


def _begin_anew(root: Root, liars: Sequence[str]) -> None:
    """Forget what was told, and do not believe those who have told what is not true; "" stands for all of them."""
    workers = root.workers
    assert workers.executor is not None and workers.ledger is not None  # others have told something
    if "" in liars:
        workers.executor = None
        aside("cluster: what the workers have told does not hold: the proof begins anew, by this process alone")
    else:
        for liar in liars:
            workers.executor.dismiss(liar)
            aside(f"cluster: worker {liar} has told what is not true, and is believed no more: the proof begins anew")
    workers.ledger.distrust(liars)
    workers.forget()
    root.forget()


def _liars(root: Root, closed: bool) -> Sequence[str]:
    """Who has told what does not hold, of what the bound rests on; "" if it is not known."""
    workers, strategy, start, bound = root.workers, root.strategy, root.start, root.lower_bound
    assert isinstance(strategy, Optimal)  # others prove no bound
    objective = strategy.objectives[0]
    assert bound is not None and workers.ledger is not None
    if not workers.nodes_elsewhere or (objective == DEPTH.name and root.proven_here(bound)):
        return []
    executor, workers.executor = workers.executor, None
    try:
        limits = limits_of(workers, strategy, start, root.within)
        scribe = Scribe(workers, objective, bound, closed, start, limits, copies=False)
        scribe.write()
        if not scribe.gaps:
            found = check_certificate(listed(scribe), share=workers.options.certify or 0.0).problems
            if found:
                raise ProofError(f"{root.game.spec}: the proof does not hold: {found[0]}")
            return []
        refuted = dict(scribe.gaps)
        smallest = sorted(refuted, key=lambda key: scribe.ground.size(key[0]))
        return sorted({_who_told(scribe, key, refuted[key]) for key in smallest[:_MOST_REFUTED]})
    finally:
        workers.executor = executor


_MOST_REFUTED = 4
"""Of so many refuted claims it is found out who has told them: the others may follow from these."""


def _who_told(scribe: Scribe, key: Key, demand: Demand) -> str:
    """Who has told the first of the rows from which the claim of a position follows; "" if it follows from none."""
    workers, problem = scribe.workers, scribe.prover.problem
    assert workers.ledger is not None
    told = workers.ledger.told
    candidates = scribe.ground.members(key[0]).astype(np.int32)
    by_depth = scribe.objective == DEPTH.name
    left, budget = (demand.bound - 1, 1) if by_depth else (key[1] or 0, min(demand.bound, problem.infeasible))

    def follows(parts: int) -> bool:
        """Whether the search here comes to the claim with so many parts of what was told."""
        empty(problem.memo)
        for _, rows in told[:parts]:
            workers.learn(problem, rows)
        return workers.solve(problem, demand.path, candidates, left, budget).bound >= budget

    low, high = 0, len(told)
    if follows(0) or not follows(high):
        return ""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if follows(middle) else (middle, high)
    return told[low][0]
