"""Classes that other packages offer through entry points.

A package declares its classes in a group: ``strategist.games``, ``strategist.strategies``, ``strategist.kernels`` or
``strategist.matrices``. The name on the left is the ``name`` of the class. A class is imported when it is first used.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from strategist.common.errors import SpecError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@functools.cache
def offered(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name, not loaded yet.

    >>> offered("strategist.nothing")
    {}
    """
    # Importing importlib.metadata takes longer than the rest of the start, and most runs do not need it.
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=group)}


def load(entry: EntryPoint, what: str, *bases: type) -> type[Any]:
    """The class behind an entry point. It must be a subclass of one of ``bases`` and have the name of the entry.

    Raises :class:`~strategist.common.errors.SpecError`, which says ``what`` the entry should be.

    >>> from importlib.metadata import EntryPoint
    >>> load(EntryPoint("spec", "strategist.model.spec:Named", "strategist.games"), "game", object)
    Traceback (most recent call last):
    ...
    strategist.common.errors.SpecError: game 'spec': expected strategist.model.spec:Named to have the name 'spec', got \
no name
    """
    where = f"{what} {entry.name!r}"
    try:
        kind = entry.load()
    except Exception as error:
        # Another package can fail in any way: catch everything and name the package.
        raise SpecError(f"{where}: cannot import {entry.value}: {error}") from error
    if not (isinstance(kind, type) and issubclass(kind, bases)):
        wanted = " or ".join(base.__name__ for base in bases)
        raise SpecError(f"{where}: expected {entry.value} to be a subclass of {wanted}, got {kind!r}")
    if getattr(kind, "name", None) != entry.name:
        raise _name_mismatch(entry, what, kind)
    return kind


def misnamed(group: str, name: str, what: str) -> SpecError | None:
    """The error for an entry point that offers a class called ``name`` under another name; None if there is none.

    The author of a class asks for it by the class's name, which is unknown while the entry point has another name.

    >>> misnamed("strategist.nothing", "chess", "game")
    """
    for entry in offered(group).values():
        try:
            kind = entry.load()
        except Exception:
            # An entry that cannot be imported is reported when it is asked for by its own name.
            continue
        if getattr(kind, "name", None) == name != entry.name:
            return _name_mismatch(entry, what, kind)
    return None


def _name_mismatch(entry: EntryPoint, what: str, kind: object) -> SpecError:
    name = getattr(kind, "name", None)
    got = "no name" if name is None else repr(name)
    return SpecError(f"{what} {entry.name!r}: expected {entry.value} to have the name {entry.name!r}, got {got}")
