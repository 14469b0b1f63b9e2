"""Certificates of version 5, where answers may be false: both checkers believe the same, and only what is true."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from alterations import claiming
from certificates import certify
from claim_kinds import LYING, lying_game
from verdicts import judged

import strategist
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.checking.lies.lies_claims import Liars
from strategist.checking.lies.plain_liars import PlainLiars
from strategist.checking.proof import Proof
from strategist.common.errors import SpecError, StrategyFileError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode, encode
from strategist.files.columns import column
from strategist.games.catalog import make_game
from strategist.model.game import Code
from strategist.model.position import Position, kind_of
from strategist.search.compile.compile import compile_strategy
from strategist.search.lies.plain_lies import PlainLies


def test_a_line_says_why_a_forged_certificate_is_refused() -> None:
    certificate = certify(make_game("mastermind(2,3,lies=1)"), "depth")
    told = check_plainly(claiming(certificate, 6, Random(0)))
    assert told[0].startswith("entry 1: not within 4 questions is claimed of 8 suspects, but question ")
    children, guesses, responses, _, groups = (each[:] for each in certificate.entries)
    assert len(children) > 1
    groups[1] = 1
    forged = Certificate.of_lies(
        certificate.game, 5, (children, guesses, responses, groups), certificate.symmetries, certificate.groups
    )
    assert "entry 1: its symmetries do not leave its suspects as they are" in check_plainly(forged)
    assert not judged(forged)


def test_symmetries_keep_the_lies_that_are_left() -> None:
    """Both secrets are left, but one of them has told its lie."""
    columns, swap = map(column, ([1, 0], [0, 0], [0, 0], [0, 1])), bytes([0, 1, 0])
    game = make_game("mastermind(1,2,lies=1,honest=yes)")
    forged = Certificate.of_lies(game, 5, tuple(columns), (swap,), ((0,),))  # type: ignore[arg-type]  # four columns
    assert "entry 1: its symmetries do not leave its suspects as they are" in check_plainly(forged)
    assert not judged(forged)


def test_who_may_still_deny_is_not_found_at_once() -> None:
    """Behind the guess of the other one, the first secret may deny once, which no volume tells."""
    game, nothing = make_game("mastermind(1,2,lies=1,honest=yes)"), column([0])
    start = game.parse_history("2:0b0w")
    for bound in (3, 4):
        assert judged(Certificate.of_lies(game, bound, (nothing,) * 4, start=start)) == (bound == 3)


@pytest.mark.parametrize(
    ("guess", "secret", "answer", "told"),
    [
        ((0, 0), (0, 0), 0, "mastermind(pegs=2,colors=2,lies=1) does not give the solved response"),
        ((0, 0), (1, 1), 4, "mastermind(pegs=2,colors=2,lies=1) does not give the solved response"),
        ((0, 1), (1, 1), 0, "entry 0: its symmetries do not leave its suspects as they are"),
    ],
)
def test_rules_that_are_not_as_they_are_described_are_found_out(
    guess: Code, secret: Code, answer: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game("mastermind(2,2,lies=1)")
    honest = game.respond
    monkeypatch.setattr(game, "respond", lambda *asked: answer if asked == (guess, secret) else honest(*asked))
    columns, swap = map(column, ([0], [0], [0], [1])), bytes([1, 0, 0, 1])
    forged = Certificate.of_lies(game, 9, tuple(columns), (swap,), ((0,),))  # type: ignore[arg-type]  # four columns
    assert check_plainly(forged)[0].startswith(told)
    assert not judged(forged)


def test_an_answer_that_nobody_gives_leads_nowhere() -> None:
    certificate = certify(make_game("mastermind(2,3,lies=1)"), "depth")
    children, guesses, responses, _, groups = (each[:] for each in certificate.entries)
    guesses[1], responses[1] = 0, 1
    forged = Certificate.of_lies(
        certificate.game, 5, (children, guesses, responses, groups), certificate.symmetries, certificate.groups
    )
    assert check_plainly(forged) == ["entry 1: no secret is left after the response it names"]
    assert not judged(forged)


def test_an_entry_that_claims_nothing_proves_nothing_where_play_has_ended() -> None:
    """Its bound is 0. As a claim of one question more it would prove 4 questions here, where 3 are enough."""
    game = strategist.table([["0", "0"], ["1", "0"]], goal="identify", lies=1)
    left = kind_of(game).left(())
    assert left is not None and PlainLies(game).depth(left) == 3
    columns = map(column, ([1, 1, 1, 1, 0], [0, 0, 0, 1, 0], [0, 0, 1, 0, 0], [0] * 5))
    forged = Certificate.of_lies(game, 4, tuple(columns))  # type: ignore[arg-type]  # four columns
    assert not judged(forged)


def test_nothing_is_claimed_of_a_start_with_which_no_secret_agrees() -> None:
    game, nothing = make_game("mastermind(2,3,lies=1)"), column([0])
    start = game.parse_history("11:0b0w 11:0b0w 22:0b0w 22:0b0w 33:0b0w 33:0b0w")
    forged = Certificate.of_lies(game, 3, (nothing,) * 4, start=start)
    assert check_plainly(forged) == ["entry 0: no secret is left after the response it names"]
    with pytest.raises(StrategyFileError, match=r"header\.start: no secret agrees with it"):
        check_certificate(forged)


def test_damaged_files_are_refused() -> None:
    certificate = certify(make_game("mastermind(2,3,lies=1)"), "depth")
    with pytest.raises(StrategyFileError, match=r"header\.objective: expected depth, got 'total'"):
        replace(certificate, objective="total")
    with pytest.raises(StrategyFileError, match=r"columns\.bounds: expected one less than above"):
        bounds = certificate.entries.bounds[:]
        bounds[1] += 1
        replace(certificate, entries=certificate.entries._replace(bounds=bounds))
    contents = encode(certificate)
    for at in range(0, len(contents), 7):
        with pytest.raises(StrategyFileError):
            decode(contents[:at] + bytes([contents[at] ^ 1]) + contents[at + 1 :])


def test_a_certificate_is_checked_from_python() -> None:
    compiled = strategist.compile_strategy("mastermind(2,3,lies=1)", "optimal(depth)", certificate=True)
    assert strategist.check(compiled.prove()).proven


EXACTLY = ("subsets(3,lies=2,of=5)", "mastermind(2,2,goal=identify,lies=1,of=4)")


def test_a_first_guess_is_no_claim_yet() -> None:
    with pytest.raises(SpecError, match="no certificate for first= where answers may be false"):
        compile_strategy("mastermind(2,3,lies=1)", "optimal(depth,first=12)", certificate=True)


@pytest.mark.parametrize(
    "name",
    [
        "mastermind(2,2,lies=2)",
        *LYING[2:8],
        "mastermind(1,4,lies=3,honest=yes)",
        "subsets(3,lies=2)",
        "fibble",
        *EXACTLY,
    ],
)
def test_counting_claims_no_more_than_positions_need(name: str) -> None:
    game = lying_game(0) if name == "fibble" else make_game(name)
    nothing = column([0])
    claims = Proof.of(Certificate.of_lies(game, 1, (nothing,) * 4))
    plain, fast, force, draw = PlainLiars(claims), Liars(claims, iter), PlainLies(game), Random(name)
    proven = 0
    for _ in range(40):
        secrets = sorted(draw.sample(range(len(game.secrets)), draw.randint(1, min(8, len(game.secrets)))))
        given = 0 if game.of is None else draw.randint(0, game.of)
        told = [draw.randint(0, game.lies) for _ in secrets]
        if game.of is not None:
            told = [min(max(each, given - game.of + game.lies), given) for each in told]
        sets = [0] * (game.lies + 1)
        for secret, lies in zip(secrets, told, strict=True):
            sets[game.lies - lies] |= 1 << secret
        sets += [0] * given
        arrays = np.array(secrets), game.lies - np.array(told), given
        for within in range(4):
            counted = plain.too_few(tuple(sets), within)
            assert counted == fast.too_few(arrays, within)
            if counted:
                proven += 1
                assert not force.within(Position((), tuple(secrets), tuple(told), answered=given), within)
    assert proven
