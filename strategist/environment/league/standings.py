"""A league of players of known strength, with exact figures: at random, by heuristics, and at best.

The mean is over all secrets and, for players that draw, over all draws. The worst case is what a codemaker who answers
as it likes, as long as some secret gives all answers, can make a player take, and for players that draw, if they draw
badly, too. The regret is the mean beside that of the best possible tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from strategist.choosing.heuristics import Strategy
from strategist.choosing.registry import make_strategy
from strategist.common.errors import SpecError
from strategist.model.game import Game
from strategist.model.refusals import refuse
from strategist.search.advice.cached.move_values import Values
from strategist.search.compile.compile import compile_strategy
from strategist.search.state.options import Options
from strategist.search.state.start import Start, start_of

ANY_GUESS, ANY_CANDIDATE = "any guess", "any candidate"
"""The players that draw each guess, all alike: among all guesses, and among the candidates."""
STRATEGIES = ("first", "most-parts", "minimax", "expected-size", "entropy", "optimal(total,depth)")
"""The strategies of a league for which nobody names others; the best one is among them."""


@dataclass(frozen=True)
class LeagueRow:
    """What a player takes.

    Attributes
    ----------
    player : str
        Its name.
    total : Fraction
        The guesses that it is expected to take, summed over all secrets.
    worst : int or None
        The most guesses that it may take; None where there is no limit.
    """

    player: str
    total: Fraction
    worst: int | None


@dataclass(frozen=True)
class League:
    """Players of one game, the weakest first.

    Attributes
    ----------
    game : Game
        The game.
    least : Fraction
        What the best possible tree takes, summed over all secrets.
    standings : tuple of LeagueRow
        The players.
    """

    game: Game
    least: Fraction
    standings: tuple[LeagueRow, ...]

    def mean(self, standing: LeagueRow) -> Fraction:
        """The mean number of guesses of a player."""
        return standing.total / len(self.game.secrets)

    def regret(self, standing: LeagueRow) -> Fraction:
        """What a player takes on average beyond the best possible tree."""
        return (standing.total - self.least) / len(self.game.secrets)


def make_league(game: Game, strategies: Sequence[str] = STRATEGIES, jobs: int = 1) -> League:
    """The league of a game: the two players that draw, and strategies.

    Parameters
    ----------
    game : Game
        A game without turns in which the secret is to be guessed, each secret is a question, each question has one
        answer, which is true, and all secrets and questions weigh alike.
    strategies : sequence of str
        Strategies beside those that draw; none of them gives up.
    jobs : int, default 1
        Threads.

    Raises
    ------
    SpecError
        For another game.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> league = make_league(make_game("mastermind(2,3)"))
    >>> [(each.player, str(each.total), each.worst) for each in league.standings[:3]]
    [('any guess', '81', None), ('first', '24', 4), ('minimax', '24', 4)]
    >>> league.least, league.regret(league.standings[-1])
    (Fraction(21, 1), Fraction(0, 1))
    """
    refuse(game, "a cache of values")
    refuse(game, "a league")
    best = _tree_of(game, make_strategy("optimal", game), jobs)
    # Whatever was guessed before, each guess is right with the same chance.
    drawing = LeagueRow(ANY_GUESS, Fraction(len(game.secrets) * game.question_count), None)
    others = [_tree_of(game, make_strategy(name, game), jobs) for name in strategies]
    players = [drawing, any_candidate(game), *others]
    players.sort(key=lambda each: -each.total)
    return League(game, best.total, tuple(players))


def _tree_of(game: Game, strategy: Strategy, jobs: int) -> LeagueRow:
    data = compile_strategy(game, strategy, options=Options(jobs)).data
    if data.claims.lost:
        raise SpecError(f"{strategy.spec} loses {data.claims.lost} secrets: expected a strategy that finds all of them")
    return LeagueRow(strategy.spec, Fraction(data.claims.total), data.claims.depth)


def any_candidate(game: Game) -> LeagueRow:
    """The player that guesses any candidate, each with the same chance: exactly, by recursion over all positions.

    n candidates take n guesses, and for each candidate that is guessed, with the chance 1/n, what its cells take.

    >>> from strategist.games.catalog import make_game
    >>> any_candidate(make_game("mastermind(2,4)"))
    LeagueRow(player='any candidate', total=Fraction(565, 12), worst=5)
    """
    return LeagueRow(ANY_CANDIDATE, *_AnyCandidate(game).of(start_of(game)))


class _AnyCandidate:
    """What positions take if any candidate is guessed, each found once for all positions of its name."""

    def __init__(self, game: Game) -> None:
        self._values = Values(game)
        guesses = game.guesses
        self._guess_of = np.array([guesses.index(secret) for secret in game.secrets], dtype=np.int64)
        self._known: dict[tuple[int, int], tuple[Fraction, int]] = {}

    def of(self, position: Start) -> tuple[Fraction, int]:
        """The expected total, and the most guesses."""
        size = len(position.candidates)
        if size < 3:
            return Fraction((0, 1, 3)[size]), size
        singles = pairs = worst = 0
        total = Fraction(0)
        for guess in self._guess_of[position.candidates].tolist():
            cells = self._values.cells(position, guess)
            singles += int(np.count_nonzero(cells.sizes == 1))
            pairs += int(np.count_nonzero(cells.sizes == 2))
            worst = max(worst, min(2, int(cells.sizes.max(initial=0))))
            names = None
            for cell in np.flatnonzero(cells.sizes > 2).tolist():
                names = self._values.names(cells) if names is None else names
                name = names.at(cell)
                if name not in self._known:
                    self._known[name] = self.of(cells.behind(cell))
                found, most = self._known[name]
                total, worst = total + found, max(worst, most)
        return size + (total + singles + 3 * pairs) / size, 1 + worst
