"""What is proven of a variant of the rules, because something is proven of the usual rules.

Whoever can do with blacks alone can do so with blacks and whites. And whoever has identified a secret names it with one
guess more. So neither variant needs much less than the usual rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from strategist.files.atlas.entry import Record
from strategist.files.atlas.scope import variant_of
from strategist.files.atlas.together import known_of, records_of
from strategist.model.objective import DEPTH, TOTAL


def bounds_by_usual_rules(records: Iterable[Record], game: str) -> dict[str, int]:
    """Lower bounds of objectives for a game by its canonical string, from the records of a register: those that what is
    known of the usual rules proves for a variant of these; none for other games.

    >>> from strategist.files.atlas.register import register
    >>> bounds_by_usual_rules(register().records, "bulls-and-cows(pegs=4,symbols=10,goal=identify)")
    {'depth': 6, 'total': 21234}
    """
    _, variant = variant_of(game) or ("", "")
    if not variant:
        return {}
    usual = game.replace(f",{variant}", "")
    ours = records_of(records, usual)
    bounds = {}
    for objective in (DEPTH.name, TOTAL.name):
        known = known_of(ours, (objective,))
        if known is not None and known.bound is not None:
            guesses = 1 if objective == DEPTH.name else int(known.record.claims.secrets)
            bounds[objective] = known.bound - (guesses if variant == "goal=identify" else 0)
    return bounds
