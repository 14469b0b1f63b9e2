"""The least depth where exactly so many answers are false: the plain search, with counting, a brake and certificates.

A position holds how many answers were given, so nothing that is known of one helps with a harder one, as where some
answers may be false: more lies left make nothing harder, because they all have to be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import OutOfTimeError
from strategist.common.wording import counted
from strategist.model.game import Game, History, Response
from strategist.model.lies.answer_bits import AnswerBits, bits_of, lies_in_bits
from strategist.model.lies.volume import ways_to_answer
from strategist.model.objective import DEPTH
from strategist.model.position import Position, kind_of
from strategist.search.lies.plain_lies import PlainLies
from strategist.search.lies.search_lies import begin_of, search_lies_plainly
from strategist.search.run.objectives import Outcome, certifier_of_lies
from strategist.search.state.options import Options
from strategist.search.state.start import Start
from strategist.search.tasks.supervise import StopSignal, supervise


class CountedLies(PlainLies):
    """Positions of a game in which exactly so many answers are false.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("comparisons(3,lies=1,of=4)")
    >>> CountedLies(game, StopSignal()).within(kind_of(game).begin(), 4)
    True
    """

    def __init__(self, game: Game, brake: StopSignal) -> None:
        super().__init__(game)
        self.brake, self.nodes = brake, 0
        self._bits = AnswerBits(game, game.question_count)
        answers = [len(game.can_get(game.guesses[question])) for question in range(game.question_count)]
        self._fewest, self._most = min(answers), max(answers)

    def cells(self, left: Position, question: int) -> dict[Response, Position]:
        """See :class:`PlainLies`."""
        key = left, question
        if key not in self._cells:
            cells = self._bits.cells(bits_of(left, self.game), question)
            self._cells[key] = {response: lies_in_bits(cell, self.game) for response, cell in cells}
        return self._cells[key]

    def within(self, left: Position, questions: int) -> bool:
        """See :class:`PlainLies`."""
        if kind_of(self.game).ending(left) is None and self.counts_too_few(left, questions):
            return False
        if (left, questions) not in self._within:
            self.nodes += 1
            self.brake.heed("the search where exactly so many answers are false was stopped")
        return super().within(left, questions)

    def counts_too_few(self, left: Position, questions: int) -> bool:
        """Whether the volume proves that so many questions are too few, where classes do not matter: see
        :mod:`strategist.model.lies.volume`."""
        game = self.game
        assert game.of is not None  # exactly so many answers are false
        to_come = game.of - left.answered
        asked = min(questions, to_come)
        whole = sum(
            ways_to_answer(asked, game.lies - told, self._fewest, game.lies - told - (to_come - asked))
            for told in left.labels
        )
        return game.classes is None and whole > self._most**asked


class PlainRefuted:
    """What such a search has refuted: see :class:`~strategist.search.certify.certify_lies.Refutation`."""

    def __init__(self, known: CountedLies, left: Position, questions: int, whole: bool, start: History) -> None:
        self.known, self.left, self.questions, self.whole, self.start = known, left, questions, whole, start
        self.game = known.game
        self._listed: set[tuple[Position, int]] = set()

    def begin(self) -> Position:
        """See :class:`~strategist.search.certify.certify_lies.Refutation`."""
        return self.left

    def refuting(self, place: Position, questions: int, among: NDArray[np.int32]) -> list[tuple[int, int]] | None:
        """See :class:`~strategist.search.certify.certify_lies.Refutation`."""
        known, found = self.known, []
        if questions <= 0 or kind_of(self.game).ending(place) is not None or known.counts_too_few(place, questions):
            return []
        for question in among.tolist() or range(self.game.question_count):
            cells = known.cells(place, question)
            if not cells or self._is_settled(cells.values(), questions - 1):
                continue
            response = self._refuting(cells, questions - 1)
            if response is None:
                return None
            self._listed.add((cells[response], questions - 1))
            found.append((question, response))
        return found

    def _is_settled(self, cells: Iterable[Position], questions: int) -> bool:
        """Whether one of the cells is listed by now, or refuted by counting."""
        return any(
            (cell, questions) in self._listed
            or (kind_of(self.game).ending(cell) is None and self.known.counts_too_few(cell, questions))
            for cell in cells
        )

    def _refuting(self, cells: Mapping[Response, Position], questions: int) -> Response | None:
        return next((each for each, cell in cells.items() if not self.known.within(cell, questions)), None)

    def cell(self, place: Position, question: int, response: int) -> Position:
        """See :class:`~strategist.search.certify.certify_lies.Refutation`."""
        return self.known.cells(place, question)[response]

    def go_on(self, brake: StopSignal) -> None:
        """See :class:`~strategist.search.certify.certify_lies.Refutation`."""
        self.known.brake = brake


def search_exactly(game: Game, strategy: SearchedStrategy, options: Options, start: Start) -> Outcome:
    """The best tree for a strategy's objectives from a position on.

    Raises :class:`~strategist.common.errors.InfeasibleError` if no tree finds every secret within all answers or the
    strategy's limit (proven), and :class:`~strategist.common.errors.OutOfTimeError` if the search was stopped.
    """
    brake = StopSignal(time_limit=options.time_limit)
    known = CountedLies(game, brake)

    def tick() -> None:
        if options.progress is not None:
            words = {"objective": DEPTH.name, "best": "-", "bound": known.bound, "nodes": known.nodes}
            options.progress(0.0, words)

    try:
        outcome = supervise(lambda: search_lies_plainly(strategy, start, known), brake, tick)
    except OutOfTimeError:
        raise OutOfTimeError(
            f"{game.spec}: the search was stopped: at least {counted(known.bound, 'question')} are needed (proven)"
        ) from None
    outcome.nodes = known.nodes
    if options.certificate and outcome.lower_bound is not None:
        left, whole = begin_of(game, start), not start.history
        refuted = PlainRefuted(known, left, known.bound - 1, whole, start.moves(game))
        outcome.certify = certifier_of_lies(refuted, brake, options)
    return outcome
