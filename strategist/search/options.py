"""How a search is carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from strategist.search.proof.problem import ALL_TECHNIQUES


@dataclass
class Options:
    """How a result is reached; none of these changes it, but for a search that is stopped.

    ``jobs`` is the number of threads, ``time_limit`` in seconds of wall time, ``memory`` the bytes that the process may
    take, ``journal`` the file that keeps what is proven (:mod:`~strategist.search.proof.journal`), ``techniques`` a set
    of bits of :mod:`~strategist.search.proof.problem`; ``progress`` is called with the share of the root's work that is
    done, and a dict of what there is to say. ``certificate`` says that one will be written (``Outcome.certify``).
    """

    jobs: int = 1
    time_limit: float | None = None
    memory: int | None = None
    journal: str | None = None
    techniques: int = ALL_TECHNIQUES
    progress: Callable[[float, dict[str, Any]], object] | None = None
    certificate: bool = False
