"""Write certificates of version 4: which positions it takes to prove what every strategy costs at least.

A position is listed where counting proves less of it than is needed. What the cells of a question cost at least is
asked of a :class:`Worth`, the search that has proven the bound. The writer asks the board of the checker what counting
will prove, so that it lists neither too much nor too little.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from strategist.checking.several_answers.mass_board import INFINITE, Board, Branch, Cost, MassPosition
from strategist.checking.several_answers.mass_bounds import Parts
from strategist.common.errors import ProofError
from strategist.files.certificate import Certificate
from strategist.files.columns import column
from strategist.files.versions.mass_columns import MassClaims
from strategist.model.game import Game, Response
from strategist.model.objective import DEPTH, LOST
from strategist.model.tree import Figure, exact
from strategist.search.certify.certify import Certified
from strategist.search.state.options import Progress
from strategist.search.tasks.supervise import StopSignal, supervise

_SHORT = 64
"""Claims that need not be exact are multiples of a part in so many."""
_BELOW = 1 - 1e-9
"""Doubles are wrong by less than this says."""


class Worth(Protocol):
    """What positions cost at least. It knows them by values of its own, which it makes itself from the start."""

    def start(self) -> Any:
        """The position at the beginning."""

    def below(self, position: Any, question: int) -> Mapping[Response, Any]:
        """What each answer to a question leads to."""

    def at_hand(self, position: Any, place: MassPosition) -> Cost:
        """What is known at once of what a position costs at least; a double may be a little more than is true.

        ``place`` is this position on the board, whose masses are the unit of the cost.
        """

    def refute(self, position: Any, place: MassPosition, question: int, needed: Figure) -> None:
        """Prove that a question costs as much as is needed, if it does: then more is at hand of what follows."""

    def cost(self, position: Any, place: MassPosition) -> Cost:
        """What a position costs, exactly."""


def certify_several(
    board: Board,
    bound: Figure,
    worth: Worth,
    left: int | None = None,
    first: int | None = None,
    tell: Callable[[int, int], object] | None = None,
) -> Certificate:
    """The certificate that every strategy for a game costs at least ``bound``, within ``left`` questions, with the
    question ``first`` to begin with. ``tell`` is called with the positions that are done, and those that are listed.

    Raises :class:`~strategist.common.errors.ProofError` if ``worth`` is not enough for that.

    >>> from strategist.games.catalog import make_game
    >>> from types import SimpleNamespace
    >>> board = Board(make_game("mastermind(1,4)"), "size")
    >>> nobody = SimpleNamespace(start=lambda: None)  # Counting is enough here.
    >>> certificate = certify_several(board, 3, nobody)
    >>> certificate.version, certificate.bound, len(certificate)
    (4, 3, 1)
    """
    writer = _Writer(board, worth, first)
    writer.write(bound, left, tell or (lambda done, listed: None))
    return Certificate.of_masses(board.game, board.objective, writer.masses(left))


def write_several(
    game: Game,
    objective: str,
    bound: Figure,
    worth: Worth,
    left: int | None,
    first: int | None,
    brake: StopSignal,
    progress: Progress | None,
) -> Certified:
    """What :func:`certify_several` writes, in a thread of its own that ``brake`` stops.

    Raises :class:`~strategist.common.errors.OutOfTimeError` and :class:`KeyboardInterrupt` if it does.
    """
    told = [0, 1]

    def tell(done: int, listed: int) -> None:
        told[:] = done, listed
        if brake.stopped:
            brake.heed("the certificate was not written")

    def tick() -> None:
        if progress is not None:
            progress(told[0] / told[1], {"positions": told[1]})

    def write() -> Certified:
        return Certified(certify_several(Board(game, objective), bound, worth, left, first, tell), 0)

    return supervise(write, brake, tick)


class _Listed(NamedTuple):
    """A claim that is listed: of a position, at least ``bound``, within ``left`` questions."""

    place: MassPosition
    position: Any
    bound: Figure
    left: int | None


class _Asked(NamedTuple):
    """A question at a position: what each answer leads to, on the board and for the worth, and what is known to be the
    least cost of each branch."""

    question: int
    branches: list[Branch]
    below: Mapping[Response, Any]
    needs: list[Cost]


def _claim(known: Cost, missing: Figure) -> Cost:
    """What to claim of a branch that costs as much as is ``known``, if so much is ``missing``: no more than that, and a
    short fraction where it can be."""
    short = Fraction(math.ceil(missing * _SHORT), _SHORT)
    if float(short) < known * _BELOW:
        return exact(short)
    if known >= missing or float(missing) * _BELOW <= known:
        return missing
    if isinstance(known, float):
        return exact(Fraction(math.floor(known * _BELOW * _SHORT * _SHORT), _SHORT * _SHORT))
    return known


class _Writer:
    def __init__(self, board: Board, worth: Worth, first: int | None) -> None:
        self.board, self.worth, self.first = board, worth, first
        self.claimed: dict[tuple[MassPosition, int | None], Figure] = {}
        self.parts = Parts(board.count)
        self.children: list[int] = []
        self.moves: list[tuple[int, int]] = []
        self.bounds: list[Figure] = []
        self.lefts: list[int] = []

    def write(self, bound: Figure, left: int | None, tell: Callable[[int, int], object]) -> None:
        """List positions, level by level, until each claim is proven."""
        start = _Listed(self.board.start(), self.worth.start(), bound, left)
        todo = deque([(start, self.first)])
        self._list((0, 0), bound, left)
        if self.first is None:
            self._claim(start.place, left, bound)
        while todo:
            listed, first = todo.popleft()
            below = self._needed_below(listed, first)
            self.children.append(len(below))
            for move, each in below:
                self._list(move, each.bound, each.left)
                todo.append((each, None))
            tell(len(self.children), len(self.bounds))

    def _claim(self, place: MassPosition, within: int | None, bound: Figure) -> None:
        self.claimed[place, within] = max(bound, self.claimed.get((place, within), 0))
        if self.board.spares:
            self.parts.add(place.secrets, bound, within)

    def _list(self, move: tuple[int, int], bound: Figure, left: int | None) -> None:
        self.moves.append(move)
        self.bounds.append(exact(bound))
        self.lefts.append(0 if left is None else left + 1)

    def _needed_below(self, listed: _Listed, first: int | None) -> list[tuple[tuple[int, int], _Listed]]:
        """The claims to be listed below another, each behind a question and an answer."""
        board, found = self.board, list[tuple[tuple[int, int], _Listed]]()
        place, needed, within = listed.place, listed.bound, listed.left
        if first is None and board.counted(place, within) >= needed:
            return found
        if within == 0 and board.objective == LOST.name and needed <= board.mass(place):
            return found
        after = None if within is None else within - 1
        for question in board.telling(place) if first is None else (first,):
            branches = board.branches_at(place, question)
            needs = [self._known(branch.place, after) for branch in branches]
            if self._cost(place, question, branches, needs) >= needed:
                continue
            asked = _Asked(question, branches, self.worth.below(listed.position, question), needs)
            for at in self._claims_for(listed, asked):
                branch, least = branches[at], asked.needs[at]
                assert not isinstance(least, float)  # claims are numbers
                claim = _Listed(branch.place, asked.below[branch.response], least, after)
                found.append(((question, branch.response), claim))
                self._claim(branch.place, after, least)
        return found

    def _claims_for(self, listed: _Listed, asked: _Asked) -> list[int]:
        """The branches of a question of which more has to be claimed, each by its place; what is claimed of them is set
        in ``asked.needs``."""
        place, needed, worth = listed.place, listed.bound, self.worth
        counted = list(asked.needs)
        for attempt in range(3):
            asked.needs[:] = counted
            hand = [self._at_hand(asked, at, exactly=attempt == 2) for at in range(len(counted))]
            gains = {at: self._gain(asked, at, hand[at]) for at in range(len(counted)) if hand[at] > counted[at]}
            claimed = []
            # The claims that help most come first, so that few are needed.
            for at in sorted(gains, key=lambda each: self._rank(asked, each, hand[each], needed, gains[each])):
                if self._cost(place, asked.question, asked.branches, asked.needs) >= needed:
                    break
                missing = self._missing(place, asked, at, needed)
                asked.needs[at] = _claim(hand[at], missing)
                if asked.needs[at] > counted[at]:
                    claimed.append(at)
            if self._cost(place, asked.question, asked.branches, asked.needs) >= needed:
                return claimed
            if attempt == 0:
                worth.refute(listed.position, place, asked.question, needed)
        code = self.board.game.format_code(self.board.game.guesses[asked.question])
        raise ProofError(f"{self.board.game.spec}: the search has not proven why not to ask {code}")

    def _rank(self, asked: _Asked, at: int, hand: Cost, needed: Figure, gain: float) -> tuple[float, int]:
        if self.board.objective == DEPTH.name and hand >= needed - 1:
            # One branch is enough: the smallest, which is a part of most others.
            return -math.inf, asked.branches[at].place.secrets.bit_count()
        return -gain, at

    def _at_hand(self, asked: _Asked, at: int, exactly: bool) -> Cost:
        branch = asked.branches[at]
        if asked.needs[at] == INFINITE or self.board.ended(branch.place):
            return asked.needs[at]
        position = asked.below[branch.response]
        return (self.worth.cost if exactly else self.worth.at_hand)(position, branch.place)

    def _gain(self, asked: _Asked, at: int, hand: Cost) -> float:
        """How much more a question costs by what is known of one of its branches."""
        if not self.board.weighs:
            return float(hand - asked.needs[at])
        return float(asked.branches[at].factor) * float(hand - asked.needs[at])

    def _missing(self, place: MassPosition, asked: _Asked, at: int, needed: Figure) -> Figure:
        """What one branch of a question has to cost, so that the others cost no more than is known."""
        if self.board.objective == DEPTH.name:
            return needed - 1
        others = [need if each != at else 0 for each, need in enumerate(asked.needs)]
        known = self._cost(place, asked.question, asked.branches, others)
        assert not isinstance(known, float)  # one that costs infinitely much is enough for the question
        factor = 1 if not self.board.weighs else asked.branches[at].factor
        return exact(Fraction(needed - known) / factor)

    def _known(self, place: MassPosition, within: int | None) -> Cost:
        """What is proven of a position by counting, or by a claim that is listed by now."""
        least = max(self.board.counted(place, within), self.claimed.get((place, within), 0))
        if self.board.spares and not isinstance(least, float):
            return self.parts.most(place.secrets, within, least)
        return least

    def _cost(self, place: MassPosition, question: int, branches: list[Branch], needs: list[Cost]) -> Cost:
        pairs = ((branch.factor, need) for branch, need in zip(branches, needs, strict=True))
        return self.board.joined(place, question, pairs)

    def masses(self, left: int | None) -> MassClaims:
        """What has been listed."""
        guesses, responses = zip(*self.moves, strict=True)
        return MassClaims(
            left,
            self.first,
            column(self.children),
            column(guesses),
            column(responses),
            self.bounds,
            column(self.lefts),
        )
