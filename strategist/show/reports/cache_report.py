"""What a value cache holds, as a JSON object and as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from strategist.common.wording import counted
from strategist.search.advice.cached.building import Built
from strategist.search.advice.cached.hits import Hits


def cache_record(built: Built, path: str, size: int, seconds: float, rates: Mapping[str, Hits]) -> dict[str, Any]:
    """The JSON object of a value cache that was written to ``path``."""
    return {
        "game": built.game.spec,
        "file": path,
        "positions": len(built.entries),
        "exact": built.exact,
        "openings": built.openings,
        "bytes": size,
        "seconds": seconds,
        "hits": {name: {"moves": each.moves, "hits": each.hits} for name, each in rates.items()},
    }


def cache_lines(record: Mapping[str, Any]) -> Iterator[str]:
    """What the record says, as lines.

    >>> hits = {"consistent": {"moves": 8, "hits": 6}}
    >>> told = {"game": "mastermind(pegs=3,colors=4)", "positions": 40, "exact": 40, "openings": 3, "hits": hits}
    >>> print("\\n".join(cache_lines(told | {"file": "values.cache", "bytes": 1600, "seconds": 0.25})))
    mastermind(pegs=3,colors=4): 40 positions, 40 of them exact, behind 3 first guesses
    values.cache: 1600 bytes in 0.250 s
    consistent player: 6 of 8 moves looked up, 75.0 %
    """
    positions, openings = counted(record["positions"], "position"), counted(record["openings"], "first guess")
    yield f"{record['game']}: {positions}, {record['exact']} of them exact, behind {openings}"
    yield f"{record['file']}: {record['bytes']} bytes in {record['seconds']:.3f} s"
    for name, each in record["hits"].items():
        share = 100 * each["hits"] / each["moves"] if each["moves"] else 100.0
        yield f"{name} player: {each['hits']} of {counted(each['moves'], 'move')} looked up, {share:.1f} %"
