"""Playing a compiled tree, and verifying it by the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from toys import Erratic

from strategist import Strategy, compile_strategy, make_game, verify_strategy
from strategist.errors import ResponseError
from strategist.strategyfile import StrategyData
from strategist.tree import GIVE_UP, Claims, DecisionTree

Compile = Callable[[str, str], StrategyData]

TREES = [
    ("mastermind(3,4)", "minimax"),
    ("mastermind(3,4)", "random(seed=2)"),
    ("bulls-and-cows(3,6)", "entropy(guesses=candidates)"),
    ("mastermind(3,4,feedback=black)", "most-parts"),
    ("mastermind(3,4,turns=3)", "first"),
    ("ab(2,5)", "optimal(total)"),
]


@pytest.mark.parametrize(("game", "strategy"), TREES)
def test_every_secret_is_found_when_the_file_says_so(compiled: Compile, game: str, strategy: str) -> None:
    data = compiled(game, strategy)
    made = data.game
    counts = []
    lost = 0
    for secret in made.secrets:
        play = Strategy(data).start()
        history: list[tuple[object, int]] = []
        while (text := play.guess) is not None:
            assert play.candidates_left == [made.format_code(code) for code in made.consistent(tuple(history))]
            guess = made.parse_code(text)
            response = made.respond(guess, secret)
            history.append((guess, response))
            assert made.format_response(response) in play.responses
            play.respond(made.format_response(response))
        assert play.history == [(made.format_code(guess), made.format_response(answer)) for guess, answer in history]
        assert play.solved != play.given_up
        counts.append(len(history))
        lost += play.given_up
    solved = Claims.of([counts.count(number + 1) for number in range(max(counts))], 0)
    assert lost == data.claims.lost
    assert lost or solved == data.claims


def test_an_impossible_response_names_the_possible_ones_and_changes_nothing(compiled: Compile) -> None:
    play = Strategy(compiled("mastermind(4,6)", "minimax")).start()
    play.respond("0b4w")
    with pytest.raises(ResponseError, match="response 0b0w to 2211 contradicts the history: possible here is 4b0w"):
        play.respond("0b0w")
    with pytest.raises(ResponseError):
        play.respond(-1)
    with pytest.raises(ResponseError):
        play.respond(10**30)
    assert (play.guess, len(play.history)) == ("2211", 1)


def test_nothing_is_expected_after_the_end(compiled: Compile) -> None:
    play = Strategy(compiled("mastermind(4,6)", "minimax")).start()
    play.respond("0 0")
    for response in ("0b3w", "2b2w", "4b"):
        play.respond(response)
    assert play.solved and play.guess is None and play.responses == []
    assert play.candidates_left == ["4563"]
    with pytest.raises(ResponseError, match="found"):
        play.respond("4b")


def altered(data: StrategyData, slot: int, guess: int | None = None, mask: int | None = None) -> StrategyData:
    """The same file with one slot changed."""
    guesses, masks = list(data.tree.guesses), list(data.tree.masks)
    if guess is not None:
        guesses[slot] = guess
    if mask is not None:
        masks[slot] = mask
    return replace(data, tree=DecisionTree(guesses, masks, data.tree.response_count))


@pytest.mark.parametrize(("game", "strategy"), TREES)
def test_what_is_compiled_verifies(compiled: Compile, game: str, strategy: str) -> None:
    result = verify_strategy(compiled(game, strategy))
    assert result.verified, result.problems
    assert result.claims == compiled(game, strategy).claims


def test_a_wrong_claim_is_found(compiled: Compile) -> None:
    data = compiled("mastermind(3,4)", "minimax")
    histogram = list(data.claims.histogram)
    histogram[1] += 1
    histogram[2] -= 1
    result = verify_strategy(replace(data, claims=Claims.of(histogram, 0)))
    assert any(problem.startswith("total: claimed") for problem in result.problems)


def test_a_changed_guess_is_found(compiled: Compile) -> None:
    data = compiled("mastermind(3,4)", "minimax")
    last = len(data.tree) - 1
    wrong = (data.tree.guesses[last] + 1) % len(data.game.guesses)
    assert not verify_strategy(altered(data, last, guess=wrong)).verified


def test_a_missing_branch_is_found(compiled: Compile) -> None:
    data = compiled("mastermind(3,4)", "minimax")
    lowest = data.tree.masks[0] & -data.tree.masks[0]
    result = verify_strategy(altered(data, 0, mask=data.tree.masks[0] - lowest))
    assert any("no branch for 0b0w" in problem for problem in result.problems)


def test_a_dead_branch_is_found() -> None:
    game = make_game("mastermind(1,2)")
    # The second guess repeats the first: what would solve it is never answered.
    tree = DecisionTree([0, 0, 1], [0b11, 0b11, 0b10], 2)
    result = verify_strategy(StrategyData(game, "first", tree, Claims.of([1, 0, 1], 0)))
    assert any("dead branch" in problem for problem in result.problems)


def test_a_lost_secret_is_no_guarantee(compiled: Compile) -> None:
    data = compiled("mastermind(3,4,turns=3)", "first")
    assert data.claims.lost
    assert verify_strategy(data).verified
    result = verify_strategy(data, max_depth=3)
    assert not result.verified and "loses" in result.problems[-1]


def test_more_guesses_than_turns_are_found(compiled: Compile) -> None:
    data = compiled("mastermind(3,4)", "first")
    hurried = replace(data, game=make_game("mastermind(3,4,turns=2)"))
    assert any("the 2 guesses that the rules allow" in problem for problem in verify_strategy(hurried).problems)


@pytest.mark.parametrize("seed", range(5))
def test_a_strategy_may_give_up(seed: int) -> None:
    game = make_game("mastermind(2,4)")
    data = compile_strategy(game, Erratic(game, {"seed": seed, "patience": 3})).data
    assert verify_strategy(data).verified
    assert data.claims.secrets == 16
    assert (data.claims.lost > 0) == (GIVE_UP in data.tree.guesses)
