"""A plan: who carries out a strategy in a game, with which options. It is made once, by whoever asks first.

It says whether it can be carried out (:meth:`Plan.refusal`), what is compiled before (:attr:`Plan.kernels`), how much
slower it is than compiled code would be (:attr:`Plan.slow`), and carries it out (:meth:`Plan.run`). Who does all that
is an :class:`Engine`: :mod:`strategist.search.compile.engines` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from strategist.choosing.heuristics import Strategy
from strategist.choosing.searched import SearchedStrategy
from strategist.choosing.shortest_lines import ShortestLine
from strategist.common.errors import SpecError, TooLargeError
from strategist.model.game import Game, History
from strategist.model.refusals import Refusals, first_refusal
from strategist.model.solitaire import AnyGame
from strategist.search.compile.compiled import Compiled
from strategist.search.compile.refused import CERTIFICATE, traits
from strategist.search.growing.slow_path import slow_path
from strategist.search.kernels.responses.responses import MEMORY_LIMIT
from strategist.search.state.options import Options
from strategist.search.state.start import Start, start_of

_BYTES_OF_A_CHOICE = 64
"""The bytes of a secret as a number in Python lists, at two levels of a tree."""


@dataclass(frozen=True)
class Request:
    """A strategy that is to be carried out in a game.

    ``made`` is the number of moves before the tree begins, and ``whole`` says that no candidate that agrees with them
    is left out. With ``merge``, equivalent guesses are scored together; with ``plain`` no kernel is used.
    """

    game: AnyGame
    strategy: Strategy | ShortestLine
    options: Options = field(default_factory=Options)
    made: int = 0
    whole: bool = True
    merge: bool = True
    plain: bool = False

    @property
    def hidden(self) -> tuple[Game, Strategy]:
        """The game and its strategy, where something is hidden."""
        assert isinstance(self.game, Game) and isinstance(self.strategy, Strategy)
        return self.game, self.strategy

    @property
    def searched(self) -> tuple[Game, SearchedStrategy]:
        """The game and its strategy, where a search finds the tree."""
        assert isinstance(self.game, Game) and isinstance(self.strategy, SearchedStrategy)
        return self.game, self.strategy


def room_for_choices(asked: Request, narrowed: bool) -> int | None:
    """The room of an engine that looks at secrets one by one: see :attr:`Engine.room`."""
    game, strategy = asked.hidden
    if len(game.secrets) * _BYTES_OF_A_CHOICE > MEMORY_LIMIT:
        raise TooLargeError(
            f"{game.spec} has {len(game.secrets)} secrets: expected at most {MEMORY_LIMIT // _BYTES_OF_A_CHOICE} "
            f"to look at one by one, as {strategy.spec} does"
        )
    return None


@dataclass(frozen=True)
class Engine:
    """Whoever can carry out some strategies: an entry of the list."""

    name: str
    task: str
    """What it does, in a few words."""
    refuses: Refusals
    """What it does not take: see :mod:`strategist.search.compile.refused`."""
    fits: Callable[[Request], bool]
    """Whether it is the one that carries out a request, if none before it in the list is."""
    run: Callable[[Request, Start], Compiled]
    """The tree from a position on, with its figures; that of the plain twin, if that is asked for."""
    room: Callable[[Request, bool], int | None] = room_for_choices
    """The most candidates that may be left behind a history; None for any number. Raises
    :class:`~strategist.common.errors.TooLargeError` for a game that is too large at once. The argument says that only
    some of the candidates will be kept."""
    kernels: Callable[[Request], list[str]] = lambda _: []
    """The names of the plans of :mod:`strategist.search.kernels.numba.ahead.planned` for what it compiles."""
    shared: bool = False
    """Whether a cluster can help."""
    limited: bool = False
    """Whether its memory can be limited."""
    unstated: Refusals = field(default_factory=lambda: CERTIFICATE)
    """What no certificate states."""


@dataclass(frozen=True)
class Plan:
    """A request, and who carries it out.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> from strategist.search.compile.engines import plan_of
    >>> game = make_game("mastermind(4,6)")
    >>> plan = plan_of(game, make_strategy("minimax", game))
    >>> plan.engine.name, plan.refusal(), plan.kernels, plan.slow
    ('kernels of heuristics', None, ['heuristic-8'], None)
    """

    asked: Request
    engine: Engine

    def refusal(self) -> str | None:
        """Why it cannot be carried out, in one line; None if it can."""
        return self._first(self.engine.refuses)

    def uncertifiable(self) -> str | None:
        """Why no certificate can state the bound, in one line; None if one can.

        >>> from strategist.choosing.registry import make_strategy
        >>> from strategist.games.catalog import make_game
        >>> from strategist.search.compile.engines import plan_of
        >>> game = make_game("mastermind(4,6)")
        >>> plan_of(game, make_strategy("optimal(guesses=candidates)", game)).uncertifiable()
        'no certificate for guesses=candidates, got optimal(total,guesses=candidates)'
        """
        return self._first(self.engine.unstated)

    def _first(self, refusals: Refusals) -> str | None:
        asked = self.asked
        found = traits(asked.game, asked.strategy, asked.options, asked.made, asked.plain)
        text = first_refusal(refusals, found)
        if text is None:
            return None
        objective = next(iter(getattr(asked.strategy, "objectives", ())), None)
        return text.format(game=asked.game.spec, strategy=asked.strategy.spec, objective=objective)

    def start(self, history: History = (), *, narrowed: bool = False) -> Start:
        """The position after some moves, where the tree begins. A game that is too large is refused at once.

        ``narrowed`` says that only some of the candidates will be kept. Raises
        :class:`~strategist.common.errors.TooLargeError` and :class:`~strategist.common.errors.NoCandidateError`.
        """
        game, _ = self.asked.hidden
        return start_of(game, history, self.engine.room(self.asked, narrowed))

    @property
    def kernels(self) -> list[str]:
        """The names of the plans for what is compiled first."""
        return self.engine.kernels(self.asked)

    @property
    def slow(self) -> str | None:
        """Why it runs in plain Python although compiled code could do it, and how much slower that is; None if not."""
        game, strategy = self.asked.game, self.asked.strategy
        if not isinstance(game, Game) or not isinstance(strategy, Strategy) or self.refusal() is not None:
            return None
        return slow_path(game, strategy)

    def run(self, start: Start) -> Compiled:
        """The tree from a position on, with its figures. Raises :class:`~strategist.common.errors.SpecError` where
        :meth:`refusal` says why."""
        check(self.refusal())
        return self.engine.run(self.asked, start)


def check(refusal: str | None) -> None:
    """Raise :class:`~strategist.common.errors.SpecError` with a refusal, if there is one."""
    if refusal is not None:
        raise SpecError(refusal)


def plan_among(engines: Iterable[Engine], asked: Request) -> Plan:
    """The plan of the first engine that fits a request."""
    return Plan(asked, next(engine for engine in engines if engine.fits(asked)))
