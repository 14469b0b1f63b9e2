"""Pictures on the page of a table: embedded in it, or linked where they lie elsewhere."""

from __future__ import annotations

import base64
from collections.abc import Collection
from pathlib import Path

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted
from strategist.games.tables.sources.picture_names import TYPES
from strategist.games.tables.sources.pictures_beside import pictures_beside
from strategist.games.tables.table import Table
from strategist.model.game import Rules

_MOST_BYTES = 1 << 26
"""The most bytes of all pictures of one page."""


def embedded(game: Rules, source: str) -> dict[str, str]:
    """The pictures of a folder, of a table with a column ``image``, or of an SDD file, by the canonical names of items
    and answers: as texts that a page holds, or as addresses.

    Raises :class:`~strategist.common.errors.SpecError` where nothing is called so, or a file cannot be read.
    """
    if not isinstance(game, Table):
        raise SpecError(f"{game.spec}: expected the page of a table beside pictures")
    names: Collection[str] = {
        *map(game.format_secret, game.secrets),
        *map(game.format_response, range(game.response_count)),
    }
    known = {name.casefold(): name for name in names}
    found: dict[str, str] = {}
    room = _MOST_BYTES
    for name, place in pictures_beside(source):
        if (known_as := known.get(name.casefold())) is None:
            continue
        if "://" in place:
            found[known_as] = place
            continue
        try:
            content = Path(place).read_bytes()
        except OSError as error:
            raise SpecError(f"{quoted(place)}: cannot read: {error.strerror or type(error).__name__}") from None
        room -= len(content)
        if room < 0:
            raise SpecError(f"expected pictures of at most {_MOST_BYTES >> 20} MiB in a page, got more")
        kind = TYPES.get(Path(place).suffix.lower())
        if kind is None:
            raise SpecError(f"expected pictures that end in {', '.join(TYPES)}, got {quoted(place)}")
        found[known_as] = f"data:image/{kind};base64,{base64.b64encode(content).decode()}"
    if not found:
        raise SpecError(f"{source}: expected pictures that are called as items or answers of the table, got none")
    return found
