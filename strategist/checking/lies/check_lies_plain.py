"""The plain checker of certificates of version 5, of games in which answers may be false: all that has to be believed.

*Positions.* A position is a set of *candidates*, each with the lies that it has left to tell, written as one set of
secrets for each number of lies left. Sets are whole numbers here, a bit for each secret. A question gets one of the
answers that it can get from any secret. An answer keeps each candidate that gives it truly (where rows hold a
falsehood, each that may show it); every other one has a lie less left, and is out if it had none. Where guesses win,
the answer that the guess is right ends play: it is no lie, and a candidate that is asked gives no other one, but with
``honest=yes``, where it may deny by a lie. Where the secret need only be known, play ends where one secret (class) is
left.

*Claims.* The entry claims, of its position P, that no strategy ends play for all candidates, whatever they answer,
within k questions: k is one less than the bound of the entry. What is not done within k questions is not done within
fewer. A claim is proven if play has not ended at P, and

1. *counting* says so (:meth:`_Plain.counted`), or
2. every question has a cell, one answer's position, that is not done within k - 1 questions: because counting says so,
   or because some entry claims it, for k - 1 questions or more.

Then all claims are true. Let m be a number, and let what is claimed be true for all numbers of questions below m. A
position that is claimed for m questions or more is not done within m by the same cells, as what they claim for
k - 1 ≥ m - 1 questions is true for m - 1.

*Symmetries.* An entry may name symmetries. Each maps secrets to secrets and questions to questions one to one, keeps
every answer, and leaves P as it is. So a question is worth what its images are worth, and the lowest stands for all.

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

Source: E. R. Berlekamp, "Block coding for the binary symmetric channel with noiseless, delayless feedback", in: Error
Correcting Codes, Wiley (1968).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb

from strategist.files.certificate import Certificate
from strategist.model.game import Code
from strategist.model.lies.honest import Honest

Place = tuple[int, ...]
"""A position: the secrets with no lie left, one, two and so on, each a whole number with a bit for each secret."""


def check_lies_plainly(certificate: Certificate) -> list[str]:
    """Why a certificate of version 5 does not hold: a line for each claim that is not proven, none if it holds.

    >>> from strategist.files.columns import column
    >>> from strategist.games.catalog import make_game
    >>> game, nothing = make_game("mastermind(1,2,lies=1)"), (column([0]),) * 4
    >>> [check_lies_plainly(Certificate.of_lies(game, bound, nothing)) for bound in (2, 3)]
    [[], ['entry 0: not within 2 questions is claimed of 2 suspects, but question 1 may be enough']]
    """
    return list(_Plain(certificate).problems())


class _Plain:
    def __init__(self, certificate: Certificate) -> None:
        self.certificate, self.game = certificate, certificate.game
        game = self.game
        self.questions = game.guesses[: game.question_count]
        self.admitted = [[frozenset(game.admitted(each, secret)) for secret in game.secrets] for each in self.questions]
        self.answers = [self._answers(number) for number in range(len(self.questions))]
        """For each question and each answer that does not end play, who gives it truly, and who by a lie."""
        self.most = max(1, max((len(answers) for answers in self.answers), default=1))
        self.fewest = min(
            (len(shown) for row in self.admitted for shown in row if not any(map(game.solved, shown))), default=1
        )
        self.kinds = self._kinds()
        self.limits = cache(self._limits)
        self.images = cache(self._images)
        self.lowest = cache(self._lowest)
        self.places: list[Place] = []
        self.known: dict[Place, int] = {}
        """The most questions within which a position is claimed not to be done."""

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

    def problems(self) -> Iterator[str]:
        """A line for each claim that is not proven."""
        if not self._solved_is_right():
            yield f"{self.game.spec} does not give the solved response for the secrets alone"
            return
        if (problem := self._place()) is not None:
            yield problem
            return
        for number in range(len(self.places)):
            if (problem := self._unproven(number)) is not None:
                yield f"entry {number}: {problem}"

    def _solved_is_right(self) -> bool:
        game = self.game
        for question, row in zip(self.questions, self.admitted, strict=True):
            for secret, shown in zip(game.secrets, row, strict=True):
                right = not game.announces and question == secret
                if not shown or any(game.solved(answer) != right for answer in shown):
                    return False
        return True

    def _place(self) -> str | None:
        """Find the position of each claim; returns why there is none for one of them."""
        game, entries = self.game, self.certificate.entries
        sets = [0] * (game.lies + 1)
        for secret, code in enumerate(game.secrets):
            told = game.lies_in(self.certificate.start, code)
            if told is not None and told <= game.lies:
                sets[game.lies - told] |= 1 << secret
        self.places.append(tuple(sets))
        number = 0
        for above, children in enumerate(entries.children):
            for _ in range(children):
                number += 1
                place, givers = self.places[above], self.answers[entries.guesses[number]]
                cell = self._cell(place, *givers.get(entries.responses[number], (0, 0)))
                if not any(cell):
                    return f"entry {number}: no secret is left after the response it names"
                self.places.append(cell)
        for place, bound in zip(self.places, entries.bounds, strict=True):
            self.known[place] = max(self.known.get(place, 0), bound - 1)
        return None

    def _cell(self, place: Place, truly: int, lying: int) -> Place:
        most = len(place) - 1
        return tuple(place[left] & truly | (place[left + 1] & lying if left < most else 0) for left in range(most + 1))

    def _unproven(self, number: int) -> str | None:
        """Why a claim is not proven; None if it is."""
        place, within = self.places[number], self.certificate.entries.bounds[number] - 1
        if within < 0:
            return None
        if self.ended(place):
            return f"play has ended, but not within {within} questions is claimed"
        if self.counted(place, within):
            return None
        group = self.certificate.entries.groups[number]
        if group and not all(self._keeps(each, place) for each in self.certificate.groups[group - 1]):
            return "its symmetries do not leave its suspects as they are"
        likely: list[int] = []
        for question in self.lowest(group):
            if not self._refuted(place, question, within, likely):
                size = sum(map(int.bit_count, place))
                text = self.game.format_code(self.questions[question])
                return f"not within {within} questions is claimed of {size} suspects, but question {text} may be enough"
        return None

    def _refuted(self, place: Place, question: int, within: int, likely: list[int]) -> bool:
        """Whether a question has a cell that is not done in time. What has refuted questions before is tried first,
        and told in ``likely``."""
        answers, cells = self.answers[question], []
        for answer in (*likely, *(answer for answer in answers if answer not in likely)):
            givers = answers.get(answer)
            if givers is None:
                continue
            cell = self._cell(place, *givers)
            if any(cell):
                if self.counted(cell, within - 1):
                    if answer in likely:
                        likely.remove(answer)
                    likely.insert(0, answer)
                    return True
                cells.append(cell)
        return any(self.known.get(cell, -1) >= within - 1 for cell in cells)

    def ended(self, place: Place) -> bool:
        """Whether the secret, or its class, is known, and that is enough."""
        whole = 0
        for candidates in place:
            whole |= candidates
        return self.game.announces and any(not whole & ~kind for kind in self.kinds)

    def counted(self, place: Place, within: int) -> bool:
        """Whether counting proves that so many questions are too few."""
        if within <= 0:
            return not self.ended(place)
        if not self.game.announces and self.game.honest is Honest.YES and any(place[within:]):
            return True
        if self.game.classes is not None:
            return False
        sizes = [candidates.bit_count() for candidates in place]
        return any(
            sum(size * weight for size, weight in zip(sizes, weights, strict=True)) > room
            for weights, room in self.limits(within)
        )

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

    def _images(self, number: int) -> tuple[list[int], list[int]] | None:
        """The image of each secret and of each question under a symmetry, by index; None if it does not keep every
        answer."""
        game, symmetry = self.game, self.certificate.symmetries[number]
        both = []
        for codes in (game.secrets, self.questions):
            numbers: dict[Code, int] = {code: place for place, code in enumerate(codes)}
            images = [numbers.get(_image(symmetry, code), -1) for code in codes]
            if -1 in images or len(set(images)) < len(images):
                return None
            both.append(images)
        secrets, questions = both
        for question, image in enumerate(questions):
            row = self.admitted[image]
            if [row[secret] for secret in secrets] != self.admitted[question]:
                return None
        return secrets, questions

    def _keeps(self, number: int, place: Place) -> bool:
        images = self.images(number)
        if images is None:
            return False
        return all(sum(1 << images[0][secret] for secret in _members(candidates)) == candidates for candidates in place)

    def _lowest(self, group: int) -> list[int]:
        """The lowest of the questions that the symmetries of a group map onto each other."""
        lowest = list(range(len(self.questions)))
        if not group:
            return lowest
        every = [images[1] for each in self.certificate.groups[group - 1] if (images := self.images(each))]
        changed = True
        while changed:
            changed = False
            for moved in every:
                for question, image in enumerate(moved):
                    least = min(lowest[question], lowest[image])
                    if lowest[question] != least or lowest[image] != least:
                        lowest[question] = lowest[image] = least
                        changed = True
        return sorted(set(lowest))


def _members(candidates: int) -> Iterator[int]:
    """The secrets of a set."""
    while candidates:
        lowest = candidates & -candidates
        yield lowest.bit_length() - 1
        candidates ^= lowest


def _image(symmetry: bytes, code: Code) -> Code:
    pegs = len(code)
    return tuple(symmetry[pegs + code[at]] for at in symmetry[:pegs])
