"""A compiled strategy, and what it took to compile it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from strategist.common.errors import SpecError
from strategist.common.notebook_hooks import Shown
from strategist.files.given import StrategyView
from strategist.files.player import CompiledStrategy, Play
from strategist.files.strategy import StrategyData
from strategist.search.state.options import Progress

if TYPE_CHECKING:
    from strategist.files.certificate import Certificate
    from strategist.search.certify.certify import Certified


@dataclass(frozen=True, repr=False)
class Compiled(StrategyView, Shown):
    """A compiled strategy and what it took to compile it.

    Attributes
    ----------
    data : StrategyData
        The contents of its file: game, tree and figures. The figures, the bound and the game are attributes of the
        compiled strategy, too, with the names that they have in JSON objects: ``total``, ``depth``, ``lower_bound``.
    seconds : float
        Seconds for tables, search and extraction, without those in which kernels were compiled.
    nodes : int
        The number of positions examined by a search, or of slots of a tree that was grown.
    certify : callable or None
        Writes the certificate of the lower bound, if the options asked for one; :meth:`prove` calls it.

    Examples
    --------
    >>> from strategist import compile_strategy
    >>> compiled = compile_strategy("mastermind(2,3)", "minimax")
    >>> compiled.total, compiled.depth, compiled.histogram
    (24, 4, (1, 2, 5, 1))
    """

    data: StrategyData
    seconds: float
    nodes: int
    certify: Callable[[Progress | None], Certified] | None = None

    def start(self) -> Play:
        """A new game that follows the strategy.

        >>> from strategist import compile_strategy
        >>> compile_strategy("mastermind(2,3)", "minimax").start().guess
        '11'
        """
        return CompiledStrategy(self.data).start()

    def prove(self, progress: Progress | None = None, *, checked: bool = False) -> Certificate:
        """The certificate of the lower bound, for which ``certificate=True`` has asked. Where the rules reduce the game
        (:meth:`Game.reductions <strategist.model.game.Game.reductions>`), it may be that of a position behind a
        history, and its bound the smaller by the moves of that.

        Whoever reads a certificate checks it, so it is not checked here, which may take as long as to write it; with
        ``checked`` it is, as the command ``compile`` does. :func:`strategist.check` does the same and says more.

        Raises :class:`~strategist.common.errors.SpecError` if nothing has asked for it,
        :class:`~strategist.common.errors.ProofError` if the proof has gaps or the check refuses the certificate, and
        :class:`~strategist.common.errors.OutOfTimeError` if the time limit stopped its writing, too.

        >>> from strategist import compile_strategy
        >>> compiled = compile_strategy("mastermind(2,3)", "optimal", certificate=True)
        >>> compiled.prove(checked=True).bound
        21
        """
        if self.certify is None:
            raise SpecError("expected a search that was compiled with certificate=True, got one without")
        found = self.certify(progress)
        return found.checked() if checked else found.whole()

    def __repr__(self) -> str:
        return f"<Compiled {self.data.strategy} of {self.data.game.spec}: total {self.data.claims.total}>"
