"""A part of the tree of a heuristic as a value, and what came of it."""

from __future__ import annotations

from typing import NamedTuple


class GrowTask(NamedTuple):
    """What to do at the position behind some moves, pairs of a guess and a response.

    Where ``parts`` is 0, grow the whole tree from there on. Otherwise the guesses that are to be scored there are
    divided into ``parts`` parts, ascending: which guesses of this part are the best?
    """

    number: int
    moves: tuple[tuple[int, int], ...]
    part: int = 0
    parts: int = 0

    @property
    def aim(self) -> None:
        """What the facts depend on that are found on the way: there are none."""

    def undone(self) -> Growing:
        """What it comes to if nobody begins it."""
        return Growing(self.number, finished=False)


class Growing(NamedTuple):
    """The result of a task: a tree, or the best guesses of a part.

    ``tree`` holds the bytes of a :class:`~strategist.search.kernels.growth.slots.Grown`. ``order`` is by what guesses
    are compared, less is better, and ``guesses`` the bytes of ``int32[…]``: all guesses of the part that have the least
    order, ascending. Both are empty if the part is.
    """

    number: int
    order: tuple[int, ...] = ()
    guesses: bytes = b""
    tree: tuple[bytes, bytes, bytes] | None = None
    finished: bool = True
    nodes: int = 0
    """The candidates at the position."""
    seconds: float = 0.0
    """Of the processor."""
    worker: str = ""
