"""What a guess tells about the class of the secret, where it is enough to know that.

A cell is *pure* if all its candidates are of one class. No further question is needed there: it is as good as solved.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from strategist.model.game import Code, Game, Response

ClassCell = Mapping[int, tuple[int, int]]
"""The number and the mass of the candidates of each class in a cell."""


def class_cells(game: Game, guess: int, candidates: Iterable[int]) -> dict[Response, ClassCell]:
    """The cells of a guess by their responses; all are indices, those of ``candidates`` of secrets.

    >>> from strategist.games.tables.sheet import Reading, make_sheet
    >>> from strategist.games.tables.table import Table
    >>> lines = [["", "bat", "bear", "hen"], ["wings", "yes", "no", "yes"], ["milk", "yes", "yes", "no"]]
    >>> sheet = make_sheet(list(enumerate([*lines, ["kind", "mammal", "mammal", "bird"]], 1)), Reading(kind="kind"))
    >>> game = Table({"file": "kinds.csv", "goal": "class", "class": "kind"}, sheet)
    >>> class_cells(game, 0, range(3))
    {0: {0: (1, 1), 1: (1, 1)}, 1: {0: (1, 1)}}
    """
    assert game.classes is not None
    cells: dict[Response, dict[int, tuple[int, int]]] = {}
    code = game.guesses[guess]
    for secret in candidates:
        cell = cells.setdefault(game.respond(code, game.secrets[secret]), {})
        size, mass = cell.get(game.classes[secret], (0, 0))
        cell[game.classes[secret]] = size + 1, mass + game.weight_of(secret)
    return dict(cells)


def told_classes(game: Game, guess: Code, secrets: Iterable[Code]) -> dict[Response, int]:
    """The class behind each response to a guess after which all of ``secrets`` that are left are of one class.

    Nothing where secrets have no classes, and where answers may be false.
    """
    if game.classes is None or game.doubtful:
        return {}
    kinds: dict[Response, set[int]] = {}
    for secret in secrets:
        kind = game.classes[game.secrets.index(secret)]
        for response in game.admitted(guess, secret):
            kinds.setdefault(response, set()).add(kind)
    return {response: min(found) for response, found in kinds.items() if len(found) == 1}


def mixed(cell: ClassCell) -> tuple[int, int]:
    """The size and the mass of a cell of several classes; nothing of a pure one.

    >>> mixed({0: (1, 5), 1: (2, 2)}), mixed({0: (1, 5)})
    ((3, 7), (0, 0))
    """
    if len(cell) == 1:
        return 0, 0
    return sum(size for size, _ in cell.values()), sum(mass for _, mass in cell.values())


class ClassFigures(NamedTuple):
    """The candidates in the largest cell that is not pure, the candidates in such cells on average, and what the answer
    tells about the class, in bits; the last two under the chances."""

    worst: int
    expected: float
    bits: float


def told_by(cells: Collection[ClassCell]) -> ClassFigures:
    """What a guess with these cells tells about the class.

    >>> told_by([{0: (3, 3)}, {1: (2, 2), 2: (1, 1)}])
    ClassFigures(worst=3, expected=1.5, bits=1.0)
    """
    everything: dict[int, int] = {}
    for cell in cells:
        for kind, (_, mass) in cell.items():
            everything[kind] = everything.get(kind, 0) + mass
    whole = sum(everything.values())
    within = math.fsum(_missing([mass for _, mass in cell.values()]) for cell in cells)
    left = [mixed(cell) for cell in cells]
    return ClassFigures(
        worst=max(size for size, _ in left),
        expected=sum(size * mass for size, mass in left) / whole,
        bits=max(0.0, _missing(everything.values()) - within) / whole,
    )


def _missing(masses: Collection[int]) -> float:
    """The information that is missing about a class, in bits, times the mass of all classes together."""
    whole = sum(masses)
    return math.fsum(mass * math.log2(whole / mass) for mass in masses)
