"""A person guesses; a fixed secret or an adversary answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from strategist.common.errors import CodeError
from strategist.common.wording import counted, plural
from strategist.model.game import Code, Game, History
from strategist.play.board import Board
from strategist.play.counsel import Counsel, asked_code
from strategist.play.hidden import Hidden
from strategist.play.hints import Adviser, hint_lines
from strategist.play.history import Record, ending, left_lines
from strategist.play.prompt import Command, Leave, Talk


class Guessing:
    """One game in which a person guesses, turn by turn. Guesses cannot be undone, because their answers have been seen.

    ``owner`` is shown in front of each guess, if another player guesses, too.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.play.board import PlainBoard
    >>> from strategist.play.hidden import FixedSecret
    >>> game = make_game("mastermind(pegs=2,colors=3)")
    >>> lines = iter(["left", "12", "13"])
    >>> talk = Talk(print, lambda prompt: next(lines), print)
    >>> play_guesses(Guessing(game, FixedSecret(game, (0, 2)), Adviser(game), talk, PlainBoard()))
    9 candidates left: 11 12 13 21 22 23 31 32 33
    guess 1: 12 → 1b0w
    guess 2: 13 → 2b0w
    solved in 2 guesses: 13
    """

    def __init__(
        self,
        game: Game,
        hidden: Hidden,
        adviser: Adviser,
        talk: Talk,
        board: Board,
        start: History = (),
        owner: str = "",
    ) -> None:
        self.game = game
        self.record = Record(game, start)
        self.solved: Code | None = None
        self.begin = len(start)
        self.whose = f"your {plural(game.move_noun)}"
        self._noun = f"{owner} {game.move_noun}".strip()
        self._hidden = hidden
        self._adviser = adviser
        self.talk = talk
        self._board = board
        self._counsel = Counsel(game)
        self._commands = {
            "hint": Command(
                "what a strategy would guess, and how good your last guess was",
                lambda _: hint_lines(self.record, adviser, self.begin),
            ),
            "explain": Command("why it would guess that, or how good another guess is", self._reason, "[CODE]"),
            "left": Command(
                "the candidates that are left",
                lambda _: left_lines(game, self.record.candidates(), self.record.moves),
            ),
            "board": Command("draw the board again", lambda _: self.rows()),
            "quit": Command("leave the game, and see the secret", self._quit),
        }

    @property
    def lost(self) -> bool:
        """Whether all turns are used up without the secret. An announcement takes no turn."""
        if self.solved is not None or self.game.turns is None or len(self.record) < self.game.turns:
            return False
        return not self.game.announces or self.record.announced() is None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.solved is not None or self.lost

    def _read(self, text: str) -> Code:
        return self.game.asked_after(self.game.parse_code(text), self.record.history)

    def turn(self, further: Mapping[str, Command] | None = None, changed: Callable[[], object] = lambda: None) -> None:
        """Ask for a guess until it is allowed, and answer it. Raises :class:`Leave`.

        ``further`` are additional commands. ``changed`` is called after one of them that changed the game.
        """
        game, record = self.game, self.record
        guess: Code | None = None
        while guess is None:
            asked = f"your {game.move_noun}: "
            commands = {**self._commands, **(further or {})}
            guess = self.talk.ask(asked, self._read, commands, self._check, game.move_noun)
            if guess is None:
                changed()
        if game.is_announcement(guess):
            # The record has checked that the announcement is certain, or where answers err, that it is likely enough.
            self.solved = guess
            return
        response = self._hidden.respond(guess)
        record.add(guess, response)
        self.talk.say(self._board.row(game, self._label(len(record)), guess, response))
        if game.is_right(guess, response):
            self.solved = guess

    def _check(self, guess: Code) -> None:
        """Raise :class:`~strategist.common.errors.CodeError` for a guess that is not allowed now."""
        game = self.game
        most = game.turns if game.erring is None else game.erring.questions
        if most is not None and len(self.record) >= most and not game.is_announcement(guess):
            raise CodeError(f"all {counted(most, game.move_noun)} are made: expected an announcement such as =CODE")
        self.record.check_guess(guess)

    def outcome(self) -> list[str]:
        """How the game ended, and which answers were lies, where answers may be false."""
        if self.solved is None:
            moves = counted(len(self.record), self.game.move_noun)
            return [f"lost after {moves}: the secret is {self._hidden.tell()}", *self.tell_lies()]
        found = ending(self.game, len(self.record), self.record.text_of(self.solved))
        hidden = f"; the secret is {self._hidden.tell()}" if self.game.erring is not None else ""
        return [found + hidden, *self.tell_lies()]

    def tell(self) -> str:
        """What was hidden."""
        return self._hidden.tell()

    def tell_lies(self) -> list[str]:
        """The lines that say which answers were lies, where answers may be false."""
        return self._hidden.tell_lies(self.record.history)

    def _label(self, number: int) -> str:
        return f"{self._noun} {number}"

    def _reason(self, text: str) -> list[str]:
        record = self.record
        name, guess = (None, asked_code(self.game, text)) if text else self._adviser.advise(record, len(record))
        gives_up = [f"{name} gives up here"]
        return gives_up if guess is None else self._counsel.reasons(record.history, guess, name)

    def rows(self) -> Iterator[str]:
        """The texts of all guesses so far."""
        for number, (guess, response) in enumerate(self.record.history, 1):
            yield self._board.row(self.game, self._label(number), guess, response)
        turns = "" if self.game.turns is None else f" of {self.game.turns}"
        yield f"{self._label(len(self.record) + 1)}{turns} is next"

    def _quit(self, _: str) -> bool:
        self.talk.tell([f"the secret is {self._hidden.tell()}", *self.tell_lies()])
        raise Leave


def play_guesses(play: Guessing) -> None:
    """Play a whole game. Raises :class:`Leave`."""
    if len(play.record):
        play.talk.tell(play.rows())
    while not play.over:
        play.turn()
    play.talk.tell(play.outcome())
