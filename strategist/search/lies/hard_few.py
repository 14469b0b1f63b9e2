"""Few candidates that are hard to tell apart prove that rows of falsehoods are too few for a position, however large.

Fewer than ``FEW`` are searched quickly, and what is proven of them holds for every position that has them all. Of the
2,315 words with which Wordle began, `rover`, `boxer`, `cover` and eleven others need six rows of Fibble. Where no few
of a position prove it, each question may leave some that do behind one of its responses, for one row less. What is
found behind one question refutes all that leave the same few together, so some dozen sets refute 12,972 questions.

Which candidates are taken decides only whether a proof is found.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from strategist.search.lies.depth_prover import Prover, ProverPosition
from strategist.search.lies.lies_arrays import LiesArrays, given_by

FEW = 24
"""How many candidates are taken."""
_SETS, _SETS_OF_A_CELL, _CELLS = 4, 3, 12
"""So many sets are searched of a position, and so many of each of so many cells of a question."""
_QUESTIONS = 256
"""About as many questions are compared."""
_PAIRS = 4
"""The power by which pairs count that many questions leave together."""
_MOST = 1 << 12
"""In larger positions none are looked for."""


def has_hard_few(prover: Prover, place: ProverPosition, questions: int, among: NDArray[np.int32]) -> bool:
    """Whether few candidates prove that a position where rows hold a falsehood each is not resolved within so many
    questions, the first of them one of ``among``, of all where it is empty. Raises
    :class:`~strategist.search.lies.depth_prover.Stopped`."""
    if not prover.game.fibs or prover.arrays.solved < 0 or not FEW < len(place.secrets) <= _MOST:
        return False
    prover.narrow(0)
    likeness = _likeness(prover.arrays, place.secrets)
    if _hard_few(prover, place, likeness, _SETS, questions) is not None:
        return True
    asked = np.array(prover.best(place, questions, among), dtype=np.int32)
    while len(asked):
        few = _few_behind(prover, place, likeness, int(asked[0]), questions - 1)
        if few is None:
            return False
        asked = asked[~_leave_together(prover, few, asked)]
    return True


def _few_behind(
    prover: Prover, place: ProverPosition, likeness: NDArray[np.int64], question: int, questions: int
) -> ProverPosition | None:
    """Few candidates that a response to a question leaves and that are not resolved within so many others."""
    cells = [cell for cell in prover.cells(place, question).values() if len(cell.secrets) > FEW]
    parts = [likeness[np.ix_(at, at)] for at in (np.searchsorted(place.secrets, cell.secrets) for cell in cells)]
    order = np.argsort([-_alike(part).max() for part in parts], kind="stable")[:_CELLS]
    found = (_hard_few(prover, cells[at], parts[at], _SETS_OF_A_CELL, questions) for at in order.tolist())
    return next((few for few in found if few is not None), None)


def _hard_few(
    prover: Prover, place: ProverPosition, likeness: NDArray[np.int64], sets: int, questions: int
) -> ProverPosition | None:
    """Few candidates of a position that are not resolved within so many questions, and without any of them are."""
    for members in indistinct_from(likeness, sets):
        if not prover.within(_part(place, members), questions):
            for one in reversed(members):
                fewer = [each for each in members if each != one]
                if not prover.within(_part(place, fewer), questions):
                    members = fewer
            return _part(place, members)
    return None


def _part(place: ProverPosition, members: list[int]) -> ProverPosition:
    at = np.sort(np.array(members))
    return ProverPosition(place.secrets[at], place.left[at])


def _leave_together(prover: Prover, few: ProverPosition, asked: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which questions have a response that leaves all of these candidates."""
    together = np.ones((len(asked), prover.arrays.can.shape[1]), dtype=np.bool_)
    gives = given_by(prover.arrays)
    for secret in few.secrets.tolist():
        together &= gives[prover.arrays.truth[asked, secret]]
    return together.any(axis=1)


def indistinct_from(likeness: NDArray[np.int64], sets: int) -> Iterator[list[int]]:
    """Up to so many sets of ``FEW`` candidates that are hard to tell apart, around each of those that are most like
    others, which is in no earlier set. Each comes behind those that it is like.

    >>> from strategist.games.words.word_lists import Lists
    >>> from strategist.games.words.words import Words
    >>> from strategist.search.lies.lies_arrays import make_arrays
    >>> words = [f"{letter}ight" for letter in "efmnrst"] + [f"{letter}{letter}igh" for letter in "abcdefghijklmnopqrs"]
    >>> arrays = make_arrays(Words({"fibble": True}, Lists(words, ())), 3)
    >>> len(next(indistinct_from(_likeness(arrays, np.arange(len(words), dtype=np.int32)), 1)))
    24
    """
    met: set[int] = set()
    for seed in np.argsort(-_alike(likeness), kind="stable").tolist():
        if seed in met:
            continue
        if not sets:
            return
        members, together = [seed], likeness[seed].copy()
        while len(members) < FEW:
            together[members[-1]] = -1
            members.append(int(together.argmax()))
            together[together >= 0] += likeness[members[-1]][together >= 0]
        yield members
        met.update(members)
        sets -= 1


def _alike(likeness: NDArray[np.int64]) -> NDArray[np.int64]:
    """By how much each of more than ``FEW`` candidates is like those that are most like it."""
    return np.partition(likeness, -FEW, axis=1)[:, -FEW:].sum(axis=1)


def _likeness(arrays: LiesArrays, secrets: NDArray[np.int32]) -> NDArray[np.int64]:
    """``[candidates, candidates]``: to how many of some questions two of them can give one response, to a power."""
    gives = given_by(arrays).astype(np.int64)
    common = gives @ gives.T > 0
    found = np.zeros((len(secrets), len(secrets)), dtype=np.int64)
    for question in range(0, len(arrays.truth), max(1, len(arrays.truth) // _QUESTIONS)):
        truth = arrays.truth[question, secrets]
        found += common[truth][:, truth]
    np.fill_diagonal(found, 0)
    return found**_PAIRS
