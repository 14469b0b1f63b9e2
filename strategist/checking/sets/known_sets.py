"""The look-up of claims about sets that have numbers, for many cells at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.checking.counted_bounds import Indices
from strategist.checking.demands import Demands, Mask, Rules
from strategist.checking.ground import Further
from strategist.checking.known import Known
from strategist.checking.measure import Lefts
from strategist.checking.sets.numbered import NumberedSets


class KnownOfSets(Known):
    """What is known of sets that have numbers."""

    def __init__(self, rules: Rules, sets: NumberedSets, kind: np.dtype[Any]) -> None:
        """Nothing is known of some sets; bounds are of a ``kind``."""
        super().__init__(rules)
        self.sets = sets
        self._always = np.zeros(len(sets) + 1, dtype=kind)
        """What always holds of each set, and 0 for one that has no number."""
        self._under = np.zeros(len(sets) + 1, dtype=np.bool_)

    def learn(self, numbers: Indices, bounds: Indices) -> None:
        """Record bounds that always hold."""
        np.maximum.at(self._always, numbers, bounds)

    def add(self, name: int, bound: int, left: int | None, demands: Demands) -> None:
        """Record a bound under limits or demands."""
        super().add(name, bound, left, demands)
        self._under[name] = True

    def told(self) -> NDArray[np.bool_]:
        """``bool[sets]``: whether anything is known of each."""
        found: NDArray[np.bool_] = (self._always[:-1] > 0) | self._under[:-1]
        return found

    def raise_lows(
        self,
        lows: Indices,
        found: Further,
        lefts: Lefts,
        demands: list[Demands],
        wanted: Mask | None = None,
        exactly: bool = False,
    ) -> None:
        """See :class:`Known`."""
        numbers = self.sets.find_cells(found)
        np.maximum(lows, self._always[numbers], out=lows)
        cells = np.flatnonzero(self._under[numbers])
        if len(cells):
            self._raise_under(lows, found, cells, numbers.tolist(), lefts, demands, wanted, exactly)
