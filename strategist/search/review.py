"""Luck and skill after a game: :mod:`strategist.choosing.reviewing`, with values that a search finds.

Its first words say what the figures mean and how they add up.
"""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from strategist.bulk import bulk_rules
from strategist.catalog import make_game
from strategist.choosing.heuristics import Heuristic, Position, Strategy
from strategist.choosing.registry import make_strategy
from strategist.choosing.reviewing import ESTIMATE, EXACT, Review, cost_of, review_by, worth_of
from strategist.choosing.searched import Optimal, SearchedStrategy
from strategist.choosing.valuing import by_heuristic, estimate, least, missing_bits
from strategist.errors import CodeError, SpecError, TooLargeError
from strategist.game import Code, Game, History, Response
from strategist.search.adapters.registry import adapter_of
from strategist.search.comparing import can_rank
from strategist.search.compile import compile_from, start_for
from strategist.search.growing import grow_tree
from strategist.search.kernels.jit import control_cells, run_kernel, warm_up
from strategist.search.kernels.slots import Grown, tree_of
from strategist.search.options import Options
from strategist.search.plans import by_kernel, ground_of, warm_up_for
from strategist.search.position import Start, start_of
from strategist.search.proof.objectives import warm_up_exact
from strategist.search.ranking import rank
from strategist.tree import Claims, DecisionTree
from strategist.weighing import claims_of

MOST_PAIRS = 1 << 29
"""Pairs of a question and a candidate up to which a heuristic's tree is grown: some seconds of one core."""
_SOLVED_A_SECOND = 1 << 23
"""Pairs of a question and a candidate up to which a search may come to its end in a second; with more, none begins."""
_PLAIN_PAIRS = 1 << 22
"""The same for a heuristic without a kernel."""
_BESIDE = 10
"""The most guesses that are compared with the one that was made, beside the heuristic's own."""
_BESIDE_PAIRS = 1 << 26
"""Pairs that the trees behind them may take; with an estimate, where nothing is grown, candidates."""
_BESIDE_ESTIMATED = 1 << 23
_FEW_PAIRS = 1 << 10
"""Pairs of a game with turns that is solved by trying everything."""
_RANKED_BY = "entropy"

_Found = tuple[int, Fraction]


class _OutOfTimeError(Exception):
    """A position is not solved in the time that there is, or cannot be."""


def review(
    game: Game | str,
    history: History | str,
    *,
    secret: Code | str | None = None,
    by: str | None = None,
    begin: int = 0,
    seconds: float = 2.0,
) -> Review:
    """What each guess of a game was worth, and what was luck and what was skill.

    ``history`` may leave out answers where the ``secret`` is given: ``"1122 3456"``. The first ``begin`` guesses are no
    part of the review, but the position where it begins. ``by`` says where the values of positions are from:

    * ``exact``: from the best possible trees,
    * the string of a strategy that scores guesses, such as ``entropy``: from its trees,
    * ``estimate``: from the numbers of candidates;
    * None, the default: the first of these that is found in time. That is ``exact`` if all positions are solved within
      so many ``seconds``, not counting the time to compile kernels, and ``estimate`` in very large games only.
      ``exact`` is refused where they are not.

    The guesses that are compared with a heuristic's are those of a first ranking, as many as there is time for in any
    case: so only ``seconds`` make one review differ from another. Raises
    :class:`~strategist.errors.StrategistError` for answers that contradict each other or the secret, for guesses that
    are not allowed, and for a game that ``by`` cannot value.

    >>> found = review("mastermind(2,3)", "11 12 13", secret="13")
    >>> [(row.answer, row.best, float(row.regret), float(row.luck)) for row in found.rows][1:]
    [('1b0w', '12', 0.0, -0.25), ('2b0w', '13', 0.0, 0.0)]
    >>> found.by, found.ending, found.skill, found.actual - found.value == found.regret - found.luck
    ('exact', 'solved', 79, True)
    """
    game = make_game(game) if isinstance(game, str) else game
    hidden = game.parse_secret(secret) if isinstance(secret, str) else secret
    made = read_moves(game, history, hidden) if isinstance(history, str) else history
    _refuse_untrue(game, made, hidden)
    # Refuses what cannot be, with a message that names the answers to doubt.
    moves = start_of(game, made).history[begin:]
    start = start_of(game, made[:begin])

    def by_rule(name: str, valued: _Valued) -> Review:
        return review_by(valued, start, moves, name, hidden)

    if by == ESTIMATE:
        return by_rule(ESTIMATE, _Estimated(game, start))
    if by is not None and by != EXACT:
        strategy = make_strategy(by, game)
        if not isinstance(strategy, SearchedStrategy):
            return by_rule(strategy.spec, _Heuristically(game, _scoring(strategy)))
    exactly = _Exactly(game, seconds)
    try:
        return by_rule(EXACT, exactly)
    except (_OutOfTimeError, TooLargeError) as error:
        if by is not None:
            raise TooLargeError(f"{game.spec}: expected a game that can be solved exactly; {error}") from None
    strategy = make_strategy(_RANKED_BY, game)
    pairs = len(start.candidates) * game.question_count
    if pairs <= (MOST_PAIRS if by_kernel(game, strategy) else _PLAIN_PAIRS):
        return by_rule(strategy.spec, _Heuristically(game, strategy))
    return by_rule(ESTIMATE, _Estimated(game, start))


