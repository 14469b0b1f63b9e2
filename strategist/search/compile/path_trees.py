"""Best trees by the costs of their paths: the search with a clock, and the tree behind it.

Where questions divide the secrets as one likes, at one price, the tree follows from numbers of secrets alone. Elsewhere
a search begins with a tree that takes none, and looks for a better one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import InfeasibleError, OutOfTimeError, TooLargeError
from strategist.games.sets.hidden_numbers import NO, YES, HiddenNumber
from strategist.model.game import Game
from strategist.model.tree import DecisionTree
from strategist.search.compile.searched_trees import best_of_all
from strategist.search.run.objectives import Outcome
from strategist.search.run.paths.certify_paths import certify_paths
from strategist.search.run.paths.path_costs import PathCosts
from strategist.search.run.paths.path_counts import INFINITE, Left, PathCounts
from strategist.search.run.paths.path_positions import MOST_ANSWERS, MOST_SECRETS, PathGround, Place
from strategist.search.run.paths.path_search import Halted, PathSearch
from strategist.search.run.paths.plain_paths import PlainPaths
from strategist.search.state.options import Options
from strategist.search.state.problem import STOP
from strategist.search.state.start import Start
from strategist.search.tasks.supervise import StopSignal, supervise


@dataclass(frozen=True)
class _Node:
    """A position of a tree that is built: a guess, and what each answer that goes on leads to, ascending."""

    guess: int
    mask: int
    below: tuple[Callable[[], _Node], ...] = ()


def _built(game: Game, root: _Node) -> DecisionTree:
    """The tree of some positions, level by level."""
    guesses, masks, level = list[int](), list[int](), [root]
    while level:
        guesses += (each.guess for each in level)
        masks += (each.mask for each in level)
        level = [below() for each in level for below in each.below]
    return DecisionTree(guesses, masks, game.response_count)


def _by_numbers(game: HiddenNumber, counts: PathCounts, candidates: list[int], left: Left | None) -> _Node:
    """The tree of numbers of which the lowest ones may be asked for, as many as one likes."""
    assert left is not None  # a best question has no answer that is used up
    if len(candidates) == 1:
        return _Node(game.announcement(candidates[0]), 1 << game.response_count - 1)
    count = counts.lower_part(len(candidates), left)
    guess = game.guesses.index(game.of_lowest([game.secrets[each] for each in candidates[:count]]))
    parts = {NO: candidates[count:], YES: candidates[:count]}
    below = (partial(_by_numbers, game, counts, part, counts.after(left, answer)) for answer, part in parts.items())
    return _Node(guess, 1 << NO | 1 << YES, tuple(below))


def _by_choice(ground: PathGround, chosen: Callable[[Place], int], place: Place) -> _Node:
    """The tree of the questions that are chosen."""
    announced = ground.announced(place.bits)
    if announced is not None:
        return _Node(announced, 1 << ground.solved)
    question = chosen(place)
    cells = ground.cells(place, question)
    below = tuple(partial(_by_choice, ground, chosen, cell.place) for cell in cells if cell.place is not None)
    return _Node(question, sum(1 << cell.answer for cell in cells), below)


class _Run:
    def __init__(
        self, game: Game, strategy: SearchedStrategy, options: Options, start: Start, brake: StopSignal
    ) -> None:
        self.game, self.strategy, self.options, self.brake = game, strategy, options, brake
        self.made, self.candidates = len(start.history), start.candidates.tolist()
        self.given = [response for _, response in start.history]
        (self.objective,) = strategy.objectives
        self.search: PathSearch | None = None

    def tick(self) -> None:
        """Report the progress."""
        if self.options.progress is not None and (search := self.search) is not None:
            bound = search.look(search.ground.begin).least
            words = {"objective": self.objective, "best": "-", "bound": bound, "nodes": search.nodes}
            self.options.progress(0.0, words)

    def outcome(self) -> Outcome:
        """The best tree, or if the search was stopped, a good one with what is proven."""
        game, count = self.game, len(self.candidates)
        costs = PathCosts.of(game, self.objective)
        counts = PathCounts(game, costs, count, self.given)
        if counts.too_large:
            raise TooLargeError(
                f"{game.spec}: {count} secrets, {len(counts.answers)} answers and limits of {game.limit_text}: "
                "expected fewer for costs of paths"
            )
        if isinstance(game, HiddenNumber) and game.divides and costs.asked is None and costs.weights is None:
            least = self._possible(counts.least(count, counts.begin))
            tree = _built(game, _by_numbers(game, counts, self.candidates, counts.begin))
            return self._told(tree, least, closed=True)
        if count > MOST_SECRETS or count * game.question_count > MOST_ANSWERS:
            raise TooLargeError(
                f"{game.spec}: {count} secrets by {game.question_count} questions: expected at most {MOST_SECRETS} "
                f"secrets and {MOST_ANSWERS} answers for costs of paths"
            )
        ground = PathGround(game, self.objective, self.candidates, self.given)
        self.search = PathSearch(ground, lambda: bool(self.brake.shared[STOP]))
        return self._searched(ground, self.search)

    def _searched(self, ground: PathGround, search: PathSearch) -> Outcome:
        begin, first = ground.begin, search.greedy(ground.begin)
        try:
            least = self._possible(search.solve(begin, search.cost_of(first, begin) if first else INFINITE - 1))
        except Halted:
            later = search.greedy(begin)
            trees = [each for each in (first, later) if each]
            if not trees:
                raise OutOfTimeError(f"{self.game.spec}: the search was stopped before it found a tree") from None
            best = min(trees, key=lambda each: search.cost_of(each, begin))
            tree = _built(self.game, _by_choice(ground, best.__getitem__, begin))
            # Every tree begins with one of these questions.
            least = max(search.look(begin).least, search.ranked(begin)[0][0])
            return self._told(tree, least, closed=False)
        tree = _built(self.game, _by_choice(ground, search.question, begin))
        return self._told(tree, least, closed=True)

    def _possible(self, least: int) -> int:
        """A least cost, if there is one."""
        if least >= INFINITE:
            limits = f" within limit={self.game.limit_text}" if self.game.limits else ""
            raise InfeasibleError(f"{self.game.spec}: no strategy finds every secret{limits} (proven)")
        return least

    def _told(self, tree: DecisionTree, least: int, closed: bool) -> Outcome:
        nodes = len(tree) if self.search is None else self.search.nodes
        found = Outcome(tree, self.strategy.objective(self.made), least, closed, nodes, stopped=not closed)
        if self.options.certificate:
            found.certify = partial(certify_paths, self.game, self.objective, least, self.search)
        return found


def search_paths(game: Game, strategy: SearchedStrategy, options: Options, start: Start) -> Outcome:
    """The tree with the least cost of paths from a position on, or a good one with a bound if the search was stopped.

    Raises :class:`~strategist.common.errors.InfeasibleError` if limits of answers leave no tree, and
    :class:`~strategist.common.errors.TooLargeError`.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("comparisons(100,limit=yes:2)")
    >>> search_paths(game, make_strategy("optimal(depth)", game), Options(), start_of(game)).lower_bound
    14
    """
    brake = StopSignal(time_limit=options.time_limit)
    run = _Run(game, strategy, options, start, brake)
    return supervise(run.outcome, brake, run.tick)


def search_paths_plainly(strategy: SearchedStrategy, start: Start) -> Outcome:
    """The same by the specification."""
    plain = PlainPaths(strategy.game, strategy.objectives[0])
    place = plain.place(start.candidates.tolist(), [response for _, response in start.history])
    if plain.solve(place)[1] is None and not strategy.game.is_pure(place[0]):
        raise InfeasibleError(f"{strategy.game.spec}: no strategy finds every secret (proven)")
    return best_of_all(strategy.game, strategy, start, plain.tree(place))
