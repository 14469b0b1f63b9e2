"""What questions leave where answers may be false, side by side: by the weights of suspects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial, reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.heuristics import Heuristic
from strategist.choosing.lies.weighed_questions import weighed_question
from strategist.choosing.masses import WORST
from strategist.common.errors import NoCandidateError, OutOfTimeError
from strategist.model.game import Game, History
from strategist.model.lies.answer_bits import AnswerBits, Sets, lies_in_bits, members
from strategist.search.advice.comparing import EXACT, Compared, Comparison, RankedGuess, Takes
from strategist.search.advice.drawing import Seen, seen
from strategist.search.advice.lies.lies_depths import BestDepths, TreeDepths
from strategist.search.growing.lies_tables import RULES, grows_lies, lies_once, refuse_large_table
from strategist.search.kernels.numba.jit import warm_up
from strategist.search.kernels.scores.lies_scores import make_scratch, score_under_lies
from strategist.search.kernels.symmetry.same_guesses import orbit_minima
from strategist.search.state.start import Start


def sets_after(game: Game, answers: AnswerBits, start: Start) -> Sets:
    """The position of a start, of some or of all of its candidates.

    Raises :class:`~strategist.common.errors.NoCandidateError` if no secret is left.
    """
    sets: Sets = (sum(1 << secret for secret in start.candidates.tolist()),) + (0,) * game.lies
    for question, response in start.history:
        sets = answers.cell(sets, question, response)
    if not any(sets):
        raise NoCandidateError(f"{game.spec}: no secret agrees with the history")
    return sets


class LiesComparison(Comparison):
    """The questions at one position, side by side: all that tell anything whatever is answered."""

    def __init__(self, game: Game, history: History = (), start: Start | Seen | None = None) -> None:
        # There may be more questions than a list holds.
        refuse_large_table(game)
        self.game, self.history = game, history
        self._narrowed = isinstance(start, Start)
        self.seen = seen(game, history, start)
        self.start = self.seen.start
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
        """The scores of some questions by a heuristic; smaller is better. :data:`~strategist.choosing.masses.WORST`
        for one that an answer leaves without effect."""
        game, left = self.game, lies_in_bits(self.sets)
        if not grows_lies(game, strategy):
            rating = strategy.rating_at(left)
            return np.array([rating.of(guess)[0] for guess in guesses.tolist()], dtype=np.int64)
        told = lies_once(game)
        secrets, lied = np.array(left.candidates, dtype=np.int32), np.array(left.labels, dtype=np.uint8)
        rule = RULES[type(strategy)]

        def run(asked: NDArray[np.int32]) -> NDArray[np.int64]:
            found = np.empty(len(asked), dtype=np.int64)
            score_under_lies(told, rule, secrets, lied, asked, make_scratch(told), found)
            return found

        warm_up(f"score-suspects-{told.truths.dtype}", lambda: run(guesses[:1]))
        return run(guesses)

    def every(self, strategy: Heuristic) -> NDArray[np.int32]:
        """All questions that tell anything, ascending."""
        return self.compare(strategy).guesses

    def _lowest(self, permitted: Sequence[int]) -> NDArray[np.int32]:
        game = self.game
        if game.symmetry is None or self._narrowed or len(permitted) < game.question_count:
            return np.array(permitted, dtype=np.int32)
        past = [question for question, _ in self.start.history]
        return np.array(orbit_minima(game, range(game.question_count), past), dtype=np.int32)

    @cached_property
    def questions(self) -> NDArray[np.int32]:
        """The suspects as questions, ascending; none where they cannot be asked."""
        game = self.game
        if not game.secrets_are_questions:
            return np.empty(0, dtype=np.int32)
        left = members(reduce(or_, self.sets))
        return np.array(sorted(game.guesses.index(game.secrets[secret]) for secret in left), dtype=np.int32)

    def worths(self, strategy: Heuristic, seconds: float) -> Iterator[tuple[str, Takes]]:
        """What questions take at worst: if the heuristic goes on, and with the best questions."""
        trees = TreeDepths(self.game, strategy, seconds / 2)
        yield strategy.name, partial(self._takes, trees)
        yield EXACT, partial(self._takes, BestDepths(self.game, trees, seconds / 2))

    def _takes(self, depths: TreeDepths | BestDepths, guess: int) -> float | None:
        try:
            return float(depths.of_question(self.sets, guess))
        except OutOfTimeError:
            return None

    def rows(self, guesses: NDArray[np.int32]) -> dict[int, RankedGuess]:
        """What each of some questions leaves, by its index.

        A suspect counts behind each answer that it may give; ``expected_left`` counts a cell by its weight, and
        ``bits`` is by how much less is missing about the secret and the lies to come.
        """
        likely = dict(zip(guesses.tolist(), self.likely(guesses).tolist(), strict=True))
        return {guess: self._row(guess, likely[guess]) for guess in guesses.tolist()}

    def _row(self, guess: int, candidate: bool) -> RankedGuess:
        game, found = self.game, weighed_question(self.game, self.answers, self.sets, guess)
        code = game.guesses[guess]
        return RankedGuess(
            code=code,
            text=game.format_code(code),
            left=found.sizes,
            candidate=candidate,
            worst=found.largest,
            expected_left=found.expected,
            bits=found.bits,
            heaviest=found.heaviest,
        )
