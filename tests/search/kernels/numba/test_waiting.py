"""Frames have room while the compiler works."""

from __future__ import annotations

import sys

import pytest

from strategist.search.kernels.numba.waiting import with_room_for_frames


def depth_below(limit: int) -> int:
    return 0 if limit == 0 else 1 + depth_below(limit - 1)


def test_what_runs_with_room_gives_its_result_and_its_errors() -> None:
    assert with_room_for_frames(lambda: depth_below(500)) == 500
    with pytest.raises(ZeroDivisionError):
        with_room_for_frames(lambda: 1 // 0)
    with pytest.raises(RecursionError):
        with_room_for_frames(lambda: depth_below(10 * sys.getrecursionlimit()))
