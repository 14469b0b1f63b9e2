"""How good a tree is: a search for a better one, with a bound for all trees, and the certificate of that bound."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from strategist.common.numbers import write_number
from strategist.files.certificate import Certificate
from strategist.files.strategy import StrategyData
from strategist.games.tables.table import Table
from strategist.model.objective import DEPTH, EXPECTED, SIZE
from strategist.model.tree import Figure
from strategist.model.trees.figures import with_size
from strategist.search.compile.compile import compile_strategy
from strategist.search.state.options import Options

OBJECTIVES = {
    EXPECTED.name: "optimal(expected,size)",
    SIZE.name: "optimal(size,expected)",
    DEPTH.name: "optimal(depth,size)",
}
"""What a proof is for, and the search for it. Only searches with ``size`` end after a number of positions."""
ERROR = "error"
"""What is least in a tree that may err: see :func:`least_error`."""


@dataclass(frozen=True)
class TreeProof:
    """The better of two trees, that of a strategy and that of a search, with what is proven of its first objective.

    ``figure`` is that of the tree and ``bound`` is at most that of any tree: of ``expected`` the questions of a row, or
    their costs, on average; of ``size`` and ``depth`` numbers of questions.
    """

    data: StrategyData
    figure: Fraction
    bound: Fraction
    certificate: Certificate | None
    """None unless it was asked for: to write it may take far longer than the search."""


def prove(game: Table, grown: StrategyData, objective: str, options: Options) -> TreeProof:
    """Search for a better tree than ``grown``, as long as the options say: mostly for a number of positions."""
    compiled = compile_strategy(game, OBJECTIVES[objective], options=options)
    found = compiled.data
    mine = replace(found, tree=grown.tree, claims=with_size(grown.claims, grown.tree))
    # The search has nothing to say about the strategy of the other tree, so that keeps its name.
    best = replace(mine, strategy=grown.strategy) if _figure(mine) < _figure(found) else found
    return TreeProof(
        best,
        Fraction(_figure(best)) * _unit(game, objective),
        Fraction(found.lower_bound or 0) * _unit(game, objective),
        None if compiled.certify is None else compiled.prove(),
    )


def least_error(game: Table, price: Fraction, max_depth: int | None, options: Options) -> TreeProof:
    """Search for the tree of the least error with so much for each question, both as shares of the mass of all rows."""
    limit = "" if max_depth is None else f",max_depth={max_depth}"
    compiled = compile_strategy(game, f"optimal(price={write_number(price)}{limit})", options=options)
    data = compiled.data
    whole = price.denominator * sum(map(game.weight_of, range(len(game.secrets))))
    return TreeProof(
        data,
        Fraction(_figure(data), whole),
        Fraction(data.lower_bound or 0) / whole,
        None if compiled.certify is None else compiled.prove(),
    )


def _figure(data: StrategyData) -> Figure:
    figure = data.bounded_figure
    assert figure is not None  # every objective here has one
    return figure


def _unit(game: Table, objective: str) -> Fraction:
    """What one of the whole numbers of the search is worth."""
    if objective != EXPECTED.name:
        return Fraction(1)
    masses = sum(map(game.weight_of, range(len(game.secrets))))
    return (game.cost_unit if game.costs is not None else Fraction(1)) / masses
