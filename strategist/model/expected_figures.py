"""The figures of trees where a secret may stand at several leaves (``Game.several``): expected numbers, exactly.

A secret that may give several answers reaches each of some leaves with a chance, the product of the chances of the
answers on the way there. So it is found after i questions with the chances of the leaves at that depth together, and a
histogram holds the sums of these chances over all secrets. A leaf at which several secrets stand ends play for each of
them: it is known as far as answers can tell.

Behind a history, secrets that were less likely to give its answers count less. Those that are left count together as
many as they are, each in proportion to the chance of these answers; with chances of secrets, that times its weight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from strategist.model.game import Game, Response
from strategist.model.left import chance_of
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Figure, Weighed, exact

Reach = dict[int, Fraction]
"""How likely each secret, by its index, is to be at a slot; only of those that may be there."""


class Stand(NamedTuple):
    """A slot of a tree: the questions asked before it, what they cost, and the secrets that may be there."""

    slot: int
    asked: int
    spent: int
    reach: Reach


def stands(game: Game, tree: DecisionTree, reach: Reach) -> Iterator[Stand]:
    """Every slot of a tree that starts with ``reach``, in order.

    A slot that no secret reaches is left out, and so is one behind an answer for which the tree has no branch.

    >>> from strategist.games.catalog import make_game
    >>> tree = DecisionTree(guesses=[0, 3, 4], masks=[0b11, 0b100, 0b100], response_count=3)
    >>> game = make_game("mastermind(1,2,goal=identify)")
    >>> found = stands(game, tree, dict.fromkeys((0, 1), Fraction(1)))
    >>> [(stand.slot, stand.asked, list(stand.reach)) for stand in found]
    [(0, 0, [0, 1]), (1, 1, [1]), (2, 1, [0])]
    """
    there = {0: Stand(0, 0, 0, reach)}
    # A slot stands before those that it leads to.
    for slot, guess in enumerate(tree.guesses):
        stand = there.pop(slot, None)
        if stand is None:
            continue
        yield stand
        if guess == GIVE_UP or guess >= game.question_count:
            continue
        for secret, chance in stand.reach.items():
            for answer in game.answers(game.guesses[guess], game.secrets[secret]):
                child = tree.child(slot, answer.response)
                if child is not None:
                    if child not in there:
                        there[child] = Stand(child, stand.asked + 1, stand.spent + game.cost_of(guess), {})
                    there[child].reach[secret] = chance * answer.chance


def reach_after(game: Game, moves: Iterable[tuple[int, Response]], secrets: Sequence[int]) -> Reach:
    """How much each of these secrets counts after some moves, by indices; together as many as they are.

    >>> from strategist.games.catalog import make_game
    >>> reach_after(make_game("mastermind(1,3,goal=identify)"), [(0, 0)], [1, 2])
    {1: Fraction(1, 1), 2: Fraction(1, 1)}
    """
    settled = dict(moves)
    chances = {secret: chance_of(game, settled.items(), secret) for secret in secrets}
    scale = len(chances) / sum(chances.values(), Fraction(0))
    return {secret: chance * scale for secret, chance in chances.items()}


def expected_claims(
    game: Game, tree: DecisionTree, candidates: Sequence[int], moves: Iterable[tuple[int, Response]] = ()
) -> Claims:
    """The figures of a tree over ``candidates``, indices of secrets, that begins after some moves. The tree records the
    secrets that each slot solves.

    >>> from strategist.games.catalog import make_game
    >>> tree = DecisionTree(guesses=[0, 3, 4], masks=[0b11, 0b100, 0b100], response_count=3)
    >>> expected_claims(make_game("mastermind(1,2,goal=identify)"), tree, [0, 1]).histogram
    (2,)
    """
    histogram: list[Figure] = []
    lost, known, depth = Fraction(0), 0, 0
    deepest: set[int] = set()
    lose: set[int] = set()
    solved_at: list[Sequence[int]] = [()] * len(tree)
    solved = questions = expected = lost_mass = Fraction(0)
    for slot, asked, spent, reach in stands(game, tree, reach_after(game, moves, candidates)):
        guess = tree.guesses[slot]
        if guess != GIVE_UP and guess < game.question_count:
            continue
        number = sum(reach.values(), Fraction(0))
        mass = number
        if game.weights is not None:
            mass = sum((game.weights[secret] * chance for secret, chance in reach.items()), Fraction(0))
        if guess == GIVE_UP:
            lost += number
            lost_mass += mass
            lose |= reach.keys()
            continue
        solved_at[slot] = sorted(reach)
        if asked == 0:
            known = len(reach)
        else:
            histogram += [0] * (asked - len(histogram))
            histogram[asked - 1] += number
        if asked > depth:
            depth, deepest = asked, set()
        if asked == depth:
            deepest |= reach.keys()
        solved += mass
        questions += mass * asked
        expected += mass * spent
    tree.note_solved(solved_at, _solved_under(tree, solved_at))
    weighed = Weighed(*map(exact, (solved, questions, expected, lost_mass))) if game.weighted else None
    claims = Claims.of(histogram, lost, known, len(deepest), len(lose))
    return claims if weighed is None else replace(claims, weighed=weighed)


def _solved_under(tree: DecisionTree, solved_at: Sequence[Sequence[int]]) -> list[int]:
    """The number of secrets that are solved at each slot or below it, each of them counted once."""
    found = [0] * len(tree)
    # A bit for each secret; those of a slot are dropped as soon as they are those of its parent, too.
    bits: dict[int, int] = {}
    for slot in range(len(tree) - 1, -1, -1):
        together = sum(1 << secret for secret in solved_at[slot])
        for child in range(tree.first_child[slot], tree.first_child[slot + 1]):
            together |= bits.pop(child)
        bits[slot] = together
        found[slot] = together.bit_count()
    return found
