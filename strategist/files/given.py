"""A strategy as a caller has it: its contents, something made of them, the path of its file, or its library name."""

from __future__ import annotations

import os
from typing import Protocol

from strategist.files.shipped import find_file
from strategist.files.strategy import StrategyData, read_strategy
from strategist.model.solitaire import AnyGame


class HasData(Protocol):
    """Something that is made of a strategy, such as a ``CompiledStrategy`` or what ``compile_strategy`` returns."""

    @property
    def data(self) -> StrategyData:
        """The contents of the strategy file."""


AnyStrategy = StrategyData | HasData | str | os.PathLike[str]


def data_of(strategy: AnyStrategy, game: AnyGame | None = None) -> StrategyData:
    """The contents of a strategy, however it is given.

    A text is the path of a file, or a name of the :func:`~strategist.files.shipped.library`; the file is one for
    ``game``, or for any game that is known. Raises :class:`~strategist.common.errors.StrategyFileError` if there is no
    strategy file at a path, and :class:`TypeError` for anything else.

    >>> data_of(1.5)
    Traceback (most recent call last):
    ...
    TypeError: expected a compiled strategy or the path of a strategy file, got float
    """
    if isinstance(strategy, (str, os.PathLike)):
        return read_strategy(find_file(strategy), game)
    data = strategy if isinstance(strategy, StrategyData) else getattr(strategy, "data", None)
    if not isinstance(data, StrategyData):
        raise TypeError(f"expected a compiled strategy or the path of a strategy file, got {type(strategy).__name__}")
    return data
