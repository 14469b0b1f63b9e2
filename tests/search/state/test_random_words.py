"""Names of sets: nobody can write a table in which two important sets have the same name."""

from __future__ import annotations

import random
from functools import reduce
from operator import xor

import numpy as np
import pytest

from strategist import compile_strategy, make_game, make_strategy
from strategist.games.tables.sheet import make_sheet
from strategist.games.tables.table import Table
from strategist.search.state.random_words import word_generator

SECRETS = 140
NAME_BITS = 92
"""The number of bits of a name that are compared."""


def fixed_words() -> list[int]:
    """The words that secrets would have if they were the same in every game, as far as they are compared."""
    drawn = np.random.default_rng(0).integers(0, 2**64, size=(SECRETS, 2), dtype=np.uint64)
    return [int(one) | int(other) >> 36 << 64 for one, other in drawn]


def unnamed(words: list[int], draws: random.Random) -> list[int]:
    """An even number of secrets whose words cancel out, found by elimination: both halves have the same name."""
    while True:
        basis: dict[int, tuple[int, int]] = {}
        for secret in draws.sample(range(SECRETS), SECRETS):
            word, sum_of = words[secret], 1 << secret
            while word and (top := word.bit_length()) in basis:
                word, sum_of = word ^ basis[top][0], sum_of ^ basis[top][1]
            if not word:
                found = [secret for secret in range(SECRETS) if sum_of >> secret & 1]
                if len(found) % 2 == 0 and len(found) <= NAME_BITS // 2:
                    return found
                break
            basis[word.bit_length()] = word, sum_of


def aimed_table(seed: int) -> Table:
    """A table whose best first question leaves a hard and an easy set that have the same name under fixed words.

    A search that takes the easy set for the hard one prefers ``near``, which is worse.
    """
    words = fixed_words()
    both = unnamed(words, random.Random(seed))
    half = len(both) // 2
    hard, easy = both[:half], both[half:]
    assert reduce(xor, (words[secret] for secret in hard)) == reduce(xor, (words[secret] for secret in easy))
    others = [secret for secret in range(SECRETS) if secret not in both]
    more, triples = others[:8], others[8:20]

    def answers(*groups: tuple[list[int], int]) -> list[str]:
        """Answers for one group: secrets have the same answer if their places divided by a number are the same."""
        found = [f"u{secret}" for secret in range(SECRETS)]
        for number, (members, size) in enumerate(groups):
            for place, secret in enumerate(members):
                found[secret] = f"g{number}-{place // size}"
        return found

    rows = {
        "near": answers((hard, SECRETS), (easy + more, SECRETS)),
        "best": answers((hard, SECRETS), (easy, SECRETS), (triples, 3)),
        "sixes of the hard": ["no" if s not in hard else f"u{hard.index(s) // 6}" for s in range(SECRETS)],
        "sixes of the easy": ["no" if s not in easy else f"u{easy.index(s) // 6}" for s in range(SECRETS)],
        "each of a six of the easy": ["no" if s not in easy else f"u{easy.index(s) % 6}" for s in range(SECRETS)],
        **{
            f"{place} of a six of the hard": [
                "yes" if s in hard and hard.index(s) % 6 == place else "no" for s in range(SECRETS)
            ]
            for place in range(6)
        },
        **{f"is it {secret}": ["yes" if s == secret else "no" for s in range(SECRETS)] for secret in more},
    }
    lines = [["", *(f"s{secret}" for secret in range(SECRETS))], *([name, *row] for name, row in rows.items())]
    return Table({"file": "aimed.csv", "goal": "identify"}, make_sheet(enumerate(lines, 1)))


@pytest.mark.parametrize("seed", range(6))
def test_a_table_that_is_aimed_at_the_names_of_sets_misses(seed: int) -> None:
    game = aimed_table(seed)
    known = compile_strategy(game, make_strategy("entropy(first=best)", game)).data.claims.total
    worse = compile_strategy(game, make_strategy("entropy(first=near)", game)).data.claims.total
    found = compile_strategy(game, make_strategy("optimal", game)).data
    assert (found.claims.total, found.bound) == (known, "optimal")
    assert known < worse


def test_the_words_of_a_table_depend_on_all_of_it() -> None:
    def first(*rows: list[str]) -> int:
        game = Table({"file": "some.csv"}, make_sheet(enumerate(rows, 1)))
        return int(word_generator(game, 0).integers(2**64, dtype=np.uint64))

    found = first(["", "a", "b"], ["q", "1", "2"])
    assert found == first(["", "a", "b"], ["q", "1", "2"])
    assert found not in (first(["", "a", "c"], ["q", "1", "2"]), first(["", "a", "b"], ["q", "1", "3"]))
    codes = [word_generator(make_game(text), 0).integers(2**64, dtype=np.uint64) for text in ("ab(2,5)", "mastermind")]
    assert codes[0] == codes[1] == np.random.default_rng(0).integers(2**64, dtype=np.uint64)
