"""What the register says about a value that somebody has: known, worse, better than all known, or impossible."""

from __future__ import annotations

from dataclasses import dataclass

from strategist.common.quoting import listed
from strategist.files.atlas.entry import Record
from strategist.files.atlas.listed_words import canonical
from strategist.files.atlas.publications import NONE_FOUND
from strategist.files.atlas.register import Register
from strategist.files.atlas.together import Known, known_of, records_of
from strategist.files.atlas.values import as_value
from strategist.files.atlas.variants import bounds_by_usual_rules

KNOWN, WORSE, BETTER, IMPOSSIBLE, UNKNOWN = "known", "worse", "better", "impossible", "unknown"
VERDICTS = (KNOWN, WORSE, BETTER, IMPOSSIBLE, UNKNOWN)


@dataclass(frozen=True)
class Opinion:
    """A verdict on a value, the record that it follows from if there is one, and a sentence that says why."""

    verdict: str
    sentence: str
    record: Record | None = None


def opinion(told: Register, game: str, objectives: tuple[str, ...], value: int | tuple[int, ...]) -> Opinion:
    """What the register says about ``value`` as the least value of the last of some objectives among the trees that are
    best by those before it; of ``lexicographic`` it is the numbers of secrets at all levels, from the deepest to the
    second guess.

    It is compared with the best value that any tree of the register comes to, and with the highest bound.

    >>> from strategist.files.atlas.register import register
    >>> print(opinion(register(), "mastermind(4,6)", ("total",), 5624).sentence)
    impossible: every strategy for mastermind(pegs=4,colors=6) has a total of at least 5625, which is proven
    >>> print(opinion(register(), "mastermind(4,6)", ("depth", "total"), 5627).sentence)
    worse: mastermind(pegs=4,colors=6) with the least depth has total 5626, the least, which is proven
    """
    name = canonical(game)
    ours = records_of(told.records, name)
    bounds = bounds_by_usual_rules(told.records, name)
    found = known_of(ours, objectives, bounds)
    if found is None:
        return Opinion(UNKNOWN, f"unknown: {_what_is_there(ours, name, objectives, bounds)}")
    record = found.record
    numbers = value if isinstance(value, tuple) else (value,)
    given = as_value(record.rules, objectives[-1], int(record.claims.secrets), numbers)
    return _of_known(told, found, objectives, given)


def _what_is_there(ours: list[Record], name: str, objectives: tuple[str, ...], bounds: dict[str, int]) -> str:
    """What the register has instead of a value that it does not have."""
    for at in range(1, len(objectives)):
        best = known_of(ours, objectives[:at], bounds)
        if best is not None and not best.closed:
            return f"the least {objectives[at - 1]} of {name} is not proven"
    others = sorted({each.objectives[0] for each in ours})
    return f"the register has values of {name} {f'of {listed(others)} only' if others else 'of no objective'}"


def _of_known(told: Register, known: Known, objectives: tuple[str, ...], value: int) -> Opinion:
    best, bound, record = known
    *before, objective = objectives
    source = told.publishers(record.game, ",".join(objectives), best)
    by = f"first published by {source}" if source else NONE_FOUND
    trees = f"{record.game} with the least {' and '.join(before)}" if before else record.game
    proven = "nothing is proven" if bound is None else f"at least {bound} is proven"
    what = "the least, which is proven" if known.closed else f"the best known; {proven}"
    if bound is not None and value < bound:
        every = f"every strategy for {trees} has a {objective} of at least {bound}"
        return Opinion(IMPOSSIBLE, f"impossible: {every}, which is proven", record)
    if value < best:
        sentence = f"better: the best tree known for {trees} has {objective} {best}, and {proven}"
        return Opinion(BETTER, sentence, record)
    if value > best:
        return Opinion(WORSE, f"worse: {trees} has {objective} {best}, {what}", record)
    return Opinion(KNOWN, f"known: {objective} {best} of {trees} is {what}; {by}", record)
