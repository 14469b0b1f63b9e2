"""A ranking of guesses as a table, as lines, and as a JSON object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from strategist.common.wording import counted, plural
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.names import plain

if TYPE_CHECKING:
    from strategist.model.game import Game
    from strategist.search.advice.comparing import RankedGuess
    from strategist.search.advice.ranking import Ranking


def compared_line(ranking: Ranking) -> str:
    """A line with the number of guesses compared, and the number of secrets if they are a sample."""
    sample = ", a sample" if ranking.sampled else ""
    by = "" if ranking.drawn is None else f", by a sample of {counted(ranking.drawn, 'secret')}"
    return f"{counted(ranking.considered, ranking.game.move_noun)} compared{sample}{by}"


def ranking_rows(ranking: Ranking) -> Iterator[tuple[str, ...]]:
    """The headings of a table and a row for each of the best guesses and each requested guess, in marked text."""
    game = ranking.game
    takes = wording_of(game).takes("cost" if game.priced else plural(game.move_noun))
    yield "", game.move_noun, takes, "at most left", "left", "bits", "cells", ""
    for place, row in enumerate(ranking.best, 1):
        yield f"{place}.", *_figures(game, row)
    places = {row.code: place for place, row in enumerate(ranking.best, 1)}
    for row in ranking.own:
        yield f"{places[row.code]}." if row.code in places else "", *_figures(game, row)


LEFT = (0, 1, 7)
"""The columns of :func:`ranking_rows` that are left-aligned."""


def _figures(game: Game, row: RankedGuess) -> tuple[str, ...]:
    about = "" if row.by == "exact" else "~ "
    further = "" if row.further is None else f"{about}{wording_of(game).figure(row.further)}"
    figures = (
        game.shown_code(row.code),
        further,
        str(row.worst),
        f"{row.expected_left:.2f}",
        f"{row.bits:.2f}",
        str(len(row.left)),
    )
    return *figures, "may be the secret" if row.candidate else ""


def ranking_lines(ranking: Ranking) -> list[str]:
    """A ranking as lines of text: what was compared, the table, and the meaning of the sign ~ if it is used."""
    rows = [tuple(map(plain, row)) for row in ranking_rows(ranking)]
    if not any(row[2] for row in rows[1:]):
        # The numbers of further guesses are not known.
        rows = [(*row[:2], *row[3:]) for row in rows]
        left: tuple[int, ...] = (0, 1, 6)
    else:
        left = LEFT
    lines = columns(rows, left)
    if any(row.by not in (None, "exact") for row in (*ranking.best, *ranking.own)):
        lines.append(f"~ if {ranking.by} goes on from there")
    if ranking.own:
        # The requested guesses follow the others.
        lines.insert(1 + len(ranking.best), "")
    return [compared_line(ranking), *lines]


def columns(rows: Sequence[Sequence[str]], left: tuple[int, ...] = ()) -> list[str]:
    """Rows of texts as aligned lines, two blanks between columns; the columns in ``left`` are left-aligned.

    >>> columns([("guess", "bits"), ("1122", "10.5")], left=(0,))
    ['guess  bits', '1122   10.5']
    """
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(room) if place in left else text.rjust(room)
            for place, (text, room) in enumerate(zip(row, wide, strict=True))
        ).rstrip()
        for row in rows
    ]


def ranking_record(ranking: Ranking) -> dict[str, Any]:
    """The JSON object of a ranking."""
    game = ranking.game
    return {
        "game": game.spec,
        "given": game.format_history(ranking.history),
        "secrets": ranking.candidates,
        "drawn": ranking.drawn,
        "considered": ranking.considered,
        "sampled": ranking.sampled,
        "best": [guess_record(game, row) for row in ranking.best],
        "own": [guess_record(game, row) for row in ranking.own],
    }


def guess_record(game: Game, row: RankedGuess) -> dict[str, Any]:
    """The JSON object of one guess in a ranking."""
    return {
        "guess": row.text,
        "left": {game.format_response(response): size for response, size in row.left.items()},
        "candidate": row.candidate,
        "worst": row.worst,
        "expected_left": row.expected_left,
        "bits": row.bits,
        "further": row.further,
        "by": row.by,
    }