def read_moves(game: Game, text: str, secret: Code | None) -> History:
    """A history, in which guesses may stand without answers where the secret is known.

    >>> from strategist.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> game.format_history(read_moves(game, "1122 3456:1b1w", game.parse_code("1345")))
    '1122:1b0w 3456:1b1w'
    """
    moves: list[tuple[Code, Response]] = []
    for item in text.split():
        if ":" in item or secret is None:
            moves.extend(game.parse_history(item))
        else:
            guess = game.guesses[game.parse_question(item)]
            moves.append((guess, game.respond(guess, secret)))
    return tuple(moves)


def _refuse_untrue(game: Game, history: History, secret: Code | None) -> None:
    if secret is None:
        return
    for guess, response in history:
        right = game.respond(guess, secret)
        if right != response:
            told = game.format_history(((guess, response),))
            raise CodeError(
                f"{game.spec}: {told} contradicts the secret {game.format_secret(secret)}, "
                f"which answers {game.format_response(right)}"
            )


def _scoring(strategy: Strategy) -> Strategy:
    if not isinstance(strategy, Heuristic):
        raise SpecError(
            f"expected exact, estimate or a strategy that scores guesses, such as entropy, got {strategy.spec}"
        )
    return strategy


class _Valued:
    """The positions of a game as arrays; see :class:`~strategist.choosing.reviewing.Valued`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rules = bulk_rules(game)
        self._weights = None if game.weights is None else np.array(game.weights, dtype=np.int64)
        self._known: dict[tuple[bytes, object], Fraction] = {}

    def split(self, position: Start, guess: int) -> dict[int, Start]:
        game, candidates = self.game, position.candidates
        if self._rules is not None:
            answers: NDArray[np.int64] = self._rules.respond(guess, candidates)
        else:
            code, secrets = game.guesses[guess], game.secrets
            told = (game.respond(code, secrets[secret]) for secret in candidates.tolist())
            answers = np.fromiter(told, dtype=np.int64, count=len(candidates))
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
        return len(position.candidates)

    def known(self, position: Start) -> bool:
        return self.game.announces and self.game.is_pure(position.candidates.tolist())

    def lowest(self, position: Start) -> int:
        return int(position.candidates[0])

    def mass(self, position: Start) -> int:
        return len(position.candidates) if self._weights is None else int(self._weights[position.candidates].sum())

    def made(self, position: Start) -> int:
        return len(position.history)

    def value(self, position: Start) -> Fraction:
        game = self.game
        # What was guessed before counts where it restricts what follows, and where a strategy draws by it.
        past: object = position.history if game.restricts or self.draws else len(position.history)
        key = position.candidates.tobytes(), past
        if key not in self._known:
            self._known[key] = self._value(position)
        return self._known[key]

    draws = False

    def _value(self, position: Start) -> Fraction:
        raise NotImplementedError  # see the three subclasses

    def worth(self, position: Start, guess: int) -> Fraction:
        return worth_of(self, position, guess)

    def best(self, position: Start, guess: int) -> _Found:
        raise NotImplementedError  # see the three subclasses

    def _beside(self, position: Start, count: int) -> list[int]:
        """The best guesses by a first ranking."""
        game = self.game
        if count <= 0 or not can_rank(make_strategy(_RANKED_BY, game)):
            return []
        history = tuple((game.guesses[made], answer) for made, answer in position.history)
        return [game.guesses.index(row.code) for row in rank(game, history, top=count, seconds=0).best]


def _of_few(game: Game, position: Start) -> Fraction | None:
    """V of one or two candidates, by any rule: a candidate is guessed, which tells the other. None for others."""
    if len(position.candidates) == 1 and game.secrets_are_questions:
        return cost_of(game, game.guesses.index(game.secrets[int(position.candidates[0])]))
    if len(position.candidates) == 2 and not game.weighted and (game.announces or game.secrets_are_questions):
        return Fraction(1) if game.announces else Fraction(3, 2)
    return None


class _Heuristically(_Valued):
    """Values from the trees of a heuristic."""

    def __init__(self, game: Game, strategy: Strategy) -> None:
        super().__init__(game)
        self._strategy = strategy
        self.draws = strategy.draws
        self._at: Start | None = None
        if by_kernel(game, strategy):
            warm_up_for(game)

    def _value(self, position: Start) -> Fraction:
        few = _of_few(self.game, position)
        return self._tree(position)[1] if few is None else few

    def best(self, position: Start, guess: int) -> _Found:
        found = [self._tree(position)]
        pairs = len(position.candidates) * self.game.question_count
        for other in self._beside(position, min(_BESIDE, _BESIDE_PAIRS // pairs)):
            found.append((other, self.worth(position, other)))
        return min(found, key=lambda each: each[1])

    def worth(self, position: Start, guess: int) -> Fraction:
        if len(position.candidates) == 1 or not by_kernel(self.game, self._strategy):
            return worth_of(self, position, guess)
        return self._tree(position, guess)[1]

    def _tree(self, position: Start, opening: int | None = None) -> _Found:
        """What the heuristic guesses, or is made to guess once, and what its tree takes."""
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
            self._at, self._ground = position, ground_of(self.game, self._strategy, position, 1)
        ground, plan, candidates = self._ground
        if opening is not None:
            plan = plan._replace(opening=opening)
        afresh = ground._replace(control=control_cells())
        grown: Grown = run_kernel(lambda: grow_tree(afresh, plan, candidates), afresh.control)
        return tree_of(grown, self.game.response_count)


def taken(game: Game, claims: Claims, mass: int, made: int) -> Fraction:
    """What a tree takes on average after ``made`` guesses, a lost secret counting one guess more than there are turns.

    >>> from strategist.search.compile import compile_strategy
    >>> game = make_game("mastermind(2,3,turns=2)")
    >>> data = compile_strategy(game, "minimax").data
    >>> data.claims.total, data.claims.lost, taken(game, data.claims, 9, 0)
    (5, 6, Fraction(23, 9))
    """
    lost = 0 if game.turns is None else game.turns - made + 1
    if claims.weighed is None:
        return Fraction(claims.total + claims.lost * lost, mass)
    return Fraction(claims.weighed.expected + claims.weighed.lost * lost, mass) * game.cost_unit


class _Exactly(_Valued):
    """Values from the best possible trees, found within so many seconds, else :class:`_OutOfTimeError` is raised."""

    def __init__(self, game: Game, seconds: float) -> None:
        super().__init__(game)
        self._endless = game
        if game.turns is not None:
            self._endless = copy.copy(game)
            self._endless.turns = None
        self._optimal = Optimal(self._endless, {"objectives": "expected"})
        self._least = least(game)
        self._seconds = seconds
        self._deadline: float | None = None

    def _value(self, position: Start) -> Fraction:
        few = _of_few(self.game, position)
        return self._tree(position)[1] if few is None else few

    def best(self, position: Start, guess: int) -> _Found:
        return self._tree(position)

    def _tree(self, position: Start) -> _Found:
        game, count = self.game, len(position.candidates)
        # A tree without a useless guess finds n secrets within n guesses: then turns take nothing away.
        if game.turns is not None and count > game.turns - len(position.history):
            if count * game.question_count > _FEW_PAIRS:
                raise _OutOfTimeError(f"with turns={game.turns} only very small games are")
            return self._least(Position(position.history, position.candidates.tolist()))
        if count * game.question_count > self._seconds * _SOLVED_A_SECOND:
            raise _OutOfTimeError("more time is needed")
        start_for(self._endless, self._optimal, (), narrowed=count < len(game.secrets))
        if self._deadline is None:
            self._warm_up(position)
            self._deadline = time.monotonic() + self._seconds
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise _OutOfTimeError("the time is up")
        options = Options(time_limit=None if left == math.inf else left)
        data = compile_from(self._endless, self._optimal, position, options=options).data
        if data.bound != "optimal":
            raise _OutOfTimeError("the time is up")
        return data.tree.guesses[0], taken(self._endless, data.claims, self.mass(position), 0)

    def _warm_up(self, position: Start) -> None:
        """Compile the kernels, which takes none of the time; those for some candidates, too."""
        warm_up_exact(self._endless)
        some = Start(position.history, position.candidates[:3])
        game = self._endless
        kind = f"{game.kernel}-{adapter_of(game).bits}-{game.weighted}-{game.restricts}"
        warm_up(f"review-{kind}", lambda: compile_from(self._endless, self._optimal, some))


class _Estimated(_Valued):
    """Values from the numbers of candidates, at the rate of the best first guess."""

    def __init__(self, game: Game, start: Start) -> None:
        super().__init__(game)
        first = self._beside(start, 1)
        if not first:
            raise SpecError(
                f"{game.spec}: expected a game whose guesses a heuristic scores by a kernel, for an estimate"
            )
        cells = self.split(start, first[0]).values()
        masses = [self.mass(cell) for cell in cells]
        whole = sum(masses)
        if game.classes is None:
            self._bits = math.log2(whole) - math.fsum(mass * math.log2(mass) for mass in masses) / whole
        else:
            left = math.fsum(mass * self._missing(cell)[0] for mass, cell in zip(masses, cells, strict=True)) / whole
            self._bits = self._missing(start)[0] - left

    def _missing(self, position: Start) -> tuple[float, Fraction]:
        candidates: Sequence[int] = range(len(position.candidates))
        if self.game.weighted:
            candidates = position.candidates.tolist()
        return missing_bits(self.game, candidates)

    def _value(self, position: Start) -> Fraction:
        return estimate(self.game, len(position.history), *self._missing(position), self._bits)

    def best(self, position: Start, guess: int) -> _Found:
        beside = self._beside(position, min(_BESIDE, _BESIDE_ESTIMATED // len(position.candidates)))
        found = [(other, worth_of(self, position, other)) for other in beside]
        return min(found, key=lambda each: each[1], default=(guess, worth_of(self, position, guess)))
