"""What is proven in a search for several answers, as rows: in the logs of threads, between machines, in a journal.

The file of a journal, its locks, seals and messages are those of :mod:`~strategist.search.state.journal`, and so is
what is trusted. A row of the table ``keys`` is what the memo holds of a position: its name, what is known of it (a
cost, a lower bound, or that no tree keeps the restrictions) with the depth, and for each sum the bits of a double, of
its residue, and of its slack. The column ``search`` tells apart what is minimized, and how questions are limited. The
header holds a digest of all that names of positions are made of: answers, chances, random words, and the masses at the
beginning.

No row says what is best: after a restart the search goes through the same questions again, and takes from the memo what
the rows have put there. So its tree and figures are those of a search without a journal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from strategist.choosing.searched import SearchedStrategy
from strategist.model.game import Answer, Game
from strategist.search.several_answers.several_arrays import (
    AT_TOLD,
    AT_WORTH,
    FIRST,
    MOST_PARTS,
    ROW_WORDS,
    SeveralArrays,
)
from strategist.search.several_answers.several_memo import EXACT, LOWER
from strategist.search.several_answers.several_words import PRIME
from strategist.search.state.random_words import word_generator
from strategist.search.state.record import Record
from strategist.search.state.start import Start
from strategist.search.tasks.remote.instance import describe

_NAMING = 1
"""The version of what names positions."""
_SUMS = ("first", "second", "third", "fourth")


def _sound(rows: NDArray[np.uint64], search: int, secrets: int) -> NDArray[np.bool_]:
    """Whether the figures of rows can be."""
    told = rows[:, AT_TOLD] & np.uint64(3)
    sound: NDArray[np.bool_] = (told <= np.uint64(EXACT)) & (rows[:, AT_TOLD] < np.uint64(1 << 54))
    for part in range(MOST_PARTS):
        at = FIRST + 3 * part
        doubles = np.ascontiguousarray(rows[:, [at, at + 2]]).view(np.float64)
        # A budget may be endless.
        sound &= ~np.isnan(doubles).any(axis=1) & (rows[:, at + 1] < np.uint64(PRIME))
    return sound


KEYS = Record(
    "keys",
    3,
    (
        *("name", "second_name", "told", "worth"),
        *(f"{which}{what}" for which in _SUMS for what in ("", "_residue", "_slack")),
        "seal",
    ),
    AT_WORTH,
    # Doubles that are not negative are in the order of their bits.
    f"told & 3 = {LOWER} AND (excluded.told & 3 <> {LOWER} OR excluded.first > first "
    "OR (excluded.first = first AND excluded.told > told))",
    _sound,
)
"""What is proven of positions."""
assert len(_SUMS) == MOST_PARTS and KEYS.words == ROW_WORDS


def header_of(
    game: Game,
    strategy: SearchedStrategy,
    start: Start,
    answers: Sequence[Sequence[Sequence[Answer]]],
    masses: Mapping[int, Fraction],
) -> dict[str, str]:
    """Which search it is."""
    told = hashlib.sha256(f"{_NAMING} ".encode())
    told.update(word_generator(game, 3).integers(1, 2**64, size=64, dtype=np.uint64).tobytes())
    told.update(" ".join(f"{secret}:{mass}" for secret, mass in masses.items()).encode())
    for row in answers:
        for each in row:
            told.update(("|" + " ".join(f"{response}:{chance}" for response, chance in each)).encode())
        told.update(b"\n")
    return describe(game, strategy, start, told.hexdigest())


def number_of(arrays: SeveralArrays) -> int:
    """What tells the searches of one journal apart: what they minimize, and how questions are limited.

    The number of questions left is a part of the names of positions.
    """
    what = [arrays.part.tolist(), arrays.limited, arrays.deep, arrays.late]
    return int.from_bytes(hashlib.sha256(repr(what).encode()).digest()[:7], "big")
