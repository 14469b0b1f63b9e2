"""Kernels in modes that reveal mistakes: run by Python, and compiled with index checks. The results are the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from debug_games import indices_are_checked, outcomes

PROGRAM = str(Path(__file__).parents[1] / "programs" / "debug_games.py")


def assert_same(setting: str, *arguments: str) -> None:
    """A process with this setting checks indices, prints no warnings, and finds the same results as this one."""
    command = [sys.executable, "-W", "error", PROGRAM, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {setting: "1"})
    assert [line for line in done.stderr.splitlines() if "compiling kernels" not in line] == []
    told = json.loads(done.stdout)
    assert told["checked"]
    assert told["outcomes"] == outcomes(large="--large" in arguments)


@pytest.mark.thorough
def test_kernels_run_without_their_compiler() -> None:
    assert_same("NUMBA_DISABLE_JIT")


@pytest.mark.slow
def test_kernels_stay_within_their_arrays() -> None:
    assert_same("NUMBA_BOUNDSCHECK", "--large")


def test_indices_are_not_checked_at_speed() -> None:
    """The other tests would prove nothing if this process checked indices, too."""
    assert not indices_are_checked()
