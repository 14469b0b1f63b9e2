"""What is left after some answers, whatever kind of answers a game has: a position with its candidates and its cells.

Where each secret has one answer, it is a set of candidates; where it may give one of several, each candidate has a
mass; where answers may be false, each has told a number of lies. The rooms of play ask a position, not the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property, reduce
from operator import or_

from strategist.choosing.classes import told_classes
from strategist.choosing.lies.weighed_questions import WeighedQuestion, weighed_question
from strategist.model.bulk import narrowed, sizes_of_cells
from strategist.model.game import Code, Game, History, Response
from strategist.model.lies.answer_bits import AnswerBits, Sets, members
from strategist.model.position import Position, kind_of
from strategist.play.split_figures import Split


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

    @abstractmethod
    def after(self, guess: Code, response: Response) -> Standing:
        """What an answer leads to, also one that leaves no candidate."""

    @abstractmethod
    def sizes(self, guess: Code) -> Mapping[Response, int]:
        """How many candidates each possible answer to a guess leaves."""

    @abstractmethod
    def split(self, guess: Code) -> Split:
        """How a guess divides the candidates."""

    @abstractmethod
    def worst(self, guess: Code) -> Response:
        """The answer of an adversary: the one after which most is left to do; of equals one that does not solve, then
        the lowest. In a game of classes, it avoids answers that determine the class as long as it can."""

    @property
    def announced(self) -> Code | None:
        """The announcement of the only candidate, or of the class of all, or that those left are all that can be known;
        None while questions are needed."""
        game, left = self.game, self.codes
        if not game.announces or not len(left) or (game.classes is None and len(left) > 1):
            return None
        places = [game.secrets.index(secret) for secret in left]
        return game.guesses[game.announcement(places[0])] if game.is_pure(places) else None


class Settled(Standing):
    """Where each secret has one answer to each guess."""

    def after(self, guess: Code, response: Response) -> Standing:
        """See :class:`Standing`."""
        before = self.codes
        found = narrowed(self.game, guess, response, before)
        if found is None:
            found = self.game.giving(guess, response, before)
        # A response that excludes nothing takes no memory.
        return self if len(found) == len(before) else Settled(self.game, found)

    def sizes(self, guess: Code) -> Mapping[Response, int]:
        """See :class:`Standing`."""
        return sizes_of_cells(self.game, guess, self.codes)

    def split(self, guess: Code) -> Split:
        """See :class:`Standing`."""
        return Split.of(self.game, guess, self.codes)

    def worst(self, guess: Code) -> Response:
        """See :class:`Standing`."""
        sizes = self.sizes(guess)
        # In a game of classes, some responses determine the class.
        told = told_classes(self.game, guess, self.codes)
        # The solved response is the highest of all, so the lowest of equal responses avoids it.
        return min(sizes, key=lambda response: (response in told, -sizes[response], response))


class OneOfSeveral(Standing):
    """Where a secret may give one of several answers: which of them it gives is settled once it is asked."""

    def __init__(self, game: Game, codes: Sequence[Code], history: History = ()) -> None:
        super().__init__(game, codes)
        self._history = history

    @cached_property
    def left(self) -> Position | None:
        """The candidates with their masses; None if there is none."""
        moves = [(self.game.guesses.index(guess), response) for guess, response in self._history]
        return kind_of(self.game).left(moves)

    def after(self, guess: Code, response: Response) -> Standing:
        """See :class:`Standing`."""
        settled = any(guess == earlier and response != told for earlier, told in self._history)
        found = [] if settled else self.game.giving(guess, response, self.codes)
        return OneOfSeveral(self.game, found, (*self._history, (guess, response)))

    def sizes(self, guess: Code) -> Mapping[Response, int]:
        """See :class:`Standing`."""
        if self.left is None:
            return {}
        cells = kind_of(self.game).cells(self.left, self.game.guesses.index(guess))
        return {response: len(cell.position.candidates) for response, cell in cells.items()}

    def split(self, guess: Code) -> Split:
        """See :class:`Standing`."""
        return Split.of(self.game, guess, self.codes, self.left)

    def worst(self, guess: Code) -> Response:
        """See :class:`Standing`. One that leaves something to ask goes first."""
        assert self.left is not None  # some secret fits all answers so far
        cells = kind_of(self.game).cells(self.left, self.game.guesses.index(guess))
        over = {response: kind_of(self.game).ending(cell.position) is not None for response, cell in cells.items()}
        return min(cells, key=lambda each: (over[each], -len(cells[each].position), each))

    @property
    def announced(self) -> Code | None:
        """See :class:`Standing`."""
        end = None if self.left is None else kind_of(self.game).ending(self.left)
        return None if end is None else self.game.guesses[end]


class UnderLies(Standing):
    """Where answers may be false: the suspects, by the number of lies told if it is the one."""

    def __init__(self, game: Game, sets: Sets, answers: AnswerBits) -> None:
        super().__init__(game, [game.secrets[secret] for secret in members(reduce(or_, sets))])
        self.sets = sets
        self._answers = answers

    def after(self, guess: Code, response: Response) -> Standing:
        """See :class:`Standing`."""
        cell = self._answers.cell(self.sets, self.game.guesses.index(guess), response)
        return self if cell == self.sets else UnderLies(self.game, cell, self._answers)

    def _weighed(self, guess: Code) -> WeighedQuestion:
        return weighed_question(self.game, self._answers, self.sets, self.game.guesses.index(guess))

    def sizes(self, guess: Code) -> Mapping[Response, int]:
        """See :class:`Standing`."""
        return self._weighed(guess).sizes if len(self.codes) else {}

    def split(self, guess: Code) -> Split:
        """See :class:`Standing`."""
        if self.game.is_announcement(guess):
            return Split(1, len(self.codes), None, 0.0)
        found = self._weighed(guess)
        return Split(len(found.cells), found.largest, None, found.bits)

    def worst(self, guess: Code) -> Response:
        """See :class:`Standing`. What is left to do is the weight of the suspects."""
        if self.game.is_announcement(guess):
            return min(self.game.respond(guess, secret) for secret in self.codes)
        cells = self._weighed(guess).cells
        return min(cells, key=lambda response: (not cells[response].goes_on, -cells[response].weight, response))


def first_standing(game: Game) -> Standing:
    """The position before any answer."""
    if game.doubtful:
        everybody = (1 << len(game.secrets)) - 1
        return UnderLies(game, (everybody,) + (0,) * game.lies, AnswerBits(game, 1))
    return (OneOfSeveral if game.several else Settled)(game, game.secrets)
