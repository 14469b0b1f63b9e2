"""A value cache: a file of what positions of a game cost, which is mapped into memory and never read as a whole.

::

    ["value-cache", 1, header, [table], digest]

sealed like a strategy file, so the first bytes are always ``95 ab 76 61 6c 75 65 2d 63 61 63 68 65 01``. ``header`` is
a map:

==============  ========================================================================================
``game``        canonical game string
``rules``       version of the rule set (int)
``codes``       SHA-256 over the codes in their order (32 bytes), see ``Game.fingerprint``
``positions``   how many positions the table holds (int)
``openings``    how many first guesses were followed (int)
``generator``   who wrote it, as text
``data``        what the game needs beyond its string, as in a strategy file; absent for nothing
``padding``     0 to 7 zero bytes, so that the table begins at a multiple of 8 bytes
==============  ========================================================================================

The table holds six columns, one behind the other, of little-endian unsigned integers, an entry for each position, by
ascending key: *keys* and *checks* (8 bytes), the two words of the name of the position; *lowers* and *uppers*
(4 bytes), between which the guesses of the best tree are, summed over the candidates, where a lost secret counts one
guess more than there are turns; *guesses* (4 bytes), the guess that reaches ``upper``, an index, or all ones for none,
as it is called in the image that names the position; *sizes* (4 bytes), the number of candidates.

What is checked when: opening reads the file once from its beginning to its end, a mebibyte at a time, for the digest
and for the order of the keys, and checks every field of the header, and the size. Looking up checks the entry: its key,
its check word and its size must be those of the position, and its numbers possible. What the numbers say is a claim,
which :mod:`strategist.search.advice.cached` makes and its tests search again.
"""

from __future__ import annotations

import hashlib
import io
import mmap
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgpack

from strategist.common.errors import SpecError, StrategyFileError
from strategist.common.whole_files import write_file
from strategist.files.envelope import GENERATOR, Kind, enclosed, game_of, identity, read_text, seal, take, unseal
from strategist.model.game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KIND = Kind("value-cache", 1, "a value cache", columns=1)
NO_GUESS = 0xFFFFFFFF
COLUMNS = ((8, "keys"), (8, "checks"), (4, "lowers"), (4, "uppers"), (4, "guesses"), (4, "sizes"))
"""The width in bytes and the name of each column."""
ENTRY_BYTES = sum(width for width, _ in COLUMNS)
MOST_HEADER = 1 << 26
"""The most bytes before the table."""
_MOST_POSITIONS = 1 << 26
_CHUNK = 1 << 20
_FIRST = 1 << 16
_AFTER = 34
"""The bytes of the digest, behind the table."""


@dataclass(frozen=True)
class Entry:
    """What is known of a position.

    Attributes
    ----------
    lower, upper : int
        Bounds of the guesses from there on, summed over the candidates.
    guess : int or None
        The guess that reaches ``upper``, as it is called in the image that names the position.
    size : int
        The number of candidates.
    """

    lower: int
    upper: int
    guess: int | None
    size: int


def encode(game: Game, entries: dict[tuple[int, int], Entry], openings: int) -> bytes:
    """The bytes of a value cache; ``entries`` are known by the two words of their names."""
    import numpy as np

    # Of two positions with one key, which chance makes never, the lower check word stays.
    kept = {key: (key, check) for key, check in sorted(entries, reverse=True)}
    order = [kept[key] for key in sorted(kept)]
    rows = [entries[name] for name in order]
    columns = (
        np.array([key for key, _ in order], dtype="<u8"),
        np.array([check for _, check in order], dtype="<u8"),
        np.array([row.lower for row in rows], dtype="<u4"),
        np.array([row.upper for row in rows], dtype="<u4"),
        np.array([NO_GUESS if row.guess is None else row.guess for row in rows], dtype="<u4"),
        np.array([row.size for row in rows], dtype="<u4"),
    )
    table = b"".join(column.tobytes() for column in columns)
    header: dict[str, Any] = {
        **identity(game),
        "positions": len(rows),
        "openings": openings,
        "generator": GENERATOR,
        **enclosed(game),
        "padding": b"",
    }
    # Behind the header stand the two bytes of an array of one, the sign and the length of a byte string.
    before = len(KIND.magic) + len(msgpack.packb(header)) + len(msgpack.packb([table])) - len(table)
    header["padding"] = bytes(-before % 8)
    return seal(KIND, header, [table])


