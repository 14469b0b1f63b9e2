"""Shared by campaigns: any number of random cases, and a message from which each can be made again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cases import Campaign, Case


@pytest.fixture
def campaign(request: pytest.FixtureRequest) -> Campaign:
    """Make cases by their numbers and check each; the numbers are 0, 1, 2 … up to the option, else to the default.

    With --slow, the default is four times as many.
    """
    wanted = request.config.getoption("--campaign")
    more = 4 if request.config.getoption("--slow") else 1

    def run(make: Callable[[int], Case], check: Callable[[int, Case], None], default: int) -> None:
        for number in range(more * default if wanted is None else wanted):
            case = make(number)
            try:
                check(number, case)
            except Exception as error:
                raise AssertionError(f"{make.__name__}({number}): {case}") from error

    return run
