"""The envelope that strategy files and certificates share: one msgpack array of name, version, header, columns, digest.

The digest is SHA-256 over all bytes of the file before it. The last 34 bytes are its two-byte msgpack prefix and its 32
bytes. Everything that is read is validated here or by the caller before it is used. Every fault raises a
:class:`~strategist.common.errors.StrategyFileError` that names the byte or the field.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgpack

from strategist.common.errors import StrategistError, StrategyFileError, TooLargeError, UnknownNameError, told_at
from strategist.common.quoting import quoted, unprintable
from strategist.common.whole_files import read_file
from strategist.games.catalog import read_game, restored
from strategist.games.every_game.chances import pack_chances
from strategist.model.game import Game, History, Rules
from strategist.model.solitaire import AnyGame

GENERATOR = "strategist 0.1.0"
"""The writer that version 1 of the formats names. It is a part of the format, not the version of this package: every
release writes the same bytes for the same input. It is never shown as a version: see :func:`writer`."""
_DIGEST_SIZE = 32

BEGINNING = b"\x95"
"""The first byte of every kind of file: an array of five."""
CERTIFICATE_BEGINS = BEGINNING + b"\xabcertificate"
"""The first bytes of every certificate, kept here so that comparing them needs no import of the reader
of certificates."""
MIXTURE_BEGINS = BEGINNING + b"\xa7mixture"
"""The first bytes of every mixture: see :mod:`strategist.files.mixtures`."""
CACHE_BEGINS = BEGINNING + b"\xabvalue-cache"
"""The first bytes of every value cache: see :mod:`strategist.files.values.value_file`."""

T = TypeVar("T")

_CODES_OF_ANY_FILE = 1 << 22
"""The number of codes that a game may have however short its file is. A tree has a slot, and so at least one byte, for
each secret that it solves. Only a tree that loses secrets or starts late is shorter than its game, and checking the
codes takes time."""


def writer(generator: str) -> str:
    """Who wrote a file, for people: without the version in :data:`GENERATOR`, which is not that of any program.

    >>> writer(GENERATOR), writer("another 7.1")
    ('strategist', 'another 7.1')
    """
    return GENERATOR.partition(" ")[0] if generator == GENERATOR else generator


@dataclass(frozen=True)
class Kind:
    r"""One kind of file: its name and version, which are its first bytes, and how many columns it has.

    >>> Kind("strategist", 1, "a strategist file", 3).magic
    b'\x95\xaastrategist\x01'
    """

    name: str
    version: int
    called: str
    columns: int

    @property
    def magic(self) -> bytes:
        """The first bytes of every file of this kind."""
        head: bytes = msgpack.packb([self.name, self.version])
        # An array of five elements, not of two.
        return BEGINNING + head[1:]


def seal(kind: Kind, header: Mapping[str, Any], columns: list[bytes]) -> bytes:
    """The bytes of a file: the array of name, version, header and columns, and the digest over them."""
    body: bytes = kind.magic + msgpack.packb(header) + msgpack.packb(columns)
    return body + bytes(msgpack.packb(hashlib.sha256(body).digest()))


def width_of(count: int) -> int:
    """The width in bytes of integers below ``count`` in a column: 1, 2 or 4."""
    return 1 if count <= 1 << 8 else 2 if count <= 1 << 16 else 4


def identity(game: Rules) -> dict[str, Any]:
    """The fields of a header that :func:`game_of` compares: which game, and which codes."""
    return {"game": game.spec, "rules": game.rules_version, "codes": game.fingerprint()}


def enclosed(game: Rules) -> dict[str, Any]:
    """The field of a header that holds what the game needs beyond its string; no field if it needs nothing.

    Of a game with a file of chances it is a map: the chances, and what the game needs besides.
    """
    payload = game.payload()
    if isinstance(game, Game) and game.chances is not None:
        own = {} if payload is None else {"game": payload}
        return {"data": own | {"chances": pack_chances(game)}}
    return {} if payload is None else {"data": payload}


def _enclosed_in(header: Mapping[str, Any]) -> tuple[bytes | None, bytes | None]:
    """What a game needs beyond its string, and its chances; None for nothing."""
    if "data" not in header:
        return None, None
    found = take(header, "header", "data", bytes, dict)
    if isinstance(found, bytes):
        return found, None
    if unknown := [key for key in found if key not in ("game", "chances")]:
        raise StrategyFileError(f"header.data: expected game and chances, got {quoted(unknown[0])}")
    payload = take(found, "header.data", "game", bytes) if "game" in found else None
    return payload, take(found, "header.data", "chances", bytes)


def load(path: str | os.PathLike[str], kind: Kind, decode: Callable[[bytes], T]) -> T:
    """Read a file and ``decode`` its bytes; errors name the file. Only the beginning of a file of another kind is read.
    Raises :class:`~strategist.common.errors.StrategyFileError`."""
    return decode_named(path, read_named(path, kind.magic[:-1]), decode)


def read_named(path: str | os.PathLike[str], begins: bytes) -> bytes:
    """The bytes of a file as :func:`~strategist.common.whole_files.read_file` reads them. Raises
    :class:`~strategist.common.errors.StrategyFileError`, which names the file."""
    try:
        return read_file(path, begins)
    except TooLargeError as error:
        raise StrategyFileError(f"{path}: {error}") from None
    except (OSError, ValueError) as error:
        raise StrategyFileError(f"{path}: cannot read: {getattr(error, 'strerror', None) or error}") from None


def decode_named(path: str | os.PathLike[str], contents: bytes, decode: Callable[[bytes], T]) -> T:
    """Apply ``decode`` to the bytes of a file. Raises :class:`~strategist.common.errors.StrategyFileError`, which names
    the file."""
    with told_at(path, StrategyFileError):
        return decode(contents)


_OTHERS = {
    CERTIFICATE_BEGINS: "a certificate, which strategist check and strategist show read",
    MIXTURE_BEGINS: "a mixture, which strategist play, verify, check, show and advise read",
    CACHE_BEGINS: "a value cache, which strategist review and serve look values up in",
}
"""What files of another kind are called, by their first bytes."""


def version_in(kinds: Sequence[Kind], contents: bytes) -> Kind:
    """The kind whose version a file has; the first of them for any other file, which :func:`unseal` then refuses."""
    return next((kind for kind in kinds if contents.startswith(kind.magic)), kinds[0])


def unseal(kind: Kind, contents: bytes, versions: str = "") -> tuple[dict[str, Any], list[bytes]]:
    """The header and the columns of a file, after its magic, digest and outer structure have been validated.

    ``versions`` lists the versions that are read, for the message about another one.
    Raises :class:`~strategist.common.errors.StrategyFileError`.
    """
    magic = kind.magic
    if not contents.startswith(magic):
        if contents.startswith(magic[:-1]) and len(contents) > len(magic):
            found = contents[len(magic) - 1]
            raise StrategyFileError(
                f"byte {len(magic) - 1}: expected format version {versions or kind.version}, got {found}"
            )
        got = next((told for begins, told in _OTHERS.items() if contents.startswith(begins)), repr(contents[:16]))
        raise StrategyFileError(f"byte 0: expected {kind.called}, got {got}")
    body, stored = contents[: -_DIGEST_SIZE - 2], contents[-_DIGEST_SIZE:]
    if hashlib.sha256(body).digest() != stored:
        raise StrategyFileError(f"byte {len(body)}: digest does not match: the file is truncated or altered")
    try:
        whole = msgpack.unpackb(contents, raw=False, strict_map_key=True)
    except Exception as error:
        raise StrategyFileError(f"not valid msgpack: {str(error) or type(error).__name__}") from None
    if len(whole) != 5 or whole[4] != stored:
        raise StrategyFileError("expected an array of name, version, header, columns and digest")
    header, columns = whole[2], whole[3]
    if not isinstance(header, dict):
        raise StrategyFileError(f"header: expected a map, got {type(header).__name__}")
    if not (isinstance(columns, list) and len(columns) == kind.columns and all(isinstance(c, bytes) for c in columns)):
        raise StrategyFileError(f"columns: expected an array of {kind.columns} byte strings")
    return header, columns


def take(mapping: Mapping[str, Any], where: str, key: str, *kinds: type) -> Any:
    """``mapping[key]``; raises :class:`~strategist.common.errors.StrategyFileError` unless it has one of ``kinds`` (a
    bool is no int)."""
    if key not in mapping:
        raise StrategyFileError(f"{where}.{key}: missing")
    value = mapping[key]
    if type(value) not in kinds:
        expected = " or ".join(kind.__name__ for kind in kinds)
        raise StrategyFileError(f"{where}.{key}: expected {expected}, got {type(value).__name__}")
    return value


def ensure_fields(raw: Mapping[str, Any], where: str, known: tuple[str, ...], rare: tuple[str, ...] = ()) -> None:
    """Raise :class:`~strategist.common.errors.StrategyFileError` for a field that is neither known nor rare."""
    if unknown := [key for key in raw if key not in known + rare]:
        raise StrategyFileError(f"{where}: expected {', '.join(known)}, got {quoted(unknown[0])}")


def read_text(mapping: Mapping[str, Any], where: str, key: str) -> str:
    """Take a text; raises :class:`~strategist.common.errors.StrategyFileError` if it must not be printed as it is:
    see :func:`~strategist.common.quoting.unprintable`."""
    text: str = take(mapping, where, key, str)
    if found := unprintable(text):
        raise StrategyFileError(f"{where}.{key}: expected printable text, got {found} in {quoted(text)}")
    return text


def game_of(header: Mapping[str, Any], size: int, given: AnyGame | None = None) -> AnyGame:
    """The game that a file of ``size`` bytes names, or the ``given`` one, if it has the codes, chances and costs that
    the file was written for. Raises :class:`~strategist.common.errors.StrategyFileError`."""
    text = read_text(header, "header", "game")
    game = _named_by(header, text) if given is None else given
    if text != game.spec:
        raise StrategyFileError(f"header.game: expected {quoted(game.spec)}, got {quoted(text)}")
    version = take(header, "header", "rules", int)
    if version != game.rules_version:
        raise StrategyFileError(f"header.rules: expected version {game.rules_version} of {game.name}, got {version}")
    if isinstance(game, Game) and len(game.secrets) > max(size, _CODES_OF_ANY_FILE):
        raise StrategyFileError(f"header.game: {text} has {len(game.secrets)} codes, too many for {size} bytes")
    if take(header, "header", "codes", bytes) != game.fingerprint():
        what = "codes, chances or costs" if isinstance(game, Game) and game.weighted else "codes"
        raise StrategyFileError(f"header.codes: the file was written for other {what} than those of {text}")
    return game


def _named_by(header: Mapping[str, Any], text: str) -> AnyGame:
    """The game that the string in a file names, made of what the file holds."""
    payload, chances = _enclosed_in(header)
    field = "game"
    try:
        kind, values = read_game(text)
        if payload is not None or chances is not None:
            field = "data"
        return restored(kind, values, payload, chances)
    except UnknownNameError as error:
        raise StrategyFileError(f"header.game: {error}; open_strategy(…, game=…) takes a game of your own") from None
    except StrategistError as error:
        raise StrategyFileError(f"header.{field}: {error}") from None


def read_start(header: Mapping[str, Any], game: AnyGame) -> History:
    """The history that a file starts from; raises :class:`~strategist.common.errors.StrategyFileError` if its text is
    not canonical."""
    text = read_text(header, "header", "start")
    with told_at("header.start", StrategistError, StrategyFileError):
        start = game.parse_history(text)
    if text != game.format_history(start):
        raise StrategyFileError(f"header.start: expected {quoted(game.format_history(start))}, got {quoted(text)}")
    return start
