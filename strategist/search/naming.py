"""The random words of which the names of sets are made.

A set of secrets is named by the XOR of random words of its members. So who knows these words beforehand finds two sets
of one name by solving linear equations, and can write a table in which both occur: what is proven of one would be taken
for a proof about the other. The words of a table, or of lists of words, are therefore drawn from all that it holds, and
are others as soon as anything in it is changed. Codes of pegs are nobody's choice, and always have the same words.
"""

from __future__ import annotations

import hashlib

import numpy as np

from strategist.game import Game


def word_generator(game: Game, purpose: int) -> np.random.Generator:
    """Where the words of a game come from; ``purpose`` tells words of different use apart.

    >>> from strategist.catalog import make_game
    >>> one, other = (word_generator(make_game(text), 0) for text in ("mastermind(2,3)", "words"))
    >>> one.integers(2**64, dtype=np.uint64) == other.integers(2**64, dtype=np.uint64)
    np.False_
    """
    payload = game.payload()
    chosen = [] if payload is None else [int.from_bytes(hashlib.sha256(payload).digest(), "big")]
    return np.random.default_rng([purpose, *chosen])
