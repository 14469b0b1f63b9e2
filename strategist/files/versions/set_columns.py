"""Version 6 of the certificate: too few questions, asked all at once, whichever they are.

The claim is that no set of ``bound - 1`` questions tells all secrets apart that agree with the start. Each entry is a
set of questions, and names two secrets that it leaves together: a further question has to tell them apart, and each
that does is an entry below. When an entry is proven, the plain checker says:
:mod:`strategist.checking.static.check_static_plain`. The file is that of :mod:`strategist.files.certificate`, with this
header:

==============  ========================================================================================
``game``        these are as in version 1; a game of one true answer to each question, without turns and
``rules``       without rules that restrict guesses; costs and chances change nothing
``codes``
``start``
``objective``   ``static``
``bound``       the lower bound: fewer questions do not tell all secrets apart (int)
``entries``     number of sets of questions listed (int)
``symmetries``  number of permutations of the secrets (int)
``products``    how many permutations are made of these, at most, before any is used (int)
``pairs``       number of pairs of secrets with weights (int)
``generator``   as in version 1
``data``
==============  ========================================================================================

There are nine columns. In the first four, entries form a tree, listed breadth-first, as in version 1.

1. *children* (4 bytes).
2. *questions* (the least width that holds every index of ``Game.guesses``): the question that an entry adds to the set
   of the entry above; zero for the first entry, which is the empty set.
3. *ones* and 4. *others* (the least width that holds every index of ``Game.secrets``): two secrets, the lower one
   first, that the set leaves together; both zero where counting is enough, and where pairs have weights.
5. *images* (the same width): for each permutation, the image of each secret that agrees with the start, in the order of
   these secrets, by their places among them.
6. *weighed* (4 bytes): the number of pairs with weights at each entry. An entry with weights has at most one below, for
   the same set: its question is zero and counts for nothing.
7. *firsts*, 8. *seconds* (as 3. and 4.) and 9. *weights* (4 bytes): the pairs of the first entry that has some, then
   those of the second, and so on, each with its weight, 1 or more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any

from strategist.common.errors import StrategyFileError
from strategist.files.columns import Column, check_children, column, pack, unpack
from strategist.files.envelope import Kind, take, width_of
from strategist.model.game import Game, History
from strategist.model.position import Joins, kind_of

KIND_SETS = Kind("certificate", 6, "a certificate", columns=9)
_MOST_BOUND = 1 << 31
_MOST_SYMMETRIES = 1 << 12
MOST_PRODUCTS = 1 << 14
"""The permutations that a checker makes at most."""
_WIDTH = 4
_MOST_PAIRS_A_BYTE = 4
_PAIRS_OF_ANY_FILE = 1 << 16


@dataclass(frozen=True)
class QuestionSets:
    """The entries of a certificate of version 6; see the docstring of the module."""

    bound: int
    children: Column[int]
    questions: Column[int]
    ones: Column[int]
    others: Column[int]
    images: tuple[Column[int], ...] = ()
    """Permutations of the secrets."""
    products: int = 1
    weighed: Column[int] = field(default_factory=lambda: column([]))
    """The number of pairs with weights at each entry; empty if there are none at all."""
    firsts: Column[int] = field(default_factory=lambda: column([]))
    seconds: Column[int] = field(default_factory=lambda: column([]))
    weights: Column[int] = field(default_factory=lambda: column([]))

    def weights_at(self) -> list[range]:
        """Where the pairs of each entry stand.

        >>> nothing = column([0])
        >>> pairs = column([0, 1])
        >>> QuestionSets(2, nothing, nothing, nothing, nothing, (), 1, column([2]), pairs, pairs, pairs).weights_at()
        [range(0, 2)]
        """
        ends = list(accumulate(self.weighed or column([0] * len(self)), initial=0))
        return [range(begin, end) for begin, end in pairwise(ends)]

    def __len__(self) -> int:
        return len(self.children)


def counted_sets(bound: int) -> QuestionSets:
    """The claim that counting proves at once.

    >>> len(counted_sets(3))
    1
    """
    nothing = column([0])
    return QuestionSets(bound, nothing, nothing, nothing, nothing)


def header_of_sets(sets: QuestionSets) -> dict[str, Any]:
    """The fields of a header that version 6 alone has."""
    return {
        "bound": sets.bound,
        "entries": len(sets),
        "symmetries": len(sets.images),
        "products": sets.products,
        "pairs": len(sets.weights),
    }


def pack_sets(game: Game, sets: QuestionSets) -> list[bytes]:
    """The columns of a file."""
    asked, hidden = width_of(len(game.guesses)), width_of(len(game.secrets))
    flat = column(place for images in sets.images for place in images)
    weighed = sets.weighed or column([0] * len(sets))
    columns = ((sets.children, _WIDTH), (sets.questions, asked), (sets.ones, hidden), (sets.others, hidden))
    pairs = ((weighed, _WIDTH), (sets.firsts, hidden), (sets.seconds, hidden), (sets.weights, _WIDTH))
    return [pack(*each) for each in (*columns, (flat, hidden), *pairs)]


def read_sets(
    header: Mapping[str, Any], columns: list[bytes], game: Game, start: History, count: int, size: int
) -> QuestionSets:
    """The ``count`` entries of a file of ``size`` bytes; call :func:`check_form_of_sets` with the result.
    Raises :class:`~strategist.common.errors.StrategyFileError`."""
    bound, products = take(header, "header", "bound", int), take(header, "header", "products", int)
    symmetries, most = take(header, "header", "symmetries", int), min(_MOST_SYMMETRIES, size)
    if not 0 <= symmetries <= most:
        raise StrategyFileError(f"header.symmetries: expected 0 to {most} in {size} bytes, got {symmetries}")
    asked, hidden = width_of(len(game.guesses)), width_of(len(game.secrets))
    widths = (("children", _WIDTH), ("questions", asked), ("ones", hidden), ("others", hidden))
    children, questions, ones, others = (
        unpack(name, data, count, width) for (name, width), data in zip(widths, columns[:4], strict=True)
    )
    places = len(game.consistent(start))
    flat = unpack("images", columns[4], symmetries * places, hidden)
    images = tuple(flat[at * places : (at + 1) * places] for at in range(symmetries))
    pairs, most = take(header, "header", "pairs", int), max(_PAIRS_OF_ANY_FILE, _MOST_PAIRS_A_BYTE * size)
    if not 0 <= pairs <= most:
        raise StrategyFileError(f"header.pairs: expected 0 to {most} in {size} bytes, got {pairs}")
    weighed = unpack("weighed", columns[5], count, _WIDTH)
    names = (("firsts", hidden), ("seconds", hidden), ("weights", _WIDTH))
    firsts, seconds, weights = (
        unpack(name, data, pairs, width) for (name, width), data in zip(names, columns[6:], strict=True)
    )
    weighed = weighed if pairs else column([])
    return QuestionSets(bound, children, questions, ones, others, images, products, weighed, firsts, seconds, weights)


def check_form_of_sets(game: Game, start: History, sets: QuestionSets) -> None:
    """Raise :class:`~strategist.common.errors.StrategyFileError` if the entries do not have the form that this module
    describes."""
    if kind_of(game).joins is not Joins.SUM:
        raise StrategyFileError(f"header.game: expected a game of one true answer to each question, got {game.spec}")
    if game.restricts or game.turns is not None:
        raise StrategyFileError(f"header.game: expected a game without turns or restricted guesses, got {game.spec}")
    if not 0 <= sets.bound < _MOST_BOUND:
        raise StrategyFileError(f"header.bound: expected 0 to {_MOST_BOUND - 1}, got {sets.bound}")
    if not 1 <= sets.products <= MOST_PRODUCTS:
        raise StrategyFileError(f"header.products: expected 1 to {MOST_PRODUCTS}, got {sets.products}")
    count = len(sets)
    if not count or {len(each) for each in (sets.questions, sets.ones, sets.others)} != {count}:
        raise StrategyFileError("columns: expected one number for each entry in each of them")
    secrets = len(game.secrets)
    ranges = (
        ("children", sets.children, count),
        ("questions", sets.questions, game.question_count),
        ("ones", sets.ones, secrets),
        ("others", sets.others, secrets),
    )
    for name, numbers, most in ranges:
        if not 0 <= min(numbers) <= max(numbers) < most:
            at = next(at for at, number in enumerate(numbers) if not 0 <= number < most)
            raise StrategyFileError(f"columns.{name}: entry {at}: expected 0 to {most - 1}, got {numbers[at]}")
    check_children(sets.children)
    weighed = sets.weighed or column([0] * count)
    for at, (one, other, children) in enumerate(zip(sets.ones, sets.others, sets.children, strict=True)):
        if one >= other and (one or other or (children and not weighed[at : at + 1])):
            raise StrategyFileError(f"columns.ones: entry {at}: expected two secrets, the lower one first, got {one}")
    _check_weights(game, sets)
    places = list(range(len(game.consistent(start))))
    if not places:
        raise StrategyFileError("header.start: no secret agrees with it")
    for number, images in enumerate(sets.images):
        if sorted(images) != places:
            raise StrategyFileError(
                f"columns.images: symmetry {number}: expected a permutation of {len(places)} places"
            )


def _check_weights(game: Game, sets: QuestionSets) -> None:
    count, pairs = len(sets), len(sets.weights)
    if len(sets.weighed) not in ((count,) if pairs else (0, count)) or min(sets.weighed, default=0) < 0:
        raise StrategyFileError("columns.weighed: expected one number for each entry")
    if {len(sets.firsts), len(sets.seconds), sum(sets.weighed)} != {pairs}:
        raise StrategyFileError(f"columns.weighed: expected numbers that add up to {pairs} pairs")
    for at, (one, other, weight) in enumerate(zip(sets.firsts, sets.seconds, sets.weights, strict=True)):
        if not 0 <= one < other < len(game.secrets) or not 0 < weight < _MOST_BOUND:
            raise StrategyFileError(f"columns.weights: pair {at}: expected two secrets, the lower first, and a weight")
    for at, pairs_at in enumerate(sets.weighed):
        if pairs_at and (sets.children[at] > 1 or sets.others[at]):
            raise StrategyFileError(f"columns.weighed: entry {at}: expected at most one entry below, and no pair alone")
