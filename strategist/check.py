"""The checker of certificates: does every strategy cost at least the bound that a certificate states?

The checker shares nothing with the search: responses come from ``Game.respond``, and everything else is in this file.
This is what you have to believe.

*What a position needs.* Let f(S) be the least total, over all strategies, to find every secret of the set S. A guess g
splits S into cells, one for each response. Each cell except the solved one is then finished on its own. So g costs |S|
+ Σ f(cell), and f(S) is the least of these costs. For the depth, g costs 1 + max f(cell) instead. In a game that
announces its secrets, only questions count and no question solves: f of one secret is 0, because no question is asked.
The checker tests for every pair of guess and secret that the response is the solved one exactly if the guess is the
secret.

*When an entry is proven.* An entry says f(S) ≥ b. It is proven if every guess costs at least b when f of each cell is
replaced by a known bound. The known bound is the larger of two: the one that counting gives for a set of this size
(:func:`least`), from how evenly the guesses spread all secrets at best, and that of an entry for exactly this set.
Entries rest only on entries for smaller sets, so no proof is circular: a guess that leaves the whole of S as one cell
costs more than f(S), is never best and is skipped.

*Which guesses need no closer look.* With K cells, a guess is cheapest if its secrets are spread evenly over them (see
:meth:`Ground.by_cells`): a guess with too few cells is refuted at once. Where the certificate names symmetries of the
game that map S onto itself, a guess costs as much as its images, and the lowest of them stands for all. The checker
tests with every guess and every secret that the game has the symmetries that it describes, and for every S that they
map S onto itself.

:mod:`strategist.check_plain` is the same check without any of these short cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from strategist.errors import StrategyFileError, TooLargeError
from strategist.files.certificate import Certificate
from strategist.game import Code, Game

Indices = NDArray[np.int64]
Wrapper = Callable[[Sequence[int]], Iterable[int]]

NEVER = 1 << 40
"""The cost of a guess that splits nothing: it is never best."""
_MOST_CELLS_IN_A_WORD = 64
_MOST_PROBLEMS = 10
_MOST_IMAGES = 1 << 10
"""An honest certificate names about a hundred symmetries. A forged one may name a million: not all are kept."""
_MOST_BYTES = 8 << 30
_MOST_SPLIT = 1 << 22
"""Responses that are sorted at a time."""
_BLOCK = 256
"""Guesses whose responses are copied together, because a table has a row for each secret."""


@dataclass
class Check:
    """The result of checking a certificate: the number of entries, and why it does not hold (no problems if it does).

    ``bound`` is the lower bound that the certificate states for the whole game.
    """

    bound: int
    entries: int
    problems: list[str] = field(default_factory=list)

    @property
    def proven(self) -> bool:
        """Whether the bound is true."""
        return not self.problems


def least(objective: str, count: int, branches: int, announces: bool, room: Indices | None = None) -> NDArray[np.int64]:
    """``int64[count + 1]``: the least cost of n secrets in any game with ``branches`` responses that do not solve, or
    in one game, if ``room`` says how evenly its guesses spread its secrets (:func:`room_of`).

    Let at most r(k) secrets, of any set and by any strategy, be found within k guesses (:func:`reach`). So at least
    n - r(k) of n secrets need more than k guesses. A secret that is found at guess d needs more than 0, 1, ..., d - 1
    guesses: the total is at least the sum of all n - r(k) above 0, and the depth is at least the first k for which none
    is.

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
    """The questions that it takes at least to tell secrets apart that are in so many cells already.

    A question makes no more than ``branches`` cells of one.

    >>> further(np.array([3, 4, 6]), 2, 3).tolist()
    [1, 1, 2]
    """
    return -((cells - secrets) // max(1, branches - 1))


def convex(
    objective: str, count: int, branches: int, announces: bool, room: Indices | None = None
) -> NDArray[np.int64]:
    """The same as :func:`least`, without one for each question where secrets are announced: a convex table for the
    total, an ascending one for the depth.

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
    """The most secrets that any strategy finds within 0, 1, 2, ... guesses, until these are ``count``, or no more.

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
        # So many cells have each size. From the largest size down, so many have at least that size.
        of_size = np.bincount(np.frombuffer(profile, dtype=np.intp), minlength=secrets + 1)
        of_size[0] = 0
        at_least = np.cumsum(of_size[::-1])[::-1]
        at_least[0] = 0
        np.maximum(room, np.cumsum(at_least), out=room)
    return room


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
        if guess_of is None:
            guess_of = np.array(list(map(game.guesses.index, candidates)), dtype=np.int64)
        self.guess_of = guess_of
        self._planes: NDArray[np.unsignedinteger] | None = None
        if (word := _word_of(game)) is not None:
            # With a type that is named, NumPy converts the table piece by piece.
            self._planes = np.left_shift(word(1), table, dtype=word)
        self._by_cells: dict[int, NDArray[np.int64]] = {}

    def name(self, candidates: Indices) -> bytes:
        """The set, exactly, as a key."""
        return candidates.astype(self.place_type).tobytes()

    def by_cells(self, size: int) -> NDArray[np.int64]:
        """``int64[2, cells + 1]``: the least cost of a guess with K cells: row 0 if it is no candidate, row 1 if it is
        one.

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

    def open_guesses(self, candidates: Indices, bound: int) -> Indices:
        """The guesses whose number of cells alone does not prove that they cost ``bound`` or more."""
        solving = np.zeros(self.table.shape[1], dtype=np.int64)
        if not self.game.announces:
            solving[self.guess_of[candidates]] = 1
        costs = self.by_cells(len(candidates))[solving, self._count_cells(candidates)]
        return np.flatnonzero(costs < bound)

    def _count_cells(self, candidates: Indices) -> Indices:
        """The number of cells of every guess."""
        if self._planes is not None:
            occupied = np.bitwise_or.reduce(self._planes[candidates], axis=0)
            counts: Indices = np.bitwise_count(occupied).astype(np.int64)
            return counts
        rows = np.sort(self.table[candidates], axis=0)
        changes: Indices = np.count_nonzero(rows[1:] != rows[:-1], axis=0).astype(np.int64)
        return 1 + changes

    def split(self, candidates: Indices, guesses: Indices) -> Iterator[tuple[int, list[tuple[int, bytes]]]]:
        """Each guess with its cells as (response, set), without the solved one."""
        together = max(1, _MOST_SPLIT // len(candidates))
        for start in range(0, len(guesses), together):
            yield from self._split_together(candidates, guesses[start : start + together])

    def _split_together(self, candidates: Indices, guesses: Indices) -> Iterator[tuple[int, list[tuple[int, bytes]]]]:
        rows = self.table[np.ix_(candidates, guesses)]
        order = np.argsort(rows, axis=0, kind="stable")
        places = np.ascontiguousarray(candidates.astype(self.place_type)[order].T).tobytes()
        rows = np.ascontiguousarray(np.take_along_axis(rows, order, axis=0).T)
        width, size = np.dtype(self.place_type).itemsize, len(candidates)
        starts = np.ones(rows.shape, dtype=bool)
        starts[:, 1:] = rows[:, 1:] != rows[:, :-1]
        row_of, cut_of = np.nonzero(starts)
        responses = rows[row_of, cut_of].tolist()
        begins = row_of * size + cut_of
        ends = np.append(begins[1:], rows.size).tolist()
        firsts = np.append(np.flatnonzero(cut_of == 0), len(responses)).tolist()
        begins = begins.tolist()
        for place, guess in enumerate(guesses.tolist()):
            yield (
                guess,
                [
                    (responses[at], places[width * begins[at] : width * ends[at]])
                    for at in range(firsts[place], firsts[place + 1])
                    if responses[at] != self.solved_response
                ],
            )

    def cost(self, size: int, bounds: Iterable[int]) -> int:
        """The cost of a guess over ``size`` candidates, from the bounds of its cells."""
        if self.objective == "depth":
            return 1 + max(bounds, default=0)
        return size + sum(bounds)

    def members(self, name: bytes) -> Indices:
        """The set of a key."""
        return np.frombuffer(name, dtype=self.place_type).astype(np.int64)

    def size(self, name: bytes) -> int:
        """The number of candidates in the set of a key."""
        return len(name) // np.dtype(self.place_type).itemsize


class Images:
    """The images of secrets and guesses under the symmetries, by index, and which guesses they make equal."""

    def __init__(self, game: Game, symmetries: Sequence[bytes]) -> None:
        self.game = game
        self.symmetries = symmetries
        self.of = lru_cache(_MOST_IMAGES)(self._image)
        self.lowest = lru_cache(_MOST_IMAGES)(self._lowest)

    @cached_property
    def _places(self) -> list[dict[tuple[int, ...], int]]:
        """The index of each code among the secrets, and among the questions."""
        both = (self.game.secrets, self.game.guesses[: self.game.question_count])
        return [{tuple(code): place for place, code in enumerate(codes)} for codes in both]

    def _image(self, number: int) -> tuple[Indices, Indices]:
        """The image of each secret and of each question under symmetry ``number``, as indices."""
        secrets, guesses = (self._send(self.symmetries[number], places) for places in self._places)
        return secrets, guesses

    def _send(self, symmetry: bytes, places: dict[tuple[int, ...], int]) -> Indices:
        pegs = len(self.game.secrets[0])
        positions, symbols = symmetry[:pegs], symmetry[pegs:]
        return np.array([places[tuple(symbols[code[at]] for at in positions)] for code in places], dtype=np.int64)

    def _lowest(self, members: tuple[int, ...]) -> Indices:
        """For each question, the lowest image under the symmetries of a group, applied any number of times."""
        lowest = np.arange(self.game.question_count)
        while True:
            before = lowest
            for number in members:
                image = self.of(number)[1]
                lowest = np.minimum(lowest, lowest[image])
            if np.array_equal(before, lowest):
                return lowest


def generators(game: Game) -> list[bytes]:
    """The exchanges of neighbors within each class that a game describes: they generate all its symmetries.

    >>> from strategist.catalog import make_game
    >>> [list(each) for each in generators(make_game("mastermind(2,3)"))]
    [[1, 0, 0, 1, 2], [0, 1, 1, 0, 2], [0, 1, 0, 2, 1]]
    """
    symmetry = game.code_symmetry
    if symmetry is None:
        return []
    pegs = len(game.secrets[0])
    symbols = 1 + max(max(code) for code in game.guesses[: game.question_count])
    found = []
    for offset, classes in ((0, symmetry.positions), (pegs, symmetry.symbols)):
        for members in classes:
            for one, other in pairwise(members):
                images = [*range(pegs), *range(symbols)]
                images[offset + one], images[offset + other] = other, one
                found.append(bytes(images))
    return found


def _kind_of(game: Game) -> type[np.unsignedinteger]:
    """The type of a response in a table."""
    return np.uint8 if game.response_count <= 1 << 8 else np.uint16


def _word_of(game: Game) -> type[np.unsignedinteger] | None:
    """The type with a bit for each response; None if they are too many."""
    if game.response_count > _MOST_CELLS_IN_A_WORD:
        return None
    return np.uint16 if game.response_count <= 16 else np.uint32 if game.response_count <= 32 else np.uint64


def refuse_large(game: Game, candidates: int, what: str, most: int = _MOST_BYTES) -> None:
    """Raise :class:`~strategist.errors.TooLargeError` if the tables of a :class:`Ground` take more than ``most`` bytes;
    ``what`` says who needs them.

    >>> from strategist.catalog import make_game
    >>> refuse_large(make_game("mastermind(5,8)"), 32768, "checking", 1 << 30)
    Traceback (most recent call last):
    ...
    strategist.errors.TooLargeError: mastermind(pegs=5,colors=8): checking needs 5.0 GiB for the responses
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


def check_certificate(certificate: Certificate, progress: Wrapper = iter) -> Check:
    """Look at every guess at every position that the certificate, of version 1, lists.

    ``progress`` may wrap the candidates while their responses are computed, and then the entries.

    >>> from strategist.catalog import make_game
    >>> from strategist.files.certificate import Entries
    >>> only = [np.array([value], dtype=np.int64) for value in (0, 0, 0, 6, 0)]
    >>> check_certificate(Certificate(make_game("mastermind(1,3)"), "total", Entries(*only))).proven
    True
    """
    game = certificate.game
    if certificate.under is not None:
        raise StrategyFileError("byte 13: expected a certificate of version 1, got version 2: see check_under")
    candidates = game.consistent(certificate.start) if certificate.start else list(game.secrets)
    check = Check(certificate.bound, len(certificate))
    if not candidates:
        raise StrategyFileError("header.start: no secret agrees with it")
    ground = Ground(game, candidates, table_by_rules(game, candidates, progress), certificate.objective)
    check_solved(ground, check)
    images = Images(game, certificate.symmetries)
    if certificate.symmetries:
        check_symmetries(ground, check)
    if check.problems:
        return check
    positions = positions_of(certificate, ground, check)
    if check.problems:
        return check
    known: dict[bytes, int] = {}
    strongest: dict[bytes, int] = {}
    for entry, (name, bound) in enumerate(zip(positions, certificate.entries.bounds.tolist(), strict=True)):
        if bound > known.get(name, -1):
            known[name], strongest[name] = bound, entry
    # The strongest entry for a set implies all others for it.
    for entry in progress(sorted(strongest.values())):
        problem = _refute(certificate, entry, positions[entry], ground, images, known)
        if problem:
            check.problems.append(f"entry {entry} {where(certificate, entry)}: {problem}")
            if len(check.problems) >= _MOST_PROBLEMS:
                break
    return check


def check_solved(ground: Ground, check: Check) -> None:
    """Check that a guess gets the solved response if and only if it is the secret."""
    solved = ground.table == ground.solved_response
    if not ground.game.announces:
        # The guess that is the secret should be solved: after the flip, every True is a mistake.
        solved[np.arange(len(solved)), ground.guess_of] ^= True
    if solved.any() or ground.table.max() > ground.solved_response:
        check.problems.append(f"{ground.game.spec} does not give the solved response for the secrets alone")


def check_symmetries(ground: Ground, check: Check) -> None:
    """Check that the rules have the symmetries that the game describes."""
    exchanges = generators(ground.game)
    images = Images(ground.game, exchanges)
    for number in range(len(exchanges)):
        try:
            secrets, guesses = images.of(number)
            kept = np.array_equal(ground.table[secrets][:, guesses], ground.table)
        except KeyError:
            # The image of some code is not a code.
            kept = False
        if not kept:
            check.problems.append(f"{ground.game.spec} does not have the symmetries that it describes")
            return


def positions_of(certificate: Certificate, ground: Ground, check: Check) -> list[bytes]:
    """The set of every entry: a cell of the entry above it."""
    found = [ground.name(np.arange(len(ground.candidates)))]
    names: dict[bytes, bytes] = {}
    room = _MOST_BYTES
    guesses, responses = certificate.entries.guesses.tolist(), certificate.entries.responses.tolist()
    for parent, children in enumerate(certificate.entries.children.tolist()):
        if not children:
            continue
        members = ground.members(found[parent])
        for entry in range(len(found), len(found) + children):
            cell = members[ground.table[members, guesses[entry]] == responses[entry]]
            if not len(cell):
                check.problems.append(f"entry {entry}: no secret is left after the response it names")
                return found
            name = ground.name(cell)
            # A short file can list one set a million times: keep it once.
            if name not in names:
                names[name] = name
                room -= len(name)
                if room < 0:
                    raise TooLargeError(f"entry {entry}: the positions take more than {_MOST_BYTES / 2**30:.0f} GiB")
            found.append(names[name])
    return found


def _refute(
    certificate: Certificate, entry: int, name: bytes, ground: Ground, images: Images, known: dict[bytes, int]
) -> str | None:
    """Why an entry is not proven; None if it is."""
    candidates = ground.members(name)
    size, bound = len(candidates), int(certificate.entries.bounds[entry])
    if bound <= ground.least[size]:
        return None
    if size == 1 and ground.game.announces:
        return f"the one secret left is known, but at least {bound} is claimed"
    group = int(certificate.entries.groups[entry])
    members = certificate.groups[group - 1] if group else ()
    for number in members:
        if not np.array_equal(np.sort(images.of(number)[0][candidates]), candidates):
            return f"symmetry {number} does not leave its candidates as they are"
    left = ground.open_guesses(candidates, bound)
    if members and len(left):
        # An image of a guess has as many cells, so the lowest image of an open guess is open, too.
        left = left[images.lowest(members)[left] == left]
    for guess, cells in ground.split(candidates, left) if len(left) else ():
        bounds = [max(int(ground.least[ground.size(cell)]), known.get(cell, 0)) for _, cell in cells]
        cost = ground.cost(size, bounds)
        if cost < bound:
            text = ground.game.format_code(ground.game.guesses[guess])
            return f"of {size} secrets, at least {bound} is claimed, but guess {text} may need only {cost}"
    return None


def where(certificate: Certificate, entry: int) -> str:
    """The history that leads to an entry."""
    game = certificate.game
    firsts = 1 + np.cumsum(certificate.entries.children) - certificate.entries.children
    moves = []
    while entry:
        moves.append((game.guesses[int(certificate.entries.guesses[entry])], int(certificate.entries.responses[entry])))
        entry = int(np.searchsorted(firsts, entry, side="right")) - 1
    return f"({game.format_history(tuple(reversed(moves)))})" if moves else "(the whole game)"
