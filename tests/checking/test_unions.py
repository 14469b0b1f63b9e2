"""What unions tell of their parts: no guess is closed that is open at a set, and the sets are open to the same ones."""

from __future__ import annotations

import random

import numpy as np
import pytest
from certificates import certify, changed

from strategist import make_game
from strategist.checking.check import check_certificate
from strategist.checking.counted_bounds import NEVER
from strategist.checking.ground import CheckedGame, table_by_rules
from strategist.checking.sets import unions
from strategist.checking.sets.unions import Named, Unions, likely, nearer_half
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game

WORDS = [f"{first}{second}oo{third}" for first in "bcdfgh" for second in "lr" for third in "klmnpt"]


def words(secrets: int = 72, hard: bool = False) -> Game:
    return Words({"hard": True} if hard else {}, Lists(WORDS[:secrets], WORDS))


@pytest.mark.parametrize("few", [0, 1 << 14])
@pytest.mark.parametrize("game", [words(), make_game("mastermind(2,9,goal=identify)"), make_game("mastermind(2,3)")])
def test_no_open_guess_is_closed(game: Game, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unions, "_FEW_LOOKS", few)
    places = range(len(game.secrets))
    ground = CheckedGame(game, places, table_by_rules(game, places))
    chance = random.Random(1)
    sets = [sorted(chance.sample(places, chance.randint(1, 9))) for _ in range(400)]
    # Some sets are given twice, with other numbers of cells.
    names = [ground.name(np.array(members)) for members in [*sets, *sets[:9]]]
    fewest = [(cells := chance.randint(1, 6), cells - chance.randint(0, 1)) for _ in names]
    seen = np.zeros(len(names), dtype=np.int64)
    for rows, spread in Unions(ground, names, fewest).spreads():
        seen[rows] += 1
        for row in rows.tolist():
            members = ground.members(names[row])
            own = ground.solved_by(members)
            enough = ground.count_cells(members[np.newaxis])[0] >= np.where(own, *fewest[row][::-1])
            assert set(np.flatnonzero(enough)) <= set(spread.open_at(own, fewest[row]).tolist())
    assert (seen == 1).all()


def test_where_only_members_may_be_open_all_of_them_are_looked_at() -> None:
    game, chance = words(), random.Random(2)
    ground = CheckedGame(game, range(72), table_by_rules(game, range(72)))
    names = [ground.name(np.array(sorted(chance.sample(range(72), chance.randint(1, 9))))) for _ in range(20)]
    found = likely(ground, [Named(0, claim, name, (NEVER, 1)) for claim, name in enumerate(names)], iter)
    for claim, name in enumerate(names):
        spread, fewest = found[claim]
        own = ground.solved_by(ground.members(name))
        assert spread.open_at(own, fewest).tolist() == np.flatnonzero(own).tolist()


def test_no_sets_have_no_union() -> None:
    game = words()
    ground = CheckedGame(game, range(72), table_by_rules(game, range(72)))
    assert list(Unions(ground, [], []).spreads()) == []


def test_sets_that_are_alike_are_divided_into_parts_that_are_not_empty() -> None:
    for count in (2, 3, 500):
        assert nearer_half(np.ones((count, 4), dtype=np.float32)).sum() == count // 2
    far = np.zeros((500, 4), dtype=np.float32)
    far[7] = 9
    assert min(nearer_half(far).sum(), (~nearer_half(far)).sum()) >= 500 // 64


@pytest.mark.parametrize("hard", [False, True])
def test_a_claim_of_one_more_is_told_as_without_unions(hard: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = certify(words(24, hard), "total")
    assert len(honest) > 1
    bounds = honest.entries.bounds
    forged = [changed(honest, bounds={number: bounds[number] + 1}) for number in range(0, len(honest), 20)]
    found = [check_certificate(certificate).problems for certificate in (honest, *forged)]
    assert found[0] == []
    assert any(found)
    for name, value in (("unions._MOST_KEPT", 1000), ("set_claims.Sets._spreads", lambda *_: {})):
        monkeypatch.setattr(f"strategist.checking.sets.{name}", value)
        assert [check_certificate(certificate).problems for certificate in (honest, *forged)] == found
