"""The rules of V with values that a search finds: the positions of a game as arrays, for reviews.

The specification of each rule stands in :mod:`strategist.choosing.plain_values`.
"""

from __future__ import annotations

import copy
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from strategist.choosing.heuristics import Strategy
from strategist.choosing.luck_and_skill import cost_of, on_average, worth_of
from strategist.choosing.plain_values import by_heuristic, estimate, least, missing_bits
from strategist.choosing.registry import make_strategy
from strategist.choosing.searched import Optimal
from strategist.common.errors import OutOfTimeError, SpecError
from strategist.files.strategy import StrategyData
from strategist.model.bulk import bulk_rules
from strategist.model.figures import claims_of
from strategist.model.game import Game
from strategist.model.objective import EXPECTED
from strategist.model.position import Position
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Figure
from strategist.search.adapters.registry import adapter_of
from strategist.search.advice.comparing import can_rank
from strategist.search.advice.ranking import rank
from strategist.search.advice.responses_at import answers_of
from strategist.search.compile.compile import compile_from, start_for
from strategist.search.growing.growing import grow_tree
from strategist.search.growing.plans import by_kernel, ground_of, may_divide, warm_up_for
from strategist.search.kernels.growth.slots import Grown, tree_of
from strategist.search.kernels.numba.jit import control_cells, run_kernel, warm_up
from strategist.search.kernels.numba.stopwatch import Stopwatch
from strategist.search.run.objectives import warm_up_exact
from strategist.search.state.options import Options
from strategist.search.state.start import Start

_SOLVED_A_SECOND = 1 << 23
"""Pairs of a question and a candidate up to which a search may come to its end in a second; with more, none begins."""
_BESIDE = 10
"""The most guesses that are compared with the one that was made, beside the heuristic's own."""
_BESIDE_PAIRS = 1 << 25
"""Pairs that the trees behind them may take; with an estimate, where nothing is grown, candidates."""
_BESIDE_ESTIMATED = 1 << 23
_DIVIDED_PAIRS = 1 << 22
"""Pairs from which on the threads divide the tree of a position among them."""
_FEW_PAIRS = 1 << 10
"""Pairs of a game with turns that is solved by trying everything."""
_RANKED_BY = "entropy"

Found = tuple[int, Fraction]


