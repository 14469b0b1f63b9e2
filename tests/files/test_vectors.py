"""Two readers of strategy files agree on the vectors: ours, and that of the README. The page's is with the pages."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

import pytest
from vectors import VECTORS, Slots, compiled_vectors, slots_of, told_slots, vectors, written

from strategist.files.strategy import decode

README = Path(__file__).parents[2] / "strategist" / "files" / "README.md"
EVERY = pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector["game"])


def test_the_vectors_are_what_is_written_today() -> None:
    assert VECTORS.read_text("utf-8") == written(compiled_vectors())


def test_the_vectors_have_every_feature() -> None:
    slots = [slot for vector in vectors() for slot in told_slots(vector)]
    assert any(guess is None for guess, _ in slots)
    assert any(guess is not None and guess > 254 for guess, _ in slots)
    assert any(response >= 16 for _, children in slots for response, _ in children)


@EVERY
def test_our_reader(vector: dict[str, Any]) -> None:
    data = decode(base64.b64decode(vector["file"]))
    assert (data.game.spec, data.strategy) == (vector["game"], vector["strategy"])
    assert slots_of(data.tree) == told_slots(vector)


@EVERY
def test_the_reader_of_the_readme(vector: dict[str, Any]) -> None:
    lines = re.findall(r"^(?:>>>|\.\.\.) (.*)$", README.read_text("utf-8"), re.MULTILINE)
    names: dict[str, Any] = {}
    # Up to the first file: the functions.
    exec("\n".join(lines[: next(place for place, line in enumerate(lines) if line.startswith("with "))]), names)
    data = decode(base64.b64decode(vector["file"]))
    header, columns = names["read"](base64.b64decode(vector["file"]))
    assert header["game"] == vector["game"]
    count = data.game.response_count
    found = names["tree_of"](columns, len(data.game.guesses), count)
    slots: Slots = []
    for slot, (guess, mask, _) in enumerate(found):
        responses = [response for response in range(count) if mask >> response & 1]
        ends = count - 1
        slots.append((guess, [(r, None if r == ends else names["child"](found, slot, r)) for r in responses]))
    assert slots == told_slots(vector)
