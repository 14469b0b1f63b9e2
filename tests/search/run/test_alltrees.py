"""The search through all trees, the specification, against counts by hand and results that others have proven."""

from __future__ import annotations

import re

import pytest
from bothways import result, searched, table_game
from cases import OBJECTIVES
from toys import ConsistentEcho

from strategist import compile_strategy, make_game, verify_strategy
from strategist.common.errors import SpecError, TooLargeError
from strategist.files.strategy import decode, encode
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.model.position import Position
from strategist.search.run import alltrees
from strategist.search.run.alltrees import all_trees


def histograms(text: str, game: Game) -> set[tuple[int, ...]]:
    return {found for _, found, _ in all_trees(searched(text, game), Position((), range(len(game.secrets))))}


# One question tells nothing, the other tells all secrets apart.
THREE = table_game([[0, 0, 0], [0, 1, 2]], "ask")


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (make_game("mastermind(1,1)"), "optimal", {(1,)}),
        (make_game("mastermind(1,4)"), "optimal", {(1, 1, 1, 1)}),
        # Guess the secrets one after the other, or ask q1 sooner or later.
        (THREE, "optimal", {(1, 1, 1), (1, 0, 2), (0, 3)}),
        (THREE, "optimal(guesses=candidates)", {(1, 1, 1)}),
        (THREE, "optimal(first=q1)", {(0, 3)}),
        # A guess that tells nothing is made if it is forced, once.
        (THREE, "optimal(first=q0)", {(0, 1, 1, 1), (0, 1, 0, 2), (0, 0, 3)}),
        (THREE, "optimal(first=q0,guesses=candidates)", {(0, 1, 1, 1)}),
        # The last move is the announcement.
        (table_game([[0, 0, 1, 1], [0, 1, 0, 1]], "identify"), "optimal", {(0, 0, 4)}),
        (table_game([[0, 1, 2, 2], [0, 0, 0, 1]], "identify"), "optimal", {(0, 2, 2), (0, 1, 3)}),
    ],
)
def test_every_tree_is_made(game: Game, text: str, expected: set[tuple[int, ...]]) -> None:
    assert histograms(text, game) == expected


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("mastermind(2,3)", 21),
        ("mastermind(2,4)", 45),
        pytest.param("mastermind(2,5)", 81, marks=pytest.mark.slow),
        ("bulls-and-cows(2,4)", 30),
        ("bulls-and-cows(2,5)", 60),
    ],
)
def test_totals_by_the_formulas_of_chen_and_lin(text: str, total: int) -> None:
    assert result(searched("optimal(total)", make_game(text)), plain=True) == ((total,), "optimal", "total", total)


@pytest.mark.parametrize("objectives", OBJECTIVES)
@pytest.mark.parametrize("limits", ["", ",max_depth=4", ",guesses=candidates", ",first=12", ",max_depth=4,first=11"])
@pytest.mark.parametrize("start", ["", "11:0b0w"])
def test_trees_do_what_is_claimed(objectives: str, limits: str, start: str) -> None:
    game = make_game("mastermind(2,4)")
    history = game.parse_history(start)
    found = result(searched(f"optimal({objectives}{limits})", game), history, plain=True)
    under = limits.removeprefix(",") if not start else limits.partition(",first")[0].removeprefix(",")
    assert not isinstance(found, str)
    figures, bound, objective, lower_bound = found
    assert (bound, objective) == ("optimal", objectives + (f" under {under}" if under else ""))
    assert lower_bound == figures[0]


def test_hard_mode_forbids_the_guess_that_would_tell_most() -> None:
    lists = Lists(["abc", "abd", "abe", "abf", "abg"], ["def"])
    results = []
    for hard in (False, True):
        game = Words({"hard": hard}, lists)
        results.append(result(searched("optimal(total,depth)", game), game.parse_history("abc:gg-"), plain=True))
    assert [each[0] for each in results] == [(8, 2), (10, 4)]


