"""The base classes of the objects that notebooks show.

The look of an object is defined in :mod:`strategist.show.notebook`, which stands above everything that is shown. The
package hands its functions down with :func:`show_with`, so no module below it has to import it.
"""

from __future__ import annotations

from collections.abc import Callable

Show = Callable[[object], str]
"""An object as HTML, or as an SVG document."""

_shows: dict[str, Show] = {}


def show_with(html: Show, svg: Show) -> None:
    """Set the functions by which notebooks show objects."""
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
