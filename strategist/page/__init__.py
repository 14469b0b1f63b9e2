"""A strategy file as one self-contained HTML page: play it, play against it, walk in its picture.

The page contains everything: the bytes of the strategy file, the program that reads them, its styles. It opens from
disk and makes no network requests.
"""

from __future__ import annotations

from strategist.page.assemble import page

__all__ = ["page"]
