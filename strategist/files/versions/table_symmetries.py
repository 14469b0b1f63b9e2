"""The symmetries of a table of answers, as certificates state them: where codes have no positions and no symbols.

A symmetry is a permutation of the secrets, a byte string with the index of the image of each secret, little-endian and
unsigned, of 1, 2 or 4 bytes: the least width that holds the index of every secret. It maps a question to the question
that the images of the secrets answer as the secrets answered; where several do, and cost as much, the first of such
questions goes to the first of these, the second to the second, and so on.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable

from strategist.common.errors import StrategyFileError
from strategist.model.game import Game


def _typecode(secrets: int) -> str:
    return "B" if secrets <= 1 << 8 else "H" if secrets <= 1 << 16 else "I"


def pack_permutation(images: Iterable[int], secrets: int) -> bytes:
    """A permutation of so many secrets, as a file holds it.

    >>> pack_permutation([1, 0, 2], 3)
    b'\\x01\\x00\\x02'
    """
    found = array(_typecode(secrets), images)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


def read_permutation(images: bytes, secrets: int, where: str = "symmetries") -> array[int]:
    """The image of each secret; raises :class:`~strategist.common.errors.StrategyFileError`, which says ``where``, for
    what is no permutation.

    >>> list(read_permutation(b"\\x01\\x00\\x02", 3))
    [1, 0, 2]
    """
    found = array(_typecode(secrets))
    if len(images) != secrets * found.itemsize:
        raise StrategyFileError(f"{where}: expected {secrets * found.itemsize} bytes, got {len(images)}")
    found.frombytes(images)
    if sys.byteorder == "big":
        found.byteswap()
    if sorted(found) != list(range(secrets)):
        raise StrategyFileError(f"{where}: expected a permutation of {secrets} secrets")
    return found


def may_have_symmetries(game: Game) -> bool:
    """Whether certificates of positions state symmetries of a game by its answers: it describes none, and any question
    may be asked at any time."""
    return game.symmetry is None and not game.restricts
