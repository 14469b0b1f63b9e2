"""The pieces of a NEXUS text: its blocks, their commands, and the words of those."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from strategist.common.errors import SpecError
from strategist.common.extras import require
from strategist.common.quoting import quoted

_MOST_WORDS = 1 << 18
"""The most words of a command that is no matrix."""

_MOST_TEXT = 1 << 16
"""The most characters of a command that is read as one text."""


class Kind(Enum):
    """What a piece is."""

    WORD = "word"
    QUOTED = "quoted word"
    MARK = "mark"
    SPACE = "space"


class Piece(NamedTuple):
    """A piece of a text, and the line on which it begins. The quotes of a quoted word are taken off."""

    text: str
    kind: Kind
    line: int


class Word(NamedTuple):
    """A word, with blanks for ``_`` unless it was quoted, or a mark that parts words."""

    text: str
    is_mark: bool
    line: int


class Command(NamedTuple):
    """A command: its name in capitals, and what follows it to the semicolon, to be read before the next command."""

    name: str
    body: Iterator[Piece]
    line: int


def pieces(text: str, label: str) -> Iterator[Piece]:
    """The pieces of a text but its comments, which may be nested. They are read lazily.

    Raises :class:`~strategist.common.errors.SpecError` for a comment or a quoted word without an end, and
    :class:`~strategist.common.errors.MissingLibraryError` without commonnexus.

    >>> [piece.text for piece in pieces("a 'b''c'[d[e]];", "x.nex")]
    ['a', ' ', "b'c", ';']
    """
    require("commonnexus")
    from commonnexus.tokenizer import TokenType, iter_tokens

    kinds = {
        TokenType.WORD: Kind.WORD, TokenType.QWORD: Kind.QUOTED, TokenType.PUNCTUATION: Kind.MARK,
        TokenType.WHITESPACE: Kind.SPACE,
    }  # fmt: skip
    line, taken = 1, 0
    try:
        for token in iter_tokens(iter(text)):
            taken += len(token.text)
            if token.type is TokenType.COMMENT:
                taken += 2
            else:
                yield Piece(token.text, kinds[token.type], line)
                if token.type is TokenType.QWORD:
                    taken += 2 + token.text.count("'")
            line += token.text.count("\n")
    except AssertionError:
        raise SpecError(f"{label}: line {line}: expected a blank before a quoted word, got none") from None
    if taken < len(text):
        # The library passes over what has no end.
        expected = "the end of a comment or of a quoted word that begins here"
        raise SpecError(f"{label}: line {line}: expected {expected}, got the end of the file")


def commands(stream: Iterator[Piece], label: str) -> Iterator[Command]:
    """The commands of a text; what is left of a command's body is passed over before the next one.

    Raises :class:`~strategist.common.errors.SpecError` for a command without a semicolon.
    """
    for piece in stream:
        if piece.kind is Kind.SPACE or piece[:2] == (";", Kind.MARK):
            continue
        body = _to_semicolon(stream, piece, label)
        yield Command(piece.text.upper(), body, piece.line)
        for _ in body:
            pass


def _to_semicolon(stream: Iterator[Piece], first: Piece, label: str) -> Iterator[Piece]:
    for piece in stream:
        if piece.kind is Kind.MARK and piece.text == ";":
            return
        yield piece
    name = quoted(first.text.upper())
    raise SpecError(
        f"{label}: line {first.line}: expected a semicolon after the command {name}, got the end of the file"
    )


def words(command: Command, label: str, marks: str = "") -> list[Word]:
    """The words of a command. Of its marks only those in ``marks`` part words; others are letters, as in ``A.-B.``.

    Raises :class:`~strategist.common.errors.SpecError` for too many words.

    >>> found = commands(pieces("TAXLABELS A_b 'C_d' E-f;", "x.nex"), "x.nex")
    >>> [word.text for word in words(next(found), "x.nex")]
    ['A b', 'C_d', 'E-f']
    """
    found: list[Word] = []
    held, line = "", 0
    for piece in command.body:
        if piece.kind is Kind.WORD or (piece.kind is Kind.MARK and piece.text not in marks):
            line = line if held else piece.line
            held += piece.text
            continue
        if held:
            found.append(Word(held.replace("_", " "), False, line))
            held = ""
        if piece.kind is not Kind.SPACE:
            found.append(Word(piece.text, piece.kind is Kind.MARK, piece.line))
        if len(found) > _MOST_WORDS:
            raise SpecError(f"{label}: line {piece.line}: expected at most {_MOST_WORDS} words in a command, got more")
    if held:
        found.append(Word(held.replace("_", " "), False, line))
    return found


def plain_text(command: Command, label: str) -> str:
    """What follows the name of a command, as it is written, but without comments and the quotes of words.

    Raises :class:`~strategist.common.errors.SpecError` for a text that is long.
    """
    held, size = [], 0
    for piece in command.body:
        held.append(piece.text)
        size += len(piece.text)
        if size > _MOST_TEXT:
            expected = f"at most {_MOST_TEXT} characters in the command {quoted(command.name)}"
            raise SpecError(f"{label}: line {command.line}: expected {expected}, got more")
    return "".join(held).strip()


def parted(found: list[Word]) -> Iterator[list[Word]]:
    """Words in the parts that commas separate; empty parts are passed over."""
    part: list[Word] = []
    for word in found:
        if word.is_mark and word.text == ",":
            if part:
                yield part
            part = []
        else:
            part.append(word)
    if part:
        yield part
