"""The contract of an adapter: what the search has to know of a game to get its responses.

Games whose responses kernels compute from their codes subclass :class:`Adapter`. All others subclass
:class:`~strategist.search.adapters.tabled.TableAdapter`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import SpecError, TooLargeError
from strategist.model.game import Game
from strategist.search.kernels.responses.responses import MEMORY_LIMIT, Source


class Adapter(ABC):
    """How the search gets the responses of one game.

    A game names its adapter in ``Game.kernel``. The search makes one whenever it has a question about a game: to make
    one takes no time, and nothing is asked of the game before :meth:`source`.
    """

    name: ClassVar[str]
    """What ``Game.kernel`` says."""
    serves: ClassVar[type] = Game
    """The games that may name this adapter."""
    computed: ClassVar[bool] = False
    """Whether kernels compute responses from the codes whenever they are needed, so that there is no table."""
    symmetric: ClassVar[bool] = False
    """Whether questions and secrets are the same codes in the same order, and the response of any of them to another is
    that of the other to the one. One table then serves for rows and for columns."""

    numbered: ClassVar[bool] = False
    """Whether sources have ``numbers``, which kernels are compiled for."""

    planes: bool = False
    """Whether the cells of its guesses are counted by bit planes (:mod:`~strategist.search.kernels.cells.planes`)."""
    in_words: bool = False
    """Whether a proof gets every response from machine words (:mod:`~strategist.search.kernels.responses.peg_codes`,
    and :mod:`~strategist.search.kernels.cells.planes`), so that a table of a large game is not needed there either."""

    def __init__(self, game: Game) -> None:
        """The adapter of ``game``.

        Raises :class:`~strategist.common.errors.SpecError` for a game that it does not serve.
        """
        if not isinstance(game, self.serves):
            wanted = self.serves.__name__
            raise SpecError(f"{game.spec}: kernel {self.name!r} serves {wanted}, got {type(game).__name__}")
        self.game = game

    @property
    def bits(self) -> int:
        """The bits of an entry of a source's columns, 8 or 16. Kernels are compiled for each of the two, and warm up by
        a small game (:func:`~strategist.search.adapters.registry.small_game`)."""
        return 8

    @abstractmethod
    def search_bytes(self, candidates: int) -> int:
        """The bytes that a search of some candidates holds, as far as they depend on the kind of game."""

    @abstractmethod
    def source_bytes(self, candidates: int) -> int:
        """The most bytes that making the source of some candidates takes, temporary ones included."""

    @abstractmethod
    def _make(self, candidates: NDArray[np.int32] | None) -> Source:
        """What :meth:`source` returns, for a game that is not too large."""

    def source(self, candidates: NDArray[np.int32] | None = None) -> Source:
        """The responses of all secrets, or of some candidates at least, ``int32[…]``, ascending.

        Where responses are ``computed``, the secrets of the source are always those of the game. Otherwise they are the
        candidates. Raises :class:`~strategist.common.errors.TooLargeError`, and
        :class:`~strategist.common.errors.SpecError` if the game or the adapter breaks its contract.
        """
        self.refuse_too_large(None if candidates is None else len(candidates))
        return self._make(candidates)

    def refuse_too_large(self, candidates: int | None = None) -> None:
        """Raise :class:`~strategist.common.errors.TooLargeError` if :meth:`source` would not fit, before it is made.

        ``candidates`` is the number of those whose responses are wanted, if that is not all of the secrets.

        >>> from strategist.games.catalog import make_game
        >>> from strategist.search.adapters.registry import adapter_of
        >>> adapter_of(make_game("mastermind(10,8)")).refuse_too_large()
        Traceback (most recent call last):
        ...
        strategist.common.errors.TooLargeError: mastermind(pegs=10,colors=8): a search over 1073741824 secrets and \
1073741824 \
guesses needs 112.0 GiB, expected at most 2
        """
        secrets = len(self.game.secrets) if candidates is None or self.computed else candidates
        needed = self.search_bytes(secrets)
        if needed > MEMORY_LIMIT:
            raise TooLargeError(
                f"{self.game.spec}: a search over {secrets} secrets and {len(self.game.guesses)} guesses needs "
                f"{needed / 2**30:.1f} GiB, expected at most {MEMORY_LIMIT / 2**30:.0f}"
            )
