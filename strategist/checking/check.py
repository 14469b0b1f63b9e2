"""The checker of certificates: does every strategy cost at least the bound that a certificate states?

The checker shares nothing with the search: responses come from ``Game.respond``, or in large games from its form for
many codes at once (``Game.bulk``). You have to believe what
:mod:`strategist.checking.proof` says of claims, the loop here, and of the kind of positions that claims are about what
its board counts, and how it looks at questions: :mod:`strategist.checking.sets.set_claims`,
:mod:`strategist.checking.several_answers.mass_claims` or :mod:`strategist.checking.lies.lies_claims`.
:mod:`strategist.checking.check_plain` makes this check without any short cut.

*One loop.* Each claim is proven as :meth:`_Checker._refute` says, by its numbered steps. What a board can look at
together is looked at together. Where a claim names symmetries of the game that map its position onto itself, the lowest
of the images of a guess stands for all. The checker tests with every guess and every secret that the game has
them, and for every position that they map it onto itself. Where a claim names another one and a symmetry,
the checker tests that this makes its position of that of the other claim, and looks at no guess.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from strategist.checking.claim_board import Board, Place
from strategist.checking.ground import Wrapper
from strategist.checking.jobs.processes import results
from strategist.checking.lies.lies_claims import Liars
from strategist.checking.paths.check_paths import check_paths
from strategist.checking.proof import Check, Proof
from strategist.checking.sets.set_claims import Sets
from strategist.checking.several_answers.mass_claims import Masses
from strategist.checking.static.check_static import check_static
from strategist.files.certificate import KIND_LIES, Certificate
from strategist.files.versions.mass_columns import KIND_MASSES
from strategist.files.versions.path_columns import KIND_PATHS

_MOST_PROBLEMS = 10
_BOARDS: Mapping[int, Callable[[Proof, Wrapper], Board]] = {KIND_MASSES.version: Masses, KIND_LIES.version: Liars}
"""What claims of a version are about, where these are not sets."""


def check_certificate(certificate: Certificate, progress: Wrapper = iter, jobs: int = 1, share: float = 1.0) -> Check:
    """Check everything that a certificate of any version lists, by the rules alone.

    Parameters
    ----------
    certificate : Certificate
        The certificate; :func:`strategist.check` takes a path, too.
    progress : callable, optional
        It wraps the candidates while their responses are computed, and then what is listed, as ``tqdm`` does.
    jobs : int, default 1
        The number of processes; threads, where processes cannot begin as copies of this one. They change nothing of
        what is found.
    share : float, default 1.0
        The share of the claims that are looked at, drawn at random; the others are believed. Of questions asked all at
        once, and of costs of paths, everything is looked at.

    Returns
    -------
    Check
        The bound, the number of entries, and the problems: none if the bound is proven.

    Raises
    ------
    StrategyFileError
        If no secret agrees with the start, or if what the game allows does not follow from its moves.
    TooLargeError
        If the certificate is too large to be checked.

    References
    ----------
    R. M. McConnell, K. Mehlhorn, S. Näher and P. Schweitzer, "Certifying algorithms", Computer Science Review 5 (2011).

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> from strategist.files.versions.position_columns import Entries
    >>> from strategist.files.columns import column
    >>> only = [column([value]) for value in (0, 0, 0, 6, 0)]
    >>> check_certificate(Certificate(make_game("mastermind(1,3)"), "total", Entries(*only))).proven
    True
    """
    if certificate.sets is not None:
        return check_static(certificate, progress)
    if certificate.version == KIND_PATHS.version:
        return check_paths(certificate, progress)
    proof = Proof.of(certificate)
    return _Checker(proof, _BOARDS.get(certificate.version, Sets)(proof, progress), progress, jobs, share).checked()


class _Checker:
    """The check of one certificate."""

    def __init__(self, proof: Proof, board: Board, progress: Wrapper, jobs: int, share: float) -> None:
        self.proof, self.board, self.progress, self.share = proof, board, progress, share
        board.jobs = jobs

    def checked(self) -> Check:
        """The result of the check."""
        board = self.board
        check = Check(self.proof.certificate.bound, len(self.proof.certificate), list(board.problems()))
        found = check.problems
        if found:
            return check
        places, problem = board.positions()
        if problem is not None and not self.proof.by_cores:
            found.append(problem)
            return check
        for claim, why in islice(board.unlike(places), _MOST_PROBLEMS):
            found.append(f"{board.what(claim, places[claim])}: {why}")
        if found:
            return check
        listed = board.learn(places)
        board.prepare(listed, places)
        if self.share < 1:
            listed = [*listed[:1], *(claim for claim in listed[1:] if random.random() < self.share)]
        refuted = self._refuted(listed, places)
        told = sorted(refuted, key=self._order(places))[:_MOST_PROBLEMS]
        found.extend(f"{board.what(claim, places[claim])}: {refuted[claim]}" for claim in told)
        if problem is not None and len(found) < _MOST_PROBLEMS:
            found.append(problem)
        return check

    def _order(self, places: Sequence[Place]) -> Callable[[int], Any]:
        """By what claims are ordered where problems are told; one about a first guess comes first."""
        given, kind = self.proof.first is not None, self.board.kind
        return lambda claim: (not given or claim > 0, kind(claim, places[claim]), claim)

    def _refuted(self, listed: Sequence[int], places: Sequence[Place]) -> dict[int, str]:
        """Claims that are not proven, each with the reason: all, or as many as are told, and then the first ones."""
        refuted, order = dict[int, str](), self._order(places)
        given = self.proof.first is not None
        batches: Sequence[Sequence[int]] = self.board.batches(listed[given:], places)
        if given:
            batches = [listed[:1], *batches]

        def left(at: int) -> Sequence[int]:
            """What of a batch may still be told: nothing that comes behind as many others as are told."""
            if len(refuted) < _MOST_PROBLEMS:
                return batches[at]
            last = sorted(map(order, refuted))[_MOST_PROBLEMS - 1]
            return [claim for claim in batches[at] if order(claim) < last]

        parts = filter(len, map(left, self.progress(range(len(batches)))))
        for found in results(lambda part: self._refute(part, places), parts, self.board.jobs):
            refuted.update(found)
        return refuted

    def _refute(self, claims: Sequence[int], places: Sequence[Place]) -> dict[int, str]:
        """The claims among those of a batch that are not proven, each with the reason."""
        proof, board, refuted = self.proof, self.board, dict[int, str]()
        given, made = claims[0] == 0 and proof.first is not None, proof.made(claims[0])
        # 1. Counting proves a claim, or nothing can be asked.
        surely, others = board.beyond(claims, places)
        beyond = list(surely)
        for claim in others:
            place, left, bound = places[claim], proof.left(claim), board.bounds[claim]
            if (board.counts_first or not given) and bound <= board.counted(place, left, made):
                continue
            if not (board.counts_first and given) and board.ended(place):
                refuted[claim] = proof.ended(claim)
            elif left == 0:
                # All is lost; for any other objective the cost is infinite.
                if board.loses and bound > board.counted(place, 0, made):
                    refuted[claim] = board.lost(place)
            else:
                beyond.append(claim)
        # 2. The symmetries that a claim names leave its position as it is, and what is allowed.
        if len(beyond):
            refuted.update(board.moved(beyond, [places[claim] for claim in beyond]))
            beyond = [claim for claim in beyond if claim not in refuted]
        # 3.-6. A question refutes a claim, unless it costs as much by what is known of its cells.
        if len(beyond):
            for claim, why in board.cheaper(beyond, [places[claim] for claim in beyond]):
                refuted.setdefault(claim, why)
        return refuted
