"""A tree that asks nothing says so, and why: zeros alone would read as a result."""

from __future__ import annotations

from pathlib import Path

import pytest
from said import told

VAGUE = "herb,fur,legs,kind\ncat,yes/no,4,a\ndog,yes,4/3,a\nbat,no/yes,4,b\n"
ALIKE = "to each that was not asked, all that are left answer alike"
SURE = "none is sure to exclude any of those that are left"
KEY = "table(vague.csv,secrets=rows,several=/"
CASES = [
    ("mastermind(1,1,goal=identify)", "optimal(total)", "", "no guess is needed: the secret is 1"),
    ("mastermind(1,1,goal=identify)", "optimal(static)", "", "no guess is needed: the secret is 1"),
    ("mastermind(1,1,goal=identify,lies=1)", "optimal(depth)", "", "no guess is needed: the secret is 1"),
    ("mastermind(2,3,goal=identify)", "entropy", "12:2b0w", "no guess is needed: the secret is 12"),
    ("mastermind(2,3,turns=1)", "minimax", "12:1b0w", "no guess is made: no turn is left"),
    (f"{KEY},goal=class,class=kind,narrow=alike)", "optimal(size)", "legs:3", "no question is needed: the class is a"),
    (f"{KEY},goal=narrow,narrow=sure)", "optimal(size)", "kind:a", f"no question is asked: {SURE}"),
    (f"{KEY},goal=narrow)", "optimal(total)", "kind:a fur:yes legs:4", f"no question is asked: {ALIKE}"),
]


@pytest.mark.parametrize(("game", "strategy", "given", "why"), CASES)
def test_why_nothing_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, strategy: str, given: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("vague.csv").write_text(VAGUE)
    history = ["--given", given] if given else []
    assert why in told("compile", game, strategy, *history, "-o", "t.msgpack")
    assert why in told("verify", "t.msgpack") and why in told("show", "t.msgpack")
    if "static" not in strategy and "turns" not in game:
        assert why in told("advise", game, strategy, *history)


def test_a_tree_that_asks_says_nothing_of_that(tmp_path: Path) -> None:
    assert "no guess" not in told("compile", "mastermind(1,2)", "entropy", "-o", tmp_path / "t.msgpack")
