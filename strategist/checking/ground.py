"""A game as the fast checker sees it: the responses, computed by the rules, and how guesses split sets of secrets.

It handles many sets at a time by NumPy; :mod:`strategist.checking.check_plain` handles one set after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import Indices
from strategist.common.errors import TooLargeError
from strategist.model.bulk import bulk_rules
from strategist.model.game import Game

Places = NDArray[np.unsignedinteger]
"""Places of candidates, ascending in each row, in the type of the keys of sets."""
Sets = Indices | Places
"""``[count, size]``: a set in each row."""
Wrapper = Callable[[Sequence[int]], Iterable[int]]
Cells = list[tuple[int, bytes]]
"""The cells of a guess as (response, set), without the solved one."""

_MOST_CELLS_IN_A_WORD = 64
_MOST_BYTES = 8 << 30
_MOST_SKIPPED = 1 << 7
"""The responses of a secret to all guesses are copied where one of this number is wanted, or more."""
_MOST_SORTED = 1 << 20
"""The number of responses that are sorted together: few enough for the processor's cache."""


class Split(NamedTuple):
    """The cells of ``pairs`` pairs of a set and a guess, without the solved ones: arrays with an element for each cell.

    ``begins`` and ``ends`` are places of secrets in ``text``, which has ``width`` bytes for each.
    """

    pairs: int
    pair_of: Indices
    responses: NDArray[np.unsignedinteger]
    begins: Indices
    ends: Indices
    text: bytes
    width: int


@dataclass(frozen=True)
class Further:
    """Guesses that counting does not refute, each with a row of some sets: arrays with an element for each guess, and
    arrays with an element for each of their cells of some size or more.

    ``counted`` is what the sizes of its cells prove of each guess; ``lasts`` is where its cells end, and ``pair_of``
    the guess of each cell. ``begins`` are places of secrets in ``text``, which has ``width`` bytes for each.
    """

    rows: Indices
    guesses: Indices
    counted: Indices
    lasts: Indices
    pair_of: Indices
    sizes: Indices
    responses: NDArray[np.unsignedinteger]
    begins: Indices
    text: bytes
    width: int

    @cached_property
    def names(self) -> list[bytes]:
        """The sets of the cells, as keys."""
        begins, ends = (self.width * self.begins).tolist(), (self.width * (self.begins + self.sizes)).tolist()
        return [self.text[begin:end] for begin, end in zip(begins, ends, strict=True)]

    def each(self, chosen: NDArray[np.bool_]) -> Iterator[tuple[int, int, int, Cells]]:
        """The rows and guesses of some pairs, each with what the sizes of its cells prove of it, and with its cells."""
        at = np.flatnonzero(chosen)
        firsts, lasts = np.append(0, self.lasts)[at], self.lasts[at]
        columns = (each.tolist() for each in (self.rows[at], self.guesses[at], self.counted[at], firsts, lasts))
        for row, guess, counted, first, last in zip(*columns, strict=True):
            responses = self.responses[first:last].tolist()
            yield row, guess, counted, list(zip(responses, self.names[first:last], strict=True))


