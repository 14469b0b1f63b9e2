"""Remarks beside a result, such as how many words of a file were passed over. Only the command line prints them.

>>> tell_by(print)
>>> aside("two words were passed over")
two words were passed over
>>> tell_by(None)
>>> aside("nobody hears this")
"""

from __future__ import annotations

from collections.abc import Callable

_told: list[Callable[[str], object]] = []


def tell_by(tell: Callable[[str], object] | None) -> None:
    """Set the function that receives remarks; None, the default in Python, drops them."""
    _told[:] = [] if tell is None else [tell]


def aside(text: str) -> None:
    """Pass a remark to the function that :func:`tell_by` has set."""
    for tell in _told:
        tell(text)
