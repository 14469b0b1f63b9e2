"""Words that a rule makes, instead of a list: the equations of Nerdle and the primes of Primel. Each sign is a letter.

Equations, as https://nerdlegame.com/faq describes them: on the left numbers with ``+ - * /`` between them, on the right
one number. Products and quotients come first, from left to right, and may be fractions on the way. No number begins
with a zero, and on the left none is 0. So there are 17,723 of eight signs, and 206 of six, as published. Nerdle takes
an equation for the secret if it differs from it only in the order of its numbers; here each is a secret of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from strategist.common.errors import SpecError
from strategist.games.words.word_lists import Lists

EQUATIONS, PRIMES = "equations", "primes"


def equations(signs: int) -> Iterator[str]:
    """The equations of so many signs.

    >>> sorted(equations(5))[:3], len(list(equations(6)))
    (['1*1=1', '1*2=2', '1*3=3'], 206)
    """
    for digits in range(1, signs - 3):
        for first in range(10 ** (digits - 1), 10**digits):
            yield from _longer(str(first), 0, 1, first, 1, signs)


def _longer(text: str, above: int, below: int, product: int, divisor: int, signs: int) -> Iterator[str]:
    """The equations that go on behind a text, which is above/below + product/divisor, by a sign and a number."""
    whole, under = above * divisor + product * below, below * divisor
    for digits in range(1, signs - len(text) - 2):
        right = signs - len(text) - digits - 2
        least = 0 if right == 1 else 10 ** (right - 1)
        for number in range(10 ** (digits - 1), 10**digits):
            for sign, one, other, top, bottom in (
                ("+", whole, under, number, 1),
                ("-", whole, under, -number, 1),
                ("*", above, below, product * number, divisor),
                ("/", above, below, product, divisor * number),
            ):
                value, rest = divmod(one * bottom + top * other, other * bottom)
                if not rest and least <= value < 10**right:
                    yield f"{text}{sign}{number}={value}"
                if right > 2:
                    yield from _longer(f"{text}{sign}{number}", one, other, top, bottom, signs)


def primes(digits: int) -> Iterator[str]:
    """The primes of so many digits, ascending.

    >>> list(primes(1)), len(list(primes(5)))
    (['2', '3', '5', '7'], 8363)
    """
    sieve = bytearray([1]) * 10**digits
    for number in range(2, int(10 ** (digits / 2)) + 1):
        if sieve[number]:
            sieve[number * number :: number] = bytes(len(range(number * number, 10**digits, number)))
    return (str(number) for number in range(max(2, 10 ** (digits - 1)), 10**digits) if sieve[number])


_MADE: dict[str, tuple[Callable[[int], Iterator[str]], range]] = {
    EQUATIONS: (equations, range(5, 9)),
    PRIMES: (primes, range(1, 7)),
}
"""What makes the words of each rule, and how many signs they may have."""
USUAL_SIGNS = {EQUATIONS: 8, PRIMES: 5}
RULES = tuple(_MADE)


@lru_cache(maxsize=4)
def made_lists(rule: str, signs: int) -> Lists:
    """The words of a rule; raises :class:`~strategist.common.errors.SpecError` where there are none of that length.

    >>> made_lists("equations", 8).secrets[0]
    ('1', '*', '1', '+', '9', '=', '1', '0')
    """
    make, lengths = _MADE[rule]
    if signs not in lengths:
        raise SpecError(f"rule={rule}: expected length={lengths[0]} to {lengths[-1]}, got {signs}")
    return Lists([tuple(text) for text in make(signs)])
