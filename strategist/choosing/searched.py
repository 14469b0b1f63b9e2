"""The strategies that a search over all trees finds: ``optimal(…)`` and ``feasible(…)``, and their declarations."""

from __future__ import annotations

from collections.abc import Sequence

from strategist.choosing.strategy_contract import FIRST_PARAMETER, GUESSES_PARAMETER, Strategy
from strategist.common.errors import InfeasibleError, SpecError, told_at
from strategist.common.numbers import read_number
from strategist.common.quoting import quoted
from strategist.common.wording import counted
from strategist.model.game import Game
from strategist.model.objective import (
    COST,
    LOST,
    OBJECTIVES,
    PRICE,
    STATIC,
    TOTAL,
    named_cost,
    objective_in,
    objective_kind,
)
from strategist.model.position import Position
from strategist.model.spec import Parameter, Value
from strategist.model.tariffs.price import named_price
from strategist.model.tree import Claims

_COSTS = "cost"
_NUMBERED = {
    COST.name: (_COSTS, 'costs by the number of guesses, as in optimal(cost="1,2,3,4,5,20")'),
    PRICE.name: ("price", "the price of a question, as in optimal(price=0.01)"),
}
"""The objectives that a number or several stand behind, each with its parameter, and what is expected of that."""
_MAX_DEPTH = Parameter("max_depth", int, None, "guesses that must be enough for every secret", low=1, high=1000)


class SearchedStrategy(Strategy):
    """A strategy whose tree is found by a search as a whole, not chosen guess by guess."""

    objectives: Sequence[str] = ()
    """The figures to minimize, the most important first; empty if any tree is good enough."""

    def max_depth(self, made: int = 0) -> int | None:
        """The guesses allowed after ``made`` guesses, by the strategy or the game's turns; None for no limit."""
        limits = [] if self.values["max_depth"] is None else [int(self.values["max_depth"])]
        if self.game.turns is not None:
            limits.append(max(0, self.game.turns - made))
        return min(limits, default=None)

    def reason(self, position: Position, question: int) -> str:
        """See :class:`~strategist.choosing.strategy_contract.Strategy`."""
        return "a search of whole trees: what follows decides, too"

    @property
    def loses(self) -> bool:
        """Whether its tree may lose secrets, as few as can be; else it finds every secret."""
        return any(objective_kind(each).loses for each in self.objectives)

    @property
    def at_once(self) -> bool:
        """Whether its questions are fixed in advance and asked all at once."""
        return STATIC.name in self.objectives

    @property
    def candidates_only(self) -> bool:
        """Whether only candidates may be guessed."""
        return self.values["guesses"] == "candidates"

    def restrictions(self, made: int = 0) -> str:
        """The restrictions of a result, as reports write them after the word *under*; empty for none.

        >>> from strategist.games.catalog import make_game
        >>> Optimal(make_game("mastermind"), {"max_depth": 5}).restrictions()
        'max_depth=5'
        """
        # Where it is fixed how many answers there are, nobody can want more.
        limit = self.max_depth(made) if self.game.of is None else self.values["max_depth"]
        parts = [
            f"max_depth={limit}" if limit is not None else "",
            "guesses=candidates" if self.candidates_only else "",
            f"first={self.values['first']}" if self.opening is not None and not made else "",
        ]
        return ",".join(part for part in parts if part)

    def objective(self, made: int = 0) -> str | None:
        """The objective of a tree with its restrictions, as its file holds it; None if any tree is good enough.

        >>> from strategist.games.catalog import make_game
        >>> Optimal(make_game("mastermind"), {"objectives": "total,depth", "guesses": "candidates"}).objective()
        'total,depth under guesses=candidates'
        """
        if not self.objectives:
            return None
        under = self.restrictions(made)
        return ",".join(self.objectives) + (f" under {under}" if under else "")

    def infeasible(self, guesses: int, made: int = 0) -> InfeasibleError:
        """The error to raise if it is proven that no tree finds every secret within ``guesses`` guesses after
        ``made`` others. Where the game allows no more, it names what goes on.

        >>> from strategist.games.catalog import make_game
        >>> print(Optimal(make_game("mastermind(2,3)"), {"first": "11"}).infeasible(3))
        mastermind(pegs=2,colors=3): no strategy under first=11 guarantees 3 guesses (proven)
        """
        if guesses == 0:
            return InfeasibleError(f"{self.game.spec}: no guess is left after {made} (proven)")
        parts = [part for part in self.restrictions(made).split(",") if part and not part.startswith("max_depth")]
        under = f" under {','.join(parts)}" if parts else ""
        proven = f"{self.game.spec}: no strategy{under} guarantees {counted(guesses, 'guess')} (proven)"
        if self.game.of is None and self.game.turns is not None and made + guesses >= self.game.turns:
            proven += f"; in turns={self.game.turns} {self._losing()}"
        return InfeasibleError(proven)

    def _losing(self) -> str:
        """What goes on where secrets are lost."""
        names = [LOST.name, TOTAL.name]
        if LOST.refusal is not None and LOST.refusal(self.game, names, False):
            return "heuristics lose some"
        return f"optimal({','.join(names)}) loses as few as can be, and heuristics lose some"


