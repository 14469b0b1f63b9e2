"""The estimator that asks until the class of a row is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from numpy.typing import NDArray

from strategist.estimators.equal_rows import EqualRows, heaviest
from strategist.estimators.fit_options import bar_of_fit
from strategist.estimators.fitted_game import Wording, make_table, texts_unlike
from strategist.estimators.fitted_tree import fitted, root_alone
from strategist.estimators.proof_of_tree import ERROR, least_error
from strategist.estimators.tree_estimator import TreeEstimator
from strategist.files.player import CompiledStrategy
from strategist.games.tables.table import Table
from strategist.search.state.options import Options


class StrategyClassifier(TreeEstimator):
    """A decision tree for classes, compiled by a strategy, pruned by a price and with a proof of how good it is.

    Parameters
    ----------
    strategy : str, default="entropy"
        A strategy of the package: ``entropy``, ``minimax``, ``most-parts``, ``entropy(per=cost)``, ``optimal(size)``, …
    numeric : None, "all" or list of names or numbers, default=None
        The features that are asked for by thresholds. None: those of floats, and with a warning those of dates and of
        whole numbers with more than 20 different values. All others are categorical.
    max_thresholds : int, default=16
        The most thresholds of a numeric feature: between all neighbours of its values, or quantiles of these.
    costs : dict or sequence of positive numbers, default=None
        What a question about each feature costs; a dict may leave out features that cost 1.
    max_depth : int, default=None
        The most questions about a row.
    max_leaf_nodes : int, default=None
        The most leaves.
    price : float, default=0.0
        What a question must gain: the pruning of the tree is kept that has the least
        ``lost + price * questions``, with ``lost`` the share of the mass that is not of the heaviest class of its leaf,
        and ``questions`` the number of nodes that ask.
    ccp_alpha : float, default=None
        The price by the name that scikit-learn has for it.
    proof : int, default=None
        The number of positions after which a search for the best tree that is not pruned ends; None for no search.
    objective : {"expected", "size", "depth", "error"}, default="expected"
        What that search makes least: the costs of the questions about a row on average, the questions of the tree, or
        the most questions about a row. With ``"error"`` nothing is grown and pruned: of all trees of at most
        ``max_depth`` questions in a row, the search finds that of the least ``lost + price * questions``, even without
        ``proof``; without a price, that of the fewest errors, and of those the fewest questions.
    certificate : bool, default=False
        Whether to write the evidence for the bound of that search. That may take far longer than the search.
    n_jobs : int, default=None
        The threads of that search; None for one, -1 for all processors.
    random_state : int, RandomState instance or None, default=None
        The seed of a strategy that draws, such as ``entropy(ties=random)``; all others draw nothing.
    verbose : int, default=0
        With 1 or more, bars on standard error show how far the fit is, and what the search has reached.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, sorted.
    n_features_in_ : int
        The number of features.
    feature_names_in_ : ndarray of shape (n_features,)
        Their names, where the table has names.
    strategy_ : CompiledStrategy or None
        The tree that predicts, to be verified, exported and played; None if it asks nothing.
    grown_ : CompiledStrategy or None
        The tree before it was pruned.
    tree_ : FittedTree
        The tree that predicts, with the masses of the classes at each node.
    figure_, bound_, gap_ : float or None
        The objective of ``grown_``, what no tree is below, and the difference; None without ``proof`` and without a
        ``time_limit`` in ``fit``.
    proven_ : bool
        Whether the gap is 0, in fractions.
    certificate_ : Certificate or None
        Evidence for the bound, for ``check_certificate`` and ``write_certificate``; None unless ``certificate``.
    feature_importances_ : ndarray of shape (n_features,)
        How much of what the tree tells about the class comes from each feature.

    Examples
    --------
    >>> from strategist.estimators.classifier import StrategyClassifier
    >>> X = [["fur", "small"], ["fur", "large"], ["feathers", "small"], ["scales", "large"]]
    >>> tree = StrategyClassifier(proof=1000).fit(X, ["mammal", "mammal", "bird", "fish"])
    >>> tree.predict([["feathers", "large"]]).tolist(), tree.get_depth(), tree.proven_
    (['bird'], 1, True)
    """

    def _game(
        self, rows: EqualRows, wording: Wording, costs: Sequence[Fraction] | None, labels: NDArray[Any]
    ) -> Table | None:
        kinds = list(map(heaviest, rows.masses))
        if len(set(kinds)) < 2:
            return None
        texts = texts_unlike(map(str, labels))
        secrets = [str(group + 1) for group in range(len(kinds))]
        masses = [sum(each.values()) for each in rows.masses]
        return make_table(rows.codes, wording, secrets, masses, costs, [texts[kind] for kind in kinds])

    def _least_error(
        self, rows: EqualRows, wording: Wording, costs: Sequence[Fraction] | None, options: Options
    ) -> None:
        """Find the tree of the least error: each class of a group of equal rows is a secret."""
        self._tell(None)
        self.grown_: CompiledStrategy | None = None
        self.strategy_: CompiledStrategy | None = None
        self.tree_ = root_alone(rows)
        if len({kind for masses in rows.masses for kind in masses}) < 2 or self.max_depth == 0:
            return
        held = [(group, kind) for group, masses in enumerate(rows.masses) for kind in sorted(masses)]
        groups = [group for group, _ in held]
        masses = [rows.masses[group][kind] for group, kind in held]
        texts = texts_unlike(map(str, self.classes_))
        game = make_table(
            rows.codes[groups],
            wording,
            [str(secret + 1) for secret in range(len(held))],
            masses,
            costs,
            [texts[kind] for _, kind in held],
            mixed=len(held) > len(rows.masses),
        )
        # Without a price, all questions of a tree together count less than one error.
        price = Fraction(str(float(self._price()))) or Fraction(1, 10 ** len(str(sum(masses) * len(held))))
        with bar_of_fit(self.verbose, ERROR) as progress:
            proof = least_error(game, min(price, Fraction(1)), self.max_depth, replace(options, progress=progress))
        self._tell(proof)
        self.grown_ = self.strategy_ = CompiledStrategy(proof.data)
        self.tree_ = fitted(proof.data.tree, game, rows, [groups.index(group) for group in range(len(rows.masses))])
