"""The tree of the least error as a fit: what it claims, by which names, and what it refuses."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.utils.estimator_checks import check_estimator

from strategist import StrategyClassifier, StrategyIdentifier, check_certificate, verify_strategy
from strategist.checking.check_plain import check_plainly


def rows(seed: int, count: int = 30) -> tuple[np.ndarray, np.ndarray]:
    draw = np.random.default_rng(seed)
    X = draw.integers(0, 3, size=(count, 4))
    return X, (X[:, 0] + draw.integers(0, 2, size=count)) % 3


@pytest.mark.parametrize("seed", range(6))
def test_the_figure_is_what_the_tree_predicts_wrong_and_the_price_of_its_questions(seed: int) -> None:
    X, y = rows(seed)
    weights = np.random.default_rng(seed).integers(1, 4, size=len(y)) if seed % 2 else None
    tree = StrategyClassifier(objective="error", price=0.03, max_depth=3, certificate=True).fit(X, y, weights)
    asked = sum(bool(children) for children in tree.tree_.children)
    assert tree.proven_ and tree.figure_ == tree.bound_
    assert tree.figure_ == pytest.approx(1 - tree.score(X, y, weights) + 0.03 * asked)
    assert verify_strategy(tree.strategy_.data).verified and tree.strategy_.data.claims.size == asked
    assert check_certificate(tree.certificate_).proven and not check_plainly(tree.certificate_)
    # No pruning of a grown tree is better.
    pruned = StrategyClassifier(price=0.03, max_depth=3).fit(X, y, weights)
    questions = sum(bool(children) for children in pruned.tree_.children)
    assert tree.figure_ <= 1 - pruned.score(X, y, weights) + 0.03 * questions + 1e-9


def test_without_a_price_no_tree_of_that_depth_makes_fewer_errors() -> None:
    X, y = rows(7, 20)
    X = X[:, :2]
    best = min(
        sum(
            len(some) - max(np.bincount(some))
            for value in range(3)
            for other in range(3)
            if len(some := y[(X[:, first] == value) & (X[:, 1 - first] == other)])
        )
        for first in range(2)
    )
    tree = StrategyClassifier(objective="error", max_depth=2).fit(X, y)
    assert round((1 - tree.score(X, y)) * len(y)) == best


def test_ccp_alpha_is_the_price() -> None:
    X, y = load_iris(return_X_y=True)
    for more in ({}, {"objective": "error", "max_depth": 2}):
        one, other = (
            StrategyClassifier(price=0.02, **more).fit(X, y),
            StrategyClassifier(ccp_alpha=0.02, **more).fit(X, y),
        )
        assert one.tree_ == other.tree_ and one.figure_ == other.figure_
        assert clone(other).get_params()["ccp_alpha"] == 0.02
    searched = GridSearchCV(StrategyClassifier(), {"ccp_alpha": [0.0, 0.01, 0.4]}, cv=3).fit(X, y)
    assert searched.best_params_["ccp_alpha"] < 0.4


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (StrategyClassifier(ccp_alpha=-1), "ccp_alpha: expected a number from 0 on"),
        (StrategyClassifier(ccp_alpha=0.1, price=0.2), "ccp_alpha: expected no other price"),
        (StrategyClassifier(objective="error", max_leaf_nodes=3), "max_leaf_nodes: expected None"),
        (StrategyClassifier(objective="error", costs=[1, 2, 3, 4]), "expected a game without costs"),
        (StrategyIdentifier(objective="error"), "which needs classes"),
        (StrategyClassifier(objective="least"), "expected one of expected, size, depth, error"),
    ],
)
def test_what_means_nothing_is_refused(made: StrategyClassifier, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        made.fit(*rows(1))


def test_a_fit_may_end_before_its_proof_and_where_nothing_is_asked() -> None:
    X, y = rows(3, 60)
    short = StrategyClassifier(objective="error", price=0.001, proof=1).fit(X, y)
    whole = StrategyClassifier(objective="error", price=0.001).fit(X, y)
    assert short.bound_ <= whole.bound_ == whole.figure_ <= short.figure_ and whole.proven_
    for nothing in (StrategyClassifier(objective="error", max_depth=0), StrategyClassifier(objective="error", price=1)):
        assert nothing.fit(X, y).get_n_leaves() == 1
        assert set(nothing.predict(X)) == {np.bincount(y).argmax()}
    assert StrategyClassifier(objective="error").fit(X, np.zeros(60, dtype=int)).predict(X).tolist() == [0] * 60


def test_the_conventions_of_scikit_learn_hold() -> None:
    estimator = StrategyClassifier(objective="error", price=0.01, max_depth=2, max_thresholds=4)
    with warnings.catch_warnings():
        # A check that needs another library warns that it is left out.
        warnings.simplefilter("ignore")
        results = check_estimator(estimator, on_fail=None)
    assert {each["check_name"] for each in results if each["status"] == "failed"} == set()
    assert sum(each["status"] == "passed" for each in results) > 40
