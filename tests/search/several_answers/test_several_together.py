"""The search for several answers by threads, and with a journal: the same bytes, and nothing is proven twice."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import preloaded
import pytest
from random_several import key_case
from sampling import CampaignNumbers

from strategist import compile_strategy, make_game, verify_strategy
from strategist.common.errors import InfeasibleError, JournalError
from strategist.common.side_remarks import heard
from strategist.files.strategy import encode
from strategist.model.game import Game
from strategist.search.compile.compiled import Compiled
from strategist.search.kernels.numba import stopwatch
from strategist.search.several_answers.sharing import several_threads
from strategist.search.state import journal as module
from strategist.search.state.journal import Journal
from strategist.search.state.options import Options

CASES = 60
OBJECTIVES = "optimal(size,expected,depth)"


@pytest.fixture
def everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every proof, so that the journals of small games have rows."""
    monkeypatch.setattr(module, "_LEAST_NODES", 0)


def vague(folder: Path, secrets: int = 20, questions: int = 16, doubt: float = 0.35) -> Game:
    """A table that takes a search some thousands of positions."""
    drawn = Random(f"vague {secrets} {questions}")
    file = folder / "vague.csv"

    def cell() -> str:
        return "?" if drawn.random() < doubt else "/".join(drawn.sample("abc", 1 + (drawn.random() < 0.15)))

    lines = [["", *(f"s{at}" for at in range(secrets))]]
    lines += [[f"q{q}", *(cell() for _ in range(secrets))] for q in range(questions)]
    file.write_text("\n".join(map(",".join, lines)))
    return make_game(f"table({file},goal=narrow,several=/,unknown=?)")


def search(game: Game, path: Path, strategy: str = OBJECTIVES, **options: Any) -> Compiled:
    return compile_strategy(game, strategy, options=Options(journal=str(path), **options))


def rows(path: Path) -> int:
    with sqlite3.connect(path) as file:
        (count,) = file.execute("SELECT count(*) FROM keys").fetchone()
    file.close()
    return int(count)


