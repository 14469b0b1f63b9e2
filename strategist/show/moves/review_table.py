"""The review of a game as a table, as lines, and as a JSON object."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.table import Table

from strategist.choosing.luck_and_skill import BOUNDS, ESTIMATE, EXACT, Review, ReviewedGuess
from strategist.common.wording import counted, plural
from strategist.model import endings
from strategist.model.game import Game, History
from strategist.model.lies.accused import false_answers
from strategist.show.moves.told_lies import doubt_line, lies_lines
from strategist.show.texts.names import Names, as_marked, plain, rich

HEADS = ("", "guess", "answer", "left", "expected", "worth", "better guess", "regret", "/99", "luck", "/99")
"""The heads of the columns; skill and luck on the scale from 0 to 99 stand beside regret and luck."""
LIES_HEADS = ("", "guess", "answer", "left", "at most", "at worst", "better guess", "regret", "/99", "spared", "")
"""The same where answers may be false: what the answer spared is no luck, because no lie has a chance."""


def heads_of(review: Review) -> tuple[str, ...]:
    """The heads of the columns of a review."""
    return LIES_HEADS if review.game.doubtful else HEADS


def review_title(review: Review) -> str:
    """A line on how the game ended and how the values were computed, in marked text."""
    why = "" if review.inexact is None else f"; {review.inexact}"
    return f"{_ending(review)}; {_source(review.by, review.game.doubtful)}{why}"


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


def _source(by: str, at_worst: bool = False) -> str:
    """How the values of a review were computed.

    >>> _source("exact"), _source("entropy"), _source("estimate")
    ('values are exact', 'values are those of entropy', 'values are estimated by the candidates left')
    >>> _source("estimate", at_worst=True)
    'values are the least that counting allows'
    """
    if by in (EXACT, BOUNDS):
        return "values are exact" if by == EXACT else "values are upper bounds"
    if at_worst and by == ESTIMATE:
        return "values are the least that counting allows"
    return "values are estimated by the candidates left" if by == ESTIMATE else f"values are those of {by}"


def cells_of_review(review: Review) -> list[list[str]]:
    """The cells of the table, row by row, in marked text; the last row is for the whole game."""
    rows = [_cells(as_marked(review.game), number, row) for number, row in enumerate(review.rows, 1)]
    sums = _sums(review.game, review)
    return [*rows, ["", "in all", *[""] * 5, *sums, *_possible(review.game, False)]]


def _possible(game: Game, can_win: bool) -> list[str]:
    """Where answers may be false, whether a guess could be right after those before it."""
    return ["could be it" if can_win else ""] if game.doubtful else []


def _sums(game: Game, of: Review | ReviewedGuess) -> list[str]:
    """Regret with skill, and luck with its score, or what was spared."""
    if game.doubtful:
        return [str(of.regret), str(of.skill), str(of.luck)]
    return [_figure(of.regret), str(of.skill), _signed(of.luck), str(of.luck_score)]


def _cells(names: Names[str], number: int, row: ReviewedGuess) -> list[str]:
    # Guesses at worst are whole.
    figure = str if names.game.doubtful else _figure
    better = f"{names.of_code(row.best)} {figure(row.best_worth)}"
    if row.best == row.text:
        better = "none exists" if row.proven else "none found"
    left = str(row.expected_left) if names.game.doubtful else f"{float(row.expected_left):.1f}"
    figures = [str(row.after), left, figure(row.worth), better]
    return [
        f"{number}.",
        names.code(row.code),
        names.of_response(row.answer),
        *figures,
        *_sums(names.game, row),
        *_possible(names.game, row.can_win),
    ]


def _figure(value: Fraction) -> str:
    return f"{float(value):.3f}"


def _signed(value: Fraction) -> str:
    return f"{float(value):+.3f}"


def review_table(review: Review) -> Table:
    """A table with a row for each guess and one for the whole game."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    left = ("", "guess", "answer", "better guess")
    for place, head in enumerate(heads_of(review)):
        table.add_column(head, justify="left" if head in left else "right", no_wrap=place > 2)
    for cells in cells_of_review(review):
        table.add_row(*map(rich, cells))
    return table


