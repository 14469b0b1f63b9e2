"""Damaged, forged and foreign files: they raise an error of ours, at once, whatever they hold."""

from __future__ import annotations

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
from refusals import Change, claiming, flipped, forged, refused, refuses, sealed, unchanged, with_header
from selection import examples
from test_certificate import contents as certificate
from test_mixture_files import mixture

from strategist import compile_strategy, make_game, make_strategy, read_strategy
from strategist.common.errors import StrategyFileError
from strategist.files.certificate_file import decode as decode_certificate
from strategist.files.mixtures.mixture import decode as decode_mixture
from strategist.files.mixtures.mixture import encode as encode_mixture
from strategist.files.strategy import KIND, StrategyData, decode, encode

MAGIC = KIND.magic


def contents(strategy: str = "minimax", game: str = "mastermind(2,4)") -> bytes:
    made = make_game(game)
    return encode(compile_strategy(made, make_strategy(strategy, made)).data)


# Damage


WHOLE: dict[str, tuple[Callable[[bytes], object], Callable[[], bytes]]] = {
    "strategy": (decode, contents),
    "line of a solitaire": (decode, lambda: encode(compile_strategy("pegswap(1,2)", "optimal").data)),
    "certificate": (decode_certificate, certificate),
    "mixture": (decode_mixture, lambda: encode_mixture(mixture())),
}


@pytest.mark.every
@pytest.mark.parametrize("name", WHOLE)
def test_every_cut_and_every_flipped_byte_is_refused(name: str) -> None:
    decoded, whole = WHOLE[name][0], WHOLE[name][1]()
    for at in range(len(whole)):
        for damaged in (whole[:at], flipped(whole, at, 0x41)):
            with pytest.raises(StrategyFileError):
                decoded(damaged)


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
            refused_or_whole(sealed(flipped(body, at, 1 << bit)))


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


def change_column(index: int, change: Callable[[bytes], object]) -> Change:
    return lambda header, columns: columns.__setitem__(index, change(columns[index]))  # type: ignore[call-overload]


