"""The memo and the memory cap: which entries are kept if there is little room, and that no figure depends on it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from bothways import result, searched, table_game, tables
from cases import OBJECTIVES
from hypothesis import HealthCheck, given, settings
from preloaded import command
from selection import examples

from strategist import compile_strategy, make_game, make_strategy
from strategist.common.errors import StrategistError, TooLargeError
from strategist.common.memory_sizes import format_size, parse_size
from strategist.files.strategy import encode
from strategist.search.state import memory
from strategist.search.state.memo import (
    MISS,
    MOST_WORTH,
    empty,
    lines_in_use,
    make_memo,
    probe,
    store,
    widened,
    worth_of,
)
from strategist.search.state.options import Options
from strategist.search.state.result_log import BOUND, CHECK, IS_EXACT, KEY, RING_COLUMNS, WORTH, recall

COMMAND_LINE = """
import sys
from strategist.commands.cli import main
try:
    main()
finally:
    if sys.platform == "linux":
        print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")), end="", file=sys.stderr)
"""


def strategist(*arguments: str) -> tuple[int, str, int]:
    """Run the command line: exit status, standard error, its own peak memory in bytes (getrusage would report the
    parent's if that is higher)."""
    line = [sys.executable, "-c", COMMAND_LINE, *arguments]
    done = subprocess.run(line, capture_output=True, text=True, env=os.environ)
    *lines, peak = done.stderr.splitlines() if sys.platform == "linux" else [*done.stderr.splitlines(), "VmHWM: 0 kB"]
    told = [line for line in lines if "compiling kernels" not in line]
    return done.returncode, "\n".join(told), int(peak.split()[1]) * 1024


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("400M", 400_000_000),
        ("400 mb", 400_000_000),
        ("2G", 2_000_000_000),
        ("1.5g", 1_500_000_000),
        ("512MiB", 512 << 20),
        ("64k", 64_000),
        ("1TiB", 1 << 40),
        ("123456", 123_456),
        ("100B", 100),
    ],
)
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "M", "-1M", "4x", "1e9", "400MM", "1..5G", "nan", "inf", "٤M", "400M\n400M"])
def test_nonsense_is_no_size(text: str) -> None:
    with pytest.raises(StrategistError, match="expected an amount of memory"):
        parse_size(text)


@given(st.integers(0, 10**15))
def test_a_printed_size_is_no_smaller(size: int) -> None:
    assert size <= parse_size(format_size(size)) < size + 1_000_000


@settings(max_examples=examples(200))
@given(
    st.integers(1, 40),
    st.lists(st.tuples(st.integers(0, 63), st.integers(0, 1 << 30), st.booleans(), st.integers(1, MOST_WORTH))),
)
def test_a_memo_never_tells_what_was_not_stored_last(entries: int, stored: list[tuple[int, int, bool, int]]) -> None:
    words = np.random.default_rng(5).integers(0, 2**64, size=(64, 2), dtype=np.uint64)
    memo = make_memo(entries)
    last: dict[int, int] = {}
    for name, value, exact, worth in stored:
        store(memo, words[name, 0], words[name, 1], value, int(exact), worth)
        last[name] = 2 * value + exact
        assert probe(memo, words[name, 0], words[name, 1]) == last[name]
    for name in range(64):
        assert probe(memo, words[name, 0], words[name, 1]) in (last.get(name, MISS), MISS)


