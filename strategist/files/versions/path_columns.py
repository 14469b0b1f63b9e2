"""The columns of certificates of costs of paths (version 8), and the form of what they hold.

A position is a set of candidates, and how often each answer that has a limit has been given on the way there, which is
that of the entries; there is no history before it. The header is that of version 1 without ``symmetries`` and
``groups``. The four columns are *children*, *guesses*, *responses* and *bounds*, these of 8 bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from strategist.common.errors import StrategyFileError
from strategist.common.quoting import quoted
from strategist.files.columns import column, pack, unpack
from strategist.files.envelope import Kind, width_of
from strategist.files.versions.position_columns import Entries, check_entries
from strategist.model.game import Game
from strategist.model.objective import BY_PATHS
from strategist.model.refusals import REFUSED, first_refusal, traits_of

KIND_PATHS = Kind("certificate", 8, "a certificate", columns=4)


def path_entries(columns: Sequence[Iterable[int]]) -> Entries:
    """The entries of the four columns.

    >>> path_entries([[0], [0], [0], [14]]).bounds
    array('q', [14])
    """
    children, guesses, responses, bounds = map(column, columns)
    return Entries(children, guesses, responses, bounds, column([0]) * len(children))


def check_form_of_paths(game: Game, objective: str, entries: Entries) -> None:
    """Check the form of a certificate. Raises :class:`~strategist.common.errors.StrategyFileError`."""
    if objective not in BY_PATHS:
        raise StrategyFileError(f"header.objective: expected {' or '.join(BY_PATHS)}, got {quoted(objective)}")
    if (refusal := first_refusal(REFUSED["a cost of paths"], traits_of(game))) is not None:
        raise StrategyFileError(f"header.game: {refusal.format(game=game.spec)}")
    check_entries(game, entries, 0)


def _widths(game: Game) -> tuple[int, ...]:
    return 4, width_of(len(game.guesses)), width_of(game.response_count), 8


def pack_paths(game: Game, entries: Entries) -> list[bytes]:
    """The columns as a file holds them."""
    return list(map(pack, entries[:4], _widths(game)))


def read_paths(packed: Sequence[bytes], count: int, game: Game) -> Entries:
    """The entries of the columns of a file. Raises :class:`~strategist.common.errors.StrategyFileError`."""
    named = zip(Entries._fields, packed, _widths(game), strict=False)
    return path_entries([unpack(name, data, count, width) for name, data, width in named])
