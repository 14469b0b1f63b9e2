"""The value of a tiny game from all of its strategies: the specification of the column generation.

No symmetry is used, and no search: every tree is made, as the costs of all secrets, and each secret is a class.
"""

from __future__ import annotations

from fractions import Fraction

from strategist.common.errors import TooLargeError
from strategist.model.game import Game
from strategist.search.compile.value.matrix_game import MatrixGame

Costs = tuple[int, ...]
"""The cost of each secret of a set, in their order."""

_MOST_TREES = 1 << 18


def value_by_all_trees(game: Game) -> Fraction:
    """The value of a game, in whole numbers of its costs.

    Trees that cost every secret as much as another or more are left out, because no mixture needs them. Raises
    :class:`~strategist.common.errors.TooLargeError` beyond some hundred thousand trees.

    >>> from strategist.games.catalog import make_game
    >>> value_by_all_trees(make_game("mastermind(2,2)"))
    Fraction(2, 1)
    """
    matrix = MatrixGame([1] * len(game.secrets))
    trees = _trees(game, tuple(range(len(game.secrets))), {})
    if not any(next(iter(trees))):
        return Fraction(0)
    for costs in sorted(trees):
        matrix.add(costs)
    return matrix.solve().value


def _trees(game: Game, secrets: tuple[int, ...], known: dict[tuple[int, ...], frozenset[Costs]]) -> frozenset[Costs]:
    """What the trees that find some secrets cost each of them."""
    if secrets in known:
        return known[secrets]
    if game.announces and game.is_pure(secrets):
        found = frozenset([(0,) * len(secrets)])
        known[secrets] = found
        return found
    trees: set[Costs] = set()
    for question in range(game.question_count):
        code = game.guesses[question]
        cells: dict[int, list[int]] = {}
        for secret in secrets:
            cells.setdefault(game.respond(code, game.secrets[secret]), []).append(secret)
        if len(cells) == 1 and not any(map(game.solved, cells)):
            # It tells nothing, and costs.
            continue
        made: list[dict[int, int]] = [{}]
        for response, cell in cells.items():
            below = [(0,)] if game.solved(response) else _trees(game, tuple(cell), known)
            made = [one | dict(zip(cell, other, strict=True)) for one in made for other in below]
            if len(made) > _MOST_TREES:
                raise TooLargeError(f"{game.spec}: expected a game of fewer trees")
        cost = game.cost_of(question)
        trees.update(tuple(cost + one[secret] for secret in secrets) for one in made)
    found = _undominated(trees)
    known[secrets] = found
    return found


def _undominated(trees: set[Costs]) -> frozenset[Costs]:
    """Those of some vectors than which no other is as small everywhere."""
    kept: list[Costs] = []
    for one in sorted(trees, key=lambda each: (sum(each), each)):
        if not any(all(low <= high for low, high in zip(other, one, strict=True)) for other in kept):
            kept.append(one)
    return frozenset(kept)
