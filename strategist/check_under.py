"""The checker of certificates of version 2: under limits, restrictions, chances, costs and classes.

It checks version 1, too, by :mod:`strategist.check`, whose tables it uses and whose docstring says what a certificate
is, and version 3 by :mod:`strategist.check_cores`. This is what version 2 adds, and you have to believe.

*What a position needs.* Let f(S, k, A) be the least cost, over all strategies, to find every secret of the set S within
k guesses, if only the guesses in A are allowed; infinite if that cannot be done. A guess g of A splits S into cells. In
the cell of response r, k - 1 guesses are left, and the allowed ones are those of A that the rules allow after (g, r) as
well. So g costs what asking it costs, and the sum of f over its cells. Asking costs |S| for the total, and for the
expected cost the cost of g times the sum of the chances of S. A guess that leaves the whole of S as one cell leaves
fewer guesses, and no others: it is never best, unless it must be made first.

*What an entry says.* f(S, k, A) is at least b; with no k for any number of guesses, with no A for all guesses. Fewer
guesses left, and fewer guesses allowed, never cost less. So an entry for S holds for every smaller k and A.

*Counting with chances and costs.* However they are found, at most r(k) secrets are found within k guesses
(:func:`~strategist.ground.reach`). Each of the others asks one question more, which costs its chance times the least
cost of a question, or more. So it is cheapest if the likeliest secrets are found first, and each pays its own guess at
the end. With K cells, at most K·r(k) of their secrets are found within k guesses more. Where secrets are announced,
each question of a tree costs the chances of all secrets below it, at the least cost: Huffman's tree has the least such
sum. If the first question has K cells, each secret pays its chance for it; of more than K secrets, at most K - 1 are
then alone in a cell, and all others ask again.

*Classes.* Where it is enough to know the class, f of secrets of one class is 0. The leaves of a tree are such sets.
Move all secrets of a class to the shallowest of its leaves, and cut off the leaves that are empty then: no secret asks
more questions than before, and each class has one leaf. So Huffman's tree over the classes costs no more than any tree
for S, the sizes of classes being their weights for the total, and their chances, at the least cost, for what is
expected. With R responses, k questions tell at most R^k classes apart.

*Lost secrets.* For the objective ``lost``, f(S, k, A) is the least sum of the chances of secrets that are not found
within k guesses, or of their number where there are no chances. Asking costs nothing. With no guess left all of S are
lost, but a single secret that need only be announced is not. At most r(k) secrets are found, or of more than R^k that
are announced R^k - 1, because those that are not told apart share a leaf. The lightest of all others are lost at best.
With K cells, at most K·r(k) secrets of them are found within k guesses more.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from strategist import check
from strategist.check import Check, Images, check_solved, check_symmetries, generators, positions_of, where
from strategist.check_cores import check_by_cores
from strategist.errors import StrategyFileError
from strategist.files.certificate import Certificate, Under
from strategist.game import Code, Game, History
from strategist.ground import NEVER, Ground, Indices, Wrapper, reach, table_by_rules

INFINITE = 1 << 62
"""The cost where it cannot be done."""
_MOST_PROBLEMS = 10
_MOST_MOVES = 1 << 12

Mask = NDArray[np.bool_]
"""``bool[questions]``: the guesses that are allowed."""


class GroundUnder(Ground):
    """A game as this checker sees it, for one objective: ``total``, ``depth``, ``expected`` or ``lost``.

    ``places`` are the indices of the candidates among the secrets of the game, and ``questions`` those of the columns
    of the table among its guesses, if they are not all.
    """

    def __init__(
        self,
        game: Game,
        places: Sequence[int],
        table: NDArray[np.unsignedinteger],
        objective: str,
        guess_of: NDArray[np.signedinteger] | None = None,
        questions: Sequence[int] | None = None,
    ) -> None:
        codes = [game.secrets[place] for place in places]
        if game.classes is not None and guess_of is None:
            # Secrets of classes have no guess of their own.
            guess_of = np.zeros(len(codes), dtype=np.int64)
        super().__init__(game, codes, table, "depth" if objective == "depth" else "total", guess_of)
        self.weighed = objective == "expected"
        self.loses = objective == "lost"
        self.kinds: Indices | None = None
        """The class of each candidate; None where secrets have no classes."""
        if game.classes is not None:
            self.kinds = np.array([game.classes[place] for place in places], dtype=np.int64)
        self.weights = np.array([game.weight_of(place) for place in places], dtype=np.int64)
        asked = range(game.question_count) if questions is None else questions
        self.costs = np.array([game.cost_of(guess) for guess in asked], dtype=np.int64)
        self.cheapest = min(map(game.cost_of, range(game.question_count)))
        count = len(codes)
        if game.announces:
            self.within = [1]
            while self.within[-1] < count and self.branches > 1:
                self.within.append(self.branches * self.within[-1])
            self.alone = np.zeros(count, dtype=np.int64)
        else:
            assert self.room is not None  # only announcing games have none
            self.within = reach(count, self.room)
            self.alone = self.weights * self.costs[self.guess_of]
            # So many questions come before the one that finds the next secret.
            self.before = np.searchsorted(self.within, np.arange(count), side="right") - 1
        self.sums = lru_cache(1 << 16)(self._summed)

    def most_within(self, left: int) -> int:
        """The most secrets that any strategy finds within ``left`` guesses."""
        return self.within[min(left, len(self.within) - 1)]

    def counted(self, name: bytes, left: int | None) -> int:
        """The cost of a set that counting proves."""
        if self.loses:
            return self._lost(self.members(name), self._found_of(self.size(name), left))
        if self.kinds is not None:
            return self._by_classes(name, left)
        size = self.size(name)
        if left is not None and size > self.most_within(left):
            return INFINITE
        if self.weighed:
            return self.sums(name)
        return self._finite(int(self.least[size]))

    def _lost(self, members: Indices, found: int) -> int:
        """The chances of all members but the ``found`` likeliest."""
        return int(np.sort(self.weights[members])[: max(0, len(members) - found)].sum())

    def _found_of(self, size: int, left: int | None) -> int:
        """The most of so many secrets that are found within the guesses left."""
        if left is None:
            return size
        if not self.game.announces:
            return self.within[min(left, len(self.within) - 1)] if left else 0
        most = self.branches**left
        return size if size <= most else most - 1

    def is_pure(self, candidates: Indices) -> bool:
        """Whether no question is needed: one secret is left where secrets are announced, or one class."""
        if self.kinds is None:
            return self.game.announces and len(candidates) == 1
        return bool((self.kinds[candidates] == self.kinds[candidates[0]]).all())

    def _by_classes(self, name: bytes, left: int | None) -> int:
        """The cost of a set that counting its classes proves."""
        assert self.kinds is not None
        members = self.members(name)
        kinds = self.kinds[members]
        number = len(np.unique(kinds))
        if number == 1:
            return 0
        depth = next((depth for depth, most in enumerate(self.within) if most >= number), None)
        if depth is None or (left is not None and depth > left):
            return INFINITE
        if self.objective == "depth":
            return depth
        return self.sums(name)

    def _finite(self, cost: int) -> int:
        return INFINITE if cost >= NEVER else cost

    def _summed(self, name: bytes) -> int:
        members = self.members(name)
        if self.kinds is not None:
            worths = self.weights[members] if self.weighed else np.ones(len(members), dtype=np.int64)
            of_classes = np.zeros(int(self.kinds.max()) + 1, dtype=np.int64)
            np.add.at(of_classes, self.kinds[members], worths)
            least_cost = self.cheapest if self.weighed else 1
            return least_cost * huffman(of_classes[of_classes > 0].tolist(), self.branches)
        weights = np.sort(self.weights[members])[::-1]
        if self.game.announces:
            return self.cheapest * huffman(weights.tolist(), self.branches)
        if len(members) > self.within[-1]:
            return INFINITE
        return int(self.alone[members].sum()) + self.cheapest * int(weights @ self.before[: len(members)])

    def asking(self, guess: int, candidates: Indices) -> int:
        """What a guess itself costs."""
        if self.weighed:
            return int(self.costs[guess]) * int(self.weights[candidates].sum())
        if self.loses:
            return 0
        return 1 if self.objective == "depth" else len(candidates)

    def cost_under(self, guess: int, candidates: Indices, bounds: Iterable[int]) -> int:
        """The cost of a guess, from the bounds of its cells."""
        if self.objective == "depth":
            return min(INFINITE, 1 + max(bounds, default=0))
        return min(INFINITE, self.asking(guess, candidates) + sum(bounds))

    def open_under(self, candidates: Indices, bound: int, left: int | None) -> Indices:
        """The guesses whose number of cells alone does not prove that they cost ``bound`` or more."""
        size, questions = len(candidates), self.table.shape[1]
        if self.kinds is not None:
            cells = self.count_cells(candidates[np.newaxis])[0].astype(np.int64)
            asked = np.full(questions, 1 if self.objective == "depth" else size, dtype=np.int64)
            if self.weighed:
                asked = self.costs * int(self.weights[candidates].sum())
            return np.flatnonzero((cells > 1) & (asked < bound)) if left != 0 else np.empty(0, dtype=np.int64)
        solving = np.zeros(questions, dtype=np.int64)
        if not self.game.announces:
            solving[self.guess_of[candidates]] = 1
        cells = self.count_cells(candidates[np.newaxis])[0].astype(np.int64)
        told = (cells > 1) | (solving == 1)
        if self.loses:
            return self._open_where_some_are_lost(candidates, bound, left, solving, np.flatnonzero(told))
        if left is not None:
            # The largest cell has at least this number of secrets.
            largest = -((solving - size) // np.maximum(cells - solving, 1))
            told &= largest <= (self.most_within(left - 1) if left else -1)
        if not self.weighed:
            return np.flatnonzero(told & (self.by_cells(size)[solving, cells] < bound))
        costs = self._weighed_by_cells(candidates)[solving, cells] + self.costs * int(self.weights[candidates].sum())
        if not self.game.announces:
            costs[self.guess_of[candidates]] -= self.alone[candidates]
        return np.flatnonzero(told & (costs < bound))

    def _open_where_some_are_lost(
        self, candidates: Indices, bound: int, left: int | None, solving: NDArray[np.int64], guesses: Indices
    ) -> Indices:
        if left is None or left == 0:
            return guesses if left is None else guesses[:0]
        cells = self.count_cells(candidates[np.newaxis])[0].astype(np.int64)
        most = self.within[min(left - 1, len(self.within) - 1)] if left > 1 or self.game.announces else 0
        # Of the cells none has fewer than one secret, and none finds more than this.
        lightest = np.concatenate(([0], np.cumsum(np.sort(self.weights[candidates]))))
        found = np.minimum(solving + (cells - solving) * most, len(candidates))
        lost: NDArray[np.int64] = lightest[len(candidates) - found][guesses]
        return np.compress(lost < bound, guesses)

    def _weighed_by_cells(self, candidates: Indices) -> NDArray[np.int64]:
        """``int64[2, cells + 1]``: what a guess with K cells costs beyond asking it; row 1 for a candidate, which finds
        itself and does not pay for that."""
        size = len(candidates)
        weights = np.sort(self.weights[candidates])[::-1]
        table = np.zeros((2, min(size, self.game.response_count) + 1), dtype=np.int64)
        for cells in range(1, table.shape[1]):
            if self.game.announces:
                again = int(weights[cells - 1 :].sum()) if size > cells else 0
                table[:, cells] = self.cheapest * again
                continue
            for solving in (0, 1):
                others = cells - solving
                places = np.arange(size - solving) // max(1, others)
                later = int(weights[solving:] @ self.before[places]) if others else 0
                table[solving, cells] = int(self.alone[candidates].sum()) + self.cheapest * later
        return table


def huffman(weights: Sequence[int], branches: int) -> int:
    """The least sum, over all trees with at most so many branches, of the weights below each question.

    >>> huffman([4, 2, 1, 1], 2), huffman([4, 2, 1, 1], 3), huffman([7], 2)
    (14, 10, 0)
    """
    if len(weights) < 2:
        return 0
    if branches < 2:
        return INFINITE
    heap = list(weights)
    heapq.heapify(heap)
    total, taken = 0, 2 + (len(heap) - 2) % (branches - 1)
    while len(heap) > 1:
        merged = sum(heapq.heappop(heap) for _ in range(taken))
        heapq.heappush(heap, merged)
        total, taken = total + merged, branches
    return total


class Rules:
    """Which guesses are allowed after which moves, by the rules; moves as indices of a guess with a response."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.after = lru_cache(_MOST_MOVES)(self._after)
        self._place = {code: place for place, code in enumerate(game.guesses[: game.question_count])}

    def allowed(self, history: History) -> Mask:
        """The guesses that are allowed after a history."""
        found = np.zeros(self.game.question_count, dtype=bool)
        allowed = self.game.allowed(history)
        if allowed is None:
            found[:] = True
        else:
            found[[self._place[code] for code in allowed if code in self._place]] = True
        return found

    def _after(self, guess: int, response: int) -> Mask:
        return self.allowed(((self.game.guesses[guess], response),))

    def after_all(self, moves: Iterable[tuple[int, int]]) -> Mask:
        """The guesses that are allowed after each of some moves alone."""
        found = np.ones(self.game.question_count, dtype=bool)
        for guess, response in moves:
            found &= self.after(guess, response)
        return found


