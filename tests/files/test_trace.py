"""Traces of searches: what is written while a search runs, what is read, what is drawn, what is refused."""

from __future__ import annotations

import errno
import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from patience import PATIENCE
from preloaded import command
from refusals import refused, refuses

from strategist import compile_strategy, verify_strategy
from strategist.common.errors import OutputError
from strategist.common.side_remarks import heard
from strategist.files.strategy import encode
from strategist.files.trace import HEADER, Row, Trace, is_trace, read_trace
from strategist.search.state.options import Options
from strategist.show.pictures.histograms import MOST_STRATEGIES
from strategist.show.pictures.trace_picture import NamedTrace, trace_plot

ROWS = [
    Row(0.05, 0.04, None, 19, 1, None),
    Row(1.5, 1.4, 5801, 4800, 900, 1),
    Row(2.25, 2.0, 5700, 5000, 9000, 2),
    Row(4.0, 3.5, 5700, 5000, 20000, 2),
]
TEXT = f"""{HEADER}
0.050,0.040,,19,,1,
1.500,1.400,5801,4800,20.854,900,1
2.250,2.000,5700,5000,14.000,9000,2
4.000,3.500,5700,5000,14.000,20000,2
"""


def words(best: int | str, bound: int, nodes: int, objective: str | None = "total", **more: int) -> dict[str, Any]:
    return ({} if objective is None else {"objective": objective}) | {
        "best": best,
        "bound": bound,
        "nodes": nodes,
        **more,
    }


def written(path: Path) -> list[tuple[int | None, int | None, int, int | None]]:
    return [(row.best, row.bound, row.nodes, row.width) for row in read_trace(path)]


def test_a_line_for_each_change_and_one_for_the_end(tmp_path: Path) -> None:
    path = tmp_path / "trace.csv"
    with Trace(path, "total") as trace:
        trace.note(words("-", 0, 0, objective=None))
        trace.note(words("-", 19, 1))
        trace.note(words("-", 19, 5))
        trace.note(words(30, 19, 6, width=1))
        # Each line is on the disk at once.
        assert written(path) == [(None, 19, 1, None), (30, 19, 6, 1)]
        trace.note(words(30, 25, 7, width=2))
        # The figures of another objective are not those of the first one.
        trace.note(words(4, 3, 8, objective="depth"))
        trace.conclude(30, 29, 9)
    assert written(path) == [(None, 19, 1, None), (30, 19, 6, 1), (30, 25, 7, 2), (30, 29, 9, 2)]
    rows = read_trace(path)
    assert [row.seconds for row in rows] == sorted(row.seconds for row in rows)
    assert path.read_text().splitlines()[-1].split(",")[4] == "3.448"


def test_what_breaks_a_search_off_still_has_a_last_line(tmp_path: Path) -> None:
    path = tmp_path / "trace.csv"
    with pytest.raises(KeyboardInterrupt), Trace(path, "total") as trace:
        trace.note(words(30, 19, 6))
        trace.note(words(30, 19, 70))
        raise KeyboardInterrupt
    assert written(path) == [(30, 19, 6, None), (30, 19, 70, None)]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with refused(r"cannot write .*missing/trace\.csv: No such file", OutputError):
        Trace(tmp_path / "missing" / "trace.csv", "total")
    with refused("cannot write", OutputError):
        compile_strategy("mastermind(2,3)", "optimal", options=Options(trace=str(tmp_path)))


def test_a_full_disk_is_named() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    refuses(Trace, "/dev/full", "total", told="cannot write /dev/full: No space left on device", error=OutputError)


class SmallDisk(io.FileIO):
    """A file on a disk with room for so many bytes."""

    room = 0

    def write(self, data: Any) -> int:
        written = super().write(bytes(data)[: SmallDisk.room])
        SmallDisk.room -= written
        if not written:
            raise OSError(errno.ENOSPC, "No space left on device")
        return written


@pytest.fixture
def small_disk(monkeypatch: pytest.MonkeyPatch) -> type[SmallDisk]:
    monkeypatch.setattr("builtins.open", lambda path, mode, buffering: SmallDisk(path, mode.replace("b", "")))
    return SmallDisk


@pytest.mark.parametrize("room", [0, len(HEADER), len(HEADER) + 1, len(HEADER) + 10])
def test_a_full_disk_leaves_no_trace_without_figures(room: int, small_disk: type[SmallDisk], tmp_path: Path) -> None:
    path, small_disk.room = tmp_path / "trace.csv", room

    def write() -> None:
        with Trace(path, "total") as trace:
            assert path.exists()
            with refused(r"cannot write .*trace\.csv: No space left on device", OutputError):
                trace.note(words(30, 19, 6))

    if room <= len(HEADER):
        refuses(write, told="No space left", error=OutputError)
    else:
        write()
    assert not path.exists()


