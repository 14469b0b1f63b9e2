"""Journals of both kinds: a killed search continues, and no other file is mistaken for its journal."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import preloaded
import pytest
from random_several import vague

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.common.errors import JournalError
from strategist.common.side_remarks import heard
from strategist.files.strategy import StrategyData, decode, encode
from strategist.files.trace import read_trace
from strategist.model.game import Game
from strategist.search.compile.compiled import Compiled
from strategist.search.kernels.numba import stopwatch
from strategist.search.state import journal as module
from strategist.search.state import result_log as log
from strategist.search.state.journal import Journal
from strategist.search.state.memory import resident_bytes
from strategist.search.state.options import Options
from strategist.search.tasks import supervise
from strategist.search.tasks.workers import Workers

GAME, STRATEGY = "mastermind(4,5)", "optimal(total,depth)"
LARGER = "mastermind(4,6)"
"""A game whose proof takes longer than it takes to stop it: some 30,000 positions."""
LONG = ("bulls-and-cows(4,9)", "optimal(total,depth)")
SEVERAL = "optimal(size,expected,depth)"
"""A strategy for tables in which answers may be one of several."""


@pytest.fixture(autouse=True)
def keep_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep small proofs, too, so that the journals of small games have rows."""
    monkeypatch.setattr(module, "_LEAST_NODES", 8)


def search(path: Path, game: str | Game = GAME, strategy: str = STRATEGY, **options: Any) -> Compiled:
    made = make_game(game) if isinstance(game, str) else game
    return compile_strategy(made, make_strategy(strategy, made), options=Options(journal=str(path), **options))


def rows(path: Path) -> int:
    with sqlite3.connect(path) as file:
        tables = [name for (name,) in file.execute("SELECT name FROM sqlite_schema") if name in ("proven", "keys")]
        (count,) = file.execute(f"SELECT count(*) FROM {tables[0]}").fetchone()
    file.close()
    return int(count)


