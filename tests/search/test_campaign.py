"""Campaigns: random cases, each compiled in two ways. ``--campaign`` sets their number, ``--slow`` tries more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from bothways import check_search
from cases import (
    Campaign,
    Case,
    class_case,
    guessing_stakes_case,
    heuristic_case,
    known_secret_case,
    large_case,
    search_case,
    stakes_case,
    table_case,
    tariff_case,
    useless_first_case,
)
from planted import symmetric_case

from strategist import compile_strategy, verify_strategy
from strategist.common.errors import InfeasibleError, StrategistError
from strategist.files.strategy import encode
from strategist.search.state.problem import ALL_TECHNIQUES

SEARCHES = {
    search_case: 120,
    stakes_case: 60,
    guessing_stakes_case: 60,
    class_case: 80,
    large_case: 15,
    # Behind a first guess that tells nothing.
    useless_first_case: 100,
    known_secret_case: 50,
    tariff_case: 60,
    symmetric_case: 80,
}
MORE = {stakes_case: 5_000, guessing_stakes_case: 5_000, class_case: 5_000, tariff_case: 3_000}


@pytest.mark.every
@pytest.mark.parametrize(
    ("make", "cases"),
    [*SEARCHES.items(), *(pytest.param(*each, marks=pytest.mark.slow) for each in MORE.items())],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_searches_against_all_trees(make: Callable[[int], Case], cases: int, campaign: Campaign) -> None:
    campaign(make, check_search, cases)


def check_heuristic(number: int, case: Case) -> None:
    """The kernel grows the same tree as choosing guess by guess, byte for byte, with and without merging."""

    def grown(plain: bool) -> bytes | str:
        merge = number % 2 == 0
        try:
            data = compile_strategy(case.game, case.strategy, start=case.start, plain=plain, merge=merge).data
        except StrategistError as error:
            return str(error)
        assert verify_strategy(data).verified
        return encode(data)

    assert grown(False) == grown(True)


def test_heuristics_by_kernel_and_by_choosing(campaign: Campaign) -> None:
    campaign(heuristic_case, check_heuristic, 400)


def bytes_of(case: Case, techniques: int) -> bytes | str:
    """The file that a search writes, or why it writes none."""
    options = replace(case.options, techniques=techniques)
    try:
        return encode(compile_strategy(case.game, case.strategy, start=case.start, options=options).data)
    except InfeasibleError as error:
        return str(error)


def check_some_techniques(number: int, case: Case) -> None:
    """A search without any of its techniques writes the same bytes."""
    assert bytes_of(case, Random(number).randrange(ALL_TECHNIQUES)) == bytes_of(case, ALL_TECHNIQUES)


def test_techniques_change_no_byte(campaign: Campaign) -> None:
    campaign(search_case, check_some_techniques, 120)


def check_one_technique_less(number: int, case: Case) -> None:
    """The same without one technique: without several, a search among many candidates takes long."""
    techniques = ALL_TECHNIQUES & ~(1 << number % ALL_TECHNIQUES.bit_count())
    assert bytes_of(case, techniques) == bytes_of(case, ALL_TECHNIQUES)


def test_symmetries_of_tables_change_no_byte(campaign: Campaign) -> None:
    campaign(symmetric_case, check_one_technique_less, 60)


def test_no_technique_changes_a_byte_among_many(campaign: Campaign) -> None:
    campaign(table_case, check_one_technique_less, 9)
