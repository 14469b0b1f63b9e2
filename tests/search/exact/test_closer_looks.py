"""Looks that tell what all guesses cost at least by the sizes of their cells, at sets of any size."""

from __future__ import annotations

import json

from switching import printed_by

from strategist import compile_strategy

ASKED = [
    ("mastermind(3,5)", "optimal(total)"),
    ("bulls-and-cows(2,6)", "optimal(total,depth)"),
]

PROGRAM = f"""
import json
from strategist import compile_strategy
from strategist.search.exact import solve

asked = [0, 0, 0]
list_guesses = solve.list_guesses

def counted(*arguments):
    asked[arguments[-1]] += 1
    return list_guesses(*arguments)

solve.list_guesses, solve.MANY, solve.WEIGHED_FROM = counted, 3, 3
for game, strategy in {ASKED}:
    asked[solve.LEAST] = 0
    print(json.dumps([compile_strategy(game, strategy).data.claims.total, asked[solve.LEAST]]))
"""


def test_the_least_total_is_the_same_if_even_small_sets_are_looked_at_so_closely() -> None:
    """Kernels run by Python, so that their limits can be lowered."""
    printed = [json.loads(line) for line in printed_by(PROGRAM).splitlines()]
    for (game, strategy), (total, looks) in zip(ASKED, printed, strict=True):
        assert looks > 0 and total == compile_strategy(game, strategy).data.claims.total
