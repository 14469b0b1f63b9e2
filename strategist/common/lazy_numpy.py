"""NumPy, imported only for work that is large enough to repay the time of the import.

Playing and verifying work without NumPy, and start at once because they do not import it. A tree of millions of slots
is read, counted and verified ten times as fast with it. Each function that uses NumPy has a twin in plain Python, for
smaller trees and where NumPy is not installed. Tests compare the two.
"""

from __future__ import annotations

from array import array
from typing import Any

MANY = 1 << 17
"""The least number of items for which it pays to import NumPy."""


def numpy_for(count: int) -> Any:
    """The module NumPy if ``count`` items are enough to repay its import; None for fewer, and where it is
    not installed.

    >>> numpy_for(1000)
    """
    if count < MANY:
        return None
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def packed(code: str, values: Any) -> array[int]:
    """An array of a type from integers, or from an array of NumPy of the same type, which is copied as it is.

    >>> packed("i", [1, 2])
    array('i', [1, 2])
    """
    if isinstance(values, array) and values.typecode == code:
        return values
    # A list has no memory of its own to copy from; everything else here has.
    if isinstance(values, (list, tuple, array, range)):
        return array(code, values)
    found = array(code)
    found.frombytes(memoryview(values).cast("B"))
    return found
