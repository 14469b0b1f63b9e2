"""The rules of V with values that a search finds: the positions of a game as arrays, for reviews.

The specification of each rule stands in :mod:`strategist.choosing.plain_values`.
"""

from __future__ import annotations

import copy
import math
from abc import ABC, abstractmethod
from fractions import Fraction
from functools import partial

from strategist.choosing.heuristics import Strategy
from strategist.choosing.luck_and_skill import worth_of
from strategist.choosing.plain_values import by_heuristic, cheapest_question, estimate, least
from strategist.choosing.registry import make_strategy
from strategist.choosing.searched import Optimal
from strategist.common.errors import InfeasibleError, OutOfTimeError, SpecError
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.objective import EXPECTED
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Figure
from strategist.model.trees.figures import claims_of
from strategist.search.advice.comparing import can_rank
from strategist.search.advice.ranking import rank
from strategist.search.advice.valuing.valued_positions import Positions, positions_of
from strategist.search.compile.compile import compile_from, start_for
from strategist.search.growing.growing import grow_tree
from strategist.search.growing.plans import by_kernel, ground_of, may_divide, warm_up_for
from strategist.search.kernels.growth.slots import Grown, tree_of
from strategist.search.kernels.numba.jit import control_cells, run_kernel
from strategist.search.kernels.numba.stopwatch import Stopwatch
from strategist.search.state.options import Options
from strategist.search.state.start import Start

_SOLVED_A_SECOND = 1 << 23
"""Pairs of a question and a candidate up to which a search may come to its end in a second; with more, none begins."""
BESIDE = 10
"""The most guesses that are compared with the one that was made, beside the heuristic's own."""
_BESIDE_PAIRS = 1 << 25
_BESIDE_ESTIMATED = 1 << 23
"""Candidates that they may have with an estimate, where nothing is grown."""
_DIVIDED_PAIRS = 1 << 22
"""Pairs from which on the threads divide the tree of a position among them."""
_FEW_PAIRS = 1 << 10
"""Pairs of a game with turns that is solved by trying everything."""
RANKED_BY = "entropy"

Found = tuple[int, Fraction]


class Located(ABC):
    """The positions of a game as arrays, with values by one rule; see
    :class:`~strategist.choosing.luck_and_skill.Valued`."""

    draws = False
    """Whether what was guessed before counts, even where it restricts nothing."""

    def __init__(self, game: Game, positions: Positions | None = None) -> None:
        self.game = game
        self.positions = positions_of(game) if positions is None else positions
        self._known: dict[object, Fraction] = {}

    def split(self, position: Start, guess: int) -> dict[int, Start]:
        """The positions behind a guess, by ascending response."""
        return self.positions.split(position, guess)

    def known(self, position: Start) -> bool:
        """Whether play ends although no guess was right."""
        return self.positions.known(position)

    def mass(self, position: Start) -> Figure:
        """The weights of the candidates, each times the chance of its answers so far."""
        return self.positions.mass(position)

    def value(self, position: Start) -> Fraction:
        """V of a position where play goes on, computed once for each position."""
        key = self._key(position)
        if key not in self._known:
            self._known[key] = self._value(position)
        return self._known[key]

    def _key(self, position: Start) -> object:
        """What the value of a position depends on: what is left, and what counts of the guesses before."""
        past = position.history if self.game.restricts or self.draws else len(position.history)
        return self.positions.key(position), past

    @abstractmethod
    def _value(self, position: Start) -> Fraction:
        """V where play goes on."""

    def worth(self, position: Start, guess: int) -> Fraction:
        """Q of a guess: :func:`~strategist.choosing.luck_and_skill.worth_of`."""
        return worth_of(self, position, guess)

    @abstractmethod
    def best(self, position: Start, guess: int) -> Found:
        """The best guess that is known, and its worth; beside ``guess``, the one that was made."""

    def _beside(self, position: Start, count: int) -> list[Found]:
        """The best guesses by a first ranking, with their worths."""
        return [(other, self.worth(position, other)) for other in ranked(self.game, position, count)]


def ranked(game: Game, position: Start, count: int) -> list[int]:
    """The best guesses by a first ranking."""
    if count <= 0 or not can_rank(make_strategy(RANKED_BY, game)):
        return []
    return [game.guesses.index(row.code) for row in rank(game, position.moves(game), top=count, seconds=0).best]


