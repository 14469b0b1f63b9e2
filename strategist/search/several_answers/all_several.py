"""The figures of all keys of a small game: the specification of the search for several answers.

A key is a decision tree of a game whose answers may be several. This file makes all of them, from the rules in
:mod:`strategist.model.position` alone and in fractions of any size, and keeps for each position those figures that no
other tree beats in everything. It has no bounds, so its work grows exponentially; tests compare
:mod:`~strategist.search.several_answers.search_several` with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from strategist.model.game import Game
from strategist.model.objective import LOST
from strategist.model.position import Position, Several

NEVER = -(1 << 40)
"""The depth where no secret is found."""


class Figures(NamedTuple):
    """What a tree comes to: expected weight lost, questions in it, expected cost and total, both with what is lost
    counted like one question after the last turn, and depth."""

    lost: Fraction
    size: Fraction
    expected: Fraction
    total: Fraction
    depth: int


def all_figures(game: Game, turns: int | None = None, useless: bool = False) -> set[Figures]:
    """The figures of all trees, but for those that another tree beats, or meets, in everything.

    ``turns`` is the number of questions after which what is left is lost. ``useless`` says that questions that tell
    nothing are asked, too, as far as the turns allow.

    >>> from strategist.games.catalog import make_game
    >>> [each.total for each in all_figures(make_game("mastermind(1,3,goal=identify)"))]
    [Fraction(5, 1)]
    """

    def even_mass(left: Position) -> Fraction:
        """The secrets left, each by the chance that it is, over its weight."""
        pairs = zip(left.candidates, left.labels, strict=True)
        return sum((Fraction(mass, game.weight_of(secret)) for secret, mass in pairs), Fraction(0))

    @cache
    def figures(left: Position, turns: int | None) -> frozenset[Figures]:
        if Several(game).ending(left) is not None:
            return frozenset([Figures(Fraction(0), Fraction(0), Fraction(0), Fraction(0), 0)])
        found: set[Figures] = set()
        for question in range(game.question_count) if turns != 0 else ():
            if question not in left.asked and (
                Several(game).tells(left, question) or (useless and turns) or _hits(question, left)
            ):
                found |= trees_that_ask(question, left, turns)
        if turns == 0 or (turns is not None and not _goes_on(left)):
            late = turns + 1
            lost = Fraction(left.mass)
            found.add(Figures(lost, Fraction(0), late * lost, late * even_mass(left), NEVER))
        return frozenset(_unbeaten(found))

    def _goes_on(left: Position) -> bool:
        """Whether a question tells something, or names the one secret that is left."""
        questions = range(game.question_count)
        return any(Several(game).tells(left, question) or _hits(question, left) for question in questions)

    def _hits(question: int, left: Position) -> bool:
        """Whether a question may be the secret, where that has to be asked."""
        return not game.announces and game.guesses[question] in {game.secrets[secret] for secret in left.candidates}

    def trees_that_ask(question: int, left: Position, turns: int | None) -> set[Figures]:
        counts = len(left.candidates) > 1
        own = Figures(
            Fraction(0),
            Fraction(counts),
            Fraction(game.cost_of(question) * left.mass),
            even_mass(left),
            NEVER,
        )
        sums = {own}
        for response, cell in Several(game).cells(left, question).items():
            if game.solved(response):
                sums = {each._replace(depth=max(each.depth, 1)) for each in sums}
                continue
            factor = cell.factor
            below = figures(cell.position, None if turns is None else turns - 1)
            sums = _unbeaten(
                {
                    Figures(
                        one.lost + factor * other.lost,
                        one.size + other.size,
                        one.expected + factor * other.expected,
                        one.total + factor * other.total,
                        max(one.depth, other.depth + 1),
                    )
                    for one in sums
                    for other in below
                }
            )
        return sums

    start = Several(game).normal((secret, game.weight_of(secret)) for secret in range(len(game.secrets)))
    return {
        Figures(
            start.factor * each.lost,
            each.size,
            start.factor * each.expected,
            start.factor * each.total,
            max(each.depth, 0),
        )
        for each in figures(start.position, turns)
    }


def best_figures(game: Game, objectives: Sequence[str], limit: int | None = None) -> tuple[Fraction, ...] | None:
    """The least figures of the ``objectives``, in their order, within a ``limit`` of questions; None if no tree keeps
    it.

    >>> from strategist.games.catalog import make_game
    >>> [int(each) for each in best_figures(make_game("mastermind(2,3,goal=identify)"), ["depth", "size"])]
    [2, 3]
    """
    loses = LOST.name in objectives
    return least(all_figures(game, game.turns if loses else None), objectives, limit if loses else _limit(game, limit))


def least(figures: set[Figures], objectives: Sequence[str], limit: int | None) -> tuple[Fraction, ...] | None:
    """The least of some figures, by the ``objectives``, of those within a ``limit``."""
    kept = [each for each in figures if limit is None or each.depth <= limit]
    return min((tuple(Fraction(getattr(each, name)) for name in objectives) for each in kept), default=None)


def _limit(game: Game, limit: int | None) -> int | None:
    return min((each for each in (game.turns, limit) if each is not None), default=None)


def _unbeaten(figures: set[Figures]) -> set[Figures]:
    kept: list[Figures] = []
    for each in sorted(figures):
        if not any(all(known[at] <= each[at] for at in range(len(each))) for known in kept):
            kept.append(each)
    return set(kept)
