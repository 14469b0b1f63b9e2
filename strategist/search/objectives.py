"""The strategies that a search over all trees finds: ``optimal(…)`` and ``feasible(…)``, and their declarations."""

from __future__ import annotations

from strategist.errors import SpecError
from strategist.game import Game
from strategist.quoting import quoted
from strategist.search.heuristics import FIRST_PARAMETER, GUESSES_PARAMETER, Strategy
from strategist.spec import Parameter, Value

OBJECTIVES = ("total", "depth", "worst")

_MAX_DEPTH = Parameter("max_depth", int, None, "guesses that must be enough for every secret", low=1, high=1000)


class SearchedStrategy(Strategy):
    """A strategy whose tree is searched for as a whole, not chosen guess by guess."""

    def max_depth(self, made: int = 0) -> int | None:
        """The guesses that must be enough behind ``made`` others, by the strategy or by the game's own turns; None
        without a limit."""
        limits = [] if self.values["max_depth"] is None else [int(self.values["max_depth"])]
        if self.game.turns is not None:
            limits.append(max(0, self.game.turns - made))
        return min(limits, default=None)

    @property
    def candidates_only(self) -> bool:
        """Whether only codes that are still possible may be guessed."""
        return self.values["guesses"] == "candidates"

    def restrictions(self, made: int = 0) -> str:
        """What a result is subject to, as it stands behind the word *under*; empty for nothing.

        >>> from strategist.catalog import make_game
        >>> Optimal(make_game("mastermind"), {"max_depth": 5}).restrictions()
        'max_depth=5'
        """
        limit = self.max_depth(made)
        parts = [
            f"max_depth={limit}" if limit is not None else "",
            "guesses=candidates" if self.candidates_only else "",
            f"first={self.values['first']}" if self.opening is not None and not made else "",
        ]
        return ",".join(part for part in parts if part)


class Optimal(SearchedStrategy):
    """A best possible tree: the first objective as small as can be, then the second, then the third."""

    name = "optimal"
    summary = (
        "a best possible tree, proven: optimal(total), optimal(total,depth,worst), optimal(depth,total) …; "
        "of a solitaire, without parameters, a shortest line"
    )
    parameters = (
        Parameter("objectives", str, "total", f"in order of weight, of {', '.join(OBJECTIVES)}", rest=True),
        _MAX_DEPTH,
        GUESSES_PARAMETER,
        FIRST_PARAMETER,
    )

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        super().__init__(game, values)
        self.objectives = str(self.values["objectives"]).split(",")
        for index, objective in enumerate(self.objectives):
            if objective not in OBJECTIVES:
                raise SpecError(f"optimal: expected objectives of {', '.join(OBJECTIVES)}, got {quoted(objective)}")
            if objective in self.objectives[:index]:
                raise SpecError(f"optimal: the objective {objective} stands there twice")
            if objective == "worst" and "depth" not in self.objectives[:index]:
                raise SpecError("optimal: expected depth before worst, which counts secrets that need the full depth")


class Feasible(SearchedStrategy):
    """Any tree that finds every secret within so many guesses."""

    name = "feasible"
    summary = "any tree that finds every secret within max_depth guesses, or the proof that there is none"
    parameters = (_MAX_DEPTH, GUESSES_PARAMETER, FIRST_PARAMETER)

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        super().__init__(game, values)
        if self.max_depth() is None:
            raise SpecError("feasible: expected max_depth, as in feasible(max_depth=5)")
