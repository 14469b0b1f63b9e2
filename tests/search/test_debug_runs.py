"""Kernels where mistakes show: run by Python, and compiled with every index checked. Both find the same as ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from debug_games import indices_are_checked, outcomes

pytestmark = pytest.mark.long

PROGRAM = str(Path(__file__).with_name("debug_games.py"))


def assert_same(setting: str, *arguments: str) -> None:
    """A process with this setting checks indices, warns of nothing, and finds what this one finds."""
    command = [sys.executable, "-W", "error", PROGRAM, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {setting: "1"})
    assert [line for line in done.stderr.splitlines() if "compiling kernels" not in line] == []
    told = json.loads(done.stdout)
    assert told["checked"]
    assert told["outcomes"] == outcomes(large="--large" in arguments)


def test_kernels_run_without_their_compiler() -> None:
    assert_same("NUMBA_DISABLE_JIT")


@pytest.mark.slow
def test_kernels_stay_within_their_arrays() -> None:
    assert_same("NUMBA_BOUNDSCHECK", "--large")


def test_indices_are_not_checked_at_speed() -> None:
    """What the others ask for would be no news if it were so."""
    assert not indices_are_checked()
