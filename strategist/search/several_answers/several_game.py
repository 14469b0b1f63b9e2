"""What a search knows of a game whose answers may be one of several, as arrays; and the masses that it begins with."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from strategist.model.game import Answer, Game
from strategist.model.goal import Narrow
from strategist.model.objective import LOST, SIZE
from strategist.model.trees.stands import reach_after
from strategist.search.several_answers.several_arrays import (
    ALIKE,
    COUNT,
    PARTS,
    SURE,
    TELLS_ALL,
    SeveralArrays,
    Words,
    bits_of,
)
from strategist.search.several_answers.several_words import residue
from strategist.search.state.random_words import word_generator
from strategist.search.state.start import Start

MOST_LEVELS = 1000
"""The search gives up beyond this number of questions, one after the other."""


def answers_of(game: Game) -> list[list[Sequence[Answer]]]:
    """The answers of all secrets to each question."""
    secrets = [game.secrets[secret] for secret in range(len(game.secrets))]
    return [[game.answers(game.guesses[question], code) for code in secrets] for question in range(game.question_count)]


def arrays_of(
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
    scaled = several and massed
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
    shape = (len(cells), count) if scaled else (0, 0)
    chance, chance_r, chance_h = np.zeros(shape), np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
    if scaled:
        hashes = hashes_of([each for row in chances for each in row.values()], game)
        for cell, held in enumerate(chances):
            for secret, p in held.items():
                chance[cell, secret] = float(p)
                chance_r[cell, secret], chance_h[cell, secret] = residue(p), hashes[p]
    together = _together(game, answers, words) if game.narrow is not None else []
    # Where each secret has one answer, each question excludes one at least.
    longest = min(questions, MOST_LEVELS) if several else min(questions, count, MOST_LEVELS)
    levels = longest + 4
    return SeveralArrays(
        secrets=count,
        questions=questions,
        words=words,
        asked_words=(questions + 63) // 64 if several else 0,
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
        massed=massed,
        scaled=scaled,
        grouped=several and not massed,
        weak=several,
        needs=several and game.announces and LOST.name not in sums,
        keeps_counted=several,
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
        levels=levels,
        late=late,
        error=(count + 64) * (levels + 8) * 2.0**-51,
    )


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


def masses_at(game: Game, start: Start) -> dict[int, Fraction]:
    """The mass of each secret at a position, the lowest secret first.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("mastermind(1,3)")
    >>> masses_at(game, start_of(game))
    {0: Fraction(1, 1), 1: Fraction(1, 1), 2: Fraction(1, 1)}
    """
    candidates = list(map(int, start.candidates))
    reach = reach_after(game, start.history, candidates)
    return {secret: reach[secret] * game.weight_of(secret) for secret in candidates if reach[secret]}
