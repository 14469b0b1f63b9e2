"""Best trees by a price: rounds of deeper and deeper trees, the proof, and what is returned.

The first rounds allow two and three questions on a way, and are over soon. Their trees are good ones to begin with, and
what they cost is a budget that prunes the last round, which allows all.
"""

from __future__ import annotations

from array import array
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.searched import Optimal, SearchedStrategy, figures_of
from strategist.games.tables.contents import BY_CLASS, Sheet
from strategist.games.tables.table import Table as TableGame
from strategist.model.game import Game
from strategist.model.goal import CLASS
from strategist.model.objective import price_of
from strategist.model.tree import DecisionTree
from strategist.model.trees.figures import claims_of, with_size
from strategist.search.certify.certify import Certified, begin_anew
from strategist.search.certify.certify_several import write_several
from strategist.search.kernels.numba.jit import warm_up
from strategist.search.run.objectives import Outcome
from strategist.search.several_answers.priced.plain_priced import best_by_price
from strategist.search.several_answers.priced.priced_counts import ENDLESS
from strategist.search.several_answers.priced.priced_rows import table_of
from strategist.search.several_answers.priced.priced_search import PricedSearch, PricedWorth
from strategist.search.state.options import Options, Progress
from strategist.search.state.start import Start
from strategist.search.tasks.supervise import StopSignal, supervise

_ROUNDS = (2, 3, 4)
"""The questions on a way of the first trees."""


class _Run:
    """One search for a strategy from a position on."""

    def __init__(
        self, game: Game, strategy: SearchedStrategy, options: Options, start: Start, told: NDArray[Any]
    ) -> None:
        self.game, self.strategy, self.options, self.start = game, strategy, options, start
        self.brake = StopSignal(time_limit=options.time_limit)
        (self.objective,) = strategy.objectives
        price = price_of(self.objective)
        assert price is not None  # the engine fits
        self.made = len(start.history)
        self.limit = strategy.max_depth(self.made)
        self.search = PricedSearch(game, table_of(game, start.candidates, told, price), self.brake)
        self.best: int | None = None
        self.bound = 0

    def words(self) -> None:
        """Tell those who watch how far the search is."""
        if self.options.progress is not None:
            told = {"objective": self.objective, "best": "-" if self.best is None else self.best, "bound": self.bound}
            self.options.progress(0.0, {**told, "nodes": self.search.examined})

    def outcome(self) -> Outcome:
        """The rounds, one after the other."""
        search, limit, first = self.search, self.limit, None
        if self.strategy.opening is not None and not self.made:
            first = self._place_of(self.strategy.opening)
        tree: DecisionTree | None = None
        closed = False
        search.up_to(None)
        rounds = [each for each in _ROUNDS if each < search.rows.levels and (limit is None or each < limit)]
        for left in [*rounds, limit]:
            if left is limit and self.options.nodes is not None:
                search.up_to(search.examined + self.options.nodes)
            if first is None:
                found = search.cost(search.everything, left, ENDLESS if self.best is None else self.best)
            else:
                found = search.first_cost(first, left)
            if left is limit:
                self.bound = found if self.best is None else min(found, self.best)
                closed = not search.halted or self.bound == self.best
            if search.halted:
                break
            if self.best is None or found < self.best:
                with self.brake.held_open():
                    tree, self.best = search.tree(left, first), found
        if tree is None:
            with self.brake.held_open():
                search.up_to(None)
                tree = search.tree(0 if first is None else 1, first)
        return self._outcome(tree, closed)

    def _place_of(self, question: int) -> int:
        """The place of a question that is to be asked first; it tells something."""
        (places,) = np.nonzero(self.search.table.questions == question)
        if not len(places) or self.limit == 0:
            raise self.strategy.infeasible(0, self.made)
        return int(places[0])

    def _outcome(self, tree: DecisionTree, closed: bool) -> Outcome:
        claims = with_size(claims_of(self.game, tree, self.start.candidates, self.start.history), tree)
        (figure,) = figures_of(claims, self.strategy.objectives, 0, self.game, self.made)
        if self.best is not None and figure != self.best:
            raise RuntimeError(f"the tree costs {figure}, the search said {self.best}: please report this bug")
        bound = figure if closed else min(self.bound, figure)
        name = self.strategy.objective(self.made)
        found = Outcome(tree, name, bound, closed, self.search.examined, self.brake.pulled and not closed)
        found.claims = claims
        if self.options.certificate:
            found.certify = partial(self.certify, bound)
        return found

    def certify(self, bound: int, progress: Progress | None) -> Certified:
        """The certificate of a bound. After a search that was stopped it has as much time again."""
        brake = self.search.brake = begin_anew(self.brake, self.options.time_limit)
        self.search.up_to(None)
        worth, first = PricedWorth(self.search, self.limit), self.strategy.opening
        return write_several(self.game, self.objective, bound, worth, self.limit, first, brake, progress)


def search_priced(
    game: Game, strategy: SearchedStrategy, options: Options, start: Start, told: NDArray[Any]
) -> Outcome:
    """The best tree for a price from a position on, with its figures and the proven bound. The responses of the
    candidates are ``told``, in a row for each question.

    Raises :class:`~strategist.common.errors.TooLargeError`.
    """
    run = _Run(game, strategy, options, start, told)
    return supervise(run.outcome, run.brake, run.words)


def search_priced_plainly(strategy: SearchedStrategy, start: Start) -> DecisionTree:
    """The best tree by the rules alone, without kernels."""
    made = len(start.history)
    (objective,) = strategy.objectives
    first = None if made else strategy.opening
    return best_by_price(strategy.game, objective, tuple(start.candidates.tolist()), strategy.max_depth(made), first)


def warm_up_priced() -> None:
    """Compile the kernels by searching a small table."""
    lines = [[0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 1, 1, 0, 0, 1, 1], [0, 1, 0, 1, 0, 1, 0, 1]]
    names = list("abcdefgh")
    rows = [array("H", line) for line in lines]
    sheet = Sheet(names, ["x", "y", "z"], ["0", "1"], rows, classes=list("01101001"))
    game = TableGame({"file": "parity", "goal": CLASS.name, BY_CLASS: "odd"}, sheet)

    def run() -> None:
        strategy = Optimal(game, {"price": "0.01"})
        start = Start((), np.arange(len(names), dtype=np.int32))
        _Run(game, strategy, Options(), start, np.array(lines)).outcome()

    warm_up("priced", run)
