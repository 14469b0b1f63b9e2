"""The fewest questions that can be asked all at once: ``optimal(static)`` and ``feasible(static,count=K)``.

Good sets give an upper bound, counting a lower one. Where the game is small enough, branching on pairs closes the gap;
where its pairs do not fit in memory, weights of some of them may. Of a hypercube, columns are looked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations

from strategist.choosing.ratings import cells_of
from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import (
    InfeasibleError,
    MissingLibraryError,
    OutOfTimeError,
    RefutedError,
    TooLargeError,
)
from strategist.common.wording import counted
from strategist.model.game import Game
from strategist.model.objective import STATIC
from strategist.model.tree import DecisionTree
from strategist.search.certify.certify import Certified
from strategist.search.certify.certify_sets import RefutedSet, SetProof, certify_sets
from strategist.search.run.objectives import Outcome
from strategist.search.state.options import Options, Progress
from strategist.search.state.start import Start
from strategist.search.static.branching import Branching, TooManyPairs
from strategist.search.static.exchanging import MOST_STEPS, exchanged_set, greedy_set
from strategist.search.static.hypercube import Hypercube, dimension_of
from strategist.search.static.partitions import Partitions, permutations_of
from strategist.search.static.proving import Proving
from strategist.search.static.weighing import TooLargeToWeigh, Weighing
from strategist.search.tasks.supervise import StopSignal, supervise


class Stopped(Exception):
    """The search was asked to end."""


def search_static(game: Game, strategy: SearchedStrategy, options: Options, start: Start) -> Outcome:
    """The fewest questions from a position on, as a tree.

    Raises :class:`~strategist.common.errors.InfeasibleError` if no questions tell all secrets apart;
    :class:`~strategist.common.errors.RefutedError`, which writes its certificate, if no ``count=`` questions
    do (proven); :class:`~strategist.common.errors.OutOfTimeError` if neither is known of ``count=``.
    """
    brake = StopSignal(time_limit=options.time_limit)
    deadline = None if options.time_limit is None else time.monotonic() + options.time_limit
    run = _Run(game, strategy, start, options, brake, deadline)
    outcome = supervise(run.outcome, brake, lambda: run.tick(options))
    outcome.stopped = run.stopped() and not outcome.closed and bool(strategy.objectives)
    return outcome


class _Run:
    def __init__(
        self,
        game: Game,
        strategy: SearchedStrategy,
        start: Start,
        options: Options,
        brake: StopSignal,
        deadline: float | None,
    ) -> None:
        self.game, self.strategy, self.start = game, strategy, start
        self.options, self.brake, self.deadline = options, brake, deadline
        self.candidates: list[int] = start.candidates.tolist()
        self.wanted = wanted_of(strategy)
        self.best: list[int] | None = None
        self.least = 0
        self.nodes = 0

    def stopped(self) -> bool:
        """Whether the search was asked to end."""
        return self.brake.pulled or (self.deadline is not None and time.monotonic() > self.deadline)

    def tick(self, options: Options) -> None:
        """Report the progress."""
        if options.progress is not None:
            best = "-" if self.best is None else len(self.best)
            words = {"objective": STATIC.name, "best": best, "bound": self.least, "nodes": self.nodes}
            options.progress(0.0, words)

    def outcome(self) -> Outcome:
        """The best set found, as a tree, with what is proven."""
        partitions = Partitions(self.game, self.candidates)
        self.least = counted_bound(partitions)
        self.best = greedy_set(partitions)
        if self.best is None:
            raise InfeasibleError(f"{self.game.spec}: no questions tell all secrets apart (proven)")
        way = self._way(partitions)
        steps = MOST_STEPS if way is None else way.steps
        while len(self.best) > self._enough() and not self.stopped():
            better = exchanged_set(partitions, len(self.best) - 1, self.stopped, steps)
            if better is None:
                break
            self.best = better
        if way is not None:
            self._prove(way)
        return self._told(self.best)

    def _enough(self) -> int:
        """The number of questions below which nothing is looked for."""
        return self.least if self.wanted is None else max(self.least, self.wanted)

    def _way(self, partitions: Partitions) -> Hypercube | Proving | None:
        """How to decide about a number of questions; None if the game is too large."""
        assert self.best is not None
        if self.least >= len(self.best) or self._decided():
            return None
        dimension = dimension_of(partitions)
        if dimension is not None:
            return Hypercube(dimension, self._seconds_left)
        with suppress(TooLargeToWeigh, MissingLibraryError):
            return self._proving(partitions, self._seconds_left)
        return None

    def _proving(self, partitions: Partitions, heed: Callable[[], object]) -> Proving:
        """The search that is tried; ``heed`` is called at each of its nodes.

        Raises :class:`TooLargeToWeigh`, and :class:`~strategist.common.errors.MissingLibraryError` without SciPy.
        """
        whole = len(self.candidates) == len(self.game.secrets)
        moves = permutations_of(self.game, partitions.table) if whole else []
        try:
            return Branching(partitions, [each.secrets for each in moves], heed, self.options.jobs)
        except TooManyPairs:
            return Weighing(partitions, heed)

    def _prove(self, way: Hypercube | Proving) -> None:
        assert self.best is not None
        with suppress(Stopped):
            while self.least < len(self.best) and not self._decided():
                found = way.find(self.least)
                if found is not None:
                    self.best = found
                else:
                    self.least += 1
        self.nodes = way.nodes

    def _certify(self, bound: int, progress: Progress | None = None) -> Certified:
        """The certificate that fewer questions are too few."""
        partitions = Partitions(self.game, self.candidates)

        def prove(heed: Callable[[], object]) -> SetProof:
            if bound <= counted_bound(partitions):
                return SetProof(RefutedSet(0), [], 1)
            try:
                return self._proving(partitions, heed).refute(bound - 1)
            except TooLargeToWeigh:
                raise TooLargeError(f"{self.game.spec}: its pairs of secrets are too many for a certificate") from None

        past = self.start.moves(self.game)
        return certify_sets(self.game, past, self.candidates, bound, prove, self.brake, self.options)

    def _seconds_left(self) -> float | None:
        """The seconds that the search may take; raises :class:`Stopped` if there are none."""
        left = None if self.deadline is None else self.deadline - time.monotonic()
        if self.stopped() or (left is not None and left <= 0):
            raise Stopped
        return left

    def _decided(self) -> bool:
        """Whether it is known if ``count`` questions are enough."""
        assert self.best is not None
        return self.wanted is not None and (len(self.best) <= self.wanted or self.least > self.wanted)

    def _told(self, questions: list[int]) -> Outcome:
        if self.wanted is not None and len(questions) > self.wanted:
            if self.least > self.wanted:
                bound = self.wanted + 1
                raise RefutedError(
                    too_few(self.game, self.wanted), bound, lambda progress: self._certify(bound, progress).whole()
                )
            raise OutOfTimeError(
                f"{self.game.spec}: {counted(len(questions), 'question')} asked all at once were found, and "
                f"{self.least} are needed at least: of {self.wanted} it is not known"
            )
        tree = tree_in_order(self.game, questions, self.candidates)
        closed = self.wanted is None and len(questions) == self.least
        proven = self.least if self.wanted is None else None
        certify = None if proven is None else partial(self._certify, proven)
        return Outcome(tree, self.strategy.objective(), proven, closed, self.nodes, certify=certify)


def wanted_of(strategy: SearchedStrategy) -> int | None:
    """The questions that must be enough; None if as few as possible are wanted."""
    count = strategy.values.get("count")
    return int(count) if isinstance(count, int) else None


def too_few(game: Game, count: int) -> str:
    """What to say where it is proven that so many questions are not enough.

    >>> from strategist.games.catalog import make_game
    >>> print(too_few(make_game("mastermind(2,3)"), 1))
    mastermind(pegs=2,colors=3): no 1 question asked all at once tells all secrets apart (proven)
    """
    verb = "tells" if count == 1 else "tell"
    return f"{game.spec}: no {counted(count, 'question')} asked all at once {verb} all secrets apart (proven)"


def counted_bound(partitions: Partitions) -> int:
    """The questions that are needed at least, because k questions make no more cells than the product of theirs.

    >>> from strategist.games.catalog import make_game
    >>> counted_bound(Partitions(make_game("mastermind(4,6)"), range(1296)))
    3
    """
    needed = int(partitions.classes.max()) + 1
    cells = sorted(partitions.cells().tolist(), reverse=True)
    reached, count = 1, 0
    while reached < needed and count < len(cells):
        reached *= int(cells[count])
        count += 1
    return count


def search_static_plainly(strategy: SearchedStrategy, start: Start) -> Outcome:
    """The fewest questions by trying all sets: the specification of :func:`search_static`."""
    game, candidates = strategy.game, start.candidates.tolist()
    questions = fewest_plainly(game, candidates)
    if questions is None:
        raise InfeasibleError(f"{game.spec}: no questions tell all secrets apart (proven)")
    tree = tree_in_order(game, questions, candidates)
    wanted = wanted_of(strategy)
    if wanted is None:
        return Outcome(tree, strategy.objective(), len(questions), True, len(tree))
    if len(questions) > wanted:
        raise InfeasibleError(too_few(game, wanted))
    return Outcome(tree, None, None, False, len(tree))


def tree_in_order(game: Game, questions: Sequence[int], candidates: Sequence[int]) -> DecisionTree:
    """The tree that asks all questions, whatever is answered, and then names the secret.

    A game that announces what is known ends where it is known, and any game where a question is the secret.

    >>> from strategist.games.catalog import make_game
    >>> tree_in_order(make_game("mastermind(1,3)"), [0, 1], range(3)).histogram()
    [1, 1, 1]
    """
    place = {} if game.announces else {code: index for index, code in enumerate(game.guesses)}
    solved = 1 << (game.response_count - 1)
    guesses: list[int] = []
    masks: list[int] = []
    level = [list(candidates)]
    depth = 0
    while level:
        below = []
        for cell in level:
            if game.announces and game.is_pure(cell):
                guesses.append(game.announcement(cell[0]))
                masks.append(solved)
                continue
            guess = questions[depth] if depth < len(questions) else place[game.secrets[cell[0]]]
            mask = 0
            for response, part in sorted(cells_of(game, guess, cell).items()):
                mask |= 1 << response
                if not game.solved(response):
                    below.append(part)
            guesses.append(guess)
            masks.append(mask)
        level = below
        depth += 1
    return DecisionTree(guesses, masks, game.response_count)


def tells_apart(game: Game, candidates: Sequence[int], questions: Sequence[int]) -> bool:
    """Whether no two candidates of different classes give the same answers to all questions.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3)")
    >>> tells_apart(game, range(3), [0]), tells_apart(game, range(3), [0, 2])
    (False, True)
    """
    seen: dict[tuple[int, ...], int] = {}
    for secret in candidates:
        answers = tuple(game.respond(game.guesses[each], game.secrets[secret]) for each in questions)
        name = secret if game.classes is None else game.classes[secret]
        if seen.setdefault(answers, name) != name:
            return False
    return True


def fewest_plainly(game: Game, candidates: Sequence[int]) -> list[int] | None:
    """The fewest questions by trying all sets, by the rules alone: the first such set in the order of the game, None if
    not even all questions do. It is the specification of the search.

    >>> from strategist.games.catalog import make_game
    >>> fewest_plainly(make_game("mastermind(2,3,feedback=black)"), range(9))
    [0, 1, 3]
    """
    for count in range(game.question_count + 1):
        for questions in combinations(range(game.question_count), count):
            if tells_apart(game, candidates, questions):
                return list(questions)
    return None
