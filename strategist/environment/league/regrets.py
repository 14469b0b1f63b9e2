"""What the moves of a player cost beside the best ones, over all secrets.

The regret of a move is what it takes from its position on, if play goes on as well as can be, less what the best move
takes, for all candidates together. Behind a move stand the positions of the next moves, so the regrets of all moves add
up to what the player takes more than the best possible tree, where it finds every secret.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from strategist.choosing.luck_and_skill import regret_of
from strategist.common.errors import OutOfTimeError, TooLargeError
from strategist.environment.league.playing_out import Move, Played
from strategist.model.game import Game
from strategist.search.advice.valuing.searched_values import Exactly
from strategist.search.state.start import Start


@dataclass(frozen=True)
class Costly:
    """A move that is not the best one.

    Attributes
    ----------
    move : Move
        The move and its position.
    regret : Fraction
        What it costs more than the best move, in guesses (or costs, times chances) summed over the candidates.
    best : int
        The index of a best guess there.
    """

    move: Move
    regret: Fraction
    best: int


@dataclass(frozen=True)
class Regrets:
    """The regrets of all moves of a player.

    Attributes
    ----------
    least : Fraction or None
        What the best possible tree takes for all secrets together; None if it was not found in time.
    by_turn : mapping of int to Fraction
        The regrets of all first guesses, second guesses, …, summed.
    costly : tuple of Costly
        The moves with a regret, the greatest first.
    unknown : int
        The number of moves whose regret was not found in time.
    """

    least: Fraction | None
    by_turn: Mapping[int, Fraction]
    costly: tuple[Costly, ...]
    unknown: int

    @property
    def total(self) -> Fraction:
        """All known regrets."""
        return sum(self.by_turn.values(), Fraction(0))


def regrets_of(game: Game, played: Played, seconds: float = math.inf, jobs: int = 1) -> Regrets:
    """The regrets of all moves, by exact values.

    Parameters
    ----------
    game : Game
        The game.
    played : Played
        What the player does.
    seconds : float, default inf
        Seconds of search. The smallest positions are valued first; regrets that need more are not known.
    jobs : int, default 1
        Threads.

    Examples
    --------
    >>> from strategist.environment.league.playing_out import play_out
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> played = play_out(game, lambda history: game.guesses.index(game.consistent(history)[0]))
    >>> regrets = regrets_of(game, played)
    >>> played.claims.total, regrets.least, regrets.total
    (24, Fraction(21, 1), Fraction(3, 1))
    """
    valued = Exactly(game, seconds, jobs)
    least: Fraction | None = None
    by_turn: dict[int, Fraction] = {}
    costly: list[Costly] = []
    unknown = 0
    for move in sorted(played.moves, key=lambda move: len(move.left)):
        position, turn = _start(game, move), len(move.history) + 1
        try:
            best, value = _best(valued, position, move)
            if turn == 1:
                least = value * valued.mass(position)
            regret = regret_of(valued.worth(position, move.guess), value) * valued.mass(position)
        except (OutOfTimeError, TooLargeError):
            unknown += 1
            continue
        by_turn[turn] = by_turn.get(turn, Fraction(0)) + regret
        if regret:
            costly.append(Costly(move, regret, best))
    costly.sort(key=lambda each: (-each.regret, len(each.move.history), each.move.left))
    return Regrets(least, dict(sorted(by_turn.items())), tuple(costly), unknown)


def _best(valued: Exactly, position: Start, move: Move) -> tuple[int, Fraction]:
    """A best guess and its worth, where an announcement is one if that is enough."""
    game = valued.game
    if valued.known(position):
        return game.announcement(move.left[0]), Fraction(0)
    if move.guess >= game.question_count:
        raise OutOfTimeError("an announcement that may be wrong loses secrets, which no number of guesses makes good")
    return valued.best(position, move.guess)


def _start(game: Game, move: Move) -> Start:
    history = tuple((game.guesses.index(guess), response) for guess, response in move.history)
    return Start(history, np.array(move.left, dtype=np.int32))
