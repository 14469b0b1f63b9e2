"""The fast checker of certificates of version 5: every claim against all questions at once, as arrays.

You have to believe what :mod:`strategist.checking.lies.check_lies_plain` says of claims and of counting, and the steps
here. The two share no code.

A position is an array of secrets, ascending, and one of the lies that each has left. The cells of a question that
counting leaves open are looked up by a sum of random words, one for each secret with so many lies left. The words are
drawn anew for every check, so that nobody can know them beforehand; and what is found is compared as a whole.
"""

from __future__ import annotations

import secrets as chance
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.checking.images import Images
from strategist.checking.proof import Check, Wrapper
from strategist.files.certificate import Certificate
from strategist.model.lies.honest import Honest

Numbers = NDArray[Any]
Place = tuple[Numbers, Numbers]
"""A position: secrets, ascending ``int64[n]``, and the lies that each has left, ``int64[n]``."""
_EXACT = 1 << 52
"""Sums of whole numbers up to this are exact as doubles."""


def check_lies(certificate: Certificate, progress: Wrapper = iter) -> Check:
    """Check every claim of a certificate of version 5; ``progress`` may wrap them.

    >>> from strategist.files.columns import column
    >>> from strategist.games.catalog import make_game
    >>> game, nothing = make_game("mastermind(1,2,lies=1)"), (column([0]),) * 4
    >>> [check_lies(Certificate.of_lies(game, bound, nothing)).proven for bound in (2, 3)]
    [True, False]
    """
    check = Check(certificate.bound, len(certificate))
    checker = _Checker(certificate)
    problem = checker.problem_of_rules() or checker.place()
    if problem is not None:
        check.problems.append(problem)
        return check
    check.see_each(checker.unproven, progress)
    return check


