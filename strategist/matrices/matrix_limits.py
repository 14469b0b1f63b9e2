"""The most that a matrix may hold, whatever its format: files that name more are refused before they take memory."""

from __future__ import annotations

from strategist.common.errors import SpecError

MOST_TAXA = 1 << 16
MOST_CHARACTERS = 1 << 14
MOST_STATES = 1 << 12
"""The most states of one character."""
MOST_CELLS = 1 << 22


def check_size(taxa: int, characters: int) -> None:
    """Raise :class:`~strategist.common.errors.SpecError` for a matrix of too many taxa, characters or cells.

    >>> check_size(506, 432)
    >>> check_size(1_000_000, 3)
    Traceback (most recent call last):
    ...
    strategist.common.errors.SpecError: expected at most 65536 taxa, got 1000000
    """
    for what, number, most in (
        ("taxa", taxa, MOST_TAXA),
        ("characters", characters, MOST_CHARACTERS),
        ("cells", taxa * characters, MOST_CELLS),
    ):
        if number > most:
            raise SpecError(f"expected at most {most} {what}, got {number}")
