"""The base classes of the objects that notebooks show.

The look of an object is defined in :mod:`strategist.show.notebook`, which stands above everything that is shown. The
package hands its functions down with :func:`show_with`, so no module below it has to import it.
"""

from __future__ import annotations

from collections.abc import Callable

Show = Callable[[object], str]
"""An object as HTML, as an SVG document, as Markdown, or as text."""

_shows: dict[str, Show] = {}


def show_with(html: Show, svg: Show, markdown: Show, text: Show) -> None:
    """Set the functions that render objects: three for notebooks, and ``text`` for ``print``."""
    _shows.update(html=html, svg=svg, markdown=markdown, text=text)


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


class Told(Shown):
    """Something that a notebook also shows as Markdown, where it shows no HTML, and that ``print`` tells in lines."""

    __slots__ = ()

    def __str__(self) -> str:
        return _shows["text"](self)

    def _repr_markdown_(self) -> str:
        return _shows["markdown"](self)
