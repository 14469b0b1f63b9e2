"""What people of scikit-learn expect of an estimator: how columns are read, importances, texts, plots, time limits."""

from __future__ import annotations

import datetime
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.tree import DecisionTreeClassifier
from sklearn.tree import export_text as sklearn_text

from strategist import StrategyClassifier, StrategyIdentifier, check_certificate, verify_strategy


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def days(count: int) -> list[datetime.date]:
    return [datetime.date(2024, 1, 1) + datetime.timedelta(days=3 * number) for number in range(count)]


def kinds_of(estimator: StrategyClassifier) -> list[str]:
    return [type(each).__name__ for each in estimator.columns_]


AGES = list(range(18, 68))
TAKEN = [
    ("arrays of whole numbers", np.array(AGES)),
    ("arrays of objects", np.array(AGES, dtype=object)),
    ("days", np.array(days(50), dtype="datetime64[D]")),
    ("days as objects", np.array(days(50), dtype=object)),
    ("spans", np.array(AGES, dtype="timedelta64[h]")),
    ("pandas' times", pd.Series(pd.to_datetime(days(50)))),
    ("pandas' times of a zone", pd.Series(pd.to_datetime(days(50)).tz_localize("Europe/Berlin"))),
    ("pandas' numbers that may be missing", pd.Series([*AGES[:49], None], dtype="Int64")),
    ("polars' days", pl.Series(days(50))),
]


@pytest.mark.parametrize(("what", "column"), TAKEN, ids=[what for what, _ in TAKEN])
def test_one_warning_says_what_is_read_as_numbers(what: str, column: Any) -> None:
    module = pl if isinstance(column, pl.Series) else pd
    table = column.reshape(-1, 1) if isinstance(column, np.ndarray) else module.DataFrame({"x0": column, "x1": column})
    labels = ["young" if number < 20 else "old" for number in range(50)]
    with pytest.warns(UserWarning, match="read as numbers: x0") as told:
        tree = StrategyClassifier(max_thresholds=100).fit(table, labels)
    assert len(told) == 1 and told[0].filename == __file__
    assert set(kinds_of(tree)) == {"Numbers"} and tree.score(table, labels) == 1.0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        named = StrategyClassifier(numeric="all", max_thresholds=100).fit(table, labels)
        categories = StrategyClassifier(numeric=[]).fit(table, labels)
    assert named.tree_ == tree.tree_
    assert set(kinds_of(categories)) == {"Categories"} and categories.get_n_leaves() == 50


def test_few_whole_numbers_are_categories() -> None:
    rows = np.arange(40).reshape(-1, 1) % 20
    tree = StrategyClassifier().fit(rows, rows[:, 0] % 3)
    assert kinds_of(tree) == ["Categories"] and tree.get_depth() == 1


def test_many_whole_numbers_generalize() -> None:
    draw = np.random.default_rng(1)
    rows = draw.integers(0, 1000, size=(600, 4))
    labels = (rows[:, 0] > 400) & (rows[:, 1] < 700)
    with pytest.warns(UserWarning, match="read as numbers: x0, x1, x2, x3 "):
        tree = StrategyClassifier(max_leaf_nodes=8).fit(rows[:300], labels[:300])
    assert tree.score(rows[300:], labels[300:]) > 0.9


def test_dates_are_told_as_dates() -> None:
    frame = pd.DataFrame(
        {"when": pd.to_datetime(["2024-01-01", "2024-01-03", "2024-01-03T12:00", None], format="mixed")}
    )
    with pytest.warns(UserWarning, match="read as numbers: when"):
        tree = StrategyClassifier().fit(frame, ["a", "b", "c", "d"])
    assert tree.strategy_ is not None and verify_strategy(tree.strategy_.data).verified
    asked = {name.partition("<=")[2] for name in map(tree.strategy_.game.format_code, range(2))}
    assert asked == {"2024-01-02", "2024-01-03T06_00_00"}
    assert tree.predict(frame).tolist() == ["a", "b", "c", "d"]
    assert "when <= 2024-01-02\n" in tree.export_text() and "when missing\n" in tree.export_text()


def bits_and_labels(number: int) -> tuple[np.ndarray, np.ndarray]:
    """A function of few bits that two ways to grow a tree agree on, because no two questions tell equally much."""
    draw = np.random.default_rng(number)
    rows = draw.random((200, 3))
    return rows, (rows[:, 0] > 0.7).astype(int) + 2 * (rows[:, 1] > 0.45)