def figures_of(
    claims: Claims, objectives: Sequence[str], turns: int = 0, game: Game | None = None, made: int = 0
) -> tuple[int, ...]:
    """The value of each objective for ``claims``: of two trees, the one with the lesser tuple is better.

    A lost secret counts one guess more than the ``turns``, in the total and in what is expected. Objectives by a tariff
    need the ``game``, and the number of guesses ``made`` before the tree begins.

    >>> figures_of(Claims.of([1, 4, 4], lost=0), ["depth", "worst", "total"])
    (3, 4, 21)
    >>> figures_of(Claims.of([1, 4], lost=2), ["lost", "total"], turns=2)
    (2, 15)
    """
    known = [objective_kind(each) if game is None else objective_in(game, each, made) for each in objectives]
    return tuple(each.value(claims, turns) for each in known if each is not None)


class Optimal(SearchedStrategy):
    """A best possible tree: the first objective as small as can be, then the second, and so on.

    ``expected`` is the sum over the secrets of their chance times the cost of all questions on the way. In a game
    without chances and costs it is ``total``, and the objectives say so. ``lost``, in games with turns, is the number
    of secrets that are not found in time, or their chances; without it, none may be lost.

    >>> from strategist.games.catalog import make_game
    >>> Optimal(make_game("mastermind"), {"objectives": "expected,depth"}).objectives
    ['total', 'depth']
    """

    name = "optimal"
    summary = (
        "a best possible tree, proven: optimal(total), optimal(total,depth,worst), optimal(depth,total) …; "
        "of a solitaire, without parameters, a shortest line"
    )
    parameters = (
        Parameter("objectives", str, TOTAL.name, f"in order of weight, of {', '.join(OBJECTIVES)}", rest=True),
        _MAX_DEPTH,
        GUESSES_PARAMETER,
        FIRST_PARAMETER,
        Parameter("width", int, None, "guesses that are tried at the largest sets: a good tree, no proof", low=1),
        Parameter(
            _COSTS,
            str,
            None,
            "what a secret costs that the first guess finds, the second, ...: 1,2,3,4,5,20",
            named=True,
        ),
        Parameter(
            "price",
            str,
            None,
            "the least error: the share of all secrets whose class is told wrong, and so much for each question of the "
            "tree: 0.01",
            named=True,
        ),
    )

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        super().__init__(game, values)
        named = str(self.values["objectives"]).split(",")
        for kind, (parameter, expected) in _NUMBERED.items():
            given = self.values[parameter] is not None
            if given != (kind in named):
                if not given:
                    raise SpecError(f"optimal: expected {expected}")
                if named not in ([TOTAL.name], [""]):
                    raise SpecError(f"optimal: expected {kind} without other objectives, got {','.join(named)}")
                named = [kind]
        for index, objective in enumerate(named):
            if objective not in OBJECTIVES:
                raise SpecError(f"optimal: expected objectives of {', '.join(OBJECTIVES)}, got {quoted(objective)}")
            if objective in named[:index]:
                raise SpecError(f"optimal: the objective {objective} stands there twice")
            if OBJECTIVES[objective].alone and len(named) > 1:
                raise SpecError(f"optimal: expected {objective} without other objectives, got {','.join(named)}")
            behind = OBJECTIVES[objective].behind
            if behind is not None and behind[0] not in named[:index]:
                raise SpecError(f"optimal: expected {behind[0]} before {objective}, {behind[1]}")
        limited = self.values["max_depth"] is not None
        for objective in named:
            refusal = OBJECTIVES[objective].refusal
            if refusal is not None and (why := refusal(game, named, limited)):
                raise SpecError(f"optimal: {why}")
        in_rounds = [each.name for each in OBJECTIVES.values() if each.in_rounds]
        if self.width is not None and (len(named) > 1 or named[0] not in in_rounds):
            expected = f"expected the objective {', '.join(in_rounds[:-1])} or {in_rounds[-1]} with width"
            raise SpecError(f"optimal: {expected}, got {','.join(named)}")
        if named[0] in _NUMBERED:
            named = [self._numbered(named[0])]
        # Where all secrets are equally likely and all questions cost one, two objectives may be one.
        meant = named if game.uneven else [objective_kind(each).even or each for each in named]
        self.objectives = list(dict.fromkeys(meant))

    def _numbered(self, kind: str) -> str:
        """The name of the objective of this kind that a value asks for; the value is made canonical."""
        parameter, expected = _NUMBERED[kind]
        text = str(self.values[parameter])
        if kind == COST.name:
            name = named_cost(text)
        else:
            with told_at(f"optimal: {parameter}"):
                price = read_number(text)
            name = named_price(price)
            if price > 1:
                raise SpecError(f"optimal: expected {expected}, and no more than 1, got {quoted(text)}")
        self.values |= {"objectives": "", parameter: name.removeprefix(kind).replace(":", ",")}
        return name

    @property
    def width(self) -> int | None:
        """The guesses to try at the largest sets; None for all, which proves that the tree is optimal."""
        return None if self.values["width"] is None else int(self.values["width"])


