"""Masses of secrets for the fast checker (version 4): every claim against every question, with the cells as arrays.

You have to believe what :mod:`strategist.checking.several_answers.mass_board` counts, and how a question is looked at
here. :mod:`strategist.checking.several_answers.plain_masses` says why it holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from strategist.checking.claim_board import Board
from strategist.checking.demands import FREE
from strategist.checking.ground import Wrapper
from strategist.checking.proof import Proof
from strategist.checking.several_answers.mass_board import Board as MassBoard
from strategist.checking.several_answers.mass_board import Branch, Cost, MassPosition
from strategist.checking.several_answers.mass_bounds import Parts
from strategist.model.objective import LOST
from strategist.model.tree import Figure


class Masses(Board):
    """The positions of :class:`~strategist.checking.several_answers.mass_board.Board`."""

    infinite = math.inf
    counts_first = False

    def __init__(self, proof: Proof, progress: Wrapper) -> None:
        super().__init__(proof)
        self.masses = MassBoard(proof.game, proof.objective)
        self.start, self.ended = self.masses.start, self.masses.ended
        self.loses = proof.objective == LOST.name or self.masses.price is not None
        self.parts = Parts(self.masses.count)

    def behind(self, place: MassPosition) -> Callable[[int, int], MassPosition | None]:
        """See :class:`Board`. No question is asked again where what was asked matters."""

        def after(question: int, response: int) -> MassPosition | None:
            if place.asked >> question & 1:
                return None
            branches = self.masses.branches_at(place, question)
            return next((branch.place for branch in branches if branch.response == response), None)

        return after

    def learn_one(self, claim: int, place: MassPosition) -> None:
        """See :class:`Board`; claims may hold of more secrets, too."""
        super().learn_one(claim, place)
        if self.masses.spares:
            self.parts.add(place.secrets, self.bounds[claim], self.proof.left(claim))

    def counted(self, place: MassPosition, left: int | None, made: int) -> Cost:
        """See :class:`Board`."""
        return self.masses.counted(place, left)

    def cheaper(self, claims: Sequence[int], places: Sequence[MassPosition]) -> Iterator[tuple[int, str]]:
        """See :class:`Board`."""
        (claim,), (place,), masses, proof = claims, places, self.masses, self.proof
        bound, left, first = self.bounds[claim], proof.left(claim), None if claim else proof.first
        if masses.price is not None and first is None and bound > (to_stop := masses.stopped(place)):
            yield claim, proof.stopped(claim, place.secrets.bit_count(), to_stop)
            return
        after = None if left is None else left - 1
        # Counting costs less than to look for claims.
        looks: list[Callable[[Branch], Cost]] = [
            lambda branch: masses.counted(branch.place, after),
            lambda branch: self._least(branch.place, after),
        ]
        if masses.spares:
            looks.append(lambda branch: self._by_parts(branch.place, after))
        for question in masses.telling(place) if first is None else (first,):
            branches = masses.branches_at(place, question)
            for look in looks:
                cost = masses.joined(place, question, ((branch.factor, look(branch)) for branch in branches))
                if cost >= bound:
                    break
            else:
                yield claim, proof.cheaper(claim, place.secrets.bit_count(), self.text(question), cost)
                return

    def _least(self, place: MassPosition, left: int | None) -> Cost:
        """The best known lower bound of a position: by counting, or by a claim."""
        known: Figure = self.known[0].bound(place, left, 0, 0, FREE)
        return max(self.masses.counted(place, left), known)

    def _by_parts(self, place: MassPosition, left: int | None) -> Cost:
        """The best known lower bound of a position whose parts cost no more, by what is known of it or of a part."""
        least = self._least(place, left)
        return least if isinstance(least, float) else self.parts.most(place.secrets, left, least)