def test_a_memo_begins_at_a_cache_line_and_has_any_number_of_them() -> None:
    for entries in (1, 4, 7, 1000, 12345):
        memo = make_memo(entries)
        assert memo.ctypes.data % 64 == 0
        assert lines_in_use(memo) == max(1, entries // 4)
        assert len(memo) == 4 * lines_in_use(memo) + 8, "the head has two lines"
        assert not memo[4:].any()


def rows_of(names: np.ndarray, worth: int = 1) -> np.ndarray:
    """Rows for :func:`recall` that give each name a value of its own."""
    rows = np.zeros((len(names), RING_COLUMNS), dtype=np.uint64)
    rows[:, KEY], rows[:, CHECK] = names[:, 0], names[:, 1]
    rows[:, BOUND], rows[:, IS_EXACT], rows[:, WORTH] = names[:, 0] >> np.uint64(40), 1, worth
    return rows


def found_in(memo: np.ndarray, names: np.ndarray) -> int:
    """How many names have an entry, which must be the one of :func:`rows_of`."""
    told = [(probe(memo, key, check), key) for key, check in names]
    found = [(value, key) for value, key in told if value != MISS]
    assert all(value == 2 * int(key >> np.uint64(40)) + 1 for value, key in found)
    return len(found)


@pytest.mark.parametrize("wide", [False, True])
def test_a_memo_grows_with_the_work_and_forgets_all_when_emptied(wide: bool) -> None:
    names = np.random.default_rng(11).integers(0, 2**64, size=(250_000, 2), dtype=np.uint64)
    memo = widened(make_memo(1 << 18)) if wide else make_memo(1 << 18)
    memo[:] = 1 << 40
    empty(memo)
    first = lines_in_use(memo)
    costly, cheap = names[:1000], names[1000:]
    recall(memo, rows_of(costly, worth=9))
    assert found_in(memo, costly) > 990, "five in one line are rare"
    sizes = []
    for part in np.split(cheap, 249):
        recall(memo, rows_of(part))
        sizes.append(lines_in_use(memo) // first)
    assert sorted(set(sizes)) == [1, 2, 4], "by doubling, and not at once"
    assert sizes[-1] * first < len(memo), "no further than it pays"
    assert found_in(memo, costly) > 980, "what took long moves along"
    assert found_in(memo, cheap[-1000:]) > 900
    empty(memo)
    assert lines_in_use(memo) == first
    assert found_in(memo, names[-5000:]) == 0
    # What is beyond the lines in use was not zeroed: growing must not bring it back.
    recall(memo, rows_of(names[:100_000]))
    assert lines_in_use(memo) > first
    assert found_in(memo, names[100_000:105_000]) == 0


def test_a_memo_that_has_all_its_room_goes_on() -> None:
    names = np.random.default_rng(12).integers(0, 2**64, size=(60_000, 2), dtype=np.uint64)
    memo = make_memo(1000)
    recall(memo, rows_of(names))
    assert lines_in_use(memo) == 250
    assert 900 < found_in(memo, names) <= 1000


def test_threads_share_a_memo_that_grows() -> None:
    names = np.random.default_rng(13).integers(0, 2**64, size=(4, 100_000, 2), dtype=np.uint64)
    memo = make_memo(1 << 18)
    first = lines_in_use(memo)
    threads = [threading.Thread(target=recall, args=(memo, rows_of(each))) for each in names]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    used = lines_in_use(memo)
    assert used in (4 * first, 8 * first, 16 * first)
    # Some are lost where two threads write one entry, or while one of them doubles the memo: more on a busy machine.
    assert found_in(memo, names.reshape(-1, 2)[::7]) > 4 * used / 7 * 0.6


def test_what_took_long_stays_and_what_comes_is_taken() -> None:
    words = np.random.default_rng(7).integers(0, 2**64, size=(1000, 2), dtype=np.uint64)
    memo = make_memo(4)
    for name in range(3):
        store(memo, words[name, 0], words[name, 1], name, 1, 10 + name)
    for name in range(3, 1000):
        store(memo, words[name, 0], words[name, 1], name, 0, 1 + name % 9)
        assert probe(memo, words[name, 0], words[name, 1]) == 2 * name
        assert [probe(memo, words[old, 0], words[old, 1]) for old in range(3)] == [1, 3, 5]


@pytest.mark.parametrize(("nodes", "worth"), [(1, 1), (2, 2), (3, 2), (4, 3), (255, 8), (256, 9), (1 << 62, 15)])
def test_worth(nodes: int, worth: int) -> None:
    assert worth_of(nodes) == worth


def of_entries(monkeypatch: pytest.MonkeyPatch, entries: int) -> None:
    """Give every memo this number of entries."""
    monkeypatch.setattr(memory, "make_memo", lambda wanted: make_memo(entries))


@pytest.mark.parametrize("entries", [4, 12, 1000])
@pytest.mark.parametrize("text", ["mastermind(3,4)", "bulls-and-cows(3,6)", "mastermind(4,4)"])
def test_the_size_of_the_memo_changes_no_byte(text: str, entries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(text)
    strategy = make_strategy("optimal(total,depth,worst)", game)
    free = encode(compile_strategy(game, strategy).data)
    of_entries(monkeypatch, entries)
    assert encode(compile_strategy(game, strategy, options=Options(jobs=2)).data) == free


@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(rows=tables(), goal=st.sampled_from(["ask", "identify"]), objectives=st.sampled_from(OBJECTIVES))
def test_a_tiny_memo_against_all_trees(
    monkeypatch: pytest.MonkeyPatch, rows: list[list[int]], goal: str, objectives: str
) -> None:
    of_entries(monkeypatch, 4)
    strategy = searched(f"optimal({objectives})", table_game(rows, goal))
    assert result(strategy) == result(strategy, plain=True)


@pytest.mark.thorough
def test_too_little_memory_is_refused_with_the_least_that_would_do(tmp_path: Path) -> None:
    output = str(tmp_path / "best.msgpack")
    # Compilers need memory, too.
    compile_strategy("mastermind(2,3)", "optimal(total)", options=Options(jobs=2))
    arguments = ("compile", "mastermind(4,7)", "optimal(total)", "-j", "2", "-o", output, "--memory")
    status, errors, _ = strategist(*arguments, "1M")
    assert status == 2
    found = re.fullmatch(r"strategist: error: memory: expected at least (\d+)M for this search, got 1M", errors)
    assert found is not None and not Path(output).exists()
    least = int(found[1])
    status, errors, peak = strategist(*arguments, f"{least}M")
    assert (status, errors) == (0, "")
    assert peak < least * 1_000_000
    status, errors, _ = strategist(*arguments, f"{least - 20}M")
    assert status == 2 and "expected at least" in errors


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")
@pytest.mark.parametrize(
    ("game", "strategy", "cap"),
    [
        ("bulls-and-cows(4,9)", "optimal(total,depth)", 260),
        pytest.param("mastermind(4,8)", "optimal(total)", 400, marks=pytest.mark.slow),
        pytest.param("mastermind(4,8)", "optimal(total,depth)", 300, marks=pytest.mark.slow),
        pytest.param("bulls-and-cows(4,10)", "optimal(total,depth)", 400, marks=pytest.mark.slow),
    ],
)
def test_the_peak_stays_under_the_cap_and_the_bytes_are_the_same(
    game: str, strategy: str, cap: int, tmp_path: Path, compiled: Any
) -> None:
    output, journal = tmp_path / "best.msgpack", tmp_path / "journal"
    options = ("--memory", f"{cap}M", "--journal", str(journal), "-o", str(output), "-j", "2")
    status, errors, peak = strategist("compile", game, strategy, *options)
    assert (status, errors) == (0, "")
    assert peak <= cap * 1_000_000 * 1.1
    assert output.read_bytes() == encode(compiled(game, strategy))


def test_a_cap_for_the_library() -> None:
    game = make_game("mastermind(4,4)")
    strategy = make_strategy("optimal(total)", game)
    with pytest.raises(TooLargeError, match="expected at least"):
        compile_strategy(game, strategy, options=Options(memory=1))
    roomy = memory.resident_bytes() + 100_000_000
    assert compile_strategy(game, strategy, options=Options(memory=roomy)).data.claims.total == 905


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("compile", "mastermind", "optimal(total)", "--memory", "lots"), "expected an amount of memory"),
        (("compile", "mastermind", "minimax", "--memory", "20M"), "memory: expected at least"),
        (("advise", "mastermind", "minimax", "--memory", "20M"), "memory: expected at least"),
        (("compile", "mastermind", "monochrome", "--memory", "1G"), "--memory: expected a search"),
        (("compile", "pegswap", "optimal", "--memory", "1G"), "--memory: expected a search"),
        (("compile", "mastermind", "minimax", "--journal", "x"), "--journal: expected a search"),
    ],
)
def test_nonsense_on_the_command_line(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    output = ("-o", str(tmp_path / "x")) if arguments[0] == "compile" else ()
    done = subprocess.run([*command(), *arguments, *output], capture_output=True, text=True)
    assert done.returncode == 2
    assert message in done.stderr and len(done.stderr.splitlines()) == 1


def test_advice_under_a_cap() -> None:
    line = [*command(), "advise", "mastermind(4,6)", "optimal(total)", "--given", "1122:1b1w", "--memory"]
    assert subprocess.run([*line, "400M"], capture_output=True).returncode == 0
    refused = subprocess.run([*line, "2k"], capture_output=True, text=True)
    assert refused.returncode == 2 and "memory: expected at least" in refused.stderr
