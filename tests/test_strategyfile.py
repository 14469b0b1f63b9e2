"""Files: round trips, and every way in which one can be wrong."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import msgpack
import pytest
from hypothesis import given, settings

from strategist import compile_strategy, make_game, make_strategy, read_strategy, write_strategy
from strategist.errors import OutputError, StrategyFileError
from strategist.strategyfile import MAGIC, StrategyData, decode, encode

Compile = Callable[[str, str], StrategyData]


def contents(strategy: str = "minimax", game: str = "mastermind(2,4)") -> bytes:
    made = make_game(game)
    return encode(compile_strategy(made, make_strategy(strategy, made)).data)


def forged(change: Callable[[dict[str, Any], list[bytes]], object]) -> bytes:
    """A file that was changed by somebody who knows how to make its digest right again."""
    _, _, header, columns, _ = msgpack.unpackb(contents())
    change(header, columns)
    body = MAGIC + msgpack.packb(header) + msgpack.packb(columns)
    return body + msgpack.packb(hashlib.sha256(body).digest())


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        ("mastermind(4,6)", "minimax"),
        ("mastermind(2,4,turns=2)", "first"),
        ("bulls-and-cows(3,6,leading_zero=false)", "random"),
        ("mastermind(3,7,alphabet=letters)", "entropy"),
        ("mastermind(12,2,feedback=black)", "first"),
        ("mastermind(10,2)", "first"),
        ("mastermind(3,4)", "optimal(total,depth)"),
    ],
)
def test_round_trip(compiled: Compile, tmp_path: Path, game: str, strategy: str) -> None:
    data = compiled(game, strategy)
    path = tmp_path / "tree.msgpack"
    assert write_strategy(path, data) == path.stat().st_size
    back = read_strategy(path)
    assert encode(back) == path.read_bytes() == encode(data)
    assert (back.game.spec, back.strategy, back.claims) == (data.game.spec, data.strategy, data.claims)
    assert (back.bound, back.objective, back.lower_bound) == (data.bound, data.objective, data.lower_bound)
    assert list(back.tree.guesses) == list(data.tree.guesses)
    assert list(back.tree.masks) == list(data.tree.masks)


def test_the_first_bytes_are_constant() -> None:
    assert contents().startswith(b"\x95\xaastrategist\x01")


def test_every_truncation_is_refused() -> None:
    whole = contents()
    for length in range(len(whole)):
        with pytest.raises(StrategyFileError):
            decode(whole[:length])


def test_every_changed_byte_is_refused() -> None:
    whole = contents()
    for at in range(len(whole)):
        with pytest.raises(StrategyFileError):
            decode(whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1 :])


@settings(max_examples=200)
@given(st.binary(max_size=200))
def test_whatever_follows_the_magic_is_refused(rest: bytes) -> None:
    for start in (b"", MAGIC):
        with pytest.raises(StrategyFileError):
            decode(start + rest)
        body = start + rest
        with pytest.raises(StrategyFileError):
            decode(body + msgpack.packb(hashlib.sha256(body).digest()))


def change_claim(name: str, value: object) -> Callable[[dict[str, Any], list[bytes]], object]:
    return lambda header, columns: header["claims"].__setitem__(name, value)


def change_header(name: str, value: object) -> Callable[[dict[str, Any], list[bytes]], object]:
    return lambda header, columns: header.__setitem__(name, value)


def change_column(index: int, change: Callable[[bytes], bytes]) -> Callable[[dict[str, Any], list[bytes]], object]:
    return lambda header, columns: columns.__setitem__(index, change(columns[index]))


FORGERIES = {
    "unknown game": (change_header("game", "chess"), "header.game"),
    "game of another form": (change_header("game", "mastermind-2x4"), "header.game"),
    "other rules": (change_header("rules", 99), "header.rules"),
    "other codes": (change_header("codes", bytes(32)), "header.codes"),
    "bool for int": (change_header("rules", True), "header.rules"),
    "text for int": (change_header("secrets", "16"), "header.secrets"),
    "missing strategy": (lambda header, columns: header.pop("strategy"), "header.strategy"),
    "bad start": (change_header("start", "99:1b"), "header.start"),
    "wrong total": (change_claim("total", 1), "claims"),
    "wrong depth": (change_claim("depth", 99), "claims"),
    "negative lost": (change_claim("lost", -1), "claims"),
    "histogram of text": (change_claim("histogram", ["1"]), "claims.histogram"),
    "unknown bound": (change_claim("bound", "perfect"), "claims.bound"),
    "more secrets": (change_header("secrets", 17), "header.secrets"),
    "guess out of range": (change_column(0, lambda column: b"\x70" + column[1:]), "columns.guesses"),
    "no slots": (change_column(0, lambda column: b""), "columns.guesses"),
    "one slot more": (change_column(0, lambda column: column + b"\x00"), "columns"),
    "long bitmap": (change_column(1, lambda column: column + b"\x00"), "columns.inner"),
    "padding bits": (change_column(1, lambda column: column[:-1] + bytes([column[-1] | 0x80])), "columns"),
    "mask out of range": (change_column(2, lambda column: b"\xff" + column[1:]), "columns.masks"),
    "empty mask": (change_column(2, lambda column: b"\x00" + column[1:]), "columns.masks"),
    "mask of a leaf": (change_column(2, lambda column: b"\x10" + column[1:]), "columns.masks"),
    "missing mask": (change_column(2, lambda column: column[:-1]), "columns.masks"),
    "giving up and going on": (change_column(0, lambda column: b"\xff" + column[1:]), "columns.inner"),
    "slots before their parents": (
        lambda header, columns: columns.__setitem__(1, bytes([0]) + columns[1][1:]),
        "columns",
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_file_is_refused_by_field(name: str) -> None:
    change, field = FORGERIES[name]
    with pytest.raises(StrategyFileError, match=field):
        decode(forged(change))


def test_an_unchanged_forgery_is_accepted() -> None:
    assert forged(lambda header, columns: None) == contents()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "byte 0"),
        (b"PK\x03\x04", "byte 0"),
        (MAGIC[:-1] + b"\x02" + bytes(80), "expected format version 1, got 2"),
    ],
)
def test_foreign_files_are_named(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(StrategyFileError, match=message) as caught:
        read_strategy(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(StrategyFileError, match="nowhere"):
        read_strategy(tmp_path / "nowhere")


def test_a_failed_write_leaves_the_old_file(compiled: Compile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tree.msgpack"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OutputError, match="No space left"):
        write_strategy(path, compiled("mastermind(2,4)", "minimax"))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
