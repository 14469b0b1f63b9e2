"""Trees compared by the numbers of secrets at their levels, the deepest first, as a cost: the objective
``lexicographic``.
"""

from __future__ import annotations

from collections.abc import Sequence

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


def text_of_levels(counts: Sequence[int]) -> str:
    """The numbers of :func:`levels_of` in words.

    >>> text_of_levels((2, 168, 9))
    '2 at guess 4, 168 at guess 3, 9 at guess 2'
    """
    return ", ".join(f"{count} at guess {len(counts) + 1 - at}" for at, count in enumerate(counts))
