"""The symmetries of a table of answers: permutations of its secrets and of its questions that keep every answer.

Secrets are told apart by colors: what pairs of them answer to all questions, counted, and then by the colors of the
others (color refinement of pairs; Weisfeiler and Leman 1968). Where colors tie, one secret is made different from the
rest, and its images are tried one after the other (B. D. McKay, "Practical graph isomorphism", Congressus Numerantium
30, 1981). What comes out is a guess, because colors are counts and hashes: it is a symmetry if the whole table says so,
and no other permutation leaves this module. Where a guess fails, the colors of the questions count, too.

Programs for graphs do not serve here. As a graph a table has a vertex for each question, of which there may be tens of
thousands, and only the pairs of secrets have colors, which such programs do not take; and a guess that fails is the end
of them, where here the next one is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

MOST_CELLS = 1 << 23
"""The most answers of a table that is looked at."""
MOST_PRODUCTS = 1 << 30
"""The most pairs of secrets times questions: their colors are one product of matrices."""
_EFFORT = 1 << 29
"""The most pairs of secrets, and answers, that are looked at; where it is not enough, fewer symmetries are found."""
_FEW = 1 << 10
"""Words of answers are below: as many answers have words of their own."""

Permutation = NDArray[np.int32]


class Move(NamedTuple):
    """A symmetry: the image of each secret and of each question, ``int32[secrets]`` and ``int32[questions]``."""

    secrets: Permutation
    questions: Permutation


class Found(NamedTuple):
    """Symmetries that generate others, first those that move few secrets, as a rule; and how many they are in all, as
    far as the search has seen."""

    generators: list[Move]
    order: int


class _Spent(Exception):
    """The effort is spent."""


def _mixed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Words in which each bit depends on all bits (the finalizer of SplitMix64, Steele and others 2014)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


class TableMoves:
    """What permutations of the secrets do to a table.

    ``table`` is ``[secrets, questions]``, ``kinds`` and ``costs`` are ``int64``: a symmetry maps secrets and questions
    to those of the same numbers. Secrets of one of the ``classes`` stay together. ``question_of`` is the question that
    each secret is, or empty.
    """

    def __init__(
        self,
        table: NDArray[Any],
        kinds: NDArray[np.int64],
        costs: NDArray[np.int64],
        classes: NDArray[np.int64] | None = None,
        question_of: Sequence[int] | NDArray[np.int32] = (),
    ) -> None:
        self.table, self.kinds, self.classes = table, kinds, classes
        self.question_of = np.array(question_of, dtype=np.int64)
        draw = np.random.default_rng(len(table))
        answers = int(table.max(initial=0)) + 1
        # Products of such numbers and their sums are exact: they stay below 2**53.
        self._told, other = (
            (1 + draw.permutation(max(_FEW, answers))[:answers] % _FEW).astype(np.float64)[table] for _ in range(2)
        )
        _, costs = np.unique(np.stack((self._told.sum(axis=0), costs)), axis=1, return_inverse=True)
        self.costs: NDArray[np.int64] = costs.ravel()
        weights = draw.integers(1, 1 << 6, size=int(self.costs.max(initial=0)) + 1).astype(np.float64)[self.costs]
        _, pairs = np.unique((self._told * weights) @ other.T, return_inverse=True)
        self._pairs = _mixed(pairs.reshape(len(table), len(table)).astype(np.uint64) + np.uint64(1))
        if classes is not None:
            self._pairs ^= _mixed((classes[:, np.newaxis] == classes).astype(np.uint64) + np.uint64(7))
        self._words = draw.integers(0, 1 << 43 - len(table).bit_length(), size=len(table)).astype(np.float64)
        self._order = self._sorted(self._words)
        self._colors_of_questions = _mixed(self.costs.astype(np.uint64) + np.uint64(3))
        self.by_questions = False
        """Whether the colors of questions count: the pairs of secrets alone were not enough."""
        self.effort = _EFFORT

    def _sorted(self, words: NDArray[np.float64]) -> NDArray[np.intp]:
        """The questions in the order of what the secrets answer, each of which has a word."""
        return np.lexsort((self.costs, words @ self._told))

    def move(self, secrets: Permutation) -> Move | None:
        """The symmetry that permutes the secrets so; None if there is none."""
        self._spend(self.table.size)
        questions = np.empty(self.table.shape[1], dtype=np.int32)
        questions[self._sorted(self._words[secrets])] = self._order
        if (self.kinds[secrets] != self.kinds).any() or (self.costs[questions] != self.costs).any():
            return None
        if len(self.question_of) and (questions[self.question_of] != self.question_of[secrets]).any():
            return None
        if self.classes is not None and not _keeps_classes(self.classes, secrets):
            return None
        for secret, image in enumerate(secrets.tolist()):
            if not np.array_equal(self.table[image].take(questions), self.table[secret]):
                return None
        return Move(secrets, questions)

    def refined(self, colors: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Colors of the secrets that tell as many apart as refining does."""
        count = 0
        while len(classes := np.unique(colors)) > count:
            count = len(classes)
            if count == len(colors):
                break
            self._spend(self._pairs.size)
            colors = _mixed(colors + _mixed(self._pairs + colors * np.uint64(0x9E3779B97F4A7C15)).sum(axis=1))
            if self.by_questions:
                colors = self._refined_by_questions(colors)
        return colors

    def _refined_by_questions(self, colors: NDArray[np.uint64]) -> NDArray[np.uint64]:
        self._spend(2 * self.table.size)
        # Sums of products below 2**50 are exact.
        short = (colors >> np.uint64(44)).astype(np.float64)
        asked = _mixed((short @ self._told).astype(np.uint64) ^ self._colors_of_questions)
        told = self._told @ (asked >> np.uint64(44)).astype(np.float64)
        return _mixed(colors ^ _mixed(told.astype(np.uint64)))

    def _spend(self, steps: int) -> None:
        self.effort -= steps
        if self.effort < 0:
            raise _Spent


