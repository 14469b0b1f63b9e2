"""Strategy files of version 3, of games in which answers may be one of several: exact figures, and hostile files."""

from __future__ import annotations

import random
import zlib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgpack
import pytest
from plain_several_replay import random_games, table_a
from refusals import altered, claiming, forged, one_line, refused, refuses, unchanged

from strategist import compile_strategy, make_game, read_strategy, verify_strategy
from strategist.common.errors import StrategyFileError, TooLargeError
from strategist.files.exact_figures import MOST_DIGITS, written
from strategist.files.strategy import KIND, SEVERAL_KIND, StrategyData, decode, encode, write_strategy
from strategist.model.game import Game


def uneven(folder: Path) -> Game:
    """A table with chances, costs, and a figure that is no whole number."""
    file = folder / "pets.csv"
    file.write_text(",cat,dog,hen,fish,cost\nfur,yes,yes,no,no,1\nlegs,4,4/3,2,?,2\nbarks,no,yes/no,no,no,3\n")
    with file.open("a") as stream:
        stream.write("odds,1,2,3,4,\n")
    return make_game(f"table({file},goal=narrow,several=/,unknown=?,chance=odds,cost=cost)")


@pytest.fixture
def data(tmp_path: Path) -> StrategyData:
    return compile_strategy(uneven(tmp_path), "entropy").data


def test_a_file_is_read_as_it_was_written(data: StrategyData, tmp_path: Path) -> None:
    path = tmp_path / "pets.msgpack"
    write_strategy(path, data)
    contents = path.read_bytes()
    assert contents.startswith(SEVERAL_KIND.magic) and data.version == 3
    again = read_strategy(path)
    assert encode(again) == contents
    assert again.claims == data.claims
    assert again.game.fingerprint() == data.game.fingerprint()
    assert verify_strategy(path).verified


def test_figures_are_texts_only_where_they_are_no_whole_numbers(data: StrategyData) -> None:
    claims = msgpack.unpackb(encode(data))[2]["claims"]
    assert isinstance(data.claims.total, Fraction)
    assert claims["total"] == str(data.claims.total)
    assert claims["lost"] == 0 and claims["can_lose"] == 0 and claims["mass"] == 10
    assert [type(each) for each in claims["histogram"]] == [
        int if isinstance(each, int) else str for each in data.claims.histogram
    ]


def test_lower_bounds_are_exact(data: StrategyData) -> None:
    total = data.claims.total
    proven = replace(data, bound="optimal", objective="total", lower_bound=total)
    assert decode(encode(proven)).lower_bound == total
    below = replace(data, objective="total", lower_bound=Fraction(1, 3))
    assert decode(encode(below)).gap == total - Fraction(1, 3)
    later = replace(data, objective="depth,expected", lower_bound=3, open_bound=("expected", Fraction(7, 3)))
    assert decode(encode(later)).open_bound == ("expected", Fraction(7, 3))
    above = replace(data, objective="total", lower_bound=total + Fraction(1, 3))
    refuses(decode, encode(above), told=r"claims\.lower_bound: expected 0 to ", error=StrategyFileError)


@pytest.mark.parametrize(
    "value",
    ["13", "0", "26/2", "4/2", "13/1", "-13/5", "+13/5", "13/5 ", " 13/5", "13/0", "0/5", "013/5", "1.5", "1e3", "",
     "13/5/1", "\u0661/5", "9" * 10_000, "1/" + "9" * 10_000, "1" * 5_000 + "/7",
     1.5, None, True, -1, b"13/5", [13], {}],
)  # fmt: skip
@pytest.mark.parametrize("name", ["total", "lost", "mass", "expected", "lower_bound"])
def test_numbers_in_any_other_form_are_refused(data: StrategyData, name: str, value: object) -> None:
    contents = encode(replace(data, objective="total", lower_bound=1))
    if name == "lower_bound" and value is None:
        assert decode(forged(contents, claiming(name, value))).lower_bound is None
        return
    with refused(rf"claims\.{name}: expected", StrategyFileError, longest=500):
        decode(forged(contents, claiming(name, value)))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("total", "27/2", "total and depth do not follow from the histogram"),
        ("depth", 4, "total and depth do not follow from the histogram"),
        ("worst_count", 5, r"claims\.worst_count: expected \d to 4 beside the other claims, got 5"),
        ("worst_count", 0, r"claims\.worst_count: expected \d to 4 beside the other claims, got 0"),
        ("worst_count", "2", r"claims\.worst_count: expected int"),
        ("can_lose", 1, r"claims\.can_lose: expected 0 to 0 beside the other claims, got 1"),
        ("can_lose", "1", r"claims\.can_lose: expected int"),
        ("histogram", [4, 0], "total and depth do not follow from the histogram"),
        ("histogram", [["4"]], r"claims\.histogram: expected a number"),
        ("histogram", "4", r"claims\.histogram: expected list"),
        ("mass", "81/2", r"claims\.mass: expected \d+ to \d+ beside the other claims"),
    ],
)
def test_claims_that_cannot_be_are_refused(data: StrategyData, name: str, value: object, told: str) -> None:
    refuses(decode, forged(encode(data), claiming(name, value)), told=told, error=StrategyFileError)


