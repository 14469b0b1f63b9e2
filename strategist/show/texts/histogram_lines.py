"""Histograms in letters: a bar for each number of guesses."""

from __future__ import annotations

from strategist.common.numbers import shown
from strategist.common.wording import counted
from strategist.model import endings
from strategist.model.tree import Claims, Figure
from strategist.show.texts.printing import BLOCKS

_BAR = 40
_MOST_BARS, _FEW_BARS = 100, 40
"""The most bars of a histogram, and how many are left of one that has more."""


def histogram_lines(claims: Claims, noun: str = "guess", *, shares: bool = False) -> list[str]:
    """A bar for each number of guesses, or of what ``noun`` names; ``shares`` adds the percentages of all secrets.

    >>> print("\\n".join(histogram_lines(Claims.of([1, 3], lost=0))))
    1 guess        1 █████████████▍
    2 guesses      3 ████████████████████████████████████████
    """
    rows = [(endings.LOST if guesses is None else counted(guesses, noun), count) for guesses, count in claims.bars]
    most = max((count for _, count in rows), default=1)
    wide = max((len(label) for label, _ in rows), default=0)
    digits = max(6, *(len(shown(count)) for _, count in rows), 0)

    def line(label: str, count: Figure) -> str:
        share = f" {float(count / claims.secrets):>7.2%}" if shares else ""
        return f"{label:<{wide}} {shown(count):>{digits}}{share} {bar(count, most)}".rstrip()

    lines = [line(label, count) for label, count in rows]
    if len(lines) > _MOST_BARS:
        lines[_FEW_BARS:-1] = [f"and {counted(len(lines) - _FEW_BARS - 1, 'line')} more, to"]
    return lines


def bar(count: Figure, most: Figure) -> str:
    """A bar for ``count``, in eighths of a character; ``most`` has the full width, and only 0 has an empty bar."""
    eighths = round(count / most * _BAR * 8)
    if count and not eighths:
        eighths = 1
    return BLOCKS[0] * (eighths // 8) + BLOCKS[eighths % 8] * (eighths % 8 > 0)
