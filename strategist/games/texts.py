"""Text files that describe a game, and the packed text that travels in a strategy file instead of them.

A *packed* text is lines that end in ``\\n``, in UTF-8, compressed by zlib.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from strategist.errors import SpecError
from strategist.quoting import quoted, unprintable

MOST_TEXT = 1 << 28
"""Bytes of one text."""

_MOST_LABEL = 255
"""Characters of the name of a file; file systems allow no more."""

_TEXT_OF_ANY_PACK = 1 << 24
_MOST_EXPANSION = 100
"""A packed text may unpack to the first of these, or to so many times its own size, and not to more."""

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")


def label_of(path: str) -> str:
    """What stands for a file in the string of a game, which is printed: its name without the folder.

    Raises :class:`~strategist.errors.SpecError` for a name that must not be printed.

    >>> label_of("tables/animals.csv")
    'animals.csv'
    """
    name = os.path.basename(path)
    if unprintable(name) or len(name) > _MOST_LABEL:
        expected = f"the name of a file in at most {_MOST_LABEL} printable characters"
        raise SpecError(f"expected {expected}, got {quoted(name)}")
    return name


def read_text(path: str, kind: str) -> str:
    """The text in a file; :class:`~strategist.errors.SpecError` when there is none. ``kind`` says what was expected."""
    try:
        with Path(path).open("rb") as stream:
            contents = stream.read(MOST_TEXT + 1)
    except (OSError, ValueError) as error:
        raise SpecError(f"{path}: cannot read: {getattr(error, 'strerror', None) or error}") from None
    if len(contents) > MOST_TEXT:
        raise SpecError(f"{path}: expected a {kind} of at most {MOST_TEXT >> 20} MiB")
    try:
        return contents.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SpecError(f"{path}: {_no_text(error, kind)}") from None


def _no_text(error: UnicodeDecodeError, kind: str) -> str:
    return f"expected a {kind} as UTF-8 text, got byte {error.start} = {error.object[error.start]:#04x}"


def split_lines(text: str) -> Iterator[str]:
    """The lines of a text with their ends; io.StringIO would take four bytes for each character.

    >>> list(split_lines("a\\r\\nb\\n\\nc"))
    ['a\\r\\n', 'b\\n', '\\n', 'c']
    """
    return (match[0] for match in _LINE.finditer(text))


def pack(lines: Iterable[str]) -> bytes:
    """A packed text from its lines without their ends; the same lines give the same bytes."""
    text = "".join(f"{line}\n" for line in lines).encode()
    packed = zlib.compress(text, 6)
    if len(text) > _most_text(len(packed)):
        # So regular that it would be taken for a bomb. Without repetitions nothing shrinks to less than an eighth.
        engine = zlib.compressobj(strategy=zlib.Z_HUFFMAN_ONLY)
        packed = engine.compress(text) + engine.flush()
    return packed


def unpack_text(packed: bytes, kind: str) -> str:
    """The text in a packed one; :class:`~strategist.errors.SpecError` when there is none.

    What is hostile is refused before it takes more memory than some hundred times its own size.

    >>> unpack_text(pack(["one", "two"]), "table")
    'one\\ntwo\\n'
    """
    most = _most_text(len(packed))
    engine = zlib.decompressobj()
    try:
        contents = engine.decompress(packed, most + 1)
    except zlib.error as error:
        raise SpecError(f"expected a compressed {kind}: {error}") from None
    if len(contents) > most:
        raise SpecError(f"expected {len(packed)} bytes to unpack to at most {most}, got more")
    if not engine.eof or engine.unused_data:
        raise SpecError(f"expected a compressed {kind}, got one that ends {'late' if engine.eof else 'early'}")
    try:
        return contents.decode()
    except UnicodeDecodeError as error:
        raise SpecError(_no_text(error, kind)) from None


def _most_text(packed_size: int) -> int:
    return min(MOST_TEXT, max(_TEXT_OF_ANY_PACK, _MOST_EXPANSION * packed_size))
