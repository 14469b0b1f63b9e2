"""Certificates of costs by tariff and of histograms: by both checkers, and as the best of all trees says."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from cases import Campaign, Case, tariff_case
from certificates import certify, entries_of
from toys import WORDS

from strategist import compile_strategy, make_game, table
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.choosing.searched import SearchedStrategy
from strategist.common.errors import InfeasibleError, StrategyFileError
from strategist.files.certificate import Certificate, tariff_of
from strategist.files.certificate_file import decode, encode
from strategist.files.columns import column
from strategist.files.versions.position_columns import Under
from strategist.games.words.words import Words
from strategist.search.state.options import Options


def believed(certificate: Certificate) -> bool:
    """Whether both checkers, which must agree, believe a certificate."""
    proven = check_certificate(certificate).proven
    assert proven == (not check_plainly(certificate))
    return proven


def raised(certificate: Certificate, entry: int, more: int = 1) -> Certificate:
    """The same with another bound."""
    bounds = certificate.entries.bounds[:]
    bounds[entry] = max(0, bounds[entry] + more)
    return replace(certificate, entries=certificate.entries._replace(bounds=bounds))


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        ("mastermind(3,4)", "lexicographic"),
        ("mastermind(3,3)", 'cost="1,2,3,4,20"'),
        ("mastermind(2,5)", "lexicographic,first=11"),
        ("mastermind(2,4,turns=4)", 'cost="0,5,6,7"'),
        ("bulls-and-cows(3,5)", 'cost="1,100000000,200000001",max_depth=5'),
        ("bulls-and-cows(2,5)", 'cost="0,1,2,90"'),
    ],
)
def test_bounds_are_proven_and_one_more_is_not(game: str, strategy: str) -> None:
    certificate = certify(make_game(game), strategy)
    assert believed(certificate) and not believed(raised(certificate, 0))
    assert encode(decode(encode(certificate))) == encode(certificate)


def test_of_hard_mode_too() -> None:
    for strategy in ("lexicographic", 'cost="1,2,20"'):
        certificate = certify(Words({"hard": True}, WORDS), strategy)
        assert believed(certificate) and not believed(raised(certificate, 0))


def check(number: int, case: Case) -> None:
    """What is written is believed, and whatever is altered is never believed beyond the truth."""
    strategy = case.strategy
    assert isinstance(strategy, SearchedStrategy)
    if strategy.candidates_only:
        return
    try:
        compiled = compile_strategy(case.game, strategy, start=case.start, options=Options(certificate=True))
    except InfeasibleError:
        return
    certificate, truth = compiled.prove(), compiled.data.lower_bound
    assert truth is not None and certificate.bound == truth
    assert believed(certificate), str(case)
    random = Random(number)
    for _ in range(4):
        altered = raised(certificate, random.randrange(len(certificate)), random.choice((1, 1, 7, -1)))
        if random.random() < 0.5:
            altered = raised(altered, 0, random.choice((1, 3)))
        assert not believed(altered) or altered.bound <= truth, str(case)


def test_whatever_is_altered_is_not_believed_beyond_the_truth(campaign: Campaign) -> None:
    campaign(tariff_case, check, 40)


@pytest.mark.slow
def test_many_that_are_altered(campaign: Campaign) -> None:
    campaign(tariff_case, check, 1_500)


def test_a_claim_holds_only_after_as_many_guesses_as_it_is_about() -> None:
    """By a tariff that falls off, a set costs the less the later it is reached: other claims must not serve for it."""
    game = make_game("mastermind(2,3)")
    falls, rises = "cost=0:50:51", "cost=0:1:50"
    for objective in (falls, rises):
        certificate = certify(game, f'cost="{objective.removeprefix("cost=").replace(":", ",")}"')
        other = replace(certificate, objective=rises if objective == falls else falls)
        assert believed(certificate)
        truth = compile_strategy(game, f'optimal(cost="{other.objective[5:].replace(":", ",")}")').data.lower_bound
        assert truth is not None and (not believed(other) or other.bound <= truth)


@pytest.mark.parametrize(
    ("objective", "left", "reason"),
    [
        ("lexicographic", None, "header.left: expected 1 to 64 beside lexicographic, got None"),
        ("lexicographic", 65, "header.left: expected 1 to 64 beside lexicographic, got 65"),
        ("lexicographic", 60, "header.left: expected fewer guesses beside lexicographic, got 60"),
        ("cost=", 3, "header.objective: expected total or"),
        ("cost=2:1", 3, "header.objective: expected total or"),
        ("cost=01:2", 3, "header.objective: expected total or"),
        ("cost=1,2", 3, "header.objective: expected total or"),
        ("lexicographic=1:2", 3, "header.objective: expected total or"),
    ],
)
def test_forms_that_say_nothing_are_refused(objective: str, left: int | None, reason: str) -> None:
    under = Under(left, None, column([0 if left is None else left + 1]), column([0]))
    with pytest.raises(StrategyFileError) as caught:
        Certificate(make_game("mastermind(2,3)"), objective, entries_of((0, 0, 0, 1, 0)), under=under)
    assert str(caught.value).startswith(reason)


def test_the_steps_of_a_certificate_are_those_after_its_start() -> None:
    game = make_game("mastermind(2,3)")
    certificate = certify(game, 'cost="1,2,9"', "12:0b1w")
    assert tariff_of(certificate) == (1, 7)
    assert tariff_of(certify(game, "lexicographic")) == (0, 1, 4)


def test_there_is_no_certificate_where_secrets_are_announced() -> None:
    """An even tree, from which levels are counted, costs 400 here, and the only one 303."""
    game = table([[*map(str, row)] for row in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0))], goal="identify")
    with pytest.raises(StrategyFileError, match=r"header\.objective: .* needs a game that ends with the secret"):
        Certificate(game, "cost=1:100:101", entries_of((0, 0, 0, 400, 0)), under=Under(None, None, *[column([0])] * 2))
