"""NumPy where there is so much to do that it pays to import it.

Playing and verifying work without NumPy, and start at once because they do not import it. A tree of millions of slots
is read, counted and verified ten times as fast with it. Each such piece of work has a plain twin, for smaller trees and
for those who have no NumPy, and tests hold the two together.
"""

from __future__ import annotations

from typing import Any

MANY = 1 << 17
"""From so many items on NumPy pays, although it has to be imported."""


def numpy_for(count: int) -> Any:
    """NumPy, to go through ``count`` items; None for few of them and where it is not installed.

    >>> numpy_for(1000)
    """
    if count < MANY:
        return None
    try:
        import numpy
    except ImportError:
        return None
    return numpy
