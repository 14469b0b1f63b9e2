"""The kind of a game's answers."""

from __future__ import annotations

import copy

from strategist import make_game
from strategist.model.position import kind_of


def test_a_copy_of_a_game_has_a_kind_of_its_own() -> None:
    game = make_game("mastermind(2,3)")
    assert kind_of(game) is kind_of(game)
    other = copy.copy(game)
    assert kind_of(other).game is other and kind_of(game).game is game
