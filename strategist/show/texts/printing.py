"""Lines and tables on standard output."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

BLOCKS = "█▏▎▍▌▋▊▉"
"""The signs of bars: a full one, and eighths."""
_WIDE = 200
_NARROW = 80
"""The columns of a terminal of which nothing is known."""


def console() -> Console:
    """Standard output: as wide as the terminal, or wide enough for whole lines if it is a file.

    Texts are printed as they are, because names and answers come from elsewhere and may look like markup or an emoji.
    """
    from rich.console import Console

    width = None if sys.stdout.isatty() else _WIDE
    return Console(file=sys.stdout, markup=False, emoji=False, highlight=False, width=width)


def print_lines(*lines: str) -> None:
    """Print lines on :func:`console`, or as it would: Rich takes a tenth of a short command to import."""
    width = _WIDE
    if sys.stdout.isatty():
        width = _NARROW if shutil.get_terminal_size().columns >= _NARROW else 0
    for line in lines:
        # Of other characters than those of bars, Rich knows how wide they are.
        if len(line) > width or not line.isprintable() or not line.rstrip(BLOCKS).isascii():
            console().print(line)
            continue
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
