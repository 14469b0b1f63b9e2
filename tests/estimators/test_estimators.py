"""Estimators: what they predict is what their verified tree says, weights are repeated rows, and proofs hold."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_iris, load_wine
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from strategist import (
    StrategyClassifier,
    StrategyIdentifier,
    check_certificate,
    compile_strategy,
    read_certificate,
    read_strategy,
    verify_strategy,
    write_certificate,
    write_strategy,
)
from strategist.checking.check_plain import check_plainly
from strategist.files.player import CompiledStrategy

Rows = list[list[Any]]
PETS = [["fur", 4, "yes"], ["fur", 4, "no"], ["feathers", 2, "no"], [None, 0, "no"], ["fur", 2, "no"]]
KINDS = ["dog", "cat", "hen", "fish", "ape"]


def random_table(number: int) -> tuple[Rows, list[str], list[int]]:
    """A small table of mixed columns with missing values and equal rows, labels, and weights with zeros."""
    draw = Random(number)
    count = draw.randint(4, 24)
    kinds = [draw.choice(("word", "number", "count")) for _ in range(draw.randint(1, 5))]
    values = {
        "word": lambda: draw.choice(["a", "b", "c", None]),
        "number": lambda: draw.choice([0.5, 1.5, 2.0, 7.25, float("nan")]),
        "count": lambda: draw.randint(0, 2),
    }
    rows = [[values[kind]() for kind in kinds] for _ in range(count)]
    labels = [draw.choice(["yes", "no", "perhaps"][: draw.randint(1, 3)]) for _ in rows]
    weights = [draw.choice([0, 1, 1, 2, 3]) for _ in rows]
    weights[0] = 1
    return rows, labels, weights


def frame_of(rows: Rows) -> pd.DataFrame:
    return pd.DataFrame({f"c{place}": [row[place] for row in rows] for place in range(len(rows[0]))})


def walked(estimator: StrategyClassifier, strategy: CompiledStrategy, row: dict[str, Any]) -> str | None:
    """The class at which play ends for a row that has been in the fit; by the texts of its questions alone."""
    play = strategy.start()
    while not play.solved:
        assert play.guess is not None
        name, below, threshold = play.guess.partition("<=")
        value = row[name]
        missing = value is None or value != value
        if below:
            play.respond("missing" if missing else "yes" if value <= float(threshold) else "no")
        else:
            play.respond("missing" if missing else str(value))
    return play.secret


@pytest.mark.parametrize("number", range(30))
def test_predictions_are_those_of_the_verified_tree(number: int) -> None:
    rows, labels, weights = random_table(number)
    frame = frame_of(rows)
    limits = [{}, {"price": 0.05}, {"max_depth": 2}, {"max_leaf_nodes": 3}][number % 4]
    estimator = StrategyClassifier(max_thresholds=4, **limits).fit(frame, labels, weights)
    said = estimator.predict(frame)
    assert (said == estimator.classes_[estimator.predict_proba(frame).argmax(axis=1)]).all()
    if estimator.strategy_ is None:
        assert estimator.get_n_leaves() == 1 and len(set(said)) == 1
        return
    assert verify_strategy(estimator.strategy_.data).verified
    for row, weight, label in zip(frame.to_dict("records"), weights, said, strict=True):
        if weight:
            assert walked(estimator, estimator.strategy_, row) == label
    path = estimator.decision_path(frame)
    assert path.shape == (len(rows), len(estimator.tree_.asks))
    assert (np.asarray(path.sum(axis=1)).ravel() - 1).max() <= estimator.get_depth()
    assert (path[np.arange(len(rows)), estimator.apply(frame)] == 1).all()


@pytest.mark.parametrize("number", range(30))
@pytest.mark.parametrize("kind", [StrategyClassifier, StrategyIdentifier])
def test_a_weight_is_a_number_of_equal_rows(number: int, kind: type[StrategyClassifier]) -> None:
    rows, labels, weights = random_table(number)
    frame = frame_of(rows)
    order = [place for place, weight in enumerate(weights) for _ in range(weight)]
    Random(number).shuffle(order)
    # Whole columns of missing values change their type.
    again = frame.iloc[order].reset_index(drop=True)
    limits = [{}, {"price": 0.05}, {"max_leaf_nodes": 3}][number % 3]
    weighed = kind(max_thresholds=2, **limits).fit(frame, labels, weights)
    repeated = kind(max_thresholds=2, **limits).fit(again, [labels[place] for place in order])
    assert weighed.tree_.asks == repeated.tree_.asks
    assert (weighed.predict(frame) == repeated.predict(frame)).all()
    shares = weighed.predict_proba(frame)
    there = [weighed.classes_.tolist().index(each) for each in repeated.classes_]
    assert np.array_equal(shares[:, there], repeated.predict_proba(frame))


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("objective", ["expected", "size", "depth"])
def test_proofs_hold(number: int, objective: str) -> None:
    rows, labels, weights = random_table(100 + number)
    costs = {0: 2.5} if number % 2 else None
    options = {"costs": costs, "max_thresholds": 3, "objective": objective, "certificate": True}
    estimator = StrategyClassifier(proof=100_000, **options).fit(rows, labels, weights)
    if estimator.grown_ is None:
        assert estimator.bound_ is estimator.certificate_ is None and not estimator.proven_
        return
    assert estimator.proven_ and estimator.gap_ == 0.0
    game = estimator.grown_.game
    plain = compile_strategy(game, f"optimal({objective})", plain=True).data
    assert plain.lower_bound == estimator.grown_.data.bounded_figure == estimator.certificate_.bound
    assert check_certificate(estimator.certificate_).proven and not check_plainly(estimator.certificate_)
    assert verify_strategy(estimator.grown_.data).verified
    early = StrategyClassifier(proof=0, **options).fit(rows, labels, weights)
    assert early.bound_ <= estimator.figure_ <= early.figure_


def test_figures_are_those_of_the_rows() -> None:
    costs = {"c0": 3, "c2": 0.5}
    rows, labels, weights = random_table(7)
    frame = frame_of([[*row, "x"] for row in rows])[["c0", "c1", "c2"]]
    estimator = StrategyClassifier(costs=costs, proof=1000).fit(frame, labels, weights)
    tree = estimator.tree_
    price = [costs.get(f"c{each.feature}", 1) for each in estimator.questions_]
    paid = [sum(price[tree.asks[node]] for node in way[:-1]) for way in tree.paths()]
    ends = estimator.apply(frame)
    average = sum(paid[end] * weight for end, weight in zip(ends, weights, strict=True)) / sum(weights)
    assert estimator.figure_ == pytest.approx(average)


def test_a_fit_is_repeatable_and_is_kept(tmp_path: Path) -> None:
    X, y = load_wine(return_X_y=True)
    first, second = (StrategyClassifier(max_thresholds=6, proof=300).fit(X, y) for _ in range(2))
    assert first.tree_ == second.tree_ and (first.bound_, first.figure_) == (second.bound_, second.figure_)
    assert not first.proven_ and first.bound_ < first.figure_
    kept = pickle.loads(pickle.dumps(first))
    assert kept.tree_ == first.tree_ and (kept.predict(X) == first.predict(X)).all()
    write_strategy(tmp_path / "wine.msgpack", kept.strategy_.data)
    again = read_strategy(tmp_path / "wine.msgpack")
    assert verify_strategy(again).verified and again.claims == first.strategy_.claims
    small = StrategyClassifier(proof=50, certificate=True, max_thresholds=2).fit(X, y)
    write_certificate(tmp_path / "wine.certificate", small.certificate_)
    assert check_certificate(read_certificate(tmp_path / "wine.certificate")).proven


def test_a_pruned_tree_is_written_and_read(tmp_path: Path) -> None:
    X, y = load_iris(return_X_y=True)
    estimator = StrategyClassifier(price=0.01).fit(X, y)
    assert estimator.get_n_leaves() < len(StrategyClassifier().fit(X, y).tree_.leaves)
    write_strategy(tmp_path / "iris.msgpack", estimator.strategy_.data)
    again = read_strategy(tmp_path / "iris.msgpack")
    assert again.strategy == "pruned(entropy)" and verify_strategy(again).verified


def test_what_was_never_seen_is_answered_by_the_masses_there() -> None:
    tree = StrategyClassifier().fit([["a"], ["b"], ["d"], ["d"]], ["x", "y", "z", "z"])
    assert tree.predict_proba([["c"]]).tolist() == [[0.25, 0.25, 0.5]]
    assert tree.predict([["c"], [None], ["b"]]).tolist() == ["z", "z", "y"]
    assert tree.apply([["c"], ["a"]]).tolist() == [0, 1]


def test_equal_rows_go_by_majority() -> None:
    X = [["a"], ["a"], ["a"], ["b"]]
    tree = StrategyClassifier().fit(X, ["x", "x", "y", "y"])
    assert tree.predict([["a"]]).tolist() == ["x"]
    assert tree.predict_proba([["a"]])[0] == pytest.approx([2 / 3, 1 / 3])
    named = StrategyIdentifier().fit(X, ["p", "q", "q", "r"])
    assert named.strategy_.game.names(named.strategy_.game.secrets[0]) == ("p/q",)
    assert named.predict(X).tolist() == ["q", "q", "q", "r"]


def test_identifier_knows_every_row() -> None:
    tree = StrategyIdentifier().fit(PETS, KINDS)
    assert tree.score(PETS, KINDS) == 1.0 and tree.get_n_leaves() == len(PETS)
    assert verify_strategy(tree.strategy_.data).verified
    assert StrategyIdentifier().fit(PETS).predict(PETS).tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("make", [lambda rows: rows, lambda rows: np.array(rows, dtype=object), frame_of])
def test_all_ways_to_write_a_table_are_one(make: Any) -> None:
    rows = [[str(row[0]), row[1], row[2]] for row in PETS]
    tree = StrategyClassifier().fit(make(rows), KINDS)
    assert tree.predict(make(rows)).tolist() == KINDS
    assert tree.tree_ == StrategyClassifier().fit(rows, KINDS).tree_


def test_frames_keep_the_types_and_names_of_their_columns() -> None:
    data = {"cover": ["fur", "fur", None], "legs": [4, 2, 0], "weight": [7.5, None, 1.0]}
    for frame in (pd.DataFrame(data), pl.DataFrame(data)):
        tree = StrategyClassifier().fit(frame, ["x", "y", "z"])
        assert tree.feature_names_in_.tolist() == list(data)
        assert [type(each).__name__ for each in tree.columns_] == ["Categories", "Categories", "Numbers"]
        assert tree.predict(frame).tolist() == ["x", "y", "z"]
    tree = StrategyClassifier(numeric=["legs"]).fit(pd.DataFrame(data), ["x", "y", "z"])
    assert [type(each).__name__ for each in tree.columns_] == ["Categories", "Numbers", "Categories"]
    odd = [[{"a": 1}, True], [[2], 1.5], ["a:b", "=c"], ["a b", ""], ["a_b", "\n"]]
    tree = StrategyIdentifier().fit(pd.DataFrame(odd, columns=["=x: y", "\t"]), list("vwxyz"))
    assert tree.score(pd.DataFrame(odd, columns=["=x: y", "\t"]), list("vwxyz")) == 1.0


def test_it_works_with_the_rest_of_scikit_learn() -> None:
    X, y = load_iris(return_X_y=True, as_frame=True)
    grid = {"price": [0.0, 0.01], "max_thresholds": [2, 8]}
    found = GridSearchCV(StrategyClassifier(), grid, cv=3, n_jobs=1).fit(X, y)
    assert found.best_score_ > 0.9
    joined = make_pipeline(
        ColumnTransformer([("scaled", StandardScaler(), list(X.columns[:2]))], remainder="passthrough"),
        StrategyClassifier(max_depth=3),
    ).fit(X, y)
    assert joined.score(X, y) > 0.9
    assert clone(found.best_estimator_).get_params() == found.best_estimator_.get_params()


@pytest.mark.thorough
def test_it_works_in_other_processes() -> None:
    X, y = load_iris(return_X_y=True)
    found = GridSearchCV(StrategyClassifier(), {"price": [0.0, 0.01]}, cv=3, n_jobs=2).fit(X, y)
    assert found.best_score_ > 0.9


@pytest.mark.parametrize("kind", [StrategyClassifier, StrategyIdentifier])
def test_scikit_learn_finds_nothing_wrong(kind: type[StrategyClassifier]) -> None:
    with warnings.catch_warnings():
        # A check that needs another library warns that it is left out.
        warnings.simplefilter("ignore")
        results = check_estimator(kind(), on_fail=None)
    assert {each["check_name"] for each in results if each["status"] == "failed"} == set()
    assert sum(each["status"] == "passed" for each in results) > 40


WRONG = [
    ({"max_thresholds": 0}, "max_thresholds: expected a whole number from 1 on, got 0"),
    ({"max_leaf_nodes": 1.5}, "max_leaf_nodes: expected a whole number from 1 on, got 1.5"),
    ({"price": -1}, "price: expected a number from 0 on, got -1"),
    ({"objective": "worst"}, "objective: expected one of expected, size, depth, error, got 'worst'$"),
    ({"objective": "lexicographic"}, "objective: .*, got 'lexicographic', which needs a last guess that names the"),
    ({"objective": "cost=1:2:10"}, "objective: .*, got 'cost=1:2:10', which needs a last guess that names the secret"),
    ({"numeric": "some"}, "numeric: expected None, 'all' or a list of features, got 'some'"),
    ({"numeric": [0]}, "expected a number in a numeric column, got 'fur'"),
    ({"numeric": ["legs"]}, "numeric: expected the name or the number of one of 3 features, got 'legs'"),
    ({"costs": [1, 2]}, "costs: expected 3, one for each feature, got 2"),
    ({"costs": {1: 0}}, "costs: expected positive numbers"),
    ({"strategy": "nothing"}, "nothing"),
    ({"n_jobs": 0}, "n_jobs: expected a number of threads, -1 for all, or None, got 0"),
]


@pytest.mark.parametrize(("given", "told"), WRONG)
def test_errors_say_what_was_expected(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        StrategyClassifier(**given).fit(PETS, KINDS)


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield
