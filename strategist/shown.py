"""What notebooks show of our objects.

What an object looks like is defined in :mod:`strategist.show.notebook`, which stands above everything that is shown.
The package hands its functions down with :func:`show_with`, so that nothing below has to know it.
"""

from __future__ import annotations

from collections.abc import Callable

Show = Callable[[object], str]
"""An object as HTML, or as an SVG document."""

_shows: dict[str, Show] = {}


def show_with(html: Show, svg: Show) -> None:
    """Have notebooks show objects by these functions."""
    _shows.update(html=html, svg=svg)


class Shown:
    """Something that a notebook shows as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return _shows["html"](self)


class Drawn(Shown):
    """Something that a notebook also shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return _shows["svg"](self)
