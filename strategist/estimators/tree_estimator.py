"""What the estimators have in common: the parameters, the fit, and what is read off the tree.

The conventions are those of scikit-learn: https://scikit-learn.org/stable/developers/develop.html
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    _check_sample_weight,
    check_array,
    check_consistent_length,
    column_or_1d,
)

from strategist.estimators.equal_rows import EqualRows, group_rows, whole_masses
from strategist.estimators.feature_columns import (
    Categories,
    Numbers,
    categories_of,
    is_of_dates,
    numbers_in,
    numbers_of,
)
from strategist.estimators.feature_tables import columns_of, encode, numeric_features, place_of
from strategist.estimators.fit_options import bar_of_fit, options_of_fit, strategy_of_fit
from strategist.estimators.fitted_game import Wording, make_table, questions_of, texts_unlike, word
from strategist.estimators.fitted_tree import fitted, followed, kinds_at, root_alone
from strategist.estimators.proof_of_tree import ERROR, OBJECTIVES, TreeProof, prove
from strategist.estimators.pruning import prune
from strategist.estimators.tree_reading import ReadableTree
from strategist.files.player import CompiledStrategy
from strategist.files.strategy import StrategyData
from strategist.games.tables.table import Table
from strategist.model.objective import COST, EXPECTED, LEXICOGRAPHIC
from strategist.model.trees.figures import claims_of
from strategist.search.compile.compile import compile_strategy
from strategist.search.state.options import Options

NO_TARIFF = ", which needs a last guess that names the secret, while a leaf of this tree names a class or a row"


class TreeEstimator(ReadableTree, ClassifierMixin, BaseEstimator):
    """A tree over the rows of a table. Subclasses say what is asked for: :meth:`_game`."""

    def __init__(
        self,
        strategy: str = "entropy",
        *,
        numeric: Any = None,
        max_thresholds: int = 16,
        costs: Any = None,
        max_depth: int | None = None,
        max_leaf_nodes: int | None = None,
        price: float = 0.0,
        ccp_alpha: float | None = None,
        proof: int | None = None,
        objective: str = EXPECTED.name,
        certificate: bool = False,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
    ) -> None:
        self.strategy = strategy
        self.numeric = numeric
        self.max_thresholds = max_thresholds
        self.costs = costs
        self.max_depth = max_depth
        self.max_leaf_nodes = max_leaf_nodes
        self.price = price
        self.ccp_alpha = ccp_alpha
        self.proof = proof
        self.objective = objective
        self.certificate = certificate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _game(
        self, rows: EqualRows, wording: Wording, costs: Sequence[Fraction] | None, labels: NDArray[Any]
    ) -> Table | None:
        """The game of groups of equal rows; None where nothing is to be asked. ``labels`` are those of the fit."""
        raise NotImplementedError  # both subclasses do it

    def _least_error(
        self,
        rows: EqualRows,
        wording: Wording,
        costs: Sequence[Fraction] | None,
        options: Options,
    ) -> None:
        """Find the tree of the least error."""
        raise ValueError(f"objective: expected one of {', '.join(OBJECTIVES)}, got {ERROR!r}, which needs classes")

    def fit(self, X: Any, y: Any, sample_weight: Any = None, *, time_limit: float | None = None) -> Self:
        """Compile the tree for a table of features.

        Parameters
        ----------
        X : array-like or frame of shape (n_samples, n_features)
            Values of any kind; None, NaN and NA are missing.
        y : array-like of shape (n_samples,)
            The label of each row.
        sample_weight : array-like of shape (n_samples,), default=None
            Non-negative masses. A row of weight 2 counts like two rows, and one of weight 0 is left out.
        time_limit : float, default=None
            Seconds for the search for the best tree, which begins with it even without ``proof``. What it reaches by
            then depends on the machine.

        Returns
        -------
        self : object
            The estimator.

        Raises
        ------
        ValueError
            For tables, labels, weights and parameters that do not fit; errors of strategist are among them.
        """
        self._check_parameters()
        options = options_of_fit(self.n_jobs, time_limit)
        columns, kinds, count = columns_of(self, X, reset=True)
        y = self._labels(y, count)
        weights = _check_sample_weight(sample_weight, np.zeros((count, 1)), dtype=np.float64, ensure_non_negative=True)
        kept = np.flatnonzero(weights > 0)
        if not len(kept):
            raise ValueError("sample_weight: expected a positive weight, got none")
        self.classes_, numbers = np.unique(y, return_inverse=True)
        masses = whole_masses(weights[kept])
        names = [str(each) for each in self._feature_names()]
        self.columns_ = self._read(columns, kinds, names, kept, masses)
        self.questions_ = questions_of(self.columns_)
        encoded = encode([_taken(column, kept) for column in columns], self.columns_)
        codes = np.zeros((len(kept), len(self.questions_)), dtype=np.int32)
        for place, question in enumerate(self.questions_):
            codes[:, place] = self.columns_[question.feature].answers(encoded[question.feature], question.threshold)
        rows = group_rows(codes, numbers[kept].tolist(), masses)
        wording = word(self.questions_, self.columns_, names)
        prices = self._costs(names)
        costs = None if prices is None else [prices[question.feature] for question in self.questions_]
        if self.objective == ERROR:
            self._least_error(rows, wording, costs, self._options_of_proof(options))
            return self
        self._grow(rows, self._game(rows, wording, costs, self.classes_), wording, costs, options)
        return self

    def _grow(
        self, rows: EqualRows, game: Table | None, wording: Wording, costs: Sequence[Fraction] | None, options: Options
    ) -> None:
        """Compile the tree, prove what is asked for, and prune."""
        self._tell(None)
        self.grown_: CompiledStrategy | None = None
        self.strategy_: CompiledStrategy | None = None
        if game is None:
            self.tree_ = root_alone(rows)
            return
        strategy = strategy_of_fit(self.strategy, game, self.random_state)
        with bar_of_fit(self.verbose, strategy.spec) as progress:
            data = compile_strategy(game, strategy, jobs=options.jobs, progress=progress).data
        if self.proof is not None or options.time_limit is not None:
            with bar_of_fit(self.verbose, OBJECTIVES[self.objective]) as progress:
                options = replace(self._options_of_proof(options), progress=progress)
                proof = prove(game, data, self.objective, options)
            data = proof.data
            self._tell(proof)
        self.grown_ = self.strategy_ = CompiledStrategy(data)
        self.tree_ = fitted(data.tree, game, rows)
        if self._price() > 0 or self.max_depth is not None or self.max_leaf_nodes is not None:
            self._prune(rows, data, wording, costs)

    def _price(self) -> Fraction:
        """What a question must gain, by either name."""
        return Fraction(self.price if self.ccp_alpha is None else self.ccp_alpha)

    def _options_of_proof(self, options: Options) -> Options:
        nodes = None if self.proof is None else int(self.proof)
        return replace(options, nodes=nodes, certificate=bool(self.certificate))

    def _tell(self, proof: TreeProof | None) -> None:
        self.figure_ = None if proof is None else float(proof.figure)
        self.bound_ = None if proof is None else float(proof.bound)
        self.gap_ = None if proof is None else float(proof.figure - proof.bound)
        self.proven_ = proof is not None and proof.figure == proof.bound
        self.certificate_ = None if proof is None else proof.certificate

    def _prune(self, rows: EqualRows, data: StrategyData, wording: Wording, costs: Sequence[Fraction] | None) -> None:
        """Keep the best pruning of the tree, and the strategy that follows it."""
        tree = self.tree_
        asking = prune(
            [list(children.values()) for children in tree.children],
            tree.lost(),
            tree.depths,
            self._price() * sum(tree.masses[0].values()),
            self.max_depth,
            self.max_leaf_nodes,
        )
        if asking == [bool(children) for children in tree.children]:
            return
        self.tree_ = tree.pruned(asking)
        kinds = kinds_at(self.tree_, len(rows.masses))
        if len(set(kinds)) < 2:
            self.strategy_ = None
            return
        texts = texts_unlike(map(str, self.classes_))
        game = make_table(
            rows.codes,
            wording,
            [str(group + 1) for group in range(len(kinds))],
            [sum(masses.values()) for masses in rows.masses],
            costs,
            [texts[kind] for kind in kinds],
        )
        followed_tree = followed(self.tree_, game)
        claims = claims_of(game, followed_tree, range(len(kinds)))
        self.strategy_ = CompiledStrategy(StrategyData(game, f"pruned({data.strategy})", followed_tree, claims))

    def _check_parameters(self) -> None:
        """Raise :class:`ValueError` for a parameter out of its range."""
        for name, least in (("max_thresholds", 1), ("max_depth", 0), ("max_leaf_nodes", 1), ("proof", 0)):
            value = getattr(self, name)
            if value is None and name != "max_thresholds":
                continue
            if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or value < least:
                raise ValueError(f"{name}: expected a whole number from {least} on, got {value!r}")
        for name in ("price", "ccp_alpha"):
            price = getattr(self, name)
            if price is None and name != "price":
                continue
            if not (isinstance(price, (int, float, np.number)) and 0 <= price < math.inf):
                raise ValueError(f"{name}: expected a number from 0 on, got {price!r}")
        if self.ccp_alpha is not None and self.price not in (0, self.ccp_alpha):
            raise ValueError(f"ccp_alpha: expected no other price beside it, got price={self.price!r}")
        if self.objective == ERROR:
            if self.max_leaf_nodes is not None:
                raise ValueError(f"max_leaf_nodes: expected None beside objective={ERROR!r}: a price limits leaves")
        elif self.objective not in OBJECTIVES:
            told = str(self.objective)
            why = NO_TARIFF if told == LEXICOGRAPHIC.name or told.startswith(COST.name) else ""
            raise ValueError(
                f"objective: expected one of {', '.join((*OBJECTIVES, ERROR))}, got {self.objective!r}{why}"
            )

    def _labels(self, y: Any, count: int) -> NDArray[Any]:
        """The labels as an array, after they have been checked."""
        if y is None:
            raise ValueError(f"This {type(self).__name__} estimator requires y to be passed, but the target y is None.")
        y = column_or_1d(y, warn=True)
        check_array(y, ensure_2d=False, dtype=None, input_name="y", estimator=self)
        check_consistent_length(np.zeros(count), y)
        self._check_labels(y)
        return np.asarray(y)

    def _check_labels(self, y: NDArray[Any]) -> None:
        """Raise :class:`ValueError` for labels that are no classes."""
        check_classification_targets(y)

    def _read(
        self,
        columns: Sequence[Any],
        kinds: Sequence[str],
        names: Sequence[str],
        kept: NDArray[np.intp],
        masses: Sequence[int],
    ) -> list[Categories | Numbers]:
        """What is known of each feature from the rows that are kept."""
        found: list[Categories | Numbers] = []
        numeric_ones = numeric_features(self.numeric, columns, kinds, names)
        for column, kind, numeric in zip(columns, kinds, numeric_ones, strict=True):
            values = _taken(column, kept)
            if numeric:
                dates, most = is_of_dates(column, kind), int(self.max_thresholds)
                found.append(numbers_in(numbers_of(values), masses, most, dates=dates))
            else:
                found.append(categories_of(values))
        return found

    def _costs(self, names: Sequence[str]) -> list[Fraction] | None:
        """The cost of a question about each feature; None if all cost 1.

        Raises :class:`ValueError` for costs that do not fit.
        """
        if self.costs is None:
            return None
        if isinstance(self.costs, Mapping):
            given = {place_of(feature, names, "costs"): cost for feature, cost in self.costs.items()}
            costs = [given.get(place, 1) for place in range(len(names))]
        else:
            costs = list(self.costs)
        if len(costs) != len(names):
            raise ValueError(f"costs: expected {len(names)}, one for each feature, got {len(costs)}")
        try:
            found = [Fraction(str(cost)) for cost in costs]
        except ValueError:
            raise ValueError(f"costs: expected positive numbers, got {costs}") from None
        if min(found) <= 0:
            raise ValueError(f"costs: expected positive numbers, got {costs}")
        return None if set(found) == {1} else found

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags


def _taken(column: Any, kept: NDArray[np.intp]) -> Any:
    """Some values of a column."""
    return column[kept] if isinstance(column, np.ndarray) else [column[row] for row in kept.tolist()]
