"""The library: the compiled strategies that ship, found by name.

A wheel holds them in the folder ``library`` of the package. In a checkout they stand in ``strategies/``, beside it.
"""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path

from strategist.common.errors import StrategyFileError, UnknownNameError
from strategist.common.quoting import did_you_mean, quoted
from strategist.files.strategy import StrategyData, read_strategy

_PACKAGE = Path(__file__).parents[1]
_FOLDERS = (_PACKAGE / "library", _PACKAGE.parent / "strategies")
SUFFIX, CERTIFICATE_SUFFIX = ".msgpack", ".certificate"


class Shipped:
    """A strategy of the library: its ``name``, the ``path`` of its file, and that of its certificate or None."""

    def __init__(self, path: Path) -> None:
        self.name = path.name.removesuffix(SUFFIX)
        self.path = path
        certificate = path.with_name(self.name + CERTIFICATE_SUFFIX)
        self.certificate = certificate if certificate.exists() else None

    @cached_property
    def data(self) -> StrategyData:
        """The contents of the file, read when they are first asked for."""
        return read_strategy(self.path)

    def __repr__(self) -> str:
        return f"<Shipped {self.name}>"


def library() -> list[Shipped]:
    """The strategies that ship, by name.

    Returns
    -------
    list of Shipped
        Each has a ``name``, the ``path`` of its file, that of its ``certificate`` or None, and its ``data``.

    Examples
    --------
    >>> [each.name for each in library() if each.name.startswith("mastermind-4x8.")]
    ['mastermind-4x8.optimal-total-depth']
    """
    folder = next((folder for folder in _FOLDERS if folder.is_dir()), None)
    paths = () if folder is None else folder.glob(f"*{SUFFIX}")
    return sorted(map(Shipped, paths), key=lambda each: each.name)


def shipped_file(name: str) -> Path | None:
    """The path of another file of the library, by its whole name; None where it does not ship.

    >>> shipped_file("no-such-file") is None
    True
    """
    paths = (folder / name for folder in _FOLDERS)
    return next((path for path in paths if path.is_file()), None)


def find_shipped(text: str) -> Shipped | None:
    """The strategy of the library that a text names: by its name, or by a beginning that fits no other name.

    A beginning reaches past the game, so it contains a dot. Returns None if the text names none. Raises
    :class:`~strategist.common.errors.UnknownNameError` if it names several.

    >>> find_shipped("mastermind-4x6.min").name
    Traceback (most recent call last):
    ...
    strategist.common.errors.UnknownNameError: 'mastermind-4x6.min' is the beginning of several names in the library: \
mastermind-4x6.minimax, mastermind-4x6.minimax-guesses-candidates-first-1122
    >>> find_shipped("mastermind-4x6.minimax").name, find_shipped("mastermind-4x6.most").name
    ('mastermind-4x6.minimax', 'mastermind-4x6.most-parts')
    """
    if "." not in text:
        return None
    begins = [each for each in library() if each.name.startswith(text)]
    exact = [each for each in begins if each.name == text]
    if len(exact or begins) > 1:
        names = ", ".join(each.name for each in begins)
        raise UnknownNameError(f"{quoted(text)} is the beginning of several names in the library: {names}")
    return next(iter(exact or begins), None)


def find_file(text: str | os.PathLike[str]) -> Path:
    """The path of a strategy file: an existing file, else a strategy of the library by its name.

    A text that is neither is taken for a path, so that reading it says what is wrong. Raises
    :class:`~strategist.common.errors.StrategyFileError` if it looks like the name of a strategy, and names
    that strategy.

    >>> find_file("mastermind-4x6.minimax").name
    'mastermind-4x6.minimax.msgpack'
    """
    path = Path(text)
    if os.path.exists(path) or not isinstance(text, str):
        return path
    if shipped := find_shipped(text):
        return shipped.path
    if meant := like_shipped(text):
        raise StrategyFileError(f"{text}: cannot read: there is no such file{meant}")
    return path


def like_shipped(text: str) -> str:
    """The end of a message about a text that names no strategy of the library, but looks like a name; else nothing.

    >>> like_shipped("mastermind-4x6.minmax"), like_shipped("knuth.msgpack")
    ('; did you mean mastermind-4x6.minimax?', '')
    """
    return did_you_mean(text, [each.name for each in library()]) if "." in text and os.sep not in text else ""
