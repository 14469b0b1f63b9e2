"""The client of a cluster of Dask: this is the one place that imports ``distributed``."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from distributed import Client, LocalCluster
from distributed.security import Security

from strategist.cluster.address import Address
from strategist.common.errors import ClusterError
from strategist.common.quoting import quoted

_CONNECT_SECONDS = 4.0
_SCHEDULER_SECONDS = 60.0
"""A scheduler that does not answer within this time counts as lost."""


class SchedulerGone(Exception):
    """The scheduler no longer answers."""


async def connected(address: Address, threads: int, stack: contextlib.AsyncExitStack) -> Any:
    """A client of the scheduler at an address, or of workers of this machine, of so many ``threads`` each, which are
    started here; ``stack`` closes both.

    Raises :class:`~strategist.common.errors.ClusterError` where no scheduler answers.
    """
    where = str(address)
    security = Security(require_encryption=True) if address.encrypted else None
    if security is not None and security.get_connection_args("client")["ssl_context"] is None:
        raise ClusterError(f"cluster {where}: expected certificates in Dask's settings for TLS, got none")
    try:
        target: Any = address.url
        if address.workers:
            target = await stack.enter_async_context(
                LocalCluster(
                    n_workers=address.workers,
                    threads_per_worker=threads,
                    processes=True,
                    asynchronous=True,
                    dashboard_address="127.0.0.1:0",
                    silence_logs="CRITICAL",
                    # Our own memory limit applies, and never kills a process.
                    memory_limit=0,
                    preload=["strategist.cluster.ignore_interrupts"],
                    env={"NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "DASK_LOGGING__DISTRIBUTED": "critical"},
                )
            )
        client = Client(target, asynchronous=True, timeout=_CONNECT_SECONDS, security=security, set_as_default=False)
        return await stack.enter_async_context(client)
    except (OSError, TimeoutError, TypeError, ValueError, RuntimeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ClusterError(f"cluster {where}: expected a scheduler that answers, got: {reason}") from None


async def workers_of(client: Any) -> dict[str, int]:
    """The addresses of the workers that the scheduler knows, with their numbers of threads; raises
    :class:`SchedulerGone`."""
    try:
        found: dict[str, int] = await asyncio.wait_for(client.nthreads(), _SCHEDULER_SECONDS)
    except Exception as error:
        raise SchedulerGone("nothing" if isinstance(error, TimeoutError) else first_line(error)) from None
    return found


def first_line(error: BaseException) -> str:
    """What an error says in its first line, with nothing that cannot be printed."""
    text = str(error).strip()
    return quoted(text.splitlines()[0])[1:-1] if text else type(error).__name__
