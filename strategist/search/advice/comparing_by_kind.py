"""What guesses score, leave and take at one position, for each kind of answers.

Where each secret has one answer, kernels score all guesses and find their cells, over a sample of the candidates if
need be. Where it may have several, cells hold masses. Where answers may be false, cells count by Berlekamp's weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.classes import ClassCell
from strategist.choosing.draws import history_key
from strategist.choosing.heuristics import Heuristic
from strategist.choosing.masses import WORST
from strategist.choosing.reasons.explanation import HEURISTICS
from strategist.choosing.reasons.guess_figures import lies_row, row_of, several_row
from strategist.common.errors import OutOfTimeError
from strategist.model.game import Code, Game, History
from strategist.model.lies.answer_bits import AnswerBits, lies_in_bits
from strategist.model.position import Position, by_kind, kind_of
from strategist.search.advice.comparing import EXACT, Compared, Comparison, RankedGuess, Takes
from strategist.search.advice.drawing import Seen, warm_up_responses
from strategist.search.advice.responses_at import ResponseRows
from strategist.search.advice.shortlist import few_guesses, patterns_of
from strategist.search.advice.valuing.at_worst import BestDepths, TreeDepths, sets_after
from strategist.search.advice.valuing.guess_values import PlainWorth, Worth
from strategist.search.growing.lies_tables import grows_lies, lies_once, refuse_large_table
from strategist.search.growing.plans import RULES, by_kernel, make_plan
from strategist.search.kernels.numba.jit import warm_up
from strategist.search.kernels.responses.responses import responses_of
from strategist.search.kernels.scores.lies_scores import make_scratch, score_under_lies
from strategist.search.kernels.scores.scores import BYTES, cell_table, score_table
from strategist.search.kernels.symmetry.same_guesses import make_group, orbit_minima, representatives
from strategist.search.state.start import Start

_BY_RULES = 1 << 17
"""Pairs of a guess and a candidate where a heuristic scores in plain Python."""
_MOST_AT_FIRST = 1 << 20
"""Candidates up to which all are looked at where few guesses are different: at the beginning of a game."""


class TrueAnswers(Comparison):
    """Each secret has one answer to each question."""

    overlaps = False

    def __init__(self, game: Game, history: History = (), start: Start | Seen | None = None) -> None:
        super().__init__(game, history, start)
        self.ground = ResponseRows(game, self.start)

    @staticmethod
    def _most_candidates(game: Game, history: History) -> int | None:
        """See :class:`Comparison`. Where few guesses are different, it is all candidates; else few enough that hundreds
        of guesses can be looked at, too."""
        if not history and game.kernel is not None and len(game.secrets) <= _MOST_AT_FIRST and patterns_of(game):
            return None
        return 1 << (9 if game.kernel is None else 18)

    def compare(self, strategy: Heuristic) -> Compared:
        """See :class:`Comparison`."""
        guesses, sampled = self._guesses(strategy)
        return Compared(guesses, self.scores(strategy, guesses), sampled)

    def scores(self, strategy: Heuristic, guesses: NDArray[np.int32]) -> NDArray[np.int64]:
        """See :class:`Comparison`."""
        if not by_kernel(self.game, strategy):
            return _rated(strategy, Position(self.start.history, self.start.candidates.tolist()), guesses)
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
        """See :class:`Comparison`."""
        worth = Worth(self.ground, strategy, seconds)
        for exactly in (False, True):
            worth.prepare(exactly)
            yield EXACT if exactly else strategy.name, partial(worth.of, exactly=exactly)

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

    def rows(self, guesses: NDArray[np.int32]) -> dict[int, RankedGuess]:
        """See :class:`Comparison`. Where candidates are a sample, what all of them would leave is estimated."""
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


class SeveralAnswers(Comparison):
    """A secret may give one of several answers to a question: all questions that tell anything, and no sample."""

    def __init__(self, game: Game, history: History = (), start: Start | Seen | None = None) -> None:
        super().__init__(game, history, start)
        self.left = kind_of(game).at(Position(self.start.history, self.start.candidates.tolist()))

    def compare(self, strategy: Heuristic) -> Compared:
        """The questions that tell anything, with their scores; all that were not asked, if none tells anything."""
        asked = kind_of(self.game).helping(self.left) or [
            question for question in range(self.game.question_count) if question not in self.left.asked
        ]
        if self.game.erring is not None:
            asked = self.game.erring.next_tests(asked, self.game.question_count, self.left.asked)
        guesses = np.array(asked, dtype=np.int32)
        return Compared(guesses, self.scores(strategy, guesses), False)

    def scores(self, strategy: Heuristic, guesses: NDArray[np.int32]) -> NDArray[np.int64]:
        """See :class:`Comparison`: the worst for a question whose answer is settled."""
        found = _rated(strategy, self.left, guesses)
        found[np.isin(guesses, list(self.left.asked))] = WORST
        return found

    def worths(self, strategy: Heuristic, seconds: float) -> Iterator[tuple[str, Takes]]:
        """What questions take if the heuristic goes on."""
        yield strategy.name, PlainWorth(self.game, strategy, self.left, seconds).of

    def rows(self, guesses: NDArray[np.int32]) -> dict[int, RankedGuess]:
        """See :class:`Comparison`. A secret counts behind each answer that it may give; ``bits`` is the information
        about the secret or its class."""
        return {each: several_row(self.game, self.left, each, self.start.history) for each in guesses.tolist()}


class FalseAnswers(Comparison):
    """Answers may be false: all questions that tell anything whatever is answered."""

    heuristics = tuple(each for each in HEURISTICS if each.doubts)

    def __init__(self, game: Game, history: History = (), start: Start | Seen | None = None) -> None:
        # There may be more questions than a list holds.
        refuse_large_table(game)
        super().__init__(game, history, start)
        self.answers = AnswerBits(game, 64)
        self.sets = sets_after(game, self.answers, self.start)

    def compare(self, strategy: Heuristic) -> Compared:
        """The questions that tell anything, with their scores; all questions, if none does. Of questions that a
        symmetry of the history maps to each other, the lowest alone."""
        guesses = self._lowest(self._permitted(strategy))
        scores = self.scores(strategy, guesses)
        telling = scores != WORST
        return Compared(guesses[telling], scores[telling], False) if telling.any() else Compared(guesses, scores, False)

    def scores(self, strategy: Heuristic, guesses: NDArray[np.int32]) -> NDArray[np.int64]:
        """See :class:`Comparison`: :data:`~strategist.choosing.masses.WORST` for what an answer leaves without
        effect."""
        game, left = self.game, lies_in_bits(self.sets, self.game)
        if not grows_lies(game, strategy):
            return _rated(strategy, left, guesses)
        told = lies_once(game)
        secrets, lied = np.array(left.candidates, dtype=np.int32), np.array(left.labels, dtype=np.uint8)
        rule = RULES[type(strategy)]

        def run(asked: NDArray[np.int32]) -> NDArray[np.int64]:
            found = np.empty(len(asked), dtype=np.int64)
            score_under_lies(told, rule, secrets, lied, asked, make_scratch(told), found)
            return found

        warm_up(f"score-suspects-{told.truths.dtype}", lambda: run(guesses[:1]))
        return run(guesses)

    def _lowest(self, permitted: Sequence[int]) -> NDArray[np.int32]:
        game = self.game
        if game.symmetry is None or self._narrowed or len(permitted) < game.question_count:
            return np.array(permitted, dtype=np.int32)
        past = [question for question, _ in self.start.history]
        return np.array(orbit_minima(game, range(game.question_count), past), dtype=np.int32)

    def worths(self, strategy: Heuristic, seconds: float) -> Iterator[tuple[str, Takes]]:
        """What questions take at worst: if the heuristic goes on, and with the best questions. Where exactly so many
        answers are false, a question may leave too few to find the secret at all: nothing is told of that."""
        if self.game.of is not None:
            return
        trees = TreeDepths(self.game, strategy, seconds / 2)
        yield strategy.name, partial(self._takes, trees)
        yield EXACT, partial(self._takes, BestDepths(self.game, trees, seconds / 2))

    def _takes(self, depths: TreeDepths | BestDepths, guess: int) -> float | None:
        try:
            return float(depths.of_question(self.sets, guess))
        except OutOfTimeError:
            return None

    def rows(self, guesses: NDArray[np.int32]) -> dict[int, RankedGuess]:
        """See :class:`Comparison`. A candidate counts behind each answer that it may give; ``expected_left`` counts a
        cell by its weight, and ``bits`` is by how much less is missing about the secret and the lies to come."""
        likely = self.likely(guesses).tolist()
        return {
            guess: lies_row(self.game, self.answers, self.sets, guess, each)
            for guess, each in zip(guesses.tolist(), likely, strict=True)
        }


def _rated(strategy: Heuristic, position: Position, guesses: NDArray[np.int32]) -> NDArray[np.int64]:
    """``int64[n]``: the score of each guess at a position, in plain Python."""
    rating = strategy.rating_at(position)
    return np.array([rating.of(guess)[0] for guess in guesses.tolist()], dtype=np.int64)


def comparison_at(game: Game, history: History = (), start: Start | Seen | None = None) -> Comparison:
    """The guesses at one position, side by side.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> comparison_at(game).rows(np.array([1], dtype=np.int32))[1].left
    {0: 8, 1: 8, 2: 8, 3: 8, 4: 1}
    """
    compared: Callable[[Game, History, Start | Seen | None], Comparison] = by_kind(
        game, one=TrueAnswers, several=SeveralAnswers, lies=FalseAnswers
    )
    return compared(game, history, start)
