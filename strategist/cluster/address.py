"""The address of a cluster: a number of processes on this machine, or a running scheduler of Dask."""

from __future__ import annotations

import re
from typing import NamedTuple

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted

_LOCAL = re.compile(r"local:([1-9][0-9]{0,3})")
_REMOTE = re.compile(r"(tls|tcp)://(\[[0-9a-fA-F:]+\]|[0-9A-Za-z._-]+):([0-9]{1,5})")
_OWN = re.compile(r"localhost|127\.[0-9.]+|\[::1\]")
MOST_LOCAL = 256
"""The most processes on one machine; a larger number is refused as a mistake."""


class Address(NamedTuple):
    """``workers`` is the number of processes to start here, 0 for a scheduler that runs already at ``url``."""

    workers: int
    url: str = ""

    @property
    def encrypted(self) -> bool:
        """Whether the connection uses TLS."""
        return self.url.startswith("tls:")

    @property
    def risky(self) -> bool:
        """Whether others on the network may read the traffic, and send code that workers execute."""
        return self.url.startswith("tcp:") and not _OWN.match(self.url.removeprefix("tcp://"))

    def __str__(self) -> str:
        return self.url or f"local:{self.workers}"


def read_address(text: str) -> Address:
    """The address that ``text`` names. Raises :class:`~strategist.common.errors.SpecError`.

    >>> read_address("local:4"), str(read_address("tls://example.org:8786"))
    (Address(workers=4, url=''), 'tls://example.org:8786')
    >>> read_address("tcp://10.0.0.1:8786").risky, read_address("tcp://127.0.0.1:8786").risky
    (True, False)
    >>> read_address("example.org")
    Traceback (most recent call last):
    ...
    strategist.common.errors.SpecError: cluster: expected local:N, tls://HOST:PORT or tcp://HOST:PORT, got 'example.org'
    """
    if local := _LOCAL.fullmatch(text):
        workers = int(local[1])
        if workers > MOST_LOCAL:
            raise SpecError(f"cluster: expected at most {MOST_LOCAL} processes on one machine, got {workers}")
        return Address(workers)
    remote = _REMOTE.fullmatch(text)
    if remote and 0 < int(remote[3]) < 65536:
        return Address(0, text)
    raise SpecError(f"cluster: expected local:N, tls://HOST:PORT or tcp://HOST:PORT, got {quoted(text)}")
