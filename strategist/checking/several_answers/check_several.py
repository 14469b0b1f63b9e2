"""The fast checker of certificates of version 4: every claim against every question, with the cells as arrays.

You have to believe the docstring of :mod:`strategist.checking.proof`, what
:mod:`strategist.checking.several_answers.mass_board` counts, and the steps here.
:mod:`strategist.checking.several_answers.check_several_plain` makes the check once more.
"""

from __future__ import annotations

from collections.abc import Sequence

from strategist.checking.proof import Check, Wrapper
from strategist.checking.several_answers.mass_board import Board, Cost, MassPosition
from strategist.checking.several_answers.mass_bounds import Parts
from strategist.files.certificate import Certificate
from strategist.model.objective import LOST
from strategist.model.tree import Figure


def check_several(certificate: Certificate, progress: Wrapper = iter) -> Check:
    """Check every question at every position that a certificate of version 4 lists; ``progress`` may wrap them.

    >>> from strategist.files.versions.mass_columns import only_entry
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3,goal=identify)")
    >>> [check_several(Certificate.of_masses(game, "size", only_entry(bound))).proven for bound in (2, 3)]
    [True, False]
    """
    check = Check(certificate.bound, len(certificate))
    checker = _Checker(certificate)
    if (problem := checker.place()) is not None:
        check.problems.append(problem)
        return check
    check.see_each(checker.unproven, progress)
    return check


class _Checker:
    def __init__(self, certificate: Certificate) -> None:
        assert certificate.masses is not None  # of version 4
        self.claims, self.board = certificate.masses, Board(certificate.game, certificate.objective)
        self.places: list[MassPosition] = []
        self.known: dict[MassPosition, list[tuple[Figure, int | None]]] = {}
        self.parts = Parts(self.board.count)

    def place(self) -> str | None:
        """Find the position of each claim; returns why there is none for one of them."""
        for number, above in enumerate(self.claims.above()):
            place: MassPosition | None = self.board.start()
            if above is not None:
                place = self._after(self.places[above], self.claims.guesses[number], self.claims.responses[number])
            if place is None:
                return f"entry {number}: no secret left gives this response there"
            self.places.append(place)
            if number or self.claims.first is None:
                self.known.setdefault(place, []).append((self.claims.bounds[number], self.claims.left_at(number)))
                if self.board.spares:
                    self.parts.add(place.secrets, self.claims.bounds[number], self.claims.left_at(number))
        return None

    def _after(self, place: MassPosition, question: int, response: int) -> MassPosition | None:
        if place.asked >> question & 1:
            return None
        found = (branch.place for branch in self.board.branches_at(place, question) if branch.response == response)
        return next(found, None)

    def unproven(self, number: int) -> str | None:
        """Why a claim is not proven; None if it is."""
        board, place, bound, within = (
            self.board,
            self.places[number],
            self.claims.bounds[number],
            self.claims.left_at(number),
        )
        first = self.claims.first if number == 0 else None
        if first is None and bound <= board.counted(place, within):
            return None
        if board.ended(place):
            return f"nothing is to be asked there, but at least {bound} is claimed"
        if within == 0:
            if board.objective != LOST.name or bound <= board.mass(place):
                return None
            return "no question is left, but more is claimed to be lost"
        questions: Sequence[int] = board.telling(place) if first is None else (first,)
        after = None if within is None else within - 1
        for question in questions:
            branches = board.branches_at(place, question)
            # Counting costs less than to look for claims.
            cost = board.joined(place, question, ((each.factor, board.counted(each.place, after)) for each in branches))
            if cost < bound:
                needs = ((each.factor, self._least(each.place, after)) for each in branches)
                cost = board.joined(place, question, needs)
            if cost < bound and board.spares:
                parts = ((each.factor, self._by_parts(each.place, after)) for each in branches)
                cost = board.joined(place, question, parts)
            if cost < bound:
                text = board.game.format_code(board.game.guesses[question])
                count = place.secrets.bit_count()
                return f"of {count} secrets, at least {bound} is claimed, but question {text} may need only {cost}"
        return None

    def _least(self, place: MassPosition, within: int | None) -> Cost:
        """The best known lower bound of a position: by counting, or by a claim."""
        best = self.board.counted(place, within)
        for bound, limit in self.known.get(place, ()):
            if bound > best and (limit is None or (within is not None and within <= limit)):
                best = bound
        return best

    def _by_parts(self, place: MassPosition, within: int | None) -> Cost:
        """The best known lower bound of a position whose parts cost no more, by what is known of it or of a part."""
        least = self._least(place, within)
        return least if isinstance(least, float) else self.parts.most(place.secrets, within, least)
