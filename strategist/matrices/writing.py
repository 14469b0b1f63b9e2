"""Writes a matrix in a format that its readers know: NEXUS files, and folders of DELTA."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted
from strategist.matrices.matrix import Matrix

NEXUS_ENDINGS = (".nex", ".nexus", ".nxs")


def write_matrix(matrix: Matrix, path: str) -> Sequence[str]:
    """Write a matrix: as NEXUS if the name ends in ``.nex``, as a folder of DELTA if it has no such ending.

    Returns remarks on what the format does not hold, a line each. Raises
    :class:`~strategist.common.errors.SpecError` for another ending, and
    :class:`~strategist.common.errors.OutputError` if nothing can be written.

    >>> write_matrix(Matrix("", (), ()), "frogs.xlsx")
    Traceback (most recent call last):
    ...
    strategist.common.errors.SpecError: expected a name that ends in .nex, or a folder for DELTA, got 'frogs.xlsx'
    """
    ending = Path(path).suffix.lower()
    if ending in NEXUS_ENDINGS:
        from strategist.matrices.nexus.nexus_writer import write_nexus

        return write_nexus(matrix, Path(path))
    if ending and not Path(path).is_dir():
        raise SpecError(f"expected a name that ends in .nex, or a folder for DELTA, got {quoted(path)}")
    from strategist.matrices.delta.delta_writing import write_delta

    write_delta(matrix, path)
    return ()
