"""The positions of a game as reviews walk through them, for each kind of answers.

A position of a search (:class:`~strategist.search.state.start.Start`) is a history and its candidates. What else a
value depends on, the masses of the candidates or the lies told, follows from the history, and is found once for each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any

import numpy as np

from strategist.choosing.lies.weighed_questions import weighed_question
from strategist.choosing.luck_and_skill import cost_of
from strategist.choosing.masses import scored_masses
from strategist.choosing.plain_values import bits_among, in_vain, mass_after, missing_bits
from strategist.choosing.searched import Optimal
from strategist.model.bulk import bulk_rules, cells
from strategist.model.game import Game
from strategist.model.lies.answer_bits import AnswerBits, Sets, members
from strategist.model.objective import EXPECTED
from strategist.model.position import Position, by_kind, kind_of
from strategist.model.tree import Claims, DecisionTree, Figure, packed
from strategist.search.adapters.registry import adapter_of
from strategist.search.advice.responses_at import answers_of
from strategist.search.advice.valuing.at_worst import sets_after
from strategist.search.kernels.numba.jit import warm_up
from strategist.search.run.objectives import warm_up_exact
from strategist.search.state.start import Start


class Positions(ABC):
    """The positions of one game; see :class:`~strategist.choosing.luck_and_skill.Valued`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._kind = kind_of(game)
        self._weights = None if game.weights is None else np.array(game.weights, dtype=np.int64)

    @abstractmethod
    def split(self, position: Start, guess: int) -> dict[int, Start]:
        """The positions behind a guess, by ascending response."""

    def sizes(self, position: Start, guess: int) -> dict[int, int]:
        """How many candidates are behind each response to a guess, by ascending response."""
        return {response: len(cell.candidates) for response, cell in self.split(position, guess).items()}

    def plain(self, position: Start) -> Position:
        """The position for the rules in plain Python."""
        return Position(position.history, position.candidates.tolist())

    def known(self, position: Start) -> bool:
        """Whether play ends although no guess was right: the secret is known, or its class, or nothing more can be."""
        return self.game.announces and self._kind.ending(self.plain(position)) is not None

    def mass(self, position: Start) -> Figure:
        """The weights of the candidates, each times the chance of its answers so far."""
        return len(position.candidates) if self._weights is None else int(self._weights[position.candidates].sum())

    @abstractmethod
    def key(self, position: Start) -> Any:
        """What is left at a position, in a form that can be looked up."""

    @abstractmethod
    def by_slots(self, tree: DecisionTree, slot: int, position: Start) -> Fraction | None:
        """V by the slots of a tree that finds every candidate; None where counting them does not tell."""

    def of_few(self, position: Start) -> Fraction | None:
        """V of candidates that are so few that any rule has the same; None of others."""
        return None

    def missing(self, position: Start) -> tuple[float, Fraction]:
        """The bits that are missing about the secret, or its class, and the greatest chance of one."""
        candidates: Sequence[int] = range(len(position.candidates))
        if self.game.weighted or self.game.classes is not None:
            candidates = position.candidates.tolist()
        return missing_bits(self.game, candidates)

    def told(self, before: Start, guess: int, response: int, after: Start) -> float:
        """The bits that an answer has told, which leads from one position to another."""
        kept = 0.0 if self.game.solved(response) else self.missing(after)[0]
        return self.missing(before)[0] - kept

    def in_vain(self, position: Start) -> bool:
        """Whether play goes on although no question tells anything."""
        return False

    def longest(self, position: Start) -> int:
        """The most guesses on a way through a tree in which every guess tells something."""
        return len(position.candidates)

    def warm_up(self, game: Game, position: Start, search: Callable[[Start], object]) -> None:
        """Compile the kernels of a search in a game, this one or the same without turns, by searching among few
        candidates."""
        search(Start(position.history, position.candidates[:1]))


