"""What the records of one game tell together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import pytest

from strategist.commands.atlas.repeating import record_of
from strategist.files.atlas.entry import Record
from strategist.files.atlas.opinion import IMPOSSIBLE, KNOWN, opinion
from strategist.files.atlas.register import Register, register
from strategist.files.atlas.together import known_of
from strategist.files.atlas.values import restrictions_of
from strategist.files.atlas.variants import bounds_by_usual_rules
from strategist.files.strategy import StrategyData
from strategist.search.compile.compile import compile_strategy


def of_each_game() -> Iterator[list[Record]]:
    for _, some in groupby(register().records, key=lambda each: each.game):
        if records := [each for each in some if not restrictions_of(each.strategy)]:
            yield records


def test_no_record_contradicts_another_one() -> None:
    """No tree comes to less than what any search has proven, and no record has a better tree than all together."""
    seen = 0
    for records in of_each_game():
        for each in records:
            for at in range(1, len(each.objectives) + 1):
                known = known_of(records, each.objectives[:at])
                if known is None:
                    break
                seen += 1
                assert known.bound is None or known.bound <= known.value, each.name
                if each.objectives[:1] == each.objectives[:at]:
                    assert known.value <= each.values[each.objectives[0]], each.name
    assert seen > 1000


@pytest.mark.parametrize(
    ("game", "objectives", "value"),
    [
        ("mastermind(pegs=5,colors=6)", ("total",), 36721),
        ("mastermind(pegs=4,colors=9)", ("depth", "total"), 34666),
        ("mastermind(pegs=8,colors=3)", ("total", "depth"), 6),
        ("mastermind(pegs=3,colors=19)", ("depth", "total"), 53262),
    ],
)
def test_gaps_are_closed_by_other_records(game: str, objectives: tuple[str, ...], value: int) -> None:
    ours = [each for each in register().records if each.game == game]
    known = known_of(ours, objectives)
    assert known is not None and (known.value, known.bound) == (value, value)
    assert opinion(register(), game, objectives, value).verdict == KNOWN


def test_a_tree_counts_only_behind_what_is_proven() -> None:
    one = register().find("mastermind-3x4.optimal-total")
    deeper = replace(one, values={"depth": 9}, bounds={"depth": 4})
    assert known_of([one, deeper], ("depth",)) == (4, 4, one)
    assert known_of([one, deeper], ("total", "depth")) == (4, 4, one)
    # What is least is not known: so nothing stands behind it.
    open_still = replace(one, bounds={"total": 200})
    assert known_of([open_still], ("total", "depth")) is None
    assert known_of([one], ("lost",)) is None
    assert known_of([one], ("depth", "worst")) is None
    told = known_of([replace(one, values={"depth": 4}, bounds={"depth": 4})], ("depth", "worst"))
    assert told is not None and told.bound == 1


def test_no_variant_contradicts_what_the_usual_rules_prove_of_it() -> None:
    told, tight = register(), 0
    for records in of_each_game():
        bounds = bounds_by_usual_rules(told.records, records[0].game)
        for objective, bound in bounds.items():
            known = known_of(records, (objective,))
            if known is not None:
                assert bound <= known.value, known.record.name
                tight += bound == known.value
    assert tight > 50


def test_gaps_of_variants_are_closed_by_the_usual_rules() -> None:
    told, game = register(), "bulls-and-cows(pegs=5,symbols=8,goal=identify)"
    found = opinion(told, game, ("depth",), 6)
    assert found.verdict == KNOWN and "the least, which is proven" in found.sentence
    assert opinion(told, game, ("depth",), 5).verdict == IMPOSSIBLE
    without = Register([each for each in told.records if "goal=identify" in each.game])
    assert opinion(without, game, ("depth",), 5).verdict != IMPOSSIBLE


@pytest.mark.parametrize("spec", ["mastermind(3,4)", "mastermind(2,5)", "bulls-and-cows(3,5)"])
def test_bounds_by_usual_rules_hold_of_any_tree(spec: str) -> None:
    """Whoever identifies with a tree needs one guess more at most for each secret, and blacks alone tell no more."""

    def found(variant: str, objective: str) -> StrategyData:
        return compile_strategy(f"{spec[:-1]}{variant})", f"optimal({objective})").data

    usual = {objective: record_of(found("", objective), None, None) for objective in ("depth", "total")}
    for variant in (",goal=identify", ",feedback=black"):
        for objective in usual:
            made = found(variant, objective)
            bounds = bounds_by_usual_rules([*usual.values()], made.game.spec)
            figure = made.claims.depth if objective == "depth" else int(made.claims.total)
            assert 0 < bounds[objective] <= figure
