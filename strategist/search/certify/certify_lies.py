"""Write certificates of version 5: which positions it takes to refute a number of questions where answers may be false.

At each position every question that counting leaves needs a cell that is refuted. The search is asked for one again:
its memo knows most. A cell that is listed by now serves at once.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from strategist.files.certificate import Certificate
from strategist.files.columns import column
from strategist.model.game import Game, History
from strategist.search.certify.certify import Certified, begin_anew
from strategist.search.certify.groups import Groups
from strategist.search.certify.prover import NOT_WRITTEN
from strategist.search.state.options import Options, Progress
from strategist.search.tasks.supervise import StopSignal, supervise

_EVERY = np.empty(0, dtype=np.int32)
"""Stands for all questions."""


class Refutation(Protocol):
    """A search that has proven that the position where it starts is not resolved within ``questions`` questions.
    ``whole`` says that the symmetries of the game hold there."""

    game: Game
    start: History
    whole: bool
    questions: int

    def begin(self) -> Any:
        """The position where it starts."""

    def refuting(self, place: Any, questions: int, among: NDArray[np.int32]) -> list[tuple[int, int]] | None:
        """Questions with a response each whose cell has been refuted, so that with those told before, and by counting,
        every question is; ``among`` holds one of each kind that symmetries leave, and is empty for all. None if some
        question is not refuted."""

    def cell(self, place: Any, question: int, response: int) -> Any:
        """What a response leaves."""

    def go_on(self, brake: StopSignal) -> None:
        """Heed this brake from now on."""


def certify_lies(
    refutation: Refutation, brake: StopSignal, options: Options, progress: Progress | None = None
) -> Certified:
    """The certificate of what a search has refuted. ``brake`` is that of the search, which may have been stopped.

    Raises :class:`~strategist.common.errors.OutOfTimeError` if the time limit stops the writing, too.
    """
    brake = begin_anew(brake, options.time_limit)
    refutation.go_on(brake)
    writer = _Writer(refutation, brake)

    def tick() -> None:
        if progress is not None:
            done, listed = len(writer.children), len(writer.moves)
            progress(done / listed, {"positions": done})

    return supervise(writer.write, brake, tick)


class _Writer:
    def __init__(self, refutation: Refutation, brake: StopSignal) -> None:
        self.refutation, self.brake = refutation, brake
        game = refutation.game
        self.whole = refutation.whole and game.code_symmetry is not None and game.classes is None
        self.groups = Groups(game, every=True)
        self.children: list[int] = []
        self.moves = [(0, 0)]
        self.of_groups = [0]

    def write(self) -> Certified:
        """List the first position, and then what each that is listed rests on."""
        known, groups, gaps = self.refutation, self.groups, 0
        waiting: deque[tuple[Any, int, tuple[int, ...]]] = deque([(known.begin(), known.questions, ())])
        while waiting:
            self.brake.heed(NOT_WRITTEN)
            here, questions, path = waiting.popleft()
            # Below the second question symmetries leave little, and the search does not use them there.
            group = groups.fixing(path) if self.whole and len(path) < 2 else 0
            among = np.unique(groups.lowest(group)).astype(np.int32) if group else _EVERY
            found = known.refuting(here, questions, among)
            if found is None:
                gaps, found = gaps + 1, []
            if found:
                self.of_groups[len(self.children)] = group
            self.children.append(len(found))
            for question, response in found:
                self.moves.append((question, response))
                self.of_groups.append(0)
                waiting.append((known.cell(here, question, response), questions - 1, (*path, question)[:2]))
        columns = (
            column(self.children),
            column(question for question, _ in self.moves),
            column(response for _, response in self.moves),
            column(self.of_groups),
        )
        return Certified(
            Certificate.of_lies(
                known.game, known.questions + 1, columns, tuple(groups.symmetries), tuple(groups.numbers), known.start
            ),
            gaps,
        )
