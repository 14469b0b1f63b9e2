"""What a checker found of a certificate, whichever checker it was."""

from __future__ import annotations

from dataclasses import dataclass, field

from strategist.model.tree import Figure


@dataclass
class Check:
    """The result of checking a certificate: the number of entries, and why it does not hold (no problems if it does).

    ``bound`` is the lower bound that the certificate states for the whole game.
    """

    bound: Figure
    entries: int
    problems: list[str] = field(default_factory=list)

    @property
    def proven(self) -> bool:
        """Whether the bound is true."""
        return not self.problems
