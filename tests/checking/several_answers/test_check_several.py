"""Certificates of version 4: both checkers believe the same, and only what is true."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from fixtures.plain_worth import PlainWorth
from fixtures.several_tables import costs_by_force, least_cost, left_at_start, several_table
from sampling import CampaignNumbers
from verdicts import judged

from strategist import table
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.checking.proof import Proof
from strategist.checking.several_answers.mass_board import Board, MassPosition
from strategist.checking.several_answers.mass_bounds import Needs, Parts, needs_of
from strategist.checking.several_answers.plain_masses import PlainMasses
from strategist.common.errors import StrategyFileError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode, encode
from strategist.files.columns import column
from strategist.files.versions.mass_columns import MassClaims, only_entry
from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.model.position import Position, Several
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
            plain = PlainMasses(Proof.of(Certificate.of_masses(game, objective, only_entry(0, game.turns))))
            while True:
                cost = least(left, within)
                assert plain.counted(plain._name(left), within, 0) == board.counted(place, within) <= cost
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


def test_nothing_is_lost_where_each_secret_has_an_end() -> None:
    game = table([["0"], ["1"]], goal="identify", turns=1)
    for bound in (0, 1):
        assert judged(Certificate.of_masses(game, "lost", only_entry(bound, 1))) == (bound == 0)


def test_play_ends_where_the_rules_say(cases: range) -> None:
    for number in cases:
        with case_of(number):
            game = several_table(number)
            board, rules = Board(game, "total"), Several(game)
            for secrets in range(1, 1 << board.count):
                some = tuple(each for each in range(board.count) if secrets >> each & 1)
                left = Position((), some, (1,) * len(some), frozenset())
                assert board.ended(MassPosition(secrets, left.labels, 0)) == (rules.ending(left) is not None)


def test_a_claim_serves_for_more_secrets() -> None:
    """Six of eight secrets need four questions, and so do the seven behind any guess, of which counting says three."""
    # The last question is never asked, as all may answer 0.
    rows = [[*("1" if each == secret else "0" for each in range(8)), "0" if secret else "0/1"] for secret in range(8)]
    game = table(rows, goal="identify", several="/")
    children, guesses = column([8, *[1] * 8, *[0] * 8]), column([0, *range(8), *range(1, 8), 0])
    answers, bounds = column([game.parse_response("0")] * 17), [5, *[0] * 8, *[4] * 8]
    columns = (children, guesses, answers, bounds, column([0] * 17))
    proof = Certificate.of_masses(game, "depth", MassClaims(None, None, *columns))
    assert judged(proof)
    assert not judged(replace(proof, masses=replace(proof.masses, bounds=[6, *bounds[1:]])))


def test_claims_of_parts_hold_within_as_many_questions() -> None:
    draws = Random(3)
    claims = [(draws.randrange(1, 64), draws.randrange(9), draws.choice((None, 0, 1, 2))) for _ in range(40)]
    parts = Parts(6)
    for claim in claims:
        parts.add(*claim)
    for secrets in range(1, 64):
        for left in (None, 0, 1, 2, 3):
            known = (
                bound
                for part, bound, within in claims
                if not part & ~secrets and (within is None or (left is not None and left <= within))
            )
            assert parts.most(secrets, left, 2) == max(2, *known, 0)


def test_needs_are_told_apart_beyond_doubles() -> None:
    rows = np.array([[1, 0], [0, 1], [1, 0], [0, 1]])
    needs = needs_of(rows, np.array([0, 2]), [1, 1], [(1 << 55) + 1, 1 << 55], ~np.eye(2, dtype=bool))
    assert needs == Needs(1, (1 << 55, 1 << 55))


def test_a_claim_about_a_first_question_does_not_serve_behind_it() -> None:
    """The answer to the first question is the same for all secrets."""
    game = table([["0", "0"], ["0", "1"]], goal="identify")
    for objective in ("total", "depth"):
        for question in range(2):
            assert not judged(Certificate.of_masses(game, objective, only_entry(99, first=question)))


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