class Feasible(SearchedStrategy):
    """Any tree that finds every secret within ``max_depth`` guesses, or ``count`` questions asked all at once.

    >>> from strategist.games.catalog import make_game
    >>> [Feasible(make_game("mastermind"), each).spec for each in ({"way": "5"}, {"way": "static", "count": 9})]
    ['feasible(max_depth=5)', 'feasible(static,count=9)']
    """

    name = "feasible"
    summary = "any tree that finds every secret within max_depth guesses, or the proof that there is none"
    parameters = (
        Parameter("way", str, "", f"{STATIC.name}: questions that are fixed in advance", rest=True),
        _MAX_DEPTH,
        GUESSES_PARAMETER,
        FIRST_PARAMETER,
        Parameter("count", int, None, "questions asked all at once that must be enough", low=0, high=1000),
    )

    def __init__(self, game: Game, values: dict[str, Value]) -> None:
        words = str(values.get("way") or "").split(",")
        if words != [""] and words != [STATIC.name]:
            # Before there was another way, these stood for the first parameters.
            values = {**values, "way": ""}
            for parameter, text in zip(self.parameters[1:4], words, strict=False):
                if values.get(parameter.name) != parameter.default and parameter.name in values:
                    raise SpecError(f"feasible: {parameter.name} is given twice")
                values[parameter.name] = parameter.read(text, self.name)
            if len(words) > 3:
                raise SpecError(f"feasible takes max_depth, guesses, first, got a further value {quoted(words[3])}")
        super().__init__(game, values)
        if self.at_once:
            if self.values["count"] is None:
                raise SpecError("feasible: expected count, as in feasible(static,count=5)")
            return
        if self.values["count"] is not None:
            raise SpecError("feasible: expected static before count, as in feasible(static,count=5)")
        if self.max_depth() is None:
            raise SpecError("feasible: expected max_depth, as in feasible(max_depth=5)")

    @property
    def at_once(self) -> bool:
        """Whether its questions are fixed in advance and asked all at once."""
        return self.values["way"] == STATIC.name
