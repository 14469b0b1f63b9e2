"""What a processor must have for each level of machine code, asked before any of that code runs.

The levels are those of the psABI for x86-64, version 1.0, section 3.1.1. Code for a processor that has more ends by
SIGILL. So a library of its own has two functions that any x86-64 can run: ``strategist_cpuid`` executes CPUID, and
``strategist_enabled`` reads which registers the system keeps, where it keeps any beyond those of SSE.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple

LEVELS = ("x86-64-v4", "x86-64-v3", "x86-64-v2")
"""The levels of which there is machine code, the best first; also LLVM's names of them. With AVX-512 the cells of 512
guesses stay in registers: a search takes 15 to 35 % less time. Tuning the others for one processor saves nothing."""
EVERYWHERE = ("generic", "apple-m1")
"""LLVM's names of what all others are better than: the ARM of 64 bits for Linux, and that of Apple."""
PROBES = "processor"
"""The name of the library that asks."""
CPUID, ENABLED = "strategist_cpuid", "strategist_enabled"

_EAX, _EBX, _ECX = 0, 1, 2
_EXTENDED = 1 << 31


class _Part(NamedTuple):
    """Bits of one register that CPUID must set."""

    leaf: int
    register: int
    bits: tuple[int, ...]


_V2 = (
    # SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT
    _Part(1, _ECX, (0, 9, 13, 19, 20, 23)),
    # LAHF and SAHF
    _Part(_EXTENDED + 1, _ECX, (0,)),
)
_V3 = (
    *_V2,
    # FMA, MOVBE, OSXSAVE, AVX, F16C
    _Part(1, _ECX, (12, 22, 27, 28, 29)),
    # BMI1, AVX2, BMI2
    _Part(7, _EBX, (3, 5, 8)),
    # LZCNT
    _Part(_EXTENDED + 1, _ECX, (5,)),
)
_V4 = (
    *_V3,
    # AVX512F, AVX512DQ, AVX512CD, AVX512BW, AVX512VL
    _Part(7, _EBX, (16, 17, 28, 30, 31)),
)
_WANTED = {"x86-64-v2": _V2, "x86-64-v3": _V3, "x86-64-v4": _V4}
_KEPT = {"x86-64-v2": 0, "x86-64-v3": 0b110, "x86-64-v4": 0b1110_0110}
"""The registers that the system must keep: those of SSE and AVX, and of AVX-512 its masks and all of its vectors."""

Ask = Callable[[int], tuple[int, int, int, int]]


class Processor(NamedTuple):
    """How a processor is asked."""

    cpuid: Ask
    """EAX, EBX, ECX and EDX after CPUID with a leaf, and its first part."""
    enabled: Callable[[], int]
    """Which registers the system keeps. Only asked where CPUID says that it can be."""

    def has(self, level: str) -> bool:
        """Whether the processor runs machine code of a level.

        >>> answers = {0: 7, 1: 0, _EXTENDED: _EXTENDED + 1}
        >>> Processor(lambda leaf: (answers.get(leaf, 0), 0, 0, 0), lambda: 0).has("x86-64-v2")
        False
        """
        wanted = _WANTED[level]
        # A leaf that it does not know is answered by something else.
        most, most_extended = self.cpuid(0)[_EAX], self.cpuid(_EXTENDED)[_EAX]
        for leaf, register, bits in wanted:
            known = leaf <= (most_extended if leaf >= _EXTENDED else most)
            if not known or not all(self.cpuid(leaf)[register] >> bit & 1 for bit in bits):
                return False
        kept = _KEPT[level]
        return not kept or self.enabled() & kept == kept


def processor_by(library: Any) -> Processor:
    """The processor, as asked by the functions of a library."""
    run = library[CPUID]
    run.argtypes, run.restype = [ctypes.c_uint32, ctypes.c_void_p], None
    enabled = library[ENABLED]
    enabled.argtypes, enabled.restype = [], ctypes.c_uint32

    def cpuid(leaf: int) -> tuple[int, int, int, int]:
        registers = (ctypes.c_uint32 * 4)()
        run(leaf, ctypes.addressof(registers))
        eax, ebx, ecx, edx = registers
        return eax, ebx, ecx, edx

    return Processor(cpuid, enabled)
