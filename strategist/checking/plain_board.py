"""What the plain checker asks of positions, whatever they hold; and symmetries, by trying all codes."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any

from strategist.checking.proof import Proof
from strategist.files.versions.table_symmetries import read_permutation
from strategist.model.game import Code, Response
from strategist.model.tree import Figure

Place = Any
"""A position: two are equal if the same is left."""
Cost = Figure | float
"""An exact cost, or infinite."""
Images = tuple[Sequence[int], Sequence[int]]
"""The image of each secret and of each question, by index."""

INFINITE = math.inf
_MOST_IMAGES = 1 << 10


class PlainBoard:
    """The positions of a game for a proof, and what they cost; questions and secrets by their indices."""

    problem: Callable[[], str | None]
    """What is wrong with the rules; None if nothing is."""
    start: Callable[[], Place | None]
    """The position of the first claim; None if no secret is left."""
    after: Callable[[Place, int, Response], Place | None]
    """What an answer to a question leaves; None if no secret is left."""
    cells: Callable[[Place, int], Iterable[tuple[Response, Figure, Place]]]
    """Each answer to a question that does not end play, with the factor of what it leaves, and with that."""
    asked: Callable[[Place, int, int], Cost]
    """What it costs to ask a question, after so many."""
    answered: Callable[[Place, int, Response], Cost]
    """What an answer to a question costs besides; most cost nothing."""
    secrets: Callable[[Place], Collection[int]]
    """The secrets that are left."""
    row: Callable[[int], Any]
    """What each secret, by its index, answers to a question."""
    moved: Callable[[Place, Sequence[int]], Place]
    """The image of a position, by those of all secrets."""
    counted: Callable[[Place, int | None, int], Cost]
    """What counting proves of a position, with so many guesses left and made."""
    ended: Callable[[Place], bool]
    """Whether nothing is to be asked at a position."""
    open: Callable[[Place], Iterable[int]]
    """The questions that may be best, where symmetries leave none out."""
    by_parts = False
    """Whether a position costs at least what each part of its secrets does."""
    counts_first = True
    """Where the first question is given: whether counting proves claims, and it is asked where play has ended."""
    deep = True
    """Whether the deepest cell counts; else cells add up."""
    loses = False
    """Whether secrets may be lost: no position costs infinitely much."""
    skips_vain = False
    """Whether a question that leaves all of a position in one cell is never best."""

    def __init__(self, proof: Proof) -> None:
        self.proof, self.game, self.objective = proof, proof.game, proof.objective
        self.questions = self.game.guesses[: self.game.question_count]
        self.chance = [self.game.weight_of(secret) for secret in range(len(self.game.secrets))]
        self.cost = [self.game.cost_of(question) for question in range(self.game.question_count)]
        self.open = lambda place: range(len(self.questions))
        self.answered = lambda place, question, response: 0
        self.images = lru_cache(_MOST_IMAGES)(self._images)
        self.kept = lru_cache(_MOST_IMAGES)(lambda symmetry: self.keeps(symmetry, range(len(self.chance))))

    def stopped(self, place: Place) -> Cost:
        """What it costs to end play at a position where something may be asked."""
        return INFINITE

    def of_secrets(self, secrets: Collection[int]) -> Place:
        """The position of some secrets, by their indices."""
        return frozenset(secrets)

    def stage(self, left: int | None, made: int) -> int | None:
        """Claims are known of the same stage alone."""
        return 0

    def text(self, question: int) -> str:
        """A question, as problems name it."""
        return self.game.format_code(self.questions[question])

    def refuted_by(self, response: Response) -> None:
        """Learn of an answer that is never reached in time."""

    def _images(self, symmetry: bytes) -> Images | None:
        """How a symmetry moves codes; None if it does not map codes onto codes, or changes chances or costs."""
        if self.game.code_symmetry is None:
            return self._images_in_table(read_permutation(symmetry, len(self.chance)))
        found = []
        for codes, figures in ((self.game.secrets, self.chance), (self.questions, self.cost)):
            numbers: dict[Code, int] = {code: number for number, code in enumerate(codes)}
            images = [numbers.get(_image(symmetry, code), -1) for code in codes]
            if -1 in images or len(set(images)) < len(images) or [figures[image] for image in images] != figures:
                return None
            found.append(images)
        return found[0], found[1]

    def _images_in_table(self, secrets: Sequence[int]) -> Images | None:
        """How a permutation of the secrets moves the questions of a table, each to one that is answered alike and costs
        as much; None if that is impossible, or if it changes chances or classes."""
        every, classes = range(len(secrets)), self.game.classes or range(len(secrets))
        pairs = {(classes[secret], classes[secrets[secret]]) for secret in every}
        if not len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs}):
            return None
        alike = defaultdict[Any, list[int]](list)
        for question in reversed(range(len(self.questions))):
            row = self.row(question)
            alike[tuple(row[secret] for secret in every), self.cost[question]].append(question)
        questions = []
        for question in range(len(self.questions)):
            row, moved = self.row(question), dict[int, Response]()
            for secret in every:
                moved[secrets[secret]] = row[secret]
            onto = alike[tuple(moved[secret] for secret in every), self.cost[question]]
            if not onto:
                return None
            questions.append(onto.pop())
        if any(self.chance[secrets[secret]] != self.chance[secret] for secret in every):
            return None
        return secrets, questions

    def keeps(self, symmetry: bytes, secrets: Iterable[int]) -> bool:
        """Whether a symmetry maps codes onto codes, and keeps what some secrets answer."""
        images = self.images(symmetry)
        if images is None:
            return False
        members = [(secret, images[0][secret]) for secret in secrets]
        rows = ((self.row(question), self.row(image)) for question, image in enumerate(images[1]))
        return all(row[secret] == onto[image] for row, onto in rows for secret, image in members)

    def is_image(self, symmetry: bytes, original: Place, place: Place) -> bool:
        """Whether a symmetry that maps codes onto codes makes a position of another one."""
        images = self.images(symmetry)
        return images is not None and bool(self.moved(original, images[0]) == place)

    def is_kept(self, place: Place, group: int) -> bool:
        """Whether all symmetries of a group leave a position as it is, and keep what any secret answers."""
        members = (self.proof.certificate.symmetries[number] for number in self.proof.certificate.groups[group - 1])
        return all(self.kept(each) and self.is_image(each, place, place) for each in members)

    def lowest(self, group: int) -> list[int]:
        """The questions that are no image of an earlier one under any product of the symmetries of a group."""
        symmetries = [self.proof.certificate.symmetries[number] for number in self.proof.certificate.groups[group - 1]]
        moves = [images[1] for each in symmetries if (images := self.images(each)) is not None]
        met: set[int] = set()
        firsts = []
        for question in range(len(self.questions)):
            if question not in met:
                firsts.append(question)
                todo = [question]
                while todo:
                    met.add(at := todo.pop())
                    todo += {images[at] for images in moves} - met
        return firsts


def huffman(weights: Sequence[int], branches: int) -> int:
    """The least sum, over all trees with ``branches`` branches at each question, of the weights below each question.

    >>> huffman([4, 2, 1, 1], 2), huffman([4, 2, 1, 1], 3)
    (14, 10)
    """
    total, left = 0, sorted(weights)
    # Leaves without a weight fill the tree.
    while branches > 1 and len(left) > 1 and (len(left) - 1) % (branches - 1):
        left.insert(0, 0)
    while len(left) > 1:
        merged = sum(left[:branches])
        left = sorted([*left[branches:], merged])
        total += merged
    return total


def _image(symmetry: bytes, code: Sequence[int]) -> Code:
    """The image of a code under a symmetry, as :mod:`strategist.files.certificate` describes it."""
    positions, symbols = symmetry[: len(code)], symmetry[len(code) :]
    return tuple(symbols[code[place]] for place in positions)
