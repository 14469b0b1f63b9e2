"""The list of engines: which one carries out what, and that its refusals are made of traits that there are."""

from __future__ import annotations

import pytest

from strategist import Options, make_game, make_rules, make_strategy
from strategist.model.position import Lies, One, Several
from strategist.model.refusals import REFUSED, TRAITS, UNMIXABLE
from strategist.search.compile.engines import ENGINES, plan_of
from strategist.search.compile.refused import OPTIONS, VALUES

WORDS = {*TRAITS, One.name, Several.name, Lies.name}
"""The traits of games."""
OF_REQUESTS = {
    "plain",
    "compiled",
    "behind",
    "unproven",
    "strategy",
    "candidates",
    "averages",
    "keys",
    "unpathed",
    "untotal",
    "unerring",
    "unending",
}
"""The other traits of requests, besides their options and the values of their strategies."""


@pytest.mark.parametrize(
    ("game", "strategy", "more", "name"),
    [
        ("pegswap(2,2)", "optimal", {}, "shortest line"),
        ("mastermind(2,3)", "optimal(static)", {}, "at once"),
        ("mastermind(2,3,lies=1)", "optimal(depth)", {}, "lies"),
        ("subsets(8,lies=1)", "optimal(depth)", {}, "numbers"),
        ("subsets(8,lies=1)", "optimal(depth)", {"options": Options(certificate=True)}, "lies"),
        ("subsets(8,lies=1)", "optimal(depth)", {"plain": True}, "lies"),
        ("subsets(8)", "optimal(depth)", {}, "exact"),
        ("subsets(1000)", "feasible(max_depth=9)", {}, "numbers"),
        ("pools(4)", "optimal(expected)", {}, "pools"),
        ("pools(4)", "optimal(expected)", {"made": 1}, "exact"),
        ("pools(4)", "optimal(expected)", {"whole": False}, "exact"),
        ("pools(4)", "optimal(expected)", {"options": Options(journal="j")}, "exact"),
        ("mastermind(2,3)", "optimal(size)", {}, "keys"),
        ("mastermind(2,3)", "entropy", {}, "kernels of heuristics"),
        ("mastermind(2,3,lies=1)", "entropy", {}, "kernels of positions under lies"),
        ("mastermind(2,3,lies=1)", "first", {}, "calling"),
        ("mastermind(2,3)", "blind", {}, "calling"),
        ('boards("mastermind(1,2)",2)', "optimal(total)", {}, "boards"),
        ('boards("mastermind(1,2)",2)', "minimax", {}, "boards"),
    ],
)
def test_the_first_that_fits(game: str, strategy: str, more: dict[str, object], name: str) -> None:
    made = make_rules(game)
    assert plan_of(made, make_strategy(strategy, made), **more).engine.name == name  # type: ignore[arg-type]


def test_refusals_are_made_of_traits() -> None:
    for refusals in (*REFUSED.values(), UNMIXABLE):
        assert {word for needed in refusals for word in needed.split()} <= WORDS
    for engine in ENGINES:
        told = {word for each in (engine.refuses, engine.unstated) for needed in each for word in needed.split()}
        assert told <= WORDS | OF_REQUESTS | {"unstated", *OPTIONS, *VALUES}, engine.name
        for text in (*engine.refuses.values(), *engine.unstated.values()):
            assert "{" not in text.format(game="G", strategy="S", objective="O")


def test_a_plan_is_refused_in_one_line_before_anything_is_done() -> None:
    game = make_game("mastermind(2,3)")
    plan = plan_of(game, make_strategy("optimal(static)", game), Options(memory=1 << 30))
    assert plan.refusal() == "memory: expected another search than optimal(static)"
    assert plan_of(game, make_strategy("entropy", game)).uncertifiable() == (
        "a certificate is for optimal(total) or optimal(depth) of a game, got entropy of mastermind(pegs=2,colors=3)"
    )