def alter(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as file:
        file.execute(statement)
    file.close()


def command(path: Path, output: Path, game: str = LONG[0], strategy: str = LONG[1], *options: str) -> list[str]:
    """A command in an interpreter of its own, which can be killed."""
    return [sys.executable, "-m", "strategist", *errand(path, output, game, strategy, *options)]


def errand(path: Path, output: Path, game: str = LONG[0], strategy: str = LONG[1], *options: str) -> list[str]:
    """The arguments of a command that keeps a journal."""
    return ["compile", game, strategy, "--journal", str(path), "-o", str(output), "-j", "2", *options]


def complaint(path: Path, tmp_path: Path, game: str = GAME, strategy: str = STRATEGY) -> str:
    """The one line that the command line prints for a journal that it refuses."""
    arguments = ["compile", game, strategy, "--journal", str(path), "-o", str(tmp_path / "x.msgpack")]
    done = subprocess.run([*preloaded.command(), *arguments], capture_output=True, text=True)
    assert done.returncode == 2, done
    assert len(done.stderr.splitlines()) == 1 and not (tmp_path / "x.msgpack").exists()
    return done.stderr.removeprefix("strategist: error: ").rstrip()


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        (GAME, STRATEGY),
        ("bulls-and-cows(3,7)", "optimal(depth,total,worst)"),
        ("mastermind(4,5)", "feasible(max_depth=5)"),
        ("vague", SEVERAL),
    ],
)
def test_a_second_run_reads_what_the_first_has_proven(game: str, strategy: str, jobs: int, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    made = vague(tmp_path, 12, 10) if game == "vague" else make_game(game)
    undisturbed = compile_strategy(made, make_strategy(strategy, made))
    first = search(path, made, strategy, jobs=jobs)
    assert rows(path) > (100 if made.several else 0)
    second = search(path, made, strategy, jobs=jobs)
    assert encode(first.data) == encode(second.data) == encode(undisturbed.data)
    assert second.nodes < first.nodes / (3 if made.several else 1)
    assert [each.name for each in tmp_path.glob("journal*")] == ["journal"]


def kill_and_resume(path: Path, moments: list[float], game: str = LONG[0], strategy: str = LONG[1]) -> bytes:
    """Kill a search some seconds after the first sign of its journal, several times; returns its final file."""
    output, case = path.with_suffix(".msgpack"), (game, strategy)
    for moment in moments:
        process = subprocess.Popen(command(path, output, *case), stdout=subprocess.DEVNULL, env=os.environ)
        while not path.exists() and process.poll() is None:
            time.sleep(0.01)
        time.sleep(moment)
        process.kill()
        process.wait()
    line = [*preloaded.command(), *errand(path, output, *case)]
    subprocess.run(line, stdout=subprocess.DEVNULL, env=os.environ, check=True)
    return output.read_bytes()


def test_kill_at_random_moments(tmp_path: Path, compiled: Any) -> None:
    moments = [random.Random(1).uniform(0, 2.5) for _ in range(2)]
    assert kill_and_resume(tmp_path / "journal", moments) == encode(compiled(*LONG))
    assert rows(tmp_path / "journal") > 0


@pytest.mark.thorough
def test_kill_where_answers_are_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = vague(tmp_path, 22, 18)
    moments = [random.Random(seed).uniform(0, 2.5) for seed in range(2)]
    found = kill_and_resume(tmp_path / "journal", moments, game.spec, "optimal(expected)")
    assert found == encode(compile_strategy(game, "optimal(expected)").data)
    assert rows(tmp_path / "journal") > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_kill_at_twenty_random_moments(seed: int, tmp_path: Path, compiled: Any) -> None:
    moment = random.Random(seed).uniform(0, 3.5)
    assert kill_and_resume(tmp_path / "journal", [moment]) == encode(compiled(*LONG))


def test_a_time_limit_keeps_what_was_proven(tmp_path: Path, compiled: Any) -> None:
    path = tmp_path / "journal"
    kept, limit = 0, 0.1
    while not kept:
        # On a busy machine the first limits may end before anything is proven.
        stopped = search(path, *LONG, time_limit=limit, jobs=2)
        assert stopped.data.bound == "upper"
        kept, limit = rows(path), 2 * limit
    finished = search(path, *LONG, jobs=2)
    assert encode(finished.data) == encode(compiled(*LONG))
    assert rows(path) > kept


@pytest.mark.thorough
def test_many_time_limits_come_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path = vague(tmp_path), tmp_path / "journal"
    whole = compile_strategy(game, "optimal(expected)")
    monkeypatch.setattr(stopwatch.Stopwatch, "_now", staticmethod(time.process_time))
    stopped = 0
    for _ in range(100):
        found = search(path, game, "optimal(expected)", time_limit=0.1, jobs=2)
        assert found.data.lower_bound is not None and whole.data.lower_bound is not None
        assert found.data.lower_bound <= whole.data.lower_bound
        if not found.data.stopped:
            break
        stopped += 1
    assert stopped and encode(found.data) == encode(whole.data)


def test_an_interruption_keeps_what_was_proven(tmp_path: Path, compiled: Any) -> None:
    path, output = tmp_path / "journal", tmp_path / "best.msgpack"
    process = subprocess.Popen([*preloaded.command(), *errand(path, output)], stdout=subprocess.DEVNULL, env=os.environ)
    log = path.with_name(f"{path.name}-wal")
    while process.poll() is None and not (log.exists() and log.stat().st_size > 1 << 16):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    # Between two searches no thread waits for Ctrl-C, so it ends everything at once.
    assert process.wait() in (0, 130)
    assert rows(path) > 0
    subprocess.run([*preloaded.command(), *errand(path, output)], stdout=subprocess.DEVNULL, env=os.environ, check=True)
    assert output.read_bytes() == encode(compiled(*LONG))


def test_progress_tells_how_much_was_read(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    search(path)
    kept = rows(path)
    told: list[int] = []
    search(path, progress=lambda share, words: told.append(words["from journal"]))
    assert set(told) == {kept}


@pytest.mark.parametrize(
    ("game", "strategy", "message"),
    [
        ("mastermind(4,4)", STRATEGY, "expected one of game 'mastermind(pegs=4,colors=4)', got 'mastermind(pegs=4,col"),
        (GAME, "optimal(total)", "expected one of strategy 'optimal(total)', got 'optimal(total,depth)'"),
        (GAME, "optimal(total,depth,max_depth=7)", "expected one of strategy 'optimal("),
    ],
)
def test_a_journal_of_another_search(game: str, strategy: str, message: str, tmp_path: Path) -> None:
    search(tmp_path / "journal")
    with pytest.raises(JournalError) as caught:
        search(tmp_path / "journal", game, strategy)
    assert message in str(caught.value)


def test_a_journal_of_another_position(tmp_path: Path) -> None:
    search(tmp_path / "journal")
    game = make_game(GAME)
    options = Options(journal=str(tmp_path / "journal"))
    start = game.parse_history("1122:1b1w")
    with pytest.raises(JournalError, match=r"expected one of start '1122:1b1w', got ''"):
        compile_strategy(game, make_strategy(STRATEGY, game), options=options, start=start)


def test_a_journal_of_another_search_where_answers_are_several(tmp_path: Path) -> None:
    game, path = vague(tmp_path, 12, 8), tmp_path / "journal"
    search(path, game, SEVERAL)
    with pytest.raises(JournalError, match="expected one of strategy"):
        search(path, game, "optimal(size)")
    # Another table by the same name.
    other = vague(tmp_path, 12, 8, doubt=0.2)
    with pytest.raises(JournalError, match="expected one of"):
        search(path, other, SEVERAL)
    history = (other.guesses[0], other.answers(other.guesses[0], other.secrets[0])[0].response)
    search(tmp_path / "other", other, SEVERAL)
    with pytest.raises(JournalError, match="expected one of start"):
        compile_strategy(other, SEVERAL, options=Options(journal=str(tmp_path / "other")), start=(history,))
    with pytest.raises(JournalError, match="expected format version 2, got 3"):
        search(path, "mastermind(2,3)", "optimal")
    search(tmp_path / "ordinary", "mastermind(2,3)", "optimal")
    with pytest.raises(JournalError, match="expected format version 3, got 2"):
        search(tmp_path / "ordinary", other, SEVERAL)


ALTERED = {
    "version": ("PRAGMA user_version = 9", "expected format version 2, got 9"),
    "application": ("PRAGMA application_id = 7", "got an SQLite file of another application"),
    "tables": ("CREATE TABLE more (x)", "expected tables header, proven and best"),
    "trigger": (
        "CREATE TRIGGER t AFTER INSERT ON proven BEGIN SELECT 1; END",
        "expected tables header, proven and best",
    ),
    "rules": ("UPDATE header SET value = '9' WHERE name = 'rules'", "expected one of rules '1', got '9'"),
    "no codes": ("DELETE FROM header WHERE name = 'codes'", "got 'nothing'"),
    "control": ("UPDATE header SET value = char(27) WHERE name = 'game'", r"got '\x1b'"),
    "nodes": ("UPDATE header SET value = 'x' WHERE name = 'nodes'", "expected a number of nodes, got 'x'"),
    "bound": ("UPDATE proven SET bound = bound + 1 WHERE size > 30", "was altered, its seal does not fit"),
    "exact": ("UPDATE proven SET exact = 1 - exact", "was altered, its seal does not fit"),
    "set": ("UPDATE proven SET name = name + 1", "was altered, its seal does not fit"),
    "search": ("UPDATE proven SET search = search + 8", "was altered, its seal does not fit"),
    "negative search": ("UPDATE proven SET search = -1", "expected a number, got -1"),
    "text": ("UPDATE proven SET guess = 'x'", "expected integers, got something else"),
    "null": ("UPDATE proven SET seal = NULL", "expected integers, got something else"),
    **{
        f"several {column}": (f"UPDATE keys SET {column} = {column} + 4", "was altered, its seal does not fit")
        for column in ("first", "told", "second_residue", "worth", "search")
    },
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A whole journal."""
    path = tmp_path_factory.mktemp("whole") / "journal"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_LEAST_NODES", 8)
        search(path)
    return path.read_bytes()


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, bytes]:
    """A table in which answers may be one of several, and a whole journal of it."""
    folder = tmp_path_factory.mktemp("several")
    game = vague(folder, 12, 8)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_LEAST_NODES", 0)
        search(folder / "journal", game, SEVERAL)
    return game, (folder / "journal").read_bytes()


@pytest.mark.parametrize("what", ALTERED)
def test_an_altered_journal(what: str, whole: bytes, several: tuple[Game, bytes], tmp_path: Path) -> None:
    statement, message = ALTERED[what]
    path = tmp_path / "journal"
    game, strategy = (several[0], SEVERAL) if what.startswith("several") else (make_game(GAME), STRATEGY)
    path.write_bytes(several[1] if game.several else whole)
    alter(path, statement)
    with pytest.raises(JournalError) as caught:
        search(path, game, strategy)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"journal {path}: ")
    if game.several:
        alter(path, statement.replace("+ 4", "- 4"))
        search(path, game, strategy)


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.99])
@pytest.mark.parametrize("kind", ["one", "several"])
def test_a_truncated_journal(
    kind: str,
    kept: float,
    whole: bytes,
    several: tuple[Game, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    case = (vague(tmp_path, 12, 8).spec, SEVERAL) if kind == "several" else (GAME, STRATEGY)
    contents = several[1] if kind == "several" else whole
    Path("journal").write_bytes(contents[: int(len(contents) * kept)])
    assert "the file is truncated or altered" in complaint(tmp_path / "journal", tmp_path, *case)


def test_flipped_bytes_never_change_a_figure(whole: bytes, tmp_path: Path) -> None:
    drawn = random.Random(4)
    expected = compile_strategy(make_game(GAME), make_strategy(STRATEGY, make_game(GAME))).data.claims
    refused = 0
    for number in range(60):
        path = tmp_path / f"journal{number}"
        spoiled = bytearray(whole)
        for _ in range(4):
            spoiled[drawn.randrange(len(spoiled))] ^= 1 << drawn.randrange(8)
        path.write_bytes(spoiled)
        try:
            assert search(path).data.claims == expected
        except JournalError as error:
            assert "\n" not in str(error)
            refused += 1
    assert refused > 20


def forge(path: Path, better: int) -> None:
    """Alter the bounds of exact rows by an amount, and seal them again."""
    journal = Journal.__new__(Journal)
    file = sqlite3.connect(path)
    header = {name: value for name, value in file.execute("SELECT * FROM header") if name != "nodes"}
    journal.path, journal._file, journal._secrets = str(path), file, 10**6
    journal._identity, journal._record = module.identity_of(header), module.SETS
    for (search_,) in file.execute("SELECT DISTINCT search FROM proven").fetchall():
        for some in list(journal._stored(search_)):
            some[:, log.BOUND] += (some[:, log.IS_EXACT].astype(np.int64) * better).view(np.uint64)
            some[:, log.SEAL] = log.seals(module.seed_of(journal._identity, search_), some)
            journal._search = search_
            for row in journal._with_search(some).tolist():
                file.execute("DELETE FROM proven WHERE search = ? AND name = ? AND second_name = ?", row[:3])
                file.execute("INSERT INTO proven VALUES (?,?,?,?,?,?,?,?,?,?)", row)
    file.commit()
    file.close()


@pytest.mark.parametrize("better", [-1, 1])
def test_a_tree_that_costs_something_else_blames_the_journal(better: int, whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(whole)
    forge(path, better)
    with pytest.raises(JournalError, match="it does not hold"):
        search(path)


def test_a_journal_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal"
    search(path)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    waits: list[float] = []
    connect = sqlite3.connect

    def recorded(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        waits.append(kwargs["timeout"])
        return connect(*args, **kwargs)

    monkeypatch.setattr(sqlite3, "connect", recorded)
    try:
        with pytest.raises(JournalError, match="in use by another process"):
            search(path)
        # SQLite is told not to wait for the lock.
        assert waits == [0]
        assert "it is in use by another process" in complaint(path, tmp_path)
    finally:
        holder.close()


@pytest.mark.parametrize("contents", [b"hello", b"# Notes\n" * 5000, bytes(5000)])
def test_a_file_that_is_no_journal_is_left_alone(contents: bytes, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(contents)
    with pytest.raises(JournalError, match="expected a journal, got another file"):
        search(path)
    assert path.read_bytes() == contents


def test_a_database_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.sqlite"
    alter(path, "CREATE TABLE notes (text)")
    before = path.read_bytes()
    with pytest.raises(JournalError, match="got an SQLite file of another application"):
        search(path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["notes.sqlite"]


def test_an_empty_file_becomes_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.touch()
    search(path)
    assert rows(path) > 0


def test_a_place_where_no_file_can_be(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="expected a file, got a folder"):
        search(tmp_path)
    (tmp_path / "file").touch()
    for path in (tmp_path / "file" / "journal", Path("/proc/journal")):
        with pytest.raises(JournalError, match="unable to open database file"):
            search(path)
    assert "unable to open database file" in complaint(tmp_path / "nowhere" / "journal", tmp_path)


def test_the_name_of_a_journal_is_no_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:x?mode=memory", "a b'\"%"):
        search(Path(name))
        assert rows(tmp_path / name) > 0


@pytest.fixture
def small_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A disk with room for six pages of a journal; the remarks that are made."""
    plainly = Journal._open

    def small(journal: Journal, *given: Any) -> None:
        plainly(journal, *given)
        journal._file.execute("PRAGMA max_page_count = 6")

    monkeypatch.setattr(Journal, "_open", small)
    monkeypatch.setattr(module, "_BATCH_SECONDS", 0.0)
    with heard() as remarks:
        yield remarks


@pytest.mark.parametrize("kind", ["one", "several"])
def test_a_full_disk_ends_the_search_as_ctrl_c_does(
    kind: str, small_disk: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: Any
) -> None:
    path = tmp_path / "journal"
    game, strategy = (make_game(LONG[0]), LONG[1]) if kind == "one" else (vague(tmp_path), "optimal(expected)")
    stopped = search(path, game, strategy, jobs=2).data
    assert (stopped.bound, stopped.stopped) == ("upper", True) and verify_strategy(stopped).verified
    assert stopped.lower_bound is not None and stopped.bounded_figure is not None
    assert 0 < stopped.lower_bound <= stopped.bounded_figure
    assert small_disk == [f"journal {path}: database or disk is full; the search ends here, with what it has found"]
    # The rows written before are still valid, and the search goes on once there is room.
    monkeypatch.undo()
    whole = compiled(*LONG) if kind == "one" else compile_strategy(game, strategy).data
    assert encode(search(path, game, strategy, jobs=2).data) == encode(whole)


def test_a_disk_that_is_full_at_the_end_is_told_with_the_result(
    small_disk: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last rows are written when the search has ended."""
    monkeypatch.setattr(module, "_BATCH_SECONDS", 1e9)
    monkeypatch.setattr(Workers, "tick", lambda workers: None)
    path = tmp_path / "journal"
    data = search(path, LARGER, "optimal(total)").data
    assert (data.bound, data.stopped) == ("optimal", False)
    assert small_disk == [f"journal {path}: database or disk is full; what was proven last is missing there"]


@pytest.mark.parametrize("kept", [True, False])
def test_a_full_disk_leaves_no_empty_journal(kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was there before stays."""
    path, plainly = tmp_path / "journal", Journal._open

    def full(journal: Journal, *given: Any) -> None:
        plainly(journal, *given)
        # Neither a row nor a tree finds room.
        journal._file.execute("PRAGMA query_only = ON")

    if kept:
        Journal(str(path), {}, 1).close()
        path.unlink()
        path.touch()
    monkeypatch.setattr(Journal, "_open", full)
    with heard() as remarks:
        assert verify_strategy(search(path).data).verified
    assert len(remarks) == 1 and "attempt to write a readonly database" in remarks[0]
    assert [each.name for each in tmp_path.iterdir()] == (["journal"] if kept else [])


@pytest.mark.parametrize("size", [2_000, 100_000])
def test_a_limit_on_files_is_one_line(size: int, tmp_path: Path, compiled: Any) -> None:
    """Below the size of one page there is no journal, and nothing is lost by refusing it at once.

    The search is one that would go on long after the first batch, so that the failure ends it on any machine.
    """
    resource = pytest.importorskip("resource")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    compiled("mastermind(2,3)", "optimal(total)")  # The limit would not let a first search keep its kernels.
    path, output, trace = (tmp_path / name for name in ("journal", "x.msgpack", "trace.csv"))
    line = command(path, output, "mastermind(4,10)", "optimal(total)", "--trace", str(trace))
    done = subprocess.run(line, capture_output=True, text=True, env=os.environ, preexec_fn=limit)
    begun = size > 4096
    assert done.returncode == (0 if begun else 2)
    assert output.exists() == path.exists() == begun
    blamed = f"strategist: {'' if begun else 'error: '}journal {path}: "
    assert done.stderr.startswith(blamed) and len(done.stderr.splitlines()) == 1
    assert done.stderr.endswith("the search ends here, with what it has found\n") == begun
    if begun:
        assert "the search was stopped: another run may end elsewhere" in done.stdout
        assert read_trace(trace)[-1].best == decode(output.read_bytes()).claims.total


def test_a_journal_under_a_cap(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    search(path)
    again = search(path, memory=resident_bytes() + 100_000_000)
    assert again.data.claims.total == 2463


def test_a_ring_leaves_out_what_does_not_fit_and_what_is_torn() -> None:
    ring, seed, check = log.make_ring(4), np.uint64(9), np.uint64(1)
    written = 0
    for name in range(6):
        written = log.note(ring, written, 0, seed, np.uint64(name), check, 2, 3, 4, 5, 1, -1)
    assert written == 4
    assert log.unread(ring, written, 0, 9)[:, log.KEY].tolist() == [0, 1, 2, 3]
    ring[2, log.BOUND] += 1
    assert log.unread(ring, written, 0, 9)[:, log.KEY].tolist() == [0, 1]
    assert not len(log.unread(ring, written, 0, 8))
    written = log.note(ring, written, 4, seed, np.uint64(77), check, 2, 3, 4, 5, 1, -1)
    assert log.unread(ring, written, 4, 9)[:, log.KEY].tolist() == [77]


def test_a_worse_bound_never_replaces_a_better_one(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "journal"), {"game": "any"}, 100)
    ring = log.make_ring(8)
    for bound, exact in ((5, 0), (7, 0), (6, 0), (9, 1), (8, 0)):
        log.note(ring, 0, 0, np.uint64(9), np.uint64(1), np.uint64(2), 3, 4, 5, bound, exact, -1)
        journal._batch.append(journal._with_search(ring[:1].copy()))
        journal.write()
        found = journal._file.execute("SELECT bound, exact FROM proven").fetchall()
    assert found == [(9, 1)]
    journal.close()


# The best tree


def only_the_tree(path: Path) -> None:
    """Leave nothing in a journal but its tree."""
    alter(path, "DELETE FROM proven")


@pytest.mark.parametrize("rounds", [False, True])
@pytest.mark.parametrize("strategy", ["optimal(total,depth)", "optimal(depth,total)", "optimal(depth,worst)"])
def test_a_search_that_goes_on_has_the_best_tree_of_all_runs(
    strategy: str, rounds: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second run is stopped before its first tree, and has none of the proofs of the first."""
    if rounds:
        monkeypatch.setattr("strategist.search.run.root.PAYS_FROM", 0)
    path = tmp_path / "journal"
    whole = search(path, LARGER, strategy).data
    only_the_tree(path)
    stopped = search(path, LARGER, strategy, time_limit=0).data
    assert (stopped.bound, stopped.stopped) == ("upper", True)
    assert (stopped.tree.guesses, stopped.tree.masks) == (whole.tree.guesses, whole.tree.masks)
    assert stopped.claims == whole.claims
    # Without a limit the same bytes come as from an empty journal.
    assert encode(search(path, LARGER, strategy).data) == encode(whole)


def test_a_better_tree_replaces_the_one_in_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    search(path)
    worse = encode(compile_strategy(GAME, "minimax").data)
    with sqlite3.connect(path) as file:
        (best,) = file.execute("SELECT file FROM best").fetchone()
        file.execute("DELETE FROM best")
    file.close()
    assert decode(best).claims.total < decode(worse).claims.total
    search(path)
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT file FROM best").fetchone() == (best,)
    file.close()


def test_a_journal_of_version_1_is_read_and_gets_room_for_a_tree(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    whole = search(path)
    alter(path, "DROP TABLE best")
    alter(path, "PRAGMA user_version = 1")
    again = search(path)
    assert encode(again.data) == encode(whole.data) and again.nodes < whole.nodes
    with sqlite3.connect(path) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (2,)
        assert decode(file.execute("SELECT file FROM best").fetchone()[0]).claims == whole.data.claims
    file.close()


@pytest.mark.parametrize(
    ("game", "strategy", "message"),
    [
        ("mastermind(4,5)", "minimax", "its tree is none of this search"),
        ("mastermind(4,4)", STRATEGY, "its tree is none of this search"),
        (None, "", "its tree is none of this search"),
    ],
)
def test_a_foreign_tree_in_a_journal_is_refused(game: str | None, strategy: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    search(path)
    contents = b"no tree" if game is None else encode(compile_strategy(game, strategy).data)
    with sqlite3.connect(path) as file:
        file.execute("UPDATE best SET file = ?", (contents,))
    file.close()
    with pytest.raises(JournalError, match=f"it does not hold: {message}"):
        search(path)
    assert message in complaint(path, tmp_path)


# What was told


def copied(path: Path, to: Path) -> Path:
    """The journal as a kill would leave it now; copied anew where a thread has written to it meanwhile."""
    while True:
        to.mkdir()
        with suppress(FileNotFoundError):
            before = states(path)
            for each in before:
                shutil.copy(each, to / each.name)
            if states(path) == before:
                return to / path.name
        shutil.rmtree(to)


def states(path: Path) -> dict[Path, tuple[int, int]]:
    """The files of a journal, each with its time and its size."""
    files = [each for each in path.parent.glob(f"{path.name}*") if each.is_file()]
    return {each: (each.stat().st_mtime_ns, each.stat().st_size) for each in files}


@pytest.mark.parametrize("rounds", [True, False])
@pytest.mark.parametrize(
    ("game", "strategy", "history"),
    [
        (LARGER, "optimal(total,depth)", ""),
        (LARGER, "optimal(total)", "1122:1b1w"),
        (LARGER, "optimal(depth,total)", ""),
        ("bulls-and-cows(3,7)", "optimal(lexicographic)", ""),
        pytest.param("vague", "optimal(expected)", "", marks=pytest.mark.thorough),
    ],
)
def test_nothing_is_told_before_it_is_in_the_journal(
    game: str, strategy: str, history: str, rounds: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the journal of each moment at which a figure has changed, a search tells at least as much at once."""
    monkeypatch.setattr(supervise, "_POLL_SECONDS", 0.001)
    if rounds:
        monkeypatch.setattr("strategist.search.run.root.PAYS_FROM", 0)
    path, told = tmp_path / "journal", list[tuple[Any, Any, Path]]()
    made = vague(tmp_path, 14, 11) if game == "vague" else make_game(game)
    if made.several:
        # Its bound is what the rows of positions come to: all of them are kept.
        monkeypatch.setattr(module, "_LEAST_NODES", 0)
    first = make_strategy(strategy, made).spec.removeprefix("optimal(").split(",")[0].rstrip(")")
    # Where all secrets are as likely, one stands for the other.
    first = "total" if first == "expected" else first

    def note(share: float, words: Mapping[str, Any]) -> None:
        figures = words["best"], words["bound"]
        if words.get("objective") == first and (not told or told[-1][:2] != figures):
            told.append((*figures, copied(path, tmp_path / str(len(told)))))

    def run(path: Path, **options: Any) -> StrategyData:
        return compile_strategy(made, strategy, start=history, journal=path, **options).data

    whole = run(path, progress=note, jobs=2 if rounds and made.several else 1)
    assert len({bound for _, bound, _ in told}) > (2 if made.several else 0)
    for best, bound, then in [*told, (whole.bounded_figure, whole.lower_bound, path)]:
        again = run(then, time_limit=0)
        # Where answers are several, it is rounded down for reports and files.
        assert again.lower_bound is not None and again.lower_bound >= bound - (0.002 if made.several else 0)
        # And the best tree is found again from what is proven.
        if best != "-" and not made.several:
            assert again.bounded_figure is not None and again.bounded_figure <= best


KILLED = """
import os, signal, sys
from strategist import compile_strategy
from strategist.search.run import root

root.PAYS_FROM = 0

def note(share, words):
    if words["best"] != "-" and words["bound"] > 5500:
        print(words["best"], words["bound"], flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

compile_strategy("mastermind(4,6)", "optimal(total)", journal=sys.argv[1], progress=note)
"""


def test_a_search_that_was_killed_tells_no_less_than_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal"
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], capture_output=True, text=True, env=os.environ)
    assert killed.returncode == -signal.SIGKILL
    best, bound = map(int, killed.stdout.split())
    again = search(path, LARGER, "optimal(total)", time_limit=0).data
    assert again.claims.total <= best and again.lower_bound is not None and again.lower_bound >= bound


# Rounds that were cut short


@pytest.mark.parametrize("better", [-1, 1])
def test_what_a_journal_says_of_rounds_is_not_held_against_it(
    better: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Journals of a cluster may hold wrong costs of rounds that were cut short."""
    path = tmp_path / "journal"
    search(path, GAME, "optimal(total,width=4)")
    forge(path, better)
    assert verify_strategy(search(path, GAME, "optimal(total,width=4)").data).verified
