"""The checker with a proof, where it is built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from strategist.common.errors import StrategistError

PROGRAM = "strategist-proven"


def check_by_proof(paths: Sequence[str]) -> int:
    """Let the program that ``scripts/proven`` builds check files, and print its sentence; returns its exit status.

    Raises :class:`~strategist.common.errors.StrategistError` if it is not built.
    """
    beside = str(Path(sys.executable).parent)
    program = shutil.which(PROGRAM, path=os.pathsep.join([beside, os.environ.get("PATH", "")]))
    if program is None:
        raise StrategistError(f"{PROGRAM} is not built: scripts/proven builds it, where coqc and ocamlopt are")
    return subprocess.run([program, *paths]).returncode
