"""What guesses leave at one position: their scores by a heuristic, and their cells."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.classes import ClassCell, told_by
from strategist.choosing.draws import history_key
from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.model.game import Code, Game, History
from strategist.model.position import Position
from strategist.search.advice.drawing import Seen, seen, warm_up_responses
from strategist.search.advice.guess_values import Worth
from strategist.search.advice.responses_at import ResponseRows
from strategist.search.advice.shortlist import few_guesses, patterns_of, union
from strategist.search.growing.plans import by_kernel, make_plan
from strategist.search.kernels.numba.jit import warm_up
from strategist.search.kernels.responses.responses import responses_of
from strategist.search.kernels.scores.scores import BYTES, cell_table, score_table
from strategist.search.kernels.symmetry.same_guesses import make_group, representatives
from strategist.search.state.start import Start

EXACT = "exact"

Takes = Callable[[int], float | None]
"""What it takes if a guess is made now; None where there is no time to find out."""


@dataclass(frozen=True)
class RankedGuess:
    """One guess at a position: what it leaves, and what it will take.

    ``left`` is the number of candidates behind each response, by ascending response, and ``candidate`` says whether the
    guess can be the secret. ``worst`` is the largest cell that is not solved, ``expected_left`` the average number of
    candidates left (0 where the guess is right), and ``bits`` the information of the answer, both under the chances of
    the secrets, if they have any. Where it is enough to know the class, a cell of one class counts as solved, and
    ``bits`` is the information about the class. Where the candidates are a sample, the figures are estimates.
    ``further`` is the average number of guesses from here on, this one included, or what they cost where questions have
    costs, and ``by`` says whose: ``exact`` for the best possible, else the name of the heuristic that continues; both
    are None where there was no time for it.

    Where answers may be false, a candidate counts behind each answer that it may give. ``expected_left`` and ``bits``
    count cells by Berlekamp's weights (:mod:`strategist.choosing.lies.weighed_questions`), ``heaviest`` is the weight
    of the heaviest cell in bits, and ``further`` is the number of guesses at worst.
    """

    code: Code
    text: str
    left: Mapping[int, int]
    candidate: bool
    worst: int
    expected_left: float
    bits: float
    further: float | None = None
    by: str | None = None
    heaviest: float | None = None

    @property
    def guess(self) -> str:
        """The guess as it is written, as JSON objects name it."""
        return self.text


class Compared(NamedTuple):
    """Guesses, ``int32[…]``, ascending, with their scores, ``int64[…]``, smaller is better; ``sampled`` says that they
    are a sample of those that may be made."""

    guesses: NDArray[np.int32]
    scores: NDArray[np.int64]
    sampled: bool


def can_rank(strategy: Strategy) -> bool:
    """Whether a strategy scores guesses.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.choosing.registry import make_strategy
    >>> game = make_game("mastermind")
    >>> can_rank(make_strategy("minimax", game)), can_rank(make_strategy("optimal", game))
    (True, False)
    """
    return isinstance(strategy, Heuristic)


_BY_RULES = 1 << 17
"""Pairs of a guess and a candidate where a heuristic scores in plain Python."""


class Comparison:
    """The guesses at one position, side by side; what is computed once serves every heuristic.

    ``start`` is the position, if it is known already, or if only some of its candidates are wanted: then it is a
    :class:`~strategist.search.state.start.Start`. Raises what :func:`~strategist.search.advice.drawing.seen` raises.
    """

    def __init__(self, game: Game, history: History = (), start: Start | Seen | None = None) -> None:
        self.game, self.history = game, history
        self._narrowed = isinstance(start, Start)
        self.seen = seen(game, history, start, None if _few_patterns(game, history) else _most_candidates(game))
        self.start = self.seen.start
        self.ground = ResponseRows(game, self.start)

    def compare(self, strategy: Heuristic) -> Compared:
        """The guesses that ``strategy`` may make, with their scores. Of guesses that a symmetry of the history maps to
        each other, the lowest alone; where they are too many, a sample."""
        guesses, sampled = self._guesses(strategy)
        return Compared(guesses, self.scores(strategy, guesses), sampled)

    def scores(self, strategy: Heuristic, guesses: NDArray[np.int32]) -> NDArray[np.int64]:
        """The scores of some guesses, ascending, by a heuristic; smaller is better."""
        if not by_kernel(self.game, strategy):
            rating = strategy.rating_at(Position(self.start.history, self.start.candidates.tolist()))
            return np.array([rating.of(guess)[0] for guess in guesses.tolist()], dtype=np.int64)
        some = self.ground.of(guesses)
        plan = make_plan(some.game, type(strategy)(some.game, strategy.values | {"first": None}))
        chances = some.chances if len(plan.chances) else plan.chances
        costs = some.costs if len(plan.costs) else plan.costs

        def run(asked: NDArray[np.int32]) -> NDArray[np.int64]:
            found = score_table(some.source, plan.rule, plan.weights, asked, some.candidates, BYTES, chances, costs)
            return np.asarray(found)

        warm_up(f"score-table-{some.source.columns.dtype}", lambda: run(some.asked[:1]))
        return run(some.asked)

    def every(self, strategy: Heuristic) -> NDArray[np.int32]:
        """All guesses that ``strategy`` may make, ascending, however many; of those that a symmetry of the history maps
        to each other, the lowest alone."""
        return self._lowest(self._permitted(strategy))

    def worths(self, strategy: Heuristic, seconds: float) -> Iterator[tuple[str, Takes]]:
        """Ways to find out what guesses take, the fastest first, as far as there are ``seconds`` for all of them; each
        with its name: that of the heuristic that goes on, or :data:`EXACT`."""
        worth = Worth(self.ground, strategy, seconds)
        for exactly in (False, True):
            worth.prepare(exactly)
            yield EXACT if exactly else strategy.name, partial(worth.of, exactly=exactly)

    def _permitted(self, strategy: Heuristic) -> Sequence[int]:
        if strategy.values["guesses"] == "candidates" and not self.game.announces:
            found: list[int] = self.questions.tolist()
            return found
        return strategy.permitted(Position(self.start.history, ()))

    def _lowest(self, permitted: Sequence[int]) -> NDArray[np.int32]:
        game = self.game
        plain = game.restricts or self._narrowed or len(permitted) < game.question_count or not self.ground.whole
        # Some of the candidates have fewer symmetries than all.
        return np.array(permitted, dtype=np.int32) if plain else self._different()

    def _guesses(self, strategy: Heuristic) -> tuple[NDArray[np.int32], bool]:
        game, start = self.game, self.start
        pairs = self.ground.pairs if by_kernel(game, strategy) else min(self.ground.pairs, _BY_RULES)
        permitted = self._permitted(strategy)
        most = max(2, pairs // len(start.candidates))
        if len(permitted) > most:
            # At the beginning all positions and all symbols are alike.
            if not start.history and not self._narrowed and (patterns := patterns_of(game)):
                return np.array(patterns, dtype=np.int32), True
            if game.restricts or not game.secrets_are_questions:
                return np.array(permitted[:: -(-len(permitted) // most)], dtype=np.int32), True
            key = history_key(int(strategy.values.get("seed") or 0), start.history, game.response_count)
            return few_guesses(game, strategy, Start(start.history, self.questions), key, pairs), True
        return self._lowest(permitted), False

    def _different(self) -> NDArray[np.int32]:
        """The questions, ascending; of those that a symmetry of the history maps to each other, the lowest."""
        source, _ = self.ground.source
        group = make_group(self.game, source)
        if not len(group.permutations):
            return np.arange(self.game.question_count, dtype=np.int32)
        past = np.array([guess for guess, _ in self.start.history], dtype=np.int32)
        warm_up("representatives", lambda: representatives(group, past))
        return np.asarray(representatives(group, past))

    @cached_property
    def questions(self) -> NDArray[np.int32]:
        """The candidates as questions, ascending; none where they cannot be asked."""
        game, candidates = self.game, self.start.candidates
        if not game.secrets_are_questions:
            return np.empty(0, dtype=np.int32)
        if game.guesses is game.secrets:
            return candidates
        return np.array([game.guesses.index(game.secrets[index]) for index in candidates.tolist()], dtype=np.int32)

    def likely(self, guesses: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which of some guesses are among the candidates that are looked at."""
        questions = self.questions
        if not len(questions):
            return np.zeros(len(guesses), dtype=np.bool_)
        places = np.minimum(np.searchsorted(questions, guesses), len(questions) - 1)
        return np.asarray(questions[places] == guesses)

    def nearest(self, compared: Compared, count: int) -> NDArray[np.int32]:
        """The guesses that are looked at closely: the best by score, and the best candidates among them."""
        likely = self.likely(compared.guesses)
        order = np.lexsort((compared.guesses, ~likely, compared.scores))
        possible = order[likely[order]]
        return union(self.game, compared.guesses[order[:count]], compared.guesses[possible[: max(1, count // 4)]])

    def rows(self, guesses: NDArray[np.int32]) -> dict[int, RankedGuess]:
        """What each of some guesses leaves, by its index."""
        game, start = self.game, self.start
        some = self.ground.of(guesses)
        source, candidates = some.source, some.candidates
        warm_up(f"partition-{source.columns.dtype}", lambda: cell_table(source, some.asked[:1], candidates[:1]))
        table = cell_table(source, some.asked, candidates)
        weights = None if game.weights is None else np.array(game.weights, dtype=np.int64)[start.candidates]
        likely = dict(zip(guesses.tolist(), self.likely(guesses).tolist(), strict=True))
        more = self.seen.left / len(start.candidates)
        rows = {}
        for guess, place, sizes in zip(guesses.tolist(), some.asked.tolist(), table, strict=True):
            left = masses = {response: int(sizes[response]) for response in np.flatnonzero(sizes).tolist()}
            kinds = None
            if weights is not None or game.classes is not None:
                warm_up_responses(source, candidates)
                answers = responses_of(source, place, candidates)
                if weights is not None:
                    masses = {response: int(weights[answers == response].sum()) for response in left}
                kinds = self._kinds(answers, weights)
            possible = likely[guess]
            if self.seen.sampled:
                solved = game.response_count - 1
                left = {each: size if each == solved else max(1, round(size * more)) for each, size in left.items()}
                # What is not in the sample may be a candidate all the same.
                possible = game.secrets_are_questions and self._may_be(game.guesses[guess])
            rows[guess] = row_of(game, guess, left, masses, possible, kinds)
        return rows

    def _kinds(self, answers: NDArray[Any], weights: NDArray[np.int64] | None) -> dict[int, ClassCell] | None:
        """The candidates that are looked at, by response and class; None where they have no classes."""
        game = self.game
        if game.classes is None:
            return None
        several = len(game.class_names)
        kinds = np.array(game.classes, dtype=np.int64)[self.start.candidates]
        where, places, sizes = np.unique(
            answers.astype(np.int64) * several + kinds, return_inverse=True, return_counts=True
        )
        masses = sizes.copy()
        if weights is not None:
            masses = np.zeros(len(where), dtype=np.int64)
            np.add.at(masses, places, weights)
        cells: dict[int, dict[int, tuple[int, int]]] = {}
        for each, size, mass in zip(where.tolist(), sizes.tolist(), masses.tolist(), strict=True):
            cells.setdefault(each // several, {})[each % several] = size, mass
        return dict(cells)

    def _may_be(self, code: Code) -> bool:
        return code in self.game.secrets and not self._narrowed and self.game.agrees(code, self.history)


def _few_patterns(game: Game, history: History) -> bool:
    """Whether so few guesses are different that all candidates are looked at: those at the beginning of a game."""
    return not history and game.kernel is not None and len(game.secrets) <= _MOST_AT_FIRST and bool(patterns_of(game))


_MOST_AT_FIRST = 1 << 20


def _most_candidates(game: Game) -> int:
    """The most candidates that are looked at: few enough that hundreds of guesses can be looked at, too."""
    return 1 << (9 if game.kernel is None else 18)


def row_of(
    game: Game,
    guess: int,
    left: Mapping[int, int],
    masses: Mapping[int, int],
    candidate: bool,
    kinds: Mapping[int, ClassCell] | None = None,
) -> RankedGuess:
    """The figures of a guess, from the number of candidates behind each response and their weights, ``masses``.

    Where secrets have classes, ``kinds`` are the candidates behind each response by class.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> left = {0: 1, 1: 4, 2: 1, 3: 2, 4: 1}
    >>> row = row_of(game, 1, left, left, True)
    >>> row.text, row.worst, round(row.expected_left, 2), round(row.bits, 2)
    ('12', 4, 2.44, 2.06)
    """
    solved = game.response_count - 1
    whole = sum(masses.values())
    behind = {response: size for response, size in left.items() if response != solved}
    code = game.guesses[guess]
    if kinds is not None:
        told = told_by(kinds.values())
        # Of a sample, the sizes in it are smaller.
        worst = max((left[response] for response, cell in kinds.items() if len(cell) > 1), default=0)
        expected = sum(masses[response] * left[response] for response, cell in kinds.items() if len(cell) > 1) / whole
        return RankedGuess(code, game.format_code(code), left, candidate, worst, expected, told.bits)
    return RankedGuess(
        code=code,
        text=game.format_code(code),
        left=left,
        candidate=candidate,
        worst=max(behind.values(), default=0),
        expected_left=sum(masses[response] * size for response, size in behind.items()) / whole,
        bits=-sum(mass / whole * math.log2(mass / whole) for mass in masses.values()) + 0.0,
    )
