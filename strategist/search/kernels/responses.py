"""Responses in bulk.

A :class:`Source` holds the data from which the kernels compute the responses of one game. There are two kinds. A source
of a peg game or of Grand Mastermind stores only the codes: a row of responses (one secret, a block of guesses) is
computed in vector lanes whenever it is needed. This takes about as long as reading it from memory, and needs no table
of 32,768² entries. For any other game, every response is computed once by its rules, and rows are copied from that
table. If few candidates are left, the table has only their responses.

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
from strategist.search.kernels.grandcodes import SCRATCH_ROWS, fill_grand_row, number_keys, respond_grand, spell
from strategist.search.kernels.jit import helper, inlined, kernel

BLOCK = 1024
"""Guesses whose responses are computed together: the rows of a block stay in the first-level cache."""

MEMORY_LIMIT = 2 << 30
"""The most bytes that the arrays of one search may take."""

MOST_RESPONSES = 1 << 16
"""Responses are bytes or pairs of bytes in a table."""

PEGS, BLACK_PEGS, TABLE, GRAND = 0, 1, 2, 3

_NOTHING = np.empty((0, 0), dtype=np.uint8)
_NO_NUMBERS = np.empty(0, dtype=np.uint8)


class Source(NamedTuple):
    """The data from which the kernels compute responses.

    For peg games ``columns`` is ``uint8[pegs + symbols, guesses]``: the symbol at each position, then the number of
    copies of each symbol in the code. For Grand Mastermind it is ``uint8[places, guesses]``, the digits. For a table it
    is ``uint8`` or ``uint16[secrets, guesses]``, the responses. ``digits`` is ``uint8[guesses, places]``, the codes row
    by row, and empty for a table. ``numbers`` is that of :func:`~strategist.search.kernels.grandcodes.number_keys`, and
    empty in other games. ``guess_of_secret`` is ``int32[secrets]``, ascending: the guess that ends the game.
    ``question_count`` is the number of guesses that are questions, and of the columns. In a game that announces its
    secrets, ``guess_of_secret`` holds indices beyond the questions: an announcement has no responses, and is made when
    one candidate is left. ``question_of_secret`` is ``int32[secrets]``, ascending: the question that is the code of a
    secret. In other games it is the same as ``guess_of_secret``; it is empty where no secret can be asked. ``letters``
    and ``marks`` are those of :class:`~strategist.game.Revealed`, ``uint8[guesses, length]`` and ``uint8[responses,
    length]``. They are empty if nothing restricts guesses.
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
    letters: NDArray[np.uint8]
    marks: NDArray[np.uint8]
    numbers: NDArray[np.uint8]


def make_source(game: Game, candidates: NDArray[np.int32] | None = None) -> Source:
    """The source of the responses of one game; raises :class:`TooLargeError` if it does not fit in memory.

    With ``candidates``, a table holds their responses only: its secrets are the candidates, in their order.

    >>> from strategist.catalog import make_game
    >>> make_source(make_game("mastermind(2,3)")).columns.shape
    (5, 9)
    """
    refuse_too_large(game, None if candidates is None else len(candidates))
    if game.kernel == "pegs":
        return _peg_source(game)
    if game.kernel == "grand":
        return _grand_source(game)
    if candidates is None:
        candidates = np.arange(len(game.secrets), dtype=np.int32)
    return _row_source(game, candidates) if game.kernel == "rows" else _asking_source(game, candidates)


def source_at(game: Game, candidates: NDArray[np.int32]) -> tuple[Source, NDArray[np.int32]]:
    """A source of the responses of some candidates at least, and where they stand among its secrets.

    >>> from strategist.catalog import make_game
    >>> source, at = source_at(make_game("words"), np.array([3, 5], dtype=np.int32))
    >>> source.columns.shape[0], at.tolist()
    (2, [0, 1])
    """
    source = make_source(game, candidates)
    return source, np.arange(len(candidates), dtype=np.int32) if source.kind == TABLE else candidates


