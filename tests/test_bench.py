"""The benchmark runs: what it measures, nobody can repeat with one that does not."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from preloaded import command

BENCH = Path(__file__).parents[1] / "scripts" / "bench"


def test_a_section_prints_its_figures() -> None:
    done = subprocess.run([*command(BENCH), "player"], capture_output=True, text=True, check=True)
    assert "one move, guess and response as text: " in done.stdout


def test_sections_are_named() -> None:
    done = subprocess.run([*command(BENCH), "speed"], capture_output=True, text=True)
    assert done.returncode == 2 and "unknown section speed: expected first-use, heuristics" in done.stderr


@pytest.fixture(scope="module")
def peers() -> ModuleType:
    """The script that measures peers, as a module."""
    loader = SourceFileLoader("bench_peers", str(BENCH.with_name("bench_peers")))
    module = module_from_spec(spec_from_loader("bench_peers", loader) or pytest.fail())
    loader.exec_module(module)
    return module


@pytest.fixture
def fake(tmp_path: Path) -> Callable[[str], Path]:
    """Make a program that says something, whatever it is asked."""

    def make(line: str) -> Path:
        path = tmp_path / "peer"
        path.write_text(f"#!/bin/sh\n{line}\n")
        path.chmod(0o755)
        return path

    return make


def test_peers_are_measured_beside_us(fake: Callable[[str], Path]) -> None:
    line = [*command(BENCH.with_name("bench_peers")), "Mastermind 4×6, `optimal", "--runs", "1"]
    environment = os.environ | {"MMSTRAT": str(fake("echo 5625:6:7"))}
    done = subprocess.run(line, capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "| | total | mmstrat | `strategist compile` | times | without start-up | times |" in done.stdout
    assert re.search(r"^\| Mastermind 4×6, `optimal\(total\)` \| 5625( \| [\d.e-]+){5} \|$", done.stdout, re.M)
    assert done.stdout.endswith("\nno lists: Wordle is left out\n")


def test_a_peer_that_is_not_there_has_no_column(
    peers: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("MMSTRAT", raising=False)
    monkeypatch.setattr(peers, "our_command", lambda row, folder: 5625)
    peers.main(["Mastermind 4×6, `optimal", "--runs", "1"])
    printed = capsys.readouterr().out
    assert "| | total | `strategist compile` | without start-up |" in printed
    assert re.search(r"^\| Mastermind 4×6, `optimal\(total\)` \| 5625( \| [\d.e-]+){2} \|$", printed, re.M)


def test_a_program_that_is_not_there_is_told(peers: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        peers.main(["--mmstrat", "/nowhere/mmstrat"])
    assert stop.value.code == 2
    assert capsys.readouterr().err.endswith("error: expected a program, got /nowhere/mmstrat\n")


def test_totals_are_read(peers: ModuleType, fake: Callable[[str], Path]) -> None:
    assert peers.ask_peer(fake("echo 5625:6:7"), ("-s", "optimal")) == 5625
    assert peers.ask_peer(fake("echo Initialising; echo 'Best first guess score = 7920'"), ()) == 7920
    for line in ("echo hello", "echo 5625:6:7; exit 3", "echo 'Best first guess score <= 7920'"):
        with pytest.raises(peers.Disagreement, match=r"expected a total, got exit status [03]$"):
            peers.ask_peer(fake(line), ())


def test_another_total_is_no_measure(
    peers: ModuleType, fake: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peers, "our_command", lambda row, folder: 5625)
    with pytest.raises(SystemExit) as stop:
        peers.main(["Mastermind 4×6, `optimal", "--runs", "1", "--mmstrat", str(fake("echo 5624:6:7"))])
    assert re.fullmatch(r"bench_peers: Mastermind 4×6, .*: .*/peer found 5624, strategist 5625", str(stop.value.code))
    assert "5625" not in capsys.readouterr().out


def test_wordle_is_asked_in_both_modes(
    peers: ModuleType, fake: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """Two answers and three guesses: SALET tells the answers apart, so the totals of both modes are 3."""
    (tmp_path / "solution_list.csv").write_text("salet\nsales\n")
    (tmp_path / "guess_list.csv").write_text("salet\nsales\nabout\n")
    monkeypatch.setattr(peers, "our_command", lambda row, folder: peers.our_work(row.game, row.strategy))
    asked = tmp_path / "asked"
    program = fake(f'echo "$@" >> {asked}; echo "Best first guess score = 3"')
    peers.main(["SALET", "--runs", "1", "--lists", str(tmp_path), "--wordle", str(program)])
    printed = capsys.readouterr().out
    assert "| Wordle, first guess SALET | 3 | " in printed
    assert "| Wordle, hard mode in six guesses, first guess SALET | 3 | " in printed
    lists = f"-h {tmp_path}/solution_list.csv -a {tmp_path}/guess_list.csv"
    assert asked.read_text() == f"{lists} -w salet\n{lists} -H -w salet\n"


def test_a_plain_beam_of_all_questions_finds_what_the_search_finds() -> None:
    loader = SourceFileLoader("bench_tables", str(BENCH.with_name("bench_tables.py")))
    module = module_from_spec(spec_from_loader("bench_tables", loader) or pytest.fail())
    loader.exec_module(module)
    game = module.game_of(module.diseases(1, 12, 20, 3))
    found, plain = module.searched(game, 60.0), module.plain_beam(game, 60.0)
    assert found[-1][1] == plain[-1][1] and [total for _, total in plain] == sorted({total for _, total in plain})[::-1]
    assert module.integral([(1.0, 200), (3.0, 100)], 100, 4.0) == 100 * (1.0 + 2 * 0.5) / 4
