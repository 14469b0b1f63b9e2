"""An explanation of a guess, as lines for a terminal and as a JSON object."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from strategist.show.moves.ranking_table import columns, guess_record
from strategist.show.texts.names import plain

if TYPE_CHECKING:
    from strategist.choosing.reasons.explanation import Explanation
    from strategist.choosing.reasons.guess_figures import RankedGuess

_HEADINGS = ("guess", "bits", "worst", "left", "cells", "guessed by")
_MOST_CELLS = 12
_EVERY = {2: "both heuristics", 4: "all four heuristics"}


def explained_guesses(explanation: Explanation) -> list[tuple[RankedGuess, list[str]]]:
    """The guess, the runners-up and the choices of the heuristics, each once, with the names of its choosers."""
    rows = {explanation.guess.code: explanation.guess}
    for row in (*explanation.runners, *explanation.others.values()):
        rows.setdefault(row.code, row)
    chosen: dict[Any, list[str]] = {code: [] for code in rows}
    if explanation.strategy not in explanation.others:
        chosen[explanation.guess.code].append(explanation.strategy)
    for name, row in explanation.others.items():
        chosen[row.code].append(name)
    return [(row, chosen[code]) for code, row in rows.items()]


def marked_sentence(explanation: Explanation) -> str:
    """The explanation in one sentence, in marked text."""
    return _marked(explanation).sentence


def told_sentence(explanation: Explanation) -> str:
    """The explanation in one sentence, in plain text."""
    return plain(marked_sentence(explanation))


def _marked(explanation: Explanation) -> Explanation:
    """An explanation whose guesses are marked texts."""

    def marked(row: RankedGuess) -> RankedGuess:
        return replace(row, text=explanation.game.shown_code(row.code))

    return replace(
        explanation,
        guess=marked(explanation.guess),
        runners=list(map(marked, explanation.runners)),
        others={name: marked(row) for name, row in explanation.others.items()},
        rival=None if explanation.rival is None else marked(explanation.rival),
    )


def explanation_rows(explanation: Explanation) -> Iterator[tuple[str, ...]]:
    """The headings and the rows of the table that compares the guess with others, in marked text."""
    explanation = _marked(explanation)
    yield _HEADINGS
    for row, names in explained_guesses(explanation):
        count = len(explanation.others)
        every = len(set(names) & set(explanation.others)) == count
        who = _EVERY.get(count, f"all {count} heuristics") if every else ", ".join(names)
        yield (
            row.text,
            f"{float(row.bits):.2f}",
            str(row.worst),
            f"{float(row.expected_left):.2f}",
            str(len(row.left)),
            who,
        )


def explanation_lines(explanation: Explanation) -> list[str]:
    """The explanation in a sentence, the table of the guess and others, and the sizes of their cells."""
    if explanation.candidates == 1 or explanation.known:
        return [told_sentence(explanation)]
    rows = [tuple(map(plain, row)) for row in explanation_rows(explanation)]
    lines = [told_sentence(explanation), plain(_marked(explanation).reason), *columns(rows, left=(0, 5))]
    beside = [explanation.guess, *([] if explanation.rival is None else [explanation.rival])]
    names = [plain(explanation.game.shown_code(row.code)) for row in beside]
    wide = max(map(len, names))
    cells = (f"cells of {name:<{wide}}: {cell_sizes(row)}" for name, row in zip(names, beside, strict=True))
    return [*lines, *cells]


def cell_sizes(row: RankedGuess) -> str:
    """The sizes of the cells of a guess, the largest first; beyond a dozen, their number.

    >>> from strategist import make_game
    >>> from strategist.choosing.reasons.guess_figures import row_of
    >>> left = {0: 1, 1: 4, 2: 1, 3: 2, 4: 1}
    >>> cell_sizes(row_of(make_game("mastermind(2,3)"), 1, left, left, True))
    '4 2 1 1 1'
    """
    sizes = sorted(row.left.values(), reverse=True)
    more = len(sizes) - _MOST_CELLS
    return " ".join(map(str, sizes[:_MOST_CELLS])) + (f" … and {more} smaller" if more > 0 else "")


def explanation_record(explanation: Explanation) -> dict[str, Any]:
    """The JSON object of an explanation."""
    game = explanation.game
    rival = explanation.rival
    return {
        "game": game.spec,
        "given": game.format_history(explanation.history),
        "strategy": explanation.strategy,
        "by": explanation.by,
        "secrets": explanation.candidates,
        "sentence": explanation.sentence,
        "reason": explanation.reason,
        "guess": guess_record(game, explanation.guess),
        "best": explanation.best,
        "ties": explanation.ties,
        "rival": None if rival is None else guess_record(game, rival),
        "runners": [guess_record(game, row) for row in explanation.runners],
        "others": {name: guess_record(game, row) for name, row in explanation.others.items()},
    }
