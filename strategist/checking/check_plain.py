"""A second checker of certificates, as simple as possible: the specification of :mod:`strategist.checking.check`.

The two checkers share nothing but the question (:mod:`strategist.checking.proof`), which also says when a claim is
proven. Both must give the same answer for every certificate. The loop is here; what positions are, and what counting
proves of them, say four boards: :mod:`strategist.checking.sets.plain_sets` for one answer to each question,
:mod:`strategist.checking.several_answers.plain_masses`, :mod:`strategist.checking.lies.plain_liars`, and
:mod:`strategist.checking.paths.plain_paths_board` for costs of paths.

A claim about a position is proven if counting says so, or if every question costs at least its bound when the cost of
each cell is replaced by a lower bound: the one from counting, or that of a claim for the same position, with as many
guesses left or more, and with all guesses allowed that are allowed here. Some claims hold of every position of which
theirs is a part: cores, with as many guesses left, and claims of masses where nothing that was asked matters. The first
claim may be about one first guess only; then it says nothing of its position under other guesses.

A claim may name symmetries. Each permutes secrets and guesses, and keeps every response between them: this is tested
for every guess and every secret. So a guess costs as much as its images, and the first of several guesses that are
images of each other is enough. Or it names one that makes its position of that of another claim, which is tested for
every guess and the secrets there.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from strategist.checking.lies.plain_liars import PlainLiars
from strategist.checking.paths.plain_paths_board import PathsBoard
from strategist.checking.plain_board import INFINITE, Cost, Place, PlainBoard
from strategist.checking.proof import Claim, Proof
from strategist.checking.sets.plain_sets import PlainSets
from strategist.checking.several_answers.plain_masses import PlainMasses
from strategist.checking.static.check_static_plain import check_static_plainly
from strategist.common.errors import StrategyFileError
from strategist.files.certificate import KIND_LIES, Certificate
from strategist.files.versions.mass_columns import KIND_MASSES
from strategist.files.versions.path_columns import KIND_PATHS
from strategist.model.game import Code, History, Response

Allowed = frozenset[int]
Told = tuple[Cost, int | None, Allowed | None]
"""A bound, the guesses within which it holds, and the guesses that it is about."""
_BOARDS: Mapping[int, Callable[[Proof], PlainBoard]] = {
    KIND_MASSES.version: PlainMasses,
    KIND_LIES.version: PlainLiars,
    KIND_PATHS.version: PathsBoard,
}
"""What claims of a version are about, where these are not sets."""


def check_plainly(certificate: Certificate) -> list[str]:
    """Why a certificate does not prove what it states: a line for each claim that is not proven; none if all are.
    Raises :class:`~strategist.common.errors.StrategyFileError` if what a game allows does not follow from each move.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.files.versions.position_columns import Entries
    >>> from strategist.files.columns import column
    >>> only = [column([value]) for value in (0, 0, 0, 7, 0)]
    >>> check_plainly(Certificate(make_game("mastermind(1,3)"), "total", Entries(*only)))
    ['entry 0: of 3 secrets, at least 7 is claimed, but guess 1 may need only 6']
    """
    if certificate.sets is not None:
        return check_static_plainly(certificate)
    proof = Proof.of(certificate)
    return list(_Plain(proof, _BOARDS.get(certificate.version, PlainSets)(proof)).problems())


class _Plain:
    """The check of one certificate."""

    def __init__(self, proof: Proof, board: PlainBoard) -> None:
        self.proof, self.board, self.game = proof, board, proof.game
        self.claims = list(proof.claims())
        self.places: list[Place] = []
        """The position of each claim."""
        self.allowed: list[Allowed | None] = []
        """The guesses that each claim is about; None for all."""
        self.known: dict[int | None, dict[Place, list[Told]]] = defaultdict(dict)
        """What is claimed of each position, at each stage."""
        self.told = cache(self._told)
        self.allowed_after = cache(self._allowed_after)

    def problems(self) -> Iterator[str]:
        """A line for each claim that is to be proven, and is not."""
        if (problem := self.board.problem() or self._place()) is not None:
            yield problem
            return
        self._learn()
        for number in self._listed():
            if (problem := self._unproven(number)) is not None:
                yield f"{self.proof.name(number)}: {problem}"

    def _place(self) -> str | None:
        """Find the position of each claim; returns why there is none for one of them."""
        start = self.board.start()
        for number, claim in enumerate(self.claims):
            place = start
            if claim.secrets is not None:
                place = self.board.of_secrets(claim.secrets)
            elif claim.above is not None:
                place = self.board.after(self.places[claim.above], claim.guess, claim.response)
            if place is None:
                return f"{self.proof.name(number)}: {self.proof.wording.nowhere}"
            self.places.append(place)
        return None

    def _learn(self) -> None:
        for number, (claim, place) in enumerate(zip(self.claims, self.places, strict=True)):
            self.allowed.append(self.allowed_after(self._path(number)) if claim.restricted else None)
            # What is claimed of one first guess says nothing of others.
            if number or self.proof.first is None:
                told = self.known[self.board.stage(claim.left, claim.made)].setdefault(place, [])
                told.append((_bound(claim), claim.left, self.allowed[number]))

    def _listed(self) -> Iterable[int]:
        """The claims to be proven: all, or the strongest of each position."""
        if self.proof.every:
            return range(len(self.claims))
        strongest: dict[Place, int] = {}
        for number, (claim, place) in enumerate(zip(self.claims, self.places, strict=True)):
            if place not in strongest or _bound(claim) > _bound(self.claims[strongest[place]]):
                strongest[place] = number
        return strongest.values()

    def _unproven(self, number: int) -> str | None:
        """Why a claim is not proven; None if it is."""
        proof, board, claim, place = self.proof, self.board, self.claims[number], self.places[number]
        bound, left, allowed, wording = _bound(claim), claim.left, self.allowed[number], proof.wording
        first = None if number else proof.first
        if proof.by_cores and not self.places[-1].issuperset(place):
            return "not all agree with the start"
        if claim.original is not None:
            return self._unlike(claim, place, self.claims[claim.original], self.places[claim.original])
        if (first is None or board.counts_first) and bound <= board.counted(place, left, claim.made):
            return None
        # What is known needs no guess, so its cost is finite even if no guess is left.
        if (first is None or not board.counts_first) and board.ended(place):
            return proof.ended(number)
        if left == 0:
            # All is lost; for any other objective the cost is infinite.
            return wording.lost if board.loses and bound > board.counted(place, 0, claim.made) else None
        if first is None and bound > (cost := board.stopped(place)):
            return proof.stopped(number, len(board.secrets(place)), cost)
        if claim.group and (allowed is not None or not board.is_kept(place, claim.group)):
            return wording.moved
        questions = [first] if first is not None else board.lowest(claim.group) if claim.group else board.open(place)
        # Where all guesses are allowed, only what this guess reveals restricts the next ones.
        path = () if allowed is None else self._path(number)
        for question in questions:
            if allowed is not None and question not in allowed:
                continue
            cost = self._cost(place, question, claim, path, first is not None)
            if cost < bound:
                return proof.cheaper(number, len(board.secrets(place)), board.text(question), cost)
        return None

    def _unlike(self, claim: Claim, place: Place, original: Claim, of: Place) -> str | None:
        """Why an original does not prove the claim about an image of its position; None if it does."""
        as_much = original.original is None and _bound(original) >= _bound(claim)
        if not as_much or (original.left, original.made) != (claim.left, claim.made):
            return f"entry {claim.original} does not claim as much"
        if not self.board.is_image(claim.by, of, place) or not self.board.keeps(claim.by, self.board.secrets(of)):
            return f"no symmetry makes its candidates of those of entry {claim.original}"
        return None

    def _cost(self, place: Place, question: int, claim: Claim, path: History, forced: bool) -> Cost:
        """The least cost of a question, from the best known bounds of its cells."""
        board, after = self.board, None if claim.left is None else claim.left - 1
        cells = board.cells(place, question)
        if board.skips_vain and not forced and any(cell == place for _, _, cell in cells):
            return INFINITE
        deep, code = board.deep, board.questions[question]
        found: Cost = 0
        for response, factor, cell in cells:
            need = self._least(cell, after, claim.made + 1, path, (code, response))
            if need == INFINITE:
                board.refuted_by(response)
                return INFINITE
            need += board.answered(place, question, response)
            found = max(found, need) if deep else found + factor * need
        return board.asked(place, question, claim.made) + found

    def _least(self, place: Place, left: int | None, made: int, path: History, move: tuple[Code, Response]) -> Cost:
        """The best known lower bound of the position behind a path and a move: by counting, or by a claim."""
        best, stage = self.board.counted(place, left, made), self.board.stage(left, made)
        if best == INFINITE or stage not in self.known:
            return best
        for bound, within, allowed in (
            self.told(place, stage) if self.board.by_parts else self.known[stage].get(place, ())
        ):
            in_time = within is None or (left is not None and left <= within)
            if bound > best and in_time and (allowed is None or self.allowed_after((*path, move)) <= allowed):
                best = bound
        return best

    def _told(self, place: Place, stage: int | None) -> list[Told]:
        """What is claimed of a position and of its parts."""
        here, secrets = frozenset(self.board.secrets(place)), self.board.secrets
        return [each for part, told in self.known[stage].items() if here.issuperset(secrets(part)) for each in told]

    def _path(self, number: int) -> History:
        """The moves that lead to a claim."""
        moves = self.proof.moves(number)
        return (*self.proof.start, *((self.game.guesses[guess], response) for guess, response in moves))

    def _allowed_after(self, history: History) -> Allowed:
        """The guesses that every move of a history allows."""
        numbers = {code: number for number, code in enumerate(self.board.questions)}
        found = frozenset(numbers.values())

        def among(codes: Iterable[Code]) -> Allowed:
            return frozenset(numbers[code] for code in codes if code in numbers)

        for move in history:
            allowed = self.game.allowed((move,))
            found = found if allowed is None else found & among(allowed)
        whole = self.game.allowed(history)
        if whole is not None and found != among(whole):
            after = self.game.format_history(history)
            raise StrategyFileError(f"{self.game.spec}: what is allowed after {after} does not follow from each move")
        return found


def _bound(claim: Claim) -> Cost:
    return math.inf if claim.bound is None else claim.bound
