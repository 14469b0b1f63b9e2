"""The strategy files and certificates that ship."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from preloaded import command

from strategist import read_strategy, verify_strategy
from strategist.checking.check import check_certificate
from strategist.files.certificate_file import read_certificate

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "strategies").glob("*.msgpack"))
CERTIFICATES = sorted((ROOT / "strategies").glob("*.certificate"))
LARGE = 15_000
"""A certificate of more bytes takes longer than a second to check."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_shipped_file_verifies(path: Path) -> None:
    data = read_strategy(path)
    assert path.name == f"{data.game.slug}.{path.name.split('.')[1]}.msgpack"
    assert verify_strategy(data).verified
    if "bulls-and-cows-4x10" in path.name:
        assert path.stat().st_size <= 4 * data.claims.secrets


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.slow if path.stat().st_size > LARGE else ()) for path in CERTIFICATES],
    ids=lambda path: path.name,
)
def test_every_shipped_certificate_proves_its_tree_optimal(path: Path) -> None:
    certificate, data = read_certificate(path), read_strategy(path.with_suffix(".msgpack"))
    assert check_certificate(certificate).proven
    assert certificate.game.digest() == data.game.digest()
    assert certificate.bound == getattr(data.claims, certificate.objective)


def test_files_are_built_again_byte_for_byte(tmp_path: Path) -> None:
    names = ["mastermind-4x6", "bulls-and-cows-4x10.entropy", "mastermind-4x5", "pegswap"]
    script = ROOT / "scripts" / "build_strategies"
    subprocess.run([*command(script), "-o", str(tmp_path), *names], check=True, capture_output=True)
    built = sorted(tmp_path.iterdir())
    assert len(built) >= 7 and any(path.suffix == ".certificate" for path in built)
    for path in built:
        assert path.read_bytes() == (ROOT / "strategies" / path.name).read_bytes()
