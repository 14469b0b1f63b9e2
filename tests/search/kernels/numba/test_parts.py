"""What only kernels call is compiled as a part of them, and named tuples reach kernels by reference."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, NamedTuple, cast

import numpy as np
import pytest
from numba import types
from numpy.typing import NDArray

from strategist.search.kernels.numba import jit, lazy
from strategist.search.kernels.numba.borrowed import by_reference
from strategist.search.kernels.numba.jit import borrowing, borrowing_kernel

pytestmark = pytest.mark.skipif(jit.INTERPRETED, reason="Python runs the kernels")


class Inner(NamedTuple):
    factor: int
    shown: bool


@by_reference
class Nested(NamedTuple):
    table: NDArray[np.int16]


@by_reference
class Lent(NamedTuple):
    """One field of each kind that searches have."""

    numbers: NDArray[np.int64]
    square: NDArray[np.uint8]
    fifths: NDArray[np.int64]
    nothing: Any
    inner: Inner
    nested: Nested
    scale: float
    wanted: bool


def lent() -> Lent:
    numbers = np.arange(12, dtype=np.int64)
    nested = Nested(np.arange(24, dtype=np.int16).reshape(2, 3, 4))
    return Lent(numbers, np.eye(3, dtype=np.uint8), numbers[::5], (), Inner(7, True), nested, 0.5, True)


@borrowing
def part(given: Lent, at: int) -> int:
    return given.numbers[at] + given.inner.factor


def first(given: Lent, at: int) -> tuple[Any, ...]:
    given.numbers[at] += 1000
    return (
        part(given, at),
        part(given, 3),
        given.square[1:, 1].sum() + given.square.shape[0],
        given.fifths[1] + given.fifths.strides[0] + len(given.fifths),
    )


def second(given: Lent, at: int) -> tuple[Any, ...]:
    return (
        len(given.nothing),
        given.inner.shown and given.wanted,
        given.nested.table[1, 2, 3] + given.nested.table.ndim + given.nested.table.itemsize,
        given.scale,
    )


def test_kernels_see_what_python_sees() -> None:
    taken = lent()
    expected = (*first(taken, 5), *second(taken, 5))
    given = lent()
    numbers = given.numbers
    owners = sys.getrefcount(numbers)
    results = tuple(borrowing_kernel(each)(given, 5) for each in (first, second))
    assert results == (expected[:4], expected[4:])
    # What is changed is the caller's array, which nobody else holds afterwards.
    assert numbers[5] == 1005
    left = sys.getrefcount(numbers)
    assert left == owners


@borrowing
def twice(number: int) -> int:
    return 2 * number


def call(number: int, numbers: NDArray[np.int32]) -> int:
    return twice(1) + twice(number) + twice(numbers[0])


def test_a_part_is_compiled_once_for_all_widths_and_constants() -> None:
    compiled: Any = borrowing_kernel(call)
    compiled.load((types.int64, types.int32[::1]))
    assert compiled(5, np.array([3], dtype=np.int32)) == 18
    # A file may have had the code.
    assert len(cast(Any, twice).dispatcher.overloads) == (1 if compiled.compiled else 0)


def test_what_python_calls_is_compiled_alone_and_noted() -> None:
    assert part(lent(), 4) == 11
    assert f"{__name__}.part" in lazy.called_alone


COMMANDS = """
from strategist.commands.cli import cli
from strategist.search.kernels.numba import lazy
import contextlib, io, shlex, sys
for line in sys.stdin:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        cli.main(args=shlex.split(line), standalone_mode=False)
print(sorted(lazy.called_alone))
"""


def test_no_command_compiles_a_part_alone(tmp_path: Any) -> None:
    """It would do so in each process anew."""
    (tmp_path / "chances.csv").write_text("11,3\n*,1\n")
    chances = f"mastermind(2,3,chances={tmp_path}/chances.csv)"
    lines = [
        f"compile mastermind(3,4) optimal(total,depth) -o {tmp_path}/1",
        f"compile {chances} optimal(expected,depth) -o {tmp_path}/2",
        f"compile mastermind(2,3,turns=2) optimal(lost,total) -o {tmp_path}/3",
        f"compile words entropy -o {tmp_path}/4",
        f"compile {chances} entropy(per=cost) -o {tmp_path}/5",
        "advise mastermind(3,4) optimal --given 112:1b1w",
        "review mastermind(3,4) --given '112:1b1w 213:0b1w'",
    ]
    command = [sys.executable, "-c", COMMANDS]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"