class OfTrueAnswers(Positions):
    """Each secret has one answer to each question: candidates are all that is left, split as arrays."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._rules = bulk_rules(game)

    def split(self, position: Start, guess: int) -> dict[int, Start]:
        """See :class:`Positions`."""
        candidates = position.candidates
        answers = answers_of(self.game, self._rules, guess, candidates)
        order = np.argsort(answers, kind="stable")
        sorted_answers = answers[order]
        edges = np.flatnonzero(np.diff(sorted_answers)) + 1
        firsts = sorted_answers[np.concatenate(([0], edges))].tolist()
        return {
            response: Start((*position.history, (guess, response)), cell)
            for response, cell in zip(firsts, np.split(candidates[order], edges), strict=True)
        }

    def sizes(self, position: Start, guess: int) -> dict[int, int]:
        """See :class:`Positions`: some candidates at a time, for there may be millions."""
        indices = packed("i", np.ascontiguousarray(position.candidates))
        found = cells(self.game, self.game.guesses[guess], indices)
        return super().sizes(position, guess) if found is None else dict(sorted(found.items()))

    def key(self, position: Start) -> bytes:
        """See :class:`Positions`."""
        return position.candidates.tobytes()

    def by_slots(self, tree: DecisionTree, slot: int, position: Start) -> Fraction | None:
        """See :class:`Positions`: where all candidates weigh the same."""
        if self.game.weighted:
            return None
        return Fraction(_below(tree, slot, self.game).total, len(position.candidates))

    def of_few(self, position: Start) -> Fraction | None:
        """See :class:`Positions`: one of two candidates is guessed, which identifies the other one."""
        game, candidates = self.game, position.candidates
        if len(candidates) == 1 and game.secrets_are_questions:
            return cost_of(game, game.guesses.index(game.secrets[int(candidates[0])]))
        if len(candidates) == 2 and not game.weighted and (game.announces or game.secrets_are_questions):
            return Fraction(1) if game.announces else Fraction(3, 2)
        return None

    def warm_up(self, game: Game, position: Start, search: Callable[[Start], object]) -> None:
        """See :class:`Positions`."""
        warm_up_exact(game, Optimal(game, {"objectives": EXPECTED.name}).objectives)
        some = Start(position.history, position.candidates[:3])
        kind = f"{game.kernel}-{adapter_of(game).bits}-{game.weighted}-{game.restricts}"
        warm_up(f"review-{kind}", lambda: search(some))


class OfSeveralAnswers(Positions):
    """An answer may be one of several: candidates have masses, and stand behind every answer that they may give."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._left: dict[tuple[tuple[int, int], ...], Position] = {}

    def plain(self, position: Start) -> Position:
        """See :class:`Positions`."""
        return replace(self.key(position), history=position.history)

    def key(self, position: Start) -> Position:
        """See :class:`Positions`: the masses."""
        found = self._left.get(position.history)
        if found is None:
            found = self._kind.at(Position(position.history, position.candidates.tolist()))
            self._left[position.history] = found
        return found

    def split(self, position: Start, guess: int) -> dict[int, Start]:
        """See :class:`Positions`. What has been answered is settled."""
        told = dict(position.history).get(guess)
        if told is not None:
            return {told: Start((*position.history, (guess, told)), position.candidates)}
        found = {}
        for response, cell in self._kind.cells(self.key(position), guess).items():
            history = *position.history, (guess, response)
            self._left[history] = cell.position
            found[response] = Start(history, np.array(cell.position.candidates, dtype=np.int32))
        return found

    def mass(self, position: Start) -> Figure:
        """See :class:`Positions`."""
        return mass_after(self.game, position.history, position.candidates.tolist())

    def by_slots(self, tree: DecisionTree, slot: int, position: Start) -> None:
        """See :class:`Positions`: a candidate has several slots, of different chances."""

    def missing(self, position: Start) -> tuple[float, Fraction]:
        """See :class:`Positions`."""
        left, classes = self.key(position), self.game.classes
        masses: dict[int, int] = {}
        for secret, mass in zip(left.candidates, scored_masses(left), strict=True):
            kind = secret if classes is None else classes[secret]
            masses[kind] = masses.get(kind, 0) + mass
        return bits_among(list(masses.values()))

    def in_vain(self, position: Start) -> bool:
        """See :class:`Positions`."""
        return in_vain(self.game, self.key(position))

    def longest(self, position: Start) -> int:
        """See :class:`Positions`: no way asks a question that tells nothing, or one question twice."""
        return len(self._kind.telling(self.key(position)))


class OfFalseAnswers(Positions):
    """Answers may be false: candidates are counted by the lies told, and nothing is known of chances."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._answers = AnswerBits(game, 64)
        self._sets: dict[tuple[tuple[int, int], ...], Sets] = {}

    def key(self, position: Start) -> Sets:
        """See :class:`Positions`: the candidates by lies told, as bits."""
        found = self._sets.get(position.history)
        if found is None:
            found = self._sets[position.history] = sets_after(self.game, self._answers, position)
        return found

    def split(self, position: Start, guess: int) -> dict[int, Start]:
        """See :class:`Positions`."""
        found = {}
        for response, cell in self._answers.cells(self.key(position), guess):
            history = (*position.history, (guess, response))
            self._sets[history] = cell
            found[response] = Start(history, np.array(members(reduce(or_, cell)), dtype=np.int32))
        return found

    def by_slots(self, tree: DecisionTree, slot: int, position: Start) -> Fraction | None:
        """See :class:`Positions`: the depth."""
        return None if self.game.classes is not None else Fraction(_below(tree, slot, self.game).depth)

    def told(self, before: Start, guess: int, response: int, after: Start) -> float:
        """See :class:`Positions`: about the lies, too."""
        return weighed_question(self.game, self._answers, self.key(before), guess).bits_told(response)


def positions_of(game: Game) -> Positions:
    """The positions of a game.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.state.start import start_of
    >>> game = make_game("mastermind(2,2,lies=1)")
    >>> positions_of(game).sizes(start_of(game), 0)
    {0: 3, 2: 3, 4: 1}
    """
    make: Callable[[Game], Positions] = by_kind(game, one=OfTrueAnswers, several=OfSeveralAnswers, lies=OfFalseAnswers)
    return make(game)


def _below(tree: DecisionTree, slot: int, game: Game) -> Claims:
    """The figures of a tree from a slot on."""
    solved_at = [sum(map(tree.solves, level)) for level in tree.levels(slot)]
    return Claims.of_moves(solved_at, 0, game.announces)
