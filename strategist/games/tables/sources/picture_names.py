"""How columns and files of pictures are called."""

from __future__ import annotations

import re
from collections.abc import Sequence

TYPES = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".gif": "gif", ".webp": "webp", ".svg": "svg+xml"}
"""The ends of the names of pictures, and what browsers call them."""
COLUMN = re.compile(r"images?|pictures?|photos?", re.IGNORECASE)
PICTURE = re.compile(rf"https?://\S+|.*({'|'.join(map(re.escape, TYPES))})", re.IGNORECASE)


def holds_pictures(name: str, cells: Sequence[str]) -> bool:
    """Whether a column names pictures: by its own name, and by those in its cells.

    >>> holds_pictures("image", ["cat.png", ""]), holds_pictures("image", ["pale", "none"])
    (True, False)
    """
    if COLUMN.fullmatch(name.strip()) is None:
        return False
    filled = [cell.strip() for cell in cells if cell.strip()]
    return bool(filled) and all(map(PICTURE.fullmatch, filled))
