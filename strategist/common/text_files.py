"""Text files that describe a game, and the packed text that a strategy file holds instead of them.

A *packed* text is a list of lines that end in ``\\n``, in UTF-8, compressed by zlib.
"""

from __future__ import annotations

import codecs
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted, unprintable

MOST_TEXT = 1 << 28
"""The most bytes of one text."""
MOST_LINE = 1 << 24
"""The most characters of one line, and of one record of several lines."""
MOST_NAMES = 1 << 20
"""The most secrets, or questions, or words of one text: each takes a few hundred bytes before a search begins."""
MOST_LINES = 4 * MOST_NAMES
_CHUNK = 1 << 20
UTF_8 = "utf-8-sig"
"""The encoding of text files, with or without a mark in front that says so."""
WESTERN = "cp1252"
"""The encoding of text files of Windows in Western Europe and America."""

_MOST_LABEL = 255
"""The most characters of the name of a file; file systems allow no more."""

_TEXT_OF_ANY_PACK = 1 << 24
_MOST_EXPANSION = 100
"""A packed text may unpack to the first size, or to its own size times the second number if that is larger."""

_OTHERS = (
    ((b"PK\x03\x04", b"\xd0\xcf\x11\xe0"), "a workbook: save the sheet as 'CSV UTF-8' (.csv)"),
    ((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), "UTF-16: save it as 'CSV UTF-8' or in UTF-8"),
)
"""How files begin that are no text in UTF-8, and what is told of them. Files of Excel and LibreOffice are archives of
XML, and compound files."""

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class NotUtf8Error(SpecError):
    """A text is not in UTF-8. ``western`` tells whether it may be in the code page 1252: all before is plain ASCII, so
    it is no text in UTF-8 that was damaged."""

    def __init__(self, message: str, western: bool) -> None:
        super().__init__(message)
        self.western = western


def label_of(path: str) -> str:
    """The label of a file in the string of a game, which is printed: its name without the folder.

    Raises :class:`~strategist.common.errors.SpecError` for a name that must not be printed.

    >>> label_of("tables/animals.csv")
    'animals.csv'
    """
    name = os.path.basename(path)
    if unprintable(name) or len(name) > _MOST_LABEL:
        expected = f"the name of a file in at most {_MOST_LABEL} printable characters"
        raise SpecError(f"expected {expected}, got {quoted(name)}")
    return name


def read_lines(path: str, kind: str, encoding: str = UTF_8) -> Iterator[str]:
    """The lines of a text file with their ends, as :func:`split_lines` splits them, read lazily.

    Raises :class:`~strategist.common.errors.SpecError` if it is no text or too large, and :class:`NotUtf8Error` if it
    is in another encoding; the message does not name the file. ``kind`` says what was expected. Almost any bytes are
    text in :data:`WESTERN`, so control characters are refused there.
    """
    number, held, size = 1, [""], 0
    for piece in _pieces(path, kind, encoding):
        size += len(piece)
        if "\n" in piece or "\r" in piece or held[-1].endswith("\r"):
            lines = [*split_lines("".join(held) + piece)]
            # A line that ends with \r may continue with \n.
            held = [""] if lines[-1].endswith("\n") else [lines.pop()]
            number, size = number + len(lines), len(held[0])
            yield from lines
        else:
            held.append(piece)
        if size > MOST_LINE:
            raise SpecError(f"line {number}: expected at most {MOST_LINE} characters in a line of a {kind}, got more")
        if number > MOST_LINES:
            raise SpecError(f"expected a {kind} of at most {MOST_LINES} lines, got more")
    if rest := "".join(held):
        yield rest


def _pieces(path: str, kind: str, encoding: str) -> Iterator[str]:
    """The text in a file, piece by piece."""
    decoder = codecs.getincrementaldecoder(encoding)()
    read, more, plain = 0, True, True
    try:
        with Path(path).open("rb") as stream:
            while more:
                chunk = stream.read(_CHUNK)
                for starts, other in () if read else _OTHERS:
                    if chunk.startswith(starts):
                        raise SpecError(f"expected a {kind} as UTF-8 text, got {other}")
                read, more = read + len(chunk), bool(chunk)
                if read > MOST_TEXT:
                    raise SpecError(f"expected a {kind} of at most {MOST_TEXT >> 20} MiB")
                piece = decoder.decode(chunk, final=not more)
                if encoding != UTF_8 and _CONTROLS.search(piece):
                    raise NotUtf8Error(f"expected a {kind}, got control characters", western=False)
                plain = plain and piece.isascii()
                yield piece
    except UnicodeDecodeError as error:
        message = f"{_no_text(error, kind, read - len(error.object))}: save it in UTF-8"
        western = plain and error.object[: error.start].isascii()
        raise NotUtf8Error(message, western) from None
    except SpecError:
        raise
    except (OSError, ValueError) as error:
        raise SpecError(f"cannot read: {getattr(error, 'strerror', None) or error}") from None


def _no_text(error: UnicodeDecodeError, kind: str, before: int = 0) -> str:
    where = before + error.start
    return f"expected a {kind} as UTF-8 text, got byte {where} = {error.object[error.start]:#04x}"


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
        # A very regular text would exceed the limit of unpacking. Huffman codes alone compress no text below an eighth.
        engine = zlib.compressobj(strategy=zlib.Z_HUFFMAN_ONLY)
        packed = engine.compress(text) + engine.flush()
    return packed


def unpack_text(packed: bytes, kind: str) -> str:
    """The text in packed bytes; raises :class:`~strategist.common.errors.SpecError` if there is none.

    Hostile input is refused before it takes more than about a hundred times its size in memory.

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
