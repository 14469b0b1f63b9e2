"""The strategy guesses and a person, or a given secret, answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from strategist.common.errors import ResponseError
from strategist.common.wording import counted
from strategist.files.player import CompiledStrategy, Play
from strategist.model.game import Code, History, Response
from strategist.play.board import Board, PlainBoard
from strategist.play.certain_lies import CertainLies, lies_afterwards
from strategist.play.change import Earlier, changed_answer
from strategist.play.chosen import ChosenPlay, ChosenStrategy
from strategist.play.counsel import Counsel, asked_code
from strategist.play.hidden import hidden_secret
from strategist.play.hints import guess_lines
from strategist.play.history import Record, check_consistent, ending, left_lines, left_note
from strategist.play.prompt import Command, Say, Talk
from strategist.play.reply import ask_response
from strategist.show.texts.names import said
from strategist.show.texts.weighed import per_cent

Explain = Callable[[Sequence[tuple[int, int]]], list[str]]
"""One line for each move of a history in numbers: what the strategy concluded from it."""

_FEW_POSSIBLE = 5
_MOST_EXPLAINED = 200
"""The most guesses that are explained; a written procedure makes fewer."""


def play_against_secret(
    strategy: CompiledStrategy | ChosenStrategy,
    secret: Code,
    say: Say,
    explain: Explain | None = None,
    board: Board | None = None,
    seed: int | None = None,
) -> Play | ChosenPlay:
    """Play one whole game against ``secret``, answered by the rules; ``explain`` adds a line below each guess.

    On the line of an answer stands what it leaves, and nothing once it has solved the game.

    Where the secret may give several answers, they are drawn by the seed. Where answers may be false, lies are drawn by
    the seed, and none is told without one.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.files.strategy import StrategyData
    >>> from strategist.model.tree import Claims, DecisionTree
    >>> game = make_game("mastermind(pegs=1,colors=2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> strategy = CompiledStrategy(StrategyData(game, "first", tree, Claims.of([1, 1], 0)))
    >>> play_against_secret(strategy, (1,), print).solved
    guess 1: 1 → 0b0w   (1 candidate left)
    guess 2: 2 → 1b0w
    solved in 2 guesses: 2
    True
    """
    game = strategy.game
    play = strategy.start()
    hidden = hidden_secret(game, secret, seed, _history_of(play), lies=0 if seed is None else None)
    while (guess := play.guess) is not None:
        code = game.parse_code(guess)
        response = hidden.respond(code)
        play.respond(response)
        note = "" if game.is_right(code, response) else left_note(play.candidate_count)
        say((board or PlainBoard()).row(game, f"{game.move_noun} {play.made}", code, response, note))
        _say_why(play, say, explain)
    for line in (_outcome(play), *_lies_of(play)):
        say(line)
    return play


class Answering:
    """One game in which a strategy guesses and a person answers, who may undo and change answers.

    ``owner`` is shown in front of each guess, if another player guesses, too.
    """

    def __init__(
        self,
        strategy: CompiledStrategy | ChosenStrategy,
        talk: Talk,
        board: Board,
        explain: Explain | None = None,
        owner: str = "",
    ) -> None:
        self.game = strategy.game
        self.talk = talk
        self.play = strategy.start()
        self._first = self.play.made + 1
        self._strategy = strategy
        self._counsel = Counsel(strategy.game)
        self._board = board
        self._explain = explain
        self._noun = f"{owner} {self.game.move_noun}".strip()
        self.answers: list[Response] = []
        self._certain_lies = CertainLies(strategy.game, talk.say, "your")
        self.corrections = {
            "undo": Command("take back your last answer", self._undo),
            "change": Command("change answer N", self._change, "N [RESPONSE]"),
        }
        self._commands = self.corrections | {
            "hint": Command("how good this guess is, and what your last answer was worth", self._hint),
            "explain": Command("why this guess, or how good another would be", self._reason, "[CODE]"),
            "left": Command(
                "the candidates that are left", lambda _: left_lines(self.game, self.play.left(), self.play.moves)
            ),
            "board": Command("draw the board again", self._draw),
        }

    def play_to(self, answers: int | None) -> None:
        """Guess and ask until ``answers`` answers are given, or with None until the end. Raises :class:`Leave`."""
        while (guess := self.play.guess) is not None and (answers is None or len(self.answers) < answers):
            label = self._label(self.play.made + 1)
            code, note = self.game.parse_code(guess), left_note(self.play.candidate_count)
            self.talk.say(self._board.row(self.game, label, code, note=note))
            response = ask_response(self.talk, self.game, code, "response: ", self._commands, self._check)
            if response is not None:
                self.play.respond(response)
                self.answers.append(response)
                _say_why(self.play, self.talk.say, self._explain)
            # Where no answer is a lie, a long game is not written out after each of its answers.
            if self.game.lies and self.play.guess is not None:
                self._certain_lies.heed(_history_of(self.play), self.play.left)

    def outcome(self) -> list[str]:
        """How the game ended, and which answers were lies, as far as that is certain, where answers may be false."""
        return [_outcome(self.play), *self.tell_lies()]

    def tell_lies(self) -> list[str]:
        """The lines that say which answers were lies."""
        return _lies_of(self.play)

    def _label(self, number: int) -> str:
        return f"{self._noun} {number}"

    def _check(self, response: Response, play: Play | ChosenPlay | None = None) -> None:
        """Raise :class:`~strategist.common.errors.ResponseError` for an answer that contradicts earlier ones.

        The message names the answers to doubt. It also names the possible answers if they are few or if this is the
        first answer.
        """
        play, game = play or self.play, self.game
        if game.format_response(response) in play.responses:
            return
        try:
            play.respond(game.format_response(response))
        except ResponseError as error:
            history = _history_of(play)
            if history:
                check_consistent(game, (*history, (game.parse_code(play.guess or ""), response)), _here(play))
            raise error

    def _change(self, text: str) -> bool:
        first = self._first

        def find(number: int) -> Earlier:
            place = number - first
            earlier = self._replay(self.answers[:place])
            guess = self.game.parse_code(earlier.guess or "")
            asked = f"response to {self._label(number)}, {said(self.game).code(guess)}: "
            return Earlier(guess, asked, self.answers[place], lambda response: self._check(response, earlier))

        change = changed_answer(self.talk, self.game, text, range(first, first + len(self.answers)), find)
        if change is None:
            return False
        number, response = change
        self._go_on_from(number - first, response)
        return True

    def _go_on_from(self, place: int, response: Response) -> None:
        """Change the answer at ``place``, and keep later answers as long as the guesses stay the same."""
        game, before, later = self.game, self.play, self.answers[place + 1 :]
        self.answers = [*self.answers[:place], response]
        self.play = self._replay(self.answers)
        first = self._first - 1
        met = [guess for guess, _ in before.history]
        why = ""
        for answer in later:
            number = first + len(self.answers) + 1
            if self.play.guess != met[number - 1]:
                why = f"{self._noun} {number} is another now" if self.play.guess else "play ends before"
                break
            if game.format_response(answer) not in self.play.responses:
                why = f"answer {number} contradicts those before it"
                break
            self.play.respond(answer)
            self.answers.append(answer)
        made, kept, last = first + place + 1, first + len(self.answers), len(met)
        stay = f"; {_span(made + 1, kept)} still {'hold' if kept > made + 1 else 'holds'}" if kept > made else ""
        drop = (
            f"; {_span(kept + 1, last)} {'do' if last > kept + 1 else 'does'} not count any more: {why}" if why else ""
        )
        self.talk.say(f"answer {made} is now {said(game).response(response)}{stay}{drop}")

    def _replay(self, answers: Sequence[Response]) -> Play | ChosenPlay:
        play = self._strategy.start()
        for answer in answers:
            play.respond(answer)
        return play

    def _undo(self, _: str) -> bool:
        if not self.answers:
            raise ResponseError("undo: there is no answer to take back")
        number, (guess, answer) = self.play.made, self.play.history[-1]
        self.answers.pop()
        self.play = self._replay(self.answers)
        names = said(self.game)
        self.talk.say(f"answer {number} is taken back: {names.of_code(guess)} was {names.of_response(answer)}")
        return True

    def _hint(self, _: str) -> list[str]:
        guess = None if self.play.guess is None else self.game.parse_code(self.play.guess)
        record = Record(self.game, _history_of(self.play))
        return guess_lines(record, self._strategy.name, guess, self._first - 1)

    def _reason(self, text: str) -> list[str]:
        code = asked_code(self.game, text or self.play.guess or "")
        reasons = self._counsel.reasons_beside if text else self._counsel.reasons
        return reasons(_history_of(self.play), code, self._strategy.name)

    def _draw(self, _: str) -> list[str]:
        guess = None if self.play.guess is None else said(self.game).of_code(self.play.guess)
        return [*self.rows(), f"{self._label(self.play.made + 1)} is {guess}"]

    def rows(self) -> list[str]:
        """The texts of all answered guesses."""
        return [
            self._board.row(self.game, self._label(number), guess, response)
            for number, (guess, response) in enumerate(_history_of(self.play), 1)
        ]


def _here(play: Play | ChosenPlay) -> str:
    """The possible responses at a position, as the end of a message; empty if they are many."""
    possible = play.responses
    return f"; possible here is {', '.join(possible)}" if len(possible) <= _FEW_POSSIBLE else ""


def _span(first: int, last: int) -> str:
    joint = "and" if last == first + 1 else "to"
    return f"answer {first}" if first == last else f"answers {first} {joint} {last}"


def _say_why(play: Play | ChosenPlay, say: Say, explain: Explain | None) -> None:
    if explain is None:
        return
    # Each line is computed from the whole history: the total time is at least quadratic in its length.
    made = play.made
    if made <= _MOST_EXPLAINED:
        say(f"    {explain(play.moves)[-1]}")
    elif made == _MOST_EXPLAINED + 1:
        say(f"    no more than {_MOST_EXPLAINED} guesses are explained")


def _history_of(play: Play | ChosenPlay) -> History:
    return tuple((play.game.guesses[guess], response) for guess, response in play.moves)


def _lies_of(play: Play | ChosenPlay) -> list[str]:
    return lies_afterwards(play.game, _history_of(play), play.left)


def _outcome(play: Play | ChosenPlay) -> str:
    if play.secret is not None:
        found = ending(play.game, play.made, said(play.game).of_secret(play.secret))
        if play.game.erring is None:
            return found
        chance = Record(play.game, _history_of(play)).chance_of(play.game.parse_secret(play.secret))
        return f"{found} ({per_cent(chance)})"
    moves = counted(play.made, play.game.move_noun)
    left = play.candidates_left
    some = ", ".join(map(said(play.game).of_secret, left[:10])) + (", …" if len(left) > 10 else "")
    return f"lost after {moves}: the secret is one of {len(left)} left: {some}"
