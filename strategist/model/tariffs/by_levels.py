"""Trees compared by the numbers of secrets at their levels, the deepest first, as a cost: the objective
``lexicographic``.
"""

from __future__ import annotations

from collections.abc import Sequence

from strategist.common.errors import SpecError
from strategist.model.game import Game
from strategist.model.tariffs.tariff import Tariff


def tariff_of_levels(game: Game, secrets: int, depth: int) -> Tariff:
    """The tariff under which trees of up to ``depth`` levels cost the less, the fewer secrets are at the deepest level
    where they differ.

    No more than m(k) of ``secrets`` secrets are found at the k-th guess: there is one place there for each way to
    answer all guesses before, and one secret at each, unless secrets are announced by their class. A secret at level
    k + 1 costs one more than m(j) secrets of each level j up to k do together. At the first level it costs nothing: the
    number of secrets there follows from the others.

    >>> from strategist.games.catalog import make_game
    >>> tariff_of_levels(make_game("mastermind(4,6)"), 1296, 5).listed
    (0, 1, 14, 2380, 3086860)
    """
    branches = game.response_count - 1
    listed, places = [0], 1
    for level in range(1, depth):
        if level > 1 or game.announces:
            places = min(secrets, places * branches)
        most = secrets if game.classes is not None else places
        listed.append(listed[-1] * (1 + most) if level > 1 else 1)
    return Tariff(tuple(listed[:depth] or [0]))


def levels_of(game: Game, secrets: int, cost: int) -> tuple[int, ...]:
    """The numbers of secrets at each level that come to a cost by :func:`tariff_of_levels`: at the deepest level first,
    at the second guess last. That at the first guess costs nothing, and follows from the others.

    >>> from strategist.games.catalog import make_game
    >>> levels_of(make_game("mastermind(4,6)"), 1296, 2 * 2380 + 168 * 14 + 9)
    (2, 168, 9)
    """
    depth = 2
    while tariff_of_levels(game, secrets, depth + 1).listed[-1] <= cost:
        depth += 1
    counts = []
    for each in reversed(tariff_of_levels(game, secrets, depth).listed[1:]):
        count, cost = divmod(cost, each)
        counts.append(count)
    return tuple(counts)


class LevelCost(int):
    """A cost by :func:`tariff_of_levels`, which compares as a number, and is told as the numbers of secrets at each
    level that it stands for, those of :func:`levels_of`, with colons between them.

    >>> from strategist.games.catalog import make_game
    >>> cost = LevelCost.of(make_game("mastermind(4,6)"), 1296, 2 * 2380 + 168 * 14 + 9)
    >>> print(cost, cost < 10**6)
    2:168:9 True
    """

    counts: tuple[int, ...]

    @classmethod
    def of(cls, game: Game, secrets: int, cost: int) -> LevelCost:
        """The cost that is this number."""
        made = cls(cost)
        made.counts = levels_of(game, secrets, cost)
        return made

    @classmethod
    def read(cls, game: Game, secrets: int, counts: Sequence[int]) -> LevelCost:
        """The cost of these numbers of secrets. Raises :class:`~strategist.common.errors.SpecError` for more secrets at
        a level than can be there.

        >>> from strategist.games.catalog import make_game
        >>> print(LevelCost.read(make_game("mastermind(4,6)"), 1296, [2, 168, 9]))
        2:168:9
        """
        tariff = tariff_of_levels(game, secrets, len(counts) + 1).listed[1:]
        made = cls.of(game, secrets, sum(count * each for count, each in zip(counts, reversed(tariff), strict=True)))
        if made.counts != tuple(counts):
            told = ":".join(map(str, counts))
            raise SpecError(f"expected numbers of secrets that the levels of a tree can have, got {told}")
        return made

    def __str__(self) -> str:
        return ":".join(map(str, self.counts))


def text_of_levels(counts: Sequence[int]) -> str:
    """The numbers of :func:`levels_of` in words.

    >>> text_of_levels((2, 168, 9))
    '2 at guess 4, 168 at guess 3, 9 at guess 2'
    """
    return ", ".join(f"{count} at guess {len(counts) + 1 - at}" for at, count in enumerate(counts))
