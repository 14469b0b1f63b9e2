"""Secrets that no question tells apart and that are of different classes: ``twins=majority``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import keel_csv, zoo

from strategist import compile_strategy, make_game, verify_strategy
from strategist.common.errors import SpecError
from strategist.common.side_remarks import tell_by
from strategist.files.strategy import decode, encode
from strategist.games.tables.table import Table

PETS = """,cat,bat,hen,carp,duck
legs,4,2,2,0,2
wings,no,yes,yes,no,yes
kind,mammal,mammal,bird,fish,bird
"""


@pytest.fixture
def remarks() -> Iterator[list[str]]:
    told: list[str] = []
    tell_by(told.append)
    yield told
    tell_by(None)


def table(folder: Path, text: str, *parameters: str) -> Table:
    path = folder / "pets.csv"
    path.write_text(text, encoding="utf-8")
    game = make_game(f"table({','.join([f'file={path}', 'goal=class', *parameters])})")
    assert isinstance(game, Table)
    return game


def classes(game: Table) -> dict[str, str | None]:
    return {game.format_secret(code): game.class_of(code) for code in game.secrets}


@pytest.mark.early
def test_twins_take_the_class_of_most_of_them(tmp_path: Path, remarks: list[str]) -> None:
    with pytest.raises(SpecError, match=r"bat \(mammal\) and hen \(bird\) apart, .*; twins=majority gives such"):
        table(tmp_path, PETS, "class=kind")
    game = table(tmp_path, PETS, "class=kind", "twins=majority")
    assert game.spec == "table(file=pets.csv,goal=class,class=kind,twins=majority)"
    assert classes(game) == {"cat": "mammal", "bat": "bird", "hen": "bird", "carp": "fish", "duck": "bird"}
    told = "pets.csv: 1 of 5 secrets is counted as of the class of most of its twins: bat (mammal) as bird"
    assert remarks == [told]
    again = Table.restore(dict(game.values), game.payload())
    assert (again.digest(), again.fingerprint()) == (game.digest(), game.fingerprint()) and remarks == [told]


@pytest.mark.early
def test_chances_decide_and_the_first_class_of_equal_ones(tmp_path: Path) -> None:
    game = table(tmp_path, f"{PETS}odds,1,5,2,1,2\n", "class=kind", "twins=majority", "chance=odds")
    assert classes(game)["hen"] == classes(game)["duck"] == "mammal"
    equal = table(tmp_path, f"{PETS}odds,1,4,2,1,2\n", "class=kind", "twins=majority", "chance=odds")
    assert classes(equal)["hen"] == "mammal"
    other = f"{PETS}odds,1,4,2,1,2\n".replace(",mammal,mammal,bird,", ",bird,mammal,bird,")
    assert classes(table(tmp_path, other, "class=kind", "twins=majority", "chance=odds"))["bat"] == "bird"


@pytest.mark.early
def test_one_class_alone_is_refused(tmp_path: Path) -> None:
    text = ",a,b,c\nq,1,1,1\nkind,m,m,n\n"
    with pytest.raises(SpecError, match="expected at least 2 classes that a question tells apart, got m alone"):
        table(tmp_path, text, "class=kind", "twins=majority")
    with pytest.raises(SpecError, match="expected goal=class beside twins=majority, got goal=identify"):
        make_game(f"table({tmp_path / 'pets.csv'},goal=identify,twins=majority)")


@pytest.mark.early
def test_cells_that_say_the_same_make_twins(tmp_path: Path) -> None:
    text = ",a,b,c,d\nq,1/2,2/1,?,1\nkind,m,n,n,m\n"
    game = table(tmp_path, text, "class=kind", "twins=majority", "several=/", "unknown=?", "narrow=alike")
    assert classes(game) == {"a": "n", "b": "n", "c": "n", "d": "m"}


@pytest.mark.early
@pytest.mark.parametrize("name", ["monk-2", "tic-tac-toe", "titanic", "hayes-roth", "led7digit"])
def test_real_tables(tmp_path: Path, remarks: list[str], name: str) -> None:
    text = keel_csv(name)
    game = table(tmp_path, text, "class=class", "secrets=rows", "twins=majority")
    rows = [line.split(",") for line in text.splitlines()[1:]]
    assert len(game.secrets) == len(rows)
    counts: dict[tuple[str, ...], Counter[str]] = {}
    for row in rows:
        counts.setdefault(tuple(row[1:-1]), Counter())[row[-1]] += 1
    moved = sum(sum(count.values()) - max(count.values()) for count in counts.values())
    assert sum(game.class_of(code) != row[-1] for code, row in zip(game.secrets, rows, strict=True)) == moved
    assert all(max(counts[tuple(row[1:-1])].values()) == counts[tuple(row[1:-1])][kind] for row, kind in
               zip(rows, map(game.class_of, game.secrets), strict=True) if kind)  # fmt: skip
    assert [f"{moved} of {len(rows)} secrets" in line for line in remarks] == [True] * (moved > 0)


@pytest.mark.early
def test_the_zoo_needs_no_majority(remarks: list[str]) -> None:
    game = make_game(f"table(file={zoo()},goal=class,class=type,secrets=rows,twins=group)")
    assert (len(game.secrets), len(game.class_names)) == (59, 7) and remarks == []


def test_figures_count_secrets_as_of_the_class_that_they_took(tmp_path: Path) -> None:
    game = table(tmp_path, keel_csv("titanic"), "class=class", "secrets=rows", "twins=majority")
    data = compile_strategy(game, "entropy").data
    assert sum(data.claims.histogram) + data.claims.known == len(game.secrets) == 2201
    assert verify_strategy(decode(encode(data))).verified
