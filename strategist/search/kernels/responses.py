"""Responses in bulk.

A :class:`Source` holds what the kernels need to compute responses of one game. Two kinds exist. Of peg games nothing is
stored but the codes: a row of responses (one secret, a block of guesses) is computed in vector lanes whenever it is
needed, which takes about as long as reading it from memory would, and needs no table of 32,768² entries. Any other game
is asked once for every question and secret, and rows are copied from that table.

Measured here with Numba 0.68: loops over whole ``uint8`` rows, one elementary operation each, become full-width vector
code; a compound expression is widened to 64 bits and does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.errors import SpecError, TooLargeError
from strategist.game import Code, Game
from strategist.search.kernels.jit import helper, inlined, kernel

BLOCK = 1024
"""Guesses whose responses are computed together: the rows of a block stay in the first-level cache."""

MEMORY_LIMIT = 2 << 30
"""Bytes that the arrays of one search may take."""

MOST_RESPONSES = 1 << 16
"""Responses are bytes or pairs of bytes in a table."""

PEGS, BLACK_PEGS, TABLE = 0, 1, 2

_NOTHING = np.empty((0, 0), dtype=np.uint8)


class Source(NamedTuple):
    """What the kernels compute responses from.

    ``columns`` is for peg games ``uint8[pegs + symbols, guesses]``: the symbol at each position, then how often each
    symbol stands in the code; for a table ``uint8`` or ``uint16[secrets, guesses]``, the responses.
    ``digits`` is ``uint8[guesses, pegs]``, the codes row by row, and empty for a table.
    ``guess_of_secret`` is ``int32[secrets]``, ascending. ``question_count`` is the number of guesses that are
    questions, and of the columns. In a game that announces its secrets ``guess_of_secret`` holds indices beyond: an
    announcement has no responses, and is made when one candidate is left. ``letters`` and ``marks`` are those of
    :class:`~strategist.game.Revealed`, ``uint8[guesses, length]`` and ``uint8[responses, length]``, empty where nothing
    restricts guesses.
    """

    kind: int
    pegs: int
    symbols: int
    response_count: int
    columns: NDArray[Any]
    digits: NDArray[np.uint8]
    guess_of_secret: NDArray[np.int32]
    question_count: int
    letters: NDArray[np.uint8]
    marks: NDArray[np.uint8]


def make_source(game: Game) -> Source:
    """The source of one game's responses; :class:`TooLargeError` when it does not fit in memory.

    >>> from strategist.catalog import make_game
    >>> make_source(make_game("mastermind(2,3)")).columns.shape
    (5, 9)
    """
    refuse_too_large(game)
    if game.kernel == "pegs":
        return _peg_source(game)
    return _row_source(game) if game.kernel == "rows" else _asking_source(game)


def refuse_too_large(game: Game) -> None:
    """Raise :class:`TooLargeError` for a game that :func:`make_source` cannot hold, before anything of it is made.

    >>> from strategist.catalog import make_game
    >>> refuse_too_large(make_game("mastermind(10,8)"))
    Traceback (most recent call last):
    ...
    strategist.errors.TooLargeError: mastermind(pegs=10,colors=8): a search over 1073741824 secrets and 1073741824 \
