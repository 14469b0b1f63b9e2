"""The facts that a page needs besides the strategy file, as JSON: figures, names, drawing and scoring."""

from __future__ import annotations

from strategist.common.numbers import shown
from strategist.common.palette import MARKS, PIECES, ink_on
from strategist.common.wording import plural
from strategist.files.strategy import StrategyData
from strategist.games.tables.table import Table
from strategist.model.game import Rules
from strategist.model.objective import AVERAGE, DEPTH, LOST, TOTAL
from strategist.model.solitaire import Solitaire
from strategist.page.page_kinds import page_kind, page_of_game
from strategist.page.rule_facts import Facts
from strategist.show.reports.report import bound_line
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.names import COLON
from strategist.show.texts.weighed import expected_cost, expected_questions


def facts_of(data: StrategyData) -> Facts:
    """The facts of a strategy; they include the rules of its game if the page has a twin of them.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> facts = facts_of(data)
    >>> facts["rule"]["kind"], facts["responses"]
    ('pegs', ['0b0w', '1b0w'])
    """
    game = data.game
    common: Facts = {
        "game": game.spec,
        "strategy": data.strategy,
        "bound": bound_line(data),
        "figures": _figures(data),
    }
    if at := wording_of(game).of_each:
        common["bound"] += f"; figures count each secret {at}"
    return common | drawing_of(game) | page_kind(data).facts()


def drawing_of(game: Rules) -> Facts:
    """What a page needs to draw the guesses and responses of a game, beside its rules or names."""
    drawing: Facts = {
        "look": game.look,
        "noun": game.move_noun,
        "colors": [[color, ink_on(color)] for color in PIECES],
        "markColors": [[color, ink_on(color)] for color in MARKS],
        "guessCount": len(game.guesses),
        "responseCount": game.response_count,
    }
    return drawing | _written(game)


def _written(game: Rules) -> Facts:
    """The marked texts of names and answers that people write otherwise than in their canonical form, also with colons;
    empty for none.

    Of equal canonical texts the first counts: that of an answer, a class, a question, a secret.
    """
    if not isinstance(game, Table) or not game.written:
        return {}
    kinds = game.written
    every = {**kinds.secrets, **kinds.questions, **kinds.classes, **kinds.answers}
    return {"written": {name: marked.replace(COLON, ":") for name, marked in every.items()}}


def _figures(data: StrategyData) -> list[tuple[str, str]]:
    """The figures of the header, each with its label."""
    claims = data.claims
    if isinstance(data.game, Solitaire):
        return [("moves", str(claims.depth))]
    kind = page_of_game(data.game, data)
    questions, cost = expected_questions(data.game, claims), expected_cost(data.game, claims)
    figures = [
        ("secrets", f"{claims.secrets}"),
        (TOTAL.name, shown(claims.total)),
        (AVERAGE, kind.average(claims)),
        (DEPTH.name, f"{claims.depth}"),
        ("worst count", f"{claims.worst_count}"),
    ]
    if not data.game.uneven:
        questions = None
    figures += [] if questions is None else [(f"expected {plural(data.game.move_noun)}", kind.amount(questions))]
    figures += [] if cost is None else [("expected cost", kind.amount(cost))]
    figures += [(LOST.name, shown(claims.lost))] if claims.lost else []
    return figures + ([("can be lost", f"{claims.can_lose}")] if claims.can_lose else [])
