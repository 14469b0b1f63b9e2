"""Words by their letters: all of them at once, and word by word."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategist.games.words import word_rows
from strategist.games.words.word_lists import WordList
from strategist.games.words.word_marks import Wordle
from strategist.games.words.word_rows import Spelled, make_rows, spelled, spelled_plainly

words = st.integers(1, 6).flatmap(
    lambda letters: st.lists(st.text("abc", min_size=letters, max_size=letters), min_size=1, max_size=9)
)


def parts_of(found: Spelled) -> list[set[tuple[str, tuple[int, ...]]]]:
    """The parts of each word."""
    return [{found.parts[number] for number in row if number < len(found.parts)} for row in found.numbers.tolist()]


@given(words)
def test_words_are_spelled_as_word_by_word(some: list[str]) -> None:
    assert parts_of(spelled(some)) == parts_of(spelled_plainly(some))


def test_long_words_are_spelled_word_by_word() -> None:
    assert parts_of(spelled(["ab" * 40])) == [{("a", tuple(range(0, 80, 2))), ("b", tuple(range(1, 80, 2)))}]


@pytest.mark.parametrize("kept", [0, 1 << 20])
def test_rows_at_once_are_those_of_each_guess(kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_rows, "_MOST_KEPT", kept)
    secrets = ["loyal", "speed", "allay", "eerie"]
    rows = make_rows(WordList(secrets), Wordle(5))
    at_once = rows.block_of(secrets, spelled(secrets))(np.arange(4, dtype=np.int32))
    assert at_once.tolist() == [rows.row(word).tolist() for word in secrets]