class Located(ABC):
    """The positions of a game as arrays; see :class:`~strategist.choosing.luck_and_skill.Valued`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rules = bulk_rules(game)
        self._weights = None if game.weights is None else np.array(game.weights, dtype=np.int64)
        self._known: dict[object, Fraction] = {}

    def split(self, position: Start, guess: int) -> dict[int, Start]:
        """The positions behind a guess, by ascending response."""
        candidates = position.candidates
        answers = answers_of(self.game, self._rules, guess, candidates)
        order = np.argsort(answers, kind="stable")
        sorted_answers = answers[order]
        edges = np.flatnonzero(np.diff(sorted_answers)) + 1
        cells = np.split(candidates[order], edges)
        firsts = sorted_answers[np.concatenate(([0], edges))].tolist()
        return {
            response: Start((*position.history, (guess, response)), cell)
            for response, cell in zip(firsts, cells, strict=True)
        }

    def count(self, position: Start) -> int:
        """The number of candidates."""
        return len(position.candidates)

    def known(self, position: Start) -> bool:
        """Whether secrets are announced and the candidates are all of one class, or one secret."""
        return self.game.announces and self.game.is_pure(position.candidates.tolist())

    def undecided(self, position: Start) -> Sequence[int]:
        """No candidates: where each has one answer, all that is to be known can be."""
        return ()

    def lowest(self, position: Start) -> int:
        """The lowest candidate, an index into ``secrets``."""
        return int(position.candidates[0])

    def mass(self, position: Start) -> Figure:
        """The sum of the weights of the candidates; their number if secrets have no weights."""
        return len(position.candidates) if self._weights is None else int(self._weights[position.candidates].sum())

    def joined(self, position: Start, cells: Mapping[int, Start], figure: Callable[[Start], Figure]) -> Fraction:
        """A figure of the cells of a guess, on average by their masses."""
        return on_average(self, position, cells, figure)

    def of_tree(self, claims: Claims, position: Start) -> Fraction:
        """V by the figures of a tree that finds every candidate."""
        return Fraction(claims.total, len(position.candidates))

    def made(self, position: Start) -> int:
        """The number of guesses made before."""
        return len(position.history)

    draws = False
    """Whether what was guessed before counts, even where it restricts nothing."""

    def value(self, position: Start) -> Fraction:
        """V of a position where play goes on, computed once for each position."""
        key = self._key(position)
        if key not in self._known:
            self._known[key] = self._value(position)
        return self._known[key]

    def _key(self, position: Start) -> object:
        """What the value of a position depends on."""
        return position.candidates.tobytes(), self._past(position)

    def _past(self, position: Start) -> object:
        """What counts of the guesses before, beside the candidates."""
        return position.history if self.game.restricts or self.draws else len(position.history)

    @abstractmethod
    def _value(self, position: Start) -> Fraction:
        """V where play goes on."""

    def worth(self, position: Start, guess: int) -> Fraction:
        """Q of a guess: :func:`~strategist.choosing.luck_and_skill.worth_of`."""
        return worth_of(self, position, guess)

    @abstractmethod
    def best(self, position: Start, guess: int) -> Found:
        """The best guess that is known, and its worth; beside ``guess``, the one that was made."""

    def _beside(self, position: Start, count: int) -> list[int]:
        """The best guesses by a first ranking."""
        game = self.game
        if count <= 0 or not can_rank(make_strategy(_RANKED_BY, game)):
            return []
        history = tuple((game.guesses[made], answer) for made, answer in position.history)
        return [game.guesses.index(row.code) for row in rank(game, history, top=count, seconds=0).best]


def _of_few(game: Game, position: Start) -> Fraction | None:
    """V of one or two candidates, by any rule: a candidate is guessed, which identifies the other one. Else None."""
    if len(position.candidates) == 1 and game.secrets_are_questions:
        return cost_of(game, game.guesses.index(game.secrets[int(position.candidates[0])]))
    if len(position.candidates) == 2 and not game.weighted and (game.announces or game.secrets_are_questions):
        return Fraction(1) if game.announces else Fraction(3, 2)
    return None


class Heuristically(Located):
    """Values from the trees of a heuristic, each of which is grown once, by ``jobs`` threads."""

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
        few = _of_few(self.game, position)
        return self._tree(position)[1] if few is None else few

    def best(self, position: Start, guess: int) -> Found:
        """The best of the heuristic's own guess and some guesses of a first ranking, and its worth."""
        found = [self._tree(position)]
        pairs = len(position.candidates) * self.game.question_count
        for other in self._beside(position, min(_BESIDE, _BESIDE_PAIRS // pairs)):
            found.append((other, self.worth(position, other)))
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
            data = compile_from(game, strategy, position).data
            tree, claims = data.tree, data.claims
        if game.costs is not None and claims.lost:
            # Figures count what was spent on solved secrets only.
            if opening is not None:
                return opening, worth_of(self, position, opening)
            return by_heuristic(strategy)(Position(position.history, position.candidates.tolist()))
        return tree.guesses[0], taken(game, claims, self.mass(position), len(position.history))

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


def taken(game: Game, claims: Claims, mass: Figure, made: int) -> Fraction:
    """What a tree takes on average after ``made`` guesses, a lost secret counting one guess more than there are turns.

    >>> from strategist import compile_strategy, make_game
    >>> game = make_game("mastermind(2,3,turns=2)")
    >>> data = compile_strategy(game, "minimax").data
    >>> data.claims.total, data.claims.lost, taken(game, data.claims, 9, 0)
    (5, 6, Fraction(23, 9))
    """
    lost = 0 if game.turns is None else game.turns - made + 1
    if claims.weighed is None:
        return Fraction(claims.total + claims.lost * lost, mass)
    return Fraction(claims.weighed.expected + claims.weighed.lost * lost, mass) * game.cost_unit


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
        few = _of_few(self.game, position)
        return self._tree(position)[1] if few is None else few

    def best(self, position: Start, guess: int) -> Found:
        """The first guess of a best possible tree, and its worth."""
        return self._tree(position)

    def _tree(self, position: Start) -> Found:
        game, count = self.game, len(position.candidates)
        # A tree without a useless guess finds n secrets within n guesses: then turns take nothing away.
        if game.turns is not None and count > game.turns - len(position.history):
            if count * game.question_count > _FEW_PAIRS:
                raise OutOfTimeError(f"with turns={game.turns} exact values are found in very small games only")
            return self._least(Position(position.history, position.candidates.tolist()))
        return self._endless_tree(position)

    def _endless_tree(self, position: Start) -> Found:
        """The first guess of a best possible tree without a limit of turns, and its worth."""
        game, count = self.game, len(position.candidates)
        if count * game.question_count > self._seconds * _SOLVED_A_SECOND:
            raise self._too_long()
        start_for(self._endless, self._optimal, (), narrowed=count < len(game.secrets))
        if self._watch is None:
            self._warm_up(position)
            self._watch = Stopwatch()
        left = self._seconds - self._watch.seconds
        if left <= 0:
            raise self._too_long()
        options = Options(self._jobs, time_limit=None if left == math.inf else left)
        data = compile_from(self._endless, self._optimal, position, options=options).data
        if data.bound != "optimal":
            raise self._too_long()
        return data.tree.guesses[0], taken(self._endless, data.claims, self._mass_of(data.claims, position), 0)

    def _mass_of(self, claims: Claims, position: Start) -> Figure:
        """The mass that the figures of a tree count."""
        return self.mass(position)

    def _too_long(self) -> OutOfTimeError:
        return OutOfTimeError(f"exact values take more than {self._seconds:g} seconds")

    def _warm_up(self, position: Start) -> None:
        """Compile the kernels for all candidates and for some of them; this time is not counted."""
        warm_up_exact(self._endless)
        some = Start(position.history, position.candidates[:3])
        game = self._endless
        kind = f"{game.kernel}-{adapter_of(game).bits}-{game.weighted}-{game.restricts}"
        warm_up(f"review-{kind}", lambda: compile_from(self._endless, self._optimal, some))


class Estimated(Located):
    """Values from the numbers of candidates, at the rate of the best first guess."""

    def __init__(self, game: Game, start: Start) -> None:
        super().__init__(game)
        first = self._beside(start, 1)
        if not first:
            raise SpecError(
                f"{game.spec}: expected a game whose guesses a heuristic scores by a kernel, for an estimate"
            )
        self._bits = self._told(start, first[0])

    def _told(self, start: Start, guess: int) -> float:
        """The bits that a guess tells."""
        cells = self.split(start, guess).values()
        masses = [self.mass(cell) for cell in cells]
        whole = sum(masses)
        if self.game.classes is None:
            return math.log2(whole) - math.fsum(mass * math.log2(mass) for mass in masses) / whole
        left = math.fsum(mass * self._missing(cell)[0] for mass, cell in zip(masses, cells, strict=True)) / whole
        return self._missing(start)[0] - left

    def _missing(self, position: Start) -> tuple[float, Fraction]:
        candidates: Sequence[int] = range(len(position.candidates))
        if self.game.weighted:
            candidates = position.candidates.tolist()
        return missing_bits(self.game, candidates)

    def _value(self, position: Start) -> Fraction:
        return estimate(self.game, len(position.history), *self._missing(position), self._bits)

    def best(self, position: Start, guess: int) -> Found:
        """The best of some guesses of a first ranking, and its worth; ``guess`` itself where there are none."""
        beside = self._beside(position, min(_BESIDE, _BESIDE_ESTIMATED // len(position.candidates)))
        found = [(other, worth_of(self, position, other)) for other in beside]
        return min(found, key=lambda each: each[1], default=(guess, worth_of(self, position, guess)))


class Following(Located):
    """Values from the tree of a file where the history follows it, elsewhere by another rule."""

    draws = True

    def __init__(self, game: Game, data: StrategyData, rest: Located) -> None:
        super().__init__(game)
        self._tree = data.tree
        self._start = tuple((game.guesses.index(guess), response) for guess, response in data.start)
        self._rest = rest
        # Where all secrets are found and weigh the same, counting slots is enough.
        self._counts = not data.claims.lost and not game.weighted and game.classes is None and not game.several

    def split(self, position: Start, guess: int) -> dict[int, Start]:
        """The positions behind a guess, as the other rule has them."""
        return self._rest.split(position, guess)

    def known(self, position: Start) -> bool:
        """Whether play ends."""
        return self._rest.known(position)

    def undecided(self, position: Start) -> Sequence[int]:
        """The candidates where nothing more can be known."""
        return self._rest.undecided(position)

    def mass(self, position: Start) -> Figure:
        """The weights of the candidates."""
        return self._rest.mass(position)

    def joined(self, position: Start, cells: Mapping[int, Start], figure: Callable[[Start], Figure]) -> Fraction:
        """A figure of the cells of a guess, as the other rule joins them."""
        return self._rest.joined(position, cells, figure)

    def _key(self, position: Start) -> object:
        # Where the history is not on the tree, the other rule remembers.
        return position.history

    def _value(self, position: Start) -> Fraction:
        slot = self._slot(position)
        if slot is None:
            return self._rest.value(position)
        if not self._counts:
            return worth_of(self, position, self._tree.guesses[slot])
        tree = self._tree
        solved_at = [sum(map(tree.solves, level)) for level in tree.levels(slot)]
        return self._rest.of_tree(Claims.of_moves(solved_at, 0, self.game.announces), position)

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
