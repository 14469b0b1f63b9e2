"""What all records of one game tell together of an objective, behind those that are minimized before it.

A tree that was found for one objective has figures by others, too, and what is proven of an objective is proven for
whoever asks. So a gap of one record may be closed by others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from strategist.files.atlas.entry import Record
from strategist.files.atlas.values import restrictions_of
from strategist.model.objective import DEPTH, TOTAL, WORST, figure_of

_OF_ANY_TREE = (TOTAL.name, DEPTH.name, WORST.name)
"""The figures that every tree without lost secrets has, whatever it was found for."""


class Known(NamedTuple):
    """The best value of an objective, what is proven of it (None for nothing), and a record with such a tree."""

    value: int
    bound: int | None
    record: Record

    @property
    def closed(self) -> bool:
        """Whether the value is the least, which is proven."""
        return self.value == self.bound


def records_of(records: Iterable[Record], game: str) -> list[Record]:
    """The records of a game by its canonical string, of all its trees: where restrictions such as ``max_depth`` leave
    some out, other values are the least.

    >>> from strategist.files.atlas.register import register
    >>> sorted({each.values["depth"] for each in records_of(register().records, "mastermind(pegs=4,colors=6)")
    ...         if "depth" in each.values})
    [5, 6]
    """
    return [each for each in records if each.game == game and not restrictions_of(each.strategy)]


_NO_BOUNDS: Mapping[str, int] = {}


def known_of(
    records: Sequence[Record], objectives: tuple[str, ...], bounds: Mapping[str, int] = _NO_BOUNDS
) -> Known | None:
    """What the records of one game, under the same restrictions, tell of the last of these objectives among the trees
    that are best by those before it; None if they tell nothing, or these are not known to be best. ``bounds`` are lower
    bounds that all trees have, by objective, known from elsewhere.

    >>> from strategist.files.atlas.register import register
    >>> ours = [each for each in register().records if each.game == "mastermind(pegs=4,colors=6)"]
    >>> known_of([each for each in ours if each.strategy == "optimal(total)"], ("depth",))[:2]
    (6, None)
    >>> known_of([each for each in ours if "max_depth" not in each.strategy], ("depth",))[:2]
    (5, 5)
    """
    *before, objective = objectives
    trees = list(records)
    for at in range(len(before)):
        best = known_of(records, objectives[: at + 1], bounds)
        if best is None or not best.closed:
            return None
        trees = [each for each in trees if _figure(each, objectives[: at + 1]) == best.value]
    values = [(value, each) for each in trees if (value := _figure(each, objectives)) is not None]
    if not values:
        return None
    value, record = min(values, key=lambda pair: (pair[0], len(pair[1].objectives)))
    # No tree that is best by something else is better than the best of all; and some secret needs the last guess.
    proven = [each.bounds[objective] for each in records if each.objectives[: len(objectives)] == objectives]
    proven += [each.bounds[objective] for each in records if each.objectives[0] == objective]
    proven += [1] if objective == WORST.name else []
    proven += [bounds.get(objective)]
    return Known(value, max((each for each in proven if each is not None), default=None), record)


def _figure(record: Record, objectives: tuple[str, ...]) -> int | None:
    """What the tree of a record comes to by the last of some objectives; None if the record does not say."""
    objective = objectives[-1]
    if record.objectives[: len(objectives)] == objectives:
        return record.values[objective]
    if record.claims.lost or objective not in _OF_ANY_TREE:
        return None
    return figure_of(objective, record.claims, record.rules)
