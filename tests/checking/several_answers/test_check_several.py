"""Certificates of version 4: both checkers believe the same, and only what is true."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import pytest
from fixtures.plain_worth import PlainWorth
from fixtures.several_tables import costs_by_force, least_cost, left_at_start, several_table
from sampling import CampaignNumbers
from verdicts import judged

from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.checking.several_answers.mass_board import Board
from strategist.common.errors import StrategyFileError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode, encode
from strategist.files.columns import column
from strategist.files.versions.mass_columns import MassClaims, only_entry
from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.model.position import Several
from strategist.search.certify.certify_several import certify_several

CASES = 60
OBJECTIVES = ("total", "depth", "size", "expected", "lost")


@pytest.fixture
def cases(campaign_numbers: CampaignNumbers) -> range:
    return campaign_numbers(CASES)


@contextmanager
def case_of(number: int) -> Iterator[None]:
    try:
        yield
    except BaseException as error:
        error.add_note(f"the case is {number}")
        raise


def test_counting_claims_no_more_than_positions_cost(cases: range) -> None:
    exact = 0
    for number in cases:
        with case_of(number):
            draw, game = Random(f"count {number}"), several_table(number)
            objective = draw.choice(OBJECTIVES if game.turns is not None else OBJECTIVES[:-1])
            board, (least, _) = Board(game, objective), costs_by_force(game, objective)
            place, left, within = board.start(), left_at_start(game, objective), game.turns
            while True:
                cost = least(left, within)
                assert board.counted(place, within) <= cost
                exact += board.counted(place, within) == cost > 0
                if board.ended(place) or within == 0 or not (questions := board.telling(place)):
                    break
                question = draw.choice(questions)
                branches = board.branches_at(place, question)
                if not branches:
                    break
                branch = draw.choice(branches)
                place, left = branch.place, Several(game).cells(left, question)[branch.response].position
                within = None if within is None else within - 1
    assert exact > len(cases) / 2


def test_size_of_games_that_are_guessed() -> None:
    for text in ("mastermind(2,3)", "bulls-and-cows(2,4)", "mastermind(2,3,goal=identify)"):
        game: Game = make_game(text)
        least = least_cost(game, "size")
        board = Board(game, "size")
        assert not isinstance(least, float)
        assert judged(certify_several(board, least, PlainWorth(board)))
        assert PlainWorth(board).cost((board.start(), None), board.start()) == least


def test_nothing_is_claimed_behind_a_right_guess() -> None:
    """There is no position any more: neither checker takes the secret that was guessed for one."""
    game = make_game("mastermind(1,4)")
    columns = column([1, 0]), column([0, 0]), column([0, game.response_count - 1])
    forged = Certificate.of_masses(game, "size", MassClaims(None, None, *columns, [3, 0], column([0, 0])))
    told = ["entry 1: no secret left gives this response there"]
    assert check_certificate(forged).problems == told == check_plainly(forged)


def test_a_certificate_of_version_4_is_read_strictly() -> None:
    game = make_game("mastermind(1,4)")
    contents = encode(Certificate.of_masses(game, "size", only_entry(3)))
    assert contents[:13] == b"\x95\xabcertificate" and contents[13] == 4
    for at in range(len(contents)):
        changed = bytearray(contents)
        changed[at] ^= 1
        with pytest.raises(StrategyFileError):
            decode(bytes(changed))
    with pytest.raises(StrategyFileError, match="expected a game that announces"):
        Certificate.of_masses(game, "total", only_entry(3))
    with pytest.raises(StrategyFileError, match="columns"):
        Certificate.of_masses(game, "size", replace(only_entry(3), guesses=column([0, 1])))
    with pytest.raises(StrategyFileError, match=r"columns\.guesses: entry 0: expected 0 to 3, got 9"):
        Certificate.of_masses(game, "size", replace(only_entry(3), guesses=column([9])))
