"""How many guesses positions take at worst where answers may be false: by the tree of a heuristic, by the best possible
one, and by the volume bound; and the next guess of a strategy there, without a tree.

Positions are bits (:mod:`strategist.model.lies.answer_bits`). Every position is asked about once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from strategist.choosing.heuristics import Heuristic, Strategy
from strategist.choosing.lies.weighed_questions import is_over
from strategist.common.errors import NoCandidateError, OutOfTimeError, SpecError, TooLargeError
from strategist.model.game import Game
from strategist.model.lies.answer_bits import AnswerBits, Sets, lies_in_bits, members
from strategist.model.lies.honest import Honest
from strategist.model.lies.volume import least_guesses, least_questions, most_answers
from strategist.model.tree import GIVE_UP
from strategist.search.growing.grown_claims import latest_claims
from strategist.search.growing.lies_growth import LiesGrower
from strategist.search.growing.lies_tables import grows_lies, lies_once
from strategist.search.kernels.numba.jit import control_cells, run_kernel
from strategist.search.kernels.numba.stopwatch import Stopwatch
from strategist.search.lies.depth_prover import Prover, Stopped
from strategist.search.lies.search_lies import warm_up_lies
from strategist.search.state.problem import SHARED_CELLS
from strategist.search.state.start import Start
from strategist.search.tasks.supervise import StopSignal, supervise

_PAIRS_A_SECOND = 1 << 19
"""Pairs of a question and a candidate at which the tree of a heuristic may begin that is grown in a second, roughly:
decides only whether there is time for it."""
_PLAIN_PAIRS = 1 << 12
"""Pairs up to which a tree is grown in plain Python."""
_MOST_POSITIONS = 1 << 22
_MEMO_BYTES = 1 << 24
_TABLE_PAIRS = 1 << 24
"""Pairs of a question and a secret beyond which no search begins."""
_SOLVED_PAIRS = 1 << 21
"""The same, of a question and a candidate."""


T = TypeVar("T")
Depth = Callable[[Sets], int]
"""The guesses that a position takes at worst; 0 where it is known what is to be known."""


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


def counted_depth(game: Game, sets: Sets) -> int:
    """The least number of guesses for a position, by the volume bound: no strategy needs fewer at worst.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6,lies=1)")
    >>> counted_depth(game, ((1 << 1296) - 1, 0)), counted_depth(game, (0, 1))
    (5, 1)
    """
    if is_over(game, sets):
        return 0
    if game.classes is not None:
        # One candidate of each class, with the most lies left.
        seen: set[int] = set()
        sizes = []
        for bits in sets:
            new = {game.classes[secret] for secret in members(bits)} - seen
            seen |= new
            sizes.append(len(new))
        return max(1, least_questions(sizes[::-1], most_answers(game)))
    sizes = [bits.bit_count() for bits in reversed(sets)]
    if game.fibs:
        # Each row may be any of several, so only the answers that it can get are counted.
        return 1 if sum(sizes) == 1 else 2
    if game.announces:
        return max(1, least_questions(sizes, most_answers(game)))
    return max(1, least_guesses(sizes, most_answers(game), game.honest or Honest.SOLVED))


def question_depth(game: Game, answers: AnswerBits, sets: Sets, question: int, depth: Depth) -> int:
    """The guesses that it takes at worst if a question is asked at a position, by the depths of what is behind it.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,lies=1)")
    >>> question_depth(game, AnswerBits(game), (0b111, 0), 0, lambda sets: sum(bits.bit_count() for bits in sets))
    3
    """
    behind = (depth(cell) for response, cell in answers.cells(sets, question) if not game.solved(response))
    return 1 + max(behind, default=0)


class TreeDepths:
    """The guesses that the trees of a heuristic take at worst, as far as there are ``seconds`` to grow them, by
    ``jobs`` threads."""

    def __init__(self, game: Game, strategy: Heuristic, seconds: float = math.inf, jobs: int = 1) -> None:
        self._game, self.jobs = game, jobs
        self._strategy = type(strategy)(game, strategy.values | {"first": None})
        self._compiled = grows_lies(game, strategy)
        self._answers = AnswerBits(game, 64)
        self._seconds = seconds
        self._watch = Stopwatch()
        self._known: dict[Sets, tuple[int, int]] = {}
        self._behind: dict[tuple[Sets, int], int] = {}

    def of(self, sets: Sets) -> int:
        """The guesses at worst from a position on. Raises :class:`~strategist.common.errors.OutOfTimeError`."""
        return 0 if is_over(self._game, sets) else self.grown(sets)[1]

    def known(self, sets: Sets) -> int | None:
        """The guesses at worst from a position on, if a tree was grown there."""
        return self._known[sets][1] if sets in self._known else None

    def grown(self, sets: Sets) -> tuple[int, int]:
        """What the heuristic guesses where play goes on, and the guesses at worst, this one included."""
        if sets not in self._known:
            self._known[sets] = self._grow(sets)
        return self._known[sets]

    def of_question(self, sets: Sets, question: int) -> int:
        """The guesses at worst if a question is asked first. Raises :class:`~strategist.common.errors.OutOfTimeError`.

        What is behind its answers is grown together: cells have most of their positions in common."""
        key = sets, question
        if sets in self._known and self._known[sets][0] == question:
            return self._known[sets][1]
        if key not in self._behind:
            if self._compiled:
                self._behind[key] = self._grow(sets, question)[1]
            else:
                self._behind[key] = question_depth(self._game, self._answers, sets, question, self.of)
        return self._behind[key]

    def _grow(self, sets: Sets, opening: int | None = None) -> tuple[int, int]:
        game = self._game
        left = lies_in_bits(sets, self._game)
        pairs, seconds = len(left) * game.question_count, self._seconds - self._watch.seconds
        if seconds <= 0 or pairs > (seconds * _PAIRS_A_SECOND if self._compiled else _PLAIN_PAIRS):
            raise OutOfTimeError(f"{game.spec}: no time is left for a tree of {self._strategy.spec}")
        if not self._compiled:
            guess = self._strategy.choose(left)
            if guess is None:
                raise OutOfTimeError(f"{game.spec}: {self._strategy.spec} finds no question")
            return guess, question_depth(game, self._answers, sets, guess, self.of)
        LiesGrower.warm_up(game)
        control = control_cells()
        grower = LiesGrower(game, self._strategy, control, self.jobs, _MOST_POSITIONS, lies_once(game))
        start = Start((), np.array(left.candidates, dtype=np.int32))
        found = run_kernel(lambda: grower.grow(start, left, opening), control)
        return int(found.guesses[0]), latest_claims(game, found).depth


class BestDepths:
    """The guesses that positions take at worst if the best questions are asked, as far as there are ``seconds`` to
    prove them; ``trees`` may know some of them from above.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> best = BestDepths(game, TreeDepths(game, make_strategy("entropy", game)))
    >>> best.of((0b111111111, 0))
    5
    """

    def __init__(self, game: Game, trees: TreeDepths, seconds: float = math.inf) -> None:
        self._game, self._trees = game, trees
        self._answers = AnswerBits(game, 64)
        self._seconds = seconds
        self._watch: Stopwatch | None = None
        self._shared = np.zeros(SHARED_CELLS, dtype=np.int64)
        self._known: dict[Sets, int] = {}

    @cached_property
    def _prover(self) -> Prover:
        game = self._game
        if game.question_count * len(game.secrets) > _TABLE_PAIRS:
            raise self._too_long()
        warm_up_lies(game)
        self._watch = Stopwatch()
        try:
            return Prover(game, StopSignal(self._shared), _MEMO_BYTES, self._trees.jobs)
        except (SpecError, TooLargeError) as error:
            # Some games have no table of their answers for a search.
            raise OutOfTimeError(str(error)) from None

    def _too_long(self) -> OutOfTimeError:
        return OutOfTimeError(f"exact values take more than {self._seconds:g} seconds")

    def of(self, sets: Sets) -> int:
        """The guesses at worst from a position on. Raises :class:`~strategist.common.errors.OutOfTimeError`."""
        if is_over(self._game, sets):
            return 0
        if sets not in self._known:
            self._known[sets] = self._least(sets)
        return self._known[sets]

    def of_question(self, sets: Sets, question: int) -> int:
        """The guesses at worst if a question is asked first. Raises
        :class:`~strategist.common.errors.OutOfTimeError`."""
        return question_depth(self._game, self._answers, sets, question, self.of)

    def _least(self, sets: Sets) -> int:
        least, most = counted_depth(self._game, sets), self._trees.known(sets)
        while least != most and not self._within(sets, least):
            least += 1
        return least

    def _within(self, sets: Sets, guesses: int) -> bool:
        left = lies_in_bits(sets, self._game)
        if len(left) * self._game.question_count > _SOLVED_PAIRS:
            raise self._too_long()
        prover = self._prover
        prover.room_for(guesses)
        return self._in_time(lambda: prover.within(prover.place_of(left), guesses))

    def first(self, sets: Sets) -> int:
        """A question with which the guesses at worst are those of :meth:`of`, where play goes on. Raises
        :class:`~strategist.common.errors.OutOfTimeError`."""
        guesses, prover, left = self.of(sets), self._prover, lies_in_bits(sets, self._game)
        prover.room_for(guesses)
        found = self._in_time(lambda: prover.opening(prover.place_of(left), guesses, False))
        assert found is not None  # so many are enough
        return found

    def _in_time(self, run: Callable[[], T]) -> T:
        """What a search finds before the time is over. It runs in a thread of its own, so that Ctrl-C stops it."""
        assert self._watch is not None  # it begins with the prover
        seconds = self._seconds - self._watch.seconds
        if seconds <= 0:
            raise self._too_long()
        # The cells that the kernels read are those of the first brake.
        self._shared[:] = 0
        brake = self._prover.brake = StopSignal(self._shared, None if seconds == math.inf else seconds)
        try:
            return supervise(run, brake)
        except Stopped:
            if brake.interrupts:
                raise KeyboardInterrupt from None
            raise self._too_long() from None


def guess_under_lies(game: Game, strategy: Strategy, start: Start) -> int | None:
    """The index of the next guess of a strategy, as its tree has it; None to give up.

    Raises :class:`~strategist.common.errors.TooLargeError` where a table of all answers does not fit in the memory.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> start = start_of(game, game.parse_history("12:1b0w"))
    >>> game.format_code(game.guesses[guess_under_lies(game, make_strategy("entropy", game), start)])
    '13'
    """
    left = lies_in_bits(sets_after(game, AnswerBits(game), start), game)
    position = replace(left, history=start.history)
    opens = strategy.opening is not None and not start.history
    if opens or game.is_pure(left.candidates) or not grows_lies(game, strategy):
        return strategy.guess(position)
    LiesGrower.warm_up(game)
    control = control_cells()
    grower = LiesGrower(game, strategy, control, 1, 1, lies_once(game))
    guess = run_kernel(lambda: grower.first_guess(left, start), control)
    return None if guess == GIVE_UP else int(guess)
