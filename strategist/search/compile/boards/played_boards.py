"""Many games on several boards, with secrets drawn by a seed: how many guesses they take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from strategist.choosing.draws import draw, history_key
from strategist.model.game import Code
from strategist.search.compile.boards.choosing_for_boards import Choice


@dataclass(frozen=True)
class PlayedBoards:
    """How many games took how many guesses, and how many knew all secrets after so many guesses."""

    histogram: Counter[int]

    @property
    def games(self) -> int:
        """The number of games."""
        return self.histogram.total()

    @property
    def average(self) -> float:
        """The guesses of a game, on average."""
        return sum(guesses * games for guesses, games in self.histogram.items()) / self.games

    def within(self, guesses: int) -> float:
        """The share of games that took no more guesses than these."""
        return sum(games for made, games in self.histogram.items() if made <= guesses) / self.games


def drawn_secrets(choice: Choice, seed: int, number: int) -> list[Code]:
    """The secrets of a game, by a seed and the number of the game."""
    boards = choice.desk.boards
    secrets = boards.game.secrets
    return [
        secrets[draw(history_key(seed), number * boards.number + board) % len(secrets)]
        for board in range(boards.number)
    ]


def play_boards(choice: Choice, secrets: list[Code]) -> list[int]:
    """The guesses of one game, as indices."""
    desk = choice.desk
    left = desk.left(())
    made: list[int] = []
    while any(len(each) for each in left):
        guess = choice.next_guess(left, len(made))
        move = desk.boards.respond(desk.boards.game.guesses[guess], secrets, [])
        responses = [told if len(each) else None for told, each in zip(move.responses, left, strict=True)]
        left = desk.after(left, guess, responses)
        made.append(guess)
    return made


def play_many(
    choice: Choice, games: int, seed: int, progress: Callable[[int], object] = lambda done: None
) -> PlayedBoards:
    """So many games. The same seed draws the same secrets, whatever the strategy."""
    found: Counter[int] = Counter()
    for number in range(games):
        found[len(play_boards(choice, drawn_secrets(choice, seed, number)))] += 1
        progress(number + 1)
    return PlayedBoards(found)