def computes(game: Game) -> bool:
    """Whether responses of a game are computed from its codes whenever they are needed: no table is made of it.

    >>> from strategist.catalog import make_game
    >>> computes(make_game("mastermind(2,3)")), computes(make_game("words"))
    (True, False)
    """
    return game.kernel in ("pegs", "grand")


def refuse_too_large(game: Game, candidates: int | None = None) -> None:
    """Raise :class:`TooLargeError` for a game that :func:`make_source` cannot hold, before allocating anything.

    ``candidates`` is the number of those whose responses are wanted, if that is not all of the secrets.

    >>> from strategist.catalog import make_game
    >>> refuse_too_large(make_game("mastermind(10,8)"))
    Traceback (most recent call last):
    ...
    strategist.errors.TooLargeError: mastermind(pegs=10,colors=8): a search over 1073741824 secrets and 1073741824 \
guesses needs 112.0 GiB, expected at most 2
    """
    secrets = len(game.secrets) if candidates is None else candidates
    if computes(game):
        needed = _peg_bytes(game) if game.kernel == "pegs" else _grand_bytes(game)
        _refuse_beyond_memory(game, len(game.secrets), needed)
        return
    if game.response_count > MOST_RESPONSES:
        raise TooLargeError(f"{game.spec} has {game.response_count} responses: expected at most {MOST_RESPONSES}")
    shape, dtype = _table_layout(game, secrets)
    _refuse_beyond_memory(game, secrets, shape[0] * shape[1] * dtype.itemsize)


def source_bytes(game: Game, candidates: int) -> int:
    """The most bytes that making the source of a game takes for some candidates, temporary ones included.

    >>> from strategist.catalog import make_game
    >>> source_bytes(make_game("mastermind(2,3)"), 4)
    117
    """
    if game.kernel == "pegs":
        return _peg_source_bytes(game)
    if game.kernel == "grand":
        return _grand_bytes(game)
    shape, dtype = _table_layout(game, candidates)
    return shape[0] * (shape[1] * int(dtype.itemsize) + 4)


def _refuse_beyond_memory(game: Game, secrets: int, needed: int) -> None:
    if needed > MEMORY_LIMIT:
        raise TooLargeError(
            f"{game.spec}: a search over {secrets} secrets and {len(game.guesses)} guesses needs "
            f"{needed / 2**30:.1f} GiB, expected at most {MEMORY_LIMIT / 2**30:.0f}"
        )


