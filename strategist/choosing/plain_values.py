"""What a position is worth in expected further guesses, by the rules alone: the rules of V.

See :mod:`strategist.choosing.luck_and_skill` for what is made of them. Everything here is slow, and a specification.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from strategist.choosing.luck_and_skill import one_guess, settled, worth_of
from strategist.choosing.searched import Optimal
from strategist.choosing.strategy_contract import Strategy
from strategist.common.errors import CodeError, TooLargeError
from strategist.model.game import Game, Response
from strategist.model.position import Moves, Position, chance_of, kind_of
from strategist.model.tree import Figure

_GRAIN = 1000
"""An estimate is a multiple of 1 divided by this number."""
_MOST_STEPS = 200_000
"""The most guesses that :func:`least` looks at: some seconds."""

Value = Callable[[Position], tuple[int, Fraction]]
"""The guess that a rule makes where play goes on, and what is expected from there on: V."""


class Plainly:
    """The positions of a game as lists, with the values of a rule; every value is found once."""

    def __init__(self, game: Game, rule: Value) -> None:
        self.game = game
        self._rule = rule
        self._known: dict[object, tuple[int, Fraction]] = {}

    def split(self, position: Position, guess: int) -> dict[Response, Position]:
        """See :class:`~strategist.choosing.luck_and_skill.Valued`."""
        return behind(self.game, position, guess)

    def known(self, position: Position) -> bool:
        """See :class:`~strategist.choosing.luck_and_skill.Valued`."""
        kind = kind_of(self.game)
        return kind.ending(kind.at(position)) is not None

    def mass(self, position: Position) -> Figure:
        """See :class:`~strategist.choosing.luck_and_skill.Valued`."""
        # Any other question is answered alike by all candidates.
        asked = kind_of(self.game).at(position).asked
        moves = [move for move in position.history if move[0] in asked]
        return mass_after(self.game, moves, position.candidates)

    def value(self, position: Position) -> Fraction:
        """See :class:`~strategist.choosing.luck_and_skill.Valued`."""
        return self._found(position)[1]

    def worth(self, position: Position, guess: int) -> Fraction:
        """See :class:`~strategist.choosing.luck_and_skill.Valued`."""
        return worth_of(self, position, guess)

    def best(self, position: Position, guess: int) -> tuple[int, Fraction]:
        """See :class:`~strategist.choosing.luck_and_skill.Valued`: what the rule guesses."""
        chosen, _ = self._found(position)
        return chosen, worth_of(self, position, chosen)

    def _found(self, position: Position) -> tuple[int, Fraction]:
        key = self._key(position)
        if key not in self._known:
            self._known[key] = self._rule(position)
        return self._known[key]

    def _key(self, position: Position) -> object:
        """What the value of a position depends on."""
        return position.history, tuple(position.candidates)


def mass_after(game: Game, moves: Moves, candidates: Sequence[int]) -> Figure:
    """The weights of candidates, each times the chance that it answers as it did, where answers may be one of several.
    No question has two answers in ``moves``, and an answer that was told twice counts once."""
    settled = dict(moves)
    if not settled:
        return sum(map(game.weight_of, candidates))
    chances = (game.weight_of(secret) * chance_of(game, settled.items(), secret) for secret in candidates)
    return sum(chances, Fraction(0))


def behind(game: Game, position: Position, guess: int) -> dict[Response, Position]:
    """The positions behind a guess, by ascending response. What has been answered is settled."""
    kind = kind_of(game)
    told = dict(position.history).get(guess)
    if told is not None and kind.settles:
        return {told: position.behind(position, guess, told)}
    return {
        response: cell.position.behind(position, guess, response)
        for response, cell in kind.cells(kind.at(position), guess).items()
    }


def by_heuristic(strategy: Strategy) -> Value:
    """The rule that V is what the tree of a strategy takes. The rule raises
    :class:`~strategist.common.errors.CodeError` where the strategy gives up.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.choosing.heuristics import Entropy
    >>> game = make_game("mastermind(2,3)")
    >>> by_heuristic(Entropy(game, {}))(Position((), range(9)))
    (1, Fraction(7, 3))
    """
    game = strategy.game

    def rule(position: Position) -> tuple[int, Fraction]:
        guess = strategy.guess(position)
        if guess is None and in_vain(game, kind_of(game).at(position)):
            guess = cheapest_question(game)
        if guess is None:
            raise CodeError(f"{game.spec}: {strategy.spec} gives up, and values nothing")
        return guess, worth_of(valued, position, guess)

    valued = Plainly(game, rule)
    return rule


def least(game: Game, most_steps: int = _MOST_STEPS) -> Value:
    """The rule that V is the least that is possible: every guess that tells anything is tried.

    Raises :class:`~strategist.common.errors.TooLargeError` after ``most_steps`` guesses.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3,turns=2)")
    >>> least(game)(Position((), range(9)))
    (1, Fraction(7, 3))
    """
    steps = 0
    any_of_them = Optimal(game, {})

    def rule(position: Position) -> tuple[int, Fraction]:
        nonlocal steps
        found: tuple[int, Fraction] | None = None
        left = kind_of(game).at(position)
        if in_vain(game, left):
            guess = cheapest_question(game)
            return guess, worth_of(valued, position, guess)
        for guess in any_of_them.permitted(position):
            if not kind_of(game).tells(left, guess) and not _wins(game, guess, left):
                continue
            steps += 1
            if steps > most_steps:
                raise TooLargeError(f"{game.spec}: expected at most {most_steps} guesses to try, got more")
            worth = worth_of(valued, position, guess)
            if found is None or worth < found[1]:
                found = guess, worth
        assert found is not None  # some guess tells the candidates apart, or is one of them
        return found

    # What was guessed before counts only where it restricts what follows.
    valued = _Forgetful(game, rule) if not game.restricts else Plainly(game, rule)
    return rule


class _Forgetful(Plainly):
    """Positions whose values depend on the candidates and the number of guesses before."""

    def _key(self, position: Position) -> object:
        left = kind_of(self.game).at(position)
        return len(position.history), tuple(left.candidates), left.labels, left.asked


def in_vain(game: Game, left: Position) -> bool:
    """Whether no question tells anything at a position that is no end, and none can be right."""
    kind = kind_of(game)
    helpless = game.announces and kind.ending(left) is None
    return helpless and not any(kind.tells(left, question) for question in range(game.question_count))


def _wins(game: Game, guess: int, left: Position) -> bool:
    """Whether a guess may be right at a position where it tells nothing: that of one secret alone."""
    return not game.announces and game.solved(game.respond(game.guesses[guess], game.secrets[left.candidates[0]]))


def cheapest_question(game: Game) -> int:
    """The question that costs least, the first of equals.

    >>> from strategist.games.catalog import make_game
    >>> cheapest_question(make_game("mastermind(2,3)"))
    0
    """
    return min(range(game.question_count), key=game.cost_of)


def estimate(game: Game, made: int, missing: float, greatest: Fraction, bits: float) -> Fraction:
    """V of a position by what is not known yet: a rough figure, where nothing better can be had in time.

    ``missing`` is the information that is missing, in bits, and ``greatest`` the greatest chance of a candidate, or of
    a class if that is enough to know (:func:`missing_bits`); ``bits`` is what the best first guess tells. V is the
    missing information at that rate, and a last guess that is right. It is never below what two candidates take, and
    never above what a lost game takes. It is a multiple of 1/1000.

    >>> from strategist.games.catalog import make_game
    >>> [float(estimate(make_game("mastermind(4,6)"), 0, math.log2(n), Fraction(1, n), 3.057)) for n in (1296, 2, 1)]
    [4.382, 1.5, 1.0]
    """
    over = settled(game, made, game.announces and greatest == 1)
    if over is not None:
        return over
    rate = missing / bits if bits > 0 else missing
    guesses = max(1.0, rate) if game.announces else max(float(2 - greatest), 1 + rate)
    if game.turns is not None:
        guesses = min(guesses, game.turns - made + 1.0)
    return Fraction(round(guesses * _GRAIN), _GRAIN) * one_guess(game)


def missing_bits(game: Game, candidates: Sequence[int]) -> tuple[float, Fraction]:
    """The information that is missing among some candidates, in bits, and the greatest chance of one of them.

    Where it is enough to know the class, it is that about the class, and the greatest chance is that of a class.

    >>> from strategist.games.catalog import make_game
    >>> missing_bits(make_game("mastermind(2,2)"), range(4))
    (2.0, Fraction(1, 4))
    """
    if game.classes is not None:
        masses: Counter[int] = Counter()
        for index in candidates:
            masses[game.classes[index]] += game.weight_of(index)
        weights = list(masses.values())
    elif game.weights is None:
        return math.log2(len(candidates)), Fraction(1, len(candidates))
    else:
        weights = [game.weights[index] for index in candidates]
    return bits_among(weights)


def bits_among(weights: Sequence[int]) -> tuple[float, Fraction]:
    """The information that is missing among what has these weights, in bits, and the greatest chance of one of it.

    >>> bits_among([1, 1, 2])
    (1.5, Fraction(1, 2))
    """
    whole = sum(weights)
    bits = math.log2(whole) - math.fsum(weight * math.log2(weight) for weight in weights) / whole
    return max(0.0, bits), Fraction(max(weights), whole)
