"""The fast checker of certificates of version 6: all questions at each entry at once, as bits in arrays.

You have to believe what :mod:`strategist.checking.static.check_static_plain` says of claims, and the steps here. The
two share no code. The pairs of secrets that a partition tells apart are bits of 64-bit words, a row for each partition.
The products of symmetries are rows of a matrix.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.checking.ground import table_by_rules
from strategist.checking.proof import Check
from strategist.common.errors import TooLargeError
from strategist.files.certificate import Certificate
from strategist.files.versions.set_columns import QuestionSets

Wrapper = Callable[[Any], Iterable[Any]]
Numbers = NDArray[Any]
_MOST_PROBLEMS = 10
_MOST_BYTES = 4 << 30
"""The bits of all pairs, and the products of symmetries."""


class _Entry(NamedTuple):
    asked: list[int]
    forbidden: NDArray[np.bool_]
    more: int


def check_static(certificate: Certificate, progress: Wrapper = iter) -> Check:
    """Check every claim of a certificate of version 6; ``progress`` may wrap the numbers of entries.

    Raises :class:`~strategist.common.errors.TooLargeError` if the pairs of secrets do not fit in memory.

    >>> from strategist.files.versions.set_columns import counted_sets
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3)")
    >>> [check_static(Certificate.of_sets(game, counted_sets(bound))).proven for bound in (2, 3)]
    [True, False]
    """
    assert certificate.sets is not None  # of version 6
    check = Check(certificate.bound, len(certificate))
    checker = _Checker(certificate, certificate.sets)
    if (wrong := checker.no_symmetry()) is not None:
        check.problems.append(f"symmetry {wrong} does not keep what questions tell apart")
        return check
    waiting = deque([checker.first()])
    for number in progress(range(len(certificate))):
        problem, below = checker.checked(number, waiting.popleft())
        waiting.extend(below)
        if problem is not None:
            check.problems.append(f"entry {number}: {problem}")
            if len(check.problems) == _MOST_PROBLEMS:
                break
    return check


class _Checker:
    def __init__(self, certificate: Certificate, sets: QuestionSets) -> None:
        game = certificate.game
        self.sets, self.game = sets, game
        agree = set(game.consistent(certificate.start)) if certificate.start else None
        self.places = [at for at, code in enumerate(game.secrets) if agree is None or code in agree]
        self.at = {secret: place for place, secret in enumerate(self.places)}
        count = len(self.places)
        table = _alike(table_by_rules(game, self.places).T)
        rows, first, of = np.unique(table, axis=0, return_index=True, return_inverse=True)
        # Partitions are numbered by the first question that makes them.
        order = np.argsort(first)
        self.partitions, self.question_of = rows[order], first[order]
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        self.partition_of = rank[of.reshape(-1)]
        kinds = self.places if game.classes is None else [game.classes[secret] for secret in self.places]
        self.kinds = np.unique(kinds, return_inverse=True)[1].reshape(-1)
        self.cells = (self.partitions == np.arange(count)).sum(axis=1)
        self.products = np.arange(len(self.partitions))[None]
        self.weights_at = sets.weights_at()
        self.listed = 1
        """The entries that are known to be below one, with the first."""

    @cached_property
    def told(self) -> Numbers:
        """``uint64[partitions, words]``: the pairs that each partition tells apart, as bits."""
        count = len(self.places)
        if len(self.partitions) * count * (count - 1) // 16 > _MOST_BYTES:
            raise TooLargeError(f"{self.game.spec}: a check of this certificate needs all pairs of {count} secrets")
        ones, others = np.triu_indices(count, 1)
        apart = self.kinds[ones] != self.kinds[others]
        ones, others = ones[apart], others[apart]
        return np.stack([_bits(row[ones] != row[others]) for row in self.partitions])

    @cached_property
    def every(self) -> Numbers:
        """All pairs that are to be told apart, as bits."""
        kinds = np.bincount(self.kinds)
        alike = int((kinds * (kinds - 1) // 2).sum())
        return _bits(np.ones(len(self.places) * (len(self.places) - 1) // 2 - alike, dtype=np.bool_))

    def no_symmetry(self) -> int | None:
        """The number of the first permutation that is no symmetry; if all are, their products are made."""
        place = {row.tobytes(): number for number, row in enumerate(self.partitions)}
        moved = []
        for number, images in enumerate(self.sets.images):
            before = np.argsort(np.array(images, dtype=np.int64))
            kinds = _alike(np.stack([self.kinds, self.kinds[before]]))
            found = [place.get(row.tobytes(), -1) for row in _alike(self.partitions[:, before])]
            if -1 in found or not np.array_equal(kinds[0], kinds[1]):
                return number
            moved.append(np.array(found, dtype=np.int64))
        if self.sets.products * len(self.partitions) * 8 > _MOST_BYTES:
            raise TooLargeError(f"products: {self.sets.products} permutations of {len(self.partitions)} do not fit")
        self.products = _products(moved, len(self.partitions), self.sets.products)
        return None

    def first(self) -> _Entry:
        """The entry without questions."""
        return _Entry([], np.zeros(len(self.partitions), dtype=np.bool_), self.sets.bound - 1)

    def checked(self, number: int, entry: _Entry) -> tuple[str | None, list[_Entry]]:
        """Why an entry is not proven, None if it is; and the entries below it."""
        questions = self.sets.questions[self.listed : self.listed + self.sets.children[number]]
        self.listed += len(questions)
        if len(self.weights_at[number]) and entry.more >= 0:
            return self._weighed(self.weights_at[number], entry, len(questions))
        added = self.partition_of[list(questions)]
        orbits = self._orbits(entry) if len(added) else np.arange(len(self.partitions))
        forbidden, below, problem = entry.forbidden.copy(), [], None
        for partition in added.tolist():
            if forbidden[partition] or partition in entry.asked:
                problem = "an entry below asks what is asked or forbidden already"
            below.append(_Entry([*entry.asked, partition], forbidden.copy(), entry.more - 1))
            forbidden |= orbits == orbits[partition]
        return self._unproven(number, entry, forbidden, problem), below

    def _unproven(self, number: int, entry: _Entry, covered: NDArray[np.bool_], twice: str | None) -> str | None:
        one, other = self.sets.ones[number], self.sets.others[number]
        claimed = f"it is claimed that {entry.more} questions more do not suffice"
        if one == other:
            return None if self._counted(entry) else f"{claimed}, but counting does not prove it"
        if one not in self.at or other not in self.at:
            return "it names a secret that does not agree with the start"
        if entry.more < 0:
            return None
        pair = self.at[one], self.at[other]
        tell = self.partitions[:, pair[0]] != self.partitions[:, pair[1]]
        if self.kinds[pair[0]] == self.kinds[pair[1]] or tell[entry.asked].any():
            return "it names two secrets that are told apart, or need not be"
        if twice is not None:
            return twice
        free = np.flatnonzero(tell & ~covered)
        if entry.more and len(free):
            text = self.game.format_code(self.game.guesses[int(self.question_of[free[0]])])
            return f"{claimed}, but no entry below asks {text}, which tells its secrets apart"
        return None

    def _weighed(self, places: range, entry: _Entry, children: int) -> tuple[str | None, list[_Entry]]:
        """What an entry that weighs pairs proves: see :meth:`checked`."""
        ends = [
            self.at.get(each, -1)
            for each in (*self._some(self.sets.firsts, places), *self._some(self.sets.seconds, places))
        ]
        weights = np.array(self._some(self.sets.weights, places), dtype=np.int64)
        problem = None
        ones, others = np.array(ends).reshape(2, -1)
        agree = (ones >= 0) & (others >= 0)
        asked = self.partitions[entry.asked]
        tell = asked[:, ones] != asked[:, others]
        wrong = tell.any(axis=0) | (self.kinds[ones] == self.kinds[others])
        if (wrong | ~agree).any():
            first = int(np.argmax(wrong | ~agree))
            problem = "it names two secrets that are told apart, or need not be"
            if not agree[first]:
                problem = "it names a secret that does not agree with the start"
        told = np.zeros(len(self.partitions), dtype=np.int64)
        for one, other, weight in zip(np.maximum(ones, 0), np.maximum(others, 0), weights, strict=True):
            told += weight * (self.by_secret[one] != self.by_secret[other])
        best = np.sort(told[~entry.forbidden])[::-1]
        if children:
            out = told + best[: max(0, entry.more - 1)].sum() < weights.sum()
            return problem, [_Entry(entry.asked, entry.forbidden | out, entry.more)]
        if problem is None and best[: entry.more].sum() >= weights.sum():
            problem = f"it is claimed that {entry.more} questions more do not suffice, but its weights do not prove it"
        return problem, []

    @staticmethod
    def _some(numbers: Any, places: range) -> list[int]:
        return list(numbers[places.start : places.stop])

    @cached_property
    def by_secret(self) -> Numbers:
        """The partitions with a row for each secret."""
        return np.ascontiguousarray(self.partitions.T)

    def _counted(self, entry: _Entry) -> bool:
        if entry.more < 0:
            return True
        names = np.zeros(len(self.kinds), dtype=np.int64)
        for partition in entry.asked:
            cells = names * len(self.kinds) + self.partitions[partition]
            names = np.unique(cells, return_inverse=True)[1].reshape(-1)
        held = np.unique(np.stack([names, self.kinds]), axis=1)[0]
        if np.bincount(held).max() > prod(np.sort(self.cells[~entry.forbidden])[::-1][: entry.more].tolist()):
            return True
        together = self.every & ~np.bitwise_or.reduce(self.told[entry.asked], axis=0)
        told = np.bitwise_count(self.told & together).sum(axis=1, dtype=np.int64)
        told[entry.forbidden] = 0
        return bool(np.sort(told)[::-1][: entry.more].sum() < np.bitwise_count(together).sum(dtype=np.int64))

    def _orbits(self, entry: _Entry) -> Numbers:
        """For each partition the lowest to which products that keep an entry can move it."""
        asked = np.zeros(len(self.partitions), dtype=np.bool_)
        asked[entry.asked] = True
        kept = self.products[asked[self.products[:, entry.asked]].all(axis=1)]
        kept = kept[entry.forbidden[kept[:, entry.forbidden]].all(axis=1)]
        lowest = np.arange(len(self.partitions))
        while True:
            # Along a permutation, over and over, each of an orbit meets all of it.
            lower = np.minimum(lowest, lowest[kept].min(axis=0, initial=len(lowest)))
            if np.array_equal(lower, lowest):
                return lowest
            lowest = lower


def _alike(rows: Numbers) -> Numbers:
    """For each place of each row the first place with the same label.

    >>> _alike(np.array([[7, 3, 7], [1, 1, 1]])).tolist()
    [[0, 1, 0], [0, 0, 0]]
    """
    found = np.empty(rows.shape, dtype=np.uint16 if rows.shape[1] < 1 << 16 else np.uint32)
    for number, row in enumerate(rows):
        _, first, of = np.unique(row, return_index=True, return_inverse=True)
        found[number] = first[of.reshape(-1)]
    return found


def _bits(flags: NDArray[np.bool_]) -> Numbers:
    words = np.zeros(-(-len(flags) // 64) * 8, dtype=np.uint8)
    packed = np.packbits(flags)
    words[: len(packed)] = packed
    return words.view(np.uint64)


def _products(moved: list[Numbers], size: int, most: int) -> Numbers:
    """``int64[count, size]``: the products that the plain checker describes."""
    found, known, at = [np.arange(size)], {np.arange(size).tobytes()}, 0
    while at < len(found) < most:
        for other in moved:
            product = other[found[at]]
            if len(found) < most and product.tobytes() not in known:
                known.add(product.tobytes())
                found.append(product)
        at += 1
    return np.stack(found)
