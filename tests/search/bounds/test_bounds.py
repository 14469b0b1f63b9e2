"""Every bound is held to the least cost over all trees: of the claims about it, and of the tables it is made of."""

from __future__ import annotations

from functools import cache
from random import Random

import claims_by_counting
import claims_by_regime
import claims_of_candidates
import claims_of_checkers
import claims_of_guesses
import claims_of_searches
import claims_of_sets
import numpy as np
import pytest
from brute import NEVER
from claims import Claim, ExceedsError, Held, assert_held, assert_teeth, hold, listed, raised
from claims_of_candidates import looked_at
from claims_of_guesses import by_number, by_sizes, of_branch, of_listed, of_split, two_plies
from claims_of_sets import nearer, of_cell, of_set, of_size
from inpython import in_python
from regimes import REGIMES

from strategist.search.bounds.announced import huffman
from strategist.search.bounds.counting import even_questions, least_questions

every_claim = pytest.mark.parametrize(
    "held",
    [
        each
        for claims in (
            claims_by_counting,
            claims_by_regime,
            claims_of_candidates,
            claims_of_checkers,
            claims_of_guesses,
            claims_of_searches,
            claims_of_sets,
        )
        for each in listed(claims.WANTED)
    ],
)


@every_claim
def test_no_bound_exceeds_the_truth(held: Held) -> None:
    assert_held(held)


@every_claim
def test_a_bound_that_is_one_too_large_is_noticed(held: Held) -> None:
    assert_teeth(held)


MADE_OF: dict[str, tuple[Claim, ...]] = {
    "least": (of_set, of_cell, nearer, of_size, of_split, of_listed, by_sizes, of_branch, looked_at),
    "even": (by_number, two_plies, looked_at),
    "steps": (of_split, of_listed, by_sizes, of_branch, by_number, two_plies, looked_at),
    "unit": (by_number, two_plies, looked_at),
    "stakes.rounds": (of_set, of_cell, nearer, of_split, of_listed, of_branch, by_number, two_plies),
    "stakes.worth": (of_set, of_cell, nearer, of_split, of_listed, of_branch, by_number, two_plies, looked_at),
    "stakes.leaf": (of_set, of_cell, of_split, of_listed, of_branch, by_number, two_plies, looked_at),
    "stakes.of_size": (of_size, by_sizes),
    "stakes.even": (by_number, two_plies),
    "stakes.cheapest": (two_plies,),
}
"""The claims that use each table or number."""


@pytest.mark.parametrize(
    ("name", "claim"),
    [pytest.param(name, each, id=f"{name}: {each.__name__}") for name, claims in MADE_OF.items() for each in claims],
)
def test_a_table_that_is_one_too_large_is_noticed(name: str, claim: Claim) -> None:
    for regime in REGIMES:
        try:
            hold(claim, regime, change=raised(name))
        except ExceedsError:
            return
        except AssertionError:
            # What is called exact is not, which is noticed as well.
            return
    pytest.fail(f"{claim.__name__} holds with {name} one too large")


@pytest.mark.parametrize("branches", [2, 3, 4])
def test_no_tree_of_leaves_costs_less_than_that_of_huffman(branches: int) -> None:
    """``huffman`` is exact."""

    @cache
    def best(worths: tuple[int, ...]) -> int:
        return 0 if len(worths) < 2 else sum(worths) + parted(worths, branches)

    @cache
    def parted(worths: tuple[int, ...], cells: int) -> int:
        """The least cost of some leaves in so many cells at most, not all in the first."""
        if cells == 1 or len(worths) < 2:
            return best(worths) if len(worths) < 2 or cells < branches else NEVER
        found = NEVER
        first, rest = worths[0], worths[1:]
        for chosen in range(1 << len(rest)):
            own = (first, *(each for place, each in enumerate(rest) if chosen >> place & 1))
            others = tuple(each for place, each in enumerate(rest) if not chosen >> place & 1)
            if others or cells < branches:
                found = min(found, best(own) + (parted(others, cells - 1) if others else 0))
        return found

    random = Random(branches)
    for _ in range(40):
        worths = sorted((random.randint(1, 9) for _ in range(random.randint(1, 7))), reverse=True)
        queue = np.array(worths + [0] * len(worths), dtype=np.uint64)
        assert in_python(huffman)(queue, len(worths), branches) == best(tuple(worths))


@pytest.mark.parametrize("branches", [2, 3])
def test_no_table_of_questions_is_below_its_convex_one(branches: int) -> None:
    for unit, extra, limit in ((1, 0, None), (1, 0, 3), (0, 1, 3), (7, 1, 4)):
        even = even_questions(20, branches, unit, extra, limit)
        assert np.all(even <= least_questions(20, branches, unit, extra, limit))
