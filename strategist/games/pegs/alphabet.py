"""The spelling of codes: one character per symbol for up to 36 symbols, numbers with a separator beyond."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from strategist.common.errors import CodeError, SpecError
from strategist.common.quoting import quoted

DIGITS = "0123456789"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SEPARATOR = "-"
_BETWEEN = re.compile(r"\s*,\s*|\s+")
_RESERVED = set(" \t\r\n:,()=\"'\\") | {SEPARATOR}


class Alphabet:
    """The symbols that spell the codes of one game, in order.

    >>> digits = Alphabet.of("auto", 6, first="1")
    >>> digits.write((0, 0, 1, 5)), digits.read("1126", "code")
    ('1126', (0, 0, 1, 5))
    >>> Alphabet.of("auto", 40, first="0").write((0, 39))
    '0-39'
    """

    def __init__(self, symbols: Sequence[str], separator: str = "") -> None:
        self.symbols = tuple(symbols)
        self.separator = separator
        self._digit_of = {symbol: digit for digit, symbol in enumerate(self.symbols)}
        # Letters are read in either case unless the alphabet itself tells cases apart, or has two of one case: ı and i.
        cases = {symbol: {symbol.lower(), symbol.upper()} for symbol in self.symbols}
        shared = Counter(other for others in cases.values() for other in others)
        for digit, symbol in enumerate(self.symbols):
            for other in cases[symbol]:
                if shared[other] == 1:
                    self._digit_of.setdefault(other, digit)

    @classmethod
    def of(cls, option: str, count: int, *, first: str) -> Alphabet:
        """The alphabet that the option ``alphabet=`` names, for ``count`` symbols.

        ``auto`` is digits from ``first`` on if there are enough, else digits from 0 and letters, else numbers
        with a separator; ``digits`` and ``letters`` start at 0 and A; anything else is the symbols themselves.
        Raises :class:`SpecError`.
        """
        if option == "auto":
            if first == "1" and count < 10:
                return cls(DIGITS[1 : count + 1])
            if count <= len(DIGITS + LETTERS):
                return cls((DIGITS + LETTERS)[:count])
            return cls([str(number) for number in range(count)], SEPARATOR)
        named = {"digits": DIGITS, "letters": LETTERS}.get(option)
        if named is not None:
            if count > len(named):
                raise SpecError(f"alphabet={option} has {len(named)} symbols, the game needs {count}")
            return cls(named[:count])
        if len(option) != count or len(set(option)) != count:
            raise SpecError(f"alphabet: expected {count} different symbols, digits or letters, got {quoted(option)}")
        if not option.isprintable() or _RESERVED & set(option):
            raise SpecError(
                f"alphabet: expected printable symbols other than spaces and :,()=\"'\\-, got {quoted(option)}"
            )
        return cls(option)

    def write(self, code: Sequence[int]) -> str:
        """``code`` in this alphabet."""
        symbols = self.symbols
        return self.separator.join([symbols[digit] for digit in code])

    def read(self, text: str, where: str) -> tuple[int, ...]:
        """The digits that ``text`` spells, however many; raises :class:`CodeError` for an unknown symbol.

        Blanks or commas may stand between all symbols.

        >>> Alphabet.of("auto", 6, first="1").read("3 4 5 6", "code")
        (2, 3, 4, 5)
        """
        stripped = text.strip()
        parts = stripped.split(self.separator) if self.separator else list(stripped)
        apart = _BETWEEN.split(stripped)
        if len(apart) > 1 and all(part in self._digit_of for part in apart):
            parts = apart
        digits = []
        for part in parts:
            digit = self._digit_of.get(part)
            if digit is None:
                raise CodeError(f"{where}: code {quoted(text)}: expected symbols {self.describe()}, got {quoted(part)}")
            digits.append(digit)
        return tuple(digits)

    def describe(self) -> str:
        """The symbols for an error message."""
        if self.separator:
            return f"{self.symbols[0]} to {self.symbols[-1]} joined by {self.separator!r}"
        return "".join(self.symbols)
