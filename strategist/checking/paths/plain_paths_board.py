"""Costs of paths and limits of answers for the plain checker (version 8).

A position is a set of secrets, and how often each answer that has a limit has been given. After a right guess no secret
is left, and nothing more is paid. An answer that would be given more often than it may be makes its question cost
infinitely much: it is not allowed. So does an answer that leaves all secrets, where a question tells nothing: what is
left of limits is no more than before.

*Counting.* Any question divides n secrets into one part for each answer. Let c(n, t) be the least that n secrets cost
after t, whatever the questions: 0 for one secret that is announced, else the least over all divisions of what the
question costs at least and the answers of the parts cost, and c of the parts, each smaller than n. Where secrets weigh
w1 ≥ w2 ≥ …, the heaviest i of them cost at least c(i, t) together, so all cost at least Σ (wi - wi+1) c(i, t). Of
secrets of one class, those that are not the heaviest are left out: they may be told together with it, and cost no less
than nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from strategist.checking.plain_board import INFINITE, Cost, PlainBoard
from strategist.checking.proof import Proof
from strategist.model.game import Response
from strategist.model.objective import DEPTH, EXPECTED, TOTAL, WORST_COST

_Given = tuple[int, ...]
_Here = tuple[frozenset[int], _Given]
"""Some secrets, and how often each limited answer was given, by ascending answers."""


class PathsBoard(PlainBoard):
    """Sets of secrets, with the answers given before."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        game = self.game
        self.deep = self.objective in (DEPTH.name, WORST_COST.name)
        if self.objective in (TOTAL.name, DEPTH.name):
            self.cost = [1] * len(self.questions)
        if self.objective != EXPECTED.name:
            self.chance = [1] * len(self.chance)
        priced = self.objective in (EXPECTED.name, WORST_COST.name) and game.answer_costs is not None
        self.paid = list(game.answer_costs or []) if priced else [0] * game.response_count
        self.solved = game.response_count - 1
        self.limited = sorted(game.limits)
        self.row = cache(self._row)
        self.counted_of = cache(self._counted_of)
        self.problem = lambda: None
        self.counted, self.ended = self._counted, self._ended
        self.asked, self.answered = self._asked, self._answered

    def start(self) -> _Here:
        """All secrets."""
        return frozenset(range(len(self.chance))), (0,) * len(self.limited)

    def secrets(self, place: _Here) -> Collection[int]:
        """All of a set."""
        return place[0]

    def after(self, place: _Here, question: int, response: Response) -> _Here | None:
        """Those that give a response, unless it is given too often."""
        row = self.row(question)
        left = frozenset(secret for secret in place[0] if row[secret] == response)
        given = self._given(place[1], response)
        return (left, given) if left and given is not None else None

    def cells(self, place: _Here, question: int) -> list[tuple[Response, int, _Here | None]]:
        """The cells of a question, the one after a right guess without secrets; None for what is never best."""
        row = self.row(question)
        answers = sorted({row[secret] for secret in place[0]})
        if len(answers) == 1 and answers[0] != self.solved:
            return [(answers[0], 1, None)]
        nobody = frozenset[int](), place[1]
        return [(each, 1, nobody if each == self.solved else self.after(place, question, each)) for each in answers]

    def _answered(self, place: _Here, question: int, response: Response) -> Cost:
        """What an answer costs those that give it."""
        row = self.row(question)
        givers = [self.chance[secret] for secret in place[0] if row[secret] == response]
        return self.paid[response] * (1 if self.deep else sum(givers))

    def _asked(self, place: _Here, question: int, made: int) -> Cost:
        """What a question costs itself."""
        return self.cost[question] * (1 if self.deep else sum(self.chance[secret] for secret in place[0]))

    def _ended(self, place: _Here) -> bool:
        return self.game.announces and len(self._heaviest(place[0])) == 1

    def _row(self, question: int) -> list[Response]:
        return [self.game.respond(self.questions[question], secret) for secret in self.game.secrets]

    def _given(self, given: _Given, response: Response) -> _Given | None:
        """The answers given with one more; None if that is one too many."""
        if response not in self.limited:
            return given
        place = self.limited.index(response)
        if given[place] == self.game.limits[response]:
            return None
        return (*given[:place], given[place] + 1, *given[place + 1 :])

    def _heaviest(self, secrets: Collection[int]) -> list[int]:
        """The weights of some secrets, the heaviest first, one for each class where there are classes."""
        classes, found = self.game.classes, dict[int, int]()
        for secret in secrets:
            kind = secret if classes is None else classes[secret]
            found[kind] = max(found.get(kind, 0), self.chance[secret])
        return sorted(found.values(), reverse=True)

    def _counted(self, place: _Here | None, left: int | None, made: int) -> Cost:
        """What counting proves of a position: nothing of no secrets."""
        if place is None:
            return INFINITE
        weights = self._heaviest(place[0])
        costs = self.counted_of(place[1])
        if self.deep or not weights:
            return costs[len(weights)]
        pairs = zip(weights, [*weights[1:], 0], costs[1:], strict=False)
        return sum((above - below) * cost for above, below, cost in pairs if above > below)

    def _counted_of(self, given: _Given) -> list[Cost]:
        """What 0, 1, … secrets cost at least after these answers."""
        most, cheapest = len(self.chance), min(self.cost)
        found: list[Cost] = [0, *[INFINITE] * most]
        afters = [self._given(given, response) for response in range(self.solved)]

        def part(response: Response, number: int) -> Cost:
            after = afters[response]
            if number == 0 or after is None:
                return INFINITE if number else 0
            step = (cheapest + self.paid[response]) * (1 if self.deep else number)
            return step + (found if after == given else self.counted_of(after))[number]

        def joined(one: Cost, other: Cost) -> Cost:
            return max(one, other) if self.deep else one + other

        for number in range(1, most + 1):
            # What 0, 1, … secrets cost, divided among a right guess and the first answers.
            right = INFINITE if self.game.announces else cheapest + self.paid[self.solved]
            sums: list[Cost] = [0, right, *[INFINITE] * (number - 1)]
            for response in range(self.solved):
                sums = [
                    min(
                        joined(sums[whole - those], part(response, those))
                        for those in range(min(whole, number - 1) + 1)
                    )
                    for whole in range(number + 1)
                ]
            found[number] = 0 if number == 1 and self.game.announces else sums[number]
        return found
