"""The benchmark runs: what it measures, nobody can repeat with one that does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

BENCH = Path(__file__).parents[1] / "scripts" / "bench"


def test_a_section_prints_its_figures() -> None:
    done = subprocess.run([sys.executable, BENCH, "player"], capture_output=True, text=True, check=True)
    assert "one move, guess and response as text: " in done.stdout


def test_sections_are_named() -> None:
    done = subprocess.run([sys.executable, BENCH, "speed"], capture_output=True, text=True)
    assert done.returncode == 2 and "unknown section speed: expected first-use, heuristics" in done.stderr