def _keeps_classes(classes: NDArray[np.int64], secrets: Permutation) -> bool:
    """Whether a permutation maps classes onto classes."""
    pairs = np.unique(np.stack((classes, classes[secrets])), axis=1)
    return len(np.unique(pairs[0])) == len(np.unique(pairs[1])) == pairs.shape[1]


def automorphisms(moves: TableMoves) -> Found:
    """The symmetries of a table, or some of them if they are hard to find.

    >>> table = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]], dtype=np.uint8)
    >>> nothing = np.zeros(3, dtype=np.int64)
    >>> automorphisms(TableMoves(table, nothing, nothing)).order
    6
    """
    found = Found([], 1)
    for moves.by_questions in (False, True):
        search = _Search(moves)
        with suppress(_Spent):
            search.run()
        found = max(found, Found(search.found, search.order), key=lambda each: each.order)
        if not search.deceived:
            break
    return found


def generators_of(table: NDArray[Any]) -> list[Move]:
    """Symmetries that generate those of a table ``[secrets, questions]``, whatever its secrets weigh and its questions
    cost; none of a table that is too large."""
    if not may_be_looked_at(table):
        return []
    kinds, costs = (np.zeros(count, dtype=np.int64) for count in table.shape)
    return automorphisms(TableMoves(np.ascontiguousarray(table), kinds, costs)).generators


def may_be_looked_at(table: NDArray[Any]) -> bool:
    """Whether a table ``[secrets, questions]`` is small enough to look for its symmetries."""
    return table.size <= MOST_CELLS and len(table) * table.size <= MOST_PRODUCTS


class _Search:
    """Symmetries by the colors of secrets, and of these one after the other made different from the rest."""

    def __init__(self, moves: TableMoves) -> None:
        self.moves, self.found, self.order = moves, list[Move](), 1
        self.deceived = False
        """Whether a permutation that colors suggest is no symmetry."""
        self.base: list[int] = []
        self.colors: list[NDArray[np.uint64]] = []

    def run(self) -> None:
        """Find the symmetries that fix most of the base first: they move few secrets."""
        moves = self.moves
        colors = moves.refined(_mixed(moves.kinds.astype(np.uint64) + np.uint64(1)))
        while (chosen := _smallest(colors)) >= 0:
            self.base.append(chosen)
            self.colors.append(colors)
            colors = self._apart(colors, chosen)
        self.colors.append(colors)
        for level in reversed(range(len(self.base))):
            self._images_at(level)

    def _apart(self, colors: NDArray[np.uint64], secret: int) -> NDArray[np.uint64]:
        colors = colors.copy()
        colors[secret] = _mixed(colors[secret : secret + 1] + np.uint64(11))[0]
        return self.moves.refined(colors)

    def _images_at(self, level: int) -> None:
        """Find a symmetry for each image of a secret of the base that fixes those before it."""
        chosen, colors = self.base[level], self.colors[level]
        tried = {chosen}
        for image in np.flatnonzero(colors == colors[chosen]).tolist():
            reached = self._orbit(tried)
            if image in reached:
                continue
            tried.add(image)
            move = next(self._moves(level + 1, self._apart(colors, image)), None)
            if move is not None:
                self.found.append(move)
        self.order *= len(self._orbit({chosen}))

    def _orbit(self, begin: set[int]) -> set[int]:
        reached, todo = set(begin), list(begin)
        for one in todo:
            images = {int(move.secrets[one]) for move in self.found} - reached
            reached |= images
            todo += images
        return reached

    def _moves(self, level: int, colors: NDArray[np.uint64]) -> Iterator[Move]:
        """The symmetries under which the colors of a level become these."""
        before = self.colors[level]
        order, images = np.argsort(before), np.argsort(colors)
        if not np.array_equal(before[order], colors[images]):
            return
        if level == len(self.base):
            secrets = np.empty(len(colors), dtype=np.int32)
            secrets[order] = images
            move = self.moves.move(secrets)
            if move is None:
                self.deceived = True
            else:
                yield move
            return
        chosen = self.base[level]
        alike = np.flatnonzero(colors == before[chosen]).tolist()
        # What stays where it is, if it can, makes symmetries that move few.
        for image in sorted(alike, key=lambda each: each != chosen):
            yield from self._moves(level + 1, self._apart(colors, image))