def review_sum(review: Review) -> str:
    """How regret and luck add up to the length of the game; with a correction if the expected values are not exact.

    >>> from strategist.games.catalog import make_game
    >>> rest = Fraction(7, 3)
    >>> review_sum(Review(make_game("mastermind(2,3)"), EXACT, None, None, rest, rest, []))
    '2.333 guesses expected now = 2.333 at first + 0.000 regret + 0.000 bad luck'
    """
    if review.game.doubtful:
        return _sum_at_worst(review)
    actual, noun = review.actual, review.game.move_noun
    if review.game.costs is not None:
        spent = f"cost {_figure(actual)}"
    elif actual.denominator == 1:
        spent = counted(actual.numerator, noun)
    else:
        spent = f"{_figure(actual)} {plural(noun)}"
    now = {None: " expected now", endings.LOST: " (lost: one more)"}.get(review.ending, "")
    first = "at first" if review.ending is None else "expected"
    regret = f"+ {_figure(review.regret)} regret"
    luck = f"- {_figure(review.luck)} luck" if review.luck > 0 else f"+ {_figure(-review.luck)} bad luck"
    correction = ""
    if review.correction:
        correction = f" {'-' if review.correction < 0 else '+'} {_figure(abs(review.correction))} correction"
    return f"{spent}{now} = {_figure(review.value)} {first}{correction} {regret} {luck}"


def _sum_at_worst(review: Review) -> str:
    """The same where answers may be false."""
    now = "" if review.ending is not None else " at worst now"
    first = "at worst at first" if review.ending is None else "at worst"
    correction = ""
    if review.correction:
        correction = f" {'-' if review.correction < 0 else '+'} {abs(review.correction)} correction"
    moves = counted(int(review.actual), review.game.move_noun)
    return f"{moves}{now} = {review.value} {first}{correction} + {review.regret} regret - {review.luck} spared"


def lines_of_lies(review: Review) -> list[str]:
    """Where answers may be false, the lines that say which were, as far as that is certain."""
    game, history = review.game, _history(review)
    if review.secret is not None:
        return lies_lines(game, history, game.parse_secret(review.secret))
    line = doubt_line(game, history, game.consistent(history)) if game.lies else None
    return [] if line is None else [line]


def print_review(out: Console, review: Review, whose: str = "") -> None:
    """Print a review, with ``whose`` in front of it."""
    out.print(whose + plain(review_title(review)), markup=False)
    out.print(review_table(review))
    for line in (review_sum(review), *lines_of_lies(review)):
        out.print(line, markup=False)


def review_record(review: Review) -> dict[str, Any]:
    """The JSON object of a review. Exact fractions are rounded to floats."""
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
        **_record_of_sums(review.game, review),
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
                **_record_of_sums(review.game, row),
            }
            for row in review.rows
        ],
    }


def _record_of_sums(game: Game, of: Review | ReviewedGuess) -> dict[str, Any]:
    """Regret and luck, or what was spared."""
    if game.doubtful:
        win = {"can_win": of.can_win} if isinstance(of, ReviewedGuess) else {}
        return {"regret": float(of.regret), "skill": of.skill, "spared": float(of.luck)} | win
    return {"regret": float(of.regret), "luck": float(of.luck), "skill": of.skill, "luck_score": of.luck_score}


def _record_of_lies(review: Review) -> dict[str, Any]:
    """The numbers of the false answers, counted from 1, where the secret is known."""
    if not review.game.lies or review.secret is None:
        return {}
    secret = review.game.parse_secret(review.secret)
    return {"false": [place + 1 for place in false_answers(review.game, _history(review), secret)]}


def _history(review: Review) -> History:
    return tuple((row.code, review.game.parse_response(row.answer)) for row in review.rows)
