"""What a search works on: all secrets and guesses of a game, or the candidates of one position and few of the guesses.

A position may belong to a game whose table of responses would fit nowhere: four different letters of 26 have 358,800
codes. But after some guesses few candidates are left. Guesses that partition the candidates alike are equivalent. They
also partition every subset alike, so only the lowest of them is kept for the whole search below, the lowest of the
cheapest where questions have costs. A search that breaks ties by the lowest index finds the same tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import NoCandidateError, TooLargeError
from strategist.model.bulk import agreeing
from strategist.model.game import Game, History
from strategist.model.lies.accused import contradiction
from strategist.model.told_history import refuse_forbidden
from strategist.search.adapters.registry import adapter_of, make_source, source_at
from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel
from strategist.search.kernels.responses.responses import MEMORY_LIMIT, Source, responses_to, table_source
from strategist.search.kernels.symmetry.same_guesses import Group, group_of, make_group, no_group
from strategist.search.state.random_words import word_generator
from strategist.search.state.table_group import group_of_table


@dataclass(frozen=True)
class Start:
    """Where a search begins: a history, as indices of guesses with their responses, and the candidates, ascending."""

    history: tuple[tuple[int, int], ...]
    candidates: NDArray[np.int32]

    def moves(self, game: Game) -> History:
        """The history with its guesses as codes, as files and reports hold it."""
        return tuple((game.guesses[guess], response) for guess, response in self.history)


NOWHERE = Start((), np.empty(0, dtype=np.int32))
"""Where nothing is hidden."""


def start_of(game: Game, history: History = (), most: int | None = None) -> Start:
    """The position after ``history``. Raises :class:`~strategist.common.errors.NoCandidateError` if nothing is left.

    Raises :class:`~strategist.common.errors.TooLargeError` as soon as more than ``most`` candidates are found.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> len(start_of(game, game.parse_history("1122:1b1w")).candidates)
    208
    """
    moves = tuple((game.guesses.index(guess), response) for guess, response in history)
    if not moves:
        return Start((), np.arange(len(game.secrets), dtype=np.int32))
    refuse_forbidden(game, history)
    candidates: Sequence[int] | None = agreeing(game, history)
    if candidates is None:
        each = (index for index, secret in enumerate(game.secrets) if game.agrees(secret, history))
        candidates = list(islice(each, None if most is None else most + 1))
    if most is not None and len(candidates) > most:
        raise TooLargeError(f"{game.spec}: expected at most {most} candidates for a search from a position, got more")
    if not candidates:
        raise NoCandidateError(contradiction(game, history))
    return Start(moves, np.array(candidates, dtype=np.int32))


class Subgame(NamedTuple):
    """``source`` with the indices that its secrets and guesses have in the game, ``int32[…]``, ascending.

    ``guesses`` ends with the announcements of the candidates in a game that announces its secrets. ``group`` holds the
    symmetries of the game that may map the secrets onto themselves.
    """

    source: Source
    secrets: NDArray[np.int32]
    guesses: NDArray[np.int32]
    group: Group


def whole_game(game: Game, merge: bool = True) -> Subgame:
    """All of a game; without its symmetries if it is not to ``merge`` guesses."""
    source = make_source(game)
    secrets, guesses = np.arange(len(game.secrets), dtype=np.int32), np.arange(len(game.guesses), dtype=np.int32)
    described = game.symmetry is not None or not merge
    group = make_group(game, source, merge) if described else group_of_table(game, source, secrets, whole=True)
    return Subgame(source, secrets, guesses, group)


def refuse_large_position(game: Game, candidates: int) -> None:
    """Raise :class:`~strategist.common.errors.TooLargeError` for more candidates than a search can hold."""
    needed = position_bytes(game, candidates)
    if needed > MEMORY_LIMIT:
        raise TooLargeError(
            f"{game.spec}: a search from {candidates} candidates needs {needed / 2**30:.1f} GiB, "
            f"expected at most {MEMORY_LIMIT / 2**30:.0f}"
        )


def most_candidates(game: Game) -> int:
    """The most candidates that a search from a position may have.

    >>> from strategist.games.catalog import make_game
    >>> most_candidates(make_game("bulls-and-cows(4,26,alphabet=letters)"))
    2992
    """
    return MEMORY_LIMIT // position_bytes(game, 1)


def position_bytes(game: Game, candidates: int) -> int:
    """The bytes of the responses of ``candidates`` candidates, to all questions and to those that are kept.

    >>> from strategist.games.catalog import make_game
    >>> position_bytes(make_game("bulls-and-cows(3,8)"), 6)
    4032
    """
    return 2 * candidates * max(1, game.question_count) * (1 if game.response_count <= 256 else 2)


def position_of(game: Game, candidates: NDArray[np.int32], opening: int | None = None, merge: bool = True) -> Subgame:
    """The candidates with the guesses that partition them differently, the lowest of equals, and ``opening``.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("bulls-and-cows(3,8)")
    >>> candidates = np.flatnonzero([code[:2] == (0, 1) for code in game.secrets]).astype(np.int32)
    >>> subgame = position_of(game, candidates)
    >>> len(game.guesses), subgame.source.columns.shape
    (336, (6, 102))
    """
    refuse_large_position(game, len(candidates))
    source, places_of_candidates = source_at(game, candidates)
    rows = responses_to(source, candidates) if adapter_of(game).computed else source.columns
    # Empty where candidates can only be announced.
    possible = source.question_of_secret
    if game.secrets_are_questions:
        possible = possible[places_of_candidates]
    # Where guesses are restricted, those that partition alike may reveal different things.
    kept = np.full(source.question_count, game.restricts)
    kept[distinct_guesses(rows, source.response_count, word_generator(game, 1), game.costs)] = True
    kept[possible] = True
    if opening is not None:
        kept[opening] = True
    questions = np.flatnonzero(kept).astype(np.int32)
    places = np.cumsum(kept) - 1
    guesses, at = questions, places[possible].astype(np.int32)
    if game.announces:
        guesses = np.concatenate((questions, source.guess_of_secret[places_of_candidates]))
        at = len(questions) + np.arange(len(candidates), dtype=np.int32)
    local = table_source(
        np.ascontiguousarray(rows[:, questions]),
        source.response_count,
        guess_of_secret=at,
        question_of_secret=places[possible].astype(np.int32),
        letters=source.letters[questions] if game.restricts else source.letters,
        marks=source.marks,
    )
    if game.symmetry is None and merge:
        group = group_of_table(game, local, candidates, questions, whole=False)
    else:
        group = _group_at(game, source, questions, candidates)
    return Subgame(local, candidates, guesses, group)


def _group_at(game: Game, source: Source, questions: NDArray[np.int32], candidates: NDArray[np.int32]) -> Group:
    """The symmetries of a game, for some of its questions and candidates."""
    if game.symmetry is None or game.restricts or not len(source.digits):
        return no_group()
    digits, hidden = source.digits[questions], source.digits[candidates]
    # As in a whole game: Numba tells read-only arrays from others.
    digits.setflags(write=False)
    hidden.setflags(write=False)
    return group_of(game.symmetry, source.symbols, digits, hidden, whole=False)


@borrowing
def _name_partition(
    rows: NDArray[np.uint8], guess: int, words: NDArray[np.uint64], cells: NDArray[np.uint64]
) -> np.uint64:
    """A word for the partition that a guess makes, independent of the numbers of the responses; 0 for a single cell."""
    cells[:] = 0
    for i in range(rows.shape[0]):
        cells[rows[i, guess]] ^= words[i]
    name = np.uint64(0)
    used = 0
    for cell in range(len(cells)):
        word = cells[cell]
        if word:
            used += 1
            # The solved response keeps its name: a correct guess needs no further guess.
            if cell == len(cells) - 1:
                word = ~word
            name += (word ^ (word >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
    return name if used > 1 else np.uint64(0)


def partition_names(rows: NDArray[np.uint8], response_count: int, words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A word for the partition that each guess makes: equal for equal partitions, 0 for a single cell."""
    names = np.empty(rows.shape[1], dtype=np.uint64)
    name_partitions(rows, words, np.empty(response_count, dtype=np.uint64), names)
    return names


