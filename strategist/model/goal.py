"""The goals of a game: what a player has to do in the end, the parameter ``goal=`` of games.

A goal is one entry of :data:`GOALS`. ``README.md`` in this folder is the guide to adding one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from strategist.model.spec import Parameter


class Narrow(Enum):
    """When play ends with several secrets that are left."""

    ALIKE = "alike"
    """Where every question not yet asked has the same answers, with the same chances, for all secrets left: nothing can
    be learnt."""
    SURE = "sure"
    """Where no question not yet asked has two disjoint sets of answers among the secrets left: none is sure to tell two
    of them apart. It is so at every position that is ``ALIKE``."""


@dataclass(frozen=True, kw_only=True)
class Goal:
    """What the places that meet a goal need to know of it."""

    name: str
    """The value of ``goal=``."""
    means: str
    """What it asks of the player, in the list of parameters."""
    announces: bool = True
    """Whether the last guess only announces what is known: see :mod:`strategist.model.game`."""
    by_class: bool = False
    """Whether it is enough to know the class of the secret, so that the game needs classes."""
    may_end_undecided: bool = False
    """Whether play may end with several secrets, or classes, that are left: see :class:`Narrow`."""
    known: str = "secret"
    """The noun for what is to be known in the end."""
    title: str = ""
    """What a person adds to the name of a game that has it; empty for nothing."""


ASK = Goal(name="ask", means="the last guess must name the secret", announces=False)
IDENTIFY = Goal(name="identify", means="knowing it is enough", title="knowing it is enough")
CLASS = Goal(name="class", means="knowing its class is enough", by_class=True, known="class", title="by class")

NARROW = Goal(
    name="narrow",
    means="knowing it as far as answers can tell is enough",
    may_end_undecided=True,
    title="as far as answers can tell",
)

GOALS = {each.name: each for each in (ASK, IDENTIFY, CLASS, NARROW)}
"""All goals by name."""


def goal_parameter(*goals: Goal) -> Parameter:
    """The parameter of a game that has a choice of goals; the first one is the default.

    >>> goal_parameter(ASK, IDENTIFY).help
    'ask: the last guess must name the secret; identify: knowing it is enough'
    """
    told = "; ".join(f"{each.name}: {each.means}" for each in goals)
    return Parameter("goal", str, goals[0].name, told, choices=tuple(each.name for each in goals))
