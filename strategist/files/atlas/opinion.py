"""What the register says about a value that somebody has: known, worse, better than all known, or impossible."""

from __future__ import annotations

from dataclasses import dataclass

from strategist.common.quoting import listed
from strategist.files.atlas.entry import Record
from strategist.files.atlas.listed_words import canonical
from strategist.files.atlas.register import Register
from strategist.files.atlas.together import Known, known_of
from strategist.files.atlas.values import as_value, restrictions_of

KNOWN, WORSE, BETTER, IMPOSSIBLE, UNKNOWN = "known", "worse", "better", "impossible", "unknown"
VERDICTS = (KNOWN, WORSE, BETTER, IMPOSSIBLE, UNKNOWN)


@dataclass(frozen=True)
class Opinion:
    """A verdict on a value, the record that it follows from if there is one, and a sentence that says why."""

    verdict: str
    sentence: str
    record: Record | None = None


def opinion(told: Register, game: str, objective: str, value: int | tuple[int, ...]) -> Opinion:
    """What the register says about ``value`` as the least value of an objective; of ``lexicographic`` it is the numbers
    of secrets at all levels, from the deepest to the second guess.

    It is compared with the best value that any tree of the register comes to, and with the highest bound.

    >>> from strategist.files.atlas.register import register
    >>> print(opinion(register(), "mastermind(4,6)", "total", 5624).sentence)
    impossible: every strategy for mastermind(pegs=4,colors=6) has a total of at least 5625, which is proven
    """
    name = canonical(game)
    # Restrictions such as max_depth make other values the least.
    ours = [each for each in told.records if each.game == name and not restrictions_of(each.strategy)]
    found = known_of(ours, (objective,))
    if found is None:
        others = sorted({each.objectives[0] for each in ours})
        there = f"of {listed(others)} only" if others else "of no objective"
        return Opinion(UNKNOWN, f"unknown: the register has values of {name} {there}")
    record = found.record
    numbers = value if isinstance(value, tuple) else (value,)
    given = as_value(record.rules, objective, int(record.claims.secrets), numbers)
    return _of_known(told, found, objective, given)


def _of_known(told: Register, known: Known, objective: str, value: int) -> Opinion:
    best, bound, record = known
    source = told.publisher(record.game, objective, best)
    by = f"first published by {source}" if source else "no earlier source known"
    proven = known.closed
    if bound is not None and value < bound:
        every = f"every strategy for {record.game} has a {objective} of at least {bound}"
        return Opinion(IMPOSSIBLE, f"impossible: {every}, which is proven", record)
    if value < best:
        sentence = (
            f"better: the best tree known for {record.game} has {objective} {best}, and at least {bound} is proven"
        )
        return Opinion(BETTER, sentence, record)
    if value > best:
        what = "the least, which is proven" if proven else f"the best known; at least {bound} is proven"
        return Opinion(WORSE, f"worse: {record.game} has {objective} {best}, {what}", record)
    what = "the least, which is proven" if proven else f"the best known, not proven: at least {bound}"
    return Opinion(KNOWN, f"known: {objective} {best} of {record.game} is {what}; {by}", record)
