"""The random words that make up the names of sets.

A set of secrets is named by the XOR of random words of its members. An attacker who knows the words beforehand can find
two sets with the same name by solving linear equations, and can write a table in which both occur: a proof for one
would then be taken for a proof for the other. Therefore the random words of a table, or of word lists, are drawn from
all its contents, and change whenever anything in it changes. Nobody can choose the codes of peg games, so they always
have the same words.
"""

from __future__ import annotations

import hashlib

import numpy as np

from strategist.model.game import Game


def word_generator(game: Game, purpose: int) -> np.random.Generator:
    """The generator of the random words of a game; words with different uses have a different ``purpose``.

    >>> from strategist.games.catalog import make_game
    >>> one, other = (word_generator(make_game(text), 0) for text in ("mastermind(2,3)", "words"))
    >>> one.integers(2**64, dtype=np.uint64) == other.integers(2**64, dtype=np.uint64)
    np.False_
    """
    payload = game.payload()
    chosen = [] if payload is None else [int.from_bytes(hashlib.sha256(payload).digest(), "big")]
    return np.random.default_rng([purpose, *chosen])
