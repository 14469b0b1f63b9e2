"""Secrets that no question tells apart and that are of different classes: ``twins=majority``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from refusals import refused, refuses
from shelf import keel_csv, zoo

from strategist import compile_strategy, make_game, verify_strategy
from strategist.files.strategy import decode, encode
from strategist.games.tables.table import Table

PETS = """,cat,bat,hen,carp,duck
legs,4,2,2,0,2
wings,no,yes,yes,no,yes
kind,mammal,mammal,bird,fish,bird
"""


Make = Callable[..., Table]


@pytest.fixture
def by_class(table: Make) -> Make:
    return lambda text, *parameters: table(text, "goal=class", *parameters)


def classes(game: Table) -> dict[str, str | None]:
    return {game.format_secret(code): game.class_of(code) for code in game.secrets}


@pytest.mark.early
def test_twins_take_the_class_of_most_of_them(by_class: Make, told: list[str]) -> None:
    refuses(by_class, PETS, "class=kind", told=r"bat \(mammal\) and hen \(bird\) apart, .*; twins=majority gives such")
    game = by_class(PETS, "class=kind", "twins=majority")
    assert game.spec == "table(file=some.csv,goal=class,class=kind,twins=majority)"
    assert classes(game) == {"cat": "mammal", "bat": "bird", "hen": "bird", "carp": "fish", "duck": "bird"}
    moved = "some.csv: 1 of 5 secrets is counted as of the class of most of its twins: bat (mammal) as bird"
    assert told == [moved]
    again = Table.restore(dict(game.values), game.payload())
    assert (again.digest(), again.fingerprint()) == (game.digest(), game.fingerprint()) and told == [moved]


@pytest.mark.early
def test_chances_decide_and_the_first_class_of_equal_ones(by_class: Make) -> None:
    game = by_class(f"{PETS}odds,1,5,2,1,2\n", "class=kind", "twins=majority", "chance=odds")
    assert classes(game)["hen"] == classes(game)["duck"] == "mammal"
    equal = by_class(f"{PETS}odds,1,4,2,1,2\n", "class=kind", "twins=majority", "chance=odds")
    assert classes(equal)["hen"] == "mammal"
    other = f"{PETS}odds,1,4,2,1,2\n".replace(",mammal,mammal,bird,", ",bird,mammal,bird,")
    assert classes(by_class(other, "class=kind", "twins=majority", "chance=odds"))["bat"] == "bird"


@pytest.mark.early
def test_one_class_alone_is_refused(by_class: Make, table: Make) -> None:
    text = ",a,b,c\nq,1,1,1\nkind,m,m,n\n"
    with refused("expected at least 2 classes that a question tells apart, got m alone"):
        by_class(text, "class=kind", "twins=majority")
    with refused("expected goal=class beside twins=majority, got goal=identify"):
        table(text, "goal=identify", "twins=majority")


@pytest.mark.early
def test_cells_that_say_the_same_make_twins(by_class: Make) -> None:
    text = ",a,b,c,d\nq,1/2,2/1,?,1\nkind,m,n,n,m\n"
    game = by_class(text, "class=kind", "twins=majority", "several=/", "unknown=?", "narrow=alike")
    assert classes(game) == {"a": "n", "b": "n", "c": "n", "d": "m"}


@pytest.mark.early
@pytest.mark.parametrize("name", ["monk-2", "tic-tac-toe", "titanic", "hayes-roth", "led7digit"])
def test_real_tables(by_class: Make, told: list[str], name: str) -> None:
    text = keel_csv(name)
    game = by_class(text, "class=class", "secrets=rows", "twins=majority")
    rows = [line.split(",") for line in text.splitlines()[1:]]
    assert len(game.secrets) == len(rows)
    counts: dict[tuple[str, ...], Counter[str]] = {}
    for row in rows:
        counts.setdefault(tuple(row[1:-1]), Counter())[row[-1]] += 1
    moved = sum(sum(count.values()) - max(count.values()) for count in counts.values())
    assert sum(game.class_of(code) != row[-1] for code, row in zip(game.secrets, rows, strict=True)) == moved
    assert all(max(counts[tuple(row[1:-1])].values()) == counts[tuple(row[1:-1])][kind] for row, kind in
               zip(rows, map(game.class_of, game.secrets), strict=True) if kind)  # fmt: skip
    assert [f"{moved} of {len(rows)} secrets" in line for line in told] == [True] * (moved > 0)


@pytest.mark.early
def test_the_zoo_needs_no_majority(told: list[str]) -> None:
    game = make_game(f"table(file={zoo()},goal=class,class=type,secrets=rows,twins=group)")
    assert (len(game.secrets), len(game.class_names)) == (59, 7) and told == []


def test_figures_count_secrets_as_of_the_class_that_they_took(by_class: Make) -> None:
    game = by_class(keel_csv("titanic"), "class=class", "secrets=rows", "twins=majority")
    data = compile_strategy(game, "entropy").data
    assert sum(data.claims.histogram) + data.claims.known == len(game.secrets) == 2201
    assert verify_strategy(decode(encode(data))).verified
