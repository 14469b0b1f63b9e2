"""Best possible trees where answers may be several, and their proofs: lists of objectives, as one or two searches.

Every objective but the depth is a sum over the tree, so a list of them is one search for a vector. A depth that stands
last is one more part of it. Objectives behind a depth need a second search: the depth that was found is then the limit
of questions, and the objectives before it come first again.

What doubles do not decide is decided in fractions (:mod:`~strategist.search.several_answers.plain_several`), and every
tree that is returned has its figures from the rules, in fractions: they must be those that the search has found.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from strategist.choosing.searched import Feasible, SearchedStrategy, figures_of
from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.model.objective import DEPTH, SIZE, TOTAL, needs_masses
from strategist.model.position import Several
from strategist.model.tree import Claims, DecisionTree, Figure, exact
from strategist.model.trees.figures import claims_of, with_size
from strategist.search.certify.certify import Certified, begin_anew
from strategist.search.certify.certify_several import write_several
from strategist.search.kernels.numba.jit import warm_up
from strategist.search.run.objectives import Outcome
from strategist.search.several_answers.plain_several import PlainSeveral
from strategist.search.several_answers.several_arrays import ROW_WORDS, make_memo
from strategist.search.several_answers.several_desks import MOST_BYTES, Found, StagePosition, What
from strategist.search.several_answers.several_game import answers_of, masses_at
from strategist.search.several_answers.several_memo import EXACT, NEVER, move
from strategist.search.several_answers.several_outcome import StageWorth, certify_as_cells, grow_searched
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.several_answers.several_words import residue
from strategist.search.several_answers.sharing.several_run import SeveralRun
from strategist.search.several_answers.solve_several import GREEDY, QUICK
from strategist.search.state.options import Options, Progress
from strategist.search.state.result_log import make_ring
from strategist.search.state.start import Start
from strategist.search.tasks.executor import Crowd
from strategist.search.tasks.supervise import StopSignal, supervise


def search_several(
    game: Game, strategy: SearchedStrategy, options: Options, start: Start, crowd: Crowd | None = None
) -> Outcome:
    """The best tree for a strategy's objectives from a position on; a crowd helps with the proof, if there is one.

    Raises :class:`~strategist.common.errors.InfeasibleError` if no tree keeps within the strategy's restrictions
    (proven), :class:`~strategist.common.errors.ClusterError` if the crowd has failed, and
    :class:`~strategist.common.errors.TooLargeError`.
    """
    brake = StopSignal(time_limit=options.time_limit)
    run = _Run(game, strategy, options, start, brake, crowd=crowd)
    outcome = supervise(run.outcome, brake, run.tick)
    outcome.stopped = brake.pulled and not outcome.closed
    if options.certificate and outcome.lower_bound is not None:
        if needs_masses(game, strategy.objectives[0]):
            outcome.certify = partial(run.certify, outcome.lower_bound)
        else:
            outcome.certify = partial(certify_as_cells, strategy, options, start, run.brake, outcome)
    return outcome


class _Run(SeveralRun):
    def __init__(
        self,
        game: Game,
        strategy: SearchedStrategy,
        options: Options,
        start: Start,
        brake: StopSignal,
        plain: bool = False,
        crowd: Crowd | None = None,
    ) -> None:
        super().__init__(game, strategy, options, start, brake)
        self.plain, self.crowd = plain, crowd
        self.proof: tuple[SeveralStage, StagePosition] | None = None
        """The search for the first objective, and its position at the beginning."""
        self.open_bound: tuple[str, Figure] | None = None
        self.memory = MOST_BYTES if options.memory is None else options.memory // 2

    def certify(self, bound: Figure, progress: Progress | None) -> Certified:
        """The certificate of a bound of the first objective. After a search that was stopped it has as much time again.

        Raises :class:`~strategist.common.errors.OutOfTimeError`.
        """
        assert self.proof is not None  # it has proven the bound
        strategy, (stage, root) = self.strategy, self.proof
        brake = stage.brake = begin_anew(self.brake, self.options.time_limit)
        worth = StageWorth(stage, root, strategy.objectives[0])
        first = None if self.opening < 0 else self.opening
        left, objective = strategy.max_depth(), strategy.objectives[0]
        return write_several(self.game, objective, bound, worth, left, first, brake, progress)

    def outcome(self) -> Outcome:
        """The searches for the list of objectives, one after the other."""
        strategy, game = self.strategy, self.game
        made = len(self.start.history)
        limit = strategy.max_depth(made)
        self.masses = masses_at(game, self.start)
        self.asked = frozenset(question for question, _ in self.start.history)
        self.begin = Several(game).normal(self.masses.items(), self.asked)
        goes_on = Several(game).ending(self.begin.position) is None
        if limit == 0 and goes_on:
            raise strategy.infeasible(0, made)
        begins = not made and goes_on
        self.opening = strategy.opening if begins and strategy.opening is not None else -1
        self.answers = [] if self.plain else answers_of(game)
        with self.journaled(self.header, len(game.secrets)), self.helped(self.crowd, self.header, self.instance):
            return self._lists(limit)

    def _lists(self, limit: int | None) -> Outcome:
        """The searches for the list of objectives, one after the other, within a limit of questions."""
        strategy = self.strategy
        names = list(strategy.objectives)
        at = names.index(DEPTH.name) if DEPTH.name in names else len(names)
        before, behind = names[:at], names[at + 1 :]
        tree, closed, bound = self._search(before, names[:1], limit, 0, deep=at < len(names))
        if closed and behind:
            assert tree is not None  # a search that was closed has one
            depth = self._claims(tree).depth or limit
            late = 0
            if strategy.loses and limit is not None and depth is not None:
                # Beyond the depth, questions are asked in vain: what is left there is lost.
                depth, late = limit, limit - depth
            better, closed, _ = self._search([*before, *behind], names, depth, late, deep=False, proven=len(before))
            tree = better or tree
        self.standing.stage = None
        feasible = isinstance(strategy, Feasible)
        return Outcome(
            tree,
            strategy.objective(len(self.start.history)),
            None if feasible else bound,
            closed and not feasible,
            self.nodes(),
            open_bound=None if closed or feasible else self.open_bound,
        )

    def _search(
        self,
        sums: Sequence[str],
        names: Sequence[str],
        limit: int | None,
        late: int,
        *,
        deep: bool,
        proven: int = 0,
    ) -> tuple[DecisionTree | None, bool, Figure | None]:
        """The best tree of one search, whether it was closed, and a lower bound of the first objective. ``proven`` of
        the objectives were proven before, and a depth behind them."""
        if self.plain:
            return self._decide(None, sums, names, limit, late, deep)
        nodes = self.options.nodes
        stage = SeveralStage(
            self.game,
            self.answers,
            What(tuple(sums), deep, limit, late),
            brake=self.brake,
            memory=self.memory,
            # Of a cluster, they are the threads of each process. A number of positions is the same on every machine
            # where one thread counts them.
            jobs=self.options.jobs if self.executor is None and nodes is None else 1,
            elsewhere=None if self.executor is None else self.elsewhere,
            recorded=None if self.journal is None else self.recorded,
            nodes=None if nodes is None else max(0, nodes - self.standing.nodes),
        )
        with self.recorded(stage):
            return self._staged(stage, sums, names, limit, late, deep, proven)

    def _staged(
        self,
        stage: SeveralStage,
        sums: Sequence[str],
        names: Sequence[str],
        limit: int | None,
        late: int,
        deep: bool,
        proven: int,
    ) -> tuple[DecisionTree | None, bool, Figure | None]:
        """What :meth:`_search` returns, by a search that is ready."""
        strategy, made = self.strategy, len(self.start.history)
        self.standing.objective, self.standing.stage = (names[0] if names else None), stage
        root = stage.start(self.masses, self.asked, limit or 0)
        if self.proof is None:
            # Where a search for the first objective alone goes before, it has fewer positions.
            self.proof = stage.part or stage, root
        opening = self.opening
        kind = stage.run(root, opening)
        if kind == NEVER:
            raise strategy.infeasible(limit if limit is not None else len(self.masses), made)
        closed = kind == EXACT
        if closed and stage.unsure:
            return self._decide(stage, sums, names, limit, late, deep)
        # The desk is used again for the tree.
        least = None if closed else stage.least_open()
        with self.brake.held_open():
            tree = self._tree(stage, root, opening, closed)
        self.standing.nodes += stage.nodes
        first = names[0] if names else None
        if tree is None:
            bound = None if first is None or least is None else self._bound(stage, stage.rounded(least), first)
            return None, False, bound
        claims = self._claims(tree)
        if least is None:
            self._compare(stage, claims, sums, deep, limit)
            return tree, True, None if first is None else figures_of(claims, [first], limit or 0)[0]
        if first is None:
            return tree, False, None
        self._note_open(stage, least, [*sums, *([DEPTH.name] if deep else [])], proven, claims, limit)
        figure = figures_of(claims, [first], limit or 0)[0]
        return tree, False, min(self._bound(stage, stage.rounded(least), first), figure)

    def _note_open(
        self,
        stage: SeveralStage,
        least: Found,
        objectives: Sequence[str],
        proven: int,
        claims: Claims,
        limit: int | None,
    ) -> None:
        """Note what is proven of the first objective that is open, if others before it are known: ``proven`` of them,
        and those whose bounds are the figures of the tree."""
        figures = figures_of(claims, objectives, limit or 0)
        same = 0
        for name, figure, bound in zip(objectives, figures, least.residues, strict=False):
            if residue(Fraction(figure) / self._unit(stage, name)) != bound:
                break
            same += 1
        at = min(max(proven, same), len(objectives) - 1)
        # Bounds of later parts hold for trees that have the least of the parts before.
        found = least if same >= at else stage.counted
        name = objectives[at]
        # Where secrets may be lost, bounds count lost secrets, too.
        if name != self.strategy.objectives[0] and not self.strategy.loses:
            self.open_bound = name, min(self._bound(stage, stage.rounded(found, at), name), figures[at])

    def _unit(self, stage: SeveralStage, name: str) -> Fraction:
        """What the search takes for 1 of an objective."""
        return Fraction(1) if name in (SIZE.name, DEPTH.name) else stage.unit(self.masses)

    def _decide(
        self,
        stage: SeveralStage | None,
        sums: Sequence[str],
        names: Sequence[str],
        limit: int | None,
        late: int,
        deep: bool,
    ) -> tuple[DecisionTree | None, bool, Figure | None]:
        """What :meth:`_search` returns, in fractions alone: doubles were too close."""
        plain = PlainSeveral(
            self.game,
            sums,
            deep=deep,
            limited=limit is not None,
            late=late,
            stopped=lambda: self.brake.stopped,
        )
        opening, begin = self.opening, self.begin
        first = names[0] if names else None
        try:
            cost = (
                plain.start(begin.position, limit or 0, opening)
                if opening >= 0
                else plain.cost(begin.position, limit or 0)
            )
            if cost is None:
                most = limit if limit is not None else len(self.masses)
                raise self.strategy.infeasible(most, len(self.start.history))
            tree = plain.tree(begin.position, limit or 0, opening)
        except TimeoutError:
            assert stage is not None  # nothing else stops
            with self.brake.held_open():
                root = stage.start(self.masses, self.asked, limit or 0)
                rough = grow_searched(stage, root, opening)
            if rough is None or first is None:
                return rough, False, None
            assert stage.best is not None  # the search was closed
            least = stage.best.sums[0] * (1.0 - 8.0 * stage.arrays.error) if sums else float(stage.best.depth)
            figure = figures_of(self._claims(rough), [first], limit or 0)[0]
            return rough, False, min(self._bound(stage, least, first), figure)
        claims = self._claims(tree)
        return tree, True, None if first is None else figures_of(claims, [first], limit or 0)[0]

    def _tree(self, stage: SeveralStage, root: StagePosition, opening: int, closed: bool) -> DecisionTree | None:
        if closed:
            return grow_searched(stage, root, opening)
        if stage.best is None:
            return None
        if stage.opening >= 0:
            return grow_searched(stage, root, stage.opening, QUICK)
        if stage.part is not None and stage.part.best is not None:
            return self._tree(stage.part, root, opening, stage.part.closed)
        return grow_searched(stage, root, opening, GREEDY)

    def _claims(self, tree: DecisionTree) -> Claims:
        claims = claims_of(self.game, tree, list(self.masses), self.start.history)
        return with_size(claims, tree)

    def _compare(
        self,
        stage: SeveralStage,
        claims: Claims,
        sums: Sequence[str],
        deep: bool,
        limit: int | None,
    ) -> None:
        """Raise :class:`RuntimeError` if a tree has other figures than the search has found."""
        best = stage.best
        assert best is not None  # the search was closed
        figures = figures_of(claims, [*sums, *([DEPTH.name] if deep else [])], limit or 0)
        for name, figure, found in zip(sums, figures, best.residues, strict=False):
            if residue(Fraction(figure) / self._unit(stage, name)) != found:
                raise RuntimeError(
                    f"the tree costs {figure}, the search said otherwise: this is a bug, please report it"
                )
        if deep and figures[-1] != max(0, best.depth):
            raise RuntimeError(f"the tree has depth {figures[-1]}, the search said {best.depth}: please report it")

    def _bound(self, stage: SeveralStage, least_open: float, name: str) -> Figure:
        """What is proven of an objective by a search that was stopped."""
        least = Fraction(least_open)
        if name not in (SIZE.name, DEPTH.name) and stage.arrays.scaled:
            # Rounded down to a fraction that people can read.
            least = Fraction(math.floor(least * self._unit(stage, name) * 1000), 1000)
        else:
            least = Fraction(math.ceil(least - Fraction(1, 10**6)))
        return exact(max(Fraction(0), least))


def warm_up_several(recalls: bool = False) -> None:
    """Compile the kernels by searching a small game; those that recall what is proven, if a search ``recalls`` what
    others have proven."""
    small = make_game("mastermind(1,3,goal=identify)")

    def run() -> None:
        brake = StopSignal()
        stage = SeveralStage(small, answers_of(small), What((TOTAL.name,)), brake=brake, memory=0)
        root = stage.start(dict.fromkeys(range(len(small.secrets)), Fraction(1)), frozenset(), 0)
        stage.run(root)
        grow_searched(stage, root)
        move(stage.memo, make_memo(1, 8))
        if recalls:
            stage.recalled([make_ring(0, ROW_WORDS)], 0)

    warm_up(f"keys-{recalls}", run, aided=True)


def search_several_plainly(strategy: SearchedStrategy, start: Start) -> Outcome:
    """What :func:`search_several` returns, in fractions alone and without kernels."""
    game = strategy.game
    brake = StopSignal()
    return _Run(game, strategy, Options(), start, brake, plain=True).outcome()
