"""A good set of questions, greedily."""

from __future__ import annotations

import numpy as np

from strategist.search.static.partitions import Partitions


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
