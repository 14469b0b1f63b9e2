"""Writers of certificates make the bytes that they have always made, in every regime."""

from __future__ import annotations

import pytest
from certificate_digests import CASES, digests_of, told_digests

from strategist.search.state.options import Options
from strategist.search.state.problem import ALL_TECHNIQUES, MEMO


@pytest.mark.thorough
def test_certificates_have_the_bytes_of_before() -> None:
    told = told_digests()
    assert len(told) == CASES
    # Neither the number of threads nor what a memo has lost changes a byte.
    options = [Options(jobs=jobs, techniques=ALL_TECHNIQUES & ~kept) for jobs in (1, 2) for kept in (0, MEMO)]
    made = {number: digests_of(number, options[at % len(options)]) for at, number in enumerate(told)}
    assert [number for number in told if made[number] != told[number]] == []
