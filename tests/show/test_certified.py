"""What is told of a certificate: its positions are those that the checker finds, and its example is a line of play."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from said import told

from strategist.checking.proof import Proof
from strategist.checking.sets.set_claims import Sets
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import read_certificate
from strategist.files.shipped import find_shipped
from strategist.show.certificates.certified import positions_record, sizes_of

pytestmark = pytest.mark.early

NAMES = ["mastermind-4x4.optimal-total-depth", "mastermind-3x6.optimal-total-depth"]


def shipped(name: str) -> tuple[str, Certificate]:
    found = find_shipped(name)
    assert found is not None and found.certificate is not None
    return str(found.certificate), read_certificate(found.certificate)


@pytest.mark.parametrize("name", NAMES)
def test_sizes_are_those_of_the_checker(name: str) -> None:
    _, certificate = shipped(name)
    board = Sets(Proof.of(certificate), iter)
    numbers, problem = board.positions()
    sizes = board.sets.sizes(numbers).tolist()
    assert problem is None
    assert sizes_of(certificate).tolist() == sizes
    record = positions_record(certificate)
    assert Counter({int(size): count for size, count in record["sizes"].items()}) == Counter(sizes)
    assert record["largest"]["secrets"] == sorted(sizes)[-2]


@pytest.mark.parametrize("name", NAMES)
def test_the_example_is_a_line_of_play(name: str) -> None:
    _, certificate = shipped(name)
    game, line = certificate.game, positions_record(certificate)["example"]
    assert line[0] == {
        "history": "",
        "secrets": len(game.secrets),
        "bound": certificate.bound,
        "counted": line[0]["counted"],
    }
    for before, after in pairwise(line):
        assert after["history"].startswith(before["history"]) and after["secrets"] < before["secrets"]
    for row in line:
        assert row["secrets"] == len(game.consistent(game.parse_history(row["history"])))
        # What counting alone gives need not be listed.
        assert row["counted"] < row["bound"]


def test_a_certificate_is_shown_and_explained() -> None:
    path, certificate = shipped(NAMES[0])
    said = told("show", path)
    assert said.startswith(
        "a certificate: the evidence that every strategy for mastermind(pegs=4,colors=4) needs a total"
    )
    assert f"strategist check {path} checks them" in said.replace("\n", " ")
    shown = json.loads(told("show", path, "--json"))
    assert shown["certificate"] and shown["lower_bound"] == certificate.bound and shown["entries"] == len(certificate)
    assert "44 positions, by how many secrets are left:" in told("check", path, "--explain")
    assert json.loads(told("check", path, "--explain", "--json"))["positions"]["example"]


def test_the_histogram_counts_every_position_once() -> None:
    path, certificate = shipped(NAMES[1])
    lines = told("check", path, "--explain").splitlines()
    counts = [int(found[1]) for line in lines if (found := re.match(r" +[\d to]+ secrets? +(\d+)", line))]
    assert sum(counts) == len(certificate)
    assert int(np.sum(certificate.entries.children)) + 1 == len(certificate)
