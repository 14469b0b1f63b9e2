"""After a game: what each guess was worth, what was luck and what was skill, for whoever wants to know."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from strategist.errors import StrategistError
from strategist.game import Game, History
from strategist.play.prompt import Command, Leave, Talk
from strategist.quoting import quoted


class Played(NamedTuple):
    """What one player guessed: how the player's guesses are called, and how many of them were made before the game."""

    whose: str
    history: History
    begin: int = 0


Tell = Callable[[Played], None]
"""Shows the review of what one player guessed."""


class Afterwards:
    """Reviews a game that is over: at once where that is ``wanted``, else when a person asks for it.

    >>> from strategist.catalog import make_game
    >>> lines = iter(["maybe", "review"])
    >>> talk = Talk(print, lambda prompt: next(lines), print, patient=True)
    >>> game = make_game("mastermind(2,3)")
    >>> after = Afterwards(talk, lambda played: print("the review of", played.whose), wanted=False)
    >>> after.game_over(Played("your guesses", game.parse_history("12:2b0w")))
    expected review or an empty line, got 'maybe'
    the review of your guesses
    """

    def __init__(self, talk: Talk, tell: Tell, wanted: bool) -> None:
        self._talk = talk
        self._tell = tell
        self._wanted = wanted

    def game_over(self, *players: Played) -> None:
        """Review the game, or offer to; a script is not asked."""
        if self._wanted:
            self._review(players)
        elif self._talk.patient and any(len(each.history) > each.begin for each in players):
            self._offer(players)

    def one_of_many(self, *players: Played) -> None:
        """The same between the games of a match, where nobody is asked."""
        if self._wanted:
            self._review(players)

    def _review(self, players: tuple[Played, ...]) -> None:
        for played in players:
            if len(played.history) > played.begin:
                self._tell(played)

    def _offer(self, players: tuple[Played, ...]) -> None:
        def review(_: str) -> bool:
            self._review(players)
            return True

        commands = {"review": Command("what each guess was worth, what was luck and what was skill", review)}
        try:
            self._talk.ask("review tells luck from skill, an empty line ends: ", _nothing, commands)
        except Leave:
            # The game is over: there is nothing to leave, and nothing went wrong.
            return


def _nothing(text: str) -> str:
    if text:
        raise StrategistError(f"expected review or an empty line, got {quoted(text)}")
    return text


def played_by(game: Game, moves: list[tuple[int, int]], whose: str, begin: int) -> Played:
    """What a strategy guessed, from its moves in numbers.

    >>> from strategist.catalog import make_game
    >>> played_by(make_game("mastermind(2,3)"), [(1, 4)], "my guesses", 0)
    Played(whose='my guesses', history=(((0, 1), 4),), begin=0)
    """
    return Played(whose, tuple((game.guesses[guess], response) for guess, response in moves), begin)
