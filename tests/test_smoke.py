"""One heuristic, one proof and one check, each from beginning to end: with the contracts of the rooms, the smoke of
``scripts/test --fast``."""

from __future__ import annotations

from pathlib import Path

import pytest

import strategist
from strategist.checking.check_plain import check_plainly
from strategist.files.certificate_file import read_certificate, write_certificate

pytestmark = [pytest.mark.smoke, pytest.mark.every]


def test_a_heuristic_is_compiled_verified_and_played(tmp_path: Path) -> None:
    """Knuth's tree, and his figures of 1977."""
    compiled = strategist.compile_strategy("mastermind(4,6)", "minimax")
    file = tmp_path / "knuth.msgpack"
    strategist.write_strategy(file, compiled.data)
    told = strategist.verify_strategy(file, max_depth=5)
    assert told.verified and (compiled.total, compiled.depth, compiled.worst_count) == (5801, 5, 694)
    play = strategist.open_strategy(file).start()
    assert play.guess == "1122"
    play.respond("0b0w")
    assert play.guess == "3345"


def test_a_proof_is_found_written_and_checked(tmp_path: Path) -> None:
    compiled = strategist.compile_strategy("mastermind(2,3)", "optimal(total,depth)", certificate=True)
    assert (compiled.total, compiled.depth, compiled.lower_bound, compiled.data.bound) == (21, 3, 21, "optimal")
    assert compiled.certify is not None
    file = tmp_path / "proof.certificate"
    write_certificate(file, compiled.certify(None).whole())
    certificate = read_certificate(file)
    assert check_plainly(certificate) == [] and strategist.check_certificate(certificate).problems == []


def test_a_certificate_that_ships_is_checked() -> None:
    shipped = next(each for each in strategist.library() if each.name == "mastermind-3x6.optimal-total-depth")
    assert shipped.certificate is not None
    certificate = read_certificate(shipped.certificate)
    assert (certificate.bound, strategist.check_certificate(certificate).problems) == (shipped.data.claims.total, [])
