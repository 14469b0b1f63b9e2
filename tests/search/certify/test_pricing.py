"""Costs of many small sets in one call: the same certificates, byte for byte, as with a call for each."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from strategist import compile_strategy, make_game
from strategist.files.certificate_file import encode
from strategist.model.game import Game
from strategist.search.certify import deep_cells, pricer, pricing, scribe
from strategist.search.state.options import Options
from strategist.search.state.problem import Problem
from strategist.search.tasks.workers import Workers


@pytest.mark.parametrize("copies", [False, True])
@pytest.mark.parametrize("jobs", [1, 2, 16])
@pytest.mark.parametrize(
    ("text", "objective"),
    [
        ("mastermind(3,5)", "total"),
        ("bulls-and-cows(3,6)", "total"),
        ("mastermind(3,4,goal=identify)", "total"),
        ("mastermind(3,5)", "lexicographic"),
        ("bulls-and-cows(3,5)", 'cost="1,2,3,20"'),
        ("bulls-and-cows(3,5,feedback=black)", "total"),
        ("mastermind(4,3,feedback=black,goal=identify)", "total"),
        ("mastermind(3,7)", "depth"),
        ("bulls-and-cows(3,6,feedback=black)", "depth"),
        ("bulls-and-cows(3,6,feedback=black)", "depth,total"),
        ("mastermind(3,5,feedback=black,goal=identify)", "depth"),
    ],
)
def test_priced_together_or_one_by_one(
    monkeypatch: pytest.MonkeyPatch, text: str, objective: str, jobs: int, copies: bool
) -> None:
    ensure_alike(monkeypatch, make_game(text), objective, Options(certificate=True, jobs=jobs, copies=copies))


def test_words_are_looked_at_together_or_one_by_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    words = map("".join, product("abcd", repeat=3))
    (tmp_path / "some.txt").write_text("\n".join(words))
    game = make_game(f"words({tmp_path / 'some.txt'})")
    ensure_alike(monkeypatch, game, "total", Options(certificate=True, jobs=2))


def ensure_alike(monkeypatch: pytest.MonkeyPatch, game: Game, objective: str, options: Options) -> None:
    written, priced = [], 0
    together = pricing.price_all

    def price_all(workers: Workers, problem: Problem, bills: pricing.Bills, *others: Any, **more: Any) -> None:
        nonlocal priced
        priced += len(bills.missing)
        together(workers, problem, bills, *others, **more)

    for each in (pricer, deep_cells):
        monkeypatch.setattr(each, "price_all", price_all)
    for least in (0, 1 << 40):
        monkeypatch.setattr(scribe, "_PRICED_FROM", least)
        compiled = compile_strategy(game, f"optimal({objective})", options=options)
        assert compiled.certify is not None
        certified = compiled.certify(None)
        assert certified.gaps == 0
        written.append(encode(certified.certificate))
    assert priced > 0
    assert written[0] == written[1]
