"""Whether kernels are compiled with the help of Numba's inner parts, or by its public doors alone.

Numba's inner parts change from release to release. What this folder does with them saves time, and nothing else:
kernels compile in parts and apart, in two processes, are kept on disk, and are loaded from there without Numba. It is
on for the releases that were tried, and off for all others, or with ``STRATEGIST_NUMBA=plain`` in the environment. Then
kernels are compiled by ``njit`` as Numba documents it, in each process anew: slower to start, with the same figures.
Named tuples by reference (:mod:`~strategist.search.kernels.numba.borrowed`) are the exception: Numba documents how
types are extended.

What the pack holds (:mod:`~strategist.search.kernels.pack.packed`) is not compiled at all, whatever release of Numba is
installed, if any is. ``STRATEGIST_NUMBA=compile`` leaves the pack out, as do Numba's own settings that change code.

What they are worth together: processor seconds of ``strategist compile "mastermind(4,6)"`` with ``minimax`` and with
``optimal(total)``, Python 3.11, Numba 0.68, on a busy machine of two cores; of later uses the least of five, and the
median of their peaks of memory.

=================================================  ==============  ===============
use                                                minimax         optimal(total)
=================================================  ==============  ===============
first, nothing kept, in one process                7.7             15.8
first, nothing kept, ``STRATEGIST_NUMBA=plain``    28              47
later, loaded without Numba                        0.39, 92 MiB    0.55, 102 MiB
later, loaded with Numba, as its cache would be    1.1, 159 MiB    1.3, 172 MiB
=================================================  ==============  ===============

The machine code has as many instructions, but for a few, as that of kernels which Numba compiles and loads itself.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from pathlib import Path
from typing import Any

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted

TRIED = ((0, 62), (0, 69))
"""The first release that was tried, and the first one after it that was not, as in ``pyproject.toml``."""
_SETTING = "STRATEGIST_NUMBA"
CONFIGURATION = Path(".numba_config.yaml")
"""Where settings of Numba may stand beside the environment: in the folder where a process is started."""


def is_quick(release: str, setting: str | None) -> bool:
    """Whether inner parts are used with this release of Numba, none if it is empty, and this value of the setting.

    Raises :class:`~strategist.common.errors.SpecError` for an unknown value of the setting.

    >>> is_quick("0.62.1", None), is_quick("0.62.1", "plain"), is_quick("0.69.0", None), is_quick("0.69.0", "quick")
    (True, False, False, True)
    """
    if setting not in (None, "", "plain", "quick", "compile"):
        raise SpecError(f"{_SETTING}: expected plain, quick or compile, got {quoted(setting)}")
    if setting or not release:
        return setting != "plain"
    numbers = tuple(int(each) for each in release.split(".")[:2])
    return TRIED[0] <= numbers < TRIED[1]


def installed_release(name: str) -> str:
    """The release of an installed package, without importing it: that takes long.

    Raises :class:`ModuleNotFoundError` if it is not installed.

    >>> import numba
    >>> installed_release("numba") == numba.__version__
    True
    """
    found = importlib.util.find_spec(name)
    if found is None or found.origin is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    # The folder that installers write beside a package: importlib.metadata, which asks all others first, takes longer.
    known = [each.stem.removeprefix(f"{name}-") for each in Path(found.origin).parents[1].glob(f"{name}-*.dist-info")]
    return known[0] if len(known) == 1 else str(importlib.import_module(name).__version__)


def _installed() -> str:
    """The release of Numba; empty if it, or llvmlite, is not installed: then nothing can be compiled."""
    try:
        return installed_release("numba") if importlib.util.find_spec("llvmlite") is not None else ""
    except ModuleNotFoundError:
        return ""


def _is_set(name: str) -> bool:
    """Whether a setting of Numba's is on: ``NUMBA_`` and its name in the environment, or a line of the file."""
    if RELEASE and CONFIGURATION.is_file():
        config: Any = importlib.import_module("numba").config
        return bool(getattr(config, name))
    return os.environ.get(f"NUMBA_{name}", "").strip() not in ("", "0")


SETTINGS = (
    "BOUNDSCHECK",
    "CPU_FEATURES",
    "CPU_NAME",
    "DEBUGINFO",
    "DEBUG_NRT",
    "DISABLE_INTEL_SVML",
    "ENABLE_AVX",
    "ENABLE_PROFILING",
    "EXTEND_VARIABLE_LIFETIMES",
    "FULL_TRACEBACKS",
    "LLVM_REFPRUNE_FLAGS",
    "LLVM_REFPRUNE_PASS",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
)
"""The settings of Numba that change machine code. Environment variables set them: ``NUMBA_OPT`` and so on."""

RELEASE = _installed()
QUICK = is_quick(RELEASE, os.environ.get(_SETTING))
INTERPRETED = _is_set("DISABLE_JIT")
"""Whether Python runs the kernels, without compiling them."""
CHECKED = INTERPRETED or _is_set("BOUNDSCHECK")
"""Whether this is a debug run, in which indices are checked and assertions hold."""
PACKED = not (
    INTERPRETED
    or os.environ.get(_SETTING) in ("plain", "compile")
    or CONFIGURATION.is_file()
    or any(os.environ.get(f"NUMBA_{name}") is not None for name in SETTINGS)
)
"""Whether kernels of the pack are used."""
