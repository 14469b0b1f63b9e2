"""Numba is asked once for the signature of each call, and frames have room while it works."""

from __future__ import annotations

import sys

import numba
import numpy as np
import pytest
from numba import types
from numba.core.registry import cpu_target
from numba.core.types import functions

from strategist.search.kernels.numba import jit
from strategist.search.kernels.numba.calls import remember_calls
from strategist.search.kernels.numba.waiting import with_room_for_frames

pytestmark = pytest.mark.skipif(jit.INTERPRETED, reason="Python runs the kernels")


def added(first: types.Type, second: types.Type) -> types.Type:
    context = cpu_target.typing_context
    context.refresh()
    signature = context.resolve_function_type(np.add, (first, second), {})
    assert signature.args == (first, second)
    return signature.return_type


def test_each_type_has_its_own_answer() -> None:
    for _ in range(2):
        assert added(types.int64, types.int64) == types.int64
        assert added(types.int64, types.float64) == types.float64
        assert added(types.uint8, types.uint8) == types.uint8


def test_a_call_without_an_answer_fails_each_time() -> None:
    @numba.njit
    def wrong(number: int) -> int:
        # No such sum exists, for mypy neither.
        return number + "1"  # type: ignore[operator]

    for _ in range(2):
        with pytest.raises(numba.TypingError):
            wrong(1)


def test_numba_is_told_once() -> None:
    before = functions.BaseFunction.get_call_type
    remember_calls()
    assert functions.BaseFunction.get_call_type is before


def depth_below(limit: int) -> int:
    return 0 if limit == 0 else 1 + depth_below(limit - 1)


def test_what_runs_with_room_gives_its_result_and_its_errors() -> None:
    assert with_room_for_frames(lambda: depth_below(500)) == 500
    with pytest.raises(ZeroDivisionError):
        with_room_for_frames(lambda: 1 // 0)
    with pytest.raises(RecursionError):
        with_room_for_frames(lambda: depth_below(10 * sys.getrecursionlimit()))
