"""The best guesses at a position and the reasons for them, for all prompts. The search is imported on demand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from strategist.common.errors import CodeError, StrategistError
from strategist.model.game import Code, Game, History
from strategist.show.texts.names import said

if TYPE_CHECKING:
    from strategist.choosing.heuristics import Strategy
    from strategist.search.advice.explaining import Explanation
    from strategist.search.advice.ranking import Ranking


class Counsel:
    """Ranks guesses by a heuristic, and explains guesses of any strategy; each position is computed once.

    ``seconds`` limits the time for the figures of the guesses, ``top`` is the number of guesses listed.
    """

    def __init__(self, game: Game, heuristic: str = "entropy", top: int = 10, seconds: float = 1.0) -> None:
        self.game = game
        self._heuristic = heuristic
        self._top = top
        self._seconds = seconds
        self._ranked: dict[History, Ranking] = {}
        self._explained: dict[tuple[History, Code | None, str], Explanation] = {}

    def ranking(self, history: History, guesses: Iterable[Code] = ()) -> Ranking:
        """The best guesses after ``history``, and other given ones.

        Raises what :func:`strategist.search.advice.ranking.rank` raises.
        """
        from strategist.search.advice.ranking import rank

        own = tuple(guesses)
        if own or history not in self._ranked:
            found = rank(
                self.game, history, top=self._top, guesses=own, strategy=self._heuristic, seconds=self._seconds
            )
            self._ranked[history] = found
        return self._ranked[history]

    def explanation(self, history: History, guess: Code | None = None, strategy: str | None = None) -> Explanation:
        """Why a strategy, by default the heuristic, makes a guess after ``history``, by default its best."""
        from strategist.search.advice.explaining import explain

        name = strategy or self._heuristic
        key = history, guess, name
        if key not in self._explained:
            self._explained[key] = explain(self.game, history, guess, strategy=self._strategy(name))
        return self._explained[key]

    def reasons(self, history: History, guess: Code | None = None, strategy: str | None = None) -> list[str]:
        """The :meth:`explanation` of a guess, by default the best, as lines of text."""
        from strategist.show.moves.explanation_lines import explanation_lines

        if guess is not None and self.game.is_announcement(guess):
            return [f"{said(self.game).code(guess)} only names what is known"]
        return explanation_lines(self.explanation(history, guess, strategy))

    def reasons_beside(self, history: History, guess: Code, strategy: str | None) -> list[str]:
        """Compare a guess with the one of ``strategy`` if it is one of the four heuristics, else of the default."""
        from strategist.search.advice.comparing import HEURISTICS

        name = None if strategy is None else strategy.partition("(")[0]
        return self.reasons(history, guess, name if name in [kind.name for kind in HEURISTICS] else None)

    def _strategy(self, name: str) -> Strategy:
        """The strategy that a file names; entropy if the name is not known here."""
        from strategist.choosing.registry import make_strategy, recorded_strategy

        try:
            return recorded_strategy(name, self.game)
        except StrategistError:
            return make_strategy("entropy", self.game)


class Sentences:
    """Explains each guess of a strategy without written rules in one sentence."""

    def __init__(self, game: Game, strategy: str) -> None:
        self._game = game
        self._strategy = strategy
        self._counsel = Counsel(game, seconds=0.0)

    def __call__(self, moves: Sequence[tuple[int, int]]) -> list[str]:
        """A line that explains the last of the given moves, which are in numbers."""
        from strategist.show.moves.explanation_lines import told_sentence

        game = self._game
        history = tuple((game.guesses[guess], response) for guess, response in moves)
        try:
            return [told_sentence(self._counsel.explanation(history[:-1], history[-1][0], self._strategy))]
        except StrategistError as error:
            return [str(error)]


def asked_code(game: Game, text: str) -> Code:
    """The question that a text names. Raises :class:`~strategist.common.errors.CodeError`."""
    code = game.parse_code(text)
    if game.is_announcement(code):
        raise CodeError(f"{game.spec}: expected a {game.move_noun}, got {text}, which only names a {game.known_noun}")
    return code
