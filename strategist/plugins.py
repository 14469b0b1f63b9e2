"""What other packages offer: classes behind entry points.

A package declares its classes in a group, ``strategist.games`` or ``strategist.strategies``. The name on the left is
the class's own ``name``. Nothing is imported before it is asked for.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from strategist.errors import SpecError
from strategist.spec import Named

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@functools.cache
def offered(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name, not loaded yet.

    >>> offered("strategist.nothing")
    {}
    """
    # importlib.metadata costs more than the rest of a start; most runs never get here.
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=group)}


def load(entry: EntryPoint, what: str, *bases: type[Named]) -> type[Named]:
    """The class behind an entry point. It must be a subclass of one of ``bases``, and be called as the entry is.

    Raises :class:`~strategist.errors.SpecError`, which says ``what`` the entry was meant to be.

    >>> from importlib.metadata import EntryPoint
    >>> load(EntryPoint("spec", "strategist.spec:Named", "strategist.games"), "game", Named)
    Traceback (most recent call last):
    ...
    strategist.errors.SpecError: game 'spec': expected strategist.spec:Named to have the name 'spec', got no name
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
    name = getattr(kind, "name", None)
    if name != entry.name:
        got = "no name" if name is None else repr(name)
        raise SpecError(f"{where}: expected {entry.value} to have the name {entry.name!r}, got {got}")
    return kind
