"""Two records of one game and one strategy: whether both can be true, and what follows from both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from strategist.files.atlas.entry import PROVEN, Record


def contradictions(one: Record, other: Record) -> Iterator[str]:
    """Where two records cannot both be true: a bound of one is above the value of the other.

    A later objective is compared only while all before it are proven in both, with one value.
    """
    for objective in one.objectives:
        for bounded, reached in ((one, other), (other, one)):
            bound, value = bounded.bounds[objective], reached.values[objective]
            if bound is not None and bound > value:
                yield f"{objective}: a tree comes to {value}, and a bound of {bound} is said to be proven"
        if not (one.bounds[objective] == other.bounds[objective] == one.values[objective] == other.values[objective]):
            return


def merged(old: Record | None, new: Record) -> Record:
    """What is known after a search, with what was known before: the better tree, and for each objective the better
    bound. A proven record stays, and takes a certificate that it lacks from another proven one.

    Behind an objective whose value is not proven, nothing is known of the next one. What was measured is that of the
    longer search.
    """
    if old is None:
        return new
    if old.status == PROVEN:
        lacks = old.certificate is None and new.status == PROVEN
        return replace(old, certificate=new.certificate) if lacks else old
    if new.status == PROVEN:
        return new
    better = new if tuple(new.values.values()) < tuple(old.values.values()) else old
    bounds: dict[str, int | None] = dict.fromkeys(better.objectives)
    for objective in better.objectives:
        known = [bound for each in (old, new) if (bound := each.bounds[objective]) is not None]
        bounds[objective] = max(known, default=None)
        if bounds[objective] != better.values[objective]:
            break
    measured = max(old.measured, new.measured, key=lambda each: -1.0 if each is None else each.seconds)
    return replace(better, bounds=bounds, measured=measured)
