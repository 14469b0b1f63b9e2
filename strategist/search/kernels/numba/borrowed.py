"""Arguments of kernels as 64-bit words, and named tuples that kernels get by reference.

A kernel gets the address of its arguments. They lie there one after the other, each as one word or some:

* a number or a Boolean as one word;
* an array as Numba knows it: two words for owners (none), its size, the bytes of an element, its address, its shape and
  its strides;
* a tuple as its members in turn;
* a named tuple whose class is marked :func:`by_reference` as one word, the address of its own block of words.

A search hands its problem and its desk, with some hundred arrays, from function to function: by reference that is one
word each. Kernels see no difference, except that no kernel can make or return an instance of the class. The fields of a
tuple never change, so its block is made once. What a kernel is compiled for are the names of the types of its
arguments; they are printed as Numba prints them.
"""

from __future__ import annotations

import ctypes
import hashlib
import struct
from collections.abc import Hashable, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

Class = TypeVar("Class", bound=type)

_BEYOND = 1 << 63
_WHOLE = (bool, np.bool_, np.integer)
_NUMBERS = "biuf"
"""The kinds of elements that arrays may have: Booleans, and numbers with and without sign, whole and not."""


class Block(NamedTuple):
    """Words in memory: the name of the type of what they tell, their address, and what keeps them alive."""

    name: str
    address: int
    words: Any


def lay(value: Any, words: list[int]) -> str:
    """Append the words of a value, and return the name of its type.

    The words of an array hold for as long as the array lives. Raises :class:`TypeError` for a value of another type,
    and :class:`OverflowError` for a number of more than 64 bits.

    >>> words: list[int] = []
    >>> lay(-1, words), lay((True, 0.5), words), lay(np.zeros((2, 3), dtype=np.int32), words)
    ('int64', 'tuple(bool, float64)', 'array(int32, 2d, C)')
    >>> words[:3], words[5:7], words[8:]
    ([-1, 1, 4602678819172646912], [6, 4], [2, 3, 12, 4])
    """
    if type(value) is int:
        if not -_BEYOND <= value < 2 * _BEYOND:
            raise OverflowError(f"expected a number of 64 bits for a kernel, got {value}")
        words.append(value)
        return "int64" if value < _BEYOND else "uint64"
    if isinstance(value, Lent):
        block = value._block
        words.append(block.address)
        return block.name
    if isinstance(value, np.ndarray):
        words += (0, 0, value.size, value.itemsize, value.__array_interface__["data"][0], *value.shape, *value.strides)
        return _name_of_array(value)
    if isinstance(value, tuple):
        return name_of_tuple(type(value), [lay(each, words) for each in value])
    if isinstance(value, _WHOLE):
        words.append(int(value))
        # A kernel for numbers of 32 bits would be one more.
        return "int64" if isinstance(value, np.int32) else _name_of(cast(Hashable, type(value)))
    if isinstance(value, float):
        words.append(*struct.unpack("=q", struct.pack("=d", value)))
        return "float64"
    raise TypeError(f"expected numbers, arrays and tuples of them for a kernel, got {type(value).__name__}")


@cache
def _name_of(kind: Any) -> str:
    return np.dtype(kind).name


def _name_of_array(array: np.ndarray[Any, Any]) -> str:
    kind, flags = array.dtype, array.flags
    if kind.kind not in _NUMBERS or not kind.isnative:
        raise TypeError(f"expected an array of numbers for a kernel, got one of {kind}")
    layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
    # NumPy makes the name of a type anew each time, which takes longer than all else here.
    return f"{'' if flags.writeable else 'readonly '}array({_name_of(kind)}, {array.ndim}d, {layout})"


def name_of_tuple(made: type, members: Sequence[str]) -> str:
    """The name of the type of a tuple, by its class and the names of its members' types."""
    listed = ", ".join(members)
    if issubclass(made, Lent):
        # The whole name may have thousands of characters.
        return f"{made.__qualname__}-{hashlib.sha256(listed.encode()).hexdigest()[:16]}"
    return f"{made.__qualname__}({listed})"


class Lent:
    """What the classes that kernels get by reference have in common."""

    __slots__ = ()

    @cached_property
    def _block(self) -> Block:
        """The words of this tuple. No field's name begins with a line."""
        words: list[int] = []
        members: Any = self
        name = name_of_tuple(type(self), [lay(each, words) for each in members])
        block = (ctypes.c_int64 * len(words))(*words)
        return Block(name, ctypes.addressof(block), block)

    def __getstate__(self) -> None:
        # Copies, and other processes, make a block of their own.
        return None


def by_reference(made: Class) -> Class:
    """Let kernels get the instances of a named tuple by reference.

    >>> @by_reference
    ... class Ground(NamedTuple):
    ...     pegs: int
    >>> Ground(4)._block.words[:], Ground(4)
    ([4], Ground(pegs=4))
    """
    told = {"__doc__": made.__doc__, "__module__": made.__module__, "__qualname__": made.__qualname__}
    return cast(Class, type(made.__name__, (Lent, made), told))
