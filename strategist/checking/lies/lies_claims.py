"""Positions of games with lies, for the fast checker (version 5): every claim against all questions at once, as arrays.

You have to believe what :mod:`strategist.checking.lies.plain_liars` says of positions and of counting, and the steps
here. The two share no code.

A position is an array of secrets, ascending, and one of the lies that each has left; its name is their bytes. The
cells of a question that counting leaves open are looked up by a sum of random words, one for each secret with so many
lies left. The words are drawn anew for every check, so that nobody can know them beforehand; and what is found is
compared as a whole.
"""

from __future__ import annotations

import secrets as chance
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.checking.claim_board import Board
from strategist.checking.counted_bounds import INFINITE
from strategist.checking.demands import FREE
from strategist.checking.ground import Wrapper
from strategist.checking.proof import Proof
from strategist.common.errors import StrategyFileError
from strategist.model.lies.honest import Honest

Numbers = NDArray[Any]
Place = tuple[Numbers, Numbers, int]
"""A position: secrets, ascending ``int64[n]``, and the lies that each has left, ``int64[n]``; and how many answers were
given, where it is fixed how many there are, else 0."""
_GIVEN_BYTES = 2
_ENDLESS = 1 << 30
_EXACT = 1 << 52
"""Sums of whole numbers up to this are exact as doubles."""