def write_cache(path: str | os.PathLike[str], contents: bytes) -> int:
    """Write the bytes of a value cache, all of them or nothing; processes that have the old file open keep it. Returns
    their number. Raises :class:`~strategist.common.errors.OutputError`."""
    return write_file(path, [contents])


class ValueFile:
    """A value cache that is mapped into memory: any number of processes share its pages.

    Parameters
    ----------
    path : path
        The file.
    game : Game, optional
        The game, if it is one of your own that no package offers.

    Raises
    ------
    StrategyFileError
        For a file that is no value cache, truncated, altered or for other rules.
    """

    def __init__(self, path: str | os.PathLike[str], game: Game | None = None) -> None:
        self.path = os.fspath(path)
        try:
            with Path(path).open("rb") as stream:
                size = os.fstat(stream.fileno()).st_size
                start = stream.read(len(KIND.magic))
                if start != KIND.magic or not size:
                    # Says what it is instead.
                    unseal(KIND, start + stream.read(64))
                self._map = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
            self._open(game, size)
        except StrategyFileError as error:
            raise StrategyFileError(f"{self.path}: {error}") from None
        except (OSError, ValueError) as error:
            raise StrategyFileError(f"{self.path}: cannot read: {getattr(error, 'strerror', None) or error}") from None

    def _open(self, given: Game | None, size: int) -> None:
        header, begins = _header_of(self._map, size)
        self.positions: int = take(header, "header", "positions", int)
        """How many positions it holds."""
        if not 0 <= self.positions <= _MOST_POSITIONS:
            raise StrategyFileError(f"header.positions: expected 0 to {_MOST_POSITIONS}, got {self.positions}")
        self.openings: int = take(header, "header", "openings", int)
        """How many first guesses were followed."""
        if self.openings < 0:
            raise StrategyFileError(f"header.openings: expected a number from 0 on, got {self.openings}")
        self.generator = read_text(header, "header", "generator")
        expected = begins + self.positions * ENTRY_BYTES + _AFTER
        if begins % 8 or size != expected:
            raise StrategyFileError(f"expected {expected} bytes for {self.positions} positions, got {size}")
        _check_digest(self._map, size)
        game = game_of(header, size, given)
        if not isinstance(game, Game):
            raise StrategyFileError(f"header.game: {game.spec} is a solitaire, of which no position is kept")
        self.game = game
        self._columns = _columns_of(self._map, begins, self.positions)
        _check_order(self._columns["keys"])

    def fits(self, game: Game) -> bool:
        """Whether it is one of this game."""
        if game is self.game:
            return True
        return game.spec == self.game.spec and game.fingerprint() == self.game.fingerprint()

    def find(
        self, keys: NDArray[np.uint64], checks: NDArray[np.uint64], sizes: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """The bounds of several positions, and the places of their entries, -1 where there is none.

        Positions are given by the words of their names and their numbers of candidates; all arrays are of shape
        (positions,). Raises :class:`~strategist.common.errors.StrategyFileError` for an entry that cannot be.
        """
        import numpy as np

        own, columns = self._columns["keys"], self._columns
        if not self.positions:
            nothing = np.zeros(len(keys), dtype=np.int64)
            return nothing, nothing, nothing - 1
        places = np.minimum(np.searchsorted(own, keys), self.positions - 1)
        held = (own[places] == keys) & (columns["checks"][places] == checks) & (columns["sizes"][places] == sizes)
        lowers = columns["lowers"][places].astype(np.int64)
        uppers = columns["uppers"][places].astype(np.int64)
        if (held & (lowers > uppers)).any():
            raise StrategyFileError(f"{self.path}: entry {int(places[held & (lowers > uppers)][0])}: lower above upper")
        return lowers, uppers, np.where(held, places, -1)

    def guess_at(self, place: int) -> int | None:
        """The guess of an entry, as it is called in the image that names its position.

        Raises :class:`~strategist.common.errors.StrategyFileError` for a number that is no guess.
        """
        guess = int(self._columns["guesses"][place])
        if guess != NO_GUESS and guess >= self.game.question_count:
            raise StrategyFileError(f"{self.path}: entry {place}: expected a guess, got {guess}")
        return None if guess == NO_GUESS else guess

    def entries(self) -> dict[tuple[int, int], Entry]:
        """All entries by the words of their names: for small files."""
        told = {name: column.tolist() for name, column in self._columns.items()}
        return {
            (key, check): Entry(lower, upper, None if guess == NO_GUESS else guess, size)
            for key, check, lower, upper, guess, size in zip(*(told[name] for _, name in COLUMNS), strict=True)
        }


def open_cache(cache: str | os.PathLike[str] | ValueFile, game: Game) -> ValueFile:
    """A value cache for a game, opened unless it is open. Raises
    :class:`~strategist.common.errors.StrategyFileError`, and :class:`~strategist.common.errors.SpecError` for one of
    another game."""
    found = cache if isinstance(cache, ValueFile) else ValueFile(cache, None)
    if not found.fits(game):
        raise SpecError(f"{found.path}: expected a value cache of {game.spec}, got one of {found.game.spec}")
    return found


def _header_of(mapped: mmap.mmap, size: int) -> tuple[dict[str, Any], int]:
    """The header of a file, and where its table begins. What stands behind is not looked at."""
    length, told = _FIRST, None
    while told is None:
        whole = mapped[: min(size, length)]
        unpacker = msgpack.Unpacker(io.BytesIO(whole), raw=False, strict_map_key=True, max_buffer_size=len(whole))
        try:
            count, _, _ = unpacker.read_array_header(), unpacker.unpack(), unpacker.unpack()
            told = unpacker.unpack(), unpacker.read_array_header(), unpacker.tell()
        except msgpack.OutOfData:
            if length >= min(size, MOST_HEADER):
                raise StrategyFileError("header: expected its end, got the end of the file") from None
            length *= 16
        except Exception as error:
            raise StrategyFileError(f"not valid msgpack: {str(error) or type(error).__name__}") from None
    header, columns, at = told
    if count != 5 or columns != 1:
        raise StrategyFileError("expected an array of name, version, header, columns and digest")
    if not isinstance(header, dict):
        raise StrategyFileError(f"header: expected a map, got {type(header).__name__}")
    take(header, "header", "padding", bytes)
    widths = {0xC4: 1, 0xC5: 2, 0xC6: 4}
    sign = whole[at] if at < len(whole) else 0
    if sign not in widths:
        raise StrategyFileError(f"byte {at}: expected a byte string")
    return header, at + 1 + widths[sign]


def _check_digest(mapped: mmap.mmap, size: int) -> None:
    digest = hashlib.sha256()
    body = size - _AFTER
    for begin in range(0, body, _CHUNK):
        digest.update(mapped[begin : min(begin + _CHUNK, body)])
    if mapped[body:] != bytes(msgpack.packb(digest.digest())):
        raise StrategyFileError(f"byte {body}: digest does not match: the file is truncated or altered")


def _columns_of(mapped: mmap.mmap, begins: int, positions: int) -> dict[str, NDArray[Any]]:
    import numpy as np

    found, at = {}, begins
    for width, name in COLUMNS:
        found[name] = np.frombuffer(mapped, dtype=f"<u{width}", count=positions, offset=at)
        at += width * positions
    return found


def _check_order(keys: Sequence[int] | NDArray[Any]) -> None:
    for begin in range(0, len(keys), _CHUNK):
        part: Any = keys[begin : begin + _CHUNK + 1]
        if (part[1:] <= part[:-1]).any():
            raise StrategyFileError("table: expected ascending keys")
