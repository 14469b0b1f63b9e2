"""What is read off a fitted tree: predictions, the way of each row, which features matter, and the tree itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.utils.validation import check_is_fitted

from strategist.estimators.equal_rows import Masses, heaviest
from strategist.estimators.feature_columns import Categories, Numbers
from strategist.estimators.feature_tables import columns_of, encode
from strategist.estimators.fitted_game import Question
from strategist.estimators.fitted_tree import LEAF, FittedTree
from strategist.estimators.tree_plot import plot_tree
from strategist.estimators.tree_text import Answers, answer_texts, tree_text


class ReadableTree:
    """What every estimator here tells of its tree, once it is fitted."""

    tree_: FittedTree
    columns_: list[Categories | Numbers]
    questions_: list[Question]
    classes_: NDArray[Any]
    n_features_in_: int

    def apply(self, X: Any) -> NDArray[np.intp]:
        """The node at which each row stops.

        Parameters
        ----------
        X : array-like or frame of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
            The number of a leaf, or of the node whose question has an answer that no row of the fit gave there.
        """
        check_is_fitted(self)
        columns, _, count = columns_of(self, X, reset=False)
        return self.tree_.node_of(self.columns_, self.questions_, encode(columns, self.columns_), count)

    def decision_path(self, X: Any) -> csr_matrix:
        """The nodes that each row comes to.

        Parameters
        ----------
        X : array-like or frame of shape (n_samples, n_features)

        Returns
        -------
        csr_matrix of shape (n_samples, n_nodes)
            1 where a row comes to a node. Nodes are numbered level by level, as the positions of ``strategy_``.
        """
        stops = self.apply(X)
        paths = self.tree_.paths()
        ways = [paths[node] for node in stops.tolist()]
        bounds = np.cumsum([0, *map(len, ways)])
        nodes = np.array([node for way in ways for node in way], dtype=np.intp)
        return csr_matrix((np.ones(len(nodes), dtype=np.int64), nodes, bounds), shape=(len(ways), len(paths)))

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The share of each class in the mass of the rows of the fit that stop where a row stops.

        Parameters
        ----------
        X : array-like or frame of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            The classes stand in the order of ``classes_``.
        """
        nodes, place = np.unique(self.apply(X), return_inverse=True)
        shares = np.zeros((len(nodes), len(self.classes_)))
        for row, node in enumerate(nodes.tolist()):
            masses = self.tree_.masses[node]
            whole = sum(masses.values())
            for kind, mass in masses.items():
                shares[row, kind] = mass / whole
        return shares[place]

    def predict(self, X: Any) -> NDArray[Any]:
        """The class with the greatest mass where each row stops; of several, the first of ``classes_``.

        Parameters
        ----------
        X : array-like or frame of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        stops = self.apply(X)
        kinds = {node: heaviest(self.tree_.masses[node]) for node in np.unique(stops).tolist()}
        return self.classes_[[kinds[node] for node in stops.tolist()]]

    def get_n_leaves(self) -> int:
        """The number of leaves of the tree that predicts."""
        check_is_fitted(self)
        return len(self.tree_.leaves)

    def get_depth(self) -> int:
        """The most questions that the tree asks about a row."""
        check_is_fitted(self)
        return max(self.tree_.depths)

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """How much of what the tree tells about the class comes from each feature, an array of n_features.

        Each node adds the information about the class that its answers give, in bits, times the mass that comes there,
        to the feature that it asks for. The sum is 1, or 0 of a tree that tells nothing.
        """
        check_is_fitted(self)
        tree, told = self.tree_, np.zeros(self.n_features_in_)
        missing = list(map(_missing, tree.masses))
        for node, question in enumerate(tree.asks):
            if question != LEAF:
                gained = missing[node] - sum(missing[child] for child in tree.children[node].values())
                told[self.questions_[question].feature] += max(0.0, gained)
        whole = told.sum()
        return told / whole if whole > 0 else told

    def export_text(self, *, max_depth: int | None = None, show_weights: bool = False) -> str:
        """The tree as text, a line for each answer and each leaf, as ``sklearn.tree.export_text`` writes it.

        Parameters
        ----------
        max_depth : int, default=None
            How deep to go; None for the whole tree.
        show_weights : bool, default=False
            Whether leaves tell the masses of all classes, in the order of ``classes_``, in whole numbers.

        Returns
        -------
        str

        Examples
        --------
        >>> from strategist.estimators.classifier import StrategyClassifier
        >>> tree = StrategyClassifier().fit([[0.5], [1.5], [2.5]], ["low", "low", "high"])
        >>> print(tree.export_text(show_weights=True), end="")
        |--- x0 <= 2.0
        |   |--- class: low, weights: [0, 2]
        |--- x0 > 2.0
        |   |--- class: high, weights: [1, 0]
        """
        check_is_fitted(self)
        return tree_text(self.tree_, self._answers(), list(map(str, self.classes_)), max_depth, show_weights)

    def plot(self, ax: Any = None, *, max_depth: int | None = None) -> Any:
        """Draw the tree with matplotlib: what each node asks and answers, colored by its heaviest class.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Where to draw; None for a new figure.
        max_depth : int, default=None
            How deep to go; None for the whole tree.

        Returns
        -------
        Axes
        """
        check_is_fitted(self)
        answers, names = self._answers(), self._feature_names()
        asked = [str(names[question.feature]) for question in self.questions_]
        return plot_tree(self.tree_, asked, answers, list(map(str, self.classes_)), ax, max_depth)

    def _feature_names(self) -> Sequence[Any]:
        """The names of the features, made up where the table has none."""
        return getattr(self, "feature_names_in_", [f"x{place}" for place in range(self.n_features_in_)])

    def _answers(self) -> Answers:
        names = self._feature_names()
        return [
            answer_texts(self.columns_[question.feature], question, str(names[question.feature]))
            for question in self.questions_
        ]


def _missing(masses: Masses) -> float:
    """The information about the class that is missing at a node, in bits, times its mass."""
    whole = sum(masses.values())
    return math.fsum(mass * math.log2(whole / mass) for mass in masses.values() if mass)
