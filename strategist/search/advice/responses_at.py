"""Where the responses at a position come from: those to all questions, or in a large game those to a few of them."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Bulk, Game
from strategist.search.adapters.asking import Asking
from strategist.search.adapters.registry import adapter_of, source_at
from strategist.search.adapters.tabled import TableAdapter
from strategist.search.advice.shortlist import part_of, union
from strategist.search.kernels.responses.responses import Source
from strategist.search.state.start import Start

FIRST_PAIRS = 1 << 26
"""Pairs of a guess and a candidate that a first ranking looks at: some tenths of a second of one core."""
_TABLED_PAIRS = 1 << 25
"""The pairs of a first ranking where responses are asked for by the row, and kept in a table."""
_ASKED_PAIRS = 1 << 17
"""The pairs of a first ranking where every response is a call of the rules."""
_CODES = 1 << 20
"""The most codes that are all made at once where responses are computed from codes."""


class Some(NamedTuple):
    """The responses to some guesses by all candidates of a position.

    ``game`` is the game, or a part of it, by whose numbers ``asked`` and ``candidates`` are indices, ``int32[…]``;
    ``chances`` are the weights of its secrets, ``int64[…]``, and ``costs`` those of its questions, each empty for none.
    """

    game: Game
    source: Source
    asked: NDArray[np.int32]
    candidates: NDArray[np.int32]
    chances: NDArray[np.int64]
    costs: NDArray[np.int64]


class ResponseRows:
    """Where the responses at one position come from.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("mastermind(4,6)")
    >>> ground = ResponseRows(game, start_of(game, game.parse_history("1122:0b0w")))
    >>> ground.pairs // len(ground.start.candidates) > game.question_count
    True
    """

    def __init__(self, game: Game, start: Start) -> None:
        self.game, self.start = game, start
        self._adapter = adapter_of(game)
        asked = _ASKED_PAIRS if isinstance(self._adapter, Asking) else _TABLED_PAIRS
        self.pairs = min(FIRST_PAIRS, asked) if isinstance(self._adapter, TableAdapter) else FIRST_PAIRS

    @cached_property
    def source(self) -> tuple[Source, NDArray[np.int32]]:
        """The source of all questions, and where the candidates stand in it. A table takes long to make."""
        return source_at(self.game, self.start.candidates)

    @property
    def whole(self) -> bool:
        """Whether there is time for :attr:`source`."""
        game = self.game
        if not isinstance(self._adapter, TableAdapter):
            return game.question_count <= _CODES
        return game.question_count * len(self.start.candidates) <= self.pairs

    def of(self, guesses: NDArray[np.int32]) -> Some:
        """The responses to some guesses, ``int32[…]``, ascending."""
        game, start = self.game, self.start
        chances = np.array(game.weights or [], dtype=np.int64)
        costs = np.array(game.costs or [], dtype=np.int64)
        of_rows = chances[start.candidates] if len(chances) else chances
        if self.whole:
            source, candidates = self.source
            # The rows of a table are those of the candidates.
            there = chances if len(source.guess_of_secret) == len(game.secrets) else of_rows
            return Some(game, source, guesses, candidates, there, costs)
        if isinstance(self._adapter, TableAdapter):
            source = self._adapter.some(start.candidates, guesses)
            rows, columns = (np.arange(len(each), dtype=np.int32) for each in (start.candidates, guesses))
            return Some(game, source, columns, rows, of_rows, costs[guesses] if len(costs) else costs)
        codes = union(game, start.candidates, guesses)
        part = part_of(game, codes)
        source, _ = source_at(part, np.arange(len(codes), dtype=np.int32))
        asked, candidates = (np.searchsorted(codes, each).astype(np.int32) for each in (guesses, start.candidates))
        chances, costs = (each[codes] if len(each) else each for each in (chances, costs))
        return Some(part, source, asked, candidates, chances, costs)


def answers_of(game: Game, rules: Bulk | None, guess: int, candidates: NDArray[np.int32]) -> NDArray[np.int64]:
    """The responses of candidates to a guess, all by indices, by the ``rules`` in bulk if there are some."""
    if rules is not None:
        answers: NDArray[np.int64] = rules.respond(guess, candidates)
        return answers
    code, secrets = game.guesses[guess], game.secrets
    told = (game.respond(code, secrets[secret]) for secret in candidates.tolist())
    return np.fromiter(told, dtype=np.int64, count=len(candidates))
