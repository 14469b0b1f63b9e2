"""The figures of trees where answers may be false: each secret at the most guesses that it can need.

A secret stands at every leaf to which some way of lying leads, and so it may be found after one or another number of
guesses. Chances of lies are not known, so no average over them is meant: every secret is counted once, where the lies
that delay it most find it. If some lies make a tree give up on a secret, it is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from strategist.model.game import Game, Response
from strategist.model.lies.answer_bits import AnswerBits, Sets, bits_of, members
from strategist.model.position import Position, kind_of
from strategist.model.tree import GIVE_UP, Claims, DecisionTree


def slots_under_lies(game: Game, tree: DecisionTree, root: Position | None) -> Iterator[tuple[int, int, Position]]:
    """Every slot of a tree that begins at a position, depth-first: the slot, the guesses made before it, and the
    position there. What is behind an answer for which the tree has no branch is left out.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.position import kind_of
    >>> game = make_game("mastermind(1,2,goal=identify,lies=1)")
    >>> tree = DecisionTree([0, 0, 0, 3, 0, 0, 2, 3, 2, 3, 2], [3, 3, 3, 4, 3, 3, *[4] * 5], response_count=3)
    >>> for slot in list(slots_under_lies(game, tree, kind_of(game).begin()))[:3]:
    ...     print(*slot[:2], slot[2].candidates, slot[2].labels)
    0 0 (0, 1) (0, 0)
    1 1 (0, 1) (1, 0)
    3 2 (1,) (0,)
    """
    stack = [(0, 0, root)] if root is not None else []
    while stack:
        slot, made, left = stack.pop()
        yield slot, made, left
        guess = tree.guesses[slot]
        if guess == GIVE_UP or guess >= game.question_count:
            continue
        for response, cell in reversed(kind_of(game).cells(left, guess).items()):
            child = tree.child(slot, response)
            if child is not None:
                stack.append((child, made + 1, cell.position))


def figures_under_lies(
    game: Game, tree: DecisionTree, candidates: Sequence[int], moves: Iterable[tuple[int, Response]] = ()
) -> Claims:
    """The figures of a tree over ``candidates``, ascending indices of secrets, that begins after some moves. The tree
    records the secrets that each slot solves.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,2,goal=identify,lies=1)")
    >>> tree = DecisionTree([0, 0, 0, 3, 0, 0, 2, 3, 2, 3, 2], [3, 3, 3, 4, 3, 3, *[4] * 5], response_count=3)
    >>> figures_under_lies(game, tree, [0, 1]).histogram, tree.solved_secrets(3), tree.solved_under(1)
    ((0, 0, 2), [1], 2)
    """
    answers = AnswerBits(game, len(tree))
    solved: list[Sequence[int]] = [()] * len(tree)
    under = [0] * len(tree)
    found_at: list[int] = []
    lost = 0
    solved_response = tree.response_count - 1
    for slot, made, sets in positions_in(
        game, tree, answers, bits_of(kind_of(game).left(tuple(moves), candidates), game)
    ):
        here = reduce(or_, sets)
        under[slot] = here.bit_count()
        guess = tree.guesses[slot]
        if guess == GIVE_UP:
            lost |= here
        elif guess >= game.question_count:
            solved[slot] = members(here)
            _find(found_at, made, here)
        elif tree.solves(slot):
            right = reduce(or_, answers.cell(sets, guess, solved_response))
            solved[slot] = members(right)
            _find(found_at, made + 1, right)
    tree.note_solved(solved, _solved_under(tree, solved) if lost else under)
    return _claims(found_at, lost)


def positions_in(
    game: Game, tree: DecisionTree, answers: AnswerBits, root: Sets, before: int | None = None
) -> Iterator[tuple[int, int, Sets]]:
    """Each slot of a tree that begins at a position, once: the slot, the most guesses made before it, and the position
    there. Only of the slots before that one, where one is given.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,2,goal=identify,lies=1)")
    >>> tree = DecisionTree([0, 0, 0, 3, 0, 0, 2, 3, 2, 3, 2], [3, 3, 3, 4, 3, 3, *[4] * 5], response_count=3)
    >>> list(positions_in(game, tree, AnswerBits(game), (0b11, 0b00), 3))
    [(0, 0, (3, 0)), (2, 1, (1, 2)), (1, 1, (2, 1))]
    """
    stop = len(tree) if before is None else before
    if tree.links is None:
        stack = [(0, 0, root)] if any(root) else []
        while stack:
            slot, made, sets = stack.pop()
            yield slot, made, sets
            behind = _behind(game, tree, answers, slot, sets)
            stack += [(child, made + 1, cell) for child, cell in behind if child < stop]
        return
    # A slot stands before those that it leads to, and all ways lead to it with the same position.
    there = {0: (0, root)} if any(root) else {}
    for slot in range(stop):
        if slot in there:
            made, sets = there.pop(slot)
            yield slot, made, sets
            for child, cell in _behind(game, tree, answers, slot, sets):
                there[child] = (max(made + 1, there.get(child, (0, cell))[0]), cell)


def _behind(game: Game, tree: DecisionTree, answers: AnswerBits, slot: int, sets: Sets) -> Iterator[tuple[int, Sets]]:
    """The slots behind the answers at a slot, each with its position."""
    guess = tree.guesses[slot]
    if guess == GIVE_UP or guess >= game.question_count:
        return
    for response, cell in answers.cells(sets, guess):
        child = tree.child(slot, response)
        if child is not None:
            yield child, cell


def _find(found_at: list[int], made: int, bits: int) -> None:
    """Note secrets that are found after a number of guesses."""
    found_at += [0] * (made + 1 - len(found_at))
    found_at[made] |= bits


def _claims(found_at: Sequence[int], lost: int) -> Claims:
    """The figures that follow from the secrets found after 0, 1, 2 … guesses under some lies, and those lost under
    some, as bits."""
    histogram = []
    counted = lost
    for bits in reversed(found_at):
        histogram.append((bits & ~counted).bit_count())
        counted |= bits
    histogram.reverse()
    return Claims.of(histogram[1:], lost.bit_count(), sum(histogram[:1]))


def _solved_under(tree: DecisionTree, solved: Sequence[Sequence[int]]) -> list[int]:
    """The number of secrets that are solved at each slot or below it, each of them counted once."""
    found = [0] * len(tree)
    bits = [0] * len(tree)
    for slot in range(len(tree) - 1, -1, -1):
        together = sum(1 << secret for secret in solved[slot])
        for child in tree.children(slot):
            together |= bits[child]
            if tree.links is None:
                bits[child] = 0
        bits[slot] = together
        found[slot] = together.bit_count()
    return found
