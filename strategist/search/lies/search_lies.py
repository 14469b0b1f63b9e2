"""Best possible trees where answers may be false, and their proofs: ``optimal(depth)``, ``optimal(depth,worst)`` and
``feasible``.

The depth is decided number by number, from what counting proves upwards. A tree of a heuristic that needs no more than
is proven is a best possible one, so a search often has to refute only.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.heuristics import Minimax
from strategist.choosing.searched import Optimal, SearchedStrategy
from strategist.model.game import Game
from strategist.model.objective import DEPTH, WORST
from strategist.model.position import Position, kind_of
from strategist.model.spec import Value
from strategist.model.tree import Claims, DecisionTree
from strategist.search.adapters.registry import kind_of_source
from strategist.search.growing.grown_claims import latest_claims
from strategist.search.growing.lies_growth import LiesGrower
from strategist.search.growing.lies_tables import grows_lies, tiny_game
from strategist.search.kernels.growth.lies_choice import Cells, LiesAsked
from strategist.search.kernels.numba.jit import control_cells, warm_up
from strategist.search.lies.depth_prover import MOST_SLOTS, Exhausted, Prover, ProverPosition, Stopped
from strategist.search.lies.hard_few import has_hard_few
from strategist.search.lies.plain_lies import Late, PlainLies
from strategist.search.lies.refuted_cells import Refuted
from strategist.search.run.objectives import Outcome, certifier_of_lies
from strategist.search.state.options import Options
from strategist.search.state.start import Start, start_of
from strategist.search.tasks.supervise import StopSignal, supervise

_WIDTHS = (1, 2, 4, 8)
"""How many questions are tried at each position, before all are."""
_POSITIONS = 1 << 15
"""The positions that a search with one of these widths may look at."""
_POSITIONS_OF_ROWS = 1 << 18
"""The same where rows hold a falsehood each: there are more answers, and most positions are small."""
_MOST_UNFOLDED = 1 << 21
"""A tree of more slots than that shares them."""


class Known(NamedTuple):
    """A tree that was found without a proof, and its figures."""

    tree: DecisionTree
    claims: Claims


def warm_up_lies(game: Game) -> None:
    """Compile the kernels for this kind of game, by a search of a small one."""

    def run() -> None:
        small = tiny_game(game)
        search_lies(small, Optimal(small, {"objectives": DEPTH.name}), Options(), start_of(small))

    warm_up(f"lies-{kind_of_source(game)}", run)


def begin_of(game: Game, start: Start) -> Position:
    """The candidates where a search starts."""
    left = kind_of(game).left(start.history, start.candidates.tolist())
    assert left is not None  # a start has candidates
    return left


def search_lies(
    game: Game, strategy: SearchedStrategy, options: Options, start: Start, known: Known | None = None
) -> Outcome:
    """The best tree for a strategy's objectives from a position on. ``known`` is a tree to begin with.

    Raises :class:`~strategist.common.errors.InfeasibleError` if no tree keeps within the strategy's restrictions
    (proven), and :class:`~strategist.common.errors.TooLargeError`.
    """
    brake = StopSignal(time_limit=options.time_limit)
    run = _Run(game, strategy, options, start, brake, known)
    outcome = supervise(run.outcome, brake, run.tick)
    outcome.stopped = brake.pulled and not outcome.closed
    if options.certificate and outcome.lower_bound is not None:
        assert run.prover is not None  # the search has run
        place = run.prover.place_of(run.left)
        refuted = Refuted(run.prover, place, run.least - 1, run.whole, start.moves(game))
        outcome.certify = certifier_of_lies(refuted, brake, options)
    return outcome


class _Run:
    def __init__(
        self,
        game: Game,
        strategy: SearchedStrategy,
        options: Options,
        start: Start,
        brake: StopSignal,
        known: Known | None,
    ) -> None:
        self.game, self.strategy, self.options, self.brake, self.known = game, strategy, options, brake, known
        self.start = start
        self.claims: Claims | None = None
        """The figures of the tree, where they were worked out with it."""
        self.left = begin_of(game, start)
        self.made = len(start.history)
        self.opening = strategy.opening if not self.made and kind_of(game).ending(self.left) is None else None
        self.whole = not self.made and len(self.left) == len(game.secrets)
        """Whether the symmetries of the game hold at the beginning."""
        self.prover: Prover | None = None
        self.least = 0
        """The questions that are needed at least, as far as that is proven."""

    def tick(self) -> None:
        """Report the progress."""
        if self.options.progress is None or self.prover is None:
            return
        best = "-" if self.known is None else self.known.claims.depth
        words = {"objective": DEPTH.name, "best": best, "bound": self.least, "nodes": self.prover.nodes}
        self.options.progress(0.0, words)

    def outcome(self) -> Outcome:
        """The search for the depth, and then for the fewest secrets that need it."""
        limit = self.strategy.max_depth(self.made)
        self.prover = Prover(self.game, self.brake, self.options.memory, self.options.jobs)
        place = self.prover.place_of(self.left)
        tree: DecisionTree | None
        try:
            tree, closed = self._found(self.prover, place, limit)
        except Stopped:
            tree, closed = self._known_within(limit), False
        objectives = self.strategy.objectives
        if closed and WORST.name in objectives:
            self.claims = None
            tree = _tree_of_few_late(PlainLies(self.game), self.left, self.least, self.opening)
        bound = self.least if objectives else None
        if tree is None or (self.known is not None and tree is self.known.tree):
            self.claims = None if self.known is None else self.known.claims
        return Outcome(tree, self.strategy.objective(self.made), bound, closed, self.prover.nodes, claims=self.claims)

    def _found(self, prover: Prover, place: ProverPosition, limit: int | None) -> tuple[DecisionTree, bool]:
        """The tree of the least depth, or any within ``limit`` where nothing is minimized."""
        if not self.strategy.objectives:
            assert limit is not None  # feasible has a limit
            known = self._known_within(limit)
            return (self._tree_within(prover, place, limit) if known is None else known), True
        while True:
            if limit is not None and self.least > limit:
                raise self.strategy.infeasible(limit, self.made)
            if self.known is not None and self.known.claims.depth <= self.least:
                return self.known.tree, True
            tree = self._resolved(prover, place, self.least)
            if tree is not None:
                return tree, True
            self.least += 1

    def _tree_within(self, prover: Prover, place: ProverPosition, limit: int) -> DecisionTree:
        tree = self._resolved(prover, place, limit)
        if tree is None:
            raise self.strategy.infeasible(limit, self.made)
        return tree

    def _resolved(self, prover: Prover, place: ProverPosition, questions: int) -> DecisionTree | None:
        """A tree within so many questions, if there is one."""
        prover.room_for(questions)
        if self.opening is None and prover.is_resolved(place):
            return prover.tree(place, questions, None)
        # A tree is often found among the questions that look best, and never refuted among them.
        firsts = prover.firsts(() if self.whole else None, self.opening)
        if prover.out_of_reach(place, questions) or has_hard_few(prover, place, questions, firsts):
            return None
        for width in (*_WIDTHS, 0):
            prover.narrow(width, _POSITIONS_OF_ROWS if self.game.fibs else _POSITIONS)
            with suppress(Exhausted):
                opening = prover.opening(place, questions, self.whole, self.opening)
                if opening is None:
                    continue
                if not self.game.fibs or not grows_lies(self.game, Minimax(self.game, {})):
                    return prover.tree(place, questions, opening)
                tree, self.claims = proven_tree(prover, questions, opening, self.start)
                return tree
        return None

    def _known_within(self, limit: int | None) -> DecisionTree | None:
        if self.known is None or (limit is not None and self.known.claims.depth > limit):
            return None
        return self.known.tree


def search_lies_plainly(strategy: SearchedStrategy, start: Start, known: PlainLies | None = None) -> Outcome:
    """The best tree by trying everything: the specification of :func:`search_lies`."""
    game = strategy.game
    plain, left, made = known or PlainLies(game), begin_of(game, start), len(start.history)
    limit = strategy.max_depth(made)
    opening = strategy.opening if not made and kind_of(game).ending(left) is None else None

    def resolved(questions: int) -> bool:
        if opening is None:
            return plain.within(left, questions)
        return questions > 0 and plain.resolves(left, questions, opening)

    depth = limit if limit is not None and not strategy.objectives else 0
    while not resolved(depth):
        depth = plain.bound = depth + 1
        if limit is not None and depth > limit:
            raise strategy.infeasible(limit, made)
    if WORST.name in strategy.objectives:
        tree = _tree_of_few_late(plain, left, depth, opening)
    else:
        tree = plain.tree(left, depth, opening=opening)
    bound = depth if strategy.objectives else None
    return Outcome(tree, strategy.objective(made), bound, True, len(tree))


def _tree_of_few_late(plain: PlainLies, left: Position, depth: int, opening: int | None) -> DecisionTree:
    """The tree within ``depth`` questions in which the fewest secrets can need all of them."""
    if opening is not None:
        sets: Sequence[Late] = list(plain.late_behind(left, depth, opening))
    else:
        sets = list(plain.late(left, depth))
    return plain.tree(left, depth, min(sets, key=len), opening)


class _Grower(LiesGrower):
    """Grows the positions of a tree that resolves the start within so many questions, level by level, each of a level
    once.

    Where rows hold a falsehood each, one position is reached in so many ways that a tree with a slot for each of them
    would be far too large. A position that stands on several levels is another one on each, because fewer questions are
    left there.
    """

    def __init__(self, prover: Prover, questions: int, opening: int) -> None:
        game = prover.game
        first: dict[str, Value] = {"first": game.format_code(game.guesses[opening])}
        super().__init__(game, Minimax(game, first), control_cells(), 1, MOST_SLOTS)
        self._prover, self._questions, self._named = prover, questions, -1

    def _choose(self, level: LiesAsked) -> NDArray[np.int32]:
        chosen = np.empty(len(level.begins) - 1, dtype=np.int32)
        self._prover.choose_each(self._questions - self.made, level, chosen)
        return chosen

    def _number(self, behind: Cells) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
        if self.made != self._named:
            self._forget_names()
            self._named = self.made
        return super()._number(behind)


def proven_tree(prover: Prover, questions: int, opening: int, start: Start) -> tuple[DecisionTree, Claims]:
    """A tree that resolves a start within so many questions, beginning with a question of which that is proven, and its
    figures.

    Raises :class:`~strategist.search.lies.depth_prover.Stopped`, and
    :class:`~strategist.common.errors.TooLargeError` for too many positions.
    """
    game = prover.game
    grower = _Grower(prover, questions, opening)
    found = grower.grow(start)
    return grower.unfolded(found, _MOST_UNFOLDED), latest_claims(game, found)