class Known:
    """The bounds that are known of sets: for a set, each with the guesses left and the allowed guesses, if it needs
    them."""

    def __init__(self) -> None:
        self.of: dict[bytes, list[tuple[int, int | None, Mask | None]]] = {}

    def add(self, name: bytes, bound: int, left: int | None, mask: Mask | None) -> None:
        """Take note of a bound; one that follows from it is dropped."""
        listed = self.of.setdefault(name, [])
        listed[:] = [each for each in listed if each[0] > bound or not _implied(each[1], each[2], left, mask)]
        if not any(each[0] >= bound and _implied(left, mask, each[1], each[2]) for each in listed):
            listed.append((bound, left, mask))

    def bound(self, name: bytes, left: int | None, mask: Callable[[], Mask] | None) -> int:
        """The best bound of a set with so many guesses left, of which ``mask`` says which are allowed."""
        best, allowed = 0, None
        for bound, within, only in self.of.get(name, ()):
            if bound <= best or (within is not None and (left is None or left > within)):
                continue
            if only is not None:
                if mask is None:
                    continue
                allowed = mask() if allowed is None else allowed
                if (allowed & ~only).any():
                    continue
            best = bound
        return best


def _implied(left: int | None, mask: Mask | None, by_left: int | None, by_mask: Mask | None) -> bool:
    """Whether what holds with ``by_left`` and ``by_mask`` holds with ``left`` and ``mask``."""
    if by_left is not None and (left is None or left > by_left):
        return False
    return by_mask is None or (mask is not None and not (mask & ~by_mask).any())


