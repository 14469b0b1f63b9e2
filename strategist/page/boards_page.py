"""The page of several boards: advice for a game that is played elsewhere, and play against hidden secrets.

It holds no strategy. Its programs choose guesses by the rule of :mod:`strategist.search.compile.boards`.
"""

from __future__ import annotations

import base64
from html import escape

from strategist.common.errors import SpecError
from strategist.games.boards import Boards
from strategist.games.titles import called
from strategist.page.facts import drawing_of
from strategist.page.rule_facts import response_names, rule_facts
from strategist.page.template import bare, fill, json_text, policy_of, program, source

_PROGRAMS = (
    *("rules/tree", "rules/codes", "rules/wording", "rules/rules", "rules/book", "rules/rows"),
    *("advice/symmetry", "advice/scores", "advice/field", "advice/desk"),
    *("ui/view", "ui/entry", "ui/theme"),
    "boards/choosing boards/boards_mode boards/boards_start",
)


def page_of_boards(boards: Boards, title: str | None = None) -> str:
    """The HTML page of several boards; its text depends on the arguments alone.

    ``title`` is the title of the page, by default a readable name of the game. Raises
    :class:`~strategist.common.errors.SpecError` for a game whose rules pages do not know, and for one that is too large
    for advice.

    >>> from strategist.games.boards import make_boards
    >>> boards = make_boards('boards("mastermind(2,3)",2)')
    >>> "<title>Mastermind, 2 pegs, 3 colors · 2 boards</title>" in page_of_boards(boards)
    True
    """
    game = boards.game
    rule = rule_facts(game)
    if rule is None:
        raise SpecError(f"{boards.spec}: expected a game whose rules pages know, for a page of boards")
    boards.check_size()
    facts = (
        drawing_of(game)
        | response_names(game, rule)
        | {
            "boards": boards.number,
            "rule": rule,
            "questionCount": game.question_count,
        }
    )
    payload = game.payload()
    programs, style = program(_PROGRAMS), bare("".join(map(source, ("css/base.css", "css/page.css", "css/boards.css"))))
    parts = {
        "POLICY": policy_of(style, programs),
        "TITLE": escape(title or f"{called(game)} · {boards.number} boards"),
        "DESCRIPTION": "Each guess is answered on every board; the game ends when all secrets have been guessed.",
        "GAME": escape(boards.spec),
        "STYLE": style,
        "FACTS": json_text(facts),
        "FILE": "" if payload is None else base64.b64encode(payload).decode(),
        "PROGRAM": programs,
    }
    return fill("html/boards.html", parts | {"HEAD": fill("html/head.html", parts)})
