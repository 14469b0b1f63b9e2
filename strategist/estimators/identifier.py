"""The estimator that asks until a row is known."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from strategist.estimators.equal_rows import EqualRows
from strategist.estimators.fitted_game import Wording, make_table
from strategist.estimators.tree_estimator import TreeEstimator
from strategist.games.tables.contents import JOINT
from strategist.games.tables.table import Table


class StrategyIdentifier(TreeEstimator):
    """A decision tree that identifies the rows of a table, such as the species of a key.

    It asks until one row is left, or rows that no question tells apart. The parameters and attributes, ``classes_``,
    ``n_features_in_`` and ``feature_names_in_`` among them, are those of
    :class:`~strategist.estimators.classifier.StrategyClassifier`. Rows may share a label; they are told apart all the
    same.

    Examples
    --------
    >>> from strategist.estimators.identifier import StrategyIdentifier
    >>> X = [["fur", "small"], ["fur", "large"], ["feathers", "small"], ["scales", "large"]]
    >>> tree = StrategyIdentifier().fit(X, ["mouse", "cow", "wren", "carp"])
    >>> tree.predict([["fur", "large"]]).tolist(), tree.get_n_leaves()
    (['cow'], 4)
    """

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None, *, time_limit: float | None = None) -> Self:
        """Compile the tree for a table of features.

        Parameters
        ----------
        X : array-like or frame of shape (n_samples, n_features)
            Values of any kind; None, NaN and NA are missing.
        y : array-like of shape (n_samples,), default=None
            The label of each row; None for the number of each row, from 0 on.
        sample_weight : array-like of shape (n_samples,), default=None
            Non-negative masses: how often each row is asked for.
        time_limit : float, default=None
            Seconds for the search for the best tree, which begins with it even without ``proof``.

        Returns
        -------
        self : object
            The estimator.
        """
        return super().fit(X, y, sample_weight, time_limit=time_limit)

    def _labels(self, y: Any, count: int) -> NDArray[Any]:
        return np.arange(count) if y is None else super()._labels(y, count)

    def _check_labels(self, y: NDArray[Any]) -> None:
        # Each row may have a label of its own, of which scikit-learn would warn.
        if y.dtype.kind == "f" and (y % 1).any():
            raise ValueError("Unknown label type: expected names or whole numbers, got numbers that are not whole")

    def _game(
        self, rows: EqualRows, wording: Wording, costs: Sequence[Fraction] | None, labels: NDArray[Any]
    ) -> Table | None:
        if len(rows.masses) < 2:
            return None
        # Rows that no question tells apart are one secret under all their names.
        names = [JOINT.join(str(labels[kind]) for kind in sorted(masses)) for masses in rows.masses]
        return make_table(rows.codes, wording, names, [sum(each.values()) for each in rows.masses], costs, None)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = False
        return tags
