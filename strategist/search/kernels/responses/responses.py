"""Responses in bulk.

A :class:`Source` holds the data from which the kernels compute the responses of one game. There are two kinds. A source
of a peg game or of Grand Mastermind stores only the codes: a row of responses (one secret, a block of guesses) is
computed in vector lanes whenever it is needed. This takes about as long as reading it from memory, and needs no table
of 32,768² entries. For any other game, every response is computed once by its rules, and rows are copied from that
table. If few candidates are left, the table has only their responses. The adapter of a game
(:mod:`strategist.search.adapters`) decides between the two.

Measured here with Numba 0.68: loops over whole ``uint8`` rows, one elementary operation each, become full-width vector
code; a compound expression is widened to 64 bits and does not.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.model.game import Game
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel, inlined, plain
from strategist.search.kernels.responses.grand_codes import SCRATCH_ROWS, fill_grand_row, respond_grand

BLOCK = 1024
"""Guesses whose responses are computed together: the rows of a block stay in the first-level cache."""

_SQUARE = 256

MEMORY_LIMIT = 2 << 30
"""The most bytes that the arrays of one search may take."""

PEGS, BLACK_PEGS, TABLE, GRAND = 0, 1, 2, 3


@by_reference
class Source(NamedTuple):
    """The data from which the kernels compute responses.

    For peg games ``columns`` is ``uint8[pegs + symbols, guesses]``: the symbol at each position, then the number of
    copies of each symbol in the code. For Grand Mastermind it is ``uint8[places, guesses]``, the digits. For a table it
    is ``uint8`` or ``uint16[secrets, guesses]``, the responses. ``digits`` is ``uint8[guesses, places]``, the codes row
    by row, and empty for a table. ``numbers`` is that of
    :func:`~strategist.search.kernels.responses.grand_codes.number_keys`. ``guess_of_secret`` is ``int32[secrets]``,
    ascending: the guess that ends the game. ``question_count`` is the number of guesses that are questions, and of the
    columns. In a game that announces its secrets, ``guess_of_secret`` holds indices beyond the questions: an
    announcement has no responses, and is made when one candidate is left. ``question_of_secret`` is ``int32[secrets]``,
    ascending: the question that is the code of a secret. In other games it is the same as ``guess_of_secret``; it is
    empty where no secret can be asked. ``letters`` and ``marks`` are those of :class:`~strategist.model.game.Revealed`,
    ``uint8[guesses, length]`` and ``uint8[responses, length]``.

    ``letters`` and ``marks`` are empty tuples if nothing restricts guesses, and so are ``numbers`` in other games: the
    code for them is then left out.
    """

    kind: int
    pegs: int
    symbols: int
    response_count: int
    columns: NDArray[Any]
    digits: NDArray[np.uint8]
    guess_of_secret: NDArray[np.int32]
    question_of_secret: NDArray[np.int32]
    question_count: int
    letters: Any
    marks: Any
    numbers: Any


def code_source(
    kind: int,
    game: Game,
    *,
    pegs: int,
    symbols: int,
    columns: NDArray[np.uint8],
    digits: NDArray[np.uint8],
    numbers: NDArray[np.uint8] | tuple[()] = (),
) -> Source:
    """The source of a game whose secrets and questions are the same codes, in the same order."""
    itself = np.arange(len(digits), dtype=np.int32)
    return Source(
        kind=kind,
        pegs=pegs,
        symbols=symbols,
        response_count=game.response_count,
        columns=columns,
        digits=digits,
        guess_of_secret=itself + np.int32(game.announcement(0)) if game.announces else itself,
        question_of_secret=itself,
        question_count=len(digits),
        letters=(),
        marks=(),
        numbers=numbers,
    )


def table_source(
    table: NDArray[Any],
    response_count: int,
    guess_of_secret: NDArray[np.int32],
    question_of_secret: NDArray[np.int32],
    letters: NDArray[np.uint8] | tuple[()] = (),
    marks: NDArray[np.uint8] | tuple[()] = (),
) -> Source:
    """The source of responses that stand in a table, ``uint8`` or ``uint16[secrets, questions]``.

    >>> table = np.array([[1, 0], [0, 1]], dtype=np.uint8)
    >>> source = table_source(table, 2, *[np.arange(2, dtype=np.int32)] * 2)
    >>> source.question_count, respond_one(source, 0, 1)
    (2, 0)
    """
    digits = np.empty((0, 0), dtype=np.uint8)
    # Numba compiles again for writeable arrays: with the flags of a peg game, one compilation serves both.
    digits.setflags(write=False)
    return Source(
        kind=TABLE,
        pegs=0,
        symbols=0,
        response_count=response_count,
        columns=table,
        digits=digits,
        guess_of_secret=guess_of_secret,
        question_of_secret=question_of_secret,
        question_count=table.shape[1],
        letters=letters,
        marks=marks,
        numbers=(),
    )


def transpose(table: NDArray[Any], turned: NDArray[Any]) -> None:
    """Write a table into ``turned``, rows and columns swapped: in squares that a processor keeps at hand, which takes a
    third of the time of one assignment.

    >>> turned = np.empty((3, 2), dtype=np.uint8)
    >>> transpose(np.array([[1, 2, 3], [4, 5, 6]]), turned)
    >>> turned.tolist()
    [[1, 4], [2, 5], [3, 6]]
    """
    rows, columns = table.shape
    for row in range(0, rows, _SQUARE):
        for column in range(0, columns, _SQUARE):
            square = table[row : row + _SQUARE, column : column + _SQUARE]
            turned[column : column + _SQUARE, row : row + _SQUARE] = square.T


@inlined
def respond_one(source: Source, guess: int, secret: int) -> int:
    """The response to one guess: the scalar kernel."""
    if source.kind == TABLE:
        return source.columns[secret, guess]
    if source.kind == GRAND:
        return respond_grand(source.digits, source.numbers, source.pegs, guess, secret)
    asked = source.digits[guess]
    hidden = source.digits[secret]
    blacks = 0
    for p in range(source.pegs):
        blacks += asked[p] == hidden[p]
    if source.kind == BLACK_PEGS:
        return blacks
    # Cross each symbol of the guess off the secret, as a person does.
    total = 0
    crossed = 0
    for p in range(source.pegs):
        for q in range(source.pegs):
            if asked[p] == hidden[q] and not (crossed >> q) & 1:
                crossed |= 1 << q
                total += 1
                break
    return total * (total + 1) // 2 + blacks - (blacks == source.pegs)


@inlined
def block_rows(source: Source) -> int:
    """The rows of a block: the columns of guesses, and what a kernel writes to beside them."""
    if source.kind == TABLE:
        return 1
    return source.columns.shape[0] + (SCRATCH_ROWS if source.kind == GRAND else 0)


@borrowing
def gather(source: Source, guesses: NDArray[np.int32], start: int, count: int, block: NDArray[np.uint8]) -> None:
    """Copy the columns of ``count`` guesses into ``block``; a table needs no copy."""
    if source.kind != TABLE:
        for row in range(source.columns.shape[0]):
            for j in range(count):
                block[row, j] = source.columns[row, guesses[start + j]]


@borrowing
def fill_row(
    source: Source,
    secret: int,
    guesses: NDArray[np.int32],
    start: int,
    count: int,
    block: NDArray[np.uint8],
    row: NDArray[Any],
    total: NDArray[np.uint8],
) -> None:
    """The responses of one secret to ``guesses[start:start + count]``, after :func:`gather`: the vector kernel.

    ``row`` receives them; ``total`` is scratch.
    """
    if source.kind == TABLE:
        for j in range(count):
            row[j] = source.columns[secret, guesses[start + j]]
        return
    if source.kind == GRAND:
        fill_grand_row(source.digits[secret], source.numbers, source.pegs, count, block, row)
        return
    pegs = source.pegs
    hidden = source.digits[secret]
    lane = block[0]
    symbol = hidden[0]
    for j in range(count):
        row[j] = lane[j] == symbol
    for p in range(1, pegs):
        lane = block[p]
        symbol = hidden[p]
        for j in range(count):
            row[j] += lane[j] == symbol
    if source.kind == BLACK_PEGS:
        return
    for j in range(count):
        total[j] = 0
    for p in range(pegs):
        symbol = hidden[p]
        multiplicity = 1
        for q in range(pegs):
            if hidden[q] == symbol and q != p:
                multiplicity = 0 if q < p else multiplicity + 1
                if q < p:
                    break
        lane = block[pegs + symbol]
        if multiplicity == 1:
            for j in range(count):
                total[j] += lane[j] != 0
        elif multiplicity > 1:
            most = np.uint8(multiplicity)
            for j in range(count):
                total[j] += min(lane[j], most)
    # total·(total + 1) / 2 as 1 + 2 + … + total, in steps that stay in eight bits.
    for j in range(count):
        row[j] += total[j]
    for step in range(2, pegs + 1):
        reached = np.uint8(step)
        more = np.uint8(step - 1)
        for j in range(count):
            row[j] += more if total[j] >= reached else np.uint8(0)
    # All symbols shared and all but one in place is no response, so the number of all blacks is one less.
    all_blacks = np.uint8(pegs * (pegs + 3) // 2 - 1)
    for j in range(count):
        row[j] = min(row[j], all_blacks)


def responses_to(source: Source, secrets: NDArray[np.int32], scalar: bool = False) -> NDArray[Any]:
    """The responses of some secrets to all questions, ``[len(secrets), questions]``, by the vector kernel, or by the
    scalar one, for tests to compare."""
    count = source.columns.shape[1]
    table = np.empty((len(secrets), count), dtype=source.columns.dtype)
    fill_table(source, np.arange(count, dtype=np.int32), secrets, scalar, *block_scratch(source), table)
    return table


def response_table(source: Source, scalar: bool = False) -> NDArray[Any]:
    """All responses, ``[secrets, questions]``."""
    return responses_to(source, np.arange(len(source.guess_of_secret), dtype=np.int32), scalar)


def responses_of(source: Source, guess: int, secrets: NDArray[np.int32]) -> NDArray[Any]:
    """The responses of one guess to some secrets, ``[len(secrets)]``, without a table."""
    responses = np.empty(len(secrets), dtype=source.columns.dtype)
    block, _, total = block_scratch(source)
    list_responses(source, guess, secrets, block, responses, total)
    return responses


def block_scratch(source: Source) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[np.uint8]]:
    """The arrays ``block``, ``row`` and ``total`` of :func:`fill_row`."""
    return (
        np.empty((plain(block_rows)(source), BLOCK), dtype=np.uint8),
        np.empty(BLOCK, dtype=source.columns.dtype),
        np.empty(BLOCK, dtype=np.uint8),
    )


@borrowing_kernel
def fill_table(
    source: Source,
    guesses: NDArray[np.int32],
    secrets: NDArray[np.int32],
    scalar: bool,
    block: NDArray[np.uint8],
    row: NDArray[Any],
    total: NDArray[np.uint8],
    table: NDArray[Any],
) -> None:
    """The responses of some secrets to ``guesses``, which are all questions, into ``table``."""
    for start in range(0, len(guesses), BLOCK):
        size = min(BLOCK, len(guesses) - start)
        gather(source, guesses, start, size, block)
        for i in range(len(secrets)):
            if scalar:
                for j in range(size):
                    table[i, start + j] = respond_one(source, start + j, secrets[i])
            else:
                fill_row(source, secrets[i], guesses, start, size, block, row, total)
                for j in range(size):
                    table[i, start + j] = row[j]


@borrowing
def fill_responses(
    source: Source,
    guess: int,
    secrets: NDArray[np.int32],
    block: NDArray[np.uint8],
    responses: NDArray[Any],
    total: NDArray[np.uint8],
) -> None:
    """The responses of one guess to some secrets into ``responses[:len(secrets)]``, without a table.

    ``block``, ``uint8[block_rows(source), BLOCK]``, and ``total``, ``uint8[BLOCK]``, are scratch.
    """
    if source.kind == TABLE:
        for i in range(len(secrets)):
            responses[i] = source.columns[secrets[i], guess]
        return
    # Where responses are computed, secrets and guesses are the same codes, and a response is symmetric in the two.
    for start in range(0, len(secrets), BLOCK):
        size = min(BLOCK, len(secrets) - start)
        gather(source, secrets, start, size, block)
        fill_row(source, guess, secrets, start, size, block, responses[start:], total)


list_responses = borrowing_kernel(plain(fill_responses))
""":func:`fill_responses` as a kernel that Python calls."""
