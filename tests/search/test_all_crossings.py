"""The campaign of all crossings: whatever is crossed, each optimum and each "no" is that of all trees, and each
certificate is believed by both checkers, and not with a bound raised.

``pytest tests/search/test_all_crossings.py --campaign 1000 -s`` tries so many games in each part, each made from a
number alone, and shows what was met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from all_crossings import any_case, feasible_at
from all_strategies import AllStrategies, TooMany, fewest_at_once
from alterations import claiming
from cases import Campaign, Case
from sampling import CampaignNumbers
from verdicts import believers

from strategist import compile_strategy, verify_strategy
from strategist.choosing.searched import SearchedStrategy, figures_of
from strategist.common.errors import InfeasibleError, SpecError, StrategyFileError
from strategist.model.objective import LEXICOGRAPHIC, SIZE
from strategist.search.compile.compiled import Compiled
from strategist.search.compile.engines import plan_of

PARTS, CASES = 10, 30
"""With ``--all`` so many parts of so many cases are tried."""


class Met:
    """What a campaign has met, counted."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.crossings: Counter[str] = Counter()

    def check(self, number: int, case: Case) -> None:
        """The search says what all trees say."""
        strategy = case.strategy
        assert isinstance(strategy, SearchedStrategy)
        try:
            found = compiled(case, strategy)
        except SpecError as refusal:
            why = str(refusal).replace(case.game.spec, "GAME").replace(strategy.spec, "WHAT")
            self.counts.update(["refused", f"refused: {why}"])
            return
        try:
            least, depth = least_of_all(strategy, case)
        except TooMany:
            self.counts["too many trees"] += 1
            return
        self.optimum(number, case, found, least)
        if depth is not None and not strategy.loses:
            for limit in (depth - 1, depth, depth + 1):
                self.feasible(case, limit, depth)
        self.crossings.update(crossings(case))

    def optimum(
        self, number: int, case: Case, found: Compiled | InfeasibleError, least: tuple[Any, ...] | None
    ) -> None:
        """The tree is the best of all, and proven so, or there is none."""
        if isinstance(found, InfeasibleError):
            assert least is None, f"{found}, {least} is true"
            self.counts["none, proven"] += 1
            return
        strategy, data, made = case.strategy, found.data, len(case.start)
        assert isinstance(strategy, SearchedStrategy)
        figures = figures_of(data.claims, strategy.objectives, strategy.max_depth(made) or 0, case.game, made)
        assert least is not None, f"{figures}, and there is no tree"
        by_levels = LEXICOGRAPHIC.name in strategy.objectives
        assert (levels(data.claims.histogram, len(least[0])) if by_levels else figures) == least
        assert (data.bound, data.lower_bound) == ("optimal", figures[0])
        self.counts["optimal, proven"] += 1
        self.certificate(number, found)

    def feasible(self, case: Case, limit: int, least: int) -> None:
        """There is a tree within a limit if that is not below the least depth."""
        if limit < 1 or (strategy := feasible_at(case, limit)) is None:
            return
        found = compiled(case, strategy)
        possible = (limit if strategy.at_once else strategy.max_depth(len(case.start))) >= least
        assert isinstance(found, Compiled) == possible, f"{strategy.spec}: {found}, {least} is the least"
        self.counts["feasible" if possible else "not feasible, proven"] += 1

    def certificate(self, number: int, found: Compiled) -> None:
        if found.certify is None:
            return
        proof = found.certify(None).whole()
        verdicts = believers(proof)
        assert all(verdicts.values()), verdicts
        self.counts[f"certificates of version {proof.version}"] += 1
        with suppress(StrategyFileError):
            raised = claiming(proof, proof.bound + 1, Random(number))
            assert not any(believers(raised).values()), "a bound that is raised is believed"


def least_of_all(strategy: SearchedStrategy, case: Case) -> tuple[tuple[Any, ...] | None, int | None]:
    """The least figures over all trees, and the least depth, or the fewest questions that are asked all at once."""
    if strategy.at_once:
        fewest = fewest_at_once(case.game, case.start)
        return None if fewest is None else (fewest,), fewest
    trees = AllStrategies(strategy, case.start)
    return trees.least(), None if strategy.loses else trees.least_depth()


def levels(histogram: Sequence[int], count: int) -> tuple[Any, ...]:
    """A histogram as the judge writes it, from the deepest level on."""
    found = (0, *histogram)
    return (tuple(reversed((*found, *[0] * (count - len(found))))),)


def compiled(case: Case, strategy: SearchedStrategy) -> Compiled | InfeasibleError:
    """What compiling gives, with a certificate where one can be written; its tree is verified."""
    options = replace(case.options, certificate=bool(strategy.objectives) and is_certifiable(case, strategy))
    try:
        found = compile_strategy(case.game, strategy, options=options, start=case.start)
    except InfeasibleError as error:
        return error
    limit = None if strategy.loses or strategy.at_once else strategy.max_depth(len(case.start))
    verification = verify_strategy(found.data, limit)
    assert verification.verified, verification.problems
    return found


def is_certifiable(case: Case, strategy: SearchedStrategy) -> bool:
    """Whether a certificate can state the bound of a search."""
    if plan_of(case.game, strategy).uncertifiable() is not None:
        return False
    return not (case.start and (case.game.several or SIZE.name in strategy.objectives))


def crossings(case: Case) -> list[str]:
    """What a case crosses, each two of its choices."""
    game, strategy = case.game, case.strategy
    assert isinstance(strategy, SearchedStrategy)
    answers = "Fibble" if game.fibs else "lies" if game.doubtful else "several" if game.several else "one"
    said = {
        answers: True,
        game.goal.name: True,
        "turns": game.turns is not None,
        "chances": game.weights is not None,
        "costs": game.costs is not None,
        "classes": game.classes is not None,
        "hard": game.restricts,
        "history": bool(case.start),
        "first": strategy.opening is not None,
        "max_depth": strategy.values.get("max_depth") is not None,
        "candidates": strategy.candidates_only,
    }
    names = [name for name, holds in said.items() if holds] + [each.partition("=")[0] for each in strategy.objectives]
    return [*names, *(" × ".join(pair) for pair in combinations(names, 2))]


@pytest.mark.every
@pytest.mark.parametrize("part", range(PARTS))
def test_all_crossings(part: int, campaign_numbers: CampaignNumbers, campaign: Campaign) -> None:
    met, count = Met(), len(campaign_numbers(CASES))

    def case_of_part(number: int) -> Case:
        return any_case(part * count + number)

    campaign(case_of_part, met.check, CASES)
    for name, count in sorted(met.counts.items()):
        print(f"{count:6} {name}")
    print(len(met.crossings), "crossings:", ", ".join(f"{name} {count}" for name, count in met.crossings.most_common()))
    assert met.counts["optimal, proven"] > met.counts["refused"] + met.counts["too many trees"]
