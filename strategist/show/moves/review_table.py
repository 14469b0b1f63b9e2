"""The review of a game as a table, as lines, and as a JSON object."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from strategist.choosing.luck_and_skill import BOUNDS, ESTIMATE, EXACT, Review, ReviewedGuess
from strategist.common.wording import counted, plural
from strategist.model import endings
from strategist.model.game import History
from strategist.model.lies.accused import false_answers
from strategist.show.moves.lines_of_lies import lies_lines, sure_lies_line
from strategist.show.texts.kind_words import Wording, wording_of
from strategist.show.texts.names import Names, as_marked, plain, rich


def review_title(review: Review) -> str:
    """A line on how the game ended and how the values were computed, in marked text."""
    why = "" if review.inexact is None else f"; {review.inexact}"
    return f"{_ending(review)}; {_source(review.by, wording_of(review.game).estimated)}{why}"


def _ending(review: Review) -> str:
    moves = counted(len(review.rows), review.game.move_noun)
    names = as_marked(review.game)
    named = "" if review.secret is None else f": {names.of_secret(review.secret)}"
    if review.kind is not None:
        kind = names.kind(review.game.class_names.index(review.kind))
        named = f": the class is {kind}" if review.secret is None else f"{named} ({kind})"
    if review.among is not None:
        # The secret that was told is one of them, or of one of these classes.
        named = f": {review.among}" + ("" if review.secret is None else f", and it was{named[1:]}")
    match review.ending:
        case endings.SOLVED:
            return f"solved in {moves}{named}"
        case endings.KNOWN:
            return f"known after {moves}{named}"
        case endings.LOST:
            return f"lost after {moves}{named}"
    return f"{moves} so far"


def _source(by: str, estimated: str) -> str:
    """How the values of a review were computed; ``estimated`` says how they are estimated.

    >>> _source("exact", "estimates"), _source("entropy", "estimates"), _source("estimate", "estimates")
    ('values are exact', 'values are those of entropy', 'estimates')
    """
    told = {EXACT: "values are exact", BOUNDS: "values are upper bounds", ESTIMATE: estimated}
    return told.get(by, f"values are those of {by}")


def cells_of_review(review: Review) -> list[list[str]]:
    """The cells of the table, row by row, in marked text; the last row is for the whole game."""
    names, words = as_marked(review.game), wording_of(review.game)
    rows = [_cells(names, words, number, row) for number, row in enumerate(review.rows, 1)]
    return [*rows, ["", "in all", *[""] * 5, *_sums(words, review), *words.win_cells(False)]]


def _sums(words: Wording, of: Review | ReviewedGuess) -> list[str]:
    """Regret with skill, and luck with its score, or what was spared."""
    return [words.figure(of.regret), str(of.skill), *words.luck(of)]


def _cells(names: Names[str], words: Wording, number: int, row: ReviewedGuess) -> list[str]:
    better = f"{names.of_code(row.best)} {words.figure(row.best_worth)}"
    if row.best == row.text:
        better = "none exists" if row.proven else "none found"
    return [
        f"{number}.",
        names.code(row.code),
        names.of_response(row.answer),
        str(row.after),
        words.figure(row.expected_left, 1),
        words.figure(row.worth),
        better,
        *_sums(words, row),
        *words.win_cells(row.can_win),
    ]


def review_table(review: Review) -> Table:
    """A table with a row for each guess and one for the whole game."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    left = ("", "guess", "answer", "better guess")
    for place, head in enumerate(wording_of(review.game).review_heads):
        table.add_column(head, justify="left" if head in left else "right", no_wrap=place > 2)
    for cells in cells_of_review(review):
        table.add_row(*map(rich, cells))
    return table


def review_sum(review: Review) -> str:
    """How regret and luck add up to the length of the game; with a correction if the expected values are not exact.

    >>> from strategist.games.catalog import make_game
    >>> from fractions import Fraction
    >>> rest = Fraction(7, 3)
    >>> review_sum(Review(make_game("mastermind(2,3)"), EXACT, None, None, rest, rest, []))
    '2.333 guesses expected now = 2.333 at first + 0.000 regret + 0.000 bad luck'
    """
    actual, noun, words = review.actual, review.game.move_noun, wording_of(review.game)
    if review.game.costs is not None:
        spent = f"cost {words.figure(actual)}"
    elif actual.denominator == 1:
        spent = counted(actual.numerator, noun)
    else:
        spent = f"{words.figure(actual)} {plural(noun)}"
    now = {None: f" {words.value} now", endings.LOST: words.value_lost}.get(review.ending, "")
    first = words.value_at_first if review.ending is None else words.value
    regret = f"+ {words.figure(review.regret)} regret"
    correction = ""
    if review.correction:
        correction = f" {'-' if review.correction < 0 else '+'} {words.figure(abs(review.correction))} correction"
    return f"{spent}{now} = {words.figure(review.value)} {first}{correction} {regret} {words.luck_term(review.luck)}"


def lines_of_lies(review: Review) -> list[str]:
    """Where answers may be false, the lines that say which were, as far as that is certain."""
    game, history = review.game, _history(review)
    if review.secret is not None:
        return lies_lines(game, history, game.parse_secret(review.secret))
    line = sure_lies_line(game, history, game.consistent(history)) if game.lies else None
    return [] if line is None else [line]


def print_review(out: Console, review: Review, whose: str = "") -> None:
    """Print a review, with ``whose`` in front of it."""
    out.print(whose + plain(review_title(review)), markup=False)
    out.print(review_table(review))
    for line in (review_sum(review), *lines_of_lies(review)):
        out.print(line, markup=False)


def review_record(review: Review) -> dict[str, Any]:
    """The JSON object of a review. Exact fractions are rounded to floats."""
    words = wording_of(review.game)
    return {
        "game": review.game.spec,
        "by": review.by,
        "inexact": review.inexact,
        "ending": review.ending,
        "secret": review.secret,
        **({} if review.kind is None else {review.game.known_noun: review.kind}),
        **({} if review.among is None else {"among": review.among}),
        "value": float(review.value),
        "actual": float(review.actual),
        "correction": float(review.correction),
        "regret": float(review.regret),
        **words.luck_record(review),
        **_record_of_lies(review),
        "guesses": [
            {
                "guess": row.text,
                "answer": row.answer,
                "before": row.before,
                "after": row.after,
                "expected_left": float(row.expected_left),
                "value": float(row.value),
                "worth": float(row.worth),
                "best": row.best,
                "best_worth": float(row.best_worth),
                "proven": row.proven,
                "regret": float(row.regret),
                **words.luck_record(row),
                **words.can_win(row.can_win),
            }
            for row in review.rows
        ],
    }


def _record_of_lies(review: Review) -> dict[str, Any]:
    """The numbers of the false answers, counted from 1, where the secret is known."""
    if not review.game.lies or review.secret is None:
        return {}
    secret = review.game.parse_secret(review.secret)
    return {"false": [place + 1 for place in false_answers(review.game, _history(review), secret)]}


def _history(review: Review) -> History:
    return tuple((row.code, review.game.parse_response(row.answer)) for row in review.rows)
