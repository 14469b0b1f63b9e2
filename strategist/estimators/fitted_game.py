"""The game that a table of features makes: equal rows are secrets, their classes or they themselves are asked for.

All that the rows, features and classes are called is made readable for the strings and files of games, and unlike all
else of its kind.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from strategist.common.errors import SpecError
from strategist.common.numbers import write_number
from strategist.common.quoting import unprintable
from strategist.estimators.feature_columns import MISSING, NO, YES, Categories, Codes, Numbers
from strategist.games.tables.cells.states import MOST_ANSWERS
from strategist.games.tables.contents import BY_CLASS, Sheet
from strategist.games.tables.lexicon import canonical
from strategist.games.tables.sources.table_files import KEEP
from strategist.games.tables.table import Table
from strategist.model.game_parts import MOST_EXPECTED
from strategist.model.goal import CLASS

LABEL = "fit"
"""What stands for the file of the table in the string of the game."""
_MISSING_TEXT = "missing"


@dataclass(frozen=True)
class Question:
    """A question about a feature, by its number: its value, or with a ``threshold``, whether it is at most that."""

    feature: int
    threshold: float | None = None


def questions_of(columns: Sequence[Categories | Numbers]) -> list[Question]:
    """All questions that can be asked, feature by feature.

    >>> questions_of([Categories({"red": 0}), Numbers((0.5, 1.5))])[-1]
    Question(feature=1, threshold=1.5)
    """
    found = []
    for feature, column in enumerate(columns):
        if isinstance(column, Numbers):
            found += [Question(feature, threshold) for threshold in column.thresholds]
        else:
            found.append(Question(feature))
    return found


def texts_unlike(texts: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Names for strings and files of games that are unlike each other, and those ``taken``; a number is added to the
    second of two that are alike.

    >>> texts_unlike(["big dog", "big_dog", "=", "a:b"], ["big_dog"])
    ['big_dog_2', 'big_dog_3', '_=', 'a_b']
    """
    used, found = set(taken), []
    for text in texts:
        plain = "".join("_" if mark == ":" or unprintable(mark) else mark for mark in canonical(text)) or "empty"
        plain = f"_{plain}" if plain.startswith("=") else plain
        free, number = plain, 1
        while free in used:
            number += 1
            free = f"{plain}_{number}"
        used.add(free)
        found.append(free)
    return found


@dataclass(frozen=True)
class Wording:
    """The names of the questions, and of the answers to each, by their codes."""

    questions: list[str]
    answers: list[list[str]]


def word(questions: Sequence[Question], columns: Sequence[Categories | Numbers], names: Sequence[str]) -> Wording:
    """The names of questions about features that have these ``names``.

    >>> columns = [Categories({"red": 0}), Numbers((0.5,))]
    >>> word(questions_of(columns), columns, ["color", "x"])
    Wording(questions=['color', 'x<=0.5'], answers=[['red', 'missing'], ['no', 'yes', 'missing']])
    """
    spelled, answers = [], []
    for each in questions:
        column = columns[each.feature]
        spelled.append(names[each.feature])
        if isinstance(column, Numbers):
            assert each.threshold is not None  # every question about such a column has one
            spelled[-1] += f"<={column.told(each.threshold)}"
            told = {NO: "no", YES: "yes", MISSING: _MISSING_TEXT}
            answers.append([told[code] for code in range(len(told))])
        else:
            answers.append(texts_unlike([*map(str, column.values), _MISSING_TEXT]))
    return Wording(texts_unlike(spelled), answers)


def make_table(
    codes: Codes,
    wording: Wording,
    secrets: Sequence[str],
    masses: Sequence[int],
    costs: Sequence[Fraction] | None,
    classes: Sequence[str] | None,
    *,
    mixed: bool = False,
) -> Table:
    """The game of groups of equal rows: ``codes`` holds the answer of each to each question, ``masses`` their chances.

    Without ``classes`` each group is to be identified. Where groups of several classes are ``mixed``, each class of a
    group is a secret of its own, and a tree errs in some. Chances that are too precise for a search are rounded to
    multiples of a small part of their sum. Raises :class:`~strategist.common.errors.SpecError` for more different
    answers than a game can have.
    """
    asks = texts_unlike([BY_CLASS, "chance"], wording.questions)
    texts: dict[str, int] = {}
    rows = []
    for question, answers in enumerate(wording.answers):
        given, places = np.unique(codes[:, question], return_inverse=True)
        numbers = [texts.setdefault(answers[code], len(texts)) for code in given.tolist()]
        if len(texts) > MOST_ANSWERS:
            raise SpecError(f"expected at most {MOST_ANSWERS} different values of features, got {len(texts)}")
        rows.append(array("H", np.array(numbers, dtype=np.uint16)[places.reshape(-1)].tobytes()))
    values: dict[str, str | int | bool | None] = {"file": LABEL, "goal": "identify"}
    names = texts_unlike(secrets)
    if classes is not None:
        values |= {"goal": CLASS.name, BY_CLASS: asks[0]} | ({"twins": KEEP} if mixed else {})
    chances = whole_chances(masses, costs)
    if chances is not None:
        values["chance"] = asks[1]
    if costs is not None:
        (values["cost"],) = texts_unlike(["cost"], names)
    sheet = Sheet(
        names,
        wording.questions,
        list(texts),
        rows,
        chances=None if chances is None else list(map(str, chances)),
        costs=None if costs is None else list(map(write_number, costs)),
        classes=classes,
    )
    return Table(values, sheet)


def whole_chances(masses: Sequence[int], costs: Sequence[Fraction] | None = None) -> list[int] | None:
    """The masses of secrets as chances, rounded where they are too large for a search; None if all are equal.

    >>> whole_chances([2, 4]), whole_chances([3, 3]), whole_chances([10**30, 1])
    ([1, 2], None, [144115188075855871, 1])
    """
    if len(set(masses)) == 1:
        return None
    divisor = math.gcd(*masses)
    whole = sum(masses) // divisor
    greatest = 1
    if costs is not None:
        scale = math.lcm(*(cost.denominator for cost in costs))
        greatest = max(int(cost * scale) for cost in costs)
    # Half of what a game allows, because every chance that is rounded may be raised to 1.
    most = max(len(masses), MOST_EXPECTED // (4 * len(masses) * greatest))
    if whole <= most:
        return [mass // divisor for mass in masses]
    return [max(1, mass * most // sum(masses)) for mass in masses]
