"""A player over all secrets: it is asked once at each position that its own guesses lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from strategist.environment.episode import HORIZON
from strategist.model.game import Code, Game, History, Response
from strategist.model.refusals import refuse
from strategist.model.tree import Claims, Weighed

Chooses = Callable[[History], int]
"""A player: the index of its guess after a history."""


@dataclass(frozen=True)
class Move:
    """What a player guesses at a position.

    Attributes
    ----------
    history : tuple
        The moves before, each a guess and a response.
    guess : int
        The index of the guess.
    left : tuple of int
        The indices of the candidates, ascending.
    """

    history: History
    guess: int
    left: Sequence[int]


@dataclass(frozen=True)
class Played:
    """All that a player does.

    Attributes
    ----------
    moves : tuple of Move
        Its guess at each position that it reaches, those with fewer guesses first.
    lost : tuple of int
        The indices of the secrets that it does not find.
    claims : Claims
        Its figures, which count the secrets that it finds.
    horizon : int
        The guesses after which a secret is lost.
    """

    moves: tuple[Move, ...]
    lost: tuple[int, ...]
    claims: Claims
    horizon: int


def play_out(game: Game, player: Chooses, horizon: int = HORIZON) -> Played:
    """Play a player against every secret, asking it once at each position.

    Parameters
    ----------
    game : Game
        A game in which each question has one answer, which is true.
    player : callable
        The index of the guess after a history.
    horizon : int, default 20
        The most guesses of a game without turns; secrets not found by then are lost.

    Raises
    ------
    SpecError
        For a game whose answers may be several or false.
    IndexError
        For an index that is no guess.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,2)")
    >>> played = play_out(game, lambda history: game.guesses.index(game.consistent(history)[0]))
    >>> played.claims.histogram, len(played.moves), played.lost
    ((1, 2, 1), 4, ())
    """
    refuse(game, "a player of one's own")
    most = horizon if game.turns is None else game.turns
    figures = _Figures(game)
    moves: list[Move] = []
    level: list[tuple[History, Sequence[int], int]] = [((), range(len(game.secrets)), 0)]
    made = 0
    while level:
        below: list[tuple[History, Sequence[int], int]] = []
        for history, left, spent in level:
            # An announcement takes no turn, but nothing else may be done without one.
            if made >= most and not (game.announces and game.is_pure(left)):
                figures.lose(left)
                continue
            guess = player(history)
            if not 0 <= guess < len(game.guesses):
                raise IndexError(f"expected the index of a guess from 0 to {len(game.guesses) - 1}, got {guess}")
            moves.append(Move(history, guess, tuple(left)))
            code = game.guesses[guess]
            for response, cell in split(game, code, left).items():
                price = spent + game.step_cost(guess, response)
                if game.solved(response):
                    figures.find(cell, made, price)
                elif guess >= game.question_count:
                    figures.lose(cell)
                else:
                    below.append(((*history, (code, response)), cell, price))
        level, made = below, made + 1
    return Played(tuple(moves), tuple(sorted(figures.lost)), figures.claims(), most)


def split(game: Game, guess: Code, left: Sequence[int]) -> dict[Response, list[int]]:
    """The candidates that give each response, by ascending response; all are indices of secrets."""
    cells: dict[Response, list[int]] = {}
    for secret in left:
        cells.setdefault(game.respond(guess, game.secrets[secret]), []).append(secret)
    return dict(sorted(cells.items()))


class _Figures:
    """What is counted while a player plays."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._solved_at: Counter[int] = Counter()
        self.lost: list[int] = []
        self._mass = self._questions = self._expected = 0

    def lose(self, secrets: Sequence[int]) -> None:
        self.lost.extend(secrets)

    def find(self, secrets: Sequence[int], made: int, price: int) -> None:
        game = self._game
        self._solved_at[made] += len(secrets)
        weight = sum(map(game.weight_of, secrets))
        self._mass += weight
        self._questions += weight * (made if game.announces else made + 1)
        self._expected += weight * price

    def claims(self) -> Claims:
        game = self._game
        solved_at = [self._solved_at[made] for made in range(max(self._solved_at, default=-1) + 1)]
        claims = Claims.of_moves(solved_at, len(self.lost), game.announces)
        if not game.weighted:
            return claims
        lost = sum(map(game.weight_of, self.lost))
        return replace(claims, weighed=Weighed(self._mass, self._questions, self._expected, lost))
