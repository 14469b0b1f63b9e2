"""The figures of a tree, for everything that holds them: under the names that they have in JSON objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from strategist.model.tree import Claims, Figure


class Figured:
    """Something that has ``claims``: their figures are attributes of its own."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def claims(self) -> Claims:
            """All the figures."""
            ...

    @property
    def secrets(self) -> int:
        """The number of secrets at the start."""
        return self.claims.secrets

    @property
    def total(self) -> Figure:
        """The guesses, summed over the solved secrets; with several answers to a question, an expected number."""
        return self.claims.total

    @property
    def average(self) -> float | None:
        """The guesses for a solved secret on average; None if none is solved."""
        return self.claims.average

    @property
    def depth(self) -> int:
        """The guesses for a solved secret at most."""
        return self.claims.depth

    @property
    def worst_count(self) -> int:
        """The number of secrets that need the full depth."""
        return self.claims.worst_count

    @property
    def lost(self) -> Figure:
        """The number of secrets that are not found."""
        return self.claims.lost

    @property
    def histogram(self) -> tuple[Figure, ...]:
        """At index i the number of secrets that are solved at guess i + 1."""
        return self.claims.histogram

    @property
    def size(self) -> int | None:
        """The couplets of a printed key; None unless the size was an objective."""
        return self.claims.size
