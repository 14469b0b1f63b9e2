"""Searches carried out by the machines of a cluster, on Dask's ``distributed``.

``distributed`` is imported in one file, :mod:`~strategist.cluster.dask_client`, when a cluster is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from strategist.cluster.address import read_address
from strategist.common.extras import require
from strategist.search.state.options import Options

if TYPE_CHECKING:
    from strategist.search.tasks.executor import Crowd, Executor
    from strategist.search.tasks.remote.instance import Instance


def crowd_for(options: Options) -> Crowd | None:
    """A factory of executors on the cluster of ``options``; None if no cluster is set and this process does the work.

    Raises :class:`~strategist.common.errors.SpecError` for an invalid address, and
    :class:`~strategist.common.errors.MissingLibraryError` without ``distributed``.

    >>> crowd_for(Options()) is None
    True
    """
    if options.cluster is None:
        return None
    address = read_address(options.cluster)
    require("distributed")

    @contextmanager
    def crowd(instance: Instance, options: Options) -> Iterator[Executor]:
        from strategist.cluster.dask_executor import Distributed

        with Distributed(address, instance, options) as executor:
            yield executor

    return crowd
