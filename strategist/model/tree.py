"""The complete decision tree of a strategy, flat and breadth-first.

A *slot* is a position that play can reach. Slots are numbered level by level. Within a level they stand in the order of
their parents, and under one parent in the order of the responses. So the children of a slot are consecutive, and
counting tells where they begin. Each slot stores only a guess and a mask.

* ``guesses[slot]`` is the index of the guess made there, or :data:`GIVE_UP`: play stops and the secrets left are lost.
* ``masks[slot]`` has a bit for each response that some candidate gives. The highest bit that a game has is the solved
  response; it ends play and leads to no slot. A *leaf* has only that bit; a slot that gives up has none.

A slot that solves a secret solves one, unless it announces a class: then :meth:`DecisionTree.note_solved` tells which.

Where answers may be false, one position can be reached in so many ways that a slot for each would be too many. Then
a tree may *share* slots: ``links`` says for each branch the slot that it leads to, and several may lead to one. Every
slot still stands before those that it leads to.

Both are arrays of machine words, because a tree may have millions of slots: four and eight bytes a slot. Only masks of
more than 64 responses are a list.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from strategist.common.lazy_numpy import numpy_for
from strategist.common.lazy_numpy import packed as packed
from strategist.common.notebook_hooks import Shown

Figure = int | Fraction
"""A figure of a tree: a whole number, or where answers may be several, an expected number, exactly."""


def exact(value: Figure) -> Figure:
    """A figure in its one form: a whole number is an int.

    >>> exact(Fraction(26, 2)), exact(Fraction(13, 5))
    (13, Fraction(13, 5))
    """
    return value.numerator if value.denominator == 1 else value


GIVE_UP = -1
_WORD = 64
"""The bits of a mask in an array."""


@dataclass(frozen=True)
class Weighed:
    """The figures of a tree under the chances of secrets and the costs of questions, in whole numbers.

    ``mass`` is the sum of the weights of the solved secrets, ``lost`` of the others. ``questions`` is the sum over the
    solved secrets, or all where answers err (``Game.erring``), of the weight times the number of guesses that ``total``
    counts, and ``expected`` of the weight times their costs. See ``Game.weigh`` for the units.
    """

    mass: Figure
    questions: Figure
    expected: Figure
    lost: Figure = 0


@dataclass(frozen=True)
class Claims:
    """The figures of a tree. All of them count solved secrets only; ``lost`` counts the others.

    ``histogram[i]`` is the number of secrets solved at guess i + 1. ``known`` is 1 if no question is needed, because
    only one secret is left and announcing it is enough. That secret stands in no histogram: it costs 0 questions. Where
    a class is announced, it is the number of all its secrets; where answers err, an expected number.
    ``weighed`` are the figures under chances and costs; None in a game that has neither.

    Where a secret may give several answers, it is found after one or another number of questions, each with a chance:
    then ``histogram``, ``total`` and ``lost`` are expected numbers, under equal chances of all secrets. ``worst_count``
    is the number of secrets that *can* need the full depth, ``can_lose`` of those that can be lost.

    ``asked`` is the number of questions that are asked all at once before the secret is named; None where nobody has
    counted them.

    ``size`` is the number of couplets of a printed key, the positions at which a question is asked while more than one
    secret (class) is left; ``worst_cost`` what the questions and answers on the way to a solved secret cost at most, in
    whole numbers. None where nobody has counted them.

    Attributes
    ----------
    total, lost : int or Fraction
        The guesses of all solved secrets, summed; and the number of the other secrets.
    depth, worst_count : int
        The most guesses for a solved secret, and the number of secrets that need them.
    histogram : tuple of int or Fraction, of shape (depth,)
        The number of secrets that are solved at each guess.
    average : float or None
        ``total`` for a solved secret.

    Examples
    --------
    >>> Claims.of([1, 4, 2], lost=0).total
    15
    """

    total: Figure
    depth: int
    worst_count: int
    lost: Figure
    histogram: tuple[Figure, ...]
    known: Figure = 0
    weighed: Weighed | None = None
    can_lose: int = 0
    size: int | None = None
    asked: int | None = None
    worst_cost: int | None = None

    @classmethod
    def of(
        cls,
        histogram: Sequence[Figure],
        lost: Figure,
        known: Figure = 0,
        worst_count: int | None = None,
        can_lose: int = 0,
    ) -> Claims:
        """The figures that follow from a histogram. The number of secrets that can need the full depth follows from it
        only where it counts secrets: where it holds expected numbers, that is said beside it."""
        counts = list(histogram)
        while counts and counts[-1] == 0:
            counts.pop()
        return cls(
            total=exact(sum(count * (index + 1) for index, count in enumerate(counts))),
            depth=len(counts),
            worst_count=int(counts[-1] if counts else known) if worst_count is None else worst_count,
            lost=exact(lost),
            histogram=tuple(map(exact, counts)),
            known=known,
            can_lose=can_lose,
        )

    @classmethod
    def of_moves(cls, solved_at: Sequence[int], lost: int, announces: bool) -> Claims:
        """The figures that follow from the number of secrets solved at each move.

        A last move that only announces the secret (``Game.announces``) is not counted: a player who announces at the
        third move has asked two questions, and one who announces at the first has asked none.

        >>> Claims.of_moves([0, 1, 3], lost=0, announces=True).histogram
        (1, 3)
        >>> Claims.of_moves([1], lost=0, announces=True).average
        0.0
        """
        return cls.of(solved_at[1:], lost, sum(solved_at[:1])) if announces else cls.of(solved_at, lost)

    @classmethod
    def of_tree(cls, tree: DecisionTree, secrets: int, announces: bool) -> Claims:
        """The figures of a tree over ``secrets`` secrets; those that it does not solve are lost."""
        solved_at = tree.histogram()
        return cls.of_moves(solved_at, secrets - sum(solved_at), announces)

    @property
    def secrets(self) -> int:
        """The number of all secrets, including lost ones."""
        return int(sum(self.histogram) + self.known + self.lost)

    @property
    def average(self) -> float | None:
        """The average number of guesses per solved secret; None if none is solved."""
        solved = sum(self.histogram) + self.known
        return float(self.total / solved) if solved else None

    @property
    def expected(self) -> Figure:
        """The objective ``expected``, in weights times costs: the total in a game without chances and costs.

        >>> Claims.of([1, 4, 2], lost=0).expected
        15
        """
        return self.total if self.weighed is None else self.weighed.expected

    @property
    def lost_weight(self) -> Figure:
        """The objective ``lost``: the weights of the lost secrets, or their number in a game without chances."""
        return self.lost if self.weighed is None else self.weighed.lost

    @property
    def bars(self) -> list[tuple[int | None, Figure]]:
        """What a picture of the histogram shows: numbers of guesses, each with its number of secrets.

        A secret that is known without a guess comes first, under 0, and the lost ones come last, under None. Both are
        left out where there are none.

        >>> Claims.of([1, 0, 4], lost=2).bars
        [(1, 1), (2, 0), (3, 4), (None, 2)]
        """
        found: list[tuple[int | None, Figure]] = [(0, self.known)] if self.known else []
        found += enumerate(self.histogram, 1)
        return found + ([(None, self.lost)] if self.lost else [])


class DecisionTree(Shown):
    """A decision tree; see the module's docstring for its layout.

    Parameters
    ----------
    guesses : sequence of int, of shape (slots,)
        The index of the guess of each slot, -1 where the strategy gives up.
    masks : sequence of int, of shape (slots,)
        For each slot a bit for each response that is possible there.
    response_count : int
        The number of responses; the last one is the solved one.
    links : sequence of int, of shape (branches,), optional
        Of a tree that shares slots, the slot behind each branch: slot by slot, and by response. In any other tree
        branch i, from 0, leads to slot i + 1.

    Examples
    --------
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b110, 0b100], response_count=3)
    >>> tree.child(0, 1), tree.child(0, 0), tree.histogram()
    (1, None, [1, 1])
    """

    __slots__ = (
        "_levels_walked",
        "_solved_secrets",
        "_solved_under",
        "_solvers_before",
        "first_child",
        "guesses",
        "links",
        "masks",
        "response_count",
        "solved_bit",
    )

    def __init__(
        self,
        guesses: Sequence[int],
        masks: Sequence[int],
        response_count: int,
        links: Sequence[int] | None = None,
    ) -> None:
        self.guesses: Sequence[int] = packed("i", guesses)
        self.masks: Sequence[int] = packed("Q", masks) if response_count <= _WORD else masks
        self.response_count = response_count
        self.solved_bit = 1 << (response_count - 1)
        self.first_child = self._first_children()
        """The slot at which the children of each slot begin; one more entry than there are slots. In a tree that shares
        slots, the number of the first branch, counted from 1: see :meth:`children`."""
        self.links: Sequence[int] | None = None if links is None else packed("i", links)
        self.note_solved(None)

    def note_solved(self, secrets: Sequence[Sequence[int]] | None, under: Sequence[int] | None = None) -> None:
        """Record the secrets that each slot solves; None if each slot that solves any solves just the secret that
        it names.

        Where a secret may be solved at several slots, ``under`` is the number of secrets that are solved at each slot
        or below it, each of them counted once.

        >>> tree = DecisionTree(guesses=[2, 3, 4], masks=[0b011, 0b100, 0b100], response_count=3)
        >>> tree.note_solved([[], [0, 3, 5], [1, 2]])
        >>> tree.solved_under(0), tree.histogram()
        (5, [0, 5])
        """
        self._solved_secrets = secrets
        self._solvers_before: array[int] | None = None
        self._solved_under: array[int] | None = None if under is None else packed("i", under)
        self._levels_walked = 0

    def solved_at(self, slot: int) -> int:
        """The number of secrets that are solved at a slot."""
        return int(self.solves(slot)) if self._solved_secrets is None else len(self._solved_secrets[slot])

    def solved_secrets(self, slot: int) -> Sequence[int]:
        """The secrets that are solved at a slot, if :meth:`note_solved` has recorded them; else none."""
        return () if self._solved_secrets is None else self._solved_secrets[slot]

    def _first_children(self) -> array[int]:
        # The sum of the branches of all slots is one less than the number of slots, unless the masks form no tree.
        code = "i" if len(self.masks) * self.response_count < 1 << 31 else "q"
        below = self.solved_bit - 1
        if isinstance(self.masks, array) and (np := numpy_for(len(self.masks))):
            first = np.empty(len(self.masks) + 1, dtype=code)
            first[0] = 1
            branches = np.bitwise_count(np.frombuffer(self.masks, dtype=np.uint64) & np.uint64(below))
            np.cumsum(branches, out=first[1:])
            first[1:] += 1
            return packed(code, first)
        return array(code, accumulate(((mask & below).bit_count() for mask in self.masks), initial=1))

    def __len__(self) -> int:
        return len(self.guesses)

    def child(self, slot: int, response: int) -> int | None:
        """The slot after ``response``; None if no candidate gives it there or if it ends play."""
        bit = 1 << response
        mask = self.masks[slot]
        if not mask & bit or bit == self.solved_bit:
            return None
        branch = self.first_child[slot] + (mask & (bit - 1)).bit_count()
        return branch if self.links is None else self.links[branch - 1]

    def children(self, slot: int) -> Sequence[int]:
        """The slots behind the branches of a slot, by response.

        >>> shared = DecisionTree([0, 1, 2], [0b011, 0b001, 0b100], response_count=3, links=[1, 2, 2])
        >>> list(shared.children(0)), list(shared.children(1)), [list(level) for level in shared.levels()]
        ([1, 2], [2], [[0], [1, 2], [2]])
        """
        first, stop = self.first_child[slot], self.first_child[slot + 1]
        return range(first, stop) if self.links is None else self.links[first - 1 : stop - 1]

    def solves(self, slot: int) -> bool:
        """Whether the guess of ``slot`` can be the secret."""
        return bool(self.masks[slot] & self.solved_bit)

    def responses(self, slot: int) -> list[int]:
        """The responses that are possible at ``slot``, ascending, including the solved one."""
        mask = self.masks[slot]
        return [response for response in range(self.response_count) if mask >> response & 1]

    def levels(self, slot: int = 0) -> Iterator[Sequence[int]]:
        """``slot`` and the slots below it, level by level: each level of a subtree is a range. In a tree that shares
        slots, one that can be reached after one or another number of guesses is of several levels."""
        if self.links is not None:
            some = [slot]
            while some:
                yield some
                some = sorted({child for each in some for child in self.children(each)})
            return
        level = range(slot, slot + 1)
        while level:
            yield level
            level = range(self.first_child[level.start], self.first_child[level.stop])

    def histogram(self) -> list[int]:
        """The number of secrets solved at each guess, including announcements: see :meth:`Claims.of_tree`."""
        before = self._solvers()
        return [_among(before, level) for level in self.levels()]

    def solved_under(self, slot: int) -> int:
        """The number of secrets solved at a slot or below it.

        >>> tree = DecisionTree(guesses=[0, 1], masks=[0b110, 0b100], response_count=3)
        >>> tree.solved_under(0), tree.solved_under(1)
        (2, 1)
        """
        if self._solved_under is not None:
            return self._solved_under[slot]
        before = self._solvers()
        solved = 0
        for level in self.levels(slot):
            solved += _among(before, level)
            self._levels_walked += 1
        if self._levels_walked > len(self):
            # Many slots have been walked by now: counting for all slots at once costs no more.
            self._solved_under = self._solved_everywhere()
        return solved

    def _solved_everywhere(self) -> array[int]:
        solved = array("i", map(self.solved_at, range(len(self))))
        for slot in range(len(self) - 1, -1, -1):
            solved[slot] += sum(map(solved.__getitem__, self.children(slot)))
        return solved

    def _solvers(self) -> array[int]:
        """The number of slots before each that solve a secret, with one more entry than there are slots."""
        if self._solvers_before is None:
            if self._solved_secrets is not None:
                self._solvers_before = array("i", accumulate(map(len, self._solved_secrets), initial=0))
            elif isinstance(self.masks, array) and (np := numpy_for(len(self.masks))):
                before = np.zeros(len(self.masks) + 1, dtype="i")
                np.cumsum(np.frombuffer(self.masks, dtype=np.uint64) >= np.uint64(self.solved_bit), out=before[1:])
                self._solvers_before = packed("i", before)
            else:
                self._solvers_before = array("i", accumulate(map(self.solved_bit.__le__, self.masks), initial=0))
        return self._solvers_before

    def branches(self, slot: int) -> Iterator[tuple[int, int]]:
        """The (response, slot) pairs that follow ``slot``, by response; the solved one leads nowhere.

        >>> list(DecisionTree(guesses=[0, 1], masks=[0b110, 0b100], response_count=3).branches(0))
        [(1, 1)]
        """
        return zip(self.responses(slot), self.children(slot), strict=False)

    def walk(self) -> Iterator[tuple[int, int, tuple[tuple[int, int], ...]]]:
        """Every slot depth-first, as (slot, guesses made before it, history of (guess, response) indices)."""
        stack: list[tuple[int, int, tuple[tuple[int, int], ...]]] = [(0, 0, ())]
        while stack:
            slot, depth, history = stack.pop()
            yield slot, depth, history
            branches = zip(self.children(slot), self.responses(slot), strict=False)
            below = [(child, depth + 1, (*history, (self.guesses[slot], response))) for child, response in branches]
            stack.extend(reversed(below))


def _among(before: Sequence[int], level: Sequence[int]) -> int:
    """What the slots of a level add up to, from sums over the slots before each."""
    if isinstance(level, range):
        return before[level.stop] - before[level.start]
    return sum(before[slot + 1] - before[slot] for slot in level)
