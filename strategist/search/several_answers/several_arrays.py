"""The arrays of a search for keys: what the rules say, one desk of scratch, and the memo."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Answer, Game
from strategist.model.goal import Narrow
from strategist.model.objective import EXPECTED, LOST, SIZE, TOTAL
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.several_answers.residues import PRIME, residue
from strategist.search.state.problem import LOGGED as LOGGED
from strategist.search.state.problem import READ as READ
from strategist.search.state.random_words import word_generator

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
    several: bool
    massed: bool
    asks: bool
    by_class: bool
    narrow: int
    loses: bool
    limited: bool
    deep: bool
    spares: bool
    """Whether no best tree asks a question to which all secrets left may give one answer: see :func:`ground_of`."""
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


@by_reference
class SeveralMemo(NamedTuple):
    """What is proven of positions, one entry of words each (:mod:`~strategist.search.several_answers.several_memo`),
    and how many."""

    words: Words
    used: NDArray[np.int64]


NODES, UNSURE, FULL, TOO_DEEP, OPENING, MAY_GROW, BEGUN, LISTED, LOGS, WIDTH, MOST, BRIEF = (
    *(0, 1, 2, 3, 4),
    *(7, 8, 9, 10, 11, 12, 13),
)
"""What stands in ``SeveralScratch.own``, beside ``LOGGED`` and ``READ``; ``LOGS`` is whether what is proven is logged;
at ``WIDTH`` stands how many questions a greedy search tries at each position, at ``MOST`` the positions after which it
stops, and at ``BRIEF`` whether bounds that take long are left out."""
AT_NAME, AT_CHECK, AT_TOLD, AT_WORTH, FIRST = 0, 1, 2, 3, 4
"""The words of an entry of a memo, and of a row of a journal: its name; a check word; its depth and its kind; the
positions that were searched for it. A vector follows: of each part the value, its residue, and its slack."""
ENDLESS = 1 << 62
"""For ``MOST``: a greedy search is not stopped."""
MOST_PARTS = len(PARTS)
"""The most parts of a vector."""


def bits_of(members: Iterable[int], words: int) -> list[int]:
    """A set as words.

    >>> bits_of([0, 65], 2)
    [1, 2]
    """
    whole = sum(1 << each for each in members)
    return [whole >> (64 * word) & (1 << 64) - 1 for word in range(words)]


class Layout(NamedTuple):
    """What :func:`ground_of` makes of a game that does not depend on the objectives."""

    game: Game
    answers: list[list[Sequence[Answer]]]


def answers_of(game: Game) -> list[list[Sequence[Answer]]]:
    """The answers of all secrets to each question."""
    secrets = [game.secrets[secret] for secret in range(len(game.secrets))]
    return [[game.answers(game.guesses[question], code) for code in secrets] for question in range(game.question_count)]


def ground_of(
    game: Game, answers: Sequence[Sequence[Sequence[Answer]]], sums: Sequence[str], limited: bool, deep: bool, late: int
) -> SeveralArrays:
    """The arrays of a game. ``sums`` are the objectives that are sums, in their order; ``deep`` says that the depth is
    the last objective, and ``limited`` that the number of questions is.

    Where all secrets left may give one answer to a question, they are all left behind it. A tree that does not ask it,
    but goes on as behind that answer, tells the same secrets apart with fewer questions: so where ``size`` comes first,
    or the depth alone, no best tree asks it. A question that was asked before is such a one, so it does not matter what
    was asked. With ``narrow`` it does, unless ``sure``: each question in which secrets differ has to be asked.
    """
    count, questions = len(game.secrets), game.question_count
    words = (count + 63) // 64
    several = any(len(told) > 1 for row in answers for told in row)
    massed = any(PARTS[each] != COUNT for each in sums)
    first, first_group = [0], [0]
    cells: list[list[int]] = []
    responses: list[int] = []
    hits: list[int] = []
    group = np.zeros((questions, count), dtype=np.int32)
    groups: list[list[int]] = []
    apart: list[list[int]] = []
    chances: list[dict[int, Fraction]] = []
    solved = game.response_count - 1
    for question, row in enumerate(answers):
        given: dict[int, dict[int, Fraction]] = {}
        alike: dict[tuple[Answer, ...], list[int]] = {}
        for secret, told in enumerate(row):
            alike.setdefault(tuple(told), []).append(secret)
            for answer in told:
                given.setdefault(answer.response, {})[secret] = answer.chance
        hits.append(next(iter(given.pop(solved, [-1]))))
        for response in sorted(given):
            cells.append(bits_of(given[response], words))
            responses.append(response)
            chances.append(given[response])
        first.append(len(cells))
        for told, members in alike.items():
            group[question, members] = len(groups)
            groups.append(bits_of(members, words))
            if game.narrow is Narrow.SURE:
                mine = {answer.response for answer in told}
                others = [each for kind, each in alike.items() if mine.isdisjoint(one.response for one in kind)]
                apart.append(bits_of((secret for each in others for secret in each), words))
        first_group.append(len(groups))
    kind = list(range(count)) if game.classes is None else list(game.classes)
    kinds = [[secret for secret in range(count) if kind[secret] == each] for each in range(max(kind) + 1)]
    own = np.zeros(count, dtype=np.int32)
    if not game.announces:
        for question, hit in enumerate(hits):
            if hit >= 0:
                own[hit] = question
    costs = [Fraction(game.cost_of(question)) for question in range(questions)]
    evens = [Fraction(1, game.weight_of(secret)) for secret in range(count)]
    shape = (len(cells), count) if several and massed else (0, 0)
    chance, chance_r, chance_h = np.zeros(shape), np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
    if several and massed:
        hashes = hashes_of([each for row in chances for each in row.values()], game)
        for cell, held in enumerate(chances):
            for secret, p in held.items():
                chance[cell, secret] = float(p)
                chance_r[cell, secret], chance_h[cell, secret] = residue(p), hashes[p]
    together = _together(game, answers, words) if game.narrow is not None else []
    levels = levels_of(game)
    return SeveralArrays(
        secrets=count,
        questions=questions,
        words=words,
        asked_words=(questions + 63) // 64,
        parts=len(sums),
        part=_array([PARTS[each] for each in sums], np.int32),
        first_cell=_array(first, np.int32),
        cells=_table(cells, words),
        response=_array(responses, np.int32),
        hit=_array(hits, np.int32),
        group=group,
        first_group=_array(first_group, np.int32),
        groups=_table(groups, words),
        apart=_table(apart, words),
        together=_table(together, words),
        kind=_array(kind, np.int32),
        kinds=_table([bits_of(each, words) for each in kinds], words),
        own=own,
        cost=np.array([float(each) for each in costs]),
        cost_r=_array([residue(each) for each in costs], np.uint64),
        chance=chance,
        chance_r=chance_r,
        chance_h=chance_h,
        even=np.array([float(each) for each in evens]),
        even_r=_array([residue(each) for each in evens], np.uint64),
        names=word_generator(game, 3).integers(1, 2**64, size=(2, count), dtype=np.uint64),
        several=several,
        massed=massed,
        asks=not game.announces,
        by_class=game.classes is not None,
        narrow=TELLS_ALL if game.narrow is None else ALIKE if game.narrow is Narrow.ALIKE else SURE,
        loses=LOST.name in sums,
        limited=limited,
        deep=deep,
        spares=several
        and game.narrow is not Narrow.ALIKE
        and LOST.name not in sums
        and list(sums[:1]) in ([], [SIZE.name]),
        late=late,
        error=(count + 64) * (levels + 8) * 2.0**-51,
    )


def levels_of(game: Game) -> int:
    """The most questions on a way through a tree that asks none in vain."""
    count = len(game.secrets) if not game.several else game.question_count
    return min(game.question_count, count, MOST_LEVELS) + 4


MOST_LEVELS = 1000
"""The search gives up beyond this number of questions, one after the other."""


def hashes_of(numbers: Iterable[Fraction], game: Game) -> dict[Fraction, int]:
    """A word for each positive fraction, such that the word of a product is the sum of the words of its factors.

    >>> from strategist.games.catalog import make_game
    >>> half, quarter = Fraction(1, 2), Fraction(1, 4)
    >>> words = hashes_of([half, quarter], make_game("mastermind(1,3)"))
    >>> (2 * words[half] - words[quarter]) % 2**64
    0
    """
    distinct = sorted(set(numbers))
    base: list[int] = []
    pending = sorted({part for each in distinct for part in (each.numerator, each.denominator) if part > 1})
    while pending:
        # Numbers of the base have no factor in common: every number is a product of them in one way.
        new = pending.pop()
        for at, known in enumerate(base):
            if (common := math.gcd(new, known)) > 1:
                base.pop(at)
                pending += [part for part in (common, new // common, known // common) if part > 1]
                break
        else:
            base.append(new)
    base.sort()
    names = word_generator(game, 4).integers(1, 2**64, size=len(base) + 1, dtype=np.uint64).tolist()
    found = {}
    for each in distinct:
        word = 0
        for prime, name in zip(base, names, strict=False):
            word += (_power(each.numerator, prime) - _power(each.denominator, prime)) * name
        found[each] = word % 2**64
    return found


def _power(number: int, factor: int) -> int:
    power = 0
    while number % factor == 0:
        number //= factor
        power += 1
    return power


def _together(game: Game, answers: Sequence[Sequence[Sequence[Answer]]], words: int) -> list[list[int]]:
    """For each secret, those whose answers overlap with its own in every question, and those of its class."""
    count = len(game.secrets)
    overlap = [(1 << count) - 1] * count
    for row in answers:
        given: dict[int, int] = {}
        for secret, told in enumerate(row):
            for answer in told:
                given[answer.response] = given.get(answer.response, 0) | 1 << secret
        for secret, told in enumerate(row):
            possible = 0
            for answer in told:
                possible |= given[answer.response]
            overlap[secret] &= possible
    if game.classes is not None:
        for secret, kind in enumerate(game.classes):
            overlap[secret] |= sum(1 << other for other, same in enumerate(game.classes) if same == kind)
    return [[each >> (64 * word) & (1 << 64) - 1 for word in range(words)] for each in overlap]


def _array(values: Sequence[int], kind: Any) -> Any:
    return np.array(values, dtype=kind) if len(values) else np.zeros(0, dtype=kind)


def _table(rows: Sequence[Sequence[int]], words: int) -> Words:
    return np.array(rows, dtype=np.uint64).reshape(len(rows), words)


BUDGET, BEST, RESULT, SUM, TOLD, LEAST, FIXED = 0, 1, 2, 3, 4, 5, 6
"""The first vectors of a level; those of questions follow, and those of the cells of one question."""


def make_desk(ground: SeveralArrays, levels: int, shared: NDArray[np.int64], ring: Words) -> SeveralScratch:
    """Scratch for a search of so many levels, with a log."""
    secrets, questions, parts = ground.secrets, ground.questions, max(1, ground.parts)
    widest = int(np.diff(ground.first_cell).max(initial=1))
    stride = FIXED + questions + widest
    rows, slots = levels * stride + 1, 2 << max(1, questions).bit_length()
    massed = secrets if ground.massed else 1
    own = np.zeros(BRIEF + 1, dtype=np.int64)
    own[WIDTH], own[MOST] = 1, ENDLESS

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
        left=words(levels, ground.words),
        asked=words(levels, ground.asked_words),
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
        child_factor=doubles(levels, widest),
        child_factor_r=words(levels, widest),
        child_factor_i=words(levels, widest),
        leaves=doubles(3 * secrets + 2),
        leaves_r=words(3 * secrets + 2),
        needed=doubles(massed),
        needed_r=words(massed),
        found=words(3, ground.words),
        begun=np.zeros(levels, dtype=np.int64),
        ring=ring,
        part_names=words(1, 2),
        part_least=doubles(1),
        own=own,
        shared=shared,
    )


def make_memo(parts: int, bits: int) -> SeveralMemo:
    """An empty memo with room for 2 to the power of ``bits`` positions."""
    words = np.zeros((1 << bits, FIRST + 3 * max(1, parts)), dtype=np.uint64)
    return SeveralMemo(words=words, used=np.zeros(1, dtype=np.int64))


def refuses_prime(numbers: Iterable[Fraction]) -> bool:
    """Whether the prime of residues divides a denominator."""
    return any(each.denominator % PRIME == 0 for each in numbers)
