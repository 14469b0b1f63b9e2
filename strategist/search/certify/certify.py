"""Write the certificate of a search: the evidence for its lower bound.

The search has proven the bound, but not in a form that can be checked. So the proof is written again from the top
(:mod:`~strategist.search.certify.scribe`), and then listed as the format says.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain

from strategist.choosing.searched import Optimal
from strategist.common.errors import ProofError
from strategist.files.certificate import Certificate, enough
from strategist.files.columns import column
from strategist.files.versions.copy_columns import Copies
from strategist.files.versions.position_columns import Entries, Under
from strategist.model.objective import objective_kind
from strategist.search.certify.common_images import may_have_copies
from strategist.search.certify.demand import Demand, Limits
from strategist.search.certify.scribe import Scribe
from strategist.search.state.options import Progress
from strategist.search.state.problem import STOP
from strategist.search.state.start import Start
from strategist.search.tasks.supervise import StopSignal, supervise
from strategist.search.tasks.workers import Workers

_LEAST_SECONDS = 10.0


@dataclass(frozen=True)
class Certified:
    """A certificate, and the number of guesses that it leaves unrefuted: 0, unless the search was wrong."""

    certificate: Certificate
    gaps: int

    def whole(self) -> Certificate:
        """The certificate; raises :class:`~strategist.common.errors.ProofError` if the proof has gaps."""
        if self.gaps:
            raise ProofError(f"the proof has gaps, at {self.gaps} guesses: this is a bug, please report it")
        return self.certificate

    def checked(self) -> Certificate:
        """The certificate, of which the checker believes everything; raises
        :class:`~strategist.common.errors.ProofError` if it does not."""
        from strategist.checking.check import check_certificate

        certificate = self.whole()
        if problems := check_certificate(certificate).problems:
            what = f"{certificate.game.spec}: the certificate does not hold: {problems[0]}"
            raise ProofError(f"{what}: this is a bug, please report it")
        return certificate


def begin_anew(before: StopSignal, time_limit: float | None) -> StopSignal:
    """The brake for the writing of a certificate: what has stopped the search must not stop this work as well.

    Behind a search that its time limit stopped it has as much time again, and some seconds in any case: the proof of an
    open search may take far longer to write than it took to find.
    """
    limit = None if time_limit is None or not before.pulled else max(time_limit, _LEAST_SECONDS)
    brake = StopSignal(before.shared, limit)
    before.shared[STOP] = 0
    return brake


def certifier(
    workers: Workers, strategy: Optimal, bound: int, closed: bool, start: Start, within: int | None
) -> Callable[[Progress | None], Certified]:
    """Writes the certificate of a bound of all strategies ``within`` some number of guesses, in version 1 where that is
    enough."""
    limits = limits_of(workers, strategy, start, within)
    copies = workers.options.copies and may_have_copies(strategy.game, start.history)
    return partial(certify, workers, strategy.objectives[0], bound, closed, start, limits, copies)


def limits_of(workers: Workers, strategy: Optimal, start: Start, within: int | None) -> Limits | None:
    """What restricts the strategies of which a bound holds; None where version 1 is enough."""
    by_tariff = objective_kind(strategy.objectives[0]).tariff is not None
    if not by_tariff and enough(strategy.game) and not strategy.restrictions(len(start.history)):
        return None
    if strategy.opening is None or start.history:
        return Limits(within, None)
    return Limits(within, workers.guess_names.tolist().index(strategy.opening))


def certify(
    workers: Workers,
    objective: str,
    bound: int,
    closed: bool,
    start: Start,
    limits: Limits | None = None,
    copies: bool = False,
    progress: Progress | None = None,
) -> Certified:
    """The certificate that every strategy from ``start`` on, within its ``limits``, needs at least ``bound``; in
    version 1 if they are None, and with ``copies`` in version 7.

    ``workers`` have proven the bound, which is the least cost if the search is ``closed``. They search again for bounds
    that their memo has lost. ``progress`` gets the size of the sets that come next, and the share of the work that is
    done, as far as this size tells. Raises :class:`~strategist.common.errors.TooLargeError` beyond the memory that the
    workers' options allow.
    """
    brake = workers.brake = begin_anew(workers.brake, workers.options.time_limit)
    scribe = Scribe(workers, objective, bound, closed, start, limits, copies)

    def tick() -> None:
        if progress is not None:
            size, whole = scribe.told
            # There are few large sets, and many small ones.
            progress(1 - math.log(size) / math.log(max(2, whole)), {"size": size})

    def write() -> Certified:
        scribe.write()
        return Certified(listed(scribe), len(scribe.gaps))

    with ThreadPoolExecutor(workers.options.jobs) as workers.pool:
        return supervise(write, brake, tick)


def listed(scribe: Scribe) -> Certificate:
    """All demands breadth-first, each below the one that made it first."""
    workers, limits = scribe.workers, scribe.limits
    every = [(scribe.top, scribe.whole), *chain.from_iterable(each.items() for each in scribe.demanded)]
    below: dict[int, list[tuple[int, int, int]]] = {}
    for number, (_, each) in enumerate(every[1:], 1):
        below.setdefault(id(each.above), []).append((each.path[-1], each.response, number))
    order, children = [0], []
    for number in order:
        found = sorted(below.get(id(every[number][1]), ()))
        children.append(len(found))
        order.extend(each for _, _, each in found)
    demands, names = [every[number] for number in order], workers.guess_names.tolist()
    columns = (
        children,
        [names[each.path[-1]] if each.path else 0 for _, each in demands],
        [each.response for _, each in demands],
        [each.bound for _, each in demands],
        [each.group for _, each in demands],
    )
    game, under, copies = workers.game, None, None
    if scribe.alike is not None:
        limits, copies = limits or Limits(None, None), _copies_among([each for _, each in demands])
    if limits is not None:
        lefts = column(0 if left is None or limits.left is None else left + 1 for (_, left, _), _ in demands)
        first = None if limits.first is None else names[limits.first]
        under = Under(limits.left, first, lefts, column([int(game.restricts)] * len(demands)))
    past = scribe.start.moves(game)
    symmetries, groups = tuple(scribe.groups.symmetries), tuple(scribe.groups.numbers)
    entries = Entries(*map(column, columns))
    return Certificate(game, scribe.objective, entries, symmetries, groups, past, under=under, copies=copies)


def _copies_among(listed: list[Demand]) -> Copies:
    """The copies among the demands that are listed."""
    place_of = {id(each): place for place, each in enumerate(listed)}
    originals = [1 + place_of[id(each.original)] if each.original is not None else 0 for each in listed]
    return Copies(column(originals), b"".join(each.by for each in listed if each.original is not None))
