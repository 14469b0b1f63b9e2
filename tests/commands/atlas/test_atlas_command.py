"""The command ``atlas``: lists, compares, and repeats records."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from said import run as said_by

import strategist
from strategist.checking import check
from strategist.commands.atlas import repeating
from strategist.commands.atlas.one_record import lines_of
from strategist.commands.atlas.repeating import make_record, repeat, shipped_records
from strategist.files.atlas.entry import Kept, Record
from strategist.files.atlas.entry_json import from_json, to_json
from strategist.files.atlas.register import register
from strategist.files.atlas.scope import ASKED_FOR
from strategist.search.state.options import Options

SMALL = "mastermind-4x4.optimal-total-depth"


def run(*words: str, status: int = 0) -> str:
    said = said_by("atlas", *words)
    assert said.status == status, said
    return said.out + said.err


def told(schema: str, *words: str, status: int = 0) -> Any:
    found = json.loads(run(*words, "--json", status=status))
    Draft202012Validator(strategist.json_schema(schema)).validate(found)
    return found


def test_all_records_are_listed() -> None:
    names, all_names = [each["name"] for each in told("atlas")], [each.name for each in register().records]
    assert names[: len(ASKED_FOR)] == [*ASKED_FOR] and sorted(names) == sorted(all_names)
    assert names[len(ASKED_FOR) :] == [name for name in all_names if name not in ASKED_FOR]
    assert told("atlas", "--game", "no such game") == []
    assert run("--game", "no such game") == "no record\n"


def test_records_are_filtered() -> None:
    found = told("atlas", "--pegs", "4", "--colors", "6", "--game", "mastermind", "--status", "proven")
    assert found and all(each["game"].startswith("mastermind(pegs=4,colors=6") for each in found)
    by_value = [each["name"] for each in told("atlas", "--is", "905")]
    assert SMALL in by_value and run("--is", "987654321") == (
        "no record has the value 987654321: it is new to this register\n"
    )
    assert run("--is", "905", "--pegs", "3") == "no record has the value 905\n"
    assert all(each["strategy"] == "optimal(depth)" for each in told("atlas", "--objective", "depth"))
    open_ones = told("atlas", "--status", "open", "--pegs", "3")
    assert not {each["name"] for each in open_ones} & {each.name for each in register().records}
    assert SMALL in run("--is", "905") and "Goddard" in run("--is", "905")


def test_a_value_is_compared() -> None:
    assert told("atlas_compare", "compare", "mastermind(4,4)", "905")["verdict"] == "known"
    assert told("atlas_compare", "compare", "mastermind(4,4)", "904", status=1)["verdict"] == "impossible"
    assert told("atlas_compare", "compare", "mastermind-4x4", "906")["verdict"] == "worse"
    assert told("atlas_compare", "compare", "mastermind(2,9)", "9")["record"] is None
    assert run("compare", "mastermind(4,4)", "905").startswith("known: total 905 of mastermind(pegs=4,colors=4)")


def test_a_record_is_repeated() -> None:
    found = told("atlas_verify", "verify", SMALL, "--jobs", "2")
    assert found["repeated"] and found["problems"] == [] and found["record"]["proven"]["certificate"]
    assert run("verify", SMALL, "--jobs", "1").endswith("tree and certificate are the same\n")


@pytest.fixture
def record() -> Record:
    return make_record("mastermind(3,3)", "optimal(total,depth)", Options(certificate=True))


def changed(record: Record, **others: Any) -> Record:
    return replace(record, **others)


def test_what_differs_is_said(record: Record) -> None:
    assert repeat(record, Options(certificate=True)).repeated
    other = repeat(changed(record, tree=Kept("0" * 64, 5)), Options())
    assert not other.repeated and other.problems[0].startswith("tree: expected {'sha256': '0000")
    lower = changed(record, values={"total": 72, "depth": 4}, bounds={"total": 72, "depth": 4})
    assert not repeat(lower, Options()).repeated
    higher = changed(record, values={"total": 74, "depth": 4}, bounds={"total": 74, "depth": 4})
    found = repeat(higher, Options())
    assert found.problems == ["total: a tree comes to 73, and a bound of 74 is said to be proven"]


@pytest.mark.parametrize("objective", ["lexicographic", 'cost="1,2,10"'])
def test_records_of_tariffs_are_made_and_repeated(objective: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_record("mastermind(3,3)", f"optimal({objective})", Options(certificate=True))
    levels = objective == "lexicographic"
    value = str(next(iter(made.values.values())))
    assert not levels or value == ":".join(map(str, made.claims.histogram[:0:-1]))
    assert from_json(to_json(made), "record") == made and made.certificate
    assert repeat(made, Options(certificate=True)).sentence == (
        f"repeated: {made.name}: {made.objectives[0]} {value}; tree and certificate are the same"
    )
    shown = register().with_record(made)
    monkeypatch.setattr("strategist.files.atlas.register.register", lambda: shown)
    assert made.name in [each["name"] for each in told("atlas", "--is", value)]
    listed = told("atlas", "--objective", objective)
    assert made.name in [each["name"] for each in listed]
    assert all(each["strategy"] == made.strategy for each in listed)
    assert f" {value} " in run("--objective", objective)
    words = ("compare", "mastermind(3,3)", value, "--objective", objective)
    assert told("atlas_compare", *words)["verdict"] == "known"


def test_a_record_with_a_gap_is_not_contradicted(record: Record) -> None:
    gap = changed(record, bounds={"total": 70, "depth": None}, certificate=None)
    assert repeat(gap, Options()).sentence.startswith(
        "proven now: mastermind-3x3.optimal-total-depth: total 73, depth 4"
    )


def test_a_search_that_was_stopped_repeats_nothing() -> None:
    known = register().find("mastermind-5x5.optimal-total-depth")
    found = repeat(known, Options(time_limit=0))
    assert not found.repeated and found.sentence.startswith("not repeated: ")


def test_a_certificate_that_does_not_hold_is_told(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "check_certificate", lambda certificate: type("Found", (), {"problems": ["no"]}))
    with pytest.raises(strategist.StrategistError, match="the certificate does not hold: no"):
        make_record("mastermind(3,3)", "optimal", Options(certificate=True))


def test_records_are_what_the_files_that_ship_say() -> None:
    known = {each.name: each for each in register().records}
    shipped = {each.name: each for each in shipped_records()}
    assert {each.name for each in known.values() if each.file} == set(shipped)
    for name, from_file in shipped.items():
        record = known[name]
        assert (record.values, record.bounds, record.claims.histogram, record.first, record.tree, record.file) == (
            from_file.values,
            from_file.bounds,
            from_file.claims.histogram,
            from_file.first,
            from_file.tree,
            name,
        )
        if from_file.certificate is not None and record.certificate is not None:
            assert record.certificate == from_file.certificate


@pytest.mark.parametrize("most", [16, pytest.param(27, marks=pytest.mark.slow)])
def test_tiny_records_are_what_all_trees_say(most: int) -> None:
    """The plain search tries all trees, and shares neither kernels nor bounds with the other one."""
    tiny = [each for each in register().records if each.claims.secrets <= most]
    assert len(tiny) >= 10
    for record in tiny:
        data = strategist.compile_strategy(record.game, record.strategy, plain=True).data
        assert repeating.values_of(data) == record.values, record.name


def test_a_record_is_shown_in_full() -> None:
    shown = run("show", SMALL).splitlines()
    rows = [line.split(maxsplit=1) for line in shown[1:]]
    record = register().find(SMALL)
    assert record.certificate is not None
    assert shown[0].startswith(f"{SMALL}: {record.game}")
    assert ["value", "total 905, the least"] in rows and ["value", "depth 4, the least behind that"] in rows
    by_head = dict(rows)
    assert record.certificate.file.sha256 in by_head["certificate"] and record.tree.sha256 in by_head["file"]
    assert "total on the certificate; the bound of depth on the search" in by_head["rests"]
    assert by_head["check"] == f"strategist atlas verify {SMALL}" and SMALL in by_head["cite"]
    assert told("atlas_show", "show", SMALL)["name"] == SMALL
    gaps = (each for each in register().records if each.status != "proven" and each.lists)
    gap = next(each for each in gaps if len(each.objectives) == 1)
    text = run("show", gap.name)
    assert "the best known; at least" in text and "--lists FOLDER" in text and "SHA-256" in text


def test_every_record_can_be_shown() -> None:
    known = register()
    for each in known.records:
        assert [*lines_of(known, each)][-1].startswith("cite")


@pytest.mark.parametrize("options", [["--json"], ["--is", "abc"], ["--pegs", "4"]])
def test_options_of_the_list_are_not_those_of_another_command(options: list[str]) -> None:
    assert "make no sense before show" in run(*options, "show", SMALL, status=2)
