"""What the fast checker asks of positions, whatever they hold: sets of secrets, masses or suspects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from strategist.checking.counted_bounds import INFINITE
from strategist.checking.demands import FREE, Demands, Rules
from strategist.checking.images import Images
from strategist.checking.known import Known
from strategist.checking.proof import Proof

Place = Any
"""A position: two are equal if the same is left."""
Places = Any
"""The position of each claim, or of some claims: a sequence, or an array."""
Claims = Any
"""Claims by number: a sequence, or an array."""


class Board(ABC):
    """The positions that the claims of a proof are about."""

    start: Callable[[], Place]
    """The position of the first claim."""
    ended: Callable[[Place], bool]
    """Whether nothing is to be asked at a position."""
    behind: Callable[[Place], Callable[[int, int], Place | None]]
    """What an answer to a question leaves of a position, by their numbers; None if no secret is left."""
    counted: Callable[[Place, int | None, int], Any]
    """The cost of a position that counting proves, with so many guesses left and made."""
    infinite: Any = INFINITE
    """What stands for an infinite cost."""
    loses = False
    """Whether secrets may be lost: no position costs infinitely much."""
    jobs = 1
    """The number of processes that may work at a time."""
    counts_first = True
    """Where the first question is given: whether counting proves claims, and it is asked where play has ended."""

    def __init__(self, proof: Proof) -> None:
        self.proof, self.game = proof, proof.game
        self.rules = Rules(self.game)
        self.images = Images(self.game, proof.certificate.symmetries)
        self.bounds = proof.bounds(self.infinite)
        self.known: dict[int, Known] = defaultdict(lambda: Known(self.rules))
        """What is known, by the number of guesses made, as far as the objective tells it."""

    def problems(self) -> Iterator[str]:
        """What is wrong with the rules."""
        return iter(())

    def positions(self) -> tuple[Places, str | None]:
        """The positions of the claims, as far as there are such, and why there is none for the next claim; None if
        there is one for each."""
        found, listed = [self.start()], self.proof.listed
        for above, alike in groupby(range(1, len(self.proof)), key=lambda entry: self.proof.above[entry - 1]):
            after = self.behind(found[above])
            for entry in alike:
                place = after(listed.guesses[entry], listed.responses[entry])
                if place is None:
                    return found, f"entry {entry}: {self.proof.wording.nowhere}"
                found.append(place)
        return found, None

    def unlike(self, places: Places) -> Iterable[tuple[int, str]]:
        """The claims that are not about the image of the position of their original, or claim more than it, and why."""
        return ()

    def demanded(self, claim: int) -> Demands:
        """What is demanded of the guesses that a claim is about."""
        return FREE

    def learn(self, places: Places) -> Claims:
        """Record what is claimed of positions; returns the claims that are to be proven."""
        # A bound for one first guess alone says nothing about the position.
        for claim in range(self.proof.first is not None, len(places)):
            self.learn_one(claim, places[claim])
        return list(range(len(places)))

    def learn_one(self, claim: int, place: Place) -> None:
        """Record what one claim says."""
        known = self.known[self.proof.made(claim)]
        known.add(place, self.bounds[claim], self.proof.left(claim), self.demanded(claim))

    def prepare(self, listed: Claims, places: Places) -> None:  # noqa: B027 - few boards have to
        """Get ready to check some claims."""

    def kind(self, claim: int, place: Place) -> Any:
        """By what claims are ordered where problems are told."""
        return claim

    def batches(self, claims: Claims, places: Places) -> Sequence[Claims]:
        """Claims that are looked at together; none of them is about one first guess."""
        return [[claim] for claim in claims]

    def beyond(self, claims: Claims, places: Places) -> tuple[Claims, Claims]:
        """Claims that counting does not prove, at positions where something is to be asked; and others, of which each
        is looked at alone. Counting proves what is in neither."""
        return [], claims

    def moved(self, claims: Claims, places: Places) -> dict[int, str]:
        """The claims that name symmetries which do not leave their positions as they are, and why."""
        return {}

    @abstractmethod
    def cheaper(self, claims: Claims, places: Places) -> Iterator[tuple[int, str]]:
        """Claims that a question refutes, as far as what is known of its cells tells: the first question, and why. All
        are of one batch, and their symmetries leave their positions as they are."""

    def lost(self, place: Place) -> str:
        """That more is claimed to be lost than there is."""
        return self.proof.wording.lost

    def what(self, claim: int, place: Place) -> str:
        """What a claim is called."""
        return self.proof.name(claim)

    def text(self, question: int) -> str:
        """A question, as problems name it."""
        return self.game.format_code(self.game.guesses[question])
