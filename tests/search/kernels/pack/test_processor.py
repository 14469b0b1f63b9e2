"""Machine code runs only where the processor has what it needs."""

from __future__ import annotations

import pytest

from strategist.search.kernels.numba.switch import PACKED
from strategist.search.kernels.pack import packed, processor
from strategist.search.kernels.pack.processor import LEVELS, PROBES, Processor, processor_by

V2 = {0: (7, 0, 0, 0), 1: (0, 0, 0x0098_2201, 0), 0x8000_0000: (0x8000_0001, 0, 0, 0), 0x8000_0001: (0, 0, 1, 0)}
"""The least answers of a processor of the second level: Nehalem has these, and more."""
V3 = V2 | {1: (0, 0, 0x38D8_3201, 0), 7: (0, 0x128, 0, 0), 0x8000_0001: (0, 0, 0x21, 0)}
"""Those of Haswell."""
V4 = V3 | {7: (0, 0xD003_0128, 0, 0)}
"""Those of Skylake for servers."""
AVX, AVX512 = 7, 0xE7
"""The registers that a system keeps."""


def made(answers: dict[int, tuple[int, int, int, int]], enabled: int = AVX512) -> Processor:
    return Processor(lambda leaf: answers[leaf], lambda: enabled)


def test_each_level_is_known_by_its_answers() -> None:
    assert [made(V4).has(level) for level in LEVELS] == [True, True, True]
    assert [made(V3).has(level) for level in LEVELS] == [False, True, True]
    assert [made(V2).has(level) for level in LEVELS] == [False, False, True]


def test_every_bit_is_asked_for() -> None:
    for level, answers in zip(LEVELS, (V4, V3, V2), strict=True):
        asked = 0
        for part in processor._WANTED[level]:
            for bit in part.bits:
                registers = list(answers[part.leaf])
                assert registers[part.register] >> bit & 1
                registers[part.register] ^= 1 << bit
                asked += 1
                assert not made(answers | {part.leaf: (*registers,)}).has(level), (level, part, bit)
        assert asked == {"x86-64-v4": 21, "x86-64-v3": 16, "x86-64-v2": 7}[level]


def test_a_leaf_that_is_not_known_is_not_asked() -> None:
    """Others are answered in its place, which may say anything."""
    assert not made(V3 | {0: (6, 0, 0, 0)}).has("x86-64-v3")
    assert not made(V2 | {0x8000_0000: (0, 0, 0, 0)}).has("x86-64-v2")


@pytest.mark.parametrize("enabled", [0, 2, 4, 3, 0xE3])
def test_what_the_system_does_not_keep_is_not_used(enabled: int) -> None:
    assert [made(V4, enabled).has(level) for level in LEVELS] == [False, False, True]


@pytest.mark.parametrize("enabled", [AVX, AVX512 ^ 0x20, AVX512 ^ 0x40, AVX512 ^ 0x80])
def test_half_of_what_the_highest_level_needs_is_not_enough(enabled: int) -> None:
    assert [made(V4, enabled).has(level) for level in LEVELS] == [False, True, True]


@pytest.mark.skipif(not PACKED or packed._library() is None, reason="there is no pack for this machine")
def test_this_processor_answers_as_the_compiler_sees_it() -> None:
    from llvmlite import binding

    features = binding.get_host_cpu_features()
    asked = processor_by(packed._loaded(PROBES, packed._index()[0][PROBES]))
    v2 = ("sse3", "ssse3", "cx16", "sse4.1", "sse4.2", "popcnt", "sahf")
    v3 = (*v2, "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")
    v4 = (*v3, "avx512f", "avx512dq", "avx512cd", "avx512bw", "avx512vl")
    assert asked.has("x86-64-v2") == all(features[name] for name in v2)
    assert asked.has("x86-64-v3") == all(features[name] for name in v3)
    assert asked.has("x86-64-v4") == all(features[name] for name in v4)
