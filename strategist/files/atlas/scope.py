"""What the atlas is to hold: games and objectives, the cheapest first, whether they are recorded or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from strategist.files.atlas.beyond import further
from strategist.files.atlas.values import objectives_of
from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.model.objective import DEPTH, TOTAL

MOST_CODES = 10_000
"""The most codes of a game whose values belong into the atlas."""
FEWEST_PEGS = 3
"""For two pegs there are formulas: R. T. Chen and J. Lin (2004), M. Peczarski (2018)."""
FAMILIES = ("mastermind", "bulls-and-cows")
OBJECTIVES = {DEPTH.name: 0.3, TOTAL.name: 1.0, "total,depth": 1.5, "depth,total": 1.5, "depth,worst": 1.0}
"""What is minimized, and how long a search for it takes beside one for ``total``, roughly."""
VARIANTS = ("", "feedback=black", "goal=identify")
"""Options of the rules, in the order in which they are worked through: the usual feedback and goal first."""
ASKED_FOR = (
    "mastermind-4x6.optimal-total-depth",
    "mastermind-4x7.optimal-total",
    "mastermind-4x8.optimal-total",
    "mastermind-4x9.optimal-total",
    "mastermind-4x10.optimal-total",
    "mastermind-4x11.optimal-total",
    "mastermind-5x5.optimal-total",
    "mastermind-5x6.optimal-total",
    "mastermind-5x7.optimal-total",
    "mastermind-5x8.optimal-total",
    "mastermind-5x8.optimal-depth",
    "mastermind-6x5.optimal-total",
    "bulls-and-cows-4x10.optimal-total-depth",
    "bulls-and-cows-5x8.optimal-total",
    "bulls-and-cows-5x9.optimal-total",
    "bulls-and-cows-5x10.optimal-total",
    "words-answers-solution-list-csv-guesses-guess-list-csv.optimal-total",
    "words-answers-solution-list-csv-guesses-guess-list-csv-hard-true.optimal-total",
    "words-answers-cat-hidden-answers-txt-guesses-allowed-words-txt.optimal-total",
    "words-answers-allowed-words-txt-guesses-allowed-words-txt.optimal-total",
)
"""The names of the twenty records that are asked for most, in the order in which they are shown, before all others."""

_SIZED = re.compile(rf"({'|'.join(FAMILIES)})\(pegs=\d+,(?:colors|symbols)=\d+(?:,(.*))?\)")


def variant_of(game: str) -> tuple[str, str] | None:
    """The family and the variant of its rules of a game of the atlas by its canonical string; None for another game.

    >>> variant_of("mastermind(pegs=4,colors=6)"), variant_of("mastermind(pegs=4,colors=6,feedback=black)")
    (('mastermind', ''), ('mastermind', 'feedback=black'))
    >>> variant_of("mastermind(pegs=4,colors=6,turns=5)")
    """
    found = _SIZED.fullmatch(game)
    variant = (found[2] or "") if found is not None else None
    return None if found is None or variant not in VARIANTS else (found[1], variant)


class Task(NamedTuple):
    """A game and a strategy as canonical strings, and the expected cost in arbitrary units."""

    game: str
    strategy: str
    cost: float

    @property
    def objectives(self) -> tuple[str, ...]:
        """What is minimized, without the restrictions that may stand behind it."""
        return objectives_of(self.strategy)


def games(variant: str = "", most_codes: int = MOST_CODES) -> Iterator[Game]:
    """The games of the atlas with at most so many codes: all numbers of pegs and colors, but two pegs.

    >>> [game.spec for game in games(most_codes=30)]
    ['mastermind(pegs=3,colors=2)', 'mastermind(pegs=3,colors=3)', 'mastermind(pegs=4,colors=2)', \
'bulls-and-cows(pegs=3,symbols=3)', 'bulls-and-cows(pegs=3,symbols=4)', 'bulls-and-cows(pegs=4,symbols=4)']
    """
    for family in FAMILIES:
        pegs = FEWEST_PEGS
        while some := [*takewhile(lambda game: len(game.secrets) <= most_codes, _by_colors(family, pegs, variant))]:
            yield from some
            pegs += 1


def _by_colors(family: str, pegs: int, variant: str) -> Iterator[Game]:
    """The games of one number of pegs, by colors: their number of codes rises."""
    colors = 2 if family == "mastermind" else pegs
    while True:
        yield make_game(f"{family}({pegs},{colors}{',' if variant else ''}{variant})")
        colors += 1


def tasks(most_codes: int = MOST_CODES) -> list[Task]:
    """What is to be searched for, variant by variant, in each the cheapest first; behind that, unless fewer codes are
    asked for, the further ones of :mod:`~strategist.files.atlas.beyond`.

    >>> tasks(most_codes=8)[1][:2]
    ('mastermind(pegs=3,colors=2)', 'optimal(depth)')
    >>> tasks()[-1].game
    'mastermind(pegs=5,colors=8)'
    """
    found: list[Task] = []
    for variant in VARIANTS:
        some = [
            Task(game.spec, f"optimal({objectives})", len(game.secrets) ** 2 * effort)
            for game in games(variant, most_codes)
            for objectives, effort in OBJECTIVES.items()
        ]
        found += sorted(some, key=lambda task: task.cost)
    if most_codes >= MOST_CODES:
        found += (Task(*each) for each in further())
    return found
