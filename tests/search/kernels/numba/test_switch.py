"""Kernels compiled by Numba's public doors alone have the figures of those that are compiled with its inner parts."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import numba
import pytest
from patience import PATIENCE

from strategist.common.errors import SpecError
from strategist.search.kernels.numba.switch import TRIED, is_quick

PROGRAM = """
from strategist import compile_strategy, verify_strategy
from strategist.search.kernels.numba import jit

assert jit.CACHE.folder is None
for game, strategy, total in (("mastermind(3,4)", "optimal(total,depth)", 206), ("mastermind(4,6)", "optimal", 5625)):
    made = compile_strategy(game, strategy)
    assert verify_strategy(made).verified
    assert (made.data.claims.total, made.data.lower_bound) == (total, total)
print("proven")
"""


@pytest.mark.slow
def test_proofs_by_public_doors_alone() -> None:
    """Two minutes of compiling, on one core: nothing is kept, and nothing is compiled apart."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "STRATEGIST_NUMBA": "plain"},
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
    )
    assert ran.stdout == "proven\n", ran.stderr


def test_the_declared_releases_are_those_that_were_tried() -> None:
    project = tomllib.loads((Path(__file__).parents[4] / "pyproject.toml").read_text())["project"]
    (declared,) = (each for each in project["optional-dependencies"]["compile"] if each.startswith("numba"))
    least, beyond = (".".join(map(str, each)) for each in TRIED)
    assert declared == f"numba>={least},<{beyond}"
    assert is_quick(numba.__version__, None)


def test_another_setting_is_refused() -> None:
    with pytest.raises(SpecError, match="STRATEGIST_NUMBA: expected plain, quick or compile, got 'off'"):
        is_quick("0.62.0", "off")
