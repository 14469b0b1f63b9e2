"""Whether the file that a search would write holds something better already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strategist.common.errors import StrategistError

if TYPE_CHECKING:
    from strategist.choosing.searched import SearchedStrategy
    from strategist.files.strategy import StrategyData


def better_there(path: str, data: StrategyData, strategy: SearchedStrategy) -> str | None:
    """Why the file at ``path`` is to be kept: a better tree of the same search, or as good a one with a higher bound.

    None if there is no such file, or if it holds something else, or does not verify.
    """
    from strategist.checking.verify import verify_strategy
    from strategist.choosing.searched import figures_of
    from strategist.files.strategy import read_strategy
    from strategist.model.game import Game

    try:
        there = read_strategy(path)
    except (StrategistError, OSError):
        return None
    assert isinstance(data.game, Game)  # a solitaire is not searched for so long
    if not isinstance(there.game, Game) or there.game.fingerprint() != data.game.fingerprint():
        return None
    searches = [(each.game.spec, each.strategy, each.start, each.objective) for each in (there, data)]
    if searches[0] != searches[1] or there.game.weights != data.game.weights or there.game.costs != data.game.costs:
        return None
    limit = strategy.max_depth(len(data.start)) or 0
    had, has = (figures_of(each.claims, strategy.objectives, limit) for each in (there, data))
    if (had, -(there.lower_bound or 0)) >= (has, -(data.lower_bound or 0)) or not verify_strategy(there).verified:
        return None
    if had == has:
        return f"a tree as good and the bound {there.lower_bound}, this search only {data.lower_bound}"
    listed = [",".join(map(str, figures)) for figures in (had, has)]
    return f"a better tree, {','.join(strategy.objectives)} {listed[0]}, this search only {listed[1]}"
