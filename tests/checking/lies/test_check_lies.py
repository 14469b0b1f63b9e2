"""Certificates of version 5, where answers may be false: both checkers believe the same, and only what is true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

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
from strategist.model.game import Game
from strategist.model.position import Position, kind_of
from strategist.search.compile.compile import compile_strategy
from strategist.search.lies.plain_lies import PlainLies

GAMES = (
    "mastermind(1,3,lies=1)",
    "mastermind(2,2,lies=1)",
    "mastermind(2,2,lies=1,honest=yes)",
    "mastermind(2,2,lies=1,honest=none)",
    "mastermind(2,3,lies=1)",
    "mastermind(2,3,lies=1,honest=yes)",
    "mastermind(2,3,lies=1,honest=none)",
    "mastermind(2,2,lies=2,honest=yes)",
    "bulls-and-cows(2,4,lies=1)",
    "subsets(4,lies=1)",
    "subsets(3,lies=2)",
    "comparisons(5,lies=1)",
    "fibble",
    "classes",
)


def game_of(name: str, folder: Path) -> Game:
    if name == "fibble":
        words = folder / "words.txt"
        words.write_text("abbey bobby ebony ebbed below elbow bowel nobel".replace(" ", "\n"))
        name = f"words({words},fibble=true)"
    if name == "classes":
        table = folder / "table.csv"
        table.write_text("name,one,two,three,kind\na,0,0,1,x\nb,0,1,1,x\nc,1,0,0,y\nd,1,1,0,y\n")
        name = f"table(file={table},goal=class,class=kind,secrets=rows,lies=1)"
    return make_game(name)


def believed(certificate: Certificate) -> bool:
    """Whether a certificate holds; the checkers agree, and say the same of the same claims."""
    found, plain = check_certificate(certificate).problems, check_plainly(certificate)
    assert found == plain[:10]
    return not plain


def written(game: Game, start: str = "") -> Certificate:
    return compile_strategy(game, "optimal(depth)", certificate=True, start=start).prove()


def with_bound(certificate: Certificate, bound: int) -> Certificate:
    children, guesses, responses, _, groups = certificate.entries
    moves = children, guesses, responses, groups
    return Certificate.of_lies(
        certificate.game, bound, moves, certificate.symmetries, certificate.groups, certificate.start
    )


@pytest.mark.parametrize("name", GAMES)
def test_what_is_written_is_believed_and_no_more_is(name: str, tmp_path: Path) -> None:
    game = game_of(name, tmp_path)
    certificate = written(game)
    left = kind_of(game).left(())
    assert left is not None
    assert certificate.version == 5 and certificate.bound == PlainLies(game).depth(left)
    read = decode(encode(certificate))
    assert encode(read) == encode(certificate) and read.entries == certificate.entries
    assert believed(read)
    assert not believed(with_bound(certificate, certificate.bound + 1))


def test_a_certificate_may_begin_behind_a_history() -> None:
    game = make_game("mastermind(2,3,lies=1)")
    certificate = written(game, "11:0b0w")
    left = kind_of(game).left([(0, 0)])
    assert left is not None and certificate.bound == PlainLies(game).depth(left)
    assert believed(decode(encode(certificate)))
    assert not believed(with_bound(certificate, certificate.bound + 1))


@pytest.mark.parametrize("name", [GAMES[5], GAMES[6], "mastermind(2,3,lies=2)"])
def test_forged_claims_are_refused_or_true(name: str) -> None:
    game = make_game(name)
    certificate = written(game)
    left = kind_of(game).left(())
    assert left is not None
    least, draw, refused = PlainLies(game).depth(left), Random(name), 0
    for _ in range(30):
        children, guesses, responses, _, groups = (each[:] for each in certificate.entries)
        at = draw.randrange(1, len(children))
        kind = draw.randrange(4)
        if kind == 0:
            guesses[at] = draw.randrange(game.question_count)
        elif kind == 1:
            responses[at] = draw.randrange(game.response_count - 1)
        elif kind == 2:
            groups[at] = draw.randint(0, len(certificate.groups))
        bound = certificate.bound + draw.randint(0, 1)
        forged = Certificate.of_lies(
            game, bound, (children, guesses, responses, groups), certificate.symmetries, certificate.groups
        )
        if believed(forged):
            assert bound <= least
        else:
            refused += 1
    assert refused


def test_a_line_says_why_a_forged_certificate_is_refused() -> None:
    certificate = written(make_game("mastermind(2,3,lies=1)"))
    told = check_plainly(with_bound(certificate, 6))
    assert told[0].startswith("entry 1: not within 4 questions is claimed of 8 suspects, but question ")
    children, guesses, responses, _, groups = (each[:] for each in certificate.entries)
    assert len(children) > 1
    groups[1] = 1
    forged = Certificate.of_lies(
        certificate.game, 5, (children, guesses, responses, groups), certificate.symmetries, certificate.groups
    )
    assert "entry 1: its symmetries do not leave its suspects as they are" in check_plainly(forged)
    assert not believed(forged)


def test_an_answer_that_nobody_gives_leads_nowhere() -> None:
    certificate = written(make_game("mastermind(2,3,lies=1)"))
    children, guesses, responses, _, groups = (each[:] for each in certificate.entries)
    guesses[1], responses[1] = 0, 1
    forged = Certificate.of_lies(
        certificate.game, 5, (children, guesses, responses, groups), certificate.symmetries, certificate.groups
    )
    assert check_plainly(forged) == ["entry 1: no secret is left after the response it names"]
    assert not believed(forged)


def test_an_entry_that_claims_nothing_proves_nothing_where_play_has_ended() -> None:
    """Its bound is 0. As a claim of one question more it would prove 4 questions here, where 3 are enough."""
    game = strategist.table([["0", "0"], ["1", "0"]], goal="identify", lies=1)
    left = kind_of(game).left(())
    assert left is not None and PlainLies(game).depth(left) == 3
    columns = map(column, ([1, 1, 1, 1, 0], [0, 0, 0, 1, 0], [0, 0, 1, 0, 0], [0] * 5))
    forged = Certificate.of_lies(game, 4, tuple(columns))  # type: ignore[arg-type]  # four columns
    assert not believed(forged)


def test_nothing_is_claimed_of_a_start_with_which_no_secret_agrees() -> None:
    game, nothing = make_game("mastermind(2,3,lies=1)"), column([0])
    start = game.parse_history("11:0b0w 11:0b0w 22:0b0w 22:0b0w 33:0b0w 33:0b0w")
    forged = Certificate.of_lies(game, 3, (nothing,) * 4, start=start)
    assert check_plainly(forged) == ["entry 0: no secret is left after the response it names"]
    with pytest.raises(StrategyFileError, match=r"header\.start: no secret agrees with it"):
        check_certificate(forged)


def test_damaged_files_are_refused() -> None:
    certificate = written(make_game("mastermind(2,3,lies=1)"))
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


def test_a_first_guess_is_no_claim_yet() -> None:
    with pytest.raises(SpecError, match="no certificate for first= where answers may be false"):
        compile_strategy("mastermind(2,3,lies=1)", "optimal(depth,first=12)", certificate=True)


@pytest.mark.parametrize(
    "name", ["mastermind(2,2,lies=2)", *GAMES[2:8], "mastermind(1,4,lies=3,honest=yes)", "subsets(3,lies=2)", "fibble"]
)
def test_counting_claims_no_more_than_positions_need(name: str, tmp_path: Path) -> None:
    game = game_of(name, tmp_path)
    nothing = column([0])
    claims = Proof.of(Certificate.of_lies(game, 1, (nothing,) * 4))
    plain, fast, force, draw = PlainLiars(claims), Liars(claims, iter), PlainLies(game), Random(name)
    proven = 0
    for _ in range(40):
        secrets = sorted(draw.sample(range(len(game.secrets)), draw.randint(1, min(8, len(game.secrets)))))
        told = [draw.randint(0, game.lies) for _ in secrets]
        sets = [0] * (game.lies + 1)
        for secret, lies in zip(secrets, told, strict=True):
            sets[game.lies - lies] |= 1 << secret
        arrays = np.array(secrets), game.lies - np.array(told)
        for within in range(4):
            counted = plain.too_few(tuple(sets), within)
            assert counted == fast.too_few(arrays, within)
            if counted:
                proven += 1
                assert not force.within(Position((), tuple(secrets), tuple(told)), within)
    assert proven


@pytest.mark.slow
def test_mastermind_with_a_lie_needs_seven_guesses() -> None:
    certificate = written(make_game("mastermind(4,6,lies=1)"))
    assert certificate.bound == 7 and certificate.version == 5
    assert check_certificate(decode(encode(certificate))).proven
