"""Version 3 of the certificate: sets of secrets that cannot be found within a number of guesses.

It is for one claim, that no strategy finds all secrets within a number of guesses, and lists *cores*: sets of secrets,
each with a number k of guesses that are not enough for it. How they prove the claim, the docstring of
:mod:`strategist.checking.proof` says. The file is that of :mod:`strategist.files.certificate`, with this header:

==============  ========================================================================================
``game``        these are as in version 1; the rules may restrict guesses or turns, and chances and costs
``rules``       change nothing; no game with classes
``codes``
``start``
``objective``   ``depth``
``bound``       the lower bound: no strategy finds all secrets within ``bound - 1`` guesses (int)
``cores``       array of numbers: how many cores are not found within L guesses, within L + 1, and so on up to
                ``bound - 2``; L is 2, or 1 in a game that announces its secrets; empty if ``bound`` is L + 1
``generator``   as in version 1
``data``
==============  ========================================================================================

There are two columns, the cores of the least k first, and those of one k by their members, in the order of words in a
dictionary; no two are the same.

1. *sizes* (4 bytes): the number of members of each core, two or more.
2. *members* (the least width that holds every index of ``Game.secrets``): the members of the first core, ascending,
   then those of the second, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate, chain, islice, pairwise
from operator import ge
from typing import Any, NamedTuple

from strategist.common.errors import StrategyFileError
from strategist.files.columns import Column, column, pack, unpack
from strategist.files.envelope import Kind, take, width_of
from strategist.model.game import Game

KIND_CORES = Kind("certificate", 3, "a certificate", columns=2)
_CORES_OF_ANY_FILE = 1 << 18
_MEMBERS_OF_ANY_FILE = 1 << 20
_MOST_MEMBERS_A_BYTE = 4
"""The number of cores that a file of any size may list. A longer file may list one for each of its bytes: honest cores
take a byte each, or more."""
_WIDTH_OF_SIZES = 4


class Cores(NamedTuple):
    """The cores of a certificate: how many there are for each number of guesses, from the last level on; the size of
    each core; and the members of all, indices of secrets."""

    counts: tuple[int, ...]
    sizes: Column[int]
    members: Column[int]

    @classmethod
    def of(cls, levels: Iterable[Iterable[Iterable[int]]]) -> Cores:
        """The cores of each level as a file lists them.

        >>> Cores.of([[[2, 5], [3, 1, 2]], [[4, 5, 6]]])
        Cores(counts=(2, 1), sizes=array('q', [3, 2, 3]), members=array('q', [1, 2, 3, 2, 5, 4, 5, 6]))
        """
        listed = [sorted({tuple(sorted(core)) for core in level}) for level in levels]
        flat = [core for level in listed for core in level]
        return cls(tuple(map(len, listed)), column(map(len, flat)), column(each for core in flat for each in core))

    def __len__(self) -> int:
        return len(self.sizes)

    def levels(self) -> list[list[Column[int]]]:
        """The members of each core, level by level.

        >>> Cores.of([[[1, 2, 3], [2, 5]], []]).levels()
        [[array('q', [1, 2, 3]), array('q', [2, 5])], []]
        """
        every = (self.members[end - size : end] for size, end in zip(self.sizes, accumulate(self.sizes), strict=True))
        return [list(islice(every, count)) for count in self.counts]


def last_level(game: Game) -> int:
    """The number of guesses within which only a guess that tells all members apart solves a set: 2, or 1
    with announcements."""
    return 1 if game.announces else 2


def pack_cores(game: Game, cores: Cores) -> list[bytes]:
    """The columns of a file."""
    return [pack(cores.sizes, _WIDTH_OF_SIZES), pack(cores.members, width_of(len(game.secrets)))]


def read_cores(header: Mapping[str, Any], columns: list[bytes], game: Game, size: int) -> Cores:
    """The cores of a file of ``size`` bytes; call :func:`check_form` with the result.
    Raises :class:`~strategist.common.errors.StrategyFileError`."""
    counts = take(header, "header", "cores", list)
    if not all(type(count) is int and count >= 0 for count in counts):
        raise StrategyFileError("header.cores: expected an array of numbers")
    # With their number known, the size of each column is known before a byte is unpacked.
    most = max(_CORES_OF_ANY_FILE, size)
    if sum(counts) > most:
        raise StrategyFileError(f"header.cores: expected at most {most} in {size} bytes, got {sum(counts)}")
    sizes = unpack("sizes", columns[0], sum(counts), _WIDTH_OF_SIZES)
    members, most = sum(sizes), max(_MEMBERS_OF_ANY_FILE, _MOST_MEMBERS_A_BYTE * size)
    if members > most:
        raise StrategyFileError(f"columns.sizes: expected a sum of at most {most} in {size} bytes, got {members}")
    return Cores(tuple(counts), sizes, unpack("members", columns[1], members, width_of(len(game.secrets))))


def check_form(game: Game, bound: int, cores: Cores) -> None:
    """Raise :class:`~strategist.common.errors.StrategyFileError` if the cores, or their bound, do not have the form
    that this module describes."""
    if game.classes is not None:
        raise StrategyFileError(f"header.game: expected a game without classes, got {game.spec}")
    lowest = last_level(game) + 1
    if not lowest <= bound:
        raise StrategyFileError(f"header.bound: expected {lowest} or more, got {bound}")
    if len(cores.counts) != bound - lowest or min(cores.counts, default=0) < 0:
        raise StrategyFileError(f"header.cores: expected {bound - lowest} numbers, got {len(cores.counts)}")
    count = len(game.secrets)
    if len(cores.sizes) != sum(cores.counts) or sum(cores.sizes) != len(cores.members):
        raise StrategyFileError("columns: expected as many sizes and members as are said to be there")
    for what, found, least, most in (("sizes", cores.sizes, 2, count), ("members", cores.members, 0, count - 1)):
        if found and not least <= min(found) <= max(found) <= most:
            beyond = next(number for number in found if not least <= number <= most)
            raise StrategyFileError(f"columns.{what}: expected {least} to {most}, got {beyond}")
    levels = cores.levels()
    for at, core in enumerate(chain.from_iterable(levels)):
        if any(map(ge, core, islice(core, 1, None))):
            raise StrategyFileError(f"columns.members: core {at}: expected ascending numbers")
    at = 0
    for level in levels:
        for one, other in pairwise(level):
            at += 1
            if one >= other:
                raise StrategyFileError(f"columns.members: core {at} does not come after the one before it")
        at += bool(level)
