"""The value of a game: against all strategies of tiny games, against known values, and proven from both sides."""

from __future__ import annotations

import random
import sys
from fractions import Fraction

import numpy as np
import pytest
from every_tree import value_by_all_trees
from hypothesis import given, settings
from hypothesis import strategies as st
from selection import examples

from strategist import compile_strategy, make_game, table
from strategist.checking.check import check_certificate
from strategist.checking.check_plain import check_plainly
from strategist.checking.mixtures.bounds_of_value import lower_bound, verify_mixture
from strategist.common.errors import MissingLibraryError, SpecError, StrategyFileError
from strategist.files import certificate_file
from strategist.files.mixtures.mixture import decode, encode
from strategist.model.game import Game
from strategist.search.compile.value import value
from strategist.search.compile.value.matrix_game import MatrixGame
from strategist.search.compile.value.value import FoundValue, find_value
from strategist.search.exact import marks
from strategist.search.state.options import Options


def proven_value(game: Game | str) -> FoundValue:
    """The value, after both checkers and the replay have shown it from the bytes of the files."""
    found = find_value(game, Options(certificate=True))
    mixture = decode(encode(found.mixture))
    assert mixture.exact
    verified = verify_mixture(mixture)
    assert verified.verified and verified.upper == mixture.upper
    certificate = found.prove()
    assert check_certificate(certificate).problems == [] == check_plainly(certificate)
    assert lower_bound(mixture, certificate) == mixture.lower
    return found


@pytest.mark.parametrize(
    "spec",
    ["mastermind(2,2)", "mastermind(1,5)", "mastermind(2,3)", "ab(2,3)", "bulls-and-cows(2,4)", "mastermind(3,2)"],
)
def test_all_strategies_of_a_tiny_game_have_the_same_value(spec: str) -> None:
    assert proven_value(spec).mixture.lower == value_by_all_trees(make_game(spec))


@pytest.mark.parametrize(("spec", "value"), [("mastermind(3,4)", Fraction(219, 68)), ("mastermind(4,4)", None)])
def test_values_that_are_known(spec: str, value: Fraction | None) -> None:
    if value is not None:
        assert proven_value(spec).mixture.upper == value
        return
    found = find_value(spec).mixture
    # Nobody hides four equal pegs: a secret may have no weight.
    assert (found.lower, found.upper, found.hidden) == (Fraction(1629, 460), Fraction(1629, 460), (0, 8, 5, 5, 4))


@pytest.mark.slow
def test_the_value_of_mastermind() -> None:
    found = proven_value("mastermind(4,6)").mixture
    assert (found.lower, found.hidden) == (Fraction(560, 129), (0, 1, 1, 1, 1))


def test_where_all_secrets_are_alike_the_value_is_the_least_average() -> None:
    found = find_value("bulls-and-cows(2,5)")
    assert found.rounds == 1 and len(found.mixture.trees) == 1 and found.mixture.hidden == (1,)
    assert found.mixture.lower == found.mixture.upper


def test_a_least_average_that_is_proven_in_the_library_takes_no_search() -> None:
    found = find_value("bulls-and-cows(4,10)")
    assert (found.rounds, found.mixture.lower, found.mixture.upper) == (0, Fraction(26274, 5040), Fraction(26274, 5040))
    assert verify_mixture(found.mixture).verified
    with pytest.raises(SpecError, match="known without one"):
        found.prove()


def random_table(rows: int, questions: int, answers: int, seed: int, kind: str) -> Game:
    draws = random.Random(seed)
    cells = {f"q{q}": [str(draws.randrange(answers)) for _ in range(rows)] for q in range(questions)}
    # One question tells all apart, so that there is a tree.
    cells["all"] = [str(row) for row in range(rows)]
    costs = {name: draws.randrange(1, 4) for name in cells} | {"all": 6} if kind == "costs" else None
    classes = [draws.choice("ab") for _ in range(rows)] if kind == "classes" else None
    if classes is not None:
        classes[:2] = "ab"
    return table(cells, names=[f"s{row}" for row in range(rows)], questions=list(cells), costs=costs, classes=classes)


@settings(max_examples=examples(25), deadline=None)
@given(
    st.integers(3, 6),
    st.integers(2, 4),
    st.integers(2, 3),
    st.integers(0, 10**6),
    st.sampled_from(["plain", "costs", "classes"]),
)
def test_tables(rows: int, questions: int, answers: int, seed: int, kind: str) -> None:
    game = random_table(rows, questions, answers, seed, kind)
    found = proven_value(game).mixture
    assert found.lower == value_by_all_trees(game)
    assert len(found.hidden) == rows


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(1, 5), st.integers(1, 7), st.integers(0, 10**6))
def test_both_solutions_of_a_matrix_game_are_best(classes: int, trees: int, seed: int) -> None:
    draws = np.random.default_rng(seed)
    sizes, matrix = draws.integers(1, 5, classes).tolist(), draws.integers(0, 6, (trees, classes)).tolist()
    matrix = [row if any(row) else [1] * classes for row in matrix]
    game = MatrixGame(sizes)
    for row in matrix:
        game.add(row)
        solution = game.solve()
    columns = list(zip(*matrix, strict=True))
    needs = [
        sum((share * cost for share, cost in zip(solution.mixture, column, strict=True)), Fraction(0)) / size
        for column, size in zip(columns, sizes, strict=True)
    ]
    against = [sum((w * cost for w, cost in zip(solution.weights, row, strict=True)), Fraction(0)) for row in matrix]
    assert max(needs) == solution.value == min(against)
    assert sum(solution.mixture) == 1 == sum(w * size for w, size in zip(solution.weights, sizes, strict=True))
    assert min(solution.mixture) >= 0 <= min(solution.weights)


