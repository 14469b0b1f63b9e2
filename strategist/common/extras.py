"""The extras of the package, and the error where a library of one is missing.

Playing, verifying and exporting need neither NumPy, which belongs to the extra ``search``, nor Numba, which belongs to
``compile``: machine code of common work comes with the package on Linux and x86-64.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

from strategist.common.errors import MissingLibraryError

_PACKAGE = "strategist-compiler"
_SEARCH = "searching and the fast checker need NumPy", "search"
_COMPILE = "compiling kernels, which the pack does not hold, needs Numba", "compile"
_PLOTS = "pictures need matplotlib", "plots"
_CLUSTER = "a cluster needs Dask's distributed", "cluster"
_MATRICES = "workbooks and NEXUS need openpyxl, defusedxml and commonnexus", "matrices"
_DOCX = "documents of word processors need python-docx", "docx"
_SKLEARN = "estimators need scikit-learn", "sklearn"
_GYM = "environments need Gymnasium", "gym"
_SERVE = "the server needs aiohttp", "serve"
_GRAPHEMES = "letters=graphemes needs regex", "graphemes"
_EXTRA_OF = {
    "distributed": _CLUSTER, "numpy": _SEARCH, "numba": _COMPILE, "llvmlite": _COMPILE, "matplotlib": _PLOTS,
    "openpyxl": _MATRICES, "commonnexus": _MATRICES, "defusedxml": _MATRICES,
    "docx": _DOCX,
    # SciPy comes with scikit-learn, and is imported with it.
    "sklearn": _SKLEARN, "scipy": _SKLEARN, "gymnasium": _GYM,
    "aiohttp": _SERVE,
    "regex": _GRAPHEMES,
}  # fmt: skip


def missing_library(library: str | None) -> MissingLibraryError | None:
    """The error that says how to install a library; None for a library of no extra.

    >>> print(missing_library("numpy"))
    searching and the fast checker need NumPy: pip install 'strategist-compiler[search]'
    >>> missing_library("numbers")
    """
    if library not in _EXTRA_OF:
        return None
    need, extra = _EXTRA_OF[library]
    return MissingLibraryError(f"{need}: {how_to_install(extra)}")


def how_to_install(extra: str) -> str:
    """The command that installs an extra; in a browser, where nothing is installed, what to do instead.

    >>> print(how_to_install("plots"))
    pip install 'strategist-compiler[plots]'
    """
    if sys.platform == "emscripten":
        return "install strategist outside of the browser"
    return f"pip install '{_PACKAGE}[{extra}]'"


def require(*libraries: str) -> None:
    """Raise :class:`~strategist.common.errors.MissingLibraryError` if one of these libraries cannot be imported.

    >>> require("numpy")
    """
    for library in libraries:
        error = missing_library(library)
        if error is not None and find_spec(library) is None:
            raise error
