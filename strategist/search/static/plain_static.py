"""The fewest questions by trying all sets, by the rules alone: the specification of the search."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from strategist.model.game import Game


def tells_apart(game: Game, candidates: Sequence[int], questions: Sequence[int]) -> bool:
    """Whether no two candidates of different classes give the same answers to all questions.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(1,3)")
    >>> tells_apart(game, range(3), [0]), tells_apart(game, range(3), [0, 2])
    (False, True)
    """
    seen: dict[tuple[int, ...], int] = {}
    for secret in candidates:
        answers = tuple(game.respond(game.guesses[each], game.secrets[secret]) for each in questions)
        name = secret if game.classes is None else game.classes[secret]
        if seen.setdefault(answers, name) != name:
            return False
    return True


def fewest_plainly(game: Game, candidates: Sequence[int]) -> list[int] | None:
    """The fewest questions, the first such set in the order of the game; None if not even all of them do.

    >>> from strategist.games.catalog import make_game
    >>> fewest_plainly(make_game("mastermind(2,3,feedback=black)"), range(9))
    [0, 1, 3]
    """
    for count in range(game.question_count + 1):
        for questions in combinations(range(game.question_count), count):
            if tells_apart(game, candidates, questions):
                return list(questions)
    return None