def test_a_search_that_is_stopped_gives_bounds() -> None:
    told: list[tuple[int, Fraction, Fraction]] = []
    found = find_value("mastermind(4,5)", Options(time_limit=0.0), lambda *words: told.append(words))
    mixture = found.mixture
    assert mixture.lower < mixture.upper and not mixture.exact
    assert verify_mixture(mixture).verified
    assert told[-1][1:] == (mixture.lower, mixture.upper)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mastermind(2,3,turns=4)", "expected a game without turns"),
        ("mastermind(2,3,lies=1)", "expected a game of true answers"),
    ],
)
def test_other_games_are_refused(spec: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        find_value(spec)


def test_a_certificate_of_the_least_total_is_one_of_even_chances() -> None:
    compiled = compile_strategy("bulls-and-cows(2,5)", "optimal(total)", options=Options(certificate=True))
    mixture = find_value("bulls-and-cows(2,5)").mixture
    assert lower_bound(mixture, compiled.prove()) == mixture.lower


def test_a_certificate_of_other_chances_is_refused() -> None:
    found = find_value("mastermind(2,3)", Options(certificate=True))
    other = find_value("mastermind(2,4)", Options(certificate=True))
    with pytest.raises(StrategyFileError, match="with other chances or codes"):
        lower_bound(found.mixture, other.prove())


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("spec", ["mastermind(3,4)", "bulls-and-cows(3,5)", "mastermind(3,3,feedback=black)"])
def test_any_number_of_threads_finds_the_same_mixture(spec: str, many: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "MARKED_FROM", 1)
    monkeypatch.setattr(marks, "LOOK_EVERY", 1)
    if many:
        monkeypatch.setattr(value, "MOST_EXACT", 0)
        monkeypatch.setattr(value, "MOST_SEARCHES", 6)
    found = [find_value(spec, Options(jobs=jobs, certificate=True)) for jobs in (1, 2, 4, 16)]
    assert len({encode(each.mixture) for each in found}) == 1
    assert len({certificate_file.encode(each.prove(checked=True)) for each in found}) == 1


@settings(max_examples=examples(15), deadline=None)
@given(st.integers(3, 6), st.integers(2, 4), st.integers(0, 10**6), st.sampled_from(["plain", "costs", "classes"]))
def test_exchanged_parts_come_close_to_the_value_of_tables(rows: int, questions: int, seed: int, kind: str) -> None:
    close_to_all_strategies(random_table(rows, questions, 3, seed, kind))


@pytest.mark.parametrize("spec", ["mastermind(1,5)", "mastermind(2,3)", "bulls-and-cows(2,4)", "mastermind(3,2)"])
def test_exchanged_parts_come_close_to_the_value(spec: str) -> None:
    close_to_all_strategies(make_game(spec))


def close_to_all_strategies(game: Game) -> None:
    """Whether parts are exchanged in a game of few classes as well as in one of many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(value, "MOST_EXACT", 0)
        mixture = decode(encode(find_value(game).mixture))
    known = value_by_all_trees(game)
    assert mixture.lower <= known <= mixture.upper <= known * (1 + Fraction(1, 1000))
    assert verify_mixture(mixture).verified


def test_many_classes_have_bounds() -> None:
    draws = random.Random(3)
    rows, questions = [f"s{row}" for row in range(70)], [f"q{question}" for question in range(12)]
    game = table({each: [str(draws.randrange(3)) for _ in rows] for each in questions}, names=rows, questions=questions)
    told: list[Fraction] = []
    found = find_value(game, Options(certificate=True, time_limit=2), lambda rounds, lower, upper: told.append(upper))
    mixture = decode(encode(found.mixture))
    assert 1 < mixture.lower < mixture.upper == told[-1] < told[0]
    assert verify_mixture(mixture).verified
    certificate = found.prove()
    assert check_certificate(certificate).proven and lower_bound(mixture, certificate) == mixture.lower


def test_many_classes_need_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value, "MOST_EXACT", 0)
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(MissingLibraryError, match=r"needs SciPy: pip install 'strategist-compiler\[static\]'"):
        find_value("mastermind(2,3)")
