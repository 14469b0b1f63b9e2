"""What is left after some answers, as play asks for it: the codes that are left, and what each answer leads to.

A standing is a :class:`~strategist.model.position.Position` with what makes it fast to play on: NumPy where each secret
has one answer, bits where answers may be false. The rooms of play ask it, not the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from strategist.choosing.classes import told_classes
from strategist.choosing.lies.weighed_questions import WeighedQuestion, weighed_question
from strategist.model.bulk import narrowed, sizes_of_cells
from strategist.model.game import Code, Game, Response
from strategist.model.lies.answer_bits import AnswerBits, Sets, lies_in_bits
from strategist.model.position import Moves, Position, by_kind, kind_of
from strategist.play.split_figures import Split


class Outlook(NamedTuple):
    """What an answer leads to: the number of candidates, how much is left to do in any unit, and whether play goes
    on."""

    size: int
    weight: int
    goes_on: bool


class Standing(ABC):
    """A position of a game: the candidates, and what each answer leads to.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,lies=1)")
    >>> left = first_standing(game)
    >>> for guess, response in game.parse_history("11:0b0w 23:0b0w"): left = left.after(guess, response)
    >>> [game.format_code(code) for code in left.codes], left.sizes((1, 1))
    (['22', '32', '33'], {0: 1, 2: 1, 4: 1})
    """

    def __init__(self, game: Game, codes: Sequence[Code]) -> None:
        self.game = game
        self.codes = codes
        """The candidates, in the game's order; none where the answers contradict each other."""

    @property
    @abstractmethod
    def position(self) -> Position | None:
        """The candidates with their labels; None if there is none."""

    @abstractmethod
    def after(self, guess: Code, response: Response) -> Standing:
        """What an answer leads to, also one that leaves no candidate."""

    @abstractmethod
    def outlooks(self, guess: Code) -> Mapping[Response, Outlook]:
        """What each possible answer to a guess leads to."""

    @abstractmethod
    def split(self, guess: Code) -> Split:
        """How a guess divides the candidates."""

    def sizes(self, guess: Code) -> Mapping[Response, int]:
        """How many candidates each possible answer to a guess leaves."""
        return {response: found.size for response, found in self.outlooks(guess).items()}

    def worst(self, guess: Code) -> Response:
        """The answer of an adversary: the one after which most is left to do; of equals the lowest, so that the solved
        response comes last. Answers after which nothing is left to ask are avoided as long as possible."""
        found = self.outlooks(guess)
        return min(found, key=lambda response: (not found[response].goes_on, -found[response].weight, response))

    @property
    def announced(self) -> Code | None:
        """The announcement of the only candidate, or of the class of all, or that those left are all that can be known;
        None while questions are needed."""
        if not self.game.announces or self.position is None:
            return None
        end = kind_of(self.game).ending(self.position)
        return None if end is None else self.game.guesses[end]


class Unlabelled(Standing):
    """Where each secret has one answer to each guess, so that a candidate needs no label."""

    @cached_property
    def position(self) -> Position | None:
        """See :class:`Standing`."""
        return Position((), list(map(self.game.secrets.index, self.codes))) if len(self.codes) else None

    def after(self, guess: Code, response: Response) -> Standing:
        """See :class:`Standing`."""
        before = self.codes
        found = narrowed(self.game, guess, response, before)
        if found is None:
            found = self.game.giving(guess, response, before)
        # A response that excludes nothing takes no memory.
        return self if len(found) == len(before) else Unlabelled(self.game, found)

    def outlooks(self, guess: Code) -> Mapping[Response, Outlook]:
        """See :class:`Standing`. In a game of classes, some responses determine the class."""
        told = told_classes(self.game, guess, self.codes)
        return {response: Outlook(size, size, response not in told) for response, size in self.sizes(guess).items()}

    def sizes(self, guess: Code) -> Mapping[Response, int]:
        """See :class:`Standing`."""
        return sizes_of_cells(self.game, guess, self.codes)

    def split(self, guess: Code) -> Split:
        """See :class:`Standing`."""
        return Split.of(self.game, guess, self.codes)


