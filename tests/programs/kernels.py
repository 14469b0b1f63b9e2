"""Compile the kernels that many tests need, each once: ``python tests/programs/kernels.py PART`` of 0 and 1, at the
same time.

Where both need the same kernel, one compiles it, and the other waits. The rest, which few tests need, is compiled by
these.
"""

from __future__ import annotations

import sys
import time

from strategist.search.advice.warmup import GAMES, Step, steps
from strategist.search.kernels.numba import second

# The halves take equally long, and begin with kernels that the other half does not need.
PARTS = (("codes", "grand"), ("hard", "words", "tables"))
assert {*PARTS[0], *PARTS[1]} == set(GAMES)


def todo(part: int) -> list[Step]:
    """The steps of a part: trees and proofs first, which most tests need."""
    work = ("heuristics", "optimal", "advice", "certificates")
    return [step for each in work for game in PARTS[part] for step in steps((game, each))]


def compile_part(part: int) -> None:
    # The other part takes the other core.
    second.ALLOWED = False
    begin = time.monotonic()
    for step in todo(part):
        step.run()
        print(f"kernels, {time.monotonic() - begin:.0f} s: {step.name}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    compile_part(int(sys.argv[1]))
