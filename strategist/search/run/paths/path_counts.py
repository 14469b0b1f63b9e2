"""What a number of secrets costs at least, whatever the questions are: as if any division of them could be asked for at
the price of the cheapest question.

*c(n, u)* is the least cost of n secrets with so many of each limited answer left, u: the least, over all ways to divide
n among the answers so that none gets all, of what the parts cost, summed or the greatest of them. A part of m secrets
behind the answer a costs c(m, u less one a), and the cheapest question and the answer for each of the m; or, where the
greatest counts, once. One secret costs nothing where it is announced; else it costs the right guess, which is an answer
that one secret gives. Where questions divide as one likes (``comparisons``, ``subsets``), this is what they cost.

Sources: for costs of answers R. M. Karp, "Minimum-redundancy coding for the discrete noiseless channel", IRE
Transactions on Information Theory 7 (1961); for limits the dropping of eggs, J. D. E. Konhauser, D. Velleman and S.
Wagon, "Which Way Did the Bicycle Go?" (1996).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game
from strategist.search.run.paths.path_costs import PathCosts

Left = tuple[int, ...]
"""How often each limited answer may still be given, by ascending answers."""
INFINITE = 1 << 60
"""No strategy does it; costs stay below this number, and two of them below the greatest of 64 bits."""
_MOST_WORK = 1 << 29


class PathCounts:
    """The least costs of numbers of secrets up to ``most``, after some answers were ``given``."""

    def __init__(self, game: Game, costs: PathCosts, most: int, given: Sequence[int] = ()) -> None:
        self.costs, self.most = costs, max(1, most)
        self.answers = range(game.response_count - 1)
        limited = sorted(game.limits)
        self.place: Mapping[int, int] = {answer: place for place, answer in enumerate(limited)}
        # No play needs more answers than there are secrets.
        left = (max(0, game.limits[answer] - given.count(answer)) for answer in limited)
        self.begin: Left = tuple(min(each, self.most) for each in left)
        self.right = None if game.announces else costs.least + costs.answered[-1]
        self.table = cache(self._table)

    def work(self) -> int:
        """About how many pairs of numbers are looked at."""
        states = 1
        for each in self.begin:
            states *= each + 1
        return states * self.most * self.most * max(1, len(self.answers) - 1)

    @property
    def too_large(self) -> bool:
        """Whether it would take too long."""
        return self.work() > _MOST_WORK

    def after(self, left: Left, answer: int) -> Left | None:
        """What may still be given after an answer; None if it may not be given."""
        place = self.place.get(answer)
        if place is None:
            return left
        return (*left[:place], left[place] - 1, *left[place + 1 :]) if left[place] else None

    def least(self, count: int, left: Left) -> int:
        """The least cost of some secrets.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("comparisons(100,limit=yes:2)")
        >>> counts = PathCounts(game, PathCosts.of(game, "depth"), 100)
        >>> counts.least(100, (2,)), counts.least(92, (2,)), counts.least(100, (1,)), counts.least(2, (0,)) >= INFINITE
        (14, 13, 99, True)
        """
        return int(self.table(left)[count])

    def behind(self, left: Left, answer: int) -> NDArray[np.int64]:
        """What each number of secrets costs behind an answer, with the question and the answer."""
        after = self.after(left, answer)
        if after is None:
            found = np.full(self.most + 1, INFINITE)
        else:
            step = self.costs.least + self.costs.answered[answer]
            found = self.table(after) + (step if self.costs.deep else step * np.arange(self.most + 1))
        found[0] = 0
        return np.minimum(found, INFINITE)

    def _table(self, left: Left) -> NDArray[np.int64]:
        size, costs = self.most + 1, self.costs
        join = np.maximum if costs.deep else np.add
        # What is behind an answer that leaves as much of all limits becomes known number by number.
        own = {answer for answer in self.answers if self.after(left, answer) == left}
        behind = [_nothing_of(size) if answer in own else self.behind(left, answer) for answer in self.answers]
        # Of the first answers alone, beginning with the right guess.
        firsts = [_nothing_of(size) for _ in range(len(behind) + 1)]
        if self.right is not None:
            firsts[0][1] = self.right
        found = _nothing_of(size)
        for count in range(1, size):
            for place, part in enumerate(behind):
                if place or self.right is not None:
                    both = join(firsts[place][count::-1], part[: count + 1])
                    firsts[place + 1][count] = min(int(both.min()), INFINITE)
                else:
                    firsts[1][count] = part[count]
            found[count] = 0 if count == 1 and self.right is None else firsts[-1][count]
            for place, (answer, part) in enumerate(zip(self.answers, behind, strict=True)):
                if answer in own:
                    step = costs.least + costs.answered[answer]
                    part[count] = min(int(found[count]) + step * (1 if costs.deep else count), INFINITE)
                firsts[place + 1][count] = min(firsts[place + 1][count], firsts[place][count], part[count])
        return found

    def lower_part(self, count: int, left: Left) -> int:
        """Of the two answers 0 and 1, how many of some secrets give the second one to a best question, if any number
        may: of several such numbers that in the middle.

        >>> from strategist.games.catalog import make_game
        >>> game = make_game("comparisons(100,limit=yes:2)")
        >>> PathCounts(game, PathCosts.of(game, "depth"), 100).lower_part(92, (2,))
        13
        """
        others, them = (self.behind(left, answer)[1:count] for answer in (0, 1))
        joined = np.maximum(others[::-1], them) if self.costs.deep else others[::-1] + them
        best = np.flatnonzero(joined == joined.min())
        return int(best[len(best) // 2]) + 1


def _nothing_of(size: int) -> NDArray[np.int64]:
    """The costs of numbers of secrets of which none but 0 is known."""
    found = np.full(size, INFINITE)
    found[0] = 0
    return found