class CheckedGame:
    """A game as the checker sees it: the candidates at the start, and the response to every question for each of them.

    ``places`` are the indices of the candidates among the secrets of the game, and ``table`` is
    ``uint8|uint16[candidates, questions]``, the responses. ``guess_of`` says which question names each candidate, where
    one does. ``questions`` are the indices of the columns among the guesses of the game, if they are not all in order.
    Sets of candidates are arrays of their places in this table, ascending.
    """

    def __init__(
        self,
        game: Game,
        places: Sequence[int],
        table: NDArray[np.unsignedinteger],
        guess_of: NDArray[np.signedinteger] | None = None,
        questions: Sequence[int] | None = None,
    ) -> None:
        self.game = game
        self.places = places
        self.table = table
        self.count = len(places)
        self.solved_response = game.response_count - 1
        self.branches = game.response_count - 1
        self.place_type = np.uint16 if self.count <= 1 << 16 else np.uint32
        self.width = np.dtype(self.place_type).itemsize
        if guess_of is None:
            # Where secrets are announced, no question solves.
            guess_of = np.zeros(self.count, dtype=np.int64)
            if not game.announces:
                guess_of[:] = [game.guesses.index(game.secrets[place]) for place in places]
        self.guess_of = guess_of
        self.weights = np.array([game.weight_of(place) for place in places], dtype=np.int64)
        """The chance of each candidate, 1 where there are none."""
        asked = range(game.question_count) if questions is None else questions
        self.costs = np.array([game.cost_of(guess) for guess in asked], dtype=np.int64)
        """The cost of each question, 1 where there are none."""
        self.word = _word_of(game)
        """The type that has a bit for each response, so that cells are counted fast; None if no type has."""

    @cached_property
    def _planes(self) -> NDArray[np.unsignedinteger] | None:
        """The responses, a bit for each."""
        # With a type that is named, NumPy converts the table piece by piece.
        return None if self.word is None else np.left_shift(self.word(1), self.table, dtype=self.word)

    def name(self, candidates: Indices) -> bytes:
        """The set, exactly, as a key."""
        return candidates.astype(self.place_type).tobytes()

    def sets(self, names: Sequence[bytes]) -> Places:
        """``[count, size]``: the equally large sets of some keys, in the type of the keys."""
        found: Places = np.frombuffer(b"".join(names), dtype=self.place_type)
        return found.reshape(len(names), -1)

    def members(self, name: bytes) -> Indices:
        """The set of a key."""
        return np.frombuffer(name, dtype=self.place_type).astype(np.int64)

    def size(self, name: bytes) -> int:
        """The number of candidates in the set of a key."""
        return len(name) // self.width

    def union(self, members: Places) -> Places:
        """All different ones of some members, ascending."""
        there = np.zeros(self.count, dtype=np.bool_)
        there[members] = True
        return np.flatnonzero(there).astype(self.place_type)

    def solved_by(self, members: Sets) -> NDArray[np.bool_]:
        """``bool[questions]``: whether a question names one of these candidates, and solves then."""
        solving = np.zeros(self.table.shape[1], dtype=np.bool_)
        if not self.game.announces:
            solving[self.guess_of[members]] = True
        return solving

    def count_cells(self, sets: Sets) -> NDArray[np.unsignedinteger]:
        """``uint8|uint32[count, guesses]``: into how many cells each guess splits each set."""
        guesses = self.table.shape[1]
        if self._planes is not None:
            occupied = np.empty((len(sets), guesses), dtype=self._planes.dtype)
            for row, candidates in enumerate(sets):
                np.bitwise_or.reduce(self._planes[candidates], axis=0, out=occupied[row])
            counts: NDArray[np.unsignedinteger] = np.bitwise_count(occupied)
            return counts
        counts = np.empty((len(sets), guesses), dtype=np.uint32)
        for count, candidates in zip(counts, sets, strict=True):
            count[:] = count_columns(self.table[candidates])
        return counts

    def cells_of(self, sets: Sets, guesses: Indices) -> tuple[Indices, Indices]:
        """``int64[pairs]``, twice: into how many cells the guess beside each set splits it, and 1 for a guess that
        names one of its members, else 0. ``sets`` has a set for each guess."""
        cells, solving = np.empty((2, len(guesses)), dtype=np.int64)
        width = max(1, _MOST_SORTED // sets.shape[1])
        for start in range(0, len(guesses), width):
            part = slice(start, start + width)
            # The responses lie in memory as the sets do.
            answers = self.table[np.ascontiguousarray(sets[part].T), guesses[part]]
            solving[part] = (answers == self.solved_response).any(axis=0)
            cells[part] = different_in_columns(answers)
        return cells, solving

    def answers_of(self, sets: Sets, rows: Indices, guesses: Indices) -> NDArray[np.unsignedinteger]:
        """``[size, pairs]``: the responses of the members of some rows of ``sets`` to the guess beside each row."""
        ends = np.append(np.flatnonzero(np.diff(rows)) + 1, len(rows))
        if len(ends) * self.table.shape[1] > _MOST_SKIPPED * len(rows):
            # The responses lie in memory as the sets do.
            return np.asarray(self.table[np.ascontiguousarray(sets[rows].T), guesses])
        found, first = np.empty((sets.shape[1], len(rows)), dtype=self.table.dtype), 0
        for last in ends.tolist():
            found[:, first:last] = self.table[sets[rows[first]]].take(guesses[first:last], axis=1)
            first = last
        return found

    def sizes_of_cells(self, answers: NDArray[np.unsignedinteger]) -> Indices:
        """``int64[responses, pairs]``: how often each response is there in each column, without the solved one."""
        members, pairs = answers.shape
        if self.branches < _MOST_CELLS_IN_A_WORD:
            sizes = np.empty((self.branches, pairs), dtype=np.uint8 if members < 1 << 8 else np.uint32)
            for response, found in enumerate(sizes):
                np.add.reduce((answers == response).view(np.uint8), axis=0, dtype=sizes.dtype, out=found)
            return sizes.astype(np.int64)
        places = answers * np.int64(pairs) + np.arange(pairs)
        counts = np.bincount(places.ravel(), minlength=self.game.response_count * pairs)
        return counts.reshape(-1, pairs)[: self.branches]

    def split(self, members: Sets, answers: NDArray[np.unsignedinteger]) -> Split:
        """The cells of some sets, ``[pairs, size]``, that give these answers, ``[size, pairs]``."""
        size = members.shape[1]
        # One number sorts by the response, and then by the place.
        bits = 8 * self.width
        numbers = np.left_shift(answers.T, bits, dtype=np.uint32 if bits == 16 else np.uint64, order="C")
        np.bitwise_or(numbers, members, out=numbers)
        numbers.sort(axis=1)
        names, answers = numbers.astype(self.place_type), np.right_shift(numbers, bits)
        starts = np.ones(answers.shape, dtype=bool)
        np.not_equal(answers[:, 1:], answers[:, :-1], out=starts[:, 1:])
        begins = np.flatnonzero(starts)
        ends = np.append(begins[1:], answers.size)
        responses = answers.ravel()[begins]
        listed = responses != self.solved_response
        begins, ends, responses = begins[listed], ends[listed], responses[listed]
        return Split(len(members), begins // size, responses, begins, ends, names.tobytes(), self.width)


def _kind_of(game: Game) -> type[np.unsignedinteger]:
    """The type of a response in a table."""
    return np.uint8 if game.response_count <= 1 << 8 else np.uint16


def _word_of(game: Game) -> type[np.unsignedinteger] | None:
    """The type with a bit for each response; None if they are too many."""
    if game.response_count > _MOST_CELLS_IN_A_WORD:
        return None
    return np.uint16 if game.response_count <= 16 else np.uint32 if game.response_count <= 32 else np.uint64


def response_bytes(game: Game, candidates: int) -> int:
    """The bytes that the tables of a :class:`CheckedGame` take.

    >>> from strategist.games.catalog import make_game
    >>> response_bytes(make_game("mastermind(5,8)"), 32768) / 2**30
    5.0
    """
    word = _word_of(game)
    each = np.dtype(_kind_of(game)).itemsize + (0 if word is None else np.dtype(word).itemsize)
    return candidates * game.question_count * each


def check_bytes(what: str, needed: int, held: str = "the responses", most: int = _MOST_BYTES) -> None:
    """Raise :class:`~strategist.common.errors.TooLargeError` if ``what`` needs more than ``most`` bytes for what is
    ``held``.

    >>> check_bytes("checking", 5 << 30, most=1 << 30)
    Traceback (most recent call last):
    ...
    strategist.common.errors.TooLargeError: checking needs 5.0 GiB for the responses
    """
    if needed > most:
        raise TooLargeError(f"{what} needs {needed / 2**30:.1f} GiB for {held}")


def table_by_rules(game: Game, candidates: Sequence[int], progress: Wrapper = iter) -> NDArray[np.unsignedinteger]:
    """``uint8|uint16[candidates, questions]``: the responses of some secrets, by index, each computed by the rules.

    A game whose rules have a form for many codes (``Game.bulk``, which shares nothing with the search) uses it.
    """
    check_bytes(f"{game.spec}: checking", response_bytes(game, len(candidates)))
    table = np.empty((len(candidates), game.question_count), dtype=_kind_of(game))
    rules = bulk_rules(game, table.size)
    asked, questions = np.arange(game.question_count), game.guesses[: game.question_count]
    for row in progress(range(len(candidates))):
        if rules is not None:
            table[row] = rules.respond(asked, np.array([candidates[row]]))
        else:
            secret = game.secrets[candidates[row]]
            table[row] = [game.respond(guess, secret) for guess in questions]
    return table


def count_columns(answers: NDArray[np.unsignedinteger]) -> NDArray[np.uint32]:
    """``uint32[columns]``: how many different responses each column holds."""
    counts = np.empty(answers.shape[1], dtype=np.uint32)
    width = max(1, _MOST_SORTED // len(answers))
    for start in range(0, len(counts), width):
        counts[start : start + width] = different_in_columns(answers[:, start : start + width].copy())
    return counts


def different_in_columns(rows: NDArray[np.unsignedinteger]) -> NDArray[np.int64]:
    """``int64[columns]``: how many different numbers each column holds. The columns are sorted in place.

    Two sorted runs of rows, the second one turned around, first rise and then fall. Such rows are sorted by comparing
    those that are half of the whole apart, then a quarter, and so on (Batcher 1968): each comparison is one of whole
    rows. A row that is missing at the end, as if it held the largest numbers, is never moved.

    >>> different_in_columns(np.array([[3, 0], [1, 0], [1, 5]], dtype=np.uint8)).tolist()
    [2, 2]
    """
    lesser = np.empty((len(rows) // 2 + 1, rows.shape[1]), dtype=rows.dtype)
    run = 1
    while run < len(rows):
        for low, high in _apart(rows, run):
            _exchange(low[:, run - high.shape[1] :], high[:, ::-1], lesser)
        step = run // 2
        while step:
            for low, high in _apart(rows, step):
                _exchange(low[:, : high.shape[1]], high, lesser)
            step //= 2
        run *= 2
    # The numbers are responses: so many changes fit into 16 bits.
    changes = (rows[1:] != rows[:-1]).view(np.uint8).sum(axis=0, dtype=np.uint16)
    found: NDArray[np.int64] = 1 + changes.astype(np.int64)
    return found


def _apart(rows: NDArray[Any], step: int) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """Runs of ``step`` rows and those that follow them, ``[runs, step, columns]``; the last run may be shorter."""
    whole = len(rows) // (2 * step) * 2 * step
    if whole:
        runs = rows[:whole].reshape(-1, 2, step, rows.shape[1])
        yield runs[:, 0], runs[:, 1]
    if whole + step < len(rows):
        yield rows[np.newaxis, whole : whole + step], rows[np.newaxis, whole + step :]


def _exchange(ones: NDArray[Any], others: NDArray[Any], lesser: NDArray[Any]) -> None:
    """Put the lesser of each two numbers into ``ones``, and the larger into ``others``; ``lesser`` is scratch."""
    runs, step, width = ones.shape
    lesser = lesser[: runs * step].reshape(runs, step, width)
    np.minimum(ones, others, out=lesser)
    np.maximum(ones, others, out=others)
    ones[:] = lesser
