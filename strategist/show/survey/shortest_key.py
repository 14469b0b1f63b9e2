"""Which strategy makes the shortest key of a table, of those that are tried in a first look."""

from __future__ import annotations

from collections.abc import Sequence

from strategist.common.wording import counted
from strategist.model.game import Game
from strategist.search.compile.key_prices import KeyPrice, key_prices

HEURISTICS = ("entropy", "dallwitz")
"""One asks what tells most, the other is the rule of the program KEY: either may make the shorter key."""
SHORTEST = "optimal(size,expected)"
"""The search for the shortest key, and of the shortest ones that which asks least."""
_LIMIT = 60
"""Seconds that are proposed for a search which did not prove its key to be the shortest in less."""


def tried_prices(game: Game, seconds: float, searching: Sequence[float], jobs: int) -> list[KeyPrice]:
    """The keys of the heuristics, each within about that many ``seconds``, and of the search, in so many ``jobs``.

    The search has the first number of seconds of ``searching``, and is made again with the next one as long as the key
    of a heuristic is shorter: in a large table its first key takes long.
    """
    keys = key_prices(game, HEURISTICS, seconds)
    for limit in searching:
        (found,) = key_prices(game, (SHORTEST,), limit, jobs)
        if shortest_of([*keys, found]) is found:
            break
    return [*keys, found]


def shortest_of(keys: Sequence[KeyPrice]) -> KeyPrice:
    """The shortest of some keys: of equal ones one with a proof, then the one that asks less. If none is finished, the
    last one, which is a search and can be stopped at any time.

    >>> long, short = KeyPrice("entropy", 2.0, size=9), KeyPrice("dallwitz", 2.5, size=7)
    >>> shortest_of([long, short, KeyPrice("optimal(size)", 2.5, size=7, least_size=6)]).strategy
    'optimal(size)'
    """
    finished = [each for each in keys if each.size is not None]
    if not finished:
        return keys[-1]
    return min(finished, key=lambda each: (each.size, each.least_size is None, each.questions))


def is_proven(key: KeyPrice) -> bool:
    """Whether no key is shorter."""
    return key.size is not None and key.size == key.least_size


def told_to_compile(key: KeyPrice) -> str:
    """The strategy of a key as words of a command, with a limit of time for a search that may need one.

    >>> told_to_compile(KeyPrice("optimal(size)", size=7, least_size=6)), told_to_compile(KeyPrice("entropy", size=7))
    ('"optimal(size)" --time-limit 60', 'entropy')
    """
    word = f'"{key.strategy}"' if "(" in key.strategy else key.strategy
    searched = key.strategy == SHORTEST or key.least_size is not None
    return f"{word} --time-limit {_LIMIT}" if searched and not is_proven(key) else word


def shortest_line(keys: Sequence[KeyPrice]) -> str:
    """A sentence on the shortest key.

    >>> shortest_line([KeyPrice("entropy", 2.0, size=9), KeyPrice("optimal(size)", 2.5, size=7, least_size=6)])
    'the shortest of them: optimal(size), 7 questions to print; no key has fewer than 6'
    """
    key = shortest_of(keys)
    if key.size is None:
        return "no key was finished in this time; a search keeps the best one it has when it is stopped"
    line = f"the shortest of them: {key.strategy}, {counted(key.size, 'question')} to print"
    if is_proven(key):
        return f"{line}; no key has fewer"
    return line if key.least_size is None else f"{line}; no key has fewer than {key.least_size}"
