"""The words of 64 bits from which the names of positions are made, where a digest draws them."""

from __future__ import annotations

import hashlib
from functools import lru_cache


def seeds_of(codes: bytes) -> tuple[int, int]:
    """The seeds of the words of secrets, for the key and for the check, from the digest of all codes of a game.

    Nobody can choose words or a table for which two sets of secrets have the same name: they change with its contents.

    >>> [hex(seed)[:6] for seed in seeds_of(bytes(32))]
    ['0xa547', '0x5bd8']
    """
    return _two_words(b"value-cache" + codes)


@lru_cache(maxsize=1 << 12)
def words_of_rest(left: int | None, demanded: str) -> tuple[int, int]:
    """What the guesses left (None without a limit) and what hard mode demands add to the name of a position.

    >>> words_of_rest(None, "")
    (0, 0)
    """
    if left is None and not demanded:
        return 0, 0
    return _two_words(f"value-cache {'' if left is None else left}: {demanded}".encode())


def _two_words(contents: bytes) -> tuple[int, int]:
    digest = hashlib.sha256(contents).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:16], "little")
