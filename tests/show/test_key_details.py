"""Keys and exports where a secret may give one of several answers."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest
from fixtures.several_tables import several_table

from strategist import compile_strategy
from strategist.files.strategy import StrategyData
from strategist.games.tables.never_apart import evasive, never_apart
from strategist.model.game import Game
from strategist.show.formats.export import dot, table
from strategist.show.formats.graph import strategy_graph
from strategist.show.formats.key import couplets, key_page, key_text
from strategist.show.formats.key_details import MOST_PAIRS
from strategist.show.slots.at_slots import at_slots

FLOWERS = """,rosa,salix,viola,aster,iris
petals,4/5,4,5,6/7,3
leaves,?,round,long,long,long
fruit,dry,dry,dry,fleshy,fleshy
"""


def compiled(tmp_path: Path, options: str, strategy: str = "entropy", text: str = FLOWERS) -> StrategyData:
    path = tmp_path / "flowers.csv"
    path.write_text(text, encoding="utf-8")
    return compile_strategy(f"table({path},several=/,unknown=?,{options})", strategy).data


def test_leads_are_joined_and_confirmed_and_places_are_listed(tmp_path: Path) -> None:
    data = compiled(tmp_path, "goal=narrow", "entropy(first=petals)")
    text = " ".join("".join(key_text(data)).split())
    # In the order of the numbers, not in that of the table.
    assert "1. petals: 3 (leaves long, fruit fleshy) = iris; 4 (fruit dry) → 2; 5 (fruit dry) → 3; 6 or 7" in text
    assert "6 or 7 (leaves long, fruit fleshy) = aster" in text
    # With four petals it is a rose or a willow, also after the leaves are round.
    assert "2. leaves: round = rosa or salix; long = rosa 3. leaves: round = rosa; long = rosa or viola" in text
    assert "Where each is named: rosa 2, 3; salix 2; viola 3; aster 1; iris 1" in text
    assert "No question is sure to tell apart: rosa and salix; rosa and viola" in text
    page = "".join(key_page(data))
    assert "<dt>6 or 7</dt><dd>aster <small>leaves long, fruit fleshy</small></dd>" in page
    assert "<h2>Where each is named</h2>" in page and "<li>rosa and viola</li>" in page


def test_an_answer_that_anyone_may_give_tells_no_pair_apart(tmp_path: Path) -> None:
    data = compiled(tmp_path, "goal=narrow,cannot_tell=0.1")
    game = data.game
    assert isinstance(game, Game)
    assert len(never_apart(game)) == 10
    assert len(never_apart(game, evasive(game))) == 2
    assert "sure to tell apart: rosa and salix; rosa and viola" in "".join(key_text(data)).replace("\n", " ")


def test_many_pairs_are_counted(tmp_path: Path) -> None:
    names = [f"t{number}" for number in range(20)]
    text = ",".join(["", *names]) + "\nq," + ",".join(["a/b"] * 20) + "\nr," + ",".join("xy" * 10) + "\n"
    told = "".join(key_text(compiled(tmp_path, "goal=narrow", text=text))).replace("\n", " ")
    pairs = 2 * (10 * 9 // 2)
    assert pairs <= MOST_PAIRS and told.count(" and ") == pairs


@pytest.mark.parametrize("number", range(40))
def test_paths_and_counts_follow_the_rules(number: int) -> None:
    game = several_table(number)
    data = compile_strategy(game, "entropy").data
    shares: dict[object, Fraction] = {}
    at_slot: dict[int, set[object]] = {}
    for path in at_slots(game, data).paths():
        shares[path.secret] = shares.get(path.secret, Fraction(0)) + path.chance
        for slot in path.slots:
            at_slot.setdefault(slot, set()).add(path.secret)
        assert path.solved == (data.tree.guesses[path.slots[-1]] >= 0)
    assert shares == dict.fromkeys(game.secrets, Fraction(1))
    assert list(at_slots(game, data).counts()) == [len(at_slot[slot]) for slot in range(len(data.tree))]
    assert len(strategy_graph(data)) == len(data.tree) and "".join(dot(data)).endswith("}\n")
    rows = list(csv.DictReader("".join(table(data)).splitlines()))
    if game.several:
        assert sum(Fraction(row["share"]) for row in rows) == len(game.secrets)
    assert all(each.leads for each in couplets(data)) and "".join(key_text(data))