@borrowing_kernel
def name_partitions(
    rows: NDArray[np.uint8], words: NDArray[np.uint64], cells: NDArray[np.uint64], names: NDArray[np.uint64]
) -> None:
    """Write a word for the partition that each guess makes into ``names``: what :func:`partition_names` returns.
    ``cells`` is scratch."""
    for guess in range(rows.shape[1]):
        names[guess] = _name_partition(rows, guess, words, cells)


def distinct_guesses(
    rows: NDArray[np.uint8],
    response_count: int,
    words_from: np.random.Generator,
    costs: Sequence[int] | None = None,
) -> NDArray[np.int64]:
    """The lowest guess of each partition of the candidates into more than one cell, ascending; the lowest of the
    cheapest, if guesses have ``costs``.

    >>> distinct_guesses(np.array([[0, 1, 2, 0], [0, 2, 2, 1]], dtype=np.uint8), 4, np.random.default_rng(1)).tolist()
    [1]
    """
    words = words_from.integers(1, 2**64, size=(2, rows.shape[0]), dtype=np.uint64)
    # Two independent words: of the pairs of 10⁶ guesses fewer than one in 10²⁶ is taken for equal by mistake.
    names = np.stack([partition_names(rows, response_count, each) for each in words], axis=1)
    told = np.flatnonzero(names[:, 0])
    if costs is not None:
        told = told[np.argsort(np.array(costs, dtype=np.int64)[told], kind="stable")]
    _, first = np.unique(names[told], axis=0, return_index=True)
    return np.sort(told[first])
