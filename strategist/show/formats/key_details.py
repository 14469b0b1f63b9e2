"""What a printed key says where a secret may give one of several answers, and stand in several places of the key.

* Answers of a couplet that end with the same name share a lead, ``4 or 5``.
* Where several secrets cannot be told apart, the lead lists them, with chances if some are likelier.
* A lead names the questions that *confirm* it: everyone left behind it has the same one answer to them, known in every
  cell, and not everyone at the couplet has. Nobody needs to ask them, and no figure counts them. That a question does
  not apply confirms nothing that people look at. Of the thresholds of one column only the tightest are named.
* Behind the couplets stand the places where each secret is named, and the pairs that no question is sure to tell apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from strategist.files.strategy import StrategyData
from strategist.games.tables.never_apart import evasive, never_apart
from strategist.model.game import Game
from strategist.show.formats.measured_leads import told_at_once
from strategist.show.slots.who_stands import stands_of
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.names import OR, Medium, Names, plain
from strategist.show.texts.weighed import per_cent

MOST_CONFIRMING = 5
"""The most questions that confirm one lead."""
MOST_PAIRS = 100
"""The most pairs that are listed; the number of the others is told."""


@dataclass
class Details:
    """What is told of one key."""

    data: StrategyData
    game: Game
    told: Names[str]
    _known: dict[int, frozenset[tuple[int, int]]] = field(default_factory=dict)

    @cached_property
    def _stands(self) -> dict[int, dict[int, int]]:
        """The secrets that can be at each slot, by their indices, each with how likely it gets there, in proportion."""
        return {stand.slot: stand.left.parts for stand in stands_of(self.game, self.data)}

    @cached_property
    def secrets(self) -> dict[int, tuple[int, ...]]:
        """The secrets that can be at each slot, by their indices."""
        return {slot: tuple(parts) for slot, parts in self._stands.items()}

    @cached_property
    def _only_answers(self) -> list[frozenset[tuple[int, int]]]:
        """For each secret, the questions to which it has one answer, each with the answer."""
        game = self.game
        told: list[set[tuple[int, int]]] = [set() for _ in game.secrets]
        for question in range(game.question_count):
            for place, code in enumerate(game.secrets):
                answers = game.answers(game.guesses[question], code)
                if len(answers) == 1 and answers[0].response != game.inapplicable:
                    told[place].add((question, answers[0].response))
        return list(map(frozenset, told))

    @cached_property
    def _told(self) -> list[frozenset[tuple[int, int]]]:
        """The questions asked on the way to each slot, each with its answer."""
        tree = self.data.tree
        found = [frozenset[tuple[int, int]]()] * len(tree)
        for slot, guess in enumerate(tree.guesses):
            for response, child in tree.branches(slot):
                found[child] = found[slot] | {(guess, response)}
        return found

    def _shared(self, slot: int) -> frozenset[tuple[int, int]]:
        """The questions to which all secrets at a slot have the same one answer, with the answer."""
        if slot not in self._known:
            first, *others = (self._only_answers[secret] for secret in self.secrets[slot])
            self._known[slot] = first.intersection(*others)
        return self._known[slot]

    def confirming(self, slot: int, child: int) -> str:
        """The questions that confirm the lead from a slot to one behind it, with their answers; empty for none."""
        before, told = self._shared(slot), self._told[child]
        asked = {question for question, _ in told}
        new = [pair for pair in sorted(self._shared(child) - before) if pair[0] not in asked]
        texts = list(
            map(self.told.medium, told_at_once(map(self._marked, new), map(self._marked, sorted(before | told))))
        )
        more = ", …" if len(texts) > MOST_CONFIRMING else ""
        return ", ".join(texts[:MOST_CONFIRMING]) + more

    def _marked(self, pair: tuple[int, int]) -> tuple[str, str]:
        """A question and an answer as marked texts."""
        question, response = pair
        return self.game.shown_code(self.game.guesses[question]), self.game.shown_response(response)

    def names(self, slot: int) -> str:
        """The names of the secrets at a slot where play ends undecided.

        If secrets have chances and some are likelier there than others, each has its chance, and the likeliest comes
        first.
        """
        weights = {secret: part * self.game.weight_of(secret) for secret, part in self._stands[slot].items()}
        whole, alike = sum(weights.values()), self.game.weights is None or len(set(weights.values())) == 1
        told = {secret: self.told.every(self.game.secrets[secret]) for secret in weights}
        if alike:
            return OR.join(told.values())
        order = sorted(weights, key=lambda secret: -weights[secret])
        return OR.join(f"{told[secret]} ({per_cent(Fraction(weights[secret], whole))})" for secret in order)

    def index(self, numbers: Iterable[tuple[int, int]]) -> list[tuple[str, Sequence[int]]]:
        """Each secret with the couplets at which it is named, from pairs of a couplet's number and a slot that ends
        play behind it; in the order of the secrets."""
        found: dict[int, dict[int, None]] = {}
        for number, slot in numbers:
            guess = self.data.tree.guesses[slot]
            err = self.game.erring is not None
            for secret in [guess - self.game.question_count] if err else self.secrets.get(slot, ()):
                found.setdefault(secret, {})[number] = None
        return [(self.told.secret(self.game.secrets[secret]), sorted(found[secret])) for secret in sorted(found)]

    def never_apart(self) -> list[str]:
        """The pairs that no question is sure to tell apart, and a line for those beyond :data:`MOST_PAIRS`."""
        pairs = never_apart(self.game, evasive(self.game))
        told = [
            " and ".join(self.told.secret(self.game.secrets[secret]) for secret in pair) for pair in pairs[:MOST_PAIRS]
        ]
        return told + ([f"and {len(pairs) - MOST_PAIRS} more"] if len(pairs) > MOST_PAIRS else [])


def details_of(data: StrategyData, medium: Medium[str] = plain) -> Details | None:
    """What a key of this strategy says beyond its couplets, with texts for a medium; None where each secret stands in
    one place.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> details_of(data) is None
    True
    """
    if not isinstance(data.game, Game) or not wording_of(data.game).scatters:
        return None
    return Details(data, data.game, Names(data.game, medium))
