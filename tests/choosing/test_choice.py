"""Draws from a seed and a history."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategist.choosing.draws import draw, history_key, mix

pytestmark = pytest.mark.early

WORDS = st.integers(0, 2**64 - 1)
GOLDEN = 0x9E3779B97F4A7C15


def test_mix_is_splitmix64() -> None:
    # The first outputs of the generator for the seed 1234567, from its authors' C code and rosettacode.org.
    outputs = [mix(1234567 + step * GOLDEN) for step in range(5)]
    assert outputs == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(WORDS, WORDS)
def test_mix_sends_different_words_to_different_words(one: int, other: int) -> None:
    assert (mix(one) == mix(other)) == (one == other)
    assert 0 <= mix(one) < 2**64


@given(st.integers(0, 2**31 - 1), st.lists(st.tuples(st.integers(0, 5039), st.integers(0, 13))), st.randoms())
def test_the_order_of_a_history_does_not_matter(seed: int, history: list[tuple[int, int]], random: object) -> None:
    shuffled = list(history)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert history_key(seed, history, 14) == history_key(seed, shuffled, 14)


def test_what_is_answered_matters() -> None:
    moves = [(guess, response) for guess in range(20) for response in range(14)]
    keys = {history_key(seed, [move], 14) for seed in range(5) for move in moves}
    assert len(keys) == 5 * len(moves)


def test_draws_are_even() -> None:
    counts = Counter(draw(history_key(seed), number) % 10 for seed in range(100) for number in range(100))
    # A thousand draws each, within four standard deviations.
    assert all(880 < counts[digit] < 1120 for digit in range(10))
