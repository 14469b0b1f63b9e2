"""Numba's flags are compared in less time, with the same result."""

from __future__ import annotations

from typing import Any

import pytest
from numba.core.compiler import Flags
from numba.core.targetconfig import TargetConfig

from strategist.search.kernels.numba.flags import all_values
from strategist.search.kernels.numba.jit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="Python runs the kernels")


def flags(**options: Any) -> Any:
    made: Any = Flags()
    for name, value in options.items():
        setattr(made, name, value)
    return made


def test_values_are_what_the_options_say() -> None:
    for made in (flags(), flags(nrt=True), flags(error_model="numpy", nrt=False, release_gil=True)):
        assert list(all_values(made).items()) == [(name, getattr(made, name)) for name in made.options]
        assert getattr(TargetConfig, "values") is all_values  # noqa: B009 (Numba's types say nothing of it)


def test_flags_are_equal_if_all_options_are() -> None:
    assert flags() == flags(nrt=flags().nrt)
    assert hash(flags()) == hash(flags(nrt=flags().nrt))
    assert flags(nrt=True) != flags(nrt=False)
    assert flags(error_model="numpy") != flags()
