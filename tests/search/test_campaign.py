"""Campaigns: random cases, each compiled in two ways. ``--campaign`` sets their number, ``--slow`` tries more."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from bothways import result
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
    useless_first_case,
)

from strategist import compile_strategy, verify_strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import InfeasibleError, StrategistError
from strategist.files.strategy import encode
from strategist.search.state.problem import ALL_TECHNIQUES


def check_search(number: int, case: Case) -> None:
    """The search finds the best of all trees."""
    strategy = case.strategy
    assert isinstance(strategy, SearchedStrategy)
    assert result(strategy, case.start, options=case.options) == result(strategy, case.start, plain=True)


def test_searches_against_all_trees(campaign: Campaign) -> None:
    campaign(search_case, check_search, 120)


def test_searches_under_chances_and_costs_against_all_trees(campaign: Campaign) -> None:
    campaign(stakes_case, check_search, 60)


@pytest.mark.slow
def test_many_searches_under_chances_and_costs_against_all_trees(campaign: Campaign) -> None:
    campaign(stakes_case, check_search, 5_000)


def test_searches_of_guessed_secrets_under_chances_and_costs_against_all_trees(campaign: Campaign) -> None:
    campaign(guessing_stakes_case, check_search, 60)


@pytest.mark.slow
def test_many_searches_of_guessed_secrets_under_chances_and_costs_against_all_trees(campaign: Campaign) -> None:
    campaign(guessing_stakes_case, check_search, 5_000)


def test_searches_for_a_class_against_all_trees(campaign: Campaign) -> None:
    campaign(class_case, check_search, 80)


@pytest.mark.slow
def test_many_searches_for_a_class_against_all_trees(campaign: Campaign) -> None:
    campaign(class_case, check_search, 5_000)


def test_searches_among_many_against_all_trees(campaign: Campaign) -> None:
    campaign(large_case, check_search, 15)


def test_searches_behind_a_first_guess_that_tells_nothing(campaign: Campaign) -> None:
    campaign(useless_first_case, check_search, 100)


def test_searches_for_a_secret_that_is_known(campaign: Campaign) -> None:
    campaign(known_secret_case, check_search, 50)


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


def test_no_technique_changes_a_byte_among_many(campaign: Campaign) -> None:
    campaign(table_case, check_one_technique_less, 9)