@pytest.mark.parametrize("goal", ["ask", "identify"])
@pytest.mark.parametrize("objectives", OBJECTIVES)
def test_a_first_guess_that_tells_nothing_costs_one(objectives: str, goal: str) -> None:
    game = table_game([[0, 0, 0, 0], [0, 0, 1, 1], [0, 1, 0, 1]], goal)
    free = compile_strategy(game, searched(f"optimal({objectives})", game), plain=True).data.claims
    forced = compile_strategy(game, searched(f"optimal({objectives},first=q0)", game), plain=True).data.claims
    assert forced.histogram == (0, *free.histogram)


def test_one_secret_is_guessed_behind_what_is_forced() -> None:
    game = Words({}, Lists(["bee"], ["ape"]))
    assert result(searched("optimal(total,depth)", game), plain=True) == ((1, 1), "optimal", "total,depth", 1)
    forced = result(searched("optimal(depth,total,first=ape)", game), plain=True)
    assert forced == ((2, 2), "optimal", "depth,total under first=ape", 2)


@pytest.mark.parametrize("text", ["optimal(depth,worst,total)", "optimal(total)", "feasible(max_depth=1)"])
def test_what_is_known_needs_no_question(text: str) -> None:
    game = table_game([[0, 1, 2], [0, 0, 1]], "identify")
    start = game.parse_history("q0:a1")
    data = compile_strategy(game, searched(text, game), start=start, plain=True).data
    assert (data.claims.total, data.claims.depth, data.claims.histogram) == (0, 0, ())
    assert [game.format_code(game.guesses[guess]) for guess in data.tree.guesses] == ["=s1"]
    assert verify_strategy(decode(encode(data))).verified


@pytest.mark.parametrize(
    ("game", "text", "start", "message"),
    [
        ("mastermind(2,4)", "optimal(max_depth=3)", "", "no strategy guarantees 3 guesses (proven)"),
        ("mastermind(2,4)", "feasible(max_depth=1)", "11:0b0w", "no strategy guarantees 1 guess (proven)"),
        (
            "mastermind(2,4)",
            "optimal(depth,max_depth=3,guesses=candidates,first=11)",
            "",
            "no strategy under guesses=candidates,first=11 guarantees 3 guesses (proven)",
        ),
        ("mastermind(2,4,turns=4)", "optimal(total)", "11:0b0w", None),
        (
            "mastermind(2,4,turns=3)",
            "optimal(total)",
            "11:0b0w",
            "no strategy guarantees 2 guesses (proven); in turns=3 optimal(lost,total) loses as few as can be, and "
            "heuristics lose some",
        ),
        ("mastermind(2,4,turns=4)", "feasible(max_depth=2)", "11:0b0w", "no strategy guarantees 2 guesses (proven)"),
        ("mastermind(2,4,turns=1)", "optimal(total)", "11:0b0w", "no guess is left after 1 (proven)"),
    ],
)
def test_what_cannot_be_done(game: str, text: str, start: str, message: str | None) -> None:
    made = make_game(game)
    found = result(searched(text, made), made.parse_history(start), plain=True)
    if message is None:
        assert found == ((21,), "optimal", "total under max_depth=3", 21)
    else:
        assert found == f"{made.spec}: {message}"


def test_a_tree_that_is_feasible_claims_no_more() -> None:
    found = result(searched("feasible(max_depth=4)", make_game("mastermind(2,4)")), plain=True)
    assert found == ((), "upper", None, None)


def test_what_would_take_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("mastermind(3,4)")
    with pytest.raises(TooLargeError, match="all trees are made for at most 50 secrets, got 64"):
        compile_strategy(game, searched("optimal", game), plain=True)
    monkeypatch.setattr(alltrees, "MOST_COMBINATIONS", 1000)
    game = make_game("mastermind(2,4)")
    with pytest.raises(TooLargeError, match=re.escape("made in at most 1000 steps, too few for 16 secrets")):
        compile_strategy(game, searched("optimal", game), plain=True)
    # After a guess there is less work.
    assert result(searched("optimal", game), game.parse_history("12:0b0w"), plain=True) == ((8,), "optimal", "total", 8)


def test_restrictions_of_a_kind_of_their_own_are_refused() -> None:
    game = ConsistentEcho({"numbers": 6, "responses": 6})
    for plain in (False, True):
        with pytest.raises(SpecError, match="optimal trees of games that restrict guesses are not supported"):
            compile_strategy(game, searched("optimal", game), plain=plain)
