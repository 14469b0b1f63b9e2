"""The columns of certificates that list positions (versions 1, 2, 5 and 7), and the form of what they hold.

:mod:`strategist.files.certificate` describes them. All functions raise
:class:`~strategist.common.errors.StrategyFileError` for what has another form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from strategist.common.errors import StrategyFileError
from strategist.files.columns import Column, check_children
from strategist.files.envelope import take
from strategist.files.versions.table_symmetries import may_have_symmetries, read_permutation
from strategist.model.game import Game, History
from strategist.model.symmetry import Symmetry


class Entries(NamedTuple):
    """The columns of a certificate, a number for each entry: see the module's docstring."""

    children: Column[int]
    guesses: Column[int]
    responses: Column[int]
    bounds: Column[int]
    groups: Column[int]


class Under(NamedTuple):
    """What a certificate of version 2 says beyond its entries: the guesses allowed from the first position on, and the
    guess made there, as an index; None for no limit, and for any guess. The columns hold a number for each entry."""

    left: int | None
    first: int | None
    lefts: Column[int]
    revealed: Column[int]


def read_symmetries(header: Mapping[str, Any]) -> tuple[bytes, ...]:
    """The symmetries that a header lists."""
    found = take(header, "header", "symmetries", list)
    for number, images in enumerate(found):
        if type(images) is not bytes:
            got = type(images).__name__
            raise StrategyFileError(f"header.symmetries: symmetry {number}: expected bytes, got {got}")
    return tuple(found)


def read_groups(header: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    """The groups that a header lists."""
    found = take(header, "header", "groups", list)
    for number, members in enumerate(found):
        if type(members) is not list or not all(type(member) is int for member in members):
            raise StrategyFileError(f"header.groups: group {number}: expected an array of numbers")
    return tuple(map(tuple, found))


def check_symmetries(game: Game, start: History, symmetries: Sequence[bytes]) -> None:
    """Check that each symmetry permutes positions and symbols within the classes that the game describes, or the
    secrets of a table."""
    if not symmetries:
        return
    if start:
        raise StrategyFileError("header.symmetries: expected none behind a history")
    if game.code_symmetry is None and not may_have_symmetries(game):
        raise StrategyFileError(f"header.symmetries: expected none, for {game.spec} describes none")
    for number, images in enumerate(symmetries):
        if game.code_symmetry is None:
            read_permutation(images, len(game.secrets), f"header.symmetries: symmetry {number}")
            continue
        check_symmetry(game, game.code_symmetry, f"header.symmetries: symmetry {number}", images)


def check_symmetry(game: Game, symmetry: Symmetry, where: str, images: bytes) -> None:
    """Check that one symmetry permutes positions and symbols within the classes of the game."""
    pegs = len(game.secrets[0])
    if len(images) <= pegs:
        raise StrategyFileError(f"{where}: expected bytes for {pegs} positions and for the symbols")
    if not all_permute({images[:pegs]}, symmetry.positions) or not all_permute({images[pegs:]}, symmetry.symbols):
        raise StrategyFileError(f"{where}: expected permutations within the classes of {game.spec}")
    if any(symbol >= len(images) - pegs for members in symmetry.symbols for symbol in members):
        raise StrategyFileError(f"{where}: expected an image for each symbol")


def all_permute(parts: Iterable[bytes], classes: Sequence[Sequence[int]]) -> bool:
    """Whether each of some byte strings is a permutation within classes, of its numbers from 0 on; those of no class
    stay where they are.

    >>> all_permute([bytes([1, 0, 2]), bytes([0, 1])], [[0, 1]]), all_permute([bytes([0, 2, 1])], [[0, 1]])
    (True, False)
    """
    first_of = {member: min(members) for members in classes for member in members}
    named = bytes(first_of.get(number, number) for number in range(256))
    every = bytes(range(256))
    return all(
        bytes(sorted(part)) == every[: len(part)] and part.translate(named) == named[: len(part)] for part in parts
    )


def check_groups(groups: Sequence[tuple[int, ...]], symmetries: int) -> None:
    """Check that each group names symmetries of the list, which holds so many."""
    for number, members in enumerate(groups):
        if not members or not all(0 <= member < symmetries for member in members):
            raise StrategyFileError(f"header.groups: group {number}: expected numbers below {symmetries}")


def check_entries(game: Game, entries: Entries, groups: int) -> None:
    """Check that all numbers are within range, and that the entries form one tree; there are ``groups`` groups."""
    children, guesses, responses, _, group_of = entries
    if {len(numbers) for numbers in entries} != {max(1, len(children))}:
        raise StrategyFileError("columns: expected one number for each entry in each of them")
    for name, numbers in zip(Entries._fields, entries, strict=True):
        if (least := min(numbers)) < 0:
            raise StrategyFileError(f"columns.{name}: expected no negative numbers, got {least}")
    ranges = (("guesses", guesses, game.question_count), ("responses", responses, game.response_count - 1))
    for name, numbers, count in (*ranges, ("groups", group_of, groups + 1)):
        if max(numbers) >= count:
            at, beyond = next((at, number) for at, number in enumerate(numbers) if number >= count)
            raise StrategyFileError(f"columns.{name}: entry {at}: expected below {count}, got {beyond}")
    check_children(children)
