"""Write certificates of version 5: which positions it takes to refute a number of questions where answers may be false.

At each position every question that counting leaves needs a cell that is refuted. The search is asked for one again:
its memo knows most. A cell that is listed by now serves at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.checking.images import Images
from strategist.files.certificate import Certificate
from strategist.files.columns import column
from strategist.model.game import History
from strategist.search.certify.certify import Certified
from strategist.search.exact.lazy_heap import pop
from strategist.search.kernels.numba.jit import borrowing_kernel
from strategist.search.kernels.symmetry.same_guesses import fixing
from strategist.search.lies.depth_prover import Place, Prover, Stopped
from strategist.search.lies.ground_of_lies import Desk, Ground
from strategist.search.lies.positions import enter_cell, name_position
from strategist.search.lies.prove_depth import (
    NO,
    STOPPED,
    UNKNOWN,
    find,
    keep,
    list_questions,
    order_cells,
    within,
)

_QUESTION_BITS = 24
_QUESTION = (1 << _QUESTION_BITS) - 1
_LISTED_ROWS = 1 << 20


@borrowing_kernel
def refuting_cells(
    ground: Ground,
    desk: Desk,
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

    ``listed`` is a memo of the positions that are listed, which learns of these."""
    left, count = list_questions(ground, desk, 0, questions, among), 0
    while left:
        question = pop(desk.heap[0], left) & _QUESTION
        left -= 1
        cells = order_cells(ground, desk, 0, question, questions)
        refuted = False
        for at in range(cells):
            enter_cell(ground, desk, 0, question, -desk.order[0, at] & _QUESTION)
            row = find(listed, name_position(ground, desk, 1, 0), name_position(ground, desk, 1, 1))
            if row >= 0 and np.int64(listed[row, 2]) >= questions:
                refuted = True
                break
        if refuted:
            continue
        for at in range(cells):
            enter_cell(ground, desk, 0, question, -desk.order[0, at] & _QUESTION)
            result = within(ground, desk, memo, 1, questions - 1, nothing, nothing, 0, memo)
            if result == STOPPED:
                return -2
            if result == NO:
                enter_cell(ground, desk, 0, question, -desk.order[0, at] & _QUESTION)
                first, second = name_position(ground, desk, 1, 0), name_position(ground, desk, 1, 1)
                keep(listed, first, second, questions, UNKNOWN)
                found[count, 0], found[count, 1] = question, -desk.order[0, at] & _QUESTION
                count += 1
                refuted = True
                break
        if not refuted:
            return -1
    return count


def certify_lies(
    prover: Prover,
    place: Place,
    bound: int,
    whole: bool,
    start: History = (),
    tell: Callable[[int, int], Any] | None = None,
) -> Certified:
    """The certificate that no strategy resolves a position within ``bound - 1`` questions, which a prover has refuted.

    ``whole`` says that it is that of all secrets, where the symmetries of the game hold; ``start`` has led there.
    ``tell`` is called with the positions that are done, and those that are listed. Raises
    :class:`~strategist.search.lies.depth_prover.Stopped`.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.lies.suspects import all_suspects
    >>> from strategist.search.state.problem import SHARED_CELLS
    >>> from strategist.search.tasks.supervise import Brake
    >>> game = make_game("mastermind(2,2,lies=1)")
    >>> prover = Prover(game, Brake(np.zeros(SHARED_CELLS, dtype=np.int64)))
    >>> certify_lies(prover, prover.place_of(all_suspects(game)), 4, True).certificate.bound
    4
    """
    prover.room_for(bound)
    prover.narrow(0)
    groups = _Groups(prover, whole)
    listed = np.zeros((_LISTED_ROWS, 4), dtype=np.uint64)
    found = np.zeros((prover.game.question_count, 2), dtype=np.int64)
    nothing = np.empty(0, dtype=np.int32)
    waiting: deque[tuple[Place, int, tuple[int, ...]]] = deque([(place, bound - 1, ())])
    children: list[int] = []
    moves, of_groups, gaps = [(0, 0)], [0], 0
    while waiting:
        here, questions, path = waiting.popleft()
        number = len(children)
        count = 0
        if questions > 0 and not prover.is_resolved(here) and not prover.out_of_reach(here, questions):
            of_groups[number] = group = groups.of(path) if len(path) < 2 else 0
            prover.sit(here)
            among = groups.lowest(group) if group else nothing
            count = refuting_cells(prover.ground, prover.desk, prover.memo, listed, questions, among, nothing, found)
        if count == -2:
            raise Stopped
        if count < 0:
            gaps, count = gaps + 1, 0
        children.append(count)
        for question, response in found[:count].tolist():
            moves.append((question, response))
            of_groups.append(0)
            waiting.append((prover.cell(here, question, response), questions - 1, (*path, question)[:2]))
        if tell is not None:
            tell(len(children), len(moves))
    columns = (
        column(children),
        column(one for one, _ in moves),
        column(other for _, other in moves),
        column(of_groups),
    )
    return Certified(
        Certificate.of_lies(prover.game, bound, columns, tuple(groups.symmetries), tuple(groups.numbers), start), gaps
    )


class _Groups:
    """The symmetries that leave positions as they are: those of the game that leave the questions before."""

    def __init__(self, prover: Prover, whole: bool) -> None:
        self.game = prover.game
        self.whole = whole and self.game.code_symmetry is not None and self.game.classes is None
        self.symmetries: list[bytes] = []
        self.numbers: dict[tuple[int, ...], int] = {}
        self._of: dict[tuple[int, ...], int] = {}

    def of(self, path: tuple[int, ...]) -> int:
        """The number of the group that leaves the questions of a path as they are, from 1; 0 for none."""
        if not self.whole:
            return 0
        if path not in self._of:
            game, symmetry = self.game, self.game.code_symmetry
            assert symmetry is not None  # of a whole game
            symbols = 1 + max(max(code) for code in game.guesses[: game.question_count])
            past = [game.guesses[question] for question in path]
            images = sorted({bytes(each) for each in fixing(symmetry, past, len(game.secrets[0]), symbols)})
            self.symmetries += [each for each in images if each not in self.symmetries]
            members = tuple(sorted(map(self.symmetries.index, images)))
            self._of[path] = self.numbers.setdefault(members, len(self.numbers) + 1) if members else 0
        return self._of[path]

    def lowest(self, group: int) -> NDArray[np.int32]:
        """The lowest of the questions that a group maps onto each other."""
        members = list(self.numbers)[group - 1]
        return np.unique(Images(self.game, self.symmetries).lowest(members)).astype(np.int32)
