"""What is told of a strategy: its figures, its histogram, what is proven of it, as lines and as a JSON object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from strategist.choosing.blind import Baseline, Blind, baseline
from strategist.common.numbers import shown
from strategist.common.wording import counted
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.goal import GOALS
from strategist.model.objective import FIGURES, LEXICOGRAPHIC, SIZE, Unit, figure_of, objective_kind
from strategist.model.tree import Claims, Figure
from strategist.model.trees.figures import asked_at_once, with_size
from strategist.show.slots.who_stands import nothing_asked
from strategist.show.texts.histogram_lines import histogram_lines
from strategist.show.texts.in_units import (
    bound_in_json,
    bound_text,
    first_objective,
    gap_in_json,
    gap_text,
    objective_text,
    price_record,
    price_text,
)
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.names import said
from strategist.show.texts.weighed import in_json, rounding_lines, weighed_record, weighed_text

if TYPE_CHECKING:
    from strategist.checking.verify import Verification
    from strategist.choosing.searched import SearchedStrategy


def record(data: StrategyData, claims: Claims | None = None) -> dict[str, Any]:
    """The JSON object of one strategy, with ``claims``, if given, in place of the figures of the file."""
    figures = claims or _figures_of(data)
    return {
        "game": data.game.spec,
        "strategy": data.strategy,
        "secrets": figures.secrets,
        **figures_record(figures),
        **({} if figures.size is None else {SIZE.name: figures.size}),
        **_at_once_record(data),
        "histogram": list(map(in_json, figures.histogram)),
        "bound": data.bound,
        "objective": data.objective,
        "lower_bound": bound_in_json(data),
        "gap": gap_in_json(data),
        "open": data.open_bound and {"objective": data.open_bound[0], "lower_bound": in_json(data.open_bound[1])},
        "stopped": data.stopped,
        **price_record(data, figures),
        **weighed_record(data.game, figures),
        **wording_of(data.game).record(),
    }


def _figures_of(data: StrategyData) -> Claims:
    """The figures of a file; where its goal is to know the secret, or its class, with the size: it may be printed as a
    key."""
    goal = GOALS.get(str(data.game.values.get("goal")))
    printed = goal is not None and goal.announces and data.claims.size is None
    return with_size(data.claims, data.tree) if printed else data.claims


def _at_once_record(data: StrategyData) -> dict[str, list[str]]:
    """The questions that are asked all at once, where a file claims that."""
    if not _asks_at_once(data) or not isinstance(data.game, Game):
        return {}
    game = data.game
    return {"at_once": [game.format_code(game.guesses[each]) for each in asked_at_once(data.tree) or ()]}


def figures_record(claims: Claims | Baseline) -> dict[str, Any]:
    """The figures of a strategy in its JSON object."""
    return {name: in_json(getattr(claims, name)) for name in FIGURES}


def baseline_record(strategy: Blind) -> dict[str, Any]:
    """The JSON object of a strategy whose figures are known without a tree.

    It has the keys of :func:`record`. ``histogram`` is None: it would be a one for each guess.
    """
    figures = baseline(strategy.game)
    return {
        "game": strategy.game.spec,
        "strategy": strategy.spec,
        "secrets": len(strategy.game.secrets),
        **figures_record(figures),
        "histogram": None,
        "bound": "upper",
        "objective": None,
        "lower_bound": None,
        "gap": None,
        "open": None,
        "stopped": False,
        **weighed_record(strategy.game, replace(Claims.of([], figures.lost), weighed=figures.weighed)),
    }


def record_without_tree(strategy: SearchedStrategy) -> dict[str, Any]:
    """The JSON object of a search that was stopped before it found a tree: of its figures none is known."""
    return {
        "game": strategy.game.spec,
        "strategy": strategy.spec,
        "secrets": len(strategy.game.secrets),
        **dict.fromkeys([*FIGURES, "histogram", "bound"]),
        "objective": strategy.objective(),
        "lower_bound": None,
        "gap": None,
        "open": None,
        "stopped": True,
        "proven": "no tree in time",
    }


def summary(claims: Claims) -> str:
    """One line of figures.

    >>> summary(Claims.of([1, 1], lost=1))
    '3 secrets: total 3, average 1.500, depth 2 (1 secret), lost 1'
    """
    if claims.average is None:
        return f"{counted(claims.secrets, 'secret')}: none solved, lost {shown(claims.lost)}"
    worst = f"depth {claims.depth} ({counted(claims.worst_count, 'secret')})"
    lost = f", lost {shown(claims.lost)}" if claims.lost else ""
    total = f"total {shown(claims.total)}, average {claims.average:.3f}"
    size = "" if claims.size is None else f", size {claims.size}"
    return f"{counted(claims.secrets, 'secret')}: {total}, {worst}{lost}{size}"


def headline(data: StrategyData, claims: Claims | None = None) -> str:
    """The figures of one strategy in one line, with ``claims``, if given, in place of those of the file."""
    figures = claims or _figures_of(data)
    if data.game.hides:
        at = wording_of(data.game).of_each
        of_each = f", each {at}" if at else ""
        return summary(figures) + price_text(data, figures) + weighed_text(data.game, figures) + of_each
    return f"goal reached in {counted(figures.depth, 'move')}" if figures.depth else "goal not reached"


def verdict(found: Verification) -> dict[str, Any]:
    """Whether a tree is verified, what is wrong, and where answers may be false, how many games were played.

    >>> from strategist.checking.verify import Verification
    >>> verdict(Verification(Claims.of([1], 0), ["total: claimed 2, found 1"]))
    {'verified': False, 'problems': ['total: claimed 2, found 1']}
    """
    told = {"verified": found.verified, "problems": list(found.problems)}
    return told if found.games is None else told | {"games": found.games}


def told_lines(data: StrategyData, line_counts: Sequence[str]) -> list[str]:
    """All that is told of a strategy: its figures first, its histogram last, and before that the lines of a solitaire,
    given by :func:`~strategist.show.reports.line_count_report.line_counts`."""
    bars = histogram_lines(data.claims, data.game.move_noun) if data.game.hides else []
    rounded = rounding_lines(data.game)
    return [headline(data), bound_line(data), *asking_lines(data), *rounded, *line_counts, *bars]


def bound_line(data: StrategyData) -> str:
    """A sentence on what the file claims about optimality, which replaying cannot check."""
    first, least = first_objective(data), bound_text(data)
    if data.bound == "optimal":
        return f"claimed optimal: {data.objective}; proven {least} (verifying does not check the proof)"
    stopped = "; the search was stopped: another run may end elsewhere" if data.stopped else ""
    if data.open_bound is not None:
        name, bound = data.open_bound
        gap = _gap_of(data, name, (figure_of(name, data.claims, data.game) or 0) - bound, bound)
        proven = f"{first} proven {least}, {name} at least {objective_text(data, name, bound)}, gap {gap}"
        return f"upper bound, not proven optimal: {data.objective}; {proven}{stopped}"
    if data.lower_bound is not None:
        apart = data.gap is None or objective_kind(first).unit is Unit.LEVELS
        gap = "" if data.gap is None or apart else f", gap {_gap_of(data, first, data.gap, data.lower_bound)}"
        return f"upper bound, not proven optimal: {data.objective}; lower bound {least}{gap}{stopped}"
    return f"upper bound: nothing is claimed about optimality{stopped}"


def asking_lines(data: StrategyData) -> list[str]:
    """A line on what a tree asks, if it asks nothing at all, or all at once by what its file says; else no line."""
    if (why := nothing_asked(data)) is not None:
        return [why]
    asked = asked_at_once(data.tree) if _asks_at_once(data) else None
    if asked is None or not isinstance(data.game, Game):
        return []
    names = " ".join(said(data.game).code(data.game.guesses[each]) for each in asked)
    return [f"{counted(len(asked), 'question')} asked all at once: {names}"]


def _asks_at_once(data: StrategyData) -> bool:
    """Whether a file says that its questions are asked all at once."""
    return data.claims.asked is not None or data.strategy.startswith("feasible(static,")


def proven_text(data: StrategyData) -> str | None:
    """What is claimed to be proven of a tree, in short, and whether its search was stopped; None for neither."""
    parts = ["stopped"] if data.stopped else []
    if data.open_bound is not None:
        name, bound = data.open_bound
        parts.insert(0, f"{name} at least {objective_text(data, name, bound)}")
    if data.lower_bound is not None:
        parts.insert(0, _proven_of_first(data))
    return ", ".join(parts) or None


def _proven_of_first(data: StrategyData) -> str:
    """What is claimed to be proven of the first objective."""
    name = first_objective(data)
    if data.bound == "optimal" or not data.gap:
        return f"least {name}" if name != LEXICOGRAPHIC.name else "best histogram, from its deepest level on"
    return f"{name} at least {bound_text(data)}"


def _gap_of(data: StrategyData, name: str, gap: Figure, bound: Figure) -> str:
    """The gap between a figure and a lower bound of an objective, in the unit of the objective."""
    whole = gap_text(gap, bound)
    if objective_kind(name).unit is Unit.PRICE:
        return whole
    return whole.replace(shown(gap), objective_text(data, name, gap), 1)
