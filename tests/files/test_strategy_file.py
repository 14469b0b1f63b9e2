"""Files: the bytes as specified, round trips, writing all or nothing. Reading is tested in test_hostile_files.py."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import msgpack
import pytest
from hypothesis import given, settings
from refusals import refuses
from selection import examples
from toys import Echo, Erratic

from strategist import compile_strategy, make_game, make_strategy, read_strategy, write_strategy
from strategist.common.errors import OutputError
from strategist.files.strategy import StrategyData, decode, encode
from strategist.show.reports.report import bound_line, record

pytestmark = pytest.mark.usefixtures("both_ways")

Compile = Callable[[str, str], StrategyData]


def test_the_bytes_are_those_of_the_specification(compiled: Compile) -> None:
    # The tree: 12 first; after 1b0w 11 and then 22; after 0b2w 21. Written by hand, with no code of the package.
    codes = bytes([0, 0, 0, 1, 1, 0, 1, 1])
    header = {
        "game": "mastermind(pegs=2,colors=2)",
        "rules": 1,
        "codes": hashlib.sha256(codes).digest(),
        "strategy": "first(first=12)",
        "start": "",
        "secrets": 4,
        "claims": {
            "total": 8,
            "depth": 3,
            "worst_count": 1,
            "lost": 0,
            "histogram": [1, 2, 1],
            "bound": "upper",
            "objective": None,
            "lower_bound": None,
        },
        "generator": "strategist 0.1.0",
    }
    guesses = bytes([1, 0, 2, 3])
    inner = bytes([0b0011])
    masks = bytes([0b11100, 0b10001])
    body = b"\x95\xaastrategist\x01" + msgpack.packb(header) + msgpack.packb([guesses, inner, masks])
    assert encode(compiled("mastermind(2,2)", "first(first=12)")) == body + b"\xc4\x20" + hashlib.sha256(body).digest()


def assert_same(back: StrategyData, data: StrategyData) -> None:
    """Two contents of a file are equal in every part."""
    assert (back.game.spec, back.strategy, back.claims, back.start) == (
        data.game.spec,
        data.strategy,
        data.claims,
        data.start,
    )
    assert (back.bound, back.objective, back.lower_bound) == (data.bound, data.objective, data.lower_bound)
    assert (back.stopped, back.gap, back.open_bound) == (data.stopped, data.gap, data.open_bound)
    assert list(back.tree.guesses) == list(data.tree.guesses)
    assert list(back.tree.masks) == list(data.tree.masks)


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        ("mastermind(4,6)", "minimax"),
        ("mastermind(2,4,turns=2)", "first"),
        ("bulls-and-cows(3,6,leading_zero=false)", "random"),
        ("mastermind(3,7,alphabet=letters)", "entropy"),
        # Masks of two, four and eight bytes; guesses of one, two and four.
        ("mastermind(12,2,feedback=black)", "first"),
        ("mastermind(6,2)", "first"),
        ("mastermind(10,2)", "first"),
        ("bulls-and-cows(4,18)", "first"),
        ("mastermind(3,4)", "optimal(total,depth)"),
    ],
)
def test_round_trip(compiled: Compile, tmp_path: Path, game: str, strategy: str) -> None:
    data = compiled(game, strategy)
    path = tmp_path / "tree.msgpack"
    assert write_strategy(path, data) == path.stat().st_size
    back = read_strategy(path)
    assert encode(back) == path.read_bytes() == encode(data)
    assert_same(back, data)


@pytest.mark.usefixtures("installed_echo")
@pytest.mark.parametrize("responses", [8, 9, 64, 65, 72, 73, 300])
@pytest.mark.parametrize("numbers", [254, 255, 256])
def test_round_trip_of_masks_and_guesses_of_every_width(responses: int, numbers: int) -> None:
    game = Echo({"numbers": numbers, "responses": responses})
    data = compile_strategy(game, make_strategy("first", game), plain=True).data
    assert_same(decode(encode(data)), data)


@settings(max_examples=examples(50))
@given(
    text=st.sampled_from(["mastermind(2,3)", "bulls-and-cows(2,4)", "mastermind(3,2)", "mastermind(2,2,turns=3)"]),
    seed=st.integers(0, 1000),
    patience=st.integers(0, 6),
)
def test_round_trip_of_trees_that_give_up_anywhere(text: str, seed: int, patience: int) -> None:
    game = make_game(text)
    data = compile_strategy(game, Erratic(game, {"seed": seed, "patience": patience})).data
    assert_same(decode(encode(data)), data)
    assert encode(decode(encode(data))) == encode(data)


def test_a_stopped_search_is_one_more_claim_in_the_file(data: StrategyData) -> None:
    early = replace(data, objective="total", lower_bound=40, stopped=True)
    assert_same(decode(encode(early)), early)
    header = msgpack.unpackb(encode(early))[2]
    assert header["claims"].pop("stopped") is True
    # All other files are those of readers and writers that never heard of it.
    assert header == msgpack.unpackb(encode(replace(early, stopped=False)))[2]


def test_a_later_objective_that_is_open_is_one_more_claim_in_the_file(data: StrategyData) -> None:
    early = replace(data, objective="total,depth,worst", lower_bound=45, stopped=True, open_bound=("depth", 3))
    assert_same(decode(encode(early)), early)
    assert record(early)["open"] == {"objective": "depth", "lower_bound": 3} and record(data)["open"] is None


NOTHING = "upper bound: nothing is claimed about optimality"
UPPER = "upper bound, not proven optimal: "
STOPPED = "; the search was stopped: another run may end elsewhere"
OPEN = {"objective": "total,depth", "lower_bound": 45, "open_bound": ("depth", 3)}


@pytest.mark.parametrize(
    ("claims", "gap", "told"),
    [
        ({}, None, NOTHING),
        ({"stopped": True}, None, NOTHING),
        ({"objective": "total", "lower_bound": 40}, 5, f"{UPPER}total; lower bound 40, gap 5 (12.5 %)"),
        ({"objective": "depth,total", "lower_bound": 4, "stopped": True}, 0,
         f"{UPPER}depth,total; lower bound 4, gap 0 (0.0 %)"),
        (OPEN | {"stopped": True}, 0, f"{UPPER}total,depth; total proven 45, depth at least 3, gap 1 (33.3 %)"),
        ({"objective": "total", "lower_bound": 0}, 45, f"{UPPER}total; lower bound 0, gap 45"),
    ],
)  # fmt: skip
def test_reports_tell_the_gap_and_that_a_search_was_stopped(
    data: StrategyData, claims: dict[str, Any], gap: int | None, told: str
) -> None:
    assert (data.claims.total, data.claims.depth) == (45, 4)
    early = replace(data, **claims)
    assert bound_line(early) == told + STOPPED * early.stopped
    assert (record(early)["gap"], record(early)["stopped"]) == (gap, "stopped" in claims)


@pytest.fixture
def data(compiled: Compile) -> StrategyData:
    return compiled("mastermind(2,4)", "minimax")


@pytest.mark.parametrize("step", ["os.fsync", "os.replace", "os.chmod", "os.fdopen", "tempfile.mkstemp"])
def test_a_failed_write_leaves_the_old_file_and_no_other(
    data: StrategyData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "tree.msgpack"
    path.write_bytes(b"old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(step, fail)
    refuses(write_strategy, path, data, told=r"tree\.msgpack: No space left on device", error=OutputError)
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_an_interrupted_write_leaves_nothing(
    data: StrategyData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    def interrupt(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(error):
        write_strategy(tmp_path / "tree.msgpack", data)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_encoded_is_not_written(data: StrategyData, tmp_path: Path) -> None:
    class Broken(type(data.game)):  # type: ignore[misc]
        def digest(self) -> bytes:
            raise RuntimeError("no digest")

    broken = StrategyData(Broken({}), data.strategy, data.tree, data.claims)
    with pytest.raises(RuntimeError):
        write_strategy(tmp_path / "tree.msgpack", broken)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named(data: StrategyData, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").touch()
    for path, message in [
        (tmp_path / "missing" / "tree", "missing/tree: No such file or directory"),
        (folder, "folder: Is a directory"),
        (folder / "file" / "tree", "file/tree: Not a directory"),
    ]:
        refuses(write_strategy, path, data, told=f"cannot write .*{message}", error=OutputError)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_writing_again_replaces_the_file(data: StrategyData, tmp_path: Path) -> None:
    path = tmp_path / "tree.msgpack"
    path.write_bytes(bytes(10**5))
    write_strategy(path, data)
    assert path.read_bytes() == encode(data)


def test_a_new_file_has_the_permissions_that_the_user_wants(data: StrategyData, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_strategy(tmp_path / "tree.msgpack", data)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "tree.msgpack").stat().st_mode) == 0o640
