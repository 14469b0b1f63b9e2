"""The fewest secrets that are lost where turns are too few: against every way to guess, by the rules alone."""

from __future__ import annotations

from random import Random

import pytest
from bothways import least_lost
from cases import lost_behind_a_first_guess_case, lost_case
from sampling import few_and_many
from toys import weighted

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.choosing.searched import SearchedStrategy, figures_of
from strategist.common.errors import InfeasibleError, SpecError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import decode as decode_certificate
from strategist.files.certificate_file import encode as encode_certificate
from strategist.files.strategy import decode, encode
from strategist.games.every_game.chances import with_chances
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game


def check_case(number: int) -> None:
    strategy = lost_case(number).strategy
    game = strategy.game
    assert isinstance(strategy, SearchedStrategy) and game.turns is not None
    data = compile_strategy(game, strategy).data
    assert verify_strategy(data).verified
    figures = figures_of(data.claims, strategy.objectives, game.turns)
    lost, total = least_lost(game)
    assert (data.bound, data.lower_bound, figures[0]) == ("optimal", lost, lost), number
    if strategy.objectives[1:2] == ["total"]:
        assert figures[1] == total, number
    if len(game.secrets) > 10:
        return
    plain = compile_strategy(game, strategy, plain=True).data
    assert verify_strategy(plain).verified
    assert figures_of(plain.claims, strategy.objectives, game.turns) == figures, number


@few_and_many(25, 2000)
def test_the_fewest_are_lost(numbers: range) -> None:
    for number in numbers:
        check_case(number)


def check_behind_a_first_guess(number: int) -> None:
    case = lost_behind_a_first_guess_case(number)
    strategy = case.strategy
    game = strategy.game
    assert isinstance(strategy, SearchedStrategy) and game.turns is not None
    left = max(0, game.turns - len(case.start))
    found = []
    for plain in (False, True):
        try:
            data = compile_strategy(game, strategy, plain=plain, start=case.start).data
        except InfeasibleError as error:
            found.append(str(error))
            continue
        assert verify_strategy(data).verified
        found.append(str(figures_of(data.claims, strategy.objectives, left)))
        assert plain or data.bound == "optimal"
    assert found[0] == found[1], number


@few_and_many(250, 5000)
def test_the_fewest_are_lost_behind_a_first_guess_and_with_few_turns_left(numbers: range) -> None:
    for number in numbers:
        check_behind_a_first_guess(number)


@pytest.mark.parametrize("objectives", ["lost,depth,worst", "lost,depth,total", "lost,total,depth", "lost,depth"])
def test_where_all_are_lost_the_depth_forbids_no_guess(objectives: str) -> None:
    game = Words({"turns": 1}, Lists(["bc", "cb"], ["cd"]))
    data = compile_strategy(game, f"optimal({objectives},first=cd)").data
    assert verify_strategy(data).verified
    assert (data.bound, data.claims.lost, data.claims.depth) == ("optimal", 2, 0)


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("strategy", ["optimal(total)", "optimal(depth)", "optimal(lost,total)", "feasible"])
def test_what_is_known_is_announced_when_no_turn_is_left(strategy: str, plain: bool) -> None:
    game = make_game("mastermind(1,2,turns=1,goal=identify)")
    data = compile_strategy(game, strategy, plain=plain, start=game.parse_history("1:0b0w")).data
    assert verify_strategy(data).verified
    assert (data.claims.secrets, data.claims.depth, data.claims.lost) == (1, 0, 0)


@pytest.mark.parametrize("turns", range(1, 7))
def test_with_enough_turns_the_tree_is_that_of_the_least_total(turns: int) -> None:
    data = compile_strategy(f"mastermind(3,4,turns={turns})", "optimal(lost,total,depth)").data
    found = sum(data.claims.histogram)
    assert (data.claims.secrets, data.claims.lost) == (64, 64 - found)
    if not data.claims.lost:
        unlimited = compile_strategy("mastermind(3,4)", "optimal(total,depth,max_depth=5)").data
        assert data.claims.total >= unlimited.claims.total
    read = decode(encode(data))
    assert (read.version, read.claims, read.lower_bound) == (1, data.claims, data.claims.lost)


def certify(game: Game) -> Certificate:
    compiled = compile_strategy(game, "optimal(lost)", certificate=True)
    certificate = compiled.prove()
    assert certificate.bound == compiled.data.claims.lost_weight
    return certificate


@pytest.mark.parametrize("number", range(12))
def test_no_fewer_can_be_lost_says_a_certificate(number: int) -> None:
    random = Random(f"lost {number}")
    name = random.choice(("mastermind(2,4", "mastermind(3,3", "bulls-and-cows(3,4", "bulls-and-cows(2,5"))
    goal = random.choice(("", ",goal=identify"))
    game = make_game(f"{name},turns={random.randint(1, 3)}{goal})")
    if number % 2:
        game = weighted(game, [random.randint(1, 9) for _ in game.secrets])
    certificate = certify(game)
    if not game.weighted:
        certificate = decode_certificate(encode_certificate(certificate))
    assert check_certificate(certificate).proven and check_plainly(certificate) == []
    certificate.entries.bounds[0] += 1
    assert not check_certificate(certificate).proven and check_plainly(certificate)


def test_with_costs_nothing_is_expected_of_what_is_lost() -> None:
    plain = make_game("mastermind(2,3,turns=2)")
    game = weighted(plain, None, [2, *[1] * (plain.question_count - 1)])
    with pytest.raises(SpecError, match="expected a game without costs of questions for lost,expected"):
        make_strategy("optimal(lost,expected)", game)


@pytest.mark.slow
def test_every_word_of_wordle_is_found_in_five_guesses() -> None:
    words = make_game("wordle(turns=5)")
    frequencies = {words.format_secret(word): 1 + 100_000 // (place + 1) for place, word in enumerate(words.secrets)}
    data = compile_strategy(with_chances(words, frequencies), "optimal(lost)", time_limit=300).data
    assert (data.bound, data.lower_bound, data.claims.lost) == ("optimal", 0, 0)
    assert verify_strategy(data).verified


@pytest.mark.slow
def test_codes_of_bulls_and_cows_that_are_lost_in_five_guesses() -> None:
    compiled = compile_strategy("bulls-and-cows(4,10,turns=5)", "optimal(lost)", certificate=True)
    data = compiled.data
    assert (data.bound, data.lower_bound, data.claims.lost) == ("optimal", 1751, 1751)
    assert verify_strategy(data).verified
    certificate = decode_certificate(encode_certificate(compiled.prove()))
    assert certificate.bound == 1751 and check_certificate(certificate).proven


@pytest.mark.parametrize(
    ("turns", "lost"),
    [
        *(pytest.param(*each, marks=pytest.mark.slow) for each in [(1, 1295), (2, 1282), (3, 1164), (5, 0)]),
        (4, 528),
    ],
)
def test_codes_of_mastermind_that_are_lost(turns: int, lost: int) -> None:
    game = make_game(f"mastermind(4,6,turns={turns})")
    data = compile_strategy(game, "optimal(lost,total)").data
    assert (data.bound, data.lower_bound, data.claims.lost) == ("optimal", lost, lost)
    assert check_certificate(certify(game)).proven
