"""A mistake of one, inside, in a table or a number that bounds are made of, does not go unnoticed."""

from __future__ import annotations

import pytest
from claims import Claim, ExceedsError, hold, raised
from regimes import REGIMES
from test_bounds_of_candidates import looked_at
from test_bounds_of_guesses import by_number, by_sizes, of_branch, of_listed, of_split, two_plies
from test_bounds_of_sets import nearer, of_cell, of_set, of_size

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