def check_certificate(certificate: Certificate, progress: Wrapper = iter) -> Check:
    """Look at every guess at all that a certificate of any version lists.

    ``progress`` may wrap the candidates while their responses are computed, and then what is listed.

    >>> from strategist.catalog import make_game
    >>> from strategist.files.certificate import Entries
    >>> only = [np.array([value], dtype=np.int64) for value in (0, 0, 0, 6, 0)]
    >>> check_certificate(Certificate(make_game("mastermind(1,3)"), "total", Entries(*only))).proven
    True
    """
    if certificate.cores is not None:
        return check_by_cores(certificate, certificate.cores, progress)
    if certificate.under is None:
        return check.check_certificate(certificate, progress)
    return _Checker(certificate, certificate.under, progress).checked()


class _Checker:
    """The check of one certificate of version 2."""

    def __init__(self, certificate: Certificate, under: Under, progress: Wrapper) -> None:
        game = certificate.game
        codes: Sequence[Code] = game.consistent(certificate.start) if certificate.start else list(game.secrets)
        if not codes:
            raise StrategyFileError("header.start: no secret agrees with it")
        self.certificate, self.under, self.progress = certificate, under, progress
        place = {code: index for index, code in enumerate(game.secrets)}
        table = table_by_rules(game, codes, progress)
        self.ground = GroundUnder(game, [place[code] for code in codes], table, certificate.objective)
        self.images = Images(game, certificate.symmetries)
        self.rules = Rules(game)
        self.known = Known()
        self._masks: dict[bytes, Mask] = {}
        children = certificate.entries.children
        self.parents = np.repeat(np.arange(len(children)), children)
        self.start = [(game.guesses.index(guess), response) for guess, response in certificate.start]

    def checked(self) -> Check:
        certificate, ground = self.certificate, self.ground
        found = Check(certificate.bound, len(certificate))
        check_solved(ground, found)
        if certificate.symmetries:
            check_symmetries(ground, found)
            self._check_numbers(found)
        if found.problems:
            return found
        names = positions_of(certificate, ground, found)
        if found.problems:
            return found
        bounds = certificate.entries.bounds.tolist()
        for entry, name in enumerate(names):
            # What holds with the first guess alone says nothing of the set.
            if entry or self.under.first is None:
                self.known.add(name, bounds[entry], self._left(entry), self._mask(entry))
        for entry in self.progress(range(len(names))):
            problem = self._refute(entry, names[entry])
            if problem:
                found.problems.append(f"entry {entry} {where(certificate, entry)}: {problem}")
                if len(found.problems) >= _MOST_PROBLEMS:
                    break
        return found

    def _check_numbers(self, found: Check) -> None:
        """Check that the symmetries of the game keep chances and costs."""
        ground = self.ground
        images = Images(ground.game, generators(ground.game))
        for number in range(len(images.symmetries)):
            secrets, guesses = images.of(number)
            if (ground.weights[secrets] != ground.weights).any() or (ground.costs[guesses] != ground.costs).any():
                found.problems.append(f"{ground.game.spec} has symmetries that do not keep its chances and costs")
                return

    def _left(self, entry: int) -> int | None:
        if entry == 0:
            return self.under.left
        left = int(self.under.lefts[entry])
        return left - 1 if left else None

    def _path(self, entry: int) -> list[tuple[int, int]]:
        """The moves that lead to an entry, from the beginning of the game."""
        entries, moves = self.certificate.entries, []
        while entry:
            moves.append((int(entries.guesses[entry]), int(entries.responses[entry])))
            entry = int(self.parents[entry - 1])
        return [*self.start, *reversed(moves)]

    def _mask(self, entry: int) -> Mask | None:
        """The guesses that are allowed at an entry; None for all."""
        game = self.ground.game
        if not game.restricts or (entry and not self.under.revealed[entry]):
            return None
        path = self._path(entry)
        found = self.rules.after_all(path)
        history = tuple((game.guesses[guess], response) for guess, response in path)
        if not np.array_equal(found, self.rules.allowed(history)):
            raise StrategyFileError(
                f"{game.spec}: what is allowed after {game.format_history(history)} does not follow from each move"
            )
        # Many entries allow the same guesses.
        return self._masks.setdefault(found.tobytes(), found)

    def _refute(self, entry: int, name: bytes) -> str | None:
        """Why an entry is not proven; None if it is."""
        ground, under, certificate = self.ground, self.under, self.certificate
        candidates, left, mask = ground.members(name), self._left(entry), self._mask(entry)
        size, bound = len(candidates), int(certificate.entries.bounds[entry])
        first = under.first if entry == 0 else None
        if bound <= ground.counted(name, left):
            return None
        if first is None and ground.is_pure(candidates):
            what = "the one secret left" if ground.kinds is None else "the class"
            return f"{what} is known, but at least {bound} is claimed"
        if left == 0:
            return f"{size} secrets are left without a guess, but more is claimed" if ground.loses else None
        guesses = ground.open_under(candidates, bound, left) if first is None else np.array([first])
        if mask is not None:
            guesses = guesses[mask[guesses]]
        group = int(certificate.entries.groups[entry])
        members = certificate.groups[group - 1] if group else ()
        if members and mask is not None:
            return "symmetries do not keep what the rules allow here"
        for number in members:
            if not np.array_equal(np.sort(self.images.of(number)[0][candidates]), candidates):
                return f"symmetry {number} does not leave its candidates as they are"
        if members and len(guesses) and first is None:
            # An image of a guess has as many cells and costs as much, so the lowest image of an open guess is open.
            guesses = guesses[self.images.lowest(members)[guesses] == guesses]
        next_left = None if left is None else left - 1
        for guess, cells in ground.split(candidates, guesses) if len(guesses) else ():
            cost = ground.cost_under(guess, candidates, self._bounds(guess, cells, next_left, mask))
            if cost < bound:
                text = ground.game.format_code(ground.game.guesses[guess])
                return f"of {size} secrets, at least {bound} is claimed, but guess {text} may need only {cost}"
        return None

    def _bounds(
        self, guess: int, cells: Sequence[tuple[int, bytes]], left: int | None, mask: Mask | None
    ) -> Iterator[int]:
        """What is known of each cell of a guess."""
        for response, cell in cells:
            allowed = None if mask is None else partial(self._after, mask, guess, response)
            yield max(self.ground.counted(cell, left), self.known.bound(cell, left, allowed))

    def _after(self, mask: Mask, guess: int, response: int) -> Mask:
        return mask & self.rules.after(guess, response)
