"""Who published a value before: what ``atlas compare`` says of values that others have published."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator
from said import told

import strategist
from strategist.files.atlas.publications import NONE_FOUND, SEARCHED
from strategist.files.atlas.register import register

GODDARD, ARFST = "W. Goddard", "arfst23/Mastermind"
HUANG, AB_GAME = "3×n AB games in the worst case", "Discrete Applied Mathematics 184 (2015), arXiv:1306.1713"
PESSIMISTIC = 'G. Jäger and M. Peczarski, "The number of pessimistic guesses in Generalized Mastermind"'
WORDLE = "words(solution_list.csv,guess_list.csv{})"

CREDITS = [
    *(
        (f"mastermind({pegs},{colors})", "total", total, [GODDARD])
        for pegs, colors, total in [
            (3, 2, 18),
            (4, 2, 44),
            (5, 2, 97),
            (6, 2, 224),
            (7, 2, 496),
            (3, 3, 73),
            (4, 3, 246),
            (4, 5, 2463),
        ]
    ),
    ("mastermind(4,6)", "total", 5625, ["K. Koyama and T. W. Lai", ARFST]),
    ("mastermind(4,8)", "total", 20471, [ARFST]),
    ("mastermind(4,8)", "depth,total", 20473, [ARFST]),
    ("bulls-and-cows(4,6)", "total", 1446, [ARFST]),
    ("bulls-and-cows(4,7)", "total", 3639, [ARFST]),
    ("bulls-and-cows(4,8)", "total", 7817, [ARFST]),
    *(
        (f"bulls-and-cows(3,{symbols})", "depth", depth, [HUANG, AB_GAME])
        for symbols, depth in enumerate(
            [4, 4, 4, 5, 5, *(6, 6, 6), *(7, 7, 7), *(8, 8, 8), *(9, 9, 9), *(10, 10, 10)], 3
        )
    ),
    *((f"bulls-and-cows(4,{4 + at})", "depth", depth, [AB_GAME]) for at, depth in enumerate([5, 5, 5, 6, 6, 6])),
    ("bulls-and-cows(4,10)", "depth", 7, ["T. Tanaka", AB_GAME]),
    ("bulls-and-cows(4,11)", "depth", 7, [AB_GAME]),
    ("bulls-and-cows(3,7,feedback=black)", "depth", 8, [AB_GAME]),
    ("mastermind(4,7)", "depth", 6, [PESSIMISTIC]),
    ("mastermind(3,21)", "depth", 10, [PESSIMISTIC]),
    ("mastermind(3,12,feedback=black)", "depth", 14, ["Generalized Black-peg Mastermind"]),
    (WORDLE.format(",turns=3"), "lost", 927, ["bnprks/wordle_solver on GitHub (January 2022)"]),
    (WORDLE.format(""), "depth", 5, ["simon-frankau/wordle-solver", "D. Bertsimas and A. Paskov"]),
    (WORDLE.format(""), "total", 7920, ["A. Selby", "D. Bertsimas and A. Paskov"]),
    (WORDLE.format(",hard=true"), "depth", 5, ["LaurentLessard/wordlesolver"]),
    ("mastermind(4,6)", "depth,worst", 539, ["slovesnov", "(a tree, no proof)"]),
    ("bulls-and-cows(4,10)", "depth,worst", 50, ["slovesnov", "(a tree, no proof)"]),
]


def run(*words: str) -> str:
    return told("atlas", *words)


@pytest.mark.parametrize(("game", "objective", "value", "sources"), CREDITS)
def test_whoever_was_first_is_credited(game: str, objective: str, value: int, sources: list[str]) -> None:
    found = run("compare", game, str(value), "--objective", objective)
    verdict, credit = found.split("; first published by ")
    assert verdict.startswith("known: ") and verdict.endswith("is the least, which is proven")
    # The first one stands first.
    places = [credit.index(each) for each in sources]
    assert places == sorted(places) and found.count("\n") == 1


def test_where_no_source_was_found_it_is_said_where_it_was_looked_for() -> None:
    assert run("compare", "mastermind(6,4)", "17281").endswith(f"is the least, which is proven; {NONE_FOUND}\n")
    listed = run("--is", "17281")
    assert "none found" in listed and listed.rstrip().endswith(f"none found: searched were {SEARCHED}")
    assert "searched" not in run("--is", "905", "--pegs", "4", "--objective", "total")


def test_a_record_names_a_source_for_each_of_its_values() -> None:
    rows = [line for line in run("show", "mastermind-4x6.optimal-depth-worst").splitlines() if line[:9] == "published"]
    assert len(rows) == 2 and "depth 5: D. E. Knuth" in rows[0] and "worst 539: slovesnov" in rows[1]
    assert run("show", "mastermind-6x4.optimal-total").count(f"published    total 17281: {NONE_FOUND}\n") == 1
    found = json.loads(run("show", "mastermind-4x8.optimal-total", "--json"))
    Draft202012Validator(strategist.json_schema("atlas_show")).validate(found)
    assert ARFST in found["published"]


def test_every_source_is_credited_somewhere() -> None:
    """Sources and publications name each other, and each table and formula is one of a game of the register."""
    known = register()
    assert known.sources is not None
    games = {each.game for each in known.records}
    for publication in known.publications:
        assert any(publication.value_of(game) is not None for game in games), publication
        assert set(publication.values) <= games
    lists = {words.source for record in known.records for words in record.lists.values()}
    assert set(known.sources) == lists | {each.source for each in known.publications}
