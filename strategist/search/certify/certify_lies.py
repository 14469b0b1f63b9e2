"""Write certificates of version 5: which positions it takes to refute a number of questions where answers may be false.

At each position every question that counting leaves needs a cell that is refuted. The search is asked for one again:
its memo knows most. A cell that is listed by now serves at once.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from strategist.checking.images import Images
from strategist.files.certificate import Certificate
from strategist.files.columns import column
from strategist.model.game import Game, History
from strategist.search.certify.certify import Certified, begin_anew
from strategist.search.certify.prover import NOT_WRITTEN
from strategist.search.kernels.symmetry.fixing import fixing
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
        self.groups = _Groups(refutation.game, refutation.whole)
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
            group = groups.of(path) if len(path) < 2 else 0
            found = known.refuting(here, questions, groups.lowest(group) if group else _EVERY)
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


class _Groups:
    """The symmetries that leave positions as they are: those of the game that leave the questions before."""

    def __init__(self, game: Game, whole: bool) -> None:
        self.game = game
        self.whole = whole and game.code_symmetry is not None and game.classes is None
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
