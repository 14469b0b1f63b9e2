"""What answers the person's guesses: a fixed secret, or an adversary that decides as late as it can."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from strategist.choosing.classes import told_classes
from strategist.choosing.draws import draw, history_key
from strategist.model.bulk import narrowed, sizes_of_cells
from strategist.model.game import Code, Game, History, Response
from strategist.model.left import cells_left, ending
from strategist.play.history import FEW, Record, listing
from strategist.show.names import between, said

_SEEDS, _WORDS = 1 << 31, 1 << 64
"""The number of seeds that are drawn, and of the words that a draw is."""


class FixedSecret:
    """Answers by the rules. Where the secret may give several answers, one is drawn by their chances: it depends on the
    seed and the question alone, so it is settled.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> hidden = FixedSecret(game, game.parse_code("4563"))
    >>> game.format_response(hidden.respond(game.parse_code("1243"))), hidden.tell()
    ('1b1w', '4563')
    """

    def __init__(self, game: Game, secret: Code, seed: int | None = None) -> None:
        self._game = game
        self._secret = secret
        self._seed = random.randrange(_SEEDS) if seed is None else seed

    def respond(self, guess: Code) -> Response:
        """The answer to a guess."""
        game = self._game
        if not game.several:
            return game.respond(guess, self._secret)
        answers = game.answers(guess, self._secret)
        drawn = Fraction(draw(history_key(self._seed), game.guesses.index(guess)), _WORDS)
        for answer in answers:
            drawn -= answer.chance
            if drawn < 0:
                break
        return answer.response

    def tell(self) -> str:
        """The text of the secret, with its class if it has one."""
        game, names = self._game, said(self._game)
        name = names.secret(self._secret)
        if game.classes is None:
            return name
        return f"{name} ({names.kind(game.classes[game.secrets.index(self._secret)])})"


class Adversary:
    """Gives the answer that leaves the most candidates: some secret always fits, but no guess is lucky.

    Among equal answers it prefers one that does not solve, then the lowest. In a game of classes, it avoids answers
    that determine the class as long as it can.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> hidden = Adversary(game)
    >>> game.format_response(hidden.respond(game.parse_code("1122")))
    '0b0w'
    """

    def __init__(self, game: Game, start: History = ()) -> None:
        self._game = game
        self._record = Record(game, start)
        self._left: Sequence[Code] = self._record.candidates()

    def respond(self, guess: Code) -> Response:
        """The answer to a guess; later answers are consistent with it."""
        game, left = self._game, self._left
        if game.several:
            return self._respond_by_masses(guess)
        sizes = sizes_of_cells(game, guess, left)
        # In a game of classes, some responses determine the class.
        told = told_classes(game, guess, left)
        # The solved response is the highest of all, so the lowest of equal responses avoids it.
        response = min(sizes, key=lambda response: (response in told, -sizes[response], response))
        fitting = narrowed(game, guess, response, left)
        if fitting is None:
            fitting = [secret for secret in left if game.respond(guess, secret) == response]
        self._left = fitting
        return response

    def _respond_by_masses(self, guess: Code) -> Response:
        """The answer that most secrets left may give, where these may give several; one that leaves something to ask
        goes first."""
        game, left = self._game, self._record.left()
        assert left is not None  # some secret fits all answers so far
        cells = cells_left(game, left, game.guesses.index(guess))
        over = {response: ending(game, cell.left) is not None for response, cell in cells.items()}
        response = min(cells, key=lambda each: (over[each], -len(cells[each].left.secrets), each))
        self._record.add(guess, response)
        self._left = self._record.candidates()
        return response

    def tell(self) -> str:
        """The text of the secrets that are still possible."""
        game, left = self._game, self._left
        return f"one of {listing(len(left), map(said(game).secret, left), between(game, left[:FEW]))}"


Hidden = FixedSecret | Adversary


def random_secret(game: Game, seed: int | None, start: History = ()) -> Code:
    """A random secret that is consistent with ``start``; equal seeds give equal secrets.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> random_secret(game, 1) == random_secret(game, 1)
    True
    """
    return next(random_secrets(game, seed, start))


def random_secrets(game: Game, seed: int | None, start: History = ()) -> Iterator[Code]:
    """An endless sequence of random secrets consistent with ``start``; equal seeds give equal sequences.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6)")
    >>> secrets = random_secrets(game, 1)
    >>> next(secrets) == random_secret(game, 1), next(secrets) == random_secret(game, 1)
    (True, False)
    """
    secrets = Record(game, start).candidates() if start else game.secrets
    drawn = random.Random(seed)
    while True:
        yield secrets[drawn.randrange(len(secrets))]
