"""Good sets of questions: greedily, and by exchanging one question after the other.

Each step looks at all questions and takes one that leaves the fewest candidates mixed. Draws come from a generator with
a fixed seed, and the number of steps follows from the size of the game: the same game has the same result everywhere,
unless a search is stopped.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from strategist.search.static.partitions import Partitions

_WORK = 3 * 10**9
"""The answers that exchanging may look at, for one number of questions."""
_MOST_STEPS = 2000
_PATIENCE = 4
"""After so many steps for each question of a set that did not help, it is begun anew."""


def greedy_set(partitions: Partitions) -> list[int] | None:
    """Questions that tell all candidates apart, each the best behind those before it; None if no questions do.

    >>> from strategist.games.catalog import make_game
    >>> greedy_set(Partitions(make_game("mastermind(1,3)"), range(3)))
    [0, 1]
    """
    chosen: list[int] = []
    codes = partitions.codes(chosen)
    while partitions.mixed(codes):
        left = partitions.left_by(codes)
        best = int(np.argmin(left))
        cells = len(np.unique(codes))
        if left[best] >= partitions.mixed(codes):
            # With classes a question may help later that does not help at once.
            best = next((at for at in range(len(left)) if len(np.unique(partitions.codes([*chosen, at]))) > cells), -1)
            if best < 0:
                return None
        chosen.append(best)
        codes = partitions.codes(chosen)
    # A question may have become needless by those behind it.
    for question in tuple(chosen):
        rest = [each for each in chosen if each != question]
        if partitions.tells_all(rest):
            chosen = rest
    return chosen


def exchanged_set(partitions: Partitions, count: int, stopped: Callable[[], bool]) -> list[int] | None:
    """So many questions that tell all candidates apart, found by exchanging one at a time; None if none were found,
    which proves nothing."""
    questions, candidates = partitions.table.shape
    if count == 0:
        return [] if partitions.tells_all([]) else None
    draw = np.random.default_rng(count)
    steps = min(_MOST_STEPS, max(1, _WORK // (questions * candidates)))
    chosen: list[int] = []
    best, idle = candidates, 0
    while steps > 0 and not stopped():
        steps -= 1
        if len(chosen) == count:
            del chosen[int(draw.integers(count))]
        left = partitions.left_by(partitions.codes(chosen))
        least = int(left.min())
        ties = np.flatnonzero(left == least)
        chosen.append(int(ties[draw.integers(len(ties))]))
        if len(chosen) < count:
            continue
        if least == 0:
            return sorted(chosen)
        idle = 0 if least < best else idle + 1
        best = min(best, least)
        if idle > _PATIENCE * count:
            keep = int(draw.integers(count))
            chosen = [int(each) for each in draw.choice(chosen, keep, replace=False)]
            best, idle = candidates, 0
    return None
