"""Luck and skill: what each guess of a game was worth, by the rules alone.

A *position* P is a history with its candidates; each candidate has a chance, all alike unless the game says otherwise.
V(P) is the expected number of further guesses:

* V(P) = 0 where the secret is found, and where it is enough to know it, or its class, and that is known, or where
  nothing more can be known and that ends the game;
* V(P) = 1 where all turns are used up without that: so a lost game counts one guess more than it has turns;
* everywhere else V(P) is told by *one* rule for the whole review. It is the least that is possible (``exact``), what
  the tree of a heuristic takes (its name), or, in games that are too large for both, an estimate.

Q(P, g) is what the guess g is *worth* at P: 1 + Σ chance(r) · V(P after g was answered r), summed over the responses r.
For a guess g that was answered r:

* B(P) = Q(P, best), where the *best* guess is the best one that is known: that of the rule, those of a first ranking
  beside it where the rule is not exact, and g itself.
* regret = Q(P, g) - B(P): what the guess cost beside the best one that is known. It is never negative.
* luck = Q(P, g) - 1 - V(P after r): what was expected to remain, less what did remain. Positive luck is good.
* correction = B(P) - V(P): what the best guess that is known is worth, less what the rule has expected. Of exact values
  it is 0.

Where an answer may be one of several, the chance of a candidate is that of the position: its chance at first times the
chances of the answers so far. So chance(r) counts each candidate as often as it gives that answer, and a lucky answer
is one that was not likely, or that tells much. Luck then averages to 0 over all secrets and all their answers. Where
nothing can tell the candidates apart any more and yet nothing is known, the cheapest question is asked in vain until
the turns are used up.

So 1 + V(P after r) - V(P) = correction + regret - luck, and summed over a game

    actual - V(start) = Σ correction + Σ regret - Σ luck

exactly, whatever the rule of V is: all figures are fractions. Over all secrets, weighted by their chances, the luck of
any way to guess averages to 0.

Where answers may be false, no chance of a lie is known. V is then the number of further guesses that is always enough:
the least that is possible, what the tree of a heuristic takes at worst, or the volume bound, which no tree is below.
Q(P, g) is 1 + the greatest V behind an answer, and *spared* stands in the place of luck: what the answer saved beside
the worst one. It is never negative and no luck, because the codemaker chooses the answer.

On a scale from 0 to 99, for a guess as for a whole game (with the sums of regret and luck):

    skill      = ⌊99 · 2^(-max(0, regret)) + ½⌋      no regret: 99, half a guess: 70, a guess: 50
    luck_score = ⌊99 / (1 + 4^(-luck)) + ½⌋          no luck: 50, a guess saved: 79, a guess lost: 20

Where questions have costs, "1" in Q and luck is the cost of g, a lost game costs as much more as the dearest question,
all figures are costs, and the scale divides regret and luck by the mean cost of a question.

The rules of V stand in :mod:`strategist.choosing.plain_values`. All of this is plain Python, and the specification of
:mod:`strategist.search.advice.review`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol, TypeVar

from strategist.common.errors import CodeError
from strategist.common.notebook_hooks import Told
from strategist.model import endings
from strategist.model.game import Code, Game, Response
from strategist.model.position import Joins, Moves, kind_of
from strategist.model.tree import Figure

EXACT, ESTIMATE, BOUNDS = "exact", "estimate", "bounds"
"""The rules of V that are not the name of a heuristic."""


class Placed(Protocol):
    """A position in any form: the moves that led there, and its candidates, ascending, as indices into ``secrets``."""

    @property
    def history(self) -> Moves: ...
    @property
    def candidates(self) -> Any: ...


P = TypeVar("P", bound=Placed)


class Valued(Protocol[P]):
    """The positions of a game with their values by one rule."""

    game: Game

    def mass(self, position: P) -> Figure:
        """The weights of the candidates, summed, each times the chance of the answers so far."""
        ...

    def split(self, position: P, guess: int) -> Mapping[Response, P]:
        """The positions behind a guess, by ascending response; that behind the solved response counts, too."""
        ...

    def known(self, position: P) -> bool:
        """Whether it is enough that the secret, or its class, is known, see
        :meth:`~strategist.model.game.Game.is_pure`, or that nothing more can be known."""
        ...

    def value(self, position: P) -> Fraction:
        """V by the rule, where play goes on."""
        ...

    def worth(self, position: P, guess: int) -> Fraction:
        """Q by the rule: :func:`worth_of`."""
        ...

    def best(self, position: P, guess: int) -> tuple[int, Fraction]:
        """The best guess that is known, and what it is worth; ``guess`` itself where none is better."""
        ...


@dataclass(frozen=True)
class ReviewedGuess:
    """One guess of a game: what was possible, and what became of it.

    ``before`` and ``after`` are the numbers of candidates around it, ``after`` being 0 where the guess is right, and
    ``expected_left`` the number that it leaves on average. Where it is enough to know the class, candidates of one
    class count as none. ``value`` is V before it, and ``worth`` is Q. ``best`` is the best guess that is known there,
    with its ``best_worth``; it is the guess itself where none is better, which is ``proven`` where the review is exact.
    Where answers may be false, the average is the most, and ``luck`` is what the answer spared. ``can_win`` says
    whether the guess could have been right after the answers before it. For the others see
    :mod:`strategist.choosing.luck_and_skill`.
    """

    code: Code
    text: str
    answer: str
    before: int
    after: int
    expected_left: Fraction
    value: Fraction
    worth: Fraction
    best: str
    best_worth: Fraction
    proven: bool
    regret: Fraction
    luck: Fraction
    skill: int
    luck_score: int
    can_win: bool = False

    @property
    def guess(self) -> str:
        """The guess as it is written, as JSON objects name it."""
        return self.text


@dataclass(frozen=True)
class Review(Told):
    """A game guess by guess, with its luck and its skill.

    ``by`` says where values are from: ``exact``, the name of a heuristic, or ``estimate``. ``ending`` is ``solved``,
    ``known`` (where that is enough), ``lost``, or None for a game that goes on. ``value`` is V at the start. ``actual``
    is what the game has taken: the guesses made, a lost one more, and in a game that goes on what is expected of it.
    ``secret`` is the secret as it is written, where it is known, and ``kind`` is its class, if secrets have classes and
    that is known. ``among`` are the secrets or classes left, where nothing more can be known. ``inexact`` says why
    values are not exact, where nobody asked for others.

    Examples
    --------
    >>> import strategist
    >>> found = strategist.review("mastermind(2,3)", "11 12 13", secret="13")
    >>> found.ending, found.skill, len(found.guesses)
    ('solved', 79, 3)
    """

    game: Game
    by: str
    ending: str | None
    secret: str | None
    value: Fraction
    actual: Fraction
    rows: Sequence[ReviewedGuess]
    kind: str | None = None
    inexact: str | None = None
    among: str | None = None

    @property
    def guesses(self) -> Sequence[ReviewedGuess]:
        """The rows, as JSON objects name them."""
        return self.rows

    @cached_property
    def regret(self) -> Fraction:
        """The regrets of all guesses, summed."""
        return sum((row.regret for row in self.rows), Fraction(0))

    @cached_property
    def correction(self) -> Fraction:
        """What the best guesses that are known are worth, less what was expected, summed; 0 where values are exact."""
        return sum((row.best_worth - row.value for row in self.rows), Fraction(0))

    @cached_property
    def luck(self) -> Fraction:
        """The luck of all guesses, summed."""
        return sum((row.luck for row in self.rows), Fraction(0))

    @property
    def skill(self) -> int:
        """The skill of the whole game, from 0 to 99."""
        return skill_of(self.regret / one_guess(self.game))

    @property
    def luck_score(self) -> int:
        """The luck of the whole game, from 0 to 99."""
        return luck_score_of(self.luck / one_guess(self.game))


def skill_of(regret: Fraction) -> int:
    """The skill of a regret, in guesses, on the scale from 0 to 99.

    >>> [skill_of(Fraction(regret)) for regret in ("0", "0.1", "0.5", "1", "-1")]
    [99, 92, 70, 50, 99]
    """
    return int(99 * 2.0 ** -max(0.0, float(regret)) + 0.5)


def luck_score_of(luck: Fraction) -> int:
    """Luck, in guesses, on the scale from 0 to 99.

    >>> [luck_score_of(Fraction(luck)) for luck in ("0", "0.5", "1", "-1", "5")]
    [50, 66, 79, 20, 99]
    """
    # No game of more guesses is luckier than that, and floats end somewhere.
    return int(99 / (1 + 4.0 ** -max(-99.0, min(99.0, float(luck)))) + 0.5)


def one_guess(game: Game) -> Fraction:
    """What the scale takes for one guess: 1, or the mean cost of a question."""
    return Fraction(1) if game.costs is None else Fraction(sum(game.costs), len(game.costs)) * game.cost_unit


def cost_of(game: Game, guess: int) -> Fraction:
    """What a guess costs: 1, unless the game has costs."""
    return game.cost_of(guess) * game.cost_unit


def regret_of(worth: Fraction, best: Fraction) -> Fraction:
    """What a guess of some worth costs beside the best one that is known, or one that is no better than that.

    >>> regret_of(Fraction(7, 3), Fraction(2)), regret_of(Fraction(2), Fraction(7, 3))
    (Fraction(1, 3), Fraction(0, 1))
    """
    return max(Fraction(0), worth - best)


def settled(game: Game, made: int, known: bool) -> Fraction | None:
    """V after ``made`` guesses where play is over; None where it goes on. ``known`` says that no question is needed.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6,turns=5)")
    >>> settled(game, 4, False), settled(game, 5, False), settled(make_game("mastermind(4,6,goal=identify)"), 4, True)
    (None, Fraction(1, 1), Fraction(0, 1))
    """
    if known:
        return Fraction(0)
    if game.turns is None or made < game.turns:
        return None
    return max(game.costs or [1]) * game.cost_unit


def value_of(valued: Valued[P], position: P) -> Fraction:
    """V, also where play is over."""
    over = settled(valued.game, len(position.history), valued.known(position))
    return valued.value(position) if over is None else over


def worth_of(valued: Valued[P], position: P, guess: int) -> Fraction:
    """Q: what a guess is worth at a position."""
    behind = joined(valued, position, valued.split(position, guess), lambda after: value_of(valued, after))
    return cost_of(valued.game, guess) + behind


def joined(valued: Valued[P], position: P, cells: Mapping[Response, P], figure: Callable[[P], Figure]) -> Fraction:
    """A figure of the cells of a guess as one: on average by their masses, and where no lie has a chance the greatest,
    because the codemaker may answer as it likes. Nothing is left behind the solved response."""
    game = valued.game
    behind = [after for response, after in cells.items() if not game.solved(response)]
    if kind_of(game).joins is Joins.MAXIMUM:
        return max((Fraction(figure(after)) for after in behind), default=Fraction(0))
    total = sum((valued.mass(after) * figure(after) for after in behind), Fraction(0))
    return Fraction(total) / valued.mass(position)


def review_by(valued: Valued[P], start: P, moves: Moves, by: str, secret: Code | None = None) -> Review:
    """The review of the ``moves`` made from ``start`` on, by one rule of V.

    Raises :class:`~strategist.common.errors.CodeError` for a guess after the end, and for an answer that cannot be.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.choosing.plain_values import Plainly, Position, least
    >>> game = make_game("mastermind(2,3)")
    >>> history = game.parse_history("11:1b0w 12:1b0w 13:2b0w")
    >>> moves = [(game.guesses.index(guess), answer) for guess, answer in history]
    >>> found = review_by(Plainly(game, least(game)), Position((), range(9)), moves, EXACT)
    >>> [(row.best, float(row.worth), float(row.regret), float(row.luck)) for row in found.rows[1:]]
    [('12', 1.75, 0.0, -0.25), ('13', 1.0, 0.0, 0.0)]
    >>> found.rows[0].worth, found.value, found.actual - found.value == found.regret - found.luck
    (Fraction(8, 3), Fraction(7, 3), True)
    """
    game = valued.game
    rows = []
    spent, now, solved = Fraction(0), start, False
    first = value_of(valued, start)
    for guess, response in moves:
        made = len(now.history)
        if solved or (game.turns is not None and made >= game.turns):
            end = f"the secret is found at {game.move_noun}" if solved else f"the turns end with {game.move_noun}"
            raise CodeError(f"{game.spec}: {end} {made}: expected no further {game.move_noun}")
        row, now = _reviewed(valued, now, guess, response, by)
        rows.append(row)
        spent, solved = spent + cost_of(game, guess), game.solved(response)
    rest = Fraction(0) if solved else value_of(valued, now)
    ending = None
    if solved:
        ending = endings.SOLVED
    elif settled(game, len(now.history), valued.known(now)) is not None:
        ending = endings.LOST if rest else endings.KNOWN
    lowest = game.secrets[int(now.candidates[0])]
    if secret is None and (solved or len(now.candidates) == 1):
        secret = lowest
    told = None if secret is None else game.format_secret(secret)
    left = _unknown(valued, now) if ending == endings.KNOWN else []
    among = endings.announced(game, game.undecided, (game.secrets[each] for each in left)) if left else None
    of_class = lowest if secret is None and ending == endings.KNOWN and not left else secret
    kind = None if of_class is None else game.class_of(of_class)
    return Review(game, by, ending, told, first, spent + rest, rows, kind, among=among)


def _reviewed(valued: Valued[P], now: P, guess: int, response: Response, by: str) -> tuple[ReviewedGuess, P]:
    """One guess, and the position behind its answer."""
    game = valued.game
    text, answer = game.format_code(game.guesses[guess]), game.format_response(response)
    cells = valued.split(now, guess)
    if response not in cells:
        raise CodeError(
            f"{game.spec}: no candidate answers {text} by {answer} at {game.move_noun} {len(now.history) + 1}"
        )
    after = cells[response]
    value, worth = value_of(valued, now), valued.worth(now, guess)
    best, best_worth = valued.best(now, guess) if value or not game.announces else _announced(valued, now)
    if best_worth >= worth:
        best, best_worth = guess, worth
    regret = regret_of(worth, best_worth)
    rest = Fraction(0) if game.solved(response) else value_of(valued, after)
    luck = worth - cost_of(game, guess) - rest
    unit = one_guess(game)
    row = ReviewedGuess(
        code=game.guesses[guess],
        text=text,
        answer=answer,
        before=len(now.candidates),
        after=0 if game.solved(response) else _undecided(valued, after),
        expected_left=joined(valued, now, cells, lambda cell: _undecided(valued, cell)),
        value=value,
        worth=worth,
        best=game.format_code(game.guesses[best]),
        best_worth=best_worth,
        proven=by == EXACT and best == guess,
        regret=regret,
        luck=luck,
        skill=skill_of(regret / unit),
        luck_score=luck_score_of(luck / unit),
        can_win=any(map(game.solved, cells)),
    )
    return row, after


def _unknown(valued: Valued[P], position: P) -> list[int]:
    """The candidates where play ends because nothing more can be known; else none."""
    left = list(map(int, position.candidates)) if valued.known(position) else []
    return [] if not left or valued.game.is_pure(left) else left


def _undecided(valued: Valued[P], position: P) -> int:
    """The number of candidates; none of them where they are of one class and that is enough."""
    pure = valued.game.classes is not None and valued.known(position) and not _unknown(valued, position)
    return 0 if pure else len(position.candidates)


def _announced(valued: Valued[P], now: P) -> tuple[int, Fraction]:
    """The best guess where the secret, or its class, is known and that is enough, or where nothing more can be."""
    game = valued.game
    return game.undecided if _unknown(valued, now) else game.announcement(int(now.candidates[0])), Fraction(0)
