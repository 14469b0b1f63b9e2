"""A match: several games of two players, of whom one guesses and the other hides; after each game they change places.

The player who finds more secrets wins. A tie is broken by the number of guesses for them, the fewer the better; if
these numbers are equal, too, the match is a draw. Without a limit of turns all secrets are found, so guesses decide.

The rule is our reading of a remark in an article about a Mastermind workbook: maker and breaker change places, as in
cricket, and the number of attempts breaks a tie between them. As in cricket, both have the same number of innings, so
the number of games is even. Guesses at a secret that is not found do not count. With a limit of turns they are as many
for both players, and a strategy that gives up early gains nothing by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count, repeat
from typing import NamedTuple

from strategist.common.wording import counted, plural
from strategist.files.player import CompiledStrategy
from strategist.model.game import Code, Game, History
from strategist.play.afterwards import Afterwards, Played, played_by
from strategist.play.board import Board
from strategist.play.chosen import ChosenStrategy
from strategist.play.hidden import hidden_secret
from strategist.play.hints import Adviser
from strategist.play.history import Record
from strategist.play.modes.answer import Answering, Explain
from strategist.play.modes.guess import Guessing, play_guesses
from strategist.play.modes.referee import Referee
from strategist.play.prompt import Command, Leave, Talk

_YOU = "you"


class Result(NamedTuple):
    """Whether a secret was found, and how many guesses were made."""

    found: bool
    guesses: int


class Player(NamedTuple):
    """A player: the name, the announcement of a game in which this player guesses, and the function that plays it."""

    name: str
    opening: str
    guess: Callable[[], Result]


class Score(NamedTuple):
    """The score of a guesser: games, secrets found in them, and guesses for the found secrets.

    >>> Score().after(Result(True, 5)).after(Result(False, 10))
    Score(games=2, found=1, guesses=5)
    """

    games: int = 0
    found: int = 0
    guesses: int = 0

    def after(self, result: Result) -> Score:
        """The score after one more game."""
        return Score(self.games + 1, self.found + result.found, self.guesses + result.found * result.guesses)

    @property
    def rank(self) -> tuple[int, int]:
        """The key by which scores are compared: smaller is better."""
        return -self.found, self.guesses


class Match:
    """A match of an even number of games; the first player guesses first. ``noun`` is what is counted.

    >>> talk = Talk(print, input, print)
    >>> five, four = Result(True, 5), Result(True, 4)
    >>> players = Player("Ann", "Ann guesses", lambda: five), Player("Bob", "Bob guesses", lambda: four)
    >>> Match(players, 2, talk, "guess").play()
    a match of 2 games: who guesses in one answers in the next
    whoever finds more secrets wins, and fewer guesses break a tie
    game 1 of 2: Ann guesses
    score: Ann found 1 of 1 secret in 5 guesses; Bob has not guessed yet
    game 2 of 2: Bob guesses
    score: Ann found 1 of 1 secret in 5 guesses; Bob found 1 of 1 secret in 4 guesses
    Bob wins the match: 4 guesses against 5
    """

    def __init__(self, players: Sequence[Player], games: int, talk: Talk, noun: str) -> None:
        self._players = players
        self._games = games
        self._talk = talk
        self._noun = noun
        self._scores = [Score(), Score()]

    def play(self) -> None:
        """Play all games. Raises :class:`~strategist.play.prompt.Leave`, after printing the score."""
        say = self._talk.say
        self._talk.always["score"] = Command("the score of the match", lambda _: [self._score()])
        say(f"a match of {self._games} games: who guesses in one answers in the next")
        say(f"whoever finds more secrets wins, and fewer {plural(self._noun)} break a tie")
        for number in range(1, self._games + 1):
            turn = (number - 1) % 2
            player = self._players[turn]
            say(f"game {number} of {self._games}: {player.opening}")
            try:
                result = player.guess()
            except Leave:
                say(f"the match ends in game {number} of {self._games}: nobody wins")
                say(self._score())
                raise
            self._scores[turn] = self._scores[turn].after(result)
            say(self._score())
        say(self._verdict())

    def _score(self) -> str:
        each = [self._scored(player.name, score) for player, score in zip(self._players, self._scores, strict=True)]
        return f"score: {'; '.join(each)}" if self._scores[0].games else "score: no game is finished yet"

    def _scored(self, name: str, score: Score) -> str:
        if not score.games:
            return f"{name} {'have' if name == _YOU else 'has'} not guessed yet"
        guesses = f" in {counted(score.guesses, self._noun)}" if score.found else ""
        return f"{name} found {score.found} of {counted(score.games, 'secret')}{guesses}"

    def _verdict(self) -> str:
        if self._scores[0].rank == self._scores[1].rank:
            return "the match is a draw"
        order = sorted((0, 1), key=lambda turn: self._scores[turn].rank)
        better, worse = (self._scores[turn] for turn in order)
        name = self._players[order[0]].name
        if better.found > worse.found:
            why = f"{counted(better.found, 'secret')} found against {worse.found}"
        else:
            why = f"{counted(better.guesses, self._noun)} against {worse.guesses}"
        return f"{name} {'win' if name == _YOU else 'wins'} the match: {why}"


Machine = tuple[CompiledStrategy | ChosenStrategy, Explain | None]
"""A strategy, and its function of explanation, or None."""


def duelists(
    game: Game,
    secrets: Iterator[Code],
    machines: Iterator[Machine],
    adviser: Adviser,
    talk: Talk,
    board: Board,
    start: History = (),
    after: Afterwards | None = None,
    seed: int | None = None,
) -> tuple[Player, Player]:
    """The players of a match: a person who guesses ``secrets``, and a strategy that guesses the person's secrets.

    The next of ``machines`` guesses in each game of the strategy: a strategy that draws may differ from game to game.
    Where answers may be false, the lies of each game are drawn by ``seed``.
    """

    seeds = repeat(None) if seed is None else count(seed)

    def person() -> Result:
        hidden = hidden_secret(game, next(secrets), next(seeds), start)
        guessing = Guessing(game, hidden, adviser, talk, board, start, "your")
        play_guesses(guessing)
        if after is not None:
            after.one_of_many(Played(guessing.whose, guessing.record.history, len(start)))
        return Result(guessing.solved is not None, len(guessing.record))

    def machine() -> Result:
        strategy, explain = next(machines)
        answering = Answering(strategy, talk, board, explain, "my")
        if start:
            talk.tell(answering.rows())
        answering.play_to(None)
        talk.tell(answering.outcome())
        if after is not None:
            after.one_of_many(played_by(game, answering.play.moves, strategy.name, len(start)))
        return Result(answering.play.solved, answering.play.made)

    return (
        Player(_YOU, "you guess the strategy's secret", person),
        Player("the strategy", "the strategy guesses your secret, and you answer", machine),
    )


def refereed(
    game: Game, names: Sequence[str], talk: Talk, board: Board, after: Afterwards | None = None
) -> tuple[Player, Player]:
    """The players of a match of two persons, each of whom thinks of a secret while the other guesses.

    Raises :class:`~strategist.common.errors.TooLargeError` for a game with too many secrets to check answers.
    """
    Record(game).candidates()

    def player(name: str, other: str) -> Player:
        def guess() -> Result:
            referee = Referee(game, (name, other), talk, board, guessers=1)
            referee.play()
            if after is not None:
                after.one_of_many(*referee.played())
            return Result(referee.solved(0), referee.asked(0))

        return Player(name, f"{name} guesses {other}'s secret, and {other} answers", guess)

    ann, bob = names
    return player(ann, bob), player(bob, ann)