class _Checker:
    def __init__(self, certificate: Certificate) -> None:
        self.certificate, self.game = certificate, certificate.game
        game = self.game
        self.questions = game.guesses[: game.question_count]
        self.responses = game.response_count
        asked, hidden = len(self.questions), len(game.secrets)
        self.solved = game.response_count - 1
        # What is shown depends on the rules alone, so it is told apart by its number.
        kinds: dict[tuple[int, ...], int] = {}
        self.truth = np.zeros((asked, hidden), dtype=np.int64)
        for question, guess in enumerate(self.questions):
            for secret, code in enumerate(game.secrets):
                shown = tuple(sorted(set(game.admitted(guess, code))))
                self.truth[question, secret] = kinds.setdefault(shown, len(kinds))
        self.shown = list(kinds)
        self.shows = np.zeros((len(kinds), self.responses), dtype=np.bool_)
        for number, shown in enumerate(self.shown):
            self.shows[number, list(shown)] = True
        self.right = self.shows[:, self.solved].copy()
        """Which of them are the answer that ends play."""
        self.can = np.zeros((asked, self.responses), dtype=np.bool_)
        for question in range(asked):
            self.can[question] = self.shows[np.unique(self.truth[question])].any(axis=0)
        self.can[:, self.solved] = False
        self.denies = not game.announces and game.honest is Honest.YES
        self.most = max(1, int(self.can.sum(axis=1).max()))
        self.fewest = min((len(each) for each in self.shown if self.solved not in each), default=1)
        kinds_of = range(hidden) if game.classes is None else game.classes
        self.kinds = np.array(kinds_of, dtype=np.int64)
        self.words = np.frombuffer(chance.token_bytes(8 * hidden * (game.lies + 1)), dtype=np.uint64)
        self.words = self.words.reshape(hidden, game.lies + 1)
        self.limits = cache(self._limits)
        self.images = Images(game, certificate.symmetries)
        self.keeps_rules = cache(self._keeps_rules)
        self.lowest = cache(self._lowest)
        self.places: list[Place] = []
        self.known: dict[int, list[tuple[bytes, int]]] = {}
        self.sums = np.empty(0, dtype=np.uint64)
        """The words of all positions that are claimed, ascending."""

    def problem_of_rules(self) -> str | None:
        """What is wrong with the answer that ends play; None if nothing is."""
        game, found = self.game, f"{self.game.spec} does not give the solved response for the secrets alone"
        if not self.shows.any(axis=1).all() or (self.shows.sum(axis=1)[self.right] > 1).any():
            return found
        places = {} if game.announces else {code: place for place, code in enumerate(game.secrets)}
        own = np.array([places.get(code, -1) for code in self.questions], dtype=np.int64)
        right = own[:, None] == np.arange(len(game.secrets))
        return found if (self.right[self.truth] != right).any() else None

    def place(self) -> str | None:
        """Find the position of each claim; returns why there is none for one of them."""
        game, entries = self.game, self.certificate.entries
        told = [game.lies_in(self.certificate.start, code) for code in game.secrets]
        kept = [place for place, lies in enumerate(told) if lies is not None and lies <= game.lies]
        left = [game.lies - (told[place] or 0) for place in kept]
        self.places.append((np.array(kept, dtype=np.int64), np.array(left, dtype=np.int64)))
        number = 0
        for above, children in enumerate(entries.children):
            for _ in range(children):
                number += 1
                question, answer = entries.guesses[number], entries.responses[number]
                cell = self._cell(self.places[above], question, answer)
                if not self.can[question, answer] or not len(cell[0]):
                    return f"entry {number}: no secret is left after the response it names"
                self.places.append(cell)
        sums = [int(self.words[members, left].sum(dtype=np.uint64)) for members, left in self.places]
        for name, place, bound in zip(sums, self.places, entries.bounds, strict=True):
            self.known.setdefault(name, []).append((_bytes(place), bound - 1))
        self.sums = np.unique(np.array(sums, dtype=np.uint64))
        return None

    def _cell(self, place: Place, question: int, answer: int) -> Place:
        members, left = place
        kinds = self.truth[question, members]
        truly = self.shows[kinds, answer]
        left = left - ~truly
        kept = truly if not self.game.lies else (left >= 0)
        if self.game.lies and not self.denies:
            kept = kept & (truly | ~self.right[kinds])
        return members[kept], left[kept]

    def unproven(self, number: int) -> str | None:
        """Why a claim is not proven; None if it is."""
        place, within = self.places[number], self.certificate.entries.bounds[number] - 1
        if within < 0:
            return None
        # 1. Play has not ended, and counting may prove the claim.
        if self._ended(place):
            return f"play has ended, but not within {within} questions is claimed"
        if self._counted(place, within):
            return None
        # 2. Of the questions that symmetries map onto each other, one is looked at.
        group = self.certificate.entries.groups[number]
        if group and not all(self._keeps(each, place) for each in self.certificate.groups[group - 1]):
            return "its symmetries do not leave its suspects as they are"
        questions = self.lowest(group)
        # 3. Counting refutes a question by one of its cells.
        members = place[0]
        kinds = self.truth[:, members] if not group else self.truth[np.ix_(questions, members)]
        is_open = self._open(place, questions, kinds, within - 1)
        # 4. A cell that is claimed refutes a question.
        claimed = self._refuted(place, questions[is_open], kinds[is_open], within - 1)
        left = questions[is_open][~claimed]
        if not len(left):
            return None
        text = self.game.format_code(self.questions[int(left[0])])
        return f"not within {within} questions is claimed of {len(members)} suspects, but question {text} may be enough"

    def _ended(self, place: Place) -> bool:
        kinds = self.kinds[place[0]]
        return self.game.announces and bool((kinds == kinds[0]).all())

    def _counted(self, place: Place, within: int) -> bool:
        if within <= 0:
            return not self._ended(place)
        if self.denies and place[1].max() >= within:
            return True
        if self.game.classes is not None:
            return False
        sizes = np.bincount(place[1], minlength=self.game.lies + 1).tolist()
        for weights, room in self.limits(within):
            if sum(size * weight for size, weight in zip(sizes, weights, strict=True)) > room:
                return True
        return False

    def _open(self, place: Place, questions: Numbers, kinds: Numbers, within: int) -> Numbers:
        """``bool[questions]``: those of which counting refutes no cell."""
        if within <= 0 or self.game.classes is not None:
            return self._open_by_cells(place, questions, within)
        found = np.ones(len(questions), dtype=np.bool_)
        for weights, room in self.limits(within):
            if room >= _EXACT or max(weights) * len(place[0]) >= _EXACT:
                return self._open_by_cells(place, questions, within)
            heavy = self._weights(place, questions, kinds, np.array(weights, dtype=np.int64)) > room
            found &= ~heavy.any(axis=1)
        if self.denies and within <= self.game.lies:
            found[found] = self._open_by_cells(place, questions[found], within)
        return found

    def _weights(self, place: Place, questions: Numbers, kinds: Numbers, weights: Numbers) -> Numbers:
        """``float64[questions, responses]``: what each cell weighs."""
        count, left = len(questions), place[1]
        width = len(self.shown)
        flat = (np.arange(count)[:, None] * width + kinds).ravel()
        if not self.game.lies:
            found = np.bincount(flat, np.broadcast_to(weights[left], kinds.shape).ravel(), count * width)
            by_answer: Numbers = found.reshape(count, width) @ self.shows.astype(np.float64)
            by_answer[:, self.solved] = 0
            return by_answer
        fewer = np.where(left > 0, weights[left - 1], 0)
        found = np.bincount(flat, np.broadcast_to(weights[left] - fewer, kinds.shape).ravel(), count * width)
        both = found.reshape(count, width) @ self.shows.astype(np.float64)
        lying = np.full(count, float(fewer.sum()))
        if not self.denies:
            lying -= (self.right[kinds] * fewer).sum(axis=1)
        cells: Numbers = np.where(self.can[questions], both + lying[:, None], 0)
        return cells

    def _open_by_cells(self, place: Place, questions: Numbers, within: int) -> Numbers:
        """What :meth:`_open` says, cell by cell."""
        found = np.ones(len(questions), dtype=np.bool_)
        for row, question in enumerate(questions.tolist()):
            for answer in np.flatnonzero(self.can[question]).tolist():
                cell = self._cell(place, question, answer)
                if len(cell[0]) and self._counted(cell, within):
                    found[row] = False
                    break
        return found

    def _refuted(self, place: Place, questions: Numbers, kinds: Numbers, within: int) -> Numbers:
        """``bool[questions]``: those with a cell that an entry claims not to be done within so many questions."""
        found = np.zeros(len(questions), dtype=np.bool_)
        if not len(questions):
            return found
        members, left = place
        words = self.words[members, left]
        sums = np.zeros((len(questions), self.responses), dtype=np.uint64)
        shown = self.shows[kinds]  # bool[questions, candidates, responses]
        if self.game.lies:
            fewer = np.where(left > 0, self.words[members, left - 1], np.uint64(0))
            lying = np.broadcast_to(fewer, kinds.shape)
            if not self.denies:
                lying = np.where(self.right[kinds], np.uint64(0), lying)
            for answer in range(self.responses):
                sums[:, answer] = np.where(shown[:, :, answer], words, lying).sum(axis=1, dtype=np.uint64)
        else:
            for answer in range(self.responses):
                sums[:, answer] = np.where(shown[:, :, answer], words, np.uint64(0)).sum(axis=1, dtype=np.uint64)
        at = np.minimum(np.searchsorted(self.sums, sums), len(self.sums) - 1)
        hits = (self.sums[at] == sums) & self.can[questions]
        for row, answer in np.argwhere(hits).tolist():
            if not found[row]:
                found[row] = self._claimed(
                    self._cell(place, int(questions[row]), answer), int(sums[row, answer]), within
                )
        return found

    def _claimed(self, cell: Place, name: int, within: int) -> bool:
        whole = _bytes(cell)
        return any(limit >= within and each == whole for each, limit in self.known.get(name, ()))

    def _limits(self, within: int) -> list[tuple[list[int], int]]:
        """For each most number of lies left, what candidates weigh by their lies left, and what all of them may."""
        game, others, found = self.game, self.most - 1, []
        weights = [[1] * (game.lies + 1)]
        for _ in range(within):
            last = weights[-1]
            row = [last[left] + (others * last[left - 1] if left else 0) for left in range(game.lies + 1)]
            weights.append([self.fewest * last[0]] if game.fibs else row)
        for cut in range(game.lies + 1):
            room = int(game.announces)
            for asked in range(within):
                room *= self.most
                if self.denies:
                    room += max(comb(asked, told) * others**told for told in range(cut + 1))
                elif not game.announces:
                    room += weights[asked + 1][cut]
            found.append(([weights[within][min(left, cut)] for left in range(game.lies + 1)], room))
        return found

    def _keeps_rules(self, number: int) -> bool:
        """Whether a symmetry maps codes to codes one to one, and keeps every answer."""
        try:
            members, questions = self.images.of(number)
        except KeyError:
            return False
        if len(set(members.tolist())) < len(members) or len(set(questions.tolist())) < len(questions):
            return False
        return np.array_equal(self.truth[questions][:, members], self.truth)

    def _keeps(self, number: int, place: Place) -> bool:
        if not self.keeps_rules(number):
            return False
        members, left = place
        images = self.images.of(number)[0][members]
        order = np.argsort(images)
        return np.array_equal(images[order], members) and np.array_equal(left[order], left)

    def _lowest(self, group: int) -> Numbers:
        every = np.arange(len(self.questions))
        if not group:
            return every
        return np.unique(self.images.lowest(self.certificate.groups[group - 1]))


def _bytes(place: Place) -> bytes:
    members, left = place
    return members.astype(np.uint32).tobytes() + left.astype(np.uint8).tobytes()
