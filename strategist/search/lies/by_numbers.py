"""The fewest questions where any set of candidates may be asked for, and some of the answers, yes or no, may be false.

No candidate differs from another but in the lies left to tell. So a position is worth what its *sizes* are worth: how
many candidates have no lie left, one, two and so on. A question is worth what the numbers of those are worth that are
in the asked set. After yes these keep their lies, the others have one fewer, and those without a lie left are out;
after no it is the other way round.

Whether a position is resolved within so many questions is decided by trying every split of its sizes, those first whose
answers weigh alike, and every result is kept. A split counts only if both answers keep within the volume bound, so most
positions are decided by that bound alone or by the first splits.

Where a question holds at most k candidates, or all but at most k, as a set of at most k numbers does, only such splits
count. Whoever always denies that the secret is among the few takes at most k lies a question, of all that are left with
one for each candidate; in the end at most one candidate has some.

Where exactly so many answers are false, and so many more questions will be asked after the last one that counts, the
*rest*, a candidate that has more lies left than there are questions is out, as one that has told too many is. Then a
question that tells nothing of the candidates tells something of lies; it can be asked as soon as some number is out.

Berlekamp's state is this list of sizes, and to search it is how such games have been tabled: see OEIS
A286496, the most secrets for one lie. Source: E. R. Berlekamp, "Block coding for the binary symmetric channel with
noiseless, delayless feedback", in: Error Correcting Codes, Wiley (1968). The bound, with its sources, is
:mod:`strategist.model.lies.volume`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from operator import le, mul

from strategist.common.errors import OutOfTimeError
from strategist.model.lies.volume import least_questions, ways_to_answer

Sizes = tuple[int, ...]
"""How many candidates have no lie left, one lie left, and so on."""
_FEW = 32
"""Positions of fewer candidates are decided before one of many."""


class ByNumbers:
    """Decides positions by their sizes, and remembers what it has decided. It raises
    :class:`~strategist.common.errors.OutOfTimeError` as soon as it is to be ``stopped``.

    >>> known = ByNumbers()
    >>> [known.least((0, count)) for count in (2, 3, 4, 5, 8, 9, 16, 17, 28, 29, 50, 51, 92, 93)]
    [3, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11]

    A question holds at most ``most`` candidates, or all others; any number if it is None.

    >>> [ByNumbers(most=most).least((0, 16)) for most in (1, 2, 3, 4, 5, 6)]
    [31, 16, 12, 9, 8, 8]

    Exactly one of 10 answers is false:

    >>> [ByNumbers(rest=0, numbers=count).within((0, count), 10) for count in (100, 102, 103)]
    [True, True, False]
    """

    def __init__(
        self,
        stopped: Callable[[], bool] = lambda: False,
        most: int | None = None,
        rest: int | None = None,
        numbers: int = 0,
    ) -> None:
        self._stopped, self._most, self._rest, self._numbers = stopped, most, rest, numbers
        self._splits: dict[tuple[Sizes, int], Sizes] = {}
        self._short: dict[int, list[Sizes]] = {}
        """Positions for which so many questions are too few, by :func:`tails`; none is harder than another."""
        self._few: dict[int, int] = {}
        """For a number of lies left, the number of candidates below which positions of such candidates are decided."""
        self.nodes = 0
        """The positions, each with a number of questions, at which splits were tried."""

    def least(self, sizes: Sequence[int]) -> int:
        """The fewest questions after which one candidate is left, whatever is answered.

        >>> ByNumbers().least((3,)), ByNumbers().least((0, 0, 2)), ByNumbers().least((1, 0))
        (2, 5, 0)
        """
        self.warm_up(sizes)
        return self._least(tuple(sizes))

    def warm_up(self, sizes: Sequence[int]) -> None:
        """Decide positions of a few candidates first, each with as many lies left as some candidate here has. What is
        too much for these is then refuted at a glance wherever they are among others."""
        top = max((left for left, size in enumerate(sizes) if size), default=0)
        nobody = (0,) * top
        decided = self._few.get(top, 2)
        self._few[top] = max(decided, min(sizes[top], _FEW))
        for count in range(decided, self._few[top]):
            self._least((*nobody, count, *(0,) * (len(sizes) - top - 1)))

    def _least(self, sizes: Sizes) -> int:
        questions = least_questions(sizes, 2)
        while not self.within(sizes, questions):
            questions += 1
        return questions

    def within(self, sizes: Sizes, questions: int) -> bool:
        """Whether so many questions are enough."""
        return sum(sizes) <= 1 or self.split(sizes, questions) is not None

    def split(self, sizes: Sizes, questions: int) -> Sizes | None:
        """How many of each size to ask for, so that so many questions are enough, this one among them; None if they are
        not. Several candidates are left.

        >>> ByNumbers().split((0, 8), 6), ByNumbers().split((4, 4), 5), ByNumbers().split((0, 8), 5)
        ((0, 4), (2, 2), None)
        """
        known = self._splits.get((sizes, questions))
        if known is not None or self._is_beyond(sizes, questions) or self._is_short(sizes, questions):
            return known
        self.nodes += 1
        if self._stopped():
            raise OutOfTimeError("the search by numbers was stopped")
        count = sum(sizes)
        few, idle = count if self._most is None else self._most, self._rest is not None and count < self._numbers
        weights = [self._weights(left, len(sizes)) for left in (questions, questions - 1)]
        for asked in balanced_splits(
            sizes, questions, lambda cell: self._is_short(cell, questions - 1), few, weights, idle
        ):
            # Whoever is heavier is the more likely to be too much.
            cells = (self._left(cell, questions - 1) for cell in answers_of(sizes, asked))
            after = sorted(cells, key=lambda cell: -sum(map(mul, cell, weights[1])))
            if all(self.within(cell, questions - 1) for cell in after):
                self._splits[sizes, questions] = asked
                return asked
        here, short = self._hardness(sizes), self._short.setdefault(questions, [])
        short[:] = [each for each in short if not _is_part(here, each)]
        short.append(here)
        return None

    def _is_beyond(self, sizes: Sizes, questions: int) -> bool:
        """Whether counting proves that so many questions are too few."""
        if sum(map(mul, sizes, self._weights(questions, len(sizes)))) > 1 << questions:
            return True
        if self._rest is not None:
            return False
        most = max(left for left, size in enumerate(sizes) if size)
        told = sum((left + 1) * size for left, size in enumerate(sizes)) - (most + 1)
        return self._most is not None and told > self._most * questions

    def _is_short(self, sizes: Sizes, questions: int) -> bool:
        """Whether so many questions are known to be too few, because they are for no harder a position."""
        here = self._hardness(sizes)
        return any(_is_part(each, here) for each in self._short.get(questions, ()))

    def _hardness(self, sizes: Sizes) -> Sizes:
        """Numbers none of which is less in a harder position. Where all lies have to be told, more of them make nothing
        harder."""
        return tails(sizes) if self._rest is None else sizes

    def _weights(self, questions: int, lies: int) -> list[int]:
        """The ways in which a candidate with no lie left, one and so on can answer so many questions."""
        owed = [0 if self._rest is None else left - self._rest for left in range(lies)]
        return [ways_to_answer(questions, left, 2, least) for left, least in enumerate(owed)]

    def _left(self, sizes: Sizes, questions: int) -> Sizes:
        """The candidates that can still tell all their lies, where they have to."""
        if self._rest is None:
            return sizes
        return tuple(size if left <= questions + self._rest else 0 for left, size in enumerate(sizes))


def tails(sizes: Sizes) -> Sizes:
    """How many candidates have no lie left or more, one or more, and so on. A position is at least as hard as another
    if none of these numbers is less: it has all candidates of the other, perhaps with more lies left, and perhaps
    others.

    >>> tails((4, 0, 3))
    (7, 3, 3)
    """
    return tuple(accumulate(reversed(sizes)))[::-1]


def _is_part(one: Sizes, other: Sizes) -> bool:
    """Whether a position, by its tails, is no harder than another, which may have one lie more to tell."""
    return len(one) <= len(other) and all(map(le, one, other))


def answers_of(sizes: Sizes, asked: Sizes) -> tuple[Sizes, Sizes]:
    """What yes and no leave, where so many of each size were asked for.

    >>> answers_of((4, 5), (1, 2))
    ((4, 2), (5, 3))
    """
    others = tuple(size - each for size, each in zip(sizes, asked, strict=True))
    yes, no = (
        tuple(kept + denied for kept, denied in zip(here, (*there[1:], 0), strict=True))
        for here, there in ((asked, others), (others, asked))
    )
    return yes, no


def balanced_splits(
    sizes: Sizes,
    questions: int,
    hopeless: Callable[[Sizes], bool],
    few: int,
    weights: Sequence[Sequence[int]],
    idle: bool = False,
) -> Iterator[Sizes]:
    """All splits of the sizes after which both answers keep within the volume of one question fewer, but for those
    that ask for all candidates or for none, unless ``idle`` questions count, and those where more than ``few``
    candidates are asked for and more are not. Of a split and its complement one is enough. ``weights`` are those of a
    candidate by its lies left, with this question to come and behind it.

    Those with the most lies left are divided first, as evenly as can be; among the divisions of all others, those come
    first after which the answers weigh alike. ``hopeless`` says of a position that no harder one is worth a try behind
    the question. It is asked of the part of both cells that is already divided.

    >>> weights = (1, 6), (1, 5)
    >>> [list(balanced_splits((0, 4), 5, lambda cell: False, few, weights)) for few in (4, 1)]
    [[(0, 2), (0, 3)], [(0, 3)]]
    """
    lies = len(sizes) - 1
    # What a candidate adds to the weight of yes by being asked for, and by not.
    asked, not_asked = weights[1], (0, *weights[1][:-1])
    whole, most = sum(map(mul, sizes, weights[0])), 1 << questions - 1
    gains = [more - less for more, less in zip(asked, not_asked, strict=True)]
    # What those below can add at least, and at most.
    least_below = [sum(min(0, each) for each in map(mul, sizes[:left], gains)) for left in range(lies + 1)]
    most_below = [sum(max(0, each) for each in map(mul, sizes[:left], gains)) for left in range(lies + 1)]
    top = max(left for left, size in enumerate(sizes) if size)

    def divided(left: int, yes: int, counts: Sizes) -> Iterator[Sizes]:
        """The splits that ask for so many of those with more than ``left`` lies, where yes weighs so much without any
        of the others."""
        if left < 0:
            if idle or 0 < sum(counts) < sum(sizes):
                yield counts
            return
        gain, size = gains[left], sizes[left]
        if not size:
            yield from divided(left - 1, yes, (0, *counts))
            return
        low, high = _allowed(size, gain, whole - most - yes - most_below[left], most - yes - least_below[left])
        if left == top:
            low = max(low, size - size // 2)
        # Twice the number with which the answers would weigh alike, if half of those below were asked for.
        even = left == top or not gain
        center = size if even else (whole - 2 * yes - least_below[left] - most_below[left]) // gain
        nobody = (0,) * left
        many = sum(counts)
        last_few, first_most = few - many, size - (few - (sum(sizes[left + 1 :]) - many))
        each_few = range(low, min(high, last_few) + 1)
        each_most = range(max(low, first_most, each_few.stop), high + 1)
        for count in sorted((*each_few, *each_most), key=lambda each: abs(2 * each - center)):
            so_far = (*nobody, *sizes[left:])
            if not any(map(hopeless, answers_of(so_far, (*nobody, count, *counts)))):
                yield from divided(left - 1, yes + count * gain, (count, *counts))

    yield from divided(lies, sum(map(mul, sizes, not_asked)), ())


def _allowed(size: int, gain: int, low: int, high: int) -> tuple[int, int]:
    """The least and the greatest number up to ``size`` that, times ``gain``, is from ``low`` to ``high``.

    >>> _allowed(9, 2, 3, 7), _allowed(9, -2, -7, -3), _allowed(9, 0, 1, 7)
    ((2, 3), (2, 3), (0, -1))
    """
    if not gain:
        return (0, size if low <= 0 <= high else -1)
    if gain < 0:
        low, high, gain = -high, -low, -gain
    return max(0, -(-low // gain)), min(size, high // gain)
