"""Sets with numbers, and the cells of parts of a set."""

from __future__ import annotations

import random

import numpy as np
import pytest
from certificates import certificate_of, changed

from strategist.checking.check import check_certificate
from strategist.checking.counted_bounds import NEVER
from strategist.checking.ground import CheckedGame, table_by_rules
from strategist.checking.sets import claimed, set_claims, wholes
from strategist.checking.sets.numbered import NumberedSets
from strategist.games.catalog import make_game


def _ground(name: str) -> CheckedGame:
    game = make_game(name)
    places = range(len(game.secrets))
    return CheckedGame(game, places, table_by_rules(game, places))


@pytest.mark.parametrize("words", [1, 3, 1 << 60])
def test_sets_are_found_by_their_members_whatever_their_sums_are(words: int) -> None:
    ground, draws = _ground("mastermind(2,4)"), random.Random(words)
    sets, numbers = NumberedSets(ground), dict[tuple[int, ...], int]()
    sets._words = np.array([draws.randrange(words) for _ in range(16)], dtype=np.uint64)
    for count in (0, 1, 5, 700, 900):
        some = [tuple(sorted(draws.sample(range(12), draws.randint(1, 4)))) for _ in range(count)]
        members = np.array([each for one in some for each in one], dtype=ground.place_type)
        sizes = np.array(list(map(len, some)), dtype=np.int64)
        assert sets.find(members, sizes).tolist() == [numbers.get(each, -1) for each in some]
        found = sets.add(members, sizes).tolist()
        for each in some:
            numbers.setdefault(each, len(numbers))
        assert found == [numbers[each] for each in some]
    assert [tuple(sets.members(number).tolist()) for number in range(len(sets))] == list(numbers)


@pytest.mark.parametrize("name", ["mastermind(3,4)", "mastermind(3,3,goal=identify)", "bulls-and-cows(3,5)"])
@pytest.mark.parametrize("most_bytes", [1, 300, 1 << 20])
def test_open_guesses_of_parts(name: str, most_bytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wholes, "_MOST_BYTES", most_bytes)
    ground, draws = _ground(name), random.Random(name)
    members = sorted(draws.sample(range(ground.count), 20))
    parts = [sorted(draws.sample(members, draws.randint(1, 12))) for _ in range(40)]
    fewest = np.array([[draws.choice((1, 3, 5, 6, NEVER)) for _ in range(2)] for _ in parts])
    flat = np.array([each for part in parts for each in part], dtype=ground.place_type)
    whole = wholes.Whole(ground, np.array(members, dtype=ground.place_type))
    found = zip(
        *(each.tolist() for each in whole.open_pairs(flat, np.array(list(map(len, parts))), fewest)), strict=True
    )
    wanted = []
    for row, part in enumerate(parts):
        cells = ground.count_cells(np.array([part]))[0]
        needed = np.where(ground.solved_by(np.array(part)), *fewest[row][::-1])
        wanted += [(row, guess) for guess in np.flatnonzero(cells >= needed).tolist()]
    assert sorted(found) == wanted


def test_batches_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = certificate_of("mastermind(3,4)")
    entries = certificate.entries.bounds
    forged = changed(certificate, bounds={at: bound + at % 3 // 2 for at, bound in enumerate(entries)})
    both = [check_certificate(each).problems for each in (certificate, forged)]
    assert not both[0] and both[1]
    for module, name in (
        (wholes, "_FEWEST_CLAIMS"),
        (set_claims, "_MOST_PARTS"),
        (set_claims, "_MOST_PAIRS"),
        (claimed, "_MOST_SPLIT"),
    ):
        monkeypatch.setattr(module, name, 1)
    for jobs in (1, 3):
        assert [check_certificate(each, jobs=jobs).problems for each in (certificate, forged)] == both
