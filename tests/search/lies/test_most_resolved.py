"""The most candidates of a position that is resolved, beside all positions of small games and large ones of others."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from strategist import make_game
from strategist.model.position import Position
from strategist.search.lies.lies_arrays import make_arrays
from strategist.search.lies.plain_lies import PlainLies

HONEST = ("solved", "yes", "none")
LEVELS = 6


def sizes(lies: int, position: Position) -> tuple[int, int]:
    """How many candidates have a lie left, and how many have none."""
    liars = sum(told < lies for told in position.labels)
    return liars, len(position) - liars


@pytest.mark.parametrize("honest", HONEST)
@pytest.mark.parametrize(("spec", "lies"), [("mastermind(2,2", 1), ("mastermind(2,2", 2), ("bulls-and-cows(2,3", 1)])
def test_no_position_that_is_resolved_holds_more(spec: str, lies: int, honest: str) -> None:
    game = make_game(f"{spec},lies={lies},honest={honest})")
    plain, most = PlainLies(game), make_arrays(game, LEVELS).others
    attained = np.full_like(most, -1)
    for states in product(range(-1, lies + 1), repeat=len(game.secrets)):
        told = [(secret, state) for secret, state in enumerate(states) if state >= 0]
        if not told:
            continue
        left = Position((), tuple(secret for secret, _ in told), tuple(state for _, state in told))
        liars, others = sizes(lies, left)
        for questions in range(LEVELS + 1):
            if others > attained[questions, liars] and plain.within(left, questions):
                attained[questions, liars] = others
    assert (attained <= most).all()
    if lies == 1:
        # A bound that is far off would refute nothing.
        assert (attained == most).mean() > 0.6


@pytest.mark.parametrize("honest", HONEST)
@pytest.mark.parametrize("spec", ["mastermind(2,3", "bulls-and-cows(2,4", "mastermind(3,2"])
def test_no_position_that_grows_until_it_is_not_resolved_holds_more(spec: str, honest: str) -> None:
    game, draws = make_game(f"{spec},lies=1,honest={honest})"), random.Random(f"{spec} {honest}")
    plain, most = PlainLies(game), make_arrays(game, LEVELS).others
    for questions in (2, 3, 3, 3):
        order = draws.sample(range(len(game.secrets)), len(game.secrets))
        liars, grown = draws.randint(0, 3), dict[int, int]()
        for secret in order:
            more = dict(sorted({**grown, secret: 0 if len(grown) < liars else 1}.items()))
            if plain.within(Position((), tuple(more), tuple(more.values())), questions):
                grown = more
        asked = sizes(1, Position((), tuple(grown), tuple(grown.values())))
        assert asked[1] <= most[questions, asked[0]]
