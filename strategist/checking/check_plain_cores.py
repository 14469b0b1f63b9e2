"""The check of :mod:`strategist.checking.check_cores` as simple as possible, and slow: its specification.

Let S be a set of secrets. If every guess gives two of its members the same response, S cannot be solved by one guess
and another one for each cell. If every guess gives all members of some part of S the same response, and that part
cannot be solved within k guesses, S cannot be solved within k + 1. The last set to be checked is that of all secrets.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from strategist.files.core_columns import Cores
from strategist.model.game import Code, Game, Response

Cell = frozenset[Code]


def core_problems(
    game: Game, secrets: Cell, answers: Mapping[Code, Mapping[Code, Response]], cores: Cores
) -> list[str]:
    """Why cores do not prove that the secrets cannot be solved: a line for each that is not proven, and one for the
    secrets themselves if they are not."""
    problems: list[str] = []
    number = 0
    below: Collection[Cell] | None = None
    for level in cores.levels():
        sets = [frozenset(game.secrets[place] for place in core) for core in level]
        for cell in sets:
            if not cell <= secrets:
                problems.append(f"core {number}: not all agree with the start")
            elif (guess := _way(cell, answers, below)) is not None:
                problems.append(f"core {number}: guess {game.format_code(guess)} may be enough")
            number += 1
        below = sets
    if (guess := _way(secrets, answers, below)) is not None:
        problems.append(f"the whole game: guess {game.format_code(guess)} may be enough")
    return problems


def _way(cell: Cell, answers: Mapping[Code, Mapping[Code, Response]], below: Collection[Cell] | None) -> Code | None:
    """A guess that is not proven to leave too much for the guesses after it; None if there is none."""
    for guess, row in answers.items():
        if below is None:
            fails = len({row[secret] for secret in cell}) < len(cell)
        else:
            fails = any(core <= cell and len({row[secret] for secret in core}) == 1 for core in below)
        if not fails:
            return guess
    return None