class WithMasses(Standing):
    """Where a secret may give one of several answers: which of them it gives is settled once it is asked.

    Masses are worked out where a figure needs them, not at each answer.
    """

    def __init__(self, game: Game, codes: Sequence[Code], moves: Moves = ()) -> None:
        super().__init__(game, codes)
        self._moves = moves

    @cached_property
    def position(self) -> Position | None:
        """See :class:`Standing`."""
        return kind_of(self.game).left(self._moves)

    def after(self, guess: Code, response: Response) -> Standing:
        """See :class:`Standing`."""
        question = self.game.guesses.index(guess)
        settled = any(question == asked and response != answer for asked, answer in self._moves)
        found = [] if settled else self.game.giving(guess, response, self.codes)
        return WithMasses(self.game, found, (*self._moves, (question, response)))

    def outlooks(self, guess: Code) -> Mapping[Response, Outlook]:
        """See :class:`Standing`."""
        if self.position is None:
            return {}
        kind = kind_of(self.game)
        cells = kind.cells(self.position, self.game.guesses.index(guess))
        return {
            response: Outlook(len(cell.position), len(cell.position), kind.ending(cell.position) is None)
            for response, cell in cells.items()
        }

    def sizes(self, guess: Code) -> Mapping[Response, int]:
        """See :class:`Standing`. Whether play goes on takes long to find out, and is not needed."""
        if self.position is None:
            return {}
        cells = kind_of(self.game).cells(self.position, self.game.guesses.index(guess))
        return {response: len(cell.position) for response, cell in cells.items()}

    def split(self, guess: Code) -> Split:
        """See :class:`Standing`."""
        return Split.of(self.game, guess, self.codes, self.position)


class WithLies(Standing):
    """Where answers may be false: the candidates by the number of lies told if it is the one, as bits."""

    def __init__(self, game: Game, sets: Sets, answers: AnswerBits) -> None:
        self._sets = sets
        self._answers = answers
        self._position = lies_in_bits(sets, game) if any(sets) else None
        left = () if self._position is None else self._position.candidates
        super().__init__(game, [game.secrets[secret] for secret in left])

    @property
    def position(self) -> Position | None:
        """See :class:`Standing`."""
        return self._position

    def after(self, guess: Code, response: Response) -> Standing:
        """See :class:`Standing`."""
        cell = self._answers.cell(self._sets, self.game.guesses.index(guess), response)
        return self if cell == self._sets else WithLies(self.game, cell, self._answers)

    def _weighed(self, guess: Code) -> WeighedQuestion:
        return weighed_question(self.game, self._answers, self._sets, self.game.guesses.index(guess))

    def outlooks(self, guess: Code) -> Mapping[Response, Outlook]:
        """See :class:`Standing`. How much is left to do is the weight of the candidates."""
        if self.position is None:
            return {}
        cells = self._weighed(guess).cells
        return {response: Outlook(cell.size, cell.weight, cell.goes_on) for response, cell in cells.items()}

    def worst(self, guess: Code) -> Response:
        """See :class:`Standing`. No answer to an announcement is a lie."""
        if self.game.is_announcement(guess):
            return min(self.game.respond(guess, secret) for secret in self.codes)
        return super().worst(guess)

    def split(self, guess: Code) -> Split:
        """See :class:`Standing`."""
        if self.game.is_announcement(guess):
            return Split(1, len(self.codes), None, 0.0)
        found = self._weighed(guess)
        return Split(len(found.cells), found.largest, None, found.bits)


def first_standing(game: Game) -> Standing:
    """The position before any answer."""

    def with_lies() -> Standing:
        return WithLies(game, ((1 << len(game.secrets)) - 1,) + (0,) * game.lies, AnswerBits(game, 1))

    first = by_kind(
        game, one=lambda: Unlabelled(game, game.secrets), several=lambda: WithMasses(game, game.secrets), lies=with_lies
    )
    return first()
