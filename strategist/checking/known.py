"""The look-up of claims: what is known of a position with some guesses left, under some demands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import Indices
from strategist.checking.demands import Demands, Mask, Rules
from strategist.checking.ground import CheckedGame, Further
from strategist.checking.measure import Lefts, before

_MOST_BYTES = 8 << 30


class Bound(NamedTuple):
    """A lower bound that holds with at most ``left`` guesses left, None for any number, wherever all of ``demands`` are
    made."""

    bound: Any
    left: int | None
    demands: Demands

    def holds(self, left: int | None, demands: Demands) -> bool:
        """Whether it holds with ``left`` guesses left under ``demands``."""
        in_time = self.left is None or (left is not None and left <= self.left)
        return in_time and not self.demands & ~demands


class Known:
    """The known lower bounds of positions: those that always hold, and those under limits and demands."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.always: dict[Any, Any] = {}
        self.under: dict[Any, list[Bound]] = {}

    def add(self, name: Any, bound: Any, left: int | None, demands: Demands) -> None:
        """Record a bound unless a recorded one implies it, and drop those under limits or demands that it implies."""
        if bound <= self.always.get(name, -1):
            return
        if left is None and not demands:
            self.always[name] = bound
            if name in self.under:
                self.under[name] = [each for each in self.under[name] if each.bound > bound]
            return
        listed, new = self.under.setdefault(name, []), Bound(bound, left, demands)
        if not any(each.bound >= bound and each.holds(left, demands) for each in listed):
            listed[:] = [each for each in listed if each.bound > bound or not new.holds(each.left, each.demands)]
            listed.append(new)

    def bound(
        self, name: Any, left: int | None, guess: int, response: int, before: Demands, exactly: bool = False
    ) -> Any:
        """The best known bound of the cell of a response, with ``left`` guesses left there; ``before`` are the demands
        before the guess.

        A bound holds in the cell if its demands are among those made there. With ``exactly``, a bound also holds if all
        guesses that are allowed there meet its demands.
        """
        best, demands = self.always.get(name, 0), -1
        for bound, within, only in self.under.get(name, ()):
            if bound <= best or (within is not None and (left is None or left > within)):
                continue
            if only:
                if demands < 0:
                    demands = before | self.rules.after(guess, response)
                if only & ~demands and not (exactly and self.rules.allows_less(demands, only)):
                    continue
            best = bound
        return best

    def raise_lows(
        self,
        lows: Indices,
        found: Further,
        lefts: Lefts,
        demands: list[Demands],
        wanted: Mask | None = None,
        exactly: bool = False,
    ) -> None:
        """Raise the bounds ``lows``, ``int64[cells]``, of the cells of guesses to those that are known.

        ``lefts`` and ``demands`` are those of each row when the guess is made. Only cells of guesses that are
        ``wanted`` are looked up under limits and demands, or all.
        """
        if self.always:
            always = map(self.always.get, found.names, repeat(0))
            np.maximum(lows, np.fromiter(always, dtype=np.int64, count=len(lows)), out=lows)
        if self.under:
            cells = [cell for cell, name in enumerate(found.names) if name in self.under]
            self._raise_under(
                lows, found, np.array(cells, dtype=np.int64), found.names, lefts, demands, wanted, exactly
            )

    def _raise_under(
        self,
        lows: Indices,
        found: Further,
        cells: Indices,
        names: Sequence[Any],
        lefts: Lefts,
        demands: list[Demands],
        wanted: Mask | None,
        exactly: bool,
    ) -> None:
        """Raise the bounds of some cells to those that are known under limits and demands."""
        if wanted is not None:
            cells = cells[wanted[found.pair_of[cells]]]
        pairs = found.pair_of[cells]
        columns = (cells, found.rows[pairs], found.guesses[pairs], found.responses[cells])
        for cell, row, guess, response in zip(*(each.tolist() for each in columns), strict=True):
            known = self.bound(names[cell], before(lefts[row]), guess, response, demands[row], exactly)
            lows[cell] = max(lows[cell], known)


class Unsolvable:
    """The sets that cannot be solved within some guesses, each with the bits of the guesses that leave it whole."""

    def __init__(self, ground: CheckedGame) -> None:
        self.ground = ground
        self._names: dict[int, list[bytes]] = {}
        self._within: int | None = None
        self._joined: tuple[Indices, Indices, NDArray[np.uint8]]

    def __bool__(self) -> bool:
        return bool(self._names)

    def add(self, name: bytes, within: int) -> None:
        """Record a set that cannot be solved within so many guesses."""
        self._names.setdefault(within, []).append(name)

    def left_whole(self, candidates: Indices, within: int) -> Mask:
        """``bool[guesses]``: the guesses that leave whole some part of the candidates that is known not to be solved
        within ``within`` guesses."""
        guesses = self.ground.table.shape[1]
        if within not in self._names:
            return np.zeros(guesses, dtype=np.bool_)
        if within != self._within:
            self._within, self._joined = within, self._join(self._names[within])
        every, begins, bits = self._joined
        among = np.zeros(self.ground.count, dtype=np.bool_)
        among[candidates] = True
        inside = np.flatnonzero(np.logical_and.reduceat(among[every], begins))
        whole = np.bitwise_or.reduce(bits[inside], axis=0, initial=0)
        return np.unpackbits(whole, count=guesses).astype(np.bool_)

    def _join(self, names: list[bytes]) -> tuple[Indices, Indices, NDArray[np.uint8]]:
        """The members of all sets, where each begins, and a row of bits for each as ``packbits`` leaves them."""
        sets = [self.ground.members(name) for name in names]
        bits = np.zeros((len(sets), (self.ground.table.shape[1] + 7) // 8), dtype=np.uint8)
        for row, members in zip(bits, sets, strict=True):
            rows = self.ground.table[members]
            row[:] = np.packbits((rows == rows[0]).all(axis=0))
        return np.concatenate(sets), np.cumsum([0, *map(len, sets[:-1])]), bits
