"""A program that searches sets of all regimes, whose least costs are known, where the search asserts its preconditions.

``NUMBA_DISABLE_JIT=1 python debug_regimes.py`` prints the number of results compared in each regime;
:mod:`test_preconditions` runs it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS / "fixtures"), str(TESTS / "search" / "bounds")]

# These are found by the path above.
from claims import hold  # noqa: E402
from claims_of_searches import to_a_budget  # noqa: E402
from regimes import REGIMES  # noqa: E402

from strategist.search.kernels.numba.switch import CHECKED  # noqa: E402

CASES = 10
"""Cases of each regime: Python takes a hundred times as long as a compiled kernel."""

if __name__ == "__main__":
    assert CHECKED
    print(json.dumps({regime: hold(to_a_budget, regime, cases=CASES).finite for regime in REGIMES}))
