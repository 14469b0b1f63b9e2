"""The page's reader of strategy files agrees with the vectors."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import pytest
from vectors import told_slots, vectors

from strategist.files.strategy import decode
from strategist.page.facts import facts_of

pytestmark = pytest.mark.early

Engine = Callable[[str, Any], Any]

READ = """
    const { tree } = readStrategyFile(job.facts, bytesOfBase64(job.file), MessagePack.decode);
    return Array.from({ length: tree.length }, (_, slot) => [
        tree.guess[slot] < 0 ? null : tree.guess[slot],
        tree.branches(slot).map(({ response, child }) => [response, child < 0 ? null : child]),
    ]);
"""


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector["game"])
def test_the_page_reads_the_vectors(engine: Engine, vector: dict[str, Any]) -> None:
    facts = facts_of(decode(base64.b64decode(vector["file"])))
    found = engine(READ, {"facts": facts, "file": vector["file"]})
    assert [(guess, [tuple(branch) for branch in branches]) for guess, branches in found] == told_slots(vector)
