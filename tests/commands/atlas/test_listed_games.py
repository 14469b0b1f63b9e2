"""The command ``atlas`` and games of words, of which it finds the lists in a folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from said import Said
from said import run as said_by

from strategist import compile_strategy
from strategist.commands.atlas.repeating import make_record, repeat, values_of
from strategist.common.errors import SpecError
from strategist.files.atlas import register as registers
from strategist.files.atlas.entry import Record
from strategist.files.atlas.entry_json import from_json, to_json
from strategist.files.atlas.listed_words import make_from_lists
from strategist.files.atlas.register import Register, write_register
from strategist.search.state.options import Options

ANSWERS = ["bada", "baga", "bala", "dada", "daga", "gada", "gala", "lada", "laga", "zala"]
OTHERS = ["bozo", "dogu", "lizu"]
GAME = "words(answers=mine.txt,guesses=more.txt)"
NAME = "words-answers-mine-txt-guesses-more-txt.optimal-total"
LOST = "words-answers-mine-txt-guesses-more-txt-turns-2.optimal-lost-total"


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lists")
    (folder / "mine.txt").write_text("\n".join(ANSWERS))
    (folder / "more.txt").write_text("\n".join(OTHERS))
    return folder


@pytest.fixture(scope="module")
def records(lists: Path) -> list[Record]:
    searched = [
        (GAME, "optimal(total)"),
        (GAME, "optimal(total,first=bozo)"),
        (GAME.replace(")", ",turns=2)"), "optimal(lost,total)"),
    ]
    return [make_record(game, strategy, Options(certificate=True), lists) for game, strategy in searched]


@pytest.fixture
def elsewhere(records: list[Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without lists, and a register with the records."""
    told = Register([])
    for record in records:
        told = told.with_record(record)
    write_register(tmp_path / "atlas.json", told)
    monkeypatch.setattr(registers, "shipped_file", lambda name: tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Said:
    return said_by("atlas", *words)


def test_records_are_what_all_trees_say(lists: Path, records: list[Record]) -> None:
    """The plain search tries all trees; the lists are those of the folder, wherever the program runs."""
    for record in records:
        assert record.status == "proven" and record.certificate is not None
        plain = compile_strategy(make_from_lists(record.game, lists), record.strategy, plain=True).data
        assert values_of(plain) == record.values and plain.claims.lost == record.claims.lost
        assert from_json(to_json(record), "record") == record
    whole, first, lost = records
    assert (whole.name, lost.name) == (NAME, LOST) and first.first == "bozo"
    assert whole.values["total"] < first.values["total"] and lost.claims.lost > 0
    assert [(name, each.entries) for name, each in whole.lists.items()] == [("mine.txt", 10), ("more.txt", 3)]


def test_records_are_listed_and_compared_without_the_lists(elsewhere: Path, records: list[Record]) -> None:
    found = json.loads(run("--game", "words", "--json").out)
    assert {each["name"] for each in found} == {each.name for each in records}
    assert all(each["lists"]["mine.txt"]["entries"] == 10 for each in found)
    assert LOST in run("--objective", "lost,total").out
    total = records[0].values["total"]
    assert run("compare", "words(mine.txt,more.txt)", str(total)).out.startswith("known: total")
    impossible = run("compare", "words(mine.txt,more.txt)", str(total - 1))
    assert impossible.status == 1 and impossible.out.startswith("impossible: ")
    lost = str(records[2].values["lost"])
    assert run("compare", "words(mine.txt,more.txt,turns=2)", lost, "--objective", "lost").out.startswith("known")


@pytest.mark.parametrize("name", [NAME, LOST])
def test_a_record_is_repeated_with_its_lists(name: str, elsewhere: Path, lists: Path) -> None:
    found = run("verify", name, "--lists", str(lists), "--jobs", "1")
    assert found.status == 0 and found.out.endswith("tree and certificate are the same\n")


def test_other_lists_are_refused_in_one_line(elsewhere: Path, lists: Path, records: list[Record]) -> None:
    missing = run("verify", NAME)
    assert missing.status == 2
    assert "expected the file mine.txt, SHA-256 " in missing.err and "got none" in missing.err
    (elsewhere / "mine.txt").write_bytes((lists / "mine.txt").read_bytes())
    (elsewhere / "more.txt").write_text("\n".join([*OTHERS, "zuzu"]))
    other = run("verify", NAME)
    assert other.status == 2 and "more.txt: expected the file more.txt" in other.err
    assert missing.err.count("\n") == other.err.count("\n") == 1
    with pytest.raises(SpecError, match="expected the file more"):
        repeat(records[0], Options())


def test_what_is_open_is_listed_with_the_games_of_words() -> None:
    found = json.loads(run("--status", "open", "--json", "--game", "words").out)
    known = {each["name"] for each in json.loads(run("--json", "--game", "words").out)}
    assert not known & {each["name"] for each in found}
    assert len(known) + len(found) >= 22
