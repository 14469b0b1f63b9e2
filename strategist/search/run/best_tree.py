"""The best tree that a search has met, kept in its journal: a search that is resumed never ends with a worse one."""

from __future__ import annotations

from strategist.choosing.searched import SearchedStrategy, figures_of
from strategist.common.errors import StrategyFileError
from strategist.files.strategy import StrategyData, decode, encode
from strategist.model.tree import GIVE_UP, Claims, DecisionTree
from strategist.model.trees.figures import claims_of
from strategist.search.state.journal import Journal
from strategist.search.state.start import Start
from strategist.search.tasks.workers import Workers


class BestTree:
    """The best tree so far by the objectives of a strategy, in their order; none at first, or the one of a journal.

    Raises :class:`~strategist.common.errors.JournalError` if the journal holds something else. The figures of its tree
    are computed again by the rules.
    """

    def __init__(self, workers: Workers, strategy: SearchedStrategy, start: Start) -> None:
        self._workers, self._strategy, self._start = workers, strategy, start
        self._limit = strategy.max_depth(len(start.history))
        self.tree: DecisionTree | None = None
        self.depth: int | None = None
        """The depth of that tree."""
        self._figures: tuple[int, ...] = ()
        journal = workers.journal
        if journal is not None and (contents := journal.best_tree()) is not None:
            self.tree, claims = self._read(journal, contents)
            self.depth, self._figures = claims.depth, self._figures_of(claims)

    def claims(self, tree: DecisionTree) -> Claims:
        """The figures of a tree."""
        return claims_of(self._workers.game, tree, self._start.candidates.tolist())

    def offer(self, tree: DecisionTree) -> bool:
        """Keep a tree if it is better than the one so far. Returns whether no tree kept before is better."""
        claims = self.claims(tree)
        figures = self._figures_of(claims)
        if self.tree is not None and figures >= self._figures:
            return figures == self._figures
        self.tree, self.depth, self._figures = tree, claims.depth, figures
        if self._workers.journal is not None:
            data = StrategyData(self._workers.game, self._strategy.spec, tree, claims)
            self._workers.journal.keep_tree(encode(data))
        return True

    @property
    def value(self) -> int | None:
        """The value of the first objective for the best tree so far; None if there is none."""
        return self._figures[0] if self._figures else None

    def better(self, tree: DecisionTree | None) -> DecisionTree | None:
        """``tree``, unless the best tree so far is better."""
        return tree if tree is not None and self.offer(tree) else self.tree

    def _figures_of(self, claims: Claims) -> tuple[int, ...]:
        made = len(self._start.history)
        return figures_of(claims, self._strategy.objectives, self._limit or 0, self._workers.game, made)

    def _read(self, journal: Journal, contents: bytes) -> tuple[DecisionTree, Claims]:
        """The tree in a journal, if it is one of this search, with its figures."""
        game = self._workers.game
        try:
            data = decode(contents)
            if (data.game.spec, data.strategy) != (game.spec, self._strategy.spec):
                raise StrategyFileError(f"it is {data.strategy} of {data.game.spec}")
            claims = self.claims(data.tree)
        except (StrategyFileError, KeyError, IndexError, ValueError) as error:
            raise journal.contradicted(f"its tree is none of this search ({error})") from None
        within = self._limit is None or claims.depth <= self._limit
        if not within or (not self._strategy.loses and (claims.lost or GIVE_UP in data.tree.guesses)):
            raise journal.contradicted("its tree does not find every secret in time")
        return data.tree, claims
