"""The register of proven values: read, written, validated, and what it says about a value."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError
from refusals import refused, refuses

from strategist.common.errors import StrategyFileError, UnknownNameError
from strategist.files.atlas.entry import told_status
from strategist.files.atlas.entry_json import from_json, to_json
from strategist.files.atlas.merging import contradictions, merged
from strategist.files.atlas.opinion import opinion
from strategist.files.atlas.publications import NONE_FOUND, Formula, Publication
from strategist.files.atlas.register import Register, encode, read_register, register, write_register
from strategist.files.atlas.values import canonical_objectives
from strategist.model.tree import Claims

pytestmark = pytest.mark.early

ROOT = Path(__file__).parents[3]
ATLAS = ROOT / "strategies" / "atlas.json"
KNUTH = "mastermind(pegs=4,colors=6)"


def raw(**proven: Any) -> dict[str, Any]:
    """The JSON object of a record with made-up digests, with some of what is proven replaced."""
    histogram = proven.pop("histogram", [1, 5, 3])
    claims = Claims.of(histogram, 0)
    return {
        "name": "mastermind-2x3.optimal-total-depth",
        "game": "mastermind(pegs=2,colors=3)",
        "strategy": "optimal(total,depth)",
        "file": None,
        "proven": {
            "status": "proven",
            "values": {"total": claims.total, "depth": claims.depth},
            "bounds": {"total": claims.total, "depth": claims.depth},
            "secrets": claims.secrets,
            "total": claims.total,
            "depth": claims.depth,
            "worst_count": claims.worst_count,
            "histogram": histogram,
            "first": "12",
            "tree": {"sha256": "0" * 64, "bytes": 100},
            "certificate": {"objective": "total", "bound": claims.total, "entries": 1, "sha256": "f" * 64, "bytes": 99},
        }
        | proven,
        "measured": {"seconds": 0.5, "positions": 7, "memory": 10**8, "version": "0.3.0"},
    }


def gap(bound: int, histogram: tuple[int, ...] = (1, 5, 3)) -> dict[str, Any]:
    return raw(status="bounded", bounds={"total": bound, "depth": None}, histogram=list(histogram), certificate=None)


def test_a_register_is_written_as_it_was_read(tmp_path: Path) -> None:
    told = register()
    assert ATLAS.read_bytes() == encode(told)
    path = tmp_path / "again.json"
    write_register(path, told)
    assert read_register(path) == told and path.read_bytes() == ATLAS.read_bytes()


def test_the_register_is_what_its_schema_says() -> None:
    schema = json.loads(files("strategist.files.atlas").joinpath("atlas.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json.loads(ATLAS.read_text("utf-8")))
    with pytest.raises(ValidationError, match="is a required property"):
        Draft202012Validator(schema["properties"]["records"]["items"]).validate({"name": "x"})


def test_every_record_names_a_game_whose_secrets_it_counts() -> None:
    for record in register().records:
        game = record.rules
        # Of a game that is read from lists, the list of the answers is known by its number of words only.
        secrets = next((each.entries for each in record.lists.values()), len(game.secrets))
        assert game.spec == record.game and secrets == record.claims.secrets
        assert game.parse_code(record.first) is not None


def changed(record: dict[str, Any], path: str, value: object, between: str = ".") -> dict[str, Any]:
    """The record, in which one field, named by its path, has another value; no value removes the field."""
    *outer, last = path.split(between)
    inside: Any = record
    for key in outer:
        inside = inside[key]
    if value is None:
        del inside[last]
    else:
        inside[last] = value
    return record


FAULTS = [
    ("game", "mastermind(2,3)", "record.game: expected 'mastermind(pegs=2,colors=3)', got 'mastermind(2,3)'"),
    ("game", "chess(8)", "record.game: unknown game 'chess'"),
    ("name", "mine", "record.name: expected 'mastermind-2x3.optimal-total-depth', got 'mine'"),
    ("proven", None, "record.proven: missing"),
    ("beauty", 3, "record: expected name, game, strategy, file, proven, measured, got 'beauty'"),
    ("proven.total", 21, "record.proven.total: expected 20, got 21"),
    ("proven.secrets", True, "record.proven.secrets: expected 9, got True"),
    ("proven.status", "bounded", "record.proven.status: expected 'proven', got 'bounded'"),
    ("proven.values.total", 19, "record.proven.values.total: expected 20 of the tree, got 19"),
    ("proven.values.beauty", 19, "record.proven.bounds: expected total, depth, beauty, as the values have it"),
    ("proven.bounds.total", 21, "record.proven.bounds.total: expected at most 20, got 21"),
    ("proven.bounds.total", 19, "record.proven.bounds.depth: expected null behind a gap, got 3"),
    ("proven.histogram", [1, 5, 0], "record.proven.histogram: expected numbers of secrets, the last above 0, got"),
    ("proven.histogram", [1, 8], "record.proven.values.total: expected 17 of the tree, got 20"),
    ("proven.tree.sha256", "abc", "record.proven.tree.sha256: expected 64 hexadecimal digits, got 'abc'"),
    ("proven.certificate.bound", 19, "record.proven.certificate: expected the bound 20 of total, got total 19"),
    ("proven.certificate.entries", -1, "record.proven.certificate.entries: expected a whole number from 0 on, got -1"),
    ("measured.seconds", -1, "record.measured.seconds: expected a number from 0 on, got -1.0"),
    ("measured.seconds", "1", "record.measured.seconds: expected int or float, got str"),
    ("proven.first", "1\x1b", "record.proven.first: expected printable text"),
    ("proven.lost", 0, "record.proven.lost: expected a whole number from 1 on, got 0"),
    ("proven.lost", 2, "record.proven.lost: expected none in a game without turns, got 2"),
    ("lists", {}, "record.lists: expected no such field, got an empty object"),
    ("lists", {"some.txt": {}}, "record.lists: expected no such field, got 'some.txt'"),
]


@pytest.mark.parametrize(("path", "value", "message"), FAULTS, ids=lambda each: str(each)[:30])
def test_a_record_that_is_wrong_is_refused_in_one_line(path: str, value: object, message: str) -> None:
    with pytest.raises(StrategyFileError) as told:
        from_json(changed(raw(), path, value), "record")
    assert message in str(told.value) and "\n" not in str(told.value)


def formula_of(told: Any) -> Any:
    return told["published"][0]["formulas"][0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda told: told.update(version=3), "version: expected 1 to 2, got 3"),
        (lambda told: told.update(format="x"), "format: expected 'strategist atlas', got 'x'"),
        (lambda told: told.update(more=1), "unknown field 'more'"),
        (lambda told: told["records"].append(told["records"][0]), "stands there twice"),
        (lambda told: told["records"].append([]), "records[1]: expected an object, got list"),
        (lambda told: told["published"][0].update(source="nobody"), "source: 'nobody' is none of the sources"),
        (lambda told: told["published"].append([]), "published[1]: expected an object, got list"),
        (lambda told: told["published"][0].update(game=KNUTH), "published[0]: expected source, figure, got 'game'"),
        (lambda told: told["published"][0].pop("figure"), "published[0].figure: missing"),
        (lambda told: told["published"][0].update(figure="beauty"), "[0].figure: expected objectives of total"),
        (lambda told: told["published"][0].update(proof=1), "published[0].proof: expected bool, got int"),
        (lambda told: told["published"][0]["values"].update(chess=1), "published[0].values: unknown game 'chess'"),
        (
            lambda told: told["published"][0]["values"].update({"mastermind(4,4)": 905}),
            "published[0].values: expected 'mastermind(pegs=4,colors=4)', got 'mastermind(4,4)'",
        ),
        (lambda told: told["published"][0]["values"].update({KNUTH: "5"}), f"values.{KNUTH}: expected int, got str"),
        (lambda told: told["published"][0]["formulas"].append(3), "formulas[1]: expected an object, got int"),
        (lambda told: formula_of(told).update(to=9), "formulas[0]: expected games, from, value, got 'to'"),
        (lambda told: formula_of(told).update(games=KNUTH), f"formulas[0].games: expected one =n, got '{KNUTH}'"),
        (lambda told: formula_of(told).update(games="chess(size=n)"), "formulas[0].games: unknown game 'chess'"),
        (
            lambda told: formula_of(told).update(value="n**2"),
            "formulas[0].value: expected such as n+2 or (n-1)//3+4, got 'n**2'",
        ),
    ],
)
def test_a_file_that_is_wrong_is_refused(change: Callable[[Any], object], message: str, tmp_path: Path) -> None:
    formula = {"games": "mastermind(pegs=3,colors=n)", "from": 5, "value": "(n-1)//3+4"}
    publication = {"source": "somebody", "figure": "total", "values": {KNUTH: 5625}, "formulas": [formula]}
    told = {
        "format": "strategist atlas",
        "version": 2,
        "sources": {"somebody": "A book"},
        "published": [publication],
        "records": [raw()],
    }
    path = tmp_path / "atlas.json"
    path.write_text(json.dumps(told))
    assert len(read_register(path).records) == 1
    change(told)
    path.write_text(json.dumps(told))
    with pytest.raises(StrategyFileError) as error:
        read_register(path)
    assert str(error.value).startswith(f"{path}: ") and message in str(error.value)


def test_a_register_of_version_1_is_read(tmp_path: Path) -> None:
    """Its publications stated one value of one game each."""
    publication = {"game": KNUTH, "figure": "total", "value": 5625, "source": "somebody"}
    told = {"format": "strategist atlas", "version": 1, "sources": {"somebody": "A book"}, "records": [raw()]}
    path = tmp_path / "atlas.json"
    path.write_text(json.dumps(told | {"published": [publication]}))
    assert read_register(path).publishers(KNUTH, "total", 5625) == "A book"
    for wrong in (publication | {"value": "5"}, publication | {"game": "chess"}, {"figure": "total"}, []):
        path.write_text(json.dumps(told | {"published": [wrong]}))
        refuses(read_register, path, told=r"published\[0\]", error=StrategyFileError)


@pytest.mark.parametrize("text", ["", "{", "[1]", "{\xff", '{"records": ' + "[" * 100_000])
def test_no_json_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "atlas.json"
    path.write_text(text, "latin-1")
    with pytest.raises(StrategyFileError) as error:
        read_register(path)
    assert "\n" not in str(error.value)


def test_records_are_found_by_their_names() -> None:
    told = Register([from_json(raw(), "record")])
    assert told.find("mastermind-2x3.optimal-total-depth").values == {"total": 20, "depth": 3}
    with refused(r"did you mean mastermind-2x3\.optimal-total-depth", UnknownNameError):
        told.find("mastermind-2x3.optimal-totl-depth")


def test_of_two_records_the_better_tree_and_the_better_bound_are_kept() -> None:
    old, new = from_json(gap(15, (1, 4, 4)), "old"), from_json(gap(14), "new")
    both = merged(old, new)
    assert both.values == {"total": 20, "depth": 3} and both.bounds == {"total": 15, "depth": None}
    assert merged(None, new) == new
    assert old.measured is not None
    longer = replace(old, measured=replace(old.measured, seconds=60.0))
    assert merged(longer, new).measured == merged(new, longer).measured == longer.measured
    assert merged(longer, replace(new, measured=None)).measured == longer.measured
    proven = from_json(raw(), "proven")
    assert merged(old, proven) == proven and merged(proven, old) == proven


def test_records_that_cannot_both_be_true() -> None:
    proven, worse = from_json(raw(), "proven"), from_json(gap(19, (1, 4, 4)), "worse")
    assert [*contradictions(proven, worse)] == []
    better = from_json(gap(14, (2, 5, 2)), "better")
    assert [*contradictions(proven, better)] == ["total: a tree comes to 18, and a bound of 20 is said to be proven"]


@pytest.mark.parametrize(
    ("value", "record", "verdict"),
    [
        (20, raw(), "known: total 20 of mastermind(pegs=2,colors=3) is the least, which is proven; first published by"),
        (21, raw(), "worse: mastermind(pegs=2,colors=3) has total 20, the least, which is proven"),
        (19, raw(), "impossible: every strategy for mastermind(pegs=2,colors=3) has a total of at least 20"),
        (20, gap(15), "known: total 20 of mastermind(pegs=2,colors=3) is the best known; at least 15 is proven"),
        (19, gap(15), "better: the best tree known for mastermind(pegs=2,colors=3) has total 20, and at least 15"),
        (14, gap(15), "impossible: every strategy for mastermind(pegs=2,colors=3) has a total of at least 15"),
        (21, gap(15), "worse: mastermind(pegs=2,colors=3) has total 20, the best known; at least 15 is proven"),
    ],
)
def test_opinions(value: int, record: dict[str, Any], verdict: str) -> None:
    published = [Publication("book", "total", {"mastermind(pegs=2,colors=3)": 20})]
    told = Register([from_json(record, "record")], published, {"book": "A book"})
    assert opinion(told, "mastermind-2x3", ("total",), value).sentence.startswith(verdict)
    assert opinion(told, "mastermind(2,4)", ("total",), value).verdict == "unknown"


@pytest.mark.parametrize(
    ("proven", "value", "verdict"),
    [
        (raw(), 20, "known: total 20 of mastermind(pegs=2,colors=3) is the least, which is proven"),
        (raw(), 19, "impossible: every strategy for mastermind(pegs=2,colors=3) has a total of at least 20"),
        (gap(17), 20, "known: total 20 of mastermind(pegs=2,colors=3) is the best known; at least 17 is proven"),
        (gap(14), 20, "known: total 20 of mastermind(pegs=2,colors=3) is the best known; at least 15 is proven"),
    ],
)
def test_an_opinion_is_what_all_records_know_together(proven: dict[str, Any], value: int, verdict: str) -> None:
    alone = {"values": {"total": 21}, "bounds": {"total": 15}, "histogram": [1, 4, 4], "certificate": None}
    names = {"name": "mastermind-2x3.optimal-total", "strategy": "optimal(total)"}
    told = Register([from_json(raw(status="bounded", **alone) | names, "alone"), from_json(proven, "both")])
    assert opinion(told, "mastermind-2x3", ("total",), value).sentence.startswith(verdict)


@pytest.mark.parametrize(
    ("objectives", "value", "sentence"),
    [
        ("depth,total", 5626, "known: total 5626 of mastermind(pegs=4,colors=6) with the least depth is the least"),
        ("depth,total", 5625, f"impossible: every strategy for {KNUTH} with the least depth has a total of at least"),
        ("total,depth", 7, "worse: mastermind(pegs=4,colors=6) with the least total has depth 6, the least, which is"),
        ("total,size", 9, "unknown: the register has values of mastermind(pegs=4,colors=6) of "),
    ],
)
def test_opinions_on_trees_that_are_best_by_something_else(objectives: str, value: int, sentence: str) -> None:
    found = opinion(register(), "mastermind(4,6)", canonical_objectives(objectives), value)
    assert found.sentence.startswith(sentence)


def test_who_was_first_is_told_of_the_objectives_that_were_published() -> None:
    told = register()
    alone = opinion(told, "mastermind(4,4)", ("total",), 905).sentence
    behind = opinion(told, "mastermind(4,4)", ("depth", "total"), 905).sentence
    assert alone.endswith("(2004)") and behind.endswith(NONE_FOUND)
    assert "K. Koyama" in opinion(told, "mastermind(4,6)", ("depth", "total"), 5626).sentence


def test_sources_state_tables_and_formulas() -> None:
    """The first one that states a value is named first; without a proof it has a tree only."""
    formula = Formula("mastermind(pegs=2,colors=n,feedback=black)", 3, "(n-1)//3+4")
    book = Publication("book", "depth", {"mastermind(pegs=2,colors=4,feedback=black)": 6}, (formula,))
    tree = Publication(
        "tree", "depth", formulas=(Formula("mastermind(pegs=2,colors=n,feedback=black)", 2, "n"),), proof=False
    )
    told = Register([], [book, tree], {"book": "A book", "tree": "A tree"})
    game = "mastermind(pegs=2,colors={},feedback=black)".format
    assert [book.value_of(game(n)) for n in (2, 3, 4, 7, 10)] == [None, 4, 6, 6, 7]
    assert told.publishers(game(6), "depth", 5) == "A book"
    assert told.publishers(game(6), "depth", 6) == "A tree (a tree, no proof)"
    assert told.publishers(game(4), "depth", 6) == "A book" and told.publishers(game(4), "depth", 5) is None
    assert told.publishers(game(6), "total", 5) is None
    for other in ("mastermind(pegs=2,colors=6)", "mastermind(pegs=2,colors=6,feedback=black,turns=5)"):
        assert book.value_of(other) is tree.value_of(other) is None
    both = Register([], [book, replace(tree, proof=True)], told.sources)
    assert both.publishers(game(5), "depth", 5) == "A book; also by A tree"


def test_opinions_behind_what_is_not_proven() -> None:
    told = Register([from_json(gap(15), "record")])
    sentence = "unknown: the least total of mastermind(pegs=2,colors=3) is not proven"
    assert opinion(told, "mastermind-2x3", ("total", "depth"), 3).sentence == sentence


@pytest.mark.parametrize("typed", ["cost=1,2,20", 'cost="1,2,20"', "cost=1:2:20", " cost=1,2,20 "])
def test_a_cost_is_read_as_people_write_it(typed: str) -> None:
    assert canonical_objectives(typed) == ("cost=1:2:20",)
    assert canonical_objectives(f"depth, {typed}") == ("depth", "cost=1:2:20")


@pytest.mark.parametrize("typed", ["", "total,", "cost=1,2,20,", "cost=", "cost=a"])
def test_objectives_that_do_not_exist_are_refused(typed: str) -> None:
    refuses(canonical_objectives, typed, told="expected")


def levels(value: Any, bound: Any, histogram: list[int]) -> dict[str, Any]:
    """The JSON object of a record of ``lexicographic``."""
    certificate = None if value != bound else raw()["proven"]["certificate"] | {"objective": LEVELS, "bound": bound}
    status = "proven" if value == bound else "bounded"
    told = {"values": {LEVELS: value}, "bounds": {LEVELS: bound}, "certificate": certificate, "status": status}
    return raw(histogram=histogram, **told) | {
        "strategy": "optimal(lexicographic)",
        "name": "mastermind-2x3.optimal-lexicographic",
    }


LEVELS = "lexicographic"


def test_levels_stand_in_the_register_as_numbers_of_secrets() -> None:
    found = levels([4, 4], [4, 4], [1, 4, 4])
    record = from_json(found, "record")
    assert to_json(record) == found and record.status == "proven"
    assert str(record.values[LEVELS]) == "4:4" and record.certificate and str(record.certificate.bound) == "4:4"
    gap = from_json(levels([4, 4], [3, 4], [1, 4, 4]), "record")
    assert gap.status == "bounded" and told_status(gap.values, gap.bounds) == "lexicographic at least 3:4"
    proven = to_json(gap)["proven"]
    assert told_status(proven["values"], proven["bounds"]) == "lexicographic at least 3:4"
    # A tree of one level more is worse, whatever stands above.
    deeper = from_json(levels([1, 3, 4], [3, 4], [1, 4, 3, 1]), "record")
    assert merged(deeper, gap) == gap and [*contradictions(record, deeper)] == []
    better = from_json(levels([3, 4], [2, 4], [2, 4, 3]), "record")
    assert [*contradictions(record, better)] == [
        "lexicographic: a tree comes to 3:4, and a bound of 4:4 is said to be proven"
    ]


@pytest.mark.parametrize(
    ("value", "bound", "message"),
    [
        (8, 8, "values.lexicographic: expected numbers of secrets, the deepest level first, got 8"),
        ([4, 3], [4, 3], "values.lexicographic: expected 4:4 of the tree, got 4:3"),
        ([4, 4], [4, -4], "bounds.lexicographic: expected numbers of secrets, the deepest level first, got [4, -4]"),
        ([4, 4], [5, 0], "bounds.lexicographic: expected at most 4:4, got 5:0"),
        (
            [4, 4],
            [0, 4],
            "bounds.lexicographic: expected numbers of secrets that the levels of a tree can have, got 0:4",
        ),
        ([4, 4], [1] * 101, "bounds.lexicographic: expected numbers of secrets, the deepest level first, got ["),
    ],
)
def test_levels_that_are_wrong_are_refused_in_one_line(value: Any, bound: Any, message: str) -> None:
    with pytest.raises(StrategyFileError) as told:
        from_json(levels(value, bound, [1, 4, 4]), "record")
    assert f"record.proven.{message}" in str(told.value) and "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ((4, 4), "known: lexicographic 4:4 of mastermind(pegs=2,colors=3) is the least, which is proven"),
        ((4, 3), "impossible: every strategy for mastermind(pegs=2,colors=3) has a lexicographic of at least 4:4"),
        ((1, 0, 0), "worse: mastermind(pegs=2,colors=3) has lexicographic 4:4, the least, which is proven"),
    ],
)
def test_opinions_on_levels(value: tuple[int, ...], verdict: str) -> None:
    told = Register([from_json(levels([4, 4], [4, 4], [1, 4, 4]), "record")])
    assert opinion(told, "mastermind-2x3", (LEVELS,), value).sentence.startswith(verdict)
    with refused("expected numbers of secrets that the levels of a tree can have, got 4:99"):
        opinion(told, "mastermind-2x3", (LEVELS,), (4, 99))


def test_opinions_on_prices() -> None:
    """A price for each guess restricts no trees, though there is an equals sign in its strategy."""
    found = raw(histogram=[1, 5, 3], values={"cost=1:2:9": 38}, bounds={"cost=1:2:9": 38}, certificate=None)
    named = {"strategy": 'optimal(cost="1,2,9")', "name": "mastermind-2x3.optimal-cost-1-2-9"}
    told = Register([from_json(found | named, "record")])
    assert opinion(told, "mastermind-2x3", ("cost=1:2:9",), 38).verdict == "known"
    assert opinion(told, "mastermind-2x3", ("cost=1:2:9",), 37).verdict == "impossible"
    refuses(opinion, told, "mastermind-2x3", ("cost=1:2:9",), (3, 8), told="expected one number for cost=1:2:9, got 2")
    with refused("expected int, got list", StrategyFileError):
        from_json(found | named | {"proven": found["proven"] | {"bounds": {"cost=1:2:9": [38]}}}, "record")


def test_a_record_goes_through_json() -> None:
    for record in register().records:
        assert from_json(to_json(record), record.name) == record
