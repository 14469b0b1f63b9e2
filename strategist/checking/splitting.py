"""A game as the checkers of certificates see it: what counting proves of sets of secrets, and how guesses split them.

This is the other half of :mod:`strategist.checking.check`. It handles many sets at a time by NumPy;
:mod:`strategist.checking.check_plain` handles one set after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import TooLargeError
from strategist.model.game import Code, Game

Indices = NDArray[np.int64]
Places = NDArray[np.unsignedinteger]
"""Places of candidates, ascending in each row, in the type of the keys of sets."""
Wrapper = Callable[[Sequence[int]], Iterable[int]]
Cells = list[tuple[int, bytes]]
"""The cells of a guess as (response, set), without the solved one."""

NEVER = 1 << 40
"""The cost of a guess that splits nothing: it is never best."""
_MOST_CELLS_IN_A_WORD = 64
_MOST_BYTES = 8 << 30
_MOST_SPLIT = 1 << 18
"""The number of responses that are sorted at a time."""
_MOST_COUNTED = 1 << 17
"""The number of guesses, over all sets, whose cells are counted at a time: few enough for the processor's cache."""
_BLOCK = 256
"""The number of guesses whose responses are copied together, because a table has a row for each secret."""
_MOST_SORTED = 1 << 18
"""The number of responses that are sorted together: few enough for the processor's cache."""
_NONE: Indices = np.empty(0, dtype=np.int64)


def least(objective: str, count: int, branches: int, announces: bool, room: Indices | None = None) -> NDArray[np.int64]:
    """``int64[count + 1]``: the least cost of n secrets in any game with ``branches`` responses that do not solve, or
    in one game, if ``room`` says how evenly its guesses spread its secrets (:func:`room_of`).

    Let at most r(k) secrets, of any set and by any strategy, be found within k guesses (:func:`reach`). So n - r(k) or
    more of n secrets need more than k guesses. A secret that is found at guess d needs more than 0, 1, ..., d - 1
    guesses: the total is at least the sum of all n - r(k) above 0, and the depth is at least the first k for which no
    secret remains.

    Where secrets are announced, at most ``branches**k`` of them are known after k questions, which gives the depth. For
    the total, let a tree grow from one leaf. A question with c answers replaces a leaf after k questions: this adds
    c (k + 1) - k = (c - 1)(k + 1) + 1. In the end there are n leaves, so the c - 1 add up to n - 1. At most
    ``(branches - 1)·branches**k`` of them belong to questions after k others, so their part is at least
    :func:`convex`. The ones add up to the number of questions, at least :func:`further`.

    >>> least("total", 5, 3, False).tolist(), least("depth", 5, 3, False).tolist()
    ([0, 1, 3, 5, 7, 10], [0, 1, 2, 2, 2, 3])
    >>> least("total", 5, 3, True).tolist(), least("depth", 5, 3, True).tolist()
    ([0, 0, 2, 3, 6, 8], [0, 0, 1, 1, 2, 2])
    """
    found = convex(objective, count, branches, announces, room)
    if announces and objective == "total":
        found[1:] += further(np.arange(1, count + 1), 1, branches)
    return found


