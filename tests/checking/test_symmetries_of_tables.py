"""Certificates that state symmetries of tables: both checkers believe them, and test what they state."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from cases import Campaign, Case
from planted import coins, symmetric_case

from strategist import compile_strategy, make_strategy
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.common.errors import InfeasibleError, StrategyFileError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode, encode
from strategist.files.versions.table_symmetries import pack_permutation
from strategist.search.certify import groups
from strategist.search.state.options import Options
from strategist.search.state.problem import ALL_TECHNIQUES, MEMO


@pytest.fixture(autouse=True)
def always_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Symmetries of the smallest tables are stated, too."""
    monkeypatch.setattr(groups, "_STATED_FROM", 0)


def certified(case: Case, options: Options | None = None) -> Certificate | None:
    """The certificate of a case; None where there is no tree, or none is written."""
    try:
        compiled = compile_strategy(
            case.game, case.strategy, start=case.start, options=options or Options(certificate=True)
        )
    except InfeasibleError:
        return None
    return compiled.prove() if compiled.certify is not None else None


def check_both(number: int, case: Case) -> None:
    certificate = certified(case)
    if certificate is None:
        return
    assert check_certificate(certificate).problems == []
    assert check_plainly(certificate) == []
    if not case.game.weighted:  # such chances stand in no file
        assert decode(encode(certificate)).symmetries == certificate.symmetries
    for options in (Options(jobs=2, certificate=True), Options(techniques=ALL_TECHNIQUES & ~MEMO, certificate=True)):
        assert encode(certified(case, options) or certificate) == encode(certificate)
    # Any permutation in the place of a symmetry is found by both, or is a symmetry of the position as well.
    random = Random(number)
    if certificate.symmetries:
        secrets = len(case.game.secrets)
        other = pack_permutation(random.sample(range(secrets), secrets), secrets)
        forged = replace(certificate, symmetries=(*certificate.symmetries[:-1], other))
        assert bool(check_certificate(forged).problems) >= bool(check_plainly(forged))


def test_both_checkers_believe_symmetries(campaign: Campaign) -> None:
    campaign(symmetric_case, check_both, 40)


def hard_table() -> Certificate:
    game = coins(8)
    strategy = make_strategy("optimal(depth)", game)
    certificate = compile_strategy(game, strategy, options=Options(certificate=True)).prove()
    assert certificate.symmetries
    return certificate


def test_a_permutation_that_changes_answers_is_refuted() -> None:
    certificate = hard_table()
    wrong = pack_permutation([1, 0, *range(2, 28)], 28)
    forged = replace(certificate, symmetries=(wrong, *certificate.symmetries[1:]))
    assert check_certificate(forged).problems == [f"symmetry 0 does not keep what {certificate.game.spec} answers"]
    assert any("symmetries do not leave" in problem for problem in check_plainly(forged))


@pytest.mark.parametrize(
    ("symmetry", "problem"),
    [
        (bytes(27), "symmetry 0: expected 28 bytes, got 27"),
        (bytes(28), "symmetry 0: expected a permutation of 28 secrets"),
    ],
)
def test_what_is_no_permutation_is_refused(symmetry: bytes, problem: str) -> None:
    with pytest.raises(StrategyFileError, match=problem):
        replace(hard_table(), symmetries=(symmetry,))
