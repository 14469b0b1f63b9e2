"""What notebooks show of our objects."""

from __future__ import annotations

from importlib import import_module


class Shown:
    """Something that a notebook shows as HTML.

    How it looks says :mod:`strategist.notebook`, far above everything that is shown; it is imported by name, when a
    notebook first asks for it, so that nothing below has to know it.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        text: str = import_module("strategist.notebook").html(self)
        return text
