"""The words of arguments: their types have the names that Numba's have, and each tuple has words of its own."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from strategist.common.errors import KernelError
from strategist.search.kernels.numba.borrowed import by_reference, lay
from strategist.search.kernels.numba.jit import INTERPRETED, borrowing_kernel

compiled = pytest.mark.skipif(INTERPRETED, reason="Python runs the kernels")


class Pair(NamedTuple):
    first: int
    second: NDArray[np.uint8]


@by_reference
class Ground(NamedTuple):
    block: NDArray[np.int64]
    pair: Pair
    scale: float


def ground() -> Any:
    return Ground(np.arange(6), Pair(3, np.zeros((2, 2), dtype=np.uint8)), 0.5)


def read_only() -> NDArray[np.int64]:
    made = np.arange(4)
    made.flags.writeable = False
    return made


SQUARE = np.arange(12, dtype=np.int16).reshape(3, 4)
VALUES: list[Any] = [
    3,
    -(2**63),
    2**64 - 1,
    np.int32(7),
    np.int64(-1),
    np.uint64(2**63),
    np.uint8(200),
    True,
    np.bool_(False),
    1.5,
    np.float64(2.5),
    SQUARE,
    SQUARE.T,
    SQUARE[::2, 1:],
    SQUARE[0, ::2],
    np.empty((0, 5), dtype=np.uint32),
    np.zeros(3, dtype=np.bool_),
    np.zeros(3, dtype=np.float32),
    np.frombuffer(b"12345678" * 3 + b"9", dtype=np.uint8)[1:].view(np.int64),
    read_only(),
    (),
    (1, 2.5, SQUARE),
    Pair(1, SQUARE),
    ground(),
    (ground(), 4),
]


@compiled
@pytest.mark.parametrize("value", VALUES, ids=[str(index) for index in range(len(VALUES))])
def test_types_have_the_names_that_numba_gives(value: Any) -> None:
    from strategist.search.kernels.numba.translate import names_of, types_of

    assert names_of(types_of((value,))) == (lay(value, []),)


@pytest.mark.parametrize("value", ["text", None, [1], np.zeros(2, dtype=">i4"), np.zeros(2, dtype="M8[s]"), object()])
def test_other_values_are_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="for a kernel, got"):
        lay(value, [])
    with pytest.raises(OverflowError, match="expected a number of 64 bits for a kernel"):
        lay(1 << 64, [])


def test_fields_keep_their_names_and_copies_have_words_of_their_own() -> None:
    made = ground()
    assert made._block.words[4] == made.block.ctypes.data
    assert made.block.tolist() == list(range(6)) and type(made) is Ground
    for other in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made), made._replace(scale=1.0)):
        assert other._block.words[4] == other.block.ctypes.data
        assert other._block.address != made._block.address


def whole(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    return numbers


def fail(size: int) -> int:
    if size > 3:
        raise ValueError("too large")
    return size


@compiled
def test_a_kernel_that_needs_numba_is_refused() -> None:
    with pytest.raises(KernelError, match="whole: expected a kernel that needs no Numba when it runs, got one that"):
        borrowing_kernel(whole)(np.arange(3))


@compiled
def test_what_a_kernel_raises_is_raised() -> None:
    made = borrowing_kernel(fail)
    assert made(3) == 3
    with pytest.raises(ValueError, match="too large"):
        made(4)


@compiled
def test_kept_code_runs_without_numba() -> None:
    program = """
import sys
from strategist import compile_strategy
print([compile_strategy("mastermind(3,4)", name).data.claims.total for name in ("minimax", "optimal(total)")])
print([name for name in sys.modules if name.partition(".")[0] == "numba"])
"""
    for _ in range(2):
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[1] == "[]"
