"""A strategy as a caller has it: its contents, something made of them, the path of its file, or its library name."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from strategist.files.shipped import find_file
from strategist.files.stated_claims import Figured
from strategist.files.strategy import StrategyData, read_strategy
from strategist.model.solitaire import AnyGame
from strategist.model.tree import Claims, DecisionTree, Figure


class HasData(Protocol):
    """Something that is made of a strategy, such as a ``CompiledStrategy`` or what ``compile_strategy`` returns."""

    @property
    def data(self) -> StrategyData:
        """The contents of the strategy file."""


class StrategyView(Figured):
    """Something that holds a strategy as ``data``: what the file says is an attribute of its own."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def data(self) -> StrategyData:
            """The contents of the strategy file."""
            ...

    @property
    def game(self) -> AnyGame:
        """The game that the strategy is for."""
        return self.data.game

    @property
    def strategy(self) -> str:
        """The string that names the strategy."""
        return self.data.strategy

    @property
    def tree(self) -> DecisionTree:
        """The decision tree."""
        return self.data.tree

    @property
    def claims(self) -> Claims:
        """All the figures."""
        return self.data.claims

    @property
    def bound(self) -> str:
        """``optimal`` if a search has proven that no tree is better, else ``upper``."""
        return self.data.bound

    @property
    def objective(self) -> str | None:
        """What the search minimized; None for a heuristic."""
        return self.data.objective

    @property
    def lower_bound(self) -> Figure | None:
        """What every strategy needs at least, in the unit of the objective, as :class:`StrategyData` says; None where
        nothing is proven."""
        return self.data.lower_bound

    @property
    def gap(self) -> Figure | None:
        """How far the tree is above the lower bound; None without one."""
        return self.data.gap

    @property
    def stopped(self) -> bool:
        """Whether the search was stopped."""
        return self.data.stopped

    @property
    def open(self) -> tuple[str, Figure] | None:
        """The first objective that is not proven, and its lower bound: see :attr:`StrategyData.open_bound`."""
        return self.data.open_bound


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