FORGERIES: dict[str, tuple[Change, str]] = {
    "unknown game": (with_header("game", "chess"), "header.game"),
    "no game": (with_header("game", ""), "header.game"),
    "game of another form": (with_header("game", "mastermind-2x4"), "header.game"),
    "other size": (with_header("game", "mastermind(pegs=2,colors=5)"), "header.codes"),
    "impossible size": (with_header("game", "mastermind(pegs=0,colors=5)"), "header.game"),
    "game beyond memory": (with_header("game", "mastermind(pegs=20,colors=200)"), "header.game"),
    # Its codes fill 12 GB, so the check of their digest must be refused, too.
    "game beyond the file": (with_header("game", "mastermind(pegs=7,colors=21)"), r"too many for \d+ bytes"),
    "other rules": (with_header("rules", 99), "header.rules"),
    "other codes": (with_header("codes", bytes(32)), "header.codes"),
    "short digest of codes": (with_header("codes", b""), "header.codes"),
    "bool for int": (with_header("rules", True), "header.rules: expected int, got bool"),
    "data that the game does not take": (with_header("data", b"more"), "header.data"),
    "bad start": (with_header("start", "99:1b"), "header.start"),
    "start of another form": (with_header("start", "12:1,1"), "header.start"),
    "wrong total": (claiming("total", 1), "claims: total, depth and worst_count"),
    "wrong depth": (claiming("depth", 99), "claims"),
    "wrong worst count": (claiming("worst_count", 99), "claims"),
    "negative lost": (claiming("lost", -1), "claims.histogram and claims.lost"),
    "lost secrets too many": (claiming("lost", 1), "header.secrets: expected 17"),
    "histogram of text": (claiming("histogram", ["1"]), "claims.histogram"),
    "histogram of bools": (claiming("histogram", [True]), "claims.histogram"),
    "negative histogram": (claiming("histogram", [17, -1]), "claims.histogram"),
    "empty histogram": (claiming("histogram", []), "claims"),
    "huge counts": (claiming("histogram", [2**64 - 1] * 9), "claims"),
    "unknown bound": (claiming("bound", "perfect"), "claims.bound"),
    "open without an objective": (claiming("open", ["depth", 1]), "claims.open"),
    "open to nothing": (claiming("open", None), "claims.open"),
    "open by a word": (claiming("open", ["depth", "one"]), "claims.open"),
    "open by a truth": (claiming("open", ["depth", True]), "claims.open"),
    "stopped in words": (claiming("stopped", "no"), "claims.stopped"),
    "not stopped": (claiming("stopped", False), "claims.stopped"),
    "stopped by a number": (claiming("stopped", 1), "claims.stopped"),
    "more secrets": (with_header("secrets", 17), "header.secrets"),
    "fewer secrets": (with_header("secrets", 0), "header.secrets"),
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
    "numbers for names": (with_header(1, 1), "not valid msgpack"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_file_is_refused_by_field(name: str) -> None:
    change, message = FORGERIES[name]
    with little_work(seconds=1), refused(message, StrategyFileError):
        decode(forged(contents(), change))


def test_an_unchanged_forgery_is_accepted() -> None:
    assert forged(contents(), unchanged) == contents()


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
    with refused(f"header.{name}: missing", StrategyFileError):
        decode(forged(contents(), lambda header, columns: header.pop(name)))
    for value in VALUES:
        if type(value) is not HEADER_TYPES[name]:
            with refused(f"header.{name}: expected {HEADER_TYPES[name].__name__}, got", StrategyFileError):
                decode(forged(contents(), with_header(name, value)))


@pytest.mark.parametrize("name", CLAIM_TYPES)
def test_every_claim_is_needed_and_has_a_type(name: str) -> None:
    with refused(f"claims.{name}: missing", StrategyFileError):
        decode(forged(contents(), lambda header, columns: header["claims"].pop(name)))
    for value in VALUES:
        if type(value) is not CLAIM_TYPES[name]:
            with refused(f"claims.{name}: expected {CLAIM_TYPES[name].__name__}, got", StrategyFileError):
                decode(forged(contents(), claiming(name, value)))


@pytest.mark.parametrize(("name", "kind"), [("objective", str), ("lower_bound", int)])
def test_claims_that_may_be_nil_are_needed_all_the_same(name: str, kind: type) -> None:
    with refused(f"claims.{name}: missing", StrategyFileError):
        decode(forged(contents(), lambda header, columns: header["claims"].pop(name)))
    for value in VALUES:
        if value is not None and type(value) is not kind:
            with refused(f"claims.{name}: expected {kind.__name__} or NoneType, got", StrategyFileError):
                decode(forged(contents(), claiming(name, value)))


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
    with little_work(seconds=1), refused(message, StrategyFileError):
        decode(sealed(body))


def test_a_huge_histogram_is_read_no_slower_than_it_is_long() -> None:
    with little_work(seconds=5), refused("claims", StrategyFileError):
        decode(forged(contents(), claiming("histogram", [0] * 10**6)))


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
    refuses(read_strategy, tmp_path / "nowhere", told=r"nowhere: cannot read: No such file", error=StrategyFileError)
    refuses(read_strategy, tmp_path, told="cannot read: Is a directory", error=StrategyFileError)


# Claims that contradict each other


BOUNDED = {"lower_bound": 5801, "objective": "total"}
PROVEN = {"bound": "optimal", **BOUNDED}


@pytest.mark.parametrize(
    ("claims", "message"),
    [
        ({"bound": "optimal"}, "lower_bound: expected one beside bound optimal, got nil"),
        ({"bound": "optimal", "lower_bound": 5801}, "objective: expected one beside a lower bound, got nil"),
        (BOUNDED | {"lower_bound": -1}, "lower_bound: expected 0 to 5801 beside bound upper"),
        (BOUNDED | {"lower_bound": 5802}, "lower_bound: expected 0 to 5801"),
        ({"lower_bound": 6, "objective": "depth,total"}, "lower_bound: expected 0 to 5"),
        (
            PROVEN | {"lower_bound": 5800, "objective": "total under first=1122"},
            "lower_bound: expected 5801 beside bound",
        ),
        (PROVEN | {"stopped": True}, "stopped: expected no such field beside bound optimal, got true"),
        (PROVEN | {"open_bound": ("depth", 4)}, "open: expected no such field beside bound optimal, got one"),
        (BOUNDED | {"open_bound": ("depth", 4)}, "open: expected a later objective and its lower bound, got"),
        (BOUNDED | {"objective": "total,depth", "open_bound": ("depth", 6)}, "open: expected 0 to 5"),
    ],
)
def test_contradictory_claims_are_refused(
    compiled: Callable[[str, str], StrategyData], claims: dict[str, Any], message: str
) -> None:
    data = compiled("mastermind(4,6)", "minimax")
    refuses(decode, encode(replace(data, **claims)), told=f"claims.{message}", error=StrategyFileError)


@pytest.mark.parametrize("field", ["strategy", "generator"])
def test_texts_hold_no_commands_for_a_terminal(compiled: Callable[[str, str], StrategyData], field: str) -> None:
    data: Any = replace(compiled("mastermind(4,6)", "minimax"), **{field: "\x1b[2Jminimax"})
    refuses(decode, encode(data), told=f"header.{field}: expected printable text", error=StrategyFileError)
