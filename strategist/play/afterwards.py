"""After a game: its review, with the value of each guess, luck and skill, and a text to share."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from strategist.common.errors import StrategistError, TooLargeError
from strategist.common.quoting import quoted
from strategist.model import endings
from strategist.model.game import Game, History
from strategist.play.history import Record
from strategist.play.prompt import Command, Leave, Talk


class Played(NamedTuple):
    """The guesses of one player: their name in texts, the history, and the number of guesses made before the game."""

    whose: str
    history: History
    begin: int = 0


Tell = Callable[[Played], None]
"""Shows the review of the guesses of one player, or the text to share."""


class Afterwards:
    """Reviews a game that is over and makes a text to share: at once if an option says so, else when a person asks.

    >>> from strategist.games.catalog import make_game
    >>> lines = iter(["maybe", "share", "review"])
    >>> talk = Talk(print, lambda prompt: next(lines), print, patient=True)
    >>> game = make_game("mastermind(2,3)")
    >>> tell, share = (lambda played: print("the review of", played.whose)), (lambda played: print("squares"))
    >>> after = Afterwards(talk, tell, share)
    >>> after.game_over(Played("your guesses", game.parse_history("12:2b0w")))
    expected review, share or an empty line, got 'maybe'
    squares
    the review of your guesses
    """

    def __init__(self, talk: Talk, tell: Tell, share: Tell, *, reviewed: bool = False, shared: bool = False) -> None:
        self._talk = talk
        self._tell = tell
        self._share = share
        self._reviewed = reviewed
        self._shared = shared

    def game_over(self, *players: Played) -> None:
        """Review and share the game, or offer to do so; a script gets no offer."""
        if self._reviewed or self._shared:
            self.one_of_many(*players)
        elif self._talk.patient and any(len(each.history) > each.begin for each in players):
            self._offer(players)

    def one_of_many(self, *players: Played) -> None:
        """Review and share one game of a match, as the options say; nothing is offered."""
        for wanted, tell in ((self._reviewed, self._tell), (self._shared, self._share)):
            if wanted:
                self._each(tell, players)

    def _each(self, tell: Tell, players: tuple[Played, ...]) -> None:
        for played in players:
            if len(played.history) > played.begin:
                tell(played)

    def _offer(self, players: tuple[Played, ...]) -> None:
        def review(_: str) -> bool:
            self._each(self._tell, players)
            return True

        def share(_: str) -> bool:
            self._each(self._share, players)
            return False

        commands = {
            "review": Command("what each guess was worth, what was luck and what was skill", review),
            "share": Command("a text to send to others, which names no guess", share),
        }
        try:
            asked = "review tells luck from skill, share makes a text to send, an empty line ends: "
            self._talk.ask(asked, _nothing, commands)
        except Leave:
            # The game is over, so leaving is no error.
            return


def _nothing(text: str) -> str:
    if text:
        raise StrategistError(f"expected review, share or an empty line, got {quoted(text)}")
    return text


def played_by(game: Game, moves: list[tuple[int, int]], whose: str, begin: int) -> Played:
    """The guesses of a strategy, from its moves in numbers.

    >>> from strategist.games.catalog import make_game
    >>> played_by(make_game("mastermind(2,3)"), [(1, 4)], "my guesses", 0)
    Played(whose='my guesses', history=(((0, 1), 4),), begin=0)
    """
    return Played(whose, tuple((game.guesses[guess], response) for guess, response in moves), begin)


def ending_of(game: Game, played: Played) -> str | None:
    """How a game has ended: ``solved``, ``known`` or ``lost``; None if it goes on.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,turns=2)")
    >>> [ending_of(game, Played("", game.parse_history(text))) for text in ("11:0b0w 22:2b0w", "11:0b0w 23:1b0w", "")]
    ['solved', 'lost', None]
    """
    history = played.history
    if any(game.is_right(*move) for move in history):
        return endings.KNOWN if game.announces else endings.SOLVED
    try:
        if game.announces and Record(game, history).announced() is not None:
            return endings.KNOWN
    except TooLargeError:
        # Nobody has gone through the candidates, and so nobody has said what is known.
        return None
    return endings.LOST if game.turns is not None and len(history) >= game.turns else None