def further(secrets: Indices, cells: Indices | int, branches: int) -> Indices:
    """The least number of questions that tell ``secrets`` secrets apart after they are divided into ``cells`` cells.

    A question divides one cell into at most ``branches`` cells.

    >>> further(np.array([3, 4, 6]), 2, 3).tolist()
    [1, 1, 2]
    """
    return -((cells - secrets) // max(1, branches - 1))


def convex(
    objective: str, count: int, branches: int, announces: bool, room: Indices | None = None
) -> NDArray[np.int64]:
    """``int64[count + 1]``: the bound of :func:`least` without the term :func:`further` (one for each question where
    secrets are announced); convex for the total, ascending for the depth.

    The total is convex because it is a sum of terms max(0, n - r), and each of these is convex in n.

    >>> convex("total", 5, 3, True).tolist()
    [0, 0, 1, 2, 4, 6]
    """
    sizes = np.arange(count + 1)
    if not announces:
        within = reach(count, branches * sizes if room is None else room)
    else:
        # A secret that is left alone is known without a question.
        within = [1]
        while within[-1] < count and branches > 1:
            within.append(branches * within[-1])
    if objective == "depth":
        found = np.searchsorted(within, sizes).astype(np.int64)
    else:
        found = np.zeros(count + 1, dtype=np.int64)
        for most in within:
            found += np.maximum(sizes - most, 0)
    found[within[-1] + 1 :] = NEVER
    return found


def reach(count: int, room: Indices) -> list[int]:
    """The most secrets that any strategy finds within 0, 1, 2, ... guesses, until the number is ``count`` or more, or
    grows no more.

    ``room[k]`` is the most secrets that the cells of a guess hold if no more than k count in each (:func:`room_of`). In
    a game with b responses that do not solve, this is bk at most. A guess finds one secret. Within k guesses more, no
    more than r(k) secrets of each of its cells are found, because each cell is finished by a strategy of its own. So
    r(k + 1) is 1 + ``room[r(k)]`` at most.

    >>> reach(9, 3 * np.arange(10)), reach(5, np.array([0, 2, 3, 3, 4, 4]))
    ([0, 1, 4, 13], [0, 1, 3, 4, 5])
    """
    found = [0]
    while found[-1] < count:
        more = 1 + int(room[found[-1]])
        if more == found[-1]:
            break
        found.append(more)
    return found


def room_of(table: NDArray[np.unsignedinteger], solved: int) -> Indices:
    """``int64[secrets + 1]``: entry k is the most that Σ min(size, k) comes to for any guess, over its cells without
    the solved one.

    ``table`` is ``uint8|uint16[secrets, guesses]``, the responses of a game, and ``solved`` is the last of them. A cell
    of a subset is a part of the cell of all secrets, so no guess spreads any of the subsets better.

    >>> room_of(np.array([[3, 0, 1], [0, 3, 1], [0, 1, 3], [1, 0, 0]], dtype=np.uint8), 3).tolist()
    [0, 2, 3, 3, 3]
    """
    secrets, guesses = table.shape
    profiles: set[bytes] = set()
    for start in range(0, guesses, _BLOCK):
        for column in np.ascontiguousarray(table[:, start : start + _BLOCK].T):
            sizes = np.bincount(column, minlength=solved)[:solved]
            # Many guesses of a game have cells of the same sizes.
            profiles.add(np.sort(sizes).tobytes())
    room = np.zeros(secrets + 1, dtype=np.int64)
    for profile in profiles:
        # of_size counts the cells of each size. Summed from the largest size down, it counts the cells of at least that
        # size.
        of_size = np.bincount(np.frombuffer(profile, dtype=np.intp), minlength=secrets + 1)
        of_size[0] = 0
        at_least = np.cumsum(of_size[::-1])[::-1]
        at_least[0] = 0
        np.maximum(room, np.cumsum(at_least), out=room)
    return room


def different_in_columns(rows: NDArray[np.unsignedinteger]) -> Indices:
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
    found: Indices = 1 + np.count_nonzero(rows[1:] != rows[:-1], axis=0)
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


class _Split(NamedTuple):
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

    def names(self, chosen: NDArray[np.bool_] | slice) -> list[bytes]:
        """The sets of some cells, as keys."""
        begins, ends = (self.width * self.begins[chosen]).tolist(), (self.width * self.ends[chosen]).tolist()
        return [self.text[begin:end] for begin, end in zip(begins, ends, strict=True)]


class Further(NamedTuple):
    """Guesses that counting does not refute, each with a row of some sets: arrays with an element for each guess, and
    arrays with an element for each of their cells of some size or more.

    ``counted`` is what counting proves of each guess; ``lasts`` is where its cells end, and ``pair_of`` the guess of
    each cell.
    """

    rows: Indices
    guesses: Indices
    counted: Indices
    lasts: Indices
    pair_of: Indices
    sizes: Indices
    responses: NDArray[np.unsignedinteger]
    names: list[bytes]

    def each(self) -> Iterator[tuple[int, int, int, Cells]]:
        """Each row and guess, what counting proves of it, and its cells."""
        cells = list(zip(self.responses.tolist(), self.names, strict=True))
        bounds = pairwise([0, *self.lasts.tolist()])
        columns = (each.tolist() for each in (self.rows, self.guesses, self.counted))
        for row, guess, counted, (first, last) in zip(*columns, bounds, strict=True):
            yield row, guess, counted, cells[first:last]

    def known(self, bounds: Mapping[bytes, int]) -> Indices:
        """``int64[cells]``: the bound of each cell in ``bounds``, 0 for a cell that is not there."""
        return np.fromiter(map(bounds.get, self.names, repeat(0)), dtype=np.int64, count=len(self.names))


class Ground:
    """A game as the checker sees it: the candidates at the start, and the response to every question for each of them.

    ``table`` is ``uint8|uint16[candidates, questions]``, the responses, and ``guess_of`` says which question names each
    candidate, if any does. Sets of candidates are arrays of their places in this table, ascending. Counting uses how
    evenly the guesses of this game spread its secrets; ``of_any_game`` leaves that out.
    """

    def __init__(
        self,
        game: Game,
        candidates: Sequence[Code],
        table: NDArray[np.unsignedinteger],
        objective: str,
        guess_of: NDArray[np.signedinteger] | None = None,
        *,
        of_any_game: bool = False,
    ) -> None:
        self.game = game
        self.candidates = candidates
        self.table = table
        self.objective = objective
        self.solved_response = game.response_count - 1
        self.branches = game.response_count - 1
        room = None if game.announces or of_any_game else room_of(table, self.solved_response)
        self.room = room
        counted = objective, len(candidates), self.branches, game.announces, room
        self.least = least(*counted)
        self._convex = convex(*counted)
        self.place_type = np.uint16 if len(candidates) <= 1 << 16 else np.uint32
        self.width = np.dtype(self.place_type).itemsize
        if guess_of is None:
            guess_of = np.array(list(map(game.guesses.index, candidates)), dtype=np.int64)
        self.guess_of = guess_of
        self._planes: NDArray[np.unsignedinteger] | None = None
        if (word := _word_of(game)) is not None:
            # With a type that is named, NumPy converts the table piece by piece.
            self._planes = np.left_shift(word(1), table, dtype=word)
        self._by_cells: dict[int, NDArray[np.int64]] = {}
        self.fewest = lru_cache(1 << 16)(self.fewest_cells)

    def name(self, candidates: Indices) -> bytes:
        """The set, exactly, as a key."""
        return candidates.astype(self.place_type).tobytes()

    def by_cells(self, size: int) -> NDArray[np.int64]:
        """``int64[2, cells + 1]``: the least cost of a guess with K cells; row 0 is for non-candidates, row 1
        for candidates.

        Let n secrets go to k cells. In the convex table each further secret costs no less than the one before. So
        moving a secret from a larger cell to a smaller one never raises the total: it is least when the secrets are
        spread evenly, with no cell two larger than another. Where secrets are announced, that table leaves out one for
        each further question. The largest cell has at least n / k secrets, which bounds the depth.
        """
        if size not in self._by_cells:
            table = np.full((2, min(size, self.game.response_count) + 1), NEVER, dtype=np.int64)
            for solving in (0, 1):
                others = size - solving
                cells = np.arange(table.shape[1]) - solving
                fits = (cells > 0) & (cells <= others) & ((cells > 1) | (solving == 1))
                low, more = np.divmod(others, cells[fits])
                if self.objective == "depth":
                    table[solving, fits] = 1 + self._convex[low + (more > 0)]
                else:
                    larger = self._convex[np.minimum(low + 1, others)]
                    spread = (cells[fits] - more) * self._convex[low] + more * larger
                    if self.game.announces:
                        spread += further(np.array(others), cells[fits], self.branches)
                    table[solving, fits] = size + spread
                if others == 0:
                    table[solving, 1] = 1
            self._by_cells[size] = table
        return self._by_cells[size]

    def fewest_cells(self, size: int, bound: int) -> tuple[int, int]:
        """The fewest cells with which a guess may cost less than ``bound``: as no candidate, and as one."""
        other, own = (int(row.argmax()) if row.any() else NEVER for row in self.by_cells(size) < bound)
        return other, own

    def open_guesses(self, candidates: Indices, bound: int) -> Indices:
        """The guesses whose number of cells alone does not prove that they cost ``bound`` or more."""
        return self.open_pairs(candidates[np.newaxis], np.array([bound]))[1]

    def open_pairs(self, sets: Indices | Places, bounds: Indices) -> tuple[Indices, Indices]:
        """The result of :meth:`open_guesses` for many sets: the rows of the sets, ascending, and a guess for each row.

        ``sets`` is ``[count, size]``, a set in each row, and ``bounds`` is ``int64[count]``.
        """
        together = max(1, _MOST_COUNTED // self.table.shape[1])
        found = [
            self._open_together(start, sets[start : start + together], bounds[start : start + together])
            for start in range(0, len(sets), together)
        ]
        rows, guesses = zip(*found, strict=True) if found else ((), ())
        return np.concatenate((*rows, _NONE)), np.concatenate((*guesses, _NONE))

    def _open_together(self, start: int, sets: Indices | Places, bounds: Indices) -> tuple[Indices, Indices]:
        size = sets.shape[1]
        cells = self.count_cells(sets)
        fewest = np.array([self.fewest(size, bound) for bound in bounds.tolist()])
        # No guess has as many cells as the type of their number could count.
        fewest = np.minimum(fewest, np.iinfo(cells.dtype).max).astype(cells.dtype)
        few = cells >= fewest[:, :1]
        if not self.game.announces:
            rows = np.arange(len(sets))[:, np.newaxis]
            own = self.guess_of[sets]
            few[rows, own] = cells[rows, own] >= fewest[:, 1:]
        row_of, guess = np.divmod(np.flatnonzero(few), few.shape[1])
        return start + row_of, guess

    def count_cells(self, sets: Indices | Places) -> NDArray[np.unsignedinteger]:
        """``uint8|uint32[count, guesses]``: into how many cells each guess splits each set."""
        guesses = self.table.shape[1]
        if self._planes is not None:
            occupied = np.empty((len(sets), guesses), dtype=self._planes.dtype)
            for row, candidates in enumerate(sets):
                np.bitwise_or.reduce(self._planes[candidates], axis=0, out=occupied[row])
            counts: NDArray[np.unsignedinteger] = np.bitwise_count(occupied)
            return counts
        counts = np.empty((len(sets), guesses), dtype=np.uint32)
        width = max(1, _MOST_SORTED // sets.shape[1])
        for count, candidates in zip(counts, sets, strict=True):
            for start in range(0, guesses, width):
                answers = self.table[:, start : start + width][candidates]
                count[start : start + width] = different_in_columns(answers)
        return counts

    def split(self, candidates: Indices, guesses: Indices) -> Iterator[tuple[int, Cells]]:
        """Each guess with its cells."""
        sets, rows = candidates[np.newaxis], np.zeros_like(guesses)
        for part in self._parts(sets, rows):
            found = self._split_together(sets, rows[part], guesses[part])
            cells = list(zip(found.responses.tolist(), found.names(slice(None)), strict=True))
            bounds = np.searchsorted(found.pair_of, np.arange(found.pairs + 1)).tolist()
            for guess, (first, last) in zip(guesses[part].tolist(), pairwise(bounds), strict=True):
                yield guess, cells[first:last]

    def split_further(
        self, sets: Indices | Places, rows: Indices, guesses: Indices, bounds: Indices, smallest: int
    ) -> Iterator[Further]:
        """The rows of ``sets``, each with the guess beside it, where counting the secrets in each cell does not prove
        that the guess costs the bound of its set, or more; part by part.

        ``bounds`` is ``int64[count]``. Each guess comes with its cells of ``smallest`` secrets or more.
        """
        for part in self._parts(sets, rows):
            found = self._split_together(sets, rows[part], guesses[part])
            costs = self._counted(sets.shape[1], found)
            wanted = costs < bounds[rows[part]]
            sizes = found.ends - found.begins
            listed = wanted[found.pair_of] & (sizes >= smallest)
            pair_of = (np.cumsum(wanted) - 1)[found.pair_of[listed]]
            yield Further(
                rows[part][wanted],
                guesses[part][wanted],
                costs[wanted],
                np.searchsorted(pair_of, np.arange(np.count_nonzero(wanted)), side="right"),
                pair_of,
                sizes[listed],
                found.responses[listed],
                found.names(listed),
            )

    def _parts(self, sets: Indices | Places, rows: Indices) -> list[slice]:
        together = max(1, _MOST_SPLIT // max(1, sets.shape[1]))
        return [slice(start, start + together) for start in range(0, len(rows), together)]

    def _split_together(self, sets: Indices | Places, rows: Indices, guesses: Indices) -> _Split:
        size = sets.shape[1]
        members = sets[rows]
        # One number sorts by the response, and then by the place.
        bits = 16 if size <= 1 << 16 else 32
        kind = np.uint32 if bits == 16 else np.uint64
        numbers = np.left_shift(self.table[members, guesses[:, np.newaxis]], bits, dtype=kind)
        np.add(numbers, np.arange(size, dtype=kind), out=numbers)
        numbers.sort(axis=1)
        answers, order = np.right_shift(numbers, bits), np.bitwise_and(numbers, (1 << bits) - 1)
        names = np.take_along_axis(members, order.astype(np.intp), axis=1)
        starts = np.ones(answers.shape, dtype=bool)
        starts[:, 1:] = answers[:, 1:] != answers[:, :-1]
        begins = np.flatnonzero(starts)
        ends = np.append(begins[1:], answers.size)
        responses = answers.ravel()[begins]
        listed = responses != self.solved_response
        begins, ends, responses = begins[listed], ends[listed], responses[listed]
        text = names.astype(self.place_type).tobytes()
        return _Split(len(rows), begins // size, responses, begins, ends, text, self.width)

    def _counted(self, size: int, split: _Split) -> Indices:
        """``int64[pairs]``: what guesses cost at least, by the sizes of their cells."""
        costs = np.zeros(split.pairs, dtype=np.int64)
        least = self.least[split.ends - split.begins]
        if self.objective == "depth":
            np.maximum.at(costs, split.pair_of, least)
            return 1 + costs
        np.add.at(costs, split.pair_of, least)
        return size + costs

    def further_costs(self, further: Further, bounds: Indices) -> Indices:
        """``int64[guesses]``: the cost of each guess, from ``bounds``, ``int64[cells]``, of its cells."""
        costs = further.counted.copy()
        if self.objective == "depth":
            np.maximum.at(costs, further.pair_of, 1 + bounds)
        else:
            np.add.at(costs, further.pair_of, np.maximum(0, bounds - self.least[further.sizes]))
        return costs

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


def _kind_of(game: Game) -> type[np.unsignedinteger]:
    """The type of a response in a table."""
    return np.uint8 if game.response_count <= 1 << 8 else np.uint16


def _word_of(game: Game) -> type[np.unsignedinteger] | None:
    """The type with a bit for each response; None if they are too many."""
    if game.response_count > _MOST_CELLS_IN_A_WORD:
        return None
    return np.uint16 if game.response_count <= 16 else np.uint32 if game.response_count <= 32 else np.uint64


def refuse_large(game: Game, candidates: int, what: str, most: int = _MOST_BYTES) -> None:
    """Raise :class:`~strategist.common.errors.TooLargeError` if the tables of a :class:`Ground` take more than ``most``
    bytes; ``what`` says who needs them.

    >>> from strategist.games.catalog import make_game
    >>> refuse_large(make_game("mastermind(5,8)"), 32768, "checking", 1 << 30)
    Traceback (most recent call last):
    ...
    strategist.common.errors.TooLargeError: mastermind(pegs=5,colors=8): checking needs 5.0 GiB for the responses
    """
    word = _word_of(game)
    each = np.dtype(_kind_of(game)).itemsize + (0 if word is None else np.dtype(word).itemsize)
    needed = candidates * game.question_count * each
    if needed > most:
        raise TooLargeError(f"{game.spec}: {what} needs {needed / 2**30:.1f} GiB for the responses")


def table_by_rules(game: Game, candidates: Sequence[Code], progress: Wrapper = iter) -> NDArray[np.unsignedinteger]:
    """``uint8|uint16[candidates, questions]``: the responses, each computed by the rules."""
    refuse_large(game, len(candidates), "checking")
    table = np.empty((len(candidates), game.question_count), dtype=_kind_of(game))
    questions = game.guesses[: game.question_count]
    for place in progress(range(len(candidates))):
        secret = candidates[place]
        table[place] = [game.respond(guess, secret) for guess in questions]
    return table