def alter(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as file:
        file.execute(statement)
    file.close()


def told(compiled: Any) -> bytes | str:
    """The bytes of a result, or why there is none."""
    try:
        return encode(compiled().data)
    except InfeasibleError as error:
        return str(error)


def test_threads_and_journals_change_no_byte(
    everything: None, tmp_path: Path, campaign_numbers: CampaignNumbers
) -> None:
    for number in campaign_numbers(CASES):
        case = key_case(number, tmp_path, moved=True)

        def found(case: Any = case, **options: Any) -> bytes | str:
            return told(lambda: compile_strategy(case.game, case.spec, options=Options(**options), start=case.start))

        alone = found()
        path = str(tmp_path / f"journal{number}")
        ways = [{"jobs": 2}, {"jobs": 3, "journal": path}, {"journal": path}, {"jobs": 2, "journal": path}]
        for options in ways:
            assert found(**options) == alone, f"{number}: {case.spec} for {case.game.spec}, {options}"


@pytest.mark.parametrize("jobs", [2, 5])
@pytest.mark.parametrize("strategy", ["optimal(expected)", "optimal(size)", "optimal(depth,size)"])
def test_threads_find_the_same_tree(strategy: str, jobs: int, tmp_path: Path) -> None:
    game = vague(tmp_path, 12, 10)
    alone, together = (compile_strategy(game, strategy, options=Options(jobs=each)) for each in (1, jobs))
    assert encode(alone.data) == encode(together.data)
    assert alone.nodes > 1000 and together.nodes < 2 * alone.nodes


def test_what_threads_leave_to_do_is_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of the positions are searched by threads, before the search by one that makes the result."""
    game = vague(tmp_path)
    done = []
    prove = several_threads.prove_together

    def counted(stage: Any, *arguments: Any) -> bool:
        before = stage.nodes
        goes_on = prove(stage, *arguments)
        done.append(stage.nodes - before)
        return goes_on

    monkeypatch.setattr("strategist.search.several_answers.search_several.prove_together", counted)
    nodes = compile_strategy(game, "optimal(expected)", options=Options(jobs=2)).nodes
    assert sum(done) > 0.7 * nodes


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_second_run_reads_what_the_first_has_proven(everything: None, jobs: int, tmp_path: Path) -> None:
    game, path = vague(tmp_path, 12, 10), tmp_path / "journal"
    undisturbed = compile_strategy(game, OBJECTIVES)
    first = search(game, path, jobs=jobs)
    assert rows(path) > 100
    second = search(game, path, jobs=jobs)
    assert encode(first.data) == encode(second.data) == encode(undisturbed.data)
    assert second.nodes < first.nodes / 3


@pytest.mark.thorough
def test_a_search_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path = vague(tmp_path), tmp_path / "journal"
    whole = compile_strategy(game, "optimal(expected)")
    monkeypatch.setattr(stopwatch.Stopwatch, "_now", staticmethod(time.process_time))
    stopped = 0
    for _ in range(100):
        found = search(game, path, "optimal(expected)", time_limit=0.3, jobs=2)
        assert found.data.lower_bound is not None and whole.data.lower_bound is not None
        assert found.data.lower_bound <= whole.data.lower_bound
        if not found.data.stopped:
            break
        stopped += 1
    assert stopped and encode(found.data) == encode(whole.data)


def errand(game: Game, path: Path, output: Path) -> list[str]:
    return ["compile", game.spec, "optimal(expected)", "--journal", str(path), "-o", str(output), "-j", "2"]


@pytest.mark.thorough
def test_kill_at_random_moments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    vague(tmp_path, 22, 18)
    game = make_game("table(vague.csv,goal=narrow,several=/,unknown=?)")
    path, output = tmp_path / "journal", tmp_path / "out.msgpack"
    for seed in range(2):
        # An interpreter of its own: what is killed is the search itself.
        line = [sys.executable, "-m", "strategist", *errand(game, path, output)]
        process = subprocess.Popen(line, stdout=subprocess.DEVNULL, env=os.environ)
        while not path.exists() and process.poll() is None:
            time.sleep(0.01)
        time.sleep(random.Random(seed).uniform(0, 2.5))
        process.kill()
        process.wait()
    subprocess.run(
        [*preloaded.command(), *errand(game, path, output)], stdout=subprocess.DEVNULL, env=os.environ, check=True
    )
    assert output.read_bytes() == encode(compile_strategy(game, "optimal(expected)").data)
    assert rows(path) > 0


def copied(folder: Path, to: Path) -> None:
    """Copy a journal as it stands. The file of its last changes may go while it is copied: then all is copied anew."""
    while True:
        to.mkdir()
        try:
            for each in folder.glob("journal*"):
                shutil.copy(each, to)
        except FileNotFoundError:
            shutil.rmtree(to)
        else:
            return


@pytest.mark.thorough
@pytest.mark.parametrize("jobs", [1, 2])
def test_no_bound_is_told_before_it_is_in_the_journal(
    jobs: int, everything: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the journal of each moment at which the bound has risen, a search tells at least as much at once."""
    monkeypatch.setattr("strategist.search.tasks.supervise._POLL_SECONDS", 0.001)
    game, path, moments = vague(tmp_path, 14, 11), tmp_path / "journal", list[tuple[float, Path]]()

    def note(share: float, words: Mapping[str, Any]) -> None:
        if words["bound"] != "-" and (not moments or words["bound"] > moments[-1][0]):
            then = tmp_path / str(len(moments))
            copied(tmp_path, then)
            moments.append((words["bound"], then / "journal"))

    search(game, path, "optimal(expected)", jobs=jobs, progress=note)
    assert len(moments) > 2
    for bound, then in moments:
        found = search(game, then, "optimal(expected)", time_limit=0).data.lower_bound
        # It is rounded down for reports and files.
        assert found is not None and float(found) > bound - 0.002


def test_a_full_disk_ends_the_search_as_ctrl_c_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path, plainly = vague(tmp_path), tmp_path / "journal", Journal._open

    def small(journal: Journal, *given: Any) -> None:
        plainly(journal, *given)
        journal._file.execute("PRAGMA max_page_count = 6")

    monkeypatch.setattr(Journal, "_open", small)
    monkeypatch.setattr(module, "_BATCH_SECONDS", 0.0)
    monkeypatch.setattr(module, "_LEAST_NODES", 1)
    with heard() as remarks:
        stopped = search(game, path, "optimal(expected)", jobs=2).data
    assert stopped.stopped and stopped.bound == "upper" and verify_strategy(stopped).verified
    assert remarks == [f"journal {path}: database or disk is full; the search ends here, with what it has found"]
    monkeypatch.undo()
    assert encode(search(game, path, "optimal(expected)").data) == encode(
        compile_strategy(game, "optimal(expected)").data
    )


def test_a_row_that_was_altered_is_refused(everything: None, tmp_path: Path) -> None:
    game, path = vague(tmp_path, 12, 8), tmp_path / "journal"
    search(game, path)
    for column in ("first", "told", "second_residue", "worth", "search"):
        alter(path, f"UPDATE keys SET {column} = {column} + 4")
        with pytest.raises(JournalError, match=r"keys: row [0-9a-f]{32} was altered, its seal does not fit"):
            search(game, path)
        alter(path, f"UPDATE keys SET {column} = {column} - 4")
    search(game, path)


def test_a_journal_of_another_search_is_refused(everything: None, tmp_path: Path) -> None:
    game, path = vague(tmp_path, 12, 8), tmp_path / "journal"
    search(game, path)
    with pytest.raises(JournalError, match="expected one of strategy"):
        search(game, path, "optimal(size)")
    # Another table by the same name.
    other = vague(tmp_path, 12, 8, doubt=0.2)
    with pytest.raises(JournalError, match="expected one of"):
        search(other, path)
    history = (other.guesses[0], other.answers(other.guesses[0], other.secrets[0])[0].response)
    search(other, tmp_path / "other")
    with pytest.raises(JournalError, match="expected one of start"):
        compile_strategy(other, OBJECTIVES, options=Options(journal=str(tmp_path / "other")), start=(history,))
    with pytest.raises(JournalError, match="expected format version 2, got 3"):
        compile_strategy("mastermind(2,3)", "optimal", options=Options(journal=str(path)))
    ordinary = tmp_path / "ordinary"
    compile_strategy("mastermind(2,3)", "optimal", options=Options(journal=str(ordinary)))
    with pytest.raises(JournalError, match="expected format version 3, got 2"):
        search(other, ordinary)


def test_a_file_that_is_torn_is_refused_in_one_line(everything: None, tmp_path: Path) -> None:
    game, path = vague(tmp_path, 12, 8), tmp_path / "journal"
    search(game, path)
    path.write_bytes(path.read_bytes()[:5000])
    arguments = ["compile", game.spec, OBJECTIVES, "--journal", str(path), "-o", str(tmp_path / "x.msgpack")]
    done = subprocess.run([*preloaded.command(), *arguments], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert "the file is truncated or altered" in done.stderr
