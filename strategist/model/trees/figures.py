"""The figures of a tree, from the tree and the rules alone, whatever kind of answers the game has.

Each kind joins the cells of a question by its own rule (:class:`~strategist.model.position.Joins`), and so do figures:

* Where each secret has one answer, it is found once, and numbers are summed.
* Where a secret may give several answers, it is found after i questions with the chances of the leaves at that depth
  together. A histogram holds the sums of these chances over all secrets: expected numbers, exactly. A leaf at which
  several secrets stand ends play for each of them: it is known as far as answers can tell.
* Where answers may be false, a secret may be found after one or another number of guesses. Chances of lies are not
  known, so no average over them is meant: every secret is counted once, where the lies that delay it most find it. If
  some lies make a tree give up on a secret, it is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any

from strategist.model.game import Game, Response
from strategist.model.objective import STATIC, WORST_COST, needs_size
from strategist.model.position import by_kind
from strategist.model.solitaire import AnyGame
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Figure, Weighed, exact
from strategist.model.trees.stands import LiesWalk, Parts, PlainWalk, SeveralWalk, Stand


def claims_of(
    game: Game, tree: DecisionTree, candidates: Sequence[int] | Any, moves: Iterable[tuple[int, Response]] = ()
) -> Claims:
    """The figures of a tree over ``candidates``, indices of secrets, in a sequence or an array of NumPy.

    Where secrets have classes, or may give several answers, or false ones, the tree records the secrets that each slot
    solves. Then ``moves``, questions by their indices with their answers, are those after which the tree begins.

    >>> from fractions import Fraction
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3)")
    >>> game.weigh(chances=[Fraction(3), Fraction(2), Fraction(1)])
    >>> tree = DecisionTree(guesses=[0, 1, 2], masks=[0b11, 0b11, 0b10], response_count=2)
    >>> claims_of(game, tree, range(3)).weighed
    Weighed(mass=6, questions=10, expected=10, lost=0)
    >>> game = make_game("mastermind(1,2,goal=identify,lies=1)")
    >>> tree = DecisionTree([0, 0, 0, 3, 0, 0, 2, 3, 2, 3, 2], [3, 3, 3, 4, 3, 3, *[4] * 5], response_count=3)
    >>> claims_of(game, tree, range(2)).histogram, tree.solved_secrets(3), tree.solved_under(1)
    ((0, 0, 2), [1], 2)
    """
    return by_kind(game, one=_summed, several=_expected, lies=_at_worst)(game, tree, candidates, tuple(moves))


_Moves = tuple[tuple[int, Response], ...]


def _summed(game: Game, tree: DecisionTree, candidates: Sequence[int] | Any, moves: _Moves) -> Claims:
    """The figures where each secret has one answer. How many are found where, the tree itself tells."""
    if not game.weighted:
        return Claims.of_tree(tree, len(candidates), game.announces)
    indices: Sequence[int] = candidates if isinstance(candidates, Sequence) else candidates.tolist()
    if game.classes is not None:
        tree.note_solved(solved_by_slot(game, tree, indices))
    claims = Claims.of_tree(tree, len(candidates), game.announces)
    return replace(claims, weighed=weighed_of(game, tree, sum(map(game.weight_of, indices))))


_Fractions = Counter[int]
"""A sum of fractions: by denominator, the numerators summed."""


@dataclass
class _Sums:
    """The figures of leaves. ``found[d]`` is the expected number of secrets found after d questions; the fields below
    ``lost`` are those of :class:`~strategist.model.tree.Weighed`."""

    found: dict[int, _Fractions] = field(default_factory=dict)
    lost: _Fractions = field(default_factory=Counter)
    solved: _Fractions = field(default_factory=Counter)
    questions: _Fractions = field(default_factory=Counter)
    expected: _Fractions = field(default_factory=Counter)
    lost_mass: _Fractions = field(default_factory=Counter)

    def add(self, game: Game, end: Stand[Parts], *, lost: bool) -> None:
        """Add the secrets at a leaf, which are ``lost`` or found."""
        whole, parts = end.left
        number = mass = sum(parts.values())
        if game.weights is not None:
            mass = sum(game.weights[secret] * part for secret, part in parts.items())
        if lost:
            self.lost[whole] += number
            self.lost_mass[whole] += mass
        else:
            self.found.setdefault(end.made, Counter())[whole] += number
            self.solved[whole] += mass
        if not lost or game.erring is not None:
            self.questions[whole] += mass * end.made
            self.expected[whole] += mass * end.spent


def _total(parts: _Fractions) -> Fraction:
    return sum((Fraction(numerator, whole) for whole, numerator in parts.items()), Fraction(0))


def _expected(game: Game, tree: DecisionTree, candidates: Iterable[int], moves: _Moves) -> Claims:
    """The figures where a secret may give several answers. Behind a history, each secret that is left counts as
    :func:`~strategist.model.trees.stands.reach_after` says; with chances of secrets, that times its weight."""
    walk, sums = SeveralWalk(game, tree), _Sums()
    depth = 0
    deepest: set[int] = set()
    lose: set[int] = set()
    solved: list[Sequence[int]] = [()] * len(tree)
    for stand in walk.stands(walk.begin(list(map(int, candidates)), moves)):
        end = walk.end(stand)
        if end is None:
            continue
        lost, secrets = tree.guesses[end.slot] == GIVE_UP, walk.secrets(end.left)
        if not lost and game.erring is not None:
            named = tree.guesses[end.slot] - game.question_count
            wrong = {secret: part for secret, part in end.left.parts.items() if secret != named}
            sums.add(game, end._replace(left=end.left._replace(parts=wrong)), lost=True)
            lose.update(wrong)
            secrets = [named]
            end = end._replace(left=end.left._replace(parts={named: end.left.parts.get(named, 0)}))
        sums.add(game, end, lost=lost)
        if lost:
            lose.update(secrets)
            continue
        solved[end.slot] = secrets
        if end.made > depth:
            depth, deepest = end.made, set()
        if end.made == depth:
            deepest.update(secrets)
    tree.note_solved(solved, _solved_under(tree, solved))
    known, *histogram = (exact(_total(sums.found.get(made, Counter()))) for made in range(depth + 1))
    claims = Claims.of(histogram, _total(sums.lost), known, len(deepest), len(lose))
    if not game.weighted:
        return claims
    each = (sums.solved, sums.questions, sums.expected, sums.lost_mass)
    return replace(claims, weighed=Weighed(*(exact(_total(parts)) for parts in each)))


def _at_worst(game: Game, tree: DecisionTree, candidates: Iterable[int], moves: _Moves) -> Claims:
    """The figures where answers may be false: sets of secrets as bits."""
    walk = LiesWalk(game, tree)
    solved: list[Sequence[int]] = [()] * len(tree)
    under = [0] * len(tree)
    found_at: list[int] = []
    lost = 0
    for stand in walk.stands(walk.begin(list(map(int, candidates)), moves)):
        under[stand.slot] = reduce(or_, stand.left).bit_count()
        end = walk.end(stand)
        if end is None:
            continue
        here = reduce(or_, end.left)
        if tree.guesses[end.slot] == GIVE_UP:
            lost |= here
            continue
        solved[end.slot] = walk.secrets(end.left)
        found_at += [0] * (end.made + 1 - len(found_at))
        found_at[end.made] |= here
    tree.note_solved(solved, _solved_under(tree, solved) if lost else under)
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
    # A bit for each secret; where slots are not shared, those of a slot are dropped once they are those of its parent.
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


def with_worst_cost(claims: Claims, game: Game, tree: DecisionTree) -> Claims:
    """``claims`` with the greatest cost of a path of a tree that ends with a secret found.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("comparisons(3,answer_costs=yes:10 no:1)")
    >>> tree = DecisionTree([1, 4, 0, 3, 2], [0b11, 0b100, 0b11, 0b100, 0b100], response_count=3)
    >>> with_worst_cost(Claims.of([1, 2], lost=0), game, tree).worst_cost
    20
    """
    spent, worst = [0] * len(tree), 0
    for slot, guess in enumerate(tree.guesses):
        if guess == GIVE_UP:
            continue
        if tree.solves(slot):
            worst = max(worst, spent[slot] + game.step_cost(guess, tree.response_count - 1))
        for response, child in tree.branches(slot):
            spent[child] = max(spent[child], spent[slot] + game.step_cost(guess, response))
    return replace(claims, worst_cost=worst)


def with_more(claims: Claims, game: AnyGame, tree: DecisionTree, objectives: Sequence[str]) -> Claims:
    """``claims`` with the figures that some objectives need and no file keeps: they follow from the tree.

    >>> from strategist.games.catalog import make_game
    >>> tree = DecisionTree(guesses=[0, 1, 2], masks=[0b11, 0b11, 0b10], response_count=2)
    >>> found = with_more(Claims.of([1, 1, 1], lost=0), make_game("mastermind(1,3)"), tree, ["size"])
    >>> found.size, found.asked
    (2, None)
    """
    if needs_size(objectives):
        claims = with_size(claims, tree)
    if STATIC.name in objectives:
        claims = with_asked(claims, tree)
    return with_worst_cost(claims, game, tree) if WORST_COST.name in objectives and isinstance(game, Game) else claims


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


def mass_of_plays(game: Game, weighed: Weighed) -> Figure:
    """The weight over which averages are taken: that of the solved secrets, and where answers err, of all.

    >>> from strategist.games.catalog import make_game
    >>> found = Weighed(mass=8, questions=20, expected=20, lost=2)
    >>> [mass_of_plays(make_game(text), found) for text in ("pools(3)", "pools(3,errs=positive:0.1,tests=2)")]
    [8, 10]
    """
    return weighed.mass if game.erring is None else weighed.mass + weighed.lost


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
        answered = game.answer_costs if counts else None
        solved += masses[slot]
        questions += masses[slot] * after
        expected += masses[slot] * (cost + (0 if answered is None else answered[-1]))
        for child in range(tree.first_child[slot], tree.first_child[slot + 1]):
            made[child], spent[child] = after, cost
        if answered is not None:
            for response, child in tree.branches(slot):
                spent[child] += answered[response]
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


def solved_by_slot(game: Game, tree: DecisionTree, candidates: Iterable[int]) -> list[Sequence[int]]:
    """The candidates that each slot solves, by the rules; a secret that the tree leads nowhere, or to a wrong class,
    stands at no slot.

    >>> from strategist.games.catalog import make_game
    >>> tree = DecisionTree(guesses=[0, 1, 2], masks=[0b11, 0b11, 0b10], response_count=2)
    >>> solved_by_slot(make_game("mastermind(1,3)"), tree, range(3))
    [[0], [1], [2]]
    """
    solved: list[Sequence[int]] = [()] * len(tree)
    walk = PlainWalk(game, tree)
    for stand in walk.stands(walk.begin(list(candidates))):
        end = walk.end(stand)
        guess = tree.guesses[stand.slot]
        if end is not None and guess != GIVE_UP:
            # A class that is announced may be wrong for some.
            named = guess >= game.question_count
            solved[end.slot] = [
                secret for secret in walk.secrets(end.left) if not named or game.announcement(secret) == guess
            ]
    return solved


def _secret_of(game: Game) -> Callable[[int], int]:
    """The index of the secret that a guess names, by the index of the guess."""
    if game.announces:
        return lambda guess: guess - game.question_count
    if game.guesses is game.secrets:
        return lambda guess: guess
    places = {code: index for index, code in enumerate(game.secrets)}
    return lambda guess: places[game.guesses[guess]]
