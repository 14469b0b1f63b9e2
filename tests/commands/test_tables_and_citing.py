"""Tables as documents have them, and how the program is cited."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from said import run, told

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "scripts" / "site"))

from citation import project  # noqa: E402  # behind the path to it

from strategist.show.texts.citation import WAYS, bibtex, citation_file, installed, plain_citation  # noqa: E402  # behind the path to it

KNUTH = "mastermind-4x6.minimax"
TABLES: list[tuple[Sequence[str], str]] = [
    (["compare", "mastermind(2,3)", "minimax", "entropy"], "entropy"),
    (["compare", "mastermind(2,3)", "random", "--seeds", "3"], "random"),
    (["compare", "mastermind(2,3)", "--league"], "any candidate"),
    (["verify", KNUTH], "minimax"),
    (["atlas", "--game", "mastermind(pegs=4,colors=6)", "--objective", "total"], "mastermind-4x6.optimal-total"),
]


def cells_in_markdown(text: str) -> list[list[str]]:
    return [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]


def cells_in_latex(text: str) -> list[list[str]]:
    return [line.removesuffix(r" \\").split(" & ") for line in text.splitlines() if line.endswith(r" \\")]


@pytest.mark.parametrize(("words", "row"), TABLES, ids=lambda each: each if isinstance(each, str) else None)
def test_a_table_says_the_same_in_all_forms(words: Sequence[str], row: str) -> None:
    plainly = told(*words)
    heads, rule, *in_markdown = cells_in_markdown(told(*words, "--format", "markdown"))
    assert set(rule) <= {":--", "--:"} and len({len(each) for each in (heads, rule, *in_markdown)}) == 1
    latex = told(*words, "--format", "latex")
    heads_too, *in_latex = cells_in_latex(latex)
    assert heads_too == heads and [each[0] for each in in_latex] == [each[0] for each in in_markdown]
    assert latex.count(r"\begin{table}") == latex.count(r"\end{tabular}") == 1 and "█" not in latex
    (found,) = [each for each in in_markdown if each[0] == row]
    for each in (figure for figure in found if re.fullmatch(r"\d+", figure)):
        assert each in plainly


def test_forms_are_refused_where_there_is_no_table(tmp_path: Path) -> None:
    for words in ("verify", KNUTH), ("atlas",), ("compare", "mastermind(2,3)", "minimax"):
        said = run(*words, "--json", "--format", "latex")
        assert said.status == 2 and said.complaints == [
            "strategist: error: --format latex: expected no --json, which prints no table "
            f"(see strategist {words[0]} --help)"
        ]
    assert run("verify", KNUTH, "--format", "word").status == 2


def test_a_strategy_that_does_not_verify_says_so_in_a_table(tmp_path: Path) -> None:
    from dataclasses import replace

    from strategist import read_strategy, write_strategy
    from strategist.model.tree import Claims

    data = read_strategy(ROOT / "strategies" / f"{KNUTH}.msgpack")
    path = tmp_path / "wrong.msgpack"
    write_strategy(path, replace(data, claims=Claims.of([1, 6, 62, 533, 693], 1)))
    said = run("verify", path, "--format", "markdown")
    assert said.status == 1 and cells_in_markdown(said.out)[2][6] == "no" and "claimed" in said.out


def test_what_is_installed_is_cited_as_its_sources_say() -> None:
    cited = project(ROOT)
    assert installed() == cited._replace(keywords=list(cited.keywords))
    for way, write in WAYS.items():
        assert told("cite", "--format", way) == write(cited)
    assert told("cite") == bibtex(cited)
    for write in (bibtex, plain_citation, citation_file):
        assert all(each in write(cited) for each in (cited.description, cited.version, cited.license))
    assert (ROOT / "CITATION.cff").read_text("utf-8") == citation_file(cited)


def test_the_first_screen_says_licence_and_citation() -> None:
    first = (ROOT / "README.md").read_text("utf-8").splitlines()[:24]
    assert any("LICENSE" in line for line in first) and any("cite" in line for line in first)
