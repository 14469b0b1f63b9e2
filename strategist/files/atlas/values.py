"""Values and bounds in the register: numbers, and of ``lexicographic`` numbers of secrets at all levels."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from strategist.common.errors import SpecError, StrategyFileError, told_at
from strategist.common.quoting import listed, quoted
from strategist.model.game import Game
from strategist.model.objective import COST, LEXICOGRAPHIC, OBJECTIVES, Unit, named_cost, objective_kind
from strategist.model.tariffs.by_levels import LevelCost

_COST = re.compile(rf'{COST.name}"([0-9,]*)"')
_TYPED_COST = re.compile(rf'{COST.name}"?([0-9,:]*[0-9])"?')
"""The numbers of a cost in one of the ways in which people write it: in quotes, without, and with colons."""
_VALUE = re.compile(r"[0-9]{1,18}(:[0-9]{1,18}){0,99}", re.ASCII)
_EXAMPLE = "539:671:77:8"


def in_register(game: Game, objective: str, secrets: int, value: int) -> int:
    """A value as records hold it: one that is told as it stands in the register.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> print(in_register(game, "lexicographic", 9, 20), in_register(game, "total", 9, 20))
    4:0 20
    """
    return LevelCost.of(game, secrets, value) if objective_kind(objective).unit is Unit.LEVELS else value


def in_json(value: int | None) -> Any:
    """A value as it stands in the register: a number, or a list of numbers from the deepest level on."""
    return list(value.counts) if isinstance(value, LevelCost) else value


def told(value: Any) -> str:
    """The text of what stands in the register.

    >>> told([539, 671, 77, 8]), told(5625)
    ('539:671:77:8', '5625')
    """
    return ":".join(map(str, value)) if isinstance(value, list) else str(value)


def from_json(rules: Callable[[], Game], objective: str, secrets: int, raw: Any, where: str) -> Any:
    """The value that stands in the register: a number as it is, levels read by the rules of a game. Raises
    :class:`~strategist.common.errors.StrategyFileError`."""
    if raw is None or objective != LEXICOGRAPHIC.name:
        if isinstance(raw, list):
            raise StrategyFileError(f"{where}: expected int, got list")
        return raw
    if not isinstance(raw, list) or len(raw) > 100 or any(type(each) is not int or each < 0 for each in raw):
        raise StrategyFileError(f"{where}: expected numbers of secrets, the deepest level first, got {quoted(raw)}")
    with told_at(where, SpecError, StrategyFileError):
        return LevelCost.read(rules(), secrets, raw)


def read_value(text: str) -> tuple[int, ...]:
    """The numbers of a value that somebody types: one, or those of all levels with colons between them. Raises
    :class:`~strategist.common.errors.SpecError`.

    >>> read_value("5625"), read_value("539:671:77:8")
    ((5625,), (539, 671, 77, 8))
    """
    if not _VALUE.fullmatch(text):
        raise SpecError(f"expected a number, or those of all levels, as in {_EXAMPLE}, got {quoted(text)}")
    return tuple(map(int, text.split(":")))


def as_value(game: Game, objective: str, secrets: int, numbers: tuple[int, ...]) -> int:
    """The value of these numbers. Raises :class:`~strategist.common.errors.SpecError` if an objective has no such."""
    if objective_kind(objective).unit is Unit.LEVELS:
        return LevelCost.read(game, secrets, numbers)
    if len(numbers) != 1:
        raise SpecError(f"expected one number for {objective}, got {len(numbers)}")
    return numbers[0]


def canonical_objectives(text: str) -> tuple[str, ...]:
    """Objectives by the names that records have, from what somebody types: the first to be minimized stands first.
    Raises :class:`~strategist.common.errors.SpecError`.

    >>> canonical_objectives("depth,total"), canonical_objectives("cost=1,2,20")
    (('depth', 'total'), ('cost=1:2:20',))
    """
    typed = _TYPED_COST.sub(lambda found: named_cost(found[1].replace(":", ",")), text)
    names = tuple(each.strip() for each in typed.split(","))
    for name in names:
        if (name not in OBJECTIVES or name == COST.name) and not _TYPED_COST.fullmatch(name):
            raise SpecError(f"expected objectives of {listed(tuple(OBJECTIVES))}, got {quoted(name)}")
    return names


def restrictions_of(strategy: str) -> tuple[str, ...]:
    """What restricts the trees that a strategy searches, as ``max_depth=5`` does: other values are the least.

    >>> restrictions_of("optimal(total,max_depth=5)"), restrictions_of('optimal(cost="1,2,20")')
    (('max_depth=5',), ())
    """
    inner = _COST.sub("", strategy.removeprefix("optimal(").removesuffix(")"))
    return tuple(each for each in inner.split(",") if "=" in each)


def objectives_of(strategy: str) -> tuple[str, ...]:
    """What a strategy minimizes, without the restrictions that may stand behind it.

    >>> objectives_of("optimal(total,depth,max_depth=5)"), objectives_of('optimal(cost="1,2,20")')
    (('total', 'depth'), ('cost=1:2:20',))
    """
    inner = strategy.removeprefix("optimal(").removesuffix(")")
    named = _COST.sub(lambda found: named_cost(found[1]), inner)
    return tuple(each for each in named.split(",") if "=" not in each or each.startswith(COST.name))
