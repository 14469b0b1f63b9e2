"""Version 7 of the certificate: positions that are images of others, which cost as much.

The file is that of version 2 (:mod:`strategist.files.certificate`), with two columns more:

8. *originals* (4 bytes): 0 for none, else 1 + the number of an entry, the *original*, of whose position this one is the
   image, the *copy*.
9. *maps* (1 byte): for each copy, in their order, the symmetry that maps the set of the original onto its own, as in
   ``header.symmetries``: a permutation of positions, then one of the symbols up to the largest that a guess holds.

A copy has no group and no entry below it. It states as many guesses left as its original, and no higher bound. An
original is no copy, nor the first entry, whose bound may be one of a given first guess alone. No history leads to the
first entry, and nothing restricts guesses: symmetries keep neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from strategist.common.errors import StrategyFileError
from strategist.files.columns import Column, column, pack, unpack
from strategist.files.envelope import Kind
from strategist.files.versions.position_columns import Entries, Under, check_symmetry
from strategist.model.game import Game, History

KIND_COPIES = Kind("certificate", 7, "a certificate", columns=9)
_WIDTHS = 4, 1


class Copies(NamedTuple):
    """The copies of a certificate: for each entry 0, or the number of its original plus one, and the maps of those that
    have an original."""

    originals: Column[int]
    maps: tuple[bytes, ...]

    def maps_by_entry(self) -> dict[int, bytes]:
        """The map of each copy, by its number."""
        return dict(zip((entry for entry, original in enumerate(self.originals) if original), self.maps, strict=True))


def symbols_of(game: Game) -> int:
    """The number of symbols up to the largest that a guess holds."""
    return 1 + max(int(max(code)) for code in game.guesses[: game.question_count])


def pack_copies(copies: Copies) -> list[bytes]:
    """The two columns as a file holds them."""
    maps = column(chain.from_iterable(copies.maps))
    return [pack(numbers, width) for numbers, width in zip((copies.originals, maps), _WIDTHS, strict=True)]


def read_copies(packed: Sequence[bytes], game: Game, count: int) -> Copies:
    """The copies among ``count`` entries. Raises :class:`~strategist.common.errors.StrategyFileError`."""
    originals = unpack("originals", packed[0], count, _WIDTHS[0])
    if game.code_symmetry is None:
        raise StrategyFileError(f"header.game: expected one with symmetries in version 7, got {game.spec}")
    width, copies = len(game.secrets[0]) + symbols_of(game), count - originals.count(0)
    maps = bytes(unpack("maps", packed[1], copies * width, _WIDTHS[1]).tolist())
    return Copies(originals, tuple(maps[begin : begin + width] for begin in range(0, len(maps), width)))


def check_copies(game: Game, start: History, entries: Entries, under: Under | None, copies: Copies) -> None:
    """Check the form of the copies beside what a certificate says else."""
    symmetry = None if game.restricts or game.classes is not None else game.code_symmetry
    if under is None or start or symmetry is None:
        raise StrategyFileError(f"header.game: expected one with symmetries, from its beginning, got {game.spec}")
    children, bounds, groups, lefts = entries.children, entries.bounds, entries.groups, under.lefts
    originals, count = copies.originals, len(children)
    if len(originals) != count or min(originals) < 0 or max(originals) > count or originals[0]:
        raise StrategyFileError(f"columns.originals: expected {count} numbers of 0 to {count}, the first of them 0")
    named = count - originals.count(0)
    if named != len(copies.maps) or len({len(each) for each in copies.maps}) > 1:
        raise StrategyFileError(f"columns.maps: expected {named} of one length, got {len(copies.maps)}")
    for entry, map_of in copies.maps_by_entry().items():
        original = originals[entry] - 1
        where = f"columns.originals: entry {entry}"
        if originals[original] or not original:
            raise StrategyFileError(f"{where}: expected an entry below the first that is no copy, got entry {original}")
        if children[entry] or groups[entry]:
            raise StrategyFileError(f"{where}: expected neither entries below a copy nor a group")
        if bounds[entry] > bounds[original] or lefts[entry] != lefts[original]:
            raise StrategyFileError(f"{where}: expected no more than its original states, entry {original}")
        check_symmetry(game, symmetry, f"columns.maps: entry {entry}", map_of)