class Heuristically(Located):
    """Values from the trees of a heuristic, each of which is grown once, by ``jobs`` threads."""

    pairs = _BESIDE_PAIRS
    """Pairs of a question and a candidate that the trees behind the guesses beside the one that was made may take."""

    def __init__(self, game: Game, strategy: Strategy, jobs: int = 1) -> None:
        super().__init__(game)
        self._strategy = strategy
        self._jobs = jobs
        self.draws = strategy.draws
        self._at: Start | None = None
        self._trees: dict[object, Found] = {}
        if by_kernel(game, strategy):
            warm_up_for(game, may_divide(game, jobs))

    def _value(self, position: Start) -> Fraction:
        few = self.positions.of_few(position)
        return self._tree(position)[1] if few is None else few

    def best(self, position: Start, guess: int) -> Found:
        """The best of the heuristic's own guess and some guesses of a first ranking, and its worth."""
        pairs = len(position.candidates) * self.game.question_count
        found = [self._tree(position), *self._beside(position, min(BESIDE, self.pairs // pairs))]
        return min(found, key=lambda each: each[1])

    def worth(self, position: Start, guess: int) -> Fraction:
        """Q of a guess, from the heuristic's tree that begins with it where a kernel grows the tree."""
        if len(position.candidates) == 1 or not by_kernel(self.game, self._strategy):
            return worth_of(self, position, guess)
        return self._tree(position, guess)[1]

    def _tree(self, position: Start, opening: int | None = None) -> Found:
        """What the heuristic guesses, or is made to guess once, and what its tree takes."""
        key = self._key(position), opening
        if key not in self._trees:
            self._trees[key] = self._found(position, opening)
        return self._trees[key]

    def _found(self, position: Start, opening: int | None) -> Found:
        game, strategy = self.game, self._strategy
        if by_kernel(game, strategy):
            tree = self._grown(position, opening)
            claims = claims_of(game, tree, position.candidates)
        else:
            data = compile_from(game, strategy, position, options=Options(self._jobs)).data
            tree, claims = data.tree, data.claims
        if game.costs is not None and claims.lost:
            # Figures count what was spent on solved secrets only.
            if opening is not None:
                return opening, worth_of(self, position, opening)
            return by_heuristic(strategy)(self.positions.plain(position))
        guess = tree.guesses[0]
        return cheapest_question(game) if guess == GIVE_UP else guess, taken(game, claims, len(position.history))

    def _grown(self, position: Start, opening: int | None) -> DecisionTree:
        """One tree of many at a position: the responses there are found once."""
        if self._at is not position:
            self._at, self._ground = position, ground_of(self.game, self._strategy, position, self._jobs)
        ground, plan, candidates = self._ground
        if opening is not None:
            plan = plan._replace(opening=opening)
        afresh = ground._replace(control=control_cells())
        grown: Grown = run_kernel(lambda: grow_tree(afresh, plan, candidates, _DIVIDED_PAIRS), afresh.control)
        return tree_of(grown, self.game.response_count)


def taken(game: Game, claims: Claims, made: int) -> Fraction:
    """What a tree takes on average after ``made`` guesses, a lost secret counting one guess more than there are turns.

    >>> from strategist import compile_strategy, make_game
    >>> game = make_game("mastermind(2,3,turns=2)")
    >>> data = compile_strategy(game, "minimax").data
    >>> data.claims.total, data.claims.lost, taken(game, data.claims, 0)
    (5, 6, Fraction(23, 9))
    """
    lost = 0 if game.turns is None else game.turns - made + 1
    weighed = claims.weighed
    if weighed is None:
        return Fraction(claims.total + claims.lost * lost, claims.secrets)
    return Fraction(weighed.expected + weighed.lost * lost, weighed.mass + weighed.lost) * game.cost_unit


class Exactly(Located):
    """Values from the best possible trees. Raises :class:`OutOfTimeError` if they are not found within ``seconds``."""

    def __init__(self, game: Game, seconds: float, jobs: int = 1) -> None:
        super().__init__(game)
        self._jobs = jobs
        self._endless = game
        if game.turns is not None:
            self._endless = copy.copy(game)
            self._endless.turns = None
        self._optimal = Optimal(self._endless, {"objectives": EXPECTED.name})
        self._least = least(game)
        self._seconds = seconds
        self._watch: Stopwatch | None = None

    def _value(self, position: Start) -> Fraction:
        few = self.positions.of_few(position)
        return self._tree(position)[1] if few is None else few

    def best(self, position: Start, guess: int) -> Found:
        """The first guess of a best possible tree, and its worth."""
        return self._tree(position)

    def _tree(self, position: Start) -> Found:
        game, here = self.game, self.positions
        if here.in_vain(position):
            return self._least(here.plain(position))
        # No guess of a best possible tree tells nothing: then turns that allow as many guesses take nothing away.
        if game.turns is None or here.longest(position) <= game.turns - len(position.history):
            try:
                return self._endless_tree(position)
            except InfeasibleError:
                # Nothing but the end of all turns ends some games.
                if game.turns is None:
                    raise
        if len(position.candidates) * game.question_count > _FEW_PAIRS:
            raise OutOfTimeError(f"with turns={game.turns} exact values are found in very small games only")
        return self._least(here.plain(position))

    def _endless_tree(self, position: Start) -> Found:
        """The first guess of a best possible tree without a limit of turns, and its worth."""
        game, count = self.game, len(position.candidates)
        if count * game.question_count > self._seconds * _SOLVED_A_SECOND:
            raise self._too_long()
        start_for(self._endless, self._optimal, (), narrowed=count < len(game.secrets))
        if self._watch is None:
            # The time to compile kernels is not counted.
            search = partial(compile_from, self._endless, self._optimal)
            self.positions.warm_up(self._endless, position, search)
            self._watch = Stopwatch()
        left = self._seconds - self._watch.seconds
        if left <= 0:
            raise self._too_long()
        options = Options(self._jobs, time_limit=None if left == math.inf else left)
        data = compile_from(self._endless, self._optimal, position, options=options).data
        if data.bound != "optimal":
            raise self._too_long()
        return data.tree.guesses[0], taken(self._endless, data.claims, 0)

    def _too_long(self) -> OutOfTimeError:
        return OutOfTimeError(f"exact values take more than {self._seconds:g} seconds")


class Estimated(Located):
    """Values from the numbers of candidates, at the rate of the best first guess."""

    def __init__(self, game: Game, start: Start) -> None:
        super().__init__(game)
        first = ranked(game, start, 1)
        if not first:
            raise SpecError(
                f"{game.spec}: expected a game whose guesses a heuristic scores by a kernel, for an estimate"
            )
        self._bits = self._told(start, first[0])

    def _told(self, start: Start, guess: int) -> float:
        """The bits that a guess tells."""
        missing, whole = self.positions.missing, self.mass(start)
        cells = self.split(start, guess).values()
        return missing(start)[0] - math.fsum(float(self.mass(cell) / whole) * missing(cell)[0] for cell in cells)

    def _value(self, position: Start) -> Fraction:
        return estimate(self.game, len(position.history), *self.positions.missing(position), self._bits)

    def best(self, position: Start, guess: int) -> Found:
        """The best of some guesses of a first ranking, and its worth; ``guess`` itself where there are none."""
        found = self._beside(position, min(BESIDE, _BESIDE_ESTIMATED // len(position.candidates)))
        return min(found, key=lambda each: each[1], default=(guess, self.worth(position, guess)))


class Following(Located):
    """Values from the tree of a file where the history follows it, elsewhere by another rule."""

    draws = True

    def __init__(self, game: Game, data: StrategyData, rest: Located) -> None:
        super().__init__(game, rest.positions)
        self._tree = data.tree
        self._start = tuple((game.guesses.index(guess), response) for guess, response in data.start)
        self._rest = rest
        self._lost = bool(data.claims.lost)

    def _key(self, position: Start) -> object:
        # Where the history is not on the tree, the other rule remembers.
        return position.history

    def _value(self, position: Start) -> Fraction:
        slot = self._slot(position)
        if slot is None:
            return self._rest.value(position)
        found = None if self._lost else self.positions.by_slots(self._tree, slot, position)
        return worth_of(self, position, self._tree.guesses[slot]) if found is None else found

    def worth(self, position: Start, guess: int) -> Fraction:
        """Q of a guess: from the tree where it makes this guess, else by the other rule."""
        slot = self._slot(position)
        if slot is None or self._tree.guesses[slot] != guess:
            # Behind it nothing is on the tree.
            return self._rest.worth(position, guess)
        return worth_of(self, position, guess)

    def best(self, position: Start, guess: int) -> Found:
        """The better of the tree's guess and the best one of the other rule, and its worth."""
        slot = self._slot(position)
        other = self._rest.best(position, guess)
        if slot is None:
            return other
        return min((self._tree.guesses[slot], self.value(position)), other, key=lambda each: each[1])

    def _slot(self, position: Start) -> int | None:
        """Where the history leads to in the tree; None off the tree, and where the tree gives up."""
        begin = len(self._start)
        if position.history[:begin] != self._start:
            return None
        slot: int | None = 0
        for guess, response in position.history[begin:]:
            if slot is None or self._tree.guesses[slot] != guess:
                return None
            slot = self._tree.child(slot, response)
        return slot if slot is None or self._tree.guesses[slot] != GIVE_UP else None
