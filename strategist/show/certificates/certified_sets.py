"""The sets of questions that a certificate of questions asked all at once lists."""

from __future__ import annotations

from itertools import repeat
from typing import Any

from strategist.common.wording import counted, plural
from strategist.files.versions.set_columns import QuestionSets
from strategist.model.game import Game
from strategist.show.moves.ranking_table import columns
from strategist.show.texts.names import said


def sets_record(game: Game, sets: QuestionSets) -> list[dict[str, Any]]:
    """JSON objects of the sets of each number of questions: how many there are, of how many counting is enough, how
    many are refuted or narrowed by weights of pairs, and the first that is branched on, with the two secrets that it
    leaves together; null where there is none.

    >>> from strategist.files.versions.set_columns import counted_sets
    >>> from strategist.games.catalog import make_game
    >>> sets_record(make_game("mastermind(1,3)"), counted_sets(2))
    [{'questions': 0, 'sets': 1, 'counted': 1, 'weighed': 0, 'example': None, 'together': None}]
    """
    above = [0]
    for number, children in enumerate(sets.children):
        above += repeat(number, children)
    weighed = [len(places) for places in sets.weights_at()]
    asked: list[tuple[int, ...]] = [()]
    for number in range(1, len(sets)):
        before = asked[above[number]]
        asked.append(before if weighed[above[number]] else (*before, sets.questions[number]))
    rows: list[dict[str, Any]] = []
    for number, questions in enumerate(asked):
        if len(questions) == len(rows):
            nothing = {"sets": 0, "counted": 0, "weighed": 0, "example": None, "together": None}
            rows.append({"questions": len(questions), **nothing})
        row, pair = rows[len(questions)], (sets.ones[number], sets.others[number])
        row["sets"] += 1
        if weighed[number]:
            row["weighed"] += 1
        elif pair == (0, 0):
            row["counted"] += 1
        elif row["example"] is None:
            row["example"] = [game.format_code(game.guesses[each]) for each in questions]
            row["together"] = [game.format_code(game.secrets[each]) for each in pair]
    return rows


def sets_lines(game: Game, sets: QuestionSets) -> list[str]:
    """The same as lines of text: a table with a row for each number of questions."""
    told = said(game)
    rows = [(plural(game.move_noun), "sets", "counted", "weighed", "leaves together", "for example")]
    for row in sets_record(game, sets):
        example, together = row["example"] or (), row["together"] or ()
        pair, asked = (" ".join(map(told.of_code, each)) for each in (together, example))
        rows.append((str(row["questions"]), str(row["sets"]), str(row["counted"]), str(row["weighed"]), pair, asked))
    symmetries = f"{counted(len(sets.images), 'symmetry')} and their products"
    return [
        f"{counted(len(sets), 'set')} of {plural(game.move_noun)}, up to {symmetries}:",
        *(f"  {line}" for line in columns(rows, left=(4, 5))),
    ]
