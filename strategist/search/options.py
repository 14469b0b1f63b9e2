"""How a tree is compiled, and how far the work is told while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Progress = Callable[[float, Mapping[str, Any]], object]
"""What is called now and then with the share of the work that is done, from 0 to 1, and with what there is to say.

A heuristic tells ``resolved``, the number of secrets whose place in the tree is known. A search tells ``best``, the
cost of the best tree so far or ``-``, ``bound``, the cost that it has proven to be the least, ``nodes``, the positions
examined, and ``from journal``, the rows read, where it keeps one. A certificate tells ``size``, the size of the sets
that come next.
"""

ALL = -1
"""All techniques: every bit is set."""


@dataclass(frozen=True)
class Options:
    """How a result is reached. None of these changes it, but for a search that is stopped.

    ``jobs`` is the number of threads. ``time_limit`` is in seconds of wall time. ``memory`` is the number of bytes that
    the process may take. ``journal`` is the file that keeps what is proven. ``techniques`` is a set of bits of
    :mod:`~strategist.search.proof.problem`. ``progress`` is told how far the work is. ``certificate`` says that one
    will be written, by ``Compiled.certify``. A heuristic uses ``progress`` only.

    >>> from strategist.catalog import make_game
    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.search.compile import compile_strategy
    >>> game = make_game("mastermind(2,3)")
    >>> shares = []
    >>> options = Options(jobs=2, progress=lambda share, words: shares.append(share))
    >>> compile_strategy(game, make_strategy("optimal", game), options=options).data.claims.total
    21
    >>> all(0 <= share <= 1 for share in shares)
    True
    """

    jobs: int = 1
    time_limit: float | None = None
    memory: int | None = None
    journal: str | None = None
    techniques: int = ALL
    progress: Progress | None = None
    certificate: bool = False
