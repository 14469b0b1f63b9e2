"""The histogram of a strategy as a small picture in a table."""

from __future__ import annotations

from html import escape

from strategist.common.numbers import shown
from strategist.common.wording import counted
from strategist.model import endings
from strategist.model.tree import Claims

_HIGH, _LABEL = 30.0, 13.0
_WIDE, _MOST = 17.0, 204.0
_LEAST = 1.5
"""The least height of a bar, so that one secret of a thousand is visible."""


def bars_svg(claims: Claims, noun: str = "guess") -> str:
    """A bar for each number of guesses; the style sheet gives the colors, so that they follow the color scheme.

    >>> bars_svg(Claims.of([1, 3], lost=0)).count("<rect")
    2
    """
    bars = [
        ("×", endings.LOST, count) if guesses is None else (str(guesses), counted(guesses, noun), count)
        for guesses, count in claims.bars
    ]
    most = max((count for _, _, count in bars), default=1) or 1
    wide = min(_WIDE, _MOST / max(1, len(bars)))
    parts = []
    for place, (label, name, count) in enumerate(bars):
        high = max(_LEAST, float(_HIGH * count / most)) if count else 0.0
        told = f"<title>{escape(f'{name}: {shown(count)}')}</title>"
        parts.append(
            f'<rect x="{place * wide + 1:.1f}" y="{_HIGH - high:.1f}" width="{max(1.0, wide - 3):.1f}" '
            f'height="{high:.1f}">{told}</rect>'
        )
        # Numbers of two digits need some ten pixels.
        if wide >= 12:
            parts.append(f'<text x="{place * wide + wide / 2 - 0.5:.1f}" y="{_HIGH + _LABEL - 2:g}">{label}</text>')
    told = escape(", ".join(f"{name}: {shown(count)}" for _, name, count in bars))
    across, down = max(1.0, wide * len(bars)), _HIGH + _LABEL
    return (
        f'<svg class="bars" role="img" aria-label="{told}" width="{across:g}" height="{down:g}" '
        f'viewBox="0 0 {across:g} {down:g}">{"".join(parts)}</svg>'
    )