class Liars(Board):
    """The secrets that may still be hidden, each with the lies that it has left."""

    def __init__(self, proof: Proof, progress: Wrapper) -> None:
        super().__init__(proof)
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
        self.keeps_rules = cache(self._keeps_rules)

    def problems(self) -> Iterator[str]:
        """What is wrong with the answer that ends play."""
        game, found = self.game, f"{self.game.spec} does not give the solved response for the secrets alone"
        if not self.shows.any(axis=1).all() or (self.shows.sum(axis=1)[self.right] > 1).any():
            yield found
            return
        places = {} if game.announces else {code: place for place, code in enumerate(game.secrets)}
        own = np.array([places.get(code, -1) for code in self.questions], dtype=np.int64)
        right = own[:, None] == np.arange(len(game.secrets))
        if (self.right[self.truth] != right).any():
            yield found

    def start(self) -> bytes:
        """The secrets that the start leaves, with the lies that each has left behind it."""
        game = self.game
        told = [game.lies_in(self.proof.start, code) for code in game.secrets]
        given = len(self.proof.start)
        kept = [place for place, lies in enumerate(told) if lies is not None and game.may_tell(lies, given)]
        if not kept:
            raise StrategyFileError("header.start: no secret agrees with it")
        left = np.array([game.lies - (told[place] or 0) for place in kept])
        return _name((np.array(kept), left, 0 if game.of is None else given))

    def behind(self, place: bytes) -> Callable[[int, int], bytes | None]:
        """See :class:`Board`."""

        def after(question: int, answer: int) -> bytes | None:
            cell = self._cell(_place(place), question, answer)
            return _name(cell) if self.can[question, answer] and len(cell[0]) else None

        return after

    def prepare(self, listed: Sequence[int], places: Sequence[bytes]) -> None:
        """Sum up the words of all positions that are claimed."""
        sums = [self._sum(_place(name)) for name in dict.fromkeys(places)]
        self.sums = np.unique(np.array(sums, dtype=np.uint64))
        """The words of all positions that are claimed, ascending."""

    def _sum(self, place: Place) -> int:
        return int(self.words[place[:2]].sum(dtype=np.uint64))

    def _to_come(self, given: int) -> int:
        """How many answers are still to come; without end where that is not fixed."""
        return _ENDLESS if self.game.of is None else self.game.of - given

    def _cell(self, place: Place, question: int, answer: int) -> Place:
        members, left, given = place
        given += self.game.of is not None
        kinds = self.truth[question, members]
        truly = self.shows[kinds, answer]
        left = left - ~truly
        kept = (left >= 0) & (left <= self._to_come(given))
        if not self.denies:
            kept &= truly | ~self.right[kinds]
        return members[kept], left[kept], given

    def moved(self, claims: Sequence[int], places: Sequence[bytes]) -> dict[int, str]:
        """See :class:`Board`."""
        (claim,), place = claims, _place(places[0])
        group = self.proof.group(claim)
        kept = not group or all(self._keeps(each, place) for each in self.proof.certificate.groups[group - 1])
        return {} if kept else {claim: self.proof.wording.moved}

    def cheaper(self, claims: Sequence[int], places: Sequence[bytes]) -> Iterator[tuple[int, str]]:
        """See :class:`Board`."""
        (claim,), place, group = claims, _place(places[0]), self.proof.group(claims[0])
        members, within = place[0], (self.proof.left(claim) or 0) - 1
        # Of the questions that symmetries map onto each other, one is looked at.
        symmetries = self.proof.certificate.groups[group - 1] if group else ()
        questions = np.unique(self.images.lowest(symmetries))
        kinds = self.truth[:, members] if not group else self.truth[np.ix_(questions, members)]
        # Counting refutes a question by one of its cells.
        is_open = self._open(place, questions, kinds, within)
        # A cell that is claimed refutes a question.
        claimed = self._refuted(place, questions[is_open], kinds[is_open], within)
        for question in questions[is_open][~claimed][:1].tolist():
            yield claim, self.proof.cheaper(claim, len(members), self.text(question), 0)

    def counted(self, place: bytes, left: int | None, made: int) -> int:
        """See :class:`Board`: infinite if so many questions are too few, else 0."""
        return INFINITE if self.too_few(_place(place), left or 0) else 0

    def ended(self, place: bytes) -> bool:
        """See :class:`Board`."""
        kinds = self.kinds[_place(place)[0]]
        return self.game.announces and bool((kinds == kinds[0]).all())

    def too_few(self, place: Place, within: int) -> bool:
        """Whether counting proves that so many questions are too few."""
        if within <= 0:
            return not self.ended(_name(place))
        if self.denies and place[1].max() >= within:
            return True
        if self.game.classes is not None:
            return False
        sizes = np.bincount(place[1], minlength=self.game.lies + 1).tolist()
        if self.game.of is not None:
            return self._owed_too_much(sizes, within, self._to_come(place[2]))
        for weights, room in self.limits(within):
            if sum(size * weight for size, weight in zip(sizes, weights, strict=True)) > room:
                return True
        return False

    def _open(self, place: Place, questions: Numbers, kinds: Numbers, within: int) -> Numbers:
        """``bool[questions]``: those of which counting refutes no cell."""
        if within <= 0 or self.game.classes is not None or self.game.of is not None:
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
            cells = [self._cell(place, question, answer) for answer in np.flatnonzero(self.can[question]).tolist()]
            held = [cell for cell in cells if len(cell[0])]
            # Where it is fixed how many answers are false, what nobody could answer is no question.
            asked = bool(held) or self.game.of is None
            found[row] = asked and not any(self.too_few(cell, within) for cell in held)
        return found

    def _refuted(self, place: Place, questions: Numbers, kinds: Numbers, within: int) -> Numbers:
        """``bool[questions]``: those with a cell that an entry claims not to be done within so many questions."""
        found = np.zeros(len(questions), dtype=np.bool_)
        if not len(questions):
            return found
        members, left, given = place
        to_come = self._to_come(given) - 1
        words = np.where(left <= to_come, self.words[members, left], np.uint64(0))
        sums = np.zeros((len(questions), self.responses), dtype=np.uint64)
        shown = self.shows[kinds]  # bool[questions, candidates, responses]
        fewer = np.where((left > 0) & (left - 1 <= to_come), self.words[members, left - 1], np.uint64(0))
        lying = np.broadcast_to(fewer, kinds.shape)
        if not self.denies:
            lying = np.where(self.right[kinds], np.uint64(0), lying)
        for answer in range(self.responses):
            sums[:, answer] = np.where(shown[:, :, answer], words, lying).sum(axis=1, dtype=np.uint64)
        known = self.known[0]
        at = np.minimum(np.searchsorted(self.sums, sums), len(self.sums) - 1)
        hits = (self.sums[at] == sums) & self.can[questions]
        for row, answer in np.argwhere(hits).tolist():
            if not found[row]:
                name = _name(self._cell(place, int(questions[row]), answer))
                found[row] = known.bound(name, within, 0, 0, FREE) == INFINITE
        return found

    def _owed_too_much(self, sizes: Sequence[int], within: int, to_come: int) -> bool:
        """:meth:`too_few` where it is fixed how many lies there are."""
        asked, fewest, whole = min(within, to_come), int(self.can.sum(axis=1).min()), 0
        for left, size in enumerate(sizes):
            for told in range(max(0, left - to_come + asked), min(left, asked) + 1):
                whole += size * comb(asked, told) * (fewest - 1) ** told
        return whole > int(self.most**asked)

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
        members, left, _ = place
        images = self.images.of(number)[0][members]
        order = np.argsort(images)
        return np.array_equal(images[order], members) and np.array_equal(left[order], left)


def _name(place: Place) -> bytes:
    members, left, given = place
    return members.astype(np.uint32).tobytes() + left.astype(np.uint8).tobytes() + given.to_bytes(_GIVEN_BYTES)


def _place(name: bytes) -> Place:
    count = (len(name) - _GIVEN_BYTES) // 5
    members, left = np.frombuffer(name, np.uint32, count), np.frombuffer(name, np.uint8, count, 4 * count)
    return members.astype(np.int64), left.astype(np.int64), int.from_bytes(name[5 * count :])
