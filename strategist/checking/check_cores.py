"""The checker of certificates of version 3: is a number of guesses too few to find all secrets?

It shares nothing with the search. Responses come from ``Game.respond``, and the cells of a set are counted by
:meth:`~strategist.checking.splitting.Ground.count_cells`. A certificate lists *cores*: sets of secrets, each with a
number k of guesses within which it cannot be solved. This is what you have to believe.

*Parts.* A strategy that finds all secrets of a set within k guesses finds those of each part of it, too. So a set is no
easier than any part of it. It is no easier either with fewer guesses left, or with fewer allowed: what is proven here
holds where the rules restrict guesses and turns as well.

*One guess more.* A guess that gives all members of a core T the same response leaves T whole. This is not the solved
response, because T has two members or more, and the checker tests for every pair of guess and secret that the response
is the solved one exactly if the guess is the secret. So the rest of T is still to be found, with one guess less. Hence
a set S cannot be solved within k guesses if every guess leaves some part of S whole that cannot be solved within k - 1.
Each such part must be listed. Its own proof is about fewer guesses, so no proof is circular.

*The last level.* Two secrets cannot be solved within one guess, since a guess is not both. Where secrets are only
announced, two cannot be told apart by no question at all. So with one guess more, a set cannot be solved if every guess
gives two of its members the same response: if it has fewer cells than members.

*The claim.* Last comes the set of all secrets, which is not listed, and the number of guesses that is one below the
bound.

:func:`strategist.checking.check_plain.check_plainly` makes this check with Python sets, without bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from strategist.checking.check import check_solved
from strategist.checking.check_result import Check
from strategist.checking.splitting import Ground, Indices, Wrapper, table_by_rules
from strategist.common.errors import StrategyFileError, TooLargeError
from strategist.common.wording import counted
from strategist.files.certificate import Certificate
from strategist.files.core_columns import Cores, last_level
from strategist.model.game import Code, Game
from strategist.model.objective import DEPTH

_MOST_PROBLEMS = 10
_MOST_NAMED = 12
_MOST_BYTES = 8 << 30
_MOST_LOOKS = 1 << 36
"""The most members that are compared: for each core, those of all cores of the level before. Wordle's file
takes 3·10⁸."""

Bits = NDArray[np.uint8]
"""A bit for each guess, as ``packbits`` leaves them."""


def check_by_cores(certificate: Certificate, cores: Cores, progress: Wrapper = iter) -> Check:
    """Check every guess at every core that a certificate of version 3 lists, and at the whole game.
    Raises :class:`~strategist.common.errors.StrategyFileError` if no secret agrees with the start,
    and :class:`~strategist.common.errors.TooLargeError`.

    ``progress`` may wrap the candidates while their responses are computed, and then the cores.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,4)")
    >>> [check_by_cores(Certificate.of_cores(game, bound, cores), cores).proven
    ...  for bound, cores in ((3, Cores.of([])), (4, Cores.of([[[0, 1, 2], [1, 2, 3], [0, 2, 3], [0, 1, 3]]])))]
    [True, True]
    """
    game = certificate.game
    codes = game.consistent(certificate.start) if certificate.start else list(game.secrets)
    if not codes:
        raise StrategyFileError("header.start: no secret agrees with it")
    _refuse_large(game, cores)
    ground = Ground(game, codes, table_by_rules(game, codes, progress), DEPTH.name, of_any_game=True)
    check = Check(certificate.bound, len(cores))
    check_solved(ground, check)
    if not check.problems:
        for problem in _Levels(game, codes, ground, cores, progress).problems():
            check.problems.append(problem)
            if len(check.problems) >= _MOST_PROBLEMS:
                break
    return check


def _refuse_large(game: Game, cores: Cores) -> None:
    """Raise :class:`~strategist.common.errors.TooLargeError` for a file that would take too much memory, or
    too long."""
    ends = np.cumsum((0, *cores.counts))
    totals = np.concatenate(([0], np.cumsum(cores.sizes)))
    members = np.diff(totals[ends])
    looks = sum(below * count for below, count in zip(members.tolist(), (*cores.counts, 1)[1:], strict=True))
    if looks > _MOST_LOOKS:
        raise TooLargeError(
            f"header.cores: checking them takes {looks} looks at members, at most {_MOST_LOOKS} are made"
        )
    needed = max(cores.counts, default=0) * (game.question_count // 8 + 1)
    if needed > _MOST_BYTES:
        raise TooLargeError(f"header.cores: checking needs {needed / 2**30:.1f} GiB for those of one level")


class _Levels:
    """The cores level by level, by the number of guesses within which they cannot be solved, ascending."""

    def __init__(self, game: Game, codes: Sequence[Code], ground: Ground, cores: Cores, progress: Wrapper) -> None:
        self.game, self.ground, self.cores, self.progress = game, ground, cores, progress
        self.place_of = np.full(len(game.secrets), -1, dtype=np.int64)
        place = {code: index for index, code in enumerate(game.secrets)}
        self.secrets = np.array([place[code] for code in codes], dtype=np.int64)
        """The index of each candidate in the game."""
        self.place_of[self.secrets] = np.arange(len(codes))
        self.last = last_level(game)

    def problems(self) -> Iterator[str]:
        """Why cores are not proven, and then why the claim is not."""
        every = iter(self.progress(range(len(self.cores))))
        below: _Pool | None = None
        for within, level in enumerate(self.cores.levels(), self.last):
            pool = _Pool(self.ground.table, len(level))
            for core, secrets in zip(islice(every, len(level)), level, strict=True):
                members = self.place_of[np.asarray(secrets)]
                if members.min() < 0:
                    yield f"core {core}: {self._name(secrets[int(members.argmin())])} does not agree with the start"
                    return
                problem = self._unproven(f"core {core}", members, within, below)
                if problem is not None:
                    yield problem
                pool.add(members)
            below = pool
        problem = self._unproven(
            "the whole game", np.arange(len(self.secrets)), self.last + len(self.cores.counts), below
        )
        if problem is not None:
            yield problem

    def _unproven(self, what: str, members: Indices, within: int, below: _Pool | None) -> str | None:
        """Why it is not proven that ``members`` cannot be solved within ``within`` guesses; None if it is."""
        if below is None:
            open_guesses = self.ground.count_cells(members[np.newaxis])[0] >= len(members)
            how = "tells all of them apart"
        else:
            open_guesses = ~below.left_whole(members)
            how = f"leaves none of their cores for {counted(within - 1, self.game.move_noun)} whole"
        if not open_guesses.any():
            return None
        guess = self.game.format_code(self.game.guesses[int(open_guesses.argmax())])
        names = [self._name(int(secret)) for secret in self.secrets[members[:_MOST_NAMED]]]
        more = [f"{len(members) - _MOST_NAMED} more"] if len(members) > _MOST_NAMED else []
        claim = f"not within {counted(within, self.game.move_noun)} is claimed"
        return f"{what} ({', '.join(names + more)}): {claim}, but {self.game.move_noun} {guess} {how}"

    def _name(self, secret: int) -> str:
        return self.game.format_code(self.game.secrets[secret])


class _Pool:
    """The cores of one level, each with the bits of the guesses that leave it whole."""

    def __init__(self, table: NDArray[np.unsignedinteger], count: int) -> None:
        self.table = table
        self._bits: Bits = np.zeros((count, (table.shape[1] + 7) // 8), dtype=np.uint8)
        self._sets: list[Indices] = []
        self._joined: tuple[Indices, Indices] | None = None

    def add(self, members: Indices) -> None:
        """Add one core."""
        rows = self.table[members]
        self._bits[len(self._sets)] = np.packbits((rows == rows[0]).all(axis=0))
        self._sets.append(members)

    def left_whole(self, members: Indices) -> NDArray[np.bool_]:
        """``bool[guesses]``: the guesses that leave whole some core whose members are all among ``members``."""
        guesses = self.table.shape[1]
        if not self._sets:
            return np.zeros(guesses, dtype=np.bool_)
        if self._joined is None:
            sizes = [len(each) for each in self._sets]
            self._joined = np.concatenate(self._sets), np.cumsum([0, *sizes[:-1]])
        every, begins = self._joined
        among = np.zeros(len(self.table), dtype=np.bool_)
        among[members] = True
        inside = np.flatnonzero(np.logical_and.reduceat(among[every], begins))
        bits = np.bitwise_or.reduce(self._bits[inside], axis=0, initial=0)
        return np.unpackbits(bits, count=guesses).astype(np.bool_)
