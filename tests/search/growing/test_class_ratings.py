"""Ratings of classes in bulk, held to those one by one, of which the tree of a heuristic is made in plain Python."""

from __future__ import annotations

from random import Random

import pytest

from strategist import compile_strategy
from strategist.choosing.heuristics import Heuristic
from strategist.choosing.registry import make_strategy
from strategist.games.tables.sheet import Reading, make_sheet
from strategist.games.tables.table import Table
from strategist.model.position import Position
from strategist.model.tree import DecisionTree
from strategist.search.growing.class_ratings import rated_in_bulk, rates_classes

STRATEGIES = (
    "entropy",
    "minimax",
    "expected-size",
    "most-parts",
    "entropy(ties=cells)",
    "entropy(ties=random,seed=4)",
    "expected-size(ties=highest)",
    "minimax(sample=3,seed=1)",
)


def kinds_table(draw: Random, chances: str | None, costs: bool) -> Table:
    """A random table of classes; ``chances`` are ``small`` numbers or ``great`` ones."""
    secrets, questions = draw.randint(4, 40), draw.randint(3, 12)
    texts = ["no", "yes", "perhaps", "seldom"]
    lines = [["", *(f"s{number}" for number in range(secrets))]]
    values: dict[str, str | int | bool | None] = {"file": "kinds.csv", "goal": "class", "class": "kind"}
    if costs:
        lines[0].append("cost")
        values["cost"] = "cost"
    for number in range(questions):
        kinds = draw.randint(1, 4)
        lines.append([f"q{number}", *(draw.choice(texts[:kinds]) for _ in range(secrets))])
        if costs:
            lines[-1].append(draw.choice(["1", "2", "2.5"]))
    # Some names tell all secrets apart.
    for bit in range(6):
        lines.append([f"bit{bit}", *(texts[number >> bit & 1] for number in range(secrets)), *(["3"] if costs else [])])
    blank = [""] if costs else []
    lines.append(["kind", *(draw.choice("abcde") for _ in range(secrets)), *blank])
    if chances:
        most = 5 if chances == "small" else 10**13
        lines.append(["chance", *(str(draw.randint(1, most)) for _ in range(secrets)), *blank])
        values["chance"] = "chance"
    reading = Reading(kind="kind", chance="chance" if chances else None, cost="cost" if costs else None)
    return Table(values, make_sheet(list(enumerate(lines, 1)), reading))


def written(tree: DecisionTree) -> tuple[list[int], list[int]]:
    return list(tree.guesses), list(tree.masks)


@pytest.mark.parametrize("number", range(24))
def test_trees_are_those_of_plain_ratings(number: int) -> None:
    draw = Random(number)
    game = kinds_table(draw, (None, "small", "great")[number % 3], number % 4 == 3)
    for text in STRATEGIES if number % 4 < 3 else ["entropy(per=cost)", "expected-size(per=cost)", *STRATEGIES[:2]]:
        strategy = make_strategy(text, game)
        assert rates_classes(game, strategy)
        bulk, plain = (compile_strategy(game, text, plain=plain).data for plain in (False, True))
        assert written(bulk.tree) == written(plain.tree) and bulk.claims == plain.claims


@pytest.mark.parametrize("chances", [None, "small", "great"])
@pytest.mark.parametrize("text", ["entropy", "minimax", "expected-size", "most-parts", "entropy(per=cost)"])
def test_scores_are_the_same_to_the_last_bit(text: str, chances: str | None) -> None:
    draw = Random(text + str(chances))
    for _ in range(6):
        game = kinds_table(draw, chances, costs=True)
        strategy = make_strategy(text, game)
        assert isinstance(strategy, Heuristic)
        bulk = rated_in_bulk(strategy)
        for size in (2, 3, len(game.secrets) // 2, len(game.secrets)):
            position = Position((), tuple(sorted(draw.sample(range(len(game.secrets)), size))))
            questions = draw.sample(range(game.question_count), draw.randint(1, game.question_count))
            one_by_one = [strategy.rating_at(position).of(question) for question in questions]
            assert bulk.rating_at(position).of_each(questions) == one_by_one


def test_large_positions_are_counted_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    game = kinds_table(Random(5), "small", costs=False)
    whole = written(compile_strategy(game, "entropy").data.tree)
    monkeypatch.setattr("strategist.search.growing.class_ratings._AT_ONCE", 50)
    assert written(compile_strategy(game, "entropy").data.tree) == whole
