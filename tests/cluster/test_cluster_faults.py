"""Faults of real clusters on this machine: they cost time, never figures or bytes. Every test waits for signs."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from random_several import vague

import strategist
from strategist import compile_strategy
from strategist.files.strategy import decode, encode

pytestmark = pytest.mark.slow

SHORT = ("mastermind(4,6)", "optimal(total,depth)")
LONG = ("mastermind(4,9)", "optimal(total,depth)")
"""A proof of a minute, whose tree ships."""
SHIPPED = Path(strategist.__file__).parents[1] / "strategies" / "mastermind-4x9.optimal-total-depth.msgpack"
ABSENCE = float(os.environ.get("STRATEGIST_TEST_ABSENCE", "5"))
"""The seconds for which all workers are gone."""


def _heed_ctrl_c() -> None:
    """Undo what a shell does to its jobs in the background: they ignore Ctrl-C, and so would this process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def started(*line: str, cwd: Path, env: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """A process that leads a group of its own, which is killed at the end."""
    with (
        (cwd / f"said-{time.monotonic_ns()}").open("w") as told,
        subprocess.Popen(
            [sys.executable, *line],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdout=subprocess.PIPE,
            stderr=told,
            text=True,
            start_new_session=True,
            preexec_fn=_heed_ctrl_c,
        ) as process,
    ):
        try:
            yield process
        finally:
            strike(process)


def strike(process: subprocess.Popen[str]) -> None:
    """Kill -9 a process and all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def said(folder: Path) -> str:
    """What all processes have said there on standard error."""
    return "".join(path.read_text() for path in sorted(folder.glob("said-*")))


@contextmanager
def scheduler(folder: Path, *options: str, env: Mapping[str, str] | None = None) -> Iterator[str]:
    """A scheduler of Dask; gives its address."""
    with scheduling(folder, *options, env=env) as (_, address):
        yield address


@contextmanager
def scheduling(
    folder: Path, *options: str, env: Mapping[str, str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A scheduler of Dask; gives its process, and its address."""
    known = folder / "scheduler.json"
    line = ["-m", "dask", "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    with started(*line, "--scheduler-file", str(known), *options, cwd=folder, env=env) as process:
        until(lambda: known.exists() and known.read_text().endswith("}"), process)
        yield process, json.loads(known.read_text())["address"]


def worker(folder: Path, address: str, *options: str, env: Mapping[str, str] | None = None) -> Any:
    """A nanny of Dask with a worker process of one thread."""
    line = ["-m", "dask", "worker", address, "--nthreads", "1", "--memory-limit", "0", "--no-dashboard"]
    return started(*line, *options, cwd=folder, env=env)


def search(folder: Path, cluster: str, case: tuple[str, str] = LONG, *options: str, **how: Any) -> Any:
    line = ["-m", "strategist", "compile", *case, "--cluster", cluster, "--json"]
    return started(*line, "-o", "x.msgpack", "--trace", "trace.csv", *options, cwd=folder, **how)


def until(sign: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait for a sign of a process, which must not end before."""
    deadline = time.monotonic() + PATIENCE
    while not sign():
        assert process.poll() is None, "it ended before"
        assert time.monotonic() < deadline, "no sign"
        time.sleep(0.1)


def under_way(folder: Path, steps: int = 4) -> Callable[[], bool]:
    """Whether a search has come so many steps further, by a better tree or a higher bound: tasks have come back."""
    trace = folder / "trace.csv"

    def sign() -> bool:
        if not trace.exists():
            return False
        with trace.open() as file:
            return len({(row["best"], row["bound"]) for row in csv.DictReader(file) if row["best"]}) >= steps

    return sign


def finished(process: subprocess.Popen[str], folder: Path) -> dict[str, Any]:
    """What a search tells when it ends well."""
    told, _ = process.communicate(timeout=4 * PATIENCE)
    assert process.returncode == 0, said(folder)
    found: dict[str, Any] = json.loads(told)
    return found


def same_bytes(folder: Path) -> bool:
    return (folder / "x.msgpack").read_bytes() == SHIPPED.read_bytes()


def children(of: int) -> list[int]:
    """The worker processes that a process has started, and theirs."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if int(fields[1]) == of and b"spawn_main" in line:
                found.append(int(entry.name))
    return found


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGSTOP])
def test_workers_that_die_or_hang(sign: signal.Signals, tmp_path: Path) -> None:
    with search(tmp_path, "local:3") as process:
        struck: list[int] = []
        for steps in (3, 6):
            until(under_way(tmp_path, steps), process)
            able = [child for child in children(process.pid) if child not in struck]
            struck.append(able[0])
            os.kill(able[0], sign)
        finished(process, tmp_path)
    assert same_bytes(tmp_path)


def pages(journal: Path) -> int:
    """How many pages the log of a journal has: what others have proven has come back."""
    log = Path(f"{journal}-wal")
    return log.stat().st_size >> 12 if log.exists() else 0


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_a_worker_dies_or_the_search_is_stopped_where_answers_are_several(sign: signal.Signals, tmp_path: Path) -> None:
    game, strategy = vague(tmp_path), "optimal(depth,size)"
    whole = compile_strategy(game, strategy).data
    with search(tmp_path, "local:2", (game.spec, strategy), "--journal", "j") as process:
        until(lambda: pages(tmp_path / "j") >= 20, process)
        os.kill(children(process.pid)[0] if sign == signal.SIGKILL else process.pid, sign)
        finished(process, tmp_path)
    data = decode((tmp_path / "x.msgpack").read_bytes())
    assert data.stopped == (sign == signal.SIGINT)
    if sign == signal.SIGKILL:
        assert data.tree.guesses == whole.tree.guesses and data.claims == whole.claims
    else:
        assert data.lower_bound is not None and whole.lower_bound is not None
        assert data.lower_bound <= whole.lower_bound


def test_a_nanny_that_dies(tmp_path: Path) -> None:
    with ExitStack() as stack:
        address = stack.enter_context(scheduler(tmp_path))
        nannies = [stack.enter_context(worker(tmp_path, address)) for _ in range(2)]
        process = stack.enter_context(search(tmp_path, address))
        until(under_way(tmp_path), process)
        # Its worker process notices, and ends.
        nannies[0].kill()
        finished(process, tmp_path)
    assert same_bytes(tmp_path)


def test_workers_that_come_late_and_are_all_gone_for_a_while(tmp_path: Path) -> None:
    with ExitStack() as stack:
        address = stack.enter_context(scheduler(tmp_path))
        process = stack.enter_context(search(tmp_path, address))
        until(lambda: "waiting for workers" in said(tmp_path), process)
        first = stack.enter_context(worker(tmp_path, address))
        until(under_way(tmp_path, 3), process)
        second = stack.enter_context(worker(tmp_path, address))
        until(under_way(tmp_path, 6), process)
        strike(first)
        strike(second)
        until(lambda: said(tmp_path).count("waiting for workers") == 2, process)
        time.sleep(ABSENCE)
        stack.enter_context(worker(tmp_path, address))
        stack.enter_context(worker(tmp_path, address))
        finished(process, tmp_path)
    assert same_bytes(tmp_path)


def test_a_coordinator_that_is_killed_loses_little(tmp_path: Path) -> None:
    """The positions of both halves, beside those of a search that nobody disturbed."""
    whole, halves = tmp_path / "whole", tmp_path / "halves"
    for folder in (whole, halves):
        folder.mkdir()
    with search(whole, "local:2", LONG, "--journal", "p.journal") as process:
        undisturbed = finished(process, whole)["nodes"]
    with search(halves, "local:2", LONG, "--journal", "p.journal") as process:
        until(under_way(halves, 8), process)
        until(lambda: (halves / "p.journal-wal").stat().st_size > 1 << 16, process)
    with sqlite3.connect(halves / "p.journal") as file:
        ((before,),) = file.execute("SELECT value FROM header WHERE name = 'nodes'")
    file.close()
    assert int(before) > 0
    with search(halves, "local:2", LONG, "--journal", "p.journal") as process:
        after = finished(process, halves)["nodes"]
    assert same_bytes(whole) and same_bytes(halves)
    # Two undisturbed searches differ by some percent, too: who is told what, and when.
    print(f"{undisturbed} positions undisturbed, {before} + {after} with a kill between")
    assert int(before) + after < 1.15 * undisturbed


def test_a_scheduler_that_is_lost_keeps_what_is_known(tmp_path: Path) -> None:
    with ExitStack() as stack:
        lost, address = stack.enter_context(scheduling(tmp_path))
        stack.enter_context(worker(tmp_path, address))
        process = stack.enter_context(search(tmp_path, address))
        until(under_way(tmp_path), process)
        lost.kill()
        found = finished(process, tmp_path)
    assert found["bound"] == "upper"
    assert len([line for line in said(tmp_path).splitlines() if "the scheduler is gone" in line]) == 1


def test_ctrl_c_keeps_what_is_known(tmp_path: Path) -> None:
    with search(tmp_path, "local:2") as process:
        until(under_way(tmp_path), process)
        # As a terminal does: to all processes.
        os.killpg(process.pid, signal.SIGINT)
        found = finished(process, tmp_path)
    assert found["bound"] == "upper" and found["stopped"]


def other_versions(folder: Path) -> dict[str, dict[str, str]]:
    """The environments in which a worker has another version of something."""
    package = Path(strategist.__file__).parent
    copies = {}
    for name in ("kernels", "rules", "strategist", "Python"):
        copies[name] = folder / name
        copies[name].mkdir()
    shutil.copytree(package, copies["kernels"] / "strategist", ignore=shutil.ignore_patterns("__pycache__"))
    options = copies["kernels"] / "strategist" / "search" / "state" / "options.py"
    options.write_text(options.read_text() + "\n# edited\n")
    (copies["rules"] / "sitecustomize.py").write_text(
        "from strategist.games.pegs.pegs import Mastermind\nMastermind.rules_version = 99\n"
    )
    (copies["Python"] / "sitecustomize.py").write_text(
        "import platform\nplatform.python_version_tuple = lambda: ('3', '1', '0')\n"
    )
    metadata = copies["strategist"] / "strategist_compiler-0.0.1.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text("Metadata-Version: 2.1\nName: strategist-compiler\nVersion: 0.0.1\n")
    return {name: {"PYTHONPATH": str(copy)} for name, copy in copies.items()}


def test_who_has_another_version_is_refused_by_name(tmp_path: Path, compiled: Any) -> None:
    with ExitStack() as stack:
        address = stack.enter_context(scheduler(tmp_path))
        others = other_versions(tmp_path)
        for env in others.values():
            stack.enter_context(worker(tmp_path, address, "--no-nanny", env=env))
        process = stack.enter_context(search(tmp_path, address, SHORT))
        for name in others:
            until(lambda name=name: f"is refused: expected {name} '" in said(tmp_path), process)  # type: ignore[misc]
        stack.enter_context(worker(tmp_path, address))
        finished(process, tmp_path)
    assert (tmp_path / "x.msgpack").read_bytes() == encode(compiled(*SHORT))


def test_a_scheduler_without_workers_waits_until_ctrl_c(tmp_path: Path) -> None:
    with scheduler(tmp_path) as address, search(tmp_path, address, SHORT) as process:
        until(lambda: "waiting for workers" in said(tmp_path), process)
        process.send_signal(signal.SIGINT)
        found = finished(process, tmp_path)
    assert found["bound"] == "upper" and found["stopped"]


def certificates(folder: Path) -> dict[str, str]:
    """An authority and one certificate for all, made for this test, in the settings of Dask."""
    subject = ["-subj", "/CN=localhost", "-days", "2", "-nodes", "-newkey", "rsa:2048"]
    line = ["openssl", "req", "-x509", *subject, "-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run(line, cwd=folder, check=True, capture_output=True)
    of = {"CA_FILE": "cert.pem"}
    for who in ("SCHEDULER", "WORKER", "CLIENT"):
        of |= {f"{who}__CERT": "cert.pem", f"{who}__KEY": "key.pem"}
    return {f"DASK_DISTRIBUTED__COMM__TLS__{name}": str(folder / file) for name, file in of.items()}


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_tls(tmp_path: Path, compiled: Any) -> None:
    settings = certificates(tmp_path)
    with ExitStack() as stack:
        address = stack.enter_context(scheduler(tmp_path, "--protocol", "tls", env=settings))
        assert address.startswith("tls://")
        # Without certificates nobody takes part.
        with search(tmp_path, address, SHORT) as stranger:
            assert stranger.wait(PATIENCE) == 2
        stack.enter_context(worker(tmp_path, address, env=settings))
        process = stack.enter_context(search(tmp_path, address, SHORT, env=settings))
        finished(process, tmp_path)
    assert (tmp_path / "x.msgpack").read_bytes() == encode(compiled(*SHORT))
    assert "expected certificates in Dask's settings for TLS, got none" in said(tmp_path)
