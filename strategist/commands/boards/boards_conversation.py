"""Several boards at once, in the terminal: you guess, or you are helped with a game on another site."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from strategist.common.errors import CodeError
from strategist.common.wording import counted
from strategist.games.boards import SOLVED, Boards, BoardsMove
from strategist.model.game import Code
from strategist.play.prompt import Command, Talk
from strategist.search.compile.boards.board_desk import BoardDesk, Candidates
from strategist.search.compile.boards.choosing_for_boards import Choice

_FEW = 12
"""The most candidates of a board that are listed."""

Answer = Callable[[Code, Sequence[BoardsMove]], BoardsMove]


class SeveralBoards:
    """One game on several boards. With ``secrets`` the program answers, else the person types what was answered."""

    def __init__(
        self,
        choice: Choice,
        talk: Talk,
        secrets: Sequence[Code] | None = None,
        start: Sequence[BoardsMove] = (),
        top: int = 10,
    ) -> None:
        self._choice, self._talk, self._top = choice, talk, top
        self._boards: Boards = choice.desk.boards
        self._secrets = secrets
        self._moves = list(start)
        self._left = choice.desk.left(self._moves)
        self._commands = {
            "hint": Command("the best guesses, by bits over all boards", lambda _: self._ranking()),
            "left": Command("the candidates of each board", lambda _: left_lines(self._choice.desk, self._left)),
            "undo": Command("take back the last guess", self._undo),
        }

    def play(self) -> None:
        """Hold the whole conversation. Raises :class:`~strategist.play.prompt.Leave`."""
        game = self._boards.game
        for number, earlier in enumerate(self._moves, 1):
            self._talk.say(self._row(number, earlier))
        while any(map(len, self._left)):
            if self._secrets is None:
                self._talk.tell(left_lines(self._choice.desk, self._left))
                self._talk.tell(self._ranking())
            guess = self._talk.ask(f"your {game.move_noun}: ", self._read, self._commands, noun=game.move_noun)
            move = None if guess is None else self._answered(guess)
            if move is None:
                continue
            self._left = self._choice.desk.after(self._left, game.guesses.index(move.guess), move.responses)
            self._moves.append(move)
            self._talk.say(self._row(len(self._moves), move))
        self._talk.say(f"all {counted(self._boards.number, 'board')} solved in {counted(len(self._moves), 'guess')}")

    def _read(self, text: str) -> Code:
        code = self._boards.game.parse_code(text)
        if any(move.guess == code for move in self._moves):
            raise CodeError(f"{self._boards.game.format_code(code)} was guessed before: expected another")
        return code

    def _answered(self, guess: Code) -> BoardsMove | None:
        if self._secrets is not None:
            return self._boards.respond(guess, self._secrets, self._moves)
        done = self._boards.solved(self._moves)
        index = self._boards.game.guesses.index(guess)

        def check(move: BoardsMove) -> None:
            self._choice.desk.after(self._left, index, move.responses)

        def read(text: str) -> BoardsMove:
            return BoardsMove(guess, self._boards.parse_responses(text, done))

        return self._talk.ask("responses, between commas: ", read, self._commands, check, "responses")

    def _row(self, number: int, move: BoardsMove) -> str:
        game = self._boards.game
        told = "  ".join(SOLVED if each is None else game.format_response(each) for each in move.responses)
        return f"{number}. {game.format_code(move.guess)}  {told}"

    def _ranking(self) -> list[str]:
        return ranking_lines(self._choice, self._left, len(self._moves), self._top)

    def _undo(self, _: str) -> bool:
        if not self._moves:
            raise CodeError("undo: there is nothing to take back")
        self._moves.pop()
        self._left = self._choice.desk.left(self._moves)
        self._talk.say(f"{counted(len(self._moves), 'guess')} so far")
        return True


def left_lines(desk: BoardDesk, left: Sequence[Candidates]) -> list[str]:
    """A line for each board: how many candidates it has, and which, if they are few."""
    game, lines = desk.boards.game, []
    for number, candidates in enumerate(left, 1):
        names = [game.format_secret(game.secrets[at]) for at in candidates[:_FEW].tolist()]
        listed = f": {' '.join(names)}" if 0 < len(candidates) <= _FEW else ""
        told = "solved" if not len(candidates) else f"{counted(len(candidates), 'candidate')} left{listed}"
        lines.append(f"board {number}: {told}")
    return lines


def ranking_lines(choice: Choice, left: Sequence[Candidates], made: int, top: int) -> list[str]:
    """The next guess, and the guesses with the most bits over all boards."""
    game = choice.desk.boards.game
    if not any(map(len, left)):
        return []
    next_guess = game.format_code(game.guesses[choice.next_guess(left, made)])
    rows = [
        (game.format_code(game.guesses[each.guess]), f"{each.bits:.2f}", each.hits) for each in choice.rank(left, top)
    ]
    wide = max(len("guess"), *(len(name) for name, _, _ in rows))
    lines = [f"next guess: {next_guess}", f"{'guess':{wide}}   bits  may solve"]
    return [
        *lines,
        *(f"{name:{wide}}  {bits:>5}  {counted(hits, 'board') if hits else ''}".rstrip() for name, bits, hits in rows),
    ]
