"""Damaged, forged and foreign files: they raise an error of ours, at once, whatever they hold."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import msgpack
import pytest
from hypothesis import given, settings
from patience import little_work
from selection import examples

from strategist import compile_strategy, make_game, make_strategy, read_strategy
from strategist.common.errors import StrategyFileError
from strategist.files.strategy import KIND, StrategyData, decode, encode

MAGIC = KIND.magic

Change = Callable[[dict[Any, Any], list[bytes]], object]


def contents(strategy: str = "minimax", game: str = "mastermind(2,4)") -> bytes:
    made = make_game(game)
    return encode(compile_strategy(made, make_strategy(strategy, made)).data)


def sealed(body: bytes) -> bytes:
    """A body with its digest."""
    whole: bytes = body + msgpack.packb(hashlib.sha256(body).digest())
    return whole


def forged(change: Change) -> bytes:
    """A file changed by somebody who knows how to compute its digest."""
    _, _, header, columns, _ = msgpack.unpackb(contents())
    change(header, columns)
    return sealed(MAGIC + msgpack.packb(header) + msgpack.packb(columns))


# Damage


def test_every_truncation_is_refused() -> None:
    whole = contents()
    for length in range(len(whole)):
        with pytest.raises(StrategyFileError):
            decode(whole[:length])


def test_every_changed_byte_is_refused() -> None:
    whole = contents("first", "mastermind(1,2)")
    for at, byte in enumerate(whole):
        for other in range(256):
            if other != byte:
                with pytest.raises(StrategyFileError):
                    decode(whole[:at] + bytes([other]) + whole[at + 1 :])


@pytest.mark.parametrize("more", [b"\x00", b"\xc0", b"more", bytes(1000)])
def test_trailing_bytes_are_refused(more: bytes) -> None:
    whole = contents()
    with pytest.raises(StrategyFileError):
        decode(whole + more)
    with pytest.raises(StrategyFileError):
        decode(sealed(whole + more))
    with pytest.raises(StrategyFileError):
        decode(sealed(whole[:-34] + more))


def refused_or_whole(data: bytes) -> None:
    """Either an error of ours, or contents that can be written again: nothing in between, and nothing slow."""
    with little_work(seconds=5):
        try:
            back = decode(data)
        except StrategyFileError as error:
            assert str(error)
            assert "\n" not in str(error)
        else:
            assert decode(encode(back)).claims == back.claims


def test_any_bit_may_be_wrong_under_a_right_digest() -> None:
    body = contents()[:-34]
    for at in range(len(MAGIC), len(body)):
        for bit in range(8):
            refused_or_whole(sealed(body[:at] + bytes([body[at] ^ 1 << bit]) + body[at + 1 :]))


@settings(max_examples=examples(200))
@given(st.randoms(use_true_random=False))
def test_any_bytes_may_be_wrong_under_a_right_digest(draws: random.Random) -> None:
    body = bytearray(contents()[:-34])
    for _ in range(draws.randrange(1, 6)):
        at = draws.randrange(len(MAGIC), len(body))
        body[at : at + draws.randrange(3)] = draws.randbytes(draws.randrange(3))
    refused_or_whole(sealed(bytes(body)))


@settings(max_examples=examples(200))
@given(st.binary(max_size=200))
def test_whatever_follows_the_magic_is_refused(rest: bytes) -> None:
    for start in (b"", MAGIC):
        with pytest.raises(StrategyFileError):
            decode(start + rest)
        with pytest.raises(StrategyFileError):
            decode(sealed(start + rest))


# Forgeries


def change_claim(name: str, value: object) -> Change:
    return lambda header, columns: header["claims"].__setitem__(name, value)


def change_header(name: str | int, value: object) -> Change:
    return lambda header, columns: header.__setitem__(name, value)


def change_column(index: int, change: Callable[[bytes], object]) -> Change:
    return lambda header, columns: columns.__setitem__(index, change(columns[index]))  # type: ignore[call-overload]


FORGERIES: dict[str, tuple[Change, str]] = {
    "unknown game": (change_header("game", "chess"), "header.game"),
    "no game": (change_header("game", ""), "header.game"),
    "game of another form": (change_header("game", "mastermind-2x4"), "header.game"),
    "other size": (change_header("game", "mastermind(pegs=2,colors=5)"), "header.codes"),
    "impossible size": (change_header("game", "mastermind(pegs=0,colors=5)"), "header.game"),
    "game beyond memory": (change_header("game", "mastermind(pegs=20,colors=200)"), "header.game"),
    # Its codes fill 12 GB, so the check of their digest must be refused, too.
    "game beyond the file": (change_header("game", "mastermind(pegs=7,colors=21)"), r"too many for \d+ bytes"),
    "other rules": (change_header("rules", 99), "header.rules"),
    "other codes": (change_header("codes", bytes(32)), "header.codes"),
    "short digest of codes": (change_header("codes", b""), "header.codes"),
    "bool for int": (change_header("rules", True), "header.rules: expected int, got bool"),
    "data that the game does not take": (change_header("data", b"more"), "header.data"),
    "bad start": (change_header("start", "99:1b"), "header.start"),
    "start of another form": (change_header("start", "12:1,1"), "header.start"),
    "wrong total": (change_claim("total", 1), "claims: total, depth and worst_count"),
    "wrong depth": (change_claim("depth", 99), "claims"),
    "wrong worst count": (change_claim("worst_count", 99), "claims"),
    "negative lost": (change_claim("lost", -1), "claims.histogram and claims.lost"),
    "lost secrets too many": (change_claim("lost", 1), "header.secrets: expected 17"),
    "histogram of text": (change_claim("histogram", ["1"]), "claims.histogram"),
    "histogram of bools": (change_claim("histogram", [True]), "claims.histogram"),
    "negative histogram": (change_claim("histogram", [17, -1]), "claims.histogram"),
    "empty histogram": (change_claim("histogram", []), "claims"),
    "huge counts": (change_claim("histogram", [2**64 - 1] * 9), "claims"),
    "unknown bound": (change_claim("bound", "perfect"), "claims.bound"),
    "open without an objective": (change_claim("open", ["depth", 1]), "claims.open"),
    "open to nothing": (change_claim("open", None), "claims.open"),
    "open by a word": (change_claim("open", ["depth", "one"]), "claims.open"),
    "open by a truth": (change_claim("open", ["depth", True]), "claims.open"),
    "stopped in words": (change_claim("stopped", "no"), "claims.stopped"),
    "not stopped": (change_claim("stopped", False), "claims.stopped"),
    "stopped by a number": (change_claim("stopped", 1), "claims.stopped"),
    "more secrets": (change_header("secrets", 17), "header.secrets"),
    "fewer secrets": (change_header("secrets", 0), "header.secrets"),
    "guess out of range": (change_column(0, lambda column: b"\x10" + column[1:]), "columns.guesses: slot 0"),
    "no slots": (change_column(0, lambda column: b""), "columns.guesses"),
    "one slot more": (change_column(0, lambda column: column + b"\x00"), "columns"),
    "one slot less": (change_column(0, lambda column: column[:-1]), "columns"),
    "long bitmap": (change_column(1, lambda column: column + b"\x00"), "columns.inner"),
    "no bitmap": (change_column(1, lambda column: b""), "columns.inner"),
    "padding bits": (change_column(1, lambda column: column[:-1] + bytes([column[-1] | 0x80])), "columns"),
    "mask out of range": (change_column(2, lambda column: b"\xff" + column[1:]), "columns.masks: mask 0"),
    "empty mask": (change_column(2, lambda column: b"\x00" + column[1:]), "columns.masks: mask 0"),
    "mask of a leaf": (change_column(2, lambda column: b"\x10" + column[1:]), "columns.masks: mask 0"),
    "missing mask": (change_column(2, lambda column: column[:-1]), "columns.masks"),
    "one mask more": (change_column(2, lambda column: column + b"\x11"), "columns.masks"),
    "branch more": (change_column(2, lambda column: bytes([column[0] ^ 0x10]) + column[1:-1] + b"\x1f"), "columns"),
    "giving up and going on": (change_column(0, lambda column: b"\xff" + column[1:]), "slot 0 gives up and goes on"),
    "slots before their parents": (
        lambda header, columns: columns.__setitem__(slice(None), [bytes(16), b"\x00\x80", b"\x1f"]),
        "columns.inner: slot 15 stands before its parent",
    ),
    "text for a column": (change_column(1, lambda column: "text"), "columns"),
    "columns missing": (lambda header, columns: columns.pop(), "columns: expected an array of 3 byte strings"),
    "a column more": (lambda header, columns: columns.append(b""), "columns"),
    "bytes for a name": (lambda header, columns: header.__setitem__(b"game", header.pop("game")), "header.game"),
    "numbers for names": (change_header(1, 1), "not valid msgpack"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_file_is_refused_by_field(name: str) -> None:
    change, message = FORGERIES[name]
    with little_work(seconds=1), pytest.raises(StrategyFileError, match=message):
        decode(forged(change))


def test_an_unchanged_forgery_is_accepted() -> None:
    assert forged(lambda header, columns: None) == contents()


HEADER_TYPES = {
    "game": str,
    "rules": int,
    "codes": bytes,
    "strategy": str,
    "start": str,
    "secrets": int,
    "claims": dict,
    "generator": str,
}
CLAIM_TYPES = {"total": int, "depth": int, "worst_count": int, "lost": int, "histogram": list, "bound": str}
VALUES: list[object] = [None, True, 0, -1, 2**63, 1.5, "", "text", b"", [], [0], {}]


@pytest.mark.parametrize("name", HEADER_TYPES)
def test_every_field_of_the_header_is_needed_and_has_a_type(name: str) -> None:
    with pytest.raises(StrategyFileError, match=f"header.{name}: missing"):
        decode(forged(lambda header, columns: header.pop(name)))
    for value in VALUES:
        if type(value) is not HEADER_TYPES[name]:
            with pytest.raises(StrategyFileError, match=f"header.{name}: expected {HEADER_TYPES[name].__name__}, got"):
                decode(forged(change_header(name, value)))


@pytest.mark.parametrize("name", CLAIM_TYPES)
def test_every_claim_is_needed_and_has_a_type(name: str) -> None:
    with pytest.raises(StrategyFileError, match=f"claims.{name}: missing"):
        decode(forged(lambda header, columns: header["claims"].pop(name)))
    for value in VALUES:
        if type(value) is not CLAIM_TYPES[name]:
            with pytest.raises(StrategyFileError, match=f"claims.{name}: expected {CLAIM_TYPES[name].__name__}, got"):
                decode(forged(change_claim(name, value)))


@pytest.mark.parametrize(("name", "kind"), [("objective", str), ("lower_bound", int)])
def test_claims_that_may_be_nil_are_needed_all_the_same(name: str, kind: type) -> None:
    with pytest.raises(StrategyFileError, match=f"claims.{name}: missing"):
        decode(forged(lambda header, columns: header["claims"].pop(name)))
    for value in VALUES:
        if value is not None and type(value) is not kind:
            with pytest.raises(StrategyFileError, match=f"claims.{name}: expected {kind.__name__} or NoneType, got"):
                decode(forged(change_claim(name, value)))


HEADER, COLUMNS = msgpack.packb({}), msgpack.packb([b"", b"", b""])


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (MAGIC, "not valid msgpack"),
        (MAGIC + msgpack.packb([]) + COLUMNS, "header: expected a map, got list"),
        (MAGIC + HEADER + msgpack.packb({}), "columns: expected an array of 3 byte strings"),
        (MAGIC + HEADER + COLUMNS, "header.game: missing"),
        (MAGIC + HEADER + COLUMNS + COLUMNS, "not valid msgpack"),
        (MAGIC + b"\x81\xa4game\xa2\xff\xfe" + COLUMNS, "not valid msgpack: 'utf-8' codec"),
        (MAGIC + b"\xc1" + COLUMNS, "not valid msgpack"),
        # Lengths of four billion, with no data.
        (MAGIC + b"\xdf\xff\xff\xff\xff", "not valid msgpack"),
        (MAGIC + HEADER + b"\xdd\xff\xff\xff\xff", "not valid msgpack"),
        (MAGIC + HEADER + b"\x93\xc6\xff\xff\xff\xff", "not valid msgpack"),
        (MAGIC + b"\x91" * 5000, "not valid msgpack"),
    ],
)
def test_what_is_no_header_and_columns_is_refused(body: bytes, message: str) -> None:
    with little_work(seconds=1), pytest.raises(StrategyFileError, match=message):
        decode(sealed(body))


def test_a_huge_histogram_is_read_no_slower_than_it_is_long() -> None:
    with little_work(seconds=5), pytest.raises(StrategyFileError, match="claims"):
        decode(forged(change_claim("histogram", [0] * 10**6)))


# Foreign files


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "byte 0"),
        (b"PK\x03\x04", "byte 0"),
        (MAGIC[:-1], "byte 0"),
        (MAGIC[:-1] + b"\x05" + bytes(80), "byte 12: expected format version 1 to 4, got 5"),
        (MAGIC, "byte 0: digest does not match: the file is truncated or altered"),
    ],
)
def test_foreign_files_are_named(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(StrategyFileError, match=message) as caught:
        read_strategy(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(StrategyFileError, match=r"nowhere: cannot read: No such file"):
        read_strategy(tmp_path / "nowhere")
    with pytest.raises(StrategyFileError, match="cannot read: Is a directory"):
        read_strategy(tmp_path)


# Claims that contradict each other


@pytest.mark.parametrize(
    ("claims", "message"),
    [
        ({"bound": "optimal"}, "claims.lower_bound: expected one beside bound optimal, got nil"),
        ({"bound": "optimal", "lower_bound": 5801}, "claims.objective: expected one beside a lower bound, got nil"),
        (
            {"lower_bound": -1, "objective": "total"},
            "claims.lower_bound: expected 0 to 5801 beside bound upper",
        ),
        ({"lower_bound": 5802, "objective": "total"}, "claims.lower_bound: expected 0 to 5801"),
        ({"lower_bound": 6, "objective": "depth,total"}, "claims.lower_bound: expected 0 to 5"),
        (
            {"bound": "optimal", "lower_bound": 5800, "objective": "total under first=1122"},
            "claims.lower_bound: expected 5801 beside bound optimal, got 5800",
        ),
        (
            {"bound": "optimal", "lower_bound": 5801, "objective": "total", "stopped": True},
            "claims.stopped: expected no such field beside bound optimal, got true",
        ),
        (
            {"bound": "optimal", "lower_bound": 5801, "objective": "total", "open_bound": ("depth", 4)},
            "claims.open: expected no such field beside bound optimal, got one",
        ),
        (
            {"lower_bound": 5801, "objective": "total", "open_bound": ("depth", 4)},
            "claims.open: expected a later objective and its lower bound, got",
        ),
        ({"lower_bound": 5801, "objective": "total,depth", "open_bound": ("depth", 6)}, "claims.open: expected 0 to 5"),
    ],
)
def test_contradictory_claims_are_refused(
    compiled: Callable[[str, str], StrategyData], claims: dict[str, Any], message: str
) -> None:
    data = compiled("mastermind(4,6)", "minimax")
    with pytest.raises(StrategyFileError, match=message):
        decode(encode(replace(data, **claims)))


@pytest.mark.parametrize("field", ["strategy", "generator"])
def test_texts_hold_no_commands_for_a_terminal(compiled: Callable[[str, str], StrategyData], field: str) -> None:
    data: Any = replace(compiled("mastermind(4,6)", "minimax"), **{field: "\x1b[2Jminimax"})
    with pytest.raises(StrategyFileError, match=f"header.{field}: expected printable text"):
        decode(encode(data))
