"""The search of the page for best trees: its values are those of the compiled search, and its trees have them."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import StrategistError

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "scripts" / "site" / "tab"))

import growing  # noqa: E402  # behind the path to it
from exact import exactly  # noqa: E402  # behind the path to it

CODES = [
    "mastermind(2,4)",
    "mastermind(3,3)",
    "mastermind(3,4)",
    "mastermind(3,3,feedback=black)",
    "mastermind(2,4,goal=identify)",
    "bulls-and-cows(2,5)",
    "bulls-and-cows(3,5)",
]
KINDS = [
    ("goal=identify,twins=group", "total"),
    ("goal=identify,chance=odds,twins=group", "expected"),
    ("goal=identify,chance=odds,cost=price,twins=group", "expected"),
    ("goal=identify,chance=odds,cost=price,twins=group", "total"),
    ("goal=class,class=kind,chance=odds,twins=majority", "expected"),
    ("goal=class,class=kind,chance=odds,twins=majority", "total"),
]


def nothing(_: str) -> None:
    """Bars are not looked at here."""


def agrees(text: str, objective: str, path: Path) -> int:
    """Check a tree that the page makes against the compiled search; returns its total."""
    game = make_game(text)
    data = growing.grown(game, f"optimal({objective})", nothing)
    right = compile_strategy(make_game(text), f"optimal({objective})").data
    assert (data.bound, data.objective, data.strategy) == (right.bound, right.objective, right.strategy)
    assert data.lower_bound == right.lower_bound == data.bounded_figure
    growing.write_strategy(path, data)
    assert verify_strategy(path).verified
    return int(data.claims.total)


@pytest.mark.parametrize("text", CODES)
def test_best_trees_of_codes_are_found(text: str, tmp_path: Path) -> None:
    assert agrees(text, "total", tmp_path / "best.msgpack") > 0


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("options", "objective"), KINDS)
def test_best_trees_of_tables_are_found(options: str, objective: str, seed: int, tmp_path: Path) -> None:
    drawn = random.Random(seed)
    secrets, questions, answers = drawn.choice([(6, 4, 3), (12, 6, 3), (20, 9, 2), (36, 12, 3)])
    odds, kind = "chance=odds" in options, "class=kind" in options
    head = ["name", *(f"q{each}" for each in range(questions)), *["odds"] * odds, *["kind"] * kind]
    rows = [head]
    for number in range(secrets):
        row = [f"s{number}", *(str(drawn.randrange(answers)) for _ in range(questions))]
        rows.append([*row, *[str(drawn.randint(1, 9))] * odds, *[drawn.choice("abc")] * kind])
    if "cost=price" in options:
        rows.append(["price", *(str(drawn.randint(1, 3)) for _ in range(questions)), ""])
    path = tmp_path / "drawn.csv"
    path.write_text("".join(",".join(row) + "\n" for row in rows))
    agrees(f"table(file={path},secrets=rows,{options})", objective, tmp_path / "best.msgpack")


@pytest.mark.parametrize(
    ("text", "strategy", "told"),
    [
        ("mastermind(3,4)", "optimal(depth)", "others need NumPy"),
        ("mastermind(3,4)", "optimal(total,max_depth=4)", "others need NumPy"),
        ("mastermind(3,4)", "feasible(4)", "others need NumPy"),
        ("mastermind(3,4,turns=3)", "optimal(total)", "no limit"),
        ("mastermind(2,3,lies=1)", "optimal(depth)", "others need NumPy"),
        ("mastermind(4,6)", "optimal(total)", "at most 128"),
    ],
)
def test_what_it_does_not_search_is_refused(text: str, strategy: str, told: str) -> None:
    game = make_game(text)
    made = make_strategy(strategy, game)
    assert isinstance(made, SearchedStrategy)
    with pytest.raises(StrategistError, match=told):
        exactly(game, made, lambda done, of: None)


def test_the_bar_reaches_its_end() -> None:
    told: list[tuple[int, int]] = []
    game = make_game("mastermind(2,4)")
    strategy = exactly(game, make_strategy("optimal", game), lambda done, of: told.append((done, of)))
    assert strategy.best.value() == 45
    assert told[0][0] == 0 and told[-1][0] == told[-1][1] and told == sorted(told)
