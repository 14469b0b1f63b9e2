"""Few candidates that are hard to tell apart prove that rows of falsehoods are too few for a position, however large.

Fewer than ``FEW`` are searched quickly, and what is proven of them holds for every position that has them all. Of the
2,315 words with which Wordle began, `rover`, `rower`, `boxer` and ten others need six rows of Fibble. Where no few
of a position prove it, each question may leave some that do behind one of its responses, for one row less. What is
found behind one question refutes all that leave the same few together, so some dozen sets refute 12,972 questions.

Which candidates are taken decides only whether a proof is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.search.exact.lazy_heap import make_heap, pop
from strategist.search.kernels.numba.atomic import read
from strategist.search.kernels.numba.jit import apart, borrowing, borrowing_kernel
from strategist.search.kernels.responses.peg_codes import popcount
from strategist.search.lies.depth_prover import Prover, ProverPosition, Stopped
from strategist.search.lies.lies_arrays import LiesArrays, given_by
from strategist.search.lies.lies_marks import NO, STOPPED, YES
from strategist.search.lies.lies_memo import UNKNOWN, keep, known, make_memo
from strategist.search.lies.lies_positions import mixed
from strategist.search.lies.question_order import QUESTION, QUESTION_BITS, is_seen
from strategist.search.several_answers.several_words import whole
from strategist.search.state.problem import STOP

FEW = 24
"""How many candidates are taken."""
_SETS, _SETS_OF_A_CELL, _CELLS = 4, 3, 12
"""So many sets are searched of a position, and so many of each of so many cells of a question."""
_QUESTIONS = 256
"""About as many questions are compared."""
_PAIRS = 4
"""The power by which pairs count that many questions leave together."""
_POSITIONS = 1 << 14
"""The positions that the search of one set may look at."""
_MEMO_BYTES, _PARTS = 1 << 22, 1 << 12
"""What its memo takes, and how many refuted parts are kept for each number of questions."""
_LESSENED = 3
"""A part that is refuted for so many questions is noted without what is not needed for that."""
_ONE, _NONE = np.uint64(1), np.uint64(0)
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
    if _hard_few(prover, place, likeness, _SETS, questions - 1) is None:
        return False
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
    """Few candidates of a position that are not resolved within so many questions, none of which seems needless."""
    for members in indistinct_from(likeness, sets):
        search = Search(prover, place.secrets[members], questions)
        hard = (1 << len(members)) - 1
        if not search.refutes(hard, questions):
            continue
        for bit in reversed([1 << at for at in range(len(members))]):
            if search.refutes(hard ^ bit, questions):
                hard ^= bit
        at = np.sort([member for at, member in enumerate(members) if hard >> at & 1])
        return ProverPosition(place.secrets[at], place.left[at])
    return None


class Search:
    """The search of up to 64 candidates: a part of them is a word of a bit for each."""

    def __init__(self, prover: Prover, secrets: NDArray[np.int32], most: int) -> None:
        arrays, self._brake = prover.arrays, prover.brake
        asked, responses = len(arrays.truth), arrays.can.shape[1]
        parts, first = np.empty(asked * responses, dtype=np.uint64), np.zeros(asked + 1, dtype=np.int64)
        seen = np.zeros(1 << (2 * asked).bit_length(), dtype=np.uint64)
        listed = list_parts(arrays, secrets, np.zeros(responses, dtype=np.uint64), parts, first, seen)
        kept = np.zeros((most + 2, listed), dtype=np.int32)
        kept[0] = np.arange(listed)
        self._room = _Room(
            parts[: first[listed]].copy(),
            first[: listed + 1].copy(),
            kept,
            np.array([listed] + [0] * (most + 1)),
            np.zeros((most + 1, listed), dtype=np.int64),
            np.zeros((most + 1, 1 << (2 * listed).bit_length()), dtype=np.uint64),
            make_memo(_MEMO_BYTES),
            np.zeros((most + 1, _PARTS), dtype=np.uint64),
            np.zeros(most + 1, dtype=np.int64),
            np.zeros(2, dtype=np.int64),
            prover.brake.shared,
        )

    def refutes(self, part: int, questions: int) -> bool:
        """Whether a part is soon proven not to be resolved within so many questions."""
        own = self._room.own
        own[1] = own[0] + _POSITIONS
        found = few_within(self._room, 0, np.uint64(part), questions, 0)
        if self._brake.stopped:
            raise Stopped
        return found == NO


class _Room(NamedTuple):
    """What a search of few works on.

    ``parts[first[question] : first[question + 1]]`` are what the responses to a question leave, without those that
    others leave, too. ``kept[level]`` are the questions that part the position at a level in different ways,
    ``kept_count`` says how many, ``order`` is a heap of them and ``seen`` a table of the ways. ``hard[questions]`` are
    parts that are refuted for so many, ``hard_count`` says how many. ``own`` are the positions looked at and the most.
    """

    parts: NDArray[np.uint64]
    first: NDArray[np.int64]
    kept: NDArray[np.int32]
    kept_count: NDArray[np.int64]
    order: NDArray[np.int64]
    seen: NDArray[np.uint64]
    memo: NDArray[np.uint64]
    hard: NDArray[np.uint64]
    hard_count: NDArray[np.int64]
    own: NDArray[np.int64]
    shared: NDArray[np.int64]


@borrowing_kernel
def list_parts(
    arrays: LiesArrays,
    secrets: NDArray[np.int32],
    left: NDArray[np.uint64],
    parts: NDArray[np.uint64],
    first: NDArray[np.int64],
    seen: NDArray[np.uint64],
) -> int:
    """Fill ``parts`` and ``first`` of :class:`_Room`, a question for each way to part the candidates; returns how many
    there are. ``left`` is room for a word for each response."""
    listed = 0
    for question in range(len(arrays.truth)):
        for response in range(len(left)):
            left[response] = _NONE
        for place in range(len(secrets)):
            truth = arrays.truth[question, secrets[place]]
            if truth != arrays.solved:
                for at in range(arrays.first_free[truth], arrays.first_free[truth + 1]):
                    left[arrays.free[at]] |= _ONE << np.uint64(place)
        begin = end = first[listed]
        for response in range(len(left)):
            word, inside = left[response], popcount(left[response]) < 2
            at = begin
            while at < end and not inside:
                if word & ~parts[at] == _NONE:
                    inside = True
                elif parts[at] & ~word == _NONE:
                    end -= 1
                    parts[at] = parts[end]
                else:
                    at += 1
            if not inside:
                parts[end] = word
                end += 1
        name = _NONE
        for at in range(begin, end):
            name += mixed(parts[at])
        if not is_seen(seen, name | _ONE):
            listed += 1
            first[listed] = end
    return listed


@borrowing
def _is_hard(room: _Room, part: np.uint64, questions: int) -> bool:
    """Whether a part holds one that is refuted."""
    for at in range(room.hard_count[questions]):
        word = room.hard[questions, at]
        if word & ~part == _NONE:
            # What has served moves to the front.
            room.hard[questions, at] = room.hard[questions, at // 2]
            room.hard[questions, at // 2] = word
            return True
    return False


@apart
def few_within(room: _Room, level: int, part: np.uint64, questions: int, noted: int) -> int:
    """Whether a part of few candidates is resolved within so many questions: ``YES``, ``NO`` or ``STOPPED``.

    It is the search of :func:`~strategist.search.lies.prove_depth.within`. What is refuted is ``noted``; for few
    questions, without what is not needed for that."""
    size = popcount(part)
    if size <= questions:
        return YES
    if questions <= 1:
        return NO
    least, most = known(room.memo, mixed(part), part)
    if questions < least or _is_hard(room, part, questions):
        return NO
    if questions >= most:
        return YES
    if read(room.shared, STOP) or room.own[0] >= room.own[1]:
        return STOPPED
    room.own[0] += 1
    result, listed = NO, 0
    for slot in range(room.seen.shape[1]):
        room.seen[level, slot] = _NONE
    for at in range(room.kept_count[level]):
        question = room.kept[level, at]
        largest, name = 0, _NONE
        for each in range(room.first[question], room.first[question + 1]):
            word = room.parts[each] & part
            count = popcount(word)
            if count > 1:
                name += mixed(word)
                largest = max(largest, count)
                if questions == 2:
                    break
        if largest < questions:
            result = YES
            break
        if questions > 2 and largest < size and not is_seen(room.seen[level], name | _ONE):
            room.kept[level + 1, listed] = question
            room.order[level, listed] = largest << QUESTION_BITS | question
            listed += 1
    room.kept_count[level + 1] = listed
    make_heap(room.order[level], listed)
    while result == NO and listed:
        entry = pop(room.order[level], listed)
        largest, question = entry >> QUESTION_BITS, entry & QUESTION
        listed -= 1
        begin, end = room.first[question], room.first[question + 1]
        refuted = False
        for each in range(begin, end):
            word = room.parts[each] & part
            if popcount(word) >= questions and _is_hard(room, word, questions - 1):
                refuted = True
                break
        if refuted:
            continue
        result = YES
        for count in range(largest, questions - 1, -1):
            for each in range(begin, end):
                word = room.parts[each] & part
                if result == YES and popcount(word) == count:
                    result = few_within(room, level + 1, word, questions - 1, whole(1))
    if result == STOPPED:
        return STOPPED
    if result == YES:
        keep(room.memo, mixed(part), part, 0, questions)
        return YES
    keep(room.memo, mixed(part), part, questions + 1, UNKNOWN)
    if noted and room.hard_count[questions] < room.hard.shape[1]:
        if questions <= _LESSENED:
            for place in range(64):
                fewer = part & ~(_ONE << np.uint64(place))
                if fewer != part and few_within(room, level, fewer, questions, whole(0)) == NO:
                    part = fewer
        room.hard[questions, room.hard_count[questions]] = part
        room.hard_count[questions] += 1
    return NO


def _leave_together(prover: Prover, few: ProverPosition, asked: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which questions have a response that leaves all of these candidates."""
    together = np.ones((len(asked), prover.arrays.can.shape[1]), dtype=np.bool_)
    gives = given_by(prover.arrays)
    for secret in few.secrets.tolist():
        together &= gives[prover.arrays.truth[asked, secret]]
    return np.asarray(together.any(axis=1))


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
