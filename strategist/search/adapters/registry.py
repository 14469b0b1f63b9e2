"""Which adapters there are: the built-in ones and those that other packages offer; and the responses of any game.

A package adds its own through the entry point group ``strategist.kernels``: each entry is a subclass of
:class:`~strategist.search.adapters.contract.Adapter`, whose name a game gives in ``Game.kernel``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategist.common.errors import UnknownNameError
from strategist.common.plugins import load, misnamed, offered
from strategist.common.quoting import quoted
from strategist.games.pegs.pegs import Mastermind
from strategist.model.game import Game
from strategist.model.goal import IDENTIFY
from strategist.search.adapters.asking import Asking
from strategist.search.adapters.contract import Adapter
from strategist.search.adapters.grand_adapter import Grand
from strategist.search.adapters.peg_adapter import Pegs
from strategist.search.adapters.row_adapter import Rows
from strategist.search.adapters.tabled import TableAdapter
from strategist.search.kernels.responses.responses import Source

_BUILT_IN: dict[str, type[Adapter]] = {kind.name: kind for kind in (Asking, Grand, Pegs, Rows)}
_GROUP = "strategist.kernels"


def adapter_of(game: Game) -> Adapter:
    """The adapter of a game: the one that it names, or :class:`~strategist.search.adapters.asking.Asking`.

    Raises :class:`~strategist.common.errors.SpecError` for a name that nobody knows, and for an adapter that is broken
    or does not serve the game.

    >>> from strategist.games.catalog import make_game
    >>> [adapter_of(make_game(text)).name for text in ("mastermind", "grand-mastermind", "words")]
    ['pegs', 'grand', 'rows']
    """
    return _kind_of(game)(game)


def _kind_of(game: Game) -> type[Adapter]:
    name = Asking.name if game.kernel is None else game.kernel
    # A name of ours always means ours.
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    foreign = offered(_GROUP)
    if name in foreign:
        kind: type[Adapter] = load(foreign[name], "kernel", Adapter)
        return kind
    if error := misnamed(_GROUP, name, "kernel"):
        raise error
    known = ", ".join(sorted({*_BUILT_IN, *foreign}))
    raise UnknownNameError(f"{game.spec}: unknown kernel {quoted(name)}: expected one of {known}")


def make_source(game: Game, candidates: NDArray[np.int32] | None = None) -> Source:
    """The source of the responses of one game, or of some candidates at least.

    Raises what :meth:`Adapter.source <strategist.search.adapters.contract.Adapter.source>` raises.

    >>> from strategist.games.catalog import make_game
    >>> make_source(make_game("mastermind(2,3)")).columns.shape
    (5, 9)
    """
    return adapter_of(game).source(candidates)


def source_at(game: Game, candidates: NDArray[np.int32]) -> tuple[Source, NDArray[np.int32]]:
    """A source of the responses of some candidates at least, and where they stand among its secrets.

    >>> from strategist.games.catalog import make_game
    >>> source, at = source_at(make_game("words"), np.array([3, 5], dtype=np.int32))
    >>> source.columns.shape[0], at.tolist()
    (2, [0, 1])
    """
    adapter = adapter_of(game)
    source = adapter.source(candidates)
    return source, candidates if adapter.computed else np.arange(len(candidates), dtype=np.int32)


def responses_of(game: Game, candidates: NDArray[np.int32]) -> NDArray[Any]:
    """The responses of some candidates to all questions, ``[questions, candidates]``.

    >>> from strategist.games.catalog import make_game
    >>> responses_of(make_game("mastermind(1,3)"), np.array([0, 2], dtype=np.int32)).tolist()
    [[1, 0], [0, 0], [0, 1]]
    """
    adapter = adapter_of(game)
    tabled = adapter if isinstance(adapter, TableAdapter) else Asking(game)
    return np.asarray(tabled.responses(candidates, np.arange(game.question_count, dtype=np.int32))).T


def kind_of(game: Game) -> str:
    """A name for the types of the arrays in the source of a game: kernels are compiled for each of them.

    >>> from strategist.games.catalog import make_game
    >>> kind_of(make_game("mastermind")), kind_of(make_game("grand-mastermind"))
    ('8', '8-numbers')
    """
    adapter = adapter_of(game)
    words = (f"{adapter.bits}", "restricts" if game.restricts else "", "numbers" if adapter.numbered else "")
    return "-".join(filter(None, words))


def kind_of_source(game: Game) -> str:
    """:func:`kind_of`, and whether kernels fill the table of responses.

    >>> from strategist.games.catalog import make_game
    >>> kind_of_source(make_game("mastermind")), kind_of_source(make_game("words"))
    ('8-codes', '8')
    """
    return f"{kind_of(game)}{'-codes' if adapter_of(game).computed else ''}"


def small_game(like: Game) -> tuple[Game, Source]:
    """A game of nine codes, and its source, of the types of another game: kernels are compiled by a search of it.

    It ends as the other game does, and has a table if that one has one.

    >>> from strategist.games.catalog import make_game
    >>> small_game(make_game("words"))[1].columns.dtype
    dtype('uint8')
    """
    game = Mastermind({"pegs": 2, "colors": 3} | ({"goal": IDENTIFY.name} if like.announces else {}))
    adapter = adapter_of(like)
    source = make_source(game) if adapter.computed else Asking(game).source()
    if like.restricts:
        # Responses that reveal nothing.
        letters, marks = (np.zeros((count, 2), dtype=np.uint8) for count in (len(game.guesses), game.response_count))
        source = source._replace(letters=letters, marks=marks)
    if adapter.numbered:
        source = source._replace(numbers=np.zeros(1, dtype=np.uint8))
    return game, source._replace(columns=source.columns.astype(f"uint{adapter.bits}", copy=False))
