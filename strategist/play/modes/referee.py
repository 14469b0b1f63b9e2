"""Two persons play; the machine knows no secret, and checks that every answer is possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from strategist.common.errors import CodeError
from strategist.common.wording import counted, plural
from strategist.model.game import Code, Game, Response
from strategist.play.afterwards import Played
from strategist.play.board import Board
from strategist.play.certain_lies import CertainLies, lies_afterwards
from strategist.play.change import Earlier, changed_answer
from strategist.play.counsel import Counsel, asked_code
from strategist.play.hints import Adviser, hint_lines
from strategist.play.history import Record, left_note
from strategist.play.prompt import Command, Say, Talk
from strategist.play.reply import ask_response
from strategist.show.moves.lines_of_lies import sure_lies_line
from strategist.show.texts.names import said


class Referee:
    """One game of two persons: both guess in turns, or with ``guessers=1`` the first guesses and the second answers.

    Raises :class:`~strategist.common.errors.TooLargeError` for a game with too many secrets to check answers.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.play.board import PlainBoard
    >>> game = make_game("mastermind(pegs=2,colors=3)")
    >>> lines = iter(["12", "0b2w", "12", "21", "2 0"])
    >>> talk = Talk(print, lambda prompt: next(lines), print)
    >>> Referee(game, ("Ann", "Bob"), talk, PlainBoard(), guessers=1).play()
    1. Ann: 12 → 0b2w   (1 candidate left)
    Ann can be certain now
    12 was guess 1, answered 0b2w: expected another
    2. Ann: 21 → 2b0w
    Ann solved in 2 guesses: 21
    """

    def __init__(self, game: Game, names: Sequence[str], talk: Talk, board: Board, guessers: int = 2) -> None:
        self.game = game
        self._names = names
        self._talk = talk
        self._board = board
        self._records = [Record(game) for _ in range(guessers)]
        self._records[0].candidates()
        self._named: list[Code | None] = [None] * guessers
        """The announcement of each player, in a game that ends with one."""
        self._order: list[int] = []
        """The player of each answered guess."""
        self._guess: Code | None = None
        """The guess that is not yet answered."""
        self._certain_lies = [
            CertainLies(game, self._say_of(player), names[1 - player] + "'s") for player in range(guessers)
        ]
        self._adviser = Adviser(game)
        self._counsel = Counsel(game)
        self._commands = {
            "hint": Command("what a strategy would guess for the player whose turn it is", self._hint),
            "explain": Command("why it would guess that, or how good another guess is", self._reason, "[CODE]"),
            "left": Command("how many candidates each player has", self._left),
            "reveal": Command(f"name the {game.known_noun} where it is certain", self._reveal),
            "undo": Command("take back the last guess or answer", self._undo),
            "change": Command("change the answer to guess N", self._change, "N [RESPONSE]"),
            "board": Command("draw the board again", self._draw),
        }

    def play(self) -> None:
        """Play a whole game. Raises :class:`~strategist.play.prompt.Leave`."""
        while not self._over():
            player = self._on_turn()
            if self._guess is None:
                self._take_guess(player)
            else:
                self._take_answer(player, self._guess)
        self._talk.say(self._outcome())
        for name, record in zip(self._names, self._records, strict=False):
            self._talk.tell(f"{name}: {line}" for line in lies_afterwards(self.game, record.history, record.candidates))

    def _take_guess(self, player: int) -> None:
        game, record = self.game, self._records[player]
        verb = "guesses" if game.secrets_are_questions else "asks"
        asked = f"{self._names[player]} {verb}: "
        guess = self._talk.ask(asked, game.parse_code, self._commands, record.check_guess, game.move_noun)
        if guess is None:
            return
        if game.is_announcement(guess):
            self._named[player] = guess
        else:
            self._guess = guess

    def _take_answer(self, player: int, guess: Code) -> None:
        game, record = self.game, self._records[player]

        def check(response: Response) -> None:
            record.check_answer(guess, response)

        asked = f"{self._names[1 - player]} answers {said(game).code(guess)}: "
        response = ask_response(self._talk, game, guess, asked, self._commands, check)
        if response is not None:
            record.add(guess, response)
            self._order.append(player)
            self._guess = None
            self._talk.say(self._row(len(self._order)))
            self._say_certain(player)

    def _say_of(self, player: int) -> Say:
        """Says something of what a player has been answered."""
        return lambda text: self._talk.say(f"{self._names[player]}: {text}")

    def played(self) -> list[Played]:
        """The guesses of each player, for the review."""
        return [
            Played(f"{name}'s {plural(self.game.move_noun)}", record.history)
            for name, record in zip(self._names, self._records, strict=False)
        ]

    def solved(self, player: int) -> bool:
        """Whether a player has found the secret."""
        answered = any(self.game.is_right(*move) for move in self._records[player].history)
        return answered or self._named[player] is not None

    def asked(self, player: int) -> int:
        """The number of answered guesses of a player."""
        return len(self._records[player])

    def _taken(self, player: int) -> int:
        """The number of turns that a player has taken."""
        return self.asked(player) + (self._named[player] is not None)

    def _over(self) -> bool:
        players = range(len(self._records))
        if self._guess is not None or len({self._taken(player) for player in players}) > 1:
            return False
        out_of_turns = self.game.turns is not None and self._taken(0) >= self.game.turns
        return out_of_turns or any(map(self.solved, players))

    def _on_turn(self) -> int:
        return min(range(len(self._records)), key=self._taken)

    def _outcome(self) -> str:
        players = range(len(self._records))
        solved = [player for player in players if self.solved(player)]
        # In a game with announcements, the winner may have asked fewer questions than the other.
        asked = [self.asked(player) for player in (solved if len(solved) == 1 else players)]
        moves = counted(max(asked), self.game.move_noun)
        if len(solved) == 2:
            return f"a draw: both solved in {moves}"
        if not solved:
            left = " and ".join(f"{self._names[player]} has {self._count(player)}" for player in players)
            return f"lost after {moves}: {left} left"
        winner, named = self._names[solved[0]], self._named[solved[0]]
        record = self._records[solved[0]]
        secret = record.text_of(record.candidates()[0] if named is None else named)
        return f"{winner} {'wins: ' if len(players) == 2 else ''}solved in {moves}: {secret}"

    def _count(self, player: int) -> str:
        return counted(len(self._records[player].candidates()), "candidate")

    def _find(self, number: int) -> tuple[int, int]:
        """The player of the answered guess ``number``, and its index in the record of that player."""
        player = self._order[number - 1]
        return player, self._order[: number - 1].count(player)

    def _row(self, number: int) -> str:
        player, place = self._find(number)
        record = self._records[player]
        guess, response = record.history[place]
        note = "" if self.game.is_right(guess, response) else left_note(len(record.candidates(place + 1)))
        return self._board.row(self.game, f"{number}. {self._names[player]}", guess, response, note)

    def _say_certain(self, player: int) -> None:
        record = self._records[player]
        self._certain_lies[player].heed(record.history, record.candidates)
        if self._certain(player) is not None and not self.solved(player):
            self._talk.say(f"{self._names[player]} can be certain now")

    def _certain(self, player: int) -> Code | None:
        """The only candidate of a player, or the announcement the player can make; None if neither is certain."""
        record = self._records[player]
        left = record.candidates()
        return left[0] if len(left) == 1 and self.game.classes is None else record.announced()

    def _hint(self, _: str) -> Iterator[str]:
        player = self._on_turn()
        yield f"{self._names[player]}, whose turn it is:"
        yield from hint_lines(self._records[player], self._adviser, len(self._records[player]))

    def _reason(self, text: str) -> list[str]:
        record = self._records[self._on_turn()]
        code = asked_code(self.game, text) if text else self._guess
        name = None
        if code is None:
            name, code = self._adviser.advise(record, len(record))
        return self._counsel.reasons(record.history, code, name)

    def _left(self, _: str) -> Iterator[str]:
        for player, record in enumerate(self._records):
            yield f"{self._names[player]}: {self._count(player)} left"
            if line := sure_lies_line(self.game, record.history, record.candidates(), self._names[1 - player] + "'s"):
                yield f"{self._names[player]}: {line}"

    def _reveal(self, _: str) -> Iterator[str]:
        for player, record in enumerate(self._records):
            certain = self._certain(player)
            told = None if certain is None else f"the {self.game.known_noun} is {record.text_of(certain)}"
            yield f"{self._names[player]}: {told or self._count(player) + ' left'}"

    def _draw(self, _: str) -> Iterator[str]:
        yield from map(self._row, range(1, len(self._order) + 1))
        name = self._names[self._on_turn()]
        if self._guess is not None:
            yield self._board.row(self.game, f"{len(self._order) + 1}. {name}", self._guess)
        else:
            yield f"{name} is next"

    def _undo(self, _: str) -> bool:
        """One step back: from an answer to its guess, from a guess to before it."""
        game = self.game
        if self._guess is not None:
            self._talk.say(f"{game.move_noun} {said(game).code(self._guess)} is taken back")
            self._guess = None
        elif any(name is not None for name in self._named):
            # Only possible while the other player finishes the round, so naming the secret was the last step.
            self._named = [None] * len(self._named)
            self._talk.say("the announcement is taken back")
        elif self._order:
            player = self._order.pop()
            self._guess, response = self._records[player].history[-1]
            self._records[player].take_back()
            answer = game.format_history(((self._guess, response),))
            self._talk.say(f"answer {answer} is taken back")
        else:
            raise CodeError("undo: there is nothing to take back")
        return True

    def _change(self, text: str) -> bool:
        def find(number: int) -> Earlier:
            player, place = self._find(number)
            record = self._records[player]
            guess, before = record.history[place]
            asked = f"{self._names[1 - player]} answers guess {number}, {said(self.game).code(guess)}: "
            return Earlier(guess, asked, before, lambda response: record.check_change(place, response))

        change = changed_answer(self._talk, self.game, text, range(1, len(self._order) + 1), find)
        if change is None:
            return False
        number, response = change
        player, place = self._find(number)
        record = self._records[player]
        record.change(place, response)
        self._named[player] = None
        self._talk.say(self._row(number))
        self._talk.say(f"all other answers stay; {self._names[player]} has {self._count(player)} left")
        self._say_certain(player)
        return True