guesses needs 112.0 GiB, expected at most 2
    """
    if game.kernel == "pegs":
        _refuse_beyond_memory(game, _peg_bytes(game))
        return
    if game.response_count > MOST_RESPONSES:
        raise TooLargeError(f"{game.spec} has {game.response_count} responses: expected at most {MOST_RESPONSES}")
    shape, dtype = _table_layout(game)
    _refuse_beyond_memory(game, shape[0] * shape[1] * dtype.itemsize)


def source_bytes(game: Game) -> int:
    """The most that making the source of a game takes, for a moment or for good.

    >>> from strategist.catalog import make_game
    >>> source_bytes(make_game("mastermind(2,3)"))
    117
    """
    if game.kernel == "pegs":
        return _peg_source_bytes(game)
    shape, dtype = _table_layout(game)
    return shape[0] * (shape[1] * int(dtype.itemsize) + 4)


def _refuse_beyond_memory(game: Game, needed: int) -> None:
    if needed > MEMORY_LIMIT:
        raise TooLargeError(
            f"{game.spec}: a search over {len(game.secrets)} secrets and {len(game.guesses)} guesses needs "
            f"{needed / 2**30:.1f} GiB, expected at most {MEMORY_LIMIT / 2**30:.0f}"
        )


def _peg_bytes(game: Any) -> int:
    """What a search takes: the columns, the codes by row, bit planes, and some 40 bytes a code of indices and slots."""
    pegs, symbols = game.pegs, game.symbols
    return int(len(game.secrets) * (2 * pegs + symbols + pegs * symbols // 4 + 64))


def _peg_source_bytes(game: Any) -> int:
    """What its source takes: the codes by row and by column, those compared with one symbol, and indices."""
    return int(len(game.secrets) * (3 * game.pegs + game.symbols + 4))


def _peg_source(game: Any) -> Source:
    pegs, symbols, count = game.pegs, game.symbols, len(game.secrets)
    digits = np.frombuffer(game.secrets.index_bytes(), dtype=np.uint8).reshape(count, pegs)
    columns = np.empty((pegs + symbols, count), dtype=np.uint8)
    columns[:pegs] = digits.T
    for symbol in range(symbols):
        np.sum(columns[:pegs] == symbol, axis=0, dtype=np.uint8, out=columns[pegs + symbol])
    return Source(
        kind=PEGS if game.whites else BLACK_PEGS,
        pegs=pegs,
        symbols=symbols,
        response_count=game.response_count,
        columns=columns,
        digits=digits,
        guess_of_secret=np.arange(count, dtype=np.int32),
        question_count=count,
        letters=_NOTHING,
        marks=_NOTHING,
    )


def _table_layout(game: Game) -> tuple[tuple[int, int], Any]:
    """Shape and type of the table of all responses."""
    dtype = np.dtype(np.uint8 if game.response_count <= 256 else np.uint16)
    return (len(game.secrets), game.question_count), dtype


def _row_source(game: Any) -> Source:
    """Of a game that hands out its responses guess by guess."""
    shape, dtype = _table_layout(game)
    table = np.empty(shape, dtype=dtype)
    for question in range(shape[1]):
        table[:, question] = game.row(question)
    return _table_source(game, table)


def _asking_source(game: Game) -> Source:
    """Of a game that is asked for each response."""
    shape, dtype = _table_layout(game)
    answers = _checked_answers(game, game.secrets, game.guesses[: game.question_count])
    return _table_source(game, np.fromiter(answers, dtype=dtype, count=shape[0] * shape[1]).reshape(shape))


def _table_source(game: Game, table: NDArray[Any]) -> Source:
    revealed = game.revealed()
    digits = np.empty((0, 0), dtype=np.uint8)
    # Numba tells read-only arrays from others: as in a peg game, so that one compilation serves both.
    digits.setflags(write=False)
    return Source(
        kind=TABLE,
        pegs=0,
        symbols=0,
        response_count=game.response_count,
        columns=table,
        digits=digits,
        guess_of_secret=_guess_of_secret(game),
        question_count=table.shape[1],
        letters=_NOTHING if revealed is None else np.array(revealed.symbols, dtype=np.uint8),
        marks=_NOTHING if revealed is None else np.array(revealed.marks, dtype=np.uint8),
    )


def _guess_of_secret(game: Game) -> NDArray[np.int32]:
    secrets, guesses = list(game.secrets), list(game.guesses)
    index_of = {code: index for index, code in enumerate(guesses)}
    missing = next((secret for secret in secrets if secret not in index_of), None)
    if missing is not None:
        raise SpecError(f"{game.spec}: secret {game.format_code(missing)} cannot be guessed")
    guess_of_secret = np.array([index_of[secret] for secret in secrets], dtype=np.int32)
    if np.any(np.diff(guess_of_secret) <= 0):
        raise SpecError(f"{game.spec}: expected the secrets in the order in which they stand among the guesses")
    return guess_of_secret


def _checked_answers(game: Game, secrets: Sequence[Code], guesses: Sequence[Code]) -> Iterator[int]:
    """Every response, secret by secret. Kernels use them as indices, so those of a foreign game are not trusted."""
    solved = game.response_count - 1
    for secret in secrets:
        for guess in guesses:
            response = game.respond(guess, secret)
            if not 0 <= response <= solved or (response == solved) != (guess == secret):
                expected = f"{solved}" if guess == secret else f"a response below {solved}"
                where = f"{game.format_code(guess)} to {game.format_code(secret)}"
                raise SpecError(f"{game.spec}: {where}: expected {expected}, got {response}")
            yield response


@inlined
def respond_one(source: Source, guess: int, secret: int) -> int:
    """The response to one guess: the scalar kernel."""
    if source.kind == TABLE:
        return source.columns[secret, guess]
    asked = source.digits[guess]
    hidden = source.digits[secret]
    blacks = 0
    for p in range(source.pegs):
        blacks += asked[p] == hidden[p]
    if source.kind == BLACK_PEGS:
        return blacks
    # Cross each symbol of the guess off the secret, the way a person does.
    total = 0
    crossed = 0
    for p in range(source.pegs):
        for q in range(source.pegs):
            if asked[p] == hidden[q] and not (crossed >> q) & 1:
                crossed |= 1 << q
                total += 1
                break
    return total * (total + 1) // 2 + blacks - (blacks == source.pegs)


@helper
def gather(source: Source, guesses: NDArray[np.int32], start: int, count: int, block: NDArray[np.uint8]) -> None:
    """Bring the columns of ``count`` peg guesses into ``block``; a table needs none."""
    if source.kind != TABLE:
        for row in range(block.shape[0]):
            for j in range(count):
                block[row, j] = source.columns[row, guesses[start + j]]


@helper
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
    """The responses of one secret to ``guesses[start:start + count]``, gathered before: the vector kernel.

    ``row`` receives them; ``total`` is scratch.
    """
    if source.kind == TABLE:
        for j in range(count):
            row[j] = source.columns[secret, guesses[start + j]]
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
    solved = np.uint8(source.response_count - 1)
    for j in range(count):
        row[j] = min(row[j], solved)


@helper
def _fill_table(source: Source, secrets: NDArray[np.int32], scalar: bool) -> NDArray[Any]:
    count = source.columns.shape[1]
    table = np.empty((len(secrets), count), dtype=source.columns.dtype)
    guesses = np.arange(count).astype(np.int32)
    block = np.empty((source.columns.shape[0] if len(source.digits) else 1, BLOCK), dtype=np.uint8)
    row = np.empty(BLOCK, dtype=source.columns.dtype)
    total = np.empty(BLOCK, dtype=np.uint8)
    for start in range(0, count, BLOCK):
        size = min(BLOCK, count - start)
        gather(source, guesses, start, size, block)
        for i in range(len(secrets)):
            if scalar:
                for j in range(size):
                    table[i, start + j] = respond_one(source, start + j, secrets[i])
            else:
                fill_row(source, secrets[i], guesses, start, size, block, row, total)
                for j in range(size):
                    table[i, start + j] = row[j]
    return table


@kernel
def responses_to(source: Source, secrets: NDArray[np.int32]) -> NDArray[Any]:
    """The responses of some secrets to all questions, ``[len(secrets), questions]``."""
    return _fill_table(source, secrets, False)


@kernel
def response_table(source: Source, scalar: bool = False) -> NDArray[Any]:
    """All responses, ``[secrets, questions]``, by the vector kernel, or the scalar one, which tests hold beside it."""
    return _fill_table(source, np.arange(len(source.guess_of_secret)).astype(np.int32), scalar)
