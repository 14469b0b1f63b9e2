"""Searches carried out by the machines of a cluster, on Dask's ``distributed``."""

from __future__ import annotations

from strategist.search.options import Options
from strategist.search.proof.carried import Crowd


def crowd_for(options: Options) -> Crowd | None:
    """Those who carry out the tasks of a search; None for the threads of this process.

    >>> crowd_for(Options()) is None
    True
    """
    return None
