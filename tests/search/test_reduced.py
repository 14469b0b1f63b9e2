"""Reductions: what they prove of the least depth is true, found by the search, and believed by the checkers."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest
from all_strategies import AllStrategies
from bothways import searched

import strategist
from strategist import compile_strategy, make_game, read_certificate
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.checking.pairing import moves_of_reduction
from strategist.common.errors import StrategyFileError
from strategist.files.certificate_file import write_certificate
from strategist.games.pegs.pegs import Mastermind
from strategist.model.game import Game

SMALL = ["mastermind(1,5", "mastermind(2,2", "mastermind(2,3", "mastermind(3,2"]
GOALS = [",feedback=black)", ",feedback=black,goal=identify)"]


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("text", SMALL)
def test_no_reduction_claims_more_than_is_true(text: str, goal: str) -> None:
    game = make_game(text + goal)
    strategy, histories = searched("optimal(depth)", game), list(game.reductions())
    truth = AllStrategies(strategy).least_depth()
    assert isinstance(game, Mastermind) and len(histories) == game.symbols - 1
    for history in histories:
        behind = AllStrategies(strategy, history).least_depth()
        assert truth is not None and behind is not None and len(history) + behind <= truth


def test_any_guesses_leave_at_least_an_image_of_what_a_reduction_leaves() -> None:
    """The argument: behind k guesses without a black there are c - k colors at each position, or more."""
    game, draw = make_game("mastermind(3,6,feedback=black)"), Random(1)
    for history in game.reductions():
        fewest = len(game.consistent(history))
        assert fewest == (6 - len(history)) ** 3
        for _ in range(20):
            guesses = [draw.choice(game.secrets) for _ in history]
            left = game.consistent(tuple((guess, 0) for guess in guesses))
            sides = [{code[place] for code in left} for place in range(3)]
            assert sorted(left) == sorted(product(*map(sorted, sides)))
            assert min(map(len, sides)) >= 6 - len(history)


@pytest.mark.parametrize(
    "text",
    [
        "mastermind(3,4)",
        "mastermind(3,4,feedback=black,turns=6)",
        "mastermind(3,4,feedback=black,lies=1)",
        "bulls-and-cows(3,5,feedback=black)",
        "words",
    ],
)
def test_other_games_are_not_reduced(text: str) -> None:
    assert list(make_game(text).reductions()) == []


@pytest.mark.parametrize("colors", [3, 5, 8, 13, 20])
def test_least_depths_with_blacks_alone_are_those_of_the_formula(colors: int) -> None:
    """Of two pegs c + 1, and of three c + 2: G. Jäger and M. Peczarski, "The number of pessimistic guesses in
    generalized black-peg Mastermind", Information Processing Letters 111 (2011)."""
    for pegs in (2, 3):
        data = compile_strategy(f"mastermind({pegs},{colors},feedback=black)", "optimal(depth)").data
        assert (data.bound, data.claims.depth, data.lower_bound) == ("optimal", colors + pegs - 1, colors + pegs - 1)


@pytest.mark.parametrize("colors", [5, 6])
def test_four_pegs_take_three_guesses_more_than_there_are_colors(colors: int) -> None:
    """No reduction proves it: the search does, where each position may have its own names of the colors."""
    data = compile_strategy(f"mastermind(4,{colors},feedback=black)", "optimal(depth)").data
    assert (data.bound, data.claims.depth, data.lower_bound) == ("optimal", colors + 3, colors + 3)


def test_a_certificate_behind_a_reduction_proves_a_tree_from_the_beginning(tmp_path: Path) -> None:
    compiled = compile_strategy("mastermind(3,8,feedback=black)", "optimal(depth)", certificate=True)
    certificate, game = compiled.prove(), compiled.data.game
    assert isinstance(game, Game)
    assert certificate.start == tuple(((color,) * 3, 0) for color in range(5))
    assert check_certificate(certificate).proven and check_plainly(certificate) == []
    assert certificate.bound + moves_of_reduction(certificate) == compiled.depth == 10
    write_certificate(tmp_path / "some.certificate", certificate)
    found = strategist.check(read_certificate(tmp_path / "some.certificate"), compiled)
    assert (found.proven, found.optimal, found.lower_bound, found.start) == (True, True, 10, ())
    alone = strategist.check(certificate)
    assert (alone.proven, alone.optimal, alone.lower_bound, alone.start) == (True, None, 5, certificate.start)
    assert "needs 5 guesses at worst, and 10 from the beginning" in found.sentence


def test_a_certificate_behind_another_history_proves_nothing_from_the_beginning() -> None:
    game = make_game("mastermind(3,4,feedback=black)")
    tree = compile_strategy(game, "optimal(depth)")
    for history, objective in (("111:1", "depth"), ("111:0 333:0", "depth"), ("111:0 222:0", "total")):
        behind = compile_strategy(game, f"optimal({objective})", start=history, certificate=True).prove()
        assert moves_of_reduction(behind) == 0
        with pytest.raises(StrategyFileError, match="differ in start"):
            strategist.check(behind, tree)
    begun = compile_strategy(game, "optimal(depth)", start="111:0 222:0", certificate=True).prove()
    assert moves_of_reduction(begun) == 2 and moves_of_reduction(begun, game.parse_history("111:0")) == 0
