"""Luck and skill in a game that was pasted, by the rules in plain Python: what the page of reviews asks for."""

import math
from pathlib import Path

from desk import spoken

from strategist.choosing.luck_and_skill import ESTIMATE, EXACT, review_by
from strategist.choosing.plain_values import (
    Plainly,
    behind,
    by_heuristic,
    estimate,
    least,
    missing_bits,
)
from strategist.choosing.registry import make_strategy
from strategist.commands.reviewing import pasted_rows, tell_possible
from strategist.common.errors import NoCandidateError, SpecError, TooLargeError
from strategist.games.catalog import make_game
from strategist.model.game import Game
from strategist.model.lies.accused import contradiction
from strategist.model.position import Position, by_kind, kind_of
from strategist.model.told_history import check_answers, refuse_forbidden
from strategist.show.moves.review_table import print_review
from strategist.show.texts.printing import console

RANKED_BY = "entropy"
MOST_SECRETS = 20_000
"""The secrets beyond which no game is reviewed: each guess goes through all of them several times."""
MOST_EXACT = 1 << 11
"""Pairs of a question and a secret up to which the best possible trees are tried."""
MOST_STEPS = 10_000
"""The guesses that are tried for them."""
MOST_GROWN = 1 << 17
"""Pairs of a question and a secret up to which the trees of a heuristic are grown."""
RANKED_PAIRS = 1 << 19
"""Pairs of a question and a candidate that the ranking at one position goes through, beside an estimate."""


def review(text, pasted, given, secret, out, err):
    """Say the review of a pasted game, or which guesses its rows can be; returns the exit status."""
    return spoken(lambda: show_review(text, pasted, given, secret), out, err)


def show_review(text, pasted, given, secret):
    """Print it."""
    game = make_game(text)
    if not isinstance(game, Game):
        raise SpecError(f"{text} is a solitaire: expected a game in which something is hidden")
    if len(game.secrets) > MOST_SECRETS:
        raise SpecError(f"{game.spec}: {len(game.secrets)} secrets: expected at most {MOST_SECRETS} here")
    hidden = game.parse_secret(secret.strip()) if secret.strip() else None
    path = Path("pasted")
    path.write_text(pasted, "utf-8")
    try:
        rows = pasted_rows(game, str(path), given if given.strip() else None, hidden)
    finally:
        path.unlink()
    if any(row.guess is None for row in rows):
        tell_possible(game, rows, hidden, False)
        return
    print_review(console(), reviewed(game, tuple((row.guess, row.response) for row in rows), hidden))


def reviewed(game, history, secret=None):
    """The review of a history: by the best possible trees, those of a heuristic, or an estimate, the first of which
    there is time for here."""
    refuse_forbidden(game, history)
    check_answers(game, history, secret)
    if not any(game.agrees(each, history) for each in game.secrets):
        raise NoCandidateError(contradiction(game, history))
    moves = [(game.guesses.index(guess), response) for guess, response in history]
    start = kind_of(game).at(Position((), range(len(game.secrets))))
    pairs = len(game.secrets) * game.question_count
    # Where answers may be false, one that tells nothing can be given for ever.
    if pairs <= MOST_EXACT and not by_kind(game, one=False, several=False, lies=True):
        try:
            return review_by(Plainly(game, least(game, MOST_STEPS)), start, moves, EXACT, secret)
        except TooLargeError:
            pass
    if pairs <= MOST_GROWN:
        strategy = make_strategy(RANKED_BY, game)
        return review_by(Plainly(game, by_heuristic(strategy)), start, moves, strategy.spec, secret)
    if not by_kind(game, one=True, several=False, lies=False):
        raise SpecError(f"{game.spec} is too large here: expected one true answer to each question for an estimate")
    return review_by(Estimated(game, start), start, moves, ESTIMATE, secret)


class Estimated(Plainly):
    """Values estimated at the rate of the first guess, and the guesses that a heuristic rates best among some."""

    def __init__(self, game, start):
        super().__init__(game, lambda position: (ranked(game, position), self.value(position)))
        whole, cells = self.mass(start), behind(game, start, ranked(game, start)).values()
        left = (float(self.mass(each) / whole) * missing_bits(game, each.candidates)[0] for each in cells)
        self._bits = missing_bits(game, start.candidates)[0] - math.fsum(left)

    def value(self, position):
        """V, for which nothing is ranked."""
        return estimate(self.game, len(position.history), *missing_bits(self.game, position.candidates), self._bits)


def ranked(game, position):
    """The guess that a heuristic rates best among some, spread evenly over what is allowed and over the candidates."""
    strategy = make_strategy(RANKED_BY, game)
    rating = strategy.rating_at(position)
    allowed = rating.among(strategy.permitted(position))
    own = [game.guesses.index(game.secrets[each]) for each in position.candidates] if game.secrets_are_questions else []
    count = max(1, RANKED_PAIRS // len(position.candidates))
    possible = set(own)
    asked = sorted({*spread(own, count // 2), *spread(allowed, count)})
    scores = rating.of_each(asked)
    return min(zip(scores, asked, strict=True), key=lambda each: (each[0][0], each[1] not in possible, each[1]))[1]


def spread(among, count):
    """At most so many of them, evenly."""
    return among[:: max(1, -(-len(among) // max(1, count)))]
