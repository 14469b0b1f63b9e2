"""The arrays of a search where answers may be one of several: what the rules say, the scratch, the memo, and its log.

:mod:`~strategist.search.several_answers.several_game` fills those that hold the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.model.objective import EXPECTED, LOST, SIZE, TOTAL
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.state.problem import NOWHERE
from strategist.search.state.result_log import LOGGED as LOGGED
from strategist.search.state.result_log import READ as READ

Doubles = NDArray[np.float64]
Words = NDArray[np.uint64]
Numbers = NDArray[np.int32]

COUNT, COST, EVEN, GONE = 0, 1, 2, 3
"""What a part of a cost counts: questions; their costs, by the masses; questions, by the masses of secrets that are all
as likely; masses lost."""
PARTS = {SIZE.name: COUNT, EXPECTED.name: COST, TOTAL.name: EVEN, LOST.name: GONE}
"""The part of each objective that is a sum."""

TELLS_ALL, ALIKE, SURE = 0, 1, 2
"""When play ends with several secrets: never, or as in :class:`~strategist.model.goal.Narrow`."""


@by_reference
class SeveralArrays(NamedTuple):
    """What a search knows of a game. Sets of secrets are rows of ``words`` words, sets of questions of ``asked_words``.

    The *cells* of question q are numbered from ``first_cell[q]`` to before ``first_cell[q + 1]``, one for each answer
    but that a secret was named; ``cells`` are the secrets that may give it, and ``chance``, ``chance_r`` (a residue)
    and ``chance_h`` (a hash that adds up where chances multiply) those of each secret, empty where all are 1. Secrets
    of one *group* of a question have the same answers with the same chances; those in ``apart`` have none in common
    with them. ``together`` are secrets that may stand at one end of play with a secret, where that is possible at all.
    ``kind`` numbers secrets, or their classes. ``even`` is the inverse of the weight of a secret.
    """

    secrets: int
    questions: int
    words: int
    asked_words: int
    """None where each secret has one answer: a question that was asked tells nothing more of the secrets left."""
    parts: int
    part: Numbers
    first_cell: Numbers
    cells: Words
    response: Numbers
    hit: Numbers
    group: Numbers
    first_group: Numbers
    groups: Words
    apart: Words
    together: Words
    kind: Numbers
    kinds: Words
    own: Numbers
    cost: Doubles
    cost_r: Words
    chance: Doubles
    chance_r: Words
    chance_h: Words
    even: Doubles
    even_r: Words
    names: Words
    massed: bool
    scaled: bool
    """Whether masses are divided by that of the first secret, and are a part of the name of a position."""
    grouped: bool
    """Whether names of cells do not say which secrets have the same answers to a question with the same chances."""
    weak: bool
    """Whether counting says far less than what is true, because cells overlap: the costs of cells are guessed at,
    several greedy trees are tried, and budgets rise."""
    needs: bool
    """Whether it is counted what each secret needs by itself."""
    keeps_counted: bool
    """Whether the memo keeps what counting says of a position, because that takes long."""
    asks: bool
    by_class: bool
    narrow: int
    loses: bool
    limited: bool
    deep: bool
    spares: bool
    """Whether no best tree asks a question to which all secrets left may give one answer: see
    :func:`~strategist.search.several_answers.several_game.arrays_of`."""
    levels: int
    """The most questions on a way through a tree that asks none in vain, and some more."""
    late: int
    """The questions that have to be left where a secret is found: a depth, in trees that lose secrets."""
    error: float
    """The error of a double, as a part of it."""


@by_reference
class SeveralScratch(NamedTuple):
    """The scratch arrays, with a row for each level of recursion: positions, and costs as vectors.

    Level l has ``stride`` vectors, from l · stride on: see :mod:`~strategist.search.several_answers.several_costs`.
    ``part_names`` and ``part_least`` are from the memo of a search for the first sum alone, or one empty entry.
    """

    stride: int
    levels: int
    left: Words
    asked: Words
    mass: Doubles
    mass_r: Words
    mass_h: Words
    members: Numbers
    masses: Numbers
    sums: Doubles
    sums_r: Words
    factor: Doubles
    factor_r: Words
    factor_i: Words
    name: Words
    bare: Words
    value: Doubles
    value_words: Words
    """The same memory as ``value``."""
    value_r: Words
    slack: Doubles
    slack_words: Words
    """The same memory as ``slack``."""
    depth: NDArray[np.int64]
    listed: Numbers
    guess: Doubles
    met: Words
    met_at: Numbers
    child: Numbers
    state: Numbers
    child_name: Words
    child_factor: Doubles
    child_factor_r: Words
    child_factor_i: Words
    leaves: Doubles
    leaves_r: Words
    needed: Doubles
    needed_r: Words
    found: Words
    begun: NDArray[np.int64]
    """The positions searched before that at a level."""
    ring: Words
    part_names: Words
    part_least: Doubles
    own: NDArray[np.int64]
    shared: NDArray[np.int64]
    marks: NDArray[np.int64]
    """Where threads are; it is empty for a single one."""
    trail: NDArray[np.int64]
    """Where this one is (:mod:`~strategist.search.several_answers.sharing.several_marks`)."""
    marked_from: int
    """Positions of so many secrets are marked."""
    look_every: int
    """After so many positions a thread looks for what others have found."""
    divided_from: int
    """Of the positions of so many secrets, each process begins with other questions."""


@by_reference
class SeveralMemo(NamedTuple):
    """What is proven of positions, one entry of words each (:mod:`~strategist.search.several_answers.several_memo`),
    and how many."""

    words: Words
    used: NDArray[np.int64]


NODES, UNSURE, FULL, TOO_DEEP, OPENING, MAY_GROW, BEGUN, LISTED, LOGS, WIDTH, MOST, BRIEF, UNWIND, WHY, LOOKED_AT = (
    *(0, 1, 2, 3, 4),
    *range(7, 17),
)
"""What stands in ``SeveralScratch.own``, beside ``LOGGED`` and ``READ``; ``LOGS`` is whether what is proven is logged;
at ``WIDTH`` stands how many questions a greedy search tries at each position, at ``MOST`` the positions after which it
stops, and at ``BRIEF`` whether bounds that take long are left out. At ``UNWIND`` stands the level to go back to, where
others have ended the work, else ``NOWHERE``; at ``WHY`` what they have found, and at ``LOOKED_AT`` the positions when
this was looked for."""
AT_NAME, AT_CHECK, AT_TOLD, AT_WORTH, FIRST = 0, 1, 2, 3, 4
"""The words of an entry of a memo, and of a row of a journal: its name; a check word; its depth and its kind; the
positions that were searched for it. A vector follows: of each part the value, its residue, and its slack."""
ENDLESS = 1 << 62
"""For ``MOST``: a greedy search is not stopped."""
MOST_PARTS = len(PARTS)
"""The most parts of a vector."""
MARKED_SIZE, LOOKS = 6, 64
"""``marked_from`` and ``look_every`` of a desk."""


def bits_of(members: Iterable[int], words: int) -> list[int]:
    """A set as words.

    >>> bits_of([0, 65], 2)
    [1, 2]
    """
    whole = sum(1 << each for each in members)
    return [whole >> (64 * word) & (1 << 64) - 1 for word in range(words)]


BUDGET, BEST, RESULT, SUM, TOLD, LEAST, FIXED = 0, 1, 2, 3, 4, 5, 6
"""The first vectors of a level; those of questions follow, and those of the cells of one question."""


def make_desk(
    arrays: SeveralArrays, shared: NDArray[np.int64], ring: Words, marks: NDArray[np.int64]
) -> SeveralScratch:
    """The scratch of a search, with a log."""
    levels = arrays.levels
    secrets, questions, parts = arrays.secrets, arrays.questions, max(1, arrays.parts)
    widest = int(np.diff(arrays.first_cell).max(initial=1))
    stride = FIXED + questions + widest
    rows, slots = levels * stride + 1, 2 << max(1, questions).bit_length()
    massed = secrets if arrays.massed else 1
    own = np.zeros(LOOKED_AT + 1, dtype=np.int64)
    own[WIDTH], own[MOST], own[UNWIND] = 1, ENDLESS, NOWHERE

    def doubles(*shape: int) -> Doubles:
        return np.zeros(shape)

    def words(*shape: int) -> Words:
        return np.zeros(shape, dtype=np.uint64)

    def numbers(*shape: int) -> Numbers:
        return np.zeros(shape, dtype=np.int32)

    value, slack = doubles(rows, parts), doubles(rows, parts)
    return SeveralScratch(
        stride=stride,
        levels=levels,
        left=words(levels, arrays.words),
        asked=words(levels, (questions + 63) // 64),
        mass=doubles(levels, massed),
        mass_r=words(levels, massed),
        mass_h=words(levels, massed),
        members=numbers(levels, massed),
        masses=numbers(levels),
        sums=doubles(levels, 2),
        sums_r=words(levels, 2),
        factor=doubles(levels),
        factor_r=words(levels),
        factor_i=words(levels),
        name=words(levels, 2),
        bare=words(levels),
        value=value,
        value_words=value.view(np.uint64),
        value_r=words(rows, parts),
        slack=slack,
        slack_words=slack.view(np.uint64),
        depth=np.zeros(rows, dtype=np.int64),
        listed=numbers(levels, questions),
        guess=doubles(levels, questions + 1),
        met=words(levels, slots),
        met_at=numbers(levels, slots),
        child=numbers(levels, widest),
        state=numbers(levels, widest),
        child_name=words(levels, widest),
        child_factor=doubles(levels, widest),
        child_factor_r=words(levels, widest),
        child_factor_i=words(levels, widest),
        leaves=doubles(3 * secrets + 2),
        leaves_r=words(3 * secrets + 2),
        needed=doubles(massed),
        needed_r=words(massed),
        found=words(3, arrays.words),
        begun=np.zeros(levels, dtype=np.int64),
        ring=ring,
        part_names=words(1, 2),
        part_least=doubles(1),
        own=own,
        shared=shared,
        marks=marks,
        trail=np.zeros((levels, 2), dtype=np.int64),
        marked_from=MARKED_SIZE,
        look_every=LOOKS,
        divided_from=max(MARKED_SIZE, secrets // 2),
    )


def make_memo(parts: int, bits: int) -> SeveralMemo:
    """An empty memo with room for 2 to the power of ``bits`` positions."""
    words = np.zeros((1 << bits, FIRST + 3 * max(1, parts)), dtype=np.uint64)
    return SeveralMemo(words=words, used=np.zeros(1, dtype=np.int64))


ROW_WORDS = FIRST + 3 * MOST_PARTS + 1
"""A row of a log is an entry of the memo, but that its check word holds no digest; the seal stands last."""
