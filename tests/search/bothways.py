"""The compiled search and the search through all trees, made comparable."""

from __future__ import annotations

from collections.abc import Mapping

from strategist import compile_strategy, verify_strategy
from strategist.choosing.heuristics import cells_of
from strategist.choosing.registry import make_strategy
from strategist.choosing.searched import SearchedStrategy, figures_of
from strategist.errors import InfeasibleError
from strategist.files.strategy import StrategyData
from strategist.game import Game, History
from strategist.games.sheet import Reading, make_sheet
from strategist.games.table import Table
from strategist.search.options import Options

Result = tuple[tuple[int, ...], str, str | None, int | None] | str
"""The part of a result that every way of searching must share: the figures of the objectives, bound, objective and
lower bound; or why there is no tree."""


def searched(text: str, game: Game) -> SearchedStrategy:
    """The searched strategy that a string names."""
    strategy = make_strategy(text, game)
    assert isinstance(strategy, SearchedStrategy)
    return strategy


def result(
    strategy: SearchedStrategy, start: History = (), *, plain: bool = False, options: Options | None = None
) -> Result:
    """The result of compiling, after checking that the tree verifies and makes only guesses that are allowed."""
    try:
        data = compile_strategy(strategy.game, strategy, start=start, plain=plain, options=options).data
    except InfeasibleError as error:
        return str(error)
    verification = verify_strategy(data, strategy.max_depth(len(start)))
    assert verification.verified, verification.problems
    check_guesses(data, strategy)
    return figures_of(data.claims, strategy.objectives), data.bound, data.objective, data.lower_bound


def check_guesses(data: StrategyData, strategy: SearchedStrategy) -> None:
    """Check that the first guess is the forced one, and that all others are candidates if only those are allowed."""
    game, tree = strategy.game, data.tree
    opening = None if data.start else strategy.opening
    assert opening is None or tree.guesses[0] == opening
    left = {0: [game.secrets.index(code) for code in game.consistent(data.start)]}
    for slot in range(len(tree)):
        guess = tree.guesses[slot]
        if strategy.candidates_only and (slot > 0 or opening is None):
            assert game.named(game.guesses[guess]) in [game.secrets[secret] for secret in left[slot]]
        cells = cells_of(game, guess, left.pop(slot))
        left |= {child: cells[response] for response, child in tree.branches(slot)}


def table_game(rows: list[list[int]], goal: str, secret_of_row: Mapping[int, int] | None = None) -> Game:
    """The game of answers ``rows[question][secret]``; some rows may be guesses of a secret."""
    secrets = [f"s{index}" for index in range(len(rows[0]))]
    names = [f"q{at}" for at in range(len(rows))]
    for row, secret in (secret_of_row or {}).items():
        names[row] = secrets[secret]
    lines = [[name, *(f"a{answer}" for answer in row)] for name, row in zip(names, rows, strict=True)]
    return Table({"file": "made.csv", "goal": goal}, make_sheet(list(enumerate([["", *secrets], *lines], 1))))


def class_game(rows: list[list[int]], classes: list[int]) -> Game:
    """The game of finding the class of each secret, by answers ``rows[question][secret]``."""
    lines = [["", *(f"s{index}" for index in range(len(classes)))]]
    lines += [[f"q{at}", *(f"a{answer}" for answer in row)] for at, row in enumerate(rows)]
    lines.append(["kind", *(f"k{kind}" for kind in classes)])
    sheet = make_sheet(list(enumerate(lines, 1)), Reading(kind="kind"))
    return Table({"file": "made.csv", "goal": "class", "class": "kind"}, sheet)


def separated(rows: list[list[int]]) -> list[list[int]]:
    """The same answers, with one more question if some two secrets need it to be told apart."""
    together: dict[tuple[int, ...], int] = {}
    last = []
    for column in zip(*rows, strict=True):
        together[column] = together.get(column, -1) + 1
        last.append(together[column])
    return [*rows, last] if any(last) else rows
