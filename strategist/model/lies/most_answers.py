"""The most answers that a question of a game can get, for the volume bound."""

from __future__ import annotations

from strategist.common.lazy_numpy import numpy_for
from strategist.model.bulk import bulk_rules
from strategist.model.game import Game
from strategist.model.lies.volume import least_questions


def most_answers(game: Game) -> int:
    """The most answers that a question of a game can get, from whatever secret, but at least two; just two where no lie
    is counted, so that no weight depends on their number.

    >>> from strategist.games.catalog import make_game
    >>> most_answers(make_game("mastermind(2,3,lies=1)"))
    5
    """
    known: int | None = game.__dict__.get("_most_answers")
    if not game.lies:
        return 2
    if known is None:
        known = game.__dict__["_most_answers"] = _most_counted(game)
    return known


def _most_counted(game: Game) -> int:
    possible = game.response_count - game.announces
    many = game.question_count * len(game.secrets)
    rules, np = bulk_rules(game, many), numpy_for(many)
    everybody = None if np is None else np.arange(len(game.secrets), dtype=np.int32)
    most = 2
    for question in range(game.question_count):
        if most >= possible:
            # No question can get more.
            break
        got = game.can_get(game.guesses[question]) if rules is None else np.unique(rules.respond(question, everybody))
        most = max(most, len(got))
    return most


def answers_by_counting(game: Game) -> int:
    """The number of answers that the volume bound proves to be needed from the beginning of a game, at least one.

    >>> from strategist.games.catalog import make_game
    >>> [answers_by_counting(make_game(f"mastermind({size},lies=1)")) for size in ("2,3", "4,6")]
    [3, 5]
    """
    return max(1, least_questions([0] * game.lies + [len(game.secrets)], most_answers(game)))
