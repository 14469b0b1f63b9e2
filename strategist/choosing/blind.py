"""The baseline: all codes in order, whatever the answers.

Astatin, The application of depth first search and backtracking in solving Mastermind game, names it as the method that
a search has to beat: brute force tests each possible code until one is the solution.

Its figures follow from the number of codes (:func:`baseline`). Its tree has a branch for every answer although it uses
none of them, so n codes take up to n²/2 slots.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from strategist.choosing.strategy_contract import Strategy
from strategist.common.errors import SpecError
from strategist.model.game import Game
from strategist.model.position import Moves, Position
from strategist.model.spec import Value
from strategist.model.tree import Weighed


class Blind(Strategy):
    """The first secret in order that was not guessed yet, whether it is still possible or not.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> blind = Blind(game, {})
    >>> blind.guess(Position(((0, 2),), [1, 2, 3, 6])), blind.guess(Position(((0, 2), (2, 1)), [3]))
    (1, 1)
    """

    name = "blind"
    summary = "all codes in order, whatever is answered: the baseline"
    doubts = False
    parameters = ()

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        if game.announces:
            raise SpecError(f"{self.name}: expected a game in which the last guess is the secret, got {game.spec}")
        if game.restricts:
            raise SpecError(f"{self.name}: expected a game in which every code may be guessed, got {game.spec}")
        super().__init__(game, values)

    def choose(self, position: Position) -> int:
        """The index of the first guess in order that was not made yet."""
        return next(self.order(position.history))

    def order(self, history: Moves) -> Iterator[int]:
        """The guesses that follow ``history``, in order."""
        made = {guess for guess, _ in history}
        places = map(self.game.guesses.index, self.game.secrets)
        return (guess for guess in places if guess not in made)


class Baseline(NamedTuple):
    """The figures of guessing all secrets in order: those of :class:`~strategist.model.tree.Claims`, without
    a histogram.

    One secret is solved at each guess from the first to ``depth``, and ``lost`` are left. ``weighed`` are the figures
    under chances and costs; None in a game without any.
    """

    depth: int
    lost: int
    weighed: Weighed | None = None

    @property
    def total(self) -> int:
        """Guesses summed over the solved secrets."""
        return self.depth * (self.depth + 1) // 2

    @property
    def worst_count(self) -> int:
        """Secrets that need the full depth: one is solved at each guess."""
        return 1

    @property
    def average(self) -> float:
        """Guesses that a solved secret needs on average."""
        return (self.depth + 1) / 2


def baseline(game: Game) -> Baseline:
    """The figures of :class:`Blind` in a game of any size.

    >>> from strategist.games.catalog import make_game
    >>> figures = baseline(make_game("mastermind(4,6)"))
    >>> figures.total, figures.average, figures.depth, figures.lost
    (840456, 648.5, 1296, 0)
    >>> baseline(make_game("mastermind(4,6,turns=12)")).lost
    1284
    """
    secrets = len(game.secrets)
    depth = secrets if game.turns is None else min(secrets, game.turns)
    return Baseline(depth, secrets - depth, _weighed(game, depth) if game.weighted else None)


def _weighed(game: Game, depth: int) -> Weighed:
    """The figures of guessing the first ``depth`` secrets in order."""
    mass = questions = expected = spent = 0
    for made, secret in enumerate(range(depth), 1):
        spent += game.cost_of(game.guesses.index(game.secrets[secret]))
        weight = game.weight_of(secret)
        mass += weight
        questions += weight * made
        expected += weight * spent
    return Weighed(mass, questions, expected, sum(map(game.weight_of, range(depth, len(game.secrets)))))
