"""Whether kernels are compiled with the help of Numba's inner parts, or by its public doors alone.

Numba's inner parts change from release to release. What this folder does with them saves time, and nothing else:
kernels compile in parts and apart, in two processes, and are kept on disk. It is on for the releases that were tried,
and off for all others, or with ``STRATEGIST_NUMBA=plain`` in the environment. Then kernels are compiled by ``njit``
as Numba documents it, in each process anew: slower to start, with the same figures. Named tuples by reference
(:mod:`~strategist.search.kernels.numba.borrowed`) are the exception: Numba documents how types are extended.
"""

from __future__ import annotations

import os

import numba

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted

TRIED = ((0, 62), (0, 69))
"""The first release that was tried, and the first one after it that was not, as in ``pyproject.toml``."""
_SETTING = "STRATEGIST_NUMBA"


def is_quick(release: str, setting: str | None) -> bool:
    """Whether inner parts are used with this release of Numba, and this value of the setting.

    Raises :class:`~strategist.common.errors.SpecError` for an unknown value of the setting.

    >>> is_quick("0.62.1", None), is_quick("0.62.1", "plain"), is_quick("0.69.0", None), is_quick("0.69.0", "quick")
    (True, False, False, True)
    """
    if setting not in (None, "", "plain", "quick"):
        raise SpecError(f"{_SETTING}: expected plain or quick, got {quoted(setting)}")
    if setting:
        return setting == "quick"
    numbers = tuple(int(each) for each in release.split(".")[:2])
    return TRIED[0] <= numbers < TRIED[1]


QUICK = is_quick(numba.__version__, os.environ.get(_SETTING))
