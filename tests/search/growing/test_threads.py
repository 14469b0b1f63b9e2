"""Threads that process one list of guesses together: the tree is the same whichever is faster."""

from __future__ import annotations

from dataclasses import replace

from cases import Campaign, Case, table_case

from strategist import compile_strategy, verify_strategy
from strategist.files.strategy import StrategyData, encode


def check_threads(number: int, case: Case) -> None:
    """One thread, two and four find the same figures and write the same bytes."""

    def found(jobs: int) -> StrategyData:
        data = compile_strategy(case.game, case.strategy, options=replace(case.options, jobs=jobs)).data
        assert data.bound == "optimal"
        return data

    alone = found(1)
    assert verify_strategy(alone).verified
    for jobs in (2, 4):
        together = found(jobs)
        assert (together.claims, together.lower_bound) == (alone.claims, alone.lower_bound), f"{jobs} threads"
        assert encode(together) == encode(alone), f"{jobs} threads"


def test_threads_change_nothing(campaign: Campaign) -> None:
    campaign(table_case, check_threads, 5)
