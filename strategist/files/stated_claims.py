"""What is claimed of a tree: its figures, under the names that they have in JSON objects, and what a strategy file
states of them and of the best ones.

Claims of a file are checked against each other. Whether they are true of the tree,
:mod:`strategist.checking.verify` finds out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, replace
from typing import TYPE_CHECKING, Any

from strategist.common.errors import StrategyFileError
from strategist.common.quoting import quoted, shortened
from strategist.files.envelope import read_text, take
from strategist.files.exact_figures import read, read_claims, written
from strategist.model.game import Game
from strategist.model.objective import (
    KEPT_FIGURES,
    LOST,
    OBJECTIVES,
    WEIGHED_FIGURES,
    figure_of,
    objective_in,
    objectives_in,
)
from strategist.model.solitaire import AnyGame
from strategist.model.tree import Claims, Figure, Weighed
from strategist.model.trees.figures import mass_of_plays

_BOUNDS = ("upper", "optimal")


class Figured:
    """Something that has ``claims``: their figures are attributes of its own."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def claims(self) -> Claims:
            """All the figures."""
            ...

    @property
    def secrets(self) -> int:
        """The number of secrets at the start."""
        return self.claims.secrets

    @property
    def total(self) -> Figure:
        """The guesses, summed over the solved secrets; with several answers to a question, an expected number."""
        return self.claims.total

    @property
    def average(self) -> float | None:
        """The guesses for a solved secret on average; None if none is solved."""
        return self.claims.average

    @property
    def depth(self) -> int:
        """The guesses for a solved secret at most."""
        return self.claims.depth

    @property
    def worst_count(self) -> int:
        """The number of secrets that need the full depth."""
        return self.claims.worst_count

    @property
    def lost(self) -> Figure:
        """The number of secrets that are not found."""
        return self.claims.lost

    @property
    def histogram(self) -> tuple[Figure, ...]:
        """At index i the number of secrets that are solved at guess i + 1."""
        return self.claims.histogram

    @property
    def worst_cost(self) -> int | None:
        """What the questions of a play cost at most, in whole numbers; None unless that was the objective."""
        return self.claims.worst_cost

    @property
    def size(self) -> int | None:
        """The couplets of a printed key; None unless the size was an objective."""
        return self.claims.size


def weighed_claims(weighed: Weighed | None) -> dict[str, int | str]:
    """The claims under chances and costs; none in a game without any."""
    return {} if weighed is None else dict(zip(WEIGHED_FIGURES, map(written, astuple(weighed)), strict=True))


def read_figures(header: Mapping[str, Any], game: AnyGame, fractional: bool) -> Claims:
    """The claimed figures, checked for consistency only: whether they are true is not checked here. They are expected
    numbers in files of a ``fractional`` version."""
    raw = take(header, "header", "claims", dict)
    claims = (_read_fractional if fractional else _read_whole)(raw, header, game)
    if isinstance(game, Game) and game.weighted:
        return replace(claims, weighed=_weighed(raw, claims, game, fractional))
    return claims


def _read_fractional(raw: Mapping[str, Any], header: Mapping[str, Any], _: AnyGame) -> Claims:
    return read_claims(raw, take(header, "header", "secrets", int), header.get("start") != "")


def _read_whole(raw: Mapping[str, Any], header: Mapping[str, Any], game: AnyGame) -> Claims:
    announces = isinstance(game, Game) and game.announces
    secrets = take(header, "header", "secrets", int)
    figures = {key: take(raw, "claims", key, int) for key in KEPT_FIGURES}
    histogram = take(raw, "claims", "histogram", list)
    if any(type(count) is not int or count < 0 for count in histogram) or figures[LOST.name] < 0:
        raise StrategyFileError("claims.histogram and claims.lost: expected counts of secrets")
    # What is announced without a question appears in no histogram: a single secret, or secrets of one class.
    single = secrets == 1 or (isinstance(game, Game) and game.classes is not None)
    known = max(0, secrets - figures[LOST.name]) if announces and single and not histogram else 0
    claims = Claims(histogram=tuple(histogram), known=known, **figures)
    if claims != Claims.of(histogram, figures[LOST.name], known):
        raise StrategyFileError("claims: total, depth and worst_count do not follow from the histogram")
    if claims.secrets != secrets:
        raise StrategyFileError(f"header.secrets: expected {claims.secrets} as in the claims, got {secrets}")
    return claims


