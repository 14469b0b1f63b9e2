"""The figures of a tree under the chances of secrets and the costs of questions, from the tree alone.

Where it is enough to know a class, a slot of the tree may solve many secrets. Which ones is found by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from strategist.model.expected_figures import expected_claims
from strategist.model.game import Game, Response
from strategist.model.lies.figures_under_lies import figures_under_lies
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Weighed


def claims_of(
    game: Game, tree: DecisionTree, candidates: Sequence[int] | Any, moves: Iterable[tuple[int, Response]] = ()
) -> Claims:
    """The figures of a tree over ``candidates``, indices of secrets, in a sequence or an array of NumPy.

    Where secrets have classes, or may give several answers, or false ones, the tree records the secrets that each slot
    solves. Then ``moves``, questions by their indices with their answers, are those after which the tree begins: see
    :mod:`strategist.model.expected_figures` and :mod:`strategist.model.lies.figures_under_lies`.

    >>> from fractions import Fraction
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3)")
    >>> game.weigh(chances=[Fraction(3), Fraction(2), Fraction(1)])
    >>> tree = DecisionTree(guesses=[0, 1, 2], masks=[0b11, 0b11, 0b10], response_count=2)
    >>> claims_of(game, tree, range(3)).weighed
    Weighed(mass=6, questions=10, expected=10, lost=0)
    """
    if game.doubtful:
        return figures_under_lies(game, tree, list(map(int, candidates)), moves)
    if game.several:
        return expected_claims(game, tree, list(map(int, candidates)), moves)
    if not game.weighted:
        return Claims.of_tree(tree, len(candidates), game.announces)
    indices: Sequence[int] = candidates if isinstance(candidates, Sequence) else candidates.tolist()
    if game.classes is not None:
        tree.note_solved(solved_by_slot(game, tree, indices))
    claims = Claims.of_tree(tree, len(candidates), game.announces)
    return replace(claims, weighed=weighed_of(game, tree, sum(map(game.weight_of, indices))))


def with_size(claims: Claims, tree: DecisionTree) -> Claims:
    """``claims`` with the number of questions that a tree asks while more than one secret (class) is left: its slots
    with branches.

    >>> tree = DecisionTree(guesses=[0, 1, 2], masks=[0b11, 0b11, 0b10], response_count=2)
    >>> with_size(Claims.of([1, 1, 1], lost=0), tree).size
    2
    """
    below = tree.solved_bit - 1
    return replace(claims, size=sum(1 for mask in tree.masks if mask & below))


def with_asked(claims: Claims, tree: DecisionTree) -> Claims:
    """``claims`` with the number of questions that a tree asks whatever is answered: see :func:`asked_at_once`.
    They stay unknown if a question depends on an answer.

    >>> tree = DecisionTree(guesses=[0, 1, 2], masks=[0b11, 0b11, 0b10], response_count=2)
    >>> with_asked(Claims.of([1, 1, 1], lost=0), tree).asked
    2
    """
    asked = asked_at_once(tree)
    return claims if asked is None else replace(claims, asked=len(asked))


def asked_at_once(tree: DecisionTree) -> list[int] | None:
    """The questions that a tree asks in one order, whatever is answered, before it names secrets; None if a question
    depends on an answer.

    >>> asked_at_once(DecisionTree(guesses=[0, 1, 2], masks=[0b011, 0b100, 0b100], response_count=3))
    [0]
    >>> asked_at_once(DecisionTree([0, 1, 2, 3, 3], [0b011, 0b010, 0b010, 0b100, 0b100], response_count=3)) is None
    True
    """
    below = tree.solved_bit - 1
    asked: list[int] = []
    for level in tree.levels():
        questions = {tree.guesses[slot] for slot in level if tree.masks[slot] & below}
        if len(questions) > 1:
            return None
        asked += questions
    return asked


def weighed_of(game: Game, tree: DecisionTree, mass: int) -> Weighed:
    """The figures of a tree over secrets whose weights add up to ``mass``; those that it does not solve are lost."""
    masses = solved_masses(game, tree)
    solved = questions = expected = 0
    made, spent = [0] * len(tree), [0] * len(tree)
    for slot, guess in enumerate(tree.guesses):
        if guess == GIVE_UP:
            continue
        counts = int(guess < game.question_count)
        after, cost = made[slot] + counts, spent[slot] + game.cost_of(guess)
        solved += masses[slot]
        questions += masses[slot] * after
        expected += masses[slot] * cost
        for child in range(tree.first_child[slot], tree.first_child[slot + 1]):
            made[child], spent[child] = after, cost
    return Weighed(solved, questions, expected, mass - solved)


def solved_masses(game: Game, tree: DecisionTree) -> list[int]:
    """The weight of the secrets that each slot solves; 0 where it solves none.

    >>> from strategist.games.catalog import make_game
    >>> tree = DecisionTree(guesses=[0, 1, 2], masks=[0b11, 0b11, 0b10], response_count=2)
    >>> solved_masses(make_game("mastermind(1,3)"), tree)
    [1, 1, 1]
    """
    if game.classes is not None:
        return [sum(map(game.weight_of, tree.solved_secrets(slot))) for slot in range(len(tree))]
    secret_of = _secret_of(game)
    return [game.weight_of(secret_of(guess)) if tree.solves(slot) else 0 for slot, guess in enumerate(tree.guesses)]


def solved_by_slot(game: Game, tree: DecisionTree, candidates: Iterable[int]) -> list[list[int]]:
    """The candidates that each slot solves, by the rules; a secret that the tree leads nowhere stands at no slot.

    >>> from strategist.games.catalog import make_game
    >>> tree = DecisionTree(guesses=[0, 1, 2], masks=[0b11, 0b11, 0b10], response_count=2)
    >>> solved_by_slot(make_game("mastermind(1,3)"), tree, range(3))
    [[0], [1], [2]]
    """
    solved: list[list[int]] = [[] for _ in range(len(tree))]
    there: dict[int, list[int]] = {0: list(candidates)}
    # A slot stands before those that it leads to.
    for slot, guess in enumerate(tree.guesses):
        left = there.pop(slot, None)
        if left is None or guess == GIVE_UP:
            continue
        code = game.guesses[guess]
        for secret in left:
            response = game.respond(code, game.secrets[secret])
            if game.solved(response):
                solved[slot].append(secret)
            elif (child := tree.child(slot, response)) is not None:
                there.setdefault(child, []).append(secret)
    return solved


def _secret_of(game: Game) -> Callable[[int], int]:
    """The index of the secret that a guess names, by the index of the guess."""
    if game.announces:
        return lambda guess: guess - game.question_count
    if game.guesses is game.secrets:
        return lambda guess: guess
    places = {code: index for index, code in enumerate(game.secrets)}
    return lambda guess: places[game.guesses[guess]]
