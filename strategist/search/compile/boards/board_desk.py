"""What every guess tells of several boards: the bits of its answers, summed over the boards.

The bits on one board depend on its candidates alone, so they are kept for sets of candidates that come again: those
behind the first guess do, in every game.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.masses import FRACTION_BITS
from strategist.common.errors import ResponseError
from strategist.games.boards import Boards, BoardsMove
from strategist.search.adapters.registry import make_source
from strategist.search.kernels.responses.responses import responses_of, responses_to
from strategist.search.kernels.scores.scores import BYTES, ENTROPY, score_table, weighted_logs

Candidates = NDArray[np.int32]
"""The candidates of one board, as indices of secrets, ascending; none once it is solved."""

_MOST_KEPT = 1 << 27
"""The most bytes of bits that are kept."""


class BoardDesk:
    """The answers of one game in a table, for any number of boards.

    >>> from strategist.games.catalog import make_game
    >>> desk = BoardDesk(Boards(make_game("mastermind(2,3)"), 2))
    >>> left = desk.left(desk.boards.parse_history("11:0b0w,1b0w"))
    >>> [each.tolist() for each in left]
    [[4, 5, 7, 8], [1, 2, 3, 6]]
    >>> round(float(desk.bits(left).max()), 3)
    3.5
    """

    def __init__(self, boards: Boards) -> None:
        game = boards.game
        boards.check_size()
        self.boards = boards
        self._source = make_source(game)
        self._guesses = np.arange(len(game.guesses), dtype=np.int32)
        self._logs = weighted_logs(len(game.secrets))
        self.guess_of_secret = self._source.guess_of_secret
        self._kept: OrderedDict[bytes, NDArray[np.float32]] = OrderedDict()
        self._most = max(1, _MOST_KEPT // (4 * len(game.guesses)))

    def answers(self, secrets: Sequence[int]) -> NDArray[Any]:
        """``unsigned[secrets, guesses]``: the responses of some secrets to all guesses."""
        return responses_to(self._source, np.array(secrets, dtype=np.int32))

    def left(self, moves: Sequence[BoardsMove]) -> list[Candidates]:
        """The candidates of each board. Raises :class:`~strategist.common.errors.ResponseError` where none is left."""
        left = [np.arange(len(self.boards.game.secrets), dtype=np.int32) for _ in range(self.boards.number)]
        for move in moves:
            left = self.after(left, self.boards.game.guesses.index(move.guess), move.responses)
        return left

    def after(self, left: Sequence[Candidates], guess: int, responses: Sequence[int | None]) -> list[Candidates]:
        """The candidates of each board behind a guess and its responses."""
        game, found = self.boards.game, []
        for number, (candidates, response) in enumerate(zip(left, responses, strict=True), 1):
            if response is None:
                found.append(candidates)
                continue
            kept = candidates[responses_of(self._source, guess, candidates) == response]
            if not len(kept):
                told = f"{game.format_code(game.guesses[guess])}:{game.format_response(response)}"
                raise ResponseError(
                    f"{self.boards.spec}: board {number}: no secret agrees with {told} and those before"
                )
            found.append(kept[:0] if game.solved(response) else kept)
        return found

    def bits(self, left: Sequence[Candidates]) -> NDArray[np.float64]:
        """``float64[guesses]``: the bits that the answers to each guess tell, summed over the boards."""
        total = np.zeros(len(self._guesses))
        for candidates in left:
            if len(candidates) > 1:
                total += self._bits_of(candidates)
        return total

    def _bits_of(self, candidates: Candidates) -> NDArray[np.float32]:
        key = candidates.tobytes()
        found = self._kept.get(key)
        if found is None:
            none = np.empty(0, dtype=np.int64)
            scores = score_table(self._source, ENTROPY, self._logs, self._guesses, candidates, BYTES, (), none)
            size = len(candidates)
            found = (np.log2(size) - scores / (size * float(1 << FRACTION_BITS))).astype(np.float32)
            if len(self._kept) >= self._most:
                self._kept.popitem(last=False)
        else:
            del self._kept[key]
        self._kept[key] = found
        return found