def _peg_bytes(game: Any) -> int:
    """The bytes of a search: columns, codes by row, bit planes, and about 40 bytes per code for indices and slots."""
    pegs, symbols = game.pegs, game.symbols
    return int(len(game.secrets) * (2 * pegs + symbols + pegs * symbols // 4 + 64))


def _peg_source_bytes(game: Any) -> int:
    """The bytes of its source: the codes by row and by column, their comparison with one symbol, and indices."""
    return int(len(game.secrets) * (3 * game.pegs + game.symbols + 4))


def _peg_source(game: Any) -> Source:
    pegs, symbols, count = game.pegs, game.symbols, len(game.secrets)
    digits = np.frombuffer(game.secrets.index_bytes(), dtype=np.uint8).reshape(count, pegs)
    columns = np.empty((pegs + symbols, count), dtype=np.uint8)
    columns[:pegs] = digits.T
    for symbol in range(symbols):
        np.sum(columns[:pegs] == symbol, axis=0, dtype=np.uint8, out=columns[pegs + symbol])
    itself = np.arange(count, dtype=np.int32)
    return Source(
        kind=PEGS if game.whites else BLACK_PEGS,
        pegs=pegs,
        symbols=symbols,
        response_count=game.response_count,
        columns=columns,
        digits=digits,
        guess_of_secret=itself + np.int32(game.announcement(0)) if game.announces else itself,
        question_of_secret=itself,
        question_count=count,
        letters=_NOTHING,
        marks=_NOTHING,
        numbers=_NO_NUMBERS,
    )


def _grand_bytes(game: Any) -> int:
    """What a search of Grand Mastermind takes: the digits by row and by column, and some 64 bytes a code."""
    return int(len(game.secrets) * (5 * game.pegs + 64))


def _grand_source(game: Any) -> Source:
    kinds = np.frombuffer(game.secrets.index_bytes(), dtype=np.uint8).reshape(-1, game.pegs)
    digits = spell(kinds, game.shapes, game.colors)
    digits.setflags(write=False)
    itself = np.arange(len(kinds), dtype=np.int32)
    return Source(
        kind=GRAND,
        pegs=game.pegs,
        symbols=game.colors + game.shapes,
        response_count=game.response_count,
        columns=np.ascontiguousarray(digits.T),
        digits=digits,
        guess_of_secret=itself + np.int32(game.announcement(0)) if game.announces else itself,
        question_of_secret=itself,
        question_count=len(kinds),
        letters=_NOTHING,
        marks=_NOTHING,
        numbers=number_keys(game.keys, game.pegs),
    )


def _table_layout(game: Game, secrets: int) -> tuple[tuple[int, int], Any]:
    """Shape and type of the table of the responses of some secrets."""
    dtype = np.dtype(np.uint8 if game.response_count <= 256 else np.uint16)
    return (secrets, game.question_count), dtype


def _row_source(game: Any, candidates: NDArray[np.int32]) -> Source:
    """The source of a game that returns its responses guess by guess."""
    shape, dtype = _table_layout(game, len(candidates))
    table = np.empty(shape, dtype=dtype)
    guess_of_secret, _ = _guesses_of_secrets(game)
    every = np.arange(len(game.secrets), dtype=np.int32)
    some = len(candidates) < len(every)
    by_some = some and hasattr(game, "row_of")
    row_of, asked = (game.row_of(candidates.tolist()), candidates) if by_some else (game.row, every)
    for question in range(shape[1]):
        row = _checked_row(game, question, row_of(question), asked, guess_of_secret)
        table[:, question] = row[candidates] if some and not by_some else row
    return _table_source(game, table, candidates)


def _asking_source(game: Game, candidates: NDArray[np.int32]) -> Source:
    """The source of a game that computes each response by a call."""
    shape, dtype = _table_layout(game, len(candidates))
    secrets = [game.secrets[index] for index in candidates.tolist()]
    answers = _checked_answers(game, secrets, game.guesses[: game.question_count])
    table = np.fromiter(answers, dtype=dtype, count=shape[0] * shape[1]).reshape(shape)
    return _table_source(game, table, candidates)


def _table_source(game: Game, table: NDArray[Any], candidates: NDArray[np.int32]) -> Source:
    revealed = game.revealed()
    digits = np.empty((0, 0), dtype=np.uint8)
    # Numba compiles again for writeable arrays: with the flags of a peg game, one compilation serves both.
    digits.setflags(write=False)
    guess_of_secret, question_of_secret = _guesses_of_secrets(game)
    return Source(
        kind=TABLE,
        pegs=0,
        symbols=0,
        response_count=game.response_count,
        columns=table,
        digits=digits,
        guess_of_secret=guess_of_secret[candidates],
        question_of_secret=question_of_secret[candidates] if len(question_of_secret) else question_of_secret,
        question_count=table.shape[1],
        letters=_NOTHING if revealed is None else np.array(revealed.symbols, dtype=np.uint8),
        marks=_NOTHING if revealed is None else np.array(revealed.marks, dtype=np.uint8),
        numbers=_NO_NUMBERS,
    )


def _guesses_of_secrets(game: Game) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """``guess_of_secret`` and ``question_of_secret``."""
    if not game.secrets_are_questions:
        return _announcements(game), np.empty(0, dtype=np.int32)
    secrets, guesses = list(game.secrets), list(game.guesses[: game.question_count])
    index_of = {code: index for index, code in enumerate(guesses)}
    missing = next((secret for secret in secrets if secret not in index_of), None)
    if missing is not None:
        raise SpecError(f"{game.spec}: secret {game.format_code(missing)} cannot be guessed")
    questions = np.array([index_of[secret] for secret in secrets], dtype=np.int32)
    if np.any(np.diff(questions) <= 0):
        raise SpecError(f"{game.spec}: expected the secrets in the order in which they stand among the guesses")
    return _announcements(game) if game.announces else questions, questions


def _announcements(game: Game) -> NDArray[np.int32]:
    return np.array([game.announcement(secret) for secret in range(len(game.secrets))], dtype=np.int32)


def _checked_answers(game: Game, secrets: Sequence[Code], guesses: Sequence[Code]) -> Iterator[int]:
    """Every response, secret by secret, checked because kernels use responses as indices."""
    solved = game.response_count - 1
    for secret in secrets:
        for guess in guesses:
            response = game.respond(guess, secret)
            if not 0 <= response <= solved or (response == solved) != _solves(game, guess, secret):
                raise _wrong_response(game, guess, secret, response)
            yield response


def _checked_row(
    game: Game, guess: int, answers: Any, secrets: NDArray[np.int32], guess_of_secret: NDArray[np.int32]
) -> NDArray[Any]:
    """The responses of some secrets to one guess as a game has computed them, checked for the same reason."""
    row = np.asarray(answers)
    if row.shape != secrets.shape or row.dtype.kind not in "iu":
        where = f"{game.spec}: the row of {game.format_code(game.guesses[guess])}"
        raise SpecError(f"{where}: expected {len(secrets)} responses, got {row.dtype} of shape {row.shape}")
    solved = game.response_count - 1
    wrong = (row > solved) | (row < 0) | ((row == solved) != (guess_of_secret[secrets] == guess))
    if wrong.any():
        at = int(np.argmax(wrong))
        raise _wrong_response(game, game.guesses[guess], game.secrets[secrets[at]], int(row[at]))
    return row


def _solves(game: Game, guess: Code, secret: Code) -> bool:
    """Whether a question ends the game; where secrets are announced, none does."""
    return bool(guess == secret) and not game.announces


def _wrong_response(game: Game, guess: Code, secret: Code, response: int) -> SpecError:
    solved = game.response_count - 1
    expected = f"{solved}" if _solves(game, guess, secret) else f"a response below {solved}"
    where = f"{game.format_code(guess)} to {game.format_code(secret)}"
    return SpecError(f"{game.spec}: {where}: expected {expected}, got {response}")


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


@helper
def gather(source: Source, guesses: NDArray[np.int32], start: int, count: int, block: NDArray[np.uint8]) -> None:
    """Copy the columns of ``count`` guesses into ``block``; a table needs no copy."""
    if source.kind != TABLE:
        for row in range(source.columns.shape[0]):
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
    # All symbols shared and all but one in place: there is no such response, so the number of all blacks is one less.
    all_blacks = np.uint8(pegs * (pegs + 3) // 2 - 1)
    for j in range(count):
        row[j] = min(row[j], all_blacks)


@helper
def _fill_table(source: Source, secrets: NDArray[np.int32], scalar: bool) -> NDArray[Any]:
    count = source.columns.shape[1]
    table = np.empty((len(secrets), count), dtype=source.columns.dtype)
    guesses = np.arange(count).astype(np.int32)
    block = np.empty((block_rows(source), BLOCK), dtype=np.uint8)
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
    """All responses, ``[secrets, questions]``, by the vector kernel, or by the scalar one, for tests to compare."""
    return _fill_table(source, np.arange(len(source.guess_of_secret)).astype(np.int32), scalar)
