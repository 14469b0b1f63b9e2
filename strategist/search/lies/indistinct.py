"""Candidates that are hard to tell apart: those to which most questions can get a response in common.

A position needs as many questions as the hardest few of its suspects alone
(:mod:`strategist.search.lies.refuted_subsets`). Few are searched quickly, so this refutes positions that are far too
large to be searched: of the 2,315 words with which Wordle began, 24 that are alike need six rows of Fibble. Which
suspects are taken decides only whether that succeeds.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from strategist.search.lies.lies_arrays import LiesArrays

FEW = 24
"""How many suspects are taken."""
_SETS = 4
_QUESTIONS = 256
"""About as many questions are compared."""
_MOST = 1 << 12
"""In larger positions none are looked for."""


def indistinct_from(ground: LiesArrays, secrets: NDArray[np.int32]) -> Iterator[NDArray[np.intp]]:
    """Some sets of suspects of a position where rows hold a falsehood each, as ascending places in ``secrets``: around
    each of those that are most like others, which is in no earlier set.

    >>> from strategist.games.words.word_lists import Lists
    >>> from strategist.games.words.words import Words
    >>> from strategist.search.lies.lies_arrays import make_ground
    >>> words = [f"{letter}ight" for letter in "efmnrst"] + [f"{letter}{letter}igh" for letter in "abcdefghijklmnopqrs"]
    >>> ground = make_ground(Words({"fibble": True}, Lists(words, ())), 3)
    >>> len(next(indistinct_from(ground, np.arange(len(words), dtype=np.int32))))
    24
    """
    if not FEW < len(secrets) <= _MOST:
        return
    likeness = _likeness(ground, secrets)
    # By how much each is like those that are most like it.
    sums = np.sort(likeness, axis=1)[:, -FEW:].sum(axis=1)
    met: set[int] = set()
    for seed in np.argsort(-sums, kind="stable").tolist():
        if seed in met:
            continue
        members, together = [seed], likeness[seed].copy()
        while len(members) < FEW:
            together[members[-1]] = -1
            members.append(int(together.argmax()))
            together[together >= 0] += likeness[members[-1]][together >= 0]
        yield np.sort(np.array(members))
        met.update(members)
        if len(met) > FEW * _SETS:
            return


def _likeness(ground: LiesArrays, secrets: NDArray[np.int32]) -> NDArray[np.int64]:
    """For each two suspects, to how many of some questions they can give one response, ``[suspects, suspects]``."""
    responses = ground.can.shape[1]
    gives = np.zeros((responses, responses), dtype=np.int64)
    gives[np.repeat(np.arange(responses), np.diff(ground.first_free)), ground.free] = 1
    gives[ground.solved] = 0
    common = gives @ gives.T > 0
    found = np.zeros((len(secrets), len(secrets)), dtype=np.int64)
    for question in range(0, len(ground.truth), max(1, len(ground.truth) // _QUESTIONS)):
        truth = ground.truth[question, secrets]
        found += common[truth][:, truth]
    np.fill_diagonal(found, 0)
    return found
