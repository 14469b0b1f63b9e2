"""The images of questions under permutations of the secrets of a table: those that are answered alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import Indices
from strategist.checking.ground import CheckedGame
from strategist.checking.images import Images
from strategist.files.versions.table_symmetries import read_permutation


class TableImages(Images):
    """The images of secrets and questions under the symmetries of a table, by index; :class:`KeyError` for a
    permutation that does not keep all answers, chances, classes and costs."""

    def __init__(self, ground: CheckedGame, symmetries: Sequence[bytes]) -> None:
        super().__init__(ground.game, symmetries)
        self._ground = ground
        self._order, self._sorted = self._in_order(np.arange(ground.count))

    def _in_order(self, secrets: Indices) -> tuple[Indices, NDArray[np.unsignedinteger]]:
        """The questions in the order of what secrets answer and of their costs; and these, row by row."""
        answers = self._ground.table[secrets].T
        order: Indices = np.lexsort((self._ground.costs, *answers.T[::-1]))
        return order, answers[order]

    def _image(self, number: int) -> tuple[Indices, Indices]:
        ground, game = self._ground, self._ground.game
        secrets = np.array(read_permutation(self.symmetries[number], ground.count), dtype=np.int64)
        # What the image of each secret answers, in the order of the secrets.
        order, answers = self._in_order(secrets)
        questions = np.empty_like(order)
        questions[self._order] = order
        kept = np.array_equal(answers, self._sorted) and np.array_equal(ground.costs[questions], ground.costs)
        if not kept or (ground.weights[secrets] != ground.weights).any():
            raise KeyError(number)
        if game.classes is not None:
            pairs = {(game.classes[secret], game.classes[image]) for secret, image in enumerate(secrets.tolist())}
            if not len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs}):
                raise KeyError(number)
        return secrets, questions

    def problem(self) -> str | None:
        """Why the rules do not have the symmetries that are stated; None if they have."""
        for number in range(len(self.symmetries)):
            try:
                self.of(number)
            except KeyError:
                return f"symmetry {number} does not keep what {self.game.spec} answers"
        return None
