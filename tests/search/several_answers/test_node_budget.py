"""A search for several answers that ends after a number of positions: always the same tree, and a true bound."""

from __future__ import annotations

import pytest
from fixtures.several_tables import several_table

from strategist import compile_strategy, verify_strategy
from strategist.checking.check import check_certificate
from strategist.common.errors import SpecError
from strategist.games.tables.table import Table
from strategist.search.state.options import Options

SEARCH = "optimal(size,expected)"


# With turns, some tables have no tree that loses nothing.
GAMES = [game for number in range(16) if (game := several_table(number, 7, 6)).turns is None]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_bounds_hold_and_grow_with_the_budget(game: Table) -> None:
    best = compile_strategy(game, SEARCH)
    bounds = []
    for nodes in (0, 3, 10**6):
        compiled = compile_strategy(game, SEARCH, options=Options(nodes=nodes, certificate=True))
        data = compiled.data
        assert not data.stopped and verify_strategy(data).verified
        assert data.lower_bound <= best.data.claims.size <= data.claims.size
        assert check_certificate(compiled.prove()).proven
        again = compile_strategy(game, SEARCH, options=Options(nodes=nodes)).data
        assert (again.tree.guesses, again.lower_bound) == (data.tree.guesses, data.lower_bound)
        bounds.append(data.lower_bound)
    assert bounds == sorted(bounds) and bounds[-1] == best.data.claims.size
    assert data.bound == "optimal" and data.tree.guesses == best.data.tree.guesses


def test_other_searches_have_no_budget() -> None:
    with pytest.raises(SpecError, match=r"nodes: expected size among the objectives, got optimal\(total\)"):
        compile_strategy("mastermind(2,3)", "optimal(total)", options=Options(nodes=10))
