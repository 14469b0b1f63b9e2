"""Help for somebody who plays elsewhere: type a guess and its answer, and see what is left and what to guess next.

The person chooses the guesses. With a strategy file, its guess is listed first as long as the game follows its tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from strategist.common.errors import CodeError, StrategistError, TooLargeError
from strategist.common.wording import counted
from strategist.model.game import Code, Game, History, Response
from strategist.play.afterwards import Played, Tell
from strategist.play.board import Board
from strategist.play.certain_lies import CertainLies, lies_afterwards
from strategist.play.change import Earlier, changed_answer
from strategist.play.counsel import Counsel, asked_code
from strategist.play.hints import Adviser
from strategist.play.history import Record, ending, left_lines
from strategist.play.prompt import Command, Talk
from strategist.play.reply import ask_response
from strategist.show.texts.names import said

_FEW = 30
"""The most candidates that are listed unasked."""


class Turn(NamedTuple):
    """The input of one line: a guess, with its answer if the line has one."""

    guess: Code
    response: Response | None = None


def read_turn(game: Game, text: str) -> Turn:
    """The guess in a line, or the guess and its answer.

    Raises what :meth:`~strategist.model.game.Game.parse_code` raises.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> read_turn(game, "3 4 5 6") == read_turn(game, "3456")
    True
    >>> [game.format_response(read_turn(game, text).response) for text in ("1122 1b1w", "1122: 1 1", "1 1 2 2 1 1")]
    ['1b1w', '1b1w', '1b1w']
    """
    try:
        return Turn(game.parse_code(text))
    except StrategistError as error:
        parts = text.replace(":", " ", 1).split()
        # The longest prefix that is a code; blanks may separate its symbols.
        for count in range(len(parts) - 1, 0, -1):
            try:
                guess = game.parse_code(" ".join(parts[:count]))
                return Turn(guess, game.parse_answer(guess, " ".join(parts[count:])))
            except StrategistError:
                continue
        raise error


class Assisting:
    """One game that is played elsewhere. Behind candidates that are listed stands what ``remark`` says of them.

    ``adviser`` follows the tree of a file, if there is one. ``start`` is the history so far; its first ``begin``
    guesses are not the person's. ``tell`` shows the review of the person's guesses, and ``share`` the text to share.
    """

    def __init__(
        self,
        game: Game,
        adviser: Adviser,
        counsel: Counsel,
        talk: Talk,
        board: Board,
        tell: Tell,
        share: Tell,
        start: History = (),
        begin: int = 0,
        remark: Callable[[Sequence[Code]], list[str]] = lambda left: [],
    ) -> None:
        self.game = game
        self._begin = begin
        self._remark = remark
        self._record = Record(game, start)
        self._adviser = adviser
        self._counsel = counsel
        self._talk = talk
        self._board = board
        self._certain_lies = CertainLies(game, talk.say)
        self._guess: Code | None = None
        """The guess that is not yet answered."""
        self._best: Code | None = None
        self._name: str | None = None
        """The strategy of the file if it proposes the best guess, else None."""
        self._commands = {
            "rank": Command("the best guesses again, with any of your own beside them", self._rank, "[CODE ...]"),
            "explain": Command("why the best guess, or how good another is", self._explain, "[CODE]"),
            "hint": Command("the best guess in one sentence", self._hint),
            "left": Command("the candidates that are left", lambda _: self._left()),
            "review": Command(
                "what each guess so far was worth, what was luck and what was skill",
                lambda _: self._look_back(tell, "review: there is nothing to look back at"),
            ),
            "share": Command(
                "a text of the game so far to send to others, which names no guess",
                lambda _: self._look_back(share, "share: there is nothing to share"),
            ),
            "undo": Command("take back the last guess or answer", self._undo),
            "change": Command("change the answer to guess N", self._change, "N [RESPONSE]"),
            "board": Command("all guesses so far", lambda _: self._rows()),
        }

    @property
    def played(self) -> Played:
        """The guesses and answers so far."""
        return Played("your guesses", self._record.history, self._begin)

    def play(self) -> None:
        """Hold the whole conversation. Raises :class:`~strategist.play.prompt.Leave`."""
        if len(self._record):
            self._talk.tell(self._rows())
        self._say_position()
        while not self._over():
            if self._guess is None:
                self._take_guess()
            else:
                self._take_answer(self._guess)
        self._talk.say(self._outcome())
        self._talk.tell(lies_afterwards(self.game, self._record.history, self._record.candidates))

    def _over(self) -> bool:
        game, record = self.game, self._record
        if self._solved() or self._guess is not None:
            return self._solved()
        return game.turns is not None and len(record) >= game.turns and not game.announces

    def _solved(self) -> bool:
        """Whether the secret is found, or known in a game whose goal is to identify it."""
        record = self._record
        if any(self.game.is_right(*move) for move in record.history):
            return True
        return self.game.announces and record.announced() is not None

    def _outcome(self) -> str:
        game, record = self.game, self._record
        if not self._solved():
            return f"all {counted(len(record), game.move_noun)} are made"
        announced = record.announced()
        return ending(game, len(record), record.text_of(record.candidates()[0] if announced is None else announced))

    def _take_guess(self) -> None:
        game = self.game
        empty = False

        def read(text: str) -> Turn:
            nonlocal empty
            empty = not text and self._best is not None
            return Turn(self._best) if empty else read_turn(game, text)

        turn = self._talk.ask(f"your {game.move_noun}: ", read, self._commands, self._check, game.move_noun)
        if turn is None:
            return
        if empty:
            self._talk.say(f"an empty line: {said(game).code(turn.guess)}")
        self._guess = turn.guess
        if turn.response is not None:
            self._add(turn.guess, turn.response)

    def _check(self, turn: Turn) -> None:
        """Raise :class:`~strategist.common.errors.StrategistError` for a forbidden guess or an impossible answer."""
        game, record = self.game, self._record
        if game.is_announcement(turn.guess):
            raise CodeError(
                f"expected a {game.move_noun}, got {said(game).code(turn.guess)}: nobody has to announce here"
            )
        allowed = game.allowed(record.history)
        if allowed is not None and turn.guess not in allowed:
            record.check_guess(turn.guess)
        if turn.response is not None:
            self._check_answer(turn.guess, turn.response)

    def _check_answer(self, guess: Code, response: Response) -> None:
        try:
            self._record.check_answer(guess, response)
        except TooLargeError:
            # Too many candidates to enumerate: the ranking raises if it finds none.
            self._counsel.ranking((*self._record.history, (guess, response)))

    def _take_answer(self, guess: Code) -> None:
        response = ask_response(
            self._talk,
            self.game,
            guess,
            "response: ",
            self._commands,
            lambda response: self._check_answer(guess, response),
        )
        if response is not None:
            self._add(guess, response)

    def _add(self, guess: Code, response: Response) -> None:
        self._record.add(guess, response)
        self._guess = None
        self._talk.say(self._row(len(self._record)))
        if not self._over():
            self._say_position()

    def _row(self, number: int) -> str:
        guess, response = self._record.history[number - 1]
        return self._board.row(self.game, f"{self.game.move_noun} {number}", guess, response)

    def _say_position(self) -> None:
        """Print what is left, and the best guesses."""
        if self._few():
            self._talk.tell(self._left())
            self._talk.tell(self._remark(self._record.candidates()))
        else:
            self._talk.say(self._count())
            self._certain_lies.heed(self._record.history, self._record.candidates)
        self._best = self._name = None
        if self._certain():
            return
        history = self._record.history
        told = self._adviser.on_tree(history)
        if told is not None and told[1] is not None and not self.game.is_announcement(told[1]):
            self._name, self._best = told
            self._talk.say(f"{self._name} guesses {said(self.game).code(self._best)}")
        self._talk.tell(self._ranking(()))

    def _certain(self) -> bool:
        try:
            left = self._record.candidates()
        except TooLargeError:
            return False
        if len(left) == 1 and not self.game.announces:
            self._best = left[0]
        return len(left) == 1 or self._record.announced() is not None

    def _ranking(self, own: tuple[Code, ...]) -> list[str]:
        from strategist.show.moves.ranking_table import ranking_lines

        ranking = self._counsel.ranking(self._record.history, own)
        if self._best is None and ranking.best:
            self._best = ranking.best[0].code
        return ranking_lines(ranking)

    def _rank(self, text: str) -> list[str]:
        own = [asked_code(self.game, text)] if text and _is_code(self.game, text) else []
        own = own or [asked_code(self.game, part) for part in text.split()]
        return self._ranking(tuple(own))

    def _explain(self, text: str) -> list[str]:
        history = self._record.history
        if text:
            return self._counsel.reasons_beside(history, asked_code(self.game, text), self._name)
        return self._counsel.reasons(history, self._best, self._name)

    def _hint(self, _: str) -> list[str]:
        from strategist.show.moves.explanation_lines import told_sentence

        return [told_sentence(self._counsel.explanation(self._record.history, self._best, self._name))]

    def _look_back(self, tell: Tell, nothing: str) -> bool:
        if len(self._record) == self._begin:
            raise CodeError(nothing)
        tell(self.played)
        return False

    def _left(self) -> list[str]:
        try:
            return left_lines(self.game, self._record.candidates(), self._record.moves)
        except TooLargeError:
            return [self._count()]

    def _few(self) -> bool:
        """Whether the candidates can be enumerated and are few enough to be listed."""
        try:
            return len(self._record.candidates()) <= _FEW
        except TooLargeError:
            return False

    def _count(self) -> str:
        ranking = self._counsel.ranking(self._record.history)
        about = "" if ranking.drawn is None else "about "
        return f"{about}{counted(ranking.candidates, 'candidate')} left"

    def _undo(self, _: str) -> bool:
        game = self.game
        if self._guess is not None:
            self._talk.say(f"{game.move_noun} {said(game).code(self._guess)} is taken back")
            self._guess = None
            return True
        if not len(self._record):
            raise CodeError("undo: there is nothing to take back")
        move = self._record.history[-1]
        self._record.take_back()
        self._talk.say(f"{game.format_history((move,))} is taken back")
        self._say_position()
        return True

    def _change(self, text: str) -> bool:
        record = self._record

        def find(number: int) -> Earlier:
            guess, before = record.history[number - 1]
            asked = f"response to {self.game.move_noun} {number}, {said(self.game).code(guess)}: "
            return Earlier(guess, asked, before, lambda response: record.check_change(number - 1, response))

        change = changed_answer(self._talk, self.game, text, range(1, len(record) + 1), find)
        if change is None:
            return False
        number, response = change
        record.change(number - 1, response)
        self._talk.say(self._row(number))
        self._talk.say("all other answers stay" if len(record) > 1 else "it is the only answer")
        if self._guess is None and not self._over():
            self._say_position()
        return True

    def _rows(self) -> Iterator[str]:
        yield from map(self._row, range(1, len(self._record) + 1))
        if self._guess is not None:
            label = f"{self.game.move_noun} {len(self._record) + 1}"
            yield self._board.row(self.game, label, self._guess)


def _is_code(game: Game, text: str) -> bool:
    try:
        game.parse_code(text)
    except StrategistError:
        return False
    return True
