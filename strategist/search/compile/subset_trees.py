"""Trees of ``subsets(n)`` with the fewest questions, under lies or of very many numbers: the search by numbers, and the
questions that it means.

The search decides positions of a million numbers. A tree numbers its questions, and has a leaf for every way of
answering, so it can be written for some thirty numbers only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from strategist.choosing.heuristics import Strategy
from strategist.choosing.searched import Feasible, SearchedStrategy
from strategist.common.errors import OutOfTimeError, TooLargeError
from strategist.common.wording import counted
from strategist.games.sets.asked_sets import Subset
from strategist.games.sets.hidden_numbers import AnySubset
from strategist.model.game import Game
from strategist.model.lies.volume import least_questions
from strategist.model.objective import DEPTH
from strategist.model.position import Lies, Position
from strategist.search.compile.grow_plainly import grow_plainly
from strategist.search.lies.by_numbers import ByNumbers, Sizes
from strategist.search.run.objectives import Outcome
from strategist.search.state.options import Options
from strategist.search.state.problem import STOP
from strategist.search.state.start import Start
from strategist.search.tasks.supervise import StopSignal, supervise

_MOST_QUESTIONS = 20
"""A tree with more levels has millions of leaves."""


def sizes_of(game: Game, left: Position) -> Sizes:
    """How many candidates have no lie left, one lie left, and so on.

    >>> from strategist.games.catalog import make_game
    >>> sizes_of(make_game("subsets(8,lies=2)"), Position((), (0, 2, 5), (2, 0, 0)))
    (1, 0, 2)
    """
    return tuple(left.labels.count(game.lies - spare) for spare in range(game.lies + 1))


def question_for(game: AnySubset, left: Position, asked: Sizes) -> Subset:
    """A set that holds so many candidates of each size, the first of them; or its complement among the candidates,
    if the last number were in it, or too many are. Some number that is out stands for a set that holds no candidate.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("subsets(4,lies=1)")
    >>> [question_for(game, Position((), (0, 1, 3), (0, 1, 0)), asked).numbers() for asked in ((1, 1), (0, 2))]
    [[1, 2], [2]]
    """
    chosen: set[int] = set()
    for spare, count in enumerate(asked):
        chosen.update(left.labelled(game.lies - spare)[:count])
    if game.numbers - 1 in chosen if game.most is None else len(chosen) > game.most:
        chosen = set(left.candidates) - chosen
    if not chosen:
        chosen = {next(place for place in range(game.numbers) if place not in left.candidates)}
    return Subset(sum(1 << place for place in chosen))


class _Fewest(Strategy):
    """Asks for a set with which the fewest questions are enough."""

    name = "fewest"
    summary = "the fewest questions"
    parameters = ()
    game: AnySubset

    def __init__(self, game: Game, known: ByNumbers, opening: int | None, depth: int) -> None:
        super().__init__(game, {})
        self.known, self.opening, self.depth = known, opening, depth

    def choose(self, position: Position) -> int:
        """The index of the question."""
        left = Lies(self.game).at(position)
        sizes = sizes_of(self.game, left)
        many = self.known.least(sizes) if self.game.of is None else self.depth - left.answered
        asked = self.known.split(sizes, many)
        assert asked is not None  # the least number is enough
        return self.game.guesses.index(question_for(self.game, left, asked))


@dataclass
class _Standing:
    """What is known so far, for those who watch."""

    bound: int
    """So many questions are needed at least."""
    known: ByNumbers


def search_by_numbers(game: Game, strategy: SearchedStrategy, options: Options, start: Start) -> Outcome:
    """The tree with the fewest questions from a position on, or any within the limit.

    Raises :class:`~strategist.common.errors.InfeasibleError` if none keeps within the strategy's limit (proven),
    :class:`~strategist.common.errors.TooLargeError`, which tells the fewest questions, if the tree cannot be written,
    and :class:`~strategist.common.errors.OutOfTimeError` if the search was stopped.
    """
    assert isinstance(game, AnySubset)
    brake = StopSignal(time_limit=options.time_limit)

    def within(depth: int) -> ByNumbers:
        """What decides whether so many questions are enough, those of the start among them."""
        rest = None if game.of is None else game.of - depth
        return ByNumbers(lambda: bool(brake.shared[STOP]), game.most, rest, game.numbers)

    standing = _Standing(0, within(0))

    def run() -> Outcome:
        return _outcome(game, strategy, start, within, standing)

    def tick() -> None:
        if options.progress is not None:
            nodes = standing.known.nodes
            words = {"objective": DEPTH.name, "best": "-", "bound": standing.bound, "nodes": nodes}
            options.progress(0.0, words)

    try:
        return supervise(run, brake, tick)
    except OutOfTimeError:
        raise OutOfTimeError(
            f"{game.spec}: the search was stopped: at least {counted(standing.bound, 'question')} are needed (proven)"
        ) from None


def _outcome(
    game: AnySubset,
    strategy: SearchedStrategy,
    start: Start,
    within: Callable[[int], ByNumbers],
    standing: _Standing,
) -> Outcome:
    left = Lies(game).left(start.history, start.candidates.tolist())
    assert left is not None  # the candidates agree with the history
    given = len(start.history)
    limit = strategy.max_depth(given)
    opening = None if start.history or Lies(game).ending(left) is not None else strategy.opening
    if opening is None:
        behind, made = [left], 0
    else:
        behind, made = [cell.position for cell in Lies(game).cells(left, opening).values()], 1
    positions = [sizes_of(game, cell) for cell in behind]
    needed = standing.bound = made
    if game.of is None:
        needed = standing.bound = made + max(least_questions(sizes, 2) for sizes in positions)
        for sizes in positions:
            standing.known.warm_up(sizes)
    while True:
        standing.bound = needed
        if limit is not None and needed > limit:
            raise strategy.infeasible(limit, given)
        if game.of is not None:
            # How many questions follow those that count says who is left.
            standing.known = within(given + needed)
        if all(standing.known.within(sizes, needed - made) for sizes in positions):
            break
        needed += 1
    told = f"{counted(needed, 'question')} are needed and enough (proven)"
    try:
        len(game.guesses)
    except TooLargeError as error:
        raise TooLargeError(f"{game.spec}: {told}, but a tree numbers its questions: {error}") from None
    if needed > _MOST_QUESTIONS:
        raise TooLargeError(
            f"{game.spec}: {told}, but the tree would be too large: expected at most {_MOST_QUESTIONS} questions"
        )
    tree = grow_plainly(game, _Fewest(game, standing.known, opening, given + needed), start)
    feasible = isinstance(strategy, Feasible)
    return Outcome(tree, strategy.objective(given), None if feasible else needed, not feasible, standing.known.nodes)
