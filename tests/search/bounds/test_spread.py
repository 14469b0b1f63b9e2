"""What counting knows of one game: how evenly its guesses can spread the secrets, and what a set costs at least."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from bothways import crew_of, searched, separated, table_game
from claims_by_counting import room_of_all_pairs
from hypothesis import given
from hypothesis import strategies as st

from strategist import compile_strategy, make_game
from strategist.checking.check import check_certificate
from strategist.files import certificate_file
from strategist.files.strategy import encode
from strategist.model.position import Position
from strategist.model.tree import Claims
from strategist.search.adapters.registry import make_source
from strategist.search.bounds.counting import least_costs
from strategist.search.bounds.spread import room_of
from strategist.search.kernels.responses.responses import responses_of
from strategist.search.run.alltrees import best_tree
from strategist.search.state.options import Options
from strategist.search.tasks import workers

NOTHING = np.empty((0, 0), dtype=np.uint8)
"""The responses of a game that computes them."""


@pytest.mark.parametrize("text", ["mastermind(3,4)", "bulls-and-cows(2,5)", "words", "mastermind(3,4,goal=identify)"])
def test_the_room_of_all_guesses(text: str) -> None:
    game = make_game(text)
    source = make_source(game)
    questions = range(0, source.question_count, max(1, source.question_count // 40))
    secrets = len(game.secrets)
    expected = np.zeros(secrets + 1, dtype=np.int64)
    for question in questions:
        answers = [game.respond(game.guesses[question], secret) for secret in game.secrets]
        sizes = np.bincount(answers, minlength=game.response_count)[:-1]
        expected = np.maximum(expected, [int(np.minimum(sizes, most).sum()) for most in range(secrets + 1)])
    asked = np.array(questions, dtype=np.int32)
    every = np.arange(secrets, dtype=np.int32)
    answers = np.stack([responses_of(source, question, every) for question in range(source.question_count)])
    for held in (answers, NOTHING.astype(answers.dtype)):
        assert room_of(source, held, asked, secrets).tolist() == expected.tolist()


def count_by_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count by two guesses in turn in the smallest games, too."""
    for least in ("_PAIRED_FROM", "_PAIRED_FOR_DEPTH_FROM"):
        monkeypatch.setattr(workers, least, 0)


@pytest.mark.parametrize(
    "text", ["mastermind(3,4)", "mastermind(2,6)", "mastermind(4,3,feedback=black)", "bulls-and-cows(3,6)"]
)
def test_symmetries_leave_the_room_of_two_guesses_as_it_is(text: str) -> None:
    crew = crew_of(make_game(text))
    room = room_of_all_pairs(crew)
    found = crew._room_of_two
    assert found is not None and found.tolist() == room.tolist()
    # Two guesses leave less room than each could alone.
    least = [
        crew.least(1, 0, None)[0],
        least_costs(crew.count, crew.game.response_count - 1, 1, 0, None, crew._room_of_guesses, room_of_two=room)[0],
    ]
    assert (least[0] <= least[1]).all() and (least[0] < least[1]).any()


@pytest.mark.every
@pytest.mark.parametrize(
    ("text", "strategies"),
    [
        ("mastermind(4,4)", ("total,depth", "depth,worst", "lexicographic", "total,max_depth=4")),
        ("mastermind(3,4,feedback=black)", ("total", "depth,total", 'cost="1,2,3,9"')),
        ("bulls-and-cows(3,7,turns=6)", ("total,depth", "depth,total", "total,guesses=candidates")),
        ("mastermind(3,6,turns=4)", ("lost", "lost,total")),
    ],
)
def test_games_come_to_the_same_trees_by_two_guesses(
    text: str, strategies: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(text)

    def trees() -> list[bytes]:
        return [encode(compile_strategy(game, f"optimal({each})").data) for each in strategies]

    alone = trees()
    count_by_two(monkeypatch)
    assert trees() == alone


@pytest.mark.parametrize("strategy", ["optimal(depth)", "optimal(total)", "optimal(total,width=2)"])
def test_certificates_do_without_two_guesses(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def certificate() -> bytes:
        compiled = compile_strategy(make_game("mastermind(4,5)"), strategy, options=Options(certificate=True))
        assert compiled.certify is not None
        found = compiled.certify(None).certificate
        assert check_certificate(found).proven
        return certificate_file.encode(found)

    alone = certificate()
    count_by_two(monkeypatch)
    assert certificate() == alone


@given(st.lists(st.lists(st.integers(0, 2), min_size=5, max_size=5), min_size=1, max_size=4))
def test_no_set_costs_less_than_counting_says(rows: list[list[int]]) -> None:
    game = table_game(separated(rows), "ask")
    source = make_source(game)
    count, branches = len(game.secrets), game.response_count - 1
    room = room_of(source, source.columns.T.copy(), np.arange(source.question_count, dtype=np.int32), count)
    for limit in (None, 2, 3):
        table = least_costs(count, branches, 1, 0, limit, room)
        assert np.all(table >= least_costs(count, branches, 1, 0, limit))
    strategy = searched("optimal(total)", game)
    least = least_costs(count, branches, 1, 0, None, room)[0]
    for size in range(1, count + 1):
        for candidates in combinations(range(count), size):
            tree = best_tree(strategy, Position((), list(candidates)))
            assert least[size] <= Claims.of_tree(tree, size, False).total


def test_the_bound_of_a_large_game_at_once() -> None:
    game = make_game("mastermind(4,6)")
    source = make_source(game)
    room = room_of(source, NOTHING, np.array([0, 1, 7, 8, 51], dtype=np.int32), 1296)
    steps = np.diff(least_costs(1296, 13, 1, 0, None, room)[0])
    assert steps.sum() == 5241 and least_costs(1296, 13, 1, 0, None)[0, -1] == 4986
    assert all(after >= before for before, after in pairwise(steps.tolist()))
