"""What large sets are searched by, at sets of any size: looks that tell what all guesses cost at least by the sizes of
their cells, and shares of what a guess lacks."""

from __future__ import annotations

import json

from switching import printed_by

from strategist import compile_strategy

ASKED = [
    ("mastermind(3,5)", "optimal(total)"),
    ("bulls-and-cows(2,6)", "optimal(total,depth)"),
    ("mastermind(2,5,goal=identify)", "optimal(total)"),
    ("mastermind(2,5)", "optimal(depth,worst,total)"),
]

PROGRAM = f"""
import json
from strategist import compile_strategy
from strategist.search.exact import solve

asked, shares = [0, 0, 0], [0]
list_guesses, share_of = solve.list_guesses, solve.share_of

def counted(*arguments):
    asked[arguments[-1]] += 1
    return list_guesses(*arguments)

def shared_out(*arguments):
    shares[0] += 1
    return share_of(*arguments)

solve.list_guesses, solve.share_of = counted, shared_out
solve.MANY = solve.WEIGHED_FROM = solve.SHARED_OUT_FROM = 3
for game, strategy in {ASKED}:
    asked[solve.LEAST] = shares[0] = 0
    print(json.dumps([compile_strategy(game, strategy).data.claims.total, asked[solve.LEAST], shares[0]]))
"""


def test_the_least_total_is_the_same_if_even_small_sets_are_searched_so() -> None:
    """Kernels run by Python, so that their limits can be lowered."""
    printed = [json.loads(line) for line in printed_by(PROGRAM).splitlines()]
    for (game, strategy), (total, looks, shares) in zip(ASKED, printed, strict=True):
        assert looks > 0 and shares > 0 and total == compile_strategy(game, strategy).data.claims.total


def test_where_only_the_guesses_left_count_the_largest_cells_are_pursued_first() -> None:
    """Otherwise the small ones are settled in vain: smallest first, these take 63,477 positions and 4,148."""
    for game, most in (("mastermind(4,7)", 30_000), ("bulls-and-cows(4,7)", 2_000)):
        proof = compile_strategy(game, "optimal(depth)", jobs=1)
        assert proof.data.depth == proof.data.lower_bound == 6 and proof.nodes < most