def _smallest(colors: NDArray[np.uint64]) -> int:
    """The first secret of the smallest class of several; -1 if colors tell all apart."""
    _, first, counts = np.unique(colors, return_index=True, return_counts=True)
    several = np.flatnonzero(counts > 1)
    if not len(several):
        return -1
    return int(first[several][np.lexsort((first[several], counts[several]))[0]])


def listed(generators: Sequence[Move], order: int, most: int) -> tuple[list[Move], bool]:
    """Symmetries that generators make, at most so many, without the identity, and whether these are all.

    If all are too many, those are listed that are images of generators under each other (a class of conjugates), for as
    many generators as there is room for, those first that move few secrets: of all permutations of some things, these
    are the exchanges of two.

    >>> table = np.array([[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]], dtype=np.uint8)
    >>> nothing = np.zeros(4, dtype=np.int64)
    >>> generators, order = automorphisms(TableMoves(table, nothing, nothing))
    >>> [(len(each), whole) for each, whole in (listed(generators, order, 100), listed(generators, order, 10))]
    [(23, True), (6, False)]
    """
    if not generators:
        return [], True
    if order - 1 <= most:
        found = _made(_closed(generators, _after, generators, order), _after, generators, generators)
        identity = np.arange(len(generators[0].secrets))
        return [each for each in found if not np.array_equal(each.secrets, identity)], True
    known, kept = set[bytes](), list[Move]()
    for each in sorted(generators, key=lambda each: int((each.secrets != np.arange(len(each.secrets))).sum())):
        room = most - len(kept)
        if each.secrets.tobytes() not in known:
            images = _closed([each], _conjugate, generators, room + 1)
            if len(images) <= room:
                known |= images.keys()
                kept += _made(images, _conjugate, [each], generators)
    return kept, False


_Apply = Callable[[Permutation, Permutation], Permutation]


class _Step(NamedTuple):
    """How a symmetry is made: of another one by a generator, or it is there from the beginning."""

    secrets: Permutation
    of: bytes | None
    by: int


def _closed(begin: Sequence[Move], apply: _Apply, generators: Sequence[Move], most: int) -> dict[bytes, _Step]:
    """What generators make of some symmetries, one by one, at most so many; by what they do to secrets."""
    found = {each.secrets.tobytes(): _Step(each.secrets, None, number) for number, each in enumerate(begin)}
    todo = list(found)
    for name in todo:
        for number, generator in enumerate(generators):
            secrets = apply(found[name].secrets, generator.secrets)
            if (image := secrets.tobytes()) not in found:
                if len(found) >= most:
                    return found
                found[image] = _Step(secrets, name, number)
                todo.append(image)
    return found


def _made(steps: dict[bytes, _Step], apply: _Apply, begin: Sequence[Move], generators: Sequence[Move]) -> list[Move]:
    """The symmetries that some steps make, with what they do to questions."""
    questions: dict[bytes, Permutation] = {}
    for name, (_, of, by) in steps.items():
        asked = generators[by].questions
        questions[name] = begin[by].questions if of is None else apply(questions[of], asked)
    return [Move(step.secrets, questions[name]) for name, step in steps.items()]


def _after(one: Permutation, other: Permutation) -> Permutation:
    """The second of two permutations after the first."""
    return other[one]


def _conjugate(one: Permutation, renamed: Permutation) -> Permutation:
    """The permutation that does to images what the first one does to what they are images of."""
    changed = np.empty_like(one)
    changed[renamed] = renamed[one]
    return changed
