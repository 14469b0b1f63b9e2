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
from itertools import compress, count
from typing import NamedTuple

from strategist.common.errors import StrategyFileError
from strategist.files.columns import Column, pack, unpack
from strategist.files.envelope import Kind
from strategist.files.versions.position_columns import Entries, Under, all_permute, check_symmetry
from strategist.model.game import Game, History

KIND_COPIES = Kind("certificate", 7, "a certificate", columns=9)
_WIDTHS = 4, 1


class Copies(NamedTuple):
    """The copies of a certificate: for each entry 0, or the number of its original plus one, and the maps of those that
    have an original, one after the other."""

    originals: Column[int]
    maps: bytes

    @property
    def number(self) -> int:
        """How many copies there are."""
        return len(self.originals) - self.originals.count(0)

    def entries(self) -> Column[int]:
        """The numbers of the entries that are copies."""
        return Column("I", compress(count(), self.originals))

    def each_map(self) -> list[bytes]:
        """The map of each copy.

        >>> from strategist.files.columns import column
        >>> Copies(column([0, 2, 2]), bytes([0, 1, 1, 0])).each_map()
        [b'\\x00\\x01', b'\\x01\\x00']
        """
        number = self.number
        width = len(self.maps) // max(1, number)
        return [self.maps[at * width : (at + 1) * width] for at in range(number)]


def symbols_of(game: Game) -> int:
    """The number of symbols up to the largest that a guess holds."""
    return 1 + max(int(max(code)) for code in game.guesses[: game.question_count])


def width_of_map(game: Game) -> int:
    """The bytes of a symmetry that maps one set onto another."""
    return len(game.secrets[0]) + symbols_of(game)


def pack_copies(copies: Copies) -> list[bytes]:
    """The two columns as a file holds them."""
    return [pack(copies.originals, _WIDTHS[0]), pack(Column("B", copies.maps), _WIDTHS[1])]


def read_copies(packed: Sequence[bytes], game: Game, count: int) -> Copies:
    """The copies among ``count`` entries. Raises :class:`~strategist.common.errors.StrategyFileError`."""
    originals = unpack("originals", packed[0], count, _WIDTHS[0])
    if game.code_symmetry is None:
        raise StrategyFileError(f"header.game: expected one with symmetries in version 7, got {game.spec}")
    copies = count - originals.count(0)
    return Copies(originals, unpack("maps", packed[1], copies * width_of_map(game), _WIDTHS[1]).tobytes())


def check_copies(game: Game, start: History, entries: Entries, under: Under | None, copies: Copies) -> None:
    """Check the form of the copies beside what a certificate says else."""
    symmetry = None if game.restricts or game.classes is not None else game.code_symmetry
    if under is None or start or symmetry is None:
        raise StrategyFileError(f"header.game: expected one with symmetries, from its beginning, got {game.spec}")
    children, bounds, groups, lefts = entries.children, entries.bounds, entries.groups, under.lefts
    originals, count = copies.originals, len(children)
    if len(originals) != count or min(originals) < 0 or max(originals) > count or originals[0]:
        raise StrategyFileError(f"columns.originals: expected {count} numbers of 0 to {count}, the first of them 0")
    if len(copies.maps) != (needed := copies.number * width_of_map(game)):
        raise StrategyFileError(f"columns.maps: expected {needed} bytes, got {len(copies.maps)}")
    maps, pegs = copies.each_map(), len(game.secrets[0])
    # There are many maps, but few permutations in them.
    permuting = all_permute({each[:pegs] for each in maps}, symmetry.positions)
    permuting = permuting and all_permute({each[pegs:] for each in maps}, symmetry.symbols)
    for entry, named, map_of in zip(copies.entries(), compress(originals, originals), maps, strict=True):
        original = named - 1
        if originals[original] or not original:
            told = f"expected an entry below the first that is no copy, got entry {original}"
        elif children[entry] or groups[entry]:
            told = "expected neither entries below a copy nor a group"
        elif bounds[entry] > bounds[original] or lefts[entry] != lefts[original]:
            told = f"expected no more than its original states, entry {original}"
        else:
            if not permuting:
                check_symmetry(game, symmetry, f"columns.maps: entry {entry}", map_of)
            continue
        raise StrategyFileError(f"columns.originals: entry {entry}: {told}")