@pytest.mark.parametrize("number", range(5))
def test_importances_and_texts_are_those_of_scikit_learn(number: int) -> None:
    rows, labels = bits_and_labels(number)
    ours = StrategyClassifier(max_thresholds=1000).fit(rows, labels)
    theirs = DecisionTreeClassifier(criterion="entropy", random_state=0).fit(rows, labels)
    assert ours.feature_importances_ == pytest.approx(theirs.feature_importances_)
    mine = [line.split("x")[0] for line in ours.export_text().splitlines()]
    other = sklearn_text(theirs, feature_names=["x0", "x1", "x2"]).splitlines()
    assert mine == [line.split("x")[0] for line in other]
    # What is asked for is the same, too, and so are the leaves: thresholds are rounded there.
    features = [line.split("x")[1][:1] for line in ours.export_text().splitlines() if "x" in line]
    assert features == [line.split("x")[1][:1] for line in other if "x" in line]


def test_a_tree_that_asks_nothing_has_no_importances() -> None:
    tree = StrategyClassifier().fit([["a"], ["b"]], [1, 1])
    assert tree.feature_importances_.tolist() == [0.0] and tree.export_text() == "|--- class: 1\n"


def test_texts_end_where_they_are_told_to() -> None:
    rows, _ = bits_and_labels(1)
    tree = StrategyIdentifier(max_thresholds=1000).fit(rows[:20], np.arange(20))
    cut = tree.export_text(max_depth=1)
    assert sum(int(line.split()[-2]) for line in cut.splitlines() if "truncated" in line) + cut.count("class:") == 20
    assert tree.export_text().count("class:") == 20


def test_plots_show_every_node_once() -> None:
    pytest.importorskip("matplotlib").use("Agg")
    import matplotlib.pyplot as plt

    rows, labels = bits_and_labels(2)
    tree = StrategyClassifier(max_thresholds=1000).fit(rows, labels)
    axes = tree.plot()
    boxes = [text.get_text() for text in axes.texts if text.get_bbox_patch() is not None]
    assert len(boxes) == len(tree.tree_.asks) and len(axes.lines) == len(boxes) - 1
    assert sorted(text for text in boxes if text.isdigit()) == sorted(
        str(tree.classes_[max(tree.tree_.masses[leaf], key=tree.tree_.masses[leaf].get)]) for leaf in tree.tree_.leaves
    )
    fewer = tree.plot(plt.figure().subplots(), max_depth=1)
    assert len([text for text in fewer.texts if text.get_bbox_patch() is not None]) == 3
    plt.close("all")


def random_rows(number: int) -> tuple[list[list[str]], list[str]]:
    draw = Random(number)
    return [[draw.choice("abc") for _ in range(8)] for _ in range(60)], [draw.choice("xyz") for _ in range(60)]


def test_a_time_limit_gives_a_bound_and_a_gap() -> None:
    rows, labels = random_rows(1)
    soon = StrategyClassifier().fit(rows, labels, time_limit=0)
    assert soon.gap_ is not None and soon.gap_ >= 0 and soon.bound_ + soon.gap_ == pytest.approx(soon.figure_)
    rows, labels = rows[:12], labels[:12]
    tree = StrategyClassifier(certificate=True, n_jobs=2).fit(rows, labels, time_limit=60)
    assert tree.proven_ and tree.gap_ == 0.0 and check_certificate(tree.certificate_).proven
    assert StrategyIdentifier().fit(rows, time_limit=60).proven_
    with pytest.raises(ValueError, match="time_limit: expected seconds from 0 on, or None, got -1"):
        tree.fit(rows, labels, time_limit=-1)


def test_a_state_decides_draws_alone() -> None:
    rows, labels = random_rows(2)
    drawn = [StrategyClassifier("entropy(ties=random)", random_state=state).fit(rows, labels) for state in (0, 0, 1)]
    assert drawn[0].tree_ == drawn[1].tree_ and drawn[0].strategy_.name != drawn[2].strategy_.name
    assert StrategyClassifier(random_state=1).fit(rows, labels).tree_ == StrategyClassifier().fit(rows, labels).tree_
    named = StrategyClassifier("entropy(ties=random,seed=5)", random_state=np.random.RandomState(3)).fit(rows, labels)
    assert named.strategy_.name == "entropy(ties=random,seed=5)"


def test_bars_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    rows, labels = random_rows(3)
    StrategyClassifier(proof=100).fit(rows, labels)
    assert capsys.readouterr() == ("", "")
    StrategyClassifier(proof=100, verbose=1).fit(rows, labels)
    told = capsys.readouterr()
    assert not told.out and "entropy: 100%" in told.err and "optimal(expected,size)" in told.err
