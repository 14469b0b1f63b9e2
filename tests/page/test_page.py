"""The text of a page: one file, always the same, small, and safe against any names of games and strategies."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import tomllib
from array import array
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from elements import Elements

from strategist import make_game, make_rules, make_strategy
from strategist.files.strategy import StrategyData, encode
from strategist.games.titles import called
from strategist.model.game import Game
from strategist.model.tree import GIVE_UP, DecisionTree
from strategist.model.trees.figures import claims_of
from strategist.page import page
from strategist.page.facts import facts_of
from strategist.search.compile.compile import compile_strategy

Compiled = Callable[[str, str], StrategyData]
Shipped = Callable[[str], StrategyData]

VENDOR = Path(__file__).parents[2] / "strategist" / "page" / "vendor"
HOSTILE = "</script><img/src=x/onerror=document.title='owned'>"


def test_page_holds_the_bytes_of_the_file(shipped: Shipped) -> None:
    data = shipped("mastermind-4x6.minimax")
    [held] = Elements(page(data)).texts("script", id="file")
    assert base64.b64decode(held) == encode(data)


def test_page_asks_for_nothing(shipped: Shipped) -> None:
    elements = Elements(page(shipped("mastermind-4x6.minimax")))
    for tag, attributes, _ in elements.found:
        assert "src" not in attributes, tag
        assert attributes.get("href", "data:,") == "data:,"
    elements.check_programs()
    assert not re.search(r"url\(|@import", elements.texts("style")[0])


def test_policy_allows_exactly_the_scripts_and_styles_of_the_page(shipped: Shipped) -> None:
    elements = Elements(page(shipped("mastermind-4x6.minimax")))
    [policy] = [found["content"] or "" for tag, found, _ in elements.found if "http-equiv" in found]
    assert policy.startswith("default-src 'none';") and "unsafe" not in policy
    programs = [
        *elements.texts("style"),
        *("".join(t) for tag, found, t in elements.found if tag == "script" and not found),
    ]
    assert len(programs) == 3
    hashes = {base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in programs}
    assert set(re.findall(r"'sha256-([^']+)'", policy)) == hashes


def test_same_strategy_gives_the_same_page(shipped: Shipped) -> None:
    one, other = (page(shipped("bulls-and-cows-4x10.minimax")) for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("name", "most"),
    [("bulls-and-cows-4x10.minimax", 200_000), ("mastermind-5x6.optimal-total-depth", 212_000)],
)
def test_page_is_small(shipped: Shipped, name: str, most: int) -> None:
    assert len(page(shipped(name)).encode()) < most


def test_library_is_the_published_one_under_its_license(shipped: Shipped) -> None:
    library = (VENDOR / "msgpack.min.js").read_bytes()
    assert hashlib.sha256(library).hexdigest() in (VENDOR / "README.md").read_text()
    text = page(shipped("mastermind-4x6.minimax"))
    assert (VENDOR / "msgpack.LICENSE.txt").read_text().strip() in text
    assert "sourceMappingURL" not in text


def test_package_holds_what_the_page_is_made_of() -> None:
    root = VENDOR.parent.parent.parent
    patterns = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["strategist"]
    held = {path for pattern in patterns for path in (root / "strategist").glob(pattern)}
    needed = {path for path in VENDOR.parent.rglob("*.*") if path.suffix in (".html", ".css", ".js", ".txt")}
    assert len(needed) > 12 and needed <= held


def hostile_table(tmp_path: Path, goal: str = "ask") -> StrategyData:
    """A strategy in which every name that a stranger can choose would be markup."""
    path = tmp_path / "<b>.csv"
    path.write_text(f'corner,a{HOSTILE},b{HOSTILE}\nq{HOSTILE},x{HOSTILE},"{{{{FACTS}}}}<!--"\n')
    game = make_game(f'table(file="{path}",goal={goal})')
    data = compile_strategy(game, make_strategy("first", game)).data
    return replace(data, strategy=HOSTILE, generator=HOSTILE)


@pytest.mark.parametrize("goal", ["ask", "identify"])
def test_hostile_names_stay_text(tmp_path: Path, goal: str) -> None:
    data = hostile_table(tmp_path, goal)
    elements = Elements(page(data))
    assert [tag for tag, _, _ in elements.found if tag == "img"] == []
    assert len([tag for tag, _, _ in elements.found if tag == "script"]) == 4
    assert HOSTILE in elements.texts("title")[0]
    [facts] = elements.texts("script", id="facts")
    assert json.loads(facts) == json.loads(json.dumps(facts_of(data) | {"title": called(data.game)}))


def test_hostile_names_stay_text_in_the_browser(show: Callable[..., Any], tmp_path: Path) -> None:
    shown = show(hostile_table(tmp_path))
    shown.click("#tab-1")
    shown.locator("#panel-1 .list button").nth(2).click()
    assert shown.locator("img:not([role])").count() == 0
    assert "owned" not in shown.title().split("·")[0]
    assert HOSTILE in shown.locator("#strategy").inner_text()
    assert HOSTILE in shown.locator("#panel-1 .history").inner_text()


def test_page_tells_the_claims_as_the_report_does(shipped: Shipped) -> None:
    facts = facts_of(shipped("mastermind-3x6.optimal-total-depth"))
    assert dict(facts["figures"])["total"] == "854"
    assert facts["bound"].startswith("claimed optimal: total,depth; proven 854 (verifying")
    assert facts_of(shipped("mastermind-4x6.minimax"))["bound"] == "upper bound: nothing is claimed about optimality"


def test_a_page_has_the_title_that_it_is_given(shipped: Shipped) -> None:
    data = shipped("mastermind-4x6.minimax")
    elements = Elements(page(data, title="<Crack> & win"))
    assert elements.texts("title") == ["<Crack> & win"]
    [facts] = elements.texts("script", id="facts")
    assert json.loads(facts)["title"] == "<Crack> & win" and "<Crack>" not in facts
    assert "title" not in facts_of(data)


@pytest.mark.parametrize(
    ("game", "strategy", "title"),
    [
        ("mastermind(4,6)", "minimax", "Mastermind, 4 pegs, 6 colors"),
        ("wordle", "first", "Wordle"),
        ("words(length=6,hard=true,turns=6)", "first", "Wordle, 6 letters, hard mode, 6 turns"),
        (
            "mastermind(1,2,feedback=black,goal=identify)",
            "first",
            "Mastermind, 1 peg, 2 colors, blacks only, knowing it is enough",
        ),
        ("pegswap(2,2)", "optimal", "Peg Swap, 2 left, 2 right"),
    ],
)
def test_a_page_is_titled_as_people_call_its_game(game: str, strategy: str, title: str) -> None:
    rules = make_rules(game)
    if isinstance(rules, Game):
        # A tree that gives up at once: the title does not depend on it.
        tree = DecisionTree(array("i", [GIVE_UP]), [0], rules.response_count)
        data = StrategyData(rules, strategy, tree, claims_of(rules, tree, range(len(rules.secrets))))
    else:
        data = compile_strategy(rules, strategy).data
    elements = Elements(page(data))
    assert elements.texts("title") == [f"{title} · {data.strategy}"]
    [facts] = elements.texts("script", id="facts")
    assert json.loads(facts)["title"] == title and json.loads(facts)["game"] == data.game.spec


def test_games_of_others_bring_their_names(installed_echo: None) -> None:
    game = make_game("echo")
    data = compile_strategy(game, make_strategy("entropy", game)).data
    facts = facts_of(data)
    assert facts["rule"] is None and f"<title>{game.spec} · " in page(data)
    assert set(facts["names"]) == set(data.tree.guesses)
    met = {response for slot in range(len(data.tree)) for response in data.tree.responses(slot)}
    assert set(facts["responses"]) == met


def test_rules_derived_from_ours_have_no_twin() -> None:
    from strategist.games.pegs.pegs import Mastermind
    from strategist.model.tree import Claims, DecisionTree

    class Backwards(Mastermind):
        def respond(self, guess: Any, secret: Any) -> int:
            return super().respond(guess[::-1], secret)

    tree = DecisionTree([0, 1], [0b11, 0b10], 2)
    data = StrategyData(Backwards({"pegs": 1, "colors": 2}), "first", tree, Claims.of([1, 1], 0))
    assert facts_of(data)["rule"] is None
