"""How many answers a codemaker may falsify, and which not: the parameters ``lies=``, ``of=``, ``honest=`` of all games.

The answer in question is the one that ends a game: that the guess is the secret.
"""

from __future__ import annotations

from enum import Enum

from strategist.model.spec import Parameter

MOST_LIES = 7
"""The most lies that a game may have: every secret has a count of them in three bits."""


class Honest(Enum):
    """When the right guess is admitted, and a wrong one called right."""

    SOLVED = "solved"
    """The right guess is always admitted, and never a wrong one."""
    YES = "yes"
    """A wrong guess is never called right, but a lie may deny the right one."""
    NONE = "none"
    """Any answer may be false, so it is enough to know the secret: an announcement ends the game, and is no answer."""


LIES = Parameter("lies", int, 0, "how many answers may be false, at most", low=0, high=MOST_LIES, named=True)
OF = Parameter(
    "of",
    int,
    None,
    "how many answers are given in all, of which exactly lies=E are false",
    low=1,
    high=1000,
    named=True,
)
HONEST = Parameter(
    "honest",
    str,
    None,
    "solved: the right guess is admitted, and never a wrong one; yes: never a wrong one, but the right one may be "
    "denied; none: any answer may be false, and knowing the secret is enough; by default solved where a guess can win",
    choices=tuple(each.value for each in Honest),
    named=True,
)