def test_missing_fields_are_named(data: StrategyData) -> None:
    for name in ("total", "lost", "can_lose", "histogram", "worst_count", "mass", "lower_bound"):
        with refused(rf"claims\.{name}: missing", StrategyFileError):
            decode(forged(encode(data), lambda header, columns, name=name: header["claims"].pop(name)))


def test_the_number_of_secrets_is_that_of_the_claims(data: StrategyData) -> None:
    with refused(r"header\.secrets: expected those of the claims, got 5", StrategyFileError):
        decode(forged(encode(data), lambda header, columns: header.__setitem__("secrets", 5)))


@pytest.mark.parametrize("version", [1, 2])
def test_another_version_is_refused(data: StrategyData, version: int) -> None:
    with refused(f"byte 12: expected format version 3, got {version}", StrategyFileError):
        decode(forged(encode(data), unchanged, version))


def test_ordinary_games_have_no_version_3() -> None:
    contents = encode(compile_strategy("mastermind(2,3)", "first", plain=True).data)
    assert contents.startswith(KIND.magic)
    told = "byte 12: expected format version 1, got 3: mastermind.* has one answer to each question"
    refuses(decode, forged(contents, unchanged, 3), told=told, error=StrategyFileError)


def test_a_table_that_was_changed_is_refused(data: StrategyData) -> None:
    def other_chances(header: dict[Any, Any], columns: list[bytes]) -> None:
        text = zlib.decompress(header["data"]).decode().replace("4/3", "4:2/3:1")
        header["data"] = zlib.compress(text.encode(), 9)

    with refused(r"header\.codes: the file was written for other codes, chances", StrategyFileError):
        decode(forged(encode(data), other_chances))


def test_fingerprints_tell_games_apart(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text(",a,b,c\nq,x,x/y,?\nr,u:2/v:1,v,u\n")
    more = ("", ",unknown_as=known", ",cannot_tell=0.1", ",cannot_tell=0.2", ",turns=3", ",narrow=sure", ",digits=2")
    games = [make_game(f"table({file},goal=narrow,several=/,unknown=?{each})") for each in more]
    assert len({game.fingerprint() for game in games}) == len(games)


def test_a_fraction_that_is_too_long_is_not_written() -> None:
    refuses(written, Fraction(1, 3**20_000), told=f"more than {MOST_DIGITS} digits", error=TooLargeError)


def test_altered_files_are_refused_in_one_line_or_read(tmp_path: Path) -> None:
    draws = random.Random(3)
    refused = read = 0
    for game in random_games(40, tmp_path):
        data = compile_strategy(game, "first").data
        contents = encode(data)
        for _ in range(10):
            try:
                found = decode(forged(contents, altered(draws, 0.3)))
            except StrategyFileError as error:
                refused += 1
                one_line(error)
                continue
            read += 1
            if verify_strategy(found).verified:
                assert found.claims == data.claims or found.tree.guesses != data.tree.guesses
    assert refused > 100 and read > 5


def test_table_a_has_whole_figures(tmp_path: Path) -> None:
    claims = msgpack.unpackb(encode(compile_strategy(table_a(tmp_path), "entropy").data))[2]["claims"]
    assert claims["total"] == 13 and claims["histogram"] == [0, 2, 3]
