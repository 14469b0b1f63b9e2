"""Hold a bound to the truth: it never exceeds it, it meets it as often as is said, and raised by one it exceeds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import wraps
from typing import Any, NamedTuple

import numpy as np
import pytest
from brute import NEVER
from numpy.typing import NDArray
from regimes import CASES, Case, State, case

Pairs = Iterator[tuple[int, int]]
Claim = Callable[[Case, State], Pairs]
"""Pairs of a lower bound and what it bounds, at one set of secrets; none where the search does not ask for it."""


def about_sets(bound: Callable[[Case, State], int | None]) -> Claim:
    """The claim that a set costs at least so much; None where nothing is claimed."""

    @wraps(bound)
    def pairs(made: Case, state: State) -> Pairs:
        if (least := bound(made, state)) is not None:
            yield int(least), made.cost(state)

    return pairs


def about_guesses(bound: Callable[[Case, State, int], int | None]) -> Claim:
    """The same of each guess that the search tries at a set, and that tells something."""

    @wraps(bound)
    def pairs(made: Case, state: State) -> Pairs:
        for guess in made.tried(state):
            if (least := bound(made, state, guess)) is not None:
                yield int(least), made.cost_of_guess(state, guess)

    return pairs


class ExceedsError(AssertionError):
    """A bound is larger than what it bounds."""


class Tally(NamedTuple):
    """The pairs in which what is bounded is finite, and those of them in which the bound is exact."""

    finite: int
    exact: int

    @property
    def share(self) -> float:
        """The part of the pairs in which the bound is exact."""
        return self.exact / max(1, self.finite)


def hold(
    claim: Claim, regime: str, more: int = 0, change: Callable[[Case], Case] | None = None, cases: int = CASES
) -> Tally:
    """Compare the pairs of a claim at all sets of the first ``cases`` of a regime, by default of all.

    ``more`` is added to every bound, and ``change`` makes another case of each, with the same costs. Raises
    :class:`ExceedsError` for the first bound that is too large.
    """
    finite = exact = 0
    for number in range(cases):
        made = case(regime, number)
        tried = made if change is None else change(made)
        for state in made.states:
            for bound, truth in claim(tried, state):
                if truth >= NEVER:
                    assert bound <= made.problem.infeasible, made.told(state)
                    continue
                if bound + more > truth:
                    raise ExceedsError(f"{claim.__name__}: {bound + more} > {truth} in {made.told(state)}")
                finite += 1
                exact += bound + more == truth
    return Tally(finite, exact)


class Wanted(NamedTuple):
    """Where a claim is held to the truth, and how often it is exact at least.

    ``shares`` has an entry for each kind of regime, by some words of its name: the first that fits counts, and the
    empty word fits all. There are so many ``pairs`` at least.
    """

    regimes: Sequence[str]
    shares: Mapping[str, float]
    pairs: int = 50

    def share(self, regime: str) -> float:
        """The share of a regime."""
        return next(share for words, share in self.shares.items() if words in regime)


class Held(NamedTuple):
    """A claim in one regime, with the least share of exact bounds and the least number of pairs."""

    claim: Claim
    regime: str
    share: float
    pairs: int


def listed(table: Mapping[Claim, Wanted]) -> list[Any]:
    """The parameters of a test, one for each claim in each regime."""
    return [
        pytest.param(
            Held(claim, regime, wanted.share(regime), wanted.pairs),
            id=f"{claim.__name__}: {regime}",
        )
        for claim, wanted in table.items()
        for regime in wanted.regimes
    ]


def assert_held(held: Held) -> None:
    """The bound never exceeds the truth, and is exact as often as is said."""
    found = hold(held.claim, held.regime)
    assert found.finite >= held.pairs, found
    assert found.share >= held.share, found


def assert_teeth(held: Held) -> None:
    """The bound, raised by one, exceeds the truth: the other test would notice it."""
    with pytest.raises(ExceedsError):
        hold(held.claim, held.regime, more=1)


def raised(name: str) -> Callable[[Case], Case]:
    """Makes a case whose table of this name, of the problem or of its stakes, is one too large from two secrets on."""
    place, _, field = name.rpartition(".")

    def change(made: Case) -> Case:
        problem = made.problem
        if place and not problem.stakes:
            return made
        values = getattr(problem.stakes if place else problem, field)
        larger: Any = values + 1
        if field in ("least", "even", "rounds", "of_size"):
            larger = _from_two_on(values, problem.infeasible)
        changed = copy(made)
        if place:
            problem = problem._replace(stakes=problem.stakes._replace(**{field: larger}))
        else:
            problem = problem._replace(**{field: larger})
        changed.__dict__["problem"] = problem
        return changed

    return change


def _from_two_on(values: NDArray[np.int64], infeasible: int) -> NDArray[np.int64]:
    larger = values.copy()
    larger[..., 2:] += values[..., 2:] < infeasible
    return larger
