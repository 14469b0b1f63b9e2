"""Strategy files of version 3, of games in which answers may be one of several: exact figures, and hostile files."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgpack
import pytest
from plain_several_replay import random_games, table_a
from test_hostile_files import sealed

from strategist import compile_strategy, make_game, read_strategy, verify_strategy
from strategist.common.errors import StrategyFileError, TooLargeError
from strategist.files.exact_figures import MOST_DIGITS, written
from strategist.files.strategy import KIND, SEVERAL_KIND, StrategyData, decode, encode, write_strategy
from strategist.model.game import Game

Change = Callable[[dict[Any, Any], list[bytes]], object]


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


def forged(contents: bytes, change: Change, version: int = 3) -> bytes:
    """A file changed by somebody who knows how to compute its digest."""
    _, _, header, columns, _ = msgpack.unpackb(contents)
    change(header, columns)
    return sealed(KIND.magic[:-1] + bytes([version]) + msgpack.packb(header) + msgpack.packb(columns))


def claiming(name: str, value: object) -> Change:
    return lambda header, columns: header["claims"].__setitem__(name, value)


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
    with pytest.raises(StrategyFileError, match=r"claims\.lower_bound: expected 0 to "):
        decode(encode(above))


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
    with pytest.raises(StrategyFileError, match=rf"claims\.{name}: expected") as caught:
        decode(forged(contents, claiming(name, value)))
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 500


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
    with pytest.raises(StrategyFileError, match=told):
        decode(forged(encode(data), claiming(name, value)))


def test_missing_fields_are_named(data: StrategyData) -> None:
    for name in ("total", "lost", "can_lose", "histogram", "worst_count", "mass", "lower_bound"):
        with pytest.raises(StrategyFileError, match=rf"claims\.{name}: missing"):
            decode(forged(encode(data), lambda header, columns, name=name: header["claims"].pop(name)))


def test_the_number_of_secrets_is_that_of_the_claims(data: StrategyData) -> None:
    with pytest.raises(StrategyFileError, match=r"header\.secrets: expected those of the claims, got 5"):
        decode(forged(encode(data), lambda header, columns: header.__setitem__("secrets", 5)))


@pytest.mark.parametrize("version", [1, 2])
def test_another_version_is_refused(data: StrategyData, version: int) -> None:
    with pytest.raises(StrategyFileError, match=f"byte 12: expected format version 3, got {version}"):
        decode(forged(encode(data), lambda header, columns: None, version))


def test_ordinary_games_have_no_version_3() -> None:
    contents = encode(compile_strategy("mastermind(2,3)", "first", plain=True).data)
    assert contents.startswith(KIND.magic)
    told = "byte 12: expected format version 1, got 3: mastermind.* has one answer to each question"
    with pytest.raises(StrategyFileError, match=told):
        decode(forged(contents, lambda header, columns: None))


def test_a_table_that_was_changed_is_refused(data: StrategyData) -> None:
    def other_chances(header: dict[Any, Any], columns: list[bytes]) -> None:
        text = zlib.decompress(header["data"]).decode().replace("4/3", "4:2/3:1")
        header["data"] = zlib.compress(text.encode(), 9)

    with pytest.raises(StrategyFileError, match=r"header\.codes: the file was written for other codes, chances"):
        decode(forged(encode(data), other_chances))


def test_fingerprints_tell_games_apart(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text(",a,b,c\nq,x,x/y,?\nr,u:2/v:1,v,u\n")
    more = ("", ",unknown_as=known", ",cannot_tell=0.1", ",cannot_tell=0.2", ",turns=3", ",narrow=sure", ",digits=2")
    games = [make_game(f"table({file},goal=narrow,several=/,unknown=?{each})") for each in more]
    assert len({game.fingerprint() for game in games}) == len(games)


def test_a_fraction_that_is_too_long_is_not_written() -> None:
    with pytest.raises(TooLargeError, match=f"more than {MOST_DIGITS} digits"):
        written(Fraction(1, 3**20_000))


def test_altered_files_are_refused_in_one_line_or_read(tmp_path: Path) -> None:
    draws = random.Random(3)
    values: list[object] = [None, True, 0, 1, 2, 3, -1, 2**63, "1/2", "5/3", "x", [], [1], {}, b"", "\x1b[2J", 1.5]
    refused = read = 0
    for game in random_games(40, tmp_path):
        data = compile_strategy(game, "first").data
        contents = encode(data)
        for _ in range(10):

            def alter(header: dict[Any, Any], columns: list[bytes]) -> None:
                if draws.random() < 0.3:
                    at = draws.randrange(3)
                    column = bytearray(columns[at] or b"\x00")
                    column[draws.randrange(len(column))] = draws.randrange(256)
                    columns[at] = bytes(column)
                    return
                where = header["claims"] if draws.random() < 0.7 else header
                where[draws.choice(list(where))] = draws.choice(values)

            try:
                found = decode(forged(contents, alter))
            except StrategyFileError as error:
                refused += 1
                assert "\n" not in str(error) and "\x1b" not in str(error) and len(str(error)) < 1000
                continue
            read += 1
            if verify_strategy(found).verified:
                assert found.claims == data.claims or found.tree.guesses != data.tree.guesses
    assert refused > 100 and read > 5


def test_table_a_has_whole_figures(tmp_path: Path) -> None:
    claims = msgpack.unpackb(encode(compile_strategy(table_a(tmp_path), "entropy").data))[2]["claims"]
    assert claims["total"] == 13 and claims["histogram"] == [0, 2, 3]
