"""Serve a service whose rankings begin, and end when they are told to.

    python slow_server.py SECONDS

It prints its address, and ``begun`` when a ranking begins, which ends when a line comes on standard input. A ranking of
the game ``broken`` fails instead. SECONDS are those that a request may take. It prints the signal that has ended it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from strategist.environment.server.loopback import serve_until_told
from strategist.environment.server.service import Service


class Waiting(Service):
    """Rankings wait for a line on standard input."""

    def rank(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        if asked.get("game") == "broken":
            raise AssertionError("a fault of ours")
        print("begun", flush=True)
        sys.stdin.readline()
        return {"finished": True}


if __name__ == "__main__":
    ended = serve_until_told(Waiting({}), 0, lambda address: print(address, flush=True), float(sys.argv[1]))
    print(ended, flush=True)
