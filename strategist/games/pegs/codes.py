"""Code spaces in counting order that compute a code from its index and an index from its code."""

from __future__ import annotations

import itertools
import math
from array import array
from collections.abc import Iterator, Sequence
from typing import Any, overload

from strategist.common.lazy_numpy import numpy_for

PegCode = tuple[int, ...]

_KEEP = 1 << 16
"""Up to this number, all codes are kept as a list from the first access on, because indexing a list is fast."""


class CodeSpace(Sequence[PegCode]):
    """All codes of ``pegs`` symbols out of ``symbols``; the last position changes fastest.

    ``repeats`` says whether a symbol may occur twice, ``leading_zero`` whether symbol 0 may be first.

    >>> space = CodeSpace(2, 3, repeats=False)
    >>> list(space)
    [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    >>> space[4], space.index((2, 0)), (1, 1) in space
    ((2, 0), 4, False)
    """

    def __init__(self, pegs: int, symbols: int, *, repeats: bool, leading_zero: bool = True) -> None:
        self.pegs = pegs
        self.symbols = symbols
        self.repeats = repeats
        self.leading_zero = leading_zero
        # weights[p]: the number of codes that share their first p + 1 symbols.
        self._weights = [
            symbols ** (pegs - 1 - p) if repeats else math.perm(symbols - 1 - p, pegs - 1 - p) for p in range(pegs)
        ]
        everything = symbols**pegs if repeats else math.perm(symbols, pegs)
        self._skipped = 0 if leading_zero else self._weights[0]
        self.length = everything - self._skipped
        self._kept: list[PegCode] | None = None

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[PegCode]:
        digits = range(self.symbols)
        codes: Iterator[PegCode]
        if self.repeats:
            codes = itertools.product(digits, repeat=self.pegs)
        else:
            codes = itertools.permutations(digits, self.pegs)
        return itertools.islice(codes, self._skipped, None)

    @overload
    def __getitem__(self, index: int) -> PegCode: ...
    @overload
    def __getitem__(self, index: slice) -> list[PegCode]: ...
    def __getitem__(self, index: int | slice) -> PegCode | list[PegCode]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self.length))]
        if self._kept is not None:
            return self._kept[index]
        if not -self.length <= index < self.length:
            raise IndexError(f"code index out of range: {index} of {self.length}")
        if self.length <= _KEEP:
            self._kept = list(self)
            return self._kept[index]
        return self._compute(index % self.length)

    def _compute(self, index: int) -> PegCode:
        rest = index + self._skipped
        free = list(range(self.symbols))
        code = []
        for weight in self._weights:
            digit, rest = divmod(rest, weight)
            code.append(free[digit])
            if not self.repeats:
                del free[digit]
        return tuple(code)

    def __contains__(self, code: object) -> bool:
        return (
            isinstance(code, tuple)
            and len(code) == self.pegs
            and all(isinstance(digit, int) and 0 <= digit < self.symbols for digit in code)
            and (self.repeats or len(set(code)) == self.pegs)
            and (self.leading_zero or code[0] != 0)
        )

    def index(self, code: Any, start: int = 0, stop: int | None = None) -> int:
        """The index of ``code``; raises :class:`ValueError` if it is not in this space."""
        if code not in self:
            raise ValueError(f"{code!r} is not in this code space")
        total = -self._skipped
        for position, (digit, weight) in enumerate(zip(code, self._weights, strict=True)):
            if not self.repeats:
                digit -= sum(earlier < digit for earlier in code[:position])
            total += digit * weight
        return total

    def count(self, code: Any) -> int:
        """1 for a code of this space, else 0: no code occurs twice."""
        return int(code in self)

    def bytes_of(self, indices: array[int]) -> bytes:
        """All symbols of some codes, by their indices, one byte each (needs ``symbols <= 256``).

        >>> CodeSpace(2, 3, repeats=False).bytes_of(array("i", [0, 5])).hex()
        '00010201'
        """
        np = numpy_for(self.pegs * len(indices))
        if np is None:
            return bytes(itertools.chain.from_iterable(map(self.__getitem__, indices)))
        rest = np.frombuffer(indices, dtype=np.int32).astype(np.int64) + self._skipped
        symbols = np.empty((len(indices), self.pegs), dtype=np.uint8)
        free = None if self.repeats else np.ones((len(indices), self.symbols), dtype=np.bool_)
        for place, weight in enumerate(self._weights):
            digit, rest = np.divmod(rest, weight)
            if free is not None:
                # The symbol that has this number of free symbols before it.
                digit = np.argmax(free.cumsum(axis=1) > digit[:, np.newaxis], axis=1)
                free[np.arange(len(indices)), digit] = False
            symbols[:, place] = digit
        found: bytes = symbols.tobytes()
        return found

    def index_bytes(self) -> bytes:
        """All symbols of all codes in order, one byte each (needs ``symbols <= 256``)."""
        if not self.repeats:
            return bytes(itertools.chain.from_iterable(self))
        # Each place by itself: its symbols in order, each as often as its weight, all of that over and over.
        everything = bytearray((self.length + self._skipped) * self.pegs)
        for place, weight in enumerate(self._weights):
            once = b"".join(bytes([symbol]) * weight for symbol in range(self.symbols))
            everything[place :: self.pegs] = once * self.symbols**place
        return bytes(memoryview(everything)[self._skipped * self.pegs :])
