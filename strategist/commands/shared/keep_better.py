"""Whether the output file of a search already holds a better tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strategist.common.errors import StrategistError

if TYPE_CHECKING:
    from strategist.choosing.searched import SearchedStrategy
    from strategist.files.strategy import StrategyData


def better_there(path: str, data: StrategyData, strategy: SearchedStrategy) -> str | None:
    """Why to keep the file at ``path``: it holds a better tree of the same search, or an equal one with a higher bound.

    None if there is no reason: the file is missing, does not verify, or holds something else.
    """
    from strategist.checking.verify import verify_strategy
    from strategist.choosing.searched import figures_of
    from strategist.files.strategy import read_strategy
    from strategist.model.game import Game
    from strategist.show.texts.in_units import bound_text, objective_text

    try:
        there = read_strategy(path)
    except (StrategistError, OSError):
        return None
    assert isinstance(data.game, Game)  # solitaires are not compiled by this kind of search
    if not isinstance(there.game, Game) or there.game.fingerprint() != data.game.fingerprint():
        return None
    searches = [(each.game.spec, each.strategy, each.start, each.objective) for each in (there, data)]
    if searches[0] != searches[1]:
        return None
    made, game = len(data.start), data.game
    limit = strategy.max_depth(made) or 0
    had, has = (figures_of(each.claims, strategy.objectives, limit, game, made) for each in (there, data))
    if (had, -(there.lower_bound or 0)) >= (has, -(data.lower_bound or 0)) or not verify_strategy(there).verified:
        return None
    if had == has:
        return f"a tree as good and the bound {bound_text(there)}, this search only {bound_text(data)}"
    listed = [
        ",".join(objective_text(data, *each) for each in zip(strategy.objectives, figures, strict=True))
        for figures in (had, has)
    ]
    return f"a better tree, {','.join(strategy.objectives)} {listed[0]}, this search only {listed[1]}"
