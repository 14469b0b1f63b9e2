"""Where a command writes, found out before the work: whether it can, and whether what stands there is better."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from strategist.common.errors import StrategistError

if TYPE_CHECKING:
    from strategist.choosing.searched import SearchedStrategy
    from strategist.files.strategy import StrategyData


def check_outputs(output: str, *, journal: str | None = None, **others: str | None) -> None:
    """Raise :class:`~strategist.common.errors.StrategistError` for an output that cannot be written, and if two options
    name the same file. A ``journal`` may be there already.

    >>> check_outputs("best.msgpack", certificate="./best.msgpack")
    Traceback (most recent call last):
    ...
    strategist.common.errors.StrategistError: expected different files, got best.msgpack as output and certificate
    """
    _check_writable(output)
    _check_different(output=output, journal=journal, **others)
    for path in others.values():
        if path is not None:
            _check_writable(path)


def _check_writable(path: str) -> None:
    target = Path(path)
    if target.is_dir():
        raise StrategistError(f"cannot write {path}: expected a file, got a folder")
    if not target.parent.is_dir():
        raise StrategistError(f"cannot write {path}: there is no folder {target.parent}")


def _check_different(**paths: str | None) -> None:
    seen: dict[str, str] = {}
    for name, path in paths.items():
        # Devices and pipes accept several writers.
        if path is None or (os.path.exists(path) and not os.path.isfile(path)):
            continue
        target = os.path.realpath(path)
        if target in seen:
            raise StrategistError(f"expected different files, got {paths[seen[target]]} as {seen[target]} and {name}")
        seen[target] = name


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
