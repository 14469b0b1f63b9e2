"""Positions of games in which answers may be false, for the plain checker (version 5).

*Positions.* A position is a set of *candidates*, each with the lies that it has left to tell, written as one set of
secrets for each number of lies left. Sets are whole numbers here, a bit for each secret. A question gets one of the
answers that it can get from any secret. An answer keeps each candidate that gives it truly (where rows hold a
falsehood, each that may show it); every other one has a lie less left, and is out if it had none. Where guesses win,
the answer that the guess is right ends play: it is no lie, and a candidate that is asked gives no other one, but with
``honest=yes``, where it may deny by a lie. Where the secret need only be known, play ends where one secret (class) is
left.

*Claims.* What is not done within k questions is not done within fewer. A claim, that no strategy ends play for all
candidates within k, is proven if play has not ended and counting says so (:meth:`PlainLiars.too_few`), or every
question has a cell that is not done within k - 1: because counting says so, or some entry claims it, for k - 1 or
more.
Then all claims are true: let what is claimed be true for all numbers of questions below m. A position that is claimed
for m questions or more is not done within m by the same cells, as what they claim for k - 1 ≥ m - 1 is true for m - 1.

*Counting.* Without a question left, nothing ends play. With ``honest=yes`` a candidate with l lies left denies as often
as it is asked, and needs more than l questions. The *volume* is left, where all secrets must be told apart. Let R be
the most answers that a question can get that do not end play. A candidate with l lies left weighs with k questions left

    w(k, l) = Σ C(k, i) (R - 1)^i for i from 0 to l,      so      w(k, l) = w(k - 1, l) + (R - 1) w(k - 1, l - 1).

A question with r answers puts a candidate with l lies left into the cell of its true answer, and with l - 1 into r - 1
others. So the candidates together weigh as much as the r cells, and where r is less than R, R - r times as much more as
they weigh with one question and one lie less, which is no more than any cell. If no cell may weigh more than c(k - 1),
they weigh R c(k - 1) at most. Where play ends by itself, one candidate is left, so c(0) = 1. Where guesses win, one
candidate at most is asked and adds at most its whole weight, so c(0) = 0 and c(k) = R c(k - 1) + w(k, m), if no
candidate has more than m lies left; where the right guess may be denied, at most the difference
w(k, l) - R w(k - 1, l - 1) = C(k - 1, l) (R - 1)^l for some l up to m. Candidates with fewer lies left are no harder,
so the bound holds for each m, with min(l, m) for l. Where rows hold a falsehood each, a candidate that is not asked
shows F rows at least; so it weighs F^k, and c is as before.

*Exactly so many lies.* Where it is fixed how many answers there are and how many of them are false, a candidate is out
as well if fewer answers are to come than it has lies left. So how many were given is part of a position: as many empty
sets stand behind those of its candidates. A question of which no answer leaves a candidate cannot be answered, and is
no question. For the volume let r answers be to come, k of them before the end of play, at most r, and F the fewest
answers that a question can get. A candidate with l lies left can be behind the Σ C(k, i) (F - 1)^i sequences of answers
with l - (r - k) lies at least and l at most, no two of them behind one sequence of all R^k.

Source: E. R. Berlekamp, "Block coding for the binary symmetric channel with noiseless, delayless feedback", in: Error
Correcting Codes, Wiley (1968).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import comb

from strategist.checking.plain_board import INFINITE, Cost, PlainBoard
from strategist.checking.proof import Proof
from strategist.model.game import Response
from strategist.model.lies.honest import Honest

Place = tuple[int, ...]
"""A position: the secrets with no lie left, one, two and so on, each a whole number with a bit for each secret; and as
many zeros as answers were given, where it is fixed how many there are."""


class PlainLiars(PlainBoard):
    """The secrets that may still be hidden, by the lies that each has left."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        game = self.game
        self.admitted = [[frozenset(game.admitted(each, secret)) for secret in game.secrets] for each in self.questions]
        self.answers = [self._answers(number) for number in range(len(self.questions))]
        """For each question and each answer that does not end play, who gives it truly, and who by a lie."""
        self.most = max(1, max((len(answers) for answers in self.answers), default=1))
        self.fewest = min(
            (len(shown) for row in self.admitted for shown in row if not any(map(game.solved, shown))), default=1
        )
        self.kinds = self._kinds()
        self.limits = cache(self._limits)
        self.counted, self.ended = self._counted, self._ended
        self.likely: list[Response] = []
        """Answers that are not reached in time: the latest to be found so is tried first."""

    def _answers(self, number: int) -> dict[int, tuple[int, int]]:
        game, row = self.game, self.admitted[number]
        found = {}
        for answer in sorted(frozenset().union(*row)):
            if game.solved(answer):
                continue
            truly = sum(1 << secret for secret, shown in enumerate(row) if answer in shown)
            lying = 0
            if game.lies:
                lying = sum(
                    1 << secret
                    for secret, shown in enumerate(row)
                    if answer not in shown and (game.honest is Honest.YES or not any(map(game.solved, shown)))
                )
            found[answer] = truly, lying
        return found

    def _kinds(self) -> list[int]:
        """The secrets of each class as bits; each secret alone where there are no classes."""
        kinds: dict[int, int] = {}
        for secret in range(len(self.game.secrets)):
            kind = secret if self.game.classes is None else self.game.classes[secret]
            kinds[kind] = kinds.get(kind, 0) | 1 << secret
        return list(kinds.values())

    def problem(self) -> str | None:
        """The solved response must be shown for the secret that is asked, and for no other, and alone."""
        game = self.game
        for question, row in zip(self.questions, self.admitted, strict=True):
            for secret, shown in zip(game.secrets, row, strict=True):
                right = not game.announces and question == secret
                if not shown or any(game.solved(answer) != right for answer in shown):
                    return f"{game.spec} does not give the solved response for the secrets alone"
        return None

    def start(self) -> Place | None:
        """The secrets that the start leaves, with the lies that each has left behind it."""
        game = self.game
        sets = [0] * (game.lies + 1)
        for secret, code in enumerate(game.secrets):
            told = game.lies_in(self.proof.start, code)
            if told is not None and game.may_tell(told, len(self.proof.start)):
                sets[game.lies - told] |= 1 << secret
        given = 0 if game.of is None else len(self.proof.start)
        return (*sets, *(0,) * given) if any(sets) else None

    def after(self, place: Place, question: int, response: Response) -> Place | None:
        """Those that give an answer truly, and by a lie."""
        cell = self._cell(place, *self.answers[question].get(response, (0, 0)))
        return cell if any(cell) else None

    def cells(self, place: Place, question: int) -> Iterator[tuple[Response, int, Place]]:
        """See :class:`PlainBoard`; what has refuted questions before comes first."""
        answers, likely = self.answers[question], self.likely[:]
        for response in (*likely, *(each for each in answers if each not in likely)):
            if response in answers and any(cell := self._cell(place, *answers[response])):
                yield response, 1, cell

    def refuted_by(self, response: Response) -> None:
        """See :class:`PlainBoard`."""
        if response in self.likely:
            self.likely.remove(response)
        self.likely.insert(0, response)

    def asked(self, place: Place, question: int, made: int) -> Cost:
        """One question; none if it cannot be answered."""
        return 1 if self.game.of is None or any(self.cells(place, question)) else INFINITE

    def secrets(self, place: Place) -> list[int]:
        """Those with any number of lies left."""
        return list(_members(sum(place)))

    def row(self, question: int) -> list[frozenset[Response]]:
        """What is shown truly for each secret."""
        return self.admitted[question]

    def moved(self, place: Place, images: Sequence[int]) -> Place:
        """The images of the secrets, with as many lies left."""
        return tuple(sum(1 << images[secret] for secret in _members(candidates)) for candidates in place)

    def _cell(self, place: Place, truly: int, lying: int) -> Place:
        most, of = len(place) - 1, self.game.of
        cell = tuple(place[left] & truly | (place[left + 1] & lying if left < most else 0) for left in range(most + 1))
        if of is None:
            return cell
        to_come = of - (len(cell) - self.game.lies)
        return (*(held if left <= to_come else 0 for left, held in enumerate(cell)), 0)

    def _ended(self, place: Place) -> bool:
        """Whether the secret, or its class, is known, and that is enough."""
        whole = 0
        for candidates in place:
            whole |= candidates
        return self.game.announces and any(not whole & ~kind for kind in self.kinds)

    def _counted(self, place: Place, left: int | None, made: int) -> Cost:
        """Infinite if counting proves that so many questions are too few, else 0."""
        return INFINITE if self.too_few(place, left or 0) else 0

    def too_few(self, place: Place, within: int) -> bool:
        """Whether counting proves that so many questions are too few."""
        if within <= 0:
            return not self.ended(place)
        if not self.game.announces and self.game.honest is Honest.YES and any(place[within:]):
            return True
        if self.game.classes is not None:
            return False
        sizes = [candidates.bit_count() for candidates in place]
        if self.game.of is not None:
            return self._owed_too_much(sizes, within)
        return any(
            sum(size * weight for size, weight in zip(sizes, weights, strict=True)) > room
            for weights, room in self.limits(within)
        )

    def _owed_too_much(self, sizes: Sequence[int], within: int) -> bool:
        """:meth:`too_few` where it is fixed how many lies there are."""
        lies, of = self.game.lies, self.game.of or 0
        to_come = of - (len(sizes) - lies - 1)
        asked, fewest = min(within, to_come), min(map(len, self.answers))
        whole = 0
        for left, size in enumerate(sizes[: lies + 1]):
            counts = range(max(0, left - (to_come - asked)), min(left, asked) + 1)
            whole += size * sum(comb(asked, told) * (fewest - 1) ** told for told in counts)
        return whole > int(self.most**asked)

    def _limits(self, within: int) -> list[tuple[list[int], int]]:
        """For each most number m of lies left, what candidates with 0, 1, 2 … lies left weigh, and how much all may."""
        game, most = self.game, self.most
        found = []
        for cut in range(game.lies + 1):
            room = 1 if game.announces else 0
            for left in range(1, within + 1):
                alone = 0
                if not game.announces and game.honest is Honest.YES:
                    alone = max(comb(left - 1, told) * (most - 1) ** told for told in range(cut + 1))
                elif not game.announces:
                    alone = self._weight(left, cut)
                room = most * room + alone
            found.append(([self._weight(within, min(left, cut)) for left in range(game.lies + 1)], room))
        return found

    def _weight(self, within: int, left: int) -> int:
        if self.game.fibs:
            return int(self.fewest**within)
        return sum(comb(within, told) * (self.most - 1) ** told for told in range(left + 1))


def _members(candidates: int) -> Iterator[int]:
    """The secrets of a set."""
    while candidates:
        lowest = candidates & -candidates
        yield lowest.bit_length() - 1
        candidates ^= lowest
