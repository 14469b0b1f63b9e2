"""What the search for a depth under lies works on, as arrays: the truth of every question, what may be told instead,
and the room for positions.

A *position* is a list of candidates, ascending, each with the number of lies that it has left. Level 0 of a desk holds
the position that a kernel was called for, and each level below it a cell of the one above.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import SpecError, TooLargeError
from strategist.model.game import Game
from strategist.model.lies.honest import Honest
from strategist.model.lies.volume import ways_to_answer
from strategist.search.adapters.registry import make_source
from strategist.search.kernels.responses.responses import MEMORY_LIMIT, response_table
from strategist.search.lies.most_resolved import most_resolved
from strategist.search.state.random_words import word_generator

_PURPOSE = 7
"""What the random words of positions under lies are drawn for: see
:func:`~strategist.search.state.random_words.word_generator`."""
_NEVER = -1
NODES, MOST_NODES, STAMP, UNWIND, WHY, LOOKED_AT, MARKED_FROM, LOOK_EVERY, WORTH_KEEPING = range(9)
"""The places in ``LiesScratch.own``."""
NOWHERE = 1 << 30
"""In ``own[UNWIND]``: no work has been ended by others."""
ANY = 1 << 62
"""Stands for no limit of positions."""
_MUCH = 1 << 46
NO_OTHERS = np.empty((0, 0), dtype=np.int64)
"""In ``LiesArrays.others``: the volume bound alone counts."""
_LARGE = 1 << 30
"""No weight is above it where the capacity is too large to be reached."""
MARKED_SIZE, LOOKS, WORTH = 8, 64, 8
"""Positions of so many candidates are marked; after so many positions a thread looks for what others have found; and
that a question is refuted is kept for others if it took so many positions."""
_CORES, _MOST_HELD = 384, 24
"""How many refuted positions are kept for each number of questions, and of how many candidates."""


class LiesArrays(NamedTuple):
    """What does not change in a search.

    ``truth[questions, secrets]`` is the true response. ``can[questions, responses]`` says which responses a question
    can get that do not end play. ``solved`` is the response that does, -1 where play ends by an announcement. ``free``
    lists, for each true response from ``first_free[truth]`` on, those that are given without a lie that counts; it is
    empty where that is the true one alone. ``kinds[secrets]`` tells which secrets need not be told apart. ``words``
    are random words, two for each secret and number of lies left. ``weights[k, l]`` and ``capacity[k, l]`` are the
    volume bound (:func:`volumes`), and ``others`` is the bound of :mod:`~strategist.search.lies.most_resolved`, empty
    where rows hold a falsehood each. They hold where ``counts``: where all secrets are to be told apart.
    ``ranks[k, l]`` are the weights by which questions and cells are ordered: those of a game with as many answers as a
    good question is worth. ``denies`` says whether the right guess may be denied. ``own[secrets]`` is the question that
    each secret is the code of; it is empty where none can be asked. ``last`` is how many questions are left where one
    has to tell all candidates apart; 0 where that is not known to be enough.
    """

    truth: NDArray[Any]
    can: NDArray[np.bool_]
    solved: int
    free: NDArray[np.int32]
    first_free: NDArray[np.int32]
    kinds: NDArray[np.int32]
    words: NDArray[np.uint64]
    weights: NDArray[np.int64]
    capacity: NDArray[np.int64]
    others: NDArray[np.int64]
    ranks: NDArray[np.int64]
    lies: int
    denies: bool
    counts: bool
    own: NDArray[np.int32]
    last: int


def make_arrays(game: Game, levels: int) -> LiesArrays:
    """The arrays of a game, for searches of up to ``levels`` questions.

    Raises :class:`~strategist.common.errors.TooLargeError` for a table beyond the memory.
    """
    secrets, responses = len(game.secrets), game.response_count
    size = 2 if responses > 1 << 8 else 1
    if secrets * game.question_count * size > MEMORY_LIMIT:
        raise TooLargeError(
            f"{game.spec}: a search under lies needs a table of {secrets} times {game.question_count} responses: "
            f"expected at most {MEMORY_LIMIT >> 20} MiB"
        )
    truth = np.ascontiguousarray(response_table(make_source(game))[:, : game.question_count].T)
    free, first_free = _free_responses(game)
    solved = _NEVER if game.announces else responses - 1
    can = np.zeros((game.question_count, responses), dtype=np.bool_)
    for question in range(game.question_count):
        told = np.unique(truth[question])
        if game.fibs:
            told = np.unique(np.concatenate([free[first_free[each] : first_free[each + 1]] for each in told.tolist()]))
        can[question, told] = True
    if solved != _NEVER:
        can[:, solved] = False
    denies = game.honest is Honest.YES
    least_free = _least_free(truth, first_free, solved)
    weights, capacity = volumes(game, int(can.sum(axis=1).max()), least_free, levels)
    kinds = np.arange(secrets, dtype=np.int32) if game.classes is None else np.array(game.classes, dtype=np.int32)
    words = word_generator(game, _PURPOSE).integers(1, 2**64, size=(secrets, game.lies + 1, 2), dtype=np.uint64)
    return LiesArrays(
        truth,
        can,
        solved,
        free,
        first_free,
        kinds,
        words,
        weights,
        capacity,
        NO_OTHERS if game.fibs or game.classes is not None else most_resolved(truth, solved, denies, levels),
        volumes(game, max(2, round(2 ** _most_told(truth))), least_free, levels)[0],
        game.lies,
        denies,
        game.classes is None,
        _own_questions(game),
        0 if denies or game.classes is not None else 1 if game.announces else 2,
    )


def _most_told(truth: NDArray[Any]) -> float:
    """The most that the answer to a question tells on average where all secrets are equally likely, in bits."""
    most = 0.0
    for row in truth:
        shares = np.bincount(row) / len(row)
        most = max(most, -float((shares * np.log2(shares, where=shares > 0, out=np.zeros(len(shares)))).sum()))
    return most


def _least_free(truth: NDArray[Any], first_free: NDArray[np.int32], solved: int) -> int:
    """How many answers a candidate gives to a question at least, those that end play apart. A row of hits alone holds
    no falsehood, so it is the only one where it does not end play."""
    given = np.unique(truth)
    return min(np.diff(first_free)[given[given != solved]].tolist(), default=1) or 1


def _own_questions(game: Game) -> NDArray[np.int32]:
    """``own`` of :class:`LiesArrays`."""
    codes = game.secrets if game.secrets_are_questions and not game.announces else ()
    return np.array([game.guesses.index(code) for code in codes], dtype=np.int32)


def _free_responses(game: Game) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """``free`` and ``first_free`` of :class:`LiesArrays`.

    Raises :class:`~strategist.common.errors.SpecError` for a game of many free answers that no table tells.
    """
    if not game.fibs:
        return np.empty(0, dtype=np.int32), np.zeros(game.response_count + 1, dtype=np.int32)
    shown = game.shown_rows()
    if shown is None:
        raise SpecError(f"{game.spec}: expected a table of the rows that are shown for each true one, for a search")
    each = [np.unique(row) for row in shown]
    first = np.concatenate(([0], np.cumsum([len(row) for row in each]))).astype(np.int32)
    return np.concatenate(each).astype(np.int32), first


def given_by(arrays: LiesArrays) -> NDArray[np.bool_]:
    """Which responses each true one may be shown as, where rows hold a falsehood each, of shape (responses, responses).
    That which ends play is shown as none."""
    responses = arrays.can.shape[1]
    gives = np.zeros((responses, responses), dtype=np.bool_)
    gives[np.repeat(np.arange(responses), np.diff(arrays.first_free)), arrays.free] = True
    if arrays.solved >= 0:
        gives[arrays.solved] = False
    return gives


class LiesScratch(NamedTuple):
    """The room of one thread for ``levels`` positions of at most ``secrets`` candidates.

    ``candidates[levels, secrets]`` and ``left[levels, secrets]`` are the positions, ``size[levels]`` how many
    candidates each has. ``heap[levels, questions]`` are the questions in hand, each behind its rank; ``seen`` is a
    table of the partitions met at a level. ``counted``, ``cells`` and ``mark`` are room for the cells of one question,
    and ``order`` for those in hand at each level. ``kept``, of the length of all ``levels`` times ``questions``, holds
    the questions that are enough below each level, and ``kept_count`` says how many. ``touched`` lists the cells of one
    question that are not empty, ``sizes`` are theirs, zeros between two questions, and ``stamp`` says for which
    question a response was met last. ``core_candidates[levels, cores, candidates]``, ``core_left``, ``core_size``,
    ``core_word`` and ``core_count`` are the positions that are refuted with so many questions left, which all threads
    share, each with a word that names it (:mod:`~strategist.search.lies.refuted_at_once`), and ``at[secrets]`` is room
    to look for them. ``shared`` are the cells of :mod:`~strategist.search.state.problem`, ``own`` holds the number of
    positions looked at, that at which to stop, the last stamp, and where others have ended its work: the level to go
    back to, why, the positions when it last looked for that, and the numbers above for marks and what is kept.

    ``marks`` say where threads are; it is empty for a single one. ``trail[levels, 2]`` and ``names[levels, 2]`` are the
    positions in which this one is (:mod:`~strategist.search.lies.lies_marks`).
    """

    candidates: NDArray[np.int32]
    left: NDArray[np.int8]
    size: NDArray[np.int64]
    heap: NDArray[np.int64]
    seen: NDArray[np.uint64]
    counted: NDArray[np.int64]
    mark: NDArray[np.uint64]
    order: NDArray[np.int64]
    kept: NDArray[np.int32]
    kept_count: NDArray[np.int64]
    cells: NDArray[np.int64]
    touched: NDArray[np.int32]
    sizes: NDArray[np.int64]
    stamp: NDArray[np.int64]
    core_candidates: NDArray[np.int32]
    core_left: NDArray[np.int8]
    core_size: NDArray[np.int64]
    core_word: NDArray[np.uint64]
    core_count: NDArray[np.int64]
    at: NDArray[np.int8]
    shared: NDArray[np.int64]
    own: NDArray[np.int64]
    marks: NDArray[np.int64]
    trail: NDArray[np.int64]
    names: NDArray[np.uint64]


def make_desks(
    arrays: LiesArrays, levels: int, shared: NDArray[np.int64], marks: NDArray[np.int64]
) -> Iterator[LiesScratch]:
    """The room of one thread after the other for positions that are at most ``levels`` questions apart. They share the
    ``marks`` and what is refuted."""
    first = make_desk(arrays, levels, shared)._replace(marks=marks)
    yield first
    names = ("core_candidates", "core_left", "core_size", "core_word", "core_count", "marks")
    common = {name: getattr(first, name) for name in names}
    while True:
        yield make_desk(arrays, levels, shared)._replace(**common)


def make_desk(arrays: LiesArrays, levels: int, shared: NDArray[np.int64]) -> LiesScratch:
    """The room of a single thread for positions that are at most ``levels`` questions apart."""
    questions, secrets = arrays.truth.shape
    responses = arrays.can.shape[1]
    seen = 1 << (2 * questions).bit_length()
    return LiesScratch(
        np.zeros((levels + 1, secrets), dtype=np.int32),
        np.zeros((levels + 1, secrets), dtype=np.int8),
        np.zeros(levels + 1, dtype=np.int64),
        np.zeros((levels + 1, questions), dtype=np.int64),
        np.zeros((levels + 1, seen), dtype=np.uint64),
        np.zeros((responses, arrays.lies + 1), dtype=np.int64),
        np.zeros(responses, dtype=np.uint64),
        np.zeros((levels + 1, responses), dtype=np.int64),
        np.zeros((levels + 1) * questions if len(arrays.free) else 0, dtype=np.int32),
        np.zeros(levels + 1, dtype=np.int64),
        np.zeros((responses, arrays.lies + 1), dtype=np.int64),
        np.zeros(responses, dtype=np.int32),
        np.zeros(responses, dtype=np.int64),
        np.zeros(responses, dtype=np.int64),
        np.zeros((levels + 1, _CORES, _MOST_HELD), dtype=np.int32),
        np.zeros((levels + 1, _CORES, _MOST_HELD), dtype=np.int8),
        np.zeros((levels + 1, _CORES), dtype=np.int64),
        np.zeros((levels + 1, _CORES), dtype=np.uint64),
        np.zeros(levels + 1, dtype=np.int64),
        np.zeros(secrets, dtype=np.int8),
        shared,
        np.array([0, ANY, 0, NOWHERE, 0, 0, MARKED_SIZE, LOOKS, WORTH], dtype=np.int64),
        np.empty(0, dtype=np.int64),
        np.zeros((levels + 1, 2), dtype=np.int64),
        np.zeros((levels + 1, 2), dtype=np.uint64),
    )


def volumes(game: Game, answers: int, least_free: int, levels: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The volume bound as arrays (:mod:`strategist.model.lies.volume`): weights and capacities,
    ``int64[levels + 1, lies + 1]`` each.

    ``weights[k, l]`` are those of a candidate with l lies left, and ``capacity[k, m]`` is that of a position in which
    none has more than m lies left, with k questions left. A position is out of reach within k questions if the weights
    of its candidates add up to more than the capacity. Both depend on the most lies that are left; a candidate that
    could tell more lies is no easier for telling fewer, so the bound also holds for what is left of a position if all
    candidates tell at most m.

    ``answers`` is the most responses that one question can get that do not end play. In a game of free answers each
    candidate gives ``least_free`` of them at least.

    >>> from strategist.games.catalog import make_game
    >>> weights, capacity = volumes(make_game("mastermind(4,6,lies=1)"), 13, 1, 3)
    >>> weights.tolist(), capacity.tolist()
    ([[1, 1], [1, 13], [1, 25], [1, 37]], [[0, 0], [1, 13], [14, 194], [183, 2559]])
    """
    weights = np.ones((levels + 1, game.lies + 1), dtype=np.int64)
    capacity = np.zeros((levels + 1, game.lies + 1), dtype=np.int64)
    for most in range(game.lies + 1):
        room = 1 if game.announces else 0
        for left in range(levels + 1):
            if left:
                room = answers * room + (0 if game.announces else _alone(game, left, most, answers, least_free))
            capacity[left, most] = min(room, _MUCH)
    for left in range(levels + 1):
        for lies in range(game.lies + 1):
            exact = least_free**left if game.fibs else ways_to_answer(left, lies, answers)
            weights[left, lies] = min(exact, _LARGE if capacity[left, -1] >= _MUCH else _MUCH)
    # Where a capacity is too large for these numbers, so is every sum that would reach it.
    capacity[capacity >= _MUCH] = np.iinfo(np.int64).max
    return weights, capacity


def _alone(game: Game, left: int, most: int, answers: int, least_free: int) -> int:
    """What the guessed candidate adds: all that it weighs, or less where the right guess may be denied."""
    if game.fibs:
        return least_free**left
    if game.honest is Honest.YES:
        return max(comb(left - 1, told) * (answers - 1) ** told for told in range(most + 1))
    return ways_to_answer(left, most, answers)
