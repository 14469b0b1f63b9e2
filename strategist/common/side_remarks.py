"""What is said beside a result: that some words of a file were passed over. Only the command line prints it.

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
    """Set who tells; None for nobody, as in Python."""
    _told[:] = [] if tell is None else [tell]


def aside(text: str) -> None:
    """Say something beside a result."""
    for tell in _told:
        tell(text)
