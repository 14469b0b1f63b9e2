"""Who is left at each slot of a tree where answers may be false, by the number of answers that were false.

The numbers of candidates by lies told, 0, 1, 2 …, are Berlekamp's state (1968). Written ``1+8``: one secret is left
if all answers were true, and eight if one was false. After ``0+2``, one of the answers was a lie for sure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.lies.answer_bits import Sets
from strategist.model.trees.stands import LiesWalk

Sizes = tuple[int, ...]
"""The number of secrets that are left if 0, 1, 2 … answers were false."""


def positions_at(game: Game, data: StrategyData, before: int | None = None) -> Iterator[tuple[int, Sets]]:
    """Every slot with its position as bits, each slot once; only of the slots before that one, where one is given.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2,goal=identify,lies=1)", "first").data
    >>> dict(positions_at(data.game, data, 4))
    {0: (3, 0), 2: (1, 2), 1: (2, 1), 3: (2, 0)}
    """
    moves = [(game.guesses.index(code), response) for code, response in data.start]
    walk = LiesWalk(game, data.tree)
    for stand in walk.stands(walk.begin(None, moves), before):
        yield stand.slot, stand.left


def sizes_at(game: Game, data: StrategyData, before: int | None = None) -> list[Sizes]:
    """The sizes at each slot, by slot; only of the slots before that one, where one is given.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2,goal=identify,lies=1)", "first").data
    >>> list(map(sizes_text, sizes_at(data.game, data)))
    ['2', '1+1', '1+1', '1', '0+2', '0+2', '1', '0+1', '0+1', '0+1', '0+1']
    """
    found: list[Sizes] = [(0,)] * (len(data.tree) if before is None else before)
    for slot, sets in positions_at(game, data, before):
        found[slot] = tuple(bits.bit_count() for bits in sets)
    return found


def sizes_text(sizes: Sequence[int]) -> str:
    """Sizes as they are written, without the zeros behind.

    >>> sizes_text((9, 0)), sizes_text((1, 8)), sizes_text((0, 2, 0)), sizes_text((0,))
    ('9', '1+8', '0+2', '0')
    """
    last = max((told for told, size in enumerate(sizes) if size), default=0)
    return "+".join(map(str, sizes[: last + 1]))


def lies_known(sizes: Sequence[int]) -> int:
    """How many answers were false for sure.

    >>> lies_known((1, 8)), lies_known((0, 2, 5))
    (0, 1)
    """
    return next((told for told, size in enumerate(sizes) if size), 0)
