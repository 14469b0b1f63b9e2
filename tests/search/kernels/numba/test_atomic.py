"""Cells that several threads change at the same time."""

from __future__ import annotations

import threading
from functools import partial

import numpy as np

from strategist.search.kernels.numba.atomic import fetch_add
from strategist.search.kernels.numba.jit import borrowing_kernel


def test_adding_is_one_step() -> None:
    """Many threads, each of which adds many times in compiled code: no addition is lost."""

    @borrowing_kernel
    def add_often(cells: np.ndarray, times: int) -> None:
        for _ in range(times):
            fetch_add(cells, 0, 1)

    cells = np.zeros(1, dtype=np.int64)
    add_often(cells, 0)
    threads = [threading.Thread(target=partial(add_often, cells, 200_000)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cells.tolist() == [800_000]
