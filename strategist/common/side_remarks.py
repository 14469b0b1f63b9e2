"""Remarks beside a result, such as how many words of a file were passed over. Only the command line prints them.

>>> tell_by(print)
>>> aside("two words were passed over")
two words were passed over
>>> tell_by(None)
>>> aside("nobody hears this")
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_told: list[Callable[[str], object]] = []


def tell_by(tell: Callable[[str], object] | None) -> None:
    """Set the function that receives remarks; None, the default in Python, drops them."""
    _told[:] = [] if tell is None else [tell]


@contextmanager
def heard() -> Iterator[list[str]]:
    """Within the block remarks are collected in a list, which is given, and told to nobody else.

    >>> with heard() as remarks:
    ...     aside("the table has a blank line")
    >>> remarks
    ['the table has a blank line']
    """
    before, found = _told[:], list[str]()
    _told[:] = [found.append]
    try:
        yield found
    finally:
        _told[:] = before


def aside(text: str) -> None:
    """Pass a remark to the function that :func:`tell_by` has set."""
    for tell in _told:
        tell(text)
