"""Draws that depend on nothing but a seed and the history: no running generator, so that the order in which a tree is
built changes nothing.

The generator is the finaliser of SplitMix64 (Steele, Lea and Flood 2014) over 64-bit words. This is the specification
in plain Python; the kernels do the same on ``uint64``.
"""

from __future__ import annotations

from collections.abc import Iterable

_WORD = (1 << 64) - 1


def mix(word: int) -> int:
    """One 64-bit word from another; every bit depends on every bit.

    >>> hex(mix(0))
    '0xe220a8397b1dcdaf'
    """
    word = (word + 0x9E3779B97F4A7C15) & _WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)


def history_key(seed: int, history: Iterable[tuple[int, int]] = (), response_count: int = 0) -> int:
    """A word for a seed and a history; the order of the guesses does not matter.

    Seeds count down from the highest word, guesses up from the lowest: no seed is mixed into the same word as a guess.

    >>> history_key(1, [(5, 2), (9, 0)], 14) == history_key(1, [(9, 0), (5, 2)], 14)
    True
    """
    return (mix(~seed) + sum(mix(guess * response_count + response) for guess, response in history)) & _WORD


def draw(key: int, number: int) -> int:
    """The draw of this number from a key, a 64-bit word."""
    return mix(key ^ mix(number))
