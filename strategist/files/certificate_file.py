"""Certificates as files: writing one, and reading what may be anything.

The format is described in :mod:`strategist.files.certificate`, which also checks what a certificate holds. Here only
sizes and types are checked, as far as reading needs them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from strategist.common.errors import StrategistError, StrategyFileError, told_at
from strategist.common.quoting import quoted
from strategist.common.whole_files import write_file
from strategist.files.certificate import KIND, KIND_LIES, KIND_UNDER, KINDS, MOST_LEFT, Certificate
from strategist.files.columns import check_children, pack, unpack
from strategist.files.envelope import (
    CERTIFICATE_BEGINS,
    Kind,
    enclosed,
    game_of,
    identity,
    load,
    read_start,
    read_text,
    seal,
    take,
    unseal,
    version_in,
    width_of,
)
from strategist.files.versions.copy_columns import KIND_COPIES, pack_copies, read_copies
from strategist.files.versions.core_columns import KIND_CORES, pack_cores, read_cores
from strategist.files.versions.mass_columns import KIND_MASSES, pack_masses, read_masses
from strategist.files.versions.path_columns import KIND_PATHS, pack_paths, read_paths
from strategist.files.versions.position_columns import Entries, Under, read_groups, read_symmetries
from strategist.files.versions.set_columns import KIND_SETS, header_of_sets, pack_sets, read_sets
from strategist.model.game import Game, History
from strategist.model.objective import DEPTH, STATIC, by_paths

_ENTRIES_OF_ANY_FILE = 1 << 22
_MOST_ENTRIES_A_BYTE = 4
"""The entries of a code game take 1.6 bytes each, or more; in a very regular table, eight may share one byte."""


def _widths(game: Game) -> tuple[int, ...]:
    """The width in bytes of the integers of the columns *children*, *guesses* and *responses*, of every version."""
    return 4, width_of(len(game.guesses)), width_of(game.response_count)


def _widths_of_positions(game: Game, kind: Kind) -> tuple[int, ...]:
    """The width in bytes of the integers of each column of version 1, or of 2 and 7."""
    return (*_widths(game), 4, 4) if kind is KIND else (*_widths(game), 8, 4, 4, 1)


class _Parts(NamedTuple):
    """What one version has of its own: the fields of the header that stand before those of all versions, the columns,
    and the fields behind."""

    fields: Mapping[str, Any]
    columns: list[bytes]
    behind: Mapping[str, Any] = {}


def encode(certificate: Certificate) -> bytes:
    """The bytes of a certificate."""
    game = certificate.game
    kind = next(each for each in KINDS if each.version == certificate.version)
    own = _PARTS[kind](certificate)
    header = {
        **identity(game),
        "start": game.format_history(certificate.start),
        "objective": certificate.objective,
        **own.fields,
        "generator": certificate.generator,
        **enclosed(game),
        **own.behind,
    }
    return seal(kind, header, own.columns)


def _images(certificate: Certificate) -> dict[str, Any]:
    """The fields on entries and their symmetries."""
    return {
        "entries": len(certificate),
        "symmetries": list(certificate.symmetries),
        "groups": [list(members) for members in certificate.groups],
    }


def _of_positions(certificate: Certificate) -> _Parts:
    """Version 1."""
    widths = _widths_of_positions(certificate.game, KIND)
    return _Parts(_images(certificate), list(map(pack, certificate.entries, widths)))


def _of_positions_under(certificate: Certificate) -> _Parts:
    """Versions 2 and 7."""
    under, copies = certificate.under, certificate.copies
    assert under is not None
    numbers = (*certificate.entries, under.lefts, under.revealed)
    columns = list(map(pack, numbers, _widths_of_positions(certificate.game, KIND_UNDER)))
    limits = _limits(certificate.game, under.left, under.first)
    return _Parts(_images(certificate), columns + ([] if copies is None else pack_copies(copies)), limits)


def _of_cores(certificate: Certificate) -> _Parts:
    """Version 3."""
    cores = certificate.cores
    assert cores is not None
    return _Parts({"bound": certificate.bound, "cores": list(cores.counts)}, pack_cores(certificate.game, cores))


def _of_masses(certificate: Certificate) -> _Parts:
    """Version 4."""
    game, masses = certificate.game, certificate.masses
    assert masses is not None
    return _Parts({**_limits(game, masses.left, masses.first), "entries": len(masses)}, pack_masses(game, masses))


def _of_lies(certificate: Certificate) -> _Parts:
    """Version 5."""
    children, guesses, responses, _, groups = certificate.entries
    widths = (*_widths(certificate.game), 4)
    fields = {"bound": certificate.bound, **_images(certificate)}
    return _Parts(fields, list(map(pack, (children, guesses, responses, groups), widths)))


def _of_sets(certificate: Certificate) -> _Parts:
    """Version 6."""
    sets = certificate.sets
    assert sets is not None
    return _Parts(header_of_sets(sets), pack_sets(certificate.game, sets))


def _of_paths(certificate: Certificate) -> _Parts:
    """Version 8."""
    return _Parts({"entries": len(certificate)}, pack_paths(certificate.game, certificate.entries))


_PARTS: Mapping[Kind, Callable[[Certificate], _Parts]] = {
    KIND: _of_positions,
    KIND_UNDER: _of_positions_under,
    KIND_CORES: _of_cores,
    KIND_MASSES: _of_masses,
    KIND_LIES: _of_lies,
    KIND_SETS: _of_sets,
    KIND_COPIES: _of_positions_under,
    KIND_PATHS: _of_paths,
}


def _limits(game: Game, left: int | None, first: int | None) -> dict[str, Any]:
    """The fields of a header that limit the strategies of which a bound speaks."""
    return {"left": left, "first": None if first is None else game.format_code(game.guesses[first])}


def write_certificate(path: str | os.PathLike[str], certificate: Certificate) -> int:
    """Write a certificate, all of it or nothing.

    Parameters
    ----------
    path : path
        The file.
    certificate : Certificate
        What is written.

    Returns
    -------
    int
        The size in bytes.

    Raises
    ------
    OutputError
        If the file cannot be written.

    Examples
    --------
    >>> import os, strategist, tempfile
    >>> compiled = strategist.compile_strategy("mastermind(2,3)", "optimal", certificate=True)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_certificate(os.path.join(folder, "some.certificate"), compiled.prove()) > 0
    True
    """
    return write_file(path, [encode(certificate)])


def is_certificate(contents: bytes) -> bool:
    """Whether a file begins as certificates do, of whatever version."""
    return contents.startswith(CERTIFICATE_BEGINS)


def read_certificate(path: str | os.PathLike[str]) -> Certificate:
    """Read a certificate and validate its form.

    Parameters
    ----------
    path : path
        The file.

    Returns
    -------
    Certificate
        Its contents. Whether the bounds are true is checked by :func:`strategist.check`.

    Raises
    ------
    StrategyFileError
        If there is none, or it is damaged: the message names the field or the byte.

    Examples
    --------
    >>> from strategist.files.shipped import library
    >>> proven = next(each for each in library() if each.name.startswith("mastermind-4x6.optimal") and each.certificate)
    >>> read_certificate(proven.certificate).objective
    'total'
    """
    return load(path, KIND, decode)


def decode(contents: bytes) -> Certificate:
    """The contents of a certificate from its bytes. Raises :class:`~strategist.common.errors.StrategyFileError`.

    >>> decode(b"hello")
    Traceback (most recent call last):
    ...
    strategist.common.errors.StrategyFileError: byte 0: expected a certificate, got b'hello'
    """
    kind = version_in(KINDS, contents)
    header, packed = unseal(kind, contents, "1, 2, 3, 4, 5, 6, 7 or 8")
    game = game_of(header, len(contents))
    if not isinstance(game, Game):
        raise StrategyFileError(f"header.game: expected a game in which something is hidden, got {game.spec}")
    objective = take(header, "header", "objective", str)
    start = read_start(header, game)
    if kind is KIND_CORES:
        return _decode_cores(header, packed, game, start, len(contents))
    count = _count(header, len(contents))
    if kind is KIND_MASSES:
        if start:
            raise StrategyFileError("header.start: expected none in version 4")
        left = take(header, "header", "left", int, type(None))
        masses = read_masses(packed, count, game, left, _first(header, game))
        return Certificate.of_masses(game, objective, masses, read_text(header, "header", "generator"))
    if kind is KIND_SETS:
        if objective != STATIC.name:
            raise StrategyFileError(f"header.objective: expected static, got {quoted(objective)}")
        sets = read_sets(header, packed, game, start, count, len(contents))
        return Certificate.of_sets(game, sets, start, read_text(header, "header", "generator"))
    if (kind is KIND_PATHS) != by_paths(game, objective):
        raise StrategyFileError(f"header.objective: expected version 8 for costs of paths alone, got {game.spec}")
    if kind is KIND_PATHS:
        if start:
            raise StrategyFileError("header.start: expected none in version 8")
        paths = read_paths(packed, count, game)
        return Certificate.of_paths(game, objective, paths, read_text(header, "header", "generator"))
    symmetries, groups = read_symmetries(header), read_groups(header)
    if (kind is KIND_LIES) != game.doubtful:
        raise StrategyFileError(f"header.game: expected version 5 where answers may be false alone, got {game.spec}")
    if kind is KIND_LIES:
        return _decode_lies(header, packed, game, start, (symmetries, groups), count)
    names = (*Entries._fields, *(Under._fields[2:] if kind is not KIND else ()))
    columns = [
        unpack(name, data, count, width)
        for name, data, width in zip(names, packed[: len(names)], _widths_of_positions(game, kind), strict=True)
    ]
    under = None
    if kind is not KIND:
        left = take(header, "header", "left", int, type(None))
        under = Under(left, _first(header, game), *columns[5:])
    copies = read_copies(packed[len(names) :], game, count) if kind is KIND_COPIES else None
    generator = read_text(header, "header", "generator")
    entries = Entries(*columns[:5])
    return Certificate(game, objective, entries, symmetries, groups, start, generator, under, copies=copies)


def _decode_lies(
    header: Mapping[str, Any],
    packed: list[bytes],
    game: Game,
    start: History,
    images: tuple[tuple[bytes, ...], tuple[tuple[int, ...], ...]],
    count: int,
) -> Certificate:
    """A certificate of version 5 with ``images``, its symmetries and groups."""
    bound = _bound_of_depth(header)
    names = ("children", "guesses", "responses", "groups")
    widths = (*_widths(game), 4)
    children, guesses, responses, groups = (
        unpack(name, data, count, width) for name, data, width in zip(names, packed, widths, strict=True)
    )
    check_children(children)
    generator = read_text(header, "header", "generator")
    return Certificate.of_lies(game, bound, (children, guesses, responses, groups), *images, start, generator)


def _bound_of_depth(header: Mapping[str, Any]) -> int:
    """The bound that the header states, where the objective must be the depth."""
    objective, bound = take(header, "header", "objective", str), take(header, "header", "bound", int)
    if objective != DEPTH.name:
        raise StrategyFileError(f"header.objective: expected depth, got {quoted(objective)}")
    if not 0 <= bound < MOST_LEFT:
        raise StrategyFileError(f"header.bound: expected 0 to {MOST_LEFT - 1}, got {bound}")
    return int(bound)


def _count(header: Mapping[str, Any], size: int) -> int:
    """The number of entries in a file of ``size`` bytes: with it, the size of each column is known beforehand."""
    count: int = take(header, "header", "entries", int)
    most = max(_ENTRIES_OF_ANY_FILE, _MOST_ENTRIES_A_BYTE * size)
    if not 0 < count <= most:
        raise StrategyFileError(f"header.entries: expected 1 to {most} in {size} bytes, got {count}")
    return count


def _decode_cores(header: Mapping[str, Any], packed: list[bytes], game: Game, start: History, size: int) -> Certificate:
    bound = _bound_of_depth(header)
    generator = read_text(header, "header", "generator")
    return Certificate.of_cores(game, bound, read_cores(header, packed, game, size), start, generator)


def _first(header: Mapping[str, Any], game: Game) -> int | None:
    """The index of the guess that is made at the first position."""
    if take(header, "header", "first", str, type(None)) is None:
        return None
    text = read_text(header, "header", "first")
    with told_at("header.first", StrategistError, StrategyFileError):
        found = game.parse_question(text)
    if text != game.format_code(game.guesses[found]):
        raise StrategyFileError(f"header.first: expected {quoted(game.format_code(game.guesses[found]))}")
    return found
