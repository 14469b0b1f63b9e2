"""A strategy that chooses guess by guess, without a tree: it can start at once, however large its tree would be."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from strategist.common.errors import ResponseError, TooLargeError
from strategist.common.quoting import shortened
from strategist.model import endings
from strategist.model.game import Code, Game, History
from strategist.model.position import Position, by_kind
from strategist.play.history import Record

if TYPE_CHECKING:
    from strategist.choosing.heuristics import Strategy
    from strategist.search.state.start import Start

_MOST_PAIRS = 1 << 32
"""The most pairs of a guess and a candidate in a search for one guess; a core does some 3·10⁸ a second."""

Choose = Callable[[History, Sequence[Code]], Code | None]
"""The guess at a position, by its history and its candidates; None to give up."""


def next_guess(game: Game, strategy: Strategy, history: History, candidates: Sequence[Code]) -> Code | None:
    """The guess of ``strategy`` after ``history``; None to give up. The search is imported here.

    Raises :class:`~strategist.common.errors.TooLargeError` if the computation would take minutes.
    """
    from strategist.choosing.searched import SearchedStrategy
    from strategist.search.advice.advise import advise
    from strategist.search.advice.shipped.shipped_openings import shipped_opening
    from strategist.search.advice.shortlist import needs_shortlist
    from strategist.search.advice.valuing.at_worst import guess_under_lies
    from strategist.search.state.start import start_of

    if not history and (opening := shipped_opening(game, strategy)) is not None:
        return opening
    start = start_of(game, history)
    choose = by_kind(game, one=None, several=_asked, lies=guess_under_lies)
    if choose is not None and not isinstance(strategy, SearchedStrategy):
        index = choose(game, strategy, start)
        return None if index is None else game.guesses[index]
    symmetric = game.symmetry is not None and not history
    many = len(candidates) * game.question_count > _MOST_PAIRS and not symmetric
    if many and not needs_shortlist(game, strategy, start):
        raise TooLargeError(f"{strategy.spec} would take minutes to choose among {game.question_count} guesses")
    if not isinstance(strategy, SearchedStrategy):
        # Only one guess is needed, and it depends on the history alone: nothing below it is searched.
        game = copy.copy(game)
        game.turns = len(history) + 1
    return advise(game, strategy, start).guess


def _asked(game: Game, strategy: Strategy, start: Start) -> int | None:
    """What a strategy guesses at a position, as an index; None to give up."""
    return strategy.guess(Position(start.history, start.candidates.tolist()))


class ChosenStrategy:
    """A strategy by its name and its function of choice, with the interface of a compiled strategy.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> play = ChosenStrategy(game, "first", lambda history, candidates: candidates[0]).start()
    >>> play.guess, play.responses
    ('11', ['0b0w', '1b0w', '2b0w'])
    >>> play.respond("1b0w")
    >>> play.guess, play.candidates_left
    ('12', ['12', '13', '21', '31'])
    """

    def __init__(self, game: Game, name: str, choose: Choose) -> None:
        self.game = game
        self.name = name
        self._choose = choose
        self._known: dict[History, Code | None] = {}

    def start(self) -> ChosenPlay:
        """Start a new game."""
        return ChosenPlay(self)

    def guess_at(self, record: Record) -> Code | None:
        """The guess at a position, computed once."""
        if record.history not in self._known:
            self._known[record.history] = self._choose(record.history, record.candidates())
        return self._known[record.history]


class ChosenPlay:
    """One game of a strategy that chooses guess by guess: what :class:`~strategist.files.player.Play` is for a tree."""

    def __init__(self, strategy: ChosenStrategy) -> None:
        self.game = strategy.game
        self._strategy = strategy
        self._record = Record(strategy.game)

    @property
    def solved(self) -> bool:
        """Whether the secret is found, or known in a game whose goal is to identify it."""
        game, record = self.game, self._record
        return any(game.solved(response) for _, response in record.history) or record.announced() is not None

    @property
    def guess(self) -> str | None:
        """The next guess; None once the secret is found or the strategy has given up."""
        game, record = self.game, self._record
        if self.solved or (game.turns is not None and len(record) >= game.turns):
            return None
        code = self._strategy.guess_at(record)
        return None if code is None else game.format_code(code)

    @property
    def secret(self) -> str | None:
        """The secret, or its class, once it is found; else None."""
        announced = self._record.announced()
        if announced is not None:
            return endings.announced(self.game, self.game.guesses.index(announced), self._record.candidates())
        return self.candidates_left[0] if self.solved else None

    @property
    def responses(self) -> list[str]:
        """The responses that are possible now."""
        code = None if self.guess is None else self._strategy.guess_at(self._record)
        if code is None:
            return []
        return [self.game.format_response(response) for response in sorted(self._record.possible(code))]

    def respond(self, response: str | int) -> None:
        """Enter the response to :attr:`guess`.

        Raises :class:`~strategist.common.errors.ResponseError` if the response is impossible here.
        """
        possible = self.responses
        code = self._strategy.guess_at(self._record) if possible else None
        if isinstance(response, int):
            number = response
        else:
            number = self.game.parse_response(response) if code is None else self.game.parse_answer(code, response)
        if code is None or self.game.format_response(number) not in possible:
            raise ResponseError(
                f"response {shortened(str(response))} to {self.guess} contradicts the history: "
                f"possible here is {', '.join(possible) or 'none'}"
            )
        self._record.add(code, number)

    @property
    def history(self) -> list[tuple[str, str]]:
        """Guesses and responses so far, as the game writes them."""
        game = self.game
        return [(game.format_code(guess), game.format_response(response)) for guess, response in self._record.history]

    @property
    def moves(self) -> list[tuple[int, int]]:
        """Guesses and responses so far in numbers: (index into the game's guesses, response)."""
        return [(self.game.guesses.index(guess), response) for guess, response in self._record.history]

    @property
    def made(self) -> int:
        """The number of guesses in :attr:`history`."""
        return len(self._record)

    def left(self) -> Sequence[Code]:
        """The codes that are still possible, in the game's order."""
        return self._record.candidates()

    @property
    def candidates_left(self) -> list[str]:
        """The secrets that are still possible, in the game's order."""
        return [self.game.format_secret(code) for code in self.left()]

    @property
    def candidate_count(self) -> int:
        """The number of :attr:`candidates_left`."""
        return len(self._record.candidates())
