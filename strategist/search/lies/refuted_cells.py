"""What a search where answers may be false has refuted, position by position, for its certificate.

:mod:`strategist.search.certify.certify_lies` asks for it: :class:`Refuted` is its ``Refutation``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import OutOfTimeError
from strategist.model.game import History
from strategist.search.exact.lazy_heap import pop
from strategist.search.kernels.numba.jit import borrowing_kernel
from strategist.search.lies.depth_prover import Prover, ProverPosition
from strategist.search.lies.lies_arrays import NO_OTHERS, LiesArrays, LiesScratch
from strategist.search.lies.lies_marks import NO, STOPPED, enter
from strategist.search.lies.lies_memo import UNKNOWN, keep, known, make_memo
from strategist.search.lies.lies_positions import enter_cell, name_position
from strategist.search.lies.prove_depth import within
from strategist.search.lies.question_order import QUESTION, list_questions, order_cells
from strategist.search.tasks.supervise import StopSignal

_LISTED_BYTES = 1 << 25
_NONE = np.uint64(0)
_EVERY = np.empty(0, dtype=np.int32)


@borrowing_kernel
def refuting_cells(
    arrays: LiesArrays,
    counted: LiesArrays,
    desk: LiesScratch,
    memo: NDArray[np.uint64],
    listed: NDArray[np.uint64],
    questions: int,
    among: NDArray[np.int32],
    nothing: NDArray[np.int32],
    found: NDArray[np.int64],
) -> int:
    """Write into ``found``, ``int64[questions, 2]``, questions with a response each whose cell is refuted, so that with
    those in ``listed`` every question is refuted at the position at level 0. Returns their number, -1 if a question
    resolves the position within so many questions, -2 if the search was stopped.

    ``counted`` are the arrays with the one bound that checkers know. ``listed`` is a memo of the positions that are
    listed, which learns of these."""
    enter(desk, 0, 0, _NONE, _NONE)
    left, count = list_questions(counted, desk, 0, questions, among), 0
    while left:
        question = pop(desk.heap[0], left) & QUESTION
        left -= 1
        cells = order_cells(arrays, desk, 0, question, questions)
        refuted = False
        for at in range(cells):
            enter_cell(arrays, desk, 0, question, -desk.order[0, at] & QUESTION)
            least, _ = known(listed, name_position(arrays, desk, 1, 0), name_position(arrays, desk, 1, 1))
            if least >= questions:
                refuted = True
                break
        if refuted:
            continue
        for at in range(cells):
            enter_cell(arrays, desk, 0, question, -desk.order[0, at] & QUESTION)
            result = within(arrays, desk, memo, 1, questions - 1, nothing, nothing, 0, memo)
            if result == STOPPED:
                return -2
            if result == NO:
                enter_cell(arrays, desk, 0, question, -desk.order[0, at] & QUESTION)
                first, second = name_position(arrays, desk, 1, 0), name_position(arrays, desk, 1, 1)
                keep(listed, first, second, questions, UNKNOWN)
                found[count, 0], found[count, 1] = question, -desk.order[0, at] & QUESTION
                count += 1
                refuted = True
                break
        if not refuted:
            return -1
    return count


class Refuted:
    """What a prover has refuted of a position: that ``questions`` questions suffice.

    ``whole`` says that it is that of all secrets, where the symmetries of the game hold; ``start`` has led there.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.position import kind_of
    >>> game = make_game("mastermind(2,2,lies=1)")
    >>> prover = Prover(game, StopSignal())
    >>> refuted = Refuted(prover, prover.place_of(kind_of(game).begin()), 3, True, ())
    >>> len(refuted.refuting(refuted.begin(), 3, prover.kinds(())))
    2
    """

    def __init__(self, prover: Prover, place: ProverPosition, questions: int, whole: bool, start: History) -> None:
        self.prover, self.place, self.questions, self.whole, self.start = prover, place, questions, whole, start
        self.game = prover.game
        prover.room_for(questions + 1)
        prover.narrow(0)
        self._counted = prover.arrays._replace(others=NO_OTHERS)
        self._listed = make_memo(_LISTED_BYTES)
        self._found = np.zeros((self.game.question_count, 2), dtype=np.int64)

    def begin(self) -> ProverPosition:
        """The position where it starts."""
        return self.place

    def refuting(self, place: ProverPosition, questions: int, among: NDArray[np.int32]) -> list[tuple[int, int]] | None:
        """Questions with a response each whose cell is refuted, so that with those told before, and by counting, every
        question is; None if some question is not refuted."""
        prover = self.prover
        if questions <= 0 or prover.is_resolved(place) or prover.out_of_reach(place, questions, self._counted):
            return []
        prover.sit(place)
        rows = self._found
        known = (prover.desk, prover.memo, self._listed)
        count = refuting_cells(prover.arrays, self._counted, *known, questions, among, _EVERY, rows)
        if count == -2:
            raise OutOfTimeError("no certificate is written")
        return None if count < 0 else [(question, response) for question, response in rows[:count].tolist()]

    def cell(self, place: ProverPosition, question: int, response: int) -> ProverPosition:
        """What a response leaves."""
        return self.prover.cell(place, question, response)

    def go_on(self, brake: StopSignal) -> None:
        """Heed this brake from now on."""
        self.prover.brake = brake
