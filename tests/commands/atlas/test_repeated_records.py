"""Records of the atlas, made again: search, replay of the tree, certificate and check, digests of both files."""

from __future__ import annotations

import shutil
from itertools import groupby
from pathlib import Path

import pytest
from shelf import listed_wordle

from strategist.commands.atlas.repeating import repeat
from strategist.files.atlas.entry import PROVEN, Record
from strategist.files.atlas.register import register
from strategist.files.atlas.scope import VARIANTS
from strategist.search.state.options import Options

REGISTER = register()
_PAIRS_A_SECOND = 1e7
"""Roughly, how many pairs of a secret and a guess, or of a secret and a position, a certificate takes a second for."""


def effort(record: Record) -> float:
    """Roughly, the seconds in which a record is made again."""
    searched = 0.0 if record.measured is None else record.measured.seconds
    if record.certificate is None:
        return searched
    pairs = record.claims.secrets * (record.claims.secrets + record.certificate.entries)
    return searched + pairs / _PAIRS_A_SECOND


def kind(record: Record) -> tuple[str, str, str, bool]:
    """The family, the first objective, the variant of the rules, and whether the certificate may have copies."""
    variant = next((each for each in VARIANTS if each and each in record.game), "")
    copies = record.certificate is not None and record.certificate.copies
    return record.family, record.objectives[0], variant, copies


def largest(seconds: float, games: int) -> list[str]:
    """Of each kind the records with a certificate that take the longest, but not so many seconds; one of a game."""
    some = [each for each in REGISTER.records if each.certificate is not None and effort(each) < seconds]
    some.sort(key=lambda each: (*kind(each), -effort(each), each.name))
    found = []
    for _, alike in groupby(some, key=kind):
        longest: dict[str, str] = {}
        for each in alike:
            longest.setdefault(each.game, each.name)
        found += [*longest.values()][:games]
    return found


def make_again(name: str, lists: Path = Path(), seconds: float = 600.0) -> None:
    """Make a record again. A search that has ended with a gap may end with one again."""
    record = REGISTER.find(name)
    limit = seconds if record.status == PROVEN else 2.0
    found = repeat(record, Options(2, time_limit=limit, certificate=record.certificate is not None), lists)
    assert not found.problems and (found.repeated or record.status != PROVEN), found


@pytest.mark.parametrize("name", largest(0.02, 1))
def test_small_records_are_repeated(name: str) -> None:
    """One of each kind."""
    make_again(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", largest(2.0, 2))
def test_a_sample_of_the_records_is_repeated(name: str) -> None:
    """Two of each kind: scripts/slow runs them."""
    make_again(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [each.name for each in REGISTER.records if effort(each) < 300])
def test_records_are_repeated(name: str, tmp_path: Path) -> None:
    """All that take less than some minutes."""
    for file in REGISTER.find(name).lists:
        shutil.copy(listed_wordle(file), tmp_path / file)
    make_again(name, tmp_path)
