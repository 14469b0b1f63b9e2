"""Whether the rules of a game have the symmetries by which the trees of a mixture are shuffled."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from strategist.common.lazy_numpy import numpy_for
from strategist.files.mixtures.equivalent import Permutation, exchanges, images_of_guesses, images_of_secrets
from strategist.model.bulk import bulk_rules
from strategist.model.game import Game

_MOST_KEPT = 1 << 28
"""The most responses that are kept; of a larger game they are computed again for each exchange."""


def problem_of_symmetries(game: Game) -> str | None:
    """Why the rules do not have the symmetries that a game describes; None if they have.

    Every question and every secret is tried with every exchange of two neighbors, which together make all symmetries.

    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.symmetry import Symmetry
    >>> game = make_game("mastermind(2,3)")
    >>> problem_of_symmetries(game)
    >>> problem_of_symmetries(make_game("ab(2,3)"))
    >>> game.respond = lambda guess, secret: min(guess[0], secret[1])
    >>> problem_of_symmetries(game)
    'mastermind(pegs=2,colors=3) does not have the symmetries that it describes'
    """
    permutations = exchanges(game)
    if not permutations:
        return None
    row = _rows(game)
    for permutation in permutations:
        if problem := _problem_of(game, permutation, row):
            return problem
    return None


def _problem_of(game: Game, permutation: Permutation, row: Callable[[int], Any]) -> str | None:
    try:
        guesses, secrets = images_of_guesses(game, permutation), images_of_secrets(game, permutation)
    except KeyError:
        # The image of some code is not a code.
        return f"{game.spec} does not have the symmetries that it describes"
    sent = secrets if isinstance(row(0), list) else array("q", secrets)
    for guess in range(game.question_count):
        image = guesses[guess]
        # An exchange is its own inverse, so one half of the questions is enough.
        if image < guess:
            continue
        if game.cost_of(image) != game.cost_of(guess):
            return f"{game.spec} has symmetries that do not keep its costs"
        if not _same(row(guess), row(image), sent):
            return f"{game.spec} does not have the symmetries that it describes"
    return None


def _rows(game: Game) -> Callable[[int], Any]:
    """The responses of all secrets to a question, by its index: an array, or a list where NumPy is not installed."""
    secrets, questions = len(game.secrets), game.question_count
    np, rules = numpy_for(secrets * questions), bulk_rules(game, secrets * questions)
    kept: dict[int, Any] = {}
    everything = None if np is None else np.arange(secrets, dtype=np.int32)

    def row(question: int) -> Any:
        if question in kept:
            return kept[question]
        if np is not None and rules is not None:
            width = np.uint8 if game.response_count <= 1 << 8 else np.uint16
            found = np.asarray(rules.respond(np.array([question]), everything)).astype(width)
        else:
            code = game.guesses[question]
            found = [game.respond(code, secret) for secret in game.secrets]
        if secrets * questions <= _MOST_KEPT:
            kept[question] = found
        return found

    return row


def _same(row: Any, image: Any, secrets: Sequence[int]) -> bool:
    """Whether the image of each secret answers the image of a question as the secret answers the question."""
    if isinstance(row, list):
        return all(image[sent] == response for sent, response in zip(secrets, row, strict=True))
    return bool((image.take(secrets) == row).all())
