"""How a game ends for its player, or a path of a tree: the words of files, reports and reviews."""

from __future__ import annotations

from typing import Final

SOLVED: Final = "solved"
"""The guess was the secret."""
KNOWN: Final = "known"
"""The secret (or its class) is known, where that is enough."""
LOST: Final = "lost"
"""The turns have run out, or the strategy has given up."""
