"""Write certificates of version 3: what cores have refuted.

The search keeps thousands of cores, and whole cells of guesses among them. A certificate holds fewer. Of each set that
is no last one, only the members stay that the cores within it need. From the top down, only those cores are listed that
what is listed above rests on, few of them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from strategist.files.certificate import Certificate
from strategist.files.versions.core_columns import Cores
from strategist.search.certify.certify import Certified, begin_anew
from strategist.search.certify.core_choice import choose_cores
from strategist.search.certify.prover import NOT_WRITTEN
from strategist.search.exact.cores import Marks, Members, Pool, Refuter
from strategist.search.state.options import Progress
from strategist.search.state.start import Start
from strategist.search.tasks.supervise import supervise
from strategist.search.tasks.workers import Workers


def certify_by_cores(
    workers: Workers, refuter: Refuter, bound: int, start: Start, progress: Progress | None = None
) -> Certified:
    """The certificate that no strategy finds all candidates of ``start`` within ``bound - 1`` guesses, which
    ``refuter`` has refuted.

    ``progress`` gets the number of cores looked at, and their share.
    """
    brake = workers.brake = begin_anew(workers.brake, workers.options.time_limit)
    told = [0, 1]

    def tick() -> None:
        if progress is not None:
            done, whole = told
            progress(done / whole, {"cores": done})

    def note(done: int, whole: int) -> None:
        brake.heed(NOT_WRITTEN)
        told[:] = done, whole

    def write() -> Certified:
        levels, gaps = needed_cores(refuter, np.arange(workers.count), bound - 1, note)
        cores = Cores.of([[workers.secrets[core].tolist() for core in level] for level in levels])
        game = workers.game
        past = start.moves(game)
        return Certified(Certificate.of_cores(game, bound, cores, past), gaps)

    return supervise(write, brake, tick)


def needed_cores(
    refuter: Refuter, members: Members, within: int, note: Callable[[int, int], object] = lambda done, whole: None
) -> tuple[list[list[Members]], int]:
    """Cores that prove that the members cannot be solved within the guesses allowed, level by level from the last one
    on; and the number of guesses that they leave unrefuted, 0 if ``refuter`` has refuted this."""
    pools: dict[int, Pool] = {}
    done, whole = 0, sum(map(len, refuter.pools.values())) + 1
    for level in range(refuter.last, within):
        pools[level] = pool = refuter.pools.get(level, Pool(refuter.rows))
        if level > refuter.last:
            pools[level] = Pool(refuter.rows)
            for number in range(len(pool)):
                pools[level].add(_without_idlers(pool.core(number), pools[level - 1]))
                done += 1
                note(done, whole)
    sets, levels, gaps = [members], list[list[Members]](), 0
    for level in reversed(pools):
        chosen = Pool(refuter.rows)
        for each in sets:
            gaps += _choose(pools[level], each, chosen)
            note(done, whole)
        sets = [chosen.core(number) for number in range(len(chosen))]
        levels.insert(0, sets)
    return levels, gaps


def _without_idlers(members: Members, below: Pool) -> Members:
    """Those of the members that a few of their cores need, which leave as much whole as all of them."""
    have = np.zeros(len(below.rows), dtype=np.bool_)
    lacking = below.packed(np.ones(below.rows.shape[1], dtype=np.bool_))
    _choose_cores(below, members, have, lacking)
    return np.flatnonzero(have)


def _choose(pool: Pool, members: Members, chosen: Pool) -> int:
    """Add to ``chosen`` a few cores of a pool, so that each guess leaves one of them whole among the members; returns
    the number of guesses that leave none whole."""
    free = np.ones(len(pool.rows), dtype=np.bool_)
    lacking = pool.packed(~chosen.left_whole(members))
    for number in _choose_cores(pool, members, free, lacking).tolist():
        chosen.add(pool.core(number))
    return int(pool.unpacked(lacking).sum())


def _choose_cores(pool: Pool, members: Members, have: Marks, lacking: NDArray[np.uint64]) -> Members:
    """What :func:`choose_cores` takes of the cores of a pool whose members are all among ``members``."""
    listed, taken = np.empty(len(pool), dtype=np.int64), np.empty(len(pool), dtype=np.int64)
    inside = pool.marked(members)
    return taken[: choose_cores(pool.bits, pool.ends, pool.members, inside, have, lacking, listed, taken)]
