"""The candidates of a position, or a sample of them where all would take seconds to find.

A game of sixteen million codes is gone through in seconds, one of a thousand million not at all. But how a guess
divides the candidates shows in some thousands of them: codes are drawn by a hash of the history, and those that agree
with it are kept. The same position always draws the same ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.draws import draw, history_key
from strategist.common.errors import TooLargeError
from strategist.model.bulk import bulk_rules
from strategist.model.game import Game, History
from strategist.model.told_history import refuse_forbidden
from strategist.search.adapters.registry import adapter_of, source_at
from strategist.search.advice.shortlist import part_of, sample_of, union
from strategist.search.kernels.numba.jit import warm_up
from strategist.search.kernels.responses.responses import Source, responses_of
from strategist.search.state.start import Start, start_of

MOST_FOUND = 1 << 22
"""The most secrets among which all candidates are found."""
_MOST_ASKED = 1 << 17
"""The most secrets among which all candidates are found where every response is a call of the rules."""
_ENOUGH = 1 << 11
"""Candidates of a sample."""
_FEW = 1 << 8
"""With fewer of them the figures say little, and all candidates are found after all, if there is time and room."""
_DRAWN, _AT_ONCE = 1 << 21, 1 << 17
"""The most codes that are drawn, and those between two looks at how many agree."""
_MOST_BY_BULK, _MOST_BY_RULES = 1 << 25, 1 << 20
"""Games with more secrets are not gone through: too much memory, or minutes."""


class Seen(NamedTuple):
    """A position with all its candidates, or with some of them; ``left`` is the number of all, if need be estimated.

    ``sampled`` says that they are only some of all candidates.
    """

    start: Start
    left: int
    sampled: bool

    def tells_class(self, game: Game) -> bool:
        """Whether the candidates are of one class, and that is enough to know; a sample never tells."""
        return game.classes is not None and not self.sampled and game.is_pure(self.start.candidates.tolist())

    @classmethod
    def all_of(cls, start: Start) -> Seen:
        """A position with all of its candidates."""
        return cls(start, len(start.candidates), False)


def seen(game: Game, history: History = (), start: Start | Seen | None = None, most: int | None = None) -> Seen:
    """The position after ``history`` with its candidates or a sample of them. With ``start``, the candidates are those
    of ``start`` or a sample of those.

    At most about ``most`` candidates are kept, if that is given. Raises what
    :func:`~strategist.search.state.start.start_of` raises, and :class:`~strategist.common.errors.TooLargeError`
    where no code that is drawn agrees with the history.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> seen(game, game.parse_history("1122:1b1w"))[1:]
    (208, False)
    >>> game = make_game("mastermind(9,10)")
    >>> found = seen(game, game.parse_history("112233445:2b2w"))
    >>> found.sampled, 10**7 < found.left < 10**9, 2048 <= len(found.start.candidates)
    (True, True, True)
    """
    if isinstance(start, Seen):
        if start.sampled:
            return start
        start = start.start
    if start is None:
        secrets = len(game.secrets)
        # Of the largest games the rules in bulk are not even asked for: they would hold all codes.
        large = secrets > MOST_FOUND or (secrets > _MOST_ASKED and bulk_rules(game) is None)
        if large and not game.doubtful and adapter_of(game).computed and (few := _drawn(game, history)) is not None:
            return few
        start = start_of(game, history)
    count = len(start.candidates)
    if most is None or count <= most:
        return Seen(start, count, False)
    key = draw(history_key(0, start.history, game.response_count), 1)
    return Seen(Start(start.history, start.candidates[sample_of(key, count, most)]), count, True)


def _drawn(game: Game, history: History) -> Seen | None:
    """The candidates among codes that are drawn; None if the codes are few, so that all candidates can be found."""
    moves = tuple((game.guesses.index(guess), response) for guess, response in history)
    refuse_forbidden(game, history)
    secrets = len(game.secrets)
    key = draw(history_key(0, moves, game.response_count), 1)
    found: list[NDArray[np.int32]] = []
    count = looked = 0
    # As many at first as are enough where nothing is asked yet.
    for number, size in enumerate((_ENOUGH, *[_AT_ONCE] * (_DRAWN // _AT_ONCE))):
        codes = sample_of(draw(key, number), secrets, size).astype(np.int32)
        agreeing = _agreeing(game, moves, codes)
        found.append(agreeing)
        looked += len(codes)
        count += len(agreeing)
        if count >= _ENOUGH:
            break
    if count < _FEW and secrets <= _MOST_BY_BULK and (secrets <= _MOST_BY_RULES or bulk_rules(game) is not None):
        return None
    if not count:
        raise TooLargeError(
            f"{game.spec} has {secrets} secrets: none of {looked} that were drawn agrees with the history, "
            "and to go through all of them would take too long"
        )
    kept = np.unique(np.concatenate(found))
    return Seen(Start(moves, kept), max(len(kept), round(secrets * count / looked)), True)


def _agreeing(game: Game, moves: tuple[tuple[int, int], ...], codes: NDArray[np.int32]) -> NDArray[np.int32]:
    """The codes among ``codes`` that give every response of ``moves``, ascending."""
    if not moves:
        return codes
    together = union(game, codes, np.array([guess for guess, _ in moves], dtype=np.int32))
    source, _ = source_at(part_of(game, together), np.arange(len(together), dtype=np.int32))
    left = np.searchsorted(together, codes).astype(np.int32)
    warm_up_responses(source, left)
    for guess, response in moves:
        left = left[responses_of(source, int(np.searchsorted(together, guess)), left) == response]
    return together[left]


def warm_up_responses(source: Source, candidates: NDArray[np.int32]) -> None:
    """Compile :func:`~strategist.search.kernels.responses.responses.responses_of` for the kind of source that
    ``source`` is."""
    warm_up(f"responses-{source.columns.dtype}", lambda: responses_of(source, 0, candidates[:1]))
