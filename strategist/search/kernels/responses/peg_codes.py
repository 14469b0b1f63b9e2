"""Codes of peg games in two machine words, so that a response is two population counts.

The first word has a bit for each pair of a position and the symbol there. The second word has, for each symbol, one bit
per copy of it. The bits that the first words of two codes share are the blacks; the bits that the second words share
are the shared symbols. No table of responses is read, most of which would not be in the processor's cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from strategist.search.kernels.numba.jit import machine_code
from strategist.search.kernels.responses.responses import BLACK_PEGS, PEGS, Source

if TYPE_CHECKING:
    from llvmlite import ir

MOST_PEGS_IN_WORDS = 7
"""A pair of counts up to this number fits in six bits."""
PAIRS = 64


def _count_bits(word: Any) -> int:
    return int(word).bit_count()


@machine_code(_count_bits)
def popcount(context: Any, word: Any) -> Any:
    """The number of bits that are set in a word: one instruction."""
    from numba import types

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


def make_codes(source: Source) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """``uint64[secrets, 2]``, the words of each code, and ``int64[64]``, the response of 8 · blacks + shared symbols.

    The arrays have no rows for a game whose codes do not fit.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.adapters.registry import make_source
    >>> codes, response_of_pair = make_codes(make_source(make_game("mastermind(2,3)")))
    >>> [f"{word:06b}" for word in codes[1].tolist()]  # code 12, symbols from the right
    ['010001', '000101']
    """
    response_of_pair = np.zeros(PAIRS, dtype=np.int64)
    count, pegs, symbols = source.columns.shape[1], source.pegs, source.symbols
    none = np.zeros((0, 2), dtype=np.uint64), response_of_pair
    if source.kind not in (PEGS, BLACK_PEGS) or pegs > MOST_PEGS_IN_WORDS:
        return none
    occurs = [np.bincount(source.digits[:, p], minlength=symbols) > 0 for p in range(pegs)]
    if max(int(np.sum(occurs)), pegs * symbols if source.kind == PEGS else 0) > 64:
        return none
    all_blacks = pegs * (pegs + 3) // 2 - 1
    codes = np.zeros((count, 2), dtype=np.uint64)
    bit_of = (np.cumsum(occurs) - 1).reshape(pegs, symbols).astype(np.uint64)
    for p in range(pegs):
        codes[:, 0] |= np.uint64(1) << bit_of[p, source.digits[:, p]]
    if source.kind == PEGS:
        for symbol in range(symbols):
            copies = (np.uint64(1) << source.columns[pegs + symbol].astype(np.uint64)) - np.uint64(1)
            codes[:, 1] |= copies << np.uint64(symbol * pegs)
        for blacks in range(pegs + 1):
            for shared in range(blacks, pegs + 1):
                response = shared * (shared + 1) // 2 + blacks
                response_of_pair[8 * blacks + shared] = min(response, all_blacks)
    else:
        response_of_pair[::8][: pegs + 1] = np.arange(pegs + 1)
    return codes, response_of_pair
