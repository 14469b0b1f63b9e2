"""Write certificates of version 4: which positions it takes to prove what every strategy costs at least.

A position is listed where counting proves less of it than is needed. What the cells of a question cost at least is
asked of a function: the search that has proven the bound, or :class:`PlainWorth`. The writer asks the board of the
checker what counting will prove, so that it lists neither too much nor too little.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from functools import cache

from strategist.checking.keys.key_board import INFINITE, Board, Branch, Cost, Place
from strategist.common.errors import StrategistError
from strategist.files.certificate import Certificate
from strategist.files.columns import column
from strategist.files.key_columns import Keys
from strategist.model.objective import DEPTH, LOST
from strategist.model.tree import Figure, exact

Worth = Callable[[Place, int | None], Cost]
"""What a position costs at least, within a number of questions: proven, and as much as is known."""


def certify_keys(
    board: Board, bound: Figure, worth: Worth, left: int | None = None, first: int | None = None
) -> Certificate:
    """The certificate that every strategy for a game costs at least ``bound``, within ``left`` questions, with the
    question ``first`` to begin with. Raises :class:`~strategist.common.errors.StrategistError` if ``worth`` is not
    enough for that.

    >>> from strategist.games.catalog import make_game
    >>> board = Board(make_game("mastermind(1,4)"), "size")
    >>> certificate = certify_keys(board, 3, PlainWorth(board))
    >>> certificate.version, certificate.bound, len(certificate)
    (4, 3, 1)
    """
    writer = _Writer(board, worth, first)
    writer.write(bound, left)
    return Certificate.of_keys(board.game, board.objective, writer.keys(left))


class _Writer:
    def __init__(self, board: Board, worth: Worth, first: int | None) -> None:
        self.board, self.worth, self.first = board, worth, first
        self.listed: dict[tuple[Place, int | None], Figure] = {}
        self.children: list[int] = []
        self.moves: list[tuple[int, int]] = []
        self.bounds: list[Figure] = []
        self.lefts: list[int] = []

    def write(self, bound: Figure, left: int | None) -> None:
        """List positions, level by level, until each claim is proven."""
        start = self.board.start()
        todo = deque([(start, bound, left, self.first)])
        self._list((0, 0), bound, left)
        if self.first is None:
            self.listed[start, left] = bound
        while todo:
            place, needed, within, first = todo.popleft()
            below = self._needed_below(place, needed, within, first)
            self.children.append(len(below))
            for question, branch, least in below:
                after = None if within is None else within - 1
                self._list((question, branch.response), least, after)
                todo.append((branch.place, least, after, None))

    def _list(self, move: tuple[int, int], bound: Figure, left: int | None) -> None:
        self.moves.append(move)
        self.bounds.append(exact(bound))
        self.lefts.append(0 if left is None else left + 1)

    def _needed_below(
        self, place: Place, needed: Figure, within: int | None, first: int | None
    ) -> list[tuple[int, Branch, Figure]]:
        """The claims to be listed below a position, each by a question and an answer."""
        board, found = self.board, list[tuple[int, Branch, Figure]]()
        if first is None and board.counted(place, within) >= needed:
            return found
        if within == 0 and board.objective == LOST.name and needed <= board.mass(place):
            return found
        after = None if within is None else within - 1
        for question in board.telling(place) if first is None else (first,):
            branches = board.branches_at(place, question)
            needs = [self._known(branch.place, after) for branch in branches]
            open_branches = [at for at, branch in enumerate(branches) if self._helps(needs[at], branch.place, after)]
            # Small positions are proven by fewer claims.
            open_branches.sort(key=lambda at: branches[at].place.secrets.bit_count())
            while self._cost(place, question, branches, needs) < needed:
                if not open_branches:
                    code = board.game.format_code(board.game.guesses[question])
                    raise StrategistError(f"{board.game.spec}: the search has not proven why not to ask {code}")
                at = open_branches.pop(0)
                best = self.worth(branches[at].place, after)
                if best <= needs[at]:
                    continue
                if board.objective == DEPTH.name:
                    if best < needed - 1:
                        continue
                    best = needed - 1
                if isinstance(best, float):
                    # Nothing is found in time: as much as is needed is claimed.
                    best = math.ceil(needed / branches[at].factor)
                needs[at] = best
                found.append((question, branches[at], best))
                self.listed[branches[at].place, after] = best
        return found

    def _helps(self, known: Cost, place: Place, within: int | None) -> bool:
        return known != INFINITE and not self.board.ended(place)

    def _known(self, place: Place, within: int | None) -> Cost:
        """What is proven of a position by counting, or by a claim that is listed by now."""
        return max(self.board.counted(place, within), self.listed.get((place, within), 0))

    def _cost(self, place: Place, question: int, branches: list[Branch], needs: list[Cost]) -> Cost:
        pairs = ((branch.factor, need) for branch, need in zip(branches, needs, strict=True))
        return self.board.joined(place, question, pairs)

    def keys(self, left: int | None) -> Keys:
        """What has been listed."""
        guesses, responses = zip(*self.moves, strict=True)
        return Keys(
            left,
            self.first,
            column(self.children),
            column(guesses),
            column(responses),
            self.bounds,
            column(self.lefts),
        )


class PlainWorth:
    """What positions cost exactly, by a search over all questions, in fractions.

    >>> from strategist.games.catalog import make_game
    >>> board = Board(make_game("mastermind(2,3,goal=identify)"), "total")
    >>> PlainWorth(board)(board.start(), None)
    15
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.exact = cache(self._exact)

    def __call__(self, place: Place, within: int | None) -> Cost:
        found = self.exact(place, within)
        return found if isinstance(found, float) else exact(found)

    def _exact(self, place: Place, within: int | None) -> Cost:
        board = self.board
        if board.ended(place):
            return 0
        if within == 0:
            return board.mass(place) if board.objective == LOST.name else INFINITE
        after = None if within is None else within - 1
        best: Cost = board.mass(place) if board.objective == LOST.name else INFINITE
        asked = [(question, board.branches_at(place, question)) for question in board.telling(place)]
        told = [
            (board.joined(place, question, ((each.factor, board.counted(each.place, after)) for each in branches)), at)
            for at, (question, branches) in enumerate(asked)
        ]
        for least, at in sorted(told):
            if least >= best:
                break
            question, branches = asked[at]
            costs = ((each.factor, self.exact(each.place, after)) for each in branches)
            best = min(best, board.joined(place, question, costs))
        return best