@pytest.mark.parametrize("more", [0, 10])
def test_a_full_disk_leaves_whole_lines_and_is_told_once(
    more: int, small_disk: type[SmallDisk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, small_disk.room = tmp_path / "trace.csv", 10_000
    with heard() as remarks, Trace(path, "total") as trace:
        trace.note(words(30, 19, 6))
        small_disk.room = more
        refuses(trace.note, words(29, 19, 7), told="No space left", error=OutputError)
        trace.note(words(28, 19, 8))
    assert remarks == [] and written(path) == [(30, 19, 6, None)]
    small_disk.room = 10_000
    # The last line says only that the search has ended.
    with heard() as remarks, Trace(path, "total") as trace:
        trace.note(words(30, 19, 6))
        small_disk.room = more
    assert remarks == [f"cannot write {path}: No space left on device; its last line is missing"]
    assert written(path) == [(30, 19, 6, None)]


def test_a_search_whose_trace_cannot_be_written_ends_with_a_tree(small_disk: type[SmallDisk], tmp_path: Path) -> None:
    path, small_disk.room = tmp_path / "trace.csv", 10_000

    def fill(share: float, now: dict[str, Any]) -> None:
        small_disk.room = 0

    with heard() as remarks:
        found = compile_strategy("mastermind(5,5)", "optimal(total)", trace=path, progress=fill).data
    assert found.stopped and found.bound == "upper" and verify_strategy(found).verified
    full = f"cannot write {path}: No space left on device; the search ends here, with what it has found"
    assert remarks == [full] and len(written(path)) == 1


@pytest.mark.parametrize("strategy", ["optimal(total)", "optimal(total,depth)", "optimal(depth,worst,total)"])
def test_a_trace_ends_with_the_figures_of_the_file_and_changes_no_byte(tmp_path: Path, strategy: str) -> None:
    path = tmp_path / "trace.csv"
    traced = compile_strategy("mastermind(3,5)", strategy, options=Options(jobs=2, trace=str(path))).data
    plain = compile_strategy("mastermind(3,5)", strategy).data
    assert encode(traced) == encode(plain) and not traced.stopped
    rows = read_trace(path)
    assert (rows[-1].best, rows[-1].bound) == (traced.bounded_figure, traced.lower_bound)
    assert rows[-1].gap_percent == 0
    bounds = [row.bound or 0 for row in rows]
    assert bounds == sorted(bounds)


@pytest.mark.thorough
def test_the_figures_of_rounds_only_come_closer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strategist.search.run.root.PAYS_FROM", 0)
    told: list[dict[str, Any]] = []
    options = Options(trace=str(tmp_path / "trace.csv"), progress=lambda share, now: told.append(dict(now)))
    data = compile_strategy("mastermind(5,5)", "optimal(total,depth)", options=options).data
    assert data.claims.total == data.lower_bound == 13496
    for rows in (read_trace(tmp_path / "trace.csv"), None):
        totals = [now for now in told if now.get("objective") == "total"]
        best = [row.best for row in rows if row.best] if rows else [n["best"] for n in totals if n["best"] != "-"]
        bounds = [row.bound or 0 for row in rows] if rows else [now["bound"] for now in totals]
        assert best == sorted(best, reverse=True) and bounds == sorted(bounds)
        assert bounds[-1] <= 13496 <= min(best, default=13496)
    # The last report is of the last objective.
    assert (told[-1]["objective"], told[-1]["best"]) == ("depth", data.claims.depth)


def test_a_trace_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "trace.csv"
    path.write_text(TEXT)
    assert read_trace(path) == ROWS
    path.write_text(TEXT.replace("\n", "\r\n"))
    assert read_trace(path) == ROWS


BAD = [
    ("", "line 1: expected seconds,.*, got the end of the file"),
    (f"{HEADER}\n", "line 2: expected a line of figures, got the end of the file"),
    ("a,b\n1,2\n", "line 1: expected seconds,processor,best,bound,gap_percent,nodes,width, got 'a,b'"),
    (TEXT.replace("1.500,1.400", "1.500"), "line 3: expected seconds and processor with three decimals, .* got '1.500"),
    (TEXT.replace("1.500,", "nan,"), "line 3: expected seconds .* got 'nan,"),
    (TEXT.replace("5801", "-5801"), "line 3: expected seconds"),
    (TEXT.replace("5801", "9" * 400), "line 3: expected seconds"),
    (TEXT.replace("2.250,", "1.250,"), "line 4: expected at least 1.500 seconds, as before, got 1.250"),
    (
        TEXT.replace("5700,5000,14.000,9", "5700,5701,14.000,9"),
        "line 4: expected a bound of at most best=5700, got 5701",
    ),
    (TEXT.removesuffix("0000,2\n"), "line 5: expected seconds"),
    (TEXT.replace("5801,", "7:80:6,"), "line 3: expected one number, got those of secrets at all levels, '7:80:6'"),
    ("\x1b[2J\n", "line 1: expected seconds,.*, got .*x1b"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_a_bad_trace_is_refused_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "trace.csv"
    path.write_text(text)
    refuses(read_trace, path, told=rf"trace\.csv: {message}")


def test_levels_are_told_as_numbers_of_secrets(tmp_path: Path) -> None:
    path = tmp_path / "trace.csv"
    options = Options(trace=str(path), journal=str(tmp_path / "journal"))
    data = compile_strategy("mastermind(3,3)", "optimal(lexicographic)", options=options).data
    first = path.read_bytes()
    last = first.decode().splitlines()[-1].split(",")
    assert last[2] == last[3] == ":".join(map(str, data.claims.histogram[:0:-1])) and last[4] == ""
    # One that goes on from its journal adds lines to those.
    compile_strategy("mastermind(3,3)", "optimal(lexicographic)", options=options)
    assert path.read_bytes().startswith(first) and len(path.read_bytes()) > len(first)


def test_traces_are_told_from_strategies(tmp_path: Path) -> None:
    named, nameless, other = tmp_path / "a.csv", tmp_path / "trace", tmp_path / "tree.msgpack"
    nameless.write_text(TEXT)
    other.write_bytes(b"\x95\xaastrategist")
    assert is_trace(named) and is_trace(nameless) and not is_trace(other) and not is_trace(tmp_path / "none")


def texts(contents: bytes) -> list[str]:
    svg = ElementTree.fromstring(contents)
    return ["".join(element.itertext()) for element in svg.iter("{http://www.w3.org/2000/svg}text")]


def test_one_search_is_drawn_with_its_best_tree_and_bound() -> None:
    pytest.importorskip("matplotlib")
    found = texts(trace_plot([NamedTrace("four by six", ROWS)], "svg"))
    assert {"four by six", "seconds", "guesses", "best 5700", "bound 5000", "gap 14.0 %"} <= set(found)
    # The bound from before the first tree would press the rest together.
    assert "5000" in found and not {"0", "1000"} & set(found)
    proven = [*ROWS[:-1], ROWS[-1]._replace(bound=5700)]
    assert "proven 5700" in texts(trace_plot([NamedTrace("x", proven)], "svg"))
    assert "bound 19" in texts(trace_plot([NamedTrace("no tree", ROWS[:1])], "svg"))


def test_a_trace_of_one_line_is_drawn_as_dots() -> None:
    pytest.importorskip("matplotlib")
    line = ROWS[-1]
    more = [line, line._replace(seconds=99.0)]

    def dots(*names: str) -> int:
        """How many marks a picture of such searches has more than one of searches with two lines."""
        one, other = (trace_plot([NamedTrace(name, rows) for name in names], "svg") for rows in ([line], more))
        return one.count(b"<use ") - other.count(b"<use ")

    assert (dots("alone"), dots("one", "other")) == (2, 2)
    nothing = [ROWS[0]._replace(bound=None)]
    with refused("nothing: the search ended with neither a tree nor a bound: nothing to plot"):
        trace_plot([NamedTrace("nothing", nothing)], "svg")
    with refused("none of the searches has both a tree and a bound: no gaps to plot"):
        trace_plot([NamedTrace("no tree", ROWS[:1]), NamedTrace("nothing", nothing)], "svg")


def test_several_searches_are_compared_by_their_gaps() -> None:
    pytest.importorskip("matplotlib")
    slow = [row._replace(seconds=1000 * row.seconds) for row in ROWS]
    traces = [NamedTrace("fast", ROWS), NamedTrace("slow" * 60, slow), NamedTrace("none", ROWS[:1])]
    found = texts(trace_plot(traces, "svg"))
    assert {"Gaps over time", "minutes", "gap in percent of the bound", "fast", "no tree yet"} <= set(found)
    assert found.count("best 5700, bound 5000, gap 14.0 %") == 2
    assert max(map(len, found)) < 100
    assert trace_plot(traces, "svg") == trace_plot(traces, "svg")
    refuses(trace_plot, [traces[0]] * 9, "svg", told=f"expected 1 to {MOST_STRATEGIES} traces in one picture, got 9")


def call(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*command(), *arguments], cwd=folder, capture_output=True, text=True, timeout=PATIENCE)


def test_the_commands(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    told = call(tmp_path, "compile", "mastermind(3,4)", "optimal", "-o", "x.msgpack", "--trace", "x.csv", "--json")
    record = json.loads(told.stdout)
    assert (record["gap"], record["stopped"]) == (0, False)
    assert written(tmp_path / "x.csv")[-1] == (record["total"], record["total"], record["nodes"], None)
    assert call(tmp_path, "export", "x.csv", "-o", "gap.svg").returncode == 0
    assert "proven 206" in texts((tmp_path / "gap.svg").read_bytes())
    assert call(tmp_path, "export", "x.csv", "x.csv", "-o", "gaps.svg").returncode == 0
    (tmp_path / "bad.csv").write_text("best\n")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    optimal = ["compile", "mastermind(2,3)", "optimal", "-o", "y.msgpack"]
    for arguments, message in (
        (["export", "x.csv", "x.msgpack", "-o", "z.svg"], "expected strategy files or traces, got both: x.msgpack and"),
        (["export", "bad.csv", "-o", "z.svg"], "bad.csv: line 1: expected seconds,processor"),
        (["export", "none.csv", "-o", "z.svg"], "none.csv: cannot read: No such file"),
        ([*optimal, "--trace", "y.msgpack"], "expected different files, got y.msgpack as output and trace"),
        ([*optimal, "--trace", "no/y.csv"], "cannot write no/y.csv: there is no folder no"),
        (["compile", "mastermind(2,3)", "minimax", "--trace", "y.csv"], "--trace: expected a search, optimal"),
        (["compile", "mastermind(2,3)", "feasible(max_depth=4)", "--trace", "y.csv"], "--trace: expected a search for"),
        (["compile", "pegswap(2,2)", "optimal", "--trace", "y.csv"], "--trace: expected a search, optimal"),
    ):
        result = call(tmp_path, *arguments)
        assert (result.returncode, result.stdout) == (2, ""), result.stdout
        assert message in result.stderr and result.stderr.count("\n") == 1
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_killed_search_leaves_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    # An interpreter of its own: what is killed is the search itself.
    line = [sys.executable, "-m", "strategist", "compile", "mastermind(5,6)", "optimal", "-o", "x.msgpack"]
    with subprocess.Popen([*line, "--trace", str(path)], cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        while not (path.exists() and path.read_text().count("\n") >= 2):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    assert read_trace(path)[0].bound
    assert [found.name for found in tmp_path.iterdir()] == ["x.csv"]


def test_a_search_that_goes_on_adds_to_its_trace(tmp_path: Path) -> None:
    options = Options(journal=str(tmp_path / "journal"), trace=str(tmp_path / "trace.csv"))
    compile_strategy("mastermind(3,5)", "optimal(total)", options=options)
    first = (tmp_path / "trace.csv").read_bytes()
    # As if it had been killed within a line.
    (tmp_path / "trace.csv").write_bytes(first + b"12.3")
    compile_strategy("mastermind(3,5)", "optimal(total)", options=options)
    both = (tmp_path / "trace.csv").read_bytes()
    assert both.startswith(first) and len(both) > len(first)
    rows = read_trace(tmp_path / "trace.csv")
    before = rows[first.count(b"\n") - 2]
    assert rows[-1].seconds >= before.seconds and rows[-1].nodes > before.nodes
    # Without a journal it begins anew: nothing is left of a line that was written a day later.
    with (tmp_path / "trace.csv").open("a") as file:
        file.write(f"86400.000,86400.000,451,451,0.000,{rows[-1].nodes},\n")
    assert read_trace(tmp_path / "trace.csv")[-1].seconds == 86400
    compile_strategy("mastermind(3,5)", "optimal(total)", options=Options(trace=str(tmp_path / "trace.csv")))
    assert read_trace(tmp_path / "trace.csv")[-1].seconds < 86400


def test_what_is_no_trace_is_replaced(tmp_path: Path) -> None:
    options = Options(journal=str(tmp_path / "journal"), trace=str(tmp_path / "trace.csv"))
    for text in ("", "something else\n", f"{HEADER}\n", f"{HEADER}\nnonsense\n"):
        (tmp_path / "trace.csv").write_text(text)
        compile_strategy("mastermind(2,3)", "optimal(total)", options=options)
        assert read_trace(tmp_path / "trace.csv")[-1].bound == 21
