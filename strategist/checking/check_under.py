"""The checker of certificates of version 2: under limits, restrictions, chances, costs and classes.

It checks version 1, too, by :mod:`strategist.checking.check`, whose tables it uses and whose docstring says what a
certificate is, and version 3 by :mod:`strategist.checking.check_cores`. The sections below are what version 2 adds, and
what you have to believe.

*What a position needs.* Let f(S, k, A) be the least cost, over all strategies, to find every secret of the set S within
k guesses, if only the guesses in A are allowed; infinite if that cannot be done. A guess g of A splits S into cells. In
the cell of response r, k - 1 guesses are left, and the allowed ones are those of A that the rules allow after (g, r) as
well. So g costs what asking it costs, and the sum of f over its cells. Asking costs |S| for the total, and for the
expected cost the cost of g times the sum of the chances of S. A guess that leaves the whole of S as one cell leaves
fewer guesses, and no others: it is never best, unless it must be made first.

*What an entry says.* f(S, k, A) is at least b; with no k for any number of guesses, with no A for all guesses. Fewer
guesses left, and fewer guesses allowed, never cost less. So an entry for S holds for every smaller k and A.

*What moves demand.* Where the rules restrict guesses, a response reveals symbols of the guess, some in their places,
and every later guess must use them (``Game.revealed``). So A is known by what the moves demand together
(:mod:`strategist.checking.demands`), and an entry holds wherever as much is demanded. The game itself
(``Game.allowed``) is asked what it allows at a thousand of the entries, or at all if there are fewer.

What counting proves under limits, chances, costs and classes stands in :mod:`strategist.checking.splitting_under`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby

import numpy as np

from strategist.checking import check
from strategist.checking.check import Images, check_solved, check_symmetries, generators, in_parts, positions_of, where
from strategist.checking.check_cores import check_by_cores
from strategist.checking.check_result import Check
from strategist.checking.demands import FREE, Demands, Known, Mask, Rules
from strategist.checking.splitting import Further, Indices, Wrapper, table_by_rules
from strategist.checking.splitting_under import GroundUnder, before
from strategist.common.errors import StrategyFileError
from strategist.files.certificate import Certificate, Under
from strategist.model.game import Code

_MOST_PROBLEMS = 10
_MOST_COMPARED = 1 << 10
"""The number of positions at which the game itself is asked what is allowed; all, unless a certificate lists more."""


def check_certificate(certificate: Certificate, progress: Wrapper = iter) -> Check:
    """Check every guess at everything that a certificate of any version lists. Raises
    :class:`~strategist.common.errors.StrategyFileError` if no secret agrees with the start, or if what the game allows
    does not follow from its moves.

    ``progress`` may wrap the candidates while their responses are computed, and then what is listed.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.files.certificate import Entries
    >>> from strategist.files.columns import column
    >>> only = [column([value]) for value in (0, 0, 0, 6, 0)]
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
        self.known = Known(self.rules)
        children = certificate.entries.children
        self.parents = np.repeat(np.arange(len(children)), children)
        self.start = [(game.guesses.index(guess), response) for guess, response in certificate.start]
        self.demands = self._demands()

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
            # A bound for one first guess alone says nothing about the set.
            if entry or self.under.first is None:
                self.known.add(name, bounds[entry], self._left(entry), self.demands[entry])
        together = [self._among_others(entry) for entry in range(len(names))]
        order = sorted(range(len(names)), key=lambda entry: (together[entry], -len(names[entry]), entry))
        for _, alike in groupby(self.progress(order), key=lambda entry: (together[entry], len(names[entry]))):
            for entries in in_parts(alike):
                if together[entries[0]]:
                    problems = self._refute_together(entries, [names[entry] for entry in entries])
                else:
                    found_of = ((entry, self._refute(entry, names[entry])) for entry in entries)
                    problems = {entry: problem for entry, problem in found_of if problem is not None}
                for entry in sorted(problems):
                    found.problems.append(f"entry {entry} {where(certificate, entry)}: {problems[entry]}")
                    if len(found.problems) >= _MOST_PROBLEMS:
                        return found
        return found

    @cached_property
    def _smallest(self) -> int:
        """The size of the smallest set with a known bound; 1 if there is none."""
        return min(map(self.ground.size, self.known.of), default=1)

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

    def _restricted(self, entry: int) -> bool:
        """Whether an entry is about those guesses alone that the rules allow there."""
        return self.ground.game.restricts and (entry == 0 or bool(self.under.revealed[entry]))

    def _demands(self) -> list[Demands]:
        """What is demanded of the guesses that each entry is about."""
        game, entries = self.ground.game, self.certificate.entries
        if not game.restricts:
            return [FREE] * len(entries.bounds)
        after = [self.rules.after_all(self.start)]
        moves = zip(entries.guesses.tolist()[1:], entries.responses.tolist()[1:], strict=True)
        for parent, move in zip(self.parents.tolist(), moves, strict=True):
            after.append(after[parent] | self.rules.after(*move))
        restricted = [entry for entry in range(len(after)) if self._restricted(entry)]
        for entry in restricted[:: 1 + len(restricted) // _MOST_COMPARED]:
            history = tuple((game.guesses[guess], response) for guess, response in self._path(entry))
            if not np.array_equal(self.rules.allowed(after[entry]), self.rules.by_the_game(history)):
                raise StrategyFileError(
                    f"{game.spec}: what is allowed after {game.format_history(history)} does not follow from each move"
                )
        return [demands if self._restricted(entry) else FREE for entry, demands in enumerate(after)]

    def _among_others(self, entry: int) -> bool:
        """Whether an entry can be looked at together with others."""
        forced = entry == 0 and self.under.first is not None
        grouped = self.certificate.entries.groups[entry] > 0
        return self.ground.uniform and self._restricted(entry) and not forced and not grouped

    def _refute_together(self, entries: Sequence[int], names: Sequence[bytes]) -> dict[int, str]:
        """The entries among ``entries`` that are not proven, each with the reason. All sets are of one size."""
        ground = self.ground
        claimed = []
        refuted: dict[int, str] = {}
        for row, (entry, name) in enumerate(zip(entries, names, strict=True)):
            left, bound = self._left(entry), int(self.certificate.entries.bounds[entry])
            if bound <= ground.counted(name, left):
                continue
            if ground.is_pure(ground.members(name)):
                refuted[entry] = self._beyond_what_is_known(bound)
            elif left != 0:
                claimed.append(row)
        if not claimed:
            return refuted
        listed = [entries[row] for row in claimed]
        sets = ground.sets([names[row] for row in claimed])
        bounds, lefts = np.asarray(self.certificate.entries.bounds)[listed], [self._left(entry) for entry in listed]
        demands = [self.demands[entry] for entry in listed]
        rows, guesses = ground.open_among(sets, list(map(self.rules.allowed, demands)), bounds, lefts)
        smallest = min([self._smallest, *ground.fewest_too_many(lefts)])
        for found in ground.split_further(sets, rows, guesses, bounds, smallest):
            costs = self._costs(found, lefts, demands, np.ones(len(found.rows), dtype=np.bool_), exactly=False)
            low = costs < bounds[found.rows]
            if low.any():
                costs = np.maximum(costs, self._costs(found, lefts, demands, low, exactly=True))
            for pair in np.flatnonzero(costs < bounds[found.rows]).tolist():
                row, guess = int(found.rows[pair]), int(found.guesses[pair])
                refuted.setdefault(listed[row], self._cheaper(sets.shape[1], int(bounds[row]), guess, int(costs[pair])))
        return refuted

    def _costs(
        self,
        found: Further,
        lefts: Sequence[int | None],
        demands: Sequence[Demands],
        wanted: Mask,
        *,
        exactly: bool,
    ) -> Indices:
        """``int64[guesses]``: the cost of the guesses that are ``wanted``, from the known bounds of their cells."""
        ground, lows = self.ground, self.ground.further_lows(found, lefts)
        columns = (each.tolist() for each in (found.pair_of, found.responses))
        rows, guesses = found.rows.tolist(), found.guesses.tolist()
        for cell, (pair, response, name) in enumerate(zip(*columns, found.names, strict=True)):
            if wanted[pair] and name in self.known.of:
                row = rows[pair]
                known = self.known.bound(
                    name, before(lefts[row]), guesses[pair], response, demands[row], exactly=exactly
                )
                lows[cell] = max(lows[cell], known)
        return ground.further_costs_under(found, lows)

    def _beyond_what_is_known(self, bound: int) -> str:
        what = "the one secret left" if self.ground.kinds is None else "the class"
        return f"{what} is known, but at least {bound} is claimed"

    def _cheaper(self, size: int, bound: int, guess: int, cost: int) -> str:
        text = self.ground.game.format_code(self.ground.game.guesses[guess])
        return f"of {size} secrets, at least {bound} is claimed, but guess {text} may need only {cost}"

    def _refute(self, entry: int, name: bytes) -> str | None:
        """Why an entry is not proven; None if it is."""
        ground, under, certificate = self.ground, self.under, self.certificate
        candidates, left, demands = ground.members(name), self._left(entry), self.demands[entry]
        size, bound = len(candidates), int(certificate.entries.bounds[entry])
        first = under.first if entry == 0 else None
        if bound <= ground.counted(name, left):
            return None
        if first is None and ground.is_pure(candidates):
            return self._beyond_what_is_known(bound)
        if left == 0:
            return f"{size} secrets are left without a guess, but more is claimed" if ground.loses else None
        guesses = ground.open_under(candidates, bound, left) if first is None else np.array([first])
        if demands:
            guesses = np.intersect1d(guesses, self.rules.allowed(demands))
        group = int(certificate.entries.groups[entry])
        members = certificate.groups[group - 1] if group else ()
        if members and self._restricted(entry):
            return "symmetries do not keep what the rules allow here"
        for number in members:
            if not np.array_equal(np.sort(self.images.of(number)[0][candidates]), candidates):
                return f"symmetry {number} does not leave its candidates as they are"
        if members and len(guesses) and first is None:
            # An image of a guess has as many cells and costs as much, so the lowest image of an open guess is open.
            guesses = guesses[self.images.lowest(members)[guesses] == guesses]
        for guess, cells in ground.split(candidates, guesses) if len(guesses) else ():
            for exactly in (False, True):
                cost = ground.cost_under(guess, candidates, self._bounds(guess, cells, before(left), demands, exactly))
                if cost >= bound or not ground.game.restricts:
                    break
            if cost < bound:
                return self._cheaper(size, bound, guess, cost)
        return None

    def _bounds(
        self, guess: int, cells: Sequence[tuple[int, bytes]], left: int | None, demands: Demands, exactly: bool
    ) -> Iterator[int]:
        """The known bound of each cell of a guess."""
        for response, cell in cells:
            known = self.known.bound(cell, left, guess, response, demands, exactly)
            yield max(self.ground.counted(cell, left), known)
