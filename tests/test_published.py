"""Published totals of the classic heuristics; ties go to a candidate, then to the lowest code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from shelf import first_wordle, wordle

from strategist import compile_strategy, make_game, verify_strategy
from strategist.checking.check import check_certificate
from strategist.common.errors import InfeasibleError
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import read_certificate, write_certificate
from strategist.files.strategy import StrategyData
from strategist.files.versions.core_columns import Cores
from strategist.model.game import Game
from strategist.search.state.options import Options

Compile = Callable[[str, str], StrategyData]

MASTERMIND, BULLS = "mastermind(4,6)", "bulls-and-cows(4,10)"

PUBLISHED = [
    (MASTERMIND, "first", 7471, 9, 6),  # Shapiro 1983, after serkangur.freeservers.com
    (MASTERMIND, "minimax", 5801, 5, 694),  # Knuth 1977
    (MASTERMIND, "entropy", 5722, 6, 12),  # Neuwirth 1982, after serkangur.freeservers.com
    (MASTERMIND, "expected-size", 5696, 6, 3),  # Irving 1979
    (MASTERMIND, "most-parts", 5668, 6, 7),  # Kooi 2005
    (MASTERMIND, "minimax(guesses=candidates,first=1122)", 5828, 6, 54),  # a spreadsheet player's strategy C
    (BULLS, "first", 28024, 9, 5),  # fancidev, Results.txt, as the next three
    (BULLS, "minimax", 27139, 7, 202),
    (BULLS, "expected-size", 26551, 7, 87),
    (BULLS, "most-parts", 26751, 8, 3),
]


@pytest.mark.parametrize(("game", "strategy", "total", "depth", "worst"), PUBLISHED)
def test_published_figures(compiled: Compile, game: str, strategy: str, total: int, depth: int, worst: int) -> None:
    data = compiled(game, strategy)
    assert (data.claims.total, data.claims.depth, data.claims.worst_count) == (total, depth, worst)
    assert verify_strategy(data, max_depth=depth).verified
    assert not verify_strategy(data, max_depth=depth - 1).verified


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "total", "depth"),
    [
        ("", 7920, 5),  # Selby 2022; Bertsimas and Paskov 2024
        (",hard=true,turns=6", 8122, 6),  # the same
        (",hard=true", 8116, 7),
    ],
)
def test_wordle_as_it_began(options: str, total: int, depth: int) -> None:
    solutions, guesses = first_wordle("solution_list"), first_wordle("guess_list")
    data = compile_strategy(f"words({solutions},{guesses}{options})", "optimal(total,first=salet)").data
    assert (data.bound, data.claims.total, data.claims.depth, data.claims.lost) == ("optimal", total, depth, 0)
    assert verify_strategy(data, max_depth=depth).verified


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lists", "options", "secrets", "guesses"),
    [
        ("first", "", 2315, 12972),
        ("now", "", 2315, 14855),
        ("newer", "", 3171, 14855),
        ("first", ",hard=true", 2315, 12972),
    ],
)
def test_five_guesses_are_enough_for_wordle_and_four_are_not(
    lists: str, options: str, secrets: int, guesses: int, tmp_path: Path
) -> None:
    """That four are not enough can be checked, in a minute."""
    game = wordle_of(lists, options)
    assert (len(game.secrets), len(game.guesses)) == (secrets, guesses)
    compiled = compile_strategy(game, "optimal(depth)", options=Options(certificate=True))
    data = compiled.data
    assert (data.bound, data.lower_bound, data.claims.depth) == ("optimal", 5, 5)
    assert verify_strategy(data, max_depth=5).verified
    assert compiled.certify is not None
    certified = compiled.certify(None)
    assert (certified.gaps, certified.certificate.version, certified.certificate.bound) == (0, 3, 5)
    write_certificate(tmp_path / "five", certified.certificate)
    certificate = read_certificate(tmp_path / "five")
    assert check_certificate(certificate).proven
    assert certificate.cores is not None
    # Without the cores of the last level, nothing is proven.
    fewer = Cores.of([[], [core.tolist() for core in certificate.cores.levels()[1]]])
    assert not check_certificate(Certificate.of_cores(game, 5, fewer)).proven
    with pytest.raises(InfeasibleError):
        compile_strategy(game, "optimal(total,max_depth=4)")


def wordle_of(lists: str, options: str = "") -> Game:
    """Wordle with the lists with which it began, with the guesses of today, or with newer answers, too."""
    if lists == "first":
        answers, allowed = first_wordle("solution_list"), first_wordle("guess_list")
    else:
        answers = wordle({"now": "original_hidden_answers.txt", "newer": "cat_hidden_answers.txt"}[lists])
        allowed = wordle("allowed_words.txt")
    return make_game(f"words({answers},{allowed}{options})")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lists", "options", "strategy", "total", "first", "depth"),
    [
        ("first", "", "optimal(total)", 7920, "salet", None),  # Selby 2022
        ("now", "", "optimal(total)", 7907, "tarse", None),
        # No opening is better than SALET in hard mode, either.
        ("first", ",hard=true", "optimal(total)", 8116, "salet", 7),
        ("first", ",hard=true", "optimal(total,max_depth=6)", 8122, "salet", 6),
    ],
)
def test_every_opening_of_wordle(
    lists: str, options: str, strategy: str, total: int, first: str, depth: int | None
) -> None:
    """Minutes on one core, for each."""
    game = wordle_of(lists, options)
    data = compile_strategy(game, strategy).data
    assert (data.bound, data.claims.total, data.lower_bound) == ("optimal", total, total)
    assert game.format_code(game.guesses[data.tree.guesses[0]]) == first
    assert verify_strategy(data, max_depth=depth).verified


@pytest.mark.slow
@pytest.mark.parametrize(("options", "total"), [("", 7920), (",hard=true,turns=6", 8122), (",hard=true", 8116)])
def test_that_no_opening_of_wordle_is_better_can_be_checked(options: str, total: int) -> None:
    """Minutes to write, and some ten to check."""
    game = make_game(f"words({first_wordle('solution_list')},{first_wordle('guess_list')}{options})")
    certify = compile_strategy(game, "optimal(total)", options=Options(certificate=True)).certify
    assert certify is not None
    certified = certify(None)
    assert (certified.gaps, certified.certificate.bound) == (0, total)
    assert check_certificate(certified.certificate).proven


@pytest.mark.slow
def test_fibble_with_the_words_of_wordle_as_it_began() -> None:
    """Nine rows are always enough, and five are not. Minutes on one core."""
    game = make_game(f"words({first_wordle('solution_list')},{first_wordle('guess_list')},fibble=true)")
    with pytest.raises(InfeasibleError, match=r"no strategy guarantees 5 guesses \(proven\)"):
        compile_strategy(game, "feasible(max_depth=5)")
    data = compile_strategy(game, "feasible(max_depth=9)").data
    assert (data.claims.depth, data.claims.lost) == (9, 0)
    assert verify_strategy(data, max_depth=9).verified
