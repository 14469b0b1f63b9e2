"""Questions about at most k of the numbers, crossed with lies, objectives and threads: beside all strategies."""

from __future__ import annotations

from itertools import product

import pytest
from all_strategies import AllStrategies
from bothways import searched
from certificates import certify
from test_by_numbers import fewest
from verdicts import judged

from strategist import compile_strategy, make_game, verify_strategy
from strategist.choosing.searched import figures_of
from strategist.common.errors import InfeasibleError, SpecError
from strategist.search.lies.by_numbers import ByNumbers
from strategist.search.state.options import Options

SMALL = [(3, 1, 0), (4, 1, 0), (5, 1, 0), (5, 2, 0), (6, 2, 0), (3, 1, 1), (4, 1, 1), (5, 2, 1)]
TRUE = ("depth", "total", "depth,worst", "depth,total", "total,depth")


@pytest.mark.parametrize("most", [1, 2, 3])
def test_by_numbers_finds_what_trying_all_splits_finds(most: int) -> None:
    known = ByNumbers(most=most)
    for sizes in [
        *product(range(4), repeat=2),
        *product(range(3), repeat=3),
        *((count,) for count in range(9)),
        (0, 7),
    ]:
        if 0 < sum(sizes) <= (4 if len(sizes) > 2 else 9):
            assert known.least(sizes) == fewest(sizes, most), sizes


@pytest.mark.parametrize(("numbers", "most", "lies"), SMALL)
def test_each_objective_is_the_best_of_all_strategies(numbers: int, most: int, lies: int) -> None:
    game = make_game(f"subsets({numbers},most={most},lies={lies})")
    for objectives in TRUE if not lies else ("depth", "depth,worst") if (numbers, lies) == (3, 1) else ("depth",):
        strategy = searched(f"optimal({objectives})", game)
        least = AllStrategies(strategy).least_depth() if numbers < 5 and lies else None
        seen = set()
        for options in (Options(), Options(jobs=2), Options(certificate=objectives == "depth")):
            found = compile_strategy(game, strategy, options=options)
            claims = found.data.claims
            figures = figures_of(claims, strategy.objectives, 0, game, 0)
            seen.add(figures)
            assert verify_strategy(found.data).verified
            assert (found.data.bound, found.data.lower_bound, claims.lost) == ("optimal", figures[0], 0)
        plain = compile_strategy(game, strategy, plain=True).data
        seen.add(figures_of(plain.claims, strategy.objectives, 0, game, 0))
        assert len(seen) == 1
        assert least in (None, found.data.claims.depth)


@pytest.mark.parametrize("text", ["subsets(7,most=2)", "subsets(6,most=2,lies=1)", "subsets(5,most=1,lies=2)"])
def test_certificates_are_believed_by_both_checkers(text: str) -> None:
    assert judged(certify(make_game(text), "depth"))


@pytest.mark.parametrize(("text", "depth"), [("subsets(16,most=3,lies=1)", 12), ("subsets(31,most=4,lies=0)", 9)])
def test_trees_and_limits(text: str, depth: int) -> None:
    data = compile_strategy(text, "optimal(depth)").data
    assert (data.claims.depth, data.lower_bound, data.claims.lost) == (depth, depth, 0)
    assert verify_strategy(data).verified
    with pytest.raises(InfeasibleError, match=rf"no strategy guarantees {depth - 1} guesses"):
        compile_strategy(text, f"feasible(max_depth={depth - 1})")


def test_true_answers_as_has_long_been_known() -> None:
    """G. Katona, "Combinatorial search problems", in: A Survey of Combinatorial Theory, North-Holland (1973)."""
    for most in range(1, 12):
        known = ByNumbers(most=most)
        for numbers in range(2 * most + 1, 60):
            asked_one_after_the_other = -(-numbers // most) - 2
            left = numbers - most * asked_one_after_the_other
            assert known.least((numbers,)) == asked_one_after_the_other + (left - 1).bit_length(), (numbers, most)


def test_what_is_about_any_sets_is_refused() -> None:
    with pytest.raises(SpecError, match="need a game of one true answer to each question"):
        compile_strategy("subsets(16,most=3,lies=1)", "optimal(static)")
