"""Names of objectives and goals stand in few files, and the guide's tables agree with the registries."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import strategist
from strategist.model.goal import GOALS
from strategist.model.objective import FIGURES, KEPT_FIGURES, OBJECTIVES, WEIGHED_FIGURES, certifiable
from strategist.model.tree import Claims, Weighed

PACKAGE = Path(strategist.__file__).parent
MOST_FILES = 6
"""Files of the package that may spell a name out, the registry among them."""


@cache
def spelled() -> dict[str, set[str]]:
    """The files in which each string stands as a literal of its own."""
    found = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found[node.value].add(path.relative_to(PACKAGE).as_posix())
    return found


@pytest.mark.parametrize("name", [*OBJECTIVES, *GOALS])
def test_a_name_stands_in_few_files(name: str) -> None:
    assert 0 < len(spelled()[name]) <= MOST_FILES, sorted(spelled()[name])


def rows_of(head: str) -> list[list[str]]:
    """The rows of the table of the guide whose first column has this head."""
    text = (PACKAGE / "model" / "README.md").read_text("utf-8")
    table = re.search(rf"^\| {head} \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.M)
    assert table
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[1].splitlines()]


def test_the_table_of_objectives_is_the_registry() -> None:
    told = []
    for each in OBJECTIVES.values():
        where = f"behind `{each.behind[0]}`" if each.behind else "anywhere"
        where = "first, in a game with turns" if each.loses else where
        where = "alone" if each.alone else where
        needs = each.needs.format(bound="N", nouns="guesses")
        told.append([f"`{each.name}`", needs, str(each.certified or ""), where])
    assert rows_of("objective") == told


def test_the_table_of_goals_is_the_registry() -> None:
    last = {True: "announces it", False: "is the secret"}
    undecided = {True: ", or that those left are all that can be known", False: ""}
    told = [
        [f"`{each.name}`", each.means, last[each.announces] + undecided[each.may_end_undecided]]
        for each in GOALS.values()
    ]
    assert rows_of("goal") == told


def test_the_guide_to_optimal_trees_lists_all_objectives() -> None:
    page = PACKAGE.parent / "scripts" / "site" / "pages" / "guide" / "optimal.md"
    section = page.read_text("utf-8").partition("\n## ")[0]
    assert re.findall(r"^\* `([\w-]+=?)`", section, re.M) == list(OBJECTIVES)


def test_objectives_that_others_name_are_there() -> None:
    for each in OBJECTIVES.values():
        assert each.behind is None or each.behind[0] in OBJECTIVES
        assert each.even is None or each.even in OBJECTIVES
        # A bound that a certificate states has a sentence, and only such a bound.
        assert bool(each.needs) == (each.certified is not None)
    assert certifiable(1) == ("total", "depth") and certifiable(2) == (
        "total",
        "depth",
        "expected",
        "lost",
        "lexicographic",
        "cost=",
    )


def test_figures_are_those_of_trees() -> None:
    claims = Claims.of([1, 2], lost=1)
    assert [getattr(claims, name) for name in FIGURES] == [5, 5 / 3, 2, 2, 1]
    assert list(Claims.__dataclass_fields__)[: len(KEPT_FIGURES)] == list(KEPT_FIGURES)
    assert [name.partition("_")[0] for name in WEIGHED_FIGURES] == list(Weighed.__dataclass_fields__)
