"""A strategy file as one self-contained HTML page: play it, play against it, walk in its picture.

Everything is in the page: the strategy file's own bytes, the program that reads them, its styles. It opens from disk
and asks no network for anything.
"""

from __future__ import annotations

from strategist.page.assemble import page

__all__ = ["page"]
