"""The least error of a tree by a price, by the rules alone: the specification of the search."""

from __future__ import annotations

from functools import cache

from strategist.choosing.ratings import cells_of
from strategist.model.game import Game
from strategist.model.objective import price_of
from strategist.model.tree import DecisionTree

_STOP = -1


def best_by_price(
    game: Game, objective: str, candidates: tuple[int, ...], limit: int | None, first: int | None = None
) -> DecisionTree:
    """The best tree for some secrets, by their indices, within a limit of questions; of equal ones that which stops, or
    asks the lowest question. Every question is tried at every set.

    >>> from strategist.games.tables.sheet import make_sheet
    >>> from strategist.games.tables.table import Table
    >>> lines = [(1, ["", "a", "b", "c"]), (2, ["big", "no", "yes", "no"]), (3, ["old", "no", "no", "yes"])]
    >>> values = {"file": "t.csv", "goal": "class", "class": "kind"}
    >>> from strategist.games.tables.sources.table_files import reading_of
    >>> game = Table(values, make_sheet([*lines, (4, ["kind", "x", "y", "y"])], reading_of(values)))
    >>> list(best_by_price(game, "price=0.1", (0, 1, 2), None).guesses)
    [0, 1, 3, 2, 3]
    """
    price = price_of(objective)
    assert price is not None and game.classes is not None  # the objective is one, and needs classes
    classes, asking = game.classes, price.numerator * sum(map(game.weight_of, candidates))

    def announced(secrets: tuple[int, ...]) -> tuple[int, int]:
        """What it costs to stop, and the class that is named then."""
        sums: dict[int, int] = {}
        for secret in secrets:
            sums[classes[secret]] = sums.get(classes[secret], 0) + game.weight_of(secret)
        kind = min(sums, key=lambda each: (-sums[each], each))
        return price.denominator * (sum(sums.values()) - sums[kind]), kind

    @cache
    def best(secrets: tuple[int, ...], left: int | None) -> tuple[int, int]:
        """What a set costs, and the question that is asked there."""
        found = announced(secrets)[0], _STOP
        if found[0] == 0 or left == 0:
            return found
        for question in range(game.question_count):
            cells = cells_of(game, question, secrets)
            if len(cells) > 1:
                after = None if left is None else left - 1
                cost = asking + sum(best(tuple(cell), after)[0] for cell in cells.values())
                found = min(found, (cost, question), key=lambda each: each[0])
        return found

    guesses, masks = list[int](), list[int]()
    level, left = [candidates], limit
    while level:
        below: list[tuple[int, ...]] = []
        for secrets in level:
            question = best(secrets, left)[1] if first is None else first
            first = None
            if question == _STOP:
                guesses.append(game.question_count + announced(secrets)[1])
                masks.append(1 << game.response_count - 1)
                continue
            cells = dict(sorted(cells_of(game, question, secrets).items()))
            guesses.append(question)
            masks.append(sum(1 << response for response in cells))
            below += map(tuple, cells.values())
        level, left = below, None if left is None else left - 1
    return DecisionTree(guesses, masks, game.response_count)