def _weighed(raw: Mapping[str, Any], claims: Claims, game: Game, fractional: bool) -> Weighed:
    """The claims under chances and costs, which must be possible beside the others."""
    found = Weighed(*(_take_figure(raw, key, fractional) for key in WEIGHED_FIGURES))
    most = sum(game.weights) if game.weights is not None else len(game.secrets)
    if fractional:
        # Behind a history secrets count in proportion to its chance, together as many as they are.
        most = claims.secrets * max(game.weights or [1])
    cheapest, dearest = game.cost_range
    solved = claims.secrets - claims.lost
    ranges: tuple[tuple[Figure, Figure], ...] = (
        (solved, most if solved else 0),
        (claims.total, mass_of_plays(game, found) * claims.depth),
        (found.questions * cheapest, found.questions * dearest),
        (claims.lost, most - found.mass if claims.lost else 0),
    )
    for name, (low, high), value in zip(WEIGHED_FIGURES, ranges, astuple(found), strict=True):
        if not low <= value <= high:
            raise StrategyFileError(f"claims.{name}: expected {low} to {high} beside the other claims, got {value}")
    return found


def _take_figure(raw: Mapping[str, Any], key: str, fractional: bool) -> Figure:
    """A figure of the claims, which is a whole number unless it may be ``fractional``."""
    if fractional:
        return read(take(raw, "claims", key, int, str), f"claims.{key}")
    found: int = take(raw, "claims", key, int)
    return found


def read_bounds(
    raw: Mapping[str, Any], claims: Claims, game: AnyGame, made: int, fractional: bool
) -> tuple[str, str | None, Figure | None]:
    """The claims about optimality: bound, objective, lower bound; checked against each other and the figures."""
    bound = take(raw, "claims", "bound", str)
    if bound not in _BOUNDS:
        raise StrategyFileError(f"claims.bound: expected upper or optimal, got {quoted(bound)}")
    objective = None
    if take(raw, "claims", "objective", str, type(None)) is not None:
        objective = read_text(raw, "claims", "objective")
        if not (isinstance(game, Game) and (game.turns is not None or game.erring is not None)):
            for name in objectives_in(objective):
                if name in OBJECTIVES and OBJECTIVES[name].loses and not OBJECTIVES[name].errs:
                    raise StrategyFileError(
                        f"claims.objective: expected a game with turns beside {name}, got {game.spec}"
                    )
    told = take(raw, "claims", "lower_bound", int, *([str] if fractional else []), type(None))
    if told is None:
        if bound == "optimal":
            raise StrategyFileError("claims.lower_bound: expected one beside bound optimal, got nil")
        return bound, objective, None
    lower_bound = read(told, "claims.lower_bound") if fractional else told
    if objective is None:
        raise StrategyFileError("claims.objective: expected one beside a lower bound, got nil")
    figure = bounded_figure(game, objective, claims, made)
    if figure is not None and not (lower_bound == figure if bound == "optimal" else 0 <= lower_bound <= figure):
        expected = f"{figure}" if bound == "optimal" else f"0 to {figure}"
        raise StrategyFileError(f"claims.lower_bound: expected {expected} beside bound {bound}, got {lower_bound}")
    return bound, objective, lower_bound


def bounded_figure(game: AnyGame, objective: str | None, claims: Claims, made: int) -> Figure | None:
    """The figure of a tree that the lower bound of its search is compared with; None where there is none."""
    known = objective_in(game, objectives_in(objective)[0], made)
    return None if known is None or known.behind is not None else known.figure(claims)


def read_stopped(raw: Mapping[str, Any], bound: str) -> bool:
    """Whether the search for the tree was stopped. Files of other trees do not have the field."""
    if "stopped" not in raw:
        return False
    if raw["stopped"] is not True:
        raise StrategyFileError(f"claims.stopped: expected true or no such field, got {quoted(str(raw['stopped']))}")
    if bound == "optimal":
        raise StrategyFileError("claims.stopped: expected no such field beside bound optimal, got true")
    return True


def read_open_bound(
    raw: Mapping[str, Any], claims: Claims, objective: str | None, bound: str, game: AnyGame, fractional: bool
) -> tuple[str, Figure] | None:
    """The lower bound of an objective behind those that are proven. Most files do not have the field."""
    if "open" not in raw:
        return None
    if bound == "optimal":
        raise StrategyFileError("claims.open: expected no such field beside bound optimal, got one")
    match raw["open"]:
        case [str(name), int() | str() as told] if type(told) is int or fractional:
            least = told if type(told) is int else read(told, "claims.open")
            figure = figure_of(name, claims, game)
            if figure is not None and name in (objective or "").replace(",", " ").split()[1:]:
                if 0 <= least <= figure:
                    return name, least
                raise StrategyFileError(f"claims.open: expected 0 to {figure} for {name}, got {least}")
    shown = quoted(shortened(str(raw["open"])))
    raise StrategyFileError(f"claims.open: expected a later objective and its lower bound, got {shown}")
